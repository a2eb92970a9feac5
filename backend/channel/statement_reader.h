// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/statement.h"

#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace onceover::channel {

/// A file larger than this is no statement.
inline constexpr std::size_t kStatementBytesMost = 64U << 20U;

/// Reads the bank statements of a file: camt.053 or MT940, told apart by what it says. All of them or the first fault
/// with its place: half a file proves nothing. Whether a statement adds up is asked next
/// (core/analysis/statement_check.h).
[[nodiscard]] tl::expected<std::vector<BankStatement>, StatementFault> readStatements(std::string_view bytes);

} // namespace onceover::channel
