// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cron.h"

#include <algorithm>
#include <array>
#include <vector>

namespace onceover {

namespace {

constexpr std::array<std::string_view, 5> kFieldNames{"minute", "hour", "day-of-month", "month", "day-of-week"};

/// Fields between runs of blanks and tabs. Stops one past five, which is enough to know that there are too many.
std::vector<std::string_view> splitFields(std::string_view expression)
{
    constexpr std::string_view kBlanks = " \t";
    std::vector<std::string_view> fields;
    std::size_t at = expression.find_first_not_of(kBlanks);
    while (at != std::string_view::npos && fields.size() <= kFieldNames.size()) {
        const std::size_t end = std::min(expression.find_first_of(kBlanks, at), expression.size());
        fields.push_back(expression.substr(at, end - at));
        at = expression.find_first_not_of(kBlanks, end);
    }
    return fields;
}

bool contains(std::string_view text, char c)
{
    return text.find(c) != std::string_view::npos;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// What a field that is not of the supported form asks for.
std::string_view reasonAgainst(std::string_view field)
{
    if (contains(field, '/'))
        return "steps are not supported";
    if (contains(field, ','))
        return "lists are not supported";
    if (contains(field, '-'))
        return "ranges are not supported";
    if (field == "*")
        return "more than one time a day is not supported";
    if (field == "?" || contains(field, '#') || contains(field, 'L') || contains(field, 'W'))
        return "signs of other cron dialects are not supported";
    if (isNumber(field))
        return "only every day of every month ('*') is supported";
    return "names are not supported";
}

tl::unexpected<Failure> refuseField(std::size_t index, std::string_view field, std::string_view reason)
{
    return refuse(Refusal::ScheduleNotSupported,
        std::string{kFieldNames[index]} + " '" + std::string{field} + "': " + std::string{reason});
}

Result<int> readNumber(std::size_t index, std::string_view field, int most)
{
    if (!isNumber(field))
        return refuseField(index, field, reasonAgainst(field));
    const int value = field.size() > 2 ? most + 1 : std::stoi(std::string{field});
    if (value > most)
        return refuseField(index, field, "not in 0 to " + std::to_string(most));
    return value;
}

std::string twoDigits(int value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
}

} // namespace

std::string DailyTime::toString() const
{
    return twoDigits(hour) + ":" + twoDigits(minute);
}

std::string DailyTime::toCron() const
{
    return std::to_string(minute) + " " + std::to_string(hour) + " * * *";
}

Result<DailyTime> parseCron(std::string_view expression)
{
    const auto fields = splitFields(expression);
    if (!fields.empty() && fields.front().front() == '@')
        return refuse(
            Refusal::ScheduleNotSupported, "expression '" + std::string{expression} + "': macros are not supported");
    if (fields.size() != kFieldNames.size())
        return refuse(Refusal::ScheduleNotSupported,
            "expression '" + std::string{expression} + "': has " + (fields.size() > 5 ? "more" : "fewer")
                + " than the five fields minute, hour, day-of-month, month, day-of-week");
    for (std::size_t index = 2; index < fields.size(); ++index) {
        if (fields[index] != "*")
            return refuseField(index, fields[index], reasonAgainst(fields[index]));
    }
    const auto minute = readNumber(0, fields[0], 59);
    if (!minute)
        return tl::unexpected{minute.error()};
    const auto hour = readNumber(1, fields[1], 23);
    if (!hour)
        return tl::unexpected{hour.error()};
    return DailyTime{*hour, *minute};
}

} // namespace onceover
