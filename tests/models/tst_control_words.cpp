// SPDX-License-Identifier: GPL-3.0-or-later
// What is said before money moves, before something stops, and about who may decide.
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>

#include "fake_console.h"
#include "models/approval_report.h"
#include "models/freeze_text.h"
#include "models/replay_plan.h"
#include "models/request_text.h"
#include "models/verification_text.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

ConnectionStatus sessionOf(const char* person, std::vector<std::string> roles)
{
    ConnectionStatus status;
    status.state = ConnectionState::Live;
    status.actsConnected = true;
    status.server = sampleServer();
    status.server->person = person;
    status.server->roles = std::move(roles);
    return status;
}

ReplayCandidate candidate(int number, const char* failureClass, bool effectFound = false)
{
    return {idOfMany(number), "ZAKYJFI4PQ4GI4D32KZCADMSIQNU26PD", 1000, "CNY", "FAILED_PERMANENT", failureClass,
        effectFound};
}

} // namespace

class ControlWordsTest : public QObject {
    Q_OBJECT

private slots:
    void everyStateOfARequestHasItsWord();
    void everyKindHasItsOwnWord(); // R156
    void theTotalIsTypedAsPeopleWriteIt_data();
    void theTotalIsTypedAsPeopleWriteIt();   // R91
    void whoAskedCannotDecideAndIsToldWhy(); // S1
    void whoDecidedIsNamed();
    void aMovedRowIsToldWithItsCount();
    void theSheetForTheFileSaysWhoWhatAndWhen();
    void aReplayLeavesOutWhatTookEffectOrIsUnknown(); // R85, R87
    void aFreezeSaysWhatItStopsAndWhatNot();          // R103
    void aFreezeIsDrainedOnlyWhenNothingMayLeave();   // R104
    void theBannerNamesTheOldestFreezeAndNoPause();
    void aVerificationNamesTheFirstBadRow(); // R120
};

void ControlWordsTest::everyStateOfARequestHasItsWord()
{
    for (const char* status : {"REQUESTED", "APPROVED", "EXECUTING", "EXECUTED", "PARTLY", "FAILED", "VERIFIED",
             "REJECTED", "WITHDRAWN", "EXPIRED", "VOID"})
        QVERIFY2(requestStateText(status).known, status);
    const StateText newer = requestStateText("FROM_LATER");
    QVERIFY(!newer.known && newer.word.endsWith(QLatin1Char('?')));
}

void ControlWordsTest::everyKindHasItsOwnWord()
{
    QSet<QString> words;
    const std::vector<std::string> kinds{"replay", "re-send", "resolve", "revision", "correction", "compensation",
        "recovery plan", "batch recovery", "lift", "dismissal", "match", "missing outbox", "profile", "rollout",
        "beneficiary", "retention setting"};
    for (const std::string& kind : kinds) {
        const QString word = requestKindText(kind);
        QVERIFY2(!word.endsWith(QLatin1Char('?')), kind.c_str());
        words.insert(word);
    }
    QCOMPARE(words.size(), static_cast<qsizetype>(kinds.size()));
}

void ControlWordsTest::theTotalIsTypedAsPeopleWriteIt_data()
{
    QTest::addColumn<QString>("currency");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("right");
    QTest::newRow("plain") << "CNY"
                           << "1284300.00" << true;
    QTest::newRow("grouped") << "CNY"
                             << "1,284,300.00" << true;
    QTest::newRow("without decimals") << "CNY"
                                      << "1284300" << true;
    QTest::newRow("with the code") << "CNY"
                                   << "1,284,300.00 CNY" << true;
    QTest::newRow("one cent less") << "CNY"
                                   << "1284299.99" << false;
    QTest::newRow("minor units") << "CNY"
                                 << "128430000" << false;
    QTest::newRow("nothing") << "CNY"
                             << "" << false;
    QTest::newRow("a currency without decimals") << "JPY"
                                                 << "128430000" << true;
    QTest::newRow("three decimals") << "KWD"
                                    << "128430.000" << true;
}

