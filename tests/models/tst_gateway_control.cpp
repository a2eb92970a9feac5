// SPDX-License-Identifier: GPL-3.0-or-later
// Freezes, requests and decisions through the gateway: once, with an outcome, and never sent again by itself.
#include <QSignalSpy>
#include <QTest>

#include "gateway_bench.h"
#include "models/act_text.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;

namespace {

Failure lostOnTheWay()
{
    Failure failure;
    failure.kind = FailureKind::InDoubt;
    failure.statement = "approve_request";
    return failure;
}

} // namespace

class GatewayControlTest : public QObject {
    Q_OBJECT

private slots:
    void aFreezeIsOrderedThenEnforced();                // R103
    void eachWishReachesItsActWithWhatWasTyped();       // R85, R90
    void whatMakesGoodAndMovesRulesReachesItsActOnce(); // R87, R89, R133
    void aLostDecisionIsAskedForAndNeverSentAgain();    // F42, F44
    void aDecisionOfWhichNothingIsRecordedIsToldSo();   // F44
    void whoWasFasterIsNamed();                         // S1
    void freezesAreReadWhileTheListsRest();             // R104
    void oneRequestIsReadByItsNumber();
    void whatIsMaskedIsShownToWhoSaysWhy(); // S15: in the outcome, and in no sentence
    void aLostLookIsAskedForUnderItsId();   // S15, F42
    void aRefusedLookIsToldAndShowsNothing();
    void verifyingTellsProgressAndTheFirstBadRow(); // R120
    void anEmptyAuditHolds();
};

void GatewayControlTest::aFreezeIsOrderedThenEnforced()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.gateway->freeze({"everything", ""}, QStringLiteral(" on call "), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Completed);
    QVERIFY(bench.outcomes.front().frozen && bench.outcomes.front().frozen->status == "IN_FORCE");
    QCOMPARE(bench.script->controls(), (std::vector<std::string>{"freeze everything: on call", "enforce 5"}));
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("in force")));
    QVERIFY(bench.script->oneThreadEach());
}

void GatewayControlTest::eachWishReachesItsActWithWhatWasTyped()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    ReplayWish wish;
    wish.operations = {*Uuid::parse("00000000-0000-4000-8000-000000000001")};
    wish.underFreeze = true;
    wish.reason = "never seen";
    wish.ticket = "T-1";
    Gateway& gateway = *bench.gateway;
    gateway.requestReplay(wish, Gateway::newRequestId());
    gateway.requestLift(4, "{}", QStringLiteral("back"), QStringLiteral("T-2"), Gateway::newRequestId());
    gateway.requestDismissal(7, QStringLiteral("a test"), {}, Gateway::newRequestId());
    gateway.approve(311, "7f3a91c2ffff", "128430000", QStringLiteral("ok"), Gateway::newRequestId());
    gateway.reject(312, QStringLiteral("no"), Gateway::newRequestId());
    gateway.withdraw(313, {}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{6});
    QCOMPARE(bench.script->controls(),
        (std::vector<std::string>{"replay 1 no: never seen T-1 under-freeze", "lift 4 {}: back T-2",
            "dismiss 7: a test ", "approve 311 7f3a91c2 128430000: ok", "reject 312: no", "withdraw 313: "}));
    for (const ActOutcome& outcome : bench.outcomes) {
        QCOMPARE(outcome.result, ActResult::Completed);
        QVERIFY(!actText(outcome).sentence.isEmpty());
    }
}

