// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Outbox says.
#include "models/timeline_text.h"
#include "models/work_cells.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct MessageWork {
    Q_DECLARE_TR_FUNCTIONS(MessageWork)
};

/// Time until, or since when it is due.
CellText nextLook(const MessageRow& row, const RowTableModel& table)
{
    if (row.held)
        return {.display = MessageWork::tr("held"),
            .copy = QStringLiteral("held"),
            .hover = messageOutlook(row, table.now()),
            .icon = QStringLiteral("snowflake"),
            .tone = Tone::Info};
    if (!row.nextAt)
        return dashCell();
    CellText cell{.copy = TimeFormat::plain(*row.nextAt), .hover = table.timeFormat().hover(*row.nextAt, table.now())};
    cell.display = *row.nextAt >= table.now()
        ? MessageWork::tr("in %1", "time until").arg(ageText(table.now(), *row.nextAt))
        : MessageWork::tr("due for %1").arg(ageText(*row.nextAt, table.now()));
    cell.hover += QLatin1Char('\n') + messageOutlook(row, table.now());
    return cell;
}

/// What is left of the key's life; none before the first send.
CellText keyLife(const MessageRow& row, const RowTableModel& table)
{
    if (!row.honouredUntil)
        return {.display = MessageWork::tr("not sent yet"), .hover = MessageWork::tr("It begins with the first send.")};
    CellText cell{.copy = TimeFormat::plain(*row.honouredUntil),
        .hover = table.timeFormat().hover(*row.honouredUntil, table.now())};
    if (*row.honouredUntil > table.now()) {
        cell.display = MessageWork::tr("%1 left").arg(ageText(table.now(), *row.honouredUntil));
        return cell;
    }
    cell.display = MessageWork::tr("over");
    cell.icon = QStringLiteral("hourglass");
    cell.tone = Tone::Danger;
    cell.hover += QLatin1Char('\n')
        + MessageWork::tr("The bank may take the same key for a new order: no role can send it again.");
    return cell;
}

CellText heldCell(const MessageRow& row)
{
    if (!row.held)
        return dashCell();
    const StateText frozen = frozenText();
    return {
        .display = MessageWork::tr("a freeze"), .hover = frozen.explanation, .icon = frozen.icon, .tone = frozen.tone};
}

/// What the outside said to the last call about it, and how long that took; empty: there was none.
QString lastCall(const MessageRow& row)
{
    QStringList said;
    if (row.lastHttp)
        said << MessageWork::tr("status %1", "of HTTP").arg(*row.lastHttp);
    if (!row.lastCode.empty())
        said << MessageWork::tr("code %1").arg(plainText(row.lastCode));
    if (row.lastTook)
        said << MessageWork::tr("after %1 ms").arg(countText(row.lastTook->count()));
    return said.join(QStringLiteral(", "));
}

CellText lastAnswer(const MessageRow& row)
{
    if (row.lastAnswer.empty())
        return dashCell();
    const ToneLine line = answerText(row.lastAnswer);
    return {.display = line.text,
        .copy = plainText(row.lastAnswer),
        .hover = line.text,
        .icon = line.icon,
        .tone = line.tone};
}

} // namespace

// --- messages --------------------------------------------------------------------------------------------------------

