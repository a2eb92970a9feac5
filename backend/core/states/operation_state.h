// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// Where one business effect stands (DESIGN.md section 3). Unknown is never the same as failed.
enum class OperationState {
    Pending,
    Retryable,
    Processing,
    AwaitingExternal,
    UnknownExternal,
    Succeeded,
    FailedPermanent,
};

template <>
inline constexpr std::array<std::string_view, 7> kNamesOf<OperationState>{
    "PENDING", "RETRYABLE", "PROCESSING", "AWAITING_EXTERNAL", "UNKNOWN_EXTERNAL", "SUCCEEDED", "FAILED_PERMANENT"};
static_assert(namesAreComplete(OperationState::FailedPermanent));

/// Why an operation failed for good; set exactly when it is FAILED_PERMANENT.
enum class FailureClass {
    Rule,        ///< Breaks a business rule; stops the batch as well (R72).
    Data,        ///< Its own data is wrong; stops this operation only.
    Defect,      ///< Our own fault; stops the batch as well.
    BudgetSpent, ///< Transient failures used up attempts or time.
    WorkerLost,  ///< Lost its worker three times while claimed alone.
    NotSent,     ///< Provably never left; the HOLD legs stand.
    Refused,     ///< Refused outside for good; the BACK legs stand.
    NotExecuted, ///< A person resolved an unknown from evidence: not executed; the BACK legs stand.
};

template <>
inline constexpr std::array<std::string_view, 8> kNamesOf<FailureClass>{
    "RULE", "DATA", "DEFECT", "BUDGET_SPENT", "WORKER_LOST", "NOT_SENT", "REFUSED", "NOT_EXECUTED"};
static_assert(namesAreComplete(FailureClass::NotExecuted));

/// A failure of this class stops the whole batch: FAILED, and a freeze of scope batch (R72).
[[nodiscard]] constexpr bool stopsTheBatch(FailureClass failureClass)
{
    return failureClass == FailureClass::Rule || failureClass == FailureClass::Defect;
}

/// What happens to an operation.
enum class OperationEvent {
    Enumerate,          ///< Inserted from its inputs by insert-or-read; version 0.
    Claim,              ///< Taken by a worker: lease, version + 1.
    TakeOver,           ///< Taken from a worker whose lease expired: version + 1.
    SettleHere,         ///< Settled, and nothing is to be sent.
    Post,               ///< HOLD legs, balance and outbox message written.
    FailTransient,      ///< Failed, budget left: next attempt by the backoff.
    HandBack,           ///< Clean stop or conflict: no attempt burned.
    FailForGood,        ///< Wrong rule, data or code.
    SpendBudget,        ///< The fourth failure, or the total time is over.
    LoseWorker,         ///< Lost its worker for the third time while claimed alone.
    Fence,              ///< The version rises, so that the holder can do no work any more.
    LoseAnswer,         ///< Timeout, reset, 5xx, unparsable, unlisted code, sender lost or fenced.
    GiveUpUnsent,       ///< Provably not sent, and the budget is spent.
    Accept,             ///< Accepted; amount, currency and reference agree.
    Disagree,           ///< Accepted but differs, or MISMATCH: stays unknown, with a dead letter.
    Refuse,             ///< Refused outside for good.
    AllowResend,        ///< Never seen there, and the channel allows a re-send: same key, same bytes.
    Escalate,           ///< Unknown for too long: stays, with a dead letter.
    ResolveExecuted,    ///< Approved resolution from evidence.
    ResolveNotExecuted, ///< Approved resolution from evidence.
    ReplayWork,         ///< Approved replay of a failure without legs.
    ReplayMessage,      ///< Approved replay while the HOLD legs stand: the same bytes again.
};

template <>
inline constexpr std::array<std::string_view, 22> kNamesOf<OperationEvent>{"ENUMERATE", "CLAIM", "TAKE_OVER",
    "SETTLE_HERE", "POST", "FAIL_TRANSIENT", "HAND_BACK", "FAIL_FOR_GOOD", "SPEND_BUDGET", "LOSE_WORKER", "FENCE",
    "LOSE_ANSWER", "GIVE_UP_UNSENT", "ACCEPT", "DISAGREE", "REFUSE", "ALLOW_RESEND", "ESCALATE", "RESOLVE_EXECUTED",
    "RESOLVE_NOT_EXECUTED", "REPLAY_WORK", "REPLAY_MESSAGE"};
static_assert(namesAreComplete(OperationEvent::ReplayMessage));

using OperationTransition = Transition<OperationState, OperationEvent>;

