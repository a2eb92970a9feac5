// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/identifiers.h"

namespace onceover {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

/// Positions of the dashes in the canonical form of 36 characters.
constexpr bool isDashPosition(std::size_t position)
{
    return position == 8 || position == 13 || position == 18 || position == 23;
}

std::optional<std::uint8_t> hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return static_cast<std::uint8_t>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<std::uint8_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return static_cast<std::uint8_t>(c - 'A' + 10);
    return std::nullopt;
}

} // namespace

std::string Uuid::toString() const
{
    std::string text;
    text.reserve(36);
    for (const std::uint8_t byte : bytes) {
        if (isDashPosition(text.size()))
            text.push_back('-');
        text.push_back(kHexDigits[byte >> 4]);
        text.push_back(kHexDigits[byte & 0x0f]);
    }
    return text;
}

std::optional<Uuid> Uuid::parse(std::string_view text)
{
    if (text.size() != 36)
        return std::nullopt;
    Uuid uuid;
    std::size_t nibble = 0;
    for (std::size_t position = 0; position < text.size(); ++position) {
        if (isDashPosition(position)) {
            if (text[position] != '-')
                return std::nullopt;
            continue;
        }
        const auto value = hexValue(text[position]);
        if (!value)
            return std::nullopt;
        std::uint8_t& byte = uuid.bytes[nibble / 2];
        byte = static_cast<std::uint8_t>((byte << 4) | *value);
        ++nibble;
    }
    return uuid;
}

} // namespace onceover
