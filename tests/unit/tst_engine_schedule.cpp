// SPDX-License-Identifier: GPL-3.0-or-later
// From the database's time to triggers, from runs to shards, from facts to moves.
#include <QTest>

#include "core/keys.h"
#include "engine/scheduler.h"
#include "engine_fakes.h"

#include <set>

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

Timestamp at(int year, unsigned month, unsigned day, int hour, int minute)
{
    return BusinessDate::make(year, month, day)->days() + std::chrono::hours{hour} + std::chrono::minutes{minute};
}

class ScriptedSchedule final : public SchedulePort {
public:
    Timestamp now = at(2026, 3, 15, 10, 31);
    std::vector<Job> jobList{jobOf()};
    std::vector<OpenRun> runs;
    RunWork work;
    std::optional<Failure> beginFailure;
    std::vector<InputGroup> inputs;
    std::deque<Failure> enumerateFailures;
    std::deque<std::vector<BatchFacts>> batches; ///< The last one stays.
    std::deque<ReconcileFigures> figures;
    std::deque<Failure> moveFailures;
    bool everyTriggerIsNew = true;
    QueueRoom room{0, 100};
    std::function<void()> onEnumerated;

    std::vector<ReleaseWindow> windows;
    std::function<bool(const DueTrigger&)> refusesTrigger;

    std::map<std::string, JobOutlook> outlooks;
    std::size_t triggersBeforeOutlook = 0;
    int outlookWrites = 0;
    std::vector<DueTrigger> triggers;
    std::vector<std::pair<ShardPlan, std::vector<PlannedOperation>>> enumerated;
    std::vector<std::pair<bool, std::string>> ended;
    std::vector<std::string> waits;
    std::vector<std::string> released;
    std::vector<std::pair<BatchState, BatchState>> moves;
    int shardLooks = 0;

    Result<KeyNamespace> keyNamespace() override
    {
        return KeyNamespace{*Uuid::parse("11111111-2222-3333-4444-555555555555")};
    }
    Result<Timestamp> databaseTime() override { return now; }
    Result<std::vector<Job>> jobs() override { return jobList; }
    Result<std::vector<ReleaseWindow>> releaseWindows() override { return windows; }
    Result<Done> recordOutlooks(const std::vector<JobOutlook>& changed) override
    {
        triggersBeforeOutlook = triggers.size();
        for (const JobOutlook& outlook : changed)
            outlooks[outlook.job.value] = outlook;
        ++outlookWrites;
        return Done{};
    }
    Result<TriggerAnswer> recordTrigger(const DueTrigger& due) override
    {
        if (refusesTrigger && refusesTrigger(due))
            return tl::unexpected{failureOf(FailureKind::DataRejected)};
        triggers.push_back(due);
        for (Job& job : jobList) {
            if (job.id == due.job)
                job.scheduledUpTo = due.scheduledAt;
        }
        return TriggerAnswer{{1}, {1}, RunState::Due, everyTriggerIsNew, everyTriggerIsNew};
    }
    Result<std::vector<OpenRun>> openRuns() override { return runs; }
    Result<int> holdAndReleaseRuns() override { return 0; }
    Result<QueueRoom> queueRoom() override { return room; }
    Result<Done> noteRunWaits(RunId, std::string_view reason) override
    {
        waits.emplace_back(reason);
        return Done{};
    }
    Result<Done> releaseRun(const RunWork&, std::string_view reason) override
    {
        released.emplace_back(reason);
        return Done{};
    }
    Result<RunWork> beginRun(RunId, milliseconds) override
    {
        if (beginFailure)
            return tl::unexpected{*beginFailure};
        return work;
    }
    Result<std::vector<InputGroup>> readShardInputs(const RunWork&, const ShardPlan&) override { return inputs; }
    Result<Done> enumerateShard(
        const RunWork&, const ShardPlan& shard, const std::vector<PlannedOperation>& operations) override
    {
        if (!enumerateFailures.empty()) {
            const Failure failure = enumerateFailures.front();
            enumerateFailures.pop_front();
            return tl::unexpected{failure};
        }
        enumerated.emplace_back(shard, operations);
        if (onEnumerated)
            onEnumerated();
        return Done{};
    }
    Result<Done> finishRunAttempt(const RunWork&, bool succeeded, std::string_view error) override
    {
        ended.emplace_back(succeeded, error);
        return Done{};
    }
    Result<std::vector<BatchFacts>> openBatches() override
    {
        if (batches.empty())
            return std::vector<BatchFacts>{};
        auto facts = batches.front();
        if (batches.size() > 1)
            batches.pop_front();
        return facts;
    }
    Result<int> moveShards(BatchId) override
    {
        ++shardLooks;
        return 1;
    }
    Result<ReconcileFigures> reconcile(BatchId) override
    {
        auto one = figures.front();
        figures.pop_front();
        return one;
    }
    Result<Done> moveBatch(BatchId, BatchState from, BatchState to, std::string_view) override
    {
        if (!moveFailures.empty()) {
            const Failure failure = moveFailures.front();
            moveFailures.pop_front();
            return tl::unexpected{failure};
        }
        moves.emplace_back(from, to);
        return Done{};
    }
    Result<int> markLostAttempts() override { return 0; }
};

