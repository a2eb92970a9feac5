// SPDX-License-Identifier: GPL-3.0-or-later
// Several schedulers, a retry, a restart and a person: each planned instant leaves one trigger, each period one run.
#include "engine/trigger_planner.h"
#include "socket_cutter.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTest>

#include <array>
#include <barrier>
#include <thread>
#include <tuple>

using namespace onceover;
using namespace onceover::test;
using std::chrono::hours;
using std::chrono::minutes;

namespace {

Timestamp instantOf(int year, unsigned month, unsigned day, minutes intoIt)
{
    return BusinessDate::make(year, month, day)->days() + intoIt;
}

/// One scheduler's planning, with a session of its own.
struct Planning {
    explicit Planning(
        std::shared_ptr<store::DutyConnection> duty, engine::LogSink sink = [](const engine::LogLine&) {})
        : port(std::move(duty))
        , planner(port, "2026a", engine::DutyLog(std::move(sink), "scheduler"))
    {
    }
    /// Reads the jobs and records what came due of them.
    [[nodiscard]] Result<int> recordDue(Timestamp now)
    {
        const auto jobs = port.jobs();
        if (!jobs)
            return tl::unexpected{jobs.error()};
        return planner.recordDue(*jobs, now);
    }

    store::ScheduleStore port;
    engine::TriggerPlanner planner;
};

} // namespace

class TestSchedulers : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theChangeToSummerTimeLeavesOneRunWhoeverTriggersIt_data(); // R5, R18, R20
    void theChangeToSummerTimeLeavesOneRunWhoeverTriggersIt();
    void threeAtOnceRecordEachInstantOnce();            // R1, K67
    void fiveThousandAtOnceAreRecordedOnceByTwo();      // R1, R138, K67
    void oneThatStoodStillAddsNothing();                // R1, K21
    void aRestartDuringCatchUpPlansNothingTwice_data(); // R1, K70
    void aRestartDuringCatchUpPlansNothingTwice();

private:
    [[nodiscard]] Planning scheduler(const std::string& name) const { return Planning{m_rig->duty("scheduler", name)}; }
    /// How many triggers, instants, runs and run keys there are.
    [[nodiscard]] std::string counted() const
    {
        return m_rig->ask("SELECT (SELECT count(*) || ' ' || count(DISTINCT scheduled_at) FROM run_trigger) || ' ' || "
                          "(SELECT count(*) || ' ' || count(DISTINCT run_key) FROM job_run)");
    }
    /// What alice's wish for that day was answered.
    [[nodiscard]] std::string byHand(const std::string& day) const
    {
        const auto answer = m_rig->database().run(
            "alice", "SELECT answer FROM onceover.trigger_run('settle-daily', '" + day + "', gen_random_uuid())");
        return answer ? *answer : answer.error().detail;
    }

    std::unique_ptr<StoreRig> m_rig;
};

void TestSchedulers::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

void TestSchedulers::theChangeToSummerTimeLeavesOneRunWhoeverTriggersIt_data()
{
    QTest::addColumn<bool>("personFirst");
    QTest::newRow("the schedule, its retry, a person") << false;
    QTest::newRow("a person, the schedule, its retry") << true;
}

