// SPDX-License-Identifier: GPL-3.0-or-later
// What the list of incidents says.
#include "models/incident_model.h"
#include "models/incident_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct IncidentList {
    Q_DECLARE_TR_FUNCTIONS(IncidentList)
};

QString freezeText(const IncidentRow& row)
{
    if (row.freezesInForce == 0)
        return row.status == "CLOSED" ? QString() : IncidentList::tr("not frozen");
    return row.freezesDraining > 0 ? IncidentList::tr("frozen, draining") : IncidentList::tr("frozen, drained");
}

} // namespace

const std::vector<FactColumn<IncidentRow>>& FactSpec<IncidentRow>::columns()
{
    using Row = IncidentRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("incident"),
                 .title = IncidentList::tr("Incident", "column"),
                 .definition = IncidentList::tr("Its number; a person names it by it."),
                 .source = QStringLiteral("incident.incident_id"),
                 .sortable = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return CellText{.display = incidentName(row.id), .copy = QString::number(row.id)};
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("title"),
                 .title = IncidentList::tr("Title", "column"),
                 .definition = IncidentList::tr("What it is about, as whoever opened it said."),
                 .source = QStringLiteral("incident.title")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.title); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = IncidentList::tr("State", "column"),
                 .definition = IncidentList::tr("How far it has come."),
                 .source = QStringLiteral("incident.status")};
         },
            [](const Row& row, const RowTableModel&) { return stateCell(incidentText(row.status), row.status); }},
        {[] {
             return ColumnText{.id = QStringLiteral("scope"),
                 .title = IncidentList::tr("Scope", "column"),
                 .definition = IncidentList::tr("What it is about: what is frozen for it."),
                 .source = QStringLiteral("incident.scope_kind")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(scopeText(row.scope.kind, row.scope.ref)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("owner"),
                 .title = IncidentList::tr("Owner", "column"),
                 .definition = IncidentList::tr("Who takes its steps; anybody may take it over, which is recorded."),
                 .source = QStringLiteral("incident.owner")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.owner); }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = IncidentList::tr("Age", "column"),
                 .definition = IncidentList::tr("Since it was opened."),
                 .source = QStringLiteral("incident.opened_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.openedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("freeze"),
                 .title = IncidentList::tr("Freeze", "column"),
                 .definition = IncidentList::tr("Is its scope frozen, and may nothing leave any more?"),
                 .source = QStringLiteral("freeze_order")};
         },
            [](const Row& row, const RowTableModel&) {
                const QString text = freezeText(row);
                return text.isEmpty() ? dashCell() : plainCell(text);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("last"),
                 .title = IncidentList::tr("Last step", "column"),
                 .definition = IncidentList::tr("How long ago something was written into its log."),
                 .source = QStringLiteral("incident_step.at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.lastStepAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("closed"),
                 .title = IncidentList::tr("Closed", "column"),
                 .definition = IncidentList::tr("When it was over."),
                 .source = QStringLiteral("incident.closed_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.closedAt, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<IncidentRow>::key(const IncidentRow& row)
{
    return QString::number(row.id);
}

std::optional<Tone> FactSpec<IncidentRow>::tone(const IncidentRow& row)
{
    return incidentText(row.status).tone;
}

QString WorkSpec<IncidentRow>::title()
{
    return IncidentList::tr("Incidents", "page");
}

QString WorkSpec<IncidentRow>::header()
{
    return IncidentList::tr("Freeze, find out, recover: seven steps, each behind a gate. Enter opens an incident.");
}

QString WorkSpec<IncidentRow>::emptyTitle()
{
    return IncidentList::tr("No incident");
}

QString WorkSpec<IncidentRow>::emptyText()
{
    return IncidentList::tr("Nobody has opened one. Freeze first, then open it: \u201COpen an incident\u2026\u201D.");
}

QString WorkSpec<IncidentRow>::groupText(const std::string& name)
{
    if (name == "open")
        return IncidentList::tr("Open", "incidents");
    return name == "closed" ? IncidentList::tr("Closed", "incidents") : plainText(name);
}

std::vector<WorkFact> WorkSpec<IncidentRow>::facts(const IncidentRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("means", IncidentList::tr("What this means"), incidentText(row.status).explanation)
        .add("opened", IncidentList::tr("Opened"), row.openedAt, look)
        .add("by", IncidentList::tr("Opened by"), plainText(row.openedBy))
        .add("from", IncidentList::tr("Business dates from"), plainText(row.fromDate))
        .add("frozen", IncidentList::tr("Frozen since"), row.frozenAt, look)
        .add("closed", IncidentList::tr("Closed"), row.closedAt, look)
        .add("steps", IncidentList::tr("Lines of its log"), countText(row.steps));
    if (row.isFalseAlarm)
        facts.add("alarm", IncidentList::tr("False alarm"), IncidentList::tr("Two persons took it for one."));
    return facts.take();
}

PageAddress WorkSpec<IncidentRow>::target(const IncidentRow& row)
{
    return {QLatin1String(kIncidentPage), QString::number(row.id), {}};
}

bool WorkSpec<IncidentRow>::matches(const IncidentRow& row, const ListQuery& query)
{
    return query.group.empty() || (row.status == "CLOSED") == (query.group == "closed");
}

} // namespace onceover::models
