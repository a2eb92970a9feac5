// SPDX-License-Identifier: GPL-3.0-or-later
// What the tabs Jobs and Workers say.
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct JobWork {
    Q_DECLARE_TR_FUNCTIONS(JobWork)
};

Tone jobTone(const JobRow& row)
{
    return row.frozen ? Tone::Critical : row.enabled ? Tone::Ok : Tone::Neutral;
}

/// What core/policies/job_types.h declares about each type; the database says the same.
constexpr std::array kDeclared{
    QT_TRANSLATE_NOOP("JobType", "the payout of one merchant's day in one currency"),
    QT_TRANSLATE_NOOP("JobType", "the payout of one merchant's month in one currency"),
    QT_TRANSLATE_NOOP("JobType", "the charge for one period of one subscription, and its extension"),
    QT_TRANSLATE_NOOP("JobType", "the comparison of one day's orders, subscriptions and payment callbacks"),
    QT_TRANSLATE_NOOP("JobType", "the report of one ISO week to one merchant"),
    QT_TRANSLATE_NOOP("JobType", "the digest of one day to one merchant"),
    QT_TRANSLATE_NOOP("JobType", "the notice of one day's settlements to one merchant"),
    QT_TRANSLATE_NOOP("JobType", "the removal of the worker's own old temporary files"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the effect is keyed by merchant, day and currency"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the effect is keyed by merchant, month and currency"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the effect is keyed by subscription and period"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: it compares, and changes nothing that it compares"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the mail is keyed by merchant and week"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the mail is keyed by merchant and day"),
    QT_TRANSLATE_NOOP("JobType", "safe to trigger again: the notice is keyed by merchant and day"),
    QT_TRANSLATE_NOOP("JobType", "safe to repeat: what is gone is not removed again"),
};

/// A sentence that the job's type declares, in the reader's language; one of an installation's own as it stands.
QString declaredText(const std::string& stored)
{
    const QString plain = plainText(stored);
    for (const char* declared : kDeclared) {
        if (plain == QLatin1String(declared))
            return QCoreApplication::translate("JobType", declared);
    }
    return plain;
}

CellText jobState(const JobRow& row)
{
    if (row.frozen)
        return stateCell(frozenText(), "FROZEN");
    if (row.enabled)
        return {.display = JobWork::tr("enabled", "job"),
            .copy = QStringLiteral("enabled"),
            .icon = QStringLiteral("circle-check"),
            .tone = Tone::Ok};
    return {.display = JobWork::tr("switched off", "job"),
        .copy = QStringLiteral("disabled"),
        .icon = QStringLiteral("ban"),
        .tone = Tone::Neutral};
}

CellText scheduleCell(const JobRow& row)
{
    const QString text = plainText(row.schedule + " " + row.zone);
    return {.display = text, .hover = text};
}

CellText nextRunCell(const JobRow& row, const RowTableModel& table)
{
    if (!row.nextRuns.empty())
        return timeCell(row.nextRuns.front(), table.timeFormat(), table.now());
    CellText none = dashCell();
    none.hover = row.nextProblem.empty() ? JobWork::tr("Nothing is planned: it is switched off or has not begun.")
                                         : plainText(row.nextProblem);
    return none;
}

CellText lastRunCell(const JobRow& row)
{
    if (row.lastRunKey.empty())
        return dashCell();
    CellText cell = stateCell(stateText(Machine::Run, row.lastRunStatus), row.lastRunStatus);
    cell.hover = plainText(row.lastRunKey) + QLatin1Char('\n') + cell.hover;
    return cell;
}

QString rolloutWord(const std::string& mode)
{
    if (mode == "observe")
        return JobWork::tr("observe", "rollout");
    if (mode == "limited")
        return JobWork::tr("limited", "rollout");
    if (mode == "full")
        return JobWork::tr("full", "rollout");
    return plainText(mode);
}

QString periodWord(const std::string& kind)
{
    if (kind == "day")
        return JobWork::tr("a day", "period");
    if (kind == "week")
        return JobWork::tr("an ISO week", "period");
    if (kind == "month")
        return JobWork::tr("a month", "period");
    if (kind == "slot")
        return JobWork::tr("a slot of the schedule", "period");
    return plainText(kind);
}

