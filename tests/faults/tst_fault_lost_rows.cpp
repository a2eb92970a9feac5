// SPDX-License-Identifier: GPL-3.0-or-later
// A database that lost its newest day (a restore, a failover) settles that day again: the same keys go out with the
// same bytes, and the bank's book does not grow (DESIGN.md section 2).
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include "sandbox/logins.h"

#include <array>
#include <memory>

using namespace onceover::test;

namespace {

constexpr const char* kKeptDate = "2026-06-01";
constexpr const char* kLostDate = "2026-06-02";
constexpr int kMerchants = 80;

/// Tables that lose rows, and the guard that the superuser takes away for it, by name.
struct GuardedTable {
    const char* table;
    const char* guard;
};
constexpr std::array kGuarded{
    GuardedTable{"job_run", "guard_delete"},
    GuardedTable{"run_trigger", "guard_append_only"},
    GuardedTable{"run_attempt", "guard_delete"},
    GuardedTable{"settlement_batch", "guard_delete"},
    GuardedTable{"batch_shard", "guard_delete"},
    GuardedTable{"settlement_item", "guard_append_only"},
    GuardedTable{"settlement_operation", "guard_delete"},
    GuardedTable{"ledger_entry", "guard_append_only"},
    GuardedTable{"outbox", "guard_delete"},
    GuardedTable{"external_call", "guard_append_only"},
    GuardedTable{"external_call", "guard_append_only_row"},
    GuardedTable{"external_reference", "guard_append_only"},
    GuardedTable{"operation_event", "guard_append_only"},
    GuardedTable{"operation_event", "guard_append_only_row"},
    GuardedTable{"dead_letter", "guard_delete"},
    GuardedTable{"reconciliation_run", "guard_delete"},
    GuardedTable{"reconciliation_difference", "guard_delete"},
};

std::string guards(const char* change)
{
    std::string sql;
    for (const GuardedTable& row : kGuarded)
        sql += "ALTER TABLE onceover." + std::string{row.table} + ' ' + change + " TRIGGER " + row.guard + ";\n";
    return sql;
}

/// Takes away everything of a business date, children first; `withTriggers`: the triggers too. Without them the numbers
/// of runs are set back, as in a database that is older than the rows it lost.
std::string lossSql(const std::string& date, bool withTriggers)
{
    return "BEGIN;\n" + guards("DISABLE")
        + "CREATE TEMP TABLE lost ON COMMIT DROP AS SELECT bucket, operation_id, batch_id FROM "
          "onceover.settlement_operation WHERE biz_date = '"
        + date
        + "';\n"
          "CREATE TEMP TABLE lost_batch ON COMMIT DROP AS SELECT batch_id, run_id FROM onceover.settlement_batch WHERE "
          "biz_date = '"
        + date
        + "';\n"
          "DELETE FROM onceover.reconciliation_difference WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.reconciliation_run WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.dead_letter WHERE biz_date = '"
        + date
        + "';\n"
          "DELETE FROM onceover.external_reference r USING lost l WHERE r.bucket = l.bucket AND r.operation_id = "
          "l.operation_id;\n"
          "DELETE FROM onceover.external_call c USING lost l WHERE c.bucket = l.bucket AND c.operation_id = "
          "l.operation_id;\n"
          "DELETE FROM onceover.operation_event WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.outbox m USING lost l WHERE m.bucket = l.bucket AND m.operation_id = l.operation_id;\n"
          "DELETE FROM onceover.ledger_entry e USING lost l WHERE e.bucket = l.bucket AND e.operation_id = "
          "l.operation_id;\n"
          "DELETE FROM onceover.account_balance_delta;\n"
          "DELETE FROM onceover.account_balance;\n"
          "INSERT INTO onceover.account_balance (account_id, balance_minor) SELECT account_id, sum(amount_minor) FROM "
          "onceover.ledger_entry GROUP BY 1;\n"
          "DELETE FROM onceover.operation_count WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.operation_count_delta WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.operation_due d USING lost l WHERE d.bucket = l.bucket AND d.operation_id = "
          "l.operation_id;\n"
          "DELETE FROM onceover.settlement_item i USING lost l WHERE i.bucket = l.bucket AND i.root_id = "
          "l.operation_id;\n"
          "DELETE FROM onceover.settlement_operation WHERE biz_date = '"
        + date
        + "';\n"
          "DELETE FROM onceover.batch_shard WHERE batch_id IN (SELECT batch_id FROM lost_batch);\n"
          "DELETE FROM onceover.settlement_batch WHERE biz_date = '"
        + date
        + "';\n"
          "DELETE FROM onceover.run_attempt WHERE run_id IN (SELECT run_id FROM lost_batch);\n"
        + (withTriggers ? "DELETE FROM onceover.run_trigger WHERE biz_date = '" + date + "';\n"
                        : "SELECT setval(pg_get_serial_sequence('onceover.job_run', 'run_id'), (SELECT run_id FROM "
                          "lost_batch), false);\n")
        + "DELETE FROM onceover.job_run WHERE biz_date = '" + date + "';\n" + guards("ENABLE ALWAYS") + "COMMIT;\n";
}

} // namespace

