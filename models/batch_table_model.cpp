// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/batch_table_model.h"

#include "models/cell_text.h"
#include "models/reason_text.h"

namespace onceover::models {

namespace {

/// The money that is moved: currencies without any are noise beside the others, and alone they say that none is.
CellText movedCell(const AmountPerCurrency& amounts)
{
    AmountPerCurrency moved = amounts;
    std::erase_if(moved, [](const auto& amount) { return amount.second == 0; });
    CellText cell = totalsCell(moved);
    cell.copy = totalsPlain(amounts);
    return cell;
}

} // namespace

QString BatchTableModel::keyOf(const BatchRow& row)
{
    return QString::number(row.batch.value);
}

ColumnText BatchTableModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case KeyColumn:
        return {.id = QStringLiteral("key"),
            .title = tr("Batch", "column"),
            .definition = tr("The run key that the batch settles: job, scope and business period."),
            .source = QStringLiteral("job_run.run_key"),
            .monospace = true};
    case StateColumn:
        return {.id = QStringLiteral("state"),
            .title = tr("State", "column"),
            .definition = tr("Where the batch stands. Completed is final: it is never run again."),
            .source = QStringLiteral("settlement_batch.status")};
    case ProgressColumn:
        return {.id = QStringLiteral("done"),
            .title = tr("Done", "column"),
            .definition = tr("Operations that succeeded, of all operations of the batch."),
            .source = QStringLiteral("operation_count"),
            .numeric = true};
    case UnknownColumn:
        return {.id = QStringLiteral("unknown"),
            .title = tr("Unknown", "column"),
            .definition = tr("Operations whose result at the bank is not known."),
            .source = QStringLiteral("operation_count (UNKNOWN_EXTERNAL)"),
            .numeric = true};
    case DeadColumn:
        return {.id = QStringLiteral("dead"),
            .title = tr("Dead letters", "column"),
            .definition = tr("Unresolved dead letters of the batch."),
            .source = QStringLiteral("dead_letter"),
            .numeric = true};
    case AmountColumn:
        return {.id = QStringLiteral("amounts"),
            .title = tr("Amount", "column"),
            .definition = tr("Sum of the operations' amounts, per currency; never added across currencies."),
            .source = QStringLiteral("settlement_operation.amount_minor, currency"),
            .numeric = true,
            .monospace = true};
    case CountAgreesColumn:
        return {.id = QStringLiteral("count_agrees"),
            .title = tr("Counts", "column"),
            .definition = tr("Do operations, ledger, outbox and accepted answers agree by count?"),
            .source = QStringLiteral("reconciliation_run")};
    case LastCheckColumn:
        return {.id = QStringLiteral("last_check"),
            .title = tr("Last check", "column"),
            .definition = tr("When the batch was last reconciled. Not sortable: it has no index."),
            .source = QStringLiteral("reconciliation_run"),
            .showsTime = true};
    case AmountAgreesColumn:
        return {.id = QStringLiteral("amount_agrees"),
            .title = tr("Amounts", "column"),
            .definition = tr("Do operations, ledger, outbox and accepted answers agree by amount, per currency?"),
            .source = QStringLiteral("reconciliation_run"),
            .shownByDefault = false};
    case JobColumn:
        return {.id = QStringLiteral("job"),
            .title = tr("Job", "column"),
            .definition = tr("The job that the batch belongs to."),
            .source = QStringLiteral("job.job_id"),
            .shownByDefault = false};
    case BizDateColumn:
        return {.id = QStringLiteral("biz_date"),
            .title = tr("Business date", "column"),
            .definition = tr("The day that is settled, a plain date in the job's zone."),
            .source = QStringLiteral("settlement_batch.biz_date"),
            .shownByDefault = false,
            .sortable = true,
            .plainDate = true};
    case ScopeColumn:
        return {.id = QStringLiteral("scope"),
            .title = tr("Scope", "column"),
            .definition = tr("The job's scope; empty for all."),
            .source = QStringLiteral("settlement_batch.scope"),
            .shownByDefault = false};
    case GradeColumn:
        return {.id = QStringLiteral("grade"),
            .title = tr("Grade", "column"),
            .definition = tr("P0: money. P1: everything else."),
            .source = QStringLiteral("job.grade"),
            .shownByDefault = false};
    case TriggeredColumn:
        return {.id = QStringLiteral("triggered"),
            .title = tr("Triggered", "column"),
            .definition = tr("How many triggers led to this run."),
            .source = QStringLiteral("run_trigger"),
            .shownByDefault = false,
            .numeric = true};
    case ExecutedColumn:
        return {.id = QStringLiteral("executed"),
            .title = tr("Executed", "column"),
            .definition = tr("How many attempts worked on it."),
            .source = QStringLiteral("run_attempt"),
            .shownByDefault = false,
            .numeric = true};
    case TookEffectColumn:
        return {.id = QStringLiteral("took_effect"),
            .title = tr("Took effect", "column"),
            .definition = tr("Accepted effects of its operations; each operation takes effect at most once."),
            .source = QStringLiteral("external_reference"),
            .shownByDefault = false,
            .numeric = true};
    case CreatedColumn:
        return {.id = QStringLiteral("created_at"),
            .title = tr("Created", "column"),
            .definition = tr("When the run inserted the batch."),
            .source = QStringLiteral("settlement_batch.created_at"),
            .shownByDefault = false,
            .showsTime = true};
    case FinishedColumn:
        return {.id = QStringLiteral("finished_at"),
            .title = tr("Finished", "column"),
            .definition = tr("When it was completed or failed."),
            .source = QStringLiteral("settlement_batch.finished_at"),
            .shownByDefault = false,
            .showsTime = true};
    case ReasonColumn:
        return {.id = QStringLiteral("reason"),
            .title = tr("Reason", "column"),
            .definition = tr("Why it stands where it stands."),
            .source = QStringLiteral("settlement_batch.status_reason"),
            .shownByDefault = false};
    case kColumnCount:
        break;
    }
    return {};
}

