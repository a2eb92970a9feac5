// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace onceover::sandbox {

/// A process that cannot be mistaken for a later one with the same number: the number and the tick at which it began.
struct ProcessId {
    pid_t pid = 0;
    std::uint64_t startTicks = 0; ///< Field 22 of /proc/PID/stat.
    friend bool operator==(const ProcessId&, const ProcessId&) = default;
};

/// An account of the operating system under which a child runs.
struct Account {
    std::string name;
    uid_t uid = 0;
    gid_t gid = 0;
    std::string home;
};

/// The account of that name; nothing when the system has none.
[[nodiscard]] std::optional<Account> findAccount(const std::string& name);

/// The account that this program runs under.
[[nodiscard]] Account callingAccount();

/// What to start and how.
struct ChildOptions {
    std::vector<std::string> command;                               ///< Program (searched in PATH unless it has a slash) and arguments.
    std::vector<std::pair<std::string, std::string>> environment;   ///< Added to this program's own.
    std::optional<Account> account;                                 ///< Set: the child becomes this account (needs root).
    std::filesystem::path output;                                   ///< stdout and stderr are appended here; empty: inherited.
    std::filesystem::path workingFolder;                            ///< Empty: "/".
    bool diesWithParent = false;                                    ///< It gets SIGQUIT when the thread that started it ends.
};

/// Starts a child in a session (and process group) of its own, with an empty signal mask and stdin from /dev/null; does
/// not wait for it. Unavailable when it could not be started (no such program, no memory, no right to change account).
[[nodiscard]] Result<ProcessId> startChild(const ChildOptions& options);

/// What a program that ran to its end left.
struct Ended {
    int exitStatus = 0; ///< 128 + signal when a signal ended it, like a shell.
    std::string output; ///< stdout and stderr, as they came; at most the last 64 KiB.
};

/// Runs a program to its end, feeds it `input`, collects what it prints. Its failure is an answer, not a Failure; Unavailable
/// when it could not be started or took longer than `atMost` (it is killed then, and when this program ends before it).
[[nodiscard]] Result<Ended> runChild(const ChildOptions& options, std::string_view input, std::chrono::milliseconds atMost);

/// The identity of a living process; nothing when there is none with that number (a zombie counts as none).
[[nodiscard]] std::optional<ProcessId> identify(pid_t pid);

/// Is exactly this process alive?
[[nodiscard]] bool isAlive(const ProcessId& process);

/// Sends a signal to exactly this process; false when it is gone (or its number belongs to another one by now).
bool signalProcess(const ProcessId& process, int signal);

/// Waits until it is gone; false when it still lives after `atMost`. Reaps it when it is a child of this program.
[[nodiscard]] bool waitUntilGone(const ProcessId& process, std::chrono::milliseconds atMost);

/// Waits until one of them is gone, `wishFd` is readable (true), or at most so long.
[[nodiscard]] bool waitForEndOrWish(const std::vector<ProcessId>& processes, int wishFd, std::chrono::milliseconds atMost);

} // namespace onceover::sandbox
