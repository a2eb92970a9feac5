// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace practice_bank {

/// The bank's own list of currencies, kept apart from Onceover's on purpose: a wrong exponent on one side must show up
/// as a difference between two books, not agree with itself.
/// Returns the number of decimal places of the minor unit (JPY 0, CNY 2, KWD 3), or nothing for an unknown code.
[[nodiscard]] std::optional<int> currencyExponent(std::string_view code);

} // namespace practice_bank
