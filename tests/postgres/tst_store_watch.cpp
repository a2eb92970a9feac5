// SPDX-License-Identifier: GPL-3.0-or-later
// The watching duty on a real database: what it finds, what it writes down, and that it can repair nothing.
#include <QTest>

#include "engine/reconcile_work.h"
#include "engine/reconciler.h"
#include "engine/run_worker.h"
#include "store/operation_store.h"
#include "store/run_store.h"
#include "store/schedule_store.h"
#include "store/watch_store.h"
#include "store_rig.h"

#include <map>
#include <set>

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kDay = "2026-03-10";

/// Twenty subscribers, each with an order that is paid and an extension that was made.
constexpr const char* kSubscribers = R"(
INSERT INTO subscription (subscription_id, merchant_id, user_ref, amount_minor, currency, paid_until)
SELECT n, 3, 'user-' || n, 1500, 'CNY', '2026-04-10' FROM generate_series(1, 20) n;
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, settle_by, subscription_id, pays_until)
SELECT bucket_of(3), 'sale', 'renew:' || n, 3, 1500, 'CNY', clock() - interval '2 days', '2026-03-10', 'settle-daily', n, '2026-04-10' FROM generate_series(1, 20) n;
INSERT INTO payment_callback (subscription_id, sale_id, external_ref, amount_minor, currency, status)
SELECT n, 'renew:' || n, 'pay-' || n, 1500, 'CNY', 'PAID' FROM generate_series(1, 20) n)";

/// A book that says what the test says, a line at a time.
class SaidBook final : public BookPort {
public:
    explicit SaidBook(const Result<std::vector<TheirEntry>>& book)
        : m_book(book)
    {
    }
    [[nodiscard]] Result<BookPage> readPage(const std::string& /*endpoint*/, std::uint64_t after) override
    {
        if (!m_book)
            return tl::unexpected{m_book.error()};
        BookPage page;
        if (after < m_book->size())
            page.entries.push_back((*m_book)[after]);
        page.next = after + 1;
        page.isLast = page.next >= m_book->size();
        return page;
    }

private:
    const Result<std::vector<TheirEntry>>& m_book;
};

class KeptFigures final : public FigureSink {
public:
    void publish(std::vector<FigureSample> samples) override { kept = std::move(samples); }
    std::vector<FigureSample> kept;
};

} // namespace

class TestStoreWatch : public QObject {
    Q_OBJECT

private slots:
    void init();
    void threeTablesThatAgreeAreCompared();      // R95, R96
    void eachPairOfTheThreeTablesIsFound_data(); // R95, R97, R99
    void eachPairOfTheThreeTablesIsFound();
    void nothingComparedIsSaidSo(); // not the same as no difference
    void aDayIsComparedOnce();
    void theRunOfReconcileIsTheComparison(); // R95, R14
    void whoComparesAgainWritesNothing();    // R17
    void anUnreadBookFailsTheRun();          // R75, R77, R130
    void aFreezeOfEverythingLetsItCompare();
    void theBookIsLaidBesideOurs();        // R100, R102, R98
    void everyKindOfTheBookIsFound_data(); // R100
    void everyKindOfTheBookIsFound();
    void aLineIsExplainedWhileItsPaymentHasNoOther(); // R97, R100
    void aBookThatCannotBeReadIsNotNoDifference();
    void theReconcilerCanRepairNothing_data(); // R98, R101
    void theReconcilerCanRepairNothing();
    void alertsOpenOnceCarryKeyAndErrorAndClose();    // R76, R128, R129, F47
    void eachOldLetterIsToldAndTheDaysLookRecorded(); // R83, R84
    void aClockThatStepsBackIsTold();                 // K23
    void aWorkerThatVanishedAndAStuckLeaseAreTold();  // R34
    void aCalendarThatEndsSoonIsTold();               // R130
    void aGuardThatIsOffIsToldByItsName_data();       // S6, S19
    void aGuardThatIsOffIsToldByItsName();
    void aRequestThatWaitsIsToldAndMoreSoonBeforeItExpires(); // R130
    void acknowledgingIsAnActOfAPerson();             // R130
    void everyFigureEqualsItsSql();                   // R121–R126, R131
    void labelsAreBounded();                          // R127
    void retriesBeyondTheRecordsAreRefused_data();    // R21, R144
    void retriesBeyondTheRecordsAreRefused();

private:
    /// What the business date owes is compared, then alerts are decided and figures published.
    [[nodiscard]] Result<engine::Round> round();
    [[nodiscard]] std::unique_ptr<engine::ReconcileWork> comparer()
    {
        return std::make_unique<engine::ReconcileWork>(
            std::make_unique<store::WatchStore>(m_rig->duty("reconciler")), std::make_unique<SaidBook>(m_book));
    }
    /// The run of `reconcile` for the day, by a worker of that name; its job is made when it is not there.
    [[nodiscard]] Result<engine::Round> workOnTheRun(const std::string& name = "w1");
    void makeRun();
    [[nodiscard]] std::string run() const
    {
        return m_rig->ask(
            "SELECT r.status || ' ' || string_agg(a.status, ',' ORDER BY a.attempt_no) FROM job_run r LEFT JOIN "
            "run_attempt a USING (run_id) WHERE r.job_type = 'reconcile' GROUP BY r.status");
    }
    [[nodiscard]] std::string openAlerts() const
    {
        return m_rig->ask(
            "SELECT string_agg(rule || ' ' || grade, ',' ORDER BY rule, subject) FROM alert WHERE closed_at IS NULL");
    }
    std::unique_ptr<StoreRig> m_rig;
    Result<std::vector<TheirEntry>> m_book;
    KeptFigures m_figures;
    engine::Wakes m_wakes;
};

void TestStoreWatch::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    m_book = std::vector<TheirEntry>{};
    m_figures.kept.clear();
}

