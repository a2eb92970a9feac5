// SPDX-License-Identifier: GPL-3.0-or-later
// Scheduler, settler and lease keeper on a real database: what is inserted once, claimed once, posted once, and what a
// lost, stale, frozen or poisoned row does to its neighbours.
#include "core/keys.h"
#include "socket_cutter.h"
#include "store/duty_store.h"
#include "store/janitor_store.h"
#include "store/lease_store.h"
#include "store/operation_store.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTest>

#include <algorithm>
#include <thread>
#include <tuple>

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-03-10";

ClaimRequest everything(milliseconds lease = milliseconds{60000}, int most = 500)
{
    return {"settle-daily", allBuckets(), most, lease};
}

/// The lease of everything that is in work ends now, as if its time had passed.
void endLeases(StoreRig& rig)
{
    std::ignore = rig.ask("UPDATE settlement_operation SET lease_until = clock() - interval '1 s' WHERE status = 'PROCESSING'");
    std::ignore = rig.ask("UPDATE operation_due d SET due_at = o.lease_until FROM settlement_operation o "
                          "WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id AND o.status = 'PROCESSING'");
}

void freeze(StoreRig& rig, const std::string& kind, const std::string& ref)
{
    std::ignore = rig.ask("INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('" + kind + "', '" + ref + "', 'bob', 'test')");
    std::ignore = rig.ask("UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock() WHERE status = 'REQUESTED'");
}

void lift(StoreRig& rig)
{
    for (const char* status : {"DRAINED", "LIFT_REQUESTED"})
        std::ignore = rig.ask(std::string{"UPDATE freeze_order SET status = '"} + status + "'");
    std::ignore = rig.ask("UPDATE freeze_order SET status = 'LIFTED', lifted_at = clock()");
}

std::vector<Posting> postingsOf(const StoreRig& rig, const ClaimedSet& set)
{
    std::vector<Posting> postings;
    for (const ClaimedOperation& operation : set.operations)
        postings.push_back(rig.postingOf(operation));
    return postings;
}

} // namespace

class TestStoreWork : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void scheduledInstantMakesOneTriggerAndOneRun();     // R1, R18
    void dayIsEnumeratedOnceHoweverOften();              // R7, R44, I1, I13
    void lateSchedulerMeetsConflictNotASecondBatch();    // R16
    void sealedDateTakesNoSale();
    void unplannedInputIsMissed();                       // R41
    void emptyDayIsEnumeratedToNothing();
    void claimTakesEachRowOnceAmongThreeWorkers();       // R24, R25
    void claimIsPostedWithLegsMessageAndCounts();        // R51, I2, I3
    void postUnderAnOldVersionIsLostAndLeavesTheOthers(); // R26, F13
    void postWithoutAccountPostsNothing();
    void lostPostIsReadBackByKey_data();
    void lostPostIsReadBackByKey();                      // DESIGN.md rule 6
    void lostClaimIsReadBack();
    void rowThatLostItsWorkerIsClaimedAlone();           // K73
    void thirdLossAloneEndsInADeadLetter();              // K73
    void neighboursOfALostSetAreNotCounted();
    void renewalKeepsTheLeaseAndToldTheLostOnes();       // R27
    void renewalAfterTheEndIsRefused();
    void retryKeepsItsInstantAndItsCount();              // R70
    void cleanStopBurnsNoAttempt();
    void ruleFailureStopsTheBatch();                     // R72
    void dataFailureStopsItselfOnly();
    void freezeKeepsClaimsAndTriggersAway_data();
    void freezeKeepsClaimsAndTriggersAway();             // R100, I12
    void runsAreHeldAndReleased();                       // R103
    void batchFactsAndShardsFollowTheOperations();       // R41, I9
    void completedBatchIsLeftAtOnce();                   // R44
    void reconcileFindsADifferenceOnce();                // I5
    void attemptsOfGoneWorkersAreLost();                 // R2
    void workerIsRegisteredAndAuditedOnce();
    void updatesOfOperationsStayHot();
    void foldedCountsStayTheSame();

private:
    std::unique_ptr<StoreRig> m_rig;
    void makeRig() { m_rig = std::make_unique<StoreRig>(); }
};

void TestStoreWork::initTestCase()
{
    ONCEOVER_NEED(TestCluster::shared());
}

