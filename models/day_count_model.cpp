// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/day_count_model.h"

#include "models/cell_text.h"

namespace onceover::models {

QString DayCountModel::keyOf(const StateCount& row)
{
    return QString::fromStdString(row.status);
}

ColumnText DayCountModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case DayColumn:
        return {.id = QStringLiteral("biz_date"),
            .title = tr("Business date", "column"),
            .definition = tr("The day that was settled, a plain date."),
            .source = QStringLiteral("settlement_operation.settle_date")};
    case CountColumn:
        return {.id = QStringLiteral("count"),
            .title = tr("Succeeded", "column"),
            .definition = tr("Operations of that day that took effect."),
            .source = QStringLiteral("operation_count"),
            .numeric = true};
    case AmountColumn:
        return {.id = QStringLiteral("amounts"),
            .title = tr("Amount", "column"),
            .definition = tr("Sum of their amounts, per currency; never added across currencies."),
            .source = QStringLiteral("operation_count.amount_minor"),
            .numeric = true,
            .monospace = true};
    case kColumnCount:
        break;
    }
    return {};
}

CellText DayCountModel::cell(int row, int column) const
{
    const StateCount& day = rowAt(row);
    switch (static_cast<Column>(column)) {
    case DayColumn:
        return textCell(day.status);
    case CountColumn:
        return countCell(day.count);
    case AmountColumn:
        return totalsCell(day.amounts);
    case kColumnCount:
        break;
    }
    return {};
}

QVariant DayCountModel::value(int row, int column) const
{
    const StateCount& day = rowAt(row);
    switch (static_cast<Column>(column)) {
    case DayColumn:
        return QString::fromStdString(day.status);
    case CountColumn:
        return countValue(day.count);
    case AmountColumn:
        return totalsPlain(day.amounts);
    case kColumnCount:
        break;
    }
    return {};
}

} // namespace onceover::models
