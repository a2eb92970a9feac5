// SPDX-License-Identifier: GPL-3.0-or-later
// A day settled by the real engine between a real database and a real bank.
#include <QFile>
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"
#include "engine/failpoint.h"
#include "sandbox/child_process.h"
#include "sql/migrations.h"

#include <csignal>

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";

/// Counts of everything that must not grow when a date is triggered again.
const std::string kEverything
    = "SELECT (SELECT count(*) FROM onceover.settlement_operation), (SELECT count(*) FROM onceover.settlement_item), "
      "(SELECT count(*) FROM onceover.ledger_entry), (SELECT count(*) FROM onceover.outbox), "
      "(SELECT count(*) FROM onceover.external_call)";

/// Every promise that does not hold, named; empty when all do.
std::string brokenPromises(const EngineBench& bench)
{
    return bench.brokenPromises();
}

std::size_t payoutsInTheBook(const EngineBench& bench)
{
    const auto book = channel::readBook(bench.endpoint());
    return book ? book->size() : 0;
}

/// The worker as a program, which may be told to fail.
sandbox::ProcessId startWorker(const EngineBench& bench, const char* log, const std::string& failpoint = {})
{
    sandbox::ChildOptions options;
    options.command = {ONCEOVER_BIN_DIR "/onceover-worker", "--dsn", bench.database.conninfo(), "--log", "json"};
    if (!failpoint.empty())
        options.environment = {{"ONCEOVER_FAIL", failpoint}};
    options.output = bench.file(log);
    options.diesWithParent = true;
    const auto started = sandbox::startChild(options);
    return started ? *started : sandbox::ProcessId{};
}

std::string endOf(const std::string& file)
{
    QFile log(QString::fromStdString(file));
    return log.open(QIODevice::ReadOnly) ? log.readAll().right(3000).toStdString() : std::string{};
}

constexpr std::chrono::seconds kPatience{30};

} // namespace

class TstEngineDay : public QObject {
    Q_OBJECT

private slots:
    void aDayIsSettledEndToEnd();
    void aDateTriggeredAgainAddsNothing();
    void manyEnginesAndShardsPayOnce_data(); // R24, R36, R47, R49
    void manyEnginesAndShardsPayOnce();
    void anUnreliableBankPaysEachOnce_data();
    void anUnreliableBankPaysEachOnce();
    void whereverAWorkerDiesAnotherFinishes_data();
    void whereverAWorkerDiesAnotherFinishes();
    void aStoppedWorkerGivesBackAndSaysSo();
    void theClockOfTheDatabaseLeaps_data(); // K23
    void theClockOfTheDatabaseLeaps();
    void aDeadServerStopsNobodyForGood();            // R31, R42
    void aRefusingBankLeavesAPartialBatchAndAList(); // R40
    void wrongDataStandsAlone();
    void nothingBeginsUnderAFreeze();
};

// R50, R51, R53, R57, R60, R43
void TstEngineDay::aDayIsSettledEndToEnd()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    const auto sales = bench.enterDay(kDay);
    QVERIFY2(sales, sales ? "" : sales.error().detail.c_str());
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + bench.troubles()).c_str());
    QCOMPARE(bench.sql("SELECT status, count(*) FROM onceover.settlement_operation GROUP BY 1"),
        std::string{"SUCCEEDED|120"});
    QCOMPARE(bench.sql("SELECT phase, count(*) FROM onceover.ledger_entry GROUP BY 1 ORDER BY 1"),
        std::string{"HOLD|240\nPAY|240"});
    QCOMPARE(bench.sql("SELECT status FROM onceover.job_run"), std::string{"DONE"});
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.worker WHERE stopped_at IS NULL"), std::string{"0"});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// R8, R17, R18, R44, F8
void TstEngineDay::aDateTriggeredAgainAddsNothing()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    bench.startEngine();
    bench.startEngine({engine::Role::Scheduler});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.trigger(kDay).substr(0, 4), std::string{"DONE"}); // While it runs (K68).
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    const std::string before = bench.sql(kEverything);
    QCOMPARE(bench.trigger(kDay), std::string{"DONE ALREADY_COMPLETED"});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE ALREADY_COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql(kEverything), before);
    QCOMPARE(bench.sql("SELECT count(*), count(DISTINCT run_id) FROM onceover.run_trigger"), std::string{"4|1"});
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// One engine that nobody could disturb, and many that meet at every row: no configuration locks anything out (DESIGN.md
// rule 16: no step rests on a lock), and each leaves the same effects.
void TstEngineDay::manyEnginesAndShardsPayOnce_data()
{
    QTest::addColumn<int>("engines");
    QTest::addColumn<int>("shards");
    QTest::addRow("one engine, one shard") << 1 << 1;
    QTest::addRow("one engine, 64 shards") << 1 << 64;
    QTest::addRow("three engines, one shard") << 3 << 1;
    QTest::addRow("three engines, 8 shards") << 3 << 8;
}

