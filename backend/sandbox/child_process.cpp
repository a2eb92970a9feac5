// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <deque>
#include <fstream>
#include <grp.h>
#include <iterator>
#include <poll.h>
#include <pwd.h>
#include <sstream>
#include <string_view>
#include <system_error>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace onceover::sandbox {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kOutputBytesMax = 64 * 1024;

std::string errorText(int number)
{
    return std::generic_category().message(number);
}

/// A file descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int number = -1)
        : m_number(number)
    {
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return m_number; }
    void reset(int number)
    {
        close();
        m_number = number;
    }
    void close()
    {
        if (m_number >= 0)
            ::close(m_number);
        m_number = -1;
    }

private:
    int m_number;
};

Result<Done> makePipe(Descriptor& readEnd, Descriptor& writeEnd)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail(FailureKind::Unavailable, "no pipe: " + errorText(errno));
    readEnd.reset(ends[0]);
    writeEnd.reset(ends[1]);
    return Done{};
}

/// The program's full path, as a shell would find it; the text itself when it has a slash or is not found.
std::string findProgram(const std::string& program)
{
    if (program.find('/') != std::string::npos)
        return program;
    const char* path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody changes the environment here.
    std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string candidate = folder + "/" + program;
        if (::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return program;
}

/// Everything that the child needs, made before the fork: between fork and exec only async-signal-safe calls are allowed.
struct Prepared {
    std::string program;
    std::vector<std::string> environment;
    std::vector<char*> argumentPointers;
    std::vector<char*> environmentPointers;
    std::string workingFolder;
    std::vector<gid_t> groups;
};

Prepared prepare(const ChildOptions& options)
{
    Prepared prepared;
    prepared.program = findProgram(options.command.front());
    for (const std::string& argument : options.command)
        prepared.argumentPointers.push_back(const_cast<char*>(argument.c_str()));
    prepared.argumentPointers.push_back(nullptr);

    auto added = options.environment;
    if (options.account) {
        added.emplace_back("HOME", options.account->home);
        added.emplace_back("USER", options.account->name);
        added.emplace_back("LOGNAME", options.account->name);
    }
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text{*entry};
        const auto isReplaced = [text](const auto& pair) {
            return text.size() > pair.first.size() && text.starts_with(pair.first) && text[pair.first.size()] == '=';
        };
        if (std::none_of(added.begin(), added.end(), isReplaced))
            prepared.environment.emplace_back(text);
    }
    for (const auto& [name, value] : added)
        prepared.environment.push_back(name + "=" + value);
    for (const std::string& entry : prepared.environment)
        prepared.environmentPointers.push_back(const_cast<char*>(entry.c_str()));
    prepared.environmentPointers.push_back(nullptr);

    prepared.workingFolder = options.workingFolder.empty() ? "/" : options.workingFolder.string();
    if (options.account) {
        int count = 64;
        prepared.groups.resize(static_cast<std::size_t>(count));
        if (::getgrouplist(options.account->name.c_str(), options.account->gid, prepared.groups.data(), &count) < 0)
            count = 64;
        prepared.groups.resize(static_cast<std::size_t>(count));
    }
    return prepared;
}

/// What ties the child to its parent.
struct ChildEnds {
    pid_t parent = 0;
    int input = -1;
    int output = -1; ///< -1: inherited.
    int report = -1; ///< An error number goes here when the program cannot be started.
    int deathSignal = 0;
};

