// SPDX-License-Identifier: GPL-3.0-or-later
// What the tab Calls of the page Outbox says.
#include "models/timeline_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct CallWork {
    Q_DECLARE_TR_FUNCTIONS(CallWork)
};

CellText answerCell(const CallRow& row)
{
    const ToneLine answer = answerText(row.answer);
    CellText cell = wordsCell(answer.text, row.answer);
    cell.icon = answer.icon;
    cell.tone = answer.tone;
    if (!row.error.empty())
        cell.hover += QLatin1Char('\n') + errorText(row.error);
    return cell;
}

/// "HTTP 409 · duplicate_key": what the bank itself called it.
QString bankSaid(const CallRow& row)
{
    QStringList parts;
    if (row.http)
        parts << CallWork::tr("HTTP %1").arg(*row.http);
    if (!row.code.empty())
        parts << plainText(row.code);
    return parts.join(QStringLiteral(" \u00B7 "));
}

CellText codeCell(const CallRow& row)
{
    const QString said = bankSaid(row);
    return said.isEmpty() ? dashCell() : plainCell(said);
}

/// Nobody waited for a callback, nor for evidence.
std::optional<milliseconds> waitOf(const CallRow& row)
{
    return row.kind == "SEND" || row.kind == "QUERY" ? std::optional{row.took} : std::nullopt;
}

CellText tookCell(const CallRow& row)
{
    const std::optional<milliseconds> took = waitOf(row);
    if (!took)
        return dashCell();
    return {.display = CallWork::tr("%1 ms", "milliseconds").arg(countText(took->count())),
        .copy = QString::number(took->count())};
}

bool isUnanswered(const CallRow& row)
{
    return row.answer == "UNKNOWN" || row.answer == "QUERY_UNKNOWN";
}

} // namespace

StateText callAnswerText(std::string_view stored)
{
    if (stored == "UNANSWERED")
        return StateText{CallWork::tr("Unanswered"), Tone::Unknown, QStringLiteral("circle-help"),
            CallWork::tr("No certain answer came: it may have been executed or not."), true};
    const ToneLine answer = answerText(stored);
    return StateText{answer.text, answer.tone, answer.icon, {}, true};
}

QString callKindText(std::string_view stored)
{
    if (stored == "SEND")
        return CallWork::tr("Sent", "call");
    if (stored == "QUERY")
        return CallWork::tr("Asked", "call");
    if (stored == "CALLBACK")
        return CallWork::tr("Called back", "call");
    if (stored == "EVIDENCE")
        return CallWork::tr("From evidence", "call");
    return plainText(stored);
}

const std::vector<FactColumn<CallRow>>& FactSpec<CallRow>::columns()
{
    using Row = CallRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("at"),
                 .title = CallWork::tr("At", "column"),
                 .definition
                 = CallWork::tr("When its answer was written down. The list is in this order, newest first."),
                 .source = QStringLiteral("external_call.at"),
                 .sortable = true,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.at, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("kind"),
                 .title = CallWork::tr("Call", "column"),
                 .definition
                 = CallWork::tr("An order was sent, the bank was asked, it called back, or a person decided "
                                "from evidence."),
                 .source = QStringLiteral("external_call.kind")};
         },
            [](const Row& row, const RowTableModel&) { return wordsCell(callKindText(row.kind), row.kind); }},
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = CallWork::tr("Key", "column"),
                 .definition = CallWork::tr("The idempotency key; it never changes."),
                 .source = QStringLiteral("external_call.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return outwardKeyCell(row.idempotencyKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("answer"),
                 .title = CallWork::tr("Answer", "column"),
                 .definition = CallWork::tr("Its class, by the channel's profile."),
                 .source = QStringLiteral("external_call.answer")};
         },
            [](const Row& row, const RowTableModel&) { return answerCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("code"),
                 .title = CallWork::tr("HTTP or bank code", "column"),
                 .definition = CallWork::tr("What the bank itself called it. Nothing: no answer came."),
                 .source = QStringLiteral("external_call.http_status, code")};
         },
            [](const Row& row, const RowTableModel&) { return codeCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("took"),
                 .title = CallWork::tr("Took", "column"),
                 .definition
                 = CallWork::tr("From the question to its answer, by the caller's clock; it decides nothing."),
                 .source = QStringLiteral("external_call.duration"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return tookCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = CallWork::tr("Channel", "column"),
                 .definition = CallWork::tr("To whom, and under which version of its profile."),
                 .source = QStringLiteral("external_call.channel_id, profile_version")};
         },
            [](const Row& row, const RowTableModel&) {
                return plainCell(CallWork::tr("%1, version %2", "channel, version of its profile")
                                     .arg(plainText(row.channel))
                                     .arg(row.profileVersion));
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("operation"),
                 .title = CallWork::tr("Operation", "column"),
                 .definition = CallWork::tr("Whose message it was about."),
                 .source = QStringLiteral("external_call.operation_id"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return shortKeyCell(row.operation); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = CallWork::tr("Amount told", "column"),
                 .definition = CallWork::tr("What the bank said that it executed."),
                 .source = QStringLiteral("external_call.amount_minor"),
                 .shownByDefault = false,
                 .numeric = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) { return amountCell(row.amountMinor, row.currency); }},
        {[] {
             return ColumnText{.id = QStringLiteral("external_ref"),
                 .title = CallWork::tr("Bank reference", "column"),
                 .definition = CallWork::tr("The bank's own number."),
                 .source = QStringLiteral("external_call.external_ref"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.externalRef); }},
        {[] {
             return ColumnText{.id = QStringLiteral("worker"),
                 .title = CallWork::tr("By", "column"),
                 .definition = CallWork::tr("Who called."),
                 .source = QStringLiteral("external_call.worker_id"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.worker); }}};
    return all;
}