void TestStoreWork::scheduledInstantMakesOneTriggerAndOneRun()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    Result<TriggerAnswer> answers[2];
    {
        std::jthread one([&] { answers[0] = m_rig->trigger(kDay, "s1"); });
        std::jthread two([&] { answers[1] = m_rig->trigger(kDay, "s2"); });
    }
    ONCEOVER_OK(answers[0]);
    ONCEOVER_OK(answers[1]);
    QCOMPARE(answers[0]->run.value, answers[1]->run.value);
    QCOMPARE(static_cast<int>(answers[0]->newRun) + static_cast<int>(answers[1]->newRun), 1);
    QCOMPARE(static_cast<int>(answers[0]->newTrigger) + static_cast<int>(answers[1]->newTrigger), 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_trigger"), 1);
    QCOMPARE(m_rig->ask("SELECT status || ' ' || run_key FROM job_run"), std::string{"DUE settle-daily:2026-03-10"});
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto jobs = scheduler.jobs();
    ONCEOVER_OK(jobs);
    QCOMPARE(jobs->size(), std::size_t{1});
    QCOMPARE(jobs->front().retryBackoff, (std::vector<milliseconds>{std::chrono::minutes{1}, std::chrono::minutes{5}, std::chrono::minutes{25}}));
    QCOMPARE(store::encodeTimestamp(jobs->front().scheduledUpTo), std::string{"2026-03-11 10:30:00.000000+00"});
}

void TestStoreWork::dayIsEnumeratedOnceHoweverOften()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_item"), kRigItems);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(expected_count) FROM batch_shard WHERE status = 'ENUMERATED'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(expected_items) FROM batch_shard"), kRigItems);
    QCOMPARE(m_rig->ask("SELECT beneficiary ->> 'name' FROM settlement_operation WHERE merchant_id = 7"), std::string{"Holder \"7\""});
    // 12 × (100000 − 250) + 12 × (100000 − 1500 − 250), whatever the currency.
    QCOMPARE(m_rig->count("SELECT sum(amount_minor) FROM settlement_operation"), 12 * 99750 + 12 * 98250);
    QCOMPARE(m_rig->ask("SELECT status FROM run_attempt"), std::string{"SUCCEEDED"});
    // Again, by another scheduler: the run is RUNNING, its shards are enumerated.
    const auto again = m_rig->enumerate(kDay, "s2");
    QVERIFY(!again);
    QCOMPARE(static_cast<int>(again.error().kind), static_cast<int>(FailureKind::Conflict));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_batch"), 1);
}

void TestStoreWork::lateSchedulerMeetsConflictNotASecondBatch()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore first{m_rig->duty("scheduler", "s1")};
    store::ScheduleStore second{m_rig->duty("scheduler", "s2")};
    const auto work = first.beginRun(run->run, milliseconds{60000});
    ONCEOVER_OK(work);
    QCOMPARE(work->shards.size(), std::size_t{4});
    QCOMPARE(work->shards[1].from.value, std::int16_t{16});
    const auto held = second.beginRun(run->run, milliseconds{60000});
    QVERIFY(!held);
    QCOMPARE(static_cast<int>(held.error().kind), static_cast<int>(FailureKind::Conflict));
    QVERIFY(held.error().found.find("s1") != std::string::npos);
    // The first one falls silent; its lease ends; the second one takes over and enumerates; the first one comes back late.
    std::ignore = m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s'");
    const auto taken = second.beginRun(run->run, milliseconds{60000});
    ONCEOVER_OK(taken);
    QCOMPARE(taken->batch.value, work->batch.value);
    QVERIFY(taken->attempt.value != work->attempt.value);
    QCOMPARE(m_rig->ask("SELECT status FROM run_attempt WHERE attempt_id = " + std::to_string(work->attempt.value)), std::string{"LOST"});
    const auto ns = first.keyNamespace();
    ONCEOVER_OK(ns);
    const auto inputs = second.readShardInputs(*taken, taken->shards[0]);
    ONCEOVER_OK(inputs);
    const auto operations = planned(*ns, kDay, *inputs);
    ONCEOVER_OK(second.enumerateShard(*taken, taken->shards[0], operations));
    const auto late = first.enumerateShard(*work, work->shards[0], operations);
    QVERIFY(!late);
    QCOMPARE(static_cast<int>(late.error().kind), static_cast<int>(FailureKind::Conflict));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation"), static_cast<std::int64_t>(operations.size()));
}

