// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Reconciliation says.
#include "models/difference_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct BookWork {
    Q_DECLARE_TR_FUNCTIONS(BookWork)
};

/// The books of a comparison; a kind that this program does not know is shown as stored.
QString comparisonText(const std::string& kind)
{
    if (kind == "batch" || kind == "BATCH")
        return BookWork::tr("the batch's own books");
    if (kind == "book")
        return BookWork::tr("the bank's book");
    if (kind == "statement")
        return BookWork::tr("the bank's statement");
    if (kind == "three tables")
        return BookWork::tr("charged and extended");
    if (kind == "dead letters")
        return BookWork::tr("the dead letters");
    return plainText(kind);
}

/// What a difference is about: our key, else order, payment or subscription, else the bank's reference.
CellText aboutCell(const DifferenceListRow& row)
{
    if (!row.idempotencyKey.empty())
        return outwardKeyCell(row.idempotencyKey);
    return row.subject.empty() ? outwardKeyCell(row.externalRef)
                               : wordsCell(differenceSubjectText(row.subject), row.subject);
}

/// A zero of nothing compared is no good news.
CellText comparedCell(const ReconciliationRow& row)
{
    if (row.compared > 0)
        return countCell(row.compared);
    if (row.outcome == "NOT_READ")
        return {.display = BookWork::tr("not read"),
            .copy = QStringLiteral("0"),
            .hover = BookWork::tr("The other book could not be read: nothing is known about differences."),
            .icon = QStringLiteral("plug-off"),
            .tone = Tone::Warn};
    return {.display = BookWork::tr("nothing"),
        .copy = QStringLiteral("0"),
        .hover = BookWork::tr("Nothing was compared: that there is no difference says nothing."),
        .icon = QStringLiteral("circle-dashed"),
        .tone = Tone::Neutral};
}

CellText differencesCell(const ReconciliationRow& row)
{
    if (row.differences > 0) {
        CellText cell = countCell(row.differences);
        cell.icon = QStringLiteral("scale");
        cell.tone = Tone::Danger;
        return cell;
    }
    if (row.compared == 0 || !row.finishedAt)
        return dashCell();
    CellText none = countCell(0);
    none.icon = QStringLiteral("check");
    none.tone = Tone::Ok;
    return none;
}

CellText durationOf(const ReconciliationRow& row)
{
    if (!row.finishedAt)
        return {.display = BookWork::tr("not ended")};
    const auto span = std::chrono::duration_cast<milliseconds>(*row.finishedAt - row.startedAt);
    if (span >= std::chrono::seconds{10})
        return spanCell(span);
    return {.display = BookWork::tr("%1 ms").arg(countText(span.count())), .copy = QString::number(span.count())};
}

QString resultText(const ReconciliationRow& row)
{
    if (!row.finishedAt)
        return BookWork::tr("It has not ended: nothing is known yet.");
    if (row.outcome == "NOT_READ")
        return BookWork::tr("The other book could not be read: nothing is known about differences.");
    if (row.compared == 0)
        return BookWork::tr("Nothing was compared: that there is no difference says nothing.");
    return row.differences == 0
        ? BookWork::tr("%1 compared, all agree.").arg(countText(row.compared))
        : BookWork::tr("%1 compared, %2 differ.").arg(countText(row.compared), countText(row.differences));
}

CellText kindCell(const DifferenceListRow& row)
{
    return {.display = differenceKindText(row.kind),
        .copy = plainText(row.kind),
        .hover = differenceMeaning(row),
        .icon = QStringLiteral("scale"),
        .tone = differenceStateText(row.status).tone};
}

CellText signedDifference(const DifferenceListRow& row)
{
    if (!canBeSubtracted(row))
        return amountCell(std::nullopt, {});
    return differenceCell(row.theirsMinor.value_or(0) - row.oursMinor.value_or(0), row.currency);
}

/// As the database filters it.
std::string signOfDifference(const DifferenceListRow& row)
{
    const std::int64_t ours = row.oursMinor.value_or(0);
    const std::int64_t theirs = row.theirsMinor.value_or(0);
    return theirs > ours ? "more" : theirs < ours ? "less" : "equal";
}

} // namespace

// --- comparisons -----------------------------------------------------------------------------------------------------

