// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "sandbox/child_process.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::sandbox {

/// The superuser of every private cluster.
inline constexpr std::string_view kSuperuser = "postgres";

/// How a private cluster is made and run.
struct ClusterOptions {
    std::filesystem::path folder;       ///< Holds data/, socket/ and postgres.log. Made when absent.
    std::vector<std::string> logins{};  ///< Who may log in besides the superuser: the accounts below are mapped to each.
    bool endsWithThisProgram = false;   ///< For tests: a program that dies takes its server along.
    bool syncsAfterMaking = true;       ///< initdb forces the new files to disk (off for tests on /dev/shm).
};

/// A PostgreSQL server of our own: data and socket in one folder, no TCP, durable settings, and nobody but the calling
/// account (and root, and the server's own account) may log in: `peer` with the map `onceover`. PostgreSQL refuses to run
/// as root, so a server that root starts runs as the account `postgres`. Everything that this class starts it can stop; it
/// never touches another server.
class PrivateCluster
{
public:
    explicit PrivateCluster(ClusterOptions options);

    /// The folder of PostgreSQL's programs, version 15 or later: $ONCEOVER_PG_BINDIR, else pg_config, else the usual
    /// places, the newest first. Unavailable with the remedy when there is none.
    [[nodiscard]] static Result<std::filesystem::path> findPrograms();

    /// Has initdb ended well in this folder?
    [[nodiscard]] bool isMade() const;
    /// initdb; removes what a killed attempt left first. Does nothing when the cluster is made.
    [[nodiscard]] Result<Done> make();
    /// Starts the server and returns when it accepts logins; does nothing when it runs. A pid file that a killed server
    /// left is no obstacle.
    [[nodiscard]] Result<Done> start();
    /// Ends it at once but cleanly (fast shutdown); does nothing when it does not run.
    [[nodiscard]] Result<Done> stop();
    /// SIGKILL to the server and all its processes, as a power cut would end them.
    [[nodiscard]] Result<Done> kill();
    /// The running server; nothing when it does not run.
    [[nodiscard]] std::optional<ProcessId> server() const;

    /// Where to connect; without `user=` when login is empty.
    [[nodiscard]] std::string conninfo(std::string_view login, std::string_view database) const;
    [[nodiscard]] std::filesystem::path socketFolder() const { return m_options.folder / "socket"; }
    [[nodiscard]] std::filesystem::path logFile() const { return m_options.folder / "postgres.log"; }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_options.folder; }

    /// Runs SQL text, several statements allowed, each committed on its own unless the text says BEGIN; stops at the
    /// first error. Returns rows as lines, columns separated by '|'. DataRejected with the server's message.
    [[nodiscard]] Result<std::string> runSql(std::string_view login, std::string_view database, std::string_view sql) const;

private:
    [[nodiscard]] std::filesystem::path dataFolder() const { return m_options.folder / "data"; }
    [[nodiscard]] Result<Done> checkFolder() const;
    [[nodiscard]] Result<Done> prepareFolders() const;
    [[nodiscard]] Result<Done> writeConfiguration() const;
    [[nodiscard]] Result<Done> waitUntilReady(const ProcessId& process) const;
    [[nodiscard]] Result<Done> clearAwayKilledServer() const;

    ClusterOptions m_options;
};

} // namespace onceover::sandbox
