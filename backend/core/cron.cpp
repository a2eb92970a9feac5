// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cron.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace onceover {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

/// Long enough for every list of values, short enough that a fault is found by looking.
constexpr std::size_t kExpressionCharactersMax = 1000;

constexpr std::array<std::string_view, 12> kMonthNames{
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::array<std::string_view, 7> kWeekdayNames{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};

struct FieldRule {
    std::string_view name;
    int least = 0;
    int most = 0;
    const std::string_view* names = nullptr; ///< Of the values from `least` on.
    int nameCount = 0;
};

constexpr std::array<FieldRule, 5> kFields{
    FieldRule{"minute", 0, 59},
    FieldRule{"hour", 0, 23},
    FieldRule{"day-of-month", 1, 31},
    FieldRule{"month", 1, 12, kMonthNames.data(), static_cast<int>(kMonthNames.size())},
    FieldRule{"day-of-week", 0, 7, kWeekdayNames.data(), static_cast<int>(kWeekdayNames.size())},
};
constexpr std::size_t kDayOfMonth = 2;
constexpr std::size_t kDayOfWeek = 4;

/// A piece of the expression and where it stands.
struct Piece {
    std::string_view text;
    std::size_t at = 0;

    [[nodiscard]] Piece part(std::size_t from, std::size_t length = std::string_view::npos) const
    {
        return {text.substr(from, length), at + from};
    }
};

/// What a field asks for.
struct FieldValues {
    std::uint64_t bits = 0;
    bool beginsWithStar = false;
    bool runs = false; ///< Holds a `*` or a step.
};

/// `field` is the index of a field, or the number of fields for the expression as a whole.
tl::unexpected<Failure> refuseAt(std::size_t field, const Piece& piece, std::string_view reason)
{
    std::string found;
    if (field < kFields.size())
        found = std::string{kFields[field].name} + " (field " + std::to_string(field + 1) + "), ";
    found += "column " + std::to_string(piece.at + 1) + ": ";
    if (!piece.text.empty())
        found += "'" + std::string{piece.text} + "': ";
    return refuse(Refusal::ScheduleNotSupported, found + std::string{reason});
}

/// Fields between runs of blanks and tabs. Stops one past five, which is enough to know that there are too many.
std::vector<Piece> splitFields(std::string_view expression)
{
    constexpr std::string_view kBlanks = " \t";
    std::vector<Piece> fields;
    std::size_t at = expression.find_first_not_of(kBlanks);
    while (at != std::string_view::npos && fields.size() <= kFields.size()) {
        const std::size_t end = std::min(expression.find_first_of(kBlanks, at), expression.size());
        fields.push_back({expression.substr(at, end - at), at});
        at = expression.find_first_not_of(kBlanks, end);
    }
    return fields;
}

bool isFieldDigit(char c)
{
    return c >= '0' && c <= '9';
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isFieldDigit);
}

/// Why a text that is no value of the field is none.
std::string_view reasonAgainst(const FieldRule& rule, std::string_view text)
{
    if (text.empty())
        return "a value is missing";
    if (text.find_first_of("?#LlWw") != std::string_view::npos)
        return "signs of other cron dialects are not supported";
    return rule.names != nullptr ? "neither a number nor a name of this field" : "not a number";
}

Result<int> readValue(std::size_t field, const Piece& piece)
{
    const FieldRule& rule = kFields[field];
    if (isNumber(piece.text)) {
        const int value = piece.text.size() > 2 ? rule.most + 1 : std::stoi(std::string{piece.text});
        if (value < rule.least || value > rule.most)
            return refuseAt(field, piece, "not in " + std::to_string(rule.least) + " to " + std::to_string(rule.most));
        return value;
    }
    std::string name{piece.text};
    std::transform(name.begin(), name.end(), name.begin(), upper);
    for (int i = 0; i < rule.nameCount; ++i) {
        if (rule.names[i] == name)
            return rule.least + i;
    }
    return refuseAt(field, piece, reasonAgainst(rule, piece.text));
}

