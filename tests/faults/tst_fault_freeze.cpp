// SPDX-License-Identifier: GPL-3.0-or-later
// People stop and start the engine while it works: freeze, fence, drain, lift, and the replay that two persons decide.
// By the command line alone, against real workers and a bank with a book of its own.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QScopeGuard>

#include <csignal>
#include <memory>
#include <set>
#include <thread>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr const char* kNextDate = "2026-05-12";
constexpr int kMerchants = 40;
constexpr std::string_view kRolesWithReplayer = "scheduler,settler,sender,resolver,replayer,janitor";

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + "\n--- out\n" + answer.out + "--- err\n" + answer.err;
}

QJsonObject jsonOf(const CtlAnswer& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

/// What `onceoverctl … --json` says of a wish or a decision.
struct Said {
    int exitStatus = -1;
    std::string outcome;
    std::string reason;
    std::string found;
    std::string status;
    qint64 id = 0;
    std::string all;
};

Said saidOf(const CtlAnswer& answer)
{
    const QJsonObject json = jsonOf(answer);
    const auto word = [&](const char* name) { return json.value(QLatin1StringView(name)).toString().toStdString(); };
    Said said{answer.exitStatus, word("outcome"), word("reason"), word("found"), word("status"), 0, textOf(answer)};
    const QJsonValue id = json.contains(QLatin1StringView("approval_id")) ? json.value(QLatin1StringView("approval_id"))
                                                                          : json.value(QLatin1StringView("freeze_id"));
    said.id = id.toInteger();
    return said;
}

} // namespace

class FaultFreeze : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aReplayKeepsKeyAndBytesAndEndsInOneEffect();
    void nothingButAnApprovedReplayRunsUnderAFreeze();
    void aFreezeIsInForceAlthoughOthersHoldLocks();
    void whoHoldsTheBarrierTooLongIsEnded();
    void aServerThatArrivesEndsWhoHoldsTheBarrier();
    void sendsInFlightAreKnownBeforeItHasDrained();
    void aStoppedSettlerChangesNothingAfterwards();
    void aStoppedSenderIsListedUntilSomebodyKnows_data();
    void aStoppedSenderIsListedUntilSomebodyKnows();
    void aReplayerThatDiesExecutesOnce_data();
    void aReplayerThatDiesExecutesOnce();
    void aDecisionWhoseClientDiesIsWholeOrAbsent();
    void ofTwoApproversOneWinsAndTheOtherIsToldWho();

private:
    /// The day is enumerated, and every operation stands FAILED_PERMANENT, NOT_SENT: the bank was never reached. Else
    /// why not.
    [[nodiscard]] std::string failTheDayUnsent();
    [[nodiscard]] Said ask(std::string_view login, std::vector<std::string> arguments) const;
    /// `onceoverctl replay` of up to so many operations that were given up unsent.
    [[nodiscard]] std::vector<std::string> replayOfUnsent(int most);
    /// As a person who has read the plan types it.
    [[nodiscard]] std::vector<std::string> approval(qint64 request) const;
    [[nodiscard]] std::string setOf(const std::string& sql)
    {
        return m_rig->tables().value("SELECT coalesce(string_agg(x, ' ' ORDER BY x), '') FROM (" + sql + ") q(x)");
    }
    [[nodiscard]] bool becomes(const std::string& sql, const std::string& wanted)
    {
        return waitUntil([&] { return m_rig->tables().value(sql) == wanted; });
    }
    [[nodiscard]] std::string statusOf(qint64 freeze)
    {
        return m_rig->tables().value(
            "SELECT status FROM onceover.freeze_order WHERE freeze_id = " + std::to_string(freeze));
    }
    [[nodiscard]] std::string notes() { return m_rig->logs(); }

    std::unique_ptr<FaultRig> m_rig;
};

void FaultFreeze::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = kMerchants});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    QVERIFY(m_rig->tables()
                .rows("UPDATE onceover.channel_profile SET send_lease = '3 s', answer_timeout = '2 s'")
                .has_value());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void FaultFreeze::cleanup()
{
    m_rig.reset();
}

Said FaultFreeze::ask(std::string_view login, std::vector<std::string> arguments) const
{
    arguments.emplace_back("--json");
    return saidOf(m_rig->ctl(login, std::move(arguments)));
}

