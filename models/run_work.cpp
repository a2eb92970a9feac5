// SPDX-License-Identifier: GPL-3.0-or-later
// What the tabs Runs and Attempts say.
#include "core/states/attempt_state.h"
#include "models/reason_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RunWork {
    Q_DECLARE_TR_FUNCTIONS(RunWork)
};

/// Succeeded operations of all; a dash where nothing is settled.
CellText effectsOf(const RunRow& row)
{
    if (!row.batch)
        return dashCell();
    return {
        .display = RunWork::tr("%1 of %2", "succeeded, all").arg(countText(row.tookEffect), countText(row.operations)),
        .copy = QString::number(row.tookEffect)};
}

CellText lostCell(const RunRow& row)
{
    CellText cell = countCell(row.lost);
    if (row.lost > 0) {
        cell.icon = QStringLiteral("clock-alert");
        cell.tone = Tone::Warn;
    }
    return cell;
}

CellText tookCell(std::optional<Timestamp> from, std::optional<Timestamp> to, const RowTableModel& table)
{
    if (!from)
        return dashCell();
    return spanCell(std::chrono::duration_cast<milliseconds>(to.value_or(table.now()) - *from));
}

QString resolutionText(const std::string& stored)
{
    if (stored == "GAP_SHIFTED")
        return RunWork::tr("That local time does not exist that day; it was shifted by the length of the gap.");
    if (stored == "OVERLAP_FIRST")
        return RunWork::tr("That local time comes twice that day; this is the first one.");
    if (stored == "OVERLAP_SECOND")
        return RunWork::tr("That local time comes twice that day; this is the second one.");
    return stored == "PLAIN" ? QString() : plainText(stored);
}

/// The reason stored with its state: a sentence, or the outcome of its own work.
QString runReason(const RunRow& row)
{
    const QString outcome = attemptOutcomeText(row.statusReason);
    return outcome == plainText(row.statusReason) ? reasonText(row.statusReason) : outcome;
}

QString shardWord(const AttemptRow& row)
{
    return row.shard ? RunWork::tr("shard %1").arg(*row.shard) : RunWork::tr("the run");
}

CellText overlapCell(const AttemptRow& row)
{
    if (!row.overlaps)
        return dashCell();
    return {.display = RunWork::tr("yes", "overlaps"),
        .copy = QStringLiteral("yes"),
        .hover = RunWork::tr("Another worker tried this shard meanwhile. The version decides whose work counts."),
        .icon = QStringLiteral("triangle-alert"),
        .tone = Tone::Warn};
}

} // namespace

AttemptMark attemptMark(const AttemptRow& row)
{
    const auto state = fromName<AttemptState>(row.status);
    if (state == AttemptState::Fenced)
        return {QString(QChar(0x2715)), RunWork::tr("fenced", "mark")};
    if (state != AttemptState::Lost)
        return {};
    return row.outcome == "WORKER_GONE" ? AttemptMark{QString(QChar(0x25C6)), RunWork::tr("heartbeat lost", "mark")}
                                        : AttemptMark{QString(QChar(0x25B8)), RunWork::tr("taken over", "mark")};
}