/// Runs in the child; tells the parent the error through `report`, which exec closes.
[[noreturn]] void becomeProgram(const ChildOptions& options, const Prepared& prepared, const ChildEnds& ends)
{
    const auto& [parent, input, output, report, deathSignal] = ends;
    const auto giveUp = [report = ends.report] {
        const int number = errno;
        [[maybe_unused]] const ssize_t written = ::write(report, &number, sizeof number);
        ::_exit(127);
    };
    ::setsid();
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGUSR1, SIGUSR2})
        ::signal(signal, SIG_DFL);
    if (options.account) {
        if (::setgroups(prepared.groups.size(), prepared.groups.data()) != 0 || ::setgid(options.account->gid) != 0
            || ::setuid(options.account->uid) != 0)
            giveUp();
    }
    if (deathSignal != 0) {
        // After the change of account, which would clear it. The parent may have ended before this line.
        ::prctl(PR_SET_PDEATHSIG, deathSignal);
        if (::getppid() != parent)
            ::_exit(127);
    }
    if (::dup2(input, STDIN_FILENO) < 0)
        giveUp();
    if (output >= 0 && (::dup2(output, STDOUT_FILENO) < 0 || ::dup2(output, STDERR_FILENO) < 0))
        giveUp();
    if (::chdir(prepared.workingFolder.c_str()) != 0)
        giveUp();
    // Descriptors that a library opened without close-on-exec would keep files and sockets of ours open for ever.
    ::syscall(SYS_close_range, 3U, ~0U, 1U << 2U);
    ::execve(prepared.program.c_str(), prepared.argumentPointers.data(), prepared.environmentPointers.data());
    giveUp();
    ::_exit(127);
}

/// `deathSignal`: what the child gets when the thread that started it ends; 0: nothing.
Result<ProcessId> forkAndExec(const ChildOptions& options, int input, int output, int deathSignal)
{
    const Prepared prepared = prepare(options);
    Descriptor reportRead;
    Descriptor reportWrite;
    if (auto made = makePipe(reportRead, reportWrite); !made)
        return tl::unexpected(made.error());
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0)
        return fail(FailureKind::Unavailable, "cannot start a process: " + errorText(errno));
    if (pid == 0)
        becomeProgram(options, prepared, {parent, input, output, reportWrite.get(), deathSignal});
    reportWrite.close();
    int number = 0;
    ssize_t got = 0;
    do
        got = ::read(reportRead.get(), &number, sizeof number);
    while (got < 0 && errno == EINTR);
    if (got != 0) { // Nothing to read: exec closed the pipe.
        ::waitpid(pid, nullptr, 0);
        return fail(FailureKind::Unavailable, "cannot start " + options.command.front() + ": " + errorText(number));
    }
    return identify(pid).value_or(ProcessId{pid, 0});
}

