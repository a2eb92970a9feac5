// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler, the janitor and a duty's own rows on a real database: what is triggered, enumerated, counted and moved
// once, however often and by whom it is asked for.
#include "core/analysis/batch_decision.h"
#include "store/duty_store.h"
#include "store/janitor_store.h"
#include "store/operation_store.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTest>

#include <thread>
#include <tuple>

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-03-10";

} // namespace

class TestStoreSchedule : public QObject {
    Q_OBJECT

private slots:
    void init();                                      // A rig of its own for each test.
    void scheduledInstantMakesOneTriggerAndOneRun();  // R1, R18, R13
    void lateInstantLeftOutLeavesItsRows();           // K70, R1
    void outlookIsStoredAndReadByPeople();            // K70, R81
    void triggerByHandMeetsThePeriodsRun();           // R12, R18, R19
    void dayIsEnumeratedOnceHoweverOften();           // R7, R44, I1, I13
    void lateSchedulerMeetsConflictNotASecondBatch(); // R16, R39
    void sealedDateTakesNoSale();
    void unplannedInputIsMissed(); // R41
    void emptyDayIsEnumeratedToNothing();
    void spentAttemptsFailTheBatch();
    void runningRunIsNotTakenUpUnderAFreeze();     // R104, I12
    void runsAreHeldAndReleased();                 // R103
    void batchFactsAndShardsFollowTheOperations(); // R41, I9
    void completedBatchIsLeftAtOnce();             // R44
    void reconcileFindsADifferenceOnce();          // I5
    void attemptsOfGoneWorkersAreLost();           // R2
    void workerIsRegisteredAndAuditedOnce();
    void foldedCountsStayTheSame();

private:
    std::unique_ptr<StoreRig> m_rig;
};

void TestStoreSchedule::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

void TestStoreSchedule::scheduledInstantMakesOneTriggerAndOneRun()
{
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
    QCOMPARE(jobs->front().retryBackoff,
        (std::vector<milliseconds>{std::chrono::minutes{1}, std::chrono::minutes{5}, std::chrono::minutes{25}}));
    QCOMPARE(store::encodeTimestamp(jobs->front().scheduledUpTo), std::string{"2026-03-11 10:30:00.000000+00"});
}

void TestStoreSchedule::lateInstantLeftOutLeavesItsRows()
{
    DueTrigger due = m_rig->dueOf(kDay);
    due.late = true;
    due.skipReason = "catch-up policy 'none': 300 minutes late, 60 minutes allowed";
    store::ScheduleStore one{m_rig->duty("scheduler", "s1")};
    store::ScheduleStore two{m_rig->duty("scheduler", "s2")};
    const auto skipped = one.recordTrigger(due);
    ONCEOVER_OK(skipped);
    QCOMPARE(skipped->runStatus, RunState::Skipped);
    const auto again = two.recordTrigger(due);
    ONCEOVER_OK(again);
    QVERIFY(!again->newTrigger);
    QCOMPARE(m_rig->ask("SELECT status || ' ' || status_reason FROM job_run"),
        std::string{"SKIPPED catch-up policy 'none': 300 minutes late, 60 minutes allowed, by s1"});
    QCOMPARE(m_rig->ask("SELECT source || ' ' || answer || ' ' || requested_by FROM run_trigger"),
        std::string{"catch-up SKIPPED s1"});
    const auto open = one.openRuns();
    ONCEOVER_OK(open);
    QVERIFY(open->empty());
    // A run that somebody made before is not skipped by it.
    DueTrigger made = m_rig->dueOf("2026-03-11");
    ONCEOVER_OK(m_rig->trigger("2026-03-11"));
    made.scheduledAt += std::chrono::hours{1};
    made.localWall = "2026-03-12 19:30 +08:00";
    made.skipReason = due.skipReason;
    const auto met = one.recordTrigger(made);
    ONCEOVER_OK(met);
    QCOMPARE(met->runStatus, RunState::Due);
}