struct Bench {
    ManualClock clock;
    LogKeeper log;
    Wakes wakes;
    ScriptedSchedule* port = nullptr;
    std::unique_ptr<Scheduler> scheduler;

    Bench()
    {
        auto schedule = std::make_unique<ScriptedSchedule>();
        port = schedule.get();
        port->jobList[0].scheduledUpTo = at(2026, 3, 14, 10, 30); // 18:30 in Shanghai.
        scheduler = std::make_unique<Scheduler>(
            SchedulerParts{std::move(schedule), wakes, DutyLog(log.sink(), "scheduler"), "2025b", clock.reader()});
    }
    void openRun(int shards)
    {
        port->runs
            = {{{7}, {"settle-daily:2026-03-14"}, {"settle-daily"}, RunState::Due, *BusinessDate::make(2026, 3, 14)}};
        port->work.run = {7};
        port->work.attempt = {3};
        port->work.batch = {5};
        for (int i = 0; i < shards; ++i)
            port->work.shards.push_back(
                {{static_cast<std::int16_t>(i)}, shards, {static_cast<std::int16_t>(i)}, i + 1, ShardState::Open});
    }
};

BatchFacts doneFacts(BatchState status)
{
    BatchFacts facts;
    facts.batch = {5};
    facts.status = status;
    facts.shardTotal = 1;
    facts.shardsDone = 1;
    facts.expectedCount = 2;
    facts.expectedMinor = {{"EUR", 300}};
    facts.operations[static_cast<std::size_t>(OperationState::Succeeded)] = 2;
    facts.operationMinor = {{"EUR", 300}};
    return facts;
}

BookFigures book(std::int64_t count, std::int64_t minor)
{
    return {count, {{"EUR", minor}}};
}

} // namespace

class TstEngineSchedule : public QObject {
    Q_OBJECT

private slots:
    void oneInstantBecomesOneTriggerWithItsStoredAnswer();
    void aDowntimeIsCaughtUpOldestFirstAndBounded();
    void aBacklogIsListedBeforeItsFirstTrigger();
    void lateInstantsFollowTheJobsPolicy_data();
    void lateInstantsFollowTheJobsPolicy();
    void aPeriodIsSkippedWholeOrNotAtAll();
    void fiveThousandRunsDueAtOnceAreTakenInBoundedRounds();
    void aJobIsPlannedAgainOnlyWhenSomethingCanBeDue();
    void aReleaseInTheRetryWindowIsToldOnceAndStored();
    void aRefusedTriggerHoldsBackItsJobAlone();
    void slotsAreKeyedByTheirPlannedTime();
    void aScheduleThatIsNotSupportedIsToldOnceAndOthersGoOn();
    void aRunIsEnumeratedUnderComputedIds();
    void atTheQueuesLimitNothingIsEnumerated();
    void aQueueThatFillsOnTheWayLetsGoOfTheRun();
    void anotherSchedulersRunIsLeftAlone();
    void anotherSchedulersShardIsLeftAlone();
    void aRefusedEnumerationFailsItsAttempt();
    void aLostConnectionLeavesTheAttemptOpen();
    void aCompletedBatchIsLeftAtOnce();
    void aBatchGoesAsFarAsItsFactsCarryIt(); // R40
    void aDifferenceLeadsToPartial();
    void aLostRaceForABatchEndsTheLook();
};