QString heldWord(const std::string& policy)
{
    if (policy == "all")
        return JobWork::tr("every held run is made up for");
    if (policy == "latest")
        return JobWork::tr("only the latest held run is made up for");
    if (policy == "none")
        return JobWork::tr("held runs are skipped");
    return plainText(policy);
}

QString retryText(const JobRow& row)
{
    QStringList waits;
    for (const milliseconds wait : row.retryBackoff)
        waits << spanText(wait);
    return JobWork::tr("after %1; at most %2 attempts within %3", "waits, attempts, time")
        .arg(waits.join(QStringLiteral(", ")), countText(row.maxAttempts), spanText(row.maxTotalTime));
}

QString nextRunsText(const JobRow& row, const WorkLook& look)
{
    if (row.nextRuns.empty())
        return row.nextProblem.empty() ? JobWork::tr("none planned") : plainText(row.nextProblem);
    QStringList runs;
    for (const Timestamp at : row.nextRuns)
        runs << look.format.full(at);
    return runs.join(QStringLiteral(" \u00B7 "));
}

QString dutiesOf(const WorkerRow& row)
{
    QStringList duties;
    for (const std::string& duty : row.duties)
        duties << dutyText(duty);
    return duties.join(JobWork::tr(", ", "between two duties"));
}

CellText holdsCell(const WorkerRow& row)
{
    CellText cell = countCell(row.holdsOperations + row.holdsMessages);
    cell.hover = JobWork::tr("%1 operations, %2 messages, %3 open attempts")
                     .arg(countText(row.holdsOperations), countText(row.holdsMessages), countText(row.openAttempts));
    if (workerState(row) == "GONE" && row.holdsOperations + row.holdsMessages > 0) {
        cell.icon = QStringLiteral("clock-alert");
        cell.tone = Tone::Warn;
    }
    return cell;
}

} // namespace

