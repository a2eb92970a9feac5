// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policies/message_decision.h"

#include "core/policies/retry.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

/// How often a message is looked at whose channel cannot be asked: a person decides, the look only keeps it listed.
constexpr milliseconds kUnaskableLook = std::chrono::hours{24};

/// One decision's inputs under short names.
struct Case {
    const OutboxMessage& message;
    const Answer& answer;
    const ChannelProfile& profile;
    const AnswerContext& context;

    [[nodiscard]] RetryPolicy policy() const { return retryPolicyOf(profile); }

    /// Queries since the message became UNKNOWN, the one that brought this answer included: the row does not count it
    /// yet.
    [[nodiscard]] int asked() const { return message.queries + (isQueryAnswer(answer.kind) ? 1 : 0); }

    /// Sends that may have left besides the one that the answer is about.
    [[nodiscard]] int earlierSends() const { return std::max(message.sendsMaybeLeft - 1, 0); }
};

// -- building blocks ----------------------------------------------------------------------------------------------

/// How the answer's effect compares with ours.
enum class Agreement {
    Agrees,
    Differs,
    Silent, ///< Reference, amount or currency is missing: it proves nothing, so it is asked.
};

Agreement compareEffect(const Case& c)
{
    if (c.answer.externalRef.empty())
        return Agreement::Silent;
    if (c.profile.kind == "payout" && (!c.answer.amountMinor || c.answer.currency.empty()))
        return Agreement::Silent;
    const bool sameAmount = !c.answer.amountMinor || *c.answer.amountMinor == c.message.amountMinor;
    const bool sameCurrency = c.answer.currency.empty() || c.answer.currency == c.message.currency;
    return sameAmount && sameCurrency ? Agreement::Agrees : Agreement::Differs;
}

/// Does the channel give the old answer (or an error) for a key that it saw before?
bool honoursKeys(const ChannelProfile& profile)
{
    return profile.onMismatch != OnMismatch::IgnoresKey && profile.onInFlight != OnInFlight::Executes;
}

milliseconds queryWait(const Case& c, int asked)
{
    if (c.profile.queryKind == QueryKind::None)
        return kUnaskableLook;
    if (c.profile.queryBackoff.empty())
        return withJitter(backoffAfter(c.policy(), asked + 1), c.context.draw);
    const auto index = std::min(static_cast<std::size_t>(std::max(asked, 0)), c.profile.queryBackoff.size() - 1);
    return withJitter(c.profile.queryBackoff[index], c.context.draw);
}

/// The first query after a send without a certain answer; an eventual one shows nothing before its delay is over.
milliseconds firstQueryWait(const Case& c)
{
    const milliseconds wait = queryWait(c, 0);
    return c.profile.queryKind == QueryKind::Eventual ? std::max(wait, c.profile.queryEventualMax) : wait;
}

std::string describe(const Case& c)
{
    std::string text{nameOf(c.answer.kind)};
    if (!c.answer.code.empty())
        text += " " + c.answer.code;
    if (!c.answer.error.empty())
        text += ": " + c.answer.error;
    return text;
}

MessageDecision noChange(std::string reason)
{
    MessageDecision decision;
    decision.reason = std::move(reason);
    return decision;
}

MessageDecision accepted()
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::Accepted;
    decision.event = MessageEvent::Accept;
    return decision;
}

/// A refusal is final because of the sends that the row shows now: it applies to no other version, or a send that was
/// marked meanwhile would be out while the money goes back.
MessageDecision refused(const Case& c)
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::Refused;
    decision.event = MessageEvent::Refuse;
    decision.fenced = true;
    decision.deadLetter = MessageLetter::Refused;
    decision.reason = describe(c);
    return decision;
}

/// Accepted with another effect, or MISMATCH: for a person, from SENDING and UNKNOWN alike.
MessageDecision disagrees(const Case& c, MessageLetter letter, std::string reason)
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::Unknown;
    decision.event = MessageEvent::Disagree;
    const bool firstTime = c.message.status == MessageState::Sending;
    decision.wait = firstTime ? firstQueryWait(c) : queryWait(c, c.asked());
    decision.burnsAttempt = firstTime;
    decision.deadLetter = letter;
    decision.reason = std::move(reason);
    return decision;
}