// R1, R20
void TstEngineSchedule::oneInstantBecomesOneTriggerWithItsStoredAnswer()
{
    Bench bench;
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{1});
    const DueTrigger& due = bench.port->triggers[0];
    QCOMPARE(due.scheduledAt, at(2026, 3, 15, 10, 30));
    QCOMPARE(due.bizDate, *BusinessDate::make(2026, 3, 14));
    QCOMPARE(due.runKey.value, std::string{"settle-daily:2026-03-14"});
    QCOMPARE(due.zone, std::string{"Asia/Shanghai"});
    QCOMPARE(due.tzdataVersion, std::string{"2025b"});
    QCOMPARE(due.resolution, std::string{"PLAIN"});
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{1});
}

// K70
void TstEngineSchedule::aDowntimeIsCaughtUpOldestFirstAndBounded()
{
    Bench bench;
    bench.port->now = at(2026, 5, 15, 10, 31);
    const auto first = bench.scheduler->runRound();
    QVERIFY(first);
    QVERIFY(first->moreNow);
    QCOMPARE(bench.port->triggers.size(), std::size_t{31});
    QCOMPARE(bench.log.count("catch_up"), 1);
    const auto second = bench.scheduler->runRound();
    QVERIFY(!second->moreNow || bench.port->triggers.size() == 62);
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{62});
    for (std::size_t i = 1; i < bench.port->triggers.size(); ++i)
        QVERIFY(bench.port->triggers[i - 1].scheduledAt < bench.port->triggers[i].scheduledAt);
}

// K70: what is due stands in a row before anything of it is recorded.
void TstEngineSchedule::aBacklogIsListedBeforeItsFirstTrigger()
{
    Bench bench;
    bench.port->now = at(2026, 3, 25, 10, 31);
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggersBeforeOutlook, std::size_t{0});
    QCOMPARE(bench.port->triggers.size(), std::size_t{11});
    const JobOutlook listed = bench.port->outlooks["settle-daily"];
    QCOMPARE(listed.backlog, std::int64_t{11});
    QCOMPARE(listed.backlogFrom, std::optional{at(2026, 3, 15, 10, 30)});
    QCOMPARE(listed.backlogTo, std::optional{at(2026, 3, 25, 10, 30)});
    QVERIFY(bench.scheduler->runRound());
    const JobOutlook after = bench.port->outlooks["settle-daily"];
    QCOMPARE(after.backlog, std::int64_t{0});
    QVERIFY(!after.backlogFrom);
    QCOMPARE(after.nextAt, std::optional{at(2026, 3, 26, 10, 30)});
    QCOMPARE(after.nextWall, std::string{"2026-03-26 18:30 +08:00"});
}

// K70: ten days of downtime. All are caught up, or the newest, or none; each instant leaves its trigger.
void TstEngineSchedule::lateInstantsFollowTheJobsPolicy_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<int>("hoursLater");  ///< Than the newest instant.
    QTest::addColumn<QString>("answers"); ///< r: runs, c: is caught up, s: is skipped.
    QTest::newRow("all, in time") << QStringLiteral("all") << 0 << QStringLiteral("ccccccccccr");
    QTest::newRow("all, late") << QStringLiteral("all") << 3 << QStringLiteral("ccccccccccc");
    QTest::newRow("latest, in time") << QStringLiteral("latest") << 0 << QStringLiteral("ssssssssssr");
    QTest::newRow("latest, late") << QStringLiteral("latest") << 3 << QStringLiteral("ssssssssssc");
    QTest::newRow("none, in time") << QStringLiteral("none") << 0 << QStringLiteral("ssssssssssr");
    QTest::newRow("none, late") << QStringLiteral("none") << 3 << QStringLiteral("sssssssssss");
}

