// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection_target.h"

#include <string>
#include <vector>

namespace onceover::store {

/// One thing that Onceover needs of a server or an installation.
struct ProbeFinding {
    std::string what; ///< "server version", "triggers with transition tables", "guard …".
    bool holds = false;
    bool isAdvice = false; ///< Good to have; its lack breaks no promise.
    std::string found;     ///< What the server offers or said.
    std::string remedy;    ///< How to mend it; empty when it holds.
};

/// What `onceoverctl doctor` looks at: version, settings, capabilities (each tried in a transaction that is rolled
/// back), group roles, schema version, guards and indexes. Works on a database without the schema, on a server that
/// only resembles PostgreSQL, and as any login; fails only when it cannot connect.
[[nodiscard]] Result<std::vector<ProbeFinding>> probeServer(const ConnectionTarget& target, std::string program);

} // namespace onceover::store
