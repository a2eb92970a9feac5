// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/statement.h"

#include <tl/expected.hpp>
#include <variant>

namespace onceover {

/// Can this statement be believed? One currency, and opening balance + lines = closing balance (F48). Whatever cannot
/// be checked is no evidence, so a statement without balances is refused as well.
[[nodiscard]] tl::expected<std::monostate, StatementFault> checkStatement(const BankStatement& statement);

} // namespace onceover
