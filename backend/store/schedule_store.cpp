// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/schedule_store.h"

#include "core/states/attempt_state.h"
#include "store/batch_figures.h"
#include "store/shared_rows.h"

namespace onceover::store {

namespace {

tl::unexpected<Failure> movedOn(std::string found, std::string statement)
{
    auto conflict = fail(FailureKind::Conflict, "the row had moved", std::move(statement));
    conflict.value().found = std::move(found);
    return conflict;
}

/// What LockRun found.
struct LockedRun {
    RunState status = RunState::Due;
    int attempts = 0;
    bool leased = false;
    bool frozen = false;
    std::string holder;
    std::string inputVersion;
};

ShardPlan shardPlanFrom(const Row& row)
{
    ShardPlan shard;
    shard.number = ShardNumber{row.int16("shard_no")};
    shard.total = row.int16("shard_total");
    shard.from = row.bucket("bucket_from");
    shard.bucketTo = row.int16("bucket_to");
    shard.status = row.named<ShardState>("status");
    return shard;
}

/// Runs a statement whose number of rows is the answer.
Result<int> countOf(const Result<Rows>& rows)
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->size();
}

} // namespace

ScheduleStore::ScheduleStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<KeyNamespace> ScheduleStore::keyNamespace()
{
    return readNamespace(*m_duty);
}

Result<Timestamp> ScheduleStore::databaseTime()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadDatabaseTime");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return row.timestamp("now"); });
}

Result<std::vector<Job>> ScheduleStore::jobs()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadJobs");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(jobFrom);
}

Result<TriggerAnswer> ScheduleStore::recordTrigger(const DueTrigger& due)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<TriggerAnswer> {
        transaction.queue("HoldFreezeBarrier");
        const auto run = transaction.run("InsertScheduledRun",
            params(due.job, due.runKey, due.bizDate, due.scheduledAt, due.localWall, due.zone, due.tzdataVersion,
                due.resolution, !due.skipReason.empty()));
        if (!run)
            return tl::unexpected{run.error()};
        TriggerAnswer answer;
        answer.newRun = !run->empty();
        if (answer.newRun && !due.skipReason.empty())
            transaction.queue("SkipRun", params(due.runKey, due.skipReason + ", by " + m_duty->worker().value));
        const auto trigger = transaction.run("InsertScheduledTrigger",
            params(due.job, due.scheduledAt, due.runKey, answer.newRun, m_duty->worker(), due.late));
        if (!trigger)
            return tl::unexpected{trigger.error()};
        answer.newTrigger = !trigger->empty();
        // Insert-or-read: what is there now is read in a statement of its own (rule 2).
        const auto present = transaction.run("ReadScheduledTrigger", params(due.job, due.scheduledAt));
        if (!present)
            return tl::unexpected{present.error()};
        if (present->empty())
            return refuse(Refusal::UnknownJob, due.job.value);
        return present->readOne([&](const Row& row) {
            answer.trigger = TriggerId{row.int64("trigger_id")};
            answer.run = RunId{row.int64("run_id")};
            answer.runStatus = row.named<RunState>("status");
            return answer;
        });
    });
}

Result<std::vector<OpenRun>> ScheduleStore::openRuns()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadOpenRuns", params(m_duty->worker()));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        OpenRun run;
        run.run = RunId{row.int64("run_id")};
        run.runKey = RunKey{row.string("run_key")};
        run.job = JobId{row.string("job_id")};
        run.status = row.named<RunState>("status");
        run.bizDate = row.date("biz_date");
        return run;
    });
}

Result<int> ScheduleStore::holdAndReleaseRuns()
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<int> {
        transaction.queue("HoldFreezeBarrier");
        const auto held = countOf(transaction.run("HoldRunsUnderFreeze"));
        if (!held)
            return held;
        const auto released = countOf(transaction.run("ReleaseRunsWithoutFreeze"));
        if (!released)
            return released;
        return *held + *released;
    });
}

Result<QueueRoom> ScheduleStore::queueRoom()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadQueueRoom");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return QueueRoom{row.int64("waiting"), row.int64("most")}; });
}

Result<Done> ScheduleStore::noteRunWaits(RunId run, std::string_view reason)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        transaction.queue("NoteRunWaits", params(run, reason));
        return Done{};
    });
}

