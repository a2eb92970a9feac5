// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/row_table_model.h"

namespace onceover::models {

/// Worker incarnations, their duties and when they were last seen.
class WorkerTableModel : public TypedRows<WorkerLine, WorkerTableModel> {
    Q_OBJECT

public:
    enum Column { WorkerColumn, StateColumn, DutiesColumn, LastBeatColumn, kColumnCount };

    using TypedRows::TypedRows;
    [[nodiscard]] static QString keyOf(const WorkerLine& row);
    [[nodiscard]] ColumnText column(int column) const override;

protected:
    [[nodiscard]] int columns() const override { return kColumnCount; }
    [[nodiscard]] CellText cell(int row, int column) const override;
    [[nodiscard]] QVariant value(int row, int column) const override;
    [[nodiscard]] std::optional<Tone> rowTone(int row) const override;
};

} // namespace onceover::models
