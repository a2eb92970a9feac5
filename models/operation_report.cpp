// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operation_report.h"

#include "models/compensation_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/timeline_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace onceover::models {

namespace {

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(OperationReport)
};

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QJsonValue instant(std::optional<Timestamp> at)
{
    return at ? QJsonValue(TimeFormat::plain(*at)) : QJsonValue();
}

/// Minor units may pass what a JSON reader keeps exact, so they are text.
QJsonValue minor(std::optional<std::int64_t> value)
{
    return value ? QJsonValue(QString::number(*value)) : QJsonValue();
}

QJsonValue number(std::int64_t value)
{
    return static_cast<qint64>(value);
}

template <typename Fact, typename Make>
QJsonArray arrayOf(const std::vector<Fact>& facts, Make make)
{
    QJsonArray all;
    for (const Fact& fact : facts)
        all.append(make(fact));
    return all;
}

QJsonObject triggerJson(const TriggerFact& fact)
{
    return {{QStringLiteral("trigger_id"), number(fact.trigger.value)}, {QStringLiteral("source"), text(fact.source)},
        {QStringLiteral("answer"), text(fact.answer)}, {QStringLiteral("requested_by"), text(fact.requestedBy)},
        {QStringLiteral("request_id"), text(fact.requestId)},
        {QStringLiteral("scheduled_at"), instant(fact.scheduledAt)}, {QStringLiteral("at"), instant(fact.at)}};
}

QJsonObject attemptJson(const AttemptFact& fact)
{
    return {{QStringLiteral("attempt_id"), number(fact.attempt.value)}, {QStringLiteral("attempt_no"), fact.number},
        {QStringLiteral("shard_no"), fact.shard ? QJsonValue(*fact.shard) : QJsonValue()},
        {QStringLiteral("worker_id"), text(fact.worker)}, {QStringLiteral("status"), text(fact.status)},
        {QStringLiteral("started_at"), instant(fact.startedAt)},
        {QStringLiteral("finished_at"), instant(fact.finishedAt)}, {QStringLiteral("rows_affected"), number(fact.rows)},
        {QStringLiteral("outcome"), text(fact.outcome)}, {QStringLiteral("error"), text(fact.error)}};
}

QJsonObject eventJson(const EventFact& fact)
{
    return {{QStringLiteral("event_id"), number(fact.event)}, {QStringLiteral("at"), instant(fact.at)},
        {QStringLiteral("event"), text(fact.kind)}, {QStringLiteral("from_status"), text(fact.from)},
        {QStringLiteral("to_status"), text(fact.to)}, {QStringLiteral("worker_id"), text(fact.worker)},
        {QStringLiteral("version"), fact.version ? number(*fact.version) : QJsonValue()},
        {QStringLiteral("detail"), text(fact.detail)}};
}

QJsonObject legJson(const LegFact& fact)
{
    return {{QStringLiteral("phase"), text(fact.phase)}, {QStringLiteral("side"), text(fact.side)},
        {QStringLiteral("account_kind"), text(fact.accountKind)}, {QStringLiteral("owner_ref"), text(fact.owner)},
        {QStringLiteral("amount_minor"), minor(fact.amountMinor)}, {QStringLiteral("currency"), text(fact.currency)},
        {QStringLiteral("op_version"), number(fact.version)}, {QStringLiteral("created_at"), instant(fact.at)}};
}

QJsonObject callJson(const CallFact& fact)
{
    return {{QStringLiteral("call_id"), number(fact.call.value)}, {QStringLiteral("kind"), text(fact.kind)},
        {QStringLiteral("started_at"), instant(fact.startedAt)}, {QStringLiteral("at"), instant(fact.at)},
        {QStringLiteral("duration_ms"), number(fact.duration.count())}, {QStringLiteral("answer"), text(fact.answer)},
        {QStringLiteral("http_status"), fact.httpStatus ? number(*fact.httpStatus) : QJsonValue()},
        {QStringLiteral("code"), text(fact.code)}, {QStringLiteral("external_ref"), text(fact.externalRef)},
        {QStringLiteral("amount_minor"), minor(fact.amountMinor)}, {QStringLiteral("currency"), text(fact.currency)},
        {QStringLiteral("outbox_version"), number(fact.version)}, {QStringLiteral("worker_id"), text(fact.worker)},
        {QStringLiteral("error"), text(fact.error)}};
}

QJsonObject itemJson(const ItemFact& fact)
{
    return {{QStringLiteral("item_kind"), text(fact.kind)}, {QStringLiteral("item_id"), text(fact.id)},
        {QStringLiteral("amount_minor"), minor(fact.amountMinor)}, {QStringLiteral("currency"), text(fact.currency)}};
}

