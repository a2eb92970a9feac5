// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline_text.h"

#include "core/records/answer.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace onceover::models {

namespace {

struct TimelineWords {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

constexpr qsizetype kKeyShown = 8; // Of a long key within a sentence; the tab of the message has all of it.

/// "what", or "what: why" when there is a why.
QString because(const QString& what, std::string_view why)
{
    return why.empty() ? what : TimelineWords::tr("%1: %2", "what happened: why").arg(what, plainText(why));
}

EntryText triggerWords(const TriggerFact& trigger)
{
    EntryText text;
    text.what = TimelineWords::tr("Trigger (%1): %2", "source, answer")
                    .arg(triggerSourceText(trigger.source), triggerAnswerText(trigger.answer));
    text.who = plainText(trigger.requestedBy);
    text.ids = TimelineWords::tr("trigger %1").arg(trigger.trigger.value);
    if (!trigger.requestId.empty())
        text.ids += QStringLiteral(" \u00B7 ") + plainText(trigger.requestId);
    return text;
}

EntryText attemptWords(const AttemptFact& attempt, bool ended, const QLocale& locale)
{
    EntryText text;
    const QString which = attempt.shard
        ? TimelineWords::tr("Attempt %1 at shard %2").arg(attempt.number).arg(*attempt.shard)
        : TimelineWords::tr("Attempt %1 at the run").arg(attempt.number);
    text.who = plainText(attempt.worker);
    text.ids = TimelineWords::tr("attempt %1").arg(attempt.attempt.value);
    if (!ended) {
        text.what = TimelineWords::tr("%1 began", "attempt").arg(which);
        return text;
    }
    const StateText state = stateText(Machine::Attempt, attempt.status);
    const QString how = TimelineWords::tr("%1 ended: %2", "attempt, how").arg(which, state.word.toLower());
    text.what = attempt.rows > 0
        ? TimelineWords::tr("%1, %2 row(s)", "how it ended, count").arg(how, countText(attempt.rows, false, locale))
        : how;
    text.what = because(text.what, attempt.error);
    text.tone = state.tone == Tone::Ok ? Tone::Neutral : state.tone;
    return text;
}

QString eventWords(OperationEvent event, const QString& worker)
{
    switch (event) {
    case OperationEvent::Enumerate:
        return TimelineWords::tr("Made from its inputs");
    case OperationEvent::Claim:
        return TimelineWords::tr("Claimed by %1").arg(worker);
    case OperationEvent::TakeOver:
        return TimelineWords::tr("Taken over by %1 from a worker whose lease ended").arg(worker);
    case OperationEvent::SettleHere:
        return TimelineWords::tr("Settled; nothing is to be sent");
    case OperationEvent::Post:
        return TimelineWords::tr("Posted: money on hold, message written");
    case OperationEvent::FailTransient:
        return TimelineWords::tr("Failed in passing; it is tried again");
    case OperationEvent::HandBack:
        return TimelineWords::tr("Given back unfinished; no attempt burned");
    case OperationEvent::FailForGood:
        return TimelineWords::tr("Failed for good");
    case OperationEvent::SpendBudget:
        return TimelineWords::tr("Failed for good; the attempts are spent");
    case OperationEvent::LoseWorker:
        return TimelineWords::tr("Failed for good; it lost its worker three times");
    case OperationEvent::Fence:
        return TimelineWords::tr("Fenced: its holder can do no work any more");
    case OperationEvent::LoseAnswer:
        return TimelineWords::tr("The answer was lost: unknown at the bank");
    case OperationEvent::GiveUpUnsent:
        return TimelineWords::tr("Provably never sent, and the attempts are spent");
    case OperationEvent::Accept:
        return TimelineWords::tr("Accepted by the bank: it took effect");
    case OperationEvent::Disagree:
        return TimelineWords::tr("The bank's answer does not agree: it stays unknown");
    case OperationEvent::Refuse:
        return TimelineWords::tr("Refused by the bank for good");
    case OperationEvent::AllowResend:
        return TimelineWords::tr("Never seen at the bank: may be sent again, same key, same bytes");
    case OperationEvent::Escalate:
        return TimelineWords::tr("Unknown for too long: a person is asked");
    case OperationEvent::ResolveExecuted:
        return TimelineWords::tr("Resolved from evidence: it was executed");
    case OperationEvent::ResolveNotExecuted:
        return TimelineWords::tr("Resolved from evidence: it was not executed");
    case OperationEvent::ReplayWork:
        return TimelineWords::tr("Replay approved: the work is done again under its own keys");
    case OperationEvent::ReplayMessage:
        return TimelineWords::tr("Replay approved: the same bytes are sent again");
    }
    return {};
}

EntryText changeWords(const EventFact& event, const QLocale& locale)
{
    EntryText text;
    const std::optional<OperationEvent> known = fromName<OperationEvent>(event.kind);
    const QString worker = plainText(event.worker);
    text.what = known ? eventWords(*known, worker) : plainText(event.kind) + QLatin1Char('?');
    if (event.from != event.to && event.from != "NONE")
        text.what = TimelineWords::tr("%1 (%2 \u2192 %3)", "what, state before, state after")
                        .arg(text.what, stateText(Machine::Operation, event.from).word,
                            stateText(Machine::Operation, event.to).word);
    text.what = because(text.what, event.detail);
    text.who = worker;
    QStringList ids{TimelineWords::tr("event %1").arg(event.event)};
    if (event.attempt)
        ids << TimelineWords::tr("attempt %1").arg(event.attempt->value);
    if (event.version)
        ids << TimelineWords::tr("version %1").arg(*event.version);
    if (event.setSize > 1)
        ids << TimelineWords::tr("set of %1").arg(countText(event.setSize, false, locale));
    text.ids = ids.join(QStringLiteral(" \u00B7 "));
    const StateText state = stateText(Machine::Operation, event.to);
    text.tone = state.tone == Tone::Info ? Tone::Neutral : state.tone;
    return text;
}

EntryText postingWords(const PostingFact& posting, const QLocale& locale)
{
    const LegFact& any = posting.credit.phase.empty() ? posting.debit : posting.credit;
    EntryText text;
    text.what = TimelineWords::tr("%1: %2, %3 \u2192 %4", "phase, amount, account, account")
                    .arg(phaseText(any.phase), moneyText(std::abs(any.amountMinor), any.currency, locale),
                        accountText(posting.debit.accountKind, posting.debit.owner),
                        accountText(posting.credit.accountKind, posting.credit.owner));
    QStringList ids{TimelineWords::tr("version %1").arg(any.version)};
    if (any.attempt)
        ids << TimelineWords::tr("attempt %1").arg(any.attempt->value);
    text.ids = ids.join(QStringLiteral(" \u00B7 "));
    return text;
}

EntryText messageWords(const MessageFact& message, Moment moment, const QLocale& locale)
{
    EntryText text;
    text.ids = TimelineWords::tr("message %1").arg(message.outbox.value);
    if (moment == Moment::Written) {
        text.what = TimelineWords::tr("Message for %1 written: %2 bytes under key %3", "channel, size, key")
                        .arg(plainText(message.channel), countText(message.payloadSize, false, locale),
                            plainText(message.idempotencyKey).left(kKeyShown) + QChar(0x2026));
    } else if (moment == Moment::MarkedFirst) {
        text.what = TimelineWords::tr("Marked as leaving for the first time: the bank's clock for the key starts");
    } else if (moment == Moment::MarkedLast) {
        text.what = TimelineWords::tr("Marked as leaving again (send %1): same key, same bytes").arg(message.sends);
    } else {
        const StateText state = stateText(Machine::Message, message.status);
        text.what = TimelineWords::tr("Message ended: %1").arg(state.word.toLower());
        text.tone = state.tone;
    }
    return text;
}

/// Does the amount that the bank names agree with the operation's?
QString agreementWords(const CallFact& call, const TimelineEntry& entry, const QLocale& locale)
{
    if (!call.amountMinor)
        return {};
    if (*call.amountMinor == entry.amountMinor && call.currency == entry.currency)
        return TimelineWords::tr("%1, as ordered", "amount").arg(moneyText(*call.amountMinor, call.currency, locale));
    return TimelineWords::tr("%1, ordered were %2", "amounts")
        .arg(moneyText(*call.amountMinor, call.currency, locale), moneyText(entry.amountMinor, entry.currency, locale));
}

EntryText callWords(const CallFact& call, const TimelineEntry& entry, const QLocale& locale)
{
    EntryText text;
    const ToneLine answer = answerText(call.answer);
    const QString took = TimelineWords::tr("%1 ms", "milliseconds")
                             .arg(locale.toString(static_cast<qlonglong>(call.duration.count())));
    if (call.kind == "CALLBACK")
        text.what = TimelineWords::tr("Called back: %1", "answer").arg(answer.text);
    else if (call.kind == "EVIDENCE")
        text.what = TimelineWords::tr("Decided from evidence: %1", "answer").arg(answer.text);
    else
        text.what = call.kind == "SEND"
            ? TimelineWords::tr("Sent: %1 after %2", "answer, time").arg(answer.text, took)
            : TimelineWords::tr("Asked: %1 after %2", "answer, time").arg(answer.text, took);
    if (const QString agreement = agreementWords(call, entry, locale); !agreement.isEmpty())
        text.what += QStringLiteral(" \u00B7 ") + agreement;
    text.what = because(text.what, call.error);
    text.who = plainText(call.worker);
    QStringList ids{TimelineWords::tr("call %1").arg(call.call.value)};
    if (!call.externalRef.empty())
        ids << plainText(call.externalRef);
    if (call.httpStatus)
        ids << TimelineWords::tr("HTTP %1").arg(*call.httpStatus);
    if (!call.code.empty())
        ids << plainText(call.code);
    text.ids = ids.join(QStringLiteral(" \u00B7 "));
    text.tone = answer.tone;
    return text;
}

} // namespace

StateText layerText(Layer layer)
{
    const auto text = [](const QString& word, const char* icon, const QString& explanation) {
        return StateText{word, Tone::Neutral, QLatin1String(icon), explanation, true};
    };
    switch (layer) {
    case Layer::Trigger:
        return text(TimelineWords::tr("Trigger", "layer"), "trigger",
            TimelineWords::tr("Reasons to run: schedule, person, catch-up, replay. Many may lead to one run."));
    case Layer::Attempt:
        return text(TimelineWords::tr("Attempt", "layer"), "play",
            TimelineWords::tr("Tries at the run, and at the shard while it held this operation."));
    case Layer::Operation:
        return text(TimelineWords::tr("Operation", "layer"), "operations",
            TimelineWords::tr("The business effect itself: one per natural key, more only by approved revision."));
    case Layer::Ledger:
        return text(TimelineWords::tr("Ledger", "layer"), "ledger",
            TimelineWords::tr("Money on hold ends once: paid or given back."));
    case Layer::Outbox:
        return text(TimelineWords::tr("Outbox", "layer"), "inbox",
            TimelineWords::tr(
                "The message, written in the transaction that made it true. One, however often it is sent."));
    case Layer::Bank:
        return text(TimelineWords::tr("Bank", "layer"), "bank",
            TimelineWords::tr("Sends that may have left. The same key makes the bank execute them once."));
    }
    return {};
}

EntryText entryText(const TimelineEntry& entry, const QLocale& locale)
{
    switch (entry.moment) {
    case Moment::Triggered:
        return triggerWords(std::get<TriggerFact>(entry.fact));
    case Moment::AttemptBegan:
    case Moment::AttemptEnded:
        return attemptWords(std::get<AttemptFact>(entry.fact), entry.moment == Moment::AttemptEnded, locale);
    case Moment::Made:
        return {TimelineWords::tr("Made from its inputs"), {}, {}, Tone::Neutral};
    case Moment::Changed:
        return changeWords(std::get<EventFact>(entry.fact), locale);
    case Moment::Posted:
        return postingWords(std::get<PostingFact>(entry.fact), locale);
    case Moment::Written:
    case Moment::MarkedFirst:
    case Moment::MarkedLast:
    case Moment::MessageEnded:
        return messageWords(std::get<MessageFact>(entry.fact), entry.moment, locale);
    case Moment::Called:
        return callWords(std::get<CallFact>(entry.fact), entry, locale);
    }
    return {};
}

QString triggerSourceText(std::string_view source)
{
    if (source == "schedule")
        return TimelineWords::tr("schedule", "trigger source");
    if (source == "manual")
        return TimelineWords::tr("manual", "trigger source");
    if (source == "catch-up")
        return TimelineWords::tr("catch-up", "trigger source");
    if (source == "replay")
        return TimelineWords::tr("replay", "trigger source");
    return plainText(source);
}

QString triggerAnswerText(std::string_view answer)
{
    if (answer == "CREATED")
        return TimelineWords::tr("created the run");
    if (answer == "EXISTING")
        return TimelineWords::tr("the run existed already");
    if (answer == "HELD")
        return TimelineWords::tr("the run is held by a freeze");
    if (answer == "ALREADY_COMPLETED")
        return TimelineWords::tr("the batch was complete already");
    if (answer == "SKIPPED")
        return TimelineWords::tr("the run was skipped, as the job's policy says");
    return plainText(answer);
}

QString phaseText(std::string_view phase)
{
    if (phase == "HOLD")
        return TimelineWords::tr("Put on hold", "ledger phase");
    if (phase == "PAY")
        return TimelineWords::tr("Paid", "ledger phase");
    if (phase == "BACK")
        return TimelineWords::tr("Given back", "ledger phase");
    return plainText(phase);
}

QString accountText(std::string_view kind, std::string_view owner)
{
    const QString name = plainText(owner);
    if (kind == "payable")
        return TimelineWords::tr("payable to merchant %1").arg(name);
    if (kind == "in_transit")
        return TimelineWords::tr("in transit at %1").arg(name);
    if (kind == "paid")
        return TimelineWords::tr("paid through %1").arg(name);
    if (kind == "receivable")
        return TimelineWords::tr("receivable from merchant %1").arg(name);
    if (kind == "collected")
        return TimelineWords::tr("collected through %1").arg(name);
    return QStringLiteral("%1 %2").arg(plainText(kind), name).trimmed();
}

ToneLine answerText(std::string_view answer)
{
    const std::optional<AnswerKind> kind = fromName<AnswerKind>(answer);
    if (!kind)
        return {plainText(answer) + QLatin1Char('?'), Tone::Neutral, QStringLiteral("circle-dashed")};
    switch (*kind) {
    case AnswerKind::Accepted:
        return {TimelineWords::tr("accepted", "answer"), Tone::Ok, QStringLiteral("circle-check")};
    case AnswerKind::Refused:
        return {TimelineWords::tr("refused for good", "answer"), Tone::Danger, QStringLiteral("circle-x")};
    case AnswerKind::InFlight:
        return {TimelineWords::tr("the same key is being executed", "answer"), Tone::Info, QStringLiteral("send")};
    case AnswerKind::Mismatch:
        return {TimelineWords::tr("other bytes under the same key", "answer"), Tone::Danger,
            QStringLiteral("triangle-alert")};
    case AnswerKind::Throttled:
        return {TimelineWords::tr("asked to slow down", "answer"), Tone::Warn, QStringLiteral("clock")};
    case AnswerKind::Unknown:
        return {TimelineWords::tr("no certain answer", "answer"), Tone::Unknown, QStringLiteral("circle-help")};
    case AnswerKind::NotSent:
        return {TimelineWords::tr("provably not sent", "answer"), Tone::Warn, QStringLiteral("plug-off")};
    case AnswerKind::FoundExecuted:
        return {TimelineWords::tr("it was executed", "answer"), Tone::Ok, QStringLiteral("circle-check")};
    case AnswerKind::FoundPending:
        return {TimelineWords::tr("it is being executed", "answer"), Tone::Info, QStringLiteral("hourglass")};
    case AnswerKind::FoundRefused:
        return {TimelineWords::tr("it was refused", "answer"), Tone::Danger, QStringLiteral("circle-x")};
    case AnswerKind::FoundReturned:
        return {TimelineWords::tr("executed, and the money came back", "answer"), Tone::Danger,
            QStringLiteral("rotate-ccw")};
    case AnswerKind::NotFound:
        return {TimelineWords::tr("never seen there", "answer"), Tone::Warn, QStringLiteral("search")};
    case AnswerKind::QueryUnknown:
        return {TimelineWords::tr("the question had no certain answer", "answer"), Tone::Unknown,
            QStringLiteral("circle-help")};
    }
    return {};
}

} // namespace onceover::models
