// SPDX-License-Identifier: GPL-3.0-or-later
#include "fault_rig.h"

#include "sandbox/logins.h"
#include "sql/migrations.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace onceover::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kCtlTime = 60s;
constexpr auto kStopTime = 20s;
constexpr std::size_t kLogLines = 12;

/// Installation, channel and job; leases, backoff (1:5:25) and time-outs scaled by their rows. The budgets are wider
/// than the default, because a bank that is away for a second is away for hours at this scale.
std::string installationSql(const RigOptions& options, const std::string& endpoint)
{
    std::ostringstream sql;
    sql << "INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline)\n"
           "SELECT gen_random_uuid(), 'Faults', 'sandbox', s.system_identifier, c.timeline_id\n"
           "  FROM pg_control_system() s, pg_control_checkpoint() c;\n"
        << sql::findProvision("sandbox")->text << "\nSELECT onceover.janitor_make_partitions();\n"
        << "INSERT INTO onceover.channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, "
           "login)\n"
           "VALUES ('practice-bank', 1, 'test', true, '[]', 'test', 'test');\n"
           "INSERT INTO onceover.channel_profile (channel_id, profile_version, kind, endpoint, enabled, key_transport, "
           "key_max_len,\n"
           "  key_charset, retention, retention_margin, on_mismatch, on_in_flight, stores_5xx, query_kind, "
           "max_late_execution,\n"
           "  refusal, refusal_codes, amount_unit, connect_timeout, answer_timeout, send_lease, max_in_flight, "
           "retry_backoff, "
           "max_send_attempts,\n"
           "  query_backoff, max_queries, created_by)\n"
           "VALUES ('practice-bank', 1, 'payout', '"
        << endpoint
        << "', true, 'header:Idempotency-Key', 255, 'A-Z2-7', '30 days', '1 hour',\n"
           "  'error', '409', false, 'authoritative', '200 ms', 'final', '{INSUFFICIENT_FUNDS}', 'minor', '150 ms', '"
        << options.answerTimeoutMs << " ms', '" << options.answerTimeoutMs + 450 << " ms', " << options.maxInFlight
        << ",\n  ARRAY['40 ms', '200 ms', '1000 ms']::interval[], 20, ARRAY['40 ms', '200 ms', '1000 ms']::interval[], "
           "60, 'tests');\n"
           "INSERT INTO onceover.job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, "
           "biz_date_offset,\n"
           "  schedule_from, same_action, allowed_lateness, may_repeat, shard_count, claim_size, lease, retry_backoff, "
           "max_attempts,\n"
           "  conflict_backoff)\n"
           "VALUES ('settle-daily', 'settle-daily', 'settle-daily', 'day', 'P0', 'Asia/Shanghai', '30 18 * * *', -1, "
           "onceover.clock(),\n"
           "  'the payout of one merchant''s day', '12 hours', 'safe: keyed by merchant, day and currency', 8, "
        << options.claimSize
        << ", '300 ms',\n  ARRAY['40 ms', '200 ms', '1000 ms']::interval[], 12, '20 ms');\n"
           "INSERT INTO onceover.merchant (merchant_id, bucket, name, time_zone, currency, channel_id, "
           "beneficiary_name,\n"
           "  beneficiary_account, beneficiary_country)\n"
           "SELECT m, onceover.bucket_of(m), 'Merchant ' || m, 'Asia/Shanghai', (ARRAY['CNY', 'USD', 'JPY', 'KWD', "
           "'EUR'])[1 + m % 5],\n"
           "       'practice-bank', 'Holder ' || m, 'CN' || lpad(m::text, 16, '0'), 'CN'\n"
           "  FROM generate_series(1001::bigint, 1000::bigint + "
        << options.merchants << ") m;\n";
    return sql.str();
}

/// The schedule of a job whose planned instants are hours away from now, so that only a test's own act brings one near.
constexpr const char* kFarSchedule
    = "UPDATE onceover.job SET schedule = to_char((clock_timestamp() - interval '3 hours')"
      " AT TIME ZONE time_zone, 'FMMI FMHH24') || ' * * *'";

std::string problemOf(const Result<std::string>& ran)
{
    return ran ? std::string{} : ran.error().detail;
}

