// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/business_date.h"

namespace onceover {

namespace {

constexpr int kFirstYear = 1970;
constexpr int kLastYear = 9999;

/// The number in `text`, which must be digits alone; nothing otherwise.
std::optional<int> digitsValue(std::string_view text)
{
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

void appendPadded(std::string& text, unsigned value, std::size_t width)
{
    const std::string digits = std::to_string(value);
    text.append(width > digits.size() ? width - digits.size() : 0, '0');
    text += digits;
}

} // namespace

std::optional<BusinessDate> BusinessDate::make(int year, unsigned month, unsigned day)
{
    if (year < kFirstYear || year > kLastYear || month > 12 || day > 31)
        return std::nullopt;
    const date::year_month_day ymd{date::year{year}, date::month{month}, date::day{day}};
    if (!ymd.ok())
        return std::nullopt;
    return BusinessDate{ymd};
}

std::optional<BusinessDate> BusinessDate::from(date::year_month_day day)
{
    if (!day.ok())
        return std::nullopt;
    return make(static_cast<int>(day.year()), static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

Result<BusinessDate> BusinessDate::parse(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return refuse(Refusal::BusinessDateInvalid, std::string{text});
    const auto year = digitsValue(text.substr(0, 4));
    const auto month = digitsValue(text.substr(5, 2));
    const auto day = digitsValue(text.substr(8, 2));
    if (year && month && day) {
        if (const auto made = make(*year, static_cast<unsigned>(*month), static_cast<unsigned>(*day)))
            return *made;
    }
    return refuse(Refusal::BusinessDateInvalid, std::string{text});
}

std::string BusinessDate::toString() const
{
    std::string text;
    text.reserve(10);
    appendPadded(text, static_cast<unsigned>(static_cast<int>(m_day.year())), 4);
    text += '-';
    appendPadded(text, static_cast<unsigned>(m_day.month()), 2);
    text += '-';
    appendPadded(text, static_cast<unsigned>(m_day.day()), 2);
    return text;
}

Result<BusinessDate> BusinessDate::plusDays(int count) const
{
    constexpr int kDaysMax = 366 * (kLastYear - kFirstYear + 1); // Keeps the calendar's arithmetic within its range.
    if (count < -kDaysMax || count > kDaysMax)
        return refuse(Refusal::BusinessDateInvalid, toString());
    if (const auto moved = from(date::year_month_day{days() + date::days{count}}))
        return *moved;
    return refuse(Refusal::BusinessDateInvalid, toString());
}

} // namespace onceover