void TestStoreWork::sealedDateTakesNoSale()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const std::string sale = "INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date) "
                             "SELECT bucket, 'sale', 'late', merchant_id, 5, currency, now(), '";
    QVERIFY(m_rig->ask(sale + kDay + "' FROM merchant WHERE merchant_id = 1").find("SEALED_DATE") != std::string::npos);
    QCOMPARE(m_rig->ask(sale + "2026-03-11' FROM merchant WHERE merchant_id = 1"), std::string{});
}

void TestStoreWork::unplannedInputIsMissed()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto ns = scheduler.keyNamespace();
    const auto work = scheduler.beginRun(run->run, milliseconds{60000});
    ONCEOVER_OK(work);
    for (const ShardPlan& shard : work->shards) {
        const auto inputs = scheduler.readShardInputs(*work, shard);
        ONCEOVER_OK(inputs);
        auto operations = planned(*ns, kDay, *inputs);
        if (shard.number.value == 2)
            operations.pop_back();
        ONCEOVER_OK(scheduler.enumerateShard(*work, shard, operations));
    }
    const auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    QCOMPARE(batches->front().expectedCount, std::int64_t{kRigMerchants});
    QCOMPARE(operationsTotal(batches->front()), std::int64_t{kRigMerchants - 1});
    QVERIFY(!amountsAgree(batches->front().expectedMinor, batches->front().operationMinor));
}

void TestStoreWork::emptyDayIsEnumeratedToNothing()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate("2026-03-12");
    ONCEOVER_OK(batch);
    QCOMPARE(m_rig->ask("SELECT string_agg(status || expected_count || expected_amount::text, ',') FROM batch_shard"),
             std::string{"ENUMERATED0{},ENUMERATED0{},ENUMERATED0{},ENUMERATED0{}"});
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    const auto move = decideBatch(batches->front());
    QVERIFY(move.has_value());
    QCOMPARE(static_cast<int>(move->to), static_cast<int>(BatchState::Reconciling));
    const auto moved = scheduler.moveShards(*batch);
    ONCEOVER_OK(moved);
    QCOMPARE(*moved, 4);
}

void TestStoreWork::claimTakesEachRowOnceAmongThreeWorkers()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::vector<std::vector<OperationRef>> taken(3);
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            workers.emplace_back([&, i] {
                store::OperationStore settler{m_rig->duty("worker", "w" + std::to_string(i))};
                while (true) {
                    const auto set = settler.claim(everything(milliseconds{60000}, 3));
                    if (!set || set->operations.empty())
                        return;
                    for (const ClaimedOperation& operation : set->operations)
                        taken[i].push_back(operation.ref);
                }
            });
        }
    }
    std::vector<OperationRef> all;
    for (const auto& some : taken)
        all.insert(all.end(), some.begin(), some.end());
    std::sort(all.begin(), all.end());
    QCOMPARE(all.size(), std::size_t{kRigMerchants});
    QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING' AND version = 1 AND attempts_total = 1"), kRigMerchants);
    // Every operation carries its worker's own attempt at its shard.
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN run_attempt a USING (attempt_id) WHERE a.worker_id = o.worker_id "
                          "AND a.shard_no = o.shard_no AND a.batch_id = o.batch_id AND a.status = 'STARTED'"), kRigMerchants);
    store::OperationStore idle{m_rig->duty("worker", "w9")};
    const auto nothing = idle.claim(everything());
    ONCEOVER_OK(nothing);
    QVERIFY(nothing->nextDue.has_value()); // The end of the leases.
    QVERIFY(!nothing->frozen);
}

void TestStoreWork::claimIsPostedWithLegsMessageAndCounts()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const auto posted = m_rig->postAll();
    ONCEOVER_OK(posted);
    QCOMPARE(*posted, kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry WHERE phase = 'HOLD'"), 2 * kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox WHERE status = 'PENDING'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(amount_minor) FROM account_balance_delta"), 0);
    QCOMPARE(m_rig->count("SELECT sum(n) FROM operation_count_delta WHERE status = 'AWAITING_EXTERNAL'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT coalesce(sum(n), 0) FROM operation_count_delta WHERE status <> 'AWAITING_EXTERNAL'"), 0);
    QCOMPARE(m_rig->count("SELECT sum(rows_affected) FROM run_attempt WHERE shard_no IS NOT NULL"), kRigMerchants);
    QVERIFY(m_rig->ask("SELECT convert_from(payload, 'UTF8') FROM outbox LIMIT 1").find("付款") != std::string::npos);
    store::OperationStore settler{m_rig->duty("worker")};
    const auto ended = settler.endAttempts(false);
    ONCEOVER_OK(ended);
    QCOMPARE(*ended, 4);
}

