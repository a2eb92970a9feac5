// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that have no batch: claimed once, done at least once under their run key, tried again by meaning, ended once.
#include "engine/run_worker.h"
#include "engine/temp_cleaner.h"
#include "store/run_store.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTemporaryDir>
#include <QTest>

#include <deque>
#include <fstream>
#include <tuple>

using namespace onceover;
using namespace onceover::test;

namespace {

/// A work that answers as it is told, and counts.
class ScriptedWork final : public JobWork {
public:
    explicit ScriptedWork(std::deque<Result<WorkOutcome>>& answers, int& calls)
        : m_answers(answers)
        , m_calls(calls)
    {
    }
    [[nodiscard]] std::string_view jobType() const override { return "cleanup-temp"; }
    [[nodiscard]] Result<WorkOutcome> work(const RunTask&, const std::function<bool()>&) override
    {
        ++m_calls;
        if (m_answers.empty())
            return WorkOutcome{7, "CLEANED"};
        auto answer = m_answers.front();
        m_answers.pop_front();
        return answer;
    }

private:
    std::deque<Result<WorkOutcome>>& m_answers;
    int& m_calls;
};

const std::string kRunKey = "cleanup-temp:2026-03-10";

} // namespace

class TestRunWorker : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aRunIsDoneWhenItsWorkEnded();      // R14, R117
    void theEnumeratorLeavesItAlone();      // It has no batch.
    void twoWorkersDoItOnce();              // R17, R138
    void failuresAreTriedOnTheirSchedule(); // R70, R75, R76, R77, R82
    void wrongDataIsNotTriedAgain();        // R71
    void aLostWorkersRunIsTakenOver();      // R2, R28, K08
    void nothingIsClaimedUnderAFreeze();    // R103, R104
    void aStopLeavesTheRunToItsLease();
    void onlyOldFilesOfTheFolderItselfAreRemoved();

private:
    [[nodiscard]] std::unique_ptr<engine::RunWorker> workerNamed(const std::string& name)
    {
        engine::RunWorkerParts parts{std::make_unique<store::RunStore>(m_rig->duty("scheduler", name)), {}, m_wakes,
            engine::DutyLog([](const engine::LogLine&) {}, "run_worker"), [] { return 100U; }};
        parts.works.push_back(std::make_unique<ScriptedWork>(m_answers, m_calls));
        return std::make_unique<engine::RunWorker>(std::move(parts));
    }
    [[nodiscard]] static Failure failureWith(FailureKind kind)
    {
        Failure failure;
        failure.kind = kind;
        failure.detail = "the disk is full";
        return failure;
    }
    [[nodiscard]] std::string run() const
    {
        return m_rig->ask("SELECT status, attempts FROM job_run WHERE run_key = '" + kRunKey + "'");
    }
    [[nodiscard]] std::string attempts() const
    {
        return m_rig->ask("SELECT string_agg(status, ',' ORDER BY attempt_no) FROM run_attempt");
    }
    /// Its pause, or the lease of whoever held it, is over.
    void passThePause() const
    {
        std::ignore
            = m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s' WHERE lease_until IS NOT NULL");
    }

    std::unique_ptr<StoreRig> m_rig;
    engine::Wakes m_wakes;
    std::deque<Result<WorkOutcome>> m_answers;
    int m_calls = 0;
};

void TestRunWorker::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    m_answers.clear();
    m_calls = 0;
    QCOMPARE(
        m_rig->ask(
            "INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, "
            "schedule_from, "
            "same_action, allowed_lateness, may_repeat) SELECT job_type, job_type, run_key_prefix, period_kind, grade, "
            "'Asia/Shanghai', '0 4 * * *', '2026-01-01', same_action, allowed_lateness, may_repeat FROM job_type "
            "WHERE job_type = 'cleanup-temp'; "
            "INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version) "
            "VALUES ('cleanup-temp', 'cleanup-temp', '', '"
            + kRunKey + "', '2026-03-10', 'P1', 'Asia/Shanghai', '')"),
        std::string{});
}

void TestRunWorker::aRunIsDoneWhenItsWorkEnded()
{
    const auto worker = workerNamed("w1");
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"DONE|1"});
    QCOMPARE(m_rig->ask("SELECT status, outcome, rows_affected, attempt_no, worker_id, finished_at IS NOT NULL, "
                        "batch_id IS NULL FROM run_attempt"),
        std::string{"SUCCEEDED|CLEANED|7|1|w1|t|t"});
    const auto again = worker->runRound();
    ONCEOVER_OK(again);
    QCOMPARE(again->pieces, std::int64_t{0});
    QCOMPARE(m_calls, 1);
}

void TestRunWorker::theEnumeratorLeavesItAlone()
{
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    const auto open = scheduler.openRuns();
    ONCEOVER_OK(open);
    QVERIFY(open->empty());
}

void TestRunWorker::twoWorkersDoItOnce()
{
    store::RunStore first{m_rig->duty("scheduler", "w1")};
    store::RunStore second{m_rig->duty("scheduler", "w2")};
    const auto claimed = first.claimRun({"cleanup-temp"});
    ONCEOVER_OK(claimed);
    QVERIFY(claimed->has_value());
    QCOMPARE((*claimed)->runKey.value, kRunKey);
    const auto other = second.claimRun({"cleanup-temp"});
    ONCEOVER_OK(other);
    QVERIFY(!other->has_value());
    const auto nothing = second.claimRun({"reconcile"});
    ONCEOVER_OK(nothing);
    QVERIFY(!nothing->has_value());
}

