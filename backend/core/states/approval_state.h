// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// Where a request of one person stands, that another decides and the replayer executes (DESIGN.md section 6).
enum class ApprovalState {
    Requested,
    Approved,
    Executing, ///< Under a lease.
    Executed,
    Partly,
    Failed, ///< Executed, and not one item could be done.
    Verified,
    Expired,
    Void, ///< A row that its plan names has moved.
    Rejected,
    Withdrawn,
};

template <>
inline constexpr std::array<std::string_view, 11> kNamesOf<ApprovalState>{"REQUESTED", "APPROVED", "EXECUTING",
    "EXECUTED", "PARTLY", "FAILED", "VERIFIED", "EXPIRED", "VOID", "REJECTED", "WITHDRAWN"};
static_assert(namesAreComplete(ApprovalState::Withdrawn));

/// What happens to a request.
enum class ApprovalEvent {
    Request,
    Approve,
    Reject,
    Withdraw, ///< By its maker alone.
    Expire,
    Move,
    Claim,    ///< A replayer begins.
    TakeOver, ///< Another one goes on.
    ExecuteAll,
    ExecutePart,
    ExecuteNone,
    Verify, ///< Each item that was done shows what it promised.
};

template <>
inline constexpr std::array<std::string_view, 12> kNamesOf<ApprovalEvent>{"REQUEST", "APPROVE", "REJECT", "WITHDRAW",
    "EXPIRE", "MOVE", "CLAIM", "TAKE_OVER", "EXECUTE_ALL", "EXECUTE_PART", "EXECUTE_NONE", "VERIFY"};
static_assert(namesAreComplete(ApprovalEvent::Verify));

using ApprovalTransition = Transition<ApprovalState, ApprovalEvent>;

/// The one table of the approval machine. Nothing leaves a decision again: who wants more asks anew.
inline constexpr auto kApprovalTransitions = [] {
    using S = ApprovalState;
    using E = ApprovalEvent;
    using T = ApprovalTransition;
    return std::array{
        T{std::nullopt, E::Request, S::Requested, Needs::Inputs},
        T{S::Requested, E::Approve, S::Approved, Needs::SecondPerson},
        T{S::Requested, E::Reject, S::Rejected, Needs::SecondPerson},
        T{S::Requested, E::Withdraw, S::Withdrawn, Needs::Policy},
        T{S::Requested, E::Expire, S::Expired, Needs::Deadline},
        T{S::Requested, E::Move, S::Void, Needs::MovedRow},
        T{S::Approved, E::Expire, S::Expired, Needs::Deadline},
        T{S::Approved, E::Move, S::Void, Needs::MovedRow},
        T{S::Approved, E::Claim, S::Executing, Needs::DueRow},
        T{S::Executing, E::TakeOver, S::Executing, Needs::ExpiredLease},
        T{S::Executing, E::ExecuteAll, S::Executed, Needs::CountedFacts},
        T{S::Executing, E::ExecutePart, S::Partly, Needs::CountedFacts},
        T{S::Executing, E::ExecuteNone, S::Failed, Needs::CountedFacts},
        T{S::Executed, E::Verify, S::Verified, Needs::CountedFacts},
        T{S::Partly, E::Verify, S::Verified, Needs::CountedFacts},
        T{S::Failed, E::Verify, S::Verified, Needs::CountedFacts},
    };
}();

inline constexpr std::array kApprovalFinals{ApprovalState::Verified, ApprovalState::Expired, ApprovalState::Void,
    ApprovalState::Rejected, ApprovalState::Withdrawn};
static_assert(isSound(kApprovalTransitions, kApprovalFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<ApprovalTransition> decideApproval(std::optional<ApprovalState> from, ApprovalEvent event)
{
    return decideIn(kApprovalTransitions, from, event);
}

// g++ 12 takes an enumerator of a scoped enum for a declaration that shadows `Done` of core/result.h.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// What became of one item of a plan.
enum class ApprovalItemState {
    Pending,
    Done,
    Refused, ///< With a reason; the row was left as it is.
    Unknown, ///< What it asked of the outside was not answered.
};
#pragma GCC diagnostic pop

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<ApprovalItemState>{"PENDING", "DONE", "REFUSED", "UNKNOWN"};
static_assert(namesAreComplete(ApprovalItemState::Unknown));

/// What happens to an item.
enum class ApprovalItemEvent {
    Plan,
    Execute,
    Refuse,
    LoseAnswer,
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<ApprovalItemEvent>{
    "PLAN", "EXECUTE", "REFUSE", "LOSE_ANSWER"};
static_assert(namesAreComplete(ApprovalItemEvent::LoseAnswer));

using ApprovalItemTransition = Transition<ApprovalItemState, ApprovalItemEvent>;

/// The one table of an item. An unknown is neither done nor refused until something on record says so.
inline constexpr auto kApprovalItemTransitions = [] {
    using S = ApprovalItemState;
    using E = ApprovalItemEvent;
    using T = ApprovalItemTransition;
    return std::array{
        T{std::nullopt, E::Plan, S::Pending, Needs::Inputs},
        T{S::Pending, E::Execute, S::Done, Needs::CurrentVersion},
        T{S::Pending, E::Refuse, S::Refused, Needs::MovedRow},
        T{S::Pending, E::LoseAnswer, S::Unknown, Needs::Fact},
        T{S::Unknown, E::Execute, S::Done, Needs::Fact},
        T{S::Unknown, E::Refuse, S::Refused, Needs::Fact},
    };
}();

inline constexpr std::array kApprovalItemFinals{ApprovalItemState::Done, ApprovalItemState::Refused};
static_assert(isSound(kApprovalItemTransitions, kApprovalItemFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<ApprovalItemTransition> decideApprovalItem(
    std::optional<ApprovalItemState> from, ApprovalItemEvent event)
{
    return decideIn(kApprovalItemTransitions, from, event);
}

} // namespace onceover
