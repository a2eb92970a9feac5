// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run_enumerator.h"

#include "core/keys.h"
#include "core/policies/classify.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

RunEnumerator::RunEnumerator(SchedulePort& port, Wakes& wakes, DutyLog log)
    : m_port(port)
    , m_wakes(wakes)
    , m_log(std::move(log))
{
}

Result<int> RunEnumerator::enumerateOpenRuns(const std::vector<Job>& jobs)
{
    if (!m_namespace) {
        const auto ns = m_port.keyNamespace();
        if (!ns)
            return tl::unexpected{ns.error()};
        m_namespace = *ns;
    }
    const auto runs = m_port.openRuns();
    if (!runs)
        return tl::unexpected{runs.error()};
    m_room = QueueRoom{};
    if (!runs->empty()) {
        const auto room = m_port.queueRoom();
        if (!room)
            return tl::unexpected{room.error()};
        m_room = *room;
    }
    Result<int> shards{0};
    for (const OpenRun& run : *runs) {
        const auto job = std::find_if(jobs.begin(), jobs.end(), [&](const Job& one) { return one.id == run.job; });
        if (job == jobs.end())
            continue; // Disabled meanwhile: its run stays visible as DUE or RUNNING.
        const auto room = hasRoom();
        if (!room)
            return tl::unexpected{room.error()};
        if (!*room) {
            if (const auto noted = m_port.noteRunWaits(run.run, queueReason()); !noted)
                return tl::unexpected{noted.error()};
            continue;
        }
        const auto enumerated = enumerate(run, *job);
        if (!enumerated) {
            if (connectionLost(enumerated.error()))
                return enumerated;
            m_log.failure("run_failed", enumerated.error(), {{"run_id", run.run.value}, {"run_key", run.runKey.value}});
            if (shards)
                shards = enumerated; // The first failure is the round's; the other runs go on.
            continue;
        }
        if (shards)
            *shards += *enumerated;
    }
    return shards;
}

Result<int> RunEnumerator::enumerate(const OpenRun& run, const Job& job)
{
    const auto work = m_port.beginRun(run.run, job.lease);
    if (!work) {
        if (work.error().kind == FailureKind::Conflict)
            return 0; // Another scheduler is at it; if it dies, the run's lease brings it back here.
        if (work.error().kind == FailureKind::Refused || work.error().kind == FailureKind::DataRejected) {
            m_log.failure("run_not_begun", work.error(), {{"run_id", run.run.value}, {"run_key", run.runKey.value}});
            return 0;
        }
        return tl::unexpected{work.error()};
    }
    const LogFields fields{{"run_id", run.run.value}, {"run_key", run.runKey.value},
        {"attempt_id", work->attempt.value}, {"batch_id", work->batch.value}, {"input_version", work->inputVersion}};
    if (work->alreadyCompleted) {
        m_log.info("already_completed", "the batch is completed: nothing to do", fields);
        if (work->attempt.value == 0)
            return 0;
        const auto ended = m_port.finishRunAttempt(*work, true, {});
        return ended ? Result<int>{0} : tl::unexpected{ended.error()};
    }
    const auto enumerated = enumerateShards(job, *work);
    if (enumerated && enumerated->queueFull) {
        const auto released = m_port.releaseRun(*work, queueReason());
        if (!released && released.error().kind != FailureKind::Conflict)
            return tl::unexpected{released.error()};
        return enumerated->shards;
    }
    const auto shards = enumerated.map([](const Enumerated& done) { return done.shards; });
    if (!shards && shards.error().kind != FailureKind::Refused && shards.error().kind != FailureKind::DataRejected
        && shards.error().kind != FailureKind::Broken)
        return shards; // The world was away: this attempt goes on when it is back, or is marked lost.
    const std::string error = shards ? std::string{} : describe(shards.error());
    if (!shards)
        m_log.failure("enumeration_failed", shards.error(), fields);
    else
        m_log.info("enumerated", std::to_string(*shards) + " shards enumerated", fields);
    const auto ended = m_port.finishRunAttempt(*work, shards.has_value(), error);
    if (!ended && ended.error().kind != FailureKind::Conflict)
        return tl::unexpected{ended.error()};
    return shards ? *shards : 0;
}

Result<bool> RunEnumerator::hasRoom()
{
    if (m_room.isFull()) {
        const auto room = m_port.queueRoom();
        if (!room)
            return tl::unexpected{room.error()};
        m_room = *room;
    }
    if (m_room.isFull() && !m_toldFull)
        m_log.warning("queue_full", queueReason(), {{"rows_affected", m_room.waiting}});
    m_toldFull = m_room.isFull();
    return !m_toldFull;
}

std::string RunEnumerator::queueReason() const
{
    return "queue full: " + std::to_string(m_room.limit)
        + " wait to be worked or sent; nothing is added before it sinks";
}

Result<RunEnumerator::Enumerated> RunEnumerator::enumerateShards(const Job& job, const RunWork& work)
{
    Enumerated done;
    for (const ShardPlan& shard : work.shards) {
        if (shard.status != ShardState::Open)
            continue;
        const auto room = hasRoom();
        if (!room)
            return tl::unexpected{room.error()};
        if (!*room) {
            done.queueFull = true;
            return done;
        }
        const auto inputs = m_port.readShardInputs(work, shard);
        if (!inputs)
            return tl::unexpected{inputs.error()};
        const auto operations = plan(job, *inputs);
        if (!operations)
            return tl::unexpected{operations.error()};
        const auto enumerated = m_port.enumerateShard(work, shard, *operations);
        if (!enumerated && enumerated.error().kind == FailureKind::Conflict)
            continue; // Another scheduler enumerated it meanwhile, from the same sealed inputs.
        if (!enumerated)
            return tl::unexpected{enumerated.error()};
        ++done.shards;
        m_room.waiting += static_cast<std::int64_t>(operations->size());
        if (!operations->empty()) {
            m_wakes.settler.notify();
            m_wakes.announce();
        }
    }
    return done;
}

Result<std::vector<PlannedOperation>> RunEnumerator::plan(const Job& job, const std::vector<InputGroup>& inputs)
{
    std::vector<PlannedOperation> operations;
    operations.reserve(inputs.size());
    for (const InputGroup& input : inputs) {
        ONCEOVER_FAILPOINT("scheduler.plan_merchant");
        const auto currency = CurrencyCode::parse(input.currency);
        if (!currency)
            return tl::unexpected{currency.error()};
        const NaturalKey key{input.merchant, input.settleDate, job.jobType, *currency, input.scopeRef, 0};
        if (const auto checked = checkNaturalKey(key); !checked)
            return tl::unexpected{checked.error()};
        operations.push_back({input, operationIdFor(*m_namespace, key)});
    }
    return operations;
}

} // namespace onceover::engine
