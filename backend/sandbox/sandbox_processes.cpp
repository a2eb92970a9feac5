// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/sandbox_processes.h"

#include "channel/practice_control.h"
#include "sandbox/provisioning.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <netinet/in.h>
#include <random>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace onceover::sandbox {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::array kBanks{kBankProcess, kGiroProcess};
constexpr std::string_view kWorkerRoles = "scheduler,settler,sender,resolver,janitor";
constexpr std::string_view kFirstWorkerRoles
    = "scheduler,settler,sender,resolver,callback,reconciler,replayer,janitor"; ///< One listens, looks, tells, and
                                                                                ///< executes decisions.
constexpr const char* kSecretFile = "webhook-secret";
constexpr const char* kCallbackSecretsFile = "callback-secrets"; ///< `channel secret`, as the worker reads it.
constexpr std::string_view kCallbackDoor = "callback";
constexpr const char* kAnchorKeyFile = "anchor-key.pem"; ///< The first worker signs the audit chains' heads.
constexpr const char* kAnchorFile = "anchors.jsonl";
constexpr auto kWorkerPatience = 30s;
constexpr auto kBankPatience = 10s;
constexpr auto kBankStartTime = 10s;
constexpr auto kKeyTime = 30s;
constexpr auto kDoorTime = 30s; ///< Until a worker that was just started listens.

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
    const bool taken
        = ::bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 && errno == EADDRINUSE;
    ::close(probe);
    return taken;
}

/// What signs practice webhooks or callbacks, after `before`: bank and workers know it, nobody else may.
bool writeSecret(const fs::path& path, std::string_view before)
{
    std::random_device random;
    std::string secret{before};
    for (int word = 0; word < 4; ++word) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        for (unsigned bits = random(), digit = 0; digit < 8; ++digit, bits >>= 4U)
            secret += kDigits[bits & 15U];
    }
    const int written = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (written < 0)
        return false;
    secret += '\n';
    const bool isWhole = ::write(written, secret.data(), secret.size()) == static_cast<ssize_t>(secret.size());
    return ::close(written) == 0 && isWhole;
}

std::string bookName(std::string_view bank)
{
    return std::string{bank} + "-book.jsonl";
}

std::string portFileName(std::string_view who)
{
    return std::string{who} + "-port";
}

} // namespace

std::string workerProcess(int number)
{
    return "worker-" + std::to_string(number);
}

SandboxProcesses::SandboxProcesses(fs::path folder, fs::path programs, std::string conninfo)
    : m_folder(std::move(folder))
    , m_programs(std::move(programs))
    , m_conninfo(std::move(conninfo))
    , m_supervisor(m_folder / "processes")
{
}

bool SandboxProcesses::hasBook(const fs::path& folder)
{
    return fs::exists(folder / bookName(kBankProcess));
}

int SandboxProcesses::port(std::string_view who) const
{
    std::ifstream file(m_folder / portFileName(who));
    int number = 0;
    file >> number;
    return number;
}

std::string SandboxProcesses::endpoint(std::string_view bank) const
{
    const int number = port(bank);
    return number == 0 ? std::string{} : "http://127.0.0.1:" + std::to_string(number);
}

std::string SandboxProcesses::callbackAddress() const
{
    const std::string door = endpoint(kCallbackDoor);
    return door.empty() ? door : door + "/v1/callbacks/" + std::string{kChannel};
}

std::vector<std::string> SandboxProcesses::endpoints() const
{
    std::vector<std::string> found;
    for (const std::string_view bank : kBanks) {
        if (std::string where = endpoint(bank); !where.empty())
            found.push_back(std::move(where));
    }
    return found;
}

std::string SandboxProcesses::endOfLog(const std::string& process) const
{
    return lastLine(file(process + ".log"));
}