void TestStoreSchedule::outlookIsStoredAndReadByPeople()
{
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    static_cast<void>(
        m_rig->ask("INSERT INTO release_window (starts_at, ends_at, what) VALUES (clock() + interval '1 hour', clock() "
                   "+ interval '2 hours', 'release 7'), (clock() - interval '2 hours', clock() - interval '1 hour', "
                   "'release 6') RETURNING window_id"));
    const auto windows = scheduler.releaseWindows();
    ONCEOVER_OK(windows);
    QCOMPARE(windows->size(), std::size_t{1});
    JobOutlook outlook;
    outlook.job = JobId{"settle-daily"};
    outlook.tzdataVersion = "2026a";
    outlook.nextAt = windows->front().startsAt;
    outlook.nextWall = "soon";
    outlook.nextResolution = "PLAIN";
    outlook.backlog = 3;
    outlook.backlogFrom = windows->front().startsAt - std::chrono::hours{4};
    outlook.backlogTo = windows->front().startsAt - std::chrono::hours{2};
    outlook.releaseWindow = windows->front().id;
    ONCEOVER_OK(scheduler.recordOutlooks({outlook}));
    outlook.backlog = 2;
    ONCEOVER_OK(scheduler.recordOutlooks({outlook}));
    QCOMPARE(m_rig->ask("SELECT backlog || ' ' || (lag > interval '2 hours 59 minutes') || ' ' || release_what || ' ' "
                        "|| planned_by "
                        "FROM v_job_schedule"),
        std::string{"2 true release 7 s1"});
}

void TestStoreSchedule::triggerByHandMeetsThePeriodsRun()
{
    static_cast<void>(m_rig->ask(
        "INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, biz_date_offset, "
        "schedule_from, same_action, allowed_lateness, may_repeat) SELECT k, k, p, kind, grade, 'UTC', '0 8 * * *', 0, "
        "'2026-01-01', 'one', '1 hour', 'yes' FROM (VALUES ('weekly-report', 'weekly-report', 'week', 'P1'), "
        "('settle-monthly', 'settlement', 'month', 'P0'), ('cleanup-temp', 'cleanup-temp', 'slot', 'P1')) "
        "v(k, p, kind, grade) RETURNING job_id"));
    const auto refusal = [this](const char* job, const char* date) {
        return m_rig->ask("SELECT coalesce(trigger_refusal('" + std::string{job} + "', '" + date + "'), 'none')");
    };
    QCOMPARE(refusal("weekly-report", "2026-02-03"), std::string{"none"});
    QCOMPARE(refusal("weekly-report", "2999-02-03"), std::string{"BUSINESS_DATE_NOT_OVER"});
    QCOMPARE(
        m_rig->ask(
            "SELECT coalesce(trigger_refusal('settle-daily', (clock() AT TIME ZONE time_zone)::date), 'none') FROM job "
            "WHERE job_id = 'settle-daily'"),
        std::string{"BUSINESS_DATE_NOT_OVER"});
    QCOMPARE(
        m_rig->ask("SELECT coalesce(trigger_refusal('weekly-report', (clock() AT TIME ZONE 'UTC')::date), 'none')"),
        std::string{"none"});
    QCOMPARE(refusal("cleanup-temp", "2026-02-03"), std::string{"UNKNOWN_SUBJECT"});
    QCOMPARE(
        m_rig->ask(
            "SELECT string_agg(period_date_of(k, '2026-10-27')::text, ' ') FROM unnest(ARRAY['day', 'week', 'month', "
            "'slot']) k"),
        std::string{"2026-10-27 2026-10-26 2026-10-31 2026-10-27"});
}

