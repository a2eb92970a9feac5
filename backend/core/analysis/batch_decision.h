// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/money.h"
#include "core/states/batch_state.h"
#include "core/states/operation_state.h"
#include "core/states/shard_state.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// Count and amounts of one book for one batch.
struct BookFigures {
    std::int64_t count = 0;
    AmountsByCurrency minor;
};

/// What the books say of the effects of one batch, read in one snapshot (I5): operations that SUCCEEDED with an outside
/// leg, their PAY legs, their ACCEPTED messages, and the accepted answers recorded for those messages.
struct ReconcileFigures {
    BookFigures operations;
    BookFigures ledger;
    BookFigures outbox;
    BookFigures answers;
    std::int64_t openDifferences = 0; ///< Rows of this batch that wait for a person, this look's own included.
};

[[nodiscard]] bool countsAgree(const ReconcileFigures& figures);
[[nodiscard]] bool amountsAgree(const ReconcileFigures& figures);

/// Which books differ from the operations, by name and numbers, for status_reason and log; empty when all agree.
[[nodiscard]] std::string describeDifference(const ReconcileFigures& figures);

/// What decides about a batch, counted in one snapshot by the scheduler's duty (R41, I9).
struct BatchFacts {
    BatchId batch;
    RunId run;
    JobId job;
    BusinessDate bizDate;
    BatchState status = BatchState::Created;
    int shardTotal = 0;       ///< As the batch was cut; rows that are missing count as not enumerated.
    int shardsEnumerated = 0; ///< ENUMERATED, not yet DONE.
    int shardsDone = 0;
    std::int64_t expectedCount = 0; ///< Sum over shards that are ENUMERATED or DONE, counted from the inputs.
    AmountsByCurrency expectedMinor;
    std::array<std::int64_t, kCountOf<OperationState>> operations{}; ///< Indexed by OperationState.
    AmountsByCurrency operationMinor;                                ///< Of all operations of the batch.
    std::int64_t failedAccepted = 0; ///< FAILED_PERMANENT whose dead letter is resolved.
    std::int64_t failedStopping = 0; ///< FAILED_PERMANENT of class RULE or DEFECT, dead letter not resolved.
    std::int64_t unknownWaiting = 0; ///< UNKNOWN_EXTERNAL with an unresolved dead letter: waits for a person.
    std::int64_t openDifferences = 0;
    bool runAttemptsSpent = false;              ///< The scheduler may not try the run again, and shards are still OPEN.
    std::optional<ReconcileFigures> reconciled; ///< This round's look; needed in RECONCILING only.
};

/// A move of a batch, with the reason for status_reason and log.
struct BatchMove {
    BatchEvent event;
    BatchState to;
    std::string reason;
};

/// Where the batch goes now; nothing when it stays. FAILED is left by approval alone, COMPLETED never.
/// RUNNING: something can move without a person. PARTIAL: nothing can, and something waits for a person. RECONCILING
/// needs all shards DONE, counts as expected and no open difference; in it, without figures of this round, it stays.
[[nodiscard]] std::optional<BatchMove> decideBatch(const BatchFacts& facts);

/// Operations, of any state.
[[nodiscard]] std::int64_t operationsTotal(const BatchFacts& facts);

/// SUCCEEDED, or FAILED_PERMANENT with its dead letter resolved.
[[nodiscard]] std::int64_t operationsAccepted(const BatchFacts& facts);

/// Operations that can move without a person: due, in work, awaiting an answer, or unknown and still being asked.
[[nodiscard]] std::int64_t operationsMovable(const BatchFacts& facts);

/// What decides about one shard.
struct ShardFacts {
    ShardState status = ShardState::Open;
    std::int64_t expectedCount = 0;
    AmountsByCurrency expectedMinor;
    std::int64_t actualCount = 0;
    AmountsByCurrency actualMinor;
    std::int64_t accepted = 0;
};

/// ENUMERATED goes to DONE when its operations are as expected and every one is accepted; DONE goes back when a replay
/// re-armed one. OPEN is left by enumeration alone.
[[nodiscard]] std::optional<ShardEvent> decideShard(const ShardFacts& facts);

} // namespace onceover