// Two o'clock does not exist in Berlin on 29 March 2026: the run is triggered at three, for the day before.
void TestSchedulers::theChangeToSummerTimeLeavesOneRunWhoeverTriggersIt()
{
    QFETCH(bool, personFirst);
    QCOMPARE(m_rig->ask("UPDATE job SET time_zone = 'Europe/Berlin', schedule = '0 2 * * *', schedule_from = "
                        "'2026-03-28 12:00Z'"),
        std::string{});
    const Timestamp now = instantOf(2026, 3, 29, minutes{61});
    if (personFirst)
        QCOMPARE(byHand("2026-03-28"), std::string{"CREATED"});
    Planning one = scheduler("s1");
    Planning two = scheduler("s2");
    const auto jobsAsTheyWere = two.port.jobs();
    ONCEOVER_OK(jobsAsTheyWere);
    const auto early = one.recordDue(instantOf(2026, 3, 29, minutes{59}));
    ONCEOVER_OK(early);
    QCOMPARE(*early, 0);
    const auto first = one.recordDue(now);
    ONCEOVER_OK(first);
    QCOMPARE(*first, 1);
    // The retry knows nothing of what was recorded in the meantime.
    const auto retry = two.planner.recordDue(*jobsAsTheyWere, now + minutes{5});
    ONCEOVER_OK(retry);
    QCOMPARE(*retry, 0);
    if (!personFirst)
        QCOMPARE(byHand("2026-03-28"), std::string{"EXISTING"});
    QCOMPARE(m_rig->ask("SELECT string_agg(source || ' ' || answer, ', ' ORDER BY trigger_id) FROM run_trigger"),
        std::string{personFirst ? "manual CREATED, schedule EXISTING" : "schedule CREATED, manual EXISTING"});
    QCOMPARE(m_rig->ask("SELECT run_key || ' ' || biz_date || ' ' || status FROM job_run"),
        std::string{"settle-daily:2026-03-28 2026-03-28 DUE"});
    QCOMPARE(m_rig->ask("SELECT scheduled_at AT TIME ZONE 'UTC' FROM run_trigger WHERE scheduled_at IS NOT NULL"),
        std::string{"2026-03-29 01:00:00"});
    if (!personFirst)
        QCOMPARE(m_rig->ask("SELECT local_wall || ' ' || zone || ' ' || resolution FROM job_run"),
            std::string{"2026-03-29 03:00 +02:00 Europe/Berlin GAP_SHIFTED"});
    // One scheduler begins it, and it is one batch.
    const auto open = one.port.openRuns();
    ONCEOVER_OK(open);
    QCOMPARE(open->size(), std::size_t{1});
    ONCEOVER_OK(one.port.beginRun(open->front().run, milliseconds{60000}));
    QVERIFY(!two.port.beginRun(open->front().run, milliseconds{60000}));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_batch"), 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt"), 1);
}

void TestSchedulers::threeAtOnceRecordEachInstantOnce()
{
    const Timestamp now = instantOf(2026, 1, 20, hours{11});
    std::barrier start{3};
    std::array<Result<int>, 3> fresh{0, 0, 0};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            threads.emplace_back([&, i] {
                Planning own = scheduler("s" + std::to_string(i + 1));
                const auto jobs = own.port.jobs();
                start.arrive_and_wait(); // Each has read the same jobs, and sees all of it due.
                fresh[i] = jobs ? own.planner.recordDue(*jobs, now) : tl::unexpected{jobs.error()};
            });
        }
    }
    int together = 0;
    for (const auto& one : fresh) {
        ONCEOVER_OK(one);
        together += *one;
    }
    QCOMPARE(together, 20);
    QCOMPARE(counted(), std::string{"20 20 20 20"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_trigger WHERE answer = 'CREATED'"), 20);
}

// Five thousand jobs come due at one instant. Two schedulers, each with a session of its own, take them in bounded
// rounds.
void TestSchedulers::fiveThousandAtOnceAreRecordedOnceByTwo()
{
    QCOMPARE(
        m_rig->ask(
            "UPDATE job SET enabled = false; "
            "INSERT INTO job (job_id, job_type, scope, run_key_prefix, period_kind, grade, time_zone, schedule, "
            "schedule_from, same_action, allowed_lateness, may_repeat) SELECT 'cleanup-temp@s' || n, t.job_type, 's' "
            "|| n, t.run_key_prefix, t.period_kind, t.grade, 'Asia/Shanghai', '30 18 * * *', '2026-01-01', "
            "t.same_action, t.allowed_lateness, t.may_repeat FROM job_type t, generate_series(1, 5000) n WHERE "
            "t.job_type = 'cleanup-temp'"),
        std::string{});
    const Timestamp now = instantOf(2026, 1, 1, hours{11});
    std::barrier start{2};
    std::array<Result<int>, 2> fresh{0, 0};
    std::array<int, 2> rounds{0, 0};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            threads.emplace_back([&, i] {
                Planning own = scheduler("s" + std::to_string(i + 1));
                const auto before = own.port.jobs();
                start.arrive_and_wait(); // Each sees all of it due.
                do {
                    ++rounds[i];
                    const auto jobs = rounds[i] == 1 ? before : own.port.jobs();
                    const auto round = jobs ? own.planner.recordDue(*jobs, now) : tl::unexpected{jobs.error()};
                    if (!round) {
                        fresh[i] = round;
                        return;
                    }
                    *fresh[i] += *round;
                } while (own.planner.hasMore());
            });
        }
    }
    for (const auto& one : fresh)
        ONCEOVER_OK(one);
    QCOMPARE(*fresh[0] + *fresh[1], 5000);
    QVERIFY2(rounds[0] > 1 && rounds[1] > 1, "all of it in one round: nothing else would be done meanwhile");
    QCOMPARE(
        m_rig->ask(
            "SELECT count(*) || ' ' || count(DISTINCT (job_id, scheduled_at)) || ' ' || count(DISTINCT run_id) FROM "
            "run_trigger"),
        std::string{"5000 5000 5000"});
    QCOMPARE(m_rig->ask("SELECT count(*) || ' ' || count(DISTINCT run_key) || ' ' || min(status) FROM job_run"),
        std::string{"5000 5000 DUE"});
    // How far behind is shown, as a figure and for each job.
    QCOMPARE(
        m_rig->ask("SELECT abs(f.value - "
                   "extract(epoch FROM clock() - timestamptz '2026-01-01 10:30Z')) < 60 FROM v_figure f WHERE figure = "
                   "'scheduler_lag_seconds'"),
        std::string{"t"});
    QCOMPARE(m_rig->count(
                 "SELECT count(*) FROM v_job_schedule WHERE last_run_status = 'DUE' AND planned_by IN ('s1', 's2')"),
        5000);
}

