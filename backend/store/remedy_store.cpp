// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/remedy_store.h"

#include <utility>

namespace onceover::store {

RemedyStore::RemedyStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program))
{
}

Result<ServerIdentity> RemedyStore::connect()
{
    return m_session.connect();
}

Result<RequestAnswer> RemedyStore::requestResolve(const ResolveWish& wish, const Uuid& requestId)
{
    const Evidence& evidence = wish.evidence;
    return readAnswer(
        m_session.act("RequestResolve",
            params(wish.operation, wish.executed ? "executed" : "not executed", evidence.kind, evidence.source,
                evidence.part, evidence.text, evidence.reference, wish.reason, wish.ticket, requestId),
            {"request resolve", "operation " + wish.operation.toString(), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestCompensation(const CompensationWish& wish, const Uuid& requestId)
{
    const Evidence& evidence = wish.evidence;
    return readAnswer(
        m_session.act("RequestCompensation",
            params(wish.original, wish.type, wish.amountMinor, evidence.kind, evidence.source, evidence.part,
                evidence.text, wish.difference, wish.underFreeze, wish.reason, wish.ticket, requestId),
            {"request compensation", "operation " + wish.original.toString(), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestRevision(const RevisionWish& wish, const Uuid& requestId)
{
    return readAnswer(
        m_session.act("RequestRevision", params(wish.operation, wish.underFreeze, wish.reason, wish.ticket, requestId),
            {"request revision", "operation " + wish.operation.toString(), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestCorrection(
    std::int64_t difference, const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestCorrection", params(difference, reason, ticket, requestId),
                          {"request correction", "difference " + std::to_string(difference), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestMatch(const MatchWish& wish, const Uuid& requestId)
{
    const MatchingRecord& record = wish.record;
    return readAnswer(
        m_session.act("RequestMatch",
            params(wish.difference, record.kind, record.source, record.part, wish.reason, wish.ticket, requestId),
            {"request match", "difference " + std::to_string(wish.difference), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestMissingMessage(const MessageWish& wish, const Uuid& requestId)
{
    return readAnswer(
        m_session.act("RequestMissingMessage", params(wish.operation, wish.reason, wish.ticket, requestId),
            {"request missing outbox", "operation " + wish.operation.toString(), requestId}),
        readRequestAnswer);
}

Result<RequestAnswer> RemedyStore::requestResend(const MessageWish& wish, const Uuid& requestId)
{
    return readAnswer(m_session.act("RequestResend", params(wish.operation, wish.reason, wish.ticket, requestId),
                          {"request re-send", "operation " + wish.operation.toString(), requestId}),
        readRequestAnswer);
}

} // namespace onceover::store
