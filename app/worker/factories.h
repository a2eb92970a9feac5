// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/engine.h"
#include "settings.h"
#include "store/connection_target.h"

#include <map>
#include <string>

namespace onceover::worker {

/// The ports on PostgreSQL and HTTP: one connection per duty under that duty's own login, never the owner's
/// (SECURITY.md).
[[nodiscard]] engine::EngineFactories makeFactories(const store::ConnectionTarget& target,
    const std::map<engine::Role, std::string>& logins, const std::set<engine::Role>& roles, const WorkerId& worker);

/// What a worker must know before it starts.
struct InstallationFacts {
    std::string name;
    std::string environment;
};

/// Connects once as each role's login and checks each session as the duty will (S19), so that a wrong address, schema
/// or login is told at the start and not by a silent worker. The failure of the first login that may not work.
[[nodiscard]] Result<InstallationFacts> checkBeforeStart(
    const store::ConnectionTarget& target, const WorkerSettings& settings, const WorkerId& worker);

/// The secrets of channels that call back, from a file of lines `channel secret`; `#` begins a comment line. Refuses a
/// file that others may read, and a line that is none.
[[nodiscard]] Result<std::map<std::string, std::string>> readCallbackSecrets(const std::string& path);

} // namespace onceover::worker