void TestStoreSchedule::dayIsEnumeratedOnceHoweverOften()
{
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_item"), kRigItems);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(expected_count) FROM batch_shard WHERE status = 'ENUMERATED'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(expected_items) FROM batch_shard"), kRigItems);
    // R46: number, total and input version stand there, and the ranges follow each other from the first to the last
    // bucket.
    QCOMPARE(
        m_rig->ask("SELECT string_agg(shard_no || '/' || shard_total || ' ' || bucket_from || '-' || bucket_to, ' ' "
                   "ORDER BY shard_no), bool_and(input_version <> '') FROM batch_shard"),
        std::string{"0/4 0-16 1/4 16-32 2/4 32-48 3/4 48-64|t"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM pg_attribute WHERE attrelid = 'batch_shard'::regclass AND attname IN "
                          "('shard_no', 'shard_total', 'bucket_from', 'bucket_to', 'input_version') AND attnotnull"),
        5);
    QCOMPARE(
        m_rig->count("SELECT count(*) FROM settlement_operation o JOIN batch_shard h USING (batch_id, shard_no) WHERE "
                     "o.bucket NOT BETWEEN h.bucket_from AND h.bucket_to - 1"),
        0);
    // R20: by which edition of the zones it was planned.
    QCOMPARE(m_rig->ask("SELECT zone || ' ' || tzdata_version FROM job_run"), std::string{"Asia/Shanghai 2026a"});
    QCOMPARE(m_rig->ask("SELECT beneficiary ->> 'name' FROM settlement_operation WHERE merchant_id = 7"),
        std::string{"Holder \"7\""});
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

void TestStoreSchedule::lateSchedulerMeetsConflictNotASecondBatch()
{
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
    // The first one falls silent; its lease ends; the second one takes over and enumerates; the first one comes back
    // late.
    std::ignore = m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s'");
    const auto taken = second.beginRun(run->run, milliseconds{60000});
    ONCEOVER_OK(taken);
    QCOMPARE(taken->batch.value, work->batch.value);
    QVERIFY(taken->attempt.value != work->attempt.value);
    QCOMPARE(m_rig->ask("SELECT status FROM run_attempt WHERE attempt_id = " + std::to_string(work->attempt.value)),
        std::string{"LOST"});
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

void TestStoreSchedule::sealedDateTakesNoSale()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const std::string sale = "INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, "
                             "occurred_at, settle_date) "
                             "SELECT bucket, 'sale', 'late', merchant_id, 5, currency, now(), '";
    QVERIFY(m_rig->ask(sale + kDay + "' FROM merchant WHERE merchant_id = 1").find("SEALED_DATE") != std::string::npos);
    QCOMPARE(m_rig->ask(sale + "2026-03-11' FROM merchant WHERE merchant_id = 1"), std::string{});
}

