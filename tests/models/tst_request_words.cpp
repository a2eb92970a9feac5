// SPDX-License-Identifier: GPL-3.0-or-later
// What is said before rules enter another stage, before an operation is put right, and beside the audit's hashes.
#include <QTemporaryFile>
#include <QTest>
#include <QTimeZone>

#include "fake_console.h"
#include "models/plan_text.h"
#include "models/remedy_plan.h"
#include "models/rollout_text.h"
#include "models/work_spec.h"
#include "sample_people.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

template <typename Row>
std::vector<Row> sampleRows()
{
    return std::get<Page<Row>>(sampleWork(Condition::Filled, WorkSpec<Row>::kList)).rows;
}

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

RemedySubject subjectOf(const char* type, const char* status, const char* failureClass = "", bool effect = false)
{
    RemedySubject subject;
    subject.type = type;
    subject.status = status;
    subject.failureClass = failureClass;
    subject.effectFound = effect;
    subject.amountMinor = 1500;
    subject.currency = "USD";
    return subject;
}

} // namespace

class RequestWordsTest : public QObject {
    Q_OBJECT

private slots:
    void stagesGoForwardOneByOneAndBackToAny(); // R132, R133
    void goingBackNamesWhatIsLeft();            // R135
    void aStageShowsSystemAndBusiness();        // R134
    void whoMayBeNamedIsTypedBetweenCommas();
    void whatPutsItRightFollowsFromItsState_data();
    void whatPutsItRightFollowsFromItsState(); // R86, R89
    void onlyAContradictionIsCorrected();
    void aRowTellsTheOperationToPutRight(); // R86, R89
    void onlyWhatStandsForNoMoneyIsMatched();
    void aRecordIsNamedWhole();
    void aPlanSaysWhatItBringsTogetherAndWhatLeaves();
    void evidenceIsNamedOnce();
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

void RequestWordsTest::whatPutsItRightFollowsFromItsState_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("failure");
    QTest::addColumn<bool>("effect");
    QTest::addColumn<QString>("possible"); // r(esolve), c(ompensate), v: revision.
    QTest::newRow("unknown") << "settle-daily"
                             << "UNKNOWN_EXTERNAL"
                             << "" << false << "rs";
    QTest::newRow("waits for the bank") << "settle-daily"
                                        << "AWAITING_EXTERNAL"
                                        << "" << false << "";
    QTest::newRow("took effect") << "settle-daily"
                                 << "SUCCEEDED"
                                 << "" << true << "c";
    QTest::newRow("charged") << "renew"
                             << "SUCCEEDED"
                             << "" << true << "c";
    QTest::newRow("moves no money") << "weekly-report"
                                    << "SUCCEEDED"
                                    << "" << false << "";
    QTest::newRow("refused") << "settle-daily"
                             << "FAILED_PERMANENT"
                             << "REFUSED" << false << "v";
    QTest::newRow("not executed") << "settle-daily"
                                  << "FAILED_PERMANENT"
                                  << "NOT_EXECUTED" << false << "v";
    QTest::newRow("refused, but gone") << "settle-daily"
                                       << "FAILED_PERMANENT"
                                       << "REFUSED" << true << "";
    QTest::newRow("never sent: a replay") << "settle-daily"
                                          << "FAILED_PERMANENT"
                                          << "NOT_SENT" << false << "";
    QTest::newRow("a compensation itself") << "refund"
                                           << "SUCCEEDED"
                                           << "" << true << "";
    QTest::newRow("a correction") << "correction"
                                  << "SUCCEEDED"
                                  << "" << true << "c";
}