// --- jobs ------------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<JobRow>>& FactSpec<JobRow>::columns()
{
    using Row = JobRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = JobWork::tr("Job", "column"),
                 .definition = JobWork::tr("A recurring duty of one type and scope."),
                 .source = QStringLiteral("job.job_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.jobId); }},
        {[] {
             return ColumnText{.id = QStringLiteral("grade"),
                 .title = JobWork::tr("Grade", "column"),
                 .definition = JobWork::tr("P0: money. P1: everything else."),
                 .source = QStringLiteral("job.grade")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.grade); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = JobWork::tr("State", "column"),
                 .definition = JobWork::tr("Enabled, switched off, or frozen."),
                 .source = QStringLiteral("job.enabled")};
         },
            [](const Row& row, const RowTableModel&) { return jobState(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("schedule"),
                 .title = JobWork::tr("Schedule", "column"),
                 .definition = JobWork::tr("Five fields, in the job's own zone."),
                 .source = QStringLiteral("job.schedule, time_zone"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return scheduleCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("next"),
                 .title = JobWork::tr("Next run", "column"),
                 .definition = JobWork::tr("The next planned instant, as the scheduler computes it; two more below."),
                 .source = QStringLiteral("job.schedule"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) { return nextRunCell(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("last"),
                 .title = JobWork::tr("Last run", "column"),
                 .definition = JobWork::tr("The newest business period and how it stands."),
                 .source = QStringLiteral("job_run.status")};
         },
            [](const Row& row, const RowTableModel&) { return lastRunCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("lateness"),
                 .title = JobWork::tr("May be late by", "column"),
                 .definition = JobWork::tr("How late a run is still worth while."),
                 .source = QStringLiteral("job.allowed_lateness"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return spanCell(row.allowedLateness); }},
        {[] {
             return ColumnText{.id = QStringLiteral("repeat"),
                 .title = JobWork::tr("May repeat", "column"),
                 .definition = JobWork::tr("Whether the same action may be done again."),
                 .source = QStringLiteral("job.may_repeat")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(declaredText(row.mayRepeat), row.mayRepeat); }},
        {[] {
             return ColumnText{.id = QStringLiteral("same"),
                 .title = JobWork::tr("Same action", "column"),
                 .definition = JobWork::tr("What counts as the same action."),
                 .source = QStringLiteral("job.same_action"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(declaredText(row.sameAction), row.sameAction);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("mode"),
                 .title = JobWork::tr("Rollout", "column"),
                 .definition = JobWork::tr("Observe: nothing takes effect. Limited: a part. Full: everything."),
                 .source = QStringLiteral("job.rollout_mode"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(rolloutWord(row.rolloutMode)); }}};
    return all;
}

QString FactSpec<JobRow>::key(const JobRow& row)
{
    return plainText(row.jobId);
}

std::optional<Tone> FactSpec<JobRow>::tone(const JobRow& row)
{
    return jobTone(row);
}

QString WorkSpec<JobRow>::title()
{
    return JobWork::tr("Jobs", "page");
}

QString WorkSpec<JobRow>::header()
{
    return {};
}

QString WorkSpec<JobRow>::emptyTitle()
{
    return JobWork::tr("No job");
}

QString WorkSpec<JobRow>::emptyText()
{
    return JobWork::tr("Without a job nothing is ever due; the practice sandbox makes them.");
}

QString WorkSpec<JobRow>::groupText(const std::string& name)
{
    return name == "P0" ? JobWork::tr("P0, money") : name == "P1" ? JobWork::tr("P1, all else") : plainText(name);
}

std::vector<WorkFact> WorkSpec<JobRow>::facts(const JobRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("same", JobWork::tr("Same action"), declaredText(row.sameAction))
        .add("repeat", JobWork::tr("May it repeat?"), declaredText(row.mayRepeat))
        .add("late", JobWork::tr("May be late by"), spanText(row.allowedLateness))
        .add("grade", JobWork::tr("Grade"), plainText(row.grade))
        .add("next", JobWork::tr("Next runs"), nextRunsText(row, look))
        .add("zone", JobWork::tr("Zone"), plainText(row.zone))
        .add("period", JobWork::tr("Period"), periodWord(row.periodKind))
        .add("retry", JobWork::tr("Retries"), retryText(row))
        .add("lease", JobWork::tr("Lease"), spanText(row.lease))
        .add("shards", JobWork::tr("Shards"), countText(row.shards))
        .add("held", JobWork::tr("After a freeze"), heldWord(row.heldPolicy))
        .add("compensation", JobWork::tr("Made good by"),
            row.needsCompensation ? JobWork::tr("an approved compensation") : QString())
        .add("rollout", JobWork::tr("Rollout"),
            JobWork::tr("%1, rules of version %2").arg(rolloutWord(row.rolloutMode)).arg(row.ruleVersion));
    return facts.take();
}

PageAddress WorkSpec<JobRow>::target(const JobRow& row)
{
    return PageAddress{
        QStringLiteral("runs"), {}, {{QStringLiteral("q"), QStringLiteral("job:") + plainText(row.jobId)}}};
}

bool WorkSpec<JobRow>::matches(const JobRow& row, const ListQuery& query)
{
    return agrees(query.group, row.grade);
}

// --- workers ---------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<WorkerRow>>& FactSpec<WorkerRow>::columns()
{
    using Row = WorkerRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = JobWork::tr("Worker", "column"),
                 .definition = JobWork::tr("One incarnation of one worker process."),
                 .source = QStringLiteral("worker.worker_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = JobWork::tr("State", "column"),
                 .definition
                 = JobWork::tr("Alive: seen within 30 seconds. Gone: not, and no goodbye. Stopped: it said goodbye."),
                 .source = QStringLiteral("worker.stopped_at, worker_heartbeat.beat_at")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(workerStateText(workerState(row)), workerState(row));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("host"),
                 .title = JobWork::tr("Host", "column"),
                 .definition = JobWork::tr("Where it runs or ran, and its process there."),
                 .source = QStringLiteral("worker.host, pid")};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(QStringLiteral("%1 \u00B7 %2").arg(plainText(row.host)).arg(row.pid));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("duties"),
                 .title = JobWork::tr("Duties", "column"),
                 .definition = JobWork::tr("What it does, each under its own login."),
                 .source = QStringLiteral("worker.duties")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(dutiesOf(row)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("beat"),
                 .title = JobWork::tr("Last heartbeat", "column"),
                 .definition = JobWork::tr("How long ago it was seen."),
                 .source = QStringLiteral("worker_heartbeat.beat_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.lastBeat, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("progress"),
                 .title = JobWork::tr("Last progress", "column"),
                 .definition = JobWork::tr("How long ago it did a piece of work."),
                 .source = QStringLiteral("worker_heartbeat.last_progress_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.lastProgress, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("holds"),
                 .title = JobWork::tr("Holds", "column"),
                 .definition = JobWork::tr("Operations under its leases and messages that it is sending."),
                 .source = QStringLiteral("settlement_operation.worker_id, outbox.worker_id"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return holdsCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("started"),
                 .title = JobWork::tr("Began", "column"),
                 .definition = JobWork::tr("When it registered. The list is in this order, newest first."),
                 .source = QStringLiteral("worker.started_at"),
                 .sortable = true,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.startedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("stopped"),
                 .title = JobWork::tr("Stopped", "column"),
                 .definition = JobWork::tr("When it said goodbye."),
                 .source = QStringLiteral("worker.stopped_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.stoppedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("version"),
                 .title = JobWork::tr("Program", "column"),
                 .definition = JobWork::tr("Which program, in which version."),
                 .source = QStringLiteral("worker.program, app_version"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.program + " " + row.appVersion); }}};
    return all;
}

QString FactSpec<WorkerRow>::key(const WorkerRow& row)
{
    return plainText(row.worker);
}

std::optional<Tone> FactSpec<WorkerRow>::tone(const WorkerRow& row)
{
    return workerStateText(workerState(row)).tone;
}

QString WorkSpec<WorkerRow>::title()
{
    return JobWork::tr("Workers", "page");
}

QString WorkSpec<WorkerRow>::header()
{
    return {};
}

QString WorkSpec<WorkerRow>::emptyTitle()
{
    return JobWork::tr("No worker was ever seen");
}

QString WorkSpec<WorkerRow>::emptyText()
{
    return JobWork::tr("Nothing is settled without one: start `onceover-worker`.");
}

QString WorkSpec<WorkerRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<WorkerRow>::facts(const WorkerRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("means", JobWork::tr("What this means"), workerStateText(workerState(row)).explanation)
        .add("duties", JobWork::tr("Duties"), dutiesOf(row))
        .add("holds", JobWork::tr("Holds"),
            JobWork::tr("%1 operations, %2 messages, %3 open attempts")
                .arg(countText(row.holdsOperations), countText(row.holdsMessages), countText(row.openAttempts)))
        .add("beat", JobWork::tr("Last heartbeat"), row.lastBeat, look)
        .add("progress", JobWork::tr("Last progress"), row.lastProgress, look)
        .add("started", JobWork::tr("Began"), row.startedAt, look)
        .add("stopped", JobWork::tr("Stopped"), row.stoppedAt, look)
        .add("why", JobWork::tr("Stopped because"), plainText(row.stopReason))
        .add("program", JobWork::tr("Program"), plainText(row.program + " " + row.appVersion));
    return facts.take();
}

PageAddress WorkSpec<WorkerRow>::target(const WorkerRow& row)
{
    return PageAddress{QStringLiteral("runs"), {},
        {{QStringLiteral("tab"), QStringLiteral("attempts")},
            {QStringLiteral("q"), QStringLiteral("worker:") + plainText(row.worker)}}};
}

bool WorkSpec<WorkerRow>::matches(const WorkerRow& row, const ListQuery& query)
{
    return agrees(query.status, workerState(row)) && agrees(query.group, row.host)
        && beginsWith(row.worker, query.keyPrefix);
}

} // namespace onceover::models