/// The outside paid, and has the money back. Whether we hear that it paid or not: a person decides what the merchant
/// gets, and by which operation of its own.
MessageDecision returned(const Case& c)
{
    return disagrees(c, MessageLetter::Differs, describe(c) + "; executed, and the money came back");
}

MessageDecision loseAnswer(const Case& c, std::string reason)
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::Unknown;
    decision.event = MessageEvent::LoseAnswer;
    decision.wait = firstQueryWait(c);
    decision.burnsAttempt = true;
    decision.fenced = true;
    if (c.profile.queryKind == QueryKind::None)
        decision.deadLetter = MessageLetter::Unknown; // Nobody can ask: a person decides from the statement.
    decision.reason = std::move(reason);
    return decision;
}

MessageDecision stayUnknown(const Case& c, milliseconds wait, bool needsPerson, std::string reason)
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::StayUnknown;
    decision.wait = wait;
    const bool isOld = c.message.unknownSince && c.message.readAt - *c.message.unknownSince >= c.profile.escalateAfter;
    const bool escalates
        = needsPerson || isOld || c.profile.queryKind == QueryKind::None || c.asked() >= c.profile.maxQueries;
    if (escalates) {
        decision.event = MessageEvent::Escalate;
        decision.deadLetter = MessageLetter::Unknown;
    }
    decision.reason = std::move(reason);
    return decision;
}

MessageDecision pendingAgain(MessageEvent event, milliseconds wait, std::string reason)
{
    MessageDecision decision;
    decision.verdict = MessageVerdict::PendingAgain;
    decision.event = event;
    decision.wait = wait;
    decision.fenced = true;
    decision.reason = std::move(reason);
    return decision;
}

/// With an earlier send that may have left, a key must still live when it leaves again.
bool keyLivesAfter(const Case& c, milliseconds wait)
{
    const auto end = keyLifeEnd(c.message, c.profile);
    return !end || c.message.readAt + wait <= *end;
}

// -- while SENDING, about the present send ------------------------------------------------------------------------

MessageDecision decideNotSent(const Case& c)
{
    const RetryDecision retry = decideRetry(
        c.policy(), RetryClass::Transient, {c.message.attempts, milliseconds{0}, std::nullopt, c.context.draw});
    MessageDecision decision;
    if (c.earlierSends() > 0 && (!retry.again || !keyLivesAfter(c, retry.wait))) {
        decision = loseAnswer(c, describe(c) + "; an earlier send may have left");
    } else if (retry.again) {
        decision = pendingAgain(MessageEvent::NotSent, retry.wait, describe(c));
    } else {
        decision.verdict = MessageVerdict::Failed;
        decision.event = MessageEvent::GiveUpUnsent;
        decision.fenced = true;
        decision.deadLetter = MessageLetter::NotSent;
        decision.reason = describe(c) + "; the budget is spent";
    }
    decision.burnsAttempt = true;
    decision.provablyNotSent = true;
    return decision;
}

MessageDecision decideThrottled(const Case& c)
{
    const RetryDecision retry = decideRetry(
        c.policy(), RetryClass::Throttled, {c.message.attempts, milliseconds{0}, c.answer.retryAfter, c.context.draw});
    // The bytes reached them, so the key's life runs from the first such send, even if nothing was executed.
    if (!keyLivesAfter(c, retry.wait))
        return loseAnswer(c, describe(c) + "; the key's life ends before the next send");
    return pendingAgain(MessageEvent::Throttle, retry.wait, describe(c));
}

MessageDecision decideInFlight(const Case& c)
{
    if (c.earlierSends() > 0)
        return loseAnswer(c, describe(c) + "; an earlier send is being executed");
    const RetryDecision retry = decideRetry(
        c.policy(), RetryClass::Conflict, {c.message.attempts, milliseconds{0}, std::nullopt, c.context.draw});
    if (!keyLivesAfter(c, retry.wait))
        return loseAnswer(c, describe(c) + "; the key's life ends before the next send");
    return pendingAgain(MessageEvent::FindInFlight, retry.wait, describe(c));
}

// -- facts about the effect, whatever send or query they came from ------------------------------------------------