void TstEngineDay::manyEnginesAndShardsPayOnce()
{
    QFETCH(int, engines);
    QFETCH(int, shards);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(bench.enterDay("2026-10-26"));
    QVERIFY(bench.sql("UPDATE onceover.job SET claim_size = 7, shard_count = " + std::to_string(shards)).empty());
    for (int i = 0; i < engines; ++i)
        bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.trigger("2026-10-26"), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.awaitBatch("2026-10-26"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{240});
    // R46: every input belongs to one shard of those that the batch was cut into.
    QCOMPARE(bench.sql("SELECT DISTINCT count(*), min(bucket_from), max(bucket_to), sum(bucket_to - bucket_from) "
                       "FROM onceover.batch_shard GROUP BY batch_id"),
        std::to_string(shards) + "|0|64|64");
    // What was done, of whatever configuration: who is paid what for which day, and by which legs. Two installations
    // have other keys, so those are not in it.
    const std::string effects
        = bench.sql("SELECT md5(string_agg(concat_ws(' ', o.merchant_id, o.settle_date, o.currency, o.amount_minor, "
                    "o.status, l.legs), "
                    "',' ORDER BY o.settle_date, o.merchant_id, o.currency)) FROM onceover.settlement_operation o "
                    "CROSS JOIN LATERAL "
                    "(SELECT string_agg(concat_ws(' ', e.phase, e.side, e.amount_minor), ';' ORDER BY e.phase, e.side) "
                    "AS legs FROM "
                    "onceover.ledger_entry e WHERE e.bucket = o.bucket AND e.operation_id = o.operation_id) l");
    static std::string expected;
    if (expected.empty())
        expected = effects; // Of the first row, which nobody disturbed.
    QCOMPARE(effects, expected);
    QCOMPARE(brokenPromises(bench), std::string{});
}

// K51–K55, K62, R58, R59
void TstEngineDay::anUnreliableBankPaysEachOnce_data()
{
    QTest::addColumn<QByteArray>("misdeeds");
    QTest::newRow("loses answers") << QByteArray(R"({"lose_answer":0.3,"seed":1})");
    QTest::newRow("5xx after executing") << QByteArray(R"({"fail_after_execute":0.3,"seed":2})");
    QTest::newRow("5xx before executing") << QByteArray(R"({"fail_before_execute":0.3,"seed":3})");
    QTest::newRow("throttles") << QByteArray(R"({"throttle":0.3,"retry_after_s":0,"seed":4})");
    QTest::newRow("slower than the time-out") << QByteArray(R"({"delay_ms":450,"seed":5})");
    QTest::newRow("all together") << QByteArray(
        R"({"lose_answer":0.1,"fail_after_execute":0.1,"fail_before_execute":0.1,"throttle":0.1,"retry_after_s":0,"seed":6})");
}

void TstEngineDay::anUnreliableBankPaysEachOnce()
{
    QFETCH(QByteArray, misdeeds);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misdeeds.toStdString()));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// K01–K13, R15, R16, R28, R45, R68
void TstEngineDay::whereverAWorkerDiesAnotherFinishes_data()
{
    QTest::addColumn<QByteArray>("failpoint");
    for (const engine::FailpointRow& row : engine::kFailpoints) {
        // A day of its own accord has nothing approved to execute: tst_fault_freeze kills the replayer.
        if (row.name.starts_with("replayer."))
            continue;
        QTest::newRow(std::string{row.name}.c_str())
            << QByteArray(row.name.data(), static_cast<qsizetype>(row.name.size()));
    }
}

