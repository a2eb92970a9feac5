// SPDX-License-Identifier: GPL-3.0-or-later
// What the janitor keeps and what it lets go: hours and samples for the pictures, retention of the logs.
#include <QTest>

#include "store/janitor_store.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

namespace {

constexpr const char* kDay = "2026-03-10";

} // namespace

class TestStoreJanitor : public QObject {
    Q_OBJECT

private slots:
    void init();
    void hoursThatAreOverAreCountedOnce();
    void aMinuteIsSampledOnce();
    void oldPartitionsGoAndOpenWorkKeepsItsRows(); // DESIGN.md section 8
    void endedAttemptsGoAfterThirtyDays_data();
    void endedAttemptsGoAfterThirtyDays(); // DESIGN.md section 8, R2, R118
    void lettersAndDifferencesOutliveEveryPurge(); // R119

private:
    std::unique_ptr<StoreRig> m_rig;
};

void TestStoreJanitor::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

void TestStoreJanitor::hoursThatAreOverAreCountedOnce()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    QCOMPARE(m_rig->ask(
                 "INSERT INTO operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids) "
                 "SELECT clock() - h * interval '1 hour', 'ACCEPT', 'AWAITING_EXTERNAL', 'SUCCEEDED', batch_id, 'w', "
                 "ARRAY[gen_random_uuid(), gen_random_uuid()] FROM settlement_batch, unnest(ARRAY[3, 3, 5]) h; "
                 "INSERT INTO operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids) "
                 "SELECT clock() - interval '3 hours', 'ESCALATE', 'UNKNOWN_EXTERNAL', 'UNKNOWN_EXTERNAL', batch_id, "
                 "'w', ARRAY[gen_random_uuid()] FROM settlement_batch"),
        std::string{});
    const std::string before
        = m_rig->ask("SELECT string_agg(status || ' ' || n, ',' ORDER BY hour, status) FROM v_operation_hour");
    store::JanitorStore janitor{m_rig->duty("janitor")};
    const auto rolled = janitor.rollHours();
    ONCEOVER_OK(rolled);
    QCOMPARE(*rolled, 2);
    QCOMPARE(m_rig->ask("SELECT string_agg(status || ' ' || n, ',' ORDER BY hour) FROM operation_hourly"),
        std::string{"SUCCEEDED 2,SUCCEEDED 4"});
    QCOMPARE(
        m_rig->ask("SELECT string_agg(status || ' ' || n, ',' ORDER BY hour, status) FROM v_operation_hour"), before);
    const auto again = janitor.rollHours();
    ONCEOVER_OK(again);
    QCOMPARE(*again, 0);
}

void TestStoreJanitor::aMinuteIsSampledOnce()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    store::JanitorStore janitor{m_rig->duty("janitor")};
    int sampled = 0;
    for (int look = 0; look < 3; ++look)
        sampled += janitor.sample().value_or(0);
    QVERIFY(sampled == 6 || sampled == 12); // A minute may have ended in between.
    QCOMPARE(m_rig->count("SELECT max(value)::bigint FROM v_metric WHERE name = 'outbox_open'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM metric_sample GROUP BY name, minute HAVING count(*) > 1"), 0);
}

void TestStoreJanitor::oldPartitionsGoAndOpenWorkKeepsItsRows()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::ignore = m_rig->ask("SET ROLE onceover_owner; SELECT make_log_partition('operation_event', '20200101', "
                             "'2020-01-01Z', '2020-01-02Z'), "
                             "make_log_partition('external_call', '202001', '2020-01-01Z', '2020-02-01Z'); RESET ROLE");
    QCOMPARE(
        m_rig->ask("INSERT INTO operation_event (at, event, from_status, to_status, worker_id, operation_ids, detail) "
                   "VALUES ('2020-01-01 12:00Z', 'CLAIM', 'PENDING', 'PROCESSING', 'w', "
                   "ARRAY[(SELECT operation_id FROM settlement_operation LIMIT 1)], 'open'), "
                   "('2020-01-01 12:00Z', 'CLAIM', 'PENDING', 'PROCESSING', 'w', ARRAY[gen_random_uuid()], 'final')"),
        std::string{});
    store::JanitorStore janitor{m_rig->duty("janitor")};
    const auto dropped = janitor.dropOld();
    ONCEOVER_OK(dropped);
    QCOMPARE(*dropped, 2);
    QCOMPARE(
        m_rig->ask(
            "SELECT to_regclass('operation_event_20200101') IS NULL AND to_regclass('external_call_202001') IS NULL"),
        std::string{"t"});
    QCOMPARE(
        m_rig->ask(
            "SELECT string_agg(tableoid::regclass || ' ' || detail, ',') FROM operation_event WHERE at < '2021-01-01'"),
        std::string{"operation_event_default open"});
    const auto again = janitor.dropOld();
    ONCEOVER_OK(again);
    QCOMPARE(*again, 0);
}

