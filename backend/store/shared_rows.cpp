// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/shared_rows.h"

namespace onceover::store {

namespace {

// The words of channel_profile's CHECKs, in the order of the enums.

OnMismatch onMismatchFrom(const Row& row)
{
    const std::string_view word = row.text("on_mismatch");
    if (word == "error")
        return OnMismatch::Error;
    if (word == "old_answer")
        return OnMismatch::OldAnswer;
    if (word == "ignores_key")
        return OnMismatch::IgnoresKey;
    row.throwMalformed("on_mismatch", "a known word");
}

OnInFlight onInFlightFrom(const Row& row)
{
    const std::string_view word = row.text("on_in_flight");
    if (word == "409")
        return OnInFlight::Conflict409;
    if (word == "blocks")
        return OnInFlight::Blocks;
    if (word == "executes")
        return OnInFlight::Executes;
    row.throwMalformed("on_in_flight", "a known word");
}

QueryKind queryKindFrom(const Row& row)
{
    const std::string_view word = row.text("query_kind");
    if (word == "authoritative")
        return QueryKind::Authoritative;
    if (word == "eventual")
        return QueryKind::Eventual;
    if (word == "none")
        return QueryKind::None;
    row.throwMalformed("query_kind", "a known word");
}

} // namespace

Result<KeyNamespace> readNamespace(DutyConnection& duty)
{
    const auto connection = duty.ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadNamespace");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return KeyNamespace{row.uuid("namespace")}; });
}

Job jobFrom(const Row& row)
{
    Job job;
    job.id = JobId{row.string("job_id")};
    job.jobType = row.string("job_type");
    job.scope = row.string("scope");
    job.runKeyPrefix = row.string("run_key_prefix");
    job.periodKind = row.string("period_kind");
    job.grade = row.string("grade");
    job.timeZone = row.string("time_zone");
    job.schedule = row.string("schedule");
    job.bizDateOffset = row.int32("biz_date_offset");
    job.enabled = row.boolean("enabled");
    job.frozen = row.boolean("frozen");
    job.scheduledUpTo = row.timestamp("scheduled_up_to");
    job.ruleVersion = row.int32("rule_version");
    job.shardCount = row.int32("shard_count");
    job.claimSize = row.int32("claim_size");
    job.lease = row.millis("lease_ms");
    job.retryBackoff = row.millisArray("retry_backoff_ms");
    job.maxAttempts = row.int32("max_attempts");
    job.maxTotalTime = row.millis("max_total_time_ms");
    job.conflictBackoff = row.millis("conflict_backoff_ms");
    job.catchUp = row.named<CatchUp>("catch_up");
    job.allowedLateness = row.millis("allowed_lateness_ms");
    return job;
}

ReleaseWindow releaseWindowFrom(const Row& row)
{
    return {row.int64("window_id"), row.timestamp("starts_at"), row.timestamp("ends_at"), row.string("what")};
}

ChannelProfile channelProfileFrom(const Row& row)
{
    ChannelProfile profile;
    profile.channel = ChannelId{row.string("channel_id")};
    profile.profileVersion = row.int32("profile_version");
    profile.kind = row.string("kind");
    profile.endpoint = row.string("endpoint");
    profile.enabled = row.boolean("enabled");
    profile.keyTransport = row.string("key_transport");
    profile.retention = row.millis("retention_ms");
    profile.retentionMargin = row.millis("retention_margin_ms");
    profile.onMismatch = onMismatchFrom(row);
    profile.onInFlight = onInFlightFrom(row);
    profile.stores5xx = row.boolean("stores_5xx");
    profile.queryKind = queryKindFrom(row);
    profile.queryEventualMax = row.millis("query_eventual_max_ms");
    profile.maxLateExecution = row.optionalMillis("max_late_execution_ms");
    profile.refusal = row.text("refusal") == "final" ? RefusalKind::Final : RefusalKind::RetryableSameKey;
    profile.refusalCodes = row.textArray("refusal_codes");
    profile.amountUnit = row.text("amount_unit") == "minor" ? AmountUnit::Minor : AmountUnit::Major;
    profile.connectTimeout = row.millis("connect_timeout_ms");
    profile.answerTimeout = row.millis("answer_timeout_ms");
    profile.sendLease = row.millis("send_lease_ms");
    profile.maxInFlight = row.int32("max_in_flight");
    profile.retryBackoff = row.millisArray("retry_backoff_ms");
    profile.maxSendAttempts = row.int32("max_send_attempts");
    profile.queryBackoff = row.millisArray("query_backoff_ms");
    profile.maxQueries = row.int32("max_queries");
    if (!row.isNull("cutoff_minutes"))
        profile.hours.cutOff = std::chrono::minutes{row.int32("cutoff_minutes")};
    profile.hours.zone = row.string("cutoff_zone");
    profile.hours.calendar = row.string("calendar_id");
    profile.hours.valueDateRule = row.string("value_date_rule");
    profile.hours.takesPastValueDates = row.text("past_value_date") == "accepts";
    profile.escalateAfter = row.millis("escalate_after_ms");
    profile.callbackSigned = row.boolean("callback_signed");
    profile.keyMaxLen = row.int32("key_max_len");
    profile.keyCharset = row.string("key_charset");
    profile.fencing = row.boolean("fencing");
    profile.testEndpoint = row.string("test_endpoint");
    return profile;
}

} // namespace onceover::store