void TstEngineDay::whereverAWorkerDiesAnotherFinishes()
{
    QFETCH(QByteArray, failpoint);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(bench.sql("UPDATE onceover.job SET claim_size = 20").empty());
    // Every third merchant is on hold: nothing is paid, and its amount is carried over.
    if (failpoint.endsWith("settle_here"))
        QVERIFY(bench.sql("UPDATE onceover.merchant SET on_hold = true WHERE merchant_id % 3 = 0").empty());
    const std::string paid = bench.sql("SELECT count(*) FROM onceover.merchant WHERE NOT on_hold");
    // Answers are lost, so that there is something to resolve; sets are small, so that it dies in the middle.
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"lose_answer":0.2,"delay_ms":5,"seed":7})"));
    const bool isScheduled = failpoint == "scheduler.before_trigger" || failpoint == "scheduler.after_trigger";
    if (isScheduled) {
        QVERIFY(bench
                    .sql("UPDATE onceover.job SET schedule_from = '2026-10-26 00:00Z', biz_date_offset = -1 "
                         "WHERE job_id = 'settle-daily'")
                    .empty());
    } else {
        QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    }
    const bool isWithoutBatch = failpoint.startsWith("run_worker");
    if (isWithoutBatch) {
        QCOMPARE(bench.addJob("cleanup-temp"), std::string{});
        QCOMPARE(bench.trigger(kDay, "cleanup-temp"), std::string{"DONE CREATED"});
    }
    const std::string nth = failpoint == "scheduler.plan_merchant" ? ":50:kill" : ":2:kill";
    const auto first
        = startWorker(bench, "first.log", failpoint.toStdString() + (isScheduled || isWithoutBatch ? ":1:kill" : nth));
    const bool died = sandbox::waitUntilGone(first, kPatience);
    if (!died && failpoint == "lease_keeper.before_renew") {
        // A set is posted in less than a third of its lease: nothing was ever renewed, and nothing needs to be.
        QVERIFY(sandbox::signalProcess(first, SIGKILL));
        QVERIFY(sandbox::waitUntilGone(first, kPatience));
    } else {
        QVERIFY2(died, endOf(bench.file("first.log")).c_str());
    }
    const auto second = startWorker(bench, "second.log");
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + endOf(bench.file("second.log"))).c_str());
    if (isWithoutBatch)
        QCOMPARE(
            bench.await("SELECT r.status, string_agg(a.status, ',' ORDER BY a.attempt_no) FROM onceover.job_run r JOIN "
                        "onceover.run_attempt a USING (run_id) WHERE r.job_id = 'cleanup-temp' GROUP BY 1",
                "DONE|LOST,SUCCEEDED"),
            std::string{"DONE|LOST,SUCCEEDED"});
    if (isScheduled) // The days since then are caught up as well; there is nothing in them.
        QCOMPARE(
            bench.await("SELECT bool_and(status = 'DONE') AND max(scheduled_at) > onceover.clock() - interval '1 day' "
                        "FROM onceover.job_run",
                "t"),
            std::string{"t"});
    QVERIFY(sandbox::signalProcess(second, SIGTERM));
    QVERIFY(sandbox::waitUntilGone(second, kPatience));
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation WHERE biz_date = '" + kDay + "'"),
        std::string{"120"});
    QCOMPARE(std::to_string(payoutsInTheBook(bench)), paid);
    QCOMPARE(
        bench.sql("SELECT count(*) FILTER (WHERE c.operation_id IS NULL), count(*) FILTER (WHERE m.on_hold AND "
                  "c.amount_minor = "
                  "o.amount_minor) FROM onceover.settlement_operation o JOIN onceover.merchant m USING (merchant_id) "
                  "LEFT JOIN onceover.carry_over c ON c.bucket = o.bucket AND c.operation_id = o.operation_id WHERE "
                  "o.biz_date = '"
            + kDay + "'"),
        paid + "|" + std::to_string(120 - std::stoi(paid)));
    QCOMPARE(bench.sql("SELECT count(*) FROM (SELECT 1 FROM onceover.run_trigger WHERE scheduled_at IS NOT NULL "
                       "GROUP BY job_id, scheduled_at HAVING count(*) > 1) AS twice"),
        std::string{"0"});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// F12, DESIGN.md section 10
