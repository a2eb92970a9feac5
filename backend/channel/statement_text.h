// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/statement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace onceover::channel {

template <typename T>
using Read = tl::expected<T, StatementFault>;

[[nodiscard]] tl::unexpected<StatementFault> statementFault(StatementFaultKind kind, int place, std::string found);

[[nodiscard]] inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] bool isUtf8(std::string_view bytes);

/// Bytes as UTF-8: as they are, or read as ISO 8859-1, in which every byte means something.
[[nodiscard]] std::string utf8From(std::string_view bytes);

/// A text without blanks around it, control characters as blanks, lines as they are.
[[nodiscard]] std::string plainFrom(std::string_view text);

/// The text that a fault or a list shows of hostile bytes: one line of at most 80 printable characters.
[[nodiscard]] std::string shownOf(std::string_view text);

/// An amount of digits with at most one `mark` before its decimals, e.g. "12,5" or "0,". Zeros more than the currency
/// has decimals change nothing; any other digit more, a sign, a blank or another mark is refused, never rounded (F53).
[[nodiscard]] std::optional<std::int64_t> minorUnitsOf(std::string_view text, char mark, std::string_view currency);

/// A reference as a file has it, without blanks; empty where the bank only says that there is none.
[[nodiscard]] std::string referenceFrom(std::string_view text);

/// Adds what may name a message of ours: each text once, blanks aside; nothing that only says that there is no
/// reference.
void addReference(StatementLine& line, std::string_view text);

/// Adds the words of a text for readers that may be a reference, and our keys in it, also where a line's end cuts them.
void addReferencesFrom(StatementLine& line, std::string_view text);

} // namespace onceover::channel
