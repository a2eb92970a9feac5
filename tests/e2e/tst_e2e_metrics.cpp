// SPDX-License-Identifier: GPL-3.0-or-later
// The figures as Prometheus meets them: a running worker is scraped over its loopback port, and what it says is what
// the tables say.
#include <QTest>

#include "channel/http_call.h"
#include "fault_rig.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>

using namespace onceover;
using namespace onceover::test;

namespace {

// 18:30 in Shanghai; the job settles the day before.
constexpr const char* kBefore = "2026-05-12 10:29:50Z";
constexpr const char* kDue = "2026-05-12 10:30:01Z";
constexpr const char* kDate = "2026-05-11";
constexpr const char* kNextDue = "2026-05-13 10:30:01Z";
constexpr const char* kNextDate = "2026-05-12";

/// One line of a scrape.
struct Scraped {
    std::string name;
    std::map<std::string, std::string> labels;
    double value = 0;
};

/// Labels in a fixed order, to look a line up.
std::string lineOf(const std::string& name, const std::map<std::string, std::string>& labels)
{
    std::string line = name;
    for (const auto& [label, value] : labels)
        line += ' ' + label + '=' + value;
    return line;
}

std::vector<Scraped> parse(const std::string& text)
{
    static const std::regex kLine{"^([a-z_]+)(?:\\{(.*)\\})? ([^ ]+)$"};
    static const std::regex kLabel{"([a-z_]+)=\"([^\"]*)\""};
    std::vector<Scraped> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (line.empty() || line.front() == '#' || !std::regex_match(line, match, kLine))
            continue;
        Scraped one{match[1], {}, std::stod(match[3])};
        const std::string labels = match[2];
        for (std::sregex_iterator label{labels.begin(), labels.end(), kLabel}, end; label != end; ++label)
            one.labels[(*label)[1]] = (*label)[2];
        lines.push_back(std::move(one));
    }
    return lines;
}

} // namespace

class MetricsEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aRunningWorkerIsScraped(); // R79, R121, R122, R123, R124, R125, R126, R127, R131

private:
    [[nodiscard]] std::string ask(const std::string& sql) { return m_rig->tables().value(sql); }
    /// Where the worker says that it is scraped; empty while it has not said so.
    [[nodiscard]] std::string addressOf(const std::string& worker) const;
    /// What Prometheus gets; empty when nobody answers.
    [[nodiscard]] std::string scrape(const std::string& worker) const;
    /// Waits until the scrape has this line with this value, which the statement gives.
    [[nodiscard]] bool says(const std::string& worker, const std::string& line, const std::string& sql);
    /// Names and labels come from bounded lists, and none is an id of anything.
    void checkLabels(const std::vector<Scraped>& lines);

    std::unique_ptr<FaultRig> m_rig;
};

void MetricsEndToEnd::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<FaultRig>(TestCluster::shared(), RigOptions{.merchants = 20});
    QVERIFY2(m_rig->problem().empty(), m_rig->problem().c_str());
    ONCEOVER_MUST(m_rig->beginAt(kBefore));
    ONCEOVER_MUST(m_rig->sell(kDate));
}

void MetricsEndToEnd::cleanup()
{
    m_rig.reset();
}

std::string MetricsEndToEnd::addressOf(const std::string& worker) const
{
    static const std::regex kSaid{"figures at (http:[0-9./:]+/metrics)"};
    const std::string log = m_rig->logOf(worker);
    std::smatch match;
    return std::regex_search(log, match, kSaid) ? match[1].str() : std::string{};
}

std::string MetricsEndToEnd::scrape(const std::string& worker) const
{
    const std::string address = addressOf(worker);
    if (address.empty())
        return {};
    const auto text = channel::callHttp(address, std::nullopt, std::chrono::seconds{5});
    return text.value_or(std::string{});
}

bool MetricsEndToEnd::says(const std::string& worker, const std::string& line, const std::string& sql)
{
    return waitUntil([&] {
        const std::string wanted = ask(sql);
        const auto lines = parse(scrape(worker));
        return std::any_of(lines.begin(), lines.end(),
            [&](const Scraped& one) { return lineOf(one.name, one.labels) == line && one.value == std::stod(wanted); });
    });
}

void MetricsEndToEnd::checkLabels(const std::vector<Scraped>& lines)
{
    const std::set<std::string> kLabels{"job_type", "channel", "duty", "class", "rule_version"};
    const std::set<std::string> kJobTypes{"settle-daily"};
    const std::set<std::string> kDuties{"scheduler", "settler", "lease_keeper", "anchorer", "sender", "resolver",
        "callback", "reconciler", "comparer", "replayer", "janitor", "run_worker", "drain_watch", "ticker"};
    static const std::regex kWords{"[a-z][a-z0-9_ -]{0,39}"};
    for (const Scraped& one : lines) {
        if (!one.name.starts_with("onceover_"))
            continue; // Of the exposer itself.
        for (const auto& [label, value] : one.labels) {
            const std::string what = lineOf(one.name, one.labels);
            QVERIFY2(kLabels.contains(label), what.c_str());
            if (label == "job_type")
                QVERIFY2(kJobTypes.contains(value), what.c_str());
            else if (label == "channel")
                QVERIFY2(value == "practice-bank", what.c_str());
            else if (label == "rule_version")
                QVERIFY2(value == "1", what.c_str());
            else
                QVERIFY2(std::regex_match(value, kWords), what.c_str());
            if (label == "duty")
                QVERIFY2(kDuties.contains(value), what.c_str());
        }
    }
}

