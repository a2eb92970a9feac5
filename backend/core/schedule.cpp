// SPDX-License-Identifier: GPL-3.0-or-later
// The one file of core that asks the time zone library.
#include "core/schedule.h"

#include <algorithm>
#include <date/tz.h>
#include <stdexcept>

namespace onceover {

namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr date::sys_days kBeyondZoneData{date::year{2037} / 12 / 31};

/// A zone of the machine's data. Names outside the IANA form ("localtime", paths) are refused before the library looks,
/// and so are those without a region: the database reads "CET" as an abbreviation, which knows no summer time.
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
        return newYork->get_info(date::sys_days{date::year{2038} / 7 / 1}).offset != hours{-4};
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

using UtcSecond = date::sys_seconds;
using LocalSecond = date::local_seconds;

LocalSecond localAt(UtcSecond at, seconds offset)
{
    return LocalSecond{at.time_since_epoch() + offset};
}

LocalMinute firstMinuteFrom(LocalSecond at)
{
    return date::ceil<minutes>(at);
}

/// Walks a zone from one change of its offset to the next and finds the instants that an expression means, in order.
/// Between two changes the wall clock is an ordinary clock; only what lies next to a change needs the ruling (R20).
class InstantWalk {
public:
    /// Instants from `from` on, before `end`.
    InstantWalk(const CronExpression& cron, const date::time_zone& zone, UtcSecond from, UtcSecond end)
        : m_cron(cron)
        , m_zone(zone)
        , m_at(from)
        , m_end(end)
    {
        enter(m_at);
    }

    struct Found {
        UtcSecond at;
        LocalMinute planned; ///< What the expression meant; differs from the wall clock where a gap shifted it.
        seconds offset{0};
        Resolution resolution = Resolution::Plain;
    };

    [[nodiscard]] std::optional<Found> next()
    {
        while (m_at < m_end) {
            if (const auto found = inThisStretch()) {
                m_at = found->at + seconds{1};
                return found;
            }
            m_at = m_stretch.end;
            if (m_at < m_end)
                enter(m_at);
        }
        return std::nullopt;
    }

private:
    void enter(UtcSecond at)
    {
        constexpr UtcSecond kBeforeAnyZone{date::sys_days{date::year{1800} / 1 / 1}};
        m_stretch = m_zone.get_info(at);
        m_offsetBefore = m_stretch.begin > kBeforeAnyZone ? m_zone.get_info(m_stretch.begin - seconds{1}).offset
                                                          : m_stretch.offset;
    }

    [[nodiscard]] std::optional<Found> inThisStretch() const
    {
        const auto plain = firstPlain();
        const auto shifted = firstShifted();
        // A shifted time that meets one that is planned anyway adds nothing.
        return shifted && (!plain || shifted->at < plain->at) ? shifted : plain;
    }

    /// The first time of this stretch's own wall clock.
    [[nodiscard]] std::optional<Found> firstPlain() const
    {
        LocalSecond from = localAt(m_at, m_stretch.offset);
        const LocalSecond endOfSecondPass = localAt(m_stretch.begin, m_offsetBefore);
        if (m_cron.isFixedTime()) // It ran in the first pass.
            from = std::max(from, endOfSecondPass);
        const UtcSecond end = std::min(m_end, m_stretch.end);
        const auto planned = m_cron.firstIn(firstMinuteFrom(from), firstMinuteFrom(localAt(end, m_stretch.offset)));
        if (!planned)
            return std::nullopt;
        Found found{UtcSecond{planned->time_since_epoch() - m_stretch.offset}, *planned, m_stretch.offset};
        if (*planned < endOfSecondPass)
            found.resolution = Resolution::OverlapSecond;
        else if (comesAgain(*planned))
            found.resolution = Resolution::OverlapFirst;
        return found;
    }

    /// The first time that the gap before this stretch left out, moved by the gap's length. A gap of a day or more is a
    /// day that the zone does not have: nothing is planned on it.
    [[nodiscard]] std::optional<Found> firstShifted() const
    {
        const seconds length = m_stretch.offset - m_offsetBefore;
        if (length <= seconds{0} || length >= hours{24})
            return std::nullopt;
        const LocalSecond from = std::max(localAt(m_at, m_offsetBefore), localAt(m_stretch.begin, m_offsetBefore));
        const LocalSecond end = std::min(localAt(m_end, m_offsetBefore), localAt(m_stretch.begin, m_stretch.offset));
        const auto planned = m_cron.firstIn(firstMinuteFrom(from), firstMinuteFrom(end));
        if (!planned)
            return std::nullopt;
        return Found{UtcSecond{planned->time_since_epoch() - m_offsetBefore}, *planned, m_stretch.offset,
            Resolution::GapShifted};
    }

