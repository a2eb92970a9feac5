// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/control_store.h"

#include "store/server_identity.h"

#include <utility>

namespace onceover::store {

namespace {

/// Longer than the barrier is ever held: the server ends a session that stands idle in its transaction after five
/// seconds.
constexpr milliseconds kBarrierPatience{10000};

ConnectionSettings controlSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "people";
    settings.statementTimeout = milliseconds{15000};
    settings.lockTimeout = kBarrierPatience;
    return settings;
}

FreezeAnswer readFreezeAnswer(const Row& row)
{
    return {row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.textOrEmpty("answer"),
        row.optionalInt64("freeze_id").value_or(0), row.textOrEmpty("status"), row.optionalTimestamp("effective_at")};
}

RequestAnswer readRequestAnswer(const Row& row)
{
    RequestAnswer answer;
    answer.done = row.text("outcome") == "DONE";
    answer.reason = row.textOrEmpty("reason");
    answer.found = row.textOrEmpty("found");
    answer.id = row.optionalInt64("approval_id").value_or(0);
    answer.kind = row.textOrEmpty("kind");
    answer.status = row.textOrEmpty("status");
    answer.maker = row.textOrEmpty("maker");
    answer.checker = row.textOrEmpty("checker");
    answer.expiresAt = row.optionalTimestamp("expires_at");
    return answer;
}

RequestRow readRequestRow(const Row& row)
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

FreezeRow readFreezeRow(const Row& row)
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

MayLeaveRow readMayLeaveRow(const Row& row)
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

template <typename Read>
auto readEach(const Result<Rows>& rows, Read read) -> decltype(rows->readAll(read))
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(read);
}

template <typename Read>
auto readAnswer(const Result<Rows>& rows, Read read) -> decltype(rows->readOne(read))
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne(read);
}

std::string nameOfScope(const ControlScope& scope)
{
    return scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref;
}

} // namespace

ControlStore::ControlStore(const ConnectionTarget& target, std::string program)
    : m_connection(controlSettings(target, std::move(program)))
{
}

Result<ServerIdentity> ControlStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Act);
}

Result<Done> ControlStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<Rows> ControlStore::act(std::string_view statement, const Params& asked, const Act& what)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Result<Rows> rows = m_connection.run(statement, asked);
    if (rows)
        return rows;
    Failure failure = rows.error();
    if (isMissingPrivilege(failure)) {
        // The server refused the call itself, so nothing of it was audited; this row is best effort (SECURITY.md).
        static_cast<void>(m_connection.run("RecordRefusal", params(what.id, "42501", what.name, what.target)));
        failure = asMissingRole(std::move(failure), m_connection);
    } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
        // The statement commits by itself, so a connection that died before the answer leaves the act in doubt.
        failure.kind = FailureKind::InDoubt;
    }
    return tl::unexpected{std::move(failure)};
}

Result<FreezeAnswer> ControlStore::requestFreeze(
    const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(act("RequestFreeze", params(scope.kind, scope.ref, reason, requestId),
                          {"freeze", nameOfScope(scope), requestId}),
        readFreezeAnswer);
}

Result<FreezeAnswer> ControlStore::enforceFreeze(std::int64_t freeze)
{
    return readAnswer(
        act("EnforceFreeze", params(freeze), {"freeze", "order " + std::to_string(freeze), Uuid{}}), readFreezeAnswer);
}

Result<FenceAnswer> ControlStore::fence(const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(
        act("Fence", params(scope.kind, scope.ref, reason, requestId), {"fence", nameOfScope(scope), requestId}),
        [](const Row& row) {
            return FenceAnswer{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
                row.optionalInt64("operations").value_or(0), row.optionalInt64("messages").value_or(0)};
        });
}

Result<RequestAnswer> ControlStore::declareDead(
    const std::string& worker, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(
        act("DeclareDead", params(worker, reason, requestId), {"declare dead", "worker " + worker, requestId}),
        [](const Row& row) {
            RequestAnswer answer;
            answer.done = row.text("outcome") == "DONE";
            answer.reason = row.textOrEmpty("reason");
            return answer;
        });
}

Result<RequestAnswer> ControlStore::requestReplay(const ReplayWish& wish, const Uuid& requestId)
{
    const std::string target = wish.operations.size() == 1 ? "operation " + wish.operations.front().toString()
                                                           : std::to_string(wish.operations.size()) + " operations";
    return readAnswer(act("RequestReplay",
                          params(wish.operations, wish.keyEverSucceeded, wish.forTheMorning, wish.underFreeze,
                              wish.reason, wish.ticket, requestId),
                          {"request replay", target, requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::requestLift(std::int64_t freeze, const std::string& policies,
    const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return readAnswer(act("RequestLift", params(freeze, policies, reason, ticket, requestId),
                          {"request lift", "freeze " + std::to_string(freeze), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::requestDismissal(
    std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return readAnswer(act("RequestDismissal", params(deadLetter, reason, ticket, requestId),
                          {"request dismissal", "dead letter " + std::to_string(deadLetter), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::approve(std::int64_t request, const std::string& planHash, const std::string& total,
    const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(act("ApproveRequest", params(request, planHash, total, reason, decisionId),
                          {"approve", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::reject(std::int64_t request, const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(act("RejectRequest", params(request, reason, decisionId),
                          {"reject", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::withdraw(std::int64_t request, const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(act("WithdrawRequest", params(request, reason, decisionId),
                          {"withdraw", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<std::vector<RequestRow>> ControlStore::requests(std::optional<std::int64_t> only, int most)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return readEach(m_connection.run("ReadRequests", params(only, most)), readRequestRow);
}

Result<std::vector<RequestItemRow>> ControlStore::requestItems(std::int64_t request, int most)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return readEach(m_connection.run("ReadRequestItems", params(request, most)), [](const Row& row) {
        return RequestItemRow{
            row.int32("item_no"), row.textOrEmpty("operation"), row.string("status"), row.string("reason")};
    });
}

Result<std::vector<FreezeRow>> ControlStore::freezes()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return readEach(m_connection.run("ReadFreezes"), readFreezeRow);
}

Result<std::vector<MayLeaveRow>> ControlStore::mayStillLeave(int most)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return readEach(m_connection.run("ReadMayStillLeave", params(most)), readMayLeaveRow);
}

} // namespace onceover::store
