// SPDX-License-Identifier: GPL-3.0-or-later
// The small tables of what was compared and done about a batch: looks, differences, audit.
#include "models/audit_text.h"
#include "models/detail_tables.h"
#include "models/work_cells.h"
#include "models/work_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct BatchTables {
    Q_DECLARE_TR_FUNCTIONS(BatchTables)
};

/// An amount that may be missing.
CellText maybeMoney(std::optional<std::int64_t> minor, std::string_view currency)
{
    return minor && !currency.empty() ? moneyCell(*minor, currency) : dashCell();
}

QString auditOutcome(std::string_view outcome)
{
    if (outcome == "DONE")
        return BatchTables::tr("done", "audit");
    if (outcome == "REFUSED")
        return BatchTables::tr("refused", "audit");
    return plainText(outcome);
}

} // namespace

// --- reconciliation --------------------------------------------------------------------------------------------------

const std::vector<FactColumn<ReconcileLook>>& FactSpec<ReconcileLook>::columns()
{
    using Row = ReconcileLook;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = BatchTables::tr("Looked at", "column"),
                 .definition = BatchTables::tr("When the books were compared."),
                 .source = QStringLiteral("reconciliation_run.started_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.startedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = BatchTables::tr("Kind", "column"),
                 .definition = BatchTables::tr("What was compared with what."),
                 .source = QStringLiteral("reconciliation_run.kind")};
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(WorkSpec<ReconciliationRow>::groupText(row.kind), row.kind);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("compared"),
                 .title = BatchTables::tr("Compared", "column"),
                 .definition = BatchTables::tr("How many were compared. Nothing compared is never a green nothing."),
                 .source = QStringLiteral("reconciliation_run.compared"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.compared); }},
        {[] {
             return ColumnText{.id = QStringLiteral("differences"),
                 .title = BatchTables::tr("Differences", "column"),
                 .definition = BatchTables::tr("How many differed."),
                 .source = QStringLiteral("reconciliation_run.differences"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) {
                CellText text = countCell(row.differences);
                text.tone = row.differences > 0 ? Tone::Danger : Tone::Neutral;
                return text;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("finished"),
                 .title = BatchTables::tr("Finished", "column"),
                 .definition = BatchTables::tr("Empty: it did not come to its end."),
                 .source = QStringLiteral("reconciliation_run.finished_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.finishedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = BatchTables::tr("Worker", "column"),
                 .definition = BatchTables::tr("Who looked."),
                 .source = QStringLiteral("reconciliation_run.worker_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }}};
    return all;
}

QString FactSpec<ReconcileLook>::key(const ReconcileLook& row)
{
    return QString::number(row.reconciliation);
}

std::optional<Tone> FactSpec<ReconcileLook>::tone(const ReconcileLook& row)
{
    return row.differences > 0 ? Tone::Danger : Tone::Ok;
}

const std::vector<FactColumn<DifferenceFact>>& FactSpec<DifferenceFact>::columns()
{
    using Row = DifferenceFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("opened"),
                 .title = BatchTables::tr("Open since", "column"),
                 .definition = BatchTables::tr("When it was seen first."),
                 .source = QStringLiteral("reconciliation_difference.opened_at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.openedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = BatchTables::tr("Kind", "column"),
                 .definition = BatchTables::tr("How the two sides differ."),
                 .source = QStringLiteral("reconciliation_difference.kind")};
         },
            [](const Row& row, const RowTableModel&) {
                CellText text = wordsCell(differenceKindText(row.kind), row.kind);
                text.icon = QStringLiteral("scale");
                text.tone = Tone::Danger;
                return text;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("ours"),
                 .title = BatchTables::tr("Ours", "column"),
                 .definition = BatchTables::tr("What our book says."),
                 .source = QStringLiteral("reconciliation_difference.ours_minor"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return maybeMoney(row.oursMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("theirs"),
                 .title = BatchTables::tr("Theirs", "column"),
                 .definition = BatchTables::tr("What the bank says."),
                 .source = QStringLiteral("reconciliation_difference.theirs_minor"),
                 .numeric = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return maybeMoney(row.theirsMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("operation"),
                 .title = BatchTables::tr("Operation", "column"),
                 .definition = BatchTables::tr("The operation it is about, or the bank's reference."),
                 .source = QStringLiteral("reconciliation_difference.operation_id, external_ref"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return shortKeyCell(row.operation.empty() ? row.externalRef : row.operation);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("detail"),
                 .title = BatchTables::tr("Detail", "column"),
                 .definition = BatchTables::tr("What was found, in the words of the look."),
                 .source = QStringLiteral("reconciliation_difference.detail")};
         },
            [](const Row& row, const RowTableModel&) { return errorCell(row.detail); }}};
    return all;
}

QString FactSpec<DifferenceFact>::key(const DifferenceFact& row)
{
    return QString::number(row.difference);
}

std::optional<Tone> FactSpec<DifferenceFact>::tone(const DifferenceFact&)
{
    return Tone::Danger;
}

// --- audit -----------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<AuditFact>>& FactSpec<AuditFact>::columns()
{
    using Row = AuditFact;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = BatchTables::tr("At", "column"),
                 .definition = BatchTables::tr("When it was written into the chain."),
                 .source = QStringLiteral("audit_log.at"),
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("actor"),
                 .title = BatchTables::tr("Actor", "column"),
                 .definition = BatchTables::tr("The person, or the system."),
                 .source = QStringLiteral("audit_log.actor")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.actor); }},
        {[] {
             return ColumnText{.id = QStringLiteral("role"),
                 .title = BatchTables::tr("Role", "column"),
                 .definition = BatchTables::tr("Under which duty."),
                 .source = QStringLiteral("audit_log.role")};
         },
            [](const Row& row, const RowTableModel&) {
                return row.role.empty() ? dashCell() : wordsCell(auditRolesText(row.role), row.role);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("action"),
                 .title = BatchTables::tr("Action", "column"),
                 .definition = BatchTables::tr("What was done or asked for."),
                 .source = QStringLiteral("audit_log.action")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(auditActionText(row.action), row.action); }},
        {[] {
             return ColumnText{.id = QStringLiteral("target"),
                 .title = BatchTables::tr("Target", "column"),
                 .definition = BatchTables::tr("To what."),
                 .source = QStringLiteral("audit_log.target")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(auditTargetText(row.target), row.target); }},
        {[] {
             return ColumnText{.id = QStringLiteral("outcome"),
                 .title = BatchTables::tr("Outcome", "column"),
                 .definition = BatchTables::tr("Done, or refused by a rule."),
                 .source = QStringLiteral("audit_log.outcome")};
         },
            [](const Row& row, const RowTableModel&) {
                CellText text = plainCell(auditOutcome(row.outcome));
                const bool refused = row.outcome == "REFUSED";
                text.icon = refused ? QStringLiteral("ban") : QStringLiteral("check");
                text.tone = refused ? Tone::Warn : Tone::Neutral;
                return text;
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("reason"),
                 .title = BatchTables::tr("Reason", "column"),
                 .definition = BatchTables::tr("Why, and the ticket if one was named."),
                 .source = QStringLiteral("audit_log.reason, ticket")};
         },
            [](const Row& row, const RowTableModel&) {
                const QString reason = plainText(row.reason);
                return plainCell(row.ticket.empty()
                        ? reason
                        : QStringLiteral("%1 [%2]").arg(reason, plainText(row.ticket)).trimmed());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("seq"),
                 .title = BatchTables::tr("Chain and number", "column"),
                 .definition = BatchTables::tr("Where it stands; the chain proves that nothing was changed."),
                 .source = QStringLiteral("audit_log.chain, seq"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(QStringLiteral("%1 #%2").arg(plainText(row.chain)).arg(row.seq));
            }}};
    return all;
}

QString FactSpec<AuditFact>::key(const AuditFact& row)
{
    return QStringLiteral("%1#%2").arg(plainText(row.chain)).arg(row.seq);
}

std::optional<Tone> FactSpec<AuditFact>::tone(const AuditFact&)
{
    return std::nullopt;
}

} // namespace onceover::models
