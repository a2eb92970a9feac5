// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// Where the settlement of one (job type, business date, scope) stands. RUNNING: something can move without a person.
/// PARTIAL: nothing can, and something waits for a person. COMPLETED is final for good.
enum class BatchState {
    Created,
    Running,
    Partial,
    Reconciling,
    Completed,
    Failed,
};

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<BatchState>{
    "CREATED", "RUNNING", "PARTIAL", "RECONCILING", "COMPLETED", "FAILED"};
static_assert(namesAreComplete(BatchState::Failed));

/// What happens to a batch. The scheduler duty alone moves it.
enum class BatchEvent {
    Open,         ///< The run inserts it.
    Start,        ///< There is work.
    FindEmpty,    ///< An empty day: all shards are enumerated with nothing in them.
    Stall,        ///< Nothing can move without a person.
    Resume,       ///< A replay re-armed something.
    AllDone,      ///< All shards DONE and counts as expected.
    Agree,        ///< Operations, ledger, outbox and accepted answers agree.
    Differ,       ///< A difference was found.
    Fail,         ///< A failure of class RULE or DEFECT.
    RecoverBatch, ///< Approved batch recovery.
};

template <>
inline constexpr std::array<std::string_view, 10> kNamesOf<BatchEvent>{
    "OPEN", "START", "FIND_EMPTY", "STALL", "RESUME", "ALL_DONE", "AGREE", "DIFFER", "FAIL", "RECOVER_BATCH"};
static_assert(namesAreComplete(BatchEvent::RecoverBatch));

using BatchTransition = Transition<BatchState, BatchEvent>;

/// The one table of the batch machine; the guard in the database mirrors its pairs.
inline constexpr auto kBatchTransitions = [] {
    using S = BatchState;
    using E = BatchEvent;
    using T = BatchTransition;
    return std::array{
        T{std::nullopt, E::Open, S::Created, Needs::Inputs},
        T{S::Created, E::Start, S::Running, Needs::CountedFacts},
        T{S::Created, E::FindEmpty, S::Reconciling, Needs::CountedFacts},
        T{S::Created, E::Fail, S::Failed, Needs::CountedFacts},
        T{S::Running, E::Stall, S::Partial, Needs::CountedFacts},
        T{S::Running, E::AllDone, S::Reconciling, Needs::CountedFacts},
        T{S::Running, E::Fail, S::Failed, Needs::CountedFacts},
        T{S::Partial, E::Resume, S::Running, Needs::CountedFacts},
        T{S::Partial, E::AllDone, S::Reconciling, Needs::CountedFacts},
        T{S::Partial, E::Fail, S::Failed, Needs::CountedFacts},
        T{S::Reconciling, E::Agree, S::Completed, Needs::CountedFacts},
        T{S::Reconciling, E::Differ, S::Partial, Needs::CountedFacts},
        T{S::Failed, E::RecoverBatch, S::Running, Needs::Approval},
    };
}();

inline constexpr std::array kBatchFinals{BatchState::Completed, BatchState::Failed};
static_assert(isSound(kBatchTransitions, kBatchFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<BatchTransition> decideBatchEvent(std::optional<BatchState> from, BatchEvent event)
{
    return decideIn(kBatchTransitions, from, event);
}

} // namespace onceover
