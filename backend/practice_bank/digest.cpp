// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/digest.h"

#include <array>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace practice_bank {

namespace {

std::array<unsigned char, 32> sha256(std::string_view bytes)
{
    std::array<unsigned char, 32> digest{};
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1
        || size != digest.size()) {
        throw std::runtime_error("SHA-256 is not available");
    }
    return digest;
}

std::string hexOf(const std::array<unsigned char, 32>& digest)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(64);
    for (const unsigned char byte : digest) {
        text.push_back(kDigits[byte >> 4U]);
        text.push_back(kDigits[byte & 15U]);
    }
    return text;
}

} // namespace

std::string sha256Hex(std::string_view bytes)
{
    return hexOf(sha256(bytes));
}

std::string hmacSha256Hex(std::string_view secret, std::string_view bytes)
{
    std::array<unsigned char, 32> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
            reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(), &size)
            == nullptr
        || size != digest.size()) {
        throw std::runtime_error("HMAC is not available");
    }
    return hexOf(digest);
}

double chanceOf(std::string_view text)
{
    const auto digest = sha256(text);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        bits = (bits << 8U) | digest[i];
    }
    // 53 bits fit a double exactly, so that the result never rounds up to 1.
    return static_cast<double>(bits >> 11U) / static_cast<double>(1ULL << 53U);
}

} // namespace practice_bank