void TestSchedulers::oneThatStoodStillAddsNothing()
{
    Planning still = scheduler("s1");
    const auto jobsAsTheyWere = still.port.jobs();
    ONCEOVER_OK(jobsAsTheyWere);
    Planning other = scheduler("s2");
    const auto recorded = other.recordDue(instantOf(2026, 1, 5, hours{11}));
    ONCEOVER_OK(recorded);
    QCOMPARE(*recorded, 5);
    const auto late = still.planner.recordDue(*jobsAsTheyWere, instantOf(2026, 1, 4, hours{11}));
    ONCEOVER_OK(late);
    QCOMPARE(*late, 0);
    QCOMPARE(counted(), std::string{"5 5 5 5"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_trigger WHERE requested_by <> 's2'"), 0);
}

void TestSchedulers::aRestartDuringCatchUpPlansNothingTwice_data()
{
    QTest::addColumn<bool>("committed");
    QTest::newRow("ended before a trigger was stored") << false;
    QTest::newRow("ended before it learned that a trigger was stored") << true;
}

void TestSchedulers::aRestartDuringCatchUpPlansNothingTwice()
{
    QFETCH(bool, committed);
    const Timestamp now = instantOf(2026, 3, 1, hours{11}); // Sixty days after the schedule began.
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    int told = 0;
    Planning ends{m_rig->dutyThrough(cutter.folder(), "scheduler", "s1"), [&](const engine::LogLine& line) {
                      if (line.event == "triggered" && ++told == 3)
                          cutter.cutNext(committed ? SocketCutter::Cut::AfterCommit : SocketCutter::Cut::BeforeCommit);
                  }};
    QVERIFY(!ends.recordDue(now));
    const std::string stored = committed ? "4" : "3";
    QTRY_COMPARE(counted(), stored + " " + stored + " " + stored + " " + stored);
    Planning restarted = scheduler("s1");
    int fresh = 0;
    do {
        const auto round = restarted.recordDue(now);
        ONCEOVER_OK(round);
        QVERIFY(*round > 0);
        fresh += *round;
    } while (restarted.planner.hasMore());
    QCOMPARE(fresh, committed ? 56 : 57);
    QCOMPARE(counted(), std::string{"60 60 60 60"});
    // In order, without a hole, each day once.
    QCOMPARE(
        m_rig->ask("SELECT min(biz_date) || ' ' || max(biz_date) FROM job_run"), std::string{"2025-12-31 2026-02-28"});
}

QTEST_GUILESS_MAIN(TestSchedulers)
#include "tst_schedulers.moc"