void GatewayControlTest::whatMakesGoodAndMovesRulesReachesItsActOnce()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    Gateway& gateway = *bench.gateway;
    const Uuid operation = *Uuid::parse("00000000-0000-4000-8000-000000000001");
    const Uuid once = Gateway::newRequestId();
    gateway.requestRollout({"settle-daily", 2, "limited", {"merchant 17"}, {"a few first", "T-1"}}, once);
    gateway.requestRollout({"settle-daily", 2, "limited", {"merchant 17"}, {"a few first", "T-1"}}, once);
    gateway.requestResolve({operation, false, {"call", "7", "", "", ""}, "never seen", "T-2"}, Gateway::newRequestId());
    CompensationWish refund;
    refund.original = operation;
    refund.type = "refund";
    refund.amountMinor = 500;
    refund.reason = "charged twice";
    gateway.requestCompensation(refund, Gateway::newRequestId());
    gateway.requestRevision({operation, true, "account closed", "T-3"}, Gateway::newRequestId());
    gateway.requestCorrection(9, QStringLiteral(" gone "), QStringLiteral("T-4"), Gateway::newRequestId());
    gateway.requestMatch({10, {"entry", "12", "3"}, "it is that line", "T-5"}, Gateway::newRequestId());
    gateway.requestMissingMessage({operation, "its row is gone", "T-6"}, Gateway::newRequestId());
    gateway.requestResend({operation, "never seen", ""}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{8});
    QCOMPARE(bench.script->controls(),
        (std::vector<std::string>{"rollout settle-daily 2 limited for merchant 17: a few first T-1",
            "resolve not executed by call 7: never seen T-2", "compensate refund 500 by no evidence: charged twice",
            "revise: account closed T-3 under-freeze", "correct 9: gone T-4",
            "match 10 by entry 12/3: it is that line T-5", "missing message: its row is gone T-6",
            "re-send: never seen"}));
    for (const ActOutcome& outcome : bench.outcomes) {
        QCOMPARE(outcome.result, ActResult::Completed);
        QVERIFY(actText(outcome).sentence.contains(QLatin1String("requested under number")));
    }
    // Without a store nothing is sent, and that is told.
    Gateway alone([script = bench.script] { return std::make_unique<FakeConsoleReader>(script); },
        ActFactories{[script = bench.script] { return std::make_unique<FakePeople>(script); }});
    QSignalSpy ended(&alone, &Gateway::actFinished);
    alone.start();
    QTRY_VERIFY(alone.status().state == ConnectionState::Live && alone.status().actsConnected);
    alone.requestRevision({operation, false, "again", ""}, Gateway::newRequestId());
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.front().front().value<ActOutcome>().result, ActResult::Failed);
    QCOMPARE(bench.script->controls().size(), std::size_t{8});
}

void GatewayControlTest::whatIsMaskedIsShownToWhoSaysWhy()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    const OperationId operation{*Uuid::parse("00000000-0000-4000-8000-000000000001")};
    const Uuid once = Gateway::newRequestId();
    bench.script->holdActs();
    bench.gateway->reveal(operation, QStringLiteral(" the bank asks "), once);
    bench.gateway->reveal(operation, QStringLiteral("again"), once); // The same click.
    QTRY_COMPARE(bench.script->looks().size(), std::size_t{1});
    bench.script->letActsGo();
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.script->looks(),
        (std::vector<std::pair<std::string, std::string>>{{operation.value.toString(), "the bank asks"}}));
    const ActOutcome& outcome = bench.outcomes.front();
    QCOMPARE(outcome.result, ActResult::Completed);
    QVERIFY(outcome.requestId == once);
    QVERIFY(outcome.revealed && outcome.revealed->beneficiaryAccount == sampleRevealed().beneficiaryAccount);
    const ActText text = actText(outcome);
    QVERIFY(text.sentence.contains(QLatin1String("is in the audit")));
    const QString account = QString::fromStdString(outcome.revealed->beneficiaryAccount);
    QVERIFY(!text.sentence.contains(account) && !text.details.contains(account));
    QVERIFY(bench.script->oneThreadEach());
}

void GatewayControlTest::aLostLookIsAskedForUnderItsId()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    // The act itself asks once more under the same id; that answer is lost as well.
    bench.script->answerReveals({tl::unexpected<Failure>(lostOnTheWay()), tl::unexpected<Failure>(lostOnTheWay())});
    const Uuid id = Gateway::newRequestId();
    bench.gateway->reveal({}, QStringLiteral("the bank asks"), id);
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    QVERIFY(bench.outcomes.front().stillAsking && !bench.outcomes.front().revealed);
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("request id")));
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
    QVERIFY(bench.outcomes.back().revealed.has_value());
    QVERIFY((bench.script->actsSent() == std::vector<Uuid>{id, id, id}));
}

void GatewayControlTest::aRefusedLookIsToldAndShowsNothing()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    Revealed no;
    no.reason = "UNKNOWN_SUBJECT";
    bench.script->answerReveals({no});
    bench.gateway->reveal({}, QStringLiteral("why"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Refused);
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("nothing under this key")));
}

