// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a plan's items on the approval sheet.
#include "models/failure_text.h"
#include "models/request_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct PlanItems {
    Q_DECLARE_TR_FUNCTIONS(PlanItems)
};

/// The state now, and whether it is still the one that was planned.
CellText stateNowCell(const PlanItemRow& row)
{
    const StateText now = stateText(Machine::Operation, row.statusNow);
    CellText cell = stateCell(now, row.statusNow);
    if (!row.moved)
        return cell;
    cell.tone = Tone::Warn;
    cell.icon = QStringLiteral("triangle-alert");
    cell.display = PlanItems::tr("moved: %1", "state now").arg(now.word);
    cell.hover = PlanItems::tr("When it was asked for it was: %1.", "state")
                     .arg(stateText(Machine::Operation, row.statusPlanned).word);
    return cell;
}

CellText everSucceededCell(const PlanItemRow& row)
{
    if (row.effectOnRecord)
        return {.display = PlanItems::tr("yes", "ever succeeded"),
            .copy = QStringLiteral("yes"),
            .hover = PlanItems::tr("The bank said at least once that it executed this."),
            .icon = QStringLiteral("triangle-alert"),
            .tone = Tone::Danger};
    return {.display = PlanItems::tr("no record", "ever succeeded"),
        .copy = QStringLiteral("no"),
        .hover = PlanItems::tr("No recorded answer says that it was executed.")};
}

CellText payeeCell(const PlanItemRow& row)
{
    if (row.payee.empty())
        return dashCell();
    CellText cell = textCell(row.payee + " " + row.payeeAccount);
    if (row.payeeChanged) {
        cell.tone = Tone::Warn;
        cell.icon = QStringLiteral("triangle-alert");
        cell.hover += QLatin1Char('\n')
            + PlanItems::tr(
                "The merchant has another beneficiary now; this one was fixed when the operation was made.");
    }
    return cell;
}

CellText itemResultCell(const PlanItemRow& row)
{
    if (row.status.empty())
        return dashCell();
    CellText cell = stateCell(requestItemStateText(row.status), row.status);
    if (!row.reason.empty())
        cell.hover += QLatin1Char('\n') + refusalSentence(row.reason);
    return cell;
}

} // namespace

const std::vector<FactColumn<PlanItemRow>>& FactSpec<PlanItemRow>::columns()
{
    using Row = PlanItemRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = PlanItems::tr("Key", "column"),
                 .definition = PlanItems::tr("The idempotency key; it never changes."),
                 .source = QStringLiteral("outbox.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.key.empty() ? shortKeyCell(row.operation) : outwardKeyCell(row.key);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("payee"),
                 .title = PlanItems::tr("Beneficiary", "column"),
                 .definition = PlanItems::tr("Who is paid, as it was fixed on the operation; marked where the merchant "
                                             "has another one now."),
                 .source = QStringLiteral("settlement_operation.beneficiary")};
         },
            [](const Row& row, const RowTableModel&) { return payeeCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = PlanItems::tr("Amount", "column"),
                 .definition = PlanItems::tr("Of this operation. The largest stand first."),
                 .source = QStringLiteral("settlement_operation.amount_minor"),
                 .sortable = true,
                 .numeric = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.amountMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("value_date"),
                 .title = PlanItems::tr("Value date", "column"),
                 .definition
                 = PlanItems::tr("The day that the bank counts it on, as its order carries it. Nothing: the "
                                 "channel has no calendar, or the day is not in it."),
                 .source = QStringLiteral("settlement_operation.settle_date, channel_profile.value_date_rule, "
                                          "business_calendar"),
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.valueDate ? CellText{.display = dateText(*row.valueDate)} : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("now"),
                 .title = PlanItems::tr("Before (now)", "column"),
                 .definition = PlanItems::tr("Its state now; marked where it moved since it was asked for."),
                 .source = QStringLiteral("settlement_operation.status")};
         },
            [](const Row& row, const RowTableModel&) { return stateNowCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("succeeded"),
                 .title = PlanItems::tr("Ever succeeded?", "column"),
                 .definition = PlanItems::tr("Does any recorded answer say that this key was executed?"),
                 .source = QStringLiteral("external_call.answer")};
         },
            [](const Row& row, const RowTableModel&) { return everSucceededCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("answer"),
                 .title = PlanItems::tr("Bank's last answer", "column"),
                 .definition = PlanItems::tr("As it was recorded."),
                 .source = QStringLiteral("external_call.answer, http_status, code")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.lastAnswer); }},
        {[] {
             return ColumnText{.id = QStringLiteral("honoured"),
                 .title = PlanItems::tr("Key honoured until", "column"),
                 .definition = PlanItems::tr("How long the channel recognises the key: first send + retention \u2212 "
                                             "margin. Nothing: it was never sent."),
                 .source = QStringLiteral("outbox.first_sent_at, channel_profile.retention"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.honouredUntil, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("result"),
                 .title = PlanItems::tr("Result", "column"),
                 .definition = PlanItems::tr("What became of this item."),
                 .source = QStringLiteral("approval_item.status")};
         },
            [](const Row& row, const RowTableModel&) { return itemResultCell(row); }}};
    return all;
}

QString FactSpec<PlanItemRow>::key(const PlanItemRow& row)
{
    return QString::number(row.no);
}

std::optional<Tone> FactSpec<PlanItemRow>::tone(const PlanItemRow& row)
{
    return row.moved ? Tone::Warn : Tone::Neutral;
}

} // namespace onceover::models