void TestStoreWork::postUnderAnOldVersionIsLostAndLeavesTheOthers()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    auto postings = postingsOf(*m_rig, *set);
    // Two of them were taken over meanwhile; one more is asked for twice under a version that never was.
    for (const std::size_t i : {std::size_t{3}, std::size_t{11}})
        std::ignore = m_rig->ask("UPDATE settlement_operation SET version = version + 1, worker_id = 'other' WHERE operation_id = '"
                                 + postings[i].operation.ref.id.value.toString() + "'");
    const auto outcome = settler.post(postings);
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{kRigMerchants - 2});
    QCOMPARE(outcome->lost.size(), std::size_t{2});
    QVERIFY(std::find(outcome->lost.begin(), outcome->lost.end(), postings[3].operation.ref) != outcome->lost.end());
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 2 * (kRigMerchants - 2));
    // The same set again posts nothing more: not one leg, message or count.
    const auto again = settler.post(postings);
    ONCEOVER_OK(again);
    QVERIFY(again->applied.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants - 2);
}

void TestStoreWork::postWithoutAccountPostsNothing()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::ignore = m_rig->ask("ALTER TABLE account DISABLE TRIGGER USER; DELETE FROM account WHERE account_kind = 'payable' AND owner_ref = '5'");
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    const auto outcome = settler.post(postingsOf(*m_rig, *set));
    QVERIFY(!outcome);
    QCOMPARE(static_cast<int>(outcome.error().kind), static_cast<int>(FailureKind::DataRejected));
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING'"), kRigMerchants);
}

void TestStoreWork::lostPostIsReadBackByKey_data()
{
    QTest::addColumn<bool>("committed");
    QTest::newRow("it got there") << true;
    QTest::newRow("it never got there") << false;
}

void TestStoreWork::lostPostIsReadBackByKey()
{
    QFETCH(bool, committed);
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    store::OperationStore settler{m_rig->dutyThrough(cutter.folder(), "worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    const auto postings = postingsOf(*m_rig, *set);
    cutter.cutNext(committed ? SocketCutter::Cut::AfterCommit : SocketCutter::Cut::BeforeCommit);
    const auto doubtful = settler.post(postings);
    QVERIFY(!doubtful);
    QCOMPARE(static_cast<int>(doubtful.error().kind), static_cast<int>(FailureKind::InDoubt));
    const auto back = settler.readBackPosted(postings);
    ONCEOVER_OK(back);
    QCOMPARE(back->applied.size(), static_cast<std::size_t>(committed ? kRigMerchants : 0));
    QCOMPARE(back->lost.size(), static_cast<std::size_t>(committed ? 0 : kRigMerchants));
    if (!committed) {
        // Ours still, under the same versions: now it is posted, once.
        const auto outcome = settler.post(postings);
        ONCEOVER_OK(outcome);
        QCOMPARE(outcome->applied.size(), std::size_t{kRigMerchants});
    }
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 2 * kRigMerchants);
}

void TestStoreWork::lostClaimIsReadBack()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    store::OperationStore settler{m_rig->dutyThrough(cutter.folder(), "worker")};
    ONCEOVER_OK(settler.claim(everything(milliseconds{60000}, 1))); // "Commit" is prepared from here on.
    cutter.cutNext(SocketCutter::Cut::AfterCommit);
    const auto got = settler.claim(everything(milliseconds{60000}, 10));
    ONCEOVER_OK(got);
    QCOMPARE(got->operations.size(), std::size_t{10});
    cutter.cutNext(SocketCutter::Cut::BeforeCommit);
    const auto none = settler.claim(everything(milliseconds{60000}, 10));
    ONCEOVER_OK(none);
    QVERIFY(none->operations.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING'"), 11);
    ONCEOVER_OK(settler.post(postingsOf(*m_rig, *got)));
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), 10);
}

