// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// The Operations page's rows.
class OperationTableModel : public TypedRows<OperationRow, OperationTableModel> {
    Q_OBJECT

public:
    enum Column {
        KeyColumn,
        StateColumn,
        MerchantColumn,
        BizDateColumn,
        AmountColumn,
        AttemptsColumn,
        NextColumn, ///< Next retry, or lease left.
        UpdatedColumn,
        // hidden by default
        TypeColumn,
        WorkerColumn,
        VersionColumn,
        ChannelColumn,
        ExternalRefColumn,
        FailureClassColumn,
        LastErrorColumn,
        BatchColumn,
        kColumnCount
    };

    using TypedRows::TypedRows;
    [[nodiscard]] static QString keyOf(const OperationRow& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
