// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include "gateway_bench.h"
#include "models/act_text.h"

#include <atomic>

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;
using std::chrono::seconds;

namespace {

/// A steady clock that stands until it is moved.
struct HandClock {
    std::atomic<std::int64_t> at{1'000'000};
    void advance(milliseconds span) { at += span.count(); }
    [[nodiscard]] ConnectionMonitor::Instant now() const { return ConnectionMonitor::Instant{milliseconds{at.load()}}; }
};

/// Gateway, script and outcomes of one test.
struct Bench {
    explicit Bench(Condition condition = Condition::Filled, bool readOnly = false)
        : script(std::make_shared<FakeScript>(condition))
        , clock(std::make_shared<HandClock>())
    {
        GatewaySettings settings = quietSettings();
        settings.readOnly = readOnly;
        settings.jitter = [] { return 1.0; };
        settings.clock = [clock = clock] { return clock->now(); };
        gateway = std::make_unique<Gateway>(
            [script = script] { return std::make_unique<FakeConsoleReader>(script); }, fakeStores(script), settings);
        QObject::connect(
            gateway.get(), &Gateway::actFinished, [this](const ActOutcome& outcome) { outcomes.push_back(outcome); });
        QObject::connect(gateway.get(), &Gateway::batchesReady,
            [this](const BatchPagePtr&, const ListQuery& query) { batchAnswers.push_back(query); });
    }
    ~Bench()
    {
        script->letReadsGo(); // So that a failed test does not leave a thread behind.
        script->letActsGo();
    }

    [[nodiscard]] bool live() const { return gateway->status().state == ConnectionState::Live; }
    [[nodiscard]] bool ready() const { return live() && gateway->status().actsConnected; }

    std::shared_ptr<FakeScript> script;
    std::shared_ptr<HandClock> clock;
    std::vector<ActOutcome> outcomes;
    std::vector<ListQuery> batchAnswers;
    std::unique_ptr<Gateway> gateway; // Last: it ends first.
};

ListQuery queryOf(const char* status)
{
    ListQuery query;
    query.status = status;
    return query;
}

Failure lostAnswer()
{
    Failure failure;
    failure.kind = FailureKind::InDoubt;
    failure.statement = "trigger_run";
    return failure;
}

ManualTriggerAnswer recorded()
{
    ManualTriggerAnswer answer;
    answer.done = true;
    answer.answer = "CREATED";
    answer.runKey = "settle-daily:2026-03-13";
    return answer;
}

const BusinessDate kDate = BusinessDate::make(2026, 3, 13).value();
const JobId kJob{"settle-daily"};

} // namespace

class GatewayTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstOverviewArrivesAndTheStoresStayOnTheirThreads();
    void theNewestQueryWinsAndStaleAnswersAreDropped();
    void sameQueryAgainIsNotReadAgain();
    void oneThingIsReadWhileItIsWatched();
    void aStrayCancelIsReadAgain();
    void aCancelledReadIsTold();
    void burstsOfTicksAreMerged();
    void aPauseHoldsTheListsAndCountsWhatWaits();
    void aChangedFilterIsReadEvenWhilePaused();
    void aFailedQueryIsToldAndTheConnectionStands();
    void aLostConnectionComesBackByItself();
    void theActConnectionTellsWhenTheServerGoesAndComes();
    void aRefusedLoginWaitsForAPerson();
    void aHangingReadIsReportedWithinTheWatchdog();
    void anotherServerIsAnnouncedOnceAndStopsActs();
    void anActIsCarriedOutOnce();
    void aSecondClickIsTheSameRequest();
    void aRefusedActTellsTheReason();
    void anAcknowledgementIsAnActWithItsReason();         // R130
    void aLostAcknowledgementIsSaidAgainUntilItIsThere(); // R130
    void aRefusedAcknowledgementTellsTheReason();
    void aLostAnswerIsAskedForAndNeverSentAgain();
    void nothingRecordedIsToldAsNotCarriedOut();
    void anActWithoutAConnectionFailsAtOnceAndIsNotQueued();
    void anActThatHangsIsReportedUnknownThenTrue();
    void aReadOnlySessionHasNoActs();
    void jobsAreListed();
    void shutdownIsQuickAlthoughTheServerHangs();
    void shutdownCancelsWhatRunsAndEndsCleanly();
    void openActsGetAnOutcomeAtShutdown();
};

