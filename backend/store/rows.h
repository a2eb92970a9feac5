// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct pg_result;

namespace onceover::store {

/// A value that is not what the reader expects: names statement, row and column. Never leaves this layer: readAll() and
/// readOne() turn it into a Failure (Broken), because the schema and the program disagree.
class DecodeError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class Rows;

/// One row of a result; valid as long as its Rows. Columns are found by name, which is checked. Every getter throws
/// DecodeError when the column is missing, NULL (but for the optional ones) or not of that form.
class Row {
public:
    Row(const Rows& rows, int index)
        : m_rows(&rows)
        , m_index(index)
    {
    }

    [[nodiscard]] bool isNull(std::string_view column) const;
    [[nodiscard]] std::string_view text(std::string_view column) const;
    [[nodiscard]] std::string string(std::string_view column) const { return std::string{text(column)}; }
    /// Empty text for NULL.
    [[nodiscard]] std::string textOrEmpty(std::string_view column) const;
    [[nodiscard]] std::int64_t int64(std::string_view column) const;
    [[nodiscard]] std::int32_t int32(std::string_view column) const;
    [[nodiscard]] std::int16_t int16(std::string_view column) const;
    [[nodiscard]] bool boolean(std::string_view column) const;
    [[nodiscard]] Timestamp timestamp(std::string_view column) const;
    /// A bigint column of whole milliseconds.
    [[nodiscard]] milliseconds millis(std::string_view column) const { return milliseconds{int64(column)}; }
    [[nodiscard]] std::vector<milliseconds> millisArray(std::string_view column) const;
    [[nodiscard]] std::vector<std::int64_t> int64Array(std::string_view column) const;
    [[nodiscard]] std::vector<std::string> textArray(std::string_view column) const;
    [[nodiscard]] BusinessDate date(std::string_view column) const;
    [[nodiscard]] Uuid uuid(std::string_view column) const;
    [[nodiscard]] std::string bytes(std::string_view column) const;
    [[nodiscard]] OperationId operationId(std::string_view column) const { return OperationId{uuid(column)}; }
    [[nodiscard]] Bucket bucket(std::string_view column) const { return Bucket{int16(column)}; }

    [[nodiscard]] std::optional<Timestamp> optionalTimestamp(std::string_view column) const;
    [[nodiscard]] std::optional<std::int64_t> optionalInt64(std::string_view column) const;
    [[nodiscard]] std::optional<milliseconds> optionalMillis(std::string_view column) const;
    [[nodiscard]] std::optional<bool> optionalBoolean(std::string_view column) const;

    /// A state or kind by its stored name.
    template <typename Enum>
    [[nodiscard]] Enum named(std::string_view column) const
    {
        if (const std::optional<Enum> value = fromName<Enum>(text(column)))
            return *value;
        throwMalformed(column, "a known name");
    }

    [[noreturn]] void throwMalformed(std::string_view column, std::string_view expected) const;

private:
    const Rows* m_rows;
    int m_index;
};

/// The result of one statement: shared, immutable, owned by the connection's thread.
class Rows {
public:
    Rows() = default;
    Rows(std::shared_ptr<const pg_result> result, std::string_view statement);

    [[nodiscard]] int size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Row operator[](int index) const { return Row{*this, index}; }
    /// Rows touched by INSERT, UPDATE or DELETE; rows returned by SELECT.
    [[nodiscard]] std::int64_t affected() const { return m_affected; }
    [[nodiscard]] std::string_view statement() const { return m_statement; }
    [[nodiscard]] int columnCount() const;
    [[nodiscard]] std::string_view columnName(int column) const;

    /// Every row through `read(const Row&)`; a value that does not fit is a Failure, not an exception.
    template <typename Read>
    [[nodiscard]] auto readAll(Read read) const -> Result<std::vector<decltype(read(std::declval<const Row&>()))>>
    {
        std::vector<decltype(read(std::declval<const Row&>()))> all;
        all.reserve(static_cast<std::size_t>(m_size));
        try {
            for (int i = 0; i < m_size; ++i)
                all.push_back(read(Row{*this, i}));
        } catch (const DecodeError& error) {
            return fail(FailureKind::Broken, error.what(), m_statement);
        }
        return all;
    }

    /// The one row that must be there; none or several is Broken.
    template <typename Read>
    [[nodiscard]] auto readOne(Read read) const -> Result<decltype(read(std::declval<const Row&>()))>
    {
        if (m_size != 1)
            return fail(FailureKind::Broken, "expected one row, found " + std::to_string(m_size), m_statement);
        try {
            return read(Row{*this, 0});
        } catch (const DecodeError& error) {
            return fail(FailureKind::Broken, error.what(), m_statement);
        }
    }

private:
    friend class Row;
    [[nodiscard]] int columnIndex(std::string_view column) const;

    std::shared_ptr<const pg_result> m_result;
    std::string m_statement;
    int m_size = 0;
    std::int64_t m_affected = 0;
    /// Name to number, made once per result: PQfnumber compares every name at every cell.
    std::map<std::string, int, std::less<>> m_columns;
};

} // namespace onceover::store
