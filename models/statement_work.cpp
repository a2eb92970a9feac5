// SPDX-License-Identifier: GPL-3.0-or-later
// What the tabs Statements and Statement lines of the page Reconciliation say.
#include "models/money_text.h"
#include "models/statement_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct StatementWork {
    Q_DECLARE_TR_FUNCTIONS(StatementWork)
};

QString daysText(const StatementRow& row)
{
    if (!row.from || !row.to)
        return {};
    return *row.from == *row.to ? dateText(*row.to)
                                : StatementWork::tr("%1 to %2").arg(dateText(*row.from), dateText(*row.to));
}

/// A zero of nothing compared is no good news.
CellText foundCell(const StatementRow& row)
{
    if (row.differences > 0) {
        CellText cell = countCell(row.differences);
        cell.icon = QStringLiteral("scale");
        cell.tone = Tone::Danger;
        return cell;
    }
    if (row.compared == 0)
        return dashCell();
    CellText none = countCell(0);
    none.icon = QStringLiteral("check");
    none.tone = Tone::Ok;
    return none;
}

QString comparedText(const StatementRow& row)
{
    if (row.compared == 0)
        return StatementWork::tr("No line names a message of ours: that there is no difference says nothing.");
    const QString named = StatementWork::tr("%n line(s) name a message of ours", nullptr, boundedCount(row.compared));
    return row.differences == 0
        ? StatementWork::tr("%1 and agree with it.", "lines of a statement").arg(named)
        : StatementWork::tr("%1; %2.", "lines, differences")
              .arg(named, StatementWork::tr("%n difference(s) found", nullptr, boundedCount(row.differences)));
}

CellText matchCell(const StatementLineRow& row)
{
    if (row.match.empty())
        return dashCell();
    CellText cell = wordsCell(lineMatchText(row.match), row.match);
    cell.icon = row.isDifference ? QStringLiteral("scale")
        : row.match == "MATCHED" ? QStringLiteral("check")
                                 : QStringLiteral("circle-dashed");
    cell.tone = row.isDifference ? Tone::Danger : row.match == "MATCHED" ? Tone::Ok : Tone::Neutral;
    return cell;
}

} // namespace

