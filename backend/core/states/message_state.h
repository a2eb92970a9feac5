// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"
#include "core/states/operation_state.h"

namespace onceover {

/// Where one outbox message stands (DESIGN.md section 3).
enum class MessageState {
    Pending,
    Sending,
    Accepted,
    Refused,
    Unknown,
    Failed,
};

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<MessageState>{
    "PENDING", "SENDING", "ACCEPTED", "REFUSED", "UNKNOWN", "FAILED"};
static_assert(namesAreComplete(MessageState::Failed));

/// What happens to an outbox message.
enum class MessageEvent {
    Write,              ///< Inserted in the transaction that made it true; not sent before `not_before`.
    Mark,               ///< Lease, version and the times of sending committed before the bytes leave.
    NotSent,            ///< Provably not sent, budget left: again by the backoff.
    Throttle,           ///< 429: again after Retry-After, no attempt burned.
    FindInFlight,       ///< 409 on the first send ever: again shortly, no attempt burned.
    GiveUpUnsent,       ///< Budget spent, and no send may ever have left.
    LoseAnswer,         ///< Timeout, reset, 5xx, unparsable, unlisted code; 409 or budget spent after an earlier send.
    LoseSender,         ///< The sender's lease expired while SENDING.
    Fence,              ///< The sender was fenced while SENDING.
    Accept,             ///< Accepted; amount, currency and reference agree.
    Disagree,           ///< Accepted but differs, or MISMATCH: unknown, with a dead letter.
    Refuse,             ///< Refused for good.
    AllowResend,        ///< Never seen there, and the channel allows a re-send.
    Escalate,           ///< Unknown for too long: stays, with a dead letter.
    ResolveExecuted,    ///< Approved resolution from evidence.
    ResolveNotExecuted, ///< Approved resolution from evidence.
    Replay,             ///< Approved replay of a message that never left: same bytes, same key.
};

template <>
inline constexpr std::array<std::string_view, 17> kNamesOf<MessageEvent>{"WRITE", "MARK", "NOT_SENT", "THROTTLE",
    "FIND_IN_FLIGHT", "GIVE_UP_UNSENT", "LOSE_ANSWER", "LOSE_SENDER", "FENCE", "ACCEPT", "DISAGREE", "REFUSE",
    "ALLOW_RESEND", "ESCALATE", "RESOLVE_EXECUTED", "RESOLVE_NOT_EXECUTED", "REPLAY"};
static_assert(namesAreComplete(MessageEvent::Replay));

using MessageTransition = Transition<MessageState, MessageEvent>;

/// The one table of the message machine; the guard in the database mirrors its pairs.
inline constexpr auto kMessageTransitions = [] {
    using S = MessageState;
    using E = MessageEvent;
    using T = MessageTransition;
    return std::array{
        T{std::nullopt, E::Write, S::Pending, Needs::CurrentVersion},
        T{S::Pending, E::Mark, S::Sending, Needs::DueRow},
        T{S::Sending, E::NotSent, S::Pending, Needs::CurrentVersion},
        T{S::Sending, E::Throttle, S::Pending, Needs::CurrentVersion},
        T{S::Sending, E::FindInFlight, S::Pending, Needs::CurrentVersion},
        T{S::Sending, E::GiveUpUnsent, S::Failed, Needs::CurrentVersion},
        T{S::Sending, E::LoseAnswer, S::Unknown, Needs::CurrentVersion},
        T{S::Sending, E::LoseSender, S::Unknown, Needs::ExpiredLease},
        T{S::Sending, E::Fence, S::Unknown, Needs::FenceOrder},
        T{S::Sending, E::Accept, S::Accepted, Needs::Fact},
        T{S::Unknown, E::Accept, S::Accepted, Needs::Fact},
        T{S::Sending, E::Disagree, S::Unknown, Needs::Fact},
        T{S::Unknown, E::Disagree, S::Unknown, Needs::Fact},
        T{S::Sending, E::Refuse, S::Refused, Needs::Fact},
        T{S::Unknown, E::Refuse, S::Refused, Needs::Fact},
        T{S::Unknown, E::AllowResend, S::Pending, Needs::PermittingQuery},
        T{S::Unknown, E::Escalate, S::Unknown, Needs::Fact},
        T{S::Unknown, E::ResolveExecuted, S::Accepted, Needs::Approval},
        T{S::Unknown, E::ResolveNotExecuted, S::Refused, Needs::Approval},
        T{S::Failed, E::Replay, S::Pending, Needs::Approval},
    };
}();

inline constexpr std::array kMessageFinals{MessageState::Accepted, MessageState::Refused, MessageState::Failed};
static_assert(isSound(kMessageTransitions, kMessageFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<MessageTransition> decideMessageEvent(std::optional<MessageState> from, MessageEvent event)
{
    return decideIn(kMessageTransitions, from, event);
}

/// Open: PENDING, SENDING or UNKNOWN. An open message under a freeze in force is "held" (computed, never stored).
[[nodiscard]] constexpr bool isOpen(MessageState state)
{
    return state == MessageState::Pending || state == MessageState::Sending || state == MessageState::Unknown;
}

/// The one state of the operation that goes with a state of its message: both change in one transaction.
[[nodiscard]] constexpr OperationState operationStateFor(MessageState state)
{
    switch (state) {
    case MessageState::Pending:
    case MessageState::Sending:
        return OperationState::AwaitingExternal;
    case MessageState::Unknown:
        return OperationState::UnknownExternal;
    case MessageState::Accepted:
        return OperationState::Succeeded;
    case MessageState::Refused:
    case MessageState::Failed:
        return OperationState::FailedPermanent;
    }
    return OperationState::UnknownExternal;
}

/// What the operation makes of an event of its message; nothing when it stays AWAITING_EXTERNAL (or is only being
/// written). Sender lost, fenced and "unsent again with an earlier send" are all a lost answer for the operation.
[[nodiscard]] constexpr std::optional<OperationEvent> operationEventFor(MessageEvent event)
{
    switch (event) {
    case MessageEvent::Write:
    case MessageEvent::Mark:
    case MessageEvent::NotSent:
    case MessageEvent::Throttle:
    case MessageEvent::FindInFlight:
        return std::nullopt;
    case MessageEvent::GiveUpUnsent:
        return OperationEvent::GiveUpUnsent;
    case MessageEvent::LoseAnswer:
    case MessageEvent::LoseSender:
    case MessageEvent::Fence:
        return OperationEvent::LoseAnswer;
    case MessageEvent::Accept:
        return OperationEvent::Accept;
    case MessageEvent::Disagree:
        return OperationEvent::Disagree;
    case MessageEvent::Refuse:
        return OperationEvent::Refuse;
    case MessageEvent::AllowResend:
        return OperationEvent::AllowResend;
    case MessageEvent::Escalate:
        return OperationEvent::Escalate;
    case MessageEvent::ResolveExecuted:
        return OperationEvent::ResolveExecuted;
    case MessageEvent::ResolveNotExecuted:
        return OperationEvent::ResolveNotExecuted;
    case MessageEvent::Replay:
        return OperationEvent::ReplayMessage;
    }
    return std::nullopt;
}

} // namespace onceover
