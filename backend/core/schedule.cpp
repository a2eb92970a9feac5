// SPDX-License-Identifier: GPL-3.0-or-later
// The one file of core that asks the time zone library.
#include "core/schedule.h"

#include <algorithm>
#include <date/tz.h>
#include <stdexcept>

namespace onceover {

namespace {

using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr date::sys_days kBeyondZoneData{date::year{2037} / 12 / 31};

/// A zone of the machine's data. Names outside the IANA form ("localtime", paths) are refused before the library looks.
Result<const date::time_zone*> findZone(std::string_view name)
{
    const bool isRegion = name.find('/') != std::string_view::npos;
    if (name.find("..") == std::string_view::npos && (isRegion || name == "UTC")) {
        try {
            return date::locate_zone(std::string{name});
        } catch (const std::runtime_error&) {
            // The library's way to say that there is no such zone; told below like any other unknown name.
        }
    }
    return refuse(Refusal::UnknownTimeZone, std::string{name});
}

/// Does the library lose daylight saving time with the last explicit transition (2037)? It reads compiled zone files
/// and, in Debian's build, not the rule that follows the last transition.
bool losesRulesAfter2037()
{
    static const bool loses = [] {
        const auto* newYork = date::locate_zone("America/New_York");
        return newYork->get_info(date::sys_days{date::year{2038} / 7 / 1}).offset != std::chrono::hours{-4};
    }();
    return loses;
}

/// Does the zone's offset change in 2037?
bool changesItsOffset(const date::time_zone& zone)
{
    return zone.get_info(date::sys_days{date::year{2037} / 1 / 1}).end <= kBeyondZoneData;
}

Result<Done> checkWithinZoneData(const date::time_zone& zone, std::string_view name, date::sys_days day)
{
    if (day < kBeyondZoneData || !losesRulesAfter2037() || !changesItsOffset(zone))
        return Done{};
    return refuse(Refusal::InstantBeyondZoneData,
        std::string{name} + " " + date::format("%F", day) + ": known until 2037-12-30 only");
}

std::string formatOffset(seconds offset)
{
    const auto total = std::chrono::duration_cast<minutes>(offset < seconds{0} ? -offset : offset);
    const auto twoDigits = [](long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    return (offset < seconds{0} ? "-" : "+") + twoDigits(total.count() / 60) + ":" + twoDigits(total.count() % 60);
}

std::string formatWall(Timestamp at, seconds offset)
{
    const auto local = std::chrono::floor<minutes>(date::local_time<microseconds>{at.time_since_epoch() + offset});
    return date::format("%F %H:%M", local) + " " + formatOffset(offset);
}

/// The planned instant of one local day; nothing where the zone left that day out.
std::optional<ScheduledInstant> resolve(
    const date::time_zone& zone, std::string_view name, BusinessDate day, DailyTime time)
{
    const date::local_time<microseconds> planned{day.days().time_since_epoch() + time.sinceMidnight()};
    const date::local_info info = zone.get_info(planned);
    ScheduledInstant instant;
    instant.zone = std::string{name};
    instant.localDate = day;
    // In a gap the offset of before shifts by the gap's length; in an overlap it is the first pass.
    instant.scheduledAt = Timestamp{planned.time_since_epoch() - info.first.offset};
    seconds wallOffset = info.first.offset;
    if (info.result == date::local_info::nonexistent) {
        if (info.second.offset - info.first.offset >= std::chrono::hours{24})
            return std::nullopt;
        instant.resolution = Resolution::GapShifted;
        wallOffset = info.second.offset;
    } else if (info.result == date::local_info::ambiguous) {
        instant.resolution = Resolution::OverlapFirst;
    }
    instant.localWall = formatWall(instant.scheduledAt, wallOffset);
    return instant;
}

date::sys_days localDayOf(const date::time_zone& zone, Timestamp at)
{
    const auto offset
        = zone.get_info(date::sys_time<seconds>{std::chrono::floor<seconds>(at.time_since_epoch())}).offset;
    return date::floor<date::days>(date::sys_time<microseconds>{at.time_since_epoch() + offset});
}

Result<BusinessDate> asBusinessDate(date::sys_days day)
{
    if (const auto made = BusinessDate::from(date::year_month_day{day}))
        return *made;
    return refuse(Refusal::BusinessDateInvalid, date::format("%F", day));
}

} // namespace

Result<Done> checkZoneData()
{
    const auto zone = findZone("America/New_York");
    if (!zone)
        return refuse(Refusal::SelfCheckFailed, "time zone data: America/New_York is missing");
    const seconds offset = (*zone)->get_info(date::sys_days{date::year{2030} / 7 / 1}).offset;
    if (offset != std::chrono::hours{-4})
        return refuse(Refusal::SelfCheckFailed,
            "time zone data: America/New_York on 2030-07-01 is " + formatOffset(offset) + ", not -04:00");
    return Done{};
}

Result<Done> checkTimeZone(std::string_view zone)
{
    return findZone(zone).map([](const date::time_zone*) { return Done{}; });
}

Result<ScheduledInstant> nextScheduled(DailyTime time, std::string_view zone, Timestamp after)
{
    constexpr std::chrono::hours kLookAhead{24 * 4}; // Longer than any gap that a zone ever had, plus a day.
    auto found = scheduledBetween(time, zone, after, after + kLookAhead, 1);
    if (!found)
        return tl::unexpected{found.error()};
    if (found->empty())
        return refuse(Refusal::InstantBeyondZoneData, std::string{zone} + ": no planned instant within four days");
    return std::move(found->front());
}

Result<std::vector<ScheduledInstant>> scheduledBetween(
    DailyTime time, std::string_view zone, Timestamp from, Timestamp to, std::size_t most)
{
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    std::vector<ScheduledInstant> instants;
    // A time shifted by a gap may lie on the local day after its own, so the search begins one day early.
    date::sys_days day = std::max(localDayOf(**located, from) - date::days{1}, BusinessDate{}.days());
    for (; instants.size() < most; day += date::days{1}) {
        const auto planned = asBusinessDate(day);
        if (!planned)
            return tl::unexpected{planned.error()};
        auto instant = resolve(**located, zone, *planned, time);
        if (!instant || instant->scheduledAt <= from)
            continue;
        if (instant->scheduledAt > to)
            break;
        if (const auto known = checkWithinZoneData(**located, zone, day); !known)
            return tl::unexpected{known.error()};
        instants.push_back(std::move(*instant));
    }
    return instants;
}

Result<BusinessDate> localDateOf(std::string_view zone, Timestamp at)
{
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    const date::sys_days day = localDayOf(**located, at);
    if (const auto known = checkWithinZoneData(**located, zone, day); !known)
        return tl::unexpected{known.error()};
    return asBusinessDate(day);
}

Result<Timestamp> startOfDay(std::string_view zone, BusinessDate day)
{
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    if (const auto known = checkWithinZoneData(**located, zone, day.days()); !known)
        return tl::unexpected{known.error()};
    const date::local_info info = (*located)->get_info(date::local_seconds{day.days().time_since_epoch()});
    if (info.result == date::local_info::nonexistent) // Midnight is skipped: the day begins where the gap ends.
        return Timestamp{info.first.end.time_since_epoch()};
    return Timestamp{day.days().time_since_epoch() - info.first.offset};
}

Result<BusinessDate> businessDateFor(BusinessDate localDate, int offsetDays)
{
    return localDate.plusDays(offsetDays);
}

Result<BusinessDate> settleDateFor(std::string_view zone, minutes cutOff, Timestamp at)
{
    if (cutOff < minutes{0} || cutOff >= std::chrono::hours{24})
        return refuse(Refusal::ValueMalformed, "cut-off of " + std::to_string(cutOff.count()) + " minutes");
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    const auto day = localDateOf(zone, at);
    if (!day || cutOff == minutes{0})
        return day;
    const seconds offset
        = (*located)->get_info(date::sys_time<seconds>{std::chrono::floor<seconds>(at.time_since_epoch())}).offset;
    const auto sinceMidnight = at.time_since_epoch() + offset - day->days().time_since_epoch();
    return sinceMidnight < cutOff ? day : day->plusDays(1);
}

} // namespace onceover