/// ACCEPTED or FOUND_EXECUTED in SENDING or UNKNOWN.
MessageDecision decideExecuted(const Case& c)
{
    switch (compareEffect(c)) {
    case Agreement::Agrees:
        return accepted();
    case Agreement::Differs:
        return disagrees(c, MessageLetter::Differs,
            describe(c) + "; executed with " + c.answer.currency + " minor "
                + std::to_string(c.answer.amountMinor.value_or(0)) + " instead of " + c.message.currency + " minor "
                + std::to_string(c.message.amountMinor));
    case Agreement::Silent:
        break;
    }
    const std::string reason = describe(c) + "; without reference, amount or currency";
    if (c.context.fromCallback)
        return noChange(reason);
    if (c.message.status == MessageState::Unknown)
        return stayUnknown(c, queryWait(c, c.asked()), false, reason);
    return c.context.ofPresentSend ? loseAnswer(c, reason) : noChange(reason);
}

/// REFUSED or FOUND_REFUSED in SENDING or UNKNOWN. A refusal speaks for the send it answered; it speaks for all sends
/// only where the channel knows the key again.
MessageDecision decideRefused(const Case& c)
{
    const bool fromQuery = isQueryAnswer(c.answer.kind);
    const bool finalForKey = honoursKeys(c.profile) && c.profile.refusal == RefusalKind::Final;
    if (c.context.fromCallback) {
        // It may be about any send so far, and it may be old: it speaks for all of them only where there was one, or
        // where the channel says the same to each.
        if (c.earlierSends() == 0 || finalForKey)
            return refused(c);
        return noChange(describe(c) + "; another send may have been executed");
    }
    if (c.message.status == MessageState::Sending) {
        if (!c.context.ofPresentSend)
            return noChange(describe(c) + "; a later send is under way");
        if (c.earlierSends() == 0 || honoursKeys(c.profile))
            return refused(c);
        MessageDecision decision
            = loseAnswer(c, describe(c) + "; the channel does not know keys, an earlier send may have left");
        decision.deadLetter = MessageLetter::Unknown;
        return decision;
    }
    const bool askedAfterLastSend
        = fromQuery && (!c.message.lastSentAt || c.context.startedAt >= *c.message.lastSentAt);
    if (c.earlierSends() == 0 || finalForKey || (askedAfterLastSend && honoursKeys(c.profile)))
        return refused(c);
    return stayUnknown(
        c, queryWait(c, c.asked()), !honoursKeys(c.profile), describe(c) + "; another send may have been executed");
}

/// NOT_FOUND while UNKNOWN.
MessageDecision decideNotFound(const Case& c)
{
    const milliseconds usual = queryWait(c, c.asked());
    const RetryPolicy policy = c.policy();
    if (c.message.attempts >= policy.maxAttempts)
        return stayUnknown(c, usual, true, "never seen there; the budget of sends is spent");
    milliseconds wait = withJitter(backoffAfter(policy, c.message.attempts), c.context.draw);
    if (c.message.lastSentAt) {
        const auto sinceSent = std::chrono::duration_cast<milliseconds>(c.message.readAt - *c.message.lastSentAt);
        wait = std::max(wait - sinceSent, milliseconds{0});
    }
    const ResendDecision resend = decideResend(c.message, c.profile, c.context.startedAt, wait);
    switch (resend.permission) {
    case ResendPermission::Allowed:
        break;
    case ResendPermission::NotYet:
        return stayUnknown(c, std::max(usual, resend.wait), false, "never seen there; " + resend.reason);
    case ResendPermission::Never:
        return stayUnknown(c, usual, true, "never seen there; " + resend.reason);
    }
    return pendingAgain(MessageEvent::AllowResend, wait, "never seen there; sent again under the same key");
}

// -- one function per kind of state -------------------------------------------------------------------------------

MessageDecision decideSending(const Case& c)
{
    switch (c.answer.kind) {
    case AnswerKind::Accepted:
    case AnswerKind::FoundExecuted:
        return decideExecuted(c);
    case AnswerKind::Refused:
    case AnswerKind::FoundRefused:
        return decideRefused(c);
    case AnswerKind::Mismatch:
        return disagrees(c, MessageLetter::Mismatch, describe(c) + "; other bytes under this key");
    case AnswerKind::FoundReturned:
        return returned(c);
    case AnswerKind::InFlight:
        return c.context.ofPresentSend ? decideInFlight(c) : noChange(describe(c) + "; of an earlier send");
    case AnswerKind::Throttled:
        return c.context.ofPresentSend ? decideThrottled(c) : noChange(describe(c) + "; of an earlier send");
    case AnswerKind::NotSent:
        return c.context.ofPresentSend ? decideNotSent(c) : noChange(describe(c) + "; of an earlier send");
    case AnswerKind::Unknown:
        return c.context.ofPresentSend ? loseAnswer(c, describe(c)) : noChange(describe(c) + "; of an earlier send");
    case AnswerKind::FoundPending:
    case AnswerKind::NotFound:
    case AnswerKind::QueryUnknown:
        return noChange(describe(c) + "; the present send will tell");
    }
    return noChange({});
}

