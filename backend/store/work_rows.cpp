// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/work_rows.h"

#include "core/schedule.h"

#include <optional>
#include <string>

namespace onceover::store {

namespace {

constexpr std::size_t kNextRunsShown = 3;

std::optional<BusinessDate> optionalDate(const Row& row, std::string_view column)
{
    return row.isNull(column) ? std::nullopt : std::optional{row.date(column)};
}

/// The instants after `after` at which the job is due next, by the same function that plans them.
void tellNextRuns(JobRow& job, std::optional<Timestamp> after)
{
    if (!job.enabled || !after)
        return;
    const Result<CronExpression> cron = CronExpression::parse(job.schedule);
    if (!cron) {
        job.nextProblem = cron.error().found;
        return;
    }
    Timestamp from = *after;
    while (job.nextRuns.size() < kNextRunsShown) {
        const Result<ScheduledInstant> next = nextScheduled(*cron, job.zone, from);
        if (!next) {
            job.nextProblem = next.error().found.empty() ? job.zone : next.error().found;
            return;
        }
        from = next->scheduledAt;
        job.nextRuns.push_back(from);
    }
}

} // namespace

DeadLetterListRow deadLetterListRowOf(const Row& row)
{
    return {.letter = row.int64("dead_letter_id"),
        .subjectKind = row.string("subject_kind"),
        .subjectId = row.string("subject_id"),
        .operation = row.textOrEmpty("operation_id"),
        .jobId = row.string("job_id"),
        .bizDate = row.date("biz_date"),
        .grade = row.string("grade"),
        .idempotencyKey = row.string("idempotency_key"),
        .failureClass = row.string("failure_class"),
        .lastError = row.string("last_error"),
        .attempts = row.int64("attempts"),
        .payloadSize = row.int64("payload_size"),
        .amountMinor = row.optionalInt64("amount_minor"),
        .currency = row.textOrEmpty("currency"),
        .status = row.string("status"),
        .resolution = row.textOrEmpty("resolution"),
        .reason = row.string("reason"),
        .openedAt = row.timestamp("opened_at"),
        .resolvedAt = row.optionalTimestamp("resolved_at"),
        .batchKey = row.string("batch_key"),
        .operationStatus = row.textOrEmpty("operation_status"),
        .settlementType = row.textOrEmpty("settlement_type"),
        .standing = row.textOrEmpty("standing"),
        .effectFound = row.boolean("effect_found"),
        .worker = row.textOrEmpty("worker_id")};
}

StuckLeaseRow stuckLeaseRowOf(const Row& row)
{
    return {.ref = {row.bucket("bucket"), row.operationId("operation_id")},
        .jobId = row.string("job_id"),
        .settlementType = row.string("settlement_type"),
        .merchant = row.int64("merchant_id"),
        .bizDate = row.date("biz_date"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .batchKey = row.string("batch_key"),
        .worker = row.string("worker_id"),
        .host = row.textOrEmpty("host"),
        .pid = row.int64("pid"),
        .lastBeat = row.optionalTimestamp("last_beat"),
        .workerStopped = row.boolean("worker_stopped"),
        .version = row.int64("version"),
        .leaseUntil = row.timestamp("lease_until"),
        .attempts = row.int64("attempts"),
        .recoveries = row.int64("recoveries"),
        .lost = row.boolean("lost"),
        .frozen = row.boolean("frozen"),
        .settlers = row.int64("settlers")};
}

MessageRow messageRowOf(const Row& row)
{
    return {.outbox = row.int64("outbox_id"),
        .operation = row.string("operation_id"),
        .messageKind = row.string("message_kind"),
        .channel = row.string("channel_id"),
        .profileVersion = row.int32("profile_version"),
        .idempotencyKey = row.string("idempotency_key"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .jobId = row.string("job_id"),
        .merchant = row.int64("merchant_id"),
        .status = row.string("status"),
        .version = row.int64("version"),
        .worker = row.textOrEmpty("worker_id"),
        .attempts = row.int64("attempts"),
        .sends = row.int64("sends"),
        .maybeLeft = row.int64("maybe_left"),
        .queries = row.int64("queries"),
        .createdAt = row.timestamp("created_at"),
        .nextAt = row.optionalTimestamp("next_at"),
        .firstSentAt = row.optionalTimestamp("first_sent_at"),
        .lastSentAt = row.optionalTimestamp("last_sent_at"),
        .unknownSince = row.optionalTimestamp("unknown_since"),
        .honouredUntil = row.optionalTimestamp("honoured_until"),
        .lastAnswer = row.string("last_answer"),
        .lastHttp = row.optionalInt64("last_http"),
        .lastCode = row.textOrEmpty("last_code"),
        .lastTook = row.optionalMillis("last_ms"),
        .lastError = row.string("last_error"),
        .externalRef = row.textOrEmpty("external_ref"),
        .held = row.boolean("held")};
}

ChannelRow channelRowOf(const Row& row)
{
    return {.channel = row.string("channel_id"),
        .version = row.int32("profile_version"),
        .kind = row.string("kind"),
        .endpoint = row.string("endpoint"),
        .enabled = row.boolean("enabled"),
        .keyTransport = row.string("key_transport"),
        .retention = row.millis("retention_ms"),
        .margin = row.millis("margin_ms"),
        .onMismatch = row.string("on_mismatch"),
        .onInFlight = row.string("on_in_flight"),
        .stores5xx = row.boolean("stores_5xx"),
        .queryKind = row.string("query_kind"),
        .queryEventualMax = row.optionalMillis("eventual_ms"),
        .maxLateExecution = row.optionalMillis("late_ms"),
        .refusal = row.string("refusal"),
        .refusalCodes = row.textArray("refusal_codes"),
        .escalateAfter = row.millis("escalate_ms"),
        .maxSendAttempts = row.int64("max_send_attempts"),
        .maxQueries = row.int64("max_queries"),
        .retrySpan = row.optionalMillis("retry_ms").value_or(milliseconds{0}),
        .unknown = row.int64("unknown"),
        .open = row.int64("open"),
        .calls = row.int64("calls"),
        .median = row.optionalMillis("median_ms"),
        .slowest5Percent = row.optionalMillis("slow_ms"),
        .pausedAt = row.optionalTimestamp("paused_at"),
        .pausedBy = row.textOrEmpty("paused_by"),
        .pauseReason = row.textOrEmpty("pause_reason"),
        .testedAt = row.optionalTimestamp("tested_at"),
        .testPassed = row.boolean("test_passed"),
        .testedBy = row.textOrEmpty("tested_by"),
        .createdAt = row.timestamp("created_at"),
        .createdBy = row.string("created_by")};
}

RunRow runRowOf(const Row& row)
{
    return {.run = row.int64("run_id"),
        .runKey = row.string("run_key"),
        .jobId = row.string("job_id"),
        .bizDate = row.date("biz_date"),
        .grade = row.string("grade"),
        .status = row.string("status"),
        .statusReason = row.string("status_reason"),
        .scheduledAt = row.optionalTimestamp("scheduled_at"),
        .localWall = row.textOrEmpty("local_wall"),
        .zone = row.string("zone"),
        .resolution = row.textOrEmpty("resolution"),
        .triggers = row.int64("triggers"),
        .tries = row.int64("tries"),
        .shardTries = row.int64("shard_tries"),
        .lost = row.int64("lost"),
        .batch = row.optionalInt64("batch_id"),
        .batchStatus = row.textOrEmpty("batch_status"),
        .operations = row.int64("operations"),
        .tookEffect = row.int64("took_effect"),
        .createdAt = row.timestamp("created_at"),
        .startedAt = row.optionalTimestamp("started_at"),
        .finishedAt = row.optionalTimestamp("finished_at")};
}

AttemptRow attemptRowOf(const Row& row)
{
    const std::optional<std::int64_t> shard = row.optionalInt64("shard_no");
    return {.attempt = row.int64("attempt_id"),
        .runKey = row.string("run_key"),
        .jobId = row.string("job_id"),
        .bizDate = row.date("biz_date"),
        .batch = row.optionalInt64("batch_id"),
        .shard = shard ? std::optional{static_cast<int>(*shard)} : std::nullopt,
        .number = row.int32("attempt_no"),
        .worker = row.string("worker_id"),
        .status = row.string("status"),
        .startedAt = row.timestamp("started_at"),
        .finishedAt = row.optionalTimestamp("finished_at"),
        .rows = row.int64("rows_affected"),
        .outcome = row.string("outcome"),
        .error = row.string("error"),
        .overlaps = row.boolean("overlaps")};
}

JobRow jobRowOf(const Row& row)
{
    JobRow job{.jobId = row.string("job_id"),
        .jobType = row.string("job_type"),
        .grade = row.string("grade"),
        .enabled = row.boolean("enabled"),
        .frozen = row.boolean("frozen"),
        .periodKind = row.string("period_kind"),
        .schedule = row.string("schedule"),
        .zone = row.string("time_zone"),
        .sameAction = row.string("same_action"),
        .allowedLateness = row.millis("lateness_ms"),
        .mayRepeat = row.string("may_repeat"),
        .needsCompensation = row.boolean("needs_compensation"),
        .heldPolicy = row.string("held_policy"),
        .rolloutMode = row.string("rollout_mode"),
        .ruleVersion = row.int32("rule_version"),
        .retryBackoff = row.millisArray("backoff_ms"),
        .maxAttempts = row.int32("max_attempts"),
        .maxTotalTime = row.millis("total_ms"),
        .lease = row.millis("lease_ms"),
        .shards = row.int32("shard_count"),
        .lastRunKey = row.textOrEmpty("last_run_key"),
        .lastRunStatus = row.textOrEmpty("last_run_status"),
        .lastRunAt = row.optionalTimestamp("last_run_at"),
        .nextRuns = {},
        .nextProblem = {}};
    // Where a scheduler planned, its word stands; the later ones follow by the same rule.
    const std::optional<Timestamp> planned = row.optionalTimestamp("next_at");
    if (planned)
        job.nextRuns.push_back(*planned);
    if (row.boolean("planned") && !planned)
        job.nextProblem = row.string("problem");
    else
        tellNextRuns(job, planned ? planned : row.optionalTimestamp("next_after"));
    return job;
}

WorkerRow workerRowOf(const Row& row)
{
    return {.worker = row.string("worker_id"),
        .program = row.string("program"),
        .appVersion = row.string("app_version"),
        .host = row.string("host"),
        .pid = row.int64("pid"),
        .duties = row.textArray("duties"),
        .startedAt = row.timestamp("started_at"),
        .stoppedAt = row.optionalTimestamp("stopped_at"),
        .stopReason = row.string("stop_reason"),
        .lastBeat = row.optionalTimestamp("last_beat"),
        .lastProgress = row.optionalTimestamp("last_progress"),
        .alive = row.boolean("alive"),
        .holdsOperations = row.int64("holds_operations"),
        .holdsMessages = row.int64("holds_messages"),
        .openAttempts = row.int64("open_attempts")};
}

ReconciliationRow reconciliationRowOf(const Row& row)
{
    return {.reconciliation = row.int64("reconciliation_id"),
        .kind = row.string("kind"),
        .bizDate = optionalDate(row, "biz_date"),
        .batchKey = row.string("batch_key"),
        .channel = row.textOrEmpty("channel_id"),
        .compared = row.int64("compared"),
        .differences = row.int64("differences"),
        .outcome = row.string("outcome"),
        .detail = row.string("detail"),
        .startedAt = row.timestamp("started_at"),
        .finishedAt = row.optionalTimestamp("finished_at"),
        .worker = row.string("worker_id")};
}

DifferenceListRow differenceListRowOf(const Row& row)
{
    return {.difference = row.int64("difference_id"),
        .kind = row.string("kind"),
        .pair = row.string("pair"),
        .subject = row.string("subject"),
        .grade = row.string("grade"),
        .bizDate = optionalDate(row, "biz_date"),
        .batchKey = row.string("batch_key"),
        .operation = row.textOrEmpty("operation_id"),
        .settlementType = row.textOrEmpty("settlement_type"),
        .operationStatus = row.textOrEmpty("operation_status"),
        .operationFailure = row.textOrEmpty("operation_failure"),
        .operationMinor = row.optionalInt64("operation_minor").value_or(0),
        .operationCurrency = row.textOrEmpty("operation_currency"),
        .effectFound = row.boolean("effect_found"),
        .channel = row.textOrEmpty("channel_id"),
        .idempotencyKey = row.string("idempotency_key"),
        .externalRef = row.string("external_ref"),
        .oursMinor = row.optionalInt64("ours_minor"),
        .theirsMinor = row.optionalInt64("theirs_minor"),
        .currency = row.textOrEmpty("currency"),
        .detail = row.string("detail"),
        .status = row.string("status"),
        .openedAt = row.timestamp("opened_at"),
        .resolvedAt = row.optionalTimestamp("resolved_at"),
        .ageAtDiscovery = row.optionalMillis("discovery_ms")};
}

AlertListRow alertListRowOf(const Row& row)
{
    return {.alert = row.int64("alert_id"),
        .rule = row.string("rule"),
        .subject = row.string("subject"),
        .grade = row.string("grade"),
        .idempotencyKey = row.string("idempotency_key"),
        .lastError = row.string("last_error"),
        .status = row.string("status"),
        .openedAt = row.timestamp("opened_at"),
        .acknowledgedBy = row.string("acknowledged_by"),
        .acknowledgedAt = row.optionalTimestamp("acknowledged_at"),
        .closedAt = row.optionalTimestamp("closed_at")};
}

StatementRow statementRowOf(const Row& row)
{
    return {.statement = row.int64("statement_id"),
        .channel = row.string("channel_id"),
        .format = row.string("format"),
        .account = row.textOrEmpty("account"),
        .reference = row.string("reference"),
        .currency = row.textOrEmpty("currency"),
        .openingMinor = row.optionalInt64("opening_minor"),
        .closingMinor = row.optionalInt64("closing_minor"),
        .from = optionalDate(row, "from_date"),
        .to = optionalDate(row, "to_date"),
        .lines = row.int64("lines"),
        .outcome = row.textOrEmpty("outcome"),
        .compared = row.int64("compared"),
        .differences = row.int64("differences"),
        .importedAt = row.timestamp("imported_at"),
        .importedBy = row.textOrEmpty("imported_by")};
}

StatementLineRow statementLineRowOf(const Row& row)
{
    return {.statement = row.int64("statement_id"),
        .line = row.int32("entry_no"),
        .channel = row.string("channel_id"),
        .bankReference = row.string("entry_ref"),
        .endToEnd = row.string("end_to_end"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .bookedOn = row.date("booked_on"),
        .valueOn = optionalDate(row, "value_on"),
        .kind = row.string("kind"),
        .isReversal = row.boolean("is_reversal"),
        .returnReason = row.string("return_reason"),
        .match = row.textOrEmpty("match"),
        .isDifference = row.boolean("is_difference"),
        .detail = row.textOrEmpty("match_detail"),
        .operation = row.textOrEmpty("operation_id"),
        .idempotencyKey = row.textOrEmpty("idempotency_key")};
}

RolloutListRow rolloutListRowOf(const Row& row)
{
    RolloutListRow rollout{.jobId = row.string("job_id"),
        .ruleVersion = row.int32("rule_version"),
        .mode = row.string("mode"),
        .scopes = row.textArray("scope_list"),
        .since = row.timestamp("since"),
        .maker = row.string("maker"),
        .checker = row.string("checker"),
        .isCurrent = row.boolean("is_current"),
        .isActing = row.boolean("is_acting"),
        .isNewest = row.boolean("is_newest"),
        .isStaged = row.boolean("is_staged"),
        .openRequest = row.int64("open_request"),
        .open = row.int64("operations_open"),
        .done = row.int64("operations_done"),
        .failed = row.int64("operations_failed"),
        .held = row.int64("operations_held"),
        .findings = row.int64("findings"),
        .takeovers = row.int64("takeovers"),
        .alertsOpen = row.int64("alerts_open"),
        .left = {}};
    const std::vector<std::string> whats = row.textArray("whats");
    const std::vector<std::int64_t> counts = row.int64Array("counts");
    const std::vector<std::int64_t> amounts = row.int64Array("amounts");
    const std::vector<std::string> currencies = row.textArray("currencies");
    for (std::size_t i = 0; i < whats.size() && i < counts.size() && i < amounts.size() && i < currencies.size(); ++i)
        rollout.left.push_back(
            {whats[i], counts[i], currencies[i].empty() ? std::nullopt : std::optional(amounts[i]), currencies[i]});
    return rollout;
}

CallRow callRowOf(const Row& row)
{
    return {.call = row.int64("call_id"),
        .at = row.timestamp("at"),
        .kind = row.string("kind"),
        .channel = row.string("channel_id"),
        .profileVersion = row.int32("profile_version"),
        .operation = row.string("operation_id"),
        .idempotencyKey = row.string("idempotency_key"),
        .answer = row.string("answer"),
        .http = row.optionalInt64("http_status"),
        .code = row.string("code"),
        .took = row.optionalMillis("took_ms").value_or(milliseconds{0}),
        .externalRef = row.textOrEmpty("external_ref"),
        .amountMinor = row.optionalInt64("amount_minor"),
        .currency = row.textOrEmpty("currency"),
        .error = row.string("error"),
        .worker = row.string("worker_id")};
}

} // namespace onceover::store
