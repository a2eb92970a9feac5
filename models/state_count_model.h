// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// How many operations stand in which state, and their amounts. Every state of the core table has its row, a count of
/// zero included, in the table's order; stored states that this program does not know follow.
class StateCountModel : public TypedRows<StateCount, StateCountModel> {
    Q_OBJECT

public:
    enum Column { StateColumn, CountColumn, ShareColumn, AmountColumn, kColumnCount };

    using TypedRows::TypedRows;
    /// Shows these counts; missing states are filled in with zero.
    void setCounts(const std::vector<StateCount>& counts);
    [[nodiscard]] std::int64_t total() const;

    [[nodiscard]] static QString keyOf(const StateCount& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
