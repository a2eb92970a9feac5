// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Audit says: the chains, and who may do what.
#include "models/audit_text.h"
#include "models/failure_text.h"
#include "models/request_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

#include <algorithm>

namespace onceover::models {

namespace {

struct AuditWork {
    Q_DECLARE_TR_FUNCTIONS(AuditWork)
};

CellText outcomeCell(const AuditListRow& row)
{
    if (row.outcome == "DONE")
        return {.display = AuditWork::tr("done", "outcome"),
            .copy = QStringLiteral("DONE"),
            .icon = QStringLiteral("check"),
            .tone = Tone::Ok};
    return {.display = AuditWork::tr("refused", "outcome"),
        .copy = plainText(row.outcome),
        .icon = QStringLiteral("ban"),
        .tone = Tone::Warn};
}

/// The words of a refusal; else what the person said.
CellText reasonCell(const AuditListRow& row)
{
    if (row.outcome == "DONE" || row.reason.empty())
        return textOrDash(row.reason);
    return wordsCell(refusalSentence(row.reason), row.reason);
}

/// operator, approver, …: several, in words.
QString dutiesText(const AccessRow& row)
{
    QStringList words;
    for (const std::string& duty : row.duties) {
        const std::string_view text = duty;
        constexpr std::string_view kAdmin = " (admin)";
        const bool gives = text.ends_with(kAdmin);
        const QString word = roleText(gives ? text.substr(0, text.size() - kAdmin.size()) : text);
        words << (gives ? AuditWork::tr("%1 (admin)", "duty").arg(word) : word);
    }
    return words.join(QStringLiteral(", "));
}

CellText dutiesCell(const AccessRow& row)
{
    return row.duties.empty() ? dashCell() : plainCell(dutiesText(row));
}

/// The chain of people and of the system in words; that of a worker by its name.
CellText chainCell(const std::string& chain)
{
    if (!chain.starts_with("worker:"))
        return wordsCell(auditChainText(chain).word, chain);
    CellText cell = textCell(chain.substr(chain.find(':') + 1));
    cell.copy = plainText(chain);
    return cell;
}

/// What came after the last anchor rests on the chain alone.
CellText anchoredCell(const AuditHeadRow& row)
{
    if (!row.anchoredSeq) {
        CellText none = dashCell();
        none.hover = AuditWork::tr("No anchor names it: a tail that was cut off would not be seen.");
        return none;
    }
    CellText cell = countCell(*row.anchoredSeq);
    const std::int64_t rest = row.seq - *row.anchoredSeq;
    cell.hover = rest > 0
        ? AuditWork::tr("Row %1; what came after rests on the chain alone.").arg(countText(*row.anchoredSeq))
        : AuditWork::tr("Row %1: all of it.").arg(countText(*row.anchoredSeq));
    return cell;
}

CellText superuserCell(const AccessRow& row)
{
    if (!row.superuser)
        return dashCell();
    return {.display = AuditWork::tr("superuser"),
        .copy = QStringLiteral("superuser"),
        .hover = AuditWork::tr("No rule of the database binds it; its acts are seen by anchors alone."),
        .icon = QStringLiteral("triangle-alert"),
        .tone = Tone::Warn};
}

} // namespace

const std::vector<FactColumn<AuditListRow>>& FactSpec<AuditListRow>::columns()
{
    using Row = AuditListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("seq"),
                 .title = AuditWork::tr("No.", "column"),
                 .definition
                 = AuditWork::tr("Its place in the chain: without a gap, each row sealed by the one before."),
                 .source = QStringLiteral("audit_log.seq"),
                 .sortable = true,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.seq); }},
        {[] {
             return ColumnText{.id = QStringLiteral("time"),
                 .title = AuditWork::tr("Time", "column"),
                 .definition = AuditWork::tr("When it was written, by the database."),
                 .source = QStringLiteral("audit_log.at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("actor"),
                 .title = AuditWork::tr("Who", "column"),
                 .definition = AuditWork::tr("The person, or the part of the system."),
                 .source = QStringLiteral("audit_log.actor")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.actorName); }},
        {[] {
             return ColumnText{.id = QStringLiteral("role"),
                 .title = AuditWork::tr("Role", "column"),
                 .definition = AuditWork::tr("What their login held then."),
                 .source = QStringLiteral("audit_log.role"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return row.role.empty() ? dashCell() : wordsCell(auditRolesText(row.role), row.role);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("action"),
                 .title = AuditWork::tr("Action", "column"),
                 .definition = AuditWork::tr("What was asked for."),
                 .source = QStringLiteral("audit_log.action")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(auditActionText(row.action), row.action); }},
        {[] {
             return ColumnText{.id = QStringLiteral("target"),
                 .title = AuditWork::tr("Target", "column"),
                 .definition = AuditWork::tr("What it was about."),
                 .source = QStringLiteral("audit_log.target")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(auditTargetText(row.target), row.target); }},
        {[] {
             return ColumnText{.id = QStringLiteral("outcome"),
                 .title = AuditWork::tr("Outcome", "column"),
                 .definition = AuditWork::tr("Done, or refused by a rule."),
                 .source = QStringLiteral("audit_log.outcome")};
         },
            [](const Row& row, const RowTableModel&) { return outcomeCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("reason"),
                 .title = AuditWork::tr("Reason", "column"),
                 .definition = AuditWork::tr("What the person said; of a refusal the rule that said no."),
                 .source = QStringLiteral("audit_log.reason")};
         },
            [](const Row& row, const RowTableModel&) { return reasonCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("hash"),
                 .title = AuditWork::tr("Hash", "column"),
                 .definition = AuditWork::tr("Of this row and all before it in its chain: an export has the same. The "
                                             "whole of it is copied."),
                 .source = QStringLiteral("audit_log.hash"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return hashCell(row.hash); }},
        {[] {
             return ColumnText{.id = QStringLiteral("ticket"),
                 .title = AuditWork::tr("Ticket", "column"),
                 .definition = AuditWork::tr("Where it is written up."),
                 .source = QStringLiteral("audit_log.ticket"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.ticket); }},
        {[] {
             return ColumnText{.id = QStringLiteral("request"),
                 .title = AuditWork::tr("Request id", "column"),
                 .definition = AuditWork::tr("The number of the act; the same act sent twice has one."),
                 .source = QStringLiteral("audit_log.request_id"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.requestId.empty() ? dashCell() : shortKeyCell(row.requestId);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("login"),
                 .title = AuditWork::tr("Login", "column"),
                 .definition = AuditWork::tr("Under which login of the server."),
                 .source = QStringLiteral("audit_log.login"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.login); }}};
    return all;
}

QString FactSpec<AuditListRow>::key(const AuditListRow& row)
{
    return QString::fromStdString(row.chain) + QLatin1Char(' ') + QString::number(row.seq);
}

std::optional<Tone> FactSpec<AuditListRow>::tone(const AuditListRow& row)
{
    return row.outcome == "DONE" ? Tone::Neutral : Tone::Warn;
}

QString WorkSpec<AuditListRow>::title()
{
    return AuditWork::tr("Chain", "page");
}

QString WorkSpec<AuditListRow>::header()
{
    return AuditWork::tr("Written by the database in the transaction of the act; nobody changes or deletes a row.");
}

QString WorkSpec<AuditListRow>::emptyTitle()
{
    return AuditWork::tr("Nothing in this chain");
}

QString WorkSpec<AuditListRow>::emptyText()
{
    return AuditWork::tr("Nobody has done anything yet.");
}

QString WorkSpec<AuditListRow>::groupText(const std::string& name)
{
    return auditActionText(name);
}

std::vector<WorkFact> WorkSpec<AuditListRow>::facts(const AuditListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("time", AuditWork::tr("Time"), row.at, look)
        .add("actor", AuditWork::tr("Who"), plainText(row.actorName))
        .add("login", AuditWork::tr("Login"), plainText(row.login))
        .add("role", AuditWork::tr("Role"), auditRolesText(row.role))
        .add("reason", AuditWork::tr("Reason"), reasonCell(row).display)
        .add("ticket", AuditWork::tr("Ticket"), plainText(row.ticket))
        .add("request", AuditWork::tr("Request id"), plainText(row.requestId), true)
        .add("hash", AuditWork::tr("Hash"), plainText(row.hash), true)
        .add("detail", AuditWork::tr("Details"), row.detail == "{}" ? QString() : plainText(row.detail), true);
    return facts.take();
}

PageAddress WorkSpec<AuditListRow>::target(const AuditListRow& row)
{
    constexpr std::string_view kOperation = "operation ";
    if (row.target.starts_with(kOperation))
        return {QLatin1String(kOperationPage), QString::fromStdString(row.target.substr(kOperation.size())), {}};
    return {};
}

bool WorkSpec<AuditListRow>::matches(const AuditListRow& row, const ListQuery& query)
{
    return row.chain == (query.status.empty() ? "people" : query.status) && agrees(query.group, row.action)
        && (beginsWith(row.actor, query.keyPrefix) || beginsWith(row.target, query.keyPrefix)
            || beginsWith(row.ticket, query.keyPrefix) || beginsWith(row.requestId, query.keyPrefix));
}

// --- heads -----------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AuditHeadRow>>& FactSpec<AuditHeadRow>::columns()
{
    using Row = AuditHeadRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("chain"),
                 .title = AuditWork::tr("Chain", "column"),
                 .definition = AuditWork::tr("People, the system, and one for each worker that ever started."),
                 .source = QStringLiteral("audit_chain.chain"),
                 .sortable = true};
         },
            [](const Row& row, const RowTableModel&) { return chainCell(row.chain); }},
        {[] {
             return ColumnText{.id = QStringLiteral("rows"),
                 .title = AuditWork::tr("Last row", "column"),
                 .definition = AuditWork::tr("Number of its last row, and so how many it has."),
                 .source = QStringLiteral("audit_chain.head_seq"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.seq); }},
        {[] {
             return ColumnText{.id = QStringLiteral("hash"),
                 .title = AuditWork::tr("Head", "column"),
                 .definition = AuditWork::tr("Hash of the last row: it seals the whole chain. An export has the same."),
                 .source = QStringLiteral("audit_chain.head_hash"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return hashCell(row.hash); }},
        {[] {
             return ColumnText{.id = QStringLiteral("anchored"),
                 .title = AuditWork::tr("Anchored to", "column"),
                 .definition = AuditWork::tr("The last row that a signed anchor outside the database vouches for."),
                 .source = QStringLiteral("audit_anchored.seq"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return anchoredCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("time"),
                 .title = AuditWork::tr("Written", "column"),
                 .definition = AuditWork::tr("When the last row was written, by the database."),
                 .source = QStringLiteral("audit_log.at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }}};
    return all;
}

QString FactSpec<AuditHeadRow>::key(const AuditHeadRow& row)
{
    return QString::fromStdString(row.chain);
}

std::optional<Tone> FactSpec<AuditHeadRow>::tone(const AuditHeadRow&)
{
    return Tone::Neutral;
}

QString WorkSpec<AuditHeadRow>::title()
{
    return AuditWork::tr("Heads", "page");
}

QString WorkSpec<AuditHeadRow>::header()
{
    return AuditWork::tr(
        "The last row of each chain. An export of the same moment names the same hashes; a later one contains them.");
}

QString WorkSpec<AuditHeadRow>::emptyTitle()
{
    return AuditWork::tr("No chain yet");
}

QString WorkSpec<AuditHeadRow>::emptyText()
{
    return AuditWork::tr("Nobody has done anything yet.");
}

QString WorkSpec<AuditHeadRow>::groupText(const std::string& name)
{
    return name == "worker" ? AuditWork::tr("Workers", "chains") : auditChainText(name).word;
}

std::vector<WorkFact> WorkSpec<AuditHeadRow>::facts(const AuditHeadRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("chain", AuditWork::tr("Chain"), plainText(row.chain), true)
        .add("hash", AuditWork::tr("Head"), plainText(row.hash), true)
        .add("anchored", AuditWork::tr("Anchored to"), anchoredCell(row).hover)
        .add("time", AuditWork::tr("Written"), std::optional(row.at), look);
    return facts.take();
}

PageAddress WorkSpec<AuditHeadRow>::target(const AuditHeadRow&)
{
    return {};
}

bool WorkSpec<AuditHeadRow>::matches(const AuditHeadRow& row, const ListQuery& query)
{
    return agrees(query.group, row.chain.substr(0, row.chain.find(':')));
}

// --- access ----------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AccessRow>>& FactSpec<AccessRow>::columns()
{
    using Row = AccessRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("login"),
                 .title = AuditWork::tr("Login", "column"),
                 .definition = AuditWork::tr("A login of the server."),
                 .source = QStringLiteral("pg_auth_members"),
                 .sortable = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.login); }},
        {[] {
             return ColumnText{.id = QStringLiteral("person"),
                 .title = AuditWork::tr("Person", "column"),
                 .definition = AuditWork::tr("Whom it belongs to; a login without a person can look but not act."),
                 .source = QStringLiteral("person_login.person_id")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.personName); }},
        {[] {
             return ColumnText{.id = QStringLiteral("duties"),
                 .title = AuditWork::tr("Duties", "column"),
                 .definition
                 = AuditWork::tr("What it may do, directly or through another role; (admin) may give it to others."),
                 .source = QStringLiteral("pg_auth_members")};
         },
            [](const Row& row, const RowTableModel&) { return dutiesCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("superuser"),
                 .title = AuditWork::tr("Superuser", "column"),
                 .definition = AuditWork::tr("May do anything in the server: never for daily work."),
                 .source = QStringLiteral("pg_roles.rolsuper")};
         },
            [](const Row& row, const RowTableModel&) { return superuserCell(row); }}};
    return all;
}

QString FactSpec<AccessRow>::key(const AccessRow& row)
{
    return QString::fromStdString(row.login);
}

std::optional<Tone> FactSpec<AccessRow>::tone(const AccessRow& row)
{
    return row.superuser ? Tone::Warn : Tone::Neutral;
}

QString WorkSpec<AccessRow>::title()
{
    return AuditWork::tr("Access", "page");
}

QString WorkSpec<AccessRow>::header()
{
    return AuditWork::tr(
        "Who held which duty when the janitor wrote it down last; it does so once a day, in the chain.");
}

QString WorkSpec<AccessRow>::emptyTitle()
{
    return AuditWork::tr("No record yet");
}

QString WorkSpec<AccessRow>::emptyText()
{
    return AuditWork::tr("The janitor writes down once a day who holds which duty. It has not done so yet.");
}

QString WorkSpec<AccessRow>::groupText(const std::string& name)
{
    return roleText(name);
}

std::vector<WorkFact> WorkSpec<AccessRow>::facts(const AccessRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("login", AuditWork::tr("Login"), plainText(row.login))
        .add("person", AuditWork::tr("Person"), plainText(row.personName))
        .add("duties", AuditWork::tr("Duties"), dutiesText(row))
        .add("recorded", AuditWork::tr("Written down"), std::optional(row.recordedAt), look);
    return facts.take();
}

PageAddress WorkSpec<AccessRow>::target(const AccessRow&)
{
    return {};
}

bool WorkSpec<AccessRow>::matches(const AccessRow& row, const ListQuery& query)
{
    return query.group.empty() || std::find(row.duties.begin(), row.duties.end(), query.group) != row.duties.end();
}

} // namespace onceover::models
