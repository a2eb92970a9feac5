// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/detail_facts.h"

namespace onceover::store {

RunFact runFactFrom(const Row& row)
{
    RunFact run;
    if (row.isNull("run_id"))
        return run;
    run.run = RunId{row.int64("run_id")};
    run.runKey = row.string("run_key");
    run.jobId = row.string("run_job_id");
    run.status = row.string("run_status");
    run.statusReason = row.string("run_reason");
    run.zone = row.string("zone");
    run.localWall = row.textOrEmpty("local_wall");
    run.resolution = row.textOrEmpty("resolution");
    run.attempts = row.int32("run_attempts");
    run.scheduledAt = row.optionalTimestamp("scheduled_at");
    run.createdAt = row.timestamp("run_created_at");
    run.startedAt = row.optionalTimestamp("run_started_at");
    run.finishedAt = row.optionalTimestamp("run_finished_at");
    return run;
}

TriggerFact triggerFactFrom(const Row& row)
{
    return {.trigger = TriggerId{row.int64("trigger_id")},
        .source = row.string("source"),
        .scheduledAt = row.optionalTimestamp("scheduled_at"),
        .requestId = row.string("request_id"),
        .answer = row.string("answer"),
        .requestedBy = row.string("requested_by"),
        .at = row.timestamp("at")};
}

AttemptFact attemptFactFrom(const Row& row)
{
    AttemptFact attempt{.attempt = AttemptId{row.int64("attempt_id")},
        .shard = std::nullopt,
        .number = row.int32("attempt_no"),
        .worker = row.string("worker_id"),
        .inputVersion = row.string("input_version"),
        .status = row.string("status"),
        .startedAt = row.timestamp("started_at"),
        .finishedAt = row.optionalTimestamp("finished_at"),
        .rows = row.int64("rows_affected"),
        .outcome = row.string("outcome"),
        .error = row.string("error")};
    if (!row.isNull("shard_no"))
        attempt.shard = row.int16("shard_no");
    return attempt;
}

AmountPerCurrency amountsFrom(const Row& row, std::string_view currencies, std::string_view minors)
{
    const std::vector<std::string> codes = row.textArray(currencies);
    const std::vector<std::int64_t> values = row.int64Array(minors);
    if (codes.size() != values.size())
        row.throwMalformed(minors, "as long as " + std::string{currencies});
    AmountPerCurrency amounts;
    for (std::size_t i = 0; i < codes.size(); ++i)
        amounts[codes[i]] += values[i];
    return amounts;
}

} // namespace onceover::store
