// SPDX-License-Identifier: GPL-3.0-or-later
// One fault at one named place each: a worker dies, or stands still, exactly there; another one goes on.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <QFile>

#include <csignal>
#include <memory>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 60;

/// A table lock under which the settler waits in the middle of its work, until the object ends.
class HeldTable {
public:
    HeldTable(const FaultRig& rig, const std::string& table)
        : m_session(rig.conninfo("postgres"))
    {
        m_isHeld = m_session.rows("BEGIN; LOCK TABLE onceover." + table + " IN SHARE ROW EXCLUSIVE MODE").has_value();
    }
    [[nodiscard]] bool isHeld() const { return m_isHeld; }

private:
    JudgeDatabase m_session;
    bool m_isHeld = false;
};

} // namespace

class FaultPoints : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aWorkerKilledThereIsReplaced_data();
    void aWorkerKilledThereIsReplaced();
    void aWorkerThatStandsStillIsPassed_data();
    void aWorkerThatStandsStillIsPassed(); // R37
    void theJudgeSeesWhatIsWrong_data();
    void theJudgeSeesWhatIsWrong();

private:
    std::unique_ptr<FaultRig> m_rig;
};

void FaultPoints::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = kMerchants});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void FaultPoints::cleanup()
{
    m_rig.reset();
}

void FaultPoints::aWorkerKilledThereIsReplaced_data()
{
    QTest::addColumn<QByteArray>("point"); // of engine/failpoint.h, with the number of the pass that kills
    QTest::addColumn<QByteArray>("misbehaviour");
    QTest::addColumn<QByteArray>("heldTable"); // locked until the worker is dead
    QTest::addColumn<QByteArray>("atDeath");   // must be true of the tables then
    QTest::addColumn<QByteArray>("atTheEnd");  // must be true of them in the end
    const auto row = [](const char* fault, const char* point, const char* atDeath, const char* atTheEnd,
                         const char* misbehaviour = "{}", const char* heldTable = "") {
        QTest::addRow("%s %s", fault, point) << QByteArray(point) << QByteArray(misbehaviour) << QByteArray(heldTable)
                                             << QByteArray(atDeath) << QByteArray(atTheEnd);
    };
    const char* oneTrigger = "SELECT count(*) = 1 FROM onceover.run_trigger";
    const char* takenOver
        = "SELECT count(*) > 0 FROM onceover.settlement_operation WHERE attempts_total >= 2 AND version >= 2";
    const char* asked = "SELECT count(*) > 0 FROM onceover.external_call WHERE kind = 'QUERY'";
    const char* true_ = "SELECT true";

    row("K01", "scheduler.before_trigger:1", "SELECT count(*) = 0 FROM onceover.run_trigger", oneTrigger);
    row("K02", "scheduler.after_trigger:1",
        "SELECT (SELECT count(*) FROM onceover.run_trigger) = 1 AND (SELECT count(*) FROM onceover.settlement_batch) = "
        "0",
        oneTrigger);
    row("K03", "scheduler.plan_merchant:30", "SELECT count(*) < 60 FROM onceover.settlement_operation", oneTrigger);
    row("K03", "scheduler.before_move:1",
        "SELECT count(*) = 0 FROM onceover.settlement_batch WHERE status = 'COMPLETED'", oneTrigger);
    row("K04", "settler.before_claim:1",
        "SELECT count(*) = 0 FROM onceover.settlement_operation WHERE attempts_total > 0", true_);
    row("K05", "settler.after_claim:1",
        "SELECT (SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING') > 0"
        " AND (SELECT count(*) FROM onceover.ledger_entry) = 0",
        takenOver);
    row("K06", "settler.before_post:1",
        "SELECT (SELECT count(*) FROM onceover.ledger_entry) = 0 AND (SELECT count(*) FROM onceover.outbox) = 0"
        " AND (SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING') > 0",
        takenOver);
    row("K08", "settler.after_post:1",
        "SELECT (SELECT count(*) FROM onceover.outbox) > 0 AND NOT EXISTS (SELECT FROM onceover.outbox m"
        " WHERE (SELECT count(*) FROM onceover.ledger_entry l WHERE l.bucket = m.bucket AND l.operation_id = "
        "m.operation_id"
        " AND l.phase = 'HOLD') <> 2)",
        true_);
    row("K08", "settler.after_post:2", "SELECT count(*) > 0 FROM onceover.outbox", true_);
    row("K09", "sender.after_mark:1", "SELECT count(*) > 0 FROM onceover.outbox WHERE status = 'SENDING'", asked);
    row("K10", "sender.after_start:1", "SELECT count(*) > 0 FROM onceover.outbox WHERE status = 'SENDING'", asked);
    row("K10", "sender.after_start:3", "SELECT count(*) > 0 FROM onceover.outbox WHERE status = 'SENDING'", asked);
    row("K11", "sender.after_answer:1", "SELECT (SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING') > 0",
        asked);
    row("K12", "sender.after_record:1",
        "SELECT (SELECT count(*) FROM onceover.external_call) > 0"
        " AND (SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED') = 0",
        true_);
    row("K10", "resolver.after_claim:1", "SELECT count(*) > 0 FROM onceover.outbox WHERE status = 'UNKNOWN'", asked,
        "{\"next\": {\"lose_answer\": 5}}");
    row("K11", "resolver.after_answer:1", "SELECT count(*) > 0 FROM onceover.outbox WHERE status = 'UNKNOWN'", asked,
        "{\"next\": {\"lose_answer\": 5}}");
    row("K13", "lease_keeper.before_renew:1",
        "SELECT count(*) > 0 FROM onceover.settlement_operation WHERE status = 'PROCESSING'", takenOver, "{}",
        "outbox");
    row("K13", "lease_keeper.before_renew:3",
        "SELECT count(*) > 0 FROM onceover.settlement_operation WHERE status = 'PROCESSING'", takenOver, "{}",
        "outbox");
}

