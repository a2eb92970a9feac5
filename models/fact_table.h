// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"

#include <functional>
#include <utility>
#include <vector>

namespace onceover::models {

/// One column of a small table: its words, the cell of a row, and its typed value; all made at request. Without `value`
/// the value is what would be copied.
template <typename Row>
struct FactColumn {
    std::function<ColumnText()> text;
    std::function<CellText(const Row& row, const RowTableModel& table)> cell;
    std::function<QVariant(const Row& row, const RowTableModel& table)> value{};
};

/// Rows whose columns stand in one list: `Derived` gives `static const std::vector<FactColumn<Row>>& columnList()`.
template <typename Row, typename Derived>
class ColumnRows : public TypedRows<Row, Derived> {
public:
    using TypedRows<Row, Derived>::TypedRows;

    [[nodiscard]] ColumnText column(int column) const override { return at(column).text(); }

protected:
    [[nodiscard]] int columns() const override { return static_cast<int>(Derived::columnList().size()); }
    [[nodiscard]] CellText cell(int row, int column) const override { return at(column).cell(this->rowAt(row), *this); }
    [[nodiscard]] QVariant value(int row, int column) const override
    {
        if (at(column).value)
            return at(column).value(this->rowAt(row), *this);
        const CellText text = cell(row, column);
        return text.copy.isEmpty() ? text.display : text.copy;
    }

private:
    [[nodiscard]] static const FactColumn<Row>& at(int column)
    {
        return Derived::columnList()[static_cast<std::size_t>(column)];
    }
};

/// What a small table is made of. `key` tells rows apart; `tone` is that of the whole row (may be empty).
template <typename Row>
struct FactSpec;

/// A table of facts that needs no sorting by value: triggers, attempts, shards, looks, legs and the like. A
/// specialisation of FactSpec<Row> gives `columns()`, `key(row)` and `tone(row)`.
template <typename Row>
class FactTable final : public ColumnRows<Row, FactTable<Row>> {
public:
    using ColumnRows<Row, FactTable<Row>>::ColumnRows;

    [[nodiscard]] static QString keyOf(const Row& row) { return FactSpec<Row>::key(row); }
    [[nodiscard]] static const std::vector<FactColumn<Row>>& columnList() { return FactSpec<Row>::columns(); }

protected:
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override { return FactSpec<Row>::tone(this->rowAt(row)); }
};

} // namespace onceover::models