    /// Does the wall clock show this time once more after the end of this stretch?
    [[nodiscard]] bool comesAgain(LocalMinute planned) const
    {
        const LocalSecond end = localAt(m_stretch.end, m_stretch.offset);
        if (end - planned > hours{24})
            return false;
        return planned >= localAt(m_stretch.end, m_zone.get_info(m_stretch.end).offset);
    }

    const CronExpression& m_cron;
    const date::time_zone& m_zone;
    UtcSecond m_at;
    UtcSecond m_end;
    date::sys_info m_stretch;
    seconds m_offsetBefore{0};
};

/// The business calendar has no days beyond these, so nothing is looked for there.
constexpr UtcSecond kFirstSecond{date::sys_days{date::year{1970} / 1 / 1} - date::days{1}};
constexpr UtcSecond kEndOfCalendar{date::sys_days{date::year{9999} / 12 / 30}};

UtcSecond withinCalendar(Timestamp at)
{
    return std::clamp(std::chrono::floor<seconds>(at), kFirstSecond, kEndOfCalendar);
}

} // namespace

Result<Done> checkZoneData()
{
    const auto zone = findZone("America/New_York");
    if (!zone)
        return refuse(Refusal::SelfCheckFailed, "time zone data: America/New_York is missing");
    const seconds offset = (*zone)->get_info(date::sys_days{date::year{2030} / 7 / 1}).offset;
    if (offset != hours{-4})
        return refuse(Refusal::SelfCheckFailed,
            "time zone data: America/New_York on 2030-07-01 is " + formatOffset(offset) + ", not -04:00");
    return Done{};
}

Result<Done> checkTimeZone(std::string_view zone)
{
    return findZone(zone).map([](const date::time_zone*) { return Done{}; });
}

Result<ScheduledInstant> nextScheduled(const CronExpression& cron, std::string_view zone, Timestamp after)
{
    // 29 February on one day of the week can be forty years away; nothing that parse() accepts is rarer.
    constexpr std::chrono::hours kLookAhead{24 * 366 * 41};
    auto found = scheduledBetween(cron, zone, after, after + kLookAhead, 1);
    if (!found)
        return tl::unexpected{found.error()};
    if (found->empty())
        return refuse(Refusal::InstantBeyondZoneData, std::string{zone} + ": no planned instant before the year 9999");
    return std::move(found->front());
}

Result<std::vector<ScheduledInstant>> scheduledBetween(
    const CronExpression& cron, std::string_view zone, Timestamp from, Timestamp to, std::size_t most)
{
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    InstantWalk walk(cron, **located, withinCalendar(from) + seconds{1}, withinCalendar(to) + seconds{1});
    std::vector<ScheduledInstant> instants;
    while (instants.size() < most) {
        const auto found = walk.next();
        if (!found)
            break;
        const date::sys_days day{date::floor<date::days>(found->planned).time_since_epoch()};
        if (day < BusinessDate{}.days())
            continue; // The last hours of 1969 in a zone behind UTC.
        if (const auto known = checkWithinZoneData(**located, zone, day); !known)
            return tl::unexpected{known.error()};
        const auto localDate = asBusinessDate(day);
        if (!localDate)
            return tl::unexpected{localDate.error()};
        const Timestamp at{found->at.time_since_epoch()};
        instants.push_back({at, formatWall(at, found->offset), std::string{zone}, found->resolution, *localDate});
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

Result<Timestamp> instantOfDay(std::string_view zone, BusinessDate day, minutes timeOfDay)
{
    if (timeOfDay < minutes{0} || timeOfDay >= hours{24})
        return refuse(Refusal::ValueMalformed, "time of day of " + std::to_string(timeOfDay.count()) + " minutes");
    const auto located = findZone(zone);
    if (!located)
        return tl::unexpected{located.error()};
    if (const auto known = checkWithinZoneData(**located, zone, day.days()); !known)
        return tl::unexpected{known.error()};
    const LocalSecond local{day.days().time_since_epoch() + timeOfDay};
    // By the offset before the change: what a gap leaves out moves by its length, an overlap gives its first pass.
    const date::local_info info = (*located)->get_info(local);
    return Timestamp{local.time_since_epoch() - info.first.offset};
}

Result<BusinessDate> businessDateFor(BusinessDate localDate, int offsetDays)
{
    return localDate.plusDays(offsetDays);
}

Result<BusinessDate> settleDateFor(std::string_view zone, minutes cutOff, Timestamp at)
{
    if (cutOff < minutes{0} || cutOff >= hours{24})
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
