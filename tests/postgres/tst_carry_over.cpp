// SPDX-License-Identifier: GPL-3.0-or-later
// What a cycle does not pay goes into the next one, exactly once (DESIGN.md section 9), between a real database, a real
// bank and the real engine.
#include <QFile>
#include <QTest>

#include "engine_bench.h"

#include "sandbox/child_process.h"

#include <csignal>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr std::chrono::seconds kPatience{30};

/// Waits until the process has stopped itself; false when it did not.
bool awaitStopped(sandbox::ProcessId worker)
{
    return QTest::qWaitFor(
        [&] {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(worker.pid));
            return stat.open(QIODevice::ReadOnly) && stat.readAll().contains(") T ");
        },
        static_cast<int>(std::chrono::milliseconds{kPatience}.count()));
}

/// A bench with merchants of its own (1, 2, 3 …), none of the practice merchants' sales, and figures that can be told
/// by looking at them.
class CarryBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// Channel, job, merchants; empty when all is there.
    [[nodiscard]] std::string prepare(int merchants)
    {
        std::string wrong = enterNothingSold();
        return wrong += sql("INSERT INTO onceover.merchant (merchant_id, bucket, name, time_zone, currency, "
                            "channel_id, beneficiary_name, "
                            "beneficiary_account, beneficiary_country) SELECT m, onceover.bucket_of(m), 'M' || m, "
                            "'Asia/Shanghai', 'CNY', "
                            "'practice-bank', 'Holder ' || m, 'ACCOUNT-' || m, 'CN' FROM generate_series(1, "
                   + std::to_string(merchants) + ") m");
    }
    [[nodiscard]] std::string sell(
        int merchant, const std::string& day, long long minor, const std::string& by = "settle-daily")
    {
        const std::string kind = minor > 0 ? "sale" : "refund";
        return sql("INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, "
                   "occurred_at, settle_date, "
                   "settle_by) SELECT onceover.bucket_of("
            + std::to_string(merchant) + "), '" + kind + "', '" + kind + "-" + std::to_string(++m_items) + "', "
            + std::to_string(merchant) + ", " + std::to_string(minor) + ", 'CNY', onceover.clock(), '" + day + "', '"
            + by + "'");
    }
    /// Triggers a date and waits for its end; the batch's status.
    [[nodiscard]] std::string settle(const std::string& day, const std::string& job = "settle-daily")
    {
        const std::string answer = trigger(day, job);
        if (answer.substr(0, 4) != "DONE")
            return answer;
        return await(
            "SELECT coalesce((SELECT b.status FROM onceover.settlement_batch b JOIN onceover.job_run r USING (run_id) "
            "WHERE b.job_type = '"
                + job
                + "' AND r.biz_date = onceover.period_date_of((SELECT period_kind FROM onceover.job WHERE job_id = '"
                + job + "'), '" + day + "')), '')",
            "COMPLETED");
    }
    /// Each day of a merchant: date, amount, what became of it.
    [[nodiscard]] std::string story(int merchant) const
    {
        return sql("SELECT o.settle_date, o.amount_minor, o.item_count, coalesce(c.reason, m.status) FROM "
                   "onceover.settlement_operation o "
                   "LEFT JOIN onceover.carry_over c USING (bucket, operation_id) LEFT JOIN onceover.outbox m USING "
                   "(bucket, operation_id) "
                   "WHERE o.merchant_id = "
            + std::to_string(merchant) + " ORDER BY o.settle_date, o.settlement_type");
    }
    /// What the bank's own book paid, in all.
    [[nodiscard]] long long paidByTheBank() const
    {
        const auto book = channel::readBook(endpoint());
        long long total = 0;
        if (book) {
            for (const OutsideEffect& effect : *book)
                total += effect.amountMinor;
        }
        return book ? total : -1;
    }
    [[nodiscard]] sandbox::ProcessId startWorker(const char* log, const std::string& failpoint = {}) const
    {
        sandbox::ChildOptions options;
        options.command = {ONCEOVER_BIN_DIR "/onceover-worker", "--dsn", database.conninfo(), "--log", "json"};
        if (!failpoint.empty())
            options.environment = {{"ONCEOVER_FAIL", failpoint}};
        options.output = file(log);
        options.diesWithParent = true;
        const auto started = sandbox::startChild(options);
        return started ? *started : sandbox::ProcessId{};
    }

private:
    int m_items = 0;
};

} // namespace