class FaultLostRows : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void aLostDayIsPaidUnderTheSameKeys_data();
    void aLostDayIsPaidUnderTheSameKeys();

private:
    std::unique_ptr<FaultRig> m_rig;
    std::string m_original;
};

void FaultLostRows::initTestCase()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = kMerchants});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    m_original = m_rig->database();
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    for (const char* date : {kKeptDate, kLostDate}) {
        ONCEOVER_MUST(m_rig->sell(date));
        ONCEOVER_MUST(m_rig->trigger(date));
        ONCEOVER_MUST(m_rig->waitUntilSettled(date));
    }
    ONCEOVER_MUST(judge(*m_rig));
    QVERIFY2(m_rig->stopWorker("worker"), m_rig->logs().c_str());
    m_rig->tables().disconnect();
}

void FaultLostRows::cleanupTestCase()
{
    m_rig.reset();
}

void FaultLostRows::aLostDayIsPaidUnderTheSameKeys_data()
{
    QTest::addColumn<bool>("withTriggers");
    QTest::addRow("triggers lost as well") << true;
    QTest::addRow("triggers kept") << false;
}

// R57, F34, K35 (the loss of rows alone; the failover is not played)
void FaultLostRows::aLostDayIsPaidUnderTheSameKeys()
{
    QFETCH(bool, withTriggers);
    TestCluster& cluster = TestCluster::shared();
    const std::string copy = m_original + (withTriggers ? "_lost" : "_kept");
    const auto copied = cluster.server().runSql(
        onceover::sandbox::kSuperuser, "postgres", "CREATE DATABASE " + copy + " TEMPLATE " + m_original);
    QVERIFY2(copied.has_value(), copied ? "" : copied.error().detail.c_str());
    const auto dropCopy = qScopeGuard([&] {
        m_rig->killAllWorkers();
        m_rig->useDatabase(m_original);
        cluster.dropDatabase(copy);
    });
    m_rig->useDatabase(copy);

    const std::string keys = "SELECT string_agg(m.idempotency_key || ' ' || encode(m.payload_sha256, 'hex') || ' ' || "
                             "o.operation_id, ';' ORDER BY o.operation_id)\n"
                             "  FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, "
                             "operation_id) WHERE o.biz_date = '"
        + std::string{kLostDate} + "'";
    const std::string keysBefore = m_rig->tables().value(keys);
    const auto bookBefore = m_rig->bank().book();
    const long long repeatsBefore = m_rig->bank().repeats();
    const Effects effectsBefore = effectsOf(*m_rig);
    QVERIFY(bookBefore && repeatsBefore >= 0);

    const auto lost = cluster.server().runSql(onceover::sandbox::kSuperuser, copy, lossSql(kLostDate, withTriggers));
    QVERIFY2(lost.has_value(), lost ? "" : lost.error().detail.c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation"), kMerchants);

    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->trigger(kLostDate));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kLostDate));
    QCOMPARE(m_rig->tables().value(keys), keysBefore);
    const auto bookAfter = m_rig->bank().book();
    QVERIFY(bookAfter.has_value());
    QCOMPARE(bookAfter->size(), bookBefore->size());
    for (const auto& [key, entries] : *bookAfter)
        QCOMPARE(entries.size(), std::size_t{1});
    QCOMPARE(m_rig->bank().repeats() - repeatsBefore, kMerchants);
    const Effects effectsAfter = effectsOf(*m_rig);
    QVERIFY2(effectsAfter.counts.at("settlement_item") == effectsBefore.counts.at("settlement_item")
            && effectsAfter.counts.at("ledger_entry") == effectsBefore.counts.at("ledger_entry"),
        (effectsBefore.text() + "became " + effectsAfter.text()).c_str());
    ONCEOVER_MUST(judge(*m_rig));
}

QTEST_GUILESS_MAIN(FaultLostRows)
#include "tst_fault_lost_rows.moc"
