// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline and the small tables of an operation's page.
#include "models/detail_tables.h"
#include "models/timeline_text.h"
#include "models/work_cells.h"
#include "models/work_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct OperationTables {
    Q_DECLARE_TR_FUNCTIONS(OperationTables)
};

QString itemKindText(std::string_view kind)
{
    if (kind == "sale")
        return OperationTables::tr("sale", "item");
    if (kind == "refund")
        return OperationTables::tr("refund", "item");
    if (kind == "fee")
        return OperationTables::tr("fee", "item");
    if (kind == "chargeback")
        return OperationTables::tr("chargeback", "item");
    if (kind == "adjustment")
        return OperationTables::tr("adjustment", "item");
    if (kind == "carry-over")
        return OperationTables::tr("carry-over", "item");
    return plainText(kind);
}

QString sideText(std::string_view side)
{
    if (side == "DEBIT")
        return OperationTables::tr("debit", "ledger side");
    if (side == "CREDIT")
        return OperationTables::tr("credit", "ledger side");
    return plainText(side);
}

/// Layer: drawing and word; the row where one became two says so.
CellText layerCell(const TimelineEntry& row)
{
    const StateText layer = layerText(row.layer);
    CellText text{.display = row.splits ? OperationTables::tr("%1 \u00D7 2", "layer").arg(layer.word) : layer.word,
        .copy = layer.word,
        .hover = row.splits ? OperationTables::tr("Here one became two.") + QLatin1Char('\n') + layer.explanation
                            : layer.explanation,
        .icon = layer.icon};
    if (row.splits)
        text.tone = Tone::Warn;
    return text;
}

CellText whatCell(const TimelineEntry& row)
{
    const EntryText text = entryText(row);
    CellText cell = plainCell(text.what);
    if (text.tone != Tone::Neutral)
        cell.tone = text.tone;
    return cell;
}

} // namespace

const std::vector<FactColumn<TimelineEntry>>& FactSpec<TimelineEntry>::columns()
{
    using Row = TimelineEntry;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = OperationTables::tr("At", "column"),
                 .definition = OperationTables::tr("By the database's clock; the hover has microseconds."),
                 .source
                 = QStringLiteral("run_trigger.at, run_attempt, operation_event, ledger_entry, outbox, external_call"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("layer"),
                 .title = OperationTables::tr("Layer", "column"),
                 .definition = OperationTables::tr("Trigger, attempt, operation, ledger, outbox or bank."),
                 .source = QStringLiteral("\u2013")};
         },
            [](const Row& row, const RowTableModel&) { return layerCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("what"),
                 .title = OperationTables::tr("What happened", "column"),
                 .definition = OperationTables::tr("The fact in words."),
                 .source = QStringLiteral("\u2013")};
         },
            [](const Row& row, const RowTableModel&) { return whatCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("who"),
                 .title = OperationTables::tr("Who", "column"),
                 .definition = OperationTables::tr("Worker, scheduler or person."),
                 .source = QStringLiteral("worker_id, requested_by"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(entryText(row).who); }},
        {[] {
             return ColumnText{.id = QStringLiteral("ids"),
                 .title = OperationTables::tr("Numbers", "column"),
                 .definition = OperationTables::tr("By which the rows are found in the database and at the bank."),
                 .source = QStringLiteral("\u2013"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(entryText(row).ids); }}};
    return all;
}

QString FactSpec<TimelineEntry>::key(const TimelineEntry& row)
{
    return row.key;
}

std::optional<Tone> FactSpec<TimelineEntry>::tone(const TimelineEntry&)
{
    return std::nullopt;
}

