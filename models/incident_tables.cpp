// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the page Incident.
#include "models/incident_tables.h"

#include "models/incident_text.h"
#include "models/recovery_text.h"
#include "models/time_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct IncidentTables {
    Q_DECLARE_TR_FUNCTIONS(IncidentTables)
};

/// A column's words.
ColumnText columnOf(const char* id, const QString& title, const QString& definition, const char* source)
{
    return {.id = QLatin1String(id), .title = title, .definition = definition, .source = QLatin1String(source)};
}

CellText textOf(const QString& text)
{
    return text.isEmpty() ? dashCell() : textCell(text.toStdString());
}

/// An instant that a manifest wrote; what is none stays as it is.
CellText seenCell(const QString& written, const RowTableModel& table)
{
    const std::optional<Timestamp> at = writtenInstant(written);
    return at ? timeCell(*at, table.timeFormat(), table.now()) : textOf(written);
}

CellText digestCell(const QString& digest)
{
    const QString whole = plainText(digest.toStdString());
    return {.display = whole.left(8), .copy = whole, .hover = whole};
}

Tone toneOf(Verdict verdict)
{
    return verdict == Verdict::Supported ? Tone::Warn : verdict == Verdict::Refuted ? Tone::Neutral : Tone::Info;
}

QString bookOutcomeText(const QString& outcome)
{
    if (outcome == QLatin1String("COMPARED"))
        return IncidentTables::tr("compared");
    if (outcome == QLatin1String("NOTHING_COMPARED"))
        return IncidentTables::tr("nothing to compare");
    return outcome == QLatin1String("NOT_READ") ? IncidentTables::tr("could not be read")
                                                : plainText(outcome.toStdString());
}

QString evidencePartText(const QString& part)
{
    if (part == QLatin1String("scheduler"))
        return IncidentTables::tr("scheduler");
    if (part == QLatin1String("workers"))
        return IncidentTables::tr("workers");
    if (part == QLatin1String("database"))
        return IncidentTables::tr("database");
    return part == QLatin1String("outside") ? IncidentTables::tr("outside") : plainText(part.toStdString());
}

} // namespace

const std::vector<FactColumn<IncidentStepRow>>& FactSpec<IncidentStepRow>::columns()
{
    using Row = IncidentStepRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             ColumnText text = columnOf("no", IncidentTables::tr("No.", "column"),
                 IncidentTables::tr("Its place in the log, which nobody changes."), "incident_step.step_no");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.no); }},
        {[] {
             ColumnText text = columnOf("at", IncidentTables::tr("When", "column"),
                 IncidentTables::tr("The database's time."), "incident_step.at");
             text.showsTime = true;
             return text;
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return columnOf("who", IncidentTables::tr("Who", "column"), IncidentTables::tr("The person of the act."),
                 "incident_step.actor");
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.actor); }},
        {[] {
             return columnOf("what", IncidentTables::tr("What", "column"), IncidentTables::tr("The kind of the act."),
                 "incident_step.kind");
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(incidentStepText(row.kind), row.kind); }},
        {[] {
             return columnOf("words", IncidentTables::tr("Words", "column"), IncidentTables::tr("What was said."),
                 "incident_step.note");
         },
            [](const Row& row, const RowTableModel&) {
                return row.kind == "EVIDENCE" ? wordsCell(securedText(row.note), row.note) : textOrDash(row.note);
            }},
        {[] {
             return columnOf("state", IncidentTables::tr("State after it", "column"),
                 IncidentTables::tr("How far the incident had come then."), "incident_step.status");
         },
            [](const Row& row, const RowTableModel&) { return stateCell(incidentText(row.status), row.status); }}};
    return all;
}

QString FactSpec<IncidentStepRow>::key(const IncidentStepRow& row)
{
    return QString::number(row.no);
}

std::optional<Tone> FactSpec<IncidentStepRow>::tone(const IncidentStepRow& row)
{
    return row.kind == "BACK" ? std::optional(Tone::Warn) : std::nullopt;
}

