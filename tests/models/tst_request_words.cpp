// SPDX-License-Identifier: GPL-3.0-or-later
// What is said before rules enter another stage, before an operation is put right, and beside the audit's hashes.
#include <QTest>

#include "fake_console.h"
#include "models/work_spec.h"
#include "sample_people.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

template <typename Row>
CellText cellOf(const Row& row, const char* column)
{
    FactTable<Row> table;
    table.setNow(sampleTime());
    const auto& columns = FactSpec<Row>::columns();
    for (const FactColumn<Row>& one : columns) {
        if (one.text().id == QLatin1String(column))
            return one.cell(row, table);
    }
    return {};
}

} // namespace

class RequestWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aRequestTellsHowLongItLives(); // DESIGN.md section 6
    void aRowOfTheAuditShowsItsHash();  // R120
};

void RequestWordsTest::aRequestTellsHowLongItLives()
{
    RequestListRow row = workRequests().front();
    row.expiresAt = sampleTime() + std::chrono::hours{3};
    QCOMPARE(cellOf(row, "expires").tone, std::optional<Tone>{});
    QVERIFY(cellOf(row, "expires").display.contains(QLatin1Char('3')));
    row.expiresAt = sampleTime() + std::chrono::minutes{8};
    QCOMPARE(cellOf(row, "expires").tone, std::optional(Tone::Warn));
    row.status = "APPROVED"; // What was approved and is not carried out in time ends as well.
    QCOMPARE(cellOf(row, "expires").tone, std::optional(Tone::Warn));
    row.expiresAt = sampleTime() - std::chrono::seconds{1};
    QCOMPARE(cellOf(row, "expires").tone, std::optional(Tone::Neutral));
    QCOMPARE(cellOf(row, "expires").display, QStringLiteral("expired"));
    row.status = "VERIFIED";
    QCOMPARE(cellOf(row, "expires").display, QString(QChar(0x2013)));
}

void RequestWordsTest::aRowOfTheAuditShowsItsHash()
{
    const AuditListRow row = workAudit().front();
    const CellText hash = cellOf(row, "hash");
    QCOMPARE(hash.display.size(), 8);
    QCOMPARE(hash.copy, QString::fromStdString(row.hash));
    QVERIFY(hash.copy.startsWith(hash.display));
    const std::vector<AuditHeadRow> heads = workHeads();
    QVERIFY(cellOf(heads[0], "anchored").hover.contains(QStringLiteral("chain alone"))); // Two rows came after it.
    QVERIFY(cellOf(heads[1], "anchored").hover.contains(QStringLiteral("all of it")));
    QCOMPARE(cellOf(heads[2], "anchored").display, QString(QChar(0x2013)));
    QCOMPARE(cellOf(heads[2], "chain").copy, QStringLiteral("worker:w-1-77bc"));
}

QTEST_GUILESS_MAIN(RequestWordsTest)
#include "tst_request_words.moc"
