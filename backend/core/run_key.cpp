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
    }
    return refuse(Refusal::KeyMalformed, "period kind");
}

Result<RunKey> runKeyFor(std::string_view prefix, std::string_view scope, PeriodKind kind, BusinessDate date)
{
    if (!isPrefix(prefix))
        return refuse(Refusal::KeyMalformed, "run key prefix '" + std::string{prefix} + "'");
    if (!std::all_of(scope.begin(), scope.end(), isKeyCharacter))
        return refuse(Refusal::KeyMalformed, "run key scope '" + std::string{scope} + "'");
    const auto period = periodOf(kind, date);
    if (!period)
        return tl::unexpected{period.error()};
    std::string key{prefix};
    if (!scope.empty())
        key.append("@").append(scope);
    return RunKey{key + ":" + *period};
}

} // namespace onceover
