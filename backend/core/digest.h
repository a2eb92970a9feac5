// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace onceover {

/// The 32 bytes of a SHA-256.
using Sha256 = std::array<std::uint8_t, 32>;

/// SHA-256 of bytes. Throws std::runtime_error only where the crypto library itself is broken.
[[nodiscard]] Sha256 sha256(std::span<const std::uint8_t> bytes);

/// SHA-256 of the bytes of a text.
[[nodiscard]] Sha256 sha256(std::string_view text);

/// Lower-case hexadecimal, two characters a byte.
[[nodiscard]] std::string toHex(std::span<const std::uint8_t> bytes);

} // namespace onceover
