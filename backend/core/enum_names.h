// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover {

/// The stable names of an enum, as stored in the database and printed by `--json`, listed in the order of the enum's
/// values (which start at 0 and have no gaps). Specialise it beside the enum and check the size against the last value;
/// the names never change their meaning.
template <typename Enum>
inline constexpr std::array<std::string_view, 0> kNamesOf{};

/// The stable name of a value.
template <typename Enum>
[[nodiscard]] constexpr std::string_view nameOf(Enum value)
{
    static_assert(!kNamesOf<Enum>.empty(), "the enum has no names");
    return kNamesOf<Enum>[static_cast<std::size_t>(value)];
}

/// The value of that name; nothing when the name is unknown (a newer program wrote it).
template <typename Enum>
[[nodiscard]] constexpr std::optional<Enum> fromName(std::string_view name)
{
    for (std::size_t i = 0; i < kNamesOf<Enum>.size(); ++i) {
        if (kNamesOf<Enum>[i] == name)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

/// How many values the enum has.
template <typename Enum>
inline constexpr std::size_t kCountOf = kNamesOf<Enum>.size();

/// Proof that names and enum have the same length and that no name is empty or listed twice.
template <typename Enum>
[[nodiscard]] constexpr bool namesAreComplete(Enum last)
{
    const auto& names = kNamesOf<Enum>;
    if (names.size() != static_cast<std::size_t>(last) + 1)
        return false;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty())
            return false;
        for (std::size_t j = i + 1; j < names.size(); ++j) {
            if (names[i] == names[j])
                return false;
        }
    }
    return true;
}

} // namespace onceover
