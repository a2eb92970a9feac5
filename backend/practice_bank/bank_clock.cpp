// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/bank_clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace practice_bank {

namespace {

/// The number that fills the whole text with digits, or -1.
int dayPart(std::string_view text)
{
    int value = -1;
    const bool digitsOnly = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digitsOnly) {
        std::from_chars(text.data(), text.data() + text.size(), value);
    }
    return value;
}

} // namespace

std::chrono::sys_time<std::chrono::milliseconds> BankClock::now() const
{
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()) + m_offset.load();
}

std::string formatInstant(std::chrono::sys_time<std::chrono::milliseconds> instant)
{
    const auto midnight = std::chrono::floor<std::chrono::days>(instant);
    const std::chrono::year_month_day day{midnight};
    const std::chrono::hh_mm_ss time{instant - midnight};
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(day.year()),
        static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()), static_cast<int>(time.hours().count()),
        static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
        static_cast<int>(time.subseconds().count()));
    return text.data();
}

bool isCalendarDay(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return false;
    }
    const int year = dayPart(text.substr(0, 4));
    const int month = dayPart(text.substr(5, 2));
    const int day = dayPart(text.substr(8, 2));
    return year > 0 && month > 0 && day > 0
        && std::chrono::year_month_day{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
            std::chrono::day{static_cast<unsigned>(day)}}
               .ok();
}

} // namespace practice_bank