const std::vector<FactColumn<EvidenceLine>>& FactSpec<EvidenceLine>::columns()
{
    using Row = EvidenceLine;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return columnOf("run", IncidentTables::tr("Run", "column"),
                 IncidentTables::tr("Job and business date that were secured."), "incident_step.note");
         },
            [](const Row& row, const RowTableModel&) {
                const std::string stored = row.run.toStdString();
                return wordsCell(securedText(stored), stored);
            }},
        {[] {
             return columnOf("part", IncidentTables::tr("Part", "column"),
                 IncidentTables::tr("Scheduler, workers, database and outside: four parts, one file each."),
                 "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(evidencePartText(row.part), row.part.toStdString());
            }},
        {[] {
             ColumnText text = columnOf("rows", IncidentTables::tr("Rows", "column"),
                 IncidentTables::tr("Lines of its file."), "incident_step.evidence");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.rows.toLongLong()); }},
        {[] {
             ColumnText text = columnOf("digest", IncidentTables::tr("SHA-256", "column"),
                 IncidentTables::tr("Of its file: whoever changes a byte is found out. Hover and copy have all of it."),
                 "incident_step.evidence");
             text.monospace = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return digestCell(row.digest); }},
        {[] {
             return columnOf("seen", IncidentTables::tr("Seen at", "column"),
                 IncidentTables::tr("The moment that its rows show."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel& table) { return seenCell(row.seenAt, table); }},
        {[] {
             ColumnText text = columnOf("signed", IncidentTables::tr("Signed by", "column"),
                 IncidentTables::tr("Fingerprint of the key that signed the bundle."), "incident_step.evidence");
             text.shownByDefault = false;
             text.monospace = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.signedBy); }},
        {[] {
             return columnOf("where", IncidentTables::tr("Where", "column"),
                 IncidentTables::tr("The folder of the bundle, on the machine of whoever saved it."),
                 "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.where); }}};
    return all;
}

QString FactSpec<EvidenceLine>::key(const EvidenceLine& row)
{
    return row.run + QLatin1Char('|') + row.seenAt + QLatin1Char('|') + row.part + QLatin1Char('|') + row.where;
}

std::optional<Tone> FactSpec<EvidenceLine>::tone(const EvidenceLine&)
{
    return std::nullopt;
}

const std::vector<FactColumn<CauseLine>>& FactSpec<CauseLine>::columns()
{
    using Row = CauseLine;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return columnOf("cause", IncidentTables::tr("Cause", "column"),
                 IncidentTables::tr("What could have made one piece of work be done twice."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(hypothesisText(row.hypothesis), nameOf(row.hypothesis));
            }},
        {[] {
             return columnOf("verdict", IncidentTables::tr("Verdict", "column"),
                 IncidentTables::tr("Supported or refuted by rows that are named."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) {
                CellText cell = wordsCell(verdictText(row.verdict), nameOf(row.verdict));
                cell.tone = toneOf(row.verdict);
                return cell;
            }},
        {[] {
             return columnOf("why", IncidentTables::tr("Why", "column"), IncidentTables::tr("In one sentence."),
                 "incident_step.note");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.why); }},
        {[] {
             return columnOf("rows", IncidentTables::tr("Rows that it rests on", "column"),
                 IncidentTables::tr("Executions, runs or whatever else was named."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.rows.join(QStringLiteral(", "))); }},
        {[] {
             return columnOf("by", IncidentTables::tr("Who", "column"), IncidentTables::tr("The person of the act."),
                 "incident_step.actor");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.by); }}};
    return all;
}

QString FactSpec<CauseLine>::key(const CauseLine& row)
{
    return QString::number(static_cast<int>(row.hypothesis));
}

std::optional<Tone> FactSpec<CauseLine>::tone(const CauseLine& row)
{
    return toneOf(row.verdict);
}

const std::vector<FactColumn<ComparisonLine>>& FactSpec<ComparisonLine>::columns()
{
    using Row = ComparisonLine;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return columnOf("channel", IncidentTables::tr("Channel", "column"),
                 IncidentTables::tr("Whose book was laid beside ours."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.channel); }},
        {[] {
             ColumnText text = columnOf("at", IncidentTables::tr("When", "column"),
                 IncidentTables::tr("The database's time."), "incident_step.at");
             text.showsTime = true;
             return text;
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return columnOf("outcome", IncidentTables::tr("Outcome", "column"),
                 IncidentTables::tr("A book that could not be read says nothing."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(bookOutcomeText(row.outcome), row.outcome.toStdString());
            }},
        {[] {
             ColumnText text = columnOf("compared", IncidentTables::tr("Compared", "column"),
                 IncidentTables::tr("Effects that were looked at on both sides."), "incident_step.evidence");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.compared.toLongLong()); }},
        {[] {
             ColumnText text = columnOf("differences", IncidentTables::tr("Differences", "column"),
                 IncidentTables::tr("Each is listed on the page Reconciliation."), "incident_step.evidence");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.differences.toLongLong()); }},
        {[] {
             return columnOf("found", IncidentTables::tr("Which", "column"),
                 IncidentTables::tr("Kind and key of each that was kept."), "incident_step.evidence");
         },
            [](const Row& row, const RowTableModel&) { return textOf(row.found.join(QStringLiteral(", "))); }}};
    return all;
}

QString FactSpec<ComparisonLine>::key(const ComparisonLine& row)
{
    return QString::number(row.step);
}

std::optional<Tone> FactSpec<ComparisonLine>::tone(const ComparisonLine& row)
{
    return row.outcome == QLatin1String("NOT_READ") || row.differences.toLongLong() > 0 ? std::optional(Tone::Warn)
                                                                                        : std::nullopt;
}

const std::vector<FactColumn<PlanTotalLine>>& FactSpec<PlanTotalLine>::columns()
{
    using Row = PlanTotalLine;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return columnOf("action", IncidentTables::tr("Action", "column"),
                 IncidentTables::tr("What is done about the operations."), "approval.plan");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(recoveryActionText(row.action.toStdString()), row.action.toStdString());
            }},
        {[] {
             ColumnText text = columnOf("operations", IncidentTables::tr("Operations", "column"),
                 IncidentTables::tr("How many."), "approval.plan");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.operations); }},
        {[] {
             ColumnText text = columnOf("amount", IncidentTables::tr("Amount", "column"),
                 IncidentTables::tr("What they come to, per currency."), "approval.plan");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) {
                return amountCell(row.amountMinor, row.currency.toStdString());
            }}};
    return all;
}

