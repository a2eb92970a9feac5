// SPDX-License-Identifier: GPL-3.0-or-later
// Renewals: charged once and extended once, whatever repeats (the story of sources/six-jobs.txt), and the job types
// that stand in one table. A real database, the practice bank and the real engine.
#include <QFile>
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"
#include "core/policies/job_types.h"
#include "sandbox/child_process.h"
#include "sandbox/provisioning.h"
#include "sql/migrations.h"

#include <csignal>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr std::chrono::seconds kPatience{30};

/// A bench in practice time with twenty subscribers who pay until the day on which the clocks change.
class RenewBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// Practice time begins at `instant`; `subscribers` are due on `day`. Empty when all is there.
    [[nodiscard]] std::string prepare(const std::string& instant, const std::string& day, int subscribers = 20)
    {
        if (const std::string wrong = enterNothingSold(); !wrong.empty())
            return wrong;
        if (const auto ran = database.runAsSuperuser(sql::findProvision("sandbox")->text); !ran)
            return ran.error().detail;
        std::string wrong = sql("SELECT FROM onceover.sandbox_begin('" + instant + "')");
        wrong += addJob("renew", "Europe/Berlin", "0 2 * * *", 0);
        return wrong
            + sql( // Nothing else happens meanwhile.
                "UPDATE onceover.job SET enabled = false WHERE job_id <> 'renew'; "
                "INSERT INTO onceover.subscription (subscription_id, merchant_id, user_ref, amount_minor, currency, "
                "paid_until) "
                "SELECT n, (SELECT merchant_id FROM onceover.merchant ORDER BY merchant_id OFFSET n % 5 LIMIT 1), "
                "'user-' || n, 1500, "
                "'USD', '"
                + day + "' FROM generate_series(1, " + std::to_string(subscribers) + ") n");
    }
    /// Due on 2026-05-10 and charged then, but for those that the bank refuses; the engine runs. Empty when it is done.
    [[nodiscard]] std::string prepareCharged(int subscribers = 6, int refused = 1)
    {
        if (const std::string wrong = prepare("2026-05-09 12:00Z", "2026-05-10", subscribers); !wrong.empty())
            return wrong;
        if (!channel::setMisbehaviour(endpoint(), R"({"next":{"refuse":)" + std::to_string(refused) + "}}"))
            return "the bank is away";
        std::string wrong = addJob("reconcile", "Europe/Berlin", "0 12 1 1 *");
        startEngine();
        wrong += advance("2026-05-10 00:00:01Z");
        const std::string wanted = refused == 0 ? "COMPLETED" : "PARTIAL";
        const std::string status = awaitBatch("2026-05-10", wanted);
        return status == wanted ? wrong : status + troubles();
    }
    [[nodiscard]] std::string advance(const std::string& instant) const
    {
        return sql("SELECT FROM onceover.sandbox_advance('" + instant + "', true)");
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
    [[nodiscard]] std::size_t chargesInTheBook() const
    {
        const auto book = channel::readBook(endpoint());
        return book ? book->size() : 0;
    }
    /// Charged, extended, and until when they all are paid.
    [[nodiscard]] std::string figures() const
    {
        return sql("SELECT (SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'), "
                   "(SELECT count(*) FROM onceover.subscription_extension), "
                   "(SELECT string_agg(DISTINCT paid_until::text, ',') FROM onceover.subscription)");
    }
};

std::string endOfLog(const std::string& path)
{
    QFile log(QString::fromStdString(path));
    return log.open(QIODevice::ReadOnly) ? log.readAll().right(3000).toStdString() : std::string{};
}

} // namespace

class TstRenew : public QObject {
    Q_OBJECT

private slots:
    void theNightOfTheClockChangeChargesEachOnce_data();
    void theNightOfTheClockChangeChargesEachOnce();
    void whoIsRefusedIsNotExtendedNorChargedAgain();
    void whatIsUnknownIsAskedFirst();
    void aMissedDayIsChargedLaterAndOnce();
    void whoseDateMovedMeanwhileIsChargedAndToldToAPerson();
    void aPeriodEndsOnItsDay_data();
    void aPeriodEndsOnItsDay();
    void verifyNamesWhatIsChargedAndNotExtended();
    void whatIsChargedFeedsTheThreeTables();
    void aFaultOfEachPairIsFoundInWhatWasCharged_data();
    void aFaultOfEachPairIsFoundInWhatWasCharged();
    void theOrderOfARenewalIsItsOwn_data();
    void theOrderOfARenewalIsItsOwn();
    void theDatabaseHoldsTheTypesOfCore();
    void aJobThatSaysOtherwiseIsRefused_data();
    void aJobThatSaysOtherwiseIsRefused();
};

