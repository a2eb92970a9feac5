// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/control_store.h"

#include "store/control_rows.h"

#include <utility>

namespace onceover::store {

namespace {

FreezeAnswer readFreezeAnswer(const Row& row)
{
    return {row.text("outcome") == "DONE", row.textOrEmpty("reason"), row.textOrEmpty("answer"),
        row.optionalInt64("freeze_id").value_or(0), row.textOrEmpty("status"), row.optionalTimestamp("effective_at")};
}

std::string nameOfScope(const ControlScope& scope)
{
    return scope.ref.empty() ? scope.kind : scope.kind + " " + scope.ref;
}

} // namespace

ControlStore::ControlStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program))
{
}

Result<ServerIdentity> ControlStore::connect()
{
    return m_session.connect();
}

Result<FreezeAnswer> ControlStore::requestFreeze(
    const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestFreeze", params(scope.kind, scope.ref, reason, requestId),
                          {"freeze", nameOfScope(scope), requestId}),
        readFreezeAnswer);
}

Result<FreezeAnswer> ControlStore::enforceFreeze(std::int64_t freeze)
{
    return readAnswer(
        m_session.act("EnforceFreeze", params(freeze), {"freeze", "order " + std::to_string(freeze), Uuid{}}),
        readFreezeAnswer);
}

Result<FenceAnswer> ControlStore::fence(const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(m_session.act("Fence", params(scope.kind, scope.ref, reason, requestId),
                          {"fence", nameOfScope(scope), requestId}),
        [](const Row& row) {
            return FenceAnswer{row.text("outcome") == "DONE", row.textOrEmpty("reason"),
                row.optionalInt64("operations").value_or(0), row.optionalInt64("messages").value_or(0)};
        });
}

Result<RequestAnswer> ControlStore::declareDead(
    const std::string& worker, const std::string& reason, const Uuid& requestId)
{
    return readAnswer(m_session.act("DeclareDead", params(worker, reason, requestId),
                          {"declare dead", "worker " + worker, requestId}),
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
    return readAnswer(m_session.act("RequestReplay",
                          params(wish.operations, wish.keyEverSucceeded, wish.forTheMorning, wish.underFreeze,
                              wish.reason, wish.ticket, requestId),
                          {"request replay", target, requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::requestLift(std::int64_t freeze, const std::string& policies,
    const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestLift", params(freeze, policies, reason, ticket, requestId),
                          {"request lift", "freeze " + std::to_string(freeze), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::requestDismissal(
    std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestDismissal", params(deadLetter, reason, ticket, requestId),
                          {"request dismissal", "dead letter " + std::to_string(deadLetter), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::approve(std::int64_t request, const std::string& planHash, const std::string& total,
    const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(m_session.act("ApproveRequest", params(request, planHash, total, reason, decisionId),
                          {"approve", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::reject(std::int64_t request, const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(m_session.act("RejectRequest", params(request, reason, decisionId),
                          {"reject", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<RequestAnswer> ControlStore::withdraw(std::int64_t request, const std::string& reason, const Uuid& decisionId)
{
    return readAnswer(m_session.act("WithdrawRequest", params(request, reason, decisionId),
                          {"withdraw", "request " + std::to_string(request), decisionId}),
        readRequestAnswer);
}

Result<std::vector<RequestRow>> ControlStore::requests(std::optional<std::int64_t> only, int most)
{
    return readEach(m_session.read("ReadRequests", params(only, most)), requestRowOf);
}

Result<std::vector<RequestItemRow>> ControlStore::requestItems(std::int64_t request, int most)
{
    return readEach(m_session.read("ReadRequestItems", params(request, most)), [](const Row& row) {
        RequestItemRow item{
            row.int32("item_no"), row.textOrEmpty("operation"), row.string("status"), row.string("reason")};
        item.readAt = row.timestamp("now");
        if (!row.isNull("made_id"))
            item.madeGood = CompensationFact{.operation = row.operationId("made_id"),
                .original = row.operationId("original_id"),
                .kind = row.string("made_kind"),
                .request = row.int64("approval_id"),
                .amountMinor = row.int64("made_minor"),
                .currency = row.string("made_currency"),
                .status = row.string("made_status"),
                .failureClass = row.textOrEmpty("made_failure_class"),
                .madeAt = row.timestamp("made_at"),
                .finishedAt = row.optionalTimestamp("made_finished_at")};
        return item;
    });
}

Result<std::vector<FreezeRow>> ControlStore::freezes()
{
    return readEach(m_session.read("ReadFreezes"), freezeRowOf);
}

Result<std::vector<MayLeaveRow>> ControlStore::mayStillLeave(int most)
{
    return readEach(m_session.read("ReadMayStillLeave", params(most)), mayLeaveRowOf);
}

Result<std::optional<FreezeAnswer>> ControlStore::findFreeze(const Uuid& requestId)
{
    return readFound(m_session.read("FindFreezeByRequest", params(requestId)), readFreezeAnswer);
}

Result<std::optional<RequestAnswer>> ControlStore::findRequest(const Uuid& requestId)
{
    return readFound(m_session.read("FindRequestByRequest", params(requestId)), readRequestAnswer);
}

Result<std::optional<RequestAnswer>> ControlStore::findDecision(std::int64_t request, std::string_view decision)
{
    return readFound(m_session.read("FindDecision", params(request, decision)), readRequestAnswer);
}

} // namespace onceover::store
