// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// How far an order to stop a scope has come (DESIGN.md rule 12).
enum class FreezeState {
    Requested,     ///< Written down; it stops nothing yet.
    InForce,       ///< Nothing new begins in its scope.
    Drained,       ///< And nothing that began before is in work or may still leave.
    LiftRequested, ///< Still in force.
    Lifted,
};

template <>
inline constexpr std::array<std::string_view, 5> kNamesOf<FreezeState>{
    "REQUESTED", "IN_FORCE", "DRAINED", "LIFT_REQUESTED", "LIFTED"};
static_assert(namesAreComplete(FreezeState::Lifted));

/// What happens to a freeze.
enum class FreezeEvent {
    Request,     ///< One person is enough.
    Enforce,     ///< Whoever began before has been waited for.
    Drain,       ///< Seen by the engine's watch.
    RequestLift, ///< Only of what has drained.
    KeepFrozen,  ///< The request to lift was rejected, withdrawn or ran out.
    Lift,        ///< Two persons.
};

template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<FreezeEvent>{
    "REQUEST", "ENFORCE", "DRAIN", "REQUEST_LIFT", "KEEP_FROZEN", "LIFT"};
static_assert(namesAreComplete(FreezeEvent::Lift));

using FreezeTransition = Transition<FreezeState, FreezeEvent>;

/// The one table of the freeze machine.
inline constexpr auto kFreezeTransitions = [] {
    using S = FreezeState;
    using E = FreezeEvent;
    using T = FreezeTransition;
    return std::array{
        T{std::nullopt, E::Request, S::Requested, Needs::Policy},
        T{S::Requested, E::Enforce, S::InForce, Needs::Barrier},
        T{S::InForce, E::Drain, S::Drained, Needs::CountedFacts},
        T{S::Drained, E::RequestLift, S::LiftRequested, Needs::Policy},
        T{S::LiftRequested, E::KeepFrozen, S::Drained, Needs::Policy},
        T{S::LiftRequested, E::Lift, S::Lifted, Needs::Approval},
    };
}();

inline constexpr std::array kFreezeFinals{FreezeState::Lifted};
static_assert(isSound(kFreezeTransitions, kFreezeFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<FreezeTransition> decideFreeze(std::optional<FreezeState> from, FreezeEvent event)
{
    return decideIn(kFreezeTransitions, from, event);
}

} // namespace onceover
