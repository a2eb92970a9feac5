// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

/// How far an incident has come (DESIGN.md section 3): a step opens only when the gate before it holds.
enum class IncidentState {
    Open,
    Frozen,        ///< A freeze of its scope is in force.
    Fenced,        ///< Nobody who began before holds work any more.
    EvidenceSaved, ///< Four parts with their digests, seen after the freeze.
    Diagnosed,     ///< Each hypothesis is supported or refuted by rows, and the central question is answered.
    Reconciled,    ///< Every channel's book was laid beside ours after the freeze had drained.
    PlanApproved,  ///< By a second person; the plan may be empty.
    Recovering,
    Verified, ///< The five equalities hold.
    Closed,   ///< Its freezes are lifted and its letters dealt with.
};

template <>
inline constexpr std::array<std::string_view, 10> kNamesOf<IncidentState>{"OPEN", "FROZEN", "FENCED", "EVIDENCE_SAVED",
    "DIAGNOSED", "RECONCILED", "PLAN_APPROVED", "RECOVERING", "VERIFIED", "CLOSED"};
static_assert(namesAreComplete(IncidentState::Closed));

/// What happens to an incident.
enum class IncidentEvent {
    Report,
    Freeze,
    Fence,
    SaveEvidence,
    Diagnose,
    Reconcile,
    ApprovePlan,
    CallFalseAlarm, ///< An empty plan, while nothing was fenced or recovered.
    Recover,
    Verify,
    FailVerification,
    GoBack, ///< Open plans are void.
    Close,
};

template <>
inline constexpr std::array<std::string_view, 13> kNamesOf<IncidentEvent>{"REPORT", "FREEZE", "FENCE", "SAVE_EVIDENCE",
    "DIAGNOSE", "RECONCILE", "APPROVE_PLAN", "CALL_FALSE_ALARM", "RECOVER", "VERIFY", "FAIL_VERIFICATION", "GO_BACK",
    "CLOSE"};
static_assert(namesAreComplete(IncidentEvent::Close));

using IncidentTransition = Transition<IncidentState, IncidentEvent>;

/// The one table of the incident machine. Nothing is skipped, and back goes to the diagnosis alone.
inline constexpr auto kIncidentTransitions = [] {
    using S = IncidentState;
    using E = IncidentEvent;
    using T = IncidentTransition;
    return std::array{
        T{std::nullopt, E::Report, S::Open, Needs::Inputs},
        T{S::Open, E::Freeze, S::Frozen, Needs::FreezeInForce},
        T{S::Frozen, E::Fence, S::Fenced, Needs::CountedFacts},
        T{S::Fenced, E::SaveEvidence, S::EvidenceSaved, Needs::CountedFacts},
        T{S::EvidenceSaved, E::Diagnose, S::Diagnosed, Needs::CountedFacts},
        T{S::Diagnosed, E::Reconcile, S::Reconciled, Needs::CountedFacts},
        T{S::Reconciled, E::ApprovePlan, S::PlanApproved, Needs::Approval},
        T{S::Open, E::CallFalseAlarm, S::PlanApproved, Needs::Approval},
        T{S::Frozen, E::CallFalseAlarm, S::PlanApproved, Needs::Approval},
        T{S::PlanApproved, E::Recover, S::Recovering, Needs::Policy},
        T{S::Recovering, E::Verify, S::Verified, Needs::CountedFacts},
        T{S::Recovering, E::FailVerification, S::Diagnosed, Needs::CountedFacts},
        T{S::Reconciled, E::GoBack, S::Diagnosed, Needs::Policy},
        T{S::PlanApproved, E::GoBack, S::Diagnosed, Needs::Policy},
        T{S::Recovering, E::GoBack, S::Diagnosed, Needs::Policy},
        T{S::Verified, E::GoBack, S::Diagnosed, Needs::Policy},
        T{S::Verified, E::Close, S::Closed, Needs::CountedFacts},
    };
}();

inline constexpr std::array kIncidentFinals{IncidentState::Closed};
static_assert(isSound(kIncidentTransitions, kIncidentFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<IncidentTransition> decideIncident(std::optional<IncidentState> from, IncidentEvent event)
{
    return decideIn(kIncidentTransitions, from, event);
}

/// The step that comes next; nothing after the last.
[[nodiscard]] constexpr std::optional<IncidentState> nextStepOf(IncidentState state)
{
    if (state == IncidentState::Closed)
        return std::nullopt;
    return static_cast<IncidentState>(static_cast<int>(state) + 1);
}

} // namespace onceover
