// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/length_prefixed.h"

#include "core/digest.h"

#include <cstdint>
#include <span>

namespace onceover::proof {

namespace {

constexpr std::size_t kLengthBytes = 4;

int valueOf(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

} // namespace

void appendField(std::string& bytes, std::string_view field)
{
    const auto length = static_cast<std::uint32_t>(field.size());
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<char>((length >> shift) & 0xFFU));
    bytes.append(field);
}

std::optional<std::vector<std::string>> splitFields(std::string_view bytes)
{
    std::vector<std::string> fields;
    while (!bytes.empty()) {
        if (bytes.size() < kLengthBytes)
            return std::nullopt;
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < kLengthBytes; ++i)
            length = length << 8U | static_cast<std::uint8_t>(bytes[i]);
        bytes.remove_prefix(kLengthBytes);
        if (length > bytes.size())
            return std::nullopt;
        fields.emplace_back(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    return fields;
}

std::optional<std::string> fromHex(std::string_view text)
{
    if (text.size() % 2 != 0)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = valueOf(text[i]);
        const int low = valueOf(text[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes.push_back(static_cast<char>(high * 16 + low));
    }
    return bytes;
}

std::string hexOf(std::string_view bytes)
{
    return toHex(std::span{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

} // namespace onceover::proof