void TstRenew::theNightOfTheClockChangeChargesEachOnce_data()
{
    QTest::addColumn<QByteArray>("failpoint"); // where the first worker dies; empty: it lives
    QTest::addColumn<QByteArray>("misdeeds");
    const QByteArray silent = R"({"lose_answer":0.4,"seed":3})";
    QTest::newRow("the gateway times out, half is done, the platform retries")
        << QByteArray("sender.after_record:2:kill") << silent;
    QTest::newRow("dies with an answer in hand") << QByteArray("sender.after_answer:2:kill") << silent;
    QTest::newRow("dies before it posts") << QByteArray("settler.before_post:1:kill") << silent;
    QTest::newRow("dies while it resolves") << QByteArray("resolver.after_answer:2:kill") << silent;
    QTest::newRow("5xx after the charge") << QByteArray() << QByteArray(R"({"fail_after_execute":0.5,"seed":4})");
}

// sources/six-jobs.txt; R11, R14, R17, R18, R20, R57, R58, R59, R70, R80, R149: Sunday 29 March 2026, 02:00 in Europe,
// which does not exist; a platform's retry and a manual run on top; twenty subscribers: twenty charges, twenty
// extensions.
void TstRenew::theNightOfTheClockChangeChargesEachOnce()
{
    QFETCH(QByteArray, failpoint);
    QFETCH(QByteArray, misdeeds);
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-03-29 00:59:00Z", "2026-03-29"), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), misdeeds.toStdString()));
    const auto first = bench.startWorker("first.log", failpoint.toStdString());
    QCOMPARE(bench.advance("2026-03-29 01:00:01Z"), std::string{});
    if (!failpoint.isEmpty())
        QVERIFY2(sandbox::waitUntilGone(first, kPatience), endOfLog(bench.file("first.log")).c_str());
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.job_run", "1"), std::string{"1"});
    // He sees that half is done and clicks "run now", twice; the platform starts its worker anew.
    QCOMPARE(bench.trigger("2026-03-29", "renew"), std::string{"DONE EXISTING"});
    const auto second = bench.startWorker("second.log");
    QCOMPARE(bench.trigger("2026-03-29", "renew").substr(0, 4), std::string{"DONE"});
    const std::string status = bench.awaitBatch("2026-03-29");
    QVERIFY2(status == "COMPLETED", (status + endOfLog(bench.file("second.log"))).c_str());
    QCOMPARE(bench.trigger("2026-03-29", "renew"), std::string{"DONE ALREADY_COMPLETED"});
    // The next night nothing is due.
    QCOMPARE(bench.advance("2026-03-30 00:00:01Z"), std::string{});
    QCOMPARE(bench.awaitBatch("2026-03-30"), std::string{"COMPLETED"});
    for (const auto& worker : {first, second}) {
        std::ignore = sandbox::signalProcess(worker, SIGTERM);
        QVERIFY(sandbox::waitUntilGone(worker, kPatience));
    }

    QCOMPARE(bench.figures(), std::string{"20|20|2026-04-29"});
    QCOMPARE(bench.chargesInTheBook(), std::size_t{20});
    QCOMPARE(bench.sql("SELECT run_key, biz_date, local_wall LIKE '%03:00%', resolution, (SELECT count(*) FROM "
                       "onceover.run_trigger t "
                       "WHERE t.run_id = r.run_id) FROM onceover.job_run r WHERE biz_date = '2026-03-29'"),
        std::string{"renew:2026-03-29|2026-03-29|t|GAP_SHIFTED|4"});
    QCOMPARE(bench.sql(
                 "SELECT count(*), count(DISTINCT idempotency_key), count(DISTINCT operation_id) FROM onceover.outbox"),
        std::string{"20|20|20"});
    QCOMPARE(
        bench.sql(
            "SELECT account_kind, sum(b.minor) FROM onceover.account JOIN (SELECT account_id, balance_minor AS minor "
            "FROM "
            "onceover.account_balance UNION ALL SELECT account_id, amount_minor FROM onceover.account_balance_delta) b "
            "USING (account_id) GROUP BY 1 ORDER BY 1"),
        std::string{"collected|30000\nin_transit|0\nreceivable|-30000"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R61, R71, R89: refused: not extended, a dead letter; no later date charges the period again by itself.
void TstRenew::whoIsRefusedIsNotExtendedNorChargedAgain()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-05-09 12:00Z", "2026-05-10", 6), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"next":{"refuse":2}})"));
    bench.startEngine();
    QCOMPARE(bench.advance("2026-05-10 00:00:01Z"), std::string{});
    const std::string status = bench.awaitBatch("2026-05-10", "PARTIAL");
    QVERIFY2(status == "PARTIAL", (status + bench.troubles()).c_str());
    QCOMPARE(bench.advance("2026-05-11 00:00:01Z"), std::string{});
    QCOMPARE(bench.awaitBatch("2026-05-11"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.figures(), std::string{"4|4|2026-05-10,2026-06-10"});
    QCOMPARE(bench.sql("SELECT failure_class, count(*), string_agg(DISTINCT grade, '') FROM onceover.dead_letter WHERE "
                       "status = 'OPEN' "
                       "GROUP BY 1"),
        std::string{"REFUSED|2|P0"});
    QCOMPARE(bench.chargesInTheBook(), std::size_t{4});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation"), std::string{"6"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R58, R59, I7: no second send before a question.
void TstRenew::whatIsUnknownIsAskedFirst()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-05-09 12:00Z", "2026-05-10", 6), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"next":{"lose_answer":6}})"));
    bench.startEngine();
    QCOMPARE(bench.advance("2026-05-10 00:00:01Z"), std::string{});
    QCOMPARE(bench.awaitBatch("2026-05-10"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.figures(), std::string{"6|6|2026-06-10"});
    QCOMPARE(bench.sql("SELECT string_agg(kind, ',' ORDER BY kind DESC), count(*) FROM (SELECT outbox_id, "
                       "string_agg(kind, '' ORDER BY "
                       "call_id) AS kind FROM onceover.external_call GROUP BY 1) c WHERE c.kind !~ '^SEND(QUERY)+$'"),
        std::string{"|0"});
    QCOMPARE(bench.chargesInTheBook(), std::size_t{6});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R18: what no run charged on its day is due still.
void TstRenew::aMissedDayIsChargedLaterAndOnce()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-05-12 12:00Z", "2026-05-10", 3), std::string{}); // Its job begins two days later.
    bench.startEngine();
    for (const char* instant : {"2026-05-13 00:00:01Z", "2026-05-14 00:00:01Z"})
        QCOMPARE(bench.advance(instant), std::string{});
    QCOMPARE(bench.awaitBatch("2026-05-13"), std::string{"COMPLETED"});
    QCOMPARE(bench.awaitBatch("2026-05-14"), std::string{"COMPLETED"});
    QCOMPARE(bench.trigger("2026-05-10", "renew"), std::string{"DONE CREATED"}); // Nothing of that day is left.
    QCOMPARE(bench.awaitBatch("2026-05-10"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.figures(), std::string{"3|3|2026-06-10"});
    QCOMPARE(bench.sql("SELECT DISTINCT settle_date, biz_date FROM onceover.settlement_operation"),
        std::string{"2026-05-10|2026-05-13"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// Rule 4: the charge is a fact; the extension is not made twice, and the difference is a person's.
void TstRenew::whoseDateMovedMeanwhileIsChargedAndToldToAPerson()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-05-09 12:00Z", "2026-05-10", 1), std::string{});
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler});
    QCOMPARE(bench.advance("2026-05-10 00:00:01Z"), std::string{});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox", "1"), std::string{"1"});
    QCOMPARE(bench.sql("UPDATE onceover.subscription SET paid_until = '2027-01-01'"), std::string{});
    bench.startEngine({engine::Role::Sender, engine::Role::Resolver});
    QCOMPARE(bench.await("SELECT status FROM onceover.settlement_operation", "SUCCEEDED"), std::string{"SUCCEEDED"});
    bench.stopEngine();
    QCOMPARE(bench.figures(), std::string{"1|0|2027-01-01"});
    QCOMPARE(bench.sql("SELECT kind, grade, status, detail LIKE 'charged but not extended: subscription 1 %' FROM "
                       "onceover.reconciliation_difference"),
        std::string{"CONTRADICTION|P0|OPEN|t"});
    QCOMPARE(bench.chargesInTheBook(), std::size_t{1});
}

void TstRenew::aPeriodEndsOnItsDay_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("until");
    const auto row
        = [](const char* call, const char* until) { QTest::newRow(call) << QByteArray(call) << QByteArray(until); };
    row("'2026-03-29', NULL, 1", "2026-04-29");
    row("'2026-01-31', 31::smallint, 1", "2026-02-28");
    row("'2026-02-28', 31::smallint, 1", "2026-03-31"); // The 31st comes back.
    row("'2026-02-28', NULL, 1", "2026-03-28");
    row("'2028-01-31', 31::smallint, 1", "2028-02-29");
    row("'2026-12-31', NULL, 1", "2027-01-31");
    row("'2026-10-30', 30::smallint, 4", "2027-02-28");
    row("'2026-05-10', NULL, 12", "2027-05-10");
}

