// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::sandbox {

/// A login of the practice installation: exactly one duty (or the settler's two), or one person in one role.
struct PracticeLogin {
    std::string_view login;
    std::string_view group;      ///< The group role that carries the duty (SECURITY.md).
    std::string_view personName; ///< Empty: a process, not a person.
    std::string_view reads{};    ///< A second group role, that only reads; empty: none.
};

/// Every login of a sandbox. Alice asks, Bob decides, Carol reviews; Dana is on call: she asks as Alice does, and reads
/// what Carol reads, as whoever saves the evidence of an incident must. Processes have one login per duty.
[[nodiscard]] std::span<const PracticeLogin> practiceLogins();

/// Their names, for the cluster's map of accounts.
[[nodiscard]] std::vector<std::string> practiceLoginNames();

/// SQL that makes the login roles, repeatable; run by a superuser after roles.sql.
[[nodiscard]] std::string loginsSql();

/// SQL that enters the people and ties their logins to them, repeatable; run by a superuser in a migrated database.
[[nodiscard]] std::string peopleSql();

} // namespace onceover::sandbox