std::vector<std::string> FaultFreeze::approval(qint64 request) const
{
    const CtlAnswer read = m_rig->ctl("bob", {"requests", std::to_string(request), "--json"});
    const QJsonObject row = jsonOf(read).value(QLatin1StringView("requests")).toArray().at(0).toObject();
    return {"approve", std::to_string(request), "--plan",
        row.value(QLatin1StringView("plan_sha256")).toString().toStdString(), "--total",
        row.value(QLatin1StringView("total")).toString().toStdString(), "--reason", "looked at each"};
}

std::vector<std::string> FaultFreeze::replayOfUnsent(int most)
{
    std::vector<std::string> wish{"replay"};
    for (const auto& row : m_rig->tables()
                               .rows("SELECT operation_id FROM onceover.settlement_operation WHERE failure_class = "
                                     "'NOT_SENT' ORDER BY 1 LIMIT "
                                   + std::to_string(most))
                               .value_or(JudgeDatabase::Rows{}))
        wish.push_back(row.front());
    wish.insert(wish.end(), {"--key-ever-succeeded", "no", "--reason", "the bank was down", "--ticket", "T-9"});
    return wish;
}

std::string FaultFreeze::failTheDayUnsent()
{
    if (!m_rig->tables().rows("UPDATE onceover.channel_profile SET max_send_attempts = 2"))
        return m_rig->tables().problem();
    if (std::string problem = m_rig->advanceTo(kDue); !problem.empty())
        return problem;
    m_rig->bank().kill();
    if (std::string problem = m_rig->startWorker("early", kRolesWithReplayer); !problem.empty())
        return problem;
    if (!becomes("SELECT count(*) FROM onceover.settlement_operation WHERE failure_class = 'NOT_SENT'",
            std::to_string(kMerchants)))
        return "not every message was given up unsent\n" + m_rig->logs();
    if (!becomes("SELECT status FROM onceover.settlement_batch", "PARTIAL"))
        return "the batch is not PARTIAL\n" + m_rig->logs();
    return m_rig->stopWorker("early") ? std::string{} : "the worker did not stop";
}

// R85 R86 R88 R90 R92 R156 R160, K75, DESIGN.md section 6: asked for by one, rejected once with a reason, approved
// by another, executed once: the same keys and the same bytes, and one effect for each.
void FaultFreeze::aReplayKeepsKeyAndBytesAndEndsInOneEffect()
{
    ONCEOVER_MUST(failTheDayUnsent());
    const std::string keys = "SELECT idempotency_key || encode(payload_sha256, 'hex') FROM onceover.outbox";
    const std::string before = setOf(keys);
    const std::string one
        = m_rig->tables().value("SELECT operation_id FROM onceover.settlement_operation ORDER BY 1 LIMIT 1");

    Said said = ask("alice", {"replay", one, "--key-ever-succeeded", "yes", "--reason", "x"});
    QVERIFY2(said.exitStatus == 1 && said.reason == "EFFECT_ON_RECORD", said.all.c_str());
    said = ask("alice", {"replay", one, "--key-ever-succeeded", "no", "--reason", "the bank was down"});
    QVERIFY2(said.exitStatus == 0 && said.status == "REQUESTED", said.all.c_str());
    QCOMPARE(ask("bob", {"reject", std::to_string(said.id), "--reason", "ask for all of them"}).status,
        std::string("REJECTED"));

    const std::vector<std::string> all = replayOfUnsent(kMerchants);
    const Said asked = ask("alice", all);
    QVERIFY2(asked.exitStatus == 0 && asked.status == "REQUESTED", asked.all.c_str());
    QCOMPARE(ask("alice", all).reason, std::string("OPEN_REQUEST"));
    const std::vector<std::string> yes = approval(asked.id);
    QCOMPARE(
        m_rig->ctl("alice", yes).exitStatus, 1); // She has not the role, and with it would be told that it is her own.
    ONCEOVER_MUST(m_rig->bank().start());
    ONCEOVER_MUST(m_rig->startWorker("late", kRolesWithReplayer));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status <> 'FAILED'"), 0); // R88
    const Said decided = ask("bob", yes);
    QVERIFY2(decided.exitStatus == 0 && decided.status == "APPROVED", decided.all.c_str());
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QCOMPARE(setOf(keys), before);
    QVERIFY2(
        becomes("SELECT status FROM onceover.approval WHERE approval_id = " + std::to_string(asked.id), "VERIFIED"),
        notes().c_str());
    QCOMPARE(m_rig->tables().value("SELECT string_agg(DISTINCT i.status || i.is_open, ' ') FROM onceover.approval_item "
                                   "i WHERE i.approval_id = "
                 + std::to_string(asked.id)),
        std::string("DONEfalse"));
    QCOMPARE(
        m_rig->tables().value("SELECT string_agg(DISTINCT status || ' ' || resolution, ',') FROM onceover.dead_letter"),
        std::string("RESOLVED replayed"));
    const Said again = ask("bob", yes);
    QVERIFY2(again.exitStatus == 1 && again.reason == "ALREADY_DECIDED" && again.found == "VERIFIED by bob",
        again.all.c_str());
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + notes()).c_str());
}

