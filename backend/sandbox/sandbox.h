// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/fill.h"
#include "sandbox/private_cluster.h"
#include "sandbox/sandbox_processes.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover::sandbox {

/// Failure::statement of failures whose detail is a whole sentence for people, with the remedy.
inline constexpr std::string_view kSandboxFailure = "sandbox";

/// Where a sandbox is and with what it is made.
struct SandboxOptions {
    std::filesystem::path folder;    ///< store::sandboxFolder() unless a drill wants another.
    std::filesystem::path programs;  ///< Where onceover-bank and onceover-worker are; empty: beside this program.
    std::string appVersion;
    std::uint64_t seed = 20261;      ///< Of a new practice business; an existing sandbox keeps its own.
    int scale = 1;                   ///< Of a new practice business: so many times 120 merchants.
    int daysBack = 90;               ///< So many days are settled in a new sandbox.
    int workers = 2;
    std::function<void(std::string_view)> say; ///< One sentence per step, for people; may be empty.
};

/// One process of a running sandbox.
struct SandboxProcess {
    std::string name; ///< postgres, bank, worker-1, …
    pid_t pid = 0;
};

/// What `sandbox status` tells.
struct SandboxStatus {
    std::filesystem::path folder;
    std::filesystem::path socketFolder;
    bool made = false;    ///< There is one, running or not.
    bool running = false; ///< Its server accepts logins.
    std::string database;
    std::string bankEndpoint; ///< Empty while there is none.
    std::string callbackAddress; ///< Where the practice bank calls back; empty while nobody ever listened.
    std::vector<SandboxProcess> processes;
    /// Who → how to connect: alice, bob, carol, worker, sender, resolver, callback, reconciler, replayer, scheduler, janitor,
    /// migrator, superuser.
    std::vector<std::pair<std::string, std::string>> logins;
};

/// What start() did.
struct StartReport {
    bool attached = false;  ///< It was running already; nothing was started.
    bool made = false;      ///< It is a new one, to be filled.
    bool needsFill = false; ///< Its clock is behind the machine's: the fill has not ended yet.
    std::int64_t newSales = 0; ///< Sold while it was stopped.
    std::vector<BusinessDate> missedDays; ///< Due while it was stopped; their sales are in, the engine settles them now.
};

/// The private, disposable Onceover of one user: a PostgreSQL cluster without TCP, two practice banks and workers, all in one
/// folder, all started and stopped by number of process. Every call takes the folder's lock, so that two programs never
/// make or stop the same sandbox at once. A start that was killed half-way leaves something that the next start finishes or
/// makes anew, and says so.
class Sandbox
{
public:
    explicit Sandbox(SandboxOptions options);

    /// Makes it where there is none, starts what does not run, and writes the file `conninfo` by which other programs
    /// find it.
    [[nodiscard]] Result<StartReport> start();
    /// Lets the engine settle the days up to now (fill.h); the sandbox must be running.
    [[nodiscard]] Result<FillReport> fill(std::function<void(const FillDay&)> onDay, std::function<void(const KillStory&)> onKill);
    /// The small day that goes on, as the keeper's process does: starts again what dies, lets sales come in every few seconds
    /// by the real clock. Returns when `stopFd` is readable or the sandbox is removed.
    [[nodiscard]] Result<Done> live(int stopFd);
    /// Moves sandbox and banks to an instant.
    [[nodiscard]] Result<milliseconds> advance(Timestamp to, bool through);
    /// Ends keeper, workers, banks and server, in that order; keeps the data.
    [[nodiscard]] Result<Done> stop();
    /// Stops it and removes its data.
    [[nodiscard]] Result<Done> reset();
    /// What is there now; takes no lock and changes nothing.
    [[nodiscard]] SandboxStatus status() const;

private:
    [[nodiscard]] Result<StartReport> startLocked();
    [[nodiscard]] Result<Done> stopLocked();
    [[nodiscard]] Result<Done> removeData();
    [[nodiscard]] Result<Done> checkSpace() const;
    [[nodiscard]] Result<Done> catchUp(StartReport& report) const;
    [[nodiscard]] Result<Done> finishMaking();
    [[nodiscard]] Result<milliseconds> readOffset() const;
    [[nodiscard]] bool isMade() const;
    [[nodiscard]] std::uint64_t seed() const;
    [[nodiscard]] int scale() const;
    [[nodiscard]] std::filesystem::path file(std::string_view name) const { return m_options.folder / name; }
    void say(std::string_view sentence) const;

    SandboxOptions m_options;
    PrivateCluster m_cluster;
    SandboxProcesses m_processes;
};

} // namespace onceover::sandbox
