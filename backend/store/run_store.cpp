// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_store.h"

#include "core/states/attempt_state.h"
#include "core/states/run_state.h"
#include "store/shared_rows.h"

namespace onceover::store {

namespace {

tl::unexpected<Failure> takenOver(std::string statement)
{
    auto conflict = fail(FailureKind::Conflict, "the attempt had ended", std::move(statement));
    conflict.value().found = "taken over, or ended";
    return conflict;
}

RunTask runTaskFrom(const Row& row)
{
    RunTask task;
    task.run = RunId{row.int64("run_id")};
    task.job = JobId{row.string("job_id")};
    task.jobType = row.string("job_type");
    task.runKey = RunKey{row.string("run_key")};
    task.bizDate = row.date("biz_date");
    task.maxAttempts = row.int32("max_attempts");
    task.failures = static_cast<int>(row.int64("failures"));
    task.lease = row.millis("lease_ms");
    task.retryBackoff = row.millisArray("retry_backoff_ms");
    return task;
}

} // namespace

RunStore::RunStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<std::optional<RunTask>> RunStore::claimRun(const std::vector<std::string>& jobTypes)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::optional<RunTask>> {
        transaction.queue("HoldFreezeBarrier");
        const auto locked = transaction.run("LockRunWithoutBatch", params(jobTypes));
        if (!locked)
            return tl::unexpected{locked.error()};
        if (locked->empty())
            return std::optional<RunTask>{};
        auto task = locked->readOne(runTaskFrom);
        if (!task)
            return tl::unexpected{task.error()};
        return startLocked(transaction, *std::move(task));
    });
}

/// Who takes over writes the end of the attempt that it takes over from, its own former one included.
Result<std::optional<RunTask>> RunStore::startLocked(Transaction& transaction, RunTask task)
{
    transaction.queue("LoseRunAttemptsOfOthers", params(task.run, m_duty->worker().value + " anew"));
    const auto started = transaction.run("StartRun", params(task.run, m_duty->worker(), task.lease, true));
    if (!started)
        return tl::unexpected{started.error()};
    const auto number = started->readOne([](const Row& row) { return row.int32("attempts"); });
    if (!number)
        return tl::unexpected{number.error()};
    const auto inserted
        = transaction.run("InsertRunAttempt", params(task.run, *number, m_duty->worker(), task.runKey.value));
    if (!inserted)
        return tl::unexpected{inserted.error()};
    const auto attempt = inserted->readOne([](const Row& row) { return AttemptId{row.int64("attempt_id")}; });
    if (!attempt)
        return tl::unexpected{attempt.error()};
    task.attemptNo = *number;
    task.attempt = *attempt;
    return std::optional{std::move(task)};
}

Result<Done> RunStore::keepRun(const RunTask& task)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto kept = transaction.run("KeepRunLease", params(task.run, m_duty->worker(), task.lease, task.attempt));
        if (!kept)
            return tl::unexpected{kept.error()};
        return kept->empty() ? Result<Done>{takenOver("KeepRunLease")} : Done{};
    });
}

Result<Done> RunStore::finishRun(const RunTask& task, const WorkOutcome& outcome)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto ended = transaction.run(
            "EndWorkAttempt", params(task.attempt, AttemptState::Succeeded, outcome.detail, "", outcome.rowsAffected));
        if (!ended)
            return tl::unexpected{ended.error()};
        if (ended->empty())
            return takenOver("EndWorkAttempt");
        transaction.queue("EndRun", params(task.run, RunState::Done, outcome.detail));
        return Done{};
    });
}

Result<Done> RunStore::failRun(const RunTask& task, std::string_view error, std::optional<milliseconds> wait)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        const auto ended
            = transaction.run("EndWorkAttempt", params(task.attempt, AttemptState::Failed, "WORK_FAILED", error, 0));
        if (!ended)
            return tl::unexpected{ended.error()};
        if (ended->empty())
            return takenOver("EndWorkAttempt");
        if (wait) {
            transaction.queue("PauseRun", params(task.run, *wait, error));
            return Done{};
        }
        transaction.queue("EndRun", params(task.run, RunState::Failed, error));
        transaction.queue("WriteRunDeadLetter", params(task.run, error));
        return Done{};
    });
}

} // namespace onceover::store