void TstEngineSchedule::lateInstantsFollowTheJobsPolicy()
{
    QFETCH(QString, policy);
    QFETCH(int, hoursLater);
    QFETCH(QString, answers);
    Bench bench;
    Job& job = bench.port->jobList[0];
    job.catchUp = *fromName<CatchUp>(policy.toStdString());
    job.allowedLateness = std::chrono::hours{2};
    bench.port->now = at(2026, 3, 25, 10, 31) + std::chrono::hours{hoursLater};
    QVERIFY(bench.scheduler->runRound());
    QString found;
    for (const DueTrigger& due : bench.port->triggers) {
        found += due.skipReason.empty() ? due.late ? u'c' : u'r' : u's';
        QCOMPARE(due.skipReason.empty() || due.skipReason.find(policy.toStdString()) != std::string::npos, true);
    }
    QCOMPARE(found, answers);
}

// Monday's late instant of a weekly job that is triggered daily is not given up while Tuesday's is still to come.
void TstEngineSchedule::aPeriodIsSkippedWholeOrNotAtAll()
{
    Bench bench;
    Job& job = bench.port->jobList[0];
    job.periodKind = "week";
    job.bizDateOffset = 0;
    job.timeZone = "UTC";
    job.schedule = "0 8 * * MON-TUE";
    job.catchUp = CatchUp::None;
    job.allowedLateness = std::chrono::hours{2};
    job.scheduledUpTo = at(2026, 10, 18, 0, 0);
    bench.port->now = at(2026, 10, 26, 20, 0); // Monday evening.
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{3});
    QVERIFY(!bench.port->triggers[0].skipReason.empty());
    QVERIFY(!bench.port->triggers[1].skipReason.empty());
    QVERIFY(bench.port->triggers[2].skipReason.empty());
    QCOMPARE(bench.port->triggers[2].runKey.value, std::string{"settle-daily:2026-W43"});
}

// K70
void TstEngineSchedule::fiveThousandRunsDueAtOnceAreTakenInBoundedRounds()
{
    Bench bench;
    const Job pattern = bench.port->jobList[0];
    bench.port->jobList.clear();
    for (int i = 0; i < 5000; ++i) {
        Job job = pattern;
        job.id = {"job-" + std::to_string(i)};
        job.scope = "s" + std::to_string(i);
        bench.port->jobList.push_back(job);
    }
    int rounds = 0;
    for (bool more = true; more; ++rounds) {
        const std::size_t before = bench.port->triggers.size();
        const auto round = bench.scheduler->runRound();
        QVERIFY(round);
        QVERIFY(bench.port->triggers.size() - before <= 500);
        more = round->moreNow;
    }
    QCOMPARE(bench.port->triggers.size(), std::size_t{5000});
    QCOMPARE(rounds, 10);
    std::set<std::string> keys;
    for (const DueTrigger& due : bench.port->triggers)
        keys.insert(due.runKey.value);
    QCOMPARE(keys.size(), std::size_t{5000});
}

void TstEngineSchedule::aJobIsPlannedAgainOnlyWhenSomethingCanBeDue()
{
    Bench bench;
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.scheduler->runRound());
    const int writes = bench.port->outlookWrites;
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->outlookWrites, writes);
    bench.port->jobList[0].schedule = "0 20 * * *"; // Somebody moved it: seen at once.
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->outlooks["settle-daily"].nextWall, std::string{"2026-03-15 20:00 +08:00"});
}

// R81: 31 minutes of retries after the instant count.
void TstEngineSchedule::aReleaseInTheRetryWindowIsToldOnceAndStored()
{
    Bench bench;
    bench.port->jobList[0].retryBackoff = {std::chrono::minutes{1}, std::chrono::minutes{5}, std::chrono::minutes{25}};
    bench.port->windows = {{4, at(2026, 3, 16, 11, 1), at(2026, 3, 16, 12, 0), "release 7"}};
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.log.count("release_crossed"), 1);
    QCOMPARE(bench.port->outlooks["settle-daily"].releaseWindow, std::optional<std::int64_t>{4});
    bench.port->windows[0].startsAt = at(2026, 3, 16, 11, 2); // A minute after the last retry.
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->outlooks["settle-daily"].releaseWindow, std::optional<std::int64_t>{});
}

