// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace onceover {

/// On which days an outside party works. It knows the days that were entered and no others: a day that nobody entered
/// is refused by name (CalendarUnknown), because to take it for a working day, or for a holiday, would be a guess.
class BusinessCalendar {
public:
    /// A calendar that knows no day.
    explicit BusinessCalendar(std::string name);

    [[nodiscard]] const std::string& name() const { return m_name; }

    /// Enters one day, in any order; the last word about a day counts.
    void enter(BusinessDate day, bool open);

    /// Is this an open day? CalendarUnknown when nobody entered it.
    [[nodiscard]] Result<bool> isOpen(BusinessDate day) const;

    /// The first open day at or after this one; CalendarUnknown when an unknown day comes first.
    [[nodiscard]] Result<BusinessDate> openDayFrom(BusinessDate day) const;

    /// The open day that lies `count` (≥ 0) open days after the first open day at or after this one.
    [[nodiscard]] Result<BusinessDate> openDayAfter(BusinessDate day, int count) const;

    /// "knows 2026-01-01 to 2026-12-31", or "knows no day": for people.
    [[nodiscard]] std::string knownRange() const;

private:
    struct Day {
        BusinessDate day;
        bool open = false;
    };

    std::string m_name;
    std::vector<Day> m_days; ///< Sorted by day, each once.
};

} // namespace onceover