void ControlWordsTest::theTotalIsTypedAsPeopleWriteIt()
{
    QFETCH(QString, currency);
    QFETCH(QString, typed);
    QFETCH(bool, right);
    const AmountPerCurrency amounts{{currency.toStdString(), 128430000}};
    QCOMPARE(typedTotal("128430000", amounts, typed).has_value(), right);
    // Several currencies are never added: then the number of items is typed.
    const AmountPerCurrency two{{"CNY", 1}, {"USD", 2}};
    QCOMPARE(totalToType(two, 3), std::string("3"));
    QVERIFY(typedTotal("3", two, QStringLiteral("3")) && !typedTotal("3", two, QStringLiteral("0.03")));
    QVERIFY(typedTotal("", {}, {}).has_value());
}

void ControlWordsTest::whoAskedCannotDecideAndIsToldWhy()
{
    const RequestDetail detail = sampleRequest(Condition::Filled, 311);
    const ConnectionStatus maker = sessionOf("alice", {"operator", "approver"});
    QVERIFY(isMaker(detail, maker));
    QVERIFY(whyNoDecision(detail, maker, sampleTime()).contains(QLatin1String("second person")));
    QVERIFY(whyNoWithdrawal(detail, maker).isEmpty());
    const ConnectionStatus checker = sessionOf("bob", {"approver"});
    QVERIFY(whyNoDecision(detail, checker, sampleTime()).isEmpty());
    QVERIFY(!whyNoWithdrawal(detail, checker).isEmpty());
    QVERIFY(!whyNoDecision(detail, sessionOf("dave", {"viewer"}), sampleTime()).isEmpty());
    QVERIFY(!whyNoDecision(detail, checker, sampleTime() + std::chrono::hours{2}).isEmpty()); // Expired.
}

void ControlWordsTest::whoDecidedIsNamed()
{
    RequestDetail detail = sampleRequest(Condition::Filled, 311);
    detail.request.status = "APPROVED";
    detail.checkerName = "Erin Wu";
    QVERIFY(whyNoDecision(detail, sessionOf("bob", {"approver"}), sampleTime()).contains(QLatin1String("Erin Wu")));
}

void ControlWordsTest::aMovedRowIsToldWithItsCount()
{
    QVERIFY(movedText(sampleRequest(Condition::Filled, 311)).isEmpty());
    const QString moved = movedText(sampleRequest(Condition::Filled, 313));
    QVERIFY(moved.contains(QLatin1String("1 of 3")) && moved.contains(QLatin1String("Alice")));
}

/// UX.md section 7: the sheet for the file names both persons, the plan's hash, the zone, and each item's value date.
void ControlWordsTest::theSheetForTheFileSaysWhoWhatAndWhen()
{
    RequestDetail detail = sampleRequest(Condition::Filled, 311);
    detail.checkerName = "Erin Wu";
    detail.items.front().payee = "A|B *Ltd*"; // Marks of the database's text are no marks of the page.
    const QString report = approvalReport(detail, TimeFormat(QTimeZone("Asia/Shanghai")));
    for (const QString& part : {QStringLiteral("Alice Zhang"), QStringLiteral("Erin Wu"),
             QString::fromStdString(detail.request.planHash), QStringLiteral("UTC+08:00"), QStringLiteral("2026-03-16"),
             QStringLiteral("A\\|B \\*Ltd\\*"), QStringLiteral("CCKYJFI4PQ4GI4D32KZCADMSIQNU26PD")})
        QVERIFY2(report.contains(part), qPrintable(part));
    QVERIFY(hasAllItems(detail) && report.contains(QStringLiteral("the largest first")));
    detail.request.items = 700;
    QVERIFY(!hasAllItems(detail));
    QVERIFY(approvalReport(detail, TimeFormat::utc()).contains(QStringLiteral("3 largest of 700")));
    const QList<QByteArray> lines = planItemLines(detail).trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    const QJsonObject first = QJsonDocument::fromJson(lines.front()).object();
    QCOMPARE(first.value(QStringLiteral("amount_minor")).toString(), QStringLiteral("120000000"));
    QCOMPARE(first.value(QStringLiteral("payee")).toString(), QStringLiteral("A|B *Ltd*"));
    QCOMPARE(first.value(QStringLiteral("value_date")).toString(), QStringLiteral("2026-03-16"));
    QVERIFY(QJsonDocument::fromJson(lines.back()).object().value(QStringLiteral("value_date")).isNull());
}