QString FactSpec<PlanTotalLine>::key(const PlanTotalLine& row)
{
    return row.action + QLatin1Char(' ') + row.currency;
}

std::optional<Tone> FactSpec<PlanTotalLine>::tone(const PlanTotalLine&)
{
    return std::nullopt;
}

const std::vector<FactColumn<EqualityRow>>& FactSpec<EqualityRow>::columns()
{
    using Row = EqualityRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return columnOf("equality", IncidentTables::tr("Equality", "column"),
                 IncidentTables::tr("Two counts that must agree before the freeze may be lifted."),
                 "five_equalities()");
         },
            [](const Row& row, const RowTableModel&) {
                CellText cell = wordsCell(equalityText(row.equality), row.equality);
                return cell;
            }},
        {[] {
             return columnOf("ours", IncidentTables::tr("One side", "column"),
                 IncidentTables::tr("What one side counts."), "five_equalities()");
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.ours); }},
        {[] {
             return columnOf("theirs", IncidentTables::tr("Other side", "column"),
                 IncidentTables::tr("What the other side counts."), "five_equalities()");
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.theirs); }},
        {[] {
             return columnOf("holds", IncidentTables::tr("Holds", "column"), IncidentTables::tr("Do they agree?"),
                 "five_equalities()");
         },
            [](const Row& row, const RowTableModel&) {
                return CellText{.display = row.holds ? IncidentTables::tr("equal") : IncidentTables::tr("they differ"),
                    .icon = row.holds ? QStringLiteral("circle-check") : QStringLiteral("circle-x"),
                    .tone = row.holds ? Tone::Ok : Tone::Danger};
            }}};
    return all;
}

QString FactSpec<EqualityRow>::key(const EqualityRow& row)
{
    return QString::fromStdString(row.equality);
}

std::optional<Tone> FactSpec<EqualityRow>::tone(const EqualityRow& row)
{
    return row.holds ? Tone::Ok : Tone::Danger;
}

const std::vector<FactColumn<RecoveryLine>>& FactSpec<RecoveryLine>::columns()
{
    using Row = RecoveryLine;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             ColumnText text = columnOf("operation", IncidentTables::tr("Operation", "column"),
                 IncidentTables::tr("Its id; hover and copy have all of it."), "settlement_operation.operation_id");
             text.monospace = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return shortKeyCell(row.operation); }},
        {[] {
             ColumnText text = columnOf("amount", IncidentTables::tr("Amount", "column"),
                 IncidentTables::tr("Of the operation."), "settlement_operation.amount_minor");
             text.numeric = true;
             return text;
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.amountMinor, row.currency); }},
        {[] {
             return columnOf("state", IncidentTables::tr("State", "column"),
                 IncidentTables::tr("Of the operation now."), "settlement_operation.status");
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Operation, row.status), row.status);
            }},
        {[] {
             return columnOf("action", IncidentTables::tr("Action", "column"),
                 IncidentTables::tr("What is done about it."), "incident_facts()");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(recoveryActionText(nameOf(row.decision.action)), nameOf(row.decision.action));
            }},
        {[] {
             return columnOf("reason", IncidentTables::tr("Why", "column"), IncidentTables::tr("By its facts alone."),
                 "incident_facts()");
         },
            [](const Row& row, const RowTableModel&) {
                return wordsCell(recoveryReasonText(row.decision.reason), nameOf(row.decision.reason));
            }}};
    return all;
}

QString FactSpec<RecoveryLine>::key(const RecoveryLine& row)
{
    return QString::fromStdString(row.operation);
}

std::optional<Tone> FactSpec<RecoveryLine>::tone(const RecoveryLine& row)
{
    return row.decision.action == RecoveryAction::Compensate ? std::optional(Tone::Danger) : std::nullopt;
}

} // namespace onceover::models
