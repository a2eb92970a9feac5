// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/operation_detail.h"

#include "store/detail_facts.h"

#include <algorithm>

namespace onceover::store {

namespace {

/// What the second round trip asks by.
struct Head {
    OperationDetail detail;
    std::int64_t batch = 0;
    std::optional<std::int64_t> attempt; ///< Under which it was claimed last.
    Uuid root;
};

std::optional<AttemptId> attemptOf(const Row& row)
{
    const std::optional<std::int64_t> attempt = row.optionalInt64("attempt_id");
    return attempt ? std::optional{AttemptId{*attempt}} : std::nullopt;
}

OperationRow operationOf(const Row& row)
{
    OperationRow operation;
    operation.ref = {row.bucket("bucket"), row.operationId("operation_id")};
    operation.settlementType = row.string("settlement_type");
    operation.merchant = row.int64("merchant_id");
    operation.merchantName = row.string("merchant_name");
    operation.bizDate = row.date("biz_date");
    operation.amountMinor = row.int64("amount_minor");
    operation.currency = row.string("currency");
    operation.status = row.string("status");
    operation.failureClass = row.textOrEmpty("failure_class");
    operation.attempts = row.int32("attempts_total");
    operation.nextAttempt = row.optionalTimestamp("next_attempt_at");
    operation.leaseUntil = row.optionalTimestamp("lease_until");
    operation.worker = row.textOrEmpty("worker_id");
    operation.version = row.int64("version");
    operation.channel = row.string("channel_id");
    operation.externalRef = row.textOrEmpty("external_ref");
    operation.lastError = row.string("last_error");
    operation.batchKey = row.string("run_key");
    operation.updatedAt = row.timestamp("updated_at");
    return operation;
}

Head headOf(const Row& row)
{
    Head head;
    OperationDetail& detail = head.detail;
    detail.takenAt = row.timestamp("now");
    detail.found = !row.isNull("operation_id");
    if (!detail.found)
        return head;
    detail.operation = operationOf(row);
    detail.settleDate = row.date("settle_date");
    detail.scopeRef = row.string("scope_ref");
    detail.revision = row.int32("revision");
    detail.revisions = row.int64("revisions");
    detail.shard = row.int16("shard_no");
    detail.budgetAttempts = row.int32("attempts");
    detail.inputVersion = row.string("input_version");
    detail.ruleVersion = row.int32("rule_version");
    detail.beneficiaryName = row.textOrEmpty("beneficiary_name");
    detail.beneficiaryAccount = row.textOrEmpty("beneficiary_account");
    detail.beneficiaryCountry = row.textOrEmpty("beneficiary_country");
    detail.createdAt = row.timestamp("created_at");
    detail.finishedAt = row.optionalTimestamp("finished_at");
    detail.run = runFactFrom(row);
    head.batch = row.int64("batch_id");
    head.attempt = row.optionalInt64("attempt_id");
    head.root = row.uuid("root_id");
    return head;
}

EventFact eventOf(const Row& row)
{
    return {.event = row.int64("event_id"),
        .at = row.timestamp("at"),
        .kind = row.string("event"),
        .from = row.string("from_status"),
        .to = row.string("to_status"),
        .attempt = attemptOf(row),
        .worker = row.string("worker_id"),
        .version = row.optionalInt64("version"),
        .setSize = row.int32("set_size"),
        .detail = row.string("detail")};
}

LegFact legOf(const Row& row)
{
    return {.phase = row.string("phase"),
        .side = row.string("side"),
        .accountKind = row.textOrEmpty("account_kind"),
        .owner = row.textOrEmpty("owner_ref"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .version = row.int64("op_version"),
        .attempt = attemptOf(row),
        .at = row.timestamp("created_at")};
}

MessageFact messageOf(const Row& row)
{
    MessageFact message;
    message.outbox = OutboxId{row.int64("outbox_id")};
    message.kind = row.string("message_kind");
    message.channel = row.string("channel_id");
    message.profileVersion = row.int32("profile_version");
    message.idempotencyKey = row.string("idempotency_key");
    message.payloadSize = row.int32("payload_size");
    message.payloadSha256 = row.string("payload_sha256");
    message.status = row.string("status");
    message.version = row.int64("version");
    message.worker = row.textOrEmpty("worker_id");
    message.leaseUntil = row.optionalTimestamp("lease_until");
    message.attempts = row.int32("attempts");
    message.sends = row.int32("sends_total");
    message.sendsMaybeLeft = row.int32("sends_maybe_left");
    message.queries = row.int32("queries");
    message.createdAt = row.timestamp("created_at");
    message.notBefore = row.optionalTimestamp("not_before");
    message.firstSentAt = row.optionalTimestamp("first_sent_at");
    message.lastSentAt = row.optionalTimestamp("last_sent_at");
    message.unknownSince = row.optionalTimestamp("unknown_since");
    message.nextQueryAt = row.optionalTimestamp("next_query_at");
    message.finishedAt = row.optionalTimestamp("finished_at");
    message.honouredUntil = row.optionalTimestamp("honoured_until");
    message.lastError = row.string("last_error");
    return message;
}

CallFact callOf(const Row& row)
{
    return {.call = CallId{row.int64("call_id")},
        .kind = row.string("kind"),
        .startedAt = row.timestamp("started_at"),
        .at = row.timestamp("at"),
        .duration = row.millis("duration_ms"),
        .answer = row.string("answer"),
        .httpStatus = row.optionalInt64("http_status"),
        .code = row.string("code"),
        .externalRef = row.textOrEmpty("external_ref"),
        .amountMinor = row.optionalInt64("amount_minor"),
        .currency = row.string("currency"),
        .version = row.int64("outbox_version"),
        .worker = row.string("worker_id"),
        .error = row.string("error")};
}

ItemFact itemOf(const Row& row)
{
    return {.kind = row.string("item_kind"),
        .id = row.string("item_id"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency")};
}

DeadLetterFact deadLetterOf(const Row& row)
{
    return {.deadLetter = row.int64("dead_letter_id"),
        .subjectKind = row.string("subject_kind"),
        .failureClass = row.string("failure_class"),
        .lastError = row.string("last_error"),
        .attempts = row.int32("attempts"),
        .status = row.string("status"),
        .resolution = row.string("resolution"),
        .reason = row.string("reason"),
        .payloadSize = row.int32("payload_size"),
        .openedAt = row.timestamp("opened_at"),
        .resolvedAt = row.optionalTimestamp("resolved_at")};
}

CompensationFact compensationOf(const Row& row)
{
    return {.operation = row.operationId("operation_id"),
        .original = row.operationId("original_id"),
        .kind = row.string("kind"),
        .request = row.int64("approval_id"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .status = row.string("status"),
        .failureClass = row.textOrEmpty("failure_class"),
        .madeAt = row.timestamp("created_at"),
        .finishedAt = row.optionalTimestamp("finished_at")};
}

/// Attempts at the run itself, and those of its shard under which this operation was claimed.
void keepItsAttempts(OperationDetail& detail, std::optional<std::int64_t> claimedLast)
{
    std::erase_if(detail.attempts, [&](const AttemptFact& attempt) {
        if (!attempt.shard || attempt.attempt.value == claimedLast)
            return false;
        return std::none_of(detail.events.begin(), detail.events.end(),
            [&](const EventFact& event) { return event.attempt == attempt.attempt; });
    });
}

Result<Done> readFacts(Transaction& snapshot, Head& head, bool withPayload)
{
    OperationDetail& detail = head.detail;
    const OperationRef ref = detail.operation.ref;
    const RunId run = detail.run.run;
    const auto shard = static_cast<std::int16_t>(detail.shard);
    snapshot.queue("ConsoleRunTriggers", params(run, kDetailRowsAsked));
    snapshot.queue("ConsoleRunAttempts", params(run, shard, kDetailRowsAsked));
    snapshot.queue("ConsoleOperationEvents", params(head.batch, ref.id, detail.createdAt, kDetailRowsAsked));
    snapshot.queue("ConsoleOperationLegs", params(ref.bucket, ref.id));
    snapshot.queue("ConsoleOperationMessage", params(ref.bucket, ref.id));
    snapshot.queue("ConsoleOperationCalls", params(ref.bucket, ref.id, kDetailRowsAsked));
    snapshot.queue("ConsoleOperationItems", params(ref.bucket, head.root, kDetailRowsAsked));
    snapshot.queue("ConsoleOperationItemTotal", params(ref.bucket, head.root));
    snapshot.queue("ConsoleOperationDeadLetters", params(ref.id, kDetailRowsAsked));
    snapshot.queue("ConsoleOperationCompensations", params(ref.bucket, ref.id, kDetailRowsAsked));
    if (withPayload)
        snapshot.queue("ConsoleOperationPayload", params(ref.bucket, ref.id));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};

    FactReader facts{*results};
    std::vector<MessageFact> messages;
    std::vector<std::string> payloads;
    bool more = facts.list(0, triggerFactFrom, detail.triggers);
    more = facts.list(1, attemptFactFrom, detail.attempts) || more;
    more = facts.list(2, eventOf, detail.events) || more;
    facts.list(3, legOf, detail.legs);
    facts.list(4, messageOf, messages);
    more = facts.list(5, callOf, detail.calls) || more;
    facts.list(6, itemOf, detail.items);
    const auto [count, minor] = facts.one(7, [](const Row& row) {
        return std::pair{row.int64("n"), row.int64("amount_minor")};
    });
    facts.list(8, deadLetterOf, detail.deadLetters);
    facts.list(9, compensationOf, detail.compensations);
    if (withPayload)
        facts.list(
            10, [](const Row& row) { return row.bytes("payload"); }, payloads);
    if (facts.failure())
        return tl::unexpected{*facts.failure()};
    detail.factsHaveMore = more;
    detail.itemCount = count;
    detail.itemsMinor = minor;
    if (!messages.empty())
        detail.message = std::move(messages.front());
    if (detail.message && !payloads.empty())
        detail.message->payload = std::move(payloads.front());
    keepItsAttempts(detail, head.attempt);
    return Done{};
}

} // namespace

Result<OperationDetail> readOperationDetail(Transaction& snapshot, const OperationId& id, bool withPayload)
{
    snapshot.queue("ConsoleOperationHead", params(id));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    Result<Head> head = results->at(0).readOne(headOf);
    if (!head)
        return tl::unexpected{head.error()};
    head->detail.id = id;
    if (head->detail.found) {
        if (const Result<Done> read = readFacts(snapshot, *head, withPayload); !read)
            return tl::unexpected{read.error()};
    }
    return std::move(head->detail);
}

} // namespace onceover::store