void MetricsEndToEnd::aRunningWorkerIsScraped()
{
    constexpr std::string_view kRoles = "scheduler,settler,sender,resolver,reconciler,janitor";
    // Processing that timed out, and its holder alive: it stands still with a set in its hands, and wakes later.
    ONCEOVER_MUST(m_rig->startWorker("sleeper", "scheduler,settler", "settler.after_claim:1:stop"));
    ONCEOVER_MUST(m_rig->advanceTo(kDue));
    QVERIFY2(waitUntil([this] { return m_rig->isWorkerStopped("sleeper"); }), m_rig->logs().c_str());
    ONCEOVER_MUST(m_rig->startWorker("worker", kRoles));
    ONCEOVER_MUST(m_rig->waitUntilSettled(kDate));
    m_rig->signalWorker("sleeper", SIGCONT);
    // Triggers that hit what is there; an answer that the key has other bytes; a difference.
    ONCEOVER_MUST(m_rig->trigger(kDate));
    ONCEOVER_MUST(m_rig->trigger(kDate));
    QVERIFY2(m_rig->tables().rows(
                 "INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, "
                 "operation_id, idempotency_key, outbox_version, started_at, duration, answer, http_status, error, "
                 "worker_id) SELECT kind, channel_id, profile_version, bucket, outbox_id, operation_id, "
                 "idempotency_key, outbox_version, started_at, duration, 'MISMATCH', 422, 'test', worker_id "
                 "FROM onceover.external_call WHERE kind = 'SEND' LIMIT 1"),
        m_rig->tables().problem().c_str());
    QVERIFY2(m_rig->tables().rows("INSERT INTO onceover.reconciliation_difference (kind, grade, channel_id, detail) "
                                  "VALUES ('AMOUNT', 'P0', 'practice-bank', 'test')"),
        m_rig->tables().problem().c_str());

    QVERIFY2(says("worker", "onceover_repeat_hit_ratio job_type=settle-daily",
                 "SELECT (count(*) FILTER (WHERE answer IN ('EXISTING', 'ALREADY_COMPLETED')))::float / count(*) FROM "
                 "onceover.run_trigger"),
        m_rig->logs().c_str());
    QCOMPARE(ask("SELECT count(*) FROM onceover.run_trigger"), std::string{"3"});
    QVERIFY2(says("worker", "onceover_idempotency_conflicts_total channel=practice-bank class=mismatch", "SELECT 1"),
        scrape("worker").c_str());
    QVERIFY2(says("worker", "onceover_processing_timeouts_total job_type=settle-daily rule_version=1",
                 "SELECT sum(cardinality(operation_ids)) FROM onceover.operation_event WHERE event = 'TAKE_OVER'"),
        scrape("worker").c_str());
    // F11: whom a takeover met alive is counted.
    QVERIFY2(says("worker", "onceover_live_worker_takeovers_total job_type=settle-daily",
                 "SELECT count(*) FROM onceover.run_attempt WHERE status = 'LOST'"),
        scrape("worker").c_str());
    QVERIFY2(says("worker", "onceover_reconciliation_differences_open channel=practice-bank class=amount", "SELECT 1"),
        scrape("worker").c_str());
    QVERIFY2(says("worker", "onceover_reconciliation_differences_total channel=practice-bank class=amount", "SELECT 1"),
        scrape("worker").c_str());
    QVERIFY2(says("worker", "onceover_compensation_backlog class=requested", "SELECT 0"), scrape("worker").c_str());
    QVERIFY2(says("worker", "onceover_compensation_backlog class=in flight", "SELECT 0"), scrape("worker").c_str());
    const auto lines = parse(scrape("worker"));
    checkLabels(lines);
    std::map<std::string, double> sends; // Latency by channel, as quantiles in order.
    for (const Scraped& one : lines) {
        if (one.name == "onceover_send_seconds" && one.labels.at("channel") == "practice-bank")
            sends[one.labels.at("class")] = one.value;
    }
    QCOMPARE(sends.size(), std::size_t{4});
    QVERIFY(sends["p50"] > 0 && sends["p50"] <= sends["p95"] && sends["p95"] <= sends["p99"]
        && sends["p99"] <= sends["max"]);
    QVERIFY(addressOf("worker").starts_with("http://127.0.0.1:"));

    // A queue: a day is enumerated, and nobody settles it. The port is free again for the next incarnation.
    m_rig->killWorker("sleeper");
    QVERIFY(m_rig->stopWorker("worker"));
    QVERIFY(scrape("worker").empty());
    ONCEOVER_MUST(m_rig->sell(kNextDate));
    ONCEOVER_MUST(m_rig->startWorker("watcher", "scheduler,reconciler"));
    ONCEOVER_MUST(m_rig->advanceTo(kNextDue));
    QVERIFY2(says("watcher", "onceover_queue_length class=due job_type=settle-daily", "SELECT 20"),
        (scrape("watcher") + m_rig->logs()).c_str());
    const auto queued = parse(scrape("watcher"));
    checkLabels(queued);
    QVERIFY(std::any_of(queued.begin(), queued.end(), [](const Scraped& one) {
        return lineOf(one.name, one.labels) == "onceover_queue_oldest_seconds class=due job_type=settle-daily"
            && one.value > 0;
    }));
    // A restart takes nothing back: what was counted is in the tables and not in a process.
    QVERIFY(says("watcher", "onceover_idempotency_conflicts_total channel=practice-bank class=mismatch", "SELECT 1"));
}

QTEST_GUILESS_MAIN(MetricsEndToEnd)
#include "tst_e2e_metrics.moc"