void TstEngineDay::aStoppedWorkerGivesBackAndSaysSo()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(bench.sql("UPDATE onceover.job SET claim_size = 5").empty());
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"delay_ms":50})"));
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    const auto first = startWorker(bench, "first.log");
    QCOMPARE(bench.await("SELECT count(*) > 10 FROM onceover.outbox WHERE status = 'ACCEPTED'", "t"), std::string{"t"});
    QVERIFY(sandbox::signalProcess(first, SIGTERM));
    QVERIFY(sandbox::waitUntilGone(first, kPatience));
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING'"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.run_attempt WHERE status = 'STARTED'"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.worker WHERE stopped_at IS NULL"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT max(attempts) FROM onceover.settlement_operation"), std::string{"0"});
    const std::string log = endOf(bench.file("first.log"));
    QVERIFY2(log.find("\"event\":\"stopped\"") != std::string::npos, log.c_str());
    bench.startEngine();
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// K23: the database's clock decides, so a leap of it ends leases early or late. Versions keep each effect single, and
// once the clock is right again nothing is stuck. That a step back is told: tst_store_watch.
void TstEngineDay::theClockOfTheDatabaseLeaps_data()
{
    QTest::addColumn<QString>("leap");
    QTest::addColumn<QString>("correction");
    QTest::newRow("forward") << QStringLiteral("10 min") << QStringLiteral("0");
    QTest::newRow("back, until it is set right") << QStringLiteral("-10 min") << QStringLiteral("10 min");
}