Result<engine::Round> TestStoreWatch::round()
{
    RunTask task;
    task.bizDate = *BusinessDate::parse(kDay);
    const auto compared = comparer()->work(task, [] { return true; });
    if (!compared && compared.error().kind != FailureKind::Unavailable)
        return tl::unexpected{compared.error()};
    engine::Reconciler reconciler{{std::make_unique<store::WatchStore>(m_rig->duty("reconciler")), &m_figures,
        engine::DutyLog{[](const engine::LogLine&) {}, "reconciler"}}};
    return reconciler.runRound();
}

void TestStoreWatch::makeRun()
{
    QCOMPARE(
        m_rig->ask("INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, "
                   "schedule_from, same_action, allowed_lateness, may_repeat, needs_compensation, max_attempts) SELECT "
                   "job_type, job_type, run_key_prefix, period_kind, grade, 'Asia/Shanghai', '30 23 * * *', "
                   "'2026-01-01', same_action, allowed_lateness, may_repeat, needs_compensation, 2 FROM job_type WHERE "
                   "job_type = 'reconcile'; INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, "
                   "zone, tzdata_version) VALUES ('reconcile', 'reconcile', '', 'reconcile:2026-03-10', "
                   "'2026-03-10', 'P0', 'Asia/Shanghai', '')"),
        std::string{});
}

Result<engine::Round> TestStoreWatch::workOnTheRun(const std::string& name)
{
    engine::RunWorkerParts parts{std::make_unique<store::RunStore>(m_rig->duty("scheduler", name)), {}, m_wakes,
        engine::DutyLog{[](const engine::LogLine&) {}, "run_worker"}, [] { return 100U; }};
    parts.works.push_back(comparer());
    return engine::RunWorker{std::move(parts)}.runRound();
}

void TestStoreWatch::threeTablesThatAgreeAreCompared()
{
    QCOMPARE(m_rig->ask(kSubscribers), std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT outcome, compared, differences, opened, took IS NOT NULL FROM reconciliation_run WHERE "
                        "kind = 'three tables'"),
        std::string{"COMPARED|40|0|0|t"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_difference"), 0);
}

void TestStoreWatch::eachPairOfTheThreeTablesIsFound_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const char* fault, const char* found) {
        QTest::newRow(name) << QString::fromLatin1(fault) << QString::fromLatin1(found);
    };
    row("charged but not extended", "UPDATE subscription SET paid_until = '2026-03-10' WHERE subscription_id = 7",
        "payments/subscriptions CHARGED_NOT_EXTENDED subscription 7 1500");
    row("extended but not ordered", "UPDATE subscription SET paid_until = '2026-05-10' WHERE subscription_id = 7",
        "orders/subscriptions EXTENDED_NOT_CHARGED subscription 7 -1500");
    row("an order of no subscription",
        "INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date, "
        "subscription_id, pays_until) VALUES (bucket_of(3), 'sale', 'renew:99', 3, 1500, 'CNY', clock() - interval '2 "
        "days', '2026-03-10', 99, '2026-04-10'); INSERT INTO payment_callback (sale_id, external_ref, amount_minor, "
        "currency, status) VALUES ('renew:99', 'x', 1500, 'CNY', 'PAID')",
        "orders/subscriptions MISSING_THERE order renew:99 ");
    row("an order that nobody paid", "UPDATE payment_callback SET status = 'FAILED' WHERE sale_id = 'renew:7'",
        "orders/payments MISSING_THERE order renew:7 ");
    row("a payment of no subscription", "UPDATE payment_callback SET subscription_id = 99 WHERE sale_id = 'renew:7'",
        "payments/subscriptions MISSING_HERE payment 7 ");
    row("a payment without an order",
        "INSERT INTO payment_callback (subscription_id, sale_id, external_ref, amount_minor, currency, status) VALUES "
        "(7, 'renew:none', 'x', 1500, 'CNY', 'PAID')",
        "orders/payments MISSING_HERE payment 21 ");
    row("paid too little", "UPDATE payment_callback SET amount_minor = 1400 WHERE sale_id = 'renew:7'",
        "orders/payments AMOUNT order renew:7 -100");
    row("paid too much", "UPDATE payment_callback SET amount_minor = 1600 WHERE sale_id = 'renew:7'",
        "orders/payments AMOUNT order renew:7 100");
    row("paid in another currency", "UPDATE payment_callback SET currency = 'JPY' WHERE sale_id = 'renew:7'",
        "orders/payments CURRENCY order renew:7 0");
    row("paid twice",
        "INSERT INTO payment_callback (subscription_id, sale_id, external_ref, amount_minor, currency, status) VALUES "
        "(7, 'renew:7', 'x', 1500, 'CNY', 'PAID')",
        "orders/payments TWICE order renew:7 0");
}

void TestStoreWatch::eachPairOfTheThreeTablesIsFound()
{
    QFETCH(QString, fault);
    QFETCH(QString, found);
    QCOMPARE(m_rig->ask(kSubscribers), std::string{});
    QCOMPARE(m_rig->ask(fault.toStdString()), std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(QString::fromStdString(
                 m_rig->ask("SELECT pair || ' ' || kind || ' ' || subject || ' ' || coalesce((theirs_minor - "
                            "ours_minor)::text, '') FROM reconciliation_difference")),
        found);
    QVERIFY(openAlerts().starts_with("difference P0"));
    QCOMPARE(m_rig->ask("SELECT differences || ' ' || opened FROM reconciliation_run WHERE kind = 'three tables'"),
        std::string{"1 1"});
}

void TestStoreWatch::nothingComparedIsSaidSo()
{
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT string_agg(kind || ' ' || outcome, ',' ORDER BY kind) FROM reconciliation_run WHERE "
                        "kind <> 'dead letters'"),
        std::string{"book NOTHING_COMPARED,three tables NOTHING_COMPARED"});
}

void TestStoreWatch::aDayIsComparedOnce()
{
    for (int look = 0; look < 3; ++look)
        ONCEOVER_OK(round());
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run"), 3);
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run WHERE biz_date = '2026-03-10'"), 3);
}

