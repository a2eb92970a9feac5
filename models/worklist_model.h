// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// "Needs you", in the order of the snapshot: P0 before P1, money at risk before none, then age.
class WorklistModel : public TypedRows<WorklistRow, WorklistModel> {
    Q_OBJECT

public:
    enum Column { GradeColumn, KindColumn, TitleColumn, AgeColumn, AmountColumn, KeyColumn, kColumnCount };

    using TypedRows::TypedRows;
    /// Kind and key: one item may be listed for two reasons.
    [[nodiscard]] static QString keyOf(const WorklistRow& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
