// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/batch_decision.h"
#include "core/records/job.h"
#include "core/result.h"

#include <vector>

namespace onceover {

/// How much waits to be worked or sent, and from how much on nothing is added (R79).
struct QueueRoom {
    std::int64_t waiting = 0; ///< Due operations and messages that may be sent; counted up to the limit.
    std::int64_t limit = 1;
    [[nodiscard]] bool isFull() const { return waiting >= limit; }
};

/// The scheduler's duty: triggers, runs, enumeration and the state of shards, batches and runs. Nobody else moves those.
/// Every method is one transaction; Unavailable may be retried, InDoubt is read back by the caller's next look.
class SchedulePort
{
public:
    virtual ~SchedulePort() = default;

    /// The installation's namespace for computed keys. Immutable; read once.
    [[nodiscard]] virtual Result<KeyNamespace> keyNamespace() = 0;

    /// The database's clock, for "which instants are due".
    [[nodiscard]] virtual Result<Timestamp> databaseTime() = 0;

    /// All enabled jobs with a schedule, and up to which instant each has its triggers.
    [[nodiscard]] virtual Result<std::vector<Job>> jobs() = 0;

    /// Releases that are not over yet, the earliest first (R81).
    [[nodiscard]] virtual Result<std::vector<ReleaseWindow>> releaseWindows() = 0;

    /// Stores what a scheduler sees ahead of these jobs; the newest look counts.
    [[nodiscard]] virtual Result<Done> recordOutlooks(const std::vector<JobOutlook>& outlooks) = 0;

    /// Records a scheduled trigger and its run by insert-or-read (R1, R18); under a freeze the run is HELD. A late one
    /// that the job's policy leaves out gets its rows as well: the run is SKIPPED, with policy and scheduler.
    [[nodiscard]] virtual Result<TriggerAnswer> recordTrigger(const DueTrigger& due) = 0;

    /// Runs that are DUE and not frozen, or RUNNING without a wholly enumerated batch; oldest business date first.
    [[nodiscard]] virtual Result<std::vector<OpenRun>> openRuns() = 0;

    /// Moves HELD runs whose freeze is gone back to DUE and DUE runs under a freeze to HELD. Returns how many moved.
    [[nodiscard]] virtual Result<int> holdAndReleaseRuns() = 0;

    /// How long the queue is now.
    [[nodiscard]] virtual Result<QueueRoom> queueRoom() = 0;

    /// Writes on a run that is open why it is not enumerated now; the next begin takes it away.
    [[nodiscard]] virtual Result<Done> noteRunWaits(RunId run, std::string_view reason) = 0;

    /// Begins or joins a run: RUNNING, its attempt, batch by insert-or-read, shards OPEN; seals the business date first.
    /// `lease`: how long other schedulers leave it alone (saves work, decides nothing). Conflict when one of them has it.
    [[nodiscard]] virtual Result<RunWork> beginRun(RunId run, milliseconds lease) = 0;

    /// The inputs of one shard, grouped by merchant and currency, in bucket order; those that another root settles are left out.
    [[nodiscard]] virtual Result<std::vector<InputGroup>> readShardInputs(const RunWork& work, const ShardPlan& shard) = 0;

    /// Inserts items, operations and due rows of one shard by insert-or-read and moves the shard to ENUMERATED with counts,
    /// amounts and hash counted from the inputs, in one transaction. Conflict when another scheduler did it meanwhile.
    [[nodiscard]] virtual Result<Done> enumerateShard(const RunWork& work, const ShardPlan& shard,
                                                      const std::vector<PlannedOperation>& operations) = 0;

    /// Ends the scheduler's attempt at the run (SUCCEEDED, or FAILED with an error).
    [[nodiscard]] virtual Result<Done> finishRunAttempt(const RunWork& work, bool succeeded, std::string_view error) = 0;

    /// Lets go of a run of which shards are still open: the attempt ends RELEASED, which burns none, and the run says
    /// why.
    [[nodiscard]] virtual Result<Done> releaseRun(const RunWork& work, std::string_view reason) = 0;

    /// Open batches (not COMPLETED), with the facts that decide, each read in one statement.
    [[nodiscard]] virtual Result<std::vector<BatchFacts>> openBatches() = 0;

    /// Moves shards that are complete to DONE and such that were re-armed back. Returns how many moved.
    [[nodiscard]] virtual Result<int> moveShards(BatchId batch) = 0;

    /// Compares operations, ledger, outbox and accepted answers of a batch by count and amount per currency (I5) and
    /// stores the statistics of this look (R41). A difference is recorded as a row, once.
    [[nodiscard]] virtual Result<ReconcileFigures> reconcile(BatchId batch) = 0;

    /// Moves a batch, and its run with it where the batch ends; repeats the expected state. Conflict when it had moved.
    [[nodiscard]] virtual Result<Done> moveBatch(BatchId batch, BatchState from, BatchState to, std::string_view reason) = 0;

    /// Marks attempts of workers that are gone LOST. Returns how many.
    [[nodiscard]] virtual Result<int> markLostAttempts() = 0;
};

} // namespace onceover
