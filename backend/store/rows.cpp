// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/rows.h"

#include "store/array.h"

#include <charconv>
#include <libpq-fe.h>
#include <limits>

namespace onceover::store {

namespace {

/// Takes a number of exactly `digits` characters off the front; -1 when there is none.
int takeDigits(std::string_view& text, std::size_t digits)
{
    int value = 0;
    if (text.size() < digits)
        return -1;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool takeChar(std::string_view& text, char c)
{
    if (text.empty() || text.front() != c)
        return false;
    text.remove_prefix(1);
    return true;
}

/// The fraction of a second, up to six digits, in microseconds; 0 when there is none.
int takeMicros(std::string_view& text)
{
    if (!takeChar(text, '.'))
        return 0;
    int value = 0;
    int digits = 0;
    for (; digits < 6 && !text.empty() && text.front() >= '0' && text.front() <= '9'; ++digits) {
        value = value * 10 + (text.front() - '0');
        text.remove_prefix(1);
    }
    for (; digits < 6; ++digits)
        value *= 10;
    return value;
}

/// "2026-10-26 10:30:00.123456+00": the ISO form of a session in UTC.
std::optional<Timestamp> parseTimestamp(std::string_view text)
{
    const int year = takeDigits(text, 4);
    const bool dash1 = takeChar(text, '-');
    const int month = takeDigits(text, 2);
    const bool dash2 = takeChar(text, '-');
    const int day = takeDigits(text, 2);
    const bool blank = takeChar(text, ' ');
    const int hour = takeDigits(text, 2);
    const bool colon1 = takeChar(text, ':');
    const int minute = takeDigits(text, 2);
    const bool colon2 = takeChar(text, ':');
    const int second = takeDigits(text, 2);
    if (!dash1 || !dash2 || !blank || !colon1 || !colon2 || year < 0 || month < 0 || day < 0 || hour < 0 || minute < 0
        || second < 0) {
        return std::nullopt;
    }
    const int micros = takeMicros(text);
    if (text != "+00")
        return std::nullopt;
    const date::year_month_day ymd{
        date::year{year}, date::month{static_cast<unsigned>(month)}, date::day{static_cast<unsigned>(day)}};
    if (!ymd.ok())
        return std::nullopt;
    const auto days = date::sys_days{ymd}.time_since_epoch();
    return Timestamp{std::chrono::duration_cast<std::chrono::microseconds>(days) + std::chrono::hours{hour}
        + std::chrono::minutes{minute} + std::chrono::seconds{second} + std::chrono::microseconds{micros}};
}

template <typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

template <typename Number>
Number numberIn(const Row& row, std::string_view column, std::string_view expected)
{
    if (const auto value = parseNumber<Number>(row.text(column)))
        return *value;
    row.throwMalformed(column, expected);
}

} // namespace

Rows::Rows(std::shared_ptr<const pg_result> result, std::string_view statement)
    : m_result(std::move(result))
    , m_statement(statement)
{
    m_size = PQntuples(m_result.get());
    const int columns = PQnfields(m_result.get());
    for (int i = 0; i < columns; ++i)
        m_columns.emplace(PQfname(m_result.get(), i), i);
    // PQcmdTuples takes a non-const result only by its old signature.
    const char* tuples = PQcmdTuples(const_cast<PGresult*>(m_result.get())); // NOLINT
    m_affected = parseNumber<std::int64_t>(tuples).value_or(0);
}

int Rows::columnCount() const
{
    return m_result ? PQnfields(m_result.get()) : 0;
}

std::string_view Rows::columnName(int column) const
{
    return PQfname(m_result.get(), column);
}

int Rows::columnIndex(std::string_view column) const
{
    const auto found = m_columns.find(column);
    if (found == m_columns.end())
        throw DecodeError(m_statement + " gives no column \"" + std::string{column} + '"');
    return found->second;
}

void Row::throwMalformed(std::string_view column, std::string_view expected) const
{
    // The value itself stays out of the message: it may be a payload or an account.
    throw DecodeError(m_rows->m_statement + ", row " + std::to_string(m_index) + ", column \"" + std::string{column}
        + "\": not " + std::string{expected});
}

bool Row::isNull(std::string_view column) const
{
    return PQgetisnull(m_rows->m_result.get(), m_index, m_rows->columnIndex(column)) != 0;
}

std::string_view Row::text(std::string_view column) const
{
    const int index = m_rows->columnIndex(column);
    const PGresult* result = m_rows->m_result.get();
    if (PQgetisnull(result, m_index, index) != 0)
        throwMalformed(column, "a value, but NULL");
    return {PQgetvalue(result, m_index, index), static_cast<std::size_t>(PQgetlength(result, m_index, index))};
}

std::string Row::textOrEmpty(std::string_view column) const
{
    return isNull(column) ? std::string{} : string(column);
}

std::int64_t Row::int64(std::string_view column) const
{
    return numberIn<std::int64_t>(*this, column, "a whole number of 64 bits");
}

std::int32_t Row::int32(std::string_view column) const
{
    return numberIn<std::int32_t>(*this, column, "a whole number of 32 bits");
}

std::int16_t Row::int16(std::string_view column) const
{
    return numberIn<std::int16_t>(*this, column, "a whole number of 16 bits");
}

bool Row::boolean(std::string_view column) const
{
    const std::string_view value = text(column);
    if (value != "t" && value != "f")
        throwMalformed(column, "a boolean");
    return value == "t";
}

Timestamp Row::timestamp(std::string_view column) const
{
    if (const auto value = parseTimestamp(text(column)))
        return *value;
    throwMalformed(column, "an instant in UTC");
}

std::vector<std::string> Row::textArray(std::string_view column) const
{
    const auto elements = splitArray(text(column));
    if (!elements)
        throwMalformed(column, "an array");
    std::vector<std::string> values;
    values.reserve(elements->size());
    for (const auto& element : *elements) {
        if (!element)
            throwMalformed(column, "an array without NULL");
        values.push_back(*element);
    }
    return values;
}

std::vector<std::int64_t> Row::int64Array(std::string_view column) const
{
    std::vector<std::int64_t> values;
    for (const std::string& element : textArray(column)) {
        const auto value = parseNumber<std::int64_t>(element);
        if (!value)
            throwMalformed(column, "an array of whole numbers");
        values.push_back(*value);
    }
    return values;
}

std::vector<milliseconds> Row::millisArray(std::string_view column) const
{
    std::vector<milliseconds> values;
    for (const std::int64_t value : int64Array(column))
        values.emplace_back(value);
    return values;
}

BusinessDate Row::date(std::string_view column) const
{
    const auto value = BusinessDate::parse(text(column));
    if (!value)
        throwMalformed(column, "a date of the years 1970 to 9999");
    return *value;
}

Uuid Row::uuid(std::string_view column) const
{
    if (const auto value = Uuid::parse(text(column)))
        return *value;
    throwMalformed(column, "a UUID");
}

std::string Row::bytes(std::string_view column) const
{
    if (auto value = decodeBytes(text(column)))
        return *std::move(value);
    throwMalformed(column, "bytes");
}

std::optional<Timestamp> Row::optionalTimestamp(std::string_view column) const
{
    return isNull(column) ? std::nullopt : std::optional{timestamp(column)};
}

std::optional<std::int64_t> Row::optionalInt64(std::string_view column) const
{
    return isNull(column) ? std::nullopt : std::optional{int64(column)};
}

std::optional<milliseconds> Row::optionalMillis(std::string_view column) const
{
    return isNull(column) ? std::nullopt : std::optional{millis(column)};
}

std::optional<bool> Row::optionalBoolean(std::string_view column) const
{
    return isNull(column) ? std::nullopt : std::optional{boolean(column)};
}

} // namespace onceover::store