const std::vector<FactColumn<MessageRow>>& FactSpec<MessageRow>::columns()
{
    using Row = MessageRow;
    static const std::vector<FactColumn<Row>> all{
        {[] {
             return ColumnText{.id = QStringLiteral("outbox"),
                 .title = MessageWork::tr("No.", "column"),
                 .definition = MessageWork::tr("The message's number in the outbox."),
                 .source = QStringLiteral("outbox.outbox_id"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.outbox); }},
        {[] {
             return ColumnText{.id = QStringLiteral("key"),
                 .title = MessageWork::tr("Key", "column"),
                 .definition = MessageWork::tr(
                     "The idempotency key that the bank sees; it never changes, whoever sends and however often."),
                 .source = QStringLiteral("outbox.idempotency_key"),
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return outwardKeyCell(row.idempotencyKey); }},
        {[] {
             return ColumnText{.id = QStringLiteral("channel"),
                 .title = MessageWork::tr("Channel", "column"),
                 .definition = MessageWork::tr("Where it is sent."),
                 .source = QStringLiteral("outbox.channel_id")};
         },
            [](const Row& row, const RowTableModel&) { return textCell(row.channel); }},
        {[] {
             return ColumnText{.id = QStringLiteral("state"),
                 .title = MessageWork::tr("State", "column"),
                 .definition = MessageWork::tr("To send, sending, or the answer is unknown."),
                 .source = QStringLiteral("outbox.status")};
         },
            [](const Row& row, const RowTableModel&) {
                return stateCell(stateText(Machine::Message, row.status), row.status);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("age"),
                 .title = MessageWork::tr("Age", "column"),
                 .definition = MessageWork::tr("Since it was written in the transaction that made it true."),
                 .source = QStringLiteral("outbox.created_at"),
                 .numeric = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return agoCell(row.createdAt, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("next"),
                 .title = MessageWork::tr("Next look", "column"),
                 .definition = MessageWork::tr(
                     "When it is sent, taken over or asked about. The list is in this order, soonest first."),
                 .source = QStringLiteral("outbox.not_before, lease_until, next_query_at"),
                 .sortable = true,
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return nextLook(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("not_before"),
                 .title = MessageWork::tr("Not before", "column"),
                 .definition = MessageWork::tr(
                     "It is not sent before then: the channel's cut-off and calendar, or the wait of a retry."),
                 .source = QStringLiteral("outbox.not_before"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return row.status == "PENDING" ? timeCell(row.nextAt, table.timeFormat(), table.now()) : dashCell();
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("maybe_left"),
                 .title = MessageWork::tr("Maybe left", "column"),
                 .definition
                 = MessageWork::tr("Sends that may have left this house: the bank may have seen that many."),
                 .source = QStringLiteral("outbox.sends_maybe_left"),
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.maybeLeft); }},
        {[] {
             return ColumnText{.id = QStringLiteral("amount"),
                 .title = MessageWork::tr("Amount", "column"),
                 .definition = MessageWork::tr("The money that it orders."),
                 .source = QStringLiteral("outbox.amount_minor, currency"),
                 .numeric = true,
                 .monospace = true,
                 .copyTitle = QStringLiteral("amount\tcurrency")};
         },
            [](const Row& row, const RowTableModel&) {
                // ISO 4217's "no currency": the message of an alert moves no money.
                return amountCell(row.currency == "XXX" ? std::nullopt : std::optional{row.amountMinor}, row.currency);
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("key_life"),
                 .title = MessageWork::tr("Key life", "column"),
                 .definition = MessageWork::tr(
                     "Until when the bank treats the same key as the same order; past it no role can send again."),
                 .source = QStringLiteral("channel_profile.retention, retention_margin"),
                 .ages = true};
         },
            [](const Row& row, const RowTableModel& table) { return keyLife(row, table); }},
        {[] {
             return ColumnText{.id = QStringLiteral("held"),
                 .title = MessageWork::tr("Held by", "column"),
                 .definition = MessageWork::tr("A freeze in force stops its sending; asking the bank goes on."),
                 .source = QStringLiteral("freeze_order.scope_kind"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return heldCell(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("answer"),
                 .title = MessageWork::tr("Last answer", "column"),
                 .definition = MessageWork::tr("What the bank said last."),
                 .source = QStringLiteral("outbox.last_answer"),
                 .shownByDefault = false};
         },
            [](const Row& row, const RowTableModel&) { return lastAnswer(row); }},
        {[] {
             return ColumnText{.id = QStringLiteral("first_sent"),
                 .title = MessageWork::tr("First sent", "column"),
                 .definition = MessageWork::tr("When it may have left for the first time."),
                 .source = QStringLiteral("outbox.first_sent_at"),
                 .shownByDefault = false,
                 .showsTime = true};
         },
            [](const Row& row, const RowTableModel& table) {
                return timeCell(row.firstSentAt, table.timeFormat(), table.now());
            }},
        {[] {
             return ColumnText{.id = QStringLiteral("attempts"),
                 .title = MessageWork::tr("Attempts", "column"),
                 .definition = MessageWork::tr("Of its present budget."),
                 .source = QStringLiteral("outbox.attempts"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.attempts); }},
        {[] {
             return ColumnText{.id = QStringLiteral("queries"),
                 .title = MessageWork::tr("Asked", "column"),
                 .definition = MessageWork::tr("How often the bank was asked since it is unknown."),
                 .source = QStringLiteral("outbox.queries"),
                 .shownByDefault = false,
                 .numeric = true};
         },
            [](const Row& row, const RowTableModel&) { return countCell(row.queries); }},
        {[] {
             return ColumnText{.id = QStringLiteral("external_ref"),
                 .title = MessageWork::tr("Bank reference", "column"),
                 .definition = MessageWork::tr("The bank's own number."),
                 .source = QStringLiteral("outbox.external_ref"),
                 .shownByDefault = false,
                 .monospace = true};
         },
            [](const Row& row, const RowTableModel&) { return textOrDash(row.externalRef); }}};
    return all;
}

QString FactSpec<MessageRow>::key(const MessageRow& row)
{
    return QString::number(row.outbox);
}

std::optional<Tone> FactSpec<MessageRow>::tone(const MessageRow& row)
{
    return stateText(Machine::Message, row.status).tone;
}

QString WorkSpec<MessageRow>::title()
{
    return MessageWork::tr("Messages", "page");
}

QString WorkSpec<MessageRow>::header()
{
    return MessageWork::tr("Messages that are not finished. Accepted and refused ones stand on the page of their "
                           "operation, with each call.");
}

QString WorkSpec<MessageRow>::emptyTitle()
{
    return MessageWork::tr("No open messages");
}

QString WorkSpec<MessageRow>::emptyText()
{
    return MessageWork::tr("Everything that was to be sent has its answer.");
}

QString WorkSpec<MessageRow>::groupText(const std::string& name)
{
    return plainText(name);
}

std::vector<WorkFact> WorkSpec<MessageRow>::facts(const MessageRow& row, const WorkLook& look)
{
    FactList facts;
    facts.add("outlook", MessageWork::tr("What happens next"), messageOutlook(row, look.now))
        .add("key", MessageWork::tr("Key"), plainText(row.idempotencyKey), true)
        .add("life", MessageWork::tr("Key honoured until"),
            row.honouredUntil ? look.format.full(*row.honouredUntil) : MessageWork::tr("not sent yet"))
        .add("created", MessageWork::tr("Written"), row.createdAt, look)
        .add("not_before", MessageWork::tr("Not sent before"),
            row.status == "PENDING" ? row.nextAt : std::optional<Timestamp>{}, look)
        .add("first", MessageWork::tr("First sent"), row.firstSentAt, look)
        .add("last", MessageWork::tr("Last sent"), row.lastSentAt, look)
        .add("unknown", MessageWork::tr("Unknown since"), row.unknownSince, look)
        .add("sends", MessageWork::tr("Sends"),
            MessageWork::tr("%1 marked, %2 may have left").arg(countText(row.sends), countText(row.maybeLeft)))
        .add("queries", MessageWork::tr("Asked"), row.status == "UNKNOWN" ? countText(row.queries) : QString())
        .add("answer", MessageWork::tr("Last answer"), lastAnswer(row).hover)
        .add("call", MessageWork::tr("Last call"), lastCall(row))
        .add("error", MessageWork::tr("Last error"), errorText(row.lastError))
        .add("sender", MessageWork::tr("Sender"), plainText(row.worker), true)
        .add("profile", MessageWork::tr("Profile"),
            MessageWork::tr("%1, version %2").arg(plainText(row.channel)).arg(row.profileVersion))
        .add("operation", MessageWork::tr("Operation"), plainText(row.operation), true);
    return facts.take();
}

PageAddress WorkSpec<MessageRow>::target(const MessageRow& row)
{
    return PageAddress{
        QLatin1String(kOperationPage), plainText(row.operation), {{QStringLiteral("tab"), QStringLiteral("message")}}};
}

bool WorkSpec<MessageRow>::matches(const MessageRow& row, const ListQuery& query)
{
    return agrees(query.status, row.status) && agrees(query.group, row.channel) && agrees(query.jobType, row.jobId)
        && (!query.merchant || *query.merchant == row.merchant)
        && (beginsWith(row.idempotencyKey, query.keyPrefix) || beginsWith(row.operation, query.keyPrefix));
}

} // namespace onceover::models