// The run is the comparison: DONE when its date is written down, whoever compares; nothing compares beside it.
void TestStoreWatch::theRunOfReconcileIsTheComparison()
{
    makeRun();
    engine::Reconciler reconciler{{std::make_unique<store::WatchStore>(m_rig->duty("reconciler")), nullptr,
        engine::DutyLog{[](const engine::LogLine&) {}, "reconciler"}}};
    ONCEOVER_OK(reconciler.runRound());
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run"), 0);
    // The database holds it: no statement makes it DONE before.
    const std::string early = m_rig->ask("UPDATE job_run SET status = 'RUNNING'; UPDATE job_run SET status = 'DONE'");
    QVERIFY2(early.find("not compared yet are book") != std::string::npos, early.c_str());
    QCOMPARE(m_rig->ask("UPDATE job_run SET lease_until = NULL"), std::string{});
    ONCEOVER_OK(workOnTheRun());
    QCOMPARE(run(), std::string{"DONE SUCCEEDED"});
    QCOMPARE(m_rig->ask("SELECT outcome || ' ' || rows_affected FROM run_attempt"), std::string{"COMPARED 3"});
    QCOMPARE(
        m_rig->ask("SELECT string_agg(kind, ',' ORDER BY kind) FROM reconciliation_run WHERE biz_date = '2026-03-10'"),
        std::string{"book,dead letters,three tables"});
}

// Two are at it, one dies after its work: compared once, DONE once.
void TestStoreWatch::whoComparesAgainWritesNothing()
{
    makeRun();
    store::RunStore lost{m_rig->duty("scheduler", "w1")};
    const auto held = lost.claimRun({"reconcile"});
    ONCEOVER_OK(held);
    QVERIFY(held->has_value());
    ONCEOVER_OK(comparer()->work(**held, [] { return true; }));
    QCOMPARE(m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s'"), std::string{});
    ONCEOVER_OK(workOnTheRun("w2"));
    QCOMPARE(run(), std::string{"DONE LOST,SUCCEEDED"});
    QVERIFY(lost.finishRun(**held, {3, "LATE"}).error().kind == FailureKind::Conflict);
    QCOMPARE(m_rig->count("SELECT count(*) FROM reconciliation_run"), 3);
}

// What could not be compared is no success: the run is tried again on its schedule, then a person is told (R75, R77,
// R130).
void TestStoreWatch::anUnreadBookFailsTheRun()
{
    makeRun();
    m_book = fail(FailureKind::Unavailable, "connection refused");
    ONCEOVER_OK(workOnTheRun());
    QCOMPARE(run(), std::string{"RUNNING FAILED"});
    QCOMPARE(m_rig->ask("SELECT status_reason LIKE '%connection refused%' FROM job_run"), std::string{"t"});
    QCOMPARE(m_rig->ask("UPDATE job_run SET lease_until = clock() - interval '1 s'"), std::string{});
    ONCEOVER_OK(workOnTheRun());
    QCOMPARE(run(), std::string{"FAILED FAILED,FAILED"});
    QCOMPARE(
        m_rig->ask("SELECT grade || ' ' || idempotency_key FROM dead_letter"), std::string{"P0 reconcile:2026-03-10"});
    ONCEOVER_OK(round());
    QCOMPARE(openAlerts(), std::string{"dead letter P0,money failed P0,not compared P0"});
}

// DESIGN.md rule 12: a freeze of everything never holds it; one of the job does.
void TestStoreWatch::aFreezeOfEverythingLetsItCompare()
{
    makeRun();
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    m_rig->freeze("job", "reconcile");
    ONCEOVER_OK(scheduler.holdAndReleaseRuns());
    ONCEOVER_OK(workOnTheRun());
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"HELD"});
    m_rig->liftFreezes();
    m_rig->freeze("everything", "");
    ONCEOVER_OK(scheduler.holdAndReleaseRuns());
    ONCEOVER_OK(workOnTheRun());
    QCOMPARE(run(), std::string{"DONE SUCCEEDED"});
}

void TestStoreWatch::theBookIsLaidBesideOurs()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    // The bank executed one that we hold for never sent, and one that nobody knows.
    const std::string key = m_rig->ask("SELECT idempotency_key FROM outbox ORDER BY outbox_id LIMIT 1");
    QCOMPARE(m_rig->ask("ALTER TABLE outbox DISABLE TRIGGER guard_update, DISABLE TRIGGER guard_outcome; UPDATE outbox "
                        "SET status = 'FAILED', "
                        "finished_at = clock() - interval '1 hour' WHERE idempotency_key = '"
                 + key
                 + "'; ALTER TABLE outbox ENABLE ALWAYS TRIGGER "
                   "guard_update, ENABLE ALWAYS TRIGGER guard_outcome"),
        std::string{});
    const std::string before = m_rig->ask("SELECT md5(string_agg(m::text, '' ORDER BY m.outbox_id)) FROM outbox m");
    TheirEntry effect;
    effect.key = key;
    effect.externalRef = "r1";
    effect.amountMinor
        = std::stoll(m_rig->ask("SELECT amount_minor FROM outbox WHERE idempotency_key = '" + key + "'"));
    effect.currency = m_rig->ask("SELECT currency FROM outbox WHERE idempotency_key = '" + key + "'");
    TheirEntry strange = effect;
    strange.key = "STRANGE";
    strange.externalRef = "r2";
    m_book = std::vector{effect, strange};
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask(
                 "SELECT string_agg(kind || ' ' || idempotency_key, ',' ORDER BY kind) FROM reconciliation_difference"),
        "CONTRADICTION " + key + ",MISSING_HERE STRANGE");
    QCOMPARE(m_rig->ask("SELECT compared || ' ' || differences || ' ' || opened || ' ' || outcome FROM "
                        "reconciliation_run WHERE kind = 'book'"),
        std::string{"1 2 2 COMPARED"});
    // Age at discovery.
    QCOMPARE(m_rig->ask("SELECT opened_at - occurred_at > interval '59 min' FROM reconciliation_difference WHERE kind "
                        "= 'CONTRADICTION'"),
        std::string{"t"});
    QCOMPARE(m_rig->ask("SELECT md5(string_agg(m::text, '' ORDER BY m.outbox_id)) FROM outbox m"),
        before); // Nothing was repaired.
    QCOMPARE(openAlerts(), std::string{"difference P0,difference P0"});
}

