// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/sandbox.h"

#include "channel/practice_control.h"
#include "sandbox/folder_lock.h"
#include "sandbox/logins.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

#include <arpa/inet.h>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <system_error>
#include <type_traits>
#include <unistd.h>

namespace onceover::sandbox {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The folder's files, besides those of the cluster.
constexpr std::string_view kMadeMark = "sandbox-is-made";
constexpr std::string_view kConninfoFile = "conninfo";
constexpr std::string_view kBankPortFile = "bank-port";
constexpr std::string_view kBankBook = "bank-book.jsonl";
constexpr std::string_view kSeedFile = "seed";
constexpr std::string_view kWorkerRoles = "scheduler,settler,sender,resolver,janitor";
constexpr auto kWorkerPatience = 30s;
constexpr auto kBankPatience = 10s;
constexpr auto kBankStartTime = 10s;
constexpr auto kLockTime = 180s;
constexpr unsigned long long kSpaceBytesMin = 2ULL << 30U;

std::string firstLine(const fs::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

Result<Done> writeWhole(const fs::path& path, std::string_view text)
{
    const fs::path draft = path.string() + ".new";
    std::ofstream file(draft, std::ios::trunc);
    file << text << '\n';
    file.close();
    std::error_code error;
    if (file)
        fs::rename(draft, path, error);
    if (!file || error)
        return fail(FailureKind::Unavailable, "cannot write " + path.string());
    return Done{};
}

std::string lastLine(const fs::path& path)
{
    std::ifstream file(path);
    std::string last;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty())
            last = line;
    }
    return last;
}

/// Does another program listen on this loopback port?
bool portIsTaken(int port)
{
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes); // As the bank does: a recent end is no obstacle.
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool taken = ::bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 && errno == EADDRINUSE;
    ::close(probe);
    return taken;
}

std::string workerName(int number)
{
    return "worker-" + std::to_string(number);
}

/// Does the work while no other program makes, fills or stops this sandbox. Failures of our own carry a sentence for
/// people; their mark tells callers so.
template <typename Work>
std::invoke_result_t<Work> underLock(const fs::path& folder, Work work)
{
    using Outcome = std::invoke_result_t<Work>;
    const auto lock = FolderLock::take(folder, kLockTime);
    Outcome outcome = lock ? work() : Outcome(tl::unexpected(lock.error()));
    if (!outcome && outcome.error().statement.empty())
        outcome.error().statement = kSandboxFailure;
    return outcome;
}

/// Does the work with a superuser's connection to the sandbox's database.
template <typename Work>
std::invoke_result_t<Work, store::Connection&> asSuperuser(const PrivateCluster& cluster, Work work)
{
    store::Connection superuser({.conninfo = cluster.conninfo(kSuperuser, kDatabase), .program = "onceoverctl", .duty = "sandbox"});
    if (auto connected = superuser.connect(); !connected)
        return tl::unexpected(connected.error());
    return work(superuser);
}

ClusterOptions clusterOptions(const fs::path& folder)
{
    return {.folder = folder, .logins = practiceLoginNames()};
}

} // namespace

Sandbox::Sandbox(SandboxOptions options)
    : m_options(std::move(options))
    , m_cluster(clusterOptions(m_options.folder))
    , m_processes(m_options.folder / "processes")
{
    if (m_options.programs.empty()) {
        std::error_code ignored;
        m_options.programs = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    }
}

void Sandbox::say(std::string_view sentence) const
{
    if (m_options.say)
        m_options.say(sentence);
}

bool Sandbox::isMade() const
{
    return fs::exists(file(kMadeMark));
}

fs::path Sandbox::program(std::string_view name) const
{
    return m_options.programs / name;
}

int Sandbox::bankPort() const
{
    return std::atoi(firstLine(file(kBankPortFile)).c_str()); // NOLINT(cert-err34-c): 0 is "none".
}

std::string Sandbox::bankEndpoint() const
{
    return bankPort() == 0 ? std::string{} : "http://127.0.0.1:" + std::to_string(bankPort());
}

std::uint64_t Sandbox::seed() const
{
    const std::string text = firstLine(file(kSeedFile));
    return text.empty() ? m_options.seed : std::strtoull(text.c_str(), nullptr, 10);
}