void TstEngineSchedule::aRefusedTriggerHoldsBackItsJobAlone()
{
    Bench bench;
    Job other = bench.port->jobList[0];
    other.id = {"other"};
    bench.port->jobList.push_back(other);
    bench.port->now = at(2026, 3, 17, 10, 31);
    bool refuse = true;
    bench.port->refusesTrigger = [&](const DueTrigger& due) { return refuse && due.job.value == "other"; };
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{3});
    QCOMPARE(bench.log.count("job_not_scheduled"), 1);
    refuse = false;
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->triggers.size(), std::size_t{6});
}

// R11: a job without money may run at each planned time; in an overlap the offset keeps the keys apart.
void TstEngineSchedule::slotsAreKeyedByTheirPlannedTime()
{
    Bench bench;
    Job& job = bench.port->jobList[0];
    job.periodKind = "slot";
    job.timeZone = "Europe/Berlin";
    job.schedule = "*/30 2 * * *";
    job.runKeyPrefix = "cleanup-temp";
    job.scheduledUpTo = at(2026, 10, 24, 12, 0);
    bench.port->now = at(2026, 10, 25, 12, 0);
    QVERIFY(bench.scheduler->runRound());
    std::vector<std::string> keys;
    for (const DueTrigger& due : bench.port->triggers)
        keys.push_back(due.runKey.value);
    QCOMPARE(keys,
        (std::vector<std::string>{"cleanup-temp:2026-10-25T02:00+02:00", "cleanup-temp:2026-10-25T02:30+02:00",
            "cleanup-temp:2026-10-25T02:00+01:00", "cleanup-temp:2026-10-25T02:30+01:00"}));
}

void TstEngineSchedule::aScheduleThatIsNotSupportedIsToldOnceAndOthersGoOn()
{
    Bench bench;
    Job odd = bench.port->jobList[0];
    odd.id = {"odd"};
    odd.schedule = "5/5 * * * *";
    bench.port->jobList.insert(bench.port->jobList.begin(), odd);
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.log.count("job_not_scheduled"), 1);
    QCOMPARE(bench.port->triggers.size(), std::size_t{1});
    QVERIFY(bench.port->outlooks["odd"].problem.find("minute (field 1), column 2") != std::string::npos);
}

// R7, R22, R46
void TstEngineSchedule::aRunIsEnumeratedUnderComputedIds()
{
    Bench bench;
    bench.openRun(2);
    bench.port->inputs = {{{1032}, bucketOf({1032}), "EUR", "", *BusinessDate::make(2026, 3, 14), 300, 2}};
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->enumerated.size(), std::size_t{2});
    const NaturalKey key{{1032}, *BusinessDate::make(2026, 3, 14), "settle-daily", *CurrencyCode::parse("EUR"), {}, 0};
    QCOMPARE(bench.port->enumerated[0].second[0].id, operationIdFor(*bench.port->keyNamespace(), key));
    QCOMPARE(bench.port->ended, (std::vector<std::pair<bool, std::string>>{{true, ""}}));
    QVERIFY(bench.wakes.settler.waitFor(milliseconds{0}));
}

// R79
void TstEngineSchedule::atTheQueuesLimitNothingIsEnumerated()
{
    Bench bench;
    bench.openRun(2);
    bench.port->room = {7, 7};
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.port->enumerated.empty());
    QVERIFY(bench.port->ended.empty());
    QCOMPARE(bench.port->waits,
        std::vector<std::string>{"queue full: 7 wait to be worked or sent; nothing is added before it sinks"});
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.log.count("queue_full"), 1); // Said once while it lasts.
    bench.port->room = {6, 7};
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->enumerated.size(), std::size_t{2});
}

