// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::proof {

/// Appends a field as the database's lp() does: four bytes of length, the most significant first, then its bytes.
void appendField(std::string& bytes, std::string_view field);

/// The fields of such bytes; nothing when they do not end with a field.
[[nodiscard]] std::optional<std::vector<std::string>> splitFields(std::string_view bytes);

/// The bytes of lower-case hexadecimal; nothing for any other text.
[[nodiscard]] std::optional<std::string> fromHex(std::string_view text);

/// Lower-case hexadecimal, two characters a byte.
[[nodiscard]] std::string hexOf(std::string_view bytes);

} // namespace onceover::proof