Result<RunWork> ScheduleStore::beginRun(RunId run, milliseconds lease)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<RunWork> {
        const auto seal = transaction.run("SealRunDate", params(run));
        if (!seal)
            return tl::unexpected{seal.error()};
        const auto sealed = seal->readAll([](const Row& row) { return row.boolean("sealed"); });
        if (!sealed)
            return tl::unexpected{sealed.error()};
        if (!sealed->empty() && !sealed->front())
            return movedOn("an open transaction takes in sales of its date", "SealRunDate");
        transaction.queue("HoldFreezeBarrier");
        const auto rows = transaction.run("LockRun", params(run, m_duty->worker()));
        if (!rows)
            return tl::unexpected{rows.error()};
        if (rows->empty())
            return refuse(Refusal::UnknownSubject, "run " + std::to_string(run.value));
        const auto found = rows->readOne([](const Row& row) {
            LockedRun locked;
            locked.status = row.named<RunState>("status");
            locked.attempts = row.int32("attempts");
            locked.leased = row.boolean("leased");
            locked.frozen = row.boolean("frozen");
            locked.holder = row.string("holder");
            locked.inputVersion = row.string("input_version");
            return locked;
        });
        if (!found)
            return tl::unexpected{found.error()};
        switch (found->status) {
        case RunState::Due:
        case RunState::Running:
            if (found->frozen)
                return movedOn(std::string{nameOf(found->status)} + " under a freeze in force", "LockRun");
            if (found->leased)
                return movedOn("RUNNING, held by " + found->holder, "LockRun");
            break;
        case RunState::Done:
            return readRunWork(transaction, run);
        case RunState::Held:
        case RunState::Failed:
        case RunState::Skipped:
            return movedOn(std::string{nameOf(found->status)}, "LockRun");
        }
        return startRun(transaction, run, lease, found->inputVersion);
    });
}

/// Batch and shards as they are; without an attempt.
Result<RunWork> ScheduleStore::readRunWork(Transaction& transaction, RunId run)
{
    const auto batch = transaction.run("ReadBatchOfRun", params(run));
    if (!batch)
        return tl::unexpected{batch.error()};
    RunWork work;
    work.run = run;
    if (batch->empty()) {
        work.alreadyCompleted = true; // The work of a run without a batch has ended with the run.
        return work;
    }
    const auto read = batch->readOne([&](const Row& row) {
        work.batch = BatchId{row.int64("batch_id")};
        work.batchStatus = row.named<BatchState>("status");
        work.inputVersion = row.string("input_version");
        work.alreadyCompleted = work.batchStatus == BatchState::Completed;
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    const auto shards = transaction.run("ReadShardsOfRun", params(run));
    if (!shards)
        return tl::unexpected{shards.error()};
    auto plans = shards->readAll(shardPlanFrom);
    if (!plans)
        return tl::unexpected{plans.error()};
    work.shards = *std::move(plans);
    return work;
}

Result<RunWork> ScheduleStore::startRun(
    Transaction& transaction, RunId run, milliseconds lease, const std::string& inputVersion)
{
    // Who takes over writes the end of the attempt that it takes over from; an attempt of ours goes on.
    transaction.queue("LoseRunAttemptsOfOthers", params(run, m_duty->worker()));
    const auto own = transaction.run("ReadOwnRunAttempt", params(run, m_duty->worker()));
    if (!own)
        return tl::unexpected{own.error()};
    const auto started = transaction.run("StartRun", params(run, m_duty->worker(), lease, own->empty()));
    if (!started)
        return tl::unexpected{started.error()};
    const auto number = started->readOne([](const Row& row) { return row.int32("attempts"); });
    if (!number)
        return tl::unexpected{number.error()};
    transaction.queue("InsertBatch", params(run, inputVersion));
    transaction.queue("CutShards", params(run));
    auto work = readRunWork(transaction, run);
    if (!work)
        return work;
    if (work->alreadyCompleted) {
        transaction.queue("EndRun", params(run, RunState::Done, "its batch was completed before"));
        return work;
    }
    Result<Rows> attempt = *own;
    if (own->empty())
        attempt = transaction.run("InsertRunAttempt", params(run, *number, m_duty->worker(), work->inputVersion));
    if (!attempt)
        return tl::unexpected{attempt.error()};
    const auto id = attempt->readOne([](const Row& row) { return AttemptId{row.int64("attempt_id")}; });
    if (!id)
        return tl::unexpected{id.error()};
    work->attempt = *id;
    return work;
}

Result<std::vector<InputGroup>> ScheduleStore::readShardInputs(const RunWork& work, const ShardPlan& shard)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadShardInputs", params(work.batch, shard.number));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        InputGroup group;
        group.merchant = MerchantId{row.int64("merchant_id")};
        group.bucket = row.bucket("bucket");
        group.currency = row.string("currency");
        group.scopeRef = row.string("scope_ref");
        group.settleDate = row.date("settle_date");
        group.netMinor = row.int64("net_minor");
        group.items = row.int64("items");
        return group;
    });
}