QProcessEnvironment ctlEnvironment(const std::map<std::string, std::string>& added)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"PGSERVICE", "PGHOST", "PGDATABASE", "PGUSER", "PGPORT"})
        environment.remove(QLatin1StringView(name));
    // No sandbox of whoever runs the tests is ever found by accident.
    environment.insert(QStringLiteral("ONCEOVER_SANDBOX_DIR"), QStringLiteral("/nonexistent/onceover-tests"));
    for (const auto& [name, value] : added)
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    return environment;
}

void startCtl(
    QProcess& process, const std::vector<std::string>& arguments, const std::map<std::string, std::string>& environment)
{
    QStringList list;
    for (const std::string& argument : arguments)
        list.append(QString::fromStdString(argument));
    process.setProcessEnvironment(ctlEnvironment(environment));
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceoverctl"), list);
}

CtlAnswer answerOf(QProcess& process)
{
    CtlAnswer answer;
    const bool ended = process.waitForFinished(static_cast<int>(std::chrono::milliseconds(kCtlTime).count()));
    if (ended && process.exitStatus() == QProcess::NormalExit)
        answer.exitStatus = process.exitCode();
    answer.out = process.readAllStandardOutput().toStdString();
    answer.err = process.readAllStandardError().toStdString();
    if (process.error() == QProcess::FailedToStart)
        answer.err += process.errorString().toStdString();
    return answer;
}

} // namespace

bool waitUntil(const std::function<bool()>& condition, std::chrono::milliseconds atMost)
{
    return QTest::qWaitFor(condition, static_cast<int>(atMost.count()));
}

std::uint64_t testSeed()
{
    static const std::uint64_t seed = [] {
        const char* told
            = std::getenv("ONCEOVER_SEED"); // NOLINT(concurrency-mt-unsafe): nobody changes the environment here.
        return told != nullptr ? std::strtoull(told, nullptr, 10) : static_cast<std::uint64_t>(std::random_device{}());
    }();
    return seed;
}

CtlAnswer runCtl(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& environment)
{
    QProcess process;
    startCtl(process, arguments, environment);
    return answerOf(process);
}

std::vector<CtlAnswer> runCtlsAtOnce(const std::vector<std::vector<std::string>>& commands)
{
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const auto& command : commands)
        startCtl(*processes.emplace_back(std::make_unique<QProcess>()), command, {});
    std::vector<CtlAnswer> answers;
    for (const auto& process : processes)
        answers.push_back(answerOf(*process));
    return answers;
}

FaultRig::FaultRig(TestCluster& cluster, RigOptions options)
    : m_cluster(cluster)
    , m_problem(cluster.problem())
{
    if (m_problem.empty())
        m_problem = prepare(options);
}

std::string FaultRig::prepare(const RigOptions& options)
{
    std::string pattern = fs::temp_directory_path() / "onceover-faults-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr)
        return "cannot make a folder under " + fs::temp_directory_path().string();
    m_folder = pattern;
    m_bank = std::make_unique<BankProcess>(m_folder);
    if (std::string problem = m_bank->start(); !problem.empty())
        return problem;
    m_database = std::make_unique<TestDatabase>(m_cluster);
    if (!m_database->problem().empty())
        return m_database->problem();
    useDatabase(m_database->name());
    if (std::string problem = problemOf(m_database->runAsSuperuser(installationSql(options, m_bank->endpoint())));
        !problem.empty())
        return problem;
    return problemOf(m_database->runAsSuperuser(kFarSchedule));
}

FaultRig::~FaultRig()
{
    killAllWorkers();
    m_bank.reset();
    m_tables.reset();
    std::error_code ignored;
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
}

void FaultRig::useDatabase(const std::string& name)
{
    m_name = name;
    m_tables = std::make_unique<JudgeDatabase>(m_cluster.conninfo(sandbox::kSuperuser, name));
}

std::string FaultRig::sell(const std::string& date)
{
    return problemOf(m_cluster.server().runSql(sandbox::kSuperuser, m_name,
        "INSERT INTO onceover.sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, "
        "settle_date)\n"
        "SELECT m.bucket, k.kind, '"
            + date + "/' || m.merchant_id, m.merchant_id, k.amount, m.currency, '" + date + " 04:00Z', '" + date
            + "'\n"
              "  FROM onceover.merchant m,\n"
              "       LATERAL (VALUES ('sale', 10000 + m.merchant_id * 7919 % 5000 + extract(day FROM date '"
            + date
            + "')::bigint),\n"
              "                       ('refund', -1 - m.merchant_id % 97), ('fee', -29::bigint)) k(kind, amount);"));
}

