// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/day_count_model.h"

#include "models/cell_text.h"

namespace onceover::models {

QString DayCountModel::keyOf(const StateCount& row)
{
    return QString::fromStdString(row.status);
}

const std::vector<FactColumn<StateCount>>& DayCountModel::columnList()
{
    static const std::vector<FactColumn<StateCount>> columns{
        {[] {
             return ColumnText{.id = QStringLiteral("biz_date"),
                 .title = tr("Business date", "column"),
                 .definition = tr("The day that was settled, a plain date."),
                 .source = QStringLiteral("settlement_operation.settle_date")};
         },
            [](const StateCount& day, const RowTableModel&) { return textCell(day.status); }},
        {[] {
             return ColumnText{.id = QStringLiteral("count"),
                 .title = tr("Succeeded", "column"),
                 .definition = tr("Operations of that day that took effect."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [](const StateCount& day, const RowTableModel&) { return countCell(day.count); },
            [](const StateCount& day, const RowTableModel&) { return countValue(day.count); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amounts"),
                 .title = tr("Amount", "column"),
                 .definition = tr("Sum of their amounts, per currency; never added across currencies."),
                 .source = QStringLiteral("operation_count.amount_minor"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const StateCount& day, const RowTableModel&) { return totalsCell(day.amounts); }},
    };
    return columns;
}

} // namespace onceover::models