void TestStoreWatch::everyKindOfTheBookIsFound_data()
{
    QTest::addColumn<QString>("set");   // What is true of our message, of `k`; nothing: it waits to be sent.
    QTest::addColumn<QString>("book");  // Lines of key, reference, amount more than ours, and currency.
    QTest::addColumn<QString>("found"); // Kind, ours, theirs, the bank's reference; * is our amount.
    const auto row = [](const char* name, const char* set, const char* book, const char* found) {
        QTest::newRow(name) << QString::fromLatin1(set) << QString::fromLatin1(book) << QString::fromLatin1(found);
    };
    const char* accepted = "status = 'ACCEPTED', external_ref = 'r1', finished_at = clock() - interval '1 hour'";
    row("agrees", accepted, "k r1 0 CNY", "");
    row("agrees, and is still on its way here",
        "status = 'UNKNOWN', next_query_at = clock(), last_sent_at = clock() - interval '1 minute'", "k r1 0 CNY", "");
    row("missing there", accepted, "", "MISSING_THERE * - r1");
    row("accepted while the book was read",
        "status = 'ACCEPTED', external_ref = 'r1', finished_at = clock() + interval "
        "'1 hour'",
        "", "");
    row("missing here", "", "STRANGE r7 0 CNY", "MISSING_HERE - * r7");
    row("more there", accepted, "k r1 5 CNY", "AMOUNT * *+5 r1");
    row("less there", accepted, "k r1 -5 CNY", "AMOUNT * *-5 r1");
    row("another currency", accepted, "k r1 0 USD", "CURRENCY * * r1");
    row("twice", accepted, "k r1 0 CNY,k r2 0 CNY", "TWICE * * r2");
    row("three times", accepted, "k r1 0 CNY,k r2 0 CNY,k r3 0 CNY", "TWICE * * r2");
    row("late", "status = 'UNKNOWN', next_query_at = clock(), last_sent_at = clock() - interval '2 days'", "k r1 0 CNY",
        "LATE * * r1");
    row("refused here", "status = 'REFUSED', finished_at = clock() - interval '1 hour'", "k r1 0 CNY",
        "CONTRADICTION * * r1");
    row("another reference than we were told", accepted, "k r2 0 CNY", "REFERENCE_TAKEN * * r2");
    row("the reference of another operation",
        "status = 'UNKNOWN', next_query_at = clock(), last_sent_at = clock() - interval '1 minute'", "k taken 0 CNY",
        "REFERENCE_TAKEN * * taken");
}

void TestStoreWatch::everyKindOfTheBookIsFound()
{
    QFETCH(QString, set);
    QFETCH(QString, book);
    QFETCH(QString, found);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    const std::string ours = "FROM outbox WHERE outbox_id = (SELECT min(outbox_id) FROM outbox WHERE currency = 'CNY')";
    const std::string key = m_rig->ask("SELECT idempotency_key " + ours);
    const std::int64_t amount = m_rig->count("SELECT amount_minor " + ours);
    QCOMPARE(m_rig->ask("INSERT INTO external_reference (channel_id, external_ref, bucket, operation_id) SELECT "
                        "channel_id, 'taken', bucket, operation_id FROM outbox WHERE idempotency_key <> '"
                 + key + "' LIMIT 1"),
        std::string{});
    if (!set.isEmpty())
        QCOMPARE(m_rig->ask("ALTER TABLE outbox DISABLE TRIGGER guard_update, DISABLE TRIGGER guard_outcome; UPDATE "
                            "outbox SET "
                     + set.toStdString() + " WHERE idempotency_key = '" + key
                     + "'; ALTER TABLE outbox ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome"),
            std::string{});
    std::vector<TheirEntry> theirs;
    for (const QString& line : book.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QStringList words = line.split(QLatin1Char(' '));
        TheirEntry effect;
        effect.key = words[0] == QLatin1String("k") ? key : words[0].toStdString();
        effect.externalRef = words[1].toStdString();
        effect.amountMinor = amount + words[2].toInt();
        effect.currency = words[3].toStdString();
        theirs.push_back(effect);
    }
    m_book = theirs;
    ONCEOVER_OK(round());
    const std::string side = "coalesce(CASE %1_minor WHEN " + std::to_string(amount)
        + " THEN '*' ELSE '*' || to_char(%1_minor "
          "- "
        + std::to_string(amount) + ", 'FMSG999') END, '-')";
    const QString sides = QString::fromStdString(side);
    QCOMPARE(m_rig->ask("SELECT string_agg(kind || ' ' || " + sides.arg(QStringLiteral("ours")).toStdString()
                 + " || ' ' || " + sides.arg(QStringLiteral("theirs")).toStdString()
                 + " || ' ' || external_ref, ',' ORDER BY difference_id) FROM reconciliation_difference"),
        found.toStdString());
    QCOMPARE(
        m_rig->count("SELECT count(*) FROM alert WHERE rule = 'difference' AND grade = 'P0' AND closed_at IS NULL"),
        found.isEmpty() ? 0 : 1);
}

