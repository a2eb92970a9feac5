// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/fact_table.h"

namespace onceover::models {

/// How many operations stand in which state, and their amounts. Every state of the core table has its row, a count of
/// zero included, in the table's order; stored states that this program does not know follow.
class StateCountModel : public ColumnRows<StateCount, StateCountModel> {
    Q_OBJECT

public:
    enum Column { StateColumn, CountColumn, ShareColumn, AmountColumn };

    using ColumnRows::ColumnRows;
    /// Shows these counts; missing states are filled in with zero.
    void setCounts(const std::vector<StateCount>& counts);
    [[nodiscard]] std::int64_t total() const;

    [[nodiscard]] static QString keyOf(const StateCount& row);
    [[nodiscard]] static const std::vector<FactColumn<StateCount>>& columnList();

protected:
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