void TstRenew::aPeriodEndsOnItsDay()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, until);
    static TestDatabase database;
    ONCEOVER_NEED(database);
    const auto answer = database.runAsSuperuser("SELECT onceover.extended_until(" + call.toStdString() + ")");
    QVERIFY2(answer, answer ? "" : answer.error().detail.c_str());
    QCOMPARE(*answer, until.toStdString());
}

void TstRenew::verifyNamesWhatIsChargedAndNotExtended()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepare("2026-05-09 12:00Z", "2026-05-10", 2), std::string{});
    bench.startEngine();
    QCOMPARE(bench.advance("2026-05-10 00:00:01Z"), std::string{});
    QCOMPARE(bench.awaitBatch("2026-05-10"), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
    QCOMPARE(bench.sql("BEGIN; ALTER TABLE onceover.subscription_extension DISABLE TRIGGER USER; DELETE FROM "
                       "onceover.subscription_extension WHERE subscription_id = 2; COMMIT"),
        std::string{});
    const std::string wrong = bench.brokenPromises();
    QVERIFY2(
        wrong.find("of subscription 2 from 2026-05-10: SUCCEEDED, extended never") != std::string::npos, wrong.c_str());
}

// R95, R96: orders, subscriptions and payments of what was charged are compared by the run of `reconcile`, and agree;
// what was refused is no order.
void TstRenew::whatIsChargedFeedsTheThreeTables()
{
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepareCharged(), std::string{});
    QCOMPARE(bench.trigger("2026-05-09", "reconcile"), std::string{"DONE CREATED"});
    const std::string status = bench.await("SELECT status FROM onceover.job_run WHERE job_id = 'reconcile'", "DONE");
    QVERIFY2(status == "DONE", (status + bench.troubles()).c_str());
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT outcome, compared, differences FROM onceover.reconciliation_run WHERE kind = 'three tables'"),
        std::string{"COMPARED|10|0"});
    QCOMPARE(bench.sql("SELECT count(*), count(DISTINCT subscription_id), string_agg(DISTINCT settle_by || ' ' || "
                       "settle_date || ' ' "
                       "|| pays_from || ' ' || pays_until, ',') FROM onceover.sale"),
        std::string{"6|6|renew 2026-05-10 2026-05-10 2026-06-10"});
    QCOMPARE(bench.sql("SELECT count(*), count(DISTINCT p.sale_id) FROM onceover.payment_callback p JOIN "
                       "onceover.settlement_operation o "
                       "ON (o.channel_id, o.external_ref, o.amount_minor, o.currency) = (p.channel_id, p.external_ref, "
                       "p.amount_minor, p.currency) WHERE p.status = 'PAID'"),
        std::string{"5|5"});
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.settlement_item"), std::string{"0"}); // No settlement takes an order.
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstRenew::aFaultOfEachPairIsFoundInWhatWasCharged_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<QByteArray>("found");
    const QByteArray paid = "(SELECT min(subscription_id) FROM onceover.payment_callback)";
    const QByteArray refused
        = "(SELECT scope_ref FROM onceover.settlement_operation WHERE status = 'FAILED_PERMANENT')";
    QTest::newRow("charged but not extended")
        << QByteArray("UPDATE onceover.subscription SET paid_until = '2026-05-10' WHERE subscription_id = " + paid)
        << QByteArray("payments/subscriptions CHARGED_NOT_EXTENDED");
    QTest::newRow("extended but not charged")
        << QByteArray("UPDATE onceover.subscription SET paid_until = '2026-07-10' WHERE subscription_id = " + paid)
        << QByteArray("orders/subscriptions EXTENDED_NOT_CHARGED");
    QTest::newRow("an order that nobody paid")
        << QByteArray("UPDATE onceover.payment_callback SET status = 'FAILED' WHERE subscription_id = " + paid)
        << QByteArray("orders/payments MISSING_THERE");
    QTest::newRow("paid too little") << QByteArray(
        "UPDATE onceover.payment_callback SET amount_minor = 1499 WHERE subscription_id = " + paid)
                                     << QByteArray("orders/payments AMOUNT");
    QTest::newRow("paid although it was refused") << QByteArray(
        "INSERT INTO onceover.payment_callback (subscription_id, sale_id, external_ref, amount_minor, currency, "
        "status) SELECT s::bigint, onceover.renewal_order_id(s, '2026-05-10'), 'later', 1500, 'USD', 'PAID' FROM "
        "(SELECT "
        + refused + " AS s) x") << QByteArray("orders/payments MISSING_HERE");
}