const std::vector<FactColumn<LegFact>>& FactSpec<LegFact>::columns()
{
    using Row = LegFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("phase"),
                 .title = OperationTables::tr("Phase", "column"),
                 .definition = OperationTables::tr("On hold, then paid or given back: never both."),
                 .source = QStringLiteral("ledger_entry.phase")};
         },
            [](const Row& row, const RowTableModel&) {
                return CellText{
                    .display = phaseText(row.phase), .copy = plainText(row.phase), .hover = plainText(row.phase)};
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("side"),
                 .title = OperationTables::tr("Side", "column"),
                 .definition = OperationTables::tr("A debit is negative, a credit positive."),
                 .source = QStringLiteral("ledger_entry.side")};
         },
            [](const Row& row, const RowTableModel&) {
                return CellText{.display = sideText(row.side), .copy = plainText(row.side)};
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("account"),
                 .title = OperationTables::tr("Account", "column"),
                 .definition = OperationTables::tr("Whose money it is at that moment."),
                 .source = QStringLiteral("account.account_kind, owner_ref")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(accountText(row.accountKind, row.owner)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = OperationTables::tr("Amount", "column"),
                 .definition = OperationTables::tr("Signed; the legs of an operation add up to zero."),
                 .source = QStringLiteral("ledger_entry.amount_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return moneyCell(row.amountMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("version"),
                 .title = OperationTables::tr("Version", "column"),
                 .definition = OperationTables::tr("The operation's version under which it was posted: the fence."),
                 .source = QStringLiteral("ledger_entry.op_version"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.version); }},
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = OperationTables::tr("Posted", "column"),
                 .definition = OperationTables::tr("When it was posted."),
                 .source = QStringLiteral("ledger_entry.created_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<LegFact>::key(const LegFact& row)
{
    return plainText(row.phase + row.side);
}

std::optional<Tone> FactSpec<LegFact>::tone(const LegFact&)
{
    return std::nullopt;
}

const std::vector<FactColumn<ItemFact>>& FactSpec<ItemFact>::columns()
{
    using Row = ItemFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = OperationTables::tr("Kind", "column"),
                 .definition = OperationTables::tr("What was settled."),
                 .source = QStringLiteral("settlement_item.item_kind")};
         },
            [](const Row& row, const RowTableModel&) {
                return CellText{.display = itemKindText(row.kind), .copy = plainText(row.kind)};
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("item"),
                 .title = OperationTables::tr("Item", "column"),
                 .definition = OperationTables::tr("Its number; settled by one operation, ever."),
                 .source = QStringLiteral("settlement_item.item_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.id); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = OperationTables::tr("Amount", "column"),
                 .definition = OperationTables::tr("What it adds to the settlement, signed."),
                 .source = QStringLiteral("settlement_item.amount_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return moneyCell(row.amountMinor, row.currency); }}};
    return all;
}

QString FactSpec<ItemFact>::key(const ItemFact& row)
{
    return plainText(row.kind + "/" + row.id);
}

std::optional<Tone> FactSpec<ItemFact>::tone(const ItemFact&)
{
    return std::nullopt;
}

const std::vector<FactColumn<DeadLetterFact>>& FactSpec<DeadLetterFact>::columns()
{
    using Row = DeadLetterFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("opened"),
                 .title = OperationTables::tr("Opened", "column"),
                 .definition = OperationTables::tr("When it stopped being retried."),
                 .source = QStringLiteral("dead_letter.opened_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.openedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = OperationTables::tr("State", "column"),
                 .definition = OperationTables::tr("Open ones wait for a person."),
                 .source = QStringLiteral("dead_letter.status, resolution")};
         },
            [](const Row& row, const RowTableModel&) {
                if (row.status == "RESOLVED")
                    return CellText{
                        .display = OperationTables::tr("resolved: %1", "how").arg(plainText(row.resolution)),
                        .icon = QStringLiteral("check"),
                        .tone = Tone::Ok};
                return stateCell(deadLetterText(), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("class"),
                 .title = OperationTables::tr("Class", "column"),
                 .definition = OperationTables::tr("Why it stopped."),
                 .source = QStringLiteral("dead_letter.failure_class")};
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(letterClassText(row.failureClass), row.failureClass);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("error"),
                 .title = OperationTables::tr("Last error", "column"),
                 .definition = OperationTables::tr("In the words of whoever said it."),
                 .source = QStringLiteral("dead_letter.last_error")};
         },
            [](const Row& row, const RowTableModel&) { return errorCell(row.lastError); }},
        {[] {
             return ColumnText{.id = QStringLiteral("attempts"),
                 .title = OperationTables::tr("Attempts", "column"),
                 .definition = OperationTables::tr("Tries before it stopped."),
                 .source = QStringLiteral("dead_letter.attempts"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.attempts); }},
        {[] {
             return ColumnText{.id = QStringLiteral("resolved"),
                 .title = OperationTables::tr("Resolved", "column"),
                 .definition = OperationTables::tr("When a person or an answer resolved it."),
                 .source = QStringLiteral("dead_letter.resolved_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.resolvedAt, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<DeadLetterFact>::key(const DeadLetterFact& row)
{
    return QString::number(row.deadLetter);
}

std::optional<Tone> FactSpec<DeadLetterFact>::tone(const DeadLetterFact& row)
{
    return row.status == "RESOLVED" ? Tone::Neutral : Tone::Danger;
}

} // namespace onceover::models
