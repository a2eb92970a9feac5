// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/recovery_store.h"

#include "store/act_session.h"
#include "store/server_identity.h"

#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings recoverySettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "recovery";
    settings.statementTimeout = milliseconds{60000}; // It looks through whole batches.
    settings.lockTimeout = milliseconds{10000};
    return settings;
}

RecoveryFacts readRecoveryFacts(const Row& row)
{
    RecoveryFacts facts;
    facts.operation = row.operationId("operation_id");
    facts.merchant = MerchantId{row.int64("merchant_id")};
    facts.job = JobId{row.string("job_id")};
    facts.batch = row.int64("batch_id");
    facts.status = row.named<OperationState>("status");
    facts.failureClass = row.string("failure_class");
    facts.amountMinor = row.int64("amount_minor");
    facts.currency = row.string("currency");
    if (!row.text("message_status").empty())
        facts.message = row.named<MessageState>("message_status");
    facts.key = row.string("idempotency_key");
    facts.effects = row.int64("effects");
    facts.isMadeGood = row.boolean("is_made_good");
    facts.replayRefusal = row.string("replay_refusal");
    return facts;
}

} // namespace

RecoveryStore::RecoveryStore(const ConnectionTarget& target, std::string program)
    : m_connection(recoverySettings(target, std::move(program)))
{
}

Result<ServerIdentity> RecoveryStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Act);
}

Result<Rows> RecoveryStore::run(std::string_view statement, const Params& asked)
{
    if (!m_connection.isConnected()) {
        if (const Result<ServerIdentity> identity = connect(); !identity)
            return tl::unexpected{identity.error()};
    }
    return m_connection.run(statement, asked);
}

Result<std::vector<RecoveryFacts>> RecoveryStore::facts(std::int64_t incident, int most)
{
    const Result<Rows> rows = run("ReadRecoveryFacts", params(incident, most));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(readRecoveryFacts);
}

Result<std::vector<RecoveryTotal>> RecoveryStore::scopeTotals(std::int64_t incident)
{
    const Result<Rows> rows = run("ReadRecoveryTotals", params(incident));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        return RecoveryTotal{
            RecoveryAction::Nothing, row.string("currency"), row.int64("operations"), row.int64("amount_minor")};
    });
}

Result<RequestAnswer> RecoveryStore::requestPlan(const RecoveryWish& wish, const Uuid& requestId)
{
    std::vector<OperationId> operations;
    std::vector<std::string> actions;
    for (const RecoveryWish::Item& item : wish.items) {
        operations.push_back(item.operation);
        actions.emplace_back(nameOf(item.action));
    }
    const Result<Rows> rows = run("RequestRecoveryPlan",
        params(wish.incident, operations, actions, wish.isFalseAlarm, wish.reason, wish.ticket, requestId));
    if (rows)
        return rows->readOne(readRequestAnswer);
    Failure failure = rows.error();
    if (isMissingPrivilege(failure)) {
        // The server refused the call itself, so nothing of it was audited; this row is best effort (SECURITY.md).
        static_cast<void>(m_connection.run("RecordRefusal",
            params(requestId, "42501", "request recovery plan", "incident " + std::to_string(wish.incident))));
        failure = asMissingRole(std::move(failure), m_connection);
    } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
        failure.kind = FailureKind::InDoubt;
    }
    return tl::unexpected{std::move(failure)};
}

} // namespace onceover::store