void TestStoreWork::rowThatLostItsWorkerIsClaimedAlone()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore first{m_rig->duty("worker", "w1")};
    store::OperationStore second{m_rig->duty("worker", "w2")};
    const auto lost = first.claim(everything());
    ONCEOVER_OK(lost);
    const auto early = second.claim(everything());
    ONCEOVER_OK(early);
    QVERIFY(early->operations.empty());
    endLeases(*m_rig);
    int alone = 0;
    while (true) {
        const auto set = second.claim(everything());
        ONCEOVER_OK(set);
        if (set->operations.empty())
            break;
        QCOMPARE(set->operations.size(), std::size_t{1});
        QVERIFY(set->operations.front().takenOver);
        QVERIFY(set->operations.front().claimedAlone);
        QCOMPARE(set->operations.front().version.value, std::int64_t{2});
        ++alone;
    }
    QCOMPARE(alone, kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w1' AND status = 'LOST'"), 4);
    // The first worker wakes up: everything of its is lost.
    const auto late = first.post(postingsOf(*m_rig, *lost));
    ONCEOVER_OK(late);
    QVERIFY(late->applied.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 0);
}

void TestStoreWork::neighboursOfALostSetAreNotCounted()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker", "w1")};
    ONCEOVER_OK(settler.claim(everything()));
    endLeases(*m_rig);
    ONCEOVER_OK(settler.claim(everything()));
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due WHERE lost AND recoveries = 0"), 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due WHERE recoveries > 0"), 0);
}

void TestStoreWork::thirdLossAloneEndsInADeadLetter()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker", "w1")};
    ONCEOVER_OK(settler.claim(everything(milliseconds{60000}, 1)));
    std::vector<OperationRef> gone;
    for (int loss = 1; loss <= 3; ++loss) {
        endLeases(*m_rig);
        // Other rows may be claimed first; the lost one stays due until its turn comes.
        for (int tries = 0; tries < 2 * kRigMerchants; ++tries) {
            const auto set = settler.claim(everything(milliseconds{60000}, 1));
            ONCEOVER_OK(set);
            gone.insert(gone.end(), set->workerLost.begin(), set->workerLost.end());
            if (!set->workerLost.empty() || (!set->operations.empty() && set->operations.front().takenOver))
                break;
            ONCEOVER_OK(settler.post(postingsOf(*m_rig, *set)));
        }
    }
    QCOMPARE(gone.size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT status || ' ' || failure_class FROM settlement_operation WHERE operation_id = '" + gone.front().id.value.toString() + "'"),
             std::string{"FAILED_PERMANENT WORKER_LOST"});
    QCOMPARE(m_rig->ask("SELECT status || ' ' || failure_class || ' ' || job_id || ' ' || biz_date || ' ' || length(idempotency_key) FROM dead_letter"),
             std::string{"OPEN WORKER_LOST settle-daily 2026-03-10 32"});
}

void TestStoreWork::renewalKeepsTheLeaseAndToldTheLostOnes()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    store::LeaseStore keeper{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    std::ignore = m_rig->ask("UPDATE settlement_operation SET version = version + 1, worker_id = 'other' WHERE merchant_id = 9");
    std::vector<std::pair<OperationRef, Version>> held;
    for (const ClaimedOperation& operation : set->operations)
        held.emplace_back(operation.ref, operation.version);
    const auto renewed = keeper.renew(held, std::chrono::hours{1});
    ONCEOVER_OK(renewed);
    QCOMPARE(renewed->applied.size(), std::size_t{kRigMerchants - 1});
    QCOMPARE(renewed->lost.size(), std::size_t{1});
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN operation_due d USING (bucket, operation_id) "
                          "WHERE o.lease_until > clock() + interval '50 min' AND d.due_at = o.lease_until"), kRigMerchants - 1);
}

void TestStoreWork::renewalAfterTheEndIsRefused()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    store::LeaseStore keeper{m_rig->duty("worker")};
    const auto set = settler.claim(everything(milliseconds{60000}, 5));
    ONCEOVER_OK(set);
    endLeases(*m_rig);
    std::vector<std::pair<OperationRef, Version>> held;
    for (const ClaimedOperation& operation : set->operations)
        held.emplace_back(operation.ref, operation.version);
    const auto renewed = keeper.renew(held, std::chrono::hours{1});
    ONCEOVER_OK(renewed);
    QVERIFY(renewed->applied.empty());
    QCOMPARE(renewed->lost.size(), std::size_t{5});
}