void TestRunWorker::failuresAreTriedOnTheirSchedule()
{
    const auto worker = workerNamed("w1");
    for (int i = 0; i < 4; ++i)
        m_answers.emplace_back(tl::unexpected{failureWith(FailureKind::Unavailable)});
    // 1, 5, 25 minutes, the jitter drawn (100: none) and stored; the fourth failure is the last.
    for (const char* wait : {"60", "300", "1500"}) {
        ONCEOVER_OK(worker->runRound());
        QCOMPARE(m_rig->ask(std::string{"SELECT status, abs(extract(epoch FROM lease_until - (SELECT max(finished_at) "
                                        "FROM run_attempt)) - "}
                     + wait + ") < 1 FROM job_run"),
            std::string{"RUNNING|t"});
        const auto early = worker->runRound();
        ONCEOVER_OK(early);
        QCOMPARE(early->pieces, std::int64_t{0}); // Not before its time.
        passThePause();
    }
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter"), std::int64_t{0});
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"FAILED|4"});
    QCOMPARE(attempts(), std::string{"FAILED,FAILED,FAILED,FAILED"});
    QCOMPARE(m_rig->ask("SELECT subject_kind, job_id, biz_date, idempotency_key, failure_class, last_error LIKE '%the "
                        "disk is full%', "
                        "length(payload) > 0, attempts FROM dead_letter"),
        "run|cleanup-temp|2026-03-10|" + kRunKey + "|BUDGET_SPENT|t|t|4");
    passThePause();
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(m_calls, 4);
}

void TestRunWorker::wrongDataIsNotTriedAgain()
{
    const auto worker = workerNamed("w1");
    m_answers.emplace_back(tl::unexpected{failureWith(FailureKind::DataRejected)});
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"FAILED|1"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter"), std::int64_t{1});
}

void TestRunWorker::aLostWorkersRunIsTakenOver()
{
    store::RunStore lost{m_rig->duty("scheduler", "w1")};
    const auto held = lost.claimRun({"cleanup-temp"});
    ONCEOVER_OK(held);
    QVERIFY(held->has_value());
    ONCEOVER_OK(lost.keepRun(**held));
    passThePause();
    const auto heir = workerNamed("w2");
    ONCEOVER_OK(heir->runRound());
    QCOMPARE(run(), std::string{"DONE|2"});
    QCOMPARE(attempts(), std::string{"LOST,SUCCEEDED"});
    // What the late one has to say changes nothing.
    QVERIFY(lost.keepRun(**held).error().kind == FailureKind::Conflict);
    QVERIFY(lost.finishRun(**held, {1, "LATE"}).error().kind == FailureKind::Conflict);
    QVERIFY(lost.failRun(**held, "late", std::nullopt).error().kind == FailureKind::Conflict);
    QCOMPARE(run(), std::string{"DONE|2"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter"), std::int64_t{0});
}

void TestRunWorker::nothingIsClaimedUnderAFreeze()
{
    m_rig->freeze("job", "cleanup-temp");
    const auto worker = workerNamed("w1");
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(m_calls, 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt"), std::int64_t{0});
    m_rig->liftFreezes();
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"DONE|1"});
}

void TestRunWorker::aStopLeavesTheRunToItsLease()
{
    const auto worker = workerNamed("w1");
    m_answers.emplace_back(tl::unexpected{failureWith(FailureKind::Cancelled)});
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"RUNNING|1"});
    passThePause();
    ONCEOVER_OK(worker->runRound());
    QCOMPARE(run(), std::string{"DONE|2"});
    QCOMPARE(attempts(), std::string{"LOST,SUCCEEDED"});
}

void TestRunWorker::onlyOldFilesOfTheFolderItselfAreRemoved()
{
    namespace fs = std::filesystem;
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const fs::path own = root / "own";
    fs::create_directories(own / "deeper");
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours{100};
    const auto make = [&](const fs::path& path, bool isOld) {
        std::ofstream{path} << "x";
        if (isOld)
            fs::last_write_time(path, old);
    };
    for (const char* name : {"a", "b", "c"})
        make(own / name, true);
    make(own / "new", false);
    make(own / "deeper" / "old", true);
    make(root / "outside", true);
    fs::create_symlink(root / "outside", own / "link");
    engine::TempCleaner two({own, std::chrono::hours{72}, 2});
    const auto first = two.work({}, [] { return true; });
    ONCEOVER_OK(first);
    QCOMPARE(first->rowsAffected, std::int64_t{2}); // Bounded.
    const auto rest = two.work({}, [] { return true; });
    ONCEOVER_OK(rest);
    QCOMPARE(rest->rowsAffected, std::int64_t{1});
    QVERIFY(fs::exists(own / "new") && fs::exists(own / "deeper" / "old") && fs::exists(root / "outside"));
    QVERIFY(fs::is_symlink(own / "link"));
    engine::TempCleaner nowhere({root / "missing", std::chrono::hours{72}, 2});
    QCOMPARE(nowhere.work({}, [] { return true; })->detail, std::string{"NO_FOLDER"});
}

QTEST_GUILESS_MAIN(TestRunWorker)
#include "tst_run_worker.moc"