QJsonObject deadLetterJson(const DeadLetterFact& fact)
{
    return {{QStringLiteral("dead_letter_id"), number(fact.deadLetter)},
        {QStringLiteral("failure_class"), text(fact.failureClass)},
        {QStringLiteral("last_error"), text(fact.lastError)}, {QStringLiteral("attempts"), fact.attempts},
        {QStringLiteral("status"), text(fact.status)}, {QStringLiteral("resolution"), text(fact.resolution)},
        {QStringLiteral("opened_at"), instant(fact.openedAt)},
        {QStringLiteral("resolved_at"), instant(fact.resolvedAt)}};
}

QJsonObject compensationJson(const CompensationFact& fact)
{
    return {{QStringLiteral("operation_id"), text(fact.operation.value.toString())},
        {QStringLiteral("original_id"), text(fact.original.value.toString())},
        {QStringLiteral("kind"), text(fact.kind)}, {QStringLiteral("approval_id"), number(fact.request)},
        {QStringLiteral("amount_minor"), minor(fact.amountMinor)}, {QStringLiteral("currency"), text(fact.currency)},
        {QStringLiteral("status"), text(fact.status)}, {QStringLiteral("failure_class"), text(fact.failureClass)},
        {QStringLiteral("created_at"), instant(fact.madeAt)},
        {QStringLiteral("finished_at"), instant(fact.finishedAt)}};
}

QJsonValue messageJson(const std::optional<MessageFact>& message)
{
    if (!message)
        return {};
    return QJsonObject{{QStringLiteral("outbox_id"), number(message->outbox.value)},
        {QStringLiteral("channel_id"), text(message->channel)},
        {QStringLiteral("profile_version"), message->profileVersion},
        {QStringLiteral("idempotency_key"), text(message->idempotencyKey)},
        {QStringLiteral("payload_size"), number(message->payloadSize)},
        {QStringLiteral("payload_sha256"), text(message->payloadSha256)},
        {QStringLiteral("status"), text(message->status)}, {QStringLiteral("version"), number(message->version)},
        {QStringLiteral("sends_total"), number(message->sends)},
        {QStringLiteral("created_at"), instant(message->createdAt)},
        {QStringLiteral("first_sent_at"), instant(message->firstSentAt)},
        {QStringLiteral("last_sent_at"), instant(message->lastSentAt)},
        {QStringLiteral("honoured_until"), instant(message->honouredUntil)},
        {QStringLiteral("finished_at"), instant(message->finishedAt)}};
}

/// A cell of a Markdown table: nothing in it may end the cell, or be read as code, link or tag.
QString cell(const QString& plain)
{
    QString safe;
    for (const QChar c : plain) {
        if (QStringLiteral("\\`*_{}[]<>|#!").contains(c))
            safe += QLatin1Char('\\');
        safe += c;
    }
    return safe;
}

QString line(const QString& name, const QString& value)
{
    return QStringLiteral("| %1 | %2 |\n").arg(cell(name), cell(value));
}

QString headPart(const OperationDetail& detail, const TimeFormat& format, Timestamp now)
{
    const OperationRow& row = detail.operation;
    QString out = QStringLiteral("| | |\n|---|---|\n");
    out += line(ReportWords::tr("State"), operationStateText(row, now).word);
    out += line(ReportWords::tr("Amount"), moneyText(row.amountMinor, row.currency));
    out += line(ReportWords::tr("Merchant"),
        QStringLiteral("%1 %2").arg(row.merchant).arg(plainText(row.merchantName)).trimmed());
    out += line(ReportWords::tr("Business date"), dateText(row.bizDate));
    out += line(ReportWords::tr("Batch"), plainText(row.batchKey));
    out += line(ReportWords::tr("Channel"), plainText(row.channel));
    out += line(ReportWords::tr("Bank reference"), plainText(row.externalRef));
    out += line(ReportWords::tr("Version"), QString::number(row.version));
    if (detail.message) {
        out += line(ReportWords::tr("Idempotency key"), plainText(detail.message->idempotencyKey));
        out += line(ReportWords::tr("Life of the key"), keyClock(detail, format, now).text);
        out += line(ReportWords::tr("Payload"),
            ReportWords::tr("%1 bytes, SHA-256 %2")
                .arg(countText(detail.message->payloadSize), plainText(detail.message->payloadSha256)));
    }
    return out + QLatin1Char('\n');
}

/// What makes it good, with the keys; or what it makes good.
QString compensationPart(const OperationDetail& detail, const TimeFormat& format, Timestamp now)
{
    QString out;
    for (const CompensationLine& tie : compensationsInWords(detail, format, now)) {
        QStringList parts{tie.text};
        if (!tie.state.word.isEmpty())
            parts << tie.state.word << text(tie.other.value.toString());
        out += QStringLiteral("- %1\n").arg(cell(parts.join(QStringLiteral(" \u00B7 "))));
    }
    return out.isEmpty() ? out : out + QLatin1Char('\n');
}

