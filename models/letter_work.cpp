// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages Dead letters and Stuck leases say.
#include "models/timeline_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct LetterWork {
    Q_DECLARE_TR_FUNCTIONS(LetterWork)
};

/// Older than a day is marked by shape, tone and word.
CellText letterAge(const DeadLetterListRow& row, const RowTableModel& table)
{
    const Timestamp end = row.resolvedAt.value_or(table.now());
    CellText cell = agoCell(row.openedAt, table);
    cell.display = ageText(row.openedAt, end);
    if (!row.resolvedAt && end - row.openedAt > kLetterMark) {
        cell.tone = Tone::Danger;
        cell.icon = QStringLiteral("clock-alert");
        cell.hover += QLatin1Char('\n') + LetterWork::tr("Over 24 hours: it alerts until somebody decides.");
    }
    return cell;
}

CellText effectCell(const DeadLetterListRow& row)
{
    CellText cell;
    if (row.effectFound)
        cell = {.display = LetterWork::tr("yes", "effect found"),
            .copy = QStringLiteral("yes"),
            .hover = LetterWork::tr("The bank said at least once that it executed this."),
            .icon = QStringLiteral("triangle-alert"),
            .tone = Tone::Danger};
    else
        cell = {.display = LetterWork::tr("none found", "effect found"),
            .copy = QStringLiteral("no"),
            .hover = LetterWork::tr("No recorded answer says that it was executed.")};
    return cell;
}

} // namespace

// --- dead letters ----------------------------------------------------------------------------------------------------