CellText BatchTableModel::cell(int row, int column) const
{
    const BatchRow& batch = rowAt(row);
    switch (static_cast<Column>(column)) {
    case KeyColumn:
        return textCell(batch.runKey);
    case StateColumn: {
        CellText text = stateCell(stateText(Machine::Batch, batch.status), batch.status);
        if (!batch.statusReason.empty())
            text.hover += QLatin1Char('\n') + reasonText(batch.statusReason);
        return text;
    }
    case ProgressColumn: {
        CellText text{.display = tr("%1 / %2", "done of total").arg(countText(batch.done), countText(batch.total)),
            .copy = QStringLiteral("%1/%2").arg(batch.done).arg(batch.total)};
        text.progress = percentOf(batch.done, batch.total);
        return text;
    }
    case UnknownColumn: {
        CellText text = countCell(batch.unknown);
        if (batch.unknown > 0)
            text.tone = Tone::Unknown;
        return text;
    }
    case DeadColumn: {
        CellText text = countCell(batch.dead);
        if (batch.dead > 0)
            text.tone = Tone::Danger;
        return text;
    }
    case AmountColumn:
        return movedCell(batch.amounts);
    case CountAgreesColumn:
        return stateCell(agreementText(batch.countAgrees), {});
    case LastCheckColumn:
        return timeCell(batch.lastCheck, timeFormat(), now());
    case AmountAgreesColumn:
        return stateCell(agreementText(batch.amountAgrees), {});
    case JobColumn:
        return textCell(batch.jobId);
    case BizDateColumn:
        return {.display = dateText(batch.bizDate)};
    case ScopeColumn:
        return textCell(batch.scope);
    case GradeColumn:
        return textCell(batch.grade);
    case TriggeredColumn:
        return countCell(batch.triggered);
    case ExecutedColumn:
        return countCell(batch.executed);
    case TookEffectColumn:
        return countCell(batch.tookEffect);
    case CreatedColumn:
        return timeCell(batch.createdAt, timeFormat(), now());
    case FinishedColumn:
        return timeCell(batch.finishedAt, timeFormat(), now());
    case ReasonColumn:
        return plainCell(reasonText(batch.statusReason));
    case kColumnCount:
        break;
    }
    return {};
}

QVariant BatchTableModel::value(int row, int column) const
{
    const BatchRow& batch = rowAt(row);
    switch (static_cast<Column>(column)) {
    case KeyColumn:
        return QString::fromStdString(batch.runKey);
    case StateColumn:
        return QString::fromStdString(batch.status);
    case ProgressColumn:
        return countValue(batch.done);
    case UnknownColumn:
        return countValue(batch.unknown);
    case DeadColumn:
        return countValue(batch.dead);
    case AmountColumn:
        return totalsPlain(batch.amounts);
    case CountAgreesColumn:
        return batch.countAgrees ? QVariant(*batch.countAgrees) : QVariant();
    case LastCheckColumn:
        return timeValue(batch.lastCheck);
    case AmountAgreesColumn:
        return batch.amountAgrees ? QVariant(*batch.amountAgrees) : QVariant();
    case JobColumn:
        return QString::fromStdString(batch.jobId);
    case BizDateColumn:
        return dateText(batch.bizDate);
    case ScopeColumn:
        return QString::fromStdString(batch.scope);
    case GradeColumn:
        return QString::fromStdString(batch.grade);
    case TriggeredColumn:
        return countValue(batch.triggered);
    case ExecutedColumn:
        return countValue(batch.executed);
    case TookEffectColumn:
        return countValue(batch.tookEffect);
    case CreatedColumn:
        return timeValue(batch.createdAt);
    case FinishedColumn:
        return timeValue(batch.finishedAt);
    case ReasonColumn:
        return QString::fromStdString(batch.statusReason);
    case kColumnCount:
        break;
    }
    return {};
}

std::optional<Tone> BatchTableModel::rowTone(int row) const
{
    return stateText(Machine::Batch, rowAt(row).status).tone;
}

} // namespace onceover::models