/// What a callback can tell of an open message: its effect, its end, or nothing.
bool tellsAnEnd(AnswerKind kind)
{
    return kind == AnswerKind::Accepted || kind == AnswerKind::FoundExecuted || kind == AnswerKind::Refused
        || kind == AnswerKind::FoundRefused || kind == AnswerKind::FoundReturned;
}

MessageDecision decideUnknown(const Case& c)
{
    // However often it comes, it must not push the next query away.
    if (c.context.fromCallback && !tellsAnEnd(c.answer.kind))
        return noChange(describe(c) + "; told by a callback");
    switch (c.answer.kind) {
    case AnswerKind::Accepted:
    case AnswerKind::FoundExecuted:
        return decideExecuted(c);
    case AnswerKind::Refused:
    case AnswerKind::FoundRefused:
        return decideRefused(c);
    case AnswerKind::Mismatch:
        return disagrees(c, MessageLetter::Mismatch, describe(c) + "; other bytes under this key");
    case AnswerKind::FoundReturned:
        return returned(c);
    case AnswerKind::NotFound:
        return decideNotFound(c);
    case AnswerKind::Throttled:
    case AnswerKind::QueryUnknown: // With Retry-After where the query itself was one too many (K62).
        return stayUnknown(
            c, std::max(queryWait(c, c.asked()), c.answer.retryAfter.value_or(milliseconds{0})), false, describe(c));
    case AnswerKind::InFlight:
    case AnswerKind::NotSent:
    case AnswerKind::Unknown:
    case AnswerKind::FoundPending:
        return stayUnknown(c, queryWait(c, c.asked()), false, describe(c));
    }
    return noChange({});
}

/// A final message never changes. The opposite of what it is, and whatever was executed, goes to the database: it alone
/// knows the reference by which the message was accepted, and so can tell the same news from a second effect.
MessageDecision decideFinal(const Case& c)
{
    const bool executed = c.answer.kind == AnswerKind::Accepted || c.answer.kind == AnswerKind::FoundExecuted;
    const bool refusedThere = c.answer.kind == AnswerKind::Refused || c.answer.kind == AnswerKind::FoundRefused;
    const bool refusedAfterSuccess = refusedThere && c.message.status == MessageState::Accepted;
    if (!executed && !refusedAfterSuccess)
        return noChange(describe(c) + "; already final");
    MessageDecision decision;
    decision.verdict = MessageVerdict::Contradiction;
    decision.reason = describe(c) + " told of a message that is " + std::string{nameOf(c.message.status)};
    return decision;
}

} // namespace

Result<Done> automaticResend(const ChannelProfile& profile)
{
    if (profile.onMismatch == OnMismatch::IgnoresKey)
        return refuse(Refusal::ResendNotAllowed, "the channel ignores keys");
    if (profile.onInFlight == OnInFlight::Executes)
        return refuse(Refusal::ResendNotAllowed, "the channel executes a key that is in flight");
    if (profile.queryKind == QueryKind::None)
        return refuse(Refusal::ResendNotAllowed, "the channel cannot be asked");
    if (!profile.maxLateExecution)
        return refuse(Refusal::ResendNotAllowed, "the channel does not say how late it may execute");
    milliseconds schedule{0};
    const RetryPolicy policy = retryPolicyOf(profile);
    for (int failure = 1; failure < policy.maxAttempts; ++failure)
        schedule += backoffAfter(policy, failure) * 11 / 10; // With the longest jitter.
    if (profile.retention - profile.retentionMargin < *profile.maxLateExecution + schedule)
        return refuse(Refusal::ResendNotAllowed, "keys live shorter than late execution plus the retry schedule");
    return Done{};
}