Result<Done> Sandbox::checkSpace() const
{
    struct statvfs space{};
    fs::path existing = m_options.folder;
    while (!fs::exists(existing) && existing.has_parent_path() && existing != existing.parent_path())
        existing = existing.parent_path();
    if (::statvfs(existing.c_str(), &space) == 0 && static_cast<unsigned long long>(space.f_bavail) * space.f_frsize < kSpaceBytesMin)
        return fail(FailureKind::Unavailable, "less than 2 GB are free under " + existing.string()
                                                  + ": free some, or choose another place by ONCEOVER_SANDBOX_DIR");
    return Done{};
}

Result<milliseconds> Sandbox::readOffset() const
{
    return asSuperuser(m_cluster, [](store::Connection& superuser) -> Result<milliseconds> {
        auto rows = superuser.run("ReadSandboxClock");
        if (!rows)
            return tl::unexpected(rows.error());
        return rows->readOne([](const store::Row& row) { return row.millis("offset_ms"); });
    });
}

Result<Done> Sandbox::startBank(milliseconds offset)
{
    if (m_processes.running("bank"))
        return Done{};
    const int port = bankPort();
    if (port != 0 && portIsTaken(port))
        return fail(FailureKind::Unavailable, "port " + std::to_string(port) + ", where the practice bank of this sandbox listens, is taken by "
                                                  "another program: end that one, or make a new sandbox (reset)");
    ChildOptions options;
    options.command = {program("onceover-bank").string(), "--book", file(kBankBook).string(), "--port", std::to_string(port),
                       "--port-file", file(kBankPortFile).string(), "--clock-offset-ms=" + std::to_string(offset.count())};
    options.output = file("bank.log");
    const auto bank = m_processes.start("bank", options);
    if (!bank)
        return tl::unexpected(bank.error());
    // The first start learns its port from the file, which appears whole once the bank listens.
    const auto deadline = std::chrono::steady_clock::now() + kBankStartTime;
    while (bankPort() == 0 && std::chrono::steady_clock::now() < deadline && !waitUntilGone(*bank, 5ms)) {
    }
    if (bankPort() == 0 || !isAlive(*bank))
        return fail(FailureKind::Unavailable, "the practice bank did not start: " + lastLine(file("bank.log")));
    return channel::waitUntilHealthy(bankEndpoint(), std::chrono::duration_cast<milliseconds>(kBankStartTime));
}

Result<Done> Sandbox::startWorkers()
{
    for (int number = 1; number <= m_options.workers; ++number) {
        ChildOptions options;
        options.command = {program("onceover-worker").string(), "--roles", std::string{kWorkerRoles}, "--dsn",
                           m_cluster.conninfo({}, kDatabase)};
        options.output = file(workerName(number) + ".log");
        if (auto started = m_processes.start(workerName(number), options); !started)
            return tl::unexpected(started.error());
    }
    return Done{};
}

std::string Sandbox::engineTrouble() const
{
    for (int number = 1; number <= m_options.workers; ++number) {
        if (!m_processes.running(workerName(number)))
            return workerName(number) + " is not running; the end of its log: " + lastLine(file(workerName(number) + ".log"));
    }
    return m_processes.running("bank") ? std::string{} : "the practice bank is not running; the end of its log: " + lastLine(file("bank.log"));
}

Result<Done> Sandbox::removeData()
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(m_options.folder, error)) {
        if (entry.path().filename() != FolderLock::kFile)
            fs::remove_all(entry.path(), error);
        if (error)
            return fail(FailureKind::Unavailable, "cannot remove " + entry.path().string() + ": " + error.message());
    }
    return Done{};
}

Result<Done> Sandbox::finishMaking()
{
    if (auto written = writeWhole(file(kSeedFile), std::to_string(m_options.seed)); !written)
        return written;
    ProvisionSettings settings;
    settings.bankEndpoint = bankEndpoint();
    settings.appVersion = m_options.appVersion;
    settings.daysBack = m_options.daysBack;
    if (auto made = provision(m_cluster, settings, PracticeBusiness(seed()), m_options.say); !made)
        return made;
    return writeWhole(file(kMadeMark), m_options.appVersion);
}

