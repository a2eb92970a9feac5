// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/hour_count_model.h"

#include "core/states/operation_state.h"
#include "models/cell_text.h"

#include <map>

namespace onceover::models {

namespace {

using std::chrono::hours;
constexpr int kHours = 24;

} // namespace

std::vector<HourLine> hourLines(const std::vector<HourCount>& counts, Timestamp now)
{
    const auto last = std::chrono::floor<hours>(now);
    std::vector<HourLine> lines;
    for (int i = kHours - 1; i >= 0; --i)
        lines.push_back({Timestamp{last - hours{i}}, 0, 0, 0});
    for (const HourCount& count : counts) {
        const auto at = std::chrono::floor<hours>(count.hour);
        for (HourLine& line : lines) {
            if (line.hour != Timestamp{at})
                continue;
            if (count.status == nameOf(OperationState::Succeeded))
                line.succeeded += count.count;
            else if (count.status == nameOf(OperationState::FailedPermanent))
                line.failed += count.count;
            else if (count.status == nameOf(OperationState::UnknownExternal))
                line.unknown += count.count;
        }
    }
    return lines;
}

QString HourCountModel::keyOf(const HourLine& row)
{
    return TimeFormat::plain(row.hour);
}

ColumnText HourCountModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case HourColumn:
        return {.id = QStringLiteral("hour"),
            .title = tr("Hour", "column"),
            .definition = tr("Begin of the hour, by the database's clock."),
            .source = QStringLiteral("v_operation_hour.hour"),
            .showsTime = true};
    case SucceededColumn:
        return {.id = QStringLiteral("succeeded"),
            .title = tr("Succeeded", "column"),
            .definition = tr("Operations that took effect within the hour."),
            .source = QStringLiteral("v_operation_hour.n"),
            .numeric = true};
    case FailedColumn:
        return {.id = QStringLiteral("failed"),
            .title = tr("Failed", "column"),
            .definition = tr("Operations that failed for good within the hour."),
            .source = QStringLiteral("v_operation_hour.n"),
            .numeric = true};
    case UnknownColumn:
        return {.id = QStringLiteral("unknown"),
            .title = tr("Unknown", "column"),
            .definition = tr("Operations that became unknown at the bank within the hour."),
            .source = QStringLiteral("v_operation_hour.n"),
            .numeric = true};
    case kColumnCount:
        break;
    }
    return {};
}

CellText HourCountModel::cell(int row, int column) const
{
    const HourLine& line = rowAt(row);
    switch (static_cast<Column>(column)) {
    case HourColumn:
        return timeCell(line.hour, timeFormat(), now());
    case SucceededColumn:
        return countCell(line.succeeded);
    case FailedColumn:
        return countCell(line.failed);
    case UnknownColumn:
        return countCell(line.unknown);
    case kColumnCount:
        break;
    }
    return {};
}

QVariant HourCountModel::value(int row, int column) const
{
    const HourLine& line = rowAt(row);
    switch (static_cast<Column>(column)) {
    case HourColumn:
        return TimeFormat::plain(line.hour);
    case SucceededColumn:
        return countValue(line.succeeded);
    case FailedColumn:
        return countValue(line.failed);
    case UnknownColumn:
        return countValue(line.unknown);
    case kColumnCount:
        break;
    }
    return {};
}

} // namespace onceover::models
