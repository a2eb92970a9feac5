// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Alerts says.
#include "models/alert_text.h"
#include "models/palette_search.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct AlertWork {
    Q_DECLARE_TR_FUNCTIONS(AlertWork)
};

/// Without a state what is not over is listed.
bool alertShown(const AlertListRow& row, const ListQuery& query)
{
    return query.status.empty() ? row.status != "CLOSED" : row.status == query.status;
}

/// Where an alert leads: the subject is an operation's id or a run key, where it is one.
PageAddress alertTarget(const AlertListRow& row)
{
    const auto target = pastedTarget(QString::fromStdString(row.subject));
    return target ? target->address : PageAddress{};
}

} // namespace

// --- alerts ----------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AlertListRow>>& FactSpec<AlertListRow>::columns()
{
    using Row = AlertListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("grade"),
                 .title = AlertWork::tr("Grade", "column"),
                 .definition = AlertWork::tr("P0: money. P1: everything else."),
                 .source = QStringLiteral("alert.grade")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.grade); }},
        {[] {
             return ColumnText{.id = QStringLiteral("rule"),
                 .title = AlertWork::tr("Alert", "column"),
                 .definition = AlertWork::tr("The rule that called."),
                 .source = QStringLiteral("alert.rule")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(alertRuleText(row.rule), row.rule); }},
        {[] {
             return ColumnText{.id = QStringLiteral("subject"),
                 .title = AlertWork::tr("About", "column"),
                 .definition = AlertWork::tr("What it is about."),
                 .source = QStringLiteral("alert.subject")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(alertSubjectText(row.subject), row.subject); }},
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = AlertWork::tr("Key", "column"),
                 .definition = AlertWork::tr("The idempotency key in question, where there is one."),
                 .source = QStringLiteral("alert.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return outwardKeyCell(row.idempotencyKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("last_error"),
                 .title = AlertWork::tr("Last error", "column"),
                 .definition = AlertWork::tr("What went wrong last."),
                 .source = QStringLiteral("alert.last_error")};
         },
            [](const Row& row, const RowTableModel&) { return errorCell(row.lastError); }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = AlertWork::tr("Age", "column"),
                 .definition = AlertWork::tr("Since it was opened. The list is in this order, oldest first."),
                 .source = QStringLiteral("alert.opened_at"),
                 .sortable = true,
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.openedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = AlertWork::tr("State", "column"),
                 .definition = AlertWork::tr("Open, acknowledged, or over."),
                 .source = QStringLiteral("alert.acknowledged_at, closed_at")};
         },
            [](const Row& row, const RowTableModel&) { return stateCell(alertStateText(row.status), row.status); }},
        {[] {
             return ColumnText{.id = QStringLiteral("by"),
                 .title = AlertWork::tr("Acknowledged by", "column"),
                 .definition = AlertWork::tr("Who looks after it."),
                 .source = QStringLiteral("alert.acknowledged_by")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.acknowledgedBy); }},
        {[] {
             return ColumnText{.id = QStringLiteral("closed"),
                 .title = AlertWork::tr("Over since", "column"),
                 .definition = AlertWork::tr("When its cause was gone."),
                 .source = QStringLiteral("alert.closed_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.closedAt, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<AlertListRow>::key(const AlertListRow& row)
{
    return QString::number(row.alert);
}

std::optional<Tone> FactSpec<AlertListRow>::tone(const AlertListRow& row)
{
    return alertStateText(row.status).tone;
}

QString WorkSpec<AlertListRow>::title()
{
    return AlertWork::tr("Alerts", "page");
}

QString WorkSpec<AlertListRow>::header()
{
    return {};
}

QString WorkSpec<AlertListRow>::emptyTitle()
{
    return AlertWork::tr("No alerts");
}

QString WorkSpec<AlertListRow>::emptyText()
{
    return AlertWork::tr("No rule calls for anybody now.");
}

QString WorkSpec<AlertListRow>::groupText(const std::string& name)
{
    return alertRuleText(name);
}

std::vector<WorkFact> WorkSpec<AlertListRow>::facts(const AlertListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("means", AlertWork::tr("What this means"), alertStateText(row.status).explanation)
        .add("error", AlertWork::tr("Last error"), errorText(row.lastError))
        .add("key", AlertWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("about", AlertWork::tr("About"), alertSubjectText(row.subject))
        .add("opened", AlertWork::tr("Opened"), row.openedAt, look)
        .add("by", AlertWork::tr("Acknowledged by"), plainText(row.acknowledgedBy))
        .add("acknowledged", AlertWork::tr("Acknowledged"), row.acknowledgedAt, look)
        .add("closed", AlertWork::tr("Over since"), row.closedAt, look);
    return facts.take();
}

PageAddress WorkSpec<AlertListRow>::target(const AlertListRow& row)
{
    return alertTarget(row);
}

bool WorkSpec<AlertListRow>::matches(const AlertListRow& row, const ListQuery& query)
{
    return alertShown(row, query) && agrees(query.group, row.rule)
        && (beginsWith(row.idempotencyKey, query.keyPrefix) || beginsWith(row.subject, query.keyPrefix));
}

} // namespace onceover::models