Result<StartReport> Sandbox::startLocked()
{
    StartReport report;
    if (!isMade() && (fs::exists(file("data")) || fs::exists(file(kBankBook)))) {
        say("a sandbox that was not finished is removed and made again");
        if (auto stopped = stopLocked(); !stopped)
            return tl::unexpected(stopped.error());
        if (auto removed = removeData(); !removed)
            return tl::unexpected(removed.error());
    }
    report.made = !isMade();
    report.attached = isMade() && m_cluster.server() && engineTrouble().empty() && fs::exists(file(kConninfoFile));
    if (report.made) {
        if (auto enough = checkSpace(); !enough)
            return tl::unexpected(enough.error());
        say("private PostgreSQL: new cluster in " + m_options.folder.string());
        if (auto made = m_cluster.make(); !made)
            return tl::unexpected(made.error());
    }
    if (auto started = m_cluster.start(); !started)
        return tl::unexpected(started.error());

    milliseconds offset = -std::chrono::hours{24} * m_options.daysBack;
    if (!report.made) {
        const auto read = readOffset();
        if (!read)
            return tl::unexpected(read.error());
        offset = *read;
    }
    if (auto started = startBank(offset); !started)
        return tl::unexpected(started.error());
    if (report.made) {
        if (auto made = finishMaking(); !made)
            return tl::unexpected(made.error());
    }
    report.needsFill = offset < 0ms;
    if (!report.attached && !report.needsFill) {
        const auto added = asSuperuser(
            m_cluster, [this](store::Connection& superuser) { return catchUpSales(superuser, PracticeBusiness(seed())); });
        if (!added)
            return tl::unexpected(added.error());
        report.newSales = *added;
    }
    if (auto started = startWorkers(); !started)
        return tl::unexpected(started.error());
    if (auto written = writeWhole(file(kConninfoFile), m_cluster.conninfo({}, kDatabase)); !written)
        return tl::unexpected(written.error());
    return report;
}

Result<StartReport> Sandbox::start()
{
    return underLock(m_options.folder, [this] { return startLocked(); });
}

Result<FillReport> Sandbox::fill(std::function<void(const FillDay&)> onDay)
{
    return underLock(m_options.folder, [this, &onDay] {
        return asSuperuser(m_cluster, [this, &onDay](store::Connection& superuser) {
            const PracticeBusiness business(seed());
            return sandbox::fill({superuser, business, bankEndpoint(), std::move(onDay), [this] { return engineTrouble(); }});
        });
    });
}

Result<milliseconds> Sandbox::advance(Timestamp to, bool through)
{
    return underLock(m_options.folder, [this, to, through] {
        return asSuperuser(m_cluster, [this, to, through](store::Connection& superuser) {
            return advanceClock(superuser, bankEndpoint(), to, through);
        });
    });
}

Result<Done> Sandbox::stopLocked()
{
    for (const auto& [name, process] : m_processes.allRunning()) {
        if (name == "bank")
            continue; // After the workers, so that none of their payouts is left unanswered.
        if (auto stopped = m_processes.stop(name, kWorkerPatience); !stopped)
            return stopped;
    }
    if (auto stopped = m_processes.stop("bank", kBankPatience); !stopped)
        return stopped;
    std::error_code ignored;
    fs::remove(file(kConninfoFile), ignored);
    return m_cluster.stop();
}

Result<Done> Sandbox::stop()
{
    if (!fs::exists(m_options.folder))
        return Done{};
    return underLock(m_options.folder, [this] { return stopLocked(); });
}

Result<Done> Sandbox::reset()
{
    if (!fs::exists(m_options.folder))
        return Done{};
    return underLock(m_options.folder, [this]() -> Result<Done> {
        if (auto stopped = stopLocked(); !stopped)
            return stopped;
        return removeData();
    });
}

SandboxStatus Sandbox::status() const
{
    SandboxStatus status;
    status.folder = m_options.folder;
    status.socketFolder = m_cluster.socketFolder();
    status.made = isMade();
    const auto server = m_cluster.server();
    status.running = server && fs::exists(file(kConninfoFile));
    status.database = kDatabase;
    status.bankEndpoint = bankEndpoint();
    if (server)
        status.processes.push_back({"postgres", server->pid});
    for (const auto& [name, process] : m_processes.allRunning())
        status.processes.push_back({name, process.pid});
    for (const PracticeLogin& entry : practiceLogins()) {
        constexpr std::string_view kProcessPrefix = "svc_";
        const bool isProcess = entry.login.starts_with(kProcessPrefix);
        status.logins.emplace_back(isProcess ? entry.login.substr(kProcessPrefix.size()) : entry.login,
                                   m_cluster.conninfo(entry.login, kDatabase));
    }
    status.logins.emplace_back("superuser", m_cluster.conninfo(kSuperuser, kDatabase));
    return status;
}

} // namespace onceover::sandbox