void GatewayTest::theFirstOverviewArrivesAndTheStoresStayOnTheirThreads()
{
    Bench bench;
    QSignalSpy overview(bench.gateway.get(), &Gateway::overviewReady);
    QVERIFY(!bench.gateway->databaseNow());
    bench.gateway->start();
    QTRY_COMPARE(overview.count(), 1);
    QTRY_VERIFY(bench.ready());
    QCOMPARE(bench.gateway->overview()->operations, 10'701);
    QVERIFY(*bench.gateway->databaseNow() == sampleTime());
    bench.clock->advance(seconds{3});
    QVERIFY(*bench.gateway->databaseNow() == sampleTime() + seconds{3});
    QVERIFY(bench.gateway->shutdown());
    QVERIFY(bench.script->oneThreadEach());
}

void GatewayTest::theNewestQueryWinsAndStaleAnswersAreDropped()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdReads(false); // The server ignores the cancel.
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.script->heldReads(), 1);
    bench.gateway->watchBatches(queryOf("FAILED"));
    bench.gateway->watchBatches(queryOf("PARTIAL"));
    bench.gateway->watchBatches(queryOf("COMPLETED"));
    bench.script->letReadsGo();
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{1});
    QCOMPARE(bench.batchAnswers.front().status, std::string("COMPLETED"));
    // One was in flight; of the three that came meanwhile only the newest was read.
    QCOMPARE(bench.script->batchQueries().size(), std::size_t{2});
    QVERIFY(bench.script->cancels() >= 1);
}

void GatewayTest::sameQueryAgainIsNotReadAgain()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    const Ticket first = bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{1});
    QCOMPARE(bench.gateway->watchBatches(queryOf("RUNNING")), first);
    ListQuery larger = queryOf("RUNNING");
    larger.limit = 1'000'000;
    QVERIFY(bench.gateway->watchBatches(larger) != first);
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{2});
    QCOMPARE(bench.batchAnswers.back().limit, Gateway::kRowsMax); // Size limits are explicit.
}

// The pages of one batch and one operation: read once at the start, with each refresh, and no more once left.
void GatewayTest::oneThingIsReadWhileItIsWatched()
{
    Bench bench;
    std::vector<BatchDetailPtr> batches;
    std::vector<OperationDetailPtr> operations;
    QObject::connect(bench.gateway.get(), &Gateway::batchReady, [&](const BatchDetailPtr& batch) { batches.push_back(batch); });
    QObject::connect(
        bench.gateway.get(), &Gateway::operationReady, [&](const OperationDetailPtr& operation) { operations.push_back(operation); });
    bench.gateway->start();
    QTRY_VERIFY(bench.live());
    bench.gateway->watchBatch("settle-daily:2026-03-13");
    QTRY_COMPARE(batches.size(), std::size_t{1});
    QVERIFY(batches.front()->found);
    QCOMPARE(batches.front()->runKey, std::string("settle-daily:2026-03-13"));
    bench.gateway->watchBatch("settle-daily:2026-03-13"); // The same again changes nothing.
    bench.gateway->watchOperation(OperationId{}); // Unknown: no failure.
    QTRY_COMPARE(operations.size(), std::size_t{1});
    QVERIFY(!operations.front()->found);
    QCOMPARE(bench.script->detailKeys().size(), std::size_t{2});
    bench.gateway->watchBatch(std::nullopt);
    bench.gateway->refreshNow();
    QTRY_COMPARE(operations.size(), std::size_t{2});
    QCOMPARE(batches.size(), std::size_t{1});
    QVERIFY(bench.script->oneThreadEach());
}

void GatewayTest::aStrayCancelIsReadAgain()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    QSignalSpy failed(bench.gateway.get(), &Gateway::readFailed);
    Failure cancelled;
    cancelled.kind = FailureKind::Cancelled;
    cancelled.sqlState = "57014";
    bench.script->failWith(cancelled);
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_VERIFY(!bench.script->batchQueries().empty());
    bench.script->failWith(std::nullopt);
    QTRY_VERIFY(!bench.batchAnswers.empty() || failed.count() > 0);
    // At most a few times: a database that cancels everything is told, not asked for ever.
    QVERIFY(bench.script->batchQueries().size() <= 5);
}

void GatewayTest::aCancelledReadIsTold()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    QSignalSpy failed(bench.gateway.get(), &Gateway::readFailed);
    bench.script->holdReads(true);
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.script->heldReads(), 1);
    bench.gateway->cancelRead();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.first().at(1).value<Failure>().kind, FailureKind::Cancelled);
    QVERIFY(bench.live()); // Nothing is lost by a cancel.
}