Result<int> readStep(std::size_t field, const Piece& piece)
{
    const int most = kFields[field].most;
    const bool fits = isNumber(piece.text) && piece.text.size() <= 2;
    const int step = fits ? std::stoi(std::string{piece.text}) : 0;
    if (step < 1 || step > most)
        return refuseAt(field, piece, "a step is a number from 1 to " + std::to_string(most));
    return step;
}

struct ValueRange {
    int first = 0;
    int last = 0;
};

Result<ValueRange> readRange(std::size_t field, const Piece& piece)
{
    const std::size_t dash = piece.text.find('-');
    const auto first = readValue(field, piece.part(0, dash));
    if (!first)
        return tl::unexpected{first.error()};
    if (dash == std::string_view::npos)
        return ValueRange{*first, *first};
    const Piece end = piece.part(dash + 1);
    auto last = readValue(field, end);
    if (!last)
        return tl::unexpected{last.error()};
    if (field == kDayOfWeek && *last == 0 && *first > 0 && !isNumber(end.text))
        last = kFields[field].most; // SUN at the end of a week.
    if (*last < *first)
        return refuseAt(field, piece, "the range runs backwards");
    return ValueRange{*first, *last};
}

/// One item of a list: `*`, a value or a range, the first and the last with a step or without.
Result<Done> addItem(std::size_t field, const Piece& item, FieldValues& values)
{
    const FieldRule& rule = kFields[field];
    const std::size_t slash = item.text.find('/');
    const Piece base = item.part(0, slash);
    ValueRange range{rule.least, rule.most};
    if (base.text.substr(0, 1) == "*") {
        if (base.text.size() > 1)
            return refuseAt(field, base.part(1), "only a step may follow '*'");
        values.runs = true;
    } else {
        const auto read = readRange(field, base);
        if (!read)
            return tl::unexpected{read.error()};
        range = *read;
    }
    int step = 1;
    if (slash != std::string_view::npos) {
        if (base.text != "*" && base.text.find('-') == std::string_view::npos)
            return refuseAt(field, item.part(slash), "a step needs '*' or a range before it");
        const auto read = readStep(field, item.part(slash + 1));
        if (!read)
            return tl::unexpected{read.error()};
        step = *read;
        values.runs = true;
    }
    for (int value = range.first; value <= range.last; value += step)
        values.bits |= std::uint64_t{1} << value;
    return Done{};
}

Result<FieldValues> readField(std::size_t field, const Piece& piece)
{
    FieldValues values;
    values.beginsWithStar = piece.text.front() == '*';
    for (std::size_t at = 0; at <= piece.text.size();) {
        const std::size_t end = std::min(piece.text.find(',', at), piece.text.size());
        if (const auto added = addItem(field, piece.part(at, end - at), values); !added)
            return tl::unexpected{added.error()};
        at = end + 1;
    }
    return values;
}

/// The five fields that a nickname stands for; empty for a word that is none.
std::string_view meaningOf(std::string_view nickname)
{
    if (nickname == "@yearly" || nickname == "@annually")
        return "0 0 1 1 *";
    if (nickname == "@monthly")
        return "0 0 1 * *";
    if (nickname == "@weekly")
        return "0 0 * * 0";
    if (nickname == "@daily" || nickname == "@midnight")
        return "0 0 * * *";
    if (nickname == "@hourly")
        return "0 * * * *";
    return {};
}

/// Five fields, or what is wrong with the expression as a whole.
Result<std::vector<Piece>> readFields(std::string_view expression)
{
    if (expression.size() > kExpressionCharactersMax)
        return refuseAt(kFields.size(), {{}, kExpressionCharactersMax},
            "longer than " + std::to_string(kExpressionCharactersMax) + " characters");
    auto fields = splitFields(expression);
    if (!fields.empty() && fields.front().text.front() == '@') {
        const std::string_view meaning = meaningOf(fields.front().text);
        return refuseAt(kFields.size(), fields.front(),
            meaning.empty() ? std::string{"not the five fields of an expression"}
                            : "nicknames are not supported: write '" + std::string{meaning} + "'");
    }
    if (fields.size() < kFields.size())
        return refuseAt(fields.size(), {{}, expression.size()},
            "missing: an expression has the five fields minute, hour, day-of-month, month, day-of-week");
    if (fields.size() > kFields.size())
        return refuseAt(kFields.size(), fields.back(),
            "a sixth field: an expression has the five fields minute, hour, day-of-month, month, day-of-week");
    return fields;
}

