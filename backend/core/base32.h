// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace onceover {

inline constexpr std::string_view kBase32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Base32 of RFC 4648: upper-case letters and 2–7, eight characters per five bytes, without padding.
[[nodiscard]] std::string toBase32(std::span<const std::uint8_t> bytes);

} // namespace onceover