void GatewayTest::burstsOfTicksAreMerged()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    QTRY_VERIFY(bench.script->overviewReads() >= 1);
    bench.script->holdReads(false);
    const int before = bench.script->overviewReads();
    bench.script->tick();
    QTRY_COMPARE(bench.script->heldReads(), 1);
    for (int i = 0; i < 20; ++i)
        bench.script->tick();
    bench.script->letReadsGo();
    QTRY_VERIFY(bench.script->overviewReads() >= before + 1);
    QTRY_VERIFY(bench.live());
    QVERIFY(bench.script->overviewReads() <= before + 5);
}

void GatewayTest::aPauseHoldsTheListsAndCountsWhatWaits()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{1});
    QSignalSpy overview(bench.gateway.get(), &Gateway::overviewReady);

    bench.gateway->pause(PauseReason::Selection);
    bench.gateway->pause(PauseReason::Dialog);
    const int reads = bench.script->overviewReads();
    bench.script->tick();
    QTRY_VERIFY(bench.gateway->changesWaiting() >= 1);
    QTRY_VERIFY(bench.script->overviewReads() > reads); // Banner and state stay true.
    QTRY_VERIFY(overview.count() >= 1);
    QCOMPARE(bench.batchAnswers.size(), std::size_t{1});

    bench.gateway->resume(PauseReason::Selection);
    QVERIFY(bench.gateway->paused()); // Each reason counts on its own.
    bench.gateway->resume(PauseReason::Dialog);
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{2});
    QCOMPARE(bench.gateway->changesWaiting(), 0);
}

void GatewayTest::aChangedFilterIsReadEvenWhilePaused()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.gateway->pause(PauseReason::Person);
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{1});
    bench.gateway->refreshNow(); // F5 as well.
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{2});
}

void GatewayTest::aFailedQueryIsToldAndTheConnectionStands()
{
    Bench bench(Condition::Error);
    QSignalSpy failed(bench.gateway.get(), &Gateway::readFailed);
    bench.gateway->start();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.first().at(1).value<Failure>().sqlState, std::string("42501"));
    QCOMPARE(bench.gateway->status().state, ConnectionState::Connecting);
    bench.script->setCondition(Condition::Filled);
    bench.gateway->refreshNow();
    QTRY_VERIFY(bench.live());
}

void GatewayTest::aLostConnectionComesBackByItself() // K85
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.gateway->watchBatches(queryOf("RUNNING"));
    QTRY_COMPARE(bench.batchAnswers.size(), std::size_t{1});

    bench.script->setCondition(Condition::Offline);
    bench.gateway->refreshNow();
    QTRY_COMPARE(bench.gateway->status().state, ConnectionState::Reconnecting);
    QVERIFY(bench.gateway->overview() != nullptr); // What is on the screen stays.

    bench.script->setCondition(Condition::Filled);
    bench.clock->advance(seconds{40}); // The next wait is over; the timer was set before, so a person presses F5.
    bench.gateway->refreshNow();
    QTRY_VERIFY(bench.live());
    QTRY_VERIFY(bench.batchAnswers.size() >= 2); // Everything is read anew.
}

void GatewayTest::theActConnectionTellsWhenTheServerGoesAndComes()
{
    Bench bench; // Polls once an hour, by a clock that stands: nothing but the act connection can tell.
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->failWith(serverAway());
    bench.script->failPeople(serverAway());
    bench.script->breakPeople();
    QTRY_COMPARE(bench.gateway->status().state, ConnectionState::Reconnecting);
    QTRY_VERIFY(!bench.gateway->status().actsConnected);
    bench.script->failWith(std::nullopt);
    bench.script->failPeople(std::nullopt);
    QTRY_VERIFY(bench.ready());
}

void GatewayTest::aRefusedLoginWaitsForAPerson()
{
    Bench bench;
    Failure refused = serverAway();
    refused.sqlState = "28P01";
    bench.script->failWith(refused);
    bench.gateway->start();
    QTRY_COMPARE(bench.gateway->status().state, ConnectionState::Offline);
    const int connects = bench.script->connects();
    bench.clock->advance(seconds{600});
    QSignalSpy status(bench.gateway.get(), &Gateway::statusChanged);
    QTRY_VERIFY(status.count() >= 3);
    QCOMPARE(bench.script->connects(), connects); // Trying again could lock the account.
    bench.script->failWith(std::nullopt);
    bench.gateway->retryNow();
    QTRY_VERIFY(bench.live());
}