const std::vector<FactColumn<DeadLetterListRow>>& FactSpec<DeadLetterListRow>::columns()
{
    using Row = DeadLetterListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = LetterWork::tr("Key", "column"),
                 .definition = LetterWork::tr("The idempotency key under which it was or would be sent. A run has its "
                                              "run key."),
                 .source = QStringLiteral("dead_letter.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return outwardKeyCell(row.idempotencyKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("task"),
                 .title = LetterWork::tr("Task", "column"),
                 .definition = LetterWork::tr("The job whose work it is."),
                 .source = QStringLiteral("dead_letter.job_id")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.jobId); }},
        {[] {
             return ColumnText{.id = QStringLiteral("biz_date"),
                 .title = LetterWork::tr("Business date", "column"),
                 .definition = LetterWork::tr("The day that is settled, a plain date."),
                 .source = QStringLiteral("dead_letter.biz_date"),
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) { return CellText{.display = dateText(row.bizDate)}; }},
        {[] {
             return ColumnText{.id = QStringLiteral("grade"),
                 .title = LetterWork::tr("Grade", "column"),
                 .definition = LetterWork::tr("P0: money. P1: everything else."),
                 .source = QStringLiteral("dead_letter.grade"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.grade); }},
        {[] {
             return ColumnText{.id = QStringLiteral("class"),
                 .title = LetterWork::tr("Class", "column"),
                 .definition = LetterWork::tr("Why it stopped being tried."),
                 .source = QStringLiteral("dead_letter.failure_class")};
         },
            [](const Row& row, const RowTableModel&) {
                CellText cell = plainCell(letterClassText(row.failureClass));
                cell.copy = plainText(row.failureClass);
                cell.hover = letterMeaning(row);
                return cell;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("last_error"),
                 .title = LetterWork::tr("Last error", "column"),
                 .definition = LetterWork::tr("What went wrong last, in the words of whoever said it."),
                 .source = QStringLiteral("dead_letter.last_error")};
         },
            [](const Row& row, const RowTableModel&) { return errorCell(row.lastError); }},
        {[] {
             return ColumnText{.id = QStringLiteral("attempts"),
                 .title = LetterWork::tr("Attempts", "column"),
                 .definition = LetterWork::tr("How often it was tried before it stopped."),
                 .source = QStringLiteral("dead_letter.attempts"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.attempts); }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = LetterWork::tr("Age", "column"),
                 .definition = LetterWork::tr("Since its first opening, by the database's clock; marked beyond 24 "
                                              "hours. The list is in this order, oldest first."),
                 .source = QStringLiteral("dead_letter.opened_at"),
                 .sortable = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return letterAge(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = LetterWork::tr("Amount", "column"),
                 .definition = LetterWork::tr("The money of its operation."),
                 .source = QStringLiteral("dead_letter.amount_minor, currency"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.amountMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("effect"),
                 .title = LetterWork::tr("Effect found?", "column"),
                 .definition = LetterWork::tr("Did the outside ever say that this key was executed?"),
                 .source = QStringLiteral("external_call.answer")};
         },
            [](const Row& row, const RowTableModel&) { return effectCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = LetterWork::tr("State", "column"),
                 .definition = LetterWork::tr("Open, asked for, or resolved."),
                 .source = QStringLiteral("dead_letter.status"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(deadLetterStateText(row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = LetterWork::tr("Worker", "column, who had it last"),
                 .definition = LetterWork::tr("The worker whose attempt at its operation was the last one; a run has "
                                              "none."),
                 .source = QStringLiteral("run_attempt.worker_id"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.worker); }},
        {[] {
             return ColumnText{.id = QStringLiteral("operation"),
                 .title = LetterWork::tr("Operation", "column"),
                 .definition = LetterWork::tr("The operation that it is about; Enter opens it."),
                 .source = QStringLiteral("dead_letter.operation_id"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.operation); }}};
    return all;
}

QString FactSpec<DeadLetterListRow>::key(const DeadLetterListRow& row)
{
    return QString::number(row.letter);
}

std::optional<Tone> FactSpec<DeadLetterListRow>::tone(const DeadLetterListRow& row)
{
    return deadLetterStateText(row.status).tone;
}

QString WorkSpec<DeadLetterListRow>::title()
{
    return LetterWork::tr("Dead letters", "page");
}

QString WorkSpec<DeadLetterListRow>::header()
{
    return LetterWork::tr("A to-do list, not a bin: each of these waits for a person. Over 24 hours it alerts.");
}

QString WorkSpec<DeadLetterListRow>::emptyTitle()
{
    return LetterWork::tr("No dead letters");
}

QString WorkSpec<DeadLetterListRow>::emptyText()
{
    return LetterWork::tr("Nothing waits for a person here. What was resolved is found by its state.");
}

QString WorkSpec<DeadLetterListRow>::groupText(const std::string& name)
{
    return letterClassText(name);
}

std::vector<WorkFact> WorkSpec<DeadLetterListRow>::facts(const DeadLetterListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("meaning", LetterWork::tr("What this means"), letterMeaning(row))
        .add("choices", LetterWork::tr("What can be done"), letterChoices(row))
        .add("state", LetterWork::tr("State"), deadLetterStateText(row.status).word)
        .add("key", LetterWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("error", LetterWork::tr("Last error"), errorText(row.lastError))
        .add("attempts", LetterWork::tr("Attempts"), countText(row.attempts))
        .add("money", LetterWork::tr("Money"), row.standing.empty() ? QString() : phaseText(row.standing))
        .add("payload", LetterWork::tr("Payload"),
            LetterWork::tr("%n byte(s)", nullptr, static_cast<int>(row.payloadSize)))
        .add("opened", LetterWork::tr("Opened"), row.openedAt, look)
        .add("resolved", LetterWork::tr("Resolved"), row.resolvedAt, look)
        .add("batch", LetterWork::tr("Batch"), plainText(row.batchKey), true)
        .add("operation", LetterWork::tr("Operation"), plainText(row.operation), true);
    return facts.take();
}

PageAddress WorkSpec<DeadLetterListRow>::target(const DeadLetterListRow& row)
{
    if (!row.operation.empty())
        return {
            QLatin1String(kOperationPage), plainText(row.operation), {{QStringLiteral("tab"), QStringLiteral("dead")}}};
    return row.batchKey.empty() ? PageAddress{} : PageAddress{QLatin1String(kBatchPage), plainText(row.batchKey), {}};
}

bool WorkSpec<DeadLetterListRow>::matches(const DeadLetterListRow& row, const ListQuery& query)
{
    const bool state = query.status.empty() ? row.status != "RESOLVED" : row.status == query.status;
    return state && agrees(query.group, letterGroup(row, query.groupBy))
        && (!query.bizDate || row.bizDate == *query.bizDate) && agrees(query.jobType, row.jobId)
        && (beginsWith(row.idempotencyKey, query.keyPrefix) || beginsWith(row.operation, query.keyPrefix));
}

// --- stuck leases ----------------------------------------------------------------------------------------------------

const std::vector<FactColumn<StuckLeaseRow>>& FactSpec<StuckLeaseRow>::columns()
{
    using Row = StuckLeaseRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = LetterWork::tr("Operation", "column"),
                 .definition = LetterWork::tr("The operation that is held; Enter opens it."),
                 .source = QStringLiteral("settlement_operation.operation_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return shortKeyCell(row.ref.id.value.toString()); }},
        {[] {
             return ColumnText{.id = QStringLiteral("batch"),
                 .title = LetterWork::tr("Batch", "column"),
                 .definition = LetterWork::tr("The run key of its batch."),
                 .source = QStringLiteral("job_run.run_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.batchKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = LetterWork::tr("Owner", "column"),
                 .definition = LetterWork::tr("The worker incarnation that holds the lease."),
                 .source = QStringLiteral("settlement_operation.worker_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }},
        {[] {
             return ColumnText{.id = QStringLiteral("host"),
                 .title = LetterWork::tr("Host", "column"),
                 .definition = LetterWork::tr("Where that worker runs or ran."),
                 .source = QStringLiteral("worker.host"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.host); }},
        {[] {
             return ColumnText{.id = QStringLiteral("holder"),
                 .title = LetterWork::tr("Worker", "column"),
                 .definition
                 = LetterWork::tr("Gone: no heartbeat for over 30 seconds. Late: alive, but it did not renew "
                                  "this lease."),
                 .source = QStringLiteral("worker_heartbeat.beat_at"),
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) {
                CellText cell = stateCell(holderText(row, table.now()), {});
                if (row.lastBeat)
                    cell.hover += QLatin1Char('\n')
                        + LetterWork::tr("Last heartbeat %1 ago.").arg(ageText(*row.lastBeat, table.now()));
                cell.copy = cell.display;
                return cell;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("version"),
                 .title = LetterWork::tr("Version", "column"),
                 .definition = LetterWork::tr("The fencing token; the next claim raises it by one."),
                 .source = QStringLiteral("settlement_operation.version"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.version); }},
        {[] {
             return ColumnText{.id = QStringLiteral("lease_until"),
                 .title = LetterWork::tr("Lease until", "column"),
                 .definition = LetterWork::tr("When the lease ended, by the database's clock."),
                 .source = QStringLiteral("settlement_operation.lease_until"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.leaseUntil, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("overdue"),
                 .title = LetterWork::tr("Overdue by", "column"),
                 .definition = LetterWork::tr("Since the lease ended. The list is in this order, longest first."),
                 .source = QStringLiteral("settlement_operation.lease_until"),
                 .sortable = true,
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.leaseUntil, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("recoveries"),
                 .title = LetterWork::tr("Recoveries", "column"),
                 .definition
                 = LetterWork::tr("Workers that vanished while holding it alone; the third makes it fail for "
                                  "good."),
                 .source = QStringLiteral("operation_due.recoveries"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.recoveries); }},
        {[] {
             return ColumnText{.id = QStringLiteral("attempts"),
                 .title = LetterWork::tr("Attempts", "column"),
                 .definition = LetterWork::tr("How often it was claimed, hand-backs included."),
                 .source = QStringLiteral("settlement_operation.attempts_total"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.attempts); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = LetterWork::tr("Amount", "column"),
                 .definition = LetterWork::tr("The money of the operation."),
                 .source = QStringLiteral("settlement_operation.amount_minor, currency"),
                 .shownByDefault = false,
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return moneyCell(row.amountMinor, row.currency); }}};
    return all;
}

QString FactSpec<StuckLeaseRow>::key(const StuckLeaseRow& row)
{
    return QString::fromStdString(row.ref.id.value.toString());
}

std::optional<Tone> FactSpec<StuckLeaseRow>::tone(const StuckLeaseRow&)
{
    return Tone::Warn;
}

QString WorkSpec<StuckLeaseRow>::title()
{
    return LetterWork::tr("Stuck leases", "page");
}

QString WorkSpec<StuckLeaseRow>::header()
{
    return LetterWork::tr("Listed: processing under a lease that ended over 5 seconds ago. A worker counts as gone 30 "
                          "seconds after its last heartbeat.");
}

QString WorkSpec<StuckLeaseRow>::emptyTitle()
{
    return LetterWork::tr("No stuck leases");
}

QString WorkSpec<StuckLeaseRow>::emptyText()
{
    return LetterWork::tr("Every operation in work is held by a worker that renews its lease.");
}

QString WorkSpec<StuckLeaseRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<StuckLeaseRow>::facts(const StuckLeaseRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("outlook", LetterWork::tr("What happens by itself"), stuckLeaseOutlook(row))
        .add("worker", LetterWork::tr("Owner"), plainText(row.worker), true)
        .add("host", LetterWork::tr("Host"),
            row.host.empty() ? QString() : LetterWork::tr("%1, process %2").arg(plainText(row.host)).arg(row.pid))
        .add("beat", LetterWork::tr("Last heartbeat"), row.lastBeat, look)
        .add("lease", LetterWork::tr("Lease until"), row.leaseUntil, look)
        .add("version", LetterWork::tr("Version"), countText(row.version))
        .add("attempts", LetterWork::tr("Attempts"), countText(row.attempts))
        .add("amount", LetterWork::tr("Amount"), moneyText(row.amountMinor, row.currency))
        .add("merchant", LetterWork::tr("Merchant"), QString::number(row.merchant))
        .add("operation", LetterWork::tr("Operation"), FactSpec<StuckLeaseRow>::key(row), true);
    return facts.take();
}

PageAddress WorkSpec<StuckLeaseRow>::target(const StuckLeaseRow& row)
{
    return {QLatin1String(kOperationPage), FactSpec<StuckLeaseRow>::key(row), {}};
}

bool WorkSpec<StuckLeaseRow>::matches(const StuckLeaseRow& row, const ListQuery& query)
{
    return agrees(query.group, row.worker) && agrees(query.jobType, row.jobId)
        && beginsWith(row.ref.id.value.toString(), query.keyPrefix);
}

} // namespace onceover::models
