// SPDX-License-Identifier: GPL-3.0-or-later
// A whole incident of the kind in sources/incident-review.txt, from freeze to close, by the command line alone: one
// trigger, three nodes; A stands still in the middle of the batch and is taken for dead, B goes on, C is idle, and then
// A comes back. One person asks and works, another approves, an auditor reads. R103 to R105, R108 to R113.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <csignal>
#include <memory>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 60;
constexpr std::string_view kEveryRole = "scheduler,settler,sender,resolver,replayer,janitor";

QJsonObject objectOf(const CtlAnswer& answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).object();
}

QString wordOf(const CtlAnswer& answer, const char* name)
{
    return objectOf(answer).value(QLatin1StringView(name)).toVariant().toString();
}

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + "\n--- out\n" + answer.out + "--- err\n" + answer.err;
}

QStringList words(std::initializer_list<std::string> all)
{
    QStringList list;
    for (const std::string& one : all)
        list << QString::fromStdString(one);
    return list;
}

/// What a gate misses, in its order.
QStringList missingIn(const CtlAnswer& answer)
{
    QStringList missing;
    for (const QJsonValue& one : objectOf(answer).value(QLatin1StringView("missing")).toArray())
        missing << one.toString();
    return missing;
}

} // namespace

/// The step is taken, and the incident stands there.
#define TAKEN(answer, state)                                                                                           \
    do {                                                                                                               \
        const CtlAnswer given = (answer);                                                                              \
        QVERIFY2(given.exitStatus == 0, (textOf(given) + m_rig->logs()).c_str());                                      \
        QCOMPARE(wordOf(given, "status"), QStringLiteral(state));                                                      \
    } while (false)

/// The step is refused, and the answer names what is missing.
#define REFUSED(answer, ...)                                                                                           \
    do {                                                                                                               \
        const CtlAnswer given = (answer);                                                                              \
        QVERIFY2(given.exitStatus == 1, textOf(given).c_str());                                                        \
        QCOMPARE(wordOf(given, "reason"), QStringLiteral("GATE_NOT_HELD"));                                            \
        QCOMPARE(missingIn(given), words({__VA_ARGS__}));                                                              \
    } while (false)

class IncidentEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void twoOfThreeNodesRanTheBatchUntilItIsClosed();
    void aFalseAlarmIsTwoPersonsAndOneGate();

private:
    CtlAnswer alice(std::vector<std::string> arguments) const;
    CtlAnswer incident(const char* what, std::vector<std::string> more = {}) const;
    /// What two persons decide: bob approves the request of that number.
    CtlAnswer approve(const std::string& request, std::vector<std::string> more = {}) const;
    /// A and B run the batch, and A stands still in the middle of it. What went wrong, else empty.
    std::string beginTheBatchTwice();
    void restartEverything();
    void liftByTwo();

    std::unique_ptr<TestCluster> m_cluster;
    std::unique_ptr<FaultRig> m_rig;
    std::string m_incident;
};

void IncidentEndToEnd::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_cluster = std::make_unique<TestCluster>(); // Its own: it is stopped in the middle.
    ONCEOVER_NEED(*m_cluster);
    m_rig = std::make_unique<FaultRig>(
        *m_cluster, RigOptions{.merchants = kMerchants, .claimSize = 10, .answerTimeoutMs = 1000, .maxInFlight = 4});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    // Who is on call may read what an auditor reads; who approves is somebody else.
    QVERIFY(m_rig->tables().rows("GRANT onceover_auditor TO alice"));
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
}

void IncidentEndToEnd::cleanup()
{
    m_rig.reset();
    m_cluster.reset();
}

CtlAnswer IncidentEndToEnd::alice(std::vector<std::string> arguments) const
{
    arguments.emplace_back("--json");
    return m_rig->ctl("alice", std::move(arguments));
}

CtlAnswer IncidentEndToEnd::incident(const char* what, std::vector<std::string> more) const
{
    std::vector<std::string> arguments{"incident", what, m_incident};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return alice(std::move(arguments));
}

