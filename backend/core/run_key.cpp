// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_key.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr int kDaysPerWeek = 7;
constexpr int kIsoThursday = 4; // Monday is 1.

constexpr bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool isPrefix(std::string_view text)
{
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z'
        && std::all_of(text.begin(), text.end(), isKeyCharacter);
}

Result<RunKey> joined(std::string_view prefix, std::string_view scope, const std::string& period)
{
    if (!isPrefix(prefix))
        return refuse(Refusal::KeyMalformed, "run key prefix '" + std::string{prefix} + "'");
    if (!std::all_of(scope.begin(), scope.end(), isKeyCharacter))
        return refuse(Refusal::KeyMalformed, "run key scope '" + std::string{scope} + "'");
    std::string key{prefix};
    if (!scope.empty())
        key.append("@").append(scope);
    return RunKey{key + ":" + period};
}

} // namespace

std::string IsoWeek::toString() const
{
    std::string text = std::to_string(year);
    text += week < 10 ? "-W0" : "-W";
    return text + std::to_string(week);
}

IsoWeek isoWeek(BusinessDate date)
{
    const auto isoDay = static_cast<int>(date::weekday{date.days()}.iso_encoding());
    const date::year_month_day thursday{date.days() + date::days{kIsoThursday - isoDay}};
    const date::sys_days firstOfYear{thursday.year() / date::January / 1};
    const auto dayOfYear = (date::sys_days{thursday} - firstOfYear).count();
    return {static_cast<int>(thursday.year()), static_cast<int>(dayOfYear) / kDaysPerWeek + 1};
}

Result<std::string> periodOf(PeriodKind kind, BusinessDate date)
{
    switch (kind) {
    case PeriodKind::Day:
        return date.toString();
    case PeriodKind::IsoWeek: {
        const auto weekBefore = date.plusDays(-kDaysPerWeek);
        if (!weekBefore)
            return tl::unexpected{weekBefore.error()};
        return isoWeek(*weekBefore).toString();
    }
    case PeriodKind::Month:
        return date.toString().substr(0, 7);
    case PeriodKind::Slot:
        return refuse(Refusal::KeyMalformed, "a slot has no business date of its own");
    }
    return refuse(Refusal::KeyMalformed, "period kind");
}

Result<BusinessDate> periodDate(PeriodKind kind, BusinessDate date)
{
    switch (kind) {
    case PeriodKind::Day:
    case PeriodKind::Slot:
        return date;
    case PeriodKind::IsoWeek:
        return date.plusDays(1 - static_cast<int>(date::weekday{date.days()}.iso_encoding()));
    case PeriodKind::Month: {
        const date::year_month_day last{date.ymd().year() / date.ymd().month() / date::last};
        if (const auto day = BusinessDate::from(last))
            return *day;
        break;
    }
    }
    return refuse(Refusal::BusinessDateInvalid, date.toString());
}

Result<RunKey> runKeyFor(std::string_view prefix, std::string_view scope, PeriodKind kind, BusinessDate date)
{
    return periodOf(kind, date).and_then([&](const std::string& period) { return joined(prefix, scope, period); });
}

Result<RunKey> slotKeyFor(std::string_view prefix, std::string_view scope, std::string_view localWall)
{
    constexpr std::string_view kForm = "2026-03-29 03:30 +02:00";
    if (localWall.size() != kForm.size() || localWall[10] != ' ' || localWall[16] != ' ')
        return refuse(Refusal::KeyMalformed, "wall clock '" + std::string{localWall} + "'");
    std::string slot{localWall};
    slot[10] = 'T';
    slot.erase(16, 1);
    return joined(prefix, scope, slot);
}

} // namespace onceover