// --- statements ------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<StatementRow>>& FactSpec<StatementRow>::columns()
{
    using Row = StatementRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("imported"),
                 .title = StatementWork::tr("Imported at", "column"),
                 .definition = StatementWork::tr("When it was imported. The list is in this order, newest first."),
                 .source = QStringLiteral("statement.imported_at"),
                 .sortable = true,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.importedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = StatementWork::tr("Statement", "column"),
                 .definition = StatementWork::tr("The bank's name of it; one statement is kept once."),
                 .source = QStringLiteral("statement.reference"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.reference); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = StatementWork::tr("Channel", "column"),
                 .definition = StatementWork::tr("Whose bank wrote it."),
                 .source = QStringLiteral("statement.channel_id")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.channel); }},
        {[] {
             return ColumnText{.id = QStringLiteral("days"),
                 .title = StatementWork::tr("Days", "column"),
                 .definition = StatementWork::tr("The first and the last day that it covers."),
                 .source = QStringLiteral("statement.from_date, to_date")};
         },
            [](const Row& row, const RowTableModel&) {
                return row.from && row.to ? plainCell(daysText(row)) : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("lines"),
                 .title = StatementWork::tr("Lines", "column"),
                 .definition = StatementWork::tr("How many lines it has."),
                 .source = QStringLiteral("statement_entry"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.lines); }},
        {[] {
             return ColumnText{.id = QStringLiteral("compared"),
                 .title = StatementWork::tr("Compared", "column"),
                 .definition = StatementWork::tr("How many lines name a message of ours."),
                 .source = QStringLiteral("reconciliation_run.compared"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.compared); }},
        {[] {
             return ColumnText{.id = QStringLiteral("differences"),
                 .title = StatementWork::tr("Differences", "column"),
                 .definition = StatementWork::tr("Found when it was imported."),
                 .source = QStringLiteral("reconciliation_run.differences"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return foundCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("opening"),
                 .title = StatementWork::tr("Opening balance", "column"),
                 .definition = StatementWork::tr("What was on the account before its first line."),
                 .source = QStringLiteral("statement.opening_minor"),
                 .shownByDefault = false,
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("opening\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.openingMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("closing"),
                 .title = StatementWork::tr("Closing balance", "column"),
                 .definition = StatementWork::tr("What was on the account after its last line."),
                 .source = QStringLiteral("statement.closing_minor"),
                 .shownByDefault = false,
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("closing\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.closingMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("account"),
                 .title = StatementWork::tr("Account", "column"),
                 .definition = StatementWork::tr("The account, masked."),
                 .source = QStringLiteral("statement.account"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.account); }},
        {[] {
             return ColumnText{.id = QStringLiteral("by"),
                 .title = StatementWork::tr("Imported by", "column"),
                 .definition = StatementWork::tr("Who imported it."),
                 .source = QStringLiteral("statement.imported_by")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.importedBy); }}};
    return all;
}

QString FactSpec<StatementRow>::key(const StatementRow& row)
{
    return QString::number(row.statement);
}

std::optional<Tone> FactSpec<StatementRow>::tone(const StatementRow& row)
{
    return row.differences > 0 ? std::optional{Tone::Danger} : std::nullopt;
}

QString WorkSpec<StatementRow>::title()
{
    return StatementWork::tr("Statements", "page");
}

QString WorkSpec<StatementRow>::header()
{
    return StatementWork::tr("A statement is a second source of the bank's book. It changes nothing by itself.");
}

QString WorkSpec<StatementRow>::emptyTitle()
{
    return StatementWork::tr("No statements");
}

QString WorkSpec<StatementRow>::emptyText()
{
    return StatementWork::tr("An operator imports one: onceoverctl reconcile --statement FILE --channel CHANNEL.");
}

QString WorkSpec<StatementRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<StatementRow>::facts(const StatementRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("result", StatementWork::tr("Result"), comparedText(row))
        .add("number", StatementWork::tr("Number here"), QString::number(row.statement), true)
        .add("reference", StatementWork::tr("The bank's name of it"), plainText(row.reference), true)
        .add("account", StatementWork::tr("Account"), plainText(row.account), true)
        .add("days", StatementWork::tr("Days"), daysText(row))
        .add("format", StatementWork::tr("Format"), plainText(row.format))
        .add("imported", StatementWork::tr("Imported at"), row.importedAt, look)
        .add("by", StatementWork::tr("Imported by"), plainText(row.importedBy));
    return facts.take();
}

PageAddress WorkSpec<StatementRow>::target(const StatementRow& row)
{
    return PageAddress{QStringLiteral("reconcile"), {},
        {{QStringLiteral("tab"), QStringLiteral("lines")},
            {QStringLiteral("q"), QStringLiteral("key:") + QString::number(row.statement)}}};
}

bool WorkSpec<StatementRow>::matches(const StatementRow& row, const ListQuery& query)
{
    return agrees(query.group, row.channel)
        && (!query.bizDate || (row.from && row.to && *row.from <= *query.bizDate && *query.bizDate <= *row.to));
}

// --- their lines -----------------------------------------------------------------------------------------------------

const std::vector<FactColumn<StatementLineRow>>& FactSpec<StatementLineRow>::columns()
{
    using Row = StatementLineRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = StatementWork::tr("Bank reference", "column"),
                 .definition = StatementWork::tr("The bank's own name of this line."),
                 .source = QStringLiteral("statement_entry.entry_ref"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.bankReference); }},
        {[] {
             return ColumnText{.id = QStringLiteral("line"),
                 .title = StatementWork::tr("Statement line", "column"),
                 .definition = StatementWork::tr(
                     "Number of the statement and of its line, as evidence names it. The list is in this order."),
                 .source = QStringLiteral("statement_entry.statement_id, entry_no"),
                 .sortable = true,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(QStringLiteral("%1/%2").arg(row.statement).arg(row.line));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("booked"),
                 .title = StatementWork::tr("Booked on", "column"),
                 .definition = StatementWork::tr("The day on which the bank booked it."),
                 .source = QStringLiteral("statement_entry.booked_on"),
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) { return CellText{.display = dateText(row.bookedOn)}; }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = StatementWork::tr("Amount", "column"),
                 .definition = StatementWork::tr("What it did to the account, with its sign."),
                 .source = QStringLiteral("statement_entry.amount_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return differenceCell(row.amountMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("match"),
                 .title = StatementWork::tr("Beside ours", "column"),
                 .definition
                 = StatementWork::tr("What it comes to beside the message that it names, by key or reference."),
                 .source = QStringLiteral("v_statement_match.match")};
         },
            [](const Row& row, const RowTableModel&) { return matchCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("message"),
                 .title = StatementWork::tr("Key", "column"),
                 .definition = StatementWork::tr("The idempotency key of our message."),
                 .source = QStringLiteral("outbox.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return outwardKeyCell(row.idempotencyKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = StatementWork::tr("Kind", "column"),
                 .definition = StatementWork::tr("The bank's code for its kind."),
                 .source = QStringLiteral("statement_entry.kind"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.kind); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = StatementWork::tr("Channel", "column"),
                 .definition = StatementWork::tr("Whose bank wrote it."),
                 .source = QStringLiteral("statement.channel_id"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.channel); }}};
    return all;
}

QString FactSpec<StatementLineRow>::key(const StatementLineRow& row)
{
    return QStringLiteral("%1/%2").arg(row.statement).arg(row.line);
}

std::optional<Tone> FactSpec<StatementLineRow>::tone(const StatementLineRow& row)
{
    return row.isDifference ? std::optional{Tone::Danger} : std::nullopt;
}

QString WorkSpec<StatementLineRow>::title()
{
    return StatementWork::tr("Statement lines", "page");
}

QString WorkSpec<StatementLineRow>::header()
{
    return StatementWork::tr("Each line beside the message that it names, as both stand now.");
}

QString WorkSpec<StatementLineRow>::emptyTitle()
{
    return StatementWork::tr("No statement lines");
}

QString WorkSpec<StatementLineRow>::emptyText()
{
    return StatementWork::tr("No statement was imported, or none of its lines is asked for.");
}

QString WorkSpec<StatementLineRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<StatementLineRow>::facts(const StatementLineRow& row, const WorkLook&)
{
    FactList facts;
    facts.add("match", StatementWork::tr("Beside ours"), row.match.empty() ? QString() : lineMatchText(row.match))
        .add("detail", StatementWork::tr("Detail"), errorText(row.detail))
        .add("evidence", StatementWork::tr("As evidence"),
            QStringLiteral("statement:%1/%2").arg(row.statement).arg(row.line), true)
        .add("ref", StatementWork::tr("Bank reference"), plainText(row.bankReference), true)
        .add("end_to_end", StatementWork::tr("End-to-end reference"), plainText(row.endToEnd), true)
        .add("key", StatementWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("value", StatementWork::tr("Value date"), row.valueOn ? dateText(*row.valueOn) : QString())
        .add("kind", StatementWork::tr("Kind"), plainText(row.kind))
        .add("reversal", StatementWork::tr("Reversal"),
            row.isReversal ? StatementWork::tr("The bank takes back an earlier booking.") : QString())
        .add("returned", StatementWork::tr("Reason of the return"), plainText(row.returnReason))
        .add("operation", StatementWork::tr("Operation"), plainText(row.operation), true);
    return facts.take();
}

PageAddress WorkSpec<StatementLineRow>::target(const StatementLineRow& row)
{
    return row.operation.empty() ? PageAddress{}
                                 : PageAddress{QLatin1String(kOperationPage), plainText(row.operation), {}};
}

bool WorkSpec<StatementLineRow>::matches(const StatementLineRow& row, const ListQuery& query)
{
    return agrees(query.group, row.channel) && (!query.bizDate || row.bookedOn == *query.bizDate)
        && (query.keyPrefix.empty() || std::to_string(row.statement) == query.keyPrefix
            || beginsWith(row.bankReference, query.keyPrefix) || beginsWith(row.endToEnd, query.keyPrefix));
}

} // namespace onceover::models