/// The one table of the operation machine; the guard in the database mirrors its pairs.
inline constexpr auto kOperationTransitions = [] {
    using S = OperationState;
    using E = OperationEvent;
    using T = OperationTransition;
    return std::array{
        T{std::nullopt, E::Enumerate, S::Pending, Needs::Inputs},
        T{S::Pending, E::Claim, S::Processing, Needs::DueRow},
        T{S::Retryable, E::Claim, S::Processing, Needs::DueRow},
        T{S::Processing, E::TakeOver, S::Processing, Needs::ExpiredLease},
        T{S::Processing, E::SettleHere, S::Succeeded, Needs::CurrentVersion},
        T{S::Processing, E::Post, S::AwaitingExternal, Needs::CurrentVersion},
        T{S::Processing, E::FailTransient, S::Retryable, Needs::CurrentVersion},
        T{S::Processing, E::HandBack, S::Retryable, Needs::CurrentVersion},
        T{S::Processing, E::FailForGood, S::FailedPermanent, Needs::CurrentVersion},
        T{S::Processing, E::SpendBudget, S::FailedPermanent, Needs::CurrentVersion},
        T{S::Processing, E::LoseWorker, S::FailedPermanent, Needs::ExpiredLease},
        T{S::Processing, E::Fence, S::Retryable, Needs::FenceOrder},
        T{S::AwaitingExternal, E::LoseAnswer, S::UnknownExternal, Needs::Fact},
        T{S::AwaitingExternal, E::GiveUpUnsent, S::FailedPermanent, Needs::Fact},
        T{S::AwaitingExternal, E::Accept, S::Succeeded, Needs::Fact},
        T{S::UnknownExternal, E::Accept, S::Succeeded, Needs::Fact},
        T{S::AwaitingExternal, E::Disagree, S::UnknownExternal, Needs::Fact},
        T{S::UnknownExternal, E::Disagree, S::UnknownExternal, Needs::Fact},
        T{S::AwaitingExternal, E::Refuse, S::FailedPermanent, Needs::Fact},
        T{S::UnknownExternal, E::Refuse, S::FailedPermanent, Needs::Fact},
        T{S::UnknownExternal, E::AllowResend, S::AwaitingExternal, Needs::PermittingQuery},
        T{S::UnknownExternal, E::Escalate, S::UnknownExternal, Needs::Fact},
        T{S::UnknownExternal, E::ResolveExecuted, S::Succeeded, Needs::Approval},
        T{S::UnknownExternal, E::ResolveNotExecuted, S::FailedPermanent, Needs::Approval},
        T{S::FailedPermanent, E::ReplayWork, S::Retryable, Needs::Approval},
        T{S::FailedPermanent, E::ReplayMessage, S::AwaitingExternal, Needs::Approval},
    };
}();

/// Final without a second person's approval; SUCCEEDED is final for good.
inline constexpr std::array kOperationFinals{OperationState::Succeeded, OperationState::FailedPermanent};
static_assert(isSound(kOperationTransitions, kOperationFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<OperationTransition> decideOperation(
    std::optional<OperationState> from, OperationEvent event)
{
    return decideIn(kOperationTransitions, from, event);
}

/// SUCCEEDED or FAILED_PERMANENT: a contradictory fact changes nothing any more, it opens a difference.
[[nodiscard]] constexpr bool isFinal(OperationState state)
{
    return state == OperationState::Succeeded || state == OperationState::FailedPermanent;
}

/// The state holds a lease (worker_id and lease_until are set) exactly in PROCESSING.
[[nodiscard]] constexpr bool holdsLease(OperationState state)
{
    return state == OperationState::Processing;
}

/// May this event end an operation with this class? Each FAILED_PERMANENT names how it came about.
[[nodiscard]] constexpr bool isClassOf(OperationEvent event, FailureClass failureClass)
{
    switch (failureClass) {
    case FailureClass::Rule:
    case FailureClass::Data:
    case FailureClass::Defect:
        return event == OperationEvent::FailForGood;
    case FailureClass::BudgetSpent:
        return event == OperationEvent::SpendBudget;
    case FailureClass::WorkerLost:
        return event == OperationEvent::LoseWorker;
    case FailureClass::NotSent:
        return event == OperationEvent::GiveUpUnsent;
    case FailureClass::Refused:
        return event == OperationEvent::Refuse;
    case FailureClass::NotExecuted:
        return event == OperationEvent::ResolveNotExecuted;
    }
    return false;
}

/// The event by which an approved replay re-arms a failure: work again without legs, the same bytes while HOLD stands,
/// and nothing where BACK stands (only an approved revision helps there).
[[nodiscard]] constexpr std::optional<OperationEvent> replayEventOf(FailureClass failureClass)
{
    switch (failureClass) {
    case FailureClass::Rule:
    case FailureClass::Data:
    case FailureClass::Defect:
    case FailureClass::BudgetSpent:
    case FailureClass::WorkerLost:
        return OperationEvent::ReplayWork;
    case FailureClass::NotSent:
        return OperationEvent::ReplayMessage;
    case FailureClass::Refused:
    case FailureClass::NotExecuted:
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace onceover
