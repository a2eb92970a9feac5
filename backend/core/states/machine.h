// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/result.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

/// What a transition needs besides the state it starts from. The store's statement repeats it in its WHERE, the guard
/// in the database checks what it can see of it.
enum class Needs {
    Inputs,          ///< Rows of business input or a plan: how a row is born.
    DueRow,          ///< The locked row of what is due; the claim raises the version.
    CurrentVersion,  ///< Work: expected state and version, fence taken first (DESIGN.md rule 4).
    ExpiredLease,    ///< The lease ended by the database's clock, compared after the lock was taken.
    FenceOrder,      ///< A fence in force that covers the row; raises the version.
    Fact,            ///< An answer, callback or query result that is recorded in external_call or external_event.
    PermittingQuery, ///< A recorded query answer that allows a re-send by the channel's profile (DESIGN.md section 5).
    CountedFacts,    ///< Counts and sums that were read in one snapshot.
    FreezeInForce,   ///< A freeze in force that covers the row.
    FreezeLifted,    ///< No freeze in force covers the row any more.
    Policy,          ///< A job's policy or a person's decision, named with who decided.
    Approval,        ///< An approval by a second person, not yet used up.
    SecondPerson,    ///< A decision of another person than who asked.
    Barrier,         ///< The freeze barrier, held exclusively.
    Deadline,        ///< A time limit that has passed by the database's clock.
    MovedRow,        ///< A row that the plan names is no longer as the plan says.
};

template <>
inline constexpr std::array<std::string_view, 16> kNamesOf<Needs>{"INPUTS", "DUE_ROW", "CURRENT_VERSION",
    "EXPIRED_LEASE", "FENCE_ORDER", "FACT", "PERMITTING_QUERY", "COUNTED_FACTS", "FREEZE_IN_FORCE", "FREEZE_LIFTED",
    "POLICY", "APPROVAL", "SECOND_PERSON", "BARRIER", "DEADLINE", "MOVED_ROW"};
static_assert(namesAreComplete(Needs::MovedRow));

/// One row of a state machine. `from` is empty for the INSERT of a row, which is a transition as well.
template <typename State, typename Event>
struct Transition {
    std::optional<State> from;
    Event event;
    State to;
    Needs needs;
};

/// Is (from, event) listed at most once? Then a state and an event decide alone, and rows are unique, too.
template <typename State, typename Event, std::size_t N>
[[nodiscard]] constexpr bool isDeterministic(const std::array<Transition<State, Event>, N>& table)
{
    for (std::size_t i = 0; i < N; ++i) {
        for (std::size_t j = i + 1; j < N; ++j) {
            if (table[i].from == table[j].from && table[i].event == table[j].event)
                return false;
        }
    }
    return true;
}

/// Can every state be reached from an INSERT?
template <typename State, typename Event, std::size_t N>
[[nodiscard]] constexpr bool everyStateReachable(const std::array<Transition<State, Event>, N>& table)
{
    std::array<bool, kCountOf<State>> reached{};
    for (std::size_t round = 0; round <= kCountOf<State>; ++round) {
        for (const auto& row : table) {
            if (!row.from || reached[static_cast<std::size_t>(*row.from)])
                reached[static_cast<std::size_t>(row.to)] = true;
        }
    }
    return std::find(reached.begin(), reached.end(), false) == reached.end();
}

/// Does each event appear in the table?
template <typename State, typename Event, std::size_t N>
[[nodiscard]] constexpr bool everyEventUsed(const std::array<Transition<State, Event>, N>& table)
{
    std::array<bool, kCountOf<Event>> used{};
    for (const auto& row : table)
        used[static_cast<std::size_t>(row.event)] = true;
    return std::find(used.begin(), used.end(), false) == used.end();
}

/// Is each state either final or left by at least one row, so that none is a trap by omission?
template <typename State, typename Event, std::size_t N, std::size_t F>
[[nodiscard]] constexpr bool everyStateHandled(
    const std::array<Transition<State, Event>, N>& table, const std::array<State, F>& finals)
{
    std::array<bool, kCountOf<State>> handled{};
    for (const State state : finals)
        handled[static_cast<std::size_t>(state)] = true;
    for (const auto& row : table) {
        if (row.from)
            handled[static_cast<std::size_t>(*row.from)] = true;
    }
    return std::find(handled.begin(), handled.end(), false) == handled.end();
}

/// Do final states have no exit but one that a second person approved?
template <typename State, typename Event, std::size_t N, std::size_t F>
[[nodiscard]] constexpr bool onlyApprovedExitsFromFinalStates(
    const std::array<Transition<State, Event>, N>& table, const std::array<State, F>& finals)
{
    for (const auto& row : table) {
        if (!row.from || row.needs == Needs::Approval)
            continue;
        if (std::find(finals.begin(), finals.end(), *row.from) != finals.end())
            return false;
    }
    return true;
}

/// All proofs at once, for the static_assert beside each table.
template <typename State, typename Event, std::size_t N, std::size_t F>
[[nodiscard]] constexpr bool isSound(
    const std::array<Transition<State, Event>, N>& table, const std::array<State, F>& finals)
{
    return isDeterministic(table) && everyStateReachable(table) && everyEventUsed(table)
        && everyStateHandled(table, finals) && onlyApprovedExitsFromFinalStates(table, finals);
}

/// The transition of an event in a state, or the refusal NotInThisState that names what was found.
template <typename State, typename Event, std::size_t N>
[[nodiscard]] Result<Transition<State, Event>> decideIn(
    const std::array<Transition<State, Event>, N>& table, std::optional<State> from, Event event)
{
    for (const auto& row : table) {
        if (row.from == from && row.event == event)
            return row;
    }
    return refuse(Refusal::NotInThisState,
        std::string{from ? nameOf(*from) : "NONE"} + " does not take " + std::string{nameOf(event)});
}

/// Each pair (from, to) that some row allows, once, in table order; INSERT has no `from`. A pair with from == to is
/// no change of state for the guard in the database.
template <typename State, typename Event, std::size_t N>
[[nodiscard]] std::vector<std::pair<std::optional<State>, State>> legalPairs(
    const std::array<Transition<State, Event>, N>& table)
{
    std::vector<std::pair<std::optional<State>, State>> pairs;
    for (const auto& row : table) {
        const std::pair<std::optional<State>, State> pair{row.from, row.to};
        if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end())
            pairs.push_back(pair);
    }
    return pairs;
}

} // namespace onceover