void ControlWordsTest::aReplayLeavesOutWhatTookEffectOrIsUnknown()
{
    ReplayCandidate unknown = candidate(4, "");
    unknown.status = "UNKNOWN_EXTERNAL";
    const ReplayPlan plan = replayPlan({candidate(1, "BUDGET_SPENT"), candidate(2, "NOT_SENT", true),
        candidate(3, "REFUSED"), unknown, candidate(1, "BUDGET_SPENT")});
    QCOMPARE(plan.lines.size(), std::size_t{4}); // The same one twice is one.
    QCOMPARE(plan.operations.size(), std::size_t{1});
    QCOMPARE(plan.amounts, (AmountPerCurrency{{"CNY", 1000}}));
    QCOMPARE(plan.total(), std::string("1000"));
    for (std::size_t i = 1; i < 4; ++i)
        QVERIFY(!plan.lines[i].why.isEmpty());
    QVERIFY(replayHeadline(plan).contains(QLatin1String("4 picked, 1 in the plan")));
}

void ControlWordsTest::aFreezeSaysWhatItStopsAndWhatNot()
{
    const FreezesNow now = sampleFreezes(Condition::Filled);
    const std::vector<ToneLine> everything = freezeEffects({"everything", ""}, &now);
    int stopped = 0;
    int goesOn = 0;
    for (const ToneLine& line : everything)
        ++(line.tone == Tone::Ok ? stopped : goesOn);
    QVERIFY(stopped >= 4 && goesOn >= 3);
    QVERIFY(everything.back().text.contains(QLatin1String("2")));
    QCOMPARE(freezeButtonText({"everything", ""}), QStringLiteral("Freeze everything now"));
    QVERIFY(freezeButtonText({"channel", "practice-bank"}).contains(QLatin1String("practice-bank")));
    QCOMPARE(QLatin1String(kPrefilledReason), QLatin1String("on-call freeze, reason to follow"));
}

void ControlWordsTest::aFreezeIsDrainedOnlyWhenNothingMayLeave()
{
    const FreezesNow now = sampleFreezes(Condition::Filled);
    const TimeFormat format = TimeFormat::utc();
    QVERIFY(freezeProgress(now.freezes[0], format).text.contains(QLatin1String("drained since")));
    QVERIFY(whyNoLift(now.freezes[0]).isEmpty());
    const QString draining = freezeProgress(now.freezes[1], format).text;
    QVERIFY(draining.contains(QLatin1String("may still leave")) && !draining.contains(QLatin1String("drained")));
    QVERIFY(!whyNoLift(now.freezes[1]).isEmpty());
    QVERIFY(mayLeaveText(now.mayLeave.front(), now.takenAt).contains(QLatin1String("settle-2")));
    QVERIFY(noReplayerText(true).isEmpty() && !noReplayerText(false).isEmpty());
}

void ControlWordsTest::theBannerNamesTheOldestFreezeAndNoPause()
{
    OverviewSnapshot snapshot = sampleOverview();
    QVERIFY(freezeBannerText(snapshot, TimeFormat::utc())->text.contains(QLatin1String("FROZEN since")));
    snapshot.freezes.push_back({"everything", "", sampleTime() - std::chrono::hours{1}, "Bob", "earlier"});
    const auto two = freezeBannerText(snapshot, TimeFormat::utc());
    QVERIFY(two && two->text.contains(QLatin1String("earlier")));
    snapshot.freezes = {{"channel", "practice-bank", sampleTime(), "Alice", "away", true}};
    QVERIFY(!freezeBannerText(snapshot, TimeFormat::utc()));
}

void ControlWordsTest::aVerificationNamesTheFirstBadRow()
{
    Verification verification;
    verification.rows = 98214;
    verification.chains = 3;
    QCOMPARE(verificationText(verification).tone, Tone::Warn); // Without an anchor it is never green.
    verification.anchoredUntil = "2026-03-14T19:10:00Z";
    verification.fingerprints = {"ab:cd"};
    QCOMPARE(verificationText(verification).tone, Tone::Ok);
    verification.faultCount = 2;
    verification.faults = {{"chain people, row 17", "its hash is another one"}};
    const StateText bad = verificationText(verification);
    QVERIFY(bad.tone == Tone::Critical && bad.word.contains(QLatin1String("row 17")));
    QVERIFY(!whyNoVerification(sessionOf("alice", {"operator"})).isEmpty());
    QVERIFY(whyNoVerification(sessionOf("carol", {"auditor"})).isEmpty());
}

QTEST_GUILESS_MAIN(ControlWordsTest)
#include "tst_control_words.moc"
