// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"

#include <string>
#include <vector>

namespace onceover::views {

/// The stored names of a state enum in the order of its table, for a choice.
template <typename Enum>
[[nodiscard]] std::vector<std::string> stateNames()
{
    std::vector<std::string> names;
    for (const std::string_view name : kNamesOf<Enum>)
        names.emplace_back(name);
    return names;
}

} // namespace onceover::views
