// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_calendar.h"
#include "core/records/timestamp.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

/// When a channel takes orders, and which value date they carry.
struct SendingHours {
    std::optional<std::chrono::minutes> cutOff; ///< Local time of day from which on an order waits; nothing: midnight.
    std::string zone;                           ///< Of the cut-off and of the days; empty: at any time.
    std::string calendar;                       ///< Name of the calendar; empty: every day is open.
    std::string valueDateRule = "same-day";     ///< "same-day", or "T+1" to "T+9".
    bool takesPastValueDates = true;            ///< False: it refuses an order whose value date lies before its day.
};

/// When a message may be sent that is written at some instant: while the window is open at once, before it when it
/// opens, after it when the next one opens. The instant itself is the database's, so it decides which of the three
/// holds.
struct SendWindow {
    std::optional<Timestamp> opens;  ///< Nothing: is open.
    std::optional<Timestamp> closes; ///< Nothing: never closes.
    std::optional<Timestamp>
        nextOpens; ///< Nothing: it does not close before the message is written, and no later day is known; or a later
                   ///< day would be too late, and a message that is written then fails.
    std::optional<BusinessDate> valueDate; ///< Nothing: the channel has no calendar, so orders carry none.
};

/// How many open days the value date lies after the settle date; ValueMalformed for a rule that is none.
[[nodiscard]] Result<int> valueDaysOf(std::string_view rule);

/// The value date that an order carries: from the settle date alone, never from a clock, so that the same operation
/// gives the same bytes again (DESIGN.md section 2).
[[nodiscard]] Result<BusinessDate> valueDateFor(
    std::string_view rule, const BusinessCalendar& calendar, BusinessDate settleDate);

/// The window of a message that is written between `from` and `until`, both by the database's clock: the first open day
/// at or after the local day and the value date, from its first moment to the cut-off. `calendar`: the one that is
/// named, or null when nobody entered it (CalendarUnknown). An unknown zone or day is refused, never guessed; so is
/// (ValueDatePast) what could only be sent after its value date through a channel that refuses that: the value date
/// follows from the settle date and is never moved.
[[nodiscard]] Result<SendWindow> sendWindowFor(const SendingHours& hours, const BusinessCalendar* calendar,
    BusinessDate settleDate, Timestamp from, Timestamp until);

} // namespace onceover
