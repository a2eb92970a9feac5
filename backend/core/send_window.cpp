// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/send_window.h"

#include "core/schedule.h"

#include <algorithm>

namespace onceover {

namespace {

/// Days as the channel works them; without a calendar each is open.
Result<BusinessDate> workingDayFrom(const BusinessCalendar* calendar, BusinessDate day)
{
    return calendar != nullptr ? calendar->openDayFrom(day) : Result<BusinessDate>{day};
}

Result<BusinessDate> workingDayAfter(const BusinessCalendar* calendar, BusinessDate day)
{
    const auto next = day.plusDays(1);
    return next ? workingDayFrom(calendar, *next) : next;
}

/// When the orders of a day end: at its cut-off, else with the day.
Result<Timestamp> endOfOrders(const SendingHours& hours, BusinessDate day)
{
    if (hours.cutOff)
        return instantOfDay(hours.zone, day, *hours.cutOff);
    const auto next = day.plusDays(1);
    return next ? startOfDay(hours.zone, *next) : tl::unexpected{next.error()};
}

} // namespace

Result<int> valueDaysOf(std::string_view rule)
{
    if (rule == "same-day")
        return 0;
    if (rule.size() == 3 && rule.substr(0, 2) == "T+" && rule[2] >= '1' && rule[2] <= '9')
        return rule[2] - '0';
    return refuse(Refusal::ValueMalformed, "value date rule " + std::string{rule});
}

Result<BusinessDate> valueDateFor(std::string_view rule, const BusinessCalendar& calendar, BusinessDate settleDate)
{
    const auto days = valueDaysOf(rule);
    if (!days)
        return tl::unexpected{days.error()};
    return calendar.openDayAfter(settleDate, *days);
}

Result<SendWindow> sendWindowFor(const SendingHours& hours, const BusinessCalendar* calendar, BusinessDate settleDate,
    Timestamp from, Timestamp until)
{
    SendWindow window;
    if (hours.zone.empty())
        return window;
    if (!hours.calendar.empty() && calendar == nullptr)
        return tl::unexpected{BusinessCalendar{hours.calendar}.isOpen(settleDate).error()};
    if (hours.calendar.empty())
        calendar = nullptr;
    const auto today = localDateOf(hours.zone, from);
    if (!today)
        return tl::unexpected{today.error()};
    BusinessDate first = *today;
    if (calendar != nullptr) {
        const auto valueDate = valueDateFor(hours.valueDateRule, *calendar, settleDate);
        if (!valueDate)
            return tl::unexpected{valueDate.error()};
        window.valueDate = *valueDate;
        first = std::max(first, *valueDate);
    }
    auto day = workingDayFrom(calendar, first);
    auto closes = day ? endOfOrders(hours, *day) : tl::unexpected{day.error()};
    if (closes && from >= *closes) { // Today's orders have ended.
        day = workingDayAfter(calendar, *day);
        closes = day ? endOfOrders(hours, *day) : tl::unexpected{day.error()};
    }
    if (!closes)
        return tl::unexpected{closes.error()};
    const auto isTooLate = [&](BusinessDate sent) {
        return window.valueDate && !hours.takesPastValueDates && sent > *window.valueDate;
    };
    if (isTooLate(*day))
        return refuse(Refusal::ValueDatePast,
            "the value date is " + window.valueDate->toString() + ", the channel's next day " + day->toString());
    const auto opens = startOfDay(hours.zone, *day);
    if (!opens)
        return tl::unexpected{opens.error()};
    window.opens = *opens;
    window.closes = *closes;
    const auto nextDay = workingDayAfter(calendar, *day);
    const auto nextOpens = nextDay ? startOfDay(hours.zone, *nextDay) : tl::unexpected{nextDay.error()};
    if (nextOpens && !isTooLate(*nextDay))
        window.nextOpens = *nextOpens;
    else if (!nextOpens && until >= *closes)
        return tl::unexpected{nextOpens.error()};
    return window;
}

} // namespace onceover