void GatewayTest::aHangingReadIsReportedWithinTheWatchdog()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdReads(true);
    bench.gateway->refreshNow();
    QTRY_COMPARE(bench.script->heldReads(), 1);
    bench.clock->advance(seconds{9});
    QTRY_COMPARE(bench.gateway->status().state, ConnectionState::Reconnecting);
    QTRY_COMPARE(bench.script->cancels(), 1); // It was asked to stop.
    bench.script->letReadsGo();
    bench.gateway->retryNow();
    QTRY_VERIFY(bench.live());
}

void GatewayTest::anotherServerIsAnnouncedOnceAndStopsActs()
{
    Bench bench;
    QSignalSpy changed(bench.gateway.get(), &Gateway::serverChanged);
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    ServerIdentity other = sampleServer();
    other.timeline = 2;
    bench.script->setServer(other);
    bench.gateway->refreshNow();
    QTRY_COMPARE(bench.gateway->status().state, ConnectionState::DifferentServer);
    bench.gateway->refreshNow();
    QTRY_COMPARE(changed.count(), 1);

    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Failed);
    QVERIFY(bench.script->actsSent().empty());
    bench.gateway->acknowledgeServer();
    QVERIFY(bench.live());
}

void GatewayTest::anActIsCarriedOutOnce()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    QSignalSpy started(bench.gateway.get(), &Gateway::actStarted);
    const Uuid id = Gateway::newRequestId();
    bench.gateway->triggerRun(kJob, kDate, id);
    QCOMPARE(started.count(), 1);
    QVERIFY(bench.gateway->actUnderWay());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Completed);
    QVERIFY(bench.outcomes.front().requestId == id);
    QCOMPARE(bench.script->actsSent().size(), std::size_t{1});
    QVERIFY(!bench.gateway->actUnderWay());
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("was created")));
}

void GatewayTest::aSecondClickIsTheSameRequest() // R87
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdActs();
    const Uuid id = Gateway::newRequestId();
    bench.gateway->triggerRun(kJob, kDate, id);
    bench.gateway->triggerRun(kJob, kDate, id);
    QTRY_COMPARE(bench.script->actsSent().size(), std::size_t{1});
    bench.script->letActsGo();
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.script->actsSent().size(), std::size_t{1});
}

void GatewayTest::aRefusedActTellsTheReason()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    ManualTriggerAnswer no;
    no.reason = "JOB_DISABLED";
    bench.script->answerActs({no});
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Refused);
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("disabled")));
}

void GatewayTest::anAcknowledgementIsAnActWithItsReason()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdActs();
    const Uuid id = Gateway::newRequestId();
    bench.gateway->acknowledgeAlert(12, QStringLiteral(" I call the bank "), id);
    bench.gateway->acknowledgeAlert(12, QStringLiteral("again"), id); // The same click.
    QTRY_COMPARE(bench.script->acknowledged().size(), std::size_t{1});
    bench.script->letActsGo();
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QVERIFY(bench.outcomes.front().requestId == id);
    QCOMPARE(bench.outcomes.front().result, ActResult::Completed);
    QCOMPARE(
        bench.script->acknowledged(), (std::vector<std::pair<std::int64_t, std::string>>{{12, "I call the bank"}}));
    QVERIFY(actText(bench.outcomes.front()).sentence.startsWith(QLatin1String("Alert 12: seen by ")));
    QVERIFY(!bench.gateway->actUnderWay());
}

void GatewayTest::aLostAcknowledgementIsSaidAgainUntilItIsThere()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    // The act itself asks once more under the same request id; that answer is lost as well.
    bench.script->answerAcknowledgements(
        {tl::unexpected<Failure>(lostAnswer()), tl::unexpected<Failure>(lostAnswer())});
    bench.gateway->acknowledgeAlert(12, {}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    QVERIFY(bench.outcomes.front().stillAsking);
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
    QCOMPARE(bench.script->acknowledged().size(), std::size_t{3});
    QCOMPARE(bench.script->finds(), 0); // It is no trigger.
}

void GatewayTest::aRefusedAcknowledgementTellsTheReason()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->answerAcknowledgements({Acknowledgement{false, "UNKNOWN_SUBJECT", {}, {}}});
    bench.gateway->acknowledgeAlert(99, {}, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Refused);
    QVERIFY(actText(bench.outcomes.front()).sentence.contains(QLatin1String("nothing under this key")));
}

