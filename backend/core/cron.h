// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <date/date.h>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// A wall-clock minute that belongs to no zone yet.
using LocalMinute = date::local_time<std::chrono::minutes>;

/// A five-field cron expression as Vixie's cron reads it: minute, hour, day-of-month, month, day-of-week, each a list
/// of
/// `*`, values and ranges, the last two kinds with names where a field has them (JAN-DEC, SUN-SAT, in either case), `*`
/// and ranges with a step. Sunday is 0, 7 and SUN, and SUN may end a range (FRI-SUN). It says which wall-clock minutes
/// are meant; what becomes of those that a zone leaves out or has twice is decided in core/schedule.h.
///
/// Two readings that dialects dispute (R20):
/// - When day-of-month and day-of-week are both restricted, a day needs to match one of them; else it needs to match
///   both. A field is unrestricted when it begins with `*`, `*/2` included: `0 0 */2 * MON` means the Mondays that have
///   an odd number.
/// - A step needs `*` or a range before it: `5/15` is refused, because others read it as 5-59/15 or as 5 alone.
class CronExpression {
public:
    /// `0 0 * * *`; exists so that records can be default-constructed and then filled.
    CronExpression() = default;

    /// Reads an expression. Every other text is refused (ScheduleNotSupported), also one that names days which no year
    /// has, such as `0 0 30 2 *`; `found` tells the place and the reason, left to right the first:
    /// "hour (field 2), column 3: '25': not in 0 to 23". Columns count from 1.
    [[nodiscard]] static Result<CronExpression> parse(std::string_view expression);

    /// The first minute meant in [from, end); nothing when there is none. Looks at days, so its cost is bounded by
    /// `end`.
    [[nodiscard]] std::optional<LocalMinute> firstIn(LocalMinute from, LocalMinute end) const;

    [[nodiscard]] bool matches(LocalMinute minute) const;

    /// Minute and hour are plain values, lists or ranges, without `*` and without a step. Only such a fixed time keeps
    /// still in the second pass of an overlap.
    [[nodiscard]] bool isFixedTime() const { return m_isFixedTime; }

    friend bool operator==(const CronExpression&, const CronExpression&) = default;

private:
    [[nodiscard]] bool matchesDay(date::local_days day) const;
    [[nodiscard]] std::optional<std::chrono::minutes> firstTimeOfDay(std::chrono::minutes from) const;

    // One bit per value; Sunday is bit 0 alone.
    std::uint64_t m_minutes = 1;
    std::uint32_t m_hours = 1;
    std::uint32_t m_days = ~std::uint32_t{0};
    std::uint32_t m_months = ~std::uint32_t{0};
    std::uint32_t m_weekdays = ~std::uint32_t{0};
    bool m_eitherDay = false; ///< Day-of-month and day-of-week are both restricted.
    bool m_isFixedTime = true;
};

} // namespace onceover