Result<Done> ScheduleStore::enumerateShard(
    const RunWork& work, const ShardPlan& shard, const std::vector<PlannedOperation>& operations)
{
    const auto keyOf = [](const PlannedOperation& planned) { return OperationRef{planned.input.bucket, planned.id}; };
    std::vector<Bucket> buckets;
    std::vector<MerchantId> merchants;
    std::vector<std::string> currencies;
    std::vector<OperationId> ids;
    std::vector<std::string> scopes;
    std::vector<std::string> dates;
    for (const PlannedOperation* planned : inKeyOrder(operations, keyOf)) {
        buckets.push_back(planned->input.bucket);
        merchants.push_back(planned->input.merchant);
        currencies.push_back(planned->input.currency);
        ids.push_back(planned->id);
        scopes.push_back(planned->input.scopeRef);
        dates.push_back(planned->input.settleDate.toString());
    }
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto locked = transaction.run("LockOpenShard", params(work.batch, shard.number));
        if (!locked)
            return tl::unexpected{locked.error()};
        const auto found = locked->readOne([](const Row& row) {
            return std::pair{row.named<ShardState>("status"), row.named<BatchState>("batch_status")};
        });
        if (!found)
            return tl::unexpected{found.error()};
        if (found->first != ShardState::Open || found->second == BatchState::Failed)
            return movedOn(
                "shard " + std::string{nameOf(found->first)} + ", batch " + std::string{nameOf(found->second)},
                "LockOpenShard");
        transaction.queue("InsertItems", params(work.batch, shard.number, buckets, merchants, currencies, ids));
        const auto counted = transaction.run("InsertOperationsOfShard",
            params(work.batch, shard.number, buckets, merchants, currencies, ids, scopes, dates, work.attempt,
                m_duty->worker()));
        if (!counted)
            return tl::unexpected{counted.error()};
        transaction.queue("EnsureAccounts", params(work.batch));
        return Done{};
    });
}

Result<Done> ScheduleStore::finishRunAttempt(const RunWork& work, bool succeeded, std::string_view error)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto ended = transaction.run("EndRunAttempt",
            params(work.attempt, succeeded ? AttemptState::Succeeded : AttemptState::Failed, error, work.batch));
        if (!ended)
            return tl::unexpected{ended.error()};
        if (ended->empty())
            return movedOn("the attempt had ended", "EndRunAttempt");
        // After a failure the lease stays until it lapses: it is the pause before the next attempt, whoever makes it.
        if (succeeded)
            transaction.queue("LeaveRun", params(work.run, m_duty->worker()));
        return Done{};
    });
}

Result<Done> ScheduleStore::releaseRun(const RunWork& work, std::string_view reason)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto ended
            = transaction.run("EndRunAttempt", params(work.attempt, AttemptState::Released, reason, work.batch));
        if (!ended)
            return tl::unexpected{ended.error()};
        if (ended->empty())
            return movedOn("the attempt had ended", "EndRunAttempt");
        transaction.queue("LeaveRun", params(work.run, m_duty->worker()));
        transaction.queue("NoteRunWaits", params(work.run, reason));
        return Done{};
    });
}

Result<std::vector<BatchFacts>> ScheduleStore::openBatches()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadOpenBatches");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(batchFactsFrom);
}

