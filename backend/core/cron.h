// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <string>
#include <string_view>

namespace onceover {

/// One fixed local time a day, as a job stores it: `M H * * *`.
struct DailyTime {
    int hour = 0;   ///< 0 to 23
    int minute = 0; ///< 0 to 59
    friend constexpr auto operator<=>(const DailyTime&, const DailyTime&) = default;

    [[nodiscard]] constexpr std::chrono::minutes sinceMidnight() const
    {
        return std::chrono::hours{hour} + std::chrono::minutes{minute};
    }

    /// "HH:MM".
    [[nodiscard]] std::string toString() const;

    /// The five-field form "M H * * *".
    [[nodiscard]] std::string toCron() const;
};

/// Reads a five-field cron expression whose minute and hour are plain numbers and whose other fields are `*`. Every
/// other expression is refused with ScheduleNotSupported, and `found` names the field, its text and the reason, e.g.
/// "hour '*/2': steps are not supported". Nothing is guessed or rounded.
[[nodiscard]] Result<DailyTime> parseCron(std::string_view expression);

} // namespace onceover