void TstEngineDay::theClockOfTheDatabaseLeaps()
{
    QFETCH(QString, leap);
    QFETCH(QString, correction);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(bench.database.runAsSuperuser(sql::findProvision("sandbox")->text));
    QCOMPARE(bench.beInNoHurry(), std::string{}); // No lease ends but by the leap.
    QVERIFY(bench.sql("UPDATE onceover.job SET claim_size = 10").empty());
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"delay_ms":20})"));
    const auto move = [&](const QString& span) {
        return bench.sql(
            "UPDATE onceover.sandbox_clock SET \"offset\" = \"offset\" + interval '" + span.toStdString() + "'");
    };
    bench.startEngine();
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) > 10 FROM onceover.outbox WHERE status = 'ACCEPTED'", "t"), std::string{"t"});
    const std::string before = bench.sql("SELECT onceover.clock()");
    QCOMPARE(move(leap), std::string{});
    // Several duties have lived in that time.
    QCOMPARE(bench.await("SELECT count(DISTINCT duty) > 2 FROM onceover.worker_heartbeat WHERE abs(extract(epoch FROM "
                         "beat_at - '"
                     + before + "')) > 300",
                 "t"),
        std::string{"t"});
    QCOMPARE(move(correction), std::string{});
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// K33, R30
void TstEngineDay::aDeadServerStopsNobodyForGood()
{
    TestCluster own;
    ONCEOVER_NEED(own);
    EngineBench bench(own);
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(bench.sql("UPDATE onceover.job SET claim_size = 10").empty());
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"delay_ms":20})"));
    bench.startEngine();
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) > 10 FROM onceover.outbox WHERE status = 'ACCEPTED'", "t"), std::string{"t"});
    QVERIFY(own.server().kill());
    QVERIFY(own.server().start());
    QCOMPARE(bench.await("SELECT count(*) > 40 FROM onceover.outbox WHERE status = 'ACCEPTED'", "t"), std::string{"t"});
    bench.stopBank();
    bench.startBank();
    const std::string status = bench.awaitBatch(kDay);
    QVERIFY2(status == "COMPLETED", (status + "\n" + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// R61, R71, R76, R82
void TstEngineDay::aRefusingBankLeavesAPartialBatchAndAList()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"next":{"refuse":7}})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    const std::string status = bench.awaitBatch(kDay, "PARTIAL");
    QVERIFY2(status == "PARTIAL", (status + "\n" + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT status, failure_class, count(*) FROM onceover.settlement_operation GROUP BY 1, 2 ORDER BY 1"),
        std::string{"FAILED_PERMANENT|REFUSED|7\nSUCCEEDED||113"});
    QCOMPARE(bench.sql("SELECT failure_class, count(*) FROM onceover.dead_letter WHERE status = 'OPEN' GROUP BY 1"),
        std::string{"REFUSED|7"});
    QCOMPARE(bench.sql("SELECT max(sends_total) FROM onceover.outbox WHERE status = 'REFUSED'"), std::string{"1"});
    QCOMPARE(payoutsInTheBook(bench), std::size_t{113});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// K74, R71, DESIGN.md rule 3: the database refuses what one row would write; its set is halved until it stands alone.
void TstEngineDay::wrongDataStandsAlone()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    const std::string victim = bench.sql("SELECT min(merchant_id) FROM onceover.sale WHERE sale_kind = 'sale'");
    bench.startEngine({engine::Role::Scheduler});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.settlement_operation", "120"), std::string{"120"});
    // Its books were spoilt: there is no account to take the money from.
    QCOMPARE(bench.sql("ALTER TABLE onceover.account DISABLE TRIGGER USER; "
                       "DELETE FROM onceover.account WHERE account_kind = 'payable' AND owner_ref = '"
                 + victim + "'; ALTER TABLE onceover.account ENABLE ALWAYS TRIGGER guard_append_only"),
        std::string{});
    bench.startEngine();
    const std::string status = bench.awaitBatch(kDay, "PARTIAL");
    QVERIFY2(status == "PARTIAL", (status + "\n" + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT failure_class, merchant_id FROM onceover.settlement_operation WHERE status <> 'SUCCEEDED'"),
        "DATA|" + victim);
    QCOMPARE(payoutsInTheBook(bench), std::size_t{119});
    QCOMPARE(brokenPromises(bench), std::string{});
}

// R103, R104, I12
void TstEngineDay::nothingBeginsUnderAFreeze()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason) "
                       "VALUES ('everything', '', 'alice', 'a drill'); "
                       "UPDATE onceover.freeze_order SET status = 'IN_FORCE', effective_at = onceover.clock()"),
        std::string{});
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler, engine::Role::Sender, engine::Role::Resolver,
        engine::Role::Replayer});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE HELD"});
    // The scheduler has looked at least twice since: a heartbeat is written after a round.
    QCOMPARE(bench.await("SELECT max(beat_at) > (SELECT max(at) + interval '1 s' FROM onceover.run_trigger) "
                         "FROM onceover.worker_heartbeat WHERE duty = 'scheduler'",
                 "t"),
        std::string{"t"});
    QCOMPARE(bench.sql("SELECT status FROM onceover.job_run"), std::string{"HELD"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_batch"), std::string{"0"});
    // Two persons lift it: by nobody's request it would be a broken promise (I11).
    QCOMPARE(bench.await("SELECT status FROM onceover.freeze_order", "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.sql("SELECT r.outcome FROM onceover.v_freeze f, LATERAL onceover.request_lift(f.freeze_id, '{}', "
                       "'the drill is over', '', gen_random_uuid()) r",
                 "alice"),
        std::string{"DONE"});
    const std::string request = bench.sql("SELECT approval_id FROM onceover.approval");
    const std::string hash = bench.sql("SELECT encode(plan_hash, 'hex') FROM onceover.approval");
    QCOMPARE(bench.sql("SELECT outcome FROM onceover.approve_request(" + request + ", decode('" + hash
                     + "', 'hex'), '', 'seen', gen_random_uuid())",
                 "bob"),
        std::string{"DONE"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(payoutsInTheBook(bench), std::size_t{120});
    QCOMPARE(brokenPromises(bench), std::string{});
}

QTEST_GUILESS_MAIN(TstEngineDay)
#include "tst_engine_day.moc"
