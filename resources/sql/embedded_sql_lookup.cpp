// SPDX-License-Identifier: GPL-3.0-or-later
#include "sql/embedded_sql.h"

#include <algorithm>

namespace onceover::sql {

std::span<const Statement> statements()
{
    static const std::vector<Statement> sorted = [] {
        std::vector<Statement> all = embedded::statements();
        std::sort(all.begin(), all.end(), [](const Statement& a, const Statement& b) { return a.name < b.name; });
        return all;
    }();
    return sorted;
}

const Statement* findStatement(std::string_view name)
{
    const auto all = statements();
    const auto found = std::lower_bound(all.begin(), all.end(), name,
        [](const Statement& statement, std::string_view n) { return statement.name < n; });
    return found != all.end() && found->name == name ? &*found : nullptr;
}

std::span<const Migration> migrations()
{
    return embedded::migrations();
}

int newestVersion()
{
    return embedded::migrations().empty() ? 0 : embedded::migrations().back().version;
}

const Provision* findProvision(std::string_view name)
{
    const auto& all = embedded::provisions();
    const auto found = std::find_if(all.begin(), all.end(), [name](const Provision& p) { return p.name == name; });
    return found != all.end() ? &*found : nullptr;
}

} // namespace onceover::sql
