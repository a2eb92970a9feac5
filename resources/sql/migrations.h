// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace onceover::sql {

/// One step of the schema. An applied one never changes: its digest is stored beside it in schema_migration.
struct Migration {
    int version = 0; ///< 1, 2, 3 … without gaps.
    std::string_view name;
    std::string_view sha256; ///< Lower-case hexadecimal, of the file's bytes.
    std::string_view text;
};

/// A script that is no migration: roles of the cluster, the clock of a sandbox.
struct Provision {
    std::string_view name; ///< File name without ending: "roles".
    std::string_view text;
};

/// Every migration in order.
[[nodiscard]] std::span<const Migration> migrations();

/// The schema version that this program was built for: the highest migration; 0 when there is none.
[[nodiscard]] int newestVersion();

/// The provisioning script of that name; nullptr when there is none.
[[nodiscard]] const Provision* findProvision(std::string_view name);

} // namespace onceover::sql
