// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/row_table_model.h"

#include <functional>
#include <utility>
#include <vector>

namespace onceover::models {

/// One column of a small table: its words, and the cell of a row, both made at request.
template <typename Row>
struct FactColumn {
    std::function<ColumnText()> text;
    std::function<CellText(const Row& row, const RowTableModel& table)> cell;
};

/// What a small table is made of. `key` tells rows apart; `tone` is that of the whole row (may be empty).
template <typename Row>
struct FactSpec;

/// A table of facts that needs no sorting by value: triggers, attempts, shards, looks, legs and the like. A
/// specialisation of FactSpec<Row> gives `columns()`, `key(row)` and `tone(row)`.
template <typename Row>
class FactTable final : public TypedRows<Row, FactTable<Row>> {
public:
    using TypedRows<Row, FactTable<Row>>::TypedRows;

    [[nodiscard]] static QString keyOf(const Row& row) { return FactSpec<Row>::key(row); }
    [[nodiscard]] ColumnText column(int column) const override { return at(column).text(); }

protected:
    [[nodiscard]] int columns() const override { return static_cast<int>(FactSpec<Row>::columns().size()); }
    [[nodiscard]] CellText cell(int row, int column) const override { return at(column).cell(this->rowAt(row), *this); }
    [[nodiscard]] QVariant value(int row, int column) const override
    {
        const CellText text = cell(row, column);
        return text.copy.isEmpty() ? text.display : text.copy;
    }
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override { return FactSpec<Row>::tone(this->rowAt(row)); }

private:
    [[nodiscard]] static const FactColumn<Row>& at(int column)
    {
        return FactSpec<Row>::columns()[static_cast<std::size_t>(column)];
    }
};

} // namespace onceover::models
