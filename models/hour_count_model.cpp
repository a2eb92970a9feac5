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

namespace {

/// A column of counts; `words` gives title and definition.
FactColumn<HourLine> countColumn(const char* id, std::int64_t HourLine::*number, std::function<ColumnText()> words)
{
    return {[id, words = std::move(words)] {
                ColumnText text = words();
                text.id = QLatin1String(id);
                text.source = QStringLiteral("v_operation_hour.n");
                text.numeric = true;
                return text;
            },
        [number](const HourLine& line, const RowTableModel&) { return countCell(line.*number); },
        [number](const HourLine& line, const RowTableModel&) { return countValue(line.*number); }};
}

} // namespace

const std::vector<FactColumn<HourLine>>& HourCountModel::columnList()
{
    static const std::vector<FactColumn<HourLine>> columns{
        {[] {
             return ColumnText{.id = QStringLiteral("hour"),
                 .title = tr("Hour", "column"),
                 .definition = tr("Begin of the hour, by the database's clock."),
                 .source = QStringLiteral("v_operation_hour.hour"),
                 .showsTime = true};
         },
            [](const HourLine& line, const RowTableModel& table) {
                return timeCell(line.hour, table.timeFormat(), table.now());
            }},
        countColumn("succeeded", &HourLine::succeeded,
            [] {
                return ColumnText{.title = tr("Succeeded", "column"),
                    .definition = tr("Operations that took effect within the hour.")};
            }),
        countColumn("failed", &HourLine::failed,
            [] {
                return ColumnText{.title = tr("Failed", "column"),
                    .definition = tr("Operations that failed for good within the hour.")};
            }),
        countColumn("unknown", &HourLine::unknown,
            [] {
                return ColumnText{.title = tr("Unknown", "column"),
                    .definition = tr("Operations that became unknown at the bank within the hour.")};
            }),
    };
    return columns;
}

} // namespace onceover::models