CtlAnswer IncidentEndToEnd::approve(const std::string& request, std::vector<std::string> more) const
{
    const CtlAnswer read = m_rig->ctl("bob", {"requests", request, "--json"});
    const QJsonObject row = objectOf(read).value(QLatin1StringView("requests")).toArray().first().toObject();
    const auto said = [&](const char* name) { return row.value(QLatin1StringView(name)).toString().toStdString(); };
    std::vector<std::string> arguments{
        "approve", request, "--plan", said("plan_sha256"), "--total", said("total"), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return m_rig->ctl("bob", std::move(arguments));
}

std::string IncidentEndToEnd::beginTheBatchTwice()
{
    for (const std::string& wrong : {m_rig->sell(kDate), m_rig->bank().misbehave("{\"delay_ms\": 200}"),
             m_rig->startWorker("node-a", kEveryRole), m_rig->advanceTo(kDue)}) {
        if (!wrong.empty())
            return wrong;
    }
    FaultRig& rig = *m_rig;
    const auto accepted
        = [&rig] { return rig.tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED'"); };
    if (!waitUntil([&] { return accepted() > 3; }))
        return "node A paid nothing\n" + rig.logs();
    rig.signalWorker("node-a", SIGSTOP);
    if (!waitUntil([&] { return rig.isWorkerStopped("node-a"); }))
        return "node A does not stand still";
    const auto before = accepted();
    for (const std::string& wrong : {rig.startWorker("node-b", kEveryRole), rig.startWorker("node-c", "janitor")}) {
        if (!wrong.empty())
            return wrong;
    }
    if (alice({"trigger", "settle-daily", "--biz-date", kDate}).exitStatus != 0)
        return "the second trigger was not taken";
    if (!waitUntil([&] { return accepted() > before + 2; }))
        return "node B does not go on\n" + rig.logs();
    rig.bank().freeze(true); // The rest of the batch waits for a bank that hangs: it is not over when a person looks.
    return {};
}

/// Nothing of an incident lives in a process.
void IncidentEndToEnd::restartEverything()
{
    m_rig->killAllWorkers();
    m_rig->bank().kill();
    QVERIFY(m_cluster->server().kill().has_value());
    const auto started = m_cluster->server().start();
    QVERIFY2(started.has_value(), started ? "" : started.error().detail.c_str());
    ONCEOVER_MUST(m_rig->bank().start());
    ONCEOVER_MUST(m_rig->bank().misbehave("{}"));
    QVERIFY(waitUntil([this] {
        m_rig->tables().disconnect();
        return m_rig->tables().count("SELECT count(*) FROM onceover.incident") == 1;
    }));
    ONCEOVER_MUST(m_rig->startWorker("node-d", kEveryRole));
}

void IncidentEndToEnd::liftByTwo()
{
    const std::string freeze = m_rig->tables().value("SELECT freeze_id FROM onceover.freeze_order");
    const CtlAnswer asked = alice({"lift", freeze, "--reason", "the five equalities hold"});
    QVERIFY2(asked.exitStatus == 0, textOf(asked).c_str());
    const CtlAnswer approved
        = approve(wordOf(asked, "approval_id").toStdString(), {"--reason", "seen the five equalities"});
    QVERIFY2(approved.exitStatus == 0, textOf(approved).c_str());
    QVERIFY2(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.freeze_order WHERE status = 'LIFTED'") == 1;
    }),
        m_rig->logs().c_str());
}

