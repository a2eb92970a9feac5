// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/states/machine.h"

namespace onceover {

// g++ 12 takes an enumerator of a scoped enum for a declaration that shadows `Done` of core/result.h.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/// Where one range of a batch stands. ENUMERATED: expected count, amounts and input hash are written down.
enum class ShardState {
    Open,
    Enumerated,
    Done,
};
#pragma GCC diagnostic pop

template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<ShardState>{"OPEN", "ENUMERATED", "DONE"};
static_assert(namesAreComplete(ShardState::Done));

/// What happens to a shard.
enum class ShardEvent {
    Cut,       ///< The batch is cut into ranges.
    Enumerate, ///< The statement that inserted its last operation counted the inputs.
    Complete,  ///< Every operation is accepted.
    Rearm,     ///< A replay re-armed one of its operations.
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<ShardEvent>{"CUT", "ENUMERATE", "COMPLETE", "REARM"};
static_assert(namesAreComplete(ShardEvent::Rearm));

using ShardTransition = Transition<ShardState, ShardEvent>;

/// The one table of the shard machine.
inline constexpr auto kShardTransitions = [] {
    using S = ShardState;
    using E = ShardEvent;
    using T = ShardTransition;
    return std::array{
        T{std::nullopt, E::Cut, S::Open, Needs::Inputs},
        T{S::Open, E::Enumerate, S::Enumerated, Needs::Inputs},
        T{S::Enumerated, E::Complete, S::Done, Needs::CountedFacts},
        T{S::Done, E::Rearm, S::Enumerated, Needs::Approval},
    };
}();

inline constexpr std::array kShardFinals{ShardState::Done};
static_assert(isSound(kShardTransitions, kShardFinals));

/// The transition of that event, or NotInThisState. An empty `from` is the INSERT.
[[nodiscard]] inline Result<ShardTransition> decideShardEvent(std::optional<ShardState> from, ShardEvent event)
{
    return decideIn(kShardTransitions, from, event);
}

} // namespace onceover
