// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace practice_bank {

/// SHA-256 of the bytes as 64 lower-case hexadecimal digits. Throws std::runtime_error when the library fails.
[[nodiscard]] std::string sha256Hex(std::string_view bytes);

/// HMAC-SHA-256 of the bytes under the secret, written like sha256Hex. Throws std::runtime_error when the library
/// fails.
[[nodiscard]] std::string hmacSha256Hex(std::string_view secret, std::string_view bytes);

/// The first eight bytes of SHA-256 as a number in [0, 1): the same text always gives the same chance.
[[nodiscard]] double chanceOf(std::string_view text);

} // namespace practice_bank
