// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/private_cluster.h"

#include "store/connection_target.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <sys/un.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace onceover::sandbox {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr int kOldestVersion = 15;
constexpr std::string_view kPort = "5432"; ///< Only a part of the socket's file name; nothing listens on TCP.
constexpr auto kStartTime = 60s;           ///< Crash recovery of a small database takes far less.
constexpr auto kStopTime = 60s;

std::string readFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string lastLines(const std::string& text, std::size_t count)
{
    const auto lines = linesOf(text);
    std::string result;
    for (std::size_t i = lines.size() > count ? lines.size() - count : 0; i < lines.size(); ++i)
        result += (result.empty() ? "" : "\n") + lines[i];
    return result;
}

/// The major version of the programs in a folder; 0 when they are not all there.
int versionOf(const fs::path& folder)
{
    for (const char* program : {"initdb", "postgres"}) {
        if (::access((folder / program).c_str(), X_OK) != 0)
            return 0;
    }
    ChildOptions options;
    options.command = {(folder / "postgres").string(), "--version"};
    const auto ended = runChild(options, {}, 10s);
    if (!ended || ended->exitStatus != 0)
        return 0;
    const auto digits = ended->output.find_first_of("0123456789");
    return digits == std::string::npos ? 0 : std::atoi(ended->output.c_str() + digits); // NOLINT(cert-err34-c): 0 is "none".
}

std::vector<fs::path> candidateFolders()
{
    std::vector<fs::path> folders;
    if (const char* told = std::getenv("ONCEOVER_PG_BINDIR"); told != nullptr && *told != '\0') // NOLINT(concurrency-mt-unsafe)
        return {fs::path(told)};
    ChildOptions options;
    options.command = {"pg_config", "--bindir"};
    if (const auto ended = runChild(options, {}, 10s); ended && ended->exitStatus == 0)
        folders.emplace_back(ended->output.substr(0, ended->output.find('\n')));
    std::vector<fs::path> usual;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored))
        usual.push_back(entry.path() / "bin");
    std::sort(usual.rbegin(), usual.rend());
    folders.insert(folders.end(), usual.begin(), usual.end());
    folders.emplace_back("/usr/local/pgsql/bin");
    return folders;
}

/// Under which account the server runs; nothing: the calling one.
Result<std::optional<Account>> serverAccount()
{
    if (::geteuid() != 0)
        return std::optional<Account>{};
    if (auto postgres = findAccount(std::string{kSuperuser}))
        return postgres;
    ChildOptions options;
    options.command = {"useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin",
                       std::string{kSuperuser}};
    const auto ended = runChild(options, {}, 30s);
    if (auto made = findAccount(std::string{kSuperuser}))
        return made;
    return fail(FailureKind::Unavailable, "PostgreSQL refuses to run as root and the system user \"postgres\" could not be made"
                                              + (ended ? ": " + ended->output : std::string{}));
}

Result<Done> writeFile(const fs::path& path, const std::string& text)
{
    std::ofstream file(path, std::ios::trunc | std::ios::binary);
    file << text;
    file.close();
    if (!file)
        return fail(FailureKind::Unavailable, "cannot write " + path.string());
    return Done{};
}

std::vector<ProcessId> childrenOf(pid_t parent)
{
    std::vector<ProcessId> children;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str()); // NOLINT(cert-err34-c): 0 is no process.
        if (pid <= 0)
            continue;
        const std::string stat = readFile(entry.path() / "stat");
        const auto nameEnd = stat.rfind(')');
        if (nameEnd == std::string::npos)
            continue;
        std::istringstream fields(stat.substr(nameEnd + 1));
        std::string state;
        pid_t parentOf = 0;
        fields >> state >> parentOf;
        if (parentOf == parent) {
            if (const auto child = identify(pid))
                children.push_back(*child);
        }
    }
    return children;
}

