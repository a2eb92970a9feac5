// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/batch_detail.h"

#include "core/states/operation_state.h"
#include "store/detail_facts.h"

namespace onceover::store {

namespace {

/// One number of one status in one currency; several make a StateCount.
struct StateCell {
    std::string status;
    std::string currency;
    std::int64_t n = 0;
    std::int64_t minor = 0;
};

/// The batch as its list shows it, but for what is counted from the states.
BatchRow batchOf(const Row& row)
{
    BatchRow batch;
    batch.batch = BatchId{row.int64("batch_id")};
    batch.runKey = row.string("run_key");
    batch.jobId = row.string("job_id");
    batch.jobType = row.string("job_type");
    batch.bizDate = row.date("biz_date");
    batch.scope = row.string("scope");
    batch.grade = row.string("grade");
    batch.status = row.string("status");
    batch.statusReason = row.string("status_reason");
    batch.dead = row.int64("dead");
    batch.countAgrees = row.optionalBoolean("count_agrees");
    batch.amountAgrees = row.optionalBoolean("amount_agrees");
    batch.lastCheck = row.optionalTimestamp("last_check_at");
    batch.triggered = row.int64("triggered");
    batch.executed = row.int64("executed");
    batch.createdAt = row.timestamp("created_at");
    batch.finishedAt = row.optionalTimestamp("finished_at");
    return batch;
}

BatchDetail batchHeadOf(const Row& row)
{
    BatchDetail detail;
    detail.takenAt = row.timestamp("now");
    detail.found = !row.isNull("batch_id");
    if (!detail.found)
        return detail;
    detail.batch = batchOf(row);
    detail.inputVersion = row.string("input_version");
    detail.ruleVersion = row.int32("rule_version");
    detail.run = runFactFrom(row);
    return detail;
}

StateCell stateCellOf(const Row& row)
{
    return {row.string("status"), row.string("currency"), row.int64("n"), row.int64("amount_minor")};
}

ShardFact shardOf(const Row& row)
{
    return {.number = row.int16("shard_no"),
        .total = row.int16("shard_total"),
        .bucketFrom = row.int16("bucket_from"),
        .bucketTo = row.int16("bucket_to"),
        .status = row.string("status"),
        .inputVersion = row.string("input_version"),
        .expectedCount = row.optionalInt64("expected_count"),
        .expectedItems = row.optionalInt64("expected_items"),
        .expected = amountsFrom(row, "expected_currencies", "expected_minors"),
        .actualCount = row.int64("actual_count"),
        .actual = amountsFrom(row, "actual_currencies", "actual_minors"),
        .accepted = row.int64("accepted"),
        .enumeratedAt = row.optionalTimestamp("enumerated_at"),
        .finishedAt = row.optionalTimestamp("finished_at")};
}

ReconcileLook lookOf(const Row& row)
{
    return {.reconciliation = row.int64("reconciliation_id"),
        .kind = row.string("kind"),
        .compared = row.int64("compared"),
        .differences = row.int64("differences"),
        .startedAt = row.timestamp("started_at"),
        .finishedAt = row.optionalTimestamp("finished_at"),
        .worker = row.string("worker_id")};
}

DifferenceFact differenceOf(const Row& row)
{
    return {.difference = row.int64("difference_id"),
        .kind = row.string("kind"),
        .grade = row.string("grade"),
        .operation = row.string("operation"),
        .externalRef = row.string("external_ref"),
        .oursMinor = row.optionalInt64("ours_minor"),
        .theirsMinor = row.optionalInt64("theirs_minor"),
        .currency = row.string("currency"),
        .detail = row.string("detail"),
        .status = row.string("status"),
        .openedAt = row.timestamp("opened_at"),
        .resolvedAt = row.optionalTimestamp("resolved_at")};
}

AuditFact auditOf(const Row& row)
{
    return {.chain = row.string("chain"),
        .seq = row.int64("seq"),
        .at = row.timestamp("at"),
        .actor = row.string("actor"),
        .role = row.string("role"),
        .action = row.string("action"),
        .target = row.string("target"),
        .outcome = row.string("outcome"),
        .reason = row.string("reason"),
        .ticket = row.string("ticket")};
}

/// Cells of one status follow each other. What the list counts of a batch follows from them.
void applyStates(BatchDetail& detail, const std::vector<StateCell>& cells)
{
    for (const StateCell& cell : cells) {
        if (detail.states.empty() || detail.states.back().status != cell.status)
            detail.states.push_back({.status = cell.status, .count = 0, .amounts = {}});
        detail.states.back().count += cell.n;
        detail.states.back().amounts[cell.currency] += cell.minor;
        detail.batch.total += cell.n;
        detail.batch.amounts[cell.currency] += cell.minor;
        if (cell.status == nameOf(OperationState::Succeeded))
            detail.batch.done += cell.n;
        else if (cell.status == nameOf(OperationState::UnknownExternal))
            detail.batch.unknown += cell.n;
    }
    detail.batch.tookEffect = detail.batch.done;
}

} // namespace

Result<BatchDetail> readBatchDetail(Transaction& snapshot, const std::string& runKey)
{
    snapshot.queue("ConsoleBatchHead", params(runKey));
    const Result<std::vector<Rows>> head = snapshot.flush();
    if (!head)
        return tl::unexpected{head.error()};
    Result<BatchDetail> detail = head->at(0).readOne(batchHeadOf);
    if (!detail)
        return detail;
    detail->runKey = runKey;
    if (!detail->found)
        return detail;

    const BatchId batch = detail->batch.batch;
    const RunId run = detail->run.run;
    snapshot.queue("ConsoleBatchStates", params(batch));
    snapshot.queue("ConsoleBatchEffects", params(batch));
    snapshot.queue("ConsoleRunTriggers", params(run, kDetailRowsAsked));
    snapshot.queue("ConsoleRunAttempts", params(run, std::optional<std::int16_t>{}, kDetailRowsAsked));
    snapshot.queue("ConsoleBatchShards", params(batch));
    snapshot.queue("ConsoleBatchLooks", params(batch, kDetailRowsAsked));
    snapshot.queue("ConsoleBatchDifferences", params(batch, kDetailRowsAsked));
    snapshot.queue("ConsoleBatchAudit",
        params(batch, detail->batch.runKey, detail->batch.jobId, detail->batch.bizDate, kDetailRowsAsked));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};

    FactReader facts{*results};
    std::vector<StateCell> states;
    facts.list(0, stateCellOf, states);
    detail->effectsMax = facts.one(1, [](const Row& row) { return row.int64("effects_max"); });
    detail->triggersHaveMore = facts.list(2, triggerFactFrom, detail->triggers);
    detail->attemptsHaveMore = facts.list(3, attemptFactFrom, detail->attempts);
    facts.list(4, shardOf, detail->shards);
    detail->looksHaveMore = facts.list(5, lookOf, detail->looks);
    detail->differencesHaveMore = facts.list(6, differenceOf, detail->differences);
    detail->auditHasMore = facts.list(7, auditOf, detail->audit);
    if (facts.failure())
        return tl::unexpected{*facts.failure()};
    applyStates(*detail, states);
    return detail;
}

} // namespace onceover::store