// Two persons said that the line is that payment: once the payment has a line of its own, money left twice.
void TestStoreWatch::aLineIsExplainedWhileItsPaymentHasNoOther()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    const std::string ours = "FROM outbox WHERE outbox_id = (SELECT min(outbox_id) FROM outbox WHERE currency = 'CNY')";
    TheirEntry own;
    own.key = m_rig->ask("SELECT idempotency_key " + ours);
    own.externalRef = "r1";
    own.amountMinor = m_rig->count("SELECT amount_minor " + ours);
    own.currency = "CNY";
    TheirEntry other = own;
    other.key = "STRANGE";
    other.externalRef = "r7";
    QCOMPARE(m_rig->ask("ALTER TABLE outbox DISABLE TRIGGER guard_update, DISABLE TRIGGER guard_outcome; UPDATE outbox "
                        "SET status = 'ACCEPTED', external_ref = 'r1', finished_at = clock() - interval '1 hour' WHERE "
                        "idempotency_key = '"
                 + own.key
                 + "'; ALTER TABLE outbox ENABLE ALWAYS TRIGGER guard_update, ENABLE ALWAYS TRIGGER guard_outcome"),
        std::string{});
    QCOMPARE(m_rig->ask("INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at) SELECT "
                        "gen_random_uuid(), 'match', 'alice', 'it is that line', p, plan_hash(p), clock() + interval "
                        "'1 hour' FROM (SELECT '{\"items\": []}'::jsonb AS p) x"),
        std::string{});
    QCOMPARE(m_rig->ask("ALTER TABLE record_match DISABLE TRIGGER guard_insert; INSERT INTO record_match (approval_id, "
                        "pair, channel_id, ours, theirs, bucket, operation_id, differences) SELECT (SELECT "
                        "max(approval_id) FROM approval), 'ours/book', channel_id, idempotency_key, 'STRANGE|r7|', "
                        "bucket, operation_id, '{}' "
                 + ours + "; ALTER TABLE record_match ENABLE ALWAYS TRIGGER guard_insert"),
        std::string{});
    m_book = std::vector{other};
    ONCEOVER_OK(round());
    const std::string open = "SELECT string_agg(kind || ' ' || idempotency_key, ',') FROM reconciliation_difference";
    QCOMPARE(m_rig->ask("SELECT differences || ' ' || opened FROM reconciliation_run WHERE kind = 'book'"),
        std::string{"2 0"});
    QCOMPARE(m_rig->ask(open), std::string{});
    QCOMPARE(m_rig->ask("ALTER TABLE reconciliation_run DISABLE TRIGGER guard_delete; DELETE FROM reconciliation_run; "
                        "ALTER TABLE reconciliation_run ENABLE ALWAYS TRIGGER guard_delete"),
        std::string{});
    m_book = std::vector{other, own};
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask(open), std::string{"MISSING_HERE STRANGE"});
}

void TestStoreWatch::aBookThatCannotBeReadIsNotNoDifference()
{
    m_book = fail(FailureKind::Unavailable, "connection refused");
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT outcome || ' ' || detail FROM reconciliation_run WHERE kind = 'book'"),
        std::string{"NOT_READ connection refused"});
    QCOMPARE(openAlerts(), std::string{"not compared P0"});
    m_book = std::vector<TheirEntry>{};
    ONCEOVER_OK(round());
    QCOMPARE(
        m_rig->ask(
            "SELECT string_agg(outcome, ',' ORDER BY reconciliation_id) FROM reconciliation_run WHERE kind = 'book'"),
        std::string{"NOT_READ,NOTHING_COMPARED"});
    QCOMPARE(m_rig->ask("SELECT count(*) FROM alert WHERE closed_at IS NULL"), std::string{"0"});
}

void TestStoreWatch::theReconcilerCanRepairNothing_data()
{
    QTest::addColumn<QString>("statement");
    for (const char* statement :
        {"UPDATE sale SET amount_minor = 1", "UPDATE subscription SET paid_until = '2030-01-01'",
            "INSERT INTO payment_callback (external_ref, amount_minor, currency, status) VALUES ('x', 1, 'CNY', "
            "'PAID')",
            "UPDATE payment_callback SET amount_minor = 1", "DELETE FROM payment_callback", "DELETE FROM subscription",
            "UPDATE settlement_operation SET status = 'SUCCEEDED'", "UPDATE outbox SET status = 'ACCEPTED'",
            "INSERT INTO ledger_entry SELECT * FROM ledger_entry",
            "UPDATE reconciliation_difference SET status = 'RESOLVED'", "UPDATE dead_letter SET status = 'RESOLVED'",
            "UPDATE alert SET acknowledged_by = 'bob'", "SELECT acknowledge_alert(1, gen_random_uuid())",
            "UPDATE watch_limit SET amount = 1"})
        QTest::newRow(statement) << QString::fromLatin1(statement);
}

void TestStoreWatch::theReconcilerCanRepairNothing()
{
    QFETCH(QString, statement);
    const auto done = m_rig->database().run(
        "svc_reconciler", "\\set VERBOSITY verbose\nSET search_path = onceover;\n" + statement.toStdString());
    QVERIFY(!done);
    QVERIFY2(done.error().detail.find("42501") != std::string::npos, done.error().detail.c_str());
}

void TestStoreWatch::alertsOpenOnceCarryKeyAndErrorAndClose()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    QCOMPARE(m_rig->ask("INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, "
                        "failure_class, last_error, payload, "
                        "attempts) VALUES ('run', '1', 'settle-daily', '2026-03-10', 'P0', 'settle-daily:2026-03-10', "
                        "'BUDGET_SPENT', 'timeout', '', 4)"),
        std::string{});
    ONCEOVER_OK(round());
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT rule, subject, grade, idempotency_key, last_error, biz_date, zone FROM alert"),
        std::string{"dead letter|run 1|P0|settle-daily:2026-03-10|timeout|2026-03-10|Asia/Shanghai"});
    QCOMPARE(m_rig->ask("UPDATE dead_letter SET status = 'RESOLVED', resolution = 'dismissed', reason = 'test', "
                        "resolved_at = clock()"),
        std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->count("SELECT count(*) FROM alert WHERE closed_at IS NOT NULL"), 1);
    QVERIFY(!m_rig->ask("UPDATE alert SET closed_at = NULL").empty()); // A closed alert stays closed.
    QVERIFY(!m_rig->ask("DELETE FROM alert").empty());
}