// R79
void TstEngineSchedule::aQueueThatFillsOnTheWayLetsGoOfTheRun()
{
    Bench bench;
    bench.openRun(2);
    bench.port->inputs = {{{1032}, bucketOf({1032}), "EUR", "", *BusinessDate::make(2026, 3, 14), 300, 2}};
    bench.port->room = {6, 7};
    bench.port->onEnumerated = [&] { bench.port->room.waiting = 7; };
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->enumerated.size(), std::size_t{1});
    QVERIFY(bench.port->ended.empty());
    QCOMPARE(bench.port->released.size(), std::size_t{1});
}

// K67
void TstEngineSchedule::anotherSchedulersRunIsLeftAlone()
{
    Bench bench;
    bench.openRun(2);
    bench.port->beginFailure = failureOf(FailureKind::Conflict);
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.port->enumerated.empty());
    QVERIFY(bench.port->ended.empty());
}

void TstEngineSchedule::anotherSchedulersShardIsLeftAlone()
{
    Bench bench;
    bench.openRun(3);
    bench.port->enumerateFailures.push_back(failureOf(FailureKind::Conflict));
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->enumerated.size(), std::size_t{2});
    QCOMPARE(bench.port->ended.size(), std::size_t{1});
    QVERIFY(bench.port->ended[0].first);
}

// R72
void TstEngineSchedule::aRefusedEnumerationFailsItsAttempt()
{
    Bench bench;
    bench.openRun(1);
    bench.port->inputs = {{{1032}, bucketOf({1032}), "XTS", "", *BusinessDate::make(2026, 3, 14), 300, 2}};
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->ended.size(), std::size_t{1});
    QVERIFY(!bench.port->ended[0].first);
    QVERIFY(bench.port->ended[0].second.find("UNKNOWN_CURRENCY") != std::string::npos);
}

void TstEngineSchedule::aLostConnectionLeavesTheAttemptOpen()
{
    Bench bench;
    bench.openRun(1);
    bench.port->enumerateFailures.push_back(failureOf(FailureKind::Unavailable));
    const auto round = bench.scheduler->runRound();
    QVERIFY(!round);
    QCOMPARE(round.error().kind, FailureKind::Unavailable);
    QVERIFY(bench.port->ended.empty());
}

// R44, F8
void TstEngineSchedule::aCompletedBatchIsLeftAtOnce()
{
    Bench bench;
    bench.openRun(2);
    bench.port->work.alreadyCompleted = true;
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.port->enumerated.empty());
    QCOMPARE(bench.log.count("already_completed"), 1);
}

// R43
void TstEngineSchedule::aBatchGoesAsFarAsItsFactsCarryIt()
{
    Bench bench;
    bench.port->batches.push_back({doneFacts(BatchState::Running)});
    bench.port->figures.push_back({book(2, 300), book(2, 300), book(2, 300), book(2, 300), 0});
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->moves,
        (std::vector<std::pair<BatchState, BatchState>>{
            {BatchState::Running, BatchState::Reconciling}, {BatchState::Reconciling, BatchState::Completed}}));
}

// R43, I5
void TstEngineSchedule::aDifferenceLeadsToPartial()
{
    Bench bench;
    bench.port->batches.push_back({doneFacts(BatchState::Reconciling)});
    bench.port->figures.push_back({book(2, 300), book(2, 300), book(2, 300), book(1, 100), 1});
    QVERIFY(bench.scheduler->runRound());
    QCOMPARE(bench.port->moves,
        (std::vector<std::pair<BatchState, BatchState>>{{BatchState::Reconciling, BatchState::Partial}}));
}

void TstEngineSchedule::aLostRaceForABatchEndsTheLook()
{
    Bench bench;
    bench.port->batches.push_back({doneFacts(BatchState::Running)});
    bench.port->moveFailures.push_back(failureOf(FailureKind::Conflict));
    QVERIFY(bench.scheduler->runRound());
    QVERIFY(bench.port->moves.empty());
}

QTEST_GUILESS_MAIN(TstEngineSchedule)
#include "tst_engine_schedule.moc"
