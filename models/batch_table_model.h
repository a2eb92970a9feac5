// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// The Batches page's rows.
class BatchTableModel : public TypedRows<BatchRow, BatchTableModel> {
    Q_OBJECT

public:
    enum Column {
        KeyColumn,
        StateColumn,
        ProgressColumn,
        UnknownColumn,
        DeadColumn,
        AmountColumn,
        CountAgreesColumn,
        LastCheckColumn,
        // hidden by default
        AmountAgreesColumn,
        JobColumn,
        BizDateColumn,
        ScopeColumn,
        GradeColumn,
        TriggeredColumn,
        ExecutedColumn,
        TookEffectColumn,
        CreatedColumn,
        FinishedColumn,
        ReasonColumn,
        kColumnCount
    };

    using TypedRows::TypedRows;
    [[nodiscard]] static QString keyOf(const BatchRow& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