void TestStoreWatch::eachOldLetterIsToldAndTheDaysLookRecorded()
{
    QCOMPARE(m_rig->ask("INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, "
                        "failure_class, last_error, payload, "
                        "attempts, opened_at) SELECT 'run', n::text, 'settle-daily', '2026-03-10', 'P1', 'k' || n, "
                        "'DATA', 'bad', '', 1, clock() - n * "
                        "interval '23 hours' FROM generate_series(1, 3) n"),
        std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT string_agg(subject, ',' ORDER BY subject) FROM alert WHERE rule = 'dead letter old'"),
        std::string{"run 2,run 3"});
    QCOMPARE(m_rig->ask("SELECT compared || ' ' || differences FROM reconciliation_run WHERE kind = 'dead letters'"),
        std::string{"3 2"});
}

void TestStoreWatch::aClockThatStepsBackIsTold()
{
    QCOMPARE(m_rig->ask("INSERT INTO worker_heartbeat (worker_id, duty, minute, beat_at) VALUES ('w', 'sender', "
                        "date_trunc('minute', clock()), clock() + "
                        "interval '10 min')"),
        std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(openAlerts(), std::string{"clock backwards P0"});
}

void TestStoreWatch::aWorkerThatVanishedAndAStuckLeaseAreTold()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker", "gone")};
    ONCEOVER_OK(settler.claim(claimOf()));
    QCOMPARE(
        m_rig->ask(
            "INSERT INTO worker (worker_id, program, app_version, host, pid, duties) VALUES ('gone', 'p', '1', 'h', 1, "
            "'{settler}') ON CONFLICT DO "
            "NOTHING; INSERT INTO worker_heartbeat (worker_id, duty, minute, beat_at) VALUES ('gone', 'settler', "
            "date_trunc('minute', clock() - "
            "interval '5 min'), clock() - interval '5 min'); "
            "UPDATE settlement_operation SET lease_until = clock() - interval '1 min' WHERE status = 'PROCESSING'; "
            "UPDATE operation_due SET due_at = clock() - interval '1 min'"),
        std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask("SELECT string_agg(rule || ' ' || subject || ' ' || idempotency_key, ',' ORDER BY rule) FROM "
                        "alert WHERE rule IN ('lease stuck', "
                        "'worker vanished')"),
        std::string{"lease stuck worker gone settle-daily:2026-03-10,worker vanished worker gone "});
}

void TestStoreWatch::aCalendarThatEndsSoonIsTold()
{
    QCOMPARE(m_rig->ask(
                 "INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login) "
                 "VALUES ('practice-bank', 2, 'test', true, '[]', 'test', 'test'); "
                 "UPDATE channel_profile SET enabled = false; INSERT INTO channel_profile SELECT "
                 "(jsonb_populate_record(p, '{\"profile_version\": 2, \"enabled\": true, \"cutoff_zone\": \"UTC\", "
                 "\"calendar_id\": \"cn-bank\"}')).* FROM channel_profile p"),
        std::string{});
    ONCEOVER_OK(round());
    const char* told
        = "SELECT subject || ': ' || last_error FROM alert WHERE rule = 'calendar ends' AND closed_at IS NULL";
    QCOMPARE(m_rig->ask(told), std::string{"calendar cn-bank: it knows no day after any: enter the next days"});
    QCOMPARE(
        m_rig->ask("SELECT enter_calendar('cn-bank', clock()::date, clock()::date + 20, '{6,7}')"), std::string{"21"});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask(told),
        m_rig->ask(
            "SELECT 'calendar cn-bank: it knows no day after ' || clock()::date + 20 || ': enter the next days'"));
    QCOMPARE(m_rig->ask("SELECT enter_calendar('cn-bank', clock()::date + 21, clock()::date + 40, '{6,7}')"),
        std::string{"20"});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask(told), std::string{});
}

void TestStoreWatch::aGuardThatIsOffIsToldByItsName_data()
{
    QTest::addColumn<QString>("off");
    QTest::addColumn<QString>("on");
    QTest::addColumn<QString>("told");
    const QString ledger = QStringLiteral("ALTER TABLE ledger_entry %1 TRIGGER guard_ledger");
    QTest::newRow("disabled") << ledger.arg(QStringLiteral("DISABLE")) << ledger.arg(QStringLiteral("ENABLE ALWAYS"))
                              << QStringLiteral("guard trigger ledger_entry.guard_ledger|P0|it is disabled, not as "
                                                "recorded");
    // Switched off for replicated sessions alone is not as it was either.
    QTest::newRow("weakened") << ledger.arg(QStringLiteral("ENABLE")) << ledger.arg(QStringLiteral("ENABLE ALWAYS"))
                              << QStringLiteral(
                                     "guard trigger ledger_entry.guard_ledger|P0|it is changed, not as recorded");
    QTest::newRow("dropped") << QStringLiteral("ALTER TABLE approval DROP CONSTRAINT approval_check")
                             << QStringLiteral("ALTER TABLE approval ADD CONSTRAINT approval_check CHECK (checker IS "
                                               "NULL OR checker <> maker)")
                             << QStringLiteral(
                                    "guard constraint approval.approval_check|P0|it is missing, not as recorded");
    QTest::newRow("a partition's") << QStringLiteral(
        "ALTER TABLE external_call_default DISABLE TRIGGER guard_append_only")
                                   << QStringLiteral("ALTER TABLE external_call_default ENABLE ALWAYS TRIGGER "
                                                     "guard_append_only")
                                   << QStringLiteral("guard trigger external_call_default.guard_append_only|P0|it is "
                                                     "missing or disabled, not as recorded");
}