std::string FaultRig::beginAt(const std::string& instant)
{
    m_hasBegun = true;
    const std::string offset
        = m_tables->value("SELECT (extract(epoch FROM onceover.sandbox_begin('" + instant + "')) * 1000)::bigint");
    if (offset.starts_with("error"))
        return offset;
    // Planned at 18:30 in Shanghai, every day from the beginning of practice time.
    if (!m_tables->rows("UPDATE onceover.job SET schedule = '30 18 * * *', schedule_from = onceover.clock()"))
        return m_tables->problem();
    return m_bank->moveClock(std::chrono::milliseconds(std::stoll(offset)));
}

std::string FaultRig::advanceTo(const std::string& instant)
{
    const std::string offset = m_tables->value(
        "SELECT (extract(epoch FROM onceover.sandbox_advance('" + instant + "', true)) * 1000)::bigint");
    if (offset.starts_with("error"))
        return offset;
    return m_bank->moveClock(std::chrono::milliseconds(std::stoll(offset)));
}

std::string FaultRig::startWorker(const std::string& name, std::string_view roles, const std::string& failpoint,
    const std::map<std::string, std::string>& environment)
{
    auto added = environment;
    if (!failpoint.empty())
        added["ONCEOVER_FAIL"] = failpoint;
    return launch(name, roles, conninfo(), added);
}

std::string FaultRig::startWorkerThrough(const std::string& name, const std::filesystem::path& socketFolder)
{
    return launch(name, kAllRoles, "host=" + socketFolder.string() + " port=5432 dbname=" + m_name, {});
}

std::string FaultRig::launch(const std::string& name, std::string_view roles, const std::string& dsn,
    const std::map<std::string, std::string>& environment)
{
    sandbox::ChildOptions options;
    options.command = {ONCEOVER_BIN_DIR "/onceover-worker", "--roles", std::string{roles}, "--dsn", dsn};
    options.environment.assign(environment.begin(), environment.end());
    options.output = m_folder / (name + ".log");
    options.diesWithParent = true;
    const auto started = sandbox::startChild(options);
    if (!started)
        return name + " does not start: " + started.error().detail;
    m_workers[name] = *started;
    return {};
}

void FaultRig::killWorker(const std::string& name)
{
    const auto found = m_workers.find(name);
    if (found == m_workers.end())
        return;
    (void)sandbox::signalProcess(found->second, SIGKILL);
    (void)sandbox::waitUntilGone(found->second, kStopTime);
    m_workers.erase(found);
}

void FaultRig::signalWorker(const std::string& name, int signal)
{
    if (const auto found = m_workers.find(name); found != m_workers.end())
        (void)sandbox::signalProcess(found->second, signal);
}

bool FaultRig::stopWorker(const std::string& name)
{
    signalWorker(name, SIGTERM);
    return awaitCleanEnd(name);
}

bool FaultRig::awaitCleanEnd(const std::string& name)
{
    const auto found = m_workers.find(name);
    if (found == m_workers.end())
        return false;
    siginfo_t ended{};
    const bool isGone = waitUntil(
        [&] {
            return ::waitid(P_PID, static_cast<id_t>(found->second.pid), &ended, WEXITED | WNOWAIT | WNOHANG) == 0
                && ended.si_pid != 0;
        },
        kStopTime);
    killWorker(name);
    return isGone && ended.si_code == CLD_EXITED && ended.si_status == 0;
}

bool FaultRig::isWorkerRunning(const std::string& name) const
{
    const auto found = m_workers.find(name);
    return found != m_workers.end() && sandbox::isAlive(found->second);
}

bool FaultRig::wasWorkerKilled(const std::string& name) const
{
    const auto found = m_workers.find(name);
    siginfo_t ended{};
    return found != m_workers.end()
        && ::waitid(P_PID, static_cast<id_t>(found->second.pid), &ended, WEXITED | WNOWAIT | WNOHANG) == 0
        && ended.si_pid != 0 && ended.si_code == CLD_KILLED && ended.si_status == SIGKILL;
}