class TstCarryOver : public QObject {
    Q_OBJECT

private slots:
    void refundsAboveSalesGoIntoTheNextCycleOnce();
    void aHoldKeepsTheMoneyUntilItIsReleased();
    void theMinimumIsReachedLater();
    void nothingIsCarriedOverOfZero();
    void aDayTriggeredAgainCarriesNothingTwice();
    void whoeverDiesThereItIsCarriedOnce_data();
    void whoeverDiesThereItIsCarriedOnce();
    void whoStandsStillThereChangesNothingLater();
    void aFenceKeepsItsHolderFromCarrying();
    void aMonthIsOneDocumentWhateverItsAttempts();
    void aSaleIsSettledByOneCycle_data();
    void aSaleIsSettledByOneCycle();
    void carriedMoneyFollowsTheMerchantsCycle();
    void verifyNamesWhatIsWrong_data();
    void verifyNamesWhatIsWrong();
};

// Goal 6 of the settlement domain; I5, I9, I13
void TstCarryOver::refundsAboveSalesGoIntoTheNextCycleOnce()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(2), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", 1000), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", -5000), std::string{});
    QCOMPARE(bench.sell(2, "2026-07-01", 700), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-02", 1500), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-04", 9000), std::string{}); // Nothing is sold on the third.
    bench.startEngine();
    for (const char* day : {"2026-07-01", "2026-07-02", "2026-07-03", "2026-07-04"}) {
        const std::string status = bench.settle(day);
        QVERIFY2(status == "COMPLETED", (status + bench.troubles()).c_str());
    }
    bench.stopEngine();
    QCOMPARE(bench.story(1),
        std::string{
            "2026-07-01|-4000|2|NOT_POSITIVE\n2026-07-02|-2500|2|NOT_POSITIVE\n2026-07-03|-2500|1|NOT_POSITIVE\n"
            "2026-07-04|6500|2|ACCEPTED"});
    QCOMPARE(bench.story(2), std::string{"2026-07-01|700|1|ACCEPTED"});
    QCOMPARE(bench.paidByTheBank(), 7200LL);
    QCOMPARE(bench.sql("SELECT count(*), count(taken_by), count(DISTINCT taken_by) FROM onceover.carry_over"),
        std::string{"3|3|3"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.ledger_entry"), std::string{"8"}); // Two payouts, four legs each.
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.dead_letter"), std::string{"0"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::aHoldKeepsTheMoneyUntilItIsReleased()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    for (const char* day : {"2026-07-01", "2026-07-02"})
        QCOMPARE(bench.sell(1, day, 1000), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.merchant SET on_hold = true WHERE merchant_id = 1"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settle("2026-07-01"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-07-02"), std::string{"COMPLETED"});
    QCOMPARE(bench.paidByTheBank(), 0LL);
    QCOMPARE(bench.sql("UPDATE onceover.merchant SET on_hold = false WHERE merchant_id = 1"), std::string{});
    QCOMPARE(bench.settle("2026-07-03"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.story(1),
        std::string{"2026-07-01|1000|1|ON_HOLD\n2026-07-02|2000|2|ON_HOLD\n2026-07-03|2000|1|ACCEPTED"});
    QCOMPARE(bench.paidByTheBank(), 2000LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::theMinimumIsReachedLater()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(
        bench.sql("UPDATE onceover.merchant SET minimum_payout_minor = 2500 WHERE merchant_id = 1"), std::string{});
    for (const char* day : {"2026-07-01", "2026-07-02", "2026-07-03"})
        QCOMPARE(bench.sell(1, day, 1250), std::string{});
    bench.startEngine();
    for (const char* day : {"2026-07-01", "2026-07-02", "2026-07-03"})
        QCOMPARE(bench.settle(day), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.story(1), // The minimum itself is paid.
        std::string{"2026-07-01|1250|1|BELOW_MINIMUM\n2026-07-02|2500|2|ACCEPTED\n2026-07-03|1250|1|BELOW_MINIMUM"});
    QCOMPARE(bench.paidByTheBank(), 2500LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::nothingIsCarriedOverOfZero()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", 1000), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", -1000), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settle("2026-07-01"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-07-02"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT status, amount_minor FROM onceover.settlement_operation"), std::string{"SUCCEEDED|0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.carry_over"), std::string{"0"});
    QCOMPARE(bench.paidByTheBank(), 0LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R14, R17, R44
void TstCarryOver::aDayTriggeredAgainCarriesNothingTwice()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", -300), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-02", 1000), std::string{});
    for (int i = 0; i < 3; ++i)
        bench.startEngine();
    QCOMPARE(bench.trigger("2026-07-01").substr(0, 4), std::string{"DONE"});
    for (const char* day : {"2026-07-01", "2026-07-01", "2026-07-02", "2026-07-01", "2026-07-02"})
        QCOMPARE(bench.settle(day), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT count(*), sum(amount_minor) FROM onceover.carry_over"), std::string{"1|-300"});
    QCOMPARE(bench.paidByTheBank(), 700LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::whoeverDiesThereItIsCarriedOnce_data()
{
    QTest::addColumn<QByteArray>("failpoint");
    for (const char* point : {"settler.before_settle_here:1", "settler.after_settle_here:1",
             "settler.before_settle_here:2", "settler.after_claim:2", "scheduler.plan_merchant:7"})
        QTest::newRow(point) << QByteArray(point);
}

// K05, K06, K08, R28, R45
void TstCarryOver::whoeverDiesThereItIsCarriedOnce()
{
    QFETCH(QByteArray, failpoint);
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(10), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.job SET claim_size = 3"), std::string{});
    for (int merchant = 1; merchant <= 10; ++merchant) {
        QCOMPARE(bench.sell(merchant, "2026-07-01", -100), std::string{});
        QCOMPARE(bench.sell(merchant, "2026-07-02", 1000), std::string{});
    }
    QCOMPARE(bench.trigger("2026-07-01").substr(0, 4), std::string{"DONE"});
    const auto first = bench.startWorker("first.log", failpoint.toStdString() + ":kill");
    QVERIFY(sandbox::waitUntilGone(first, kPatience));
    const auto second = bench.startWorker("second.log");
    QCOMPARE(bench.settle("2026-07-01"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-07-02"), std::string{"COMPLETED"});
    QVERIFY(sandbox::signalProcess(second, SIGTERM));
    QVERIFY(sandbox::waitUntilGone(second, kPatience));
    QCOMPARE(bench.sql("SELECT count(*), sum(amount_minor), count(taken_by) FROM onceover.carry_over"),
        std::string{"10|-1000|10"});
    QCOMPARE(bench.paidByTheBank(), 9000LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// K18, F9, R26: it stands still past its lease with what it is about to carry over; another one does it; its late write
// finds another version.
void TstCarryOver::whoStandsStillThereChangesNothingLater()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(4), std::string{});
    // A lease that a busy machine can keep until the worker stands still; it ends soon enough after that.
    QCOMPARE(bench.sql("UPDATE onceover.job SET lease = '3 s'"), std::string{});
    for (int merchant = 1; merchant <= 4; ++merchant)
        QCOMPARE(bench.sell(merchant, "2026-07-01", -100), std::string{});
    QCOMPARE(bench.trigger("2026-07-01").substr(0, 4), std::string{"DONE"});
    const auto sleeper = bench.startWorker("sleeper.log", "settler.before_settle_here:1:stop");
    QVERIFY(awaitStopped(sleeper));
    const std::string lapsed = bench.await(
        "SELECT count(*) > 0 FROM onceover.settlement_operation WHERE status = 'PROCESSING' AND lease_until < "
        "onceover.clock()",
        "t");
    QVERIFY2(lapsed == "t",
        bench.sql("SELECT status, version, lease_until - onceover.clock() FROM onceover.settlement_operation").c_str());
    const auto other = bench.startWorker("other.log");
    QCOMPARE(bench.settle("2026-07-01"), std::string{"COMPLETED"});
    const std::string before
        = bench.sql("SELECT count(*), sum(amount_minor), max(created_at) FROM onceover.carry_over");
    const std::string woken = bench.sql("SELECT onceover.clock()");
    QVERIFY(sandbox::signalProcess(sleeper, SIGCONT));
    QCOMPARE(
        bench.await(
            "SELECT count(DISTINCT worker_id) FROM onceover.worker_heartbeat WHERE duty = 'settler' AND beat_at > '"
                + woken + "'",
            "2"),
        std::string{"2"});
    for (const auto& worker : {sleeper, other}) {
        QVERIFY(sandbox::signalProcess(worker, SIGTERM));
        QVERIFY(sandbox::waitUntilGone(worker, kPatience));
    }
    QCOMPARE(bench.sql("SELECT count(*), sum(amount_minor), max(created_at) FROM onceover.carry_over"), before);
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.carry_over"), std::string{"4"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R26, R30, DESIGN.md rule 4: a fence raises the version under the holder's hands.
void TstCarryOver::aFenceKeepsItsHolderFromCarrying()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", -100), std::string{});
    QCOMPARE(bench.trigger("2026-07-01").substr(0, 4), std::string{"DONE"});
    QCOMPARE(bench.sql("UPDATE onceover.job SET lease = '1 hour'"), std::string{});
    const auto holder = bench.startWorker("holder.log", "settler.before_settle_here:1:stop");
    QCOMPARE(bench.await("SELECT status FROM onceover.settlement_operation", "PROCESSING"), std::string{"PROCESSING"});
    QVERIFY(awaitStopped(holder));
    QCOMPARE(
        bench.sql(
            "UPDATE onceover.settlement_operation SET status = 'RETRYABLE', version = version + 1, worker_id = NULL, "
            "lease_until = NULL; UPDATE onceover.operation_due SET due_at = onceover.clock() + interval '1 day'"),
        std::string{});
    const std::string woken = bench.sql("SELECT onceover.clock()");
    QVERIFY(sandbox::signalProcess(holder, SIGCONT));
    QCOMPARE(
        bench.await(
            "SELECT count(*) FROM onceover.worker_heartbeat WHERE duty = 'settler' AND beat_at > '" + woken + "'", "1"),
        std::string{"1"});
    QVERIFY(sandbox::signalProcess(holder, SIGTERM));
    QVERIFY(sandbox::waitUntilGone(holder, kPatience));
    QCOMPARE(bench.sql("SELECT status, version FROM onceover.settlement_operation"), std::string{"RETRYABLE|2"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.carry_over"), std::string{"0"});
}

// R1, R2, R3, R18, R45, R80, R145: the example of the sources: attempts 1, 2, 3, the key settlement:2026-09, one
// document.
void TstCarryOver::aMonthIsOneDocumentWhateverItsAttempts()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.addJob("settle-monthly"), std::string{});
    QCOMPARE(
        bench.sql("UPDATE onceover.merchant SET settle_by = 'settle-monthly' WHERE merchant_id = 1"), std::string{});
    for (const long long minor : {4000LL, 2500LL, -500LL})
        QCOMPARE(bench.sell(1, "2026-09-30", minor, "settle-monthly"), std::string{});
    // A sale of a month belongs to its last day.
    QVERIFY(bench.sell(1, "2026-09-12", 1, "settle-monthly").find("no job settles by settle-monthly for 2026-09-12")
        != std::string::npos);

    // Two workers die while they plan the month, the third ends it.
    QCOMPARE(bench.trigger("2026-09-15", "settle-monthly"), std::string{"DONE CREATED"});
    for (const char* log : {"first.log", "second.log"}) {
        const auto worker = bench.startWorker(log, "scheduler.plan_merchant:1:kill");
        QVERIFY(sandbox::waitUntilGone(worker, kPatience));
        // Manually once more, for another day of the month: the same key.
        QCOMPARE(bench.trigger("2026-09-02", "settle-monthly"), std::string{"DONE EXISTING"});
    }
    const auto third = bench.startWorker("third.log");
    QCOMPARE(bench.settle("2026-09-30", "settle-monthly"), std::string{"COMPLETED"});
    QCOMPARE(bench.trigger("2026-09-01", "settle-monthly"), std::string{"DONE ALREADY_COMPLETED"});
    QVERIFY(sandbox::signalProcess(third, SIGTERM));
    QVERIFY(sandbox::waitUntilGone(third, kPatience));

    QCOMPARE(bench.sql("SELECT run_key, biz_date, status FROM onceover.job_run"),
        std::string{"settlement:2026-09|2026-09-30|DONE"});
    QCOMPARE(
        bench.sql("SELECT string_agg(attempt_no::text, ',' ORDER BY attempt_no), string_agg(DISTINCT r.run_key, ',') "
                  "FROM onceover.run_attempt a JOIN onceover.job_run r USING (run_id) WHERE shard_no IS NULL"),
        std::string{"1,2,3|settlement:2026-09"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_batch"), std::string{"1"});
    QCOMPARE(bench.story(1), std::string{"2026-09-30|6000|3|ACCEPTED"});
    QCOMPARE(bench.paidByTheBank(), 6000LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::aSaleIsSettledByOneCycle_data()
{
    QTest::addColumn<bool>("monthFirst");
    QTest::addColumn<bool>("together");
    QTest::newRow("the day, then the month") << false << false;
    QTest::newRow("the month, then the day") << true << false;
    QTest::newRow("both at once") << false << true;
}

// Goal 6 of the settlement domain, I13: whatever the order.
void TstCarryOver::aSaleIsSettledByOneCycle()
{
    QFETCH(bool, monthFirst);
    QFETCH(bool, together);
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(6), std::string{});
    QCOMPARE(bench.addJob("settle-monthly"), std::string{});
    for (int merchant = 1; merchant <= 6; ++merchant) {
        QCOMPARE(bench.sell(merchant, "2026-09-30", 1000), std::string{});
        QCOMPARE(bench.sell(merchant, "2026-09-30", 200, "settle-monthly"), std::string{});
    }
    bench.startEngine();
    bench.startEngine();
    if (together) {
        QCOMPARE(bench.trigger("2026-09-30"), std::string{"DONE CREATED"});
        QCOMPARE(bench.trigger("2026-09-30", "settle-monthly"), std::string{"DONE CREATED"});
    }
    QCOMPARE(bench.settle("2026-09-30", monthFirst ? "settle-monthly" : "settle-daily"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-09-30", monthFirst ? "settle-daily" : "settle-monthly"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql(
            "SELECT settlement_type, count(*), min(amount_minor), max(amount_minor) FROM onceover.settlement_operation "
            "GROUP BY 1 ORDER BY 1"),
        std::string{"settle-daily|6|1000|1000\nsettle-monthly|6|200|200"});
    QCOMPARE(bench.sql("SELECT count(*), count(DISTINCT (item_kind, item_id)) FROM onceover.settlement_item"),
        std::string{"12|12"});
    QCOMPARE(bench.paidByTheBank(), 7200LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::carriedMoneyFollowsTheMerchantsCycle()
{
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.addJob("settle-monthly"), std::string{});
    QCOMPARE(bench.sell(1, "2026-09-29", -700), std::string{});
    QCOMPARE(bench.sell(1, "2026-09-30", 3000, "settle-monthly"), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settle("2026-09-29"), std::string{"COMPLETED"});
    QCOMPARE(
        bench.sql("UPDATE onceover.merchant SET settle_by = 'settle-monthly' WHERE merchant_id = 1"), std::string{});
    QCOMPARE(bench.settle("2026-09-30"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-09-30", "settle-monthly"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.story(1), std::string{"2026-09-29|-700|1|NOT_POSITIVE\n2026-09-30|2300|2|ACCEPTED"});
    QCOMPARE(bench.paidByTheBank(), 2300LL);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstCarryOver::verifyNamesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("spoilt");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("another amount") << QByteArray("UPDATE onceover.carry_over SET amount_minor = amount_minor + 1")
                                    << QByteArray("I13");
    QTest::newRow("gone") << QByteArray("DELETE FROM onceover.carry_over WHERE reason = 'NOT_POSITIVE'")
                          << QByteArray("I2");
    QTest::newRow("another taker") << QByteArray("UPDATE onceover.carry_over SET taken_by = gen_random_uuid()")
                                   << QByteArray("I13");
    QTest::newRow("its item is gone") << QByteArray(
        "DELETE FROM onceover.settlement_item WHERE item_kind = 'carry-over'")
                                      << QByteArray("I13");
    QTest::newRow("left behind") << QByteArray(
        "UPDATE onceover.carry_over SET taken_by = NULL, created_at = created_at - interval '1 h'; "
        "DELETE FROM onceover.settlement_item WHERE item_kind = 'carry-over'")
                                 << QByteArray("was enumerated later and left it");
}

// A promise that cannot be broken proves nothing.
void TstCarryOver::verifyNamesWhatIsWrong()
{
    QFETCH(QByteArray, spoilt);
    QFETCH(QByteArray, says);
    CarryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare(1), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-01", -300), std::string{});
    QCOMPARE(bench.sell(1, "2026-07-02", 1000), std::string{});
    bench.startEngine();
    QCOMPARE(bench.settle("2026-07-01"), std::string{"COMPLETED"});
    QCOMPARE(bench.settle("2026-07-02"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
    QCOMPARE(
        bench.sql(
            "BEGIN; ALTER TABLE onceover.carry_over DISABLE TRIGGER USER; ALTER TABLE onceover.settlement_item DISABLE "
            "TRIGGER USER; "
            + spoilt.toStdString() + "; COMMIT"),
        std::string{});
    const std::string wrong = bench.brokenPromises();
    QVERIFY2(wrong.find(says.toStdString()) != std::string::npos, wrong.c_str());
}

QTEST_GUILESS_MAIN(TstCarryOver)
#include "tst_carry_over.moc"
