// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/states/message_state.h"
#include "core/states/operation_state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What is done about one operation of an incident (R113). The names are those of the plan in the database.
enum class RecoveryAction {
    Nothing,
    Resume,     ///< It was stopped half-way: it goes on under its key.
    Query,      ///< Only the outside knows: it is asked, and what its profile allows follows.
    Replay,     ///< It failed and left no effect: re-armed under its original key.
    Compensate, ///< It took effect twice: made good by a request of its own.
};

/// Why that is so.
enum class RecoveryReason {
    TookEffectOnce,
    MadeGood, ///< A compensation or a correction of it was made.
    StoppedHalfWay,
    StillInWork, ///< Somebody still holds it: the freeze has not drained.
    AnswerIsMissing,
    NothingLeft,   ///< No effect outside is on record.
    BatchIsClosed, ///< Its batch failed as a whole or is complete: that is decided first.
    OnlyARevision, ///< It was refused for good: only another order replaces it.
    TookEffectTwice,
    ContradictsRecord, ///< It failed for good, and an effect is on record.
};

} // namespace onceover

template <>
inline constexpr std::array<std::string_view, 5> onceover::kNamesOf<onceover::RecoveryAction>{
    "nothing", "resume", "query", "replay", "compensate"};
static_assert(onceover::namesAreComplete(onceover::RecoveryAction::Compensate));
template <>
inline constexpr std::array<std::string_view, 10> onceover::kNamesOf<onceover::RecoveryReason>{"TOOK_EFFECT_ONCE",
    "MADE_GOOD", "STOPPED_HALF_WAY", "STILL_IN_WORK", "ANSWER_IS_MISSING", "NOTHING_LEFT", "BATCH_IS_CLOSED",
    "ONLY_A_REVISION", "TOOK_EFFECT_TWICE", "CONTRADICTS_RECORD"};
static_assert(onceover::namesAreComplete(onceover::RecoveryReason::ContradictsRecord));

namespace onceover {

/// What is on record of one operation.
struct RecoveryFacts {
    OperationId operation;
    MerchantId merchant;
    JobId job;
    std::int64_t batch = 0;
    OperationState status = OperationState::Pending;
    std::string failureClass; ///< Empty: it has not failed.
    std::int64_t amountMinor = 0;
    std::string currency;
    std::optional<MessageState> message; ///< Of its payout; nothing: there is none.
    std::string key;
    std::int64_t effects = 0; ///< Outside, by what is on record or in an open difference.
    bool isMadeGood = false;
    std::string replayRefusal; ///< Of one that failed: name of the refusal; empty: it may be replayed.
};

struct RecoveryDecision {
    RecoveryAction action = RecoveryAction::Nothing;
    RecoveryReason reason = RecoveryReason::TookEffectOnce;
    bool operator==(const RecoveryDecision&) const = default;
};

/// What is to be done about it, by its facts alone. What the outside executed is never done again, and what nobody
/// knows is asked.
[[nodiscard]] RecoveryDecision decideRecovery(const RecoveryFacts& facts);

struct RecoveryItem {
    RecoveryFacts facts;
    RecoveryDecision decision;
};

/// How many operations of one currency get one action, and what they come to.
struct RecoveryTotal {
    RecoveryAction action = RecoveryAction::Nothing;
    std::string currency;
    std::int64_t operations = 0;
    std::int64_t amountMinor = 0;
    bool operator==(const RecoveryTotal&) const = default;
};

struct RecoveryProposal {
    std::vector<RecoveryItem> items;   ///< Those that something is done about, and those that only a person can decide.
    std::vector<RecoveryTotal> totals; ///< By action, then currency; with what needs nothing.
};

/// The plan for a scope. `scope`: all of its operations by currency; those without facts took effect once.
[[nodiscard]] RecoveryProposal proposeRecovery(
    const std::vector<RecoveryFacts>& facts, const std::vector<RecoveryTotal>& scope);

} // namespace onceover
