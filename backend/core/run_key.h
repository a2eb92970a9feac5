// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/result.h"

#include <string>
#include <string_view>

namespace onceover {

/// For how long a run settles. Names are those of job.period_kind.
enum class PeriodKind {
    Day,
    IsoWeek,
    Month,
    Slot, ///< One planned instant; only of jobs without money (P1).
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<PeriodKind>{"day", "week", "month", "slot"};
static_assert(namesAreComplete(PeriodKind::Slot));

/// A week of ISO 8601: Monday to Sunday; it belongs to the year that holds its Thursday.
struct IsoWeek {
    int year = 0;
    int week = 0; ///< 1 to 53
    friend constexpr auto operator<=>(const IsoWeek&, const IsoWeek&) = default;

    /// "2026-W53".
    [[nodiscard]] std::string toString() const;
};

/// The ISO week of a day, with the year of that week: 2027-01-01 is 2026-W53, never 2027-W53 (F30, K30).
[[nodiscard]] IsoWeek isoWeek(BusinessDate date);

/// The period that a run of this business date is about: the day; the ISO week before (of the date − 7 days, which is
/// the week that a Monday's report tells about, R12); the month. A slot is no part of a calendar: KeyMalformed, see
/// slotKeyFor.
[[nodiscard]] Result<std::string> periodOf(PeriodKind kind, BusinessDate date);

/// The business date that stands for its period, the same for every trigger of it: the day itself, the Monday of its
/// week, the last day of its month.
[[nodiscard]] Result<BusinessDate> periodDate(PeriodKind kind, BusinessDate date);

/// `prefix:period` or `prefix@scope:period`, e.g. `settle-daily:2026-10-26`, `weekly-report:2026-W43`,
/// `settlement:2026-09`. From the business date alone, so that a rerun, a manual run and a catch-up meet the same key
/// (R11, R18). Refuses a prefix other than [a-z][a-z0-9-]* and a scope other than [a-z0-9-]* (KeyMalformed).
[[nodiscard]] Result<RunKey> runKeyFor(
    std::string_view prefix, std::string_view scope, PeriodKind kind, BusinessDate date);

/// The run key of one planned instant: `prefix[@scope]:2026-03-29T03:30+02:00`, from the stored wall clock
/// "2026-03-29 03:30 +02:00". With its offset it is unique also where the clock shows a time twice.
[[nodiscard]] Result<RunKey> slotKeyFor(std::string_view prefix, std::string_view scope, std::string_view localWall);

} // namespace onceover