bool FaultRig::isWorkerStopped(const std::string& name) const
{
    const auto found = m_workers.find(name);
    if (found == m_workers.end())
        return false;
    std::ifstream file("/proc/" + std::to_string(found->second.pid) + "/stat");
    std::string stat;
    std::getline(file, stat);
    const auto nameEnd = stat.rfind(')');
    return nameEnd != std::string::npos && nameEnd + 2 < stat.size() && stat[nameEnd + 2] == 'T';
}

void FaultRig::killAllWorkers()
{
    while (!m_workers.empty())
        killWorker(m_workers.begin()->first);
}

std::string FaultRig::logs() const
{
    std::string text;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(m_folder, ignored)) {
        if (entry.path().extension() != ".log")
            continue;
        std::ifstream file(entry.path());
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        text += "--- " + entry.path().filename().string() + '\n';
        for (std::size_t i = lines.size() > kLogLines ? lines.size() - kLogLines : 0; i < lines.size(); ++i)
            text += lines[i] + '\n';
    }
    return text;
}

std::string FaultRig::logOf(const std::string& name) const
{
    std::ifstream file(m_folder / (name + ".log"));
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> FaultRig::ctlCommand(std::string_view login, std::vector<std::string> arguments) const
{
    arguments.emplace_back("--dsn");
    arguments.push_back(conninfo(login));
    return arguments;
}

CtlAnswer FaultRig::ctl(std::string_view login, std::vector<std::string> arguments) const
{
    return runCtl(ctlCommand(login, std::move(arguments)));
}

std::string FaultRig::trigger(const std::string& date) const
{
    const CtlAnswer answer = ctl("alice", {"trigger", "settle-daily", "--biz-date", date, "--json"});
    return answer.exitStatus == 0
        ? std::string{}
        : "trigger: exit " + std::to_string(answer.exitStatus) + ": " + answer.out + answer.err;
}

bool FaultRig::isSettled(const std::string& date)
{
    return m_tables->value("SELECT b.status || ' ' || r.status FROM onceover.settlement_batch b JOIN onceover.job_run "
                           "r USING (run_id) "
                           "WHERE b.biz_date = '"
               + date + "'")
        == "COMPLETED DONE";
}

std::string FaultRig::waitUntilSettled(const std::string& date, std::chrono::milliseconds atMost)
{
    if (waitUntil([&] { return isSettled(date); }, atMost))
        return {};
    std::string problem = "not settled within " + std::to_string(atMost.count()) + " ms: ";
    const auto add = [&](const std::string& sql) {
        for (const auto& row : m_tables->rows(sql).value_or(JudgeDatabase::Rows{}))
            for (const auto& field : row)
                problem += field + ' ';
        problem += "; ";
    };
    add("SELECT 'run', status, status_reason FROM onceover.job_run WHERE biz_date = '" + date + "'");
    add("SELECT 'batch', status, status_reason FROM onceover.settlement_batch WHERE biz_date = '" + date + "'");
    add("SELECT 'operations', status, failure_class, count(*), max(left(last_error, 200)) FROM "
        "onceover.settlement_operation WHERE biz_date = '"
        + date + "' GROUP BY status, failure_class");
    add("SELECT 'messages', status, count(*), min(not_before), min(next_query_at), max(attempts), max(left(last_error, "
        "200)) "
        "FROM onceover.outbox WHERE status NOT IN ('ACCEPTED') GROUP BY status");
    add("SELECT 'letters', failure_class, count(*), max(left(last_error, 200)) FROM onceover.dead_letter WHERE status "
        "<> 'RESOLVED' GROUP BY failure_class");
    return problem + '\n' + logs();
}

std::string FaultRig::waitUntilAllBeat(const std::string& workerId, const std::string& since)
{
    const std::string silent = "SELECT count(*) FROM unnest(ARRAY['scheduler', 'settler', 'sender', 'resolver']) d "
                               "WHERE NOT EXISTS (SELECT FROM onceover.worker_heartbeat h WHERE h.worker_id = '"
        + workerId + "' AND h.duty = d AND h.beat_at > '" + since + "')";
    return waitUntil([&] { return m_tables->count(silent) == 0; }) ? std::string{} : "it does not go on\n" + logs();
}

} // namespace onceover::test