const std::vector<FactColumn<ReconciliationRow>>& FactSpec<ReconciliationRow>::columns()
{
    using Row = ReconciliationRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("started"),
                 .title = BookWork::tr("Compared at", "column"),
                 .definition = BookWork::tr("When the comparison began. The list is in this order, newest first."),
                 .source = QStringLiteral("reconciliation_run.started_at"),
                 .sortable = true,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.startedAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = BookWork::tr("Batch", "column"),
                 .definition = BookWork::tr("The run key of the batch that was compared."),
                 .source = QStringLiteral("job_run.run_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.batchKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = BookWork::tr("Compared with", "column"),
                 .definition = BookWork::tr("Which books were compared."),
                 .source = QStringLiteral("reconciliation_run.kind")};
         },
            [](const Row& row, const RowTableModel&) { return plainCell(comparisonText(row.kind)); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = BookWork::tr("Channel", "column"),
                 .definition = BookWork::tr("Whose book it was."),
                 .source = QStringLiteral("reconciliation_run.channel_id")};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.channel); }},
        {[] {
             return ColumnText{.id = QStringLiteral("compared"),
                 .title = BookWork::tr("Compared", "column"),
                 .definition = BookWork::tr("How many were compared. Nothing compared is never a green nothing."),
                 .source = QStringLiteral("reconciliation_run.compared"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return comparedCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("differences"),
                 .title = BookWork::tr("Differences", "column"),
                 .definition = BookWork::tr("Found by this comparison."),
                 .source = QStringLiteral("reconciliation_run.differences"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return differencesCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("took"),
                 .title = BookWork::tr("Took", "column"),
                 .definition = BookWork::tr("How long it took."),
                 .source = QStringLiteral("reconciliation_run.started_at, finished_at"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return durationOf(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("biz_date"),
                 .title = BookWork::tr("Business date", "column"),
                 .definition = BookWork::tr("The day whose books were compared."),
                 .source = QStringLiteral("reconciliation_run.biz_date"),
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.bizDate ? CellText{.display = dateText(*row.bizDate)} : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = BookWork::tr("By", "column"),
                 .definition = BookWork::tr("Who compared."),
                 .source = QStringLiteral("reconciliation_run.worker_id"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }}};
    return all;
}

QString FactSpec<ReconciliationRow>::key(const ReconciliationRow& row)
{
    return QString::number(row.reconciliation);
}

std::optional<Tone> FactSpec<ReconciliationRow>::tone(const ReconciliationRow& row)
{
    return row.differences > 0 ? std::optional(Tone::Danger) : std::nullopt;
}

QString WorkSpec<ReconciliationRow>::title()
{
    return BookWork::tr("Comparisons", "page");
}

QString WorkSpec<ReconciliationRow>::header()
{
    return {};
}

QString WorkSpec<ReconciliationRow>::emptyTitle()
{
    return BookWork::tr("Nothing was compared");
}

QString WorkSpec<ReconciliationRow>::emptyText()
{
    return BookWork::tr("No books were compared yet. That is not the same as no differences.");
}

QString WorkSpec<ReconciliationRow>::groupText(const std::string& name)
{
    return comparisonText(name);
}

std::vector<WorkFact> WorkSpec<ReconciliationRow>::facts(const ReconciliationRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("result", BookWork::tr("Result"), resultText(row))
        .add("books", BookWork::tr("Books"), comparisonText(row.kind))
        .add("detail", BookWork::tr("Detail"), errorText(row.detail))
        .add("batch", BookWork::tr("Batch"), plainText(row.batchKey), true)
        .add("started", BookWork::tr("Began"), row.startedAt, look)
        .add("finished", BookWork::tr("Ended"), row.finishedAt, look)
        .add("worker", BookWork::tr("By"), plainText(row.worker), true);
    return facts.take();
}

PageAddress WorkSpec<ReconciliationRow>::target(const ReconciliationRow& row)
{
    return row.batchKey.empty() ? PageAddress{} : PageAddress{QLatin1String(kBatchPage), plainText(row.batchKey), {}};
}

bool WorkSpec<ReconciliationRow>::matches(const ReconciliationRow& row, const ListQuery& query)
{
    return agrees(query.group, row.kind) && (!query.bizDate || row.bizDate == query.bizDate);
}

// --- differences -----------------------------------------------------------------------------------------------------

const std::vector<FactColumn<DifferenceListRow>>& FactSpec<DifferenceListRow>::columns()
{
    using Row = DifferenceListRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = BookWork::tr("Key", "column"),
                 .definition
                 = BookWork::tr("The idempotency key in question; the order, payment or subscription, or the "
                                "bank's reference, where there is none of ours."),
                 .source = QStringLiteral("reconciliation_difference.idempotency_key, subject, external_ref"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return aboutCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("biz_date"),
                 .title = BookWork::tr("Business date", "column"),
                 .definition = BookWork::tr("The day whose books differ."),
                 .source = QStringLiteral("settlement_batch.biz_date, reconciliation_run.biz_date"),
                 .plainDate = true};
         },
            [](const Row& row, const RowTableModel&) {
                return row.bizDate ? CellText{.display = dateText(*row.bizDate)} : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = BookWork::tr("Kind", "column"),
                 .definition = BookWork::tr("How the books differ."),
                 .source = QStringLiteral("reconciliation_difference.kind")};
         },
            [](const Row& row, const RowTableModel&) { return kindCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("pair"),
                 .title = BookWork::tr("Sources", "column"),
                 .definition = BookWork::tr("Which two were compared."),
                 .source = QStringLiteral("reconciliation_difference.pair"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return row.pair.empty() ? dashCell() : wordsCell(differencePairText(row.pair), row.pair);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("ours"),
                 .title = BookWork::tr("Ours", "column"),
                 .definition = BookWork::tr("What our book says."),
                 .source = QStringLiteral("reconciliation_difference.ours_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("ours\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.oursMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("theirs"),
                 .title = BookWork::tr("Theirs", "column"),
                 .definition = BookWork::tr("What the other book says."),
                 .source = QStringLiteral("reconciliation_difference.theirs_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("theirs\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.theirsMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("difference"),
                 .title = BookWork::tr("Difference", "column"),
                 .definition = BookWork::tr("Theirs less ours, with its sign."),
                 .source = QStringLiteral("reconciliation_difference.theirs_minor, ours_minor"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("difference\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return signedDifference(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = BookWork::tr("Age", "column"),
                 .definition = BookWork::tr("Since it was found. The list is in this order, oldest first."),
                 .source = QStringLiteral("reconciliation_difference.opened_at"),
                 .sortable = true,
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.openedAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("discovery"),
                 .title = BookWork::tr("Found after", "column"),
                 .definition = BookWork::tr("From when it happened, else from the last send, to its discovery."),
                 .source = QStringLiteral("reconciliation_difference.occurred_at, outbox.last_sent_at"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return spanCell(row.ageAtDiscovery); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = BookWork::tr("State", "column"),
                 .definition = BookWork::tr("Open or resolved; a person decides."),
                 .source = QStringLiteral("reconciliation_difference.status"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(differenceStateText(row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("grade"),
                 .title = BookWork::tr("Grade", "column"),
                 .definition = BookWork::tr("P0: money. P1: everything else."),
                 .source = QStringLiteral("reconciliation_difference.grade"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.grade); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = BookWork::tr("Channel", "column"),
                 .definition = BookWork::tr("Whose book differs."),
                 .source = QStringLiteral("reconciliation_difference.channel_id"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.channel); }},
        {[] {
             return ColumnText{.id = QStringLiteral("external_ref"),
                 .title = BookWork::tr("Bank reference", "column"),
                 .definition = BookWork::tr("The bank's own number."),
                 .source = QStringLiteral("reconciliation_difference.external_ref"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.externalRef); }}};
    return all;
}

QString FactSpec<DifferenceListRow>::key(const DifferenceListRow& row)
{
    return QString::number(row.difference);
}

std::optional<Tone> FactSpec<DifferenceListRow>::tone(const DifferenceListRow& row)
{
    return differenceStateText(row.status).tone;
}

QString WorkSpec<DifferenceListRow>::title()
{
    return BookWork::tr("Differences", "page");
}

QString WorkSpec<DifferenceListRow>::header()
{
    return BookWork::tr("Differences are shown and alerted, never repaired by themselves.");
}

QString WorkSpec<DifferenceListRow>::emptyTitle()
{
    return BookWork::tr("No open differences");
}

QString WorkSpec<DifferenceListRow>::emptyText()
{
    return BookWork::tr("That is a finding only where something was compared: see the tab Comparisons.");
}

QString WorkSpec<DifferenceListRow>::groupText(const std::string& name)
{
    return differenceKindText(name);
}

std::vector<WorkFact> WorkSpec<DifferenceListRow>::facts(const DifferenceListRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("meaning", BookWork::tr("What this means"), differenceMeaning(row))
        .add("kind", BookWork::tr("Kind"), differenceKindText(row.kind))
        .add("pair", BookWork::tr("Sources"), differencePairText(row.pair))
        .add("subject", BookWork::tr("About"), differenceSubjectText(row.subject), true)
        .add("detail", BookWork::tr("Detail"), errorText(row.detail))
        .add("key", BookWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("ref", BookWork::tr("Bank reference"), plainText(row.externalRef), true)
        .add("opened", BookWork::tr("Found"), row.openedAt, look)
        .add("discovery", BookWork::tr("Found after"), row.ageAtDiscovery ? spanText(*row.ageAtDiscovery) : QString())
        .add("resolved", BookWork::tr("Resolved"), row.resolvedAt, look)
        .add("batch", BookWork::tr("Batch"), plainText(row.batchKey), true)
        .add("operation", BookWork::tr("Operation"), plainText(row.operation), true);
    return facts.take();
}

PageAddress WorkSpec<DifferenceListRow>::target(const DifferenceListRow& row)
{
    return !row.operation.empty() ? PageAddress{QLatin1String(kOperationPage), plainText(row.operation), {}}
        : row.batchKey.empty()    ? PageAddress{}
                                  : PageAddress{QLatin1String(kBatchPage), plainText(row.batchKey), {}};
}

bool WorkSpec<DifferenceListRow>::matches(const DifferenceListRow& row, const ListQuery& query)
{
    return row.status == (query.status.empty() ? "OPEN" : query.status) && agrees(query.group, row.kind)
        && (!query.bizDate || row.bizDate == query.bizDate)
        && (query.currency.empty() || beginsWith(row.currency, query.currency))
        && agrees(query.sign, signOfDifference(row))
        && (beginsWith(row.idempotencyKey, query.keyPrefix) || beginsWith(row.operation, query.keyPrefix)
            || beginsWith(row.subject, query.keyPrefix));
}

} // namespace onceover::models