void TestStoreSchedule::unplannedInputIsMissed()
{
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

void TestStoreSchedule::emptyDayIsEnumeratedToNothing()
{
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

void TestStoreSchedule::spentAttemptsFailTheBatch()
{
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    for (int attempt = 1; attempt <= 4; ++attempt) {
        const auto batches = scheduler.openBatches();
        ONCEOVER_OK(batches);
        QVERIFY(batches->empty() || !batches->front().runAttemptsSpent);
        const auto work = scheduler.beginRun(run->run, milliseconds{60000});
        ONCEOVER_OK(work);
        ONCEOVER_OK(scheduler.finishRunAttempt(*work, false, "no inputs today"));
        QVERIFY(!scheduler.finishRunAttempt(*work, false, "twice")); // An ended attempt stays as it ended.
        // The run's lease is the pause, for its own scheduler as well.
        const auto open = scheduler.openRuns();
        ONCEOVER_OK(open);
        QVERIFY(open->empty());
        QVERIFY(!scheduler.beginRun(run->run, milliseconds{60000}));
        std::ignore = m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s'");
    }
    const auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    QVERIFY(batches->front().runAttemptsSpent);
    QCOMPARE(m_rig->ask("SELECT string_agg(attempt_no || status, ',' ORDER BY attempt_no) FROM run_attempt"),
        std::string{"1FAILED,2FAILED,3FAILED,4FAILED"});
    ONCEOVER_OK(scheduler.moveBatch(batches->front().batch, BatchState::Created, BatchState::Failed, "attempts spent"));
    QCOMPARE(m_rig->ask("SELECT r.status || ' ' || d.subject_kind || ' ' || d.last_error || ' ' || d.attempts"
                        " FROM dead_letter d JOIN job_run r ON r.run_id::text = d.subject_id AND r.job_id = d.job_id"),
        std::string{"FAILED run attempts spent 4"});
}

void TestStoreSchedule::runningRunIsNotTakenUpUnderAFreeze()
{
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore first{m_rig->duty("scheduler", "s1")};
    ONCEOVER_OK(first.beginRun(run->run, milliseconds{1}));
    store::ScheduleStore second{m_rig->duty("scheduler", "s2")};
    m_rig->freeze("job", "settle-daily");
    for (store::ScheduleStore* scheduler : {&first, &second}) {
        const auto open = scheduler->openRuns();
        ONCEOVER_OK(open);
        QVERIFY(open->empty());
        QVERIFY(!scheduler->beginRun(run->run, milliseconds{60000}));
    }
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt"), 1);
    m_rig->liftFreezes();
    Result<RunWork> work;
    QTRY_VERIFY((work = second.beginRun(run->run, milliseconds{60000})).has_value());
    QCOMPARE(m_rig->ask("SELECT string_agg(attempt_no || status, ',' ORDER BY attempt_no) FROM run_attempt"),
        std::string{"1LOST,2STARTED"});
}

void TestStoreSchedule::runsAreHeldAndReleased()
{
    const auto run = m_rig->trigger(kDay);
    ONCEOVER_OK(run);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    m_rig->freeze("job", "settle-daily");
    auto open = scheduler.openRuns();
    ONCEOVER_OK(open);
    QVERIFY(open->empty());
    QVERIFY(!scheduler.beginRun(run->run, milliseconds{60000}));
    auto moved = scheduler.holdAndReleaseRuns();
    ONCEOVER_OK(moved);
    QCOMPARE(*moved, 1);
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"HELD"});
    m_rig->liftFreezes();
    moved = scheduler.holdAndReleaseRuns();
    ONCEOVER_OK(moved);
    QCOMPARE(*moved, 1);
    open = scheduler.openRuns();
    ONCEOVER_OK(open);
    QCOMPARE(open->size(), std::size_t{1});
    QCOMPARE(open->front().runKey.value, std::string{"settle-daily:2026-03-10"});
}

void TestStoreSchedule::batchFactsAndShardsFollowTheOperations()
{
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
    QCOMPARE(facts->front().operations[static_cast<std::size_t>(OperationState::AwaitingExternal)],
        std::int64_t{kRigMerchants});
    QCOMPARE(facts->front().operations[static_cast<std::size_t>(OperationState::Pending)], std::int64_t{0});
    QVERIFY(!facts->front().runAttemptsSpent);
    const auto none = scheduler.moveShards(*batch);
    ONCEOVER_OK(none);
    QCOMPARE(*none, 0);
}

