// SPDX-License-Identifier: GPL-3.0-or-later
// Workers that have more to do than they can post: a lease is renewed as long as its holder works, however slow the
// server is, and a clean stop in the middle of it leaves nothing for others to clear up.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <csignal>
#include <memory>
#include <optional>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 240;

/// A table lock under which every post waits (its statement locks its tables before it touches a row), until it is let
/// go.
class HeldOutbox {
public:
    explicit HeldOutbox(const FaultRig& rig)
        : m_session(std::in_place, rig.conninfo("postgres"))
    {
        m_isHeld = m_session->rows("BEGIN; LOCK TABLE onceover.outbox IN SHARE ROW EXCLUSIVE MODE").has_value();
    }
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    void letGo() { m_session.reset(); }

private:
    std::optional<JudgeDatabase> m_session;
    bool m_isHeld = false;
};

} // namespace

class FaultLoad : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aSlowHolderRenewsAndKeepsItsSet();       // F11
    void withoutRenewalNothingTakesEffectTwice(); // R27
    void aCleanStopUnderLoadLeavesNothing_data();
    void aCleanStopUnderLoadLeavesNothing();

private:
    [[nodiscard]] std::string ask(const std::string& sql) { return m_rig->tables().value(sql); }
    /// Everything that a stopped worker must not leave behind, in one line; "0 0 0 0 0" when it is so.
    [[nodiscard]] std::string leftBehind();

    std::unique_ptr<FaultRig> m_rig;
};

void FaultLoad::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = kMerchants, .claimSize = 20});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void FaultLoad::cleanup()
{
    m_rig.reset();
}

