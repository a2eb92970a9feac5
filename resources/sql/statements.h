// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace onceover::sql {

/// One named statement of resources/sql/statements, as text inside the program. Parameters only: no text is ever built.
struct Statement {
    std::string_view name; ///< Says the intent with its guard: SettleIfVersionIsMine.
    std::string_view file;
    std::string_view role; ///< The group roles that run it, separated by ", ".
    bool hot = false;      ///< Must be servable by indexes alone (tests look at its plan).
    std::string_view text; ///< With its comments.
};

/// Every statement, sorted by name.
[[nodiscard]] std::span<const Statement> statements();

/// The statement of that name; nullptr when there is none.
[[nodiscard]] const Statement* findStatement(std::string_view name);

} // namespace onceover::sql