void TestStoreWork::retryKeepsItsInstantAndItsCount()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : set->operations)
        rows.push_back({operation.ref, operation.version, std::chrono::minutes{5}, true, "the world was away"});
    const auto back = settler.retryLater(rows);
    ONCEOVER_OK(back);
    QCOMPARE(back->applied.size(), std::size_t{kRigMerchants});
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN operation_due d USING (bucket, operation_id) WHERE o.status = 'RETRYABLE' "
                          "AND o.attempts = 1 AND o.next_attempt_at = d.due_at AND d.due_at BETWEEN clock() + interval '4 min' AND clock() + interval '5 min'"),
             kRigMerchants);
    const auto nothing = settler.claim(everything());
    ONCEOVER_OK(nothing);
    QVERIFY(nothing->operations.empty());
    QVERIFY(nothing->nextDue.has_value());
}

void TestStoreWork::cleanStopBurnsNoAttempt()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything(milliseconds{60000}, 4));
    ONCEOVER_OK(set);
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : set->operations)
        rows.push_back({operation.ref, operation.version, milliseconds{0}, false, "clean stop"});
    ONCEOVER_OK(settler.retryLater(rows));
    const auto ended = settler.endAttempts(true);
    ONCEOVER_OK(ended);
    QVERIFY(*ended >= 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'RETRYABLE' AND attempts = 0 AND attempts_total = 1"), 4);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE status = 'STARTED'"), 0);
    store::OperationStore next{m_rig->duty("worker", "w2")};
    const auto again = next.claim(everything());
    ONCEOVER_OK(again);
    QCOMPARE(again->operations.size(), std::size_t{kRigMerchants});
}

void TestStoreWork::ruleFailureStopsTheBatch()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything(milliseconds{60000}, 2));
    ONCEOVER_OK(set);
    const auto outcome = settler.failForGood({{set->operations[0], FailureClass::Rule, "the rule says no"}});
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT scope_kind || ' ' || scope_ref || ' ' || actor FROM freezes_in_force"),
             "batch " + std::to_string(batch->value) + " system");
    const auto frozen = settler.claim(everything());
    ONCEOVER_OK(frozen);
    QVERIFY(frozen->operations.empty());
    QVERIFY(frozen->frozen);
    // What was claimed before may finish.
    ONCEOVER_OK(settler.post({m_rig->postingOf(set->operations[1])}));
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    QCOMPARE(batches->front().failedStopping, std::int64_t{1});
    const auto move = decideBatch(batches->front());
    QVERIFY(move.has_value());
    QCOMPARE(static_cast<int>(move->to), static_cast<int>(BatchState::Failed));
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Created, move->to, move->reason));
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"FAILED"});
    const auto late = scheduler.moveBatch(*batch, BatchState::Created, BatchState::Running, "late");
    QVERIFY(!late);
    QCOMPARE(static_cast<int>(late.error().kind), static_cast<int>(FailureKind::Conflict));
    QCOMPARE(late.error().found, std::string{"FAILED"});
}

void TestStoreWork::dataFailureStopsItselfOnly()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    std::string nul{"bad \0 byte", 10};
    const auto outcome = settler.failForGood({{set->operations[0], FailureClass::Data, nul}, {set->operations[1], FailureClass::BudgetSpent, ""}});
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{2});
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter WHERE subject_kind = 'operation' AND last_error <> ''"), 2);
    QCOMPARE(m_rig->count("SELECT count(*) FROM freezes_in_force"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), kRigMerchants - 2);
}

void TestStoreWork::freezeKeepsClaimsAndTriggersAway_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("ref");
    QTest::addColumn<int>("claimed");
    QTest::newRow("everything") << QStringLiteral("everything") << QString() << 0;
    QTest::newRow("job") << QStringLiteral("job") << QStringLiteral("settle-daily") << 0;
    QTest::newRow("other job") << QStringLiteral("job") << QStringLiteral("settle-monthly") << kRigMerchants;
    QTest::newRow("channel") << QStringLiteral("channel") << QStringLiteral("practice-bank") << 0;
    QTest::newRow("merchant") << QStringLiteral("merchant") << QStringLiteral("7") << kRigMerchants - 1;
    QTest::newRow("batch") << QStringLiteral("batch") << QStringLiteral("1") << 0;
}

