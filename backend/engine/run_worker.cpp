// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run_worker.h"

#include "core/policies/classify.h"
#include "core/policies/retry.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

namespace {

LogFields fieldsOfRun(const RunTask& task)
{
    return {{"run_id", task.run.value}, {"run_key", task.runKey.value}, {"job_id", task.job.value},
        {"attempt_id", task.attempt.value}};
}

} // namespace

RunWorker::RunWorker(RunWorkerParts parts)
    : m_parts(std::move(parts))
{
    for (const auto& work : m_parts.works)
        m_types.emplace_back(work->jobType());
}

Result<Round> RunWorker::runRound()
{
    if (m_types.empty())
        return Round{};
    const auto claimed = m_parts.port->claimRun(m_types);
    if (!claimed)
        return tl::unexpected{claimed.error()};
    if (!*claimed)
        return Round{};
    const RunTask& task = **claimed;
    const auto work = std::find_if(m_parts.works.begin(), m_parts.works.end(),
        [&](const auto& candidate) { return candidate->jobType() == task.jobType; });
    ONCEOVER_FAILPOINT("run_worker.after_claim");
    if (const auto done = workOn(task, **work); !done)
        return tl::unexpected{done.error()};
    m_parts.wakes.announce();
    return Round{1, true, std::nullopt};
}

Result<Done> RunWorker::workOn(const RunTask& task, JobWork& work)
{
    const auto outcome = work.work(task, keeperOf(task));
    if (!outcome) {
        if (outcome.error().kind == FailureKind::Cancelled)
            return Done{}; // Stopping, or taken over: the lease tells.
        return putOff(task, outcome.error());
    }
    ONCEOVER_FAILPOINT("run_worker.after_work");
    const auto ended = m_parts.port->finishRun(task, *outcome);
    if (!ended && ended.error().kind != FailureKind::Conflict)
        return ended; // Unknown or unreachable: the lease brings the run back, and the work changes nothing then.
    LogFields fields = fieldsOfRun(task);
    fields.emplace_back("rows_affected", outcome->rowsAffected);
    if (ended)
        m_parts.log.info("run_done", outcome->detail, std::move(fields));
    else
        m_parts.log.warning(
            "run_lost", "somebody else took it over: its work was done twice, its effect once", std::move(fields));
    return Done{};
}

Result<Done> RunWorker::putOff(const RunTask& task, const Failure& failure)
{
    RetryPolicy policy;
    policy.backoff = task.retryBackoff;
    policy.maxAttempts = task.maxAttempts;
    RetryFacts facts;
    facts.attempts = task.failures;
    facts.draw = m_parts.draw();
    // What is unknown about a run's own work is tried again: it is idempotent under its key, and nothing was sent.
    const RetryClass meaning = classify(failure);
    const RetryClass retryClass
        = meaning == RetryClass::Unknown || meaning == RetryClass::Conflict ? RetryClass::Transient : meaning;
    const RetryDecision decision = decideRetry(policy, retryClass, facts);
    m_parts.log.failure(decision.again ? "run_put_off" : "run_failed", failure, fieldsOfRun(task));
    const auto stored
        = m_parts.port->failRun(task, describe(failure), decision.again ? std::optional{decision.wait} : std::nullopt);
    if (!stored && stored.error().kind != FailureKind::Conflict)
        return stored;
    return Done{};
}

std::function<bool()> RunWorker::keeperOf(const RunTask& task)
{
    return [this, &task, last = m_parts.clock()]() mutable {
        if (m_parts.clock() - last < task.lease / 3)
            return true;
        last = m_parts.clock();
        const auto kept = m_parts.port->keepRun(task);
        return kept || kept.error().kind == FailureKind::Unavailable; // Away: the lease still stands for a while.
    };
}

} // namespace onceover::engine
