// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/signature.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <stdexcept>

namespace onceover::channel {

std::string hmacSha256Hex(std::string_view secret, std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    const auto* made = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
        reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(), &length);
    if (made == nullptr)
        throw std::runtime_error("the crypto library cannot compute an HMAC");
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text.push_back(kDigits[digest[i] >> 4U]);
        text.push_back(kDigits[digest[i] & 0x0FU]);
    }
    return text;
}

} // namespace onceover::channel