void IncidentEndToEnd::twoOfThreeNodesRanTheBatchUntilItIsClosed()
{
    ONCEOVER_MUST(beginTheBatchTwice());

    const CtlAnswer opened = alice(
        {"incident", "open", "job", "settle-daily", "--title", "two nodes ran the whole batch", "--from", kDate});
    QVERIFY2(opened.exitStatus == 0, textOf(opened).c_str());
    m_incident = wordOf(opened, "incident_id").toStdString();
    const CtlAnswer again = alice({"incident", "open", "job", "settle-daily", "--title", "the same"});
    QCOMPARE(wordOf(again, "reason"), QStringLiteral("OPEN_INCIDENT"));
    REFUSED(incident("next"), "FREEZE_IN_FORCE");

    // ① Frozen by one person, in a hurry, and what the nodes hold is taken away from them.
    QCOMPARE(alice({"freeze", "job", "settle-daily"}).exitStatus, 0);
    TAKEN(incident("next"), "FROZEN");
    QCOMPARE(alice({"fence", "job", "settle-daily", "--reason", "A stands still and is not dead"}).exitStatus, 0);
    TAKEN(incident("next"), "FENCED");
    // A was not dead: it comes back and finds that its leases are gone. The bank comes back as well.
    m_rig->bank().freeze(false);
    ONCEOVER_MUST(m_rig->bank().misbehave("{}"));
    m_rig->signalWorker("node-a", SIGCONT);

    // ② Evidence, and why it was frozen.
    QTemporaryDir folder;
    const std::string bundle = folder.filePath(QStringLiteral("evidence")).toStdString();
    REFUSED(incident("next"), "FREEZE_REASON 1", "EVIDENCE scheduler", "EVIDENCE workers", "EVIDENCE database",
        "EVIDENCE outside");
    TAKEN(incident("reason", {"two nodes worked on one batch"}), "FENCED");
    TAKEN(incident("evidence", {bundle, "settle-daily", "--biz-date", kDate}), "FENCED");
    QCOMPARE(runCtl({"evidence", "verify", bundle}).exitStatus, 0);
    TAKEN(incident("next"), "EVIDENCE_SAVED");

    // ③ Each cause is supported or refuted by rows; what they do not tell a person adds, by name.
    const CtlAnswer undecided = incident("next");
    QVERIFY2(missingIn(undecided).contains(QStringLiteral("ANSWER")), textOf(undecided).c_str());
    const CtlAnswer diagnosed = incident("diagnose", {"settle-daily", "--biz-date", kDate});
    for (const QJsonValue& weighed : objectOf(diagnosed).value(QLatin1StringView("verdicts")).toArray()) {
        const QJsonObject verdict = weighed.toObject();
        if (verdict.value(QLatin1StringView("verdict")).toString() != QLatin1StringView("OPEN"))
            continue;
        TAKEN(incident("weigh",
                  {verdict.value(QLatin1StringView("hypothesis")).toString().toStdString(), "refuted", "--row",
                      "run settle-daily:2026-05-11", "--why", "its trigger and its attempts say so"}),
            "EVIDENCE_SAVED");
    }
    REFUSED(incident("next"), "ANSWER");
    TAKEN(incident("answer", {"it could not: one operation and one key stand for each merchant"}), "EVIDENCE_SAVED");
    TAKEN(incident("next"), "DIAGNOSED");

    // The auditor reads live and writes nothing.
    const CtlAnswer seen = m_rig->ctl("carol", {"incident", "show", m_incident, "--json"});
    QVERIFY2(seen.exitStatus == 0, textOf(seen).c_str());
    QCOMPARE(
        objectOf(seen).value(QLatin1StringView("incident")).toObject().value(QLatin1StringView("status")).toString(),
        QStringLiteral("DIAGNOSED"));
    QCOMPARE(m_rig->ctl("carol", {"incident", "note", m_incident, "from the auditor"}).exitStatus, 1);

    // ④ Every book is compared after nothing may leave any more; what only the bank knew has been asked.
    QVERIFY2(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.freeze_order WHERE status = 'DRAINED'") == 1
            && m_rig->tables().count("SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'") == 0;
    }),
        m_rig->logs().c_str());
    REFUSED(incident("next"), "RECONCILIATION practice-bank");
    const CtlAnswer compared = incident("reconcile");
    QVERIFY2(compared.exitStatus == 0, textOf(compared).c_str());
    TAKEN(incident("next"), "RECONCILED");
    REFUSED(incident("next"), "PLAN");

    // ⑤ The plan: what was stopped half-way goes on, and nothing is paid again. Two persons.
    const CtlAnswer proposed = alice({"plan", m_incident});
    QVERIFY2(proposed.exitStatus == 0, textOf(proposed).c_str());
    const CtlAnswer asked = alice({"plan", m_incident, "--request", "--reason", "go on where it stopped"});
    QVERIFY2(asked.exitStatus == 0, textOf(asked).c_str());
    const std::string request = wordOf(asked, "approval_id").toStdString();
    REFUSED(incident("next"), "PLAN " + request);
    QCOMPARE(m_rig->ctl("alice", {"approve", request, "--plan", "00"}).exitStatus, 1);
    const CtlAnswer approved = approve(request);
    QVERIFY2(approved.exitStatus == 0, textOf(approved).c_str());

    // Approved is not begun: until the owner says so, nothing moves, whatever is restarted.
    const std::string book = "SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED'";
    const auto paidBefore = m_rig->tables().count(book);
    QVERIFY(paidBefore < kMerchants);
    restartEverything();
    QVERIFY2(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.worker_heartbeat h JOIN onceover.worker w USING "
                                     "(worker_id) WHERE w.stopped_at IS NULL AND h.duty = 'replayer' AND h.beat_at > "
                                     "(SELECT max(started_at) FROM onceover.worker)")
            > 0;
    }),
        m_rig->logs().c_str());
    QCOMPARE(m_rig->tables().count(book), paidBefore);

    // ⑥ It runs under the freeze.
    TAKEN(alice({"recover", m_incident}), "RECOVERING");
    QVERIFY2(waitUntil([&] {
        return m_rig->tables().value("SELECT status FROM onceover.approval WHERE approval_id = " + request)
            == "VERIFIED";
    }),
        m_rig->logs().c_str());

    // ⑦ Five equalities, then the freeze may be lifted, by two.
    const std::string freeze = m_rig->tables().value("SELECT freeze_id FROM onceover.freeze_order");
    QCOMPARE(wordOf(alice({"lift", freeze, "--reason", "too early"}), "reason"), QStringLiteral("OPEN_INCIDENT"));
    TAKEN(incident("next"), "VERIFIED");
    REFUSED(incident("close"), "LIFT " + freeze);
    liftByTwo();
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    TAKEN(incident("close"), "CLOSED");

    QCOMPARE(effectsOf(*m_rig).counts.at("the bank's book"), kMerchants);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());

    const CtlAnswer report = m_rig->ctl("carol", {"report", m_incident});
    QVERIFY2(report.exitStatus == 0, textOf(report).c_str());
    for (const char* part : {"two nodes ran the whole batch", "it could not: one operation and one key", "sha256",
             "go on where it stopped", "bob", "| 60 | 60 | ✔ |"})
        QVERIFY2(report.out.find(part) != std::string::npos, (std::string{part} + "\n" + report.out).c_str());
}

