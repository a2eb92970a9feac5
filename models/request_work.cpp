// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Approvals says.
#include "models/request_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RequestWork {
    Q_DECLARE_TR_FUNCTIONS(RequestWork)
};

constexpr std::chrono::minutes kExpiresSoon{10};

/// What was asked for or approved ends by itself: DESIGN.md section 3.
bool mayExpire(const RequestListRow& row)
{
    return row.status == "REQUESTED" || row.status == "APPROVED";
}

/// How long it still lives, by the database's clock; nothing once it cannot expire any more.
CellText expiryCell(const RequestListRow& row, const RowTableModel& table)
{
    if (!mayExpire(row))
        return dashCell();
    CellText cell{.display = RequestWork::tr("in %1", "age").arg(ageText(table.now(), row.expiresAt)),
        .copy = TimeFormat::plain(row.expiresAt),
        .hover = table.timeFormat().hover(row.expiresAt, table.now())};
    if (row.expiresAt <= table.now()) { // It says so itself as soon as the replayer looks.
        cell.display = RequestWork::tr("expired");
        cell.tone = Tone::Neutral;
        cell.icon = QStringLiteral("ban");
    } else if (row.expiresAt - table.now() < kExpiresSoon) {
        cell.tone = Tone::Warn;
        cell.icon = QStringLiteral("clock-alert");
    }
    return cell;
}

} // namespace

const std::vector<FactColumn<RequestListRow>>& FactSpec<RequestListRow>::columns()
{
    using Row = RequestListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("request"),
                 .title = RequestWork::tr("Request", "column"),
                 .definition = RequestWork::tr("Its number; a person names it by it."),
                 .source = QStringLiteral("approval.approval_id"),
                 .sortable = true,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.id); }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = RequestWork::tr("Kind", "column"),
                 .definition = RequestWork::tr("What is asked for."),
                 .source = QStringLiteral("approval.kind")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(requestKindText(row.kind), row.kind); }},
        {[] {
             return ColumnText{.id = QStringLiteral("items"),
                 .title = RequestWork::tr("Items", "column"),
                 .definition = RequestWork::tr("How many rows its plan names."),
                 .source = QStringLiteral("approval_item"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.items); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amounts"),
                 .title = RequestWork::tr("Amounts", "column"),
                 .definition = RequestWork::tr("Over all items, per currency."),
                 .source = QStringLiteral("approval.plan"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return totalsCell(row.amounts); }},
        {[] {
             return ColumnText{.id = QStringLiteral("maker"),
                 .title = RequestWork::tr("Asked by", "column"),
                 .definition = RequestWork::tr("Who asked; somebody else decides."),
                 .source = QStringLiteral("approval.maker")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.makerName); }},
        {[] {
             return ColumnText{.id = QStringLiteral("reason"),
                 .title = RequestWork::tr("Reason", "column"),
                 .definition = RequestWork::tr("What the person who asked said."),
                 .source = QStringLiteral("approval.reason")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.reason); }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = RequestWork::tr("Age", "column"),
                 .definition = RequestWork::tr("Since it was asked for."),
                 .source = QStringLiteral("approval.requested_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.requestedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("expires"),
                 .title = RequestWork::tr("Expires", "column"),
                 .definition = RequestWork::tr("When it ends by itself if nobody decides."),
                 .source = QStringLiteral("approval.expires_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return expiryCell(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("plan"),
                 .title = RequestWork::tr("Plan", "column"),
                 .definition = RequestWork::tr("The first of its hash; who approves names the plan that was read."),
                 .source = QStringLiteral("approval.plan_hash"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return hashCell(row.planHash); }},
        {[] {
             return ColumnText{.id = QStringLiteral("ticket"),
                 .title = RequestWork::tr("Ticket", "column"),
                 .definition = RequestWork::tr("Where it is written up."),
                 .source = QStringLiteral("approval.ticket"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.ticket); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = RequestWork::tr("State", "column"),
                 .definition = RequestWork::tr("Requested, approved, executed, verified, or ended without effect."),
                 .source = QStringLiteral("approval.status")};
         },
            [](const Row& row, const RowTableModel&) { return stateCell(requestStateText(row.status), row.status); }},
        {[] {
             return ColumnText{.id = QStringLiteral("by"),
                 .title = RequestWork::tr("Decided by", "column"),
                 .definition = RequestWork::tr("Who approved or rejected it."),
                 .source = QStringLiteral("approval.checker"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.checkerName); }},
        {[] {
             return ColumnText{.id = QStringLiteral("decided"),
                 .title = RequestWork::tr("Decided", "column"),
                 .definition = RequestWork::tr("When it was decided."),
                 .source = QStringLiteral("approval.decided_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.decidedAt, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<RequestListRow>::key(const RequestListRow& row)
{
    return QString::number(row.id);
}

std::optional<Tone> FactSpec<RequestListRow>::tone(const RequestListRow& row)
{
    return requestStateText(row.status).tone;
}

QString WorkSpec<RequestListRow>::title()
{
    return RequestWork::tr("Approvals", "page");
}

QString WorkSpec<RequestListRow>::header()
{
    return RequestWork::tr("One person asks, another decides, the engine carries it out. Nothing is ever deleted.");
}

QString WorkSpec<RequestListRow>::emptyTitle()
{
    return RequestWork::tr("No request");
}

QString WorkSpec<RequestListRow>::emptyText()
{
    return RequestWork::tr("Nobody has asked for anything that needs a second person.");
}

QString WorkSpec<RequestListRow>::groupText(const std::string& name)
{
    return requestViewText(name);
}

std::vector<WorkFact> WorkSpec<RequestListRow>::facts(const RequestListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("means", RequestWork::tr("What this means"), requestStateText(row.status).explanation)
        .add("reason", RequestWork::tr("Reason"), plainText(row.reason))
        .add("ticket", RequestWork::tr("Ticket"), plainText(row.ticket))
        .add("requested", RequestWork::tr("Asked for"), row.requestedAt, look)
        .add("expires", RequestWork::tr("Expires"), mayExpire(row) ? std::optional(row.expiresAt) : std::nullopt, look)
        .add("by", RequestWork::tr("Decided by"), plainText(row.checkerName))
        .add("decided", RequestWork::tr("Decided"), row.decidedAt, look)
        .add("why", RequestWork::tr("What they said"), plainText(row.decisionReason))
        .add("plan", RequestWork::tr("Plan"), plainText(row.planHash), true);
    if (row.itemsDone + row.itemsRefused > 0)
        facts.add("items", RequestWork::tr("Items"),
            RequestWork::tr("%1 done, %2 refused of %3")
                .arg(countText(row.itemsDone), countText(row.itemsRefused), countText(row.items)));
    return facts.take();
}

PageAddress WorkSpec<RequestListRow>::target(const RequestListRow&)
{
    return {}; // Its sheet opens.
}

bool WorkSpec<RequestListRow>::matches(const RequestListRow& row, const ListQuery& query)
{
    return agrees(query.group, row.view);
}

} // namespace onceover::models