void GatewayControlTest::aLostDecisionIsAskedForAndNeverSentAgain()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    // The act itself asks once more under the same id; then only the record is asked.
    bench.script->answerRequests({tl::unexpected<Failure>(lostOnTheWay()), tl::unexpected<Failure>(lostOnTheWay())});
    bench.script->answerControlFind(tl::unexpected<Failure>(serverAway()));
    bench.gateway->approve(311, "7f", "1", {}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    QVERIFY(bench.outcomes.front().stillAsking);
    RequestAnswer found;
    found.done = true;
    found.id = 311;
    found.status = "APPROVED";
    bench.script->answerControlFind(std::optional(found));
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
    QCOMPARE(bench.script->controls().size(), std::size_t{2});
}

void GatewayControlTest::aDecisionOfWhichNothingIsRecordedIsToldSo()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.script->answerRequests({tl::unexpected<Failure>(lostOnTheWay()), tl::unexpected<Failure>(lostOnTheWay())});
    bench.gateway->reject(311, QStringLiteral("no"), Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Failed);
    QVERIFY(actText(bench.outcomes.back()).sentence.contains(QLatin1String("harmless")));
    QCOMPARE(bench.script->controls().size(), std::size_t{2});
}

void GatewayControlTest::whoWasFasterIsNamed()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    RequestAnswer late;
    late.reason = "ALREADY_DECIDED";
    late.found = "APPROVED by erin";
    bench.script->answerRequests({late});
    bench.gateway->approve(311, "7f", "1", {}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Refused);
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("erin")));
}

void GatewayControlTest::freezesAreReadWhileTheListsRest()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    bench.gateway->pause(PauseReason::Dialog);
    QSignalSpy ready(bench.gateway.get(), &Gateway::freezesReady);
    bench.gateway->watchFreezes(true);
    QTRY_COMPARE(ready.size(), 1);
    const auto freezes = ready.front().front().value<FreezesPtr>();
    QCOMPARE(freezes->freezes.size(), std::size_t{2});
    bench.script->tick();
    QTRY_VERIFY(ready.size() > 1); // It drains while the dialog is open.
}

void GatewayControlTest::oneRequestIsReadByItsNumber()
{
    ActBench bench;
    QTRY_VERIFY(bench.ready());
    QSignalSpy ready(bench.gateway.get(), &Gateway::requestReady);
    bench.gateway->watchRequest(312);
    QTRY_COMPARE(ready.size(), 1);
    const auto lift = ready.front().front().value<RequestDetailPtr>();
    QVERIFY(lift->found);
    QCOMPARE(lift->request.kind, std::string("lift"));
    bench.gateway->watchRequest(311, 2); // As many items as are asked for.
    QTRY_COMPARE(ready.size(), 2);
    QCOMPARE(ready.back().front().value<RequestDetailPtr>()->items.size(), std::size_t{2});
    bench.gateway->watchRequest(311, kPlanItemsMost);
    QTRY_COMPARE(ready.size(), 3);
    QCOMPARE(ready.back().front().value<RequestDetailPtr>()->items.size(), std::size_t{3});
    bench.gateway->watchRequest(999);
    QTRY_COMPARE(ready.size(), 4);
    QVERIFY(!ready.back().front().value<RequestDetailPtr>()->found);
}

void GatewayControlTest::verifyingTellsProgressAndTheFirstBadRow()
{
    ActBench bench({.auditRows = 1200});
    QSignalSpy progressed(bench.gateway.get(), &Gateway::verificationProgressed);
    QSignalSpy ended(bench.gateway.get(), &Gateway::verificationEnded);
    bench.gateway->verifyAudit();
    QVERIFY(bench.gateway->verifying());
    bench.gateway->verifyAudit(); // One at a time.
    QTRY_COMPARE(ended.size(), 1);
    QVERIFY(!bench.gateway->verifying());
    QVERIFY(progressed.size() >= 3);
    QCOMPARE(progressed.back().at(1).toLongLong(), qint64{1200});
    const auto found = ended.front().front().value<VerificationPtr>();
    QVERIFY(!found->failure);
    QVERIFY(found->faultCount > 0);
    QVERIFY(QString::fromStdString(found->faults.front().where).contains(QLatin1String("people")));
}

void GatewayControlTest::anEmptyAuditHolds()
{
    ActBench bench;
    QSignalSpy ended(bench.gateway.get(), &Gateway::verificationEnded);
    bench.gateway->verifyAudit();
    QTRY_COMPARE(ended.size(), 1);
    const auto found = ended.front().front().value<VerificationPtr>();
    QVERIFY(!found->failure && found->faultCount == 0 && found->anchoredUntil.empty() && found->noted);
}

QTEST_GUILESS_MAIN(GatewayControlTest)
#include "tst_gateway_control.moc"