void IncidentEndToEnd::aFalseAlarmIsTwoPersonsAndOneGate()
{
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->startWorker("node-a", kEveryRole));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const CtlAnswer opened
        = alice({"incident", "open", "everything", "--title", "a number looked odd", "--from", kDate, "--freeze"});
    QVERIFY2(opened.exitStatus == 0, textOf(opened).c_str());
    m_incident = wordOf(opened, "incident_id").toStdString();
    TAKEN(incident("next"), "FROZEN");
    const CtlAnswer asked = incident("false-alarm", {"--reason", "the screen was old"});
    QVERIFY2(asked.exitStatus == 0, textOf(asked).c_str());
    const std::string request = wordOf(asked, "approval_id").toStdString();
    const CtlAnswer approved = approve(request);
    QVERIFY2(approved.exitStatus == 0, textOf(approved).c_str());
    TAKEN(incident("next"), "PLAN_APPROVED");
    TAKEN(incident("next"), "RECOVERING");
    QVERIFY2(waitUntil([&] {
        return m_rig->tables().value("SELECT status FROM onceover.approval WHERE approval_id = " + request)
            == "VERIFIED";
    }),
        m_rig->logs().c_str());
    TAKEN(incident("next"), "VERIFIED");
    QVERIFY(waitUntil([this] {
        return m_rig->tables().count("SELECT count(*) FROM onceover.freeze_order WHERE status = 'DRAINED'") == 1;
    }));
    liftByTwo();
    TAKEN(incident("close"), "CLOSED");
}

QTEST_GUILESS_MAIN(IncidentEndToEnd)
#include "tst_e2e_incident.moc"