int exitStatusOf(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void keepLast(std::string& text)
{
    if (text.size() > kOutputBytesMax)
        text.erase(0, text.size() - kOutputBytesMax);
}

/// Feeds and drains a child until it closes its output; false when the time was up.
bool converse(Descriptor& toChild, int fromChild, std::string_view input, std::string& output,
              steady_clock::time_point deadline)
{
    std::array<char, 16 * 1024> buffer{};
    while (true) {
        const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
        if (left <= 0)
            return false;
        const bool writing = !input.empty();
        if (!writing)
            toChild.close();
        std::array<pollfd, 2> watched{{{fromChild, POLLIN, 0}, {toChild.get(), POLLOUT, 0}}};
        if (::poll(watched.data(), watched.size(), static_cast<int>(std::min<long long>(left, 60'000))) < 0
            && errno != EINTR)
            return false;
        if ((watched[1].revents & (POLLOUT | POLLERR)) != 0) {
            const ssize_t written = ::send(toChild.get(), input.data(), std::min(input.size(), std::size_t{4096}), MSG_NOSIGNAL);
            input = written > 0 ? input.substr(static_cast<std::size_t>(written)) : std::string_view{};
        }
        if ((watched[0].revents & (POLLIN | POLLHUP)) != 0) {
            const ssize_t got = ::read(fromChild, buffer.data(), buffer.size());
            if (got <= 0)
                return true;
            output.append(buffer.data(), static_cast<std::size_t>(got));
            keepLast(output);
        }
    }
}

} // namespace

std::optional<Account> findAccount(const std::string& name)
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return std::nullopt;
    return Account{entry.pw_name, entry.pw_uid, entry.pw_gid, entry.pw_dir};
}

Account callingAccount()
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return Account{std::to_string(::geteuid()), ::geteuid(), ::getegid(), "/"};
    return Account{entry.pw_name, entry.pw_uid, entry.pw_gid, entry.pw_dir};
}

Result<ProcessId> startChild(const ChildOptions& options)
{
    const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    Descriptor output;
    if (!options.output.empty()) {
        output.reset(::open(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
        if (output.get() < 0)
            return fail(FailureKind::Unavailable,
                        "cannot write " + options.output.string() + ": " + errorText(errno));
    }
    return forkAndExec(options, input.get(), output.get(), options.diesWithParent ? SIGQUIT : 0);
}

Result<Ended> runChild(const ChildOptions& options, std::string_view input, milliseconds atMost)
{
    const auto deadline = steady_clock::now() + atMost;
    // A pair of sockets rather than a pipe: a program that stops reading must not end ours by SIGPIPE (MSG_NOSIGNAL).
    std::array<int, 2> talk{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()) != 0)
        return fail(FailureKind::Unavailable, "no socket pair: " + errorText(errno));
    Descriptor toChild(talk[0]);
    Descriptor childInput(talk[1]);
    Descriptor fromChild;
    Descriptor childOutput;
    if (auto made = makePipe(fromChild, childOutput); !made)
        return tl::unexpected(made.error());
    const auto process = forkAndExec(options, childInput.get(), childOutput.get(), SIGKILL);
    if (!process)
        return tl::unexpected(process.error());
    childInput.close();
    childOutput.close();
    Ended ended;
    const bool inTime = converse(toChild, fromChild.get(), input, ended.output, deadline);
    if (!inTime)
        ::kill(-process->pid, SIGKILL);
    int status = 0;
    while (::waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!inTime)
        return fail(FailureKind::Unavailable, options.command.front() + " took too long");
    ended.exitStatus = exitStatusOf(status);
    return ended;
}

std::optional<ProcessId> identify(pid_t pid)
{
    if (pid <= 0)
        return std::nullopt;
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    // The second field is the program's name in parentheses and may hold anything; the rest follows its last one.
    const auto nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(nameEnd + 1));
    std::string state;
    fields >> state;
    if (state == "Z" || state == "X")
        return std::nullopt;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        fields >> skipped;
    ProcessId process{pid, 0};
    fields >> process.startTicks;
    return fields ? std::optional(process) : std::nullopt;
}

bool isAlive(const ProcessId& process)
{
    return identify(process.pid) == process;
}

bool signalProcess(const ProcessId& process, int signal)
{
    return isAlive(process) && ::kill(process.pid, signal) == 0;
}

bool waitUntilGone(const ProcessId& process, milliseconds atMost)
{
    const auto deadline = steady_clock::now() + atMost;
    const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0U)));
    while (isAlive(process)) {
        const auto left = std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()).count();
        if (left <= 0)
            return false;
        // A pidfd becomes readable when the process ends; without one (an old kernel) we look again shortly.
        pollfd watched{handle.get(), POLLIN, 0};
        ::poll(&watched, 1, static_cast<int>(handle.get() >= 0 ? left : std::min<long long>(left, 20)));
    }
    ::waitpid(process.pid, nullptr, WNOHANG);
    return true;
}

bool waitForEndOrWish(const std::vector<ProcessId>& processes, int wishFd, milliseconds atMost)
{
    std::deque<Descriptor> handles; // A descriptor cannot be moved.
    std::vector<pollfd> watched{{wishFd, POLLIN, 0}};
    for (const ProcessId& process : processes) {
        handles.emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0U)));
        watched.push_back({handles.back().get(), POLLIN, 0});
    }
    // Who ended between the list and here, or whose end cannot be watched, is seen at the next look.
    ::poll(watched.data(), watched.size(), static_cast<int>(atMost.count()));
    for (const ProcessId& process : processes) {
        if (!isAlive(process))
            ::waitpid(process.pid, nullptr, WNOHANG); // Reaped when it is a child of this program.
    }
    return (watched.front().revents & POLLIN) != 0;
}

} // namespace onceover::sandbox