void GatewayTest::aLostAnswerIsAskedForAndNeverSentAgain() // F42, F44
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->answerActs({tl::unexpected<Failure>(lostAnswer())});
    bench.script->answerFind(tl::unexpected<Failure>(serverAway())); // The server is away when it is asked, too.
    const Uuid id = Gateway::newRequestId();
    bench.gateway->triggerRun(kJob, kDate, id);
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    QVERIFY(bench.outcomes.front().stillAsking);
    QVERIFY(bench.gateway->actUnderWay());

    bench.script->answerFind(std::optional<ManualTriggerAnswer>(recorded())); // Now it is back.
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
    QVERIFY(bench.outcomes.back().requestId == id);
    QCOMPARE(bench.script->actsSent().size(), std::size_t{1});
}

void GatewayTest::nothingRecordedIsToldAsNotCarriedOut()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->answerActs({tl::unexpected<Failure>(lostAnswer())});
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_VERIFY(!bench.outcomes.empty()); // The second may come before this one is looked at.
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    // The server may still be at it: it is asked with each round, and only then that is said.
    for (int i = 0; i < 3; ++i) {
        const int asked = bench.script->finds();
        bench.script->tick();
        QTRY_VERIFY(bench.script->finds() > asked || bench.outcomes.size() == 2);
    }
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Failed);
    QVERIFY(actText(bench.outcomes.back()).sentence.contains(QLatin1String("harmless")));
    QCOMPARE(bench.script->actsSent().size(), std::size_t{1});
}

void GatewayTest::anActWithoutAConnectionFailsAtOnceAndIsNotQueued()
{
    Bench bench;
    bench.script->failPeople(serverAway());
    bench.gateway->start();
    QTRY_VERIFY(bench.live());
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Failed);
    bench.script->failPeople(std::nullopt);
    QTRY_VERIFY(bench.ready());
    QVERIFY(bench.script->actsSent().empty());
}

void GatewayTest::anActThatHangsIsReportedUnknownThenTrue()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdActs();
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.script->actsSent().size(), std::size_t{1});
    bench.clock->advance(seconds{11});
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    bench.script->letActsGo();
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{2});
    QCOMPARE(bench.outcomes.back().result, ActResult::Completed);
}

void GatewayTest::aReadOnlySessionHasNoActs()
{
    Bench bench(Condition::Filled, true);
    bench.gateway->start();
    QTRY_VERIFY(bench.live());
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::Failed);
    QVERIFY(bench.script->actsSent().empty());
}

void GatewayTest::jobsAreListed()
{
    Bench bench;
    QSignalSpy jobs(bench.gateway.get(), &Gateway::jobsReady);
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.gateway->requestJobs();
    QTRY_COMPARE(jobs.count(), 1);
    QCOMPARE(jobs.first().first().toStringList(), QStringList{QStringLiteral("settle-daily")});
}

void GatewayTest::shutdownIsQuickAlthoughTheServerHangs()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdReads(false); // Ignores the cancel: the thread cannot end.
    bench.gateway->refreshNow();
    QTRY_COMPARE(bench.script->heldReads(), 1);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!bench.gateway->shutdown(milliseconds{50}));
    QVERIFY(timer.elapsed() < 1000);
    QVERIFY(!bench.gateway->shutdown()); // Said once more, not tried once more.
    bench.gateway.reset();
    bench.script->letReadsGo(); // What was left behind ends without its gateway.
    QTRY_COMPARE(bench.script->heldReads(), 0);
    QTRY_COMPARE(bench.script.use_count(), 1L);
}

void GatewayTest::shutdownCancelsWhatRunsAndEndsCleanly()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdReads(true);
    bench.gateway->refreshNow();
    QTRY_COMPARE(bench.script->heldReads(), 1);
    QVERIFY(bench.gateway->shutdown(seconds{30}));
    QCOMPARE(bench.script->cancels(), 1);
}

void GatewayTest::openActsGetAnOutcomeAtShutdown()
{
    Bench bench;
    bench.gateway->start();
    QTRY_VERIFY(bench.ready());
    bench.script->holdActs();
    bench.gateway->triggerRun(kJob, kDate, Gateway::newRequestId());
    QTRY_COMPARE(bench.script->actsSent().size(), std::size_t{1});
    bench.gateway->shutdown(milliseconds{20});
    QCOMPARE(bench.outcomes.size(), std::size_t{1});
    QCOMPARE(bench.outcomes.front().result, ActResult::OutcomeUnknown);
    QVERIFY(!bench.outcomes.front().stillAsking);
    bench.gateway.reset();
    bench.script->letActsGo();
    QTRY_COMPARE(bench.script.use_count(), 1L);
}

QTEST_GUILESS_MAIN(GatewayTest)
#include "tst_gateway.moc"
