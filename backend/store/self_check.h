// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection.h"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::store {

/// One thing that an installation promises and that is missing, with the sentence that mends it.
struct Complaint {
    std::string_view what; ///< Stable word: SCHEMA_TOO_OLD, SUPERUSER_LOGIN, GUARD_FAULT, …
    std::string missing;
    std::string remedy;
};

/// When the sessions of one program last found every guard standing. Comparing them all is the dearest part of a start,
/// and a program opens a dozen sessions at once: those of the next minute take the word of the one before. Shared by
/// threads; a look that found a fault is never remembered.
class GuardsSeen {
public:
    /// Runs `look`, which says whether all guards stand, unless they were found standing in `where` within a minute.
    template <typename Look>
    void lookUnlessSeen(const std::string& where, Look look)
    {
        const std::scoped_lock lock(m_mutex); // Whoever comes meanwhile waits for the answer.
        const auto now = std::chrono::steady_clock::now();
        if (where == m_where && now < m_until)
            return;
        m_where = look() ? where : std::string{};
        m_until = now + std::chrono::minutes{1};
    }

private:
    std::mutex m_mutex;
    std::string m_where;
    std::chrono::steady_clock::time_point m_until;
};

/// Everything that S19 and K49 ask of a duty's session: exact schema version; no superuser and no BYPASSRLS; the unique
/// indexes and the guards (by name, and enabled); a movable clock only in a sandbox; server, timeline and environment
/// as the installation row says. All complaints, worst first; empty when the engine may work. `seen`: of the sessions
/// of the same program, if there are others.
[[nodiscard]] Result<std::vector<Complaint>> engineComplaints(Connection& connection, GuardsSeen* seen = nullptr);

/// The same as a yes or no: Refused(SchemaTooOld, SchemaTooNew or SelfCheckFailed), each complaint and remedy in
/// `detail`.
[[nodiscard]] Result<Done> checkEngineSession(Connection& connection, GuardsSeen* seen = nullptr);

/// Stops a program that could cause a fault on purpose (ONCEOVER_FAIL) everywhere but in a sandbox; NotASandbox.
[[nodiscard]] Result<Done> checkFaultsAllowed(Connection& connection);

/// The highest applied migration; 0 when the schema is not there at all.
[[nodiscard]] Result<int> schemaVersion(Connection& connection);

} // namespace onceover::store
