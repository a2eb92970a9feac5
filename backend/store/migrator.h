// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "store/connection_target.h"

#include <string>
#include <vector>

namespace onceover::store {

/// How `migrate` is to make an installation that does not exist yet; ignored where one does.
struct MigrateSettings {
    ConnectionTarget target; ///< As a login that may SET ROLE onceover_owner.
    std::string program;
    std::string appVersion;
    std::string installationName = "settlement";
    std::string environment = "development"; ///< sandbox, development, staging or production.
    bool provisionRoles = true;              ///< Make the group roles where the login may; they must exist otherwise.
};

/// What `migrate` did.
struct MigrateReport {
    int before = 0;
    int after = 0;
    std::vector<std::string> applied; ///< "0003 functions", in order.
    bool rolesProvisioned = false;
    bool installationMade = false;
    std::string database;
    std::string environment; ///< Of the installation row, which may have been there before.
};

/// Brings the schema to this program's version: group roles, then each missing migration in one transaction together
/// with its row in schema_migration, as onceover_owner, under an advisory lock, so that two migrators do it once.
/// Repeatable. Refuses a schema that is newer (SchemaTooNew) and an applied file that changed since (SelfCheckFailed,
/// by name).
[[nodiscard]] Result<MigrateReport> migrate(const MigrateSettings& settings);

} // namespace onceover::store
