// SPDX-License-Identifier: GPL-3.0-or-later
// Whole stories with real processes: two of three nodes run the batch of one trigger; the house was closed for ten
// days; the clocks of the workers are wrong; a worker dies in the middle of ten thousand merchants.
#include <QTest>

#include "fault_rig.h"
#include "judge.h"

#include <QDateTime>

#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr int kMerchants = 80;

/// libfaketime, whatever the machine; empty when it is not installed.
std::string fakeClock()
{
    for (const auto& folder : std::filesystem::directory_iterator("/usr/lib")) {
        const std::filesystem::path file = folder.path() / "faketime" / "libfaketime.so.1";
        std::error_code absent;
        if (std::filesystem::exists(file, absent))
            return file.string();
    }
    return {};
}

/// Everything that a wrong clock could have changed: what was triggered, run, settled, booked and sent, without the
/// numbers and keys that belong to one installation.
constexpr const char* kEffects = R"(
SELECT string_agg(line, E'\n' ORDER BY line) FROM (
  SELECT concat_ws(' ', 'trigger', source, scheduled_at AT TIME ZONE 'UTC', run_key, answer) AS line FROM onceover.run_trigger
  UNION ALL SELECT concat_ws(' ', 'run', run_key, biz_date, status, scheduled_at AT TIME ZONE 'UTC', local_wall, zone, resolution, attempts) FROM onceover.job_run
  UNION ALL SELECT concat_ws(' ', 'batch', job_type, biz_date, status, shard_total, expected_count, done_count, count_agrees, amount_agrees) FROM onceover.settlement_batch
  UNION ALL SELECT concat_ws(' ', 'operation', merchant_id, settle_date, settlement_type, currency, amount_minor, status, version, attempts_total) FROM onceover.settlement_operation
  UNION ALL SELECT concat_ws(' ', 'message', m.merchant_id, m.amount_minor, m.currency, m.status, m.attempts, m.sends_total) FROM onceover.outbox m
  UNION ALL SELECT concat_ws(' ', 'legs', phase, side, currency, count(*), sum(amount_minor)) FROM onceover.ledger_entry GROUP BY phase, side, currency
  UNION ALL SELECT concat_ws(' ', 'answers', kind, answer, count(*)) FROM onceover.external_call GROUP BY kind, answer
  UNION ALL SELECT concat_ws(' ', 'lost', count(*)) FROM onceover.run_attempt WHERE status = 'LOST'
  UNION ALL SELECT concat_ws(' ', 'dead letters', count(*)) FROM onceover.dead_letter) x)";

/// Instants that no worker could have written by the database's clock: before practice time began, or after now.
std::string strangeInstants(const std::string& begun)
{
    return "SELECT count(*) FROM (SELECT started_at AS t FROM onceover.worker UNION ALL SELECT beat_at FROM "
           "onceover.worker_heartbeat UNION ALL SELECT started_at FROM onceover.run_attempt UNION ALL SELECT "
           "finished_at "
           "FROM onceover.run_attempt UNION ALL SELECT at FROM onceover.run_trigger UNION ALL SELECT created_at FROM "
           "onceover.outbox UNION ALL SELECT first_sent_at FROM onceover.outbox UNION ALL SELECT finished_at FROM "
           "onceover.outbox UNION ALL SELECT at FROM onceover.external_call UNION ALL SELECT started_at FROM "
           "onceover.external_call UNION ALL SELECT finished_at FROM onceover.settlement_operation) x WHERE t < '"
        + begun + "' OR t > onceover.clock()";
}

} // namespace

class FaultStories : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void twoOfThreeNodesRanTheWholeBatch_data(); // R5, R6, R25, R26, R47, R111
    void twoOfThreeNodesRanTheWholeBatch();
    void tenDaysOfDowntimeAreCaughtUp();         // R1, R18, K70
    void theClockOfAWorkerDecidesNothing_data(); // K22, F6
    void theClockOfAWorkerDecidesNothing();
    void tenThousandGoOnWhereTheirWorkerDied(); // R45, F17

