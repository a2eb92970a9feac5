// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/business_calendar.h"

#include <algorithm>
#include <utility>

namespace onceover {

BusinessCalendar::BusinessCalendar(std::string name)
    : m_name(std::move(name))
{
}

void BusinessCalendar::enter(BusinessDate day, bool open)
{
    const auto at = std::lower_bound(
        m_days.begin(), m_days.end(), day, [](const Day& known, BusinessDate wanted) { return known.day < wanted; });
    if (at != m_days.end() && at->day == day)
        at->open = open;
    else
        m_days.insert(at, Day{day, open});
}

Result<bool> BusinessCalendar::isOpen(BusinessDate day) const
{
    const auto at = std::lower_bound(
        m_days.begin(), m_days.end(), day, [](const Day& known, BusinessDate wanted) { return known.day < wanted; });
    if (at != m_days.end() && at->day == day)
        return at->open;
    return refuse(Refusal::CalendarUnknown,
        "calendar " + m_name + " " + knownRange() + ", not " + day.toString() + ": enter its days up to there");
}

Result<BusinessDate> BusinessCalendar::openDayFrom(BusinessDate day) const
{
    for (;;) { // Ends at the latest where the known days end.
        const auto open = isOpen(day);
        if (!open)
            return tl::unexpected{open.error()};
        if (*open)
            return day;
        const auto next = day.plusDays(1);
        if (!next)
            return next;
        day = *next;
    }
}

Result<BusinessDate> BusinessCalendar::openDayAfter(BusinessDate day, int count) const
{
    auto open = openDayFrom(day);
    for (int passed = 0; open && passed < count; ++passed) {
        const auto next = open->plusDays(1);
        if (!next)
            return next;
        open = openDayFrom(*next);
    }
    return open;
}

std::string BusinessCalendar::knownRange() const
{
    if (m_days.empty())
        return "knows no day";
    return "knows " + m_days.front().day.toString() + " to " + m_days.back().day.toString();
}

} // namespace onceover