// R95, R97, R99
void TstRenew::aFaultOfEachPairIsFoundInWhatWasCharged()
{
    QFETCH(QByteArray, fault);
    QFETCH(QByteArray, found);
    static RenewBench bench;
    ONCEOVER_NEED(bench.database);
    if (bench.sql("SELECT count(*) FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid WHERE nspname = "
                  "'onceover' AND "
                  "relname = 'sandbox_clock'")
        == "0") {
        QCOMPARE(bench.prepareCharged(), std::string{});
        bench.stopEngine();
        QCOMPARE(bench.advance("2026-05-12 00:00:00Z"), std::string{}); // A payment may take a day.
    }
    const std::string select = "SELECT pair || ' ' || kind FROM onceover.v_three_table_difference";
    QCOMPARE(bench.sql(select), std::string{});
    QCOMPARE(bench.sql("BEGIN; " + fault.toStdString() + "; " + select + "; ROLLBACK"), found.toStdString());
}

void TstRenew::theOrderOfARenewalIsItsOwn_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("an order without a renewal is refused") << QByteArray(
        "INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, "
        "settle_date, settle_by, subscription_id, pays_from, pays_until) SELECT bucket, 'sale', sale_id || '0', "
        "merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by, subscription_id, pays_from, "
        "pays_until FROM onceover.sale LIMIT 1") << QByteArray("ERROR");
    QTest::newRow("a renewal without an order is named") << QByteArray(
        "ALTER TABLE onceover.sale DISABLE TRIGGER guard_append_only; DELETE FROM onceover.sale; ALTER TABLE "
        "onceover.sale ENABLE ALWAYS TRIGGER guard_append_only")
                                                         << QByteArray("I13 (1): renewal ");
    QTest::newRow("a charge without a payment is named")
        << QByteArray("DELETE FROM onceover.payment_callback") << QByteArray("no payment of its order is recorded");
}

