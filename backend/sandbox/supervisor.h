// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "sandbox/child_process.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace onceover::sandbox {

/// Processes that outlive the program that started them, known by name. A file remembers number and start of each, so
/// that a later program finds them again and never touches a process that merely has the same number.
class Supervisor
{
public:
    /// `file`: where they are remembered; its folder must exist.
    explicit Supervisor(std::filesystem::path file);

    /// The living process of that name; nothing when there is none.
    [[nodiscard]] std::optional<ProcessId> running(const std::string& name) const;
    /// All living ones by name.
    [[nodiscard]] std::map<std::string, ProcessId> allRunning() const;

    /// Starts it in a session of its own unless one of that name lives.
    [[nodiscard]] Result<ProcessId> start(const std::string& name, const ChildOptions& options);

    /// Asks it to end (SIGTERM), and ends it (SIGKILL) when it has not after `patience`; does nothing when it does not live.
    [[nodiscard]] Result<Done> stop(const std::string& name, std::chrono::milliseconds patience);

private:
    [[nodiscard]] std::map<std::string, ProcessId> load() const;
    [[nodiscard]] Result<Done> save(const std::map<std::string, ProcessId>& processes) const;

    std::filesystem::path m_file;
};

} // namespace onceover::sandbox