std::optional<Timestamp> keyLifeEnd(const OutboxMessage& message, const ChannelProfile& profile)
{
    if (!message.firstSentAt)
        return std::nullopt;
    return *message.firstSentAt + profile.retention - profile.retentionMargin;
}

std::optional<Timestamp> sendDeadline(const OutboxMessage& message, const ChannelProfile& profile)
{
    if (!message.leaseUntil)
        return std::nullopt;
    const auto keyEnd = keyLifeEnd(message, profile);
    if (!keyEnd || message.sendsMaybeLeft <= 1)
        return message.leaseUntil;
    return std::min(*message.leaseUntil, *keyEnd);
}

ResendDecision decideResend(
    const OutboxMessage& message, const ChannelProfile& profile, Timestamp queryStartedAt, milliseconds resendWait)
{
    if (const auto allowed = automaticResend(profile); !allowed)
        return {ResendPermission::Never, milliseconds{0}, allowed.error().found};
    if (message.executedOnRecord)
        return {ResendPermission::Never, milliseconds{0}, "an earlier answer says that it was executed"};
    if (!message.lastSentAt)
        return {ResendPermission::Never, milliseconds{0}, "the time of the last send is not recorded"};
    const auto keyEnd = keyLifeEnd(message, profile);
    if (!keyEnd || message.readAt + resendWait > *keyEnd)
        return {ResendPermission::Never, milliseconds{0}, "the key's life is over"};
    const Timestamp lastLeft
        = message.unknownSince ? std::max(*message.lastSentAt, *message.unknownSince) : *message.lastSentAt;
    milliseconds blind = *profile.maxLateExecution;
    if (profile.queryKind == QueryKind::Eventual)
        blind = std::max(blind, profile.queryEventualMax);
    const Timestamp meaningful = lastLeft + blind;
    if (queryStartedAt > meaningful)
        return {ResendPermission::Allowed, milliseconds{0}, {}};
    const auto missing = std::chrono::ceil<milliseconds>(meaningful - message.readAt) + milliseconds{1};
    return {ResendPermission::NotYet, std::max(missing, milliseconds{0}), "asked too early to prove anything"};
}

MessageDecision decideMessage(
    const OutboxMessage& message, const Answer& answer, const ChannelProfile& profile, const AnswerContext& context)
{
    const Case c{message, answer, profile, context};
    switch (message.status) {
    case MessageState::Pending:
        // A late answer while the same bytes wait to leave again under the same key: who marks them looks at the
        // record.
        return noChange(describe(c) + "; the next mark looks at it");
    case MessageState::Sending:
        return decideSending(c);
    case MessageState::Unknown:
        return decideUnknown(c);
    case MessageState::Accepted:
    case MessageState::Refused:
    case MessageState::Failed:
        return decideFinal(c);
    }
    return noChange({});
}

std::optional<MessageOutcome> outcomeOf(
    const OutboxMessage& message, const Answer& answer, const MessageDecision& decision, std::optional<CallId> call)
{
    MessageOutcome outcome;
    switch (decision.verdict) {
    case MessageVerdict::NoChange:
        return std::nullopt;
    case MessageVerdict::Accepted:
        outcome.to = MessageState::Accepted;
        break;
    case MessageVerdict::Refused:
        outcome.to = MessageState::Refused;
        break;
    case MessageVerdict::Unknown:
    case MessageVerdict::StayUnknown:
        outcome.to = MessageState::Unknown;
        break;
    case MessageVerdict::PendingAgain:
        outcome.to = MessageState::Pending;
        break;
    case MessageVerdict::Failed:
        outcome.to = MessageState::Failed;
        break;
    case MessageVerdict::Contradiction:
        outcome.to = answer.kind == AnswerKind::Refused || answer.kind == AnswerKind::FoundRefused
            ? MessageState::Refused
            : MessageState::Accepted;
        break;
    }
    outcome.ref = message.ref;
    outcome.from = message.status;
    if (decision.fenced)
        outcome.version = message.version;
    outcome.externalRef = answer.externalRef;
    outcome.call = call;
    outcome.wait = decision.wait;
    outcome.burnsAttempt = decision.burnsAttempt;
    outcome.provablyNotSent = decision.provablyNotSent;
    outcome.error = decision.reason;
    outcome.answer = answer.kind;
    if (decision.deadLetter)
        outcome.deadLetterClass = nameOf(*decision.deadLetter);
    return outcome;
}

} // namespace onceover