// F12, R24 R27: longer than two leases pass over one set, a rival looks for lapsed leases all the while, and the holder
// keeps its rows.
void FaultLoad::aSlowHolderRenewsAndKeepsItsSet()
{
    // Long enough for a busy machine to renew in time, and shorter than a third of what stops renewal (five leases).
    QVERIFY(m_rig->tables().rows("UPDATE onceover.job SET lease = '2 s'"));
    HeldOutbox held{*m_rig};
    QVERIFY(held.isHeld());
    ONCEOVER_MUST(m_rig->startWorker("holder"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    const char* claimed = "SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING'";
    QVERIFY2(waitUntil([&] { return m_rig->tables().count(claimed) > 0; }), m_rig->logs().c_str());
    ONCEOVER_MUST(m_rig->startWorker("rival"));
    QVERIFY2(waitUntil([&] {
        return ask("SELECT count(DISTINCT worker_id) = 2 FROM onceover.settlement_operation WHERE status = "
                   "'PROCESSING'")
            == "t";
    }),
        m_rig->logs().c_str());
    // The end of the first lease plus two more: by then each set was renewed at least twice.
    const std::string later = ask("SELECT max(lease_until) + interval '4 s' FROM onceover.settlement_operation");
    const std::string isRenewed
        = "SELECT min(lease_until) > '" + later + "' FROM onceover.settlement_operation WHERE status = 'PROCESSING'";
    QVERIFY2(waitUntil([&] { return ask(isRenewed) == "t"; }), m_rig->logs().c_str());
    held.letGo();
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));

    QCOMPARE(ask("SELECT count(*) FROM onceover.operation_event WHERE event = 'TAKE_OVER'"), std::string("0"));
    QCOMPARE(ask("SELECT count(*) FROM onceover.run_attempt WHERE status = 'LOST'"), std::string("0"));
    QCOMPARE(ask("SELECT max(attempts_total) || ' ' || max(version) FROM onceover.settlement_operation"),
        std::string("1 1"));
    QVERIFY(m_rig->isWorkerRunning("holder") && m_rig->isWorkerRunning("rival"));
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

// Renewal is an economy, not a guard: where it does nothing at all, leases lapse under a holder that works on. Others
// take its rows over, it comes back and is turned away, and each merchant is paid once.
void FaultLoad::withoutRenewalNothingTakesEffectTwice()
{
    QVERIFY(m_rig->tables().rows(
        "CREATE FUNCTION public.renew_nothing() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.lease_until := OLD.lease_until; RETURN NEW; END $$; "
        "CREATE TRIGGER a_renewal_off BEFORE UPDATE ON onceover.settlement_operation FOR EACH ROW WHEN (OLD.status = "
        "'PROCESSING' AND NEW.status = 'PROCESSING' AND NEW.version = OLD.version) EXECUTE FUNCTION "
        "public.renew_nothing(); DO $$ BEGIN PERFORM onceover.record_guards(); END $$; UPDATE onceover.job SET lease = '2 s', claim_size = 500"));
    ONCEOVER_MUST(m_rig->startWorker("planner", "scheduler"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    const std::string planned = "SELECT count(*) FROM onceover.settlement_operation";
    QVERIFY2(waitUntil([&] { return ask(planned) == std::to_string(kMerchants); }), m_rig->logs().c_str());
    HeldOutbox held{*m_rig};
    QVERIFY(held.isHeld());
    ONCEOVER_MUST(m_rig->startWorker("holder"));
    QVERIFY2(waitUntil([&] {
        return ask("SELECT count(*) > 0 AND bool_and(lease_until < onceover.clock()) FROM "
                   "onceover.settlement_operation WHERE status = 'PROCESSING'")
            == "t";
    }),
        m_rig->logs().c_str());
    ONCEOVER_MUST(m_rig->startWorker("rival"));
    const std::string taken = "SELECT count(*) > 0 FROM onceover.operation_event WHERE event = 'TAKE_OVER'";
    QVERIFY2(waitUntil([&] { return ask(taken) == "t"; }), m_rig->logs().c_str());
    held.letGo();
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    // It was off, and somebody was overtaken by it.
    QCOMPARE(ask("SELECT max(version) > 1 FROM onceover.settlement_operation"), std::string("t"));
    QVERIFY(m_rig->isWorkerRunning("holder") && m_rig->isWorkerRunning("rival"));
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

std::string FaultLoad::leftBehind()
{
    return ask("SELECT concat_ws(' ',"
               " (SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING' OR attempts > 0),"
               " (SELECT count(*) FROM onceover.run_attempt WHERE status = 'STARTED'),"
               " (SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'),"
               " (SELECT count(*) FROM onceover.worker WHERE stopped_at IS NULL),"
               // Whatever was claimed is posted, or given back as it was, and due again.
               " (SELECT count(*) FROM onceover.settlement_operation o LEFT JOIN onceover.operation_due d USING "
               "(bucket, operation_id)"
               "   WHERE o.version > 0 AND (o.status = 'RETRYABLE') <> (d.operation_id IS NOT NULL)))");
}

void FaultLoad::aCleanStopUnderLoadLeavesNothing_data()
{
    QTest::addColumn<bool>("postWaits");      // SIGTERM while every worker's set waits for its post
    QTest::addColumn<bool>("connectionGoes"); // and the sessions of the settlers end meanwhile
    QTest::addColumn<bool>("handsBack");      // something must have been given back
    QTest::addRow("between posts and sends") << false << false << false;
    QTest::addRow("while a set waits for its post") << true << false << false;
    QTest::addRow("while a set waits, and the connection is lost") << true << true << true;
}

// F12 F13 F16, R25 R28: SIGTERM to three workers under load. Exit 0, no attempt burned, nothing in work.
void FaultLoad::aCleanStopUnderLoadLeavesNothing()
{
    QFETCH(bool, postWaits);
    QFETCH(bool, connectionGoes);
    QFETCH(bool, handsBack);
    const std::vector<std::string> workers{"first", "second", "third"};
    QVERIFY(m_rig->tables().rows("UPDATE onceover.job SET lease = '20 s'")); // No take-over helps within this test.
    ONCEOVER_MUST(m_rig->bank().misbehave(R"({"delay_ms": 50})"));
    for (const std::string& worker : workers)
        ONCEOVER_MUST(m_rig->startWorker(worker));
    const char* areUp = "SELECT count(DISTINCT worker_id) = 3 FROM onceover.worker_heartbeat WHERE duty = 'settler'";
    QVERIFY2(waitUntil([&] { return ask(areUp) == "t"; }), m_rig->logs().c_str());
    // Held for a short while only: a post that waits too long for a lock is put off, which is another story.
    std::optional<HeldOutbox> held;
    if (postWaits) {
        held.emplace(*m_rig);
        QVERIFY(held->isHeld());
    }
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    const char* isUnderLoad = postWaits
        ? "SELECT count(DISTINCT worker_id) = 3 FROM onceover.settlement_operation WHERE status = 'PROCESSING'"
        : "SELECT count(*) >= 20 FROM onceover.outbox WHERE status = 'ACCEPTED'";
    QVERIFY2(waitUntil([&] { return ask(isUnderLoad) == "t"; }), m_rig->logs().c_str());
    for (const std::string& worker : workers)
        m_rig->signalWorker(worker, SIGTERM);
    if (postWaits) {
        // The wish to stop has come through, and the settlers wait on.
        for (const std::string& worker : workers)
            QVERIFY2(waitUntil([&] { return m_rig->logOf(worker).find("asked to stop") != std::string::npos; }),
                m_rig->logs().c_str());
        if (connectionGoes)
            QVERIFY(m_rig->tables().rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                         " WHERE datname = current_database() AND usename = 'svc_worker'"));
        held->letGo();
    }
    for (const std::string& worker : workers)
        QVERIFY2(m_rig->awaitCleanEnd(worker), m_rig->logs().c_str());
    const std::string left = leftBehind();
    QVERIFY2(left == "0 0 0 0 0", (left + '\n' + m_rig->logs()).c_str());
    if (handsBack)
        QVERIFY(m_rig->tables().count("SELECT count(*) FROM onceover.operation_event WHERE event = 'HAND_BACK'") > 0);

    ONCEOVER_MUST(m_rig->startWorker("heir"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation"), kMerchants);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

QTEST_GUILESS_MAIN(FaultLoad)
#include "tst_fault_load.moc"