void TestStoreSchedule::completedBatchIsLeftAtOnce()
{
    const auto batch = m_rig->enumerate("2026-03-12");
    ONCEOVER_OK(batch);
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Created, BatchState::Reconciling, "empty"));
    const auto figures = scheduler.reconcile(*batch);
    ONCEOVER_OK(figures);
    QVERIFY(countsAgree(*figures) && amountsAgree(*figures));
    // Not with a shard that is not DONE, and not with an open difference.
    QVERIFY(!scheduler.moveBatch(*batch, BatchState::Reconciling, BatchState::Completed, ""));
    ONCEOVER_OK(scheduler.moveShards(*batch));
    std::ignore = m_rig->ask("INSERT INTO reconciliation_difference (reconciliation_id, kind, grade, batch_id, detail) "
                             "SELECT r.reconciliation_id, 'COUNT', b.grade, b.batch_id, 'test' "
                             "FROM settlement_batch b JOIN reconciliation_run r USING (batch_id)");
    QVERIFY(!scheduler.moveBatch(*batch, BatchState::Reconciling, BatchState::Completed, ""));
    QCOMPARE(m_rig->ask(
                 "ALTER TABLE reconciliation_difference DISABLE TRIGGER guard_delete; DELETE FROM "
                 "reconciliation_difference; ALTER TABLE reconciliation_difference ENABLE ALWAYS TRIGGER guard_delete"),
        std::string{});
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Reconciling, BatchState::Completed, ""));
    QCOMPARE(m_rig->ask("SELECT r.status || ' ' || b.status || ' ' || b.count_agrees FROM job_run r JOIN "
                        "settlement_batch b USING (run_id)"),
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

void TestStoreSchedule::reconcileFindsADifferenceOnce()
{
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    ONCEOVER_OK(m_rig->postAll());
    // Somebody with a superuser's power makes one payout a success that nothing else knows of.
    QCOMPARE(m_rig->ask("ALTER TABLE settlement_operation DISABLE TRIGGER guard_update, DISABLE TRIGGER guard_outcome; "
                        "UPDATE settlement_operation SET status = 'SUCCEEDED' WHERE merchant_id = 3; ALTER TABLE "
                        "settlement_operation "
                        "ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome"),
        std::string{});
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    for (int look = 0; look < 2; ++look) {
        const auto figures = scheduler.reconcile(*batch);
        ONCEOVER_OK(figures);
        QCOMPARE(figures->operations.count, std::int64_t{1});
        QCOMPARE(figures->ledger.count, std::int64_t{0});
        QCOMPARE(figures->answers.count, std::int64_t{0});
        QCOMPARE(figures->openDifferences, std::int64_t{2});
    }
    QCOMPARE(m_rig->ask("SELECT string_agg(kind, ',' ORDER BY kind) FROM reconciliation_difference"),
        std::string{"AMOUNT,COUNT"});
    QCOMPARE(m_rig->ask("SELECT count_agrees FROM settlement_batch"), std::string{"f"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run"), 2);
}

void TestStoreSchedule::attemptsOfGoneWorkersAreLost()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const auto alive = m_rig->duty("worker", "w-alive");
    {
        store::OperationStore gone{m_rig->duty("worker", "w-gone")};
        store::OperationStore staying{alive};
        ONCEOVER_OK(gone.claim(claimOf(milliseconds{60000}, 3)));
        ONCEOVER_OK(staying.claim(claimOf(milliseconds{60000}, 3)));
    }
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    // Neither has a heartbeat; one has a living session. The other's session is gone, but the server may need a moment.
    int marked = 0; // Sums up: QTRY_VERIFY looks once more after it saw it.
    QTRY_VERIFY((marked += scheduler.markLostAttempts().value_or(0)) > 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w-alive' AND status = 'LOST'"), 0);
    QVERIFY(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w-gone' AND status = 'LOST'") > 0);
}

void TestStoreSchedule::workerIsRegisteredAndAuditedOnce()
{
    const WorkerIdentity identity{
        WorkerId{"host-1-abc"}, "onceover-worker", "0.1.0", "ho\"st", 42, {"settler", "sender", "janitor"}};
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
    QCOMPARE(m_rig->ask("SELECT string_agg(action, ',' ORDER BY seq) FROM audit_log WHERE chain = 'worker:host-1-abc'"),
        std::string{"start,stop"});
    QCOMPARE(
        m_rig->ask("SELECT detail ->> 'host' FROM audit_log WHERE chain = 'worker:host-1-abc' AND action = 'start'"),
        std::string{"ho\"st"});
    QCOMPARE(m_rig->ask("SELECT stop_reason FROM worker"), std::string{"SIGTERM"});
    QCOMPARE(m_rig->count("SELECT sum(pieces) FROM worker_heartbeat"), 9);
}

void TestStoreSchedule::foldedCountsStayTheSame()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    store::JanitorStore janitor{m_rig->duty("janitor")};
    ONCEOVER_OK(janitor.foldBalances());
    ONCEOVER_OK(janitor.foldCounts());
    ONCEOVER_OK(janitor.makePartitions());
    QCOMPARE(m_rig->count("SELECT count(*) FROM account_balance_delta"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM account_balance b WHERE b.balance_minor <> "
                          "(SELECT sum(amount_minor) FROM ledger_entry l WHERE l.account_id = b.account_id)"),
        0);
    QCOMPARE(m_rig->count("SELECT sum(n) FROM operation_count"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(n) FROM operation_total"), kRigMerchants);
}

QTEST_GUILESS_MAIN(TestStoreSchedule)
#include "tst_store_schedule.moc"