/// Processes that work in a folder, as every process of a server does in its data folder.
std::vector<ProcessId> processesIn(const fs::path& folder)
{
    std::vector<ProcessId> found;
    std::error_code ignored;
    const fs::path wanted = fs::canonical(folder, ignored);
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const pid_t pid = std::atoi(entry.path().filename().c_str()); // NOLINT(cert-err34-c): 0 is no process.
        std::error_code unreadable;
        if (pid > 0 && fs::read_symlink(entry.path() / "cwd", unreadable) == wanted && !unreadable) {
            if (const auto process = identify(pid))
                found.push_back(*process);
        }
    }
    return found;
}

} // namespace

PrivateCluster::PrivateCluster(ClusterOptions options)
    : m_options(std::move(options))
{
}

Result<fs::path> PrivateCluster::findPrograms()
{
    static const Result<fs::path> found = []() -> Result<fs::path> {
        for (const fs::path& folder : candidateFolders()) {
            if (versionOf(folder) >= kOldestVersion)
                return folder;
        }
        return fail(FailureKind::Unavailable, "no PostgreSQL server programs of version 15 or later were found: install the package "
                                              "\"postgresql\", or name their folder in ONCEOVER_PG_BINDIR");
    }();
    return found;
}

bool PrivateCluster::isMade() const
{
    // The mark, not PG_VERSION: initdb writes that one first, and may have been killed after it.
    return fs::exists(m_options.folder / "cluster-is-made");
}

Result<Done> PrivateCluster::checkFolder() const
{
    const auto socket = socketFolder() / (".s.PGSQL." + std::string{kPort} + ".lock");
    if (socket.string().size() >= sizeof(sockaddr_un::sun_path))
        return fail(FailureKind::Unavailable, "the folder name " + m_options.folder.string()
                                                  + " is too long for a Unix socket: choose a shorter one (ONCEOVER_SANDBOX_DIR)");
    return Done{};
}

Result<Done> PrivateCluster::prepareFolders() const
{
    const auto account = serverAccount();
    if (!account)
        return tl::unexpected(account.error());
    std::error_code error;
    fs::create_directories(m_options.folder, error);
    if (error)
        return fail(FailureKind::Unavailable, "cannot make " + m_options.folder.string() + ": " + error.message());
    // Others may pass through to the socket and see nothing else; who may log in is decided by the server.
    fs::permissions(m_options.folder, fs::perms(0711), error);
    for (const auto& [path, mode] : {std::pair{dataFolder(), 0700}, std::pair{socketFolder(), 0711}}) {
        fs::create_directory(path, error);
        fs::permissions(path, fs::perms(mode), error);
        if (error)
            return fail(FailureKind::Unavailable, "cannot make " + path.string() + ": " + error.message());
        if (*account && ::chown(path.c_str(), (*account)->uid, (*account)->gid) != 0)
            return fail(FailureKind::Unavailable, "cannot give " + path.string() + " to " + (*account)->name);
    }
    return Done{};
}

Result<Done> PrivateCluster::make()
{
    if (isMade())
        return Done{};
    const auto programs = findPrograms();
    if (!programs)
        return tl::unexpected(programs.error());
    const auto account = serverAccount();
    if (!account)
        return tl::unexpected(account.error());
    if (auto checked = checkFolder(); !checked)
        return checked;
    if (auto ended = kill(); !ended)
        return ended;
    if (auto cleared = clearAwayKilledServer(); !cleared)
        return cleared;
    std::error_code error;
    fs::remove_all(dataFolder(), error);
    if (auto prepared = prepareFolders(); !prepared)
        return prepared;

    ChildOptions options;
    options.account = *account;
    options.command = {(*programs / "initdb").string(), "--pgdata", dataFolder().string(), "--username", std::string{kSuperuser},
                       "--auth", "peer", "--encoding", "UTF8", "--locale", "C.UTF-8", "--data-checksums", "--no-instructions"};
    if (!m_options.syncsAfterMaking)
        options.command.emplace_back("--no-sync");
    const auto ended = runChild(options, {}, 120s);
    if (!ended)
        return tl::unexpected(ended.error());
    if (ended->exitStatus != 0)
        return fail(FailureKind::Unavailable, "initdb failed: " + lastLines(ended->output, 5));
    return writeFile(m_options.folder / "cluster-is-made", "");
}