void TestStoreWork::freezeKeepsClaimsAndTriggersAway()
{
    QFETCH(QString, kind);
    QFETCH(QString, ref);
    QFETCH(int, claimed);
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    freeze(*m_rig, kind.toStdString(), ref.toStdString());
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(everything());
    ONCEOVER_OK(set);
    QCOMPARE(static_cast<int>(set->operations.size()), claimed);
    QCOMPARE(set->frozen, claimed == 0);
    const auto jobs = settler.jobs();
    ONCEOVER_OK(jobs);
    const bool covers = kind == QLatin1String("everything") || ref == QLatin1String("settle-daily");
    QCOMPARE(jobs->front().frozen, covers);
    const auto answer = m_rig->trigger("2026-03-11");
    ONCEOVER_OK(answer);
    QCOMPARE(static_cast<int>(answer->runStatus), static_cast<int>(covers ? RunState::Held : RunState::Due));
    lift(*m_rig);
    const auto rest = settler.claim(everything());
    ONCEOVER_OK(rest);
    QCOMPARE(static_cast<int>(rest->operations.size()), kRigMerchants - claimed);
}

void TestStoreWork::runsAreHeldAndReleased()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    freeze(*m_rig, "job", "settle-daily");
    auto open = scheduler.openRuns();
    ONCEOVER_OK(open);
    QVERIFY(open->empty());
    QVERIFY(!scheduler.beginRun(run->run, milliseconds{60000}));
    auto moved = scheduler.holdAndReleaseRuns();
    ONCEOVER_OK(moved);
    QCOMPARE(*moved, 1);
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"HELD"});
    lift(*m_rig);
    moved = scheduler.holdAndReleaseRuns();
    ONCEOVER_OK(moved);
    QCOMPARE(*moved, 1);
    open = scheduler.openRuns();
    ONCEOVER_OK(open);
    QCOMPARE(open->size(), std::size_t{1});
    QCOMPARE(open->front().runKey.value, std::string{"settle-daily:2026-03-10"});
}

void TestStoreWork::batchFactsAndShardsFollowTheOperations()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    store::JanitorStore janitor{m_rig->duty("janitor")};
    auto facts = scheduler.openBatches();
    ONCEOVER_OK(facts);
    QCOMPARE(facts->front().shardsEnumerated, 4);
    QCOMPARE(facts->front().operations[static_cast<std::size_t>(OperationState::Pending)], std::int64_t{kRigMerchants});
    QCOMPARE(facts->front().expectedMinor.size(), std::size_t{3});
    QVERIFY(amountsAgree(facts->front().expectedMinor, facts->front().operationMinor));
    ONCEOVER_OK(m_rig->postAll());
    const auto folded = janitor.foldCounts();
    ONCEOVER_OK(folded);
    QVERIFY(*folded > 0);
    facts = scheduler.openBatches();
    ONCEOVER_OK(facts);
    QCOMPARE(facts->front().operations[static_cast<std::size_t>(OperationState::AwaitingExternal)], std::int64_t{kRigMerchants});
    QCOMPARE(facts->front().operations[static_cast<std::size_t>(OperationState::Pending)], std::int64_t{0});
    QVERIFY(!facts->front().runAttemptsSpent);
    const auto none = scheduler.moveShards(*batch);
    ONCEOVER_OK(none);
    QCOMPARE(*none, 0);
}

void TestStoreWork::completedBatchIsLeftAtOnce()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate("2026-03-12");
    ONCEOVER_OK(batch);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    ONCEOVER_OK(scheduler.moveShards(*batch));
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Created, BatchState::Reconciling, "empty"));
    const auto figures = scheduler.reconcile(*batch);
    ONCEOVER_OK(figures);
    QVERIFY(countsAgree(*figures) && amountsAgree(*figures));
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Reconciling, BatchState::Completed, ""));
    QCOMPARE(m_rig->ask("SELECT r.status || ' ' || b.status || ' ' || b.count_agrees FROM job_run r JOIN settlement_batch b USING (run_id)"),
             std::string{"DONE COMPLETED true"});
    const auto again = m_rig->trigger("2026-03-12", "s2");
    ONCEOVER_OK(again);
    QVERIFY(!again->newRun);
    const auto work = scheduler.beginRun(again->run, milliseconds{60000});
    ONCEOVER_OK(work);
    QVERIFY(work->alreadyCompleted);
    QCOMPARE(work->batch.value, batch->value);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt"), 1);
}

