// SPDX-License-Identifier: GPL-3.0-or-later
// The one file of core that includes OpenSSL.
#include "core/digest.h"

#include <openssl/evp.h>
#include <stdexcept>

namespace onceover {

Sha256 sha256(std::span<const std::uint8_t> bytes)
{
    Sha256 digest{};
    unsigned length = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1
        || length != digest.size())
        throw std::runtime_error("OpenSSL offers no SHA-256");
    return digest;
}

Sha256 sha256(std::string_view text)
{
    return sha256(std::span{reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::string toHex(std::span<const std::uint8_t> bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::uint8_t byte : bytes) {
        text.push_back(kDigits[byte >> 4]);
        text.push_back(kDigits[byte & 0x0f]);
    }
    return text;
}

} // namespace onceover