QString timelinePart(const OperationDetail& detail)
{
    QString out = ReportWords::tr("## Timeline") + QStringLiteral("\n\n");
    out += QStringLiteral("| %1 | %2 | %3 | %4 | %5 |\n|---|---|---|---|---|\n")
               .arg(ReportWords::tr("At (UTC)"), ReportWords::tr("Layer"), ReportWords::tr("What happened"),
                   ReportWords::tr("Who"), ReportWords::tr("Numbers"));
    for (const TimelineEntry& entry : timelineOf(detail)) {
        const EntryText words = entryText(entry);
        const QString layer
            = layerText(entry.layer).word + (entry.splits ? ReportWords::tr(" (here one became two)") : QString());
        out += QStringLiteral("| %1 | %2 | %3 | %4 | %5 |\n")
                   .arg(TimeFormat::plain(entry.at), cell(layer), cell(words.what), cell(words.who), cell(words.ids));
    }
    return out + QLatin1Char('\n');
}

QString moneyPart(const OperationDetail& detail)
{
    QString out = ReportWords::tr("## Ledger and items") + QStringLiteral("\n\n");
    for (const LegFact& leg : detail.legs)
        out += QStringLiteral("- %1, %2: %3\n")
                   .arg(cell(phaseText(leg.phase)), cell(accountText(leg.accountKind, leg.owner)),
                       cell(moneyText(leg.amountMinor, leg.currency)));
    out += QStringLiteral("- %1\n").arg(
        cell(ReportWords::tr("%n item(s) add up to %1", nullptr, static_cast<int>(detail.itemCount))
                 .arg(moneyText(detail.itemsMinor, detail.operation.currency))));
    for (const DeadLetterFact& letter : detail.deadLetters)
        out += QStringLiteral("- %1\n").arg(cell(ReportWords::tr("Dead letter %1 (%2): %3", "number, status, error")
                                                     .arg(letter.deadLetter)
                                                     .arg(plainText(letter.status), plainText(letter.lastError))));
    return out;
}

} // namespace

QString operationJson(const OperationDetail& detail)
{
    const OperationRow& row = detail.operation;
    QJsonObject layers;
    for (const LayerCount& layer : layerCounts(detail)) {
        constexpr std::array kNames{"trigger", "attempt", "operation", "ledger", "outbox", "bank"};
        layers.insert(QLatin1String(kNames.at(static_cast<std::size_t>(layer.layer))), number(layer.count));
    }
    const QJsonObject all{{QStringLiteral("operation_id"), text(detail.id.value.toString())},
        {QStringLiteral("taken_at"), instant(detail.takenAt)}, {QStringLiteral("status"), text(row.status)},
        {QStringLiteral("failure_class"), text(row.failureClass)},
        {QStringLiteral("settlement_type"), text(row.settlementType)},
        {QStringLiteral("merchant_id"), number(row.merchant)},
        {QStringLiteral("settle_date"), dateText(detail.settleDate)},
        {QStringLiteral("biz_date"), dateText(row.bizDate)}, {QStringLiteral("scope_ref"), text(detail.scopeRef)},
        {QStringLiteral("revision"), detail.revision}, {QStringLiteral("amount_minor"), minor(row.amountMinor)},
        {QStringLiteral("currency"), text(row.currency)}, {QStringLiteral("version"), number(row.version)},
        {QStringLiteral("channel_id"), text(row.channel)}, {QStringLiteral("external_ref"), text(row.externalRef)},
        {QStringLiteral("run_key"), text(row.batchKey)}, {QStringLiteral("last_error"), text(row.lastError)},
        {QStringLiteral("layers"), layers}, {QStringLiteral("effects"), number(effectsOf(detail))},
        {QStringLiteral("triggers"), arrayOf(detail.triggers, triggerJson)},
        {QStringLiteral("attempts"), arrayOf(detail.attempts, attemptJson)},
        {QStringLiteral("events"), arrayOf(detail.events, eventJson)},
        {QStringLiteral("ledger"), arrayOf(detail.legs, legJson)},
        {QStringLiteral("outbox"), messageJson(detail.message)},
        {QStringLiteral("external_calls"), arrayOf(detail.calls, callJson)},
        {QStringLiteral("items"), arrayOf(detail.items, itemJson)},
        {QStringLiteral("item_count"), number(detail.itemCount)},
        {QStringLiteral("items_minor"), minor(detail.itemsMinor)},
        {QStringLiteral("dead_letters"), arrayOf(detail.deadLetters, deadLetterJson)},
        {QStringLiteral("compensations"), arrayOf(detail.compensations, compensationJson)}};
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Indented));
}

QString operationMarkdown(const OperationDetail& detail, const TimeFormat& format, Timestamp now)
{
    QString out = ReportWords::tr("# Operation %1").arg(text(detail.id.value.toString())) + QStringLiteral("\n\n");
    out += ReportWords::tr("As of %1.").arg(format.full(detail.takenAt)) + QStringLiteral("\n\n");
    out += cell(onceLine(detail).text) + QStringLiteral("\n\n");
    out += headPart(detail, format, now) + compensationPart(detail, format, now);
    return out + timelinePart(detail) + moneyPart(detail);
}

} // namespace onceover::models