void RequestWordsTest::whatPutsItRightFollowsFromItsState()
{
    QFETCH(QString, type);
    QFETCH(QString, status);
    QFETCH(QString, failure);
    QFETCH(bool, effect);
    QFETCH(QString, possible);
    const RemedySubject subject = subjectOf(qPrintable(type), qPrintable(status), qPrintable(failure), effect);
    QCOMPARE(whyNoRemedy(Remedy::Resolve, subject).isEmpty(), possible.contains(QLatin1Char('r')));
    QCOMPARE(whyNoRemedy(Remedy::Compensate, subject).isEmpty(), possible.contains(QLatin1Char('c')));
    QCOMPARE(whyNoRemedy(Remedy::Revise, subject).isEmpty(), possible.contains(QLatin1Char('v')));
    QCOMPARE(whyNoRemedy(Remedy::Resend, subject).isEmpty(), possible.contains(QLatin1Char('s')));
    QVERIFY(!whyNoRemedy(Remedy::MissingMessage, subject).isEmpty()); // Its message is there.
    RemedySubject lacking = subject;
    lacking.hasMessage = false;
    QCOMPARE(whyNoRemedy(Remedy::MissingMessage, lacking).isEmpty(),
        status == QLatin1String("AWAITING_EXTERNAL") && !effect);
    QVERIFY(!remedyHeadline(subject).isEmpty());
    for (const std::string& one : compensationTypes(type.toStdString()))
        QVERIFY(compensationTypeText(one) != QString::fromStdString(one) && !compensationMeaning(one).isEmpty());
}

void RequestWordsTest::onlyAContradictionIsCorrected()
{
    DifferenceListRow row;
    row.kind = "AMOUNT";
    row.status = "OPEN";
    QVERIFY(!whyNoCorrection(row).isEmpty());
    row.kind = "CONTRADICTION";
    QVERIFY(whyNoCorrection(row).isEmpty());
    row.status = "RESOLVED";
    QVERIFY(!whyNoCorrection(row).isEmpty());
}

/// The lists of dead letters and of differences say of their operation what its own page says.
void RequestWordsTest::aRowTellsTheOperationToPutRight()
{
    DeadLetterListRow letter = sampleRows<DeadLetterListRow>().front(); // Never sent.
    auto subject = operationSubject(letter);
    QVERIFY(subject && subject->amountMinor == letter.amountMinor && subject->difference == 0);
    QVERIFY(whyNoRemedy(Remedy::Compensate, *subject).contains(QStringLiteral("no effect")));
    QVERIFY(answerLines(*subject, 4).join(QString()).contains(QStringLiteral("no answer says")));
    letter.effectFound = true; // Failed and executed: it is booked before it is made good.
    subject = operationSubject(letter);
    QVERIFY(whyNoRemedy(Remedy::Compensate, *subject).contains(QStringLiteral("corrected first")));
    letter.operationStatus = "SUCCEEDED";
    subject = operationSubject(letter);
    QVERIFY(whyNoRemedy(Remedy::Compensate, *subject).isEmpty());
    QVERIFY(answerLines(*subject, 4).join(QString()).contains(QStringLiteral("an answer says")));
    const DeadLetterListRow run = sampleRows<DeadLetterListRow>().back();
    QVERIFY(!operationSubject(run) && whyNoOperation(run).contains(QStringLiteral("run")));

    // The amount is that of the operation, whatever the books say; the difference is the one to be closed.
    DifferenceListRow difference = sampleRows<DifferenceListRow>().front();
    difference.theirsMinor = 99;
    subject = operationSubject(difference);
    QVERIFY(subject && subject->amountMinor == 1250 && subject->currency == "USD" && subject->difference == 7);
    QVERIFY(whyNoRemedy(Remedy::Compensate, *subject).isEmpty());
    difference.status = "RESOLVED";
    QCOMPARE(operationSubject(difference)->difference, std::int64_t{0});
    const DifferenceListRow charged = sampleRows<DifferenceListRow>().back(); // Of three tables: no operation.
    QVERIFY(!operationSubject(charged));
    QVERIFY(whyNoOperation(charged).contains(QStringLiteral("subscription 7")));
}

void RequestWordsTest::onlyWhatStandsForNoMoneyIsMatched()
{
    DifferenceListRow row;
    row.status = "OPEN";
    for (const char* kind : {"AMOUNT", "CURRENCY", "TWICE", "CONTRADICTION", "REFERENCE_TAKEN", "RETURNED", "COUNT",
             "CHARGED_NOT_EXTENDED", "EXTENDED_NOT_CHARGED"}) {
        row.kind = kind;
        QVERIFY2(!whyNoMatch(row).isEmpty() && recordKinds(kind).empty(), kind);
    }
    for (const char* kind : {"MISSING_THERE", "MISSING_HERE", "LATE"}) {
        row.kind = kind;
        row.status = "OPEN";
        QVERIFY2(whyNoMatch(row).isEmpty(), kind);
        for (const std::string& record : recordKinds(kind))
            QVERIFY(recordKindText(record) != QString::fromStdString(record) && !recordPrompt(record).isEmpty());
        row.status = "RESOLVED";
        QVERIFY2(!whyNoMatch(row).isEmpty(), kind);
    }
}

