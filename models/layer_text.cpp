// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/states/attempt_state.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/timeline_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace onceover::models {

namespace {

struct LayerWords {
    Q_DECLARE_TR_FUNCTIONS(LayerText)
};

/// So much of the key's life or less is worth a warning while the operation is open.
constexpr std::chrono::hours kKeyEndsSoon{24};

const QString& separator()
{
    static const QString text = QStringLiteral(" \u00B7 ");
    return text;
}

QString triggerCaption(const OperationDetail& detail)
{
    QStringList sources;
    for (const TriggerFact& trigger : detail.triggers)
        sources << triggerSourceText(trigger.source);
    sources.removeDuplicates();
    return sources.join(separator());
}

QString attemptCaption(const OperationDetail& detail)
{
    const auto ofShard = [](const AttemptFact& attempt) { return attempt.shard.has_value(); };
    const std::int64_t shards = std::count_if(detail.attempts.begin(), detail.attempts.end(), ofShard);
    const bool tellShards = 2 * shards >= static_cast<std::int64_t>(detail.attempts.size());
    std::map<std::string, std::int64_t> states;
    for (const AttemptFact& attempt : detail.attempts) {
        if (attempt.shard.has_value() == tellShards)
            ++states[attempt.status];
    }
    QStringList parts;
    for (const auto& [state, count] : states) {
        const QString word = stateText(Machine::Attempt, state).word.toLower();
        parts << (count == 1 && states.size() == 1 ? word
                                                   : LayerWords::tr("%1 %2", "count, state").arg(count).arg(word));
    }
    return parts.join(separator());
}

QString ledgerCaption(const OperationDetail& detail)
{
    QStringList phases;
    for (const char* phase : {"HOLD", "PAY", "BACK"}) {
        const bool there = std::any_of(
            detail.legs.begin(), detail.legs.end(), [phase](const LegFact& leg) { return leg.phase == phase; });
        if (there)
            phases << phaseText(phase).toLower();
    }
    return phases.isEmpty() ? LayerWords::tr("no leg") : phases.join(separator());
}

QString bankCaption(const OperationDetail& detail)
{
    const std::int64_t questions = std::count_if(
        detail.calls.begin(), detail.calls.end(), [](const CallFact& call) { return call.kind == "QUERY"; });
    const std::int64_t callbacks = std::count_if(
        detail.calls.begin(), detail.calls.end(), [](const CallFact& call) { return call.kind == "CALLBACK"; });
    QStringList parts;
    if (questions > 0)
        parts << LayerWords::tr("%n question(s)", nullptr, static_cast<int>(questions));
    if (callbacks > 0)
        parts << LayerWords::tr("%n callback(s)", nullptr, static_cast<int>(callbacks));
    parts << LayerWords::tr("%n effect(s)", nullptr, static_cast<int>(effectsOf(detail)));
    return parts.join(separator());
}

/// "trigger 1, attempt 2": the layers up to the one that doubled.
QString countsUpTo(const OperationDetail& detail, Layer last)
{
    QStringList parts;
    for (const LayerCount& layer : layerCounts(detail)) {
        parts << LayerWords::tr("%1 %2", "layer, count").arg(layerText(layer.layer).word.toLower()).arg(layer.count);
        if (layer.layer == last)
            break;
    }
    return parts.join(QStringLiteral(", "));
}

QString effectWords(const OperationDetail& detail, std::int64_t effects)
{
    if (effects > 1)
        return LayerWords::tr("It took effect %1 times.").arg(effects);
    if (effects == 1)
        return LayerWords::tr("It took effect once.");
    if (detail.operation.status == nameOf(OperationState::Succeeded))
        return LayerWords::tr("It is settled here; nothing was sent.");
    if (detail.operation.status == nameOf(OperationState::UnknownExternal))
        return LayerWords::tr("Whether it took effect is not known yet.");
    if (detail.operation.status == nameOf(OperationState::FailedPermanent))
        return LayerWords::tr("It took no effect.");
    return LayerWords::tr("It has not taken effect yet.");
}

Tone effectTone(const OperationDetail& detail, std::int64_t effects)
{
    if (effects > 1)
        return Tone::Danger;
    if (effects == 1 || detail.operation.status == nameOf(OperationState::Succeeded))
        return Tone::Ok;
    return detail.operation.status == nameOf(OperationState::UnknownExternal) ? Tone::Unknown : Tone::Neutral;
}

QString toneIcon(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return QStringLiteral("circle-check");
    case Tone::Danger:
    case Tone::Critical:
        return QStringLiteral("circle-x");
    case Tone::Unknown:
        return QStringLiteral("circle-help");
    case Tone::Warn:
        return QStringLiteral("triangle-alert");
    case Tone::Neutral:
    case Tone::Info:
        return QStringLiteral("circle-dashed");
    }
    return {};
}

} // namespace