// R103 R104 R105, rule 12: a freeze of everything; a second day is enumerated and waits; a replay of three operations
// that was approved for this freeze runs, nothing else does; the lift needs two, and then the rest goes on.
void FaultFreeze::nothingButAnApprovedReplayRunsUnderAFreeze()
{
    ONCEOVER_MUST(failTheDayUnsent());
    ONCEOVER_MUST(m_rig->bank().start());
    ONCEOVER_MUST(m_rig->sell(kNextDate));
    ONCEOVER_MUST(m_rig->startWorker("planner", "scheduler"));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-13 10:30:01Z"));
    const std::string second = " FROM onceover.settlement_operation WHERE biz_date = '" + std::string(kNextDate) + "'";
    QVERIFY2(becomes("SELECT count(*)" + second, std::to_string(kMerchants)), notes().c_str());
    const Said frozen = ask("alice", {"freeze", "everything", "--reason", "double receipts"});
    QVERIFY2(frozen.exitStatus == 0 && frozen.status == "IN_FORCE", frozen.all.c_str());

    ONCEOVER_MUST(m_rig->startWorker("worker", kRolesWithReplayer));
    QVERIFY2(waitUntil([&] { return statusOf(frozen.id) == "DRAINED"; }), notes().c_str());
    std::vector<std::string> wish = replayOfUnsent(3);
    QCOMPARE(ask("alice", wish).reason, std::string("FROZEN"));
    wish.emplace_back("--under-freeze");
    const Said asked = ask("alice", wish);
    QVERIFY2(asked.status == "REQUESTED", asked.all.c_str());
    const Said decided = ask("bob", approval(asked.id));
    QVERIFY2(decided.status == "APPROVED", decided.all.c_str());
    QVERIFY2(
        becomes("SELECT status FROM onceover.approval WHERE approval_id = " + std::to_string(asked.id), "VERIFIED"),
        notes().c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'"), 3);
    QCOMPARE(m_rig->tables().count("SELECT count(*)" + second + " AND (status, version) = ('PENDING', 0)"), kMerchants);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.freeze_exemption"), 3);
    const QJsonObject listed = jsonOf(m_rig->ctl("carol", {"freeze", "--json"}))
                                   .value(QLatin1StringView("freezes"))
                                   .toArray()
                                   .at(0)
                                   .toObject();
    QCOMPARE(
        listed.value(QLatin1StringView("held")).toObject().value(QLatin1StringView("operations")).toInt(), kMerchants);

    const Said lift = ask("alice", {"lift", std::to_string(frozen.id), "--reason", "cause found"});
    QVERIFY2(lift.status == "REQUESTED", lift.all.c_str());
    QCOMPARE(statusOf(frozen.id), std::string("LIFT_REQUESTED"));
    QCOMPARE(ask("bob", approval(lift.id)).status, std::string("APPROVED"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kNextDate));
    QCOMPARE(statusOf(frozen.id), std::string("LIFTED"));
    const CtlAnswer verified = m_rig->ctl("carol", {"verify", "--json"});
    QVERIFY2(
        verified.exitStatus == 0, textOf(verified).c_str()); // I12 among them: only what was exempt began under it.

    std::vector<std::string> rest = replayOfUnsent(kMerchants);
    const Said others = ask("alice", rest);
    QVERIFY2(others.status == "REQUESTED", others.all.c_str());
    QCOMPARE(ask("bob", approval(others.id)).status, std::string("APPROVED"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QVERIFY2(
        becomes("SELECT status FROM onceover.approval WHERE approval_id = " + std::to_string(others.id), "VERIFIED"),
        notes().c_str());
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + notes()).c_str());
}

// Rule 12: whoever holds rows, tables or a place in the queue keeps no freeze waiting; who holds the barrier is waited
// for.
void FaultFreeze::aFreezeIsInForceAlthoughOthersHoldLocks()
{
    ONCEOVER_MUST(m_rig->startWorker("planner", "scheduler"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY(becomes("SELECT count(*) FROM onceover.settlement_operation", std::to_string(kMerchants)));
    JudgeDatabase holder(m_rig->conninfo("postgres"));
    QVERIFY2(holder.rows("BEGIN; SELECT 1 FROM onceover.settlement_operation FOR UPDATE; SELECT 1 FROM "
                         "onceover.operation_due FOR UPDATE; "
                         "LOCK TABLE onceover.outbox IN SHARE ROW EXCLUSIVE MODE"),
        holder.problem().c_str());
    const Said frozen = ask("alice", {"freeze", "job", "settle-daily"});
    QVERIFY2(frozen.exitStatus == 0 && frozen.status == "IN_FORCE", frozen.all.c_str());
    QVERIFY(holder.rows("ROLLBACK").has_value());

    // A transaction that began before: the order stands and stops nothing until it has ended.
    QVERIFY2(holder.rows("BEGIN; SELECT onceover.freeze_barrier()"), holder.problem().c_str());
    QVERIFY(m_rig->tables()
                .rows("INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason, requested_at) "
                      "VALUES ('everything', '', 'alice', 'her client died', onceover.clock() - interval '1 min')")
                .has_value());
    ONCEOVER_MUST(m_rig->startWorker("watch", "replayer"));
    const std::string waits
        = "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND NOT granted";
    QVERIFY2(becomes(waits, "t"), notes().c_str());
    QCOMPARE(m_rig->tables().value("SELECT status FROM onceover.freeze_order WHERE scope_kind = 'everything'"),
        std::string("REQUESTED"));
    QVERIFY(holder.rows("COMMIT").has_value());
    QVERIFY2(
        becomes(
            "SELECT status IN ('IN_FORCE', 'DRAINED') FROM onceover.freeze_order WHERE scope_kind = 'everything'", "t"),
        notes().c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE version > 0"), 0);
}

// Rule 12: a transaction of the engine that holds the barrier and runs one long statement is ended after five seconds, so
// that who stops everything is not told to try again.
void FaultFreeze::whoHoldsTheBarrierTooLongIsEnded()
{
    std::string died;
    std::thread holder([&] {
        JudgeDatabase worker(m_rig->conninfo("svc_worker"));
        if (!worker.rows("BEGIN; SELECT onceover.freeze_barrier(); SELECT pg_sleep(600)"))
            died = worker.problem();
    });
    const bool held = becomes("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'svc_worker' "
                              "AND wait_event = 'PgSleep'",
        "1");
    const Said frozen = held ? ask("alice", {"freeze", "everything", "--reason", "double receipts"}) : Said{};
    if (frozen.status != "IN_FORCE") // Or nobody would ever end it.
        std::ignore = m_rig->tables().rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'svc_worker' AND datname = current_database()");
    holder.join();
    QVERIFY2(frozen.exitStatus == 0 && frozen.status == "IN_FORCE", frozen.all.c_str());
    QVERIFY2(!died.empty(), "the holder was not ended");
    QCOMPARE(m_rig->tables().value("SELECT detail ->> 'holders_ended' FROM onceover.audit_log WHERE action = 'freeze in force'"),
        std::string("1"));
}

// Rule 12, DESIGN.md section 13: nobody who holds the barrier keeps another server from being frozen.
void FaultFreeze::aServerThatArrivesEndsWhoHoldsTheBarrier()
{
    std::string died;
    std::thread holder([&] {
        JudgeDatabase worker(m_rig->conninfo("svc_worker"));
        if (!worker.rows("BEGIN; SELECT onceover.freeze_barrier(); SELECT pg_sleep(600)"))
            died = worker.problem();
    });
    const bool held = becomes("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'svc_worker' "
                              "AND wait_event = 'PgSleep'",
        "1");
    const bool moved = m_rig->tables().rows("UPDATE onceover.installation SET timeline = timeline + 1").has_value();
    JudgeDatabase arriving(m_rig->conninfo("svc_janitor"));
    const std::string epoch = held && moved
        ? arriving.value("SET lock_timeout = '30 s'; SELECT epoch FROM onceover.arrive('late')")
        : std::string{};
    if (epoch != "2") // Or nobody would ever end it.
        std::ignore = m_rig->tables().rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'svc_worker' AND datname = current_database()");
    holder.join();
    QCOMPARE(epoch, std::string("2"));
    QVERIFY2(!died.empty(), "the holder was not ended");
    QCOMPARE(m_rig->tables().value("SELECT status || ' ' || actor FROM onceover.freeze_order"), std::string("IN_FORCE system"));
}

// K78 F-: sixteen sends are at the bank; in force at once, drained only when each of them is known; then nothing moves.
void FaultFreeze::sendsInFlightAreKnownBeforeItHasDrained()
{
    ONCEOVER_MUST(m_rig->bank().misbehave(R"({"delay_ms": 800})"));
    for (const char* name : {"w1", "w2", "w3", "w4"})
        ONCEOVER_MUST(m_rig->startWorker(name, kRolesWithReplayer));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(waitUntil([&] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'") >= 16;
    }),
        notes().c_str());
    const Said frozen = ask("alice", {"freeze", "everything"});
    QVERIFY2(frozen.exitStatus == 0 && frozen.status == "IN_FORCE", frozen.all.c_str());
    QVERIFY2(waitUntil([&] { return statusOf(frozen.id) == "DRAINED"; }), notes().c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'"), 0);
    QCOMPARE(
        m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING'"), 0);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE last_sent_at > (SELECT effective_at "
                                   "FROM onceover.freeze_order)"),
        0);
    // Every worker has looked again and found nothing that it may do.
    const auto effects = [&] {
        return m_rig->tables().value("SELECT (SELECT count(*) FROM onceover.ledger_entry) || ' ' || (SELECT count(*) "
                                     "FROM onceover.external_call WHERE kind = 'SEND')");
    };
    QVERIFY2(becomes("SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'", "0"),
        notes().c_str()); // Questions are never frozen.
    const std::string settled = effects();
    const auto paid = m_rig->bank().book();
    const std::string beats
        = "SELECT count(*) FROM onceover.worker_heartbeat h WHERE h.duty IN ('settler', 'sender') AND h.beat_at > '"
        + m_rig->tables().value("SELECT onceover.clock()") + "'";
    QVERIFY2(becomes(beats, "8"), notes().c_str());
    QCOMPARE(effects(), settled);
    QVERIFY(paid && m_rig->bank().book()->size() == paid->size());
}

// K18, R105, rule 12: it held claims when it was stopped; the freeze takes them back when their lease has lapsed; it
// goes on and its work is nobody's.
void FaultFreeze::aStoppedSettlerChangesNothingAfterwards()
{
    ONCEOVER_MUST(m_rig->startWorker("sleeper", "scheduler,settler", "settler.before_post:1:stop"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(waitUntil([&] { return m_rig->isWorkerStopped("sleeper"); }), notes().c_str());
    const Said frozen = ask("alice", {"freeze", "everything", "--reason", "a node hangs"});
    QVERIFY2(frozen.status == "IN_FORCE", frozen.all.c_str());
    QVERIFY(
        m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING'") > 0);
    ONCEOVER_MUST(m_rig->startWorker("watch", "replayer"));
    QVERIFY2(waitUntil([&] { return statusOf(frozen.id) == "DRAINED"; }), notes().c_str());
    QCOMPARE(
        m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'PROCESSING'"), 0);
    QVERIFY(m_rig->tables().count("SELECT count(*) FROM onceover.operation_event WHERE event = 'FENCE'") > 0);

    const std::string wokenAt = m_rig->tables().value("SELECT onceover.clock()");
    m_rig->signalWorker("sleeper", SIGCONT);
    QVERIFY2(
        becomes("SELECT count(*) FROM onceover.worker_heartbeat WHERE duty = 'settler' AND beat_at > '" + wokenAt + "'",
            "1"),
        notes().c_str());
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.outbox"), 0);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.ledger_entry"), 0);
    QCOMPARE(m_rig->tables().count(
                 "SELECT count(*) FROM onceover.settlement_operation WHERE status NOT IN ('PENDING', 'RETRYABLE')"),
        0);
}

void FaultFreeze::aStoppedSenderIsListedUntilSomebodyKnows_data()
{
    QTest::addColumn<bool>("goesOn");
    QTest::newRow("its host was switched off") << false;
    QTest::newRow("its host goes on after it was declared gone") << true;
}

// R105, rule 12, K18: its mark is committed and its bytes may leave at any moment; it is listed with its host, and keeps
// the freeze from draining, until it is seen alive or known to be gone. Who was declared gone and goes on all the same
// changes nothing: neither the bank's book nor a leg nor the ledger's money moves.
void FaultFreeze::aStoppedSenderIsListedUntilSomebodyKnows()
{
    QFETCH(bool, goesOn);
    ONCEOVER_MUST(m_rig->startWorker("planner", "scheduler,settler"));
    ONCEOVER_MUST(m_rig->startWorker("sleeper", "sender", "sender.after_mark:1:stop"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(waitUntil([&] { return m_rig->isWorkerStopped("sleeper"); }), notes().c_str());
    QVERIFY(becomes("SELECT count(*) FROM onceover.outbox", std::to_string(kMerchants)));
    const Said frozen = ask("alice", {"freeze", "channel", "practice-bank"});
    QVERIFY2(frozen.status == "IN_FORCE", frozen.all.c_str());
    ONCEOVER_MUST(m_rig->startWorker("watch", "resolver,replayer"));
    // Its lease has lapsed and the bank was asked; what it holds in its hands may leave all the same.
    QVERIFY2(waitUntil([&] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'SENDING'") == 0
            && m_rig->tables().count("SELECT count(*) FROM onceover.v_may_still_leave WHERE host <> ''") > 0;
    }),
        notes().c_str());
    QCOMPARE(statusOf(frozen.id), std::string("IN_FORCE"));
    const CtlAnswer listed = m_rig->ctl("carol", {"freeze"});
    QVERIFY2(listed.out.find("may still leave from host") != std::string::npos, textOf(listed).c_str());
    const Said early = ask("alice", {"lift", std::to_string(frozen.id), "--reason", "too early"});
    QVERIFY2(early.exitStatus == 1 && early.reason == "NOT_DRAINED", early.all.c_str());

    const std::string worker = m_rig->tables().value("SELECT worker_id FROM onceover.v_may_still_leave LIMIT 1");
    if (!goesOn)
        m_rig->killWorker("sleeper");
    // Who beat half a minute ago counts as alive.
    const std::string later = m_rig->tables().value("SELECT onceover.clock() + interval '40 s'");
    ONCEOVER_MUST(m_rig->advanceTo(later));
    const Said gone = ask("alice", {"fence", "worker", worker, "--gone", "--reason", "its host was switched off"});
    QVERIFY2(gone.exitStatus == 0, gone.all.c_str());
    QVERIFY2(waitUntil([&] { return statusOf(frozen.id) == "DRAINED"; }), notes().c_str());
    QCOMPARE(m_rig->bank().book()->size(), std::size_t{0});
    if (!goesOn)
        return;

    const auto money = [&] {
        return setOf("SELECT concat_ws(' ', operation_id, phase, side, account_id, amount_minor) FROM onceover.ledger_entry "
                     "UNION ALL SELECT concat_ws(' ', account_id, balance_minor) FROM onceover.v_account_balance "
                     // What is unknown is asked on, whoever sleeps; nothing ends by that, and nothing is marked.
                     "UNION ALL SELECT concat_ws(' ', operation_id, status) FROM onceover.settlement_operation WHERE finished_at IS NOT NULL "
                     "UNION ALL SELECT concat_ws(' ', outbox_id, sends_total, external_ref) FROM onceover.outbox");
    };
    const std::string before = money();
    const long long repeats = m_rig->bank().repeats();
    const std::string wokenAt = m_rig->tables().value("SELECT onceover.clock()");
    m_rig->signalWorker("sleeper", SIGCONT);
    QVERIFY2(waitUntil([&] {
        return !m_rig->isWorkerRunning("sleeper")
            || m_rig->tables().count("SELECT count(*) FROM onceover.worker_heartbeat WHERE duty = 'sender' AND beat_at > '" + wokenAt + "'") > 0;
    }),
        notes().c_str());
    QCOMPARE(m_rig->bank().book()->size(), std::size_t{0});
    QCOMPARE(m_rig->bank().repeats(), repeats);
    QCOMPARE(money(), before);
    QCOMPARE(statusOf(frozen.id), std::string("DRAINED"));
}

void FaultFreeze::aReplayerThatDiesExecutesOnce_data()
{
    QTest::addColumn<QByteArray>("point"); // of engine/failpoint.h
    QTest::addColumn<QByteArray>("atDeath"); // must be true of the tables then
    QTest::newRow("K15 before it executed anything")
        << QByteArray("replayer.after_claim:1:kill")
        << QByteArray("SELECT a.status = 'EXECUTING' AND NOT EXISTS (SELECT FROM onceover.outbox WHERE status <> 'FAILED') FROM onceover.approval a");
    QTest::newRow("K15 before anybody heard what it executed")
        << QByteArray("replayer.after_execute:1:kill")
        << QByteArray("SELECT count(*) = 40 FROM onceover.outbox WHERE status = 'PENDING'");
}

// K15: approved, and the replayer dies between the approval and its execution, or after it: executed once, by whoever comes
// next.
void FaultFreeze::aReplayerThatDiesExecutesOnce()
{
    QFETCH(QByteArray, point);
    QFETCH(QByteArray, atDeath);
    ONCEOVER_MUST(failTheDayUnsent());
    ONCEOVER_MUST(m_rig->bank().start());
    const Said asked = ask("alice", replayOfUnsent(kMerchants));
    QVERIFY2(asked.status == "REQUESTED", asked.all.c_str());
    const Said decided = ask("bob", approval(asked.id));
    QVERIFY2(decided.status == "APPROVED", decided.all.c_str());
    ONCEOVER_MUST(m_rig->startWorker("doomed", "replayer", point.toStdString()));
    QVERIFY2(waitUntil([&] { return m_rig->wasWorkerKilled("doomed"); }), notes().c_str());
    QVERIFY(becomes("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'svc%'", "0"));
    QCOMPARE(m_rig->tables().value(atDeath.toStdString()), std::string("t"));

    ONCEOVER_MUST(m_rig->startWorker("heir", kRolesWithReplayer));
    // What the dead one holds is free when its lease has ended.
    ONCEOVER_MUST(m_rig->advanceTo(m_rig->tables().value("SELECT onceover.clock() + interval '40 s'")));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    QVERIFY2(becomes("SELECT status FROM onceover.approval", "VERIFIED"), notes().c_str());
    QCOMPARE(m_rig->tables().value("SELECT string_agg(DISTINCT status || is_open, ' ') FROM onceover.approval_item"),
        std::string("DONEfalse"));
    QCOMPARE(m_rig->tables().value("SELECT string_agg(DISTINCT n::text, ' ') FROM (SELECT count(*) AS n FROM onceover.operation_event e, "
                                   "unnest(e.operation_ids) o WHERE e.event = 'REPLAY' GROUP BY o) c"),
        std::string("1"));
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + notes()).c_str());
}

// K16: whoever decides dies with the decision under way. It is whole or it is not there; who looks again is shown which,
// and who decides again is told so, or decides.
void FaultFreeze::aDecisionWhoseClientDiesIsWholeOrAbsent()
{
    ONCEOVER_MUST(failTheDayUnsent());
    const Said asked = ask("alice", replayOfUnsent(3));
    QVERIFY2(asked.status == "REQUESTED", asked.all.c_str());
    const std::vector<std::string> yes = approval(asked.id);
    const std::string waits = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'bob' AND datname = current_database() AND wait_event_type = 'Lock'";
    {
        JudgeDatabase holder(m_rig->conninfo("postgres"));
        QVERIFY2(holder.rows("BEGIN; SELECT 1 FROM onceover.approval FOR UPDATE"), holder.problem().c_str());
        QProcess client;
        QStringList arguments;
        for (const std::string& word : m_rig->ctlCommand("bob", yes))
            arguments << QString::fromStdString(word);
        client.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceoverctl"), arguments);
        QVERIFY2(becomes(waits, "1"), notes().c_str());
        client.kill();
        QVERIFY(client.waitForFinished());
        QVERIFY(holder.rows("ROLLBACK").has_value());
    }
    // Its session may still finish what it was told, or be ended by the server; then nothing moves any more.
    QVERIFY(becomes("SELECT count(*) FROM pg_stat_activity WHERE usename = 'bob' AND datname = current_database()", "0"));
    const auto decisions = [&] {
        return m_rig->tables().value("SELECT (SELECT status || coalesce(checker, '') FROM onceover.approval) || (SELECT count(*) FROM "
                                     "onceover.audit_log WHERE action = 'approve' AND outcome = 'DONE')");
    };
    const std::string found = decisions();
    QVERIFY2(found == "REQUESTED0" || found == "APPROVEDbob1", found.c_str());
    const QJsonObject shown = jsonOf(m_rig->ctl("bob", {"requests", std::to_string(asked.id), "--json"}))
                                  .value(QLatin1StringView("requests"))
                                  .toArray()
                                  .at(0)
                                  .toObject();
    QCOMPARE(shown.value(QLatin1StringView("status")).toString().toStdString(),
        std::string(found == "REQUESTED0" ? "REQUESTED" : "APPROVED"));
    const Said again = ask("bob", yes);
    QVERIFY2(found == "REQUESTED0" ? again.status == "APPROVED" : again.reason == "ALREADY_DECIDED", again.all.c_str());
    QCOMPARE(decisions(), std::string("APPROVEDbob1"));
}

// S1 S4 K75: two approve the same request at the same moment.
void FaultFreeze::ofTwoApproversOneWinsAndTheOtherIsToldWho()
{
    QVERIFY(m_rig->tables()
                .rows("INSERT INTO onceover.person (person_id, display_name) VALUES ('erin', 'Erin'); "
                      "INSERT INTO onceover.person_login (rolname, roleoid, person_id) SELECT rolname, oid, rolname "
                      "FROM pg_roles WHERE rolname = 'erin'; "
                      "GRANT onceover_approver TO erin")
                .has_value());
    const auto revoke = qScopeGuard([this] { // Whatever comes: roles belong to the cluster, which other programs use as well.
        std::ignore = m_rig->tables().rows("REVOKE onceover_approver FROM erin");
    });
    ONCEOVER_MUST(failTheDayUnsent());
    const std::string one
        = m_rig->tables().value("SELECT operation_id FROM onceover.settlement_operation ORDER BY 1 LIMIT 1");
    const Said asked = ask("alice", {"replay", one, "--key-ever-succeeded", "no", "--reason", "the bank was down"});
    QVERIFY2(asked.status == "REQUESTED", asked.all.c_str());
    std::vector<std::string> yes = approval(asked.id);
    yes.emplace_back("--json");
    const auto answers = runCtlsAtOnce({m_rig->ctlCommand("bob", yes), m_rig->ctlCommand("erin", yes)});
    const Said bob = saidOf(answers[0]);
    const Said erin = saidOf(answers[1]);
    QCOMPARE(bob.exitStatus + erin.exitStatus, 1);
    const Said& second = bob.exitStatus == 1 ? bob : erin;
    const std::string winner = bob.exitStatus == 0 ? "bob" : "erin";
    QVERIFY2(second.reason == "ALREADY_DECIDED" && second.found == "APPROVED by " + winner, second.all.c_str());
    QCOMPARE(m_rig->tables().value("SELECT checker FROM onceover.approval"), winner);
    QCOMPARE(m_rig->tables().value("SELECT string_agg(actor || ' ' || outcome, ',' ORDER BY outcome) FROM "
                                   "onceover.audit_log WHERE action = 'approve'"),
        winner + " DONE," + (winner == "bob" ? "erin" : "bob") + " REFUSED");
}

QTEST_GUILESS_MAIN(FaultFreeze)
#include "tst_fault_freeze.moc"