// --- runs ------------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<RunRow>>& FactSpec<RunRow>::columns()
{
    using Row = RunRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = RunWork::tr("Run", "column"),
                 .definition = RunWork::tr("The run key: one planned occurrence of a job for one business period."),
                 .source = QStringLiteral("job_run.run_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.runKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = RunWork::tr("State", "column"),
                 .definition = RunWork::tr("Where the run stands."),
                 .source = QStringLiteral("job_run.status")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Run, row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("scheduled"),
                 .title = RunWork::tr("Scheduled for", "column"),
                 .definition
                 = RunWork::tr("The instant that the schedule gave; none for a run that a person asked for."),
                 .source = QStringLiteral("job_run.scheduled_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.scheduledAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("triggers"),
                 .title = RunWork::tr("Triggered", "column"),
                 .definition = RunWork::tr("Reasons to run that led here; many may lead to one run."),
                 .source = QStringLiteral("run_trigger.run_id"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.triggers); }},
        {[] {
             return ColumnText{.id = QStringLiteral("tries"),
                 .title = RunWork::tr("Executed", "column"),
                 .definition = RunWork::tr("Tries at the run itself; shards have their own."),
                 .source = QStringLiteral("run_attempt.run_id"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.tries); }},
        {[] {
             return ColumnText{.id = QStringLiteral("effects"),
                 .title = RunWork::tr("Took effect", "column"),
                 .definition = RunWork::tr("Operations of its batch that succeeded, of all."),
                 .source = QStringLiteral("operation_count.n"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return effectsOf(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("lost"),
                 .title = RunWork::tr("Lost", "column"),
                 .definition = RunWork::tr("Attempts whose worker vanished or was fenced."),
                 .source = QStringLiteral("run_attempt.status"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return lostCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("finished"),
                 .title = RunWork::tr("End", "column"),
                 .definition = RunWork::tr("When it ended."),
                 .source = QStringLiteral("job_run.finished_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.finishedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("took"),
                 .title = RunWork::tr("Took", "column"),
                 .definition = RunWork::tr("From its start to its end, or until now."),
                 .source = QStringLiteral("job_run.started_at, finished_at"),
                 .shownByDefault = false,
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return tookCell(row.startedAt, row.finishedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("batch"),
                 .title = RunWork::tr("Batch", "column"),
                 .definition = RunWork::tr("State of the batch that it settles."),
                 .source = QStringLiteral("settlement_batch.status"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return row.batchStatus.empty() ? dashCell()
                                               : stateCell(stateText(Machine::Batch, row.batchStatus), row.batchStatus);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("job"),
                 .title = RunWork::tr("Job", "column"),
                 .definition = RunWork::tr("The recurring duty."),
                 .source = QStringLiteral("job_run.job_id"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.jobId); }},
        {[] {
             return ColumnText{.id = QStringLiteral("biz_date"),
                 .title = RunWork::tr("Business date", "column"),
                 .definition = RunWork::tr("The period's date."),
                 .source = QStringLiteral("job_run.biz_date"),
                 .shownByDefault = false,
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) { return CellText{.display = dateText(row.bizDate)}; }},
        {[] {
             return ColumnText{.id = QStringLiteral("grade"),
                 .title = RunWork::tr("Grade", "column"),
                 .definition = RunWork::tr("P0: money. P1: everything else."),
                 .source = QStringLiteral("job_run.grade"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.grade); }}};
    return all;
}

QString FactSpec<RunRow>::key(const RunRow& row)
{
    return QString::number(row.run);
}

std::optional<Tone> FactSpec<RunRow>::tone(const RunRow& row)
{
    return stateText(Machine::Run, row.status).tone;
}

QString WorkSpec<RunRow>::title()
{
    return RunWork::tr("Runs", "page");
}

QString WorkSpec<RunRow>::header()
{
    return {};
}

QString WorkSpec<RunRow>::emptyTitle()
{
    return RunWork::tr("No runs yet");
}

QString WorkSpec<RunRow>::emptyText()
{
    return RunWork::tr("The scheduler makes one when a job is due; a person may trigger one.");
}

QString WorkSpec<RunRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<RunRow>::facts(const RunRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("reason", RunWork::tr("Why it stands so"), runReason(row))
        .add("wall", RunWork::tr("Clock on the wall"),
            row.localWall.empty() ? QString()
                                  : RunWork::tr("%1 in %2").arg(plainText(row.localWall), plainText(row.zone)))
        .add("resolution", RunWork::tr("Summer time"), resolutionText(row.resolution))
        .add("onces", RunWork::tr("Onces"),
            RunWork::tr("triggered %1 \u00B7 executed %2 \u00B7 took effect %3")
                .arg(countText(row.triggers), countText(row.tries), countText(row.tookEffect)))
        .add("shards", RunWork::tr("Attempts at shards"), countText(row.shardTries))
        .add("lost", RunWork::tr("Lost or fenced"), row.lost > 0 ? countText(row.lost) : QString())
        .add("scheduled", RunWork::tr("Scheduled for"), row.scheduledAt, look)
        .add("created", RunWork::tr("Made"), row.createdAt, look)
        .add("started", RunWork::tr("Began"), row.startedAt, look)
        .add("finished", RunWork::tr("Ended"), row.finishedAt, look)
        .add("grade", RunWork::tr("Grade"), plainText(row.grade));
    return facts.take();
}

PageAddress WorkSpec<RunRow>::target(const RunRow& row)
{
    return PageAddress{QStringLiteral("runs"), {},
        {{QStringLiteral("tab"), QStringLiteral("attempts")},
            {QStringLiteral("q"), QStringLiteral("key:") + plainText(row.runKey)}}};
}

bool WorkSpec<RunRow>::matches(const RunRow& row, const ListQuery& query)
{
    return agrees(query.status, row.status) && agrees(query.group, row.jobId)
        && (!query.bizDate || row.bizDate == *query.bizDate) && beginsWith(row.runKey, query.keyPrefix);
}

// --- attempts --------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AttemptRow>>& FactSpec<AttemptRow>::columns()
{
    using Row = AttemptRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = RunWork::tr("Run", "column"),
                 .definition = RunWork::tr("The run that was tried."),
                 .source = QStringLiteral("job_run.run_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.runKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("shard"),
                 .title = RunWork::tr("Attempt at", "column"),
                 .definition = RunWork::tr("The run (its enumeration by the scheduler), or one shard of it."),
                 .source = QStringLiteral("run_attempt.shard_no")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(shardWord(row)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("n"),
                 .title = RunWork::tr("No.", "column"),
                 .definition = RunWork::tr("Which try it was."),
                 .source = QStringLiteral("run_attempt.attempt_no"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.number); }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = RunWork::tr("Worker", "column"),
                 .definition = RunWork::tr("The incarnation that tried."),
                 .source = QStringLiteral("run_attempt.worker_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = RunWork::tr("State", "column"),
                 .definition = RunWork::tr("How it ended. Lost is written by the worker that took over."),
                 .source = QStringLiteral("run_attempt.status")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Attempt, row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("started"),
                 .title = RunWork::tr("Start", "column"),
                 .definition = RunWork::tr("When it began. The list is in this order, newest first."),
                 .source = QStringLiteral("run_attempt.started_at"),
                 .sortable = true,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.startedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("took"),
                 .title = RunWork::tr("Took", "column"),
                 .definition = RunWork::tr("From its start to its end, or until now."),
                 .source = QStringLiteral("run_attempt.started_at, finished_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return tookCell(row.startedAt, row.finishedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("rows"),
                 .title = RunWork::tr("Rows", "column"),
                 .definition = RunWork::tr("What it changed."),
                 .source = QStringLiteral("run_attempt.rows_affected"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.rows); }},
        {[] {
             return ColumnText{.id = QStringLiteral("overlaps"),
                 .title = RunWork::tr("Overlaps", "column"),
                 .definition = RunWork::tr("Another worker tried the same shard at the same time; the fence lets only "
                                           "one of them have an effect."),
                 .source = QStringLiteral("run_attempt.started_at, finished_at"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return overlapCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("finished"),
                 .title = RunWork::tr("End", "column"),
                 .definition = RunWork::tr("When it ended."),
                 .source = QStringLiteral("run_attempt.finished_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.finishedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("error"),
                 .title = RunWork::tr("Error", "column"),
                 .definition = RunWork::tr("What went wrong, in the words of whoever said it."),
                 .source = QStringLiteral("run_attempt.error"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return row.error.empty() ? dashCell() : wordsCell(reasonText(row.error), row.error);
            }}};
    return all;
}

QString FactSpec<AttemptRow>::key(const AttemptRow& row)
{
    return QString::number(row.attempt);
}

std::optional<Tone> FactSpec<AttemptRow>::tone(const AttemptRow& row)
{
    return row.overlaps ? Tone::Warn : stateText(Machine::Attempt, row.status).tone;
}

QString WorkSpec<AttemptRow>::title()
{
    return RunWork::tr("Attempts", "page");
}

QString WorkSpec<AttemptRow>::header()
{
    return {};
}

QString WorkSpec<AttemptRow>::emptyTitle()
{
    return RunWork::tr("No attempts");
}

QString WorkSpec<AttemptRow>::emptyText()
{
    return RunWork::tr("Attempts are kept for 30 days after the end of their run.");
}

QString WorkSpec<AttemptRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<AttemptRow>::facts(const AttemptRow& row, const WorkLook& look)
{
    FactList facts;
    facts
        .add("overlap", RunWork::tr("At the same time"),
            row.overlaps
                ? RunWork::tr("Another worker tried this shard meanwhile. The version decides whose work counts.")
                : QString())
        .add("outcome", RunWork::tr("Outcome"), attemptOutcomeText(row.outcome))
        .add("error", RunWork::tr("Error"), reasonText(row.error))
        .add("worker", RunWork::tr("Worker"), plainText(row.worker), true)
        .add("started", RunWork::tr("Began"), row.startedAt, look)
        .add("finished", RunWork::tr("Ended"), row.finishedAt, look)
        .add("rows", RunWork::tr("Rows"), countText(row.rows))
        .add("batch", RunWork::tr("Batch"), row.batch ? QString::number(*row.batch) : QString());
    return facts.take();
}

PageAddress WorkSpec<AttemptRow>::target(const AttemptRow& row)
{
    return row.batch ? PageAddress{QLatin1String(kBatchPage), plainText(row.runKey),
               {{QStringLiteral("tab"), QStringLiteral("runs")}}}
                     : PageAddress{};
}

bool WorkSpec<AttemptRow>::matches(const AttemptRow& row, const ListQuery& query)
{
    return agrees(query.status, row.status) && agrees(query.group, row.worker) && agrees(query.jobType, row.jobId)
        && (!query.bizDate || row.bizDate == *query.bizDate) && beginsWith(row.runKey, query.keyPrefix);
}

} // namespace onceover::models