void RequestWordsTest::aRecordIsNamedWhole()
{
    const auto entry = namedRecord("entry", "12/3");
    QVERIFY(entry && entry->source == "12" && entry->part == "3");
    QVERIFY(namedRecord("message", "ABC") && namedRecord("difference", "7"));
    for (const char* none : {"12", "12/", "/3", "a/3", "12/3/4"})
        QVERIFY2(!namedRecord("entry", none), none);
    QVERIFY(!namedRecord("message", "") && !namedRecord("difference", "x") && !namedRecord("callback", "1"));
}

void RequestWordsTest::aPlanSaysWhatItBringsTogetherAndWhatLeaves()
{
    const QString match = planLines("match",
        R"({"difference":9,"record":{"kind":"entry","statement":"12","entry":"3"},"facts":{"ours":"KEYA","theirs":"|XY-1|",)"
        R"("amount":120000,"currency":"CNY","closes":[9,10]}})",
        TimeFormat::utc())
                              .join(QLatin1Char('\n'));
    for (const char* part : {"KEYA", "1,200.00", "12", "9, 10"})
        QVERIFY2(match.contains(QLatin1String(part)), part);
    // A line of theirs is told by what it says: key, reference, and day and place among its like.
    const auto theirs = [](const char* line) {
        const std::string plan
            = R"({"record":{"kind":"message"},"facts":{"theirs":")" + std::string(line) + R"(","closes":[9]}})";
        return planLines("match", plan, TimeFormat::utc()).at(1);
    };
    QVERIFY2(theirs("|XY-1|").endsWith(QLatin1String(": reference XY-1")), qPrintable(theirs("|XY-1|")));
    const QString whole = theirs("KEYA|XY-1|2026-05-11 -120000 #2");
    for (const char* part : {"key KEYA", "reference XY-1", "booked on 2026-05-11", "number 2"})
        QVERIFY2(whole.contains(QLatin1String(part)), qPrintable(whole));
    QVERIFY2(!whole.contains(QLatin1Char('|')) && !whole.contains(QLatin1String("120000")), qPrintable(whole));
    const TimeFormat inShanghai{QTimeZone("Asia/Shanghai")};
    const QString missing = planLines("missing outbox",
        R"({"facts":{"key":"KEYB","payload":"7f3a","left_at":"2026-05-11T01:00:00.123456+00:00",)"
        R"("key_until":"2026-06-10T20:00:00+00:00"}})",
        inShanghai)
                                .join(QLatin1Char('\n'));
    for (const char* part : {"KEYB", "7f3a", "2026-05-11 09:00:00 UTC+08:00", "2026-06-11 04:00:00 UTC+08:00"})
        QVERIFY2(missing.contains(QLatin1String(part)), part);
    QVERIFY(planLines("re-send", R"({"facts":{"key_until":"2026-06-10T20:00:00Z"}})", inShanghai)
                .join(QString())
                .contains(QLatin1String("2026-06-11 04:00:00 UTC+08:00")));
}

void RequestWordsTest::evidenceIsNamedOnce()
{
    const auto entry = namedEvidence("statement", "12/3", "", "");
    QVERIFY(entry && entry->source == "12" && entry->part == "3");
    const auto callback = namedEvidence("callback", "practice-bank/evt/17", "", "");
    QVERIFY(callback && callback->source == "practice-bank" && callback->part == "evt/17");
    QTemporaryFile paper;
    QVERIFY(paper.open());
    paper.write("abc");
    paper.flush();
    const auto document = namedEvidence("document", paper.fileName().toStdString(), "seen", "R-1");
    QVERIFY(document && document->text == "seen" && document->reference == "R-1");
    QCOMPARE(document->source, std::string{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"});
    QVERIFY(!namedEvidence("document", "/nowhere/at/all", "seen", ""));
    for (const std::string& kind : evidenceKinds())
        QVERIFY(evidenceKindText(kind) != QString::fromStdString(kind) && !evidencePrompt(kind).isEmpty());
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
