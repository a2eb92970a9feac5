// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

// g++ 12 takes an enumerator of a scoped enum for a declaration that shadows `Done` of core/result.h.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// Where one planned occurrence of a job stands.
enum class RunState {
    Due,
    Held,
    Running,
    Done,
    Failed,
    Skipped,
};
#pragma GCC diagnostic pop

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<RunState>{
    "DUE", "HELD", "RUNNING", "DONE", "FAILED", "SKIPPED"};
static_assert(namesAreComplete(RunState::Skipped));

/// What happens to a run.
enum class RunEvent {
    Trigger,            ///< The first trigger of its run key inserts it.
    TriggerWhileFrozen, ///< The same under a freeze in force: recorded, without attempts, so that nothing is lost
                        ///< (R103).
    Hold,               ///< A freeze in force covers it before it started.
    Release,            ///< The lift's policy lets it run.
    Start,              ///< The scheduler's attempt begins.
    Finish,             ///< Its batch is COMPLETED, or its work without a batch ended.
    Fail,               ///< Its batch FAILED, or its attempts are spent.
    Skip,               ///< The lift's policy leaves it out; policy and person are named.
    RecoverBatch,       ///< Approved batch recovery.
};

template <>
inline constexpr std::array<std::string_view, 9> kNamesOf<RunEvent>{
    "TRIGGER", "TRIGGER_WHILE_FROZEN", "HOLD", "RELEASE", "START", "FINISH", "FAIL", "SKIP", "RECOVER_BATCH"};
static_assert(namesAreComplete(RunEvent::RecoverBatch));

using RunTransition = Transition<RunState, RunEvent>;

/// The one table of the run machine.
inline constexpr auto kRunTransitions = [] {
    using S = RunState;
    using E = RunEvent;
    using T = RunTransition;
    return std::array{
        T{std::nullopt, E::Trigger, S::Due, Needs::Inputs},
        T{std::nullopt, E::TriggerWhileFrozen, S::Held, Needs::FreezeInForce},
        T{S::Due, E::Hold, S::Held, Needs::FreezeInForce},
        T{S::Held, E::Release, S::Due, Needs::FreezeLifted},
        T{S::Due, E::Start, S::Running, Needs::DueRow},
        T{S::Running, E::Finish, S::Done, Needs::CountedFacts},
        T{S::Running, E::Fail, S::Failed, Needs::CountedFacts},
        T{S::Held, E::Skip, S::Skipped, Needs::Policy},
        T{S::Failed, E::RecoverBatch, S::Running, Needs::Approval},
    };
}();

inline constexpr std::array kRunFinals{RunState::Done, RunState::Failed, RunState::Skipped};
static_assert(isSound(kRunTransitions, kRunFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<RunTransition> decideRun(std::optional<RunState> from, RunEvent event)
{
    return decideIn(kRunTransitions, from, event);
}

} // namespace onceover