Result<int> ScheduleStore::moveShards(BatchId batch)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<int> {
        const auto rows = transaction.run("ReadShardFacts", params(batch));
        if (!rows)
            return tl::unexpected{rows.error()};
        std::vector<ShardNumber> complete;
        std::vector<ShardNumber> rearmed;
        const auto read = rows->readAll([&](const Row& row) {
            const auto event = decideShard(shardFactsFrom(row));
            if (event == ShardEvent::Complete)
                complete.push_back(ShardNumber{row.int16("shard_no")});
            else if (event == ShardEvent::Rearm)
                rearmed.push_back(ShardNumber{row.int16("shard_no")});
            return Done{};
        });
        if (!read)
            return tl::unexpected{read.error()};
        int moved = 0;
        const auto move = [&](const std::vector<ShardNumber>& shards, ShardState from, ShardState to) -> Result<Done> {
            if (shards.empty())
                return Done{};
            const auto count = countOf(transaction.run("MoveShardsFrom", params(batch, shards, from, to)));
            if (!count)
                return tl::unexpected{count.error()};
            moved += *count;
            return Done{};
        };
        if (const auto done = move(complete, ShardState::Enumerated, ShardState::Done); !done)
            return tl::unexpected{done.error()};
        if (!complete.empty())
            transaction.queue("SucceedAttemptsAtDoneShards", params(batch));
        if (const auto back = move(rearmed, ShardState::Done, ShardState::Enumerated); !back)
            return tl::unexpected{back.error()};
        return moved;
    });
}

Result<ReconcileFigures> ScheduleStore::reconcile(BatchId batch)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<ReconcileFigures> {
        const auto rows = transaction.run("ReadReconcileFigures", params(batch));
        if (!rows)
            return tl::unexpected{rows.error()};
        Result<ReconcileFigures> figures = reconcileFiguresFrom(*rows);
        if (!figures)
            return figures;
        const bool counts = countsAgree(*figures);
        const bool amounts = onceover::amountsAgree(*figures);
        transaction.queue("WriteBatchStatistics", params(batch, counts, amounts));
        const int differences = (counts ? 0 : 1) + (amounts ? 0 : 1);
        const auto look = transaction.run(
            "WriteReconcileLook", params(batch, figures->operations.count, differences, m_duty->worker()));
        if (!look)
            return tl::unexpected{look.error()};
        const auto lookId = look->readOne([](const Row& row) { return row.int64("reconciliation_id"); });
        if (!lookId)
            return tl::unexpected{lookId.error()};
        const std::string detail = describeDifference(*figures);
        if (!counts)
            transaction.queue("WriteBatchDifference", params(batch, "COUNT", detail, *lookId));
        if (!amounts)
            transaction.queue("WriteBatchDifference", params(batch, "AMOUNT", detail, *lookId));
        const auto open = transaction.run("CountOpenDifferences", params(batch));
        if (!open)
            return tl::unexpected{open.error()};
        const auto count = open->readOne([](const Row& row) { return row.int64("n"); });
        if (!count)
            return tl::unexpected{count.error()};
        figures->openDifferences = *count;
        return figures;
    });
}

Result<Done> ScheduleStore::moveBatch(BatchId batch, BatchState from, BatchState to, std::string_view reason)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto moved = transaction.run("MoveBatchFrom", params(batch, from, to, reason));
        if (!moved)
            return tl::unexpected{moved.error()};
        if (moved->empty()) {
            const auto rows = transaction.run("ReadBatchStatus", params(batch));
            if (!rows)
                return tl::unexpected{rows.error()};
            const auto present = rows->readOne([](const Row& row) { return row.string("status"); });
            return movedOn(present ? *present : "no such batch", "MoveBatchFrom");
        }
        const auto run = moved->readOne([](const Row& row) { return RunId{row.int64("run_id")}; });
        if (!run)
            return tl::unexpected{run.error()};
        if (to == BatchState::Completed) {
            transaction.queue("EndRun", params(*run, RunState::Done, ""));
        } else if (to == BatchState::Failed) {
            transaction.queue("EndRun", params(*run, RunState::Failed, reason));
            transaction.queue("WriteRunDeadLetter", params(*run, reason));
        } else if (to == BatchState::Partial) {
            transaction.queue("WriteCountDifferenceOfStalledBatch", params(batch, reason));
        }
        return Done{};
    });
}

Result<int> ScheduleStore::markLostAttempts()
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<int> {
        const auto marked = transaction.run("MarkAttemptsOfGoneWorkersLost", params(m_duty->worker()));
        if (!marked)
            return tl::unexpected{marked.error()};
        return static_cast<int>(marked->affected());
    });
}

} // namespace onceover::store