void TestStoreWatch::aGuardThatIsOffIsToldByItsName()
{
    QFETCH(QString, off);
    QFETCH(QString, on);
    QFETCH(QString, told);
    // One store for all rounds, as in an engine that runs: what it saw before is no reason not to see the change.
    engine::BootInstant now{1};
    engine::Reconciler reconciler{{std::make_unique<store::WatchStore>(m_rig->duty("reconciler")), &m_figures,
        engine::DutyLog{[](const engine::LogLine&) {}, "reconciler"}, [&now] { return now; }}};
    const auto open = [this] {
        return m_rig->ask("SELECT string_agg(subject || '|' || grade || '|' || last_error, ',' ORDER BY subject) FROM "
                          "alert WHERE rule = 'guard changed' AND closed_at IS NULL");
    };
    const auto look = [&reconciler, &now] {
        now += std::chrono::seconds{2}; // It looks once a second.
        return reconciler.runRound();
    };
    ONCEOVER_OK(look());
    QCOMPARE(open(), std::string{});
    QCOMPARE(m_rig->ask("SET ROLE onceover_owner; " + off.toStdString()), std::string{});
    ONCEOVER_OK(look());
    QCOMPARE(open(), told.toStdString());
    ONCEOVER_OK(look());
    QCOMPARE(open(), told.toStdString());
    QCOMPARE(m_rig->ask("SET ROLE onceover_owner; " + on.toStdString()), std::string{});
    ONCEOVER_OK(look());
    QCOMPARE(open(), std::string{});
    QCOMPARE(m_rig->count("SELECT count(*) FROM alert WHERE rule = 'guard changed'"), 1);
}

void TestStoreWatch::aRequestThatWaitsIsToldAndMoreSoonBeforeItExpires()
{
    const auto ask = [this](const char* request, const char* waited, const char* left) {
        return m_rig->ask(std::string{"INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, "
                                      "requested_at, expires_at) SELECT gen_random_uuid(), 'replay', 'alice', '"}
            + request + "', p, plan_hash(p), clock() - interval '" + waited + "', clock() + interval '" + left
            + "' FROM (SELECT '{\"items\": [{\"key\": \"KEY\"}]}'::jsonb AS p) x");
    };
    QCOMPARE(ask("new", "29 min", "23 h"), std::string{});
    QCOMPARE(ask("waits", "31 min", "23 h"), std::string{});
    QCOMPARE(ask("expires", "31 min", "59 min"), std::string{});
    QCOMPARE(ask("expired", "25 h", "-1 min"), std::string{});
    ONCEOVER_OK(round());
    const char* told = "SELECT string_agg(rule || ' ' || subject || ' ' || grade || ' ' || idempotency_key, ', ' ORDER "
                       "BY alert_id) FROM (SELECT * FROM alert WHERE rule LIKE 'request %' AND closed_at IS NULL) a";
    QCOMPARE(m_rig->ask(told),
        std::string{"request waits request 2 P1 KEY, request waits request 3 P1 KEY, request expires request 3 P0 KEY"});
    QCOMPARE(m_rig->ask("SELECT detail LIKE 'replay, asked by alice at %' AND last_error LIKE 'nobody has decided it; "
                        "it expires at %' FROM alert WHERE rule = 'request expires'"),
        std::string{"t"});
    // Decided or taken back, it waits for nobody.
    QCOMPARE(m_rig->ask("UPDATE approval SET status = 'REJECTED', checker = 'bob', decided_at = clock() WHERE "
                        "approval_id = 2; UPDATE approval SET status = 'WITHDRAWN' WHERE approval_id = 3"),
        std::string{});
    ONCEOVER_OK(round());
    QCOMPARE(m_rig->ask(told), std::string{});
}

void TestStoreWatch::acknowledgingIsAnActOfAPerson()
{
    QCOMPARE(
        m_rig->ask(
            "INSERT INTO alert (rule, subject, grade, last_error) VALUES ('money failed', 'run x', 'P0', 'failed')"),
        std::string{});
    const auto say = [&](const char* who) {
        const auto said = m_rig->database().run(who,
            "SELECT outcome, reason, acknowledged_by FROM onceover.acknowledge_alert(1, gen_random_uuid(), 'I call the "
            "bank')");
        return said ? *said : said.error().detail;
    };
    QVERIFY(say("carol").find("permission denied") != std::string::npos);
    QCOMPARE(say("alice"), std::string{"DONE||alice"});
    QCOMPARE(say("bob"), std::string{"DONE||alice"}); // Who said so first.
    QCOMPARE(
        m_rig->ask(
            "SELECT string_agg(actor || ' ' || outcome || ' ' || target || ' ' || reason, ',') FROM audit_log WHERE "
            "action = 'acknowledge'"),
        std::string{"alice DONE alert 1 I call the bank"});
    const auto unknown
        = m_rig->database().run("bob", "SELECT outcome, reason FROM onceover.acknowledge_alert(99, gen_random_uuid())");
    ONCEOVER_OK(unknown);
    QCOMPARE(*unknown, std::string{"REFUSED|UNKNOWN_SUBJECT"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM audit_log WHERE action = 'acknowledge' AND outcome = 'REFUSED'"), 1);
}

void TestStoreWatch::everyFigureEqualsItsSql()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->trigger(kDay)); // The same instant again: no new trigger.
    ONCEOVER_OK(m_rig->postAll());
    const auto manual = m_rig->database().run(
        "alice", "SELECT outcome FROM onceover.trigger_run('settle-daily', '2026-03-10', gen_random_uuid())");
    ONCEOVER_OK(manual);
    QCOMPARE(
        m_rig->ask("INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, "
                   "idempotency_key, outbox_version, started_at, "
                   "duration, answer, worker_id) SELECT 'SEND', channel_id, 1, bucket, outbox_id, operation_id, "
                   "idempotency_key, 1, clock(), interval '200 ms', "
                   "(ARRAY['IN_FLIGHT', 'MISMATCH', 'ACCEPTED'])[1 + outbox_id % 3], 'w' FROM outbox; "
                   "INSERT INTO operation_event (event, from_status, to_status, batch_id, worker_id, operation_ids) "
                   "SELECT 'TAKE_OVER', 'PROCESSING', "
                   "'PROCESSING', batch_id, 'w', ARRAY[gen_random_uuid(), gen_random_uuid()] FROM settlement_batch; "
                   "INSERT INTO reconciliation_difference (kind, grade, channel_id, idempotency_key) VALUES ('AMOUNT', "
                   "'P0', 'practice-bank', 'k1'), ('TWICE', "
                   "'P0', 'practice-bank', 'k2'); "
                   "INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at) VALUES "
                   "(gen_random_uuid(), 'compensation', 'alice', 'r', "
                   "'{}', '', clock() + interval '1 day')"),
        std::string{});
    ONCEOVER_OK(round());
    std::map<std::string, double> measured;
    for (const FigureSample& sample : m_figures.kept)
        measured[sample.figure + " " + sample.jobType + sample.channel + sample.duty + " " + sample.klass]
            += sample.value;
    const auto same = [&](const char* figure, const std::string& sql) {
        QVERIFY2(measured.contains(figure), figure);
        QVERIFY2(std::abs(measured[figure] - std::stod(m_rig->ask(sql))) < 1e-6, figure);
    };
    same("repeat_hit_ratio settle-daily ",
        "SELECT (count(*) FILTER (WHERE answer IN ('EXISTING', 'ALREADY_COMPLETED')))::float / count(*) FROM "
        "run_trigger"); // R121
    same("idempotency_conflicts_total practice-bank mismatch",
        "SELECT count(*) FROM external_call WHERE answer = 'MISMATCH'"); // R122
    same("idempotency_conflicts_total practice-bank in_flight",
        "SELECT count(*) FROM external_call WHERE answer = 'IN_FLIGHT'");
    same("processing_timeouts_total settle-daily ",
        "SELECT sum(cardinality(operation_ids)) FROM operation_event WHERE event = 'TAKE_OVER'"); // R123
    same("reconciliation_differences_open practice-bank amount",
        "SELECT count(*) FROM reconciliation_difference WHERE kind = 'AMOUNT' AND status = 'OPEN'");      // R124
    same("compensation_backlog  requested", "SELECT count(*) FROM approval WHERE kind = 'compensation'"); // R125
    same("queue_length practice-bank pending", "SELECT count(*) FROM outbox WHERE status = 'PENDING'");
    same("operations settle-daily awaiting_external",
        "SELECT count(*) FROM settlement_operation WHERE status = 'AWAITING_EXTERNAL'");
    same("failure_ratio  money",
        "SELECT (count(*) FILTER (WHERE status = 'FAILED_PERMANENT'))::float / count(*) FROM settlement_operation"); // R131
    same("send_seconds practice-bank p95", "SELECT 0.2");
    bool filters = false; // R126
    for (const FigureSample& sample : m_figures.kept)
        filters = filters || (sample.figure == "operations" && sample.ruleVersion == "1");
    QVERIFY(filters);
}