Result<Done> SandboxProcesses::startBank(std::string_view bank, milliseconds offset)
{
    const std::string name{bank};
    if (m_supervisor.running(name))
        return Done{};
    const int number = port(bank);
    if (number != 0 && portIsTaken(number))
        return fail(FailureKind::Unavailable,
            "port " + std::to_string(number)
                + ", where the practice bank of this sandbox listens, is taken by "
                  "another program: end that one, or make a new sandbox (reset)");
    ChildOptions options;
    options.command = {(m_programs / "onceover-bank").string(), "--book", file(bookName(bank)).string(), "--port",
        std::to_string(number), "--port-file", file(portFileName(bank)).string(), "--webhook-secret-file",
        file(kSecretFile).string(), "--clock-offset-ms=" + std::to_string(offset.count())};
    options.output = file(name + ".log");
    const auto process = m_supervisor.start(name, options);
    if (!process)
        return tl::unexpected(process.error());
    // The first start learns its port from the file, which appears whole once the bank listens.
    const auto deadline = std::chrono::steady_clock::now() + kBankStartTime;
    while (port(bank) == 0 && std::chrono::steady_clock::now() < deadline && !waitUntilGone(*process, 5ms)) { }
    if (port(bank) == 0 || !isAlive(*process))
        return fail(FailureKind::Unavailable, "the practice bank did not start: " + endOfLog(name));
    if (auto healthy
        = channel::waitUntilHealthy(endpoint(bank), std::chrono::duration_cast<milliseconds>(kBankStartTime));
        !healthy)
        return healthy;
    return bank == kBankProcess && port(kCallbackDoor) != 0 ? letBankCallBack() : Result<Done>{Done{}};
}

Result<Done> SandboxProcesses::letBankCallBack()
{
    const auto deadline = std::chrono::steady_clock::now() + kDoorTime;
    while (port(kCallbackDoor) == 0) {
        const auto living = m_supervisor.allRunning();
        const auto listener = living.find(workerProcess(1));
        if (listener == living.end() || std::chrono::steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable,
                workerProcess(1) + " takes no callbacks; the end of its log: " + endOfLog(workerProcess(1)));
        (void)waitUntilGone(listener->second, 5ms); // Or until the file is there.
    }
    std::ifstream secrets(file(kCallbackSecretsFile));
    std::string channelId;
    std::string secret;
    if (!(secrets >> channelId >> secret))
        return fail(FailureKind::Unavailable, "cannot read " + file(kCallbackSecretsFile).string());
    return channel::setCallbacks(endpoint(kBankProcess), callbackAddress(), secret, "once");
}

Result<Done> SandboxProcesses::startBanks(milliseconds offset)
{
    if (!fs::exists(file(kSecretFile)) && !writeSecret(file(kSecretFile), {}))
        return fail(FailureKind::Unavailable, "cannot write " + file(kSecretFile).string());
    for (const std::string_view bank : kBanks) {
        if (auto started = startBank(bank, offset); !started)
            return started;
    }
    return Done{};
}

Result<Done> SandboxProcesses::startWorker(int number)
{
    ChildOptions options;
    options.command = {(m_programs / "onceover-worker").string(), "--roles",
        std::string{number == 1 ? kFirstWorkerRoles : kWorkerRoles}, "--metrics", "off", "--dsn", m_conninfo};
    options.environment = {{"ONCEOVER_WEBHOOK_SECRET_FILE", file(kSecretFile).string()},
        {"ONCEOVER_WORKER_TMP", file("worker-tmp").string()}};
    options.output = file(workerProcess(number) + ".log");
    if (number > 1)
        return m_supervisor.start(workerProcess(number), options).map([](const ProcessId&) { return Done{}; });
    return startFirstWorker(std::move(options));
}