Result<Done> PrivateCluster::writeConfiguration() const
{
    // Written at each start, so that a newer program brings its settings (and its logins) to an older folder.
    std::ostringstream settings;
    settings << "# Written by Onceover at each start.\n"
             << "listen_addresses = ''\nport = " << kPort << "\nunix_socket_directories = '" << socketFolder().string() << "'\n"
             << "fsync = on\nsynchronous_commit = on\nfull_page_writes = on\nwal_level = replica\nmax_wal_senders = 0\n"
             // So that evidence says of each row when it was committed (R108).
             << "track_commit_timestamp = on\n"
             // In the data folder rather than in /dev/shm, which may be small or closed and keeps what a kill leaves behind.
             << "dynamic_shared_memory_type = mmap\n"
             << "max_connections = 120\nshared_buffers = 128MB\ntimezone = 'UTC'\nlog_timezone = 'UTC'\njit = off\n"
             << "log_min_error_statement = error\nlog_line_prefix = '%m [%p] %u@%d '\nlogging_collector = off\n";
    std::set<std::string> accounts{"root", std::string{kSuperuser}, callingAccount().name};
    std::ostringstream map;
    map << "# Written by Onceover at each start. MAPNAME ACCOUNT LOGIN\n";
    for (const std::string& account : accounts) {
        map << "onceover " << account << ' ' << kSuperuser << '\n';
        for (const std::string& login : m_options.logins)
            map << "onceover " << account << ' ' << login << '\n';
    }
    const auto data = dataFolder();
    for (const auto& [name, text] : {std::pair{"postgresql.conf", settings.str()}, std::pair{"pg_ident.conf", map.str()},
                                     std::pair{"pg_hba.conf", std::string{"local all all peer map=onceover\n"}}}) {
        if (auto written = writeFile(data / name, text); !written)
            return written;
    }
    return Done{};
}

std::optional<ProcessId> PrivateCluster::server() const
{
    const auto lines = linesOf(readFile(dataFolder() / "postmaster.pid"));
    if (lines.empty())
        return std::nullopt;
    const auto process = identify(std::atoi(lines.front().c_str())); // NOLINT(cert-err34-c): 0 is no process.
    if (!process)
        return std::nullopt;
    // A server that was killed leaves its file, and its number may belong to anybody by now.
    const std::string command = readFile("/proc/" + std::to_string(process->pid) + "/cmdline");
    return command.find(dataFolder().string() + '\0') != std::string::npos ? process : std::nullopt;
}

Result<Done> PrivateCluster::clearAwayKilledServer() const
{
    // Processes of a killed server see that it is gone and end; until then they use its memory and its files.
    const auto deadline = steady_clock::now() + kStopTime;
    for (const ProcessId& orphan : processesIn(dataFolder())) {
        if (!waitUntilGone(orphan, std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now())))
            return fail(FailureKind::Unavailable, "a process of a killed PostgreSQL (pid " + std::to_string(orphan.pid) + ") does not end");
    }
    // PostgreSQL takes a number in its lock files for a living server when any process has it, a zombie included.
    std::error_code ignored;
    fs::remove(dataFolder() / "postmaster.pid", ignored);
    fs::remove(socketFolder() / (".s.PGSQL." + std::string{kPort} + ".lock"), ignored);
    return Done{};
}

