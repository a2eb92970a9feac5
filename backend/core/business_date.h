// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <compare>
#include <date/date.h>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// A day of the one defined business calendar (R20): always an existing Gregorian day of the years 1970 to 9999, so its
/// text form "YYYY-MM-DD" has ten characters and sorts like the day. It carries no time and no zone; which day an
/// instant belongs to is decided once, from the job's zone (core/schedule.h).
class BusinessDate {
public:
    /// 1970-01-01; exists so that records can be default-constructed and then filled.
    constexpr BusinessDate() = default;

    /// The day of year, month and day; nothing when no such day exists or the year is out of range.
    [[nodiscard]] static std::optional<BusinessDate> make(int year, unsigned month, unsigned day);

    /// The day of a calendar value; nothing when it is not an existing day of the supported years.
    [[nodiscard]] static std::optional<BusinessDate> from(date::year_month_day day);

    /// Parses exactly "YYYY-MM-DD"; refuses other forms and days that do not exist (BusinessDateInvalid).
    [[nodiscard]] static Result<BusinessDate> parse(std::string_view text);

    /// "YYYY-MM-DD".
    [[nodiscard]] std::string toString() const;

    [[nodiscard]] constexpr date::year_month_day ymd() const { return m_day; }
    [[nodiscard]] constexpr date::sys_days days() const { return date::sys_days{m_day}; }

    /// The day `count` days later (earlier when negative); BusinessDateInvalid beyond the supported years.
    [[nodiscard]] Result<BusinessDate> plusDays(int count) const;

    friend constexpr bool operator==(const BusinessDate& a, const BusinessDate& b) { return a.m_day == b.m_day; }
    friend constexpr std::strong_ordering operator<=>(const BusinessDate& a, const BusinessDate& b)
    {
        return a.days().time_since_epoch().count() <=> b.days().time_since_epoch().count();
    }

private:
    explicit constexpr BusinessDate(date::year_month_day day)
        : m_day(day)
    {
    }

    date::year_month_day m_day{date::year{1970}, date::month{1}, date::day{1}};
};

} // namespace onceover
