// SPDX-License-Identifier: GPL-3.0-or-later
// The queue has a limit: at it nothing is enumerated, and people can see why; what was enumerated is worked all the
// same (R79).
#include "engine_bench.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-03-10";
constexpr const char* kReason = "queue full: 20 wait to be worked or sent; nothing is added before it sinks";

} // namespace

class TestQueueLimit : public QObject {
    Q_OBJECT

private slots:
    void atTheLimitNothingIsEnumeratedAndPeopleSeeWhy(); // R79
};

void TestQueueLimit::atTheLimitNothingIsEnumeratedAndPeopleSeeWhy()
{
    ONCEOVER_NEED(TestCluster::shared());
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("UPDATE onceover.watch_limit SET amount = 20 WHERE name = 'queue length'"), std::string{});
    const std::string all = bench.sql(
        "SELECT count(DISTINCT (merchant_id, currency)) FROM onceover.sale WHERE settle_date = '" + kDay + "'");
    // Nobody sends: what is posted stays in the outbox.
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler, engine::Role::Reconciler});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(
        bench.await("SELECT status || ' ' || status_reason FROM onceover.job_run", std::string{"RUNNING "} + kReason),
        std::string{"RUNNING "} + kReason);
    // The settler posts every operation that is there: no insert into the outbox is refused.
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.operation_due", "0"), std::string{"0"});
    const std::string posted = bench.sql("SELECT count(*) FROM onceover.settlement_operation");
    QVERIFY(std::stoi(posted) >= 20 && std::stoi(posted) < std::stoi(all));
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.batch_shard WHERE status = 'OPEN'") == "0", false);
    // A person sees it as an alert with the run's key, and as a figure; nobody is told that the scheduler is late.
    const char* alert
        = "SELECT grade || ' ' || subject || ' ' || idempotency_key || ' ' || last_error FROM onceover.alert "
          "WHERE rule = 'queue full' AND closed_at IS NULL";
    const std::string told = std::string{"P0 job settle-daily settle-daily:2026-03-10 "} + kReason;
    QCOMPARE(bench.await(alert, told), told);
    QCOMPARE(bench.sql("SELECT value FROM onceover.v_figure WHERE figure = 'runs_held_by_queue'"), std::string{"1"});
    // Another run of that time waits as well, and is not begun.
    QCOMPARE(bench.trigger("2026-03-09"), std::string{"DONE CREATED"});
    const char* other
        = "SELECT status || ' ' || attempts || ' ' || status_reason FROM onceover.job_run WHERE biz_date = "
          "'2026-03-09'";
    QCOMPARE(bench.await(other, std::string{"DUE 0 "} + kReason), std::string{"DUE 0 "} + kReason);
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation"), posted);
    // It goes on when the queue sinks, by itself, and what was let go burned no attempt.
    bench.startEngine({engine::Role::Sender, engine::Role::Resolver});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.awaitBatch("2026-03-09"), std::string{"COMPLETED"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation"), all);
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.run_attempt WHERE shard_no IS NULL AND status NOT IN ('RELEASED', "
                  "'SUCCEEDED')"),
        std::string{"0"});
    QCOMPARE(bench.sql("SELECT count(*) > 0 FROM onceover.run_attempt WHERE outcome = 'QUEUE_FULL'"), std::string{"t"});
    QCOMPARE(bench.await(alert, ""), std::string{});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.v_figure WHERE figure = 'runs_held_by_queue'"), std::string{"0"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

QTEST_GUILESS_MAIN(TestQueueLimit)
#include "tst_queue_limit.moc"
