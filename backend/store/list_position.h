// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::store {

/// How many rows a page holds at most, whatever is asked for.
inline constexpr int kPageRowsMax = 5000;

/// A filter as a parameter: empty text is no filter.
[[nodiscard]] std::optional<std::string> unlessEmpty(const std::string& text);

/// The opaque position of a page's last row: its key's parts, joined. Parts hold no '|'.
[[nodiscard]] std::string joinPosition(const std::vector<std::string>& parts);

/// The parts of a position; ValueMalformed when there are not exactly `count` of them.
[[nodiscard]] Result<std::vector<std::string>> splitPosition(std::string_view position, std::size_t count);

/// The rows to ask for: one more than the page holds, so that "more" is known without counting.
[[nodiscard]] int rowsToAsk(int limit);

} // namespace onceover::store
