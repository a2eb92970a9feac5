// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/batch_mover.h"

#include "core/policies/classify.h"
#include "engine/failpoint.h"

#include <utility>

namespace onceover::engine {

namespace {

/// CREATED → RUNNING → RECONCILING → COMPLETED are three; a bound against a decision that goes in a circle.
constexpr int kMovesPerLook = 4;

/// Could a shard of this batch be complete, or have been re-armed?
bool shardsMayMove(const BatchFacts& facts)
{
    if (facts.status == BatchState::Failed || facts.status == BatchState::Completed)
        return false;
    const bool canComplete = facts.shardsEnumerated > 0 && (operationsAccepted(facts) > 0 || facts.expectedCount == 0);
    const bool wasRearmed = facts.shardsDone > 0 && operationsAccepted(facts) < operationsTotal(facts);
    return canComplete || wasRearmed;
}

} // namespace

BatchMover::BatchMover(SchedulePort& port, DutyLog log)
    : m_port(port)
    , m_log(std::move(log))
{
}

Result<int> BatchMover::moveAll()
{
    auto batches = m_port.openBatches();
    if (!batches)
        return tl::unexpected{batches.error()};
    const auto shards = moveShards(*batches);
    if (!shards)
        return shards;
    if (*shards > 0) {
        batches = m_port.openBatches(); // Counted anew, so that the numbers that decide agree with each other.
        if (!batches)
            return tl::unexpected{batches.error()};
    }
    Result<int> moves{*shards};
    for (const BatchFacts& facts : *batches) {
        const auto moved = moveOne(facts);
        if (!moved) {
            if (connectionLost(moved.error()))
                return moved;
            m_log.failure(
                "batch_not_moved", moved.error(), {{"batch_id", facts.batch.value}, {"run_id", facts.run.value}});
            if (moves)
                moves = moved; // The first failure is the round's; the other batches go on.
            continue;
        }
        if (moves)
            *moves += *moved;
    }
    return moves;
}

Result<int> BatchMover::moveShards(const std::vector<BatchFacts>& batches)
{
    int moved = 0;
    for (const BatchFacts& facts : batches) {
        if (!shardsMayMove(facts))
            continue;
        const auto shards = m_port.moveShards(facts.batch);
        if (!shards && connectionLost(shards.error()))
            return shards;
        if (!shards) {
            m_log.failure("shards_not_moved", shards.error(), {{"batch_id", facts.batch.value}});
            continue;
        }
        moved += *shards;
    }
    return moved;
}

Result<int> BatchMover::moveOne(BatchFacts facts)
{
    int moves = 0;
    while (moves < kMovesPerLook) {
        auto move = decideBatch(facts);
        if (!move && facts.status == BatchState::Reconciling && !facts.reconciled) {
            auto figures = m_port.reconcile(facts.batch);
            if (!figures)
                return tl::unexpected{figures.error()};
            facts.reconciled = std::move(*figures);
            move = decideBatch(facts);
        }
        if (!move)
            return moves;
        ONCEOVER_FAILPOINT("scheduler.before_move");
        const auto moved = m_port.moveBatch(facts.batch, facts.status, move->to, move->reason);
        if (!moved && moved.error().kind == FailureKind::Conflict)
            return moves; // Another scheduler moved it; the next look sees where to.
        if (!moved)
            return tl::unexpected{moved.error()};
        ++moves;
        const LogFields fields{{"batch_id", facts.batch.value}, {"run_id", facts.run.value},
            {"job_id", facts.job.value}, {"biz_date", facts.bizDate.toString()},
            {"outcome", std::string{nameOf(move->to)}}};
        if (move->to == BatchState::Failed || move->to == BatchState::Partial)
            m_log.warning("batch_moved", move->reason, fields);
        else
            m_log.info("batch_moved", move->reason, fields);
        // What waits for a person is not in these facts yet (a difference just recorded): the next look has it.
        if (move->to == BatchState::Partial)
            return moves;
        facts.status = move->to;
        facts.reconciled.reset();
    }
    return moves;
}

} // namespace onceover::engine
