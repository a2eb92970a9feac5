// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/restart_policy.h"

#include <algorithm>

namespace onceover::sandbox {

std::optional<std::chrono::milliseconds> RestartPolicy::died(TimePoint now)
{
    if (m_startedAt && now - *m_startedAt >= m_rules.forgivenAfter)
        m_deaths = 0;
    ++m_deaths;
    if (m_deaths > m_rules.deathsMax)
        return std::nullopt;
    auto wait = m_rules.first;
    for (int death = 1; death < m_deaths && wait < m_rules.most; ++death)
        wait *= 2;
    return std::min(wait, m_rules.most);
}

} // namespace onceover::sandbox
