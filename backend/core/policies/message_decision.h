// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/records/answer.h"
#include "core/records/channel_profile.h"
#include "core/records/message.h"
#include "core/result.h"
#include "core/states/message_state.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// What is to become of a message after an answer.
enum class MessageVerdict {
    NoChange, ///< The fact is recorded and changes nothing now.
    Accepted,
    Refused,
    Unknown,       ///< SENDING or UNKNOWN goes to UNKNOWN: the next query is due after `wait`.
    StayUnknown,   ///< Asked again after `wait`.
    PendingAgain,  ///< The same bytes under the same key, not before `wait` from now.
    Failed,        ///< Provably never left, and the budget is spent.
    Contradiction, ///< A final message, and a fact that may say otherwise: the database compares the reference as well
                   ///< and opens a difference, or finds the same news again. No change (I4).
};

template <>
inline constexpr std::array<std::string_view, 8> kNamesOf<MessageVerdict>{
    "NO_CHANGE", "ACCEPTED", "REFUSED", "UNKNOWN", "STAY_UNKNOWN", "PENDING_AGAIN", "FAILED", "CONTRADICTION"};
static_assert(namesAreComplete(MessageVerdict::Contradiction));

/// Classes of dead letters of messages, as stored in dead_letter.failure_class.
enum class MessageLetter {
    NotSent,  ///< Never left; may be replayed.
    Refused,  ///< Only an approved revision helps.
    Mismatch, ///< Our fault: other bytes under the key. Never a new key.
    Differs,  ///< Accepted with another amount or currency.
    Unknown,  ///< Nobody could find out; a person decides from the statement.
};

template <>
inline constexpr std::array<std::string_view, 5> kNamesOf<MessageLetter>{
    "NOT_SENT", "REFUSED", "MISMATCH", "DIFFERS", "UNKNOWN"};
static_assert(namesAreComplete(MessageLetter::Unknown));

/// How an answer came about.
struct AnswerContext {
    Timestamp startedAt;        ///< When the send was marked or the query was begun, by the database's clock.
    bool ofPresentSend = false; ///< The answer belongs to the send that the row shows now: same version.
    std::uint32_t draw = 0;     ///< A random number for the jitter, drawn once.
    bool fromCallback = false;  ///< The outside called by itself: about the key, at any time, in any order.
};

/// The decision, and the event of the message machine that it is.
struct MessageDecision {
    MessageVerdict verdict = MessageVerdict::NoChange;
    std::optional<MessageEvent> event; ///< Empty when the state stays as it is.
    milliseconds wait{0};              ///< Until not_before (PendingAgain) or the next query (Unknown, StayUnknown).
    bool burnsAttempt = false;
    bool provablyNotSent = false; ///< Lowers sends_maybe_left again.
    bool fenced = false; ///< Applies only under the present version: work, and a refusal. Other facts are not fenced.
    std::optional<MessageLetter> deadLetter;
    std::string reason; ///< For log and last_error; empty when all was well.
};

/// May a message that was never seen outside be sent again, under the same key?
enum class ResendPermission {
    Allowed,
    NotYet, ///< Asked too early: `wait` tells when asking again can allow it.
    Never,  ///< By the profile, or the key's life is over: a person decides.
};

struct ResendDecision {
    ResendPermission permission = ResendPermission::Never;
    milliseconds wait{0};
    std::string reason;
};

/// May the channel ever be sent to again without a person? Not with ignores_key, executes, query = none, no
/// max_late_execution, or a retention shorter than late execution plus the retry schedule (DESIGN.md section 5).
/// `found` of the refusal ResendNotAllowed names the reason, for the console to show.
[[nodiscard]] Result<Done> automaticResend(const ChannelProfile& profile);

/// The last instant at which this key may leave: first send + retention − margin. Nothing while no send may have left.
[[nodiscard]] std::optional<Timestamp> keyLifeEnd(const OutboxMessage& message, const ChannelProfile& profile);

/// The instant after which a sender must not write any more: the earlier of its lease's end and, when an earlier send
/// may have left, the end of the key's life. The message is the marked one; nothing without a lease.
[[nodiscard]] std::optional<Timestamp> sendDeadline(const OutboxMessage& message, const ChannelProfile& profile);

/// NOT_FOUND allows a re-send only if the query began after late execution (and, when eventual, the query's own delay)
/// ran out since the last moment at which a byte may have left, and the key lives until the re-send after `resendWait`.
/// That moment is the later of last_sent_at and unknown_since: the sender had reported or lost its lease by then.
[[nodiscard]] ResendDecision decideResend(
    const OutboxMessage& message, const ChannelProfile& profile, Timestamp queryStartedAt, milliseconds resendWait);

/// The heart: what one recorded answer does to a message in its present state. `message` is read after the fact was
/// recorded, `message.readAt` is the database's clock of that read, and `profile` is the version of the first send.
/// Nothing here can yield another key, other bytes, or ACCEPTED for an effect with another amount or currency.
/// The verdict's event is legal in both tables (message, operation) by construction; tests try every pair.
[[nodiscard]] MessageDecision decideMessage(
    const OutboxMessage& message, const Answer& answer, const ChannelProfile& profile, const AnswerContext& context);

/// The outcome for onceover.finish_external(); nothing for NoChange. A Contradiction carries the state that the fact
/// claims, so that the database, which finds the message final, compares it and opens the difference.
[[nodiscard]] std::optional<MessageOutcome> outcomeOf(
    const OutboxMessage& message, const Answer& answer, const MessageDecision& decision, std::optional<CallId> call);

} // namespace onceover