// K01 K02 K03 K04 K05 K06 K08 K09 K10 K11 K12 K13, F4 F17, R15 R28 R58 R59
void FaultPoints::aWorkerKilledThereIsReplaced()
{
    QFETCH(QByteArray, point);
    QFETCH(QByteArray, misbehaviour);
    QFETCH(QByteArray, heldTable);
    QFETCH(QByteArray, atDeath);
    QFETCH(QByteArray, atTheEnd);
    ONCEOVER_MUST(m_rig->bank().misbehave(misbehaviour.toStdString()));
    {
        const std::unique_ptr<HeldTable> held
            = heldTable.isEmpty() ? nullptr : std::make_unique<HeldTable>(*m_rig, heldTable.toStdString());
        QVERIFY(!held || held->isHeld());
        ONCEOVER_MUST(m_rig->startWorker("doomed", kAllRoles, point.toStdString() + ":kill"));
        ONCEOVER_MUST(m_rig->advanceTo(kDue));
        QVERIFY2(waitUntil([this] { return m_rig->wasWorkerKilled("doomed"); }),
            ("the worker passed " + point.toStdString() + '\n' + m_rig->logs()).c_str());
    }
    // What its sessions still did when it died has ended, one way or the other.
    QVERIFY(waitUntil([this] {
        return m_rig->tables().count(
                   "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'svc%'")
            == 0;
    }));
    QCOMPARE(m_rig->tables().value(atDeath.toStdString()), std::string("t"));

    ONCEOVER_MUST(m_rig->startWorker("heir"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QCOMPARE(m_rig->tables().value(atTheEnd.toStdString()), std::string("t"));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation"), kMerchants);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

void FaultPoints::aWorkerThatStandsStillIsPassed_data()
{
    QTest::addColumn<QByteArray>("point");
    QTest::addRow("K21 scheduler, before its trigger") << QByteArray("scheduler.before_trigger:1");
    QTest::addRow("K18 settler, with a claimed set") << QByteArray("settler.after_claim:1");
    QTest::addRow("K18 settler, before it posts") << QByteArray("settler.before_post:1");
    QTest::addRow("K18 sender, before a byte leaves") << QByteArray("sender.after_mark:1");
    QTest::addRow("K18 sender, with an answer in hand") << QByteArray("sender.after_answer:1");
    QTest::addRow("K18 lease keeper") << QByteArray("lease_keeper.before_renew:1");
}

// K18 K21, F3 F9 F13 F18, R26: it stands still past every lease, another one does its work, then it goes on where it
// was.
void FaultPoints::aWorkerThatStandsStillIsPassed()
{
    QFETCH(QByteArray, point);
    {
        const bool needsWork = point.startsWith("lease_keeper");
        const std::unique_ptr<HeldTable> held = needsWork ? std::make_unique<HeldTable>(*m_rig, "outbox") : nullptr;
        ONCEOVER_MUST(m_rig->startWorker("sleeper", kAllRoles, point.toStdString() + ":stop"));
        ONCEOVER_MUST(m_rig->advanceTo(kDue));
        QVERIFY2(waitUntil([this] { return m_rig->isWorkerStopped("sleeper"); }),
            ("the worker passed " + point.toStdString() + '\n' + m_rig->logs()).c_str());
    }
    ONCEOVER_MUST(m_rig->startWorker("other"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const Effects settled = effectsOf(*m_rig);
    const long long repeats = m_rig->bank().repeats();

    const std::string wokenAt = m_rig->tables().value("SELECT onceover.clock()");
    m_rig->signalWorker("sleeper", SIGCONT);
    // It lives on: every one of its duties beats again.
    const std::string silent
        = "SELECT count(*) FROM onceover.worker w CROSS JOIN unnest(ARRAY['scheduler', 'settler', 'sender', "
          "'resolver']) d"
          " WHERE NOT EXISTS (SELECT FROM onceover.worker_heartbeat h WHERE h.worker_id = w.worker_id AND h.duty = d"
          " AND h.beat_at > '"
        + wokenAt + "')";
    QVERIFY2(waitUntil([&] { return m_rig->tables().count(silent) == 0; }), m_rig->logs().c_str());
    Effects later = effectsOf(*m_rig);
    // What it learnt from the bank before it stood still is a fact and is written down; nothing else is new.
    if (point.startsWith("sender"))
        later.counts["external_call"] = settled.counts.at("external_call");
    QVERIFY2(later == settled, (settled.text() + "became " + later.text()).c_str());
    QCOMPARE(m_rig->bank().repeats(), repeats); // A send whose lease has lapsed does not leave.
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

void FaultPoints::theJudgeSeesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("spoilt"); // by the superuser, guards taken away; empty: the bank pays once more
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* table, const char* spoilt, const char* says) {
        QTest::addRow("%s", name) << QByteArray(spoilt) << QByteArray(table) << QByteArray(says);
    };
    row("the bank paid twice", "", "", "2 effects at the bank");
    row("a leg is gone", "ledger_entry",
        "DELETE FROM onceover.ledger_entry WHERE phase = 'PAY' AND side = 'CREDIT' AND op_version >= 0",
        "legs are not");
    row("an item is gone", "settlement_item", "DELETE FROM onceover.settlement_item WHERE item_kind = 'fee'",
        "not the item of exactly one");
    row("another amount", "settlement_operation",
        "UPDATE onceover.settlement_operation SET amount_minor = amount_minor + 1", "another amount");
    row("another key", "outbox", "UPDATE onceover.outbox SET idempotency_key = translate(idempotency_key, 'A', 'B')",
        "nobody's message");
}

// A judge that cannot condemn proves nothing.
void FaultPoints::theJudgeSeesWhatIsWrong()
{
    QFETCH(QByteArray, spoilt);
    QFETCH(QByteArray, table);
    QFETCH(QByteArray, says);
    ONCEOVER_MUST(m_rig->startWorker("worker"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    ONCEOVER_MUST(judge(*m_rig));
    if (spoilt.isEmpty()) {
        QFile file(QString::fromStdString(m_rig->bank().bookFile().string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray first = file.readLine();
        QVERIFY(file.seek(file.size()) && file.write(first) == first.size());
    } else {
        const std::string name = "onceover." + table.toStdString();
        QVERIFY2(m_rig->tables().rows(
                     "BEGIN; ALTER TABLE " + name + " DISABLE TRIGGER USER; " + spoilt.toStdString() + "; COMMIT"),
            m_rig->tables().problem().c_str());
    }
    const std::string wrong = judgeBooks(*m_rig);
    QVERIFY2(wrong.find(says.toStdString()) != std::string::npos, wrong.c_str());
}

QTEST_GUILESS_MAIN(FaultPoints)
#include "tst_fault_points.moc"
