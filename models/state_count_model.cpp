// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/state_count_model.h"

#include "core/states/operation_state.h"
#include "models/cell_text.h"

#include <algorithm>

namespace onceover::models {

void StateCountModel::setCounts(const std::vector<StateCount>& counts)
{
    std::vector<StateCount> rows;
    for (const std::string_view status : kNamesOf<OperationState>) {
        const auto found
            = std::find_if(counts.begin(), counts.end(), [&](const StateCount& c) { return c.status == status; });
        rows.push_back(found != counts.end() ? *found : StateCount{std::string(status), 0, {}});
    }
    for (const StateCount& count : counts) {
        if (!fromName<OperationState>(count.status))
            rows.push_back(count);
    }
    const bool totalMoves = std::any_of(rows.begin(), rows.end(), [&](const StateCount& row) {
        const int old = rowOf(keyOf(row));
        return old < 0 || rowAt(old).count != row.count;
    });
    setRows(std::move(rows));
    if (totalMoves && rowCount() > 0) // Every share depends on every count.
        emit dataChanged(index(0, ShareColumn), index(rowCount() - 1, ShareColumn));
}

std::int64_t StateCountModel::total() const
{
    std::int64_t sum = 0;
    for (int row = 0; row < rows(); ++row)
        sum += rowAt(row).count;
    return sum;
}

QString StateCountModel::keyOf(const StateCount& row)
{
    return QString::fromStdString(row.status);
}

const std::vector<FactColumn<StateCount>>& StateCountModel::columnList()
{
    const auto shareOf = [](const StateCount& count, const RowTableModel& table) {
        return percentOf(count.count, static_cast<const StateCountModel&>(table).total());
    };
    static const std::vector<FactColumn<StateCount>> columns{
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = tr("State", "column"),
                 .definition = tr("State of the operations counted."),
                 .source = QStringLiteral("operation_count.status")};
         },
            [](const StateCount& count, const RowTableModel&) {
                return stateCell(stateText(Machine::Operation, count.status), count.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("count"),
                 .title = tr("Operations", "column"),
                 .definition = tr("How many operations stand in this state; the sum is the whole table."),
                 .source = QStringLiteral("operation_count + operation_count_delta"),
                 .numeric = true};
         },
            [](const StateCount& count, const RowTableModel&) { return countCell(count.count); },
            [](const StateCount& count, const RowTableModel&) { return countValue(count.count); }},
        {[] {
             return ColumnText{.id = QStringLiteral("share"),
                 .title = tr("Share", "column"),
                 .definition = tr("Share of all operations."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [shareOf](const StateCount& count, const RowTableModel& table) {
                const int percent = shareOf(count, table);
                return CellText{.display = tr("%1 %", "percent").arg(percent),
                    .copy = QString::number(percent),
                    .progress = percent};
            },
            [shareOf](const StateCount& count, const RowTableModel& table) { return QVariant(shareOf(count, table)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amounts"),
                 .title = tr("Amount", "column"),
                 .definition = tr("Sum of their amounts, per currency; never added across currencies."),
                 .source = QStringLiteral("operation_count.amount_minor"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const StateCount& count, const RowTableModel&) { return totalsCell(count.amounts); }},
    };
    return columns;
}

std::optional<Tone> StateCountModel::rowTone(int row) const
{
    return stateText(Machine::Operation, rowAt(row).status).tone;
}

} // namespace onceover::models