Result<Done> PrivateCluster::waitUntilReady(const ProcessId& process) const
{
    const auto deadline = steady_clock::now() + kStartTime;
    while (steady_clock::now() < deadline) {
        const auto lines = linesOf(readFile(dataFolder() / "postmaster.pid"));
        constexpr std::size_t kStatusLine = 7;
        if (lines.size() > kStatusLine && lines.front() == std::to_string(process.pid)
            && lines[kStatusLine].starts_with("ready"))
            return Done{};
        // The file has no event that tells more than looking does; it is ready within a tenth of a second or so.
        if (waitUntilGone(process, 5ms))
            return fail(FailureKind::Unavailable, "PostgreSQL did not start; the end of " + logFile().string() + ":\n"
                                                      + lastLines(readFile(logFile()), 8));
    }
    return fail(FailureKind::Unavailable, "PostgreSQL did not become ready within a minute; see " + logFile().string());
}

Result<Done> PrivateCluster::start()
{
    if (const auto running = server())
        return waitUntilReady(*running);
    const auto programs = findPrograms();
    if (!programs)
        return tl::unexpected(programs.error());
    const auto account = serverAccount();
    if (!account)
        return tl::unexpected(account.error());
    if (auto prepared = prepareFolders(); !prepared)
        return prepared;
    if (auto cleared = clearAwayKilledServer(); !cleared)
        return cleared;
    if (auto written = writeConfiguration(); !written)
        return written;

    ChildOptions options;
    options.account = *account;
    options.command = {(*programs / "postgres").string(), "-D", dataFolder().string()};
    options.output = logFile();
    options.diesWithParent = m_options.endsWithThisProgram;
    const auto process = startChild(options);
    if (!process)
        return tl::unexpected(process.error());
    return waitUntilReady(*process);
}

Result<Done> PrivateCluster::stop()
{
    const auto running = server();
    if (!running)
        return Done{};
    (void)signalProcess(*running, SIGINT);
    if (!waitUntilGone(*running, kStopTime))
        return fail(FailureKind::Unavailable, "PostgreSQL (pid " + std::to_string(running->pid) + ") does not stop");
    return Done{};
}

Result<Done> PrivateCluster::kill()
{
    const auto running = server();
    if (!running)
        return Done{};
    // Stopped first, so that it cannot start another process while we count them.
    (void)signalProcess(*running, SIGSTOP);
    const auto children = childrenOf(running->pid);
    (void)signalProcess(*running, SIGKILL);
    for (const ProcessId& child : children)
        (void)signalProcess(child, SIGKILL);
    bool allGone = waitUntilGone(*running, kStopTime);
    for (const ProcessId& child : children)
        allGone = waitUntilGone(child, kStopTime) && allGone;
    if (!allGone)
        return fail(FailureKind::Unavailable, "PostgreSQL (pid " + std::to_string(running->pid) + ") cannot be killed");
    return Done{};
}

std::string PrivateCluster::conninfo(std::string_view login, std::string_view database) const
{
    const std::string folder = socketFolder().string();
    // Quoted only where it must be: people copy the plain form into a shell.
    std::string text = folder.find_first_of(" \t'\\") == std::string::npos ? "host=" + folder : store::conninfoWord("host", folder);
    text += " port=" + std::string{kPort} + " dbname=" + std::string{database};
    if (!login.empty())
        text += " user=" + std::string{login};
    return text;
}

Result<std::string> PrivateCluster::runSql(std::string_view login, std::string_view database, std::string_view sql) const
{
    const auto programs = findPrograms();
    if (!programs)
        return tl::unexpected(programs.error());
    ChildOptions options;
    options.command = {(*programs / "psql").string(), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
                       "--set", "ON_ERROR_STOP=1", "--dbname", conninfo(login, database), "--file", "-"};
    options.environment = {{"PGOPTIONS", "-c client_min_messages=warning"}};
    auto ended = runChild(options, sql, 300s);
    if (!ended)
        return tl::unexpected(ended.error());
    if (ended->exitStatus != 0)
        return fail(FailureKind::DataRejected, lastLines(ended->output, 12), "psql");
    while (!ended->output.empty() && ended->output.back() == '\n')
        ended->output.pop_back();
    return ended->output;
}

} // namespace onceover::sandbox
