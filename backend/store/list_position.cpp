// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/list_position.h"

#include <algorithm>

namespace onceover::store {

std::optional<std::string> unlessEmpty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional{text};
}

std::string joinPosition(const std::vector<std::string>& parts)
{
    std::string joined;
    for (const std::string& part : parts) {
        if (!joined.empty())
            joined += '|';
        joined += part;
    }
    return joined;
}

Result<std::vector<std::string>> splitPosition(std::string_view position, std::size_t count)
{
    std::vector<std::string> parts;
    std::string_view rest = position;
    for (;;) {
        const std::size_t bar = rest.find('|');
        parts.emplace_back(rest.substr(0, bar));
        if (bar == std::string_view::npos)
            break;
        rest.remove_prefix(bar + 1);
    }
    if (parts.size() != count)
        return refuse(Refusal::ValueMalformed, "position of a page");
    return parts;
}

int rowsToAsk(int limit)
{
    return std::clamp(limit, 1, kPageRowsMax) + 1;
}

} // namespace onceover::store
