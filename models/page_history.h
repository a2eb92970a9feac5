// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/page_address.h"

#include <QVariantMap>

#include <optional>
#include <vector>

namespace onceover::models {

/// Where a person was: the address with its filter, and the place in it (scroll, selection), which only the page reads.
struct Visit {
    PageAddress address{};
    QVariantMap place{};
    friend bool operator==(const Visit&, const Visit&) = default;
};

/// Back and forward, as a browser has them: going somewhere new forgets what lay ahead. At most kVisitsMax visits.
class PageHistory {
public:
    static constexpr std::size_t kVisitsMax = 100;

    /// What is shown now, as it is left or as its filter changed; nothing before the first goTo().
    void update(const Visit& now);
    /// Somewhere new. The address that is shown already changes nothing.
    void goTo(const PageAddress& address);
    [[nodiscard]] bool canGoBack() const { return m_current > 0; }
    [[nodiscard]] bool canGoForward() const { return m_current + 1 < m_visits.size(); }
    /// Moves and tells where to; nothing at an end.
    std::optional<Visit> back();
    std::optional<Visit> forward();

private:
    std::vector<Visit> m_visits;
    std::size_t m_current = 0; ///< Of m_visits, when there are any.
};

} // namespace onceover::models