// I4, I13
void TstRenew::theOrderOfARenewalIsItsOwn()
{
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, named);
    RenewBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.prepareCharged(1, 0), std::string{});
    bench.stopEngine();
    const std::string answer = bench.sql(change.toStdString());
    if (named == "ERROR") {
        QVERIFY2(answer.find("UNBALANCED: no renewal charges order") != std::string::npos, answer.c_str());
        QCOMPARE(bench.brokenPromises(), std::string{});
        return;
    }
    QCOMPARE(answer, std::string{});
    const std::string wrong = bench.brokenPromises();
    QVERIFY2(wrong.find(named.toStdString()) != std::string::npos, wrong.c_str());
}

// R10, R94, R129: the mirror in the database is the table of core.
void TstRenew::theDatabaseHoldsTheTypesOfCore()
{
    static TestDatabase database;
    ONCEOVER_NEED(database);
    std::string expected;
    for (const JobType& type : kJobTypes) {
        expected += (expected.empty() ? "" : "\n") + std::string{type.name} + "|" + std::string{type.runKeyPrefix} + "|"
            + std::string{type.periodKind} + "|" + std::string{type.grade} + "|" + (type.needsCompensation ? "t" : "f")
            + "|" + (type.hasBatch ? "t" : "f") + "|" + std::string{type.sameAction} + "|"
            + std::to_string(type.allowedLateness.count()) + "|" + std::string{type.mayRepeat};
    }
    std::string order;
    for (const JobType& type : kJobTypes)
        order += (order.empty() ? "'" : "','") + std::string{type.name};
    const auto found = database.runAsSuperuser(
        "SELECT job_type, run_key_prefix, period_kind, grade, needs_compensation, has_batch, same_action, "
        "extract(epoch FROM allowed_lateness)::bigint / 3600, may_repeat FROM onceover.job_type ORDER BY "
        "array_position(ARRAY["
        + order + "'], job_type)");
    QVERIFY2(found, found ? "" : found.error().detail.c_str());
    QCOMPARE(*found, expected);
    // R70, R75, R77: each is tried again as it declares, unless its row says otherwise.
    const auto minutesOf = [](std::chrono::minutes wait) { return std::to_string(wait.count()); };
    for (const JobType& type : kJobTypes)
        QCOMPARE(
            *database.runAsSuperuser("SELECT string_agg(pg_get_expr(d.adbin, d.adrelid), ' ' ORDER BY a.attname) = "
                                     "format('%s %L::interval ARRAY[%L::interval, %L::interval, %L::interval]', "
                + std::to_string(type.retry.maxAttempts) + ", make_interval(hours => "
                + std::to_string(type.retry.maxTotalTime.count()) + "), make_interval(mins => "
                + minutesOf(type.retry.backoff[0]) + "), make_interval(mins => " + minutesOf(type.retry.backoff[1])
                + "), make_interval(mins => " + minutesOf(type.retry.backoff[2])
                + ")) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE "
                  "d.adrelid = 'onceover.job'::regclass AND a.attname IN ('retry_backoff', 'max_attempts', "
                  "'max_total_time')"),
            std::string{"t"});
    // R94, R129: only the two money tasks need compensation, and money is P0.
    QCOMPARE(*database.runAsSuperuser(
                 "SELECT string_agg(job_type, ',' ORDER BY job_type) FROM onceover.job_type WHERE needs_compensation"),
        std::string{"reconcile,renew"});
    QCOMPARE(
        *database.runAsSuperuser(
            "SELECT grade, string_agg(job_type, ',' ORDER BY job_type) FROM onceover.job_type GROUP BY 1 ORDER BY 1"),
        std::string{"P0|reconcile,renew,settle-daily,settle-monthly\nP1|cleanup-temp,mail-digest,webhook-delivery,"
                    "weekly-report"});
}