QString layerCaption(Layer layer, const OperationDetail& detail)
{
    switch (layer) {
    case Layer::Trigger:
        return triggerCaption(detail);
    case Layer::Attempt:
        return attemptCaption(detail);
    case Layer::Operation:
        return stateText(Machine::Operation, detail.operation.status).word.toLower();
    case Layer::Ledger:
        return ledgerCaption(detail);
    case Layer::Outbox:
        return detail.message ? stateText(Machine::Message, detail.message->status).word.toLower()
                              : LayerWords::tr("nothing to send");
    case Layer::Bank:
        return bankCaption(detail);
    }
    return {};
}

ToneLine onceLine(const OperationDetail& detail)
{
    const std::int64_t effects = effectsOf(detail);
    const Tone tone = effectTone(detail, effects);
    const QString effect = effectWords(detail, effects);
    const std::optional<Layer> doubled = firstDoubled(detail);
    if (!doubled)
        return {LayerWords::tr("No layer happened twice. %1", "effect").arg(effect), tone, toneIcon(tone)};
    return {LayerWords::tr("%1: one became two at %2. %3", "counts, layer, effect")
                .arg(countsUpTo(detail, *doubled), layerText(*doubled).word, effect),
        tone, toneIcon(tone)};
}

ToneLine keyClock(const OperationDetail& detail, const TimeFormat& format, Timestamp now)
{
    if (!detail.message)
        return {LayerWords::tr("Nothing is to be sent, so there is no key outside."), Tone::Neutral,
            QStringLiteral("minus")};
    const MessageFact& message = *detail.message;
    if (!message.firstSentAt)
        return {LayerWords::tr("Not sent yet: the bank's clock starts with the first send."), Tone::Neutral,
            QStringLiteral("clock")};
    if (!message.honouredUntil)
        return {LayerWords::tr("Profile %1 of %2 is not known: until when the bank honours the key cannot be told.",
                    "version, channel")
                    .arg(message.profileVersion)
                    .arg(plainText(message.channel)),
            Tone::Warn, QStringLiteral("triangle-alert")};
    const bool open
        = message.status != nameOf(MessageState::Accepted) && message.status != nameOf(MessageState::Refused);
    const Timestamp until = *message.honouredUntil;
    if (until <= now)
        return {LayerWords::tr(
                    "The bank honoured the key until %1 (%2 ago). Nothing may be sent under it any more.", "time, age")
                    .arg(format.full(until), ageText(until, now)),
            open ? Tone::Danger : Tone::Neutral, QStringLiteral("clock-alert")};
    const bool soon = open && until - now < kKeyEndsSoon;
    return {LayerWords::tr("The bank honours the key until %1 (in %2)", "time, span")
                .arg(format.full(until), ageText(now, until)),
        soon ? Tone::Warn : Tone::Neutral, soon ? QStringLiteral("clock-alert") : QStringLiteral("clock")};
}

} // namespace onceover::models
