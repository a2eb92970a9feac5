// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/digest.h"
#include "core/records/statement.h"

#include <tl/expected.hpp>
#include <variant>

namespace onceover {

/// Can this statement be believed? One currency, and opening balance + lines = closing balance (F48). Whatever cannot
/// be checked is no evidence, so a statement without balances is refused as well.
[[nodiscard]] tl::expected<std::monostate, StatementFault> checkStatement(const BankStatement& statement);

/// The fingerprint of what a statement says, whatever file it came in: the same statement in another envelope has the
/// same, another amount or one line more has not. Places in the file and the format do not count.
[[nodiscard]] Sha256 contentOf(const BankStatement& statement);

/// Of lines that say exactly the same, the how-manieth each is, from 1 (K82): both of two equal lines are true.
[[nodiscard]] std::vector<int> occurrencesOf(const BankStatement& statement);

} // namespace onceover