void TstRenew::aJobThatSaysOtherwiseIsRefused_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("money that is not P0") << QByteArray("'renew', 'day', 'P1', true");
    QTest::newRow("money without compensation") << QByteArray("'renew', 'day', 'P0', false");
    QTest::newRow("another period") << QByteArray("'settle-monthly', 'day', 'P0', false");
    QTest::newRow("declared nowhere") << QByteArray("'pay-twice', 'day', 'P0', false");
}

// R10, R129
void TstRenew::aJobThatSaysOtherwiseIsRefused()
{
    QFETCH(QByteArray, change);
    static TestDatabase database;
    ONCEOVER_NEED(database);
    const auto answer = database.runAsSuperuser("INSERT INTO onceover.job (job_id, run_key_prefix, time_zone, "
                                                "schedule, schedule_from, same_action, allowed_lateness, may_repeat, "
                                                "job_type, period_kind, grade, needs_compensation) SELECT 'x', 'x', "
                                                "'UTC', '0 1 * * *', '2020-01-01', 'a', '1 h', 'b', "
        + change.toStdString());
    QVERIFY(!answer);
    QVERIFY2(answer.error().detail.find("MALFORMED: job") != std::string::npos, answer.error().detail.c_str());
}

QTEST_GUILESS_MAIN(TstRenew)
#include "tst_renew.moc"
