// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/supervisor.h"

#include <csignal>
#include <fstream>
#include <system_error>

namespace onceover::sandbox {

namespace fs = std::filesystem;

Supervisor::Supervisor(fs::path file)
    : m_file(std::move(file))
{
}

std::map<std::string, ProcessId> Supervisor::load() const
{
    std::map<std::string, ProcessId> processes;
    std::ifstream file(m_file);
    std::string name;
    ProcessId process;
    while (file >> name >> process.pid >> process.startTicks)
        processes.insert_or_assign(name, process);
    return processes;
}

Result<Done> Supervisor::save(const std::map<std::string, ProcessId>& processes) const
{
    // Written aside and renamed: a reader, or a program killed here, never sees half a file.
    const fs::path draft = m_file.string() + ".new";
    std::ofstream file(draft, std::ios::trunc);
    for (const auto& [name, process] : processes)
        file << name << ' ' << process.pid << ' ' << process.startTicks << '\n';
    file.close();
    std::error_code error;
    if (file)
        fs::rename(draft, m_file, error);
    if (!file || error)
        return fail(FailureKind::Unavailable, "cannot write " + m_file.string());
    return Done{};
}

std::optional<ProcessId> Supervisor::running(const std::string& name) const
{
    const auto processes = load();
    const auto found = processes.find(name);
    return found != processes.end() && isAlive(found->second) ? std::optional(found->second) : std::nullopt;
}

std::map<std::string, ProcessId> Supervisor::allRunning() const
{
    auto processes = load();
    std::erase_if(processes, [](const auto& entry) { return !isAlive(entry.second); });
    return processes;
}

Result<ProcessId> Supervisor::start(const std::string& name, const ChildOptions& options)
{
    auto processes = allRunning();
    if (const auto living = processes.find(name); living != processes.end())
        return living->second;
    const auto process = startChild(options);
    if (!process)
        return process;
    processes.insert_or_assign(name, *process);
    if (auto saved = save(processes); !saved) {
        (void)signalProcess(*process, SIGKILL); // Nobody could find it again.
        return tl::unexpected(saved.error());
    }
    return *process;
}

Result<Done> Supervisor::stop(const std::string& name, std::chrono::milliseconds patience)
{
    const auto process = running(name);
    if (process) {
        (void)signalProcess(*process, SIGTERM);
        if (!waitUntilGone(*process, patience)) {
            (void)signalProcess(*process, SIGKILL);
            if (!waitUntilGone(*process, std::chrono::seconds{10}))
                return fail(FailureKind::Unavailable, name + " (pid " + std::to_string(process->pid) + ") cannot be ended");
        }
    }
    return save(allRunning());
}

} // namespace onceover::sandbox
