// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/recovery_store.h"

#include <utility>

namespace onceover::store {

namespace {

constexpr milliseconds kRecoveryPatience{60000}; // It looks through whole batches.

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
    : m_session(target, std::move(program), {"recovery", kRecoveryPatience})
{
}

Result<ServerIdentity> RecoveryStore::connect()
{
    return m_session.connect();
}

Result<std::vector<RecoveryFacts>> RecoveryStore::facts(std::int64_t incident, int most)
{
    return readEach(m_session.read("ReadRecoveryFacts", params(incident, most)), readRecoveryFacts);
}

Result<std::vector<RecoveryTotal>> RecoveryStore::scopeTotals(std::int64_t incident)
{
    return readEach(m_session.read("ReadRecoveryTotals", params(incident)), [](const Row& row) {
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
    return readAnswer(
        m_session.act("RequestRecoveryPlan",
            params(wish.incident, operations, actions, wish.isFalseAlarm, wish.reason, wish.ticket, requestId),
            {"request recovery plan", "incident " + std::to_string(wish.incident), requestId}),
        readRequestAnswer);
}

} // namespace onceover::store