void TestStoreJanitor::endedAttemptsGoAfterThirtyDays_data()
{
    QTest::addColumn<QString>("age");
    QTest::addColumn<bool>("goes");
    QTest::newRow("day 30") << QStringLiteral("29 days 23:59") << false;
    QTest::newRow("day 31") << QStringLiteral("30 days 00:01") << true;
}

void TestStoreJanitor::endedAttemptsGoAfterThirtyDays()
{
    QFETCH(QString, age);
    QFETCH(bool, goes);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const std::string ago = "clock() - interval '" + age.toStdString() + "'";
    const std::string aged
        = "ALTER TABLE run_attempt DISABLE TRIGGER guard_update; ALTER TABLE job_run DISABLE TRIGGER guard_update; "
          "UPDATE job_run SET status = 'DONE', finished_at = "
        + ago
        + "; INSERT INTO run_attempt (run_id, attempt_no, worker_id) SELECT run_id, 9, 'runs on' FROM job_run; "
          "UPDATE run_attempt SET finished_at = "
        + ago
        + " WHERE status <> 'STARTED'; "
          "ALTER TABLE run_attempt ENABLE ALWAYS TRIGGER guard_update; ALTER TABLE job_run ENABLE ALWAYS TRIGGER "
          "guard_update";
    QCOMPARE(m_rig->ask(aged), std::string{});
    QVERIFY(m_rig->count("SELECT count(*) FROM run_attempt") > 1);
    const std::string ended = m_rig->ask(
        "SELECT string_agg(concat_ws(' ', worker_id, status, n), ',' ORDER BY worker_id, status) FROM "
        "(SELECT worker_id, status, count(*) AS n FROM run_attempt WHERE status <> 'STARTED' GROUP BY 1, 2) a");
    QVERIFY(!ended.empty());
    const std::int64_t all = m_rig->count("SELECT count(*) FROM run_attempt");
    store::JanitorStore janitor{m_rig->duty("janitor")};
    ONCEOVER_OK(janitor.dropOld());
    if (!goes) {
        QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt"), all);
        return;
    }
    QCOMPARE(m_rig->ask("SELECT string_agg(worker_id, ',') FROM run_attempt"), std::string{"runs on"});
    // How many there were stays.
    QCOMPARE(m_rig->ask("SELECT string_agg(concat_ws(' ', worker_id, status, n), ',' ORDER BY worker_id, status) FROM "
                        "worker_attempt_count"),
        ended);
    // Nobody else may: neither the superuser nor the owner outside that function.
    QVERIFY(!m_rig->ask("DELETE FROM run_attempt").empty());
    QVERIFY(!m_rig->ask("SET ROLE onceover_owner; DELETE FROM run_attempt").empty());
}

void TestStoreJanitor::lettersAndDifferencesOutliveEveryPurge()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::ignore = m_rig->ask("SET ROLE onceover_owner; SELECT make_log_partition('operation_event', '20160101', "
                             "'2016-01-01Z', '2016-01-02Z'); RESET ROLE");
    QCOMPARE(m_rig->ask("INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, failure_class, "
                        "last_error, payload, attempts, opened_at) SELECT 'run', run_id::text, job_id, biz_date, 'P0', 'K', 'DATA', 'old', '', 1, "
                        "clock() - interval '10 years' FROM job_run LIMIT 1; "
                        "INSERT INTO dead_letter (subject_kind, subject_id, job_id, biz_date, grade, idempotency_key, failure_class, "
                        "last_error, payload, attempts, opened_at) SELECT 'run', '0', job_id, biz_date, 'P0', 'K', 'DATA', 'older', '', 1, "
                        "clock() - interval '11 years' FROM job_run LIMIT 1; "
                        "UPDATE dead_letter SET status = 'RESOLVED', resolution = 'answered', resolved_at = clock() - interval '10 years' "
                        "WHERE last_error = 'older'; "
                        "INSERT INTO reconciliation_difference (kind, grade, detail, opened_at) VALUES ('MISSING_HERE', 'P0', 'old', "
                        "clock() - interval '10 years')"),
        std::string{});
    const std::string kept = "SELECT (SELECT string_agg(d::text, ' ' ORDER BY dead_letter_id) FROM dead_letter d) || "
                             "(SELECT string_agg(d::text, ' ') FROM reconciliation_difference d)";
    const std::string before = m_rig->ask(kept);
    store::JanitorStore janitor{m_rig->duty("janitor")};
    const auto dropped = janitor.dropOld();
    ONCEOVER_OK(dropped);
    QCOMPARE(*dropped, 1); // It purged what is that old.
    QVERIFY(before.find("older") != std::string::npos);
    QCOMPARE(m_rig->ask(kept), before);
}

QTEST_GUILESS_MAIN(TestStoreJanitor)
#include "tst_store_janitor.moc"
