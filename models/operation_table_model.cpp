// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operation_table_model.h"

#include "models/work_cells.h"

namespace onceover::models {

namespace {

/// When it moves next by itself: the next attempt, or the end of the lease.
std::optional<Timestamp> nextMoveOf(const OperationRow& row)
{
    return row.leaseUntil ? row.leaseUntil : row.nextAttempt;
}

} // namespace

QString OperationTableModel::keyOf(const OperationRow& row)
{
    return QString::fromStdString(row.ref.id.value.toString());
}

ColumnText OperationTableModel::column(int column) const
{
    switch (static_cast<Column>(column)) {
    case KeyColumn:
        return {.id = QStringLiteral("key"),
            .title = tr("Operation", "column"),
            .definition
            = tr("The operation's id, computed from its natural key; a lost row computes the same id again."),
            .source = QStringLiteral("settlement_operation.operation_id"),
            .monospace = true};
    case StateColumn:
        return {.id = QStringLiteral("state"),
            .title = tr("State", "column"),
            .definition = tr("Where the operation stands. Unknown at bank is neither success nor failure."),
            .source = QStringLiteral("settlement_operation.status"),
            .ages = true};
    case MerchantColumn:
        return {.id = QStringLiteral("merchant"),
            .title = tr("Merchant", "column"),
            .definition = tr("Who is settled: number and name."),
            .source = QStringLiteral("merchant.merchant_id, name")};
    case BizDateColumn:
        return {.id = QStringLiteral("biz_date"),
            .title = tr("Business date", "column"),
            .definition = tr("The day that is settled, a plain date in the merchant's zone."),
            .source = QStringLiteral("settlement_operation.settle_date"),
            .sortable = true,
            .plainDate = true};
    case AmountColumn:
        return {.id = QStringLiteral("amount"),
            .title = tr("Amount", "column"),
            .definition = tr("The signed sum of its items; it never changes."),
            .source = QStringLiteral("settlement_operation.amount_minor, currency"),
            .numeric = true,
            .monospace = true,
            .copyTitle = QStringLiteral("amount\tcurrency")};
    case AttemptsColumn:
        return {.id = QStringLiteral("attempts"),
            .title = tr("Attempts", "column"),
            .definition = tr("How often it was claimed, hand-backs included."),
            .source = QStringLiteral("settlement_operation.attempts_total"),
            .numeric = true};
    case NextColumn:
        return {.id = QStringLiteral("next"),
            .title = tr("Next", "column"),
            .definition = tr("When it is tried again, or when the lease of its worker ends."),
            .source = QStringLiteral("settlement_operation.next_attempt_at, lease_until"),
            .ages = true};
    case UpdatedColumn:
        return {.id = QStringLiteral("updated_at"),
            .title = tr("Updated", "column"),
            .definition = tr("When its row last changed. Not sortable: it has no index."),
            .source = QStringLiteral("settlement_operation.updated_at"),
            .showsTime = true};
    case TypeColumn:
        return {.id = QStringLiteral("type"),
            .title = tr("Type", "column"),
            .definition = tr("Kind of settlement."),
            .source = QStringLiteral("settlement_operation.settlement_type"),
            .shownByDefault = false};
    case WorkerColumn:
        return {.id = QStringLiteral("worker"),
            .title = tr("Worker", "column"),
            .definition = tr("Who holds it under a lease; set exactly while it is processing."),
            .source = QStringLiteral("settlement_operation.worker_id"),
            .shownByDefault = false,
            .monospace = true};
    case VersionColumn:
        return {.id = QStringLiteral("version"),
            .title = tr("Version", "column"),
            .definition = tr("The fencing token: grows by one at each claim and each fence."),
            .source = QStringLiteral("settlement_operation.version"),
            .shownByDefault = false,
            .numeric = true};
    case ChannelColumn:
        return {.id = QStringLiteral("channel"),
            .title = tr("Channel", "column"),
            .definition = tr("Where it is paid through."),
            .source = QStringLiteral("settlement_operation.channel_id"),
            .shownByDefault = false};
    case ExternalRefColumn:
        return {.id = QStringLiteral("external_ref"),
            .title = tr("Bank reference", "column"),
            .definition = tr("The bank's own number of the accepted effect."),
            .source = QStringLiteral("settlement_operation.external_ref"),
            .shownByDefault = false,
            .monospace = true};
    case FailureClassColumn:
        return {.id = QStringLiteral("failure_class"),
            .title = tr("Failure", "column"),
            .definition = tr("Why it failed for good."),
            .source = QStringLiteral("settlement_operation.failure_class"),
            .shownByDefault = false};
    case LastErrorColumn:
        return {.id = QStringLiteral("last_error"),
            .title = tr("Last error", "column"),
            .definition = tr("What went wrong last, in the words of whoever said it."),
            .source = QStringLiteral("settlement_operation.last_error"),
            .shownByDefault = false};
    case BatchColumn:
        return {.id = QStringLiteral("batch"),
            .title = tr("Batch", "column"),
            .definition = tr("The run key of its batch."),
            .source = QStringLiteral("job_run.run_key"),
            .shownByDefault = false,
            .monospace = true};
    case kColumnCount:
        break;
    }
    return {};
}

CellText OperationTableModel::cell(int row, int column) const
{
    const OperationRow& operation = rowAt(row);
    switch (static_cast<Column>(column)) {
    case KeyColumn: {
        const QString key = keyOf(operation);
        return {.display = key, .hover = key};
    }
    case StateColumn: {
        CellText text = stateCell(operationStateText(operation, now()), operation.status);
        if (!operation.lastError.empty())
            text.hover += QLatin1Char('\n') + errorText(operation.lastError);
        return text;
    }
    case MerchantColumn: {
        const QString name = plainText(operation.merchantName);
        const QString text = name.isEmpty() ? QString::number(operation.merchant)
                                            : tr("%1 %2", "merchant number, name").arg(operation.merchant).arg(name);
        return {.display = text, .copy = QString::number(operation.merchant), .hover = text};
    }
    case BizDateColumn:
        return {.display = dateText(operation.bizDate)};
    case AmountColumn:
        return moneyCell(operation.amountMinor, operation.currency);
    case AttemptsColumn:
        return countCell(operation.attempts);
    case NextColumn: {
        const auto next = nextMoveOf(operation);
        if (!next)
            return {.display = QString(QChar(0x2013))};
        CellText text{.copy = TimeFormat::plain(*next), .hover = timeFormat().hover(*next, now())};
        if (*next >= now())
            text.display = tr("in %1", "time until").arg(ageText(now(), *next));
        else
            text.display = operation.leaseUntil ? tr("overdue %1", "since").arg(ageText(*next, now())) : tr("due now");
        if (operation.leaseUntil && *next < now())
            text.tone = Tone::Warn;
        return text;
    }
    case UpdatedColumn:
        return timeCell(operation.updatedAt, timeFormat(), now());
    case TypeColumn:
        return textCell(operation.settlementType);
    case WorkerColumn:
        return textCell(operation.worker);
    case VersionColumn:
        return countCell(operation.version);
    case ChannelColumn:
        return textCell(operation.channel);
    case ExternalRefColumn:
        return textCell(operation.externalRef);
    case FailureClassColumn:
        return {.display = failureClassText(operation.failureClass), .copy = plainText(operation.failureClass)};
    case LastErrorColumn:
        return errorCell(operation.lastError);
    case BatchColumn:
        return textCell(operation.batchKey);
    case kColumnCount:
        break;
    }
    return {};
}

QVariant OperationTableModel::value(int row, int column) const
{
    const OperationRow& operation = rowAt(row);
    switch (static_cast<Column>(column)) {
    case KeyColumn:
        return keyOf(operation);
    case StateColumn:
        return QString::fromStdString(operation.status);
    case MerchantColumn:
        return countValue(operation.merchant);
    case BizDateColumn:
        return dateText(operation.bizDate);
    case AmountColumn:
        return countValue(operation.amountMinor);
    case AttemptsColumn:
        return operation.attempts;
    case NextColumn:
        return timeValue(nextMoveOf(operation));
    case UpdatedColumn:
        return timeValue(operation.updatedAt);
    case TypeColumn:
        return QString::fromStdString(operation.settlementType);
    case WorkerColumn:
        return QString::fromStdString(operation.worker);
    case VersionColumn:
        return countValue(operation.version);
    case ChannelColumn:
        return QString::fromStdString(operation.channel);
    case ExternalRefColumn:
        return QString::fromStdString(operation.externalRef);
    case FailureClassColumn:
        return QString::fromStdString(operation.failureClass);
    case LastErrorColumn:
        return QString::fromStdString(operation.lastError);
    case BatchColumn:
        return QString::fromStdString(operation.batchKey);
    case kColumnCount:
        break;
    }
    return {};
}

std::optional<Tone> OperationTableModel::rowTone(int row) const
{
    return operationStateText(rowAt(row), now()).tone;
}

} // namespace onceover::models
