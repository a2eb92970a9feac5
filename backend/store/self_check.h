// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection.h"

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

/// Everything that S19 and K49 ask of a duty's session: exact schema version; no superuser and no BYPASSRLS; the unique
/// indexes and the guards (by name, and enabled); a movable clock only in a sandbox; server, timeline and environment
/// as the installation row says. All complaints, worst first; empty when the engine may work.
[[nodiscard]] Result<std::vector<Complaint>> engineComplaints(Connection& connection);

/// The same as a yes or no: Refused(SchemaTooOld, SchemaTooNew or SelfCheckFailed), each complaint and remedy in
/// `detail`.
[[nodiscard]] Result<Done> checkEngineSession(Connection& connection);

/// Stops a program that could cause a fault on purpose (ONCEOVER_FAIL) everywhere but in a sandbox; NotASandbox.
[[nodiscard]] Result<Done> checkFaultsAllowed(Connection& connection);

/// The highest applied migration; 0 when the schema is not there at all.
[[nodiscard]] Result<int> schemaVersion(Connection& connection);

} // namespace onceover::store
