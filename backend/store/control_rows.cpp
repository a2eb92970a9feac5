// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/control_rows.h"

namespace onceover::store {

RequestRow requestRowOf(const Row& row)
{
    RequestRow request;
    request.id = row.int64("approval_id");
    request.kind = row.string("kind");
    request.status = row.string("status");
    request.maker = row.string("maker");
    request.checker = row.string("checker");
    request.reason = row.string("reason");
    request.ticket = row.string("ticket");
    request.planHash = row.string("plan_hash");
    request.planTotal = row.string("plan_total");
    request.plan = row.string("plan");
    request.items = row.int64("items");
    request.itemsDone = row.int64("items_done");
    request.itemsRefused = row.int64("items_refused");
    request.requestedAt = row.timestamp("requested_at");
    request.expiresAt = row.timestamp("expires_at");
    request.decidedAt = row.optionalTimestamp("decided_at");
    request.executedAt = row.optionalTimestamp("executed_at");
    request.verifiedAt = row.optionalTimestamp("verified_at");
    request.decisionReason = row.string("decision_reason");
    return request;
}

FreezeRow freezeRowOf(const Row& row)
{
    FreezeRow freeze;
    freeze.id = row.int64("freeze_id");
    freeze.scope = {row.string("scope_kind"), row.string("scope_ref")};
    freeze.status = row.string("status");
    freeze.actor = row.string("actor");
    freeze.reason = row.string("reason");
    freeze.requestedAt = row.timestamp("requested_at");
    freeze.effectiveAt = row.optionalTimestamp("effective_at");
    freeze.drainedAt = row.optionalTimestamp("drained_at");
    freeze.operations = row.int64("operations");
    freeze.messages = row.int64("messages");
    freeze.runs = row.int64("runs");
    freeze.mayStillLeave = row.int64("may_still_leave");
    return freeze;
}

MayLeaveRow mayLeaveRowOf(const Row& row)
{
    MayLeaveRow message;
    message.operation = row.string("operation");
    message.channel = row.string("channel_id");
    message.key = row.string("idempotency_key");
    message.amountMinor = row.int64("amount_minor");
    message.currency = row.string("currency");
    message.status = row.string("status");
    message.worker = row.string("worker_id");
    message.host = row.string("host");
    message.lastSentAt = row.optionalTimestamp("last_sent_at");
    return message;
}

RequestListRow requestListRowOf(const Row& row)
{
    RequestListRow request{.id = row.int64("approval_id"),
        .view = row.string("view"),
        .kind = row.string("kind"),
        .status = row.string("status"),
        .maker = row.string("maker"),
        .makerName = row.string("maker_name"),
        .checkerName = row.string("checker_name"),
        .reason = row.string("reason"),
        .ticket = row.string("ticket"),
        .planHash = row.string("plan_hash"),
        .amounts = {},
        .items = row.int64("items"),
        .itemsDone = row.int64("items_done"),
        .itemsRefused = row.int64("items_refused"),
        .requestedAt = row.timestamp("requested_at"),
        .expiresAt = row.timestamp("expires_at"),
        .decidedAt = row.optionalTimestamp("decided_at"),
        .decisionReason = row.string("decision_reason")};
    const std::vector<std::string> currencies = row.textArray("currencies");
    const std::vector<std::int64_t> amounts = row.int64Array("amounts");
    for (std::size_t i = 0; i < currencies.size() && i < amounts.size(); ++i)
        request.amounts[currencies[i]] = amounts[i];
    return request;
}

PlanItemRow planItemRowOf(const Row& row)
{
    return {.no = row.int32("item_no"),
        .operation = row.string("operation"),
        .key = row.string("key"),
        .merchant = row.int64("merchant_id"),
        .payee = row.string("payee"),
        .payeeAccount = row.string("payee_account"),
        .payeeChanged = row.boolean("payee_changed"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .statusPlanned = row.string("status_planned"),
        .classPlanned = row.string("class_planned"),
        .statusNow = row.string("status_now"),
        .moved = row.boolean("moved"),
        .effectOnRecord = row.boolean("effect_on_record"),
        .lastAnswer = row.string("last_answer"),
        .lastAnswerAt = row.optionalTimestamp("last_answer_at"),
        .honouredUntil = row.optionalTimestamp("honoured_until"),
        .valueDate = row.isNull("value_date") ? std::nullopt : std::optional(row.date("value_date")),
        .status = row.string("item_status"),
        .reason = row.string("item_reason")};
}

AuditListRow auditListRowOf(const Row& row)
{
    return {.chain = row.string("chain"),
        .seq = row.int64("seq"),
        .at = row.timestamp("at"),
        .actor = row.string("actor"),
        .actorName = row.string("actor_name"),
        .login = row.string("login"),
        .role = row.string("role"),
        .action = row.string("action"),
        .target = row.string("target"),
        .outcome = row.string("outcome"),
        .reason = row.string("reason"),
        .ticket = row.string("ticket"),
        .detail = row.string("detail"),
        .requestId = row.string("request_id"),
        .hash = row.string("hash")};
}

AuditHeadRow auditHeadRowOf(const Row& row)
{
    return {.chain = row.string("chain"),
        .seq = row.int64("seq"),
        .hash = row.string("hash"),
        .anchoredSeq = row.optionalInt64("anchored_seq"),
        .at = row.timestamp("at")};
}

AccessRow accessRowOf(const Row& row)
{
    return {.id = row.int64("id"),
        .login = row.string("login"),
        .person = row.string("person"),
        .personName = row.string("person_name"),
        .duties = row.textArray("duties"),
        .superuser = row.boolean("superuser"),
        .recordedAt = row.timestamp("recorded_at")};
}

} // namespace onceover::store
