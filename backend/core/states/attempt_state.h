// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// How one try at a run, or at one shard of it, went.
enum class AttemptState {
    Started,
    Succeeded,
    Failed,
    Lost,
    Fenced,
    Released,
};

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<AttemptState>{
    "STARTED", "SUCCEEDED", "FAILED", "LOST", "FENCED", "RELEASED"};
static_assert(namesAreComplete(AttemptState::Released));

/// What happens to an attempt.
enum class AttemptEvent {
    Start,
    Succeed,
    Fail,
    Lose,    ///< Written by who takes over.
    Fence,   ///< Its claims were fenced.
    Release, ///< Clean stop.
};

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<AttemptEvent>{
    "START", "SUCCEED", "FAIL", "LOSE", "FENCE", "RELEASE"};
static_assert(namesAreComplete(AttemptEvent::Release));

using AttemptTransition = Transition<AttemptState, AttemptEvent>;

/// The one table of the attempt machine. An ended attempt never changes: the next try is a new attempt (R2).
inline constexpr auto kAttemptTransitions = [] {
    using S = AttemptState;
    using E = AttemptEvent;
    using T = AttemptTransition;
    return std::array{
        T{std::nullopt, E::Start, S::Started, Needs::DueRow},
        T{S::Started, E::Succeed, S::Succeeded, Needs::CountedFacts},
        T{S::Started, E::Fail, S::Failed, Needs::CountedFacts},
        T{S::Started, E::Lose, S::Lost, Needs::ExpiredLease},
        T{S::Started, E::Fence, S::Fenced, Needs::FenceOrder},
        T{S::Started, E::Release, S::Released, Needs::CurrentVersion},
    };
}();

inline constexpr std::array kAttemptFinals{
    AttemptState::Succeeded, AttemptState::Failed, AttemptState::Lost, AttemptState::Fenced, AttemptState::Released};
static_assert(isSound(kAttemptTransitions, kAttemptFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<AttemptTransition> decideAttempt(std::optional<AttemptState> from, AttemptEvent event)
{
    return decideIn(kAttemptTransitions, from, event);
}

} // namespace onceover
