// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/page_history.h"

namespace onceover::models {

void PageHistory::update(const Visit& now)
{
    if (!m_visits.empty())
        m_visits[m_current] = now;
}

void PageHistory::goTo(const PageAddress& address)
{
    if (!m_visits.empty() && m_visits[m_current].address == address)
        return;
    if (!m_visits.empty())
        m_visits.resize(m_current + 1);
    m_visits.push_back({address, {}});
    if (m_visits.size() > kVisitsMax)
        m_visits.erase(m_visits.begin());
    m_current = m_visits.size() - 1;
}

std::optional<Visit> PageHistory::back()
{
    if (!canGoBack())
        return std::nullopt;
    return m_visits[--m_current];
}

std::optional<Visit> PageHistory::forward()
{
    if (!canGoForward())
        return std::nullopt;
    return m_visits[++m_current];
}

} // namespace onceover::models
