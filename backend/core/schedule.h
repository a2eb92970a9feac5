// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/cron.h"
#include "core/enum_names.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

/// How a local time became an instant. Names are those of job_run.resolution.
enum class Resolution {
    Plain,
    GapShifted,    ///< The local time does not exist that day: shifted by the gap's length (02:30 → 03:30).
    OverlapFirst,  ///< The local time exists twice that day: the first pass.
    OverlapSecond, ///< The second pass; only of expressions with a wildcard or a step in minute or hour.
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<Resolution>{
    "PLAIN", "GAP_SHIFTED", "OVERLAP_FIRST", "OVERLAP_SECOND"};
static_assert(namesAreComplete(Resolution::OverlapSecond));

/// One planned instant of a job, as it is stored with the run.
struct ScheduledInstant {
    Timestamp scheduledAt;
    std::string localWall; ///< The wall clock at that instant: "2026-03-29 03:30 +02:00".
    std::string zone;      ///< The IANA name that was asked for.
    Resolution resolution = Resolution::Plain;
    BusinessDate localDate; ///< The planned local day; a time shifted past midnight still belongs to it.
};

/// The zone data tells what we know of it: New York is at −04:00 on 2030-07-01; SelfCheckFailed otherwise. Without
/// this the scheduler must not start.
[[nodiscard]] Result<Done> checkZoneData();

/// Is this an IANA zone of this machine's data? UnknownTimeZone otherwise ("localtime" is none).
[[nodiscard]] Result<Done> checkTimeZone(std::string_view zone);

/// The first planned instant after `after`. Refuses an unknown zone (UnknownTimeZone) and, where the library knows no
/// daylight saving time from 2038, instants from 2037-12-31 on in zones that have it (InstantBeyondZoneData).
[[nodiscard]] Result<ScheduledInstant> nextScheduled(
    const CronExpression& cron, std::string_view zone, Timestamp after);

/// The planned instants after `from` up to and including `to`, in order and each once, at most `most` of them (the
/// earliest). The ruling on changes of the zone's offset (R20, K25–K28):
/// - A local time that a gap leaves out is shifted by the gap's length, so that nothing planned is lost; where the
///   shifted time is planned anyway (`0 * * * *`), it adds nothing. A day that a zone left out altogether (a gap of 24
///   hours) has no instants.
/// - A local time that exists twice counts once, in the first pass, when minute and hour are fixed; with a wildcard or
/// a
///   step in either of them it counts in both passes.
/// Refusals as nextScheduled.
[[nodiscard]] Result<std::vector<ScheduledInstant>> scheduledBetween(
    const CronExpression& cron, std::string_view zone, Timestamp from, Timestamp to, std::size_t most);

/// The local day of an instant in a zone.
[[nodiscard]] Result<BusinessDate> localDateOf(std::string_view zone, Timestamp at);

/// The instant at which a local day begins in a zone: its first existing moment. It is also the end of the day before.
[[nodiscard]] Result<Timestamp> startOfDay(std::string_view zone, BusinessDate day);

/// The instant of a local time of day (0:00 to 24:00, exclusive) on a local day. A time that a gap leaves out is
/// shifted by the gap's length; of one that exists twice it is the first pass, as for a planned time.
[[nodiscard]] Result<Timestamp> instantOfDay(std::string_view zone, BusinessDate day, std::chrono::minutes timeOfDay);

/// The business date of a scheduled run: the planned local day moved by the job's offset (−1: the day before).
[[nodiscard]] Result<BusinessDate> businessDateFor(BusinessDate localDate, int offsetDays);

/// The settle date of a sale at an instant: the merchant's local day; from the cut-off on (local time of day, above
/// 00:00) the next day. A cut-off of 00:00 means that the business day ends with the calendar day (K31).
[[nodiscard]] Result<BusinessDate> settleDateFor(std::string_view zone, std::chrono::minutes cutOff, Timestamp at);

} // namespace onceover
