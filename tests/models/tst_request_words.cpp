// SPDX-License-Identifier: GPL-3.0-or-later
// What is said before rules enter another stage, before an operation is put right, and beside the audit's hashes.
#include <QTest>

#include "fake_console.h"
#include "models/rollout_text.h"
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

RolloutListRow rulesIn(const char* mode)
{
    RolloutListRow row = workRollouts().at(2);
    row.mode = mode;
    return row;
}

} // namespace

class RequestWordsTest : public QObject {
    Q_OBJECT

private slots:
    void stagesGoForwardOneByOneAndBackToAny(); // R132, R133
    void goingBackNamesWhatIsLeft();            // R135
    void aStageShowsSystemAndBusiness();        // R134
    void whoMayBeNamedIsTypedBetweenCommas();
    void aRequestTellsHowLongItLives(); // DESIGN.md section 6
    void aRowOfTheAuditShowsItsHash();  // R120
};

void RequestWordsTest::stagesGoForwardOneByOneAndBackToAny()
{
    using Way = RolloutStep::Way;
    const auto steps = [](RolloutListRow row) { return rolloutSteps(row); };
    RolloutListRow older = rulesIn("observe");
    older.isNewest = false;
    QCOMPARE(steps(older), (std::vector<RolloutStep>{{2, "limited", Way::Forward}}));
    older.mode = "limited";
    QCOMPARE(steps(older),
        (std::vector<RolloutStep>{{2, "full", Way::Forward}, {2, "limited", Way::Same}, {2, "observe", Way::Back}}));
    QCOMPARE(steps(rulesIn("full")),
        (std::vector<RolloutStep>{
            {2, "limited", Way::Back}, {2, "observe", Way::Back}, {3, "observe", Way::NewVersion}}));
    QVERIFY(steps(rulesIn("later")).empty());
    RolloutListRow plain = rulesIn("full");
    plain.isStaged = false;
    QVERIFY(steps(plain).empty() && !whyNoRollout(plain).isEmpty());
    RolloutListRow asked = rulesIn("full");
    asked.openRequest = 314;
    QVERIFY(whyNoRollout(asked).contains(QStringLiteral("314")));
    QVERIFY(whyNoRollout(rulesIn("full")).isEmpty());
}

void RequestWordsTest::goingBackNamesWhatIsLeft()
{
    const QStringList lines = rolloutLeftLines(workRollouts().at(2));
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith(QStringLiteral("effects produced since its first stage: 34, ")));
    QVERIFY(lines[1].contains(QStringLiteral("Pending")) && lines[1].contains(QStringLiteral("280,000.00")));
    QCOMPARE(lines[2], QStringLiteral("runs that have begun: 1"));
    QCOMPARE(rolloutLeftLines({}).size(), 1);
    QVERIFY(rolloutLeftLine({"effect", 10'001, {}, ""}).contains(QStringLiteral("more than")));
}

void RequestWordsTest::aStageShowsSystemAndBusiness()
{
    const std::vector<WorkFact> facts
        = WorkSpec<RolloutListRow>::facts(workRollouts().at(2), {TimeFormat::utc(), sampleTime()});
    QStringList ids;
    for (const WorkFact& fact : facts)
        ids << fact.id;
    for (const char* id : {"work", "findings", "system", "left", "who", "since"})
        QVERIFY2(ids.contains(QLatin1String(id)), id);
    QCOMPARE(cellOf(workRollouts().at(2), "for").copy, QStringLiteral("channel practice-bank-2, merchant 17"));
    QCOMPARE(cellOf(workRollouts().at(1), "stage").tone, std::optional(Tone::Neutral)); // It observes.
    QCOMPARE(cellOf(workRollouts().at(2), "held").display, QStringLiteral("180"));
}

void RequestWordsTest::whoMayBeNamedIsTypedBetweenCommas()
{
    QCOMPARE(rolloutScopes(QStringLiteral(" merchant  17, channel practice-bank ;; ")),
        (std::vector<std::string>{"merchant 17", "channel practice-bank"}));
    QVERIFY(rolloutScopes(QStringLiteral(" , ")).empty());
}

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