void TestStoreWork::reconcileFindsADifferenceOnce()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    ONCEOVER_OK(m_rig->postAll());
    // Somebody with a superuser's power makes one payout a success that nothing else knows of.
    QCOMPARE(m_rig->ask("ALTER TABLE settlement_operation DISABLE TRIGGER guard_update, DISABLE TRIGGER guard_outcome; "
                        "UPDATE settlement_operation SET status = 'SUCCEEDED' WHERE merchant_id = 3; ALTER TABLE settlement_operation "
                        "ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome"), std::string{});
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    for (int look = 0; look < 2; ++look) {
        const auto figures = scheduler.reconcile(*batch);
        ONCEOVER_OK(figures);
        QCOMPARE(figures->operations.count, std::int64_t{1});
        QCOMPARE(figures->ledger.count, std::int64_t{0});
        QCOMPARE(figures->answers.count, std::int64_t{0});
        QCOMPARE(figures->openDifferences, std::int64_t{2});
    }
    QCOMPARE(m_rig->ask("SELECT string_agg(kind, ',' ORDER BY kind) FROM reconciliation_difference"), std::string{"AMOUNT,COUNT"});
    QCOMPARE(m_rig->ask("SELECT count_agrees FROM settlement_batch"), std::string{"f"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run"), 2);
}

void TestStoreWork::attemptsOfGoneWorkersAreLost()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const auto alive = m_rig->duty("worker", "w-alive");
    {
        store::OperationStore gone{m_rig->duty("worker", "w-gone")};
        store::OperationStore staying{alive};
        ONCEOVER_OK(gone.claim(everything(milliseconds{60000}, 3)));
        ONCEOVER_OK(staying.claim(everything(milliseconds{60000}, 3)));
    }
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    // Neither has a heartbeat; one has a living session. The other's session is gone, but the server may need a moment.
    int marked = 0; // Sums up: QTRY_VERIFY looks once more after it saw it.
    QTRY_VERIFY((marked += scheduler.markLostAttempts().value_or(0)) > 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w-alive' AND status = 'LOST'"), 0);
    QVERIFY(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w-gone' AND status = 'LOST'") > 0);
}

void TestStoreWork::workerIsRegisteredAndAuditedOnce()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    const WorkerIdentity identity{WorkerId{"host-1-abc"}, "onceover-worker", "0.1.0", "ho\"st", 42, {"settler", "sender"}};
    for (const char* group : {"worker", "sender", "janitor"}) {
        store::DutyStore duty{m_rig->duty(group, "host-1-abc")};
        ONCEOVER_OK(duty.registerWorker(identity));
        ONCEOVER_OK(duty.beat(group, 3));
        ONCEOVER_OK(duty.beat(group, 0));
        ONCEOVER_OK(duty.announce());
    }
    store::DutyStore last{m_rig->duty("sender", "host-1-abc")};
    ONCEOVER_OK(last.stopWorker("SIGTERM"));
    ONCEOVER_OK(last.stopWorker("twice"));
    QCOMPARE(m_rig->ask("SELECT string_agg(action, ',' ORDER BY seq) FROM audit_log WHERE chain = 'worker:host-1-abc'"), std::string{"start,stop"});
    QCOMPARE(m_rig->ask("SELECT detail ->> 'host' FROM audit_log WHERE chain = 'worker:host-1-abc' AND action = 'start'"), std::string{"ho\"st"});
    QCOMPARE(m_rig->ask("SELECT stop_reason FROM worker"), std::string{"SIGTERM"});
    QCOMPARE(m_rig->count("SELECT sum(pieces) FROM worker_heartbeat"), 9);
}

void TestStoreWork::updatesOfOperationsStayHot()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    // A session hands its statistics over when it ends, at the latest.
    QTRY_COMPARE(m_rig->count("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'settlement_operation'"), std::int64_t{2 * kRigMerchants});
    QCOMPARE(m_rig->count("SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'settlement_operation'"), std::int64_t{2 * kRigMerchants});
}

void TestStoreWork::foldedCountsStayTheSame()
{
    makeRig();
    ONCEOVER_NEED(*m_rig);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    store::JanitorStore janitor{m_rig->duty("janitor")};
    ONCEOVER_OK(janitor.foldBalances());
    ONCEOVER_OK(janitor.foldCounts());
    ONCEOVER_OK(janitor.makePartitions());
    QCOMPARE(m_rig->count("SELECT count(*) FROM account_balance_delta"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM account_balance b WHERE b.balance_minor <> "
                          "(SELECT sum(amount_minor) FROM ledger_entry l WHERE l.account_id = b.account_id)"), 0);
    QCOMPARE(m_rig->count("SELECT sum(n) FROM operation_count"), kRigMerchants);
}

QTEST_GUILESS_MAIN(TestStoreWork)
#include "tst_store_work.moc"