private:
    std::unique_ptr<FaultRig> m_rig;
};

void FaultStories::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(
        TestCluster::shared(), RigOptions{.merchants = kMerchants, .answerTimeoutMs = 1000, .maxInFlight = 4});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
}

void FaultStories::cleanup()
{
    m_rig.reset();
}

void FaultStories::twoOfThreeNodesRanTheWholeBatch_data()
{
    QTest::addColumn<QByteArray>("stopsWhen"); // true of the tables when the first node stands still
    QTest::addRow("A stands still while the bank pays")
        << QByteArray("SELECT count(*) > 5 AND count(*) < 80 FROM onceover.outbox WHERE status = 'ACCEPTED'");
    QTest::addRow("A stands still after it has posted everything")
        << QByteArray("SELECT count(*) = 80 FROM onceover.outbox HAVING bool_or(status <> 'ACCEPTED')");
}

// sources/incident-review.txt: one trigger, three nodes. A begins the whole batch and stands still, without a
// heartbeat; the batch is given to B, which runs it to the end; A was not dead and writes on. C is idle. One effect
// each.
void FaultStories::twoOfThreeNodesRanTheWholeBatch()
{
    QFETCH(QByteArray, stopsWhen);
    ONCEOVER_MUST(m_rig->sell(kDate));
    ONCEOVER_MUST(m_rig->bank().misbehave("{\"delay_ms\": 150}"));
    ONCEOVER_MUST(m_rig->startWorker("node-a"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(waitUntil([&] { return m_rig->tables().value(stopsWhen.toStdString()) == "t"; }), m_rig->logs().c_str());
    m_rig->signalWorker("node-a", SIGSTOP);
    QVERIFY(waitUntil([this] { return m_rig->isWorkerStopped("node-a"); }));
    const std::string a = m_rig->tables().value("SELECT worker_id FROM onceover.worker");
    QVERIFY2(!m_rig->isSettled(kDate), "the day ended before A stood still: the case proves nothing");

    ONCEOVER_MUST(m_rig->bank().misbehave("{}"));
    ONCEOVER_MUST(m_rig->startWorker("node-c", "janitor"));
    ONCEOVER_MUST(m_rig->startWorker("node-b"));
    // The dispatcher's retry and a person's: both meet the one run.
    for (int i = 0; i < 2; ++i) {
        const CtlAnswer again = m_rig->ctl("alice", {"trigger", "settle-daily", "--biz-date", kDate, "--json"});
        QCOMPARE(again.exitStatus, 0);
    }
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    const Effects settled = effectsOf(*m_rig);

    const std::string wokenAt = m_rig->tables().value("SELECT onceover.clock()");
    m_rig->signalWorker("node-a", SIGCONT);
    ONCEOVER_MUST(m_rig->waitUntilAllBeat(a, wokenAt));
    Effects later = effectsOf(*m_rig);
    later.counts["external_call"]
        = settled.counts.at("external_call"); // What A had learnt before is a fact, and written down.
    QVERIFY2(later == settled, (settled.text() + "became " + later.text()).c_str());

    // Triggered once by the schedule and asked for twice more; executed by two nodes; took effect once.
    QCOMPARE(m_rig->tables().value(
                 "SELECT count(*) FILTER (WHERE source = 'schedule') || ' ' || count(*) FILTER (WHERE source = "
                 "'manual') || ' ' || count(DISTINCT run_id) FROM onceover.run_trigger"),
        std::string("1 2 1"));
    QCOMPARE(
        m_rig->tables().count("SELECT count(DISTINCT worker_id) FROM (SELECT worker_id FROM onceover.run_attempt UNION "
                              "SELECT worker_id FROM onceover.external_call) x"),
        2);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'"),
        kMerchants);
    QCOMPARE(effectsOf(*m_rig).counts.at("the bank's book"), kMerchants);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

void FaultStories::tenDaysOfDowntimeAreCaughtUp()
{
    for (int day = 11; day <= 20; ++day)
        ONCEOVER_MUST(m_rig->sell("2026-05-" + std::to_string(day)));
    ONCEOVER_MUST(m_rig->advanceTo("2026-05-21 10:45:00Z")); // Ten planned instants have passed, and nobody was there.
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.run_trigger"), 0);
    ONCEOVER_MUST(m_rig->startWorker("worker-1"));
    ONCEOVER_MUST(m_rig->startWorker("worker-2"));
    // Listed before the first of them is triggered: how many, from when to when.
    const auto said = [this](const std::string& name) {
        return m_rig->logOf(name).find("\"event\":\"catch_up\"") != std::string::npos;
    };
    QVERIFY2(waitUntil([&] { return said("worker-1") || said("worker-2"); }), m_rig->logs().c_str());
    for (int day = 11; day <= 20; ++day)
        ONCEOVER_MUST(m_rig->waitUntilSettled("2026-05-" + std::to_string(day)));
    // One trigger and one run for each day, late ones told from the one that is in time, the oldest first.
    QCOMPARE(m_rig->tables().value(
                 "SELECT count(*) || ' ' || count(DISTINCT scheduled_at) || ' ' || count(DISTINCT run_id) || ' ' || "
                 "count(*) FILTER (WHERE source = 'catch-up') FROM onceover.run_trigger"),
        std::string("10 10 10 9"));
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.job_run WHERE status <> 'DONE'"), 0);
    QCOMPARE(
        m_rig->tables().count(
            "SELECT count(*) FROM (SELECT scheduled_at, lag(scheduled_at) OVER (ORDER BY trigger_id) AS before FROM "
            "onceover.run_trigger) t WHERE scheduled_at < before"),
        0);
    QCOMPARE(m_rig->tables().count("SELECT backlog FROM onceover.job_outlook"), 0);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

void FaultStories::theClockOfAWorkerDecidesNothing_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addRow("ten minutes ahead and behind") << QByteArray("+10m") << QByteArray("-10m");
    QTest::addRow("a day ahead and behind") << QByteArray("+1d") << QByteArray("-1d");
    QTest::addRow("one a day ahead") << QByteArray("+1d") << QByteArray();
}

void FaultStories::theClockOfAWorkerDecidesNothing()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    const std::string preloaded = fakeClock();
    // Where every test must have been run, one that was left out is no success.
    QVERIFY2(!preloaded.empty() || !qEnvironmentVariableIsSet("ONCEOVER_REQUIRE_POSTGRES"),
        "libfaketime is not installed (package faketime)");
    if (preloaded.empty())
        QSKIP("libfaketime is not installed (package faketime)");
    // Leases of a minute: by the right clock nothing runs out here, by a wrong one all of it would.
    const std::string patient
        = "UPDATE onceover.job SET lease = '60 s'; UPDATE onceover.channel_profile SET send_lease = '60 s'";
    const auto settle = [&](const QByteArray& one, const QByteArray& two) -> std::string {
        const auto clock = [&preloaded](const QByteArray& shift) {
            std::map<std::string, std::string> environment;
            if (!shift.isEmpty())
                environment = {{"LD_PRELOAD", preloaded}, {"FAKETIME", shift.toStdString()},
                    {"FAKETIME_DONT_FAKE_MONOTONIC", "1"}};
            return environment;
        };
        if (!m_rig->tables().rows(patient))
            return m_rig->tables().problem();
        for (const std::string& problem : {m_rig->sell(kDate), m_rig->startWorker("first", kAllRoles, {}, clock(one)),
                 m_rig->startWorker("second", kAllRoles, {}, clock(two)), m_rig->advanceTo(kDue),
                 m_rig->waitUntilSettled(kDate)}) {
            if (!problem.empty())
                return problem;
        }
        return judge(*m_rig);
    };
    ONCEOVER_MUST(settle({}, {}));
    const std::string wanted = m_rig->tables().value(kEffects);
    QVERIFY(wanted.find("operation") != std::string::npos);
    m_rig.reset();

    init();
    const std::string begun = m_rig->tables().value("SELECT onceover.clock()");
    ONCEOVER_MUST(settle(first, second));
    // The clock of the process was wrong indeed: its own log says so.
    const std::string log = m_rig->logOf("first");
    const std::size_t stamp = log.find("\"ts\":\"");
    QVERIFY2(stamp != std::string::npos, log.c_str());
    const auto said = QDateTime::fromString(QString::fromStdString(log.substr(stamp + 6, 24)), Qt::ISODateWithMs);
    const qint64 ahead = QDateTime::currentDateTimeUtc().secsTo(said);
    const qint64 meant = first == "+10m" ? 600 : 86400;
    QVERIFY2(qAbs(ahead - meant) < 300, log.substr(0, 200).c_str());
    QCOMPARE(m_rig->tables().value(kEffects), wanted);
    QCOMPARE(m_rig->tables().count(strangeInstants(begun)), 0);
}

// sources/incident-review.txt: the crash at merchant 5,000. Who comes next begins at what is open, and does nothing
// again.
void FaultStories::tenThousandGoOnWhereTheirWorkerDied()
{
    constexpr int kMany = 10'000;
    constexpr auto kPatience = std::chrono::minutes{6};
    m_rig.reset();
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(),
        RigOptions{.merchants = kMany, .claimSize = 200, .answerTimeoutMs = 3000, .maxInFlight = 64});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
    QVERIFY(m_rig->tables().rows("UPDATE onceover.job SET lease = '3 s'"));
    ONCEOVER_MUST(m_rig->startWorker("first"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    const char* paid = "SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED'";
    QVERIFY2(
        waitUntil([&] { return m_rig->tables().count(paid) >= kMany / 2; }, kPatience), m_rig->logs().c_str());
    m_rig->killWorker("first");
    // What its sessions still did when it died has ended, one way or the other.
    QVERIFY(waitUntil([this] {
        return m_rig->tables().count(
                   "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'svc%'")
            == 0;
    }));
    const std::string asItWas
        = "SELECT o.bucket, o.operation_id, o.version, o.attempts_total, o.external_ref, o.finished_at, m.version AS "
          "message_version, m.sends_total, (SELECT count(*) FROM onceover.ledger_entry l WHERE l.bucket = o.bucket AND "
          "l.operation_id = o.operation_id) AS legs FROM onceover.settlement_operation o JOIN onceover.outbox m USING "
          "(bucket, operation_id)";
    QVERIFY2(m_rig->tables().rows("CREATE TEMP TABLE done AS " + asItWas + " WHERE o.status = 'SUCCEEDED'"),
        m_rig->tables().problem().c_str());
    const long long done = m_rig->tables().count("SELECT count(*) FROM done");
    QVERIFY2(done >= kMany / 2 && done < kMany, "the worker died too late: the case proves nothing");

    ONCEOVER_MUST(m_rig->startWorker("second"));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate, kPatience));
    // Exactly ten thousand effects; what was done before was not even looked at again.
    QCOMPARE(effectsOf(*m_rig).counts.at("the bank's book"), kMany);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'"), kMany);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM (SELECT * FROM done EXCEPT " + asItWas + ") moved"), 0);
    QCOMPARE(m_rig->tables().count("SELECT count(*) FROM onceover.job_run"), 1);
    const std::string wrong = judge(*m_rig);
    QVERIFY2(wrong.empty(), (wrong + m_rig->logs()).c_str());
}

QTEST_GUILESS_MAIN(FaultStories)
#include "tst_fault_stories.moc"
