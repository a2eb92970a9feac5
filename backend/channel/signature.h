// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover::channel {

/// The HMAC-SHA-256 of the raw bytes under the secret, as 64 lower-case hexadecimal digits. Throws std::runtime_error
/// only where the crypto library itself is broken.
[[nodiscard]] std::string hmacSha256Hex(std::string_view secret, std::string_view bytes);

} // namespace onceover::channel