void TestStoreWatch::labelsAreBounded()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    QCOMPARE(m_rig->ask("INSERT INTO worker (worker_id, program, app_version, host, pid, duties) SELECT 'w' || n, 'p', "
                        "'1', 'h', n, '{sender}' FROM "
                        "generate_series(1, 50) n; INSERT INTO worker_heartbeat (worker_id, duty, minute) SELECT 'w' "
                        "|| n, 'sender', date_trunc('minute', "
                        "clock()) FROM generate_series(1, 50) n; INSERT INTO reconciliation_difference (kind, grade, "
                        "idempotency_key) SELECT 'AMOUNT', 'P0', "
                        "'k' || n FROM generate_series(1, 50) n"),
        std::string{});
    ONCEOVER_OK(round());
    const std::string words = m_rig->ask(
        "SELECT string_agg(w, ' ') FROM (SELECT job_type FROM job UNION SELECT channel_id FROM channel_profile) x(w)");
    static const std::set<std::string> duties{"scheduler", "settler", "lease_keeper", "sender", "resolver", "callback",
        "reconciler", "replayer", "janitor", "ticker"};
    QVERIFY(!m_figures.kept.empty());
    std::set<std::string> sets;
    for (const FigureSample& sample : m_figures.kept) {
        QVERIFY2(std::any_of(kFigures.begin(), kFigures.end(),
                     [&](const FigureMeaning& m) { return m.figure == sample.figure; }),
            sample.figure.c_str());
        QVERIFY(sample.jobType.empty() || words.find(sample.jobType) != std::string::npos);
        QVERIFY(sample.channel.empty() || words.find(sample.channel) != std::string::npos);
        QVERIFY2(sample.duty.empty() || duties.contains(sample.duty), sample.duty.c_str());
        QVERIFY2(sample.klass.find_first_of("0123456789-") == std::string::npos || sample.klass.starts_with('p'),
            sample.klass.c_str());
        QVERIFY(sample.ruleVersion.size() <= 4);
        QVERIFY(sets.insert(sample.figure + '|' + sample.jobType + '|' + sample.channel + '|' + sample.duty + '|'
                        + sample.klass + '|' + sample.ruleVersion)
                    .second);
    }
    QVERIFY(sets.size() < 60);
}

void TestStoreWatch::retriesBeyondTheRecordsAreRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("refused");
    const auto row
        = [](const char* change, bool refused) { QTest::newRow(change) << QString::fromLatin1(change) << refused; };
    row("job SET max_total_time = '29 days', allowed_lateness = '23 hours'", false);
    row("job SET max_total_time = '29 days', allowed_lateness = '24 hours'", true);
    row("job SET retry_backoff = ARRAY['9 days']::interval[]", false);
    row("job SET retry_backoff = ARRAY['10 days']::interval[]", true);
    row("channel_profile SET retry_backoff = ARRAY['100 days']::interval[]", false);
    row("channel_profile SET retry_backoff = ARRAY['130 days']::interval[]", true);
    row("channel_profile SET query_backoff = ARRAY['19 days']::interval[]", true);
    row("channel_profile SET escalate_after = '400 days'", true);
}

void TestStoreWatch::retriesBeyondTheRecordsAreRefused()
{
    QFETCH(QString, change);
    QFETCH(bool, refused);
    const std::string said = m_rig->ask("UPDATE " + change.toStdString());
    QCOMPARE(!said.empty(), refused);
    QVERIFY2(!refused || said.find("gone") != std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(TestStoreWatch)
#include "tst_store_watch.moc"