QString FactSpec<CallRow>::key(const CallRow& row)
{
    return QString::number(row.call);
}

std::optional<Tone> FactSpec<CallRow>::tone(const CallRow& row)
{
    return answerText(row.answer).tone;
}

QString WorkSpec<CallRow>::title()
{
    return CallWork::tr("Calls", "page");
}

QString WorkSpec<CallRow>::header()
{
    return CallWork::tr("What was said to the outside and by it in the last 24 hours, or on the day that is asked for "
                        "(UTC).");
}

QString WorkSpec<CallRow>::emptyTitle()
{
    return CallWork::tr("No calls");
}

QString WorkSpec<CallRow>::emptyText()
{
    return CallWork::tr("Nothing was sent and nobody was asked in the last 24 hours: filter by a day for older ones.");
}

QString WorkSpec<CallRow>::groupText(const std::string& name)
{
    return answerText(name).text;
}

std::vector<WorkFact> WorkSpec<CallRow>::facts(const CallRow& row, const WorkLook& look)
{
    const std::optional<milliseconds> took = waitOf(row);
    FactList facts;
    facts.add("answer", CallWork::tr("Answer"), answerText(row.answer).text)
        .add("number", CallWork::tr("Number, as evidence names it"), QString::number(row.call), true)
        .add("at", CallWork::tr("At"), row.at, look)
        .add("code", CallWork::tr("HTTP or bank code"), bankSaid(row))
        .add("took", CallWork::tr("Took"),
            took ? CallWork::tr("%1 ms", "milliseconds").arg(countText(took->count())) : QString())
        .add("amount", CallWork::tr("Amount told"),
            row.amountMinor && !row.currency.empty() ? moneyText(*row.amountMinor, row.currency) : QString())
        .add("error", CallWork::tr("Error"), errorText(row.error))
        .add("key", CallWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("ref", CallWork::tr("Bank reference"), plainText(row.externalRef), true)
        .add("operation", CallWork::tr("Operation"), plainText(row.operation), true)
        .add("worker", CallWork::tr("By"), plainText(row.worker), true);
    return facts.take();
}

PageAddress WorkSpec<CallRow>::target(const CallRow& row)
{
    return PageAddress{QLatin1String(kOperationPage), plainText(row.operation), {}};
}

/// By the day only the database can tell: it knows of each call in which day of UTC it was.
bool WorkSpec<CallRow>::matches(const CallRow& row, const ListQuery& query)
{
    return (query.status.empty() || isUnanswered(row)) && agrees(query.group, row.answer)
        && (query.keyPrefix.empty() || beginsWith(row.idempotencyKey, query.keyPrefix)
            || beginsWith(row.operation, query.keyPrefix) || beginsWith(row.externalRef, query.keyPrefix)
            || beginsWith(row.channel, query.keyPrefix));
}

} // namespace onceover::models