/// Is there a year in which one of these days exists in one of these months?
bool hasSuchADay(std::uint64_t days, std::uint64_t months)
{
    for (unsigned month = 1; month <= 12; ++month) {
        const date::year_month_day_last last = date::year{2000} / month / date::last; // A leap year.
        const std::uint64_t existing = (std::uint64_t{2} << static_cast<unsigned>(last.day())) - 1;
        if ((months >> month & 1U) != 0 && (days & existing) != 0)
            return true;
    }
    return false;
}

} // namespace

Result<CronExpression> CronExpression::parse(std::string_view expression)
{
    const auto fields = readFields(expression);
    if (!fields)
        return tl::unexpected{fields.error()};
    std::array<FieldValues, kFields.size()> values;
    for (std::size_t field = 0; field < kFields.size(); ++field) {
        const auto read = readField(field, (*fields)[field]);
        if (!read)
            return tl::unexpected{read.error()};
        values[field] = *read;
    }
    const auto& [minute, hour, day, month, weekday] = values;
    CronExpression read;
    read.m_minutes = minute.bits;
    read.m_hours = static_cast<std::uint32_t>(hour.bits);
    read.m_days = static_cast<std::uint32_t>(day.bits);
    read.m_months = static_cast<std::uint32_t>(month.bits);
    read.m_weekdays = static_cast<std::uint32_t>((weekday.bits | weekday.bits >> 7) & 0x7F);
    read.m_eitherDay = !day.beginsWithStar && !weekday.beginsWithStar;
    read.m_isFixedTime = !minute.runs && !hour.runs;
    if (!read.m_eitherDay && !hasSuchADay(day.bits, month.bits))
        return refuseAt(kDayOfMonth, (*fields)[kDayOfMonth], "never comes: no such day in these months");
    return read;
}

bool CronExpression::matchesDay(date::local_days day) const
{
    const date::year_month_day ymd{day};
    const bool dayOfMonth = (m_days >> static_cast<unsigned>(ymd.day()) & 1U) != 0;
    const bool dayOfWeek = (m_weekdays >> date::weekday{day}.c_encoding() & 1U) != 0;
    return m_eitherDay ? dayOfMonth || dayOfWeek : dayOfMonth && dayOfWeek;
}

std::optional<minutes> CronExpression::firstTimeOfDay(minutes from) const
{
    auto hour = std::chrono::floor<hours>(from);
    std::uint64_t left = m_minutes >> (from - hour).count();
    if (hour < hours{24} && (m_hours >> hour.count() & 1U) != 0 && left != 0)
        return from + minutes{std::countr_zero(left)};
    for (++hour; hour < hours{24}; ++hour) {
        if ((m_hours >> hour.count() & 1U) != 0)
            return hour + minutes{std::countr_zero(m_minutes)};
    }
    return std::nullopt;
}

std::optional<LocalMinute> CronExpression::firstIn(LocalMinute from, LocalMinute end) const
{
    auto day = date::floor<date::days>(from);
    minutes timeOfDay = from - day;
    while (day < end) {
        const date::year_month_day ymd{day};
        if ((m_months >> static_cast<unsigned>(ymd.month()) & 1U) == 0) {
            day = date::local_days{(ymd.year() / ymd.month() + date::months{1}) / 1};
            timeOfDay = minutes{0};
            continue;
        }
        if (matchesDay(day)) {
            if (const auto time = firstTimeOfDay(timeOfDay))
                return day + *time < end ? std::optional{day + *time} : std::nullopt;
        }
        day += date::days{1};
        timeOfDay = minutes{0};
    }
    return std::nullopt;
}

bool CronExpression::matches(LocalMinute minute) const
{
    return firstIn(minute, minute + minutes{1}).has_value();
}

} // namespace onceover
