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
    void aRowOfTheAuditShowsItsHash();  // R120
};

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
