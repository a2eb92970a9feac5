// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/fact_table.h"

namespace onceover::models {

/// Operations that succeeded per business date: the table twin of the Overview's chart.
class DayCountModel : public ColumnRows<StateCount, DayCountModel> {
    Q_OBJECT

public:
    enum Column { DayColumn, CountColumn, AmountColumn };

    using ColumnRows::ColumnRows;
    [[nodiscard]] static QString keyOf(const StateCount& row);
    [[nodiscard]] static const std::vector<FactColumn<StateCount>>& columnList();
};

} // namespace onceover::models
