// SPDX-License-Identifier: GPL-3.0-or-later
// The small tables of how a batch was run: triggers, attempts, shards.
#include "models/cell_text.h"
#include "models/detail_tables.h"
#include "models/reason_text.h"
#include "models/timeline_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RunTables {
    Q_DECLARE_TR_FUNCTIONS(RunTables)
};

/// Ours against theirs: differing ones carry the sign and say so.
CellText compared(const CellText& text, bool differs)
{
    CellText cell = text;
    if (differs) {
        cell.tone = Tone::Danger;
        cell.icon = QStringLiteral("x");
    }
    return cell;
}

} // namespace

// --- triggers --------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<TriggerFact>>& FactSpec<TriggerFact>::columns()
{
    using Row = TriggerFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = RunTables::tr("At", "column"),
                 .definition = RunTables::tr("When the trigger was written down."),
                 .source = QStringLiteral("run_trigger.at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("source"),
                 .title = RunTables::tr("Source", "column"),
                 .definition = RunTables::tr("Schedule, a person, catch-up of a missed time, or an approved replay."),
                 .source = QStringLiteral("run_trigger.source")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(triggerSourceText(row.source)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("by"),
                 .title = RunTables::tr("By", "column"),
                 .definition = RunTables::tr("Who asked."),
                 .source = QStringLiteral("run_trigger.requested_by")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.requestedBy); }},
        {[] {
             return ColumnText{.id = QStringLiteral("scheduled"),
                 .title = RunTables::tr("Scheduled for", "column"),
                 .definition = RunTables::tr("The instant of the schedule; none for a person's request."),
                 .source = QStringLiteral("run_trigger.scheduled_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.scheduledAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("answer"),
                 .title = RunTables::tr("Led to", "column"),
                 .definition = RunTables::tr("Many triggers may lead to one run; only one creates it."),
                 .source = QStringLiteral("run_trigger.answer")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(triggerAnswerText(row.answer)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("request"),
                 .title = RunTables::tr("Request", "column"),
                 .definition = RunTables::tr("The id of a person's request; repeating it is one request."),
                 .source = QStringLiteral("run_trigger.request_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.requestId.empty() ? dashCell() : shortKeyCell(row.requestId);
            }}};
    return all;
}

QString FactSpec<TriggerFact>::key(const TriggerFact& row)
{
    return QString::number(row.trigger.value);
}

std::optional<Tone> FactSpec<TriggerFact>::tone(const TriggerFact&)
{
    return std::nullopt;
}

// --- attempts --------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AttemptFact>>& FactSpec<AttemptFact>::columns()
{
    using Row = AttemptFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("what"),
                 .title = RunTables::tr("Attempt at", "column"),
                 .definition = RunTables::tr("The run (its enumeration by the scheduler), or one shard of it."),
                 .source = QStringLiteral("run_attempt.shard_no")};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(row.shard ? RunTables::tr("shard %1").arg(*row.shard) : RunTables::tr("the run"));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("n"),
                 .title = RunTables::tr("No.", "column"),
                 .definition = RunTables::tr("Which try it was."),
                 .source = QStringLiteral("run_attempt.attempt_no"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.number); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = RunTables::tr("State", "column"),
                 .definition = RunTables::tr("How it ended. Lost is written by the worker that took over."),
                 .source = QStringLiteral("run_attempt.status")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Attempt, row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = RunTables::tr("Worker", "column"),
                 .definition = RunTables::tr("The incarnation that tried."),
                 .source = QStringLiteral("run_attempt.worker_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }},
        {[] {
             return ColumnText{.id = QStringLiteral("started"),
                 .title = RunTables::tr("Started", "column"),
                 .definition = RunTables::tr("By the database's clock."),
                 .source = QStringLiteral("run_attempt.started_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.startedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("ended"),
                 .title = RunTables::tr("Ended", "column"),
                 .definition = RunTables::tr("Empty while it is under way."),
                 .source = QStringLiteral("run_attempt.finished_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.finishedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("rows"),
                 .title = RunTables::tr("Rows", "column"),
                 .definition = RunTables::tr("Rows that it changed."),
                 .source = QStringLiteral("run_attempt.rows_affected"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.rows); }},
        {[] {
             return ColumnText{.id = QStringLiteral("outcome"),
                 .title = RunTables::tr("Outcome", "column"),
                 .definition = RunTables::tr("What it said at its end, and its error if it had one."),
                 .source = QStringLiteral("run_attempt.outcome, error")};
         },
            [](const Row& row, const RowTableModel&) {
                QStringList parts;
                if (!row.outcome.empty())
                    parts << attemptOutcomeText(row.outcome);
                if (!row.error.empty() && !parts.contains(reasonText(row.error)))
                    parts << reasonText(row.error);
                return parts.isEmpty() ? dashCell() : plainCell(parts.join(QStringLiteral(": ")));
            }}};
    return all;
}

QString FactSpec<AttemptFact>::key(const AttemptFact& row)
{
    return QString::number(row.attempt.value);
}

std::optional<Tone> FactSpec<AttemptFact>::tone(const AttemptFact& row)
{
    return stateText(Machine::Attempt, row.status).tone;
}

// --- shards ----------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<ShardFact>>& FactSpec<ShardFact>::columns()
{
    using Row = ShardFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("shard"),
                 .title = RunTables::tr("Shard", "column"),
                 .definition = RunTables::tr("Number of the range, from 0."),
                 .source = QStringLiteral("batch_shard.shard_no"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.number); }},
        {[] {
             return ColumnText{.id = QStringLiteral("range"),
                 .title = RunTables::tr("Buckets", "column"),
                 .definition
                 = RunTables::tr("Buckets of the range, first to last. The range is in the query and is written down."),
                 .source = QStringLiteral("batch_shard.bucket_from, bucket_to"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(QStringLiteral("%1 \u2013 %2").arg(row.bucketFrom).arg(row.bucketTo - 1));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = RunTables::tr("State", "column"),
                 .definition = RunTables::tr("Enumerated: counted from its inputs. Done: every operation is accepted."),
                 .source = QStringLiteral("batch_shard.status")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Shard, row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("expected"),
                 .title = RunTables::tr("Expected", "column"),
                 .definition = RunTables::tr("Operations counted from the inputs."),
                 .source = QStringLiteral("batch_shard.expected_count"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.expectedCount ? countCell(*row.expectedCount) : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("actual"),
                 .title = RunTables::tr("Actual", "column"),
                 .definition = RunTables::tr("Operations that exist."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                return compared(countCell(row.actualCount), row.expectedCount && *row.expectedCount != row.actualCount);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("succeeded"),
                 .title = RunTables::tr("Succeeded", "column"),
                 .definition = RunTables::tr("Of them succeeded."),
                 .source = QStringLiteral("operation_count"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                CellText text{.display = RunTables::tr("%1 / %2", "succeeded of actual")
                                             .arg(countText(row.accepted), countText(row.actualCount)),
                    .copy = QString::number(row.accepted)};
                text.progress = percentOf(row.accepted, row.actualCount);
                return text;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("expected_amount"),
                 .title = RunTables::tr("Expected amount", "column"),
                 .definition = RunTables::tr("Sums of the inputs, per currency."),
                 .source = QStringLiteral("batch_shard.expected_amount"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.expectedCount ? totalsCell(row.expected) : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("actual_amount"),
                 .title = RunTables::tr("Actual amount", "column"),
                 .definition = RunTables::tr("Sums of the operations, per currency."),
                 .source = QStringLiteral("operation_count.amount_minor"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return compared(totalsCell(row.actual), row.expectedCount && row.expected != row.actual);
            }}};
    return all;
}

QString FactSpec<ShardFact>::key(const ShardFact& row)
{
    return QString::number(row.number);
}

std::optional<Tone> FactSpec<ShardFact>::tone(const ShardFact& row)
{
    return stateText(Machine::Shard, row.status).tone;
}

} // namespace onceover::models
