// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// Operations that succeeded per business date: the table twin of the Overview's chart.
class DayCountModel : public TypedRows<StateCount, DayCountModel> {
    Q_OBJECT

public:
    enum Column { DayColumn, CountColumn, AmountColumn, kColumnCount };

    using TypedRows::TypedRows;
    [[nodiscard]] static QString keyOf(const StateCount& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
};

} // namespace onceover::models