Result<Done> SandboxProcesses::startFirstWorker(ChildOptions options)
{
    if (m_supervisor.running(workerProcess(1)))
        return Done{};
    if (auto made = makeAnchorKey(); !made)
        return made;
    if (!fs::exists(file(kCallbackSecretsFile))
        && !writeSecret(file(kCallbackSecretsFile), std::string{kChannel} + " "))
        return fail(FailureKind::Unavailable, "cannot write " + file(kCallbackSecretsFile).string());
    // The port that it had, for the bank knows it; unlike a bank's it is in no row, so that another one does as well.
    const int known = port(kCallbackDoor);
    const bool moves = known != 0 && portIsTaken(known);
    std::error_code ignored;
    if (moves)
        fs::remove(file(portFileName(kCallbackDoor)), ignored);
    options.command.insert(options.command.end(),
        {"--anchor-key", file(kAnchorKeyFile).string(), "--anchor-file", file(kAnchorFile).string(),
            "--callback-secrets", file(kCallbackSecretsFile).string(), "--callback-address",
            "127.0.0.1:" + std::to_string(moves ? 0 : known), "--callback-port-file",
            file(portFileName(kCallbackDoor)).string()});
    if (const auto started = m_supervisor.start(workerProcess(1), options); !started)
        return tl::unexpected(started.error());
    return moves ? letBankCallBack() : Result<Done>{Done{}};
}

Result<Done> SandboxProcesses::makeAnchorKey()
{
    if (fs::exists(file(kAnchorKeyFile)))
        return Done{};
    ChildOptions options;
    options.command = {(m_programs / "onceoverctl").string(), "key", "init", file(kAnchorKeyFile).string()};
    const auto made = runChild(options, {}, kKeyTime);
    if (!made)
        return tl::unexpected{made.error()};
    if (made->exitStatus != 0)
        return fail(FailureKind::Broken, "onceoverctl key init made no key: " + made->output);
    return Done{};
}

Result<Done> SandboxProcesses::startWorkers(int count)
{
    for (int number = 1; number <= count; ++number) {
        if (auto started = startWorker(number); !started)
            return started;
    }
    return Done{};
}

Result<Done> SandboxProcesses::startKeeper()
{
    ChildOptions options;
    options.command = {(m_programs / "onceoverctl").string(), "sandbox", "live"};
    options.environment = {{"ONCEOVER_SANDBOX_DIR", m_folder.string()}};
    options.output = file(std::string{kKeeperProcess} + ".log");
    return m_supervisor.start(std::string{kKeeperProcess}, options).map([](const ProcessId&) { return Done{}; });
}

Result<Done> SandboxProcesses::stopAll()
{
    if (auto stopped = m_supervisor.stop(std::string{kKeeperProcess}, kWorkerPatience); !stopped)
        return stopped;
    std::vector<std::string> banks;
    for (const auto& [name, process] : m_supervisor.allRunning()) {
        if (name == kBankProcess || name == kGiroProcess) {
            banks.push_back(name);
            continue;
        }
        if (auto stopped = m_supervisor.stop(name, kWorkerPatience); !stopped)
            return stopped;
    }
    for (const std::string& bank : banks) {
        if (auto stopped = m_supervisor.stop(bank, kBankPatience); !stopped)
            return stopped;
    }
    return Done{};
}

std::string SandboxProcesses::trouble(int workers) const
{
    const auto living = m_supervisor.allRunning();
    for (int number = 1; number <= workers; ++number) {
        if (!living.contains(workerProcess(number)))
            return workerProcess(number) + " is not running; the end of its log: " + endOfLog(workerProcess(number));
    }
    for (const std::string_view bank : kBanks) {
        if (!living.contains(std::string{bank}))
            return "the practice bank (" + std::string{bank}
            + ") is not running; the end of its log: " + endOfLog(std::string{bank});
    }
    return {};
}

ProcessKeeper SandboxProcesses::keeper(
    int workers, std::function<milliseconds()> offset, std::function<void(std::string_view)> say)
{
    std::vector<KeptProcess> kept;
    for (const std::string_view bank : kBanks)
        kept.push_back({std::string{bank}, [this, bank, offset] { return startBank(bank, offset()); }});
    for (int number = 1; number <= workers; ++number)
        kept.push_back({workerProcess(number), [this, number] { return startWorker(number); }});
    return {m_supervisor, std::move(kept), RestartRules{}, std::move(say)};
}

} // namespace onceover::sandbox
