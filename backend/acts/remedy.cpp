// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/remedy.h"

#include "acts/send_or_ask.h"

namespace onceover::acts {

Result<RequestAnswer> requestResolve(RemedyPort& port, const ResolveWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestResolve(wish, requestId); });
}

Result<RequestAnswer> requestCompensation(RemedyPort& port, const CompensationWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestCompensation(wish, requestId); });
}

Result<RequestAnswer> requestRevision(RemedyPort& port, const RevisionWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestRevision(wish, requestId); });
}

Result<RequestAnswer> requestCorrection(RemedyPort& port, std::int64_t difference, const std::string& reason,
    const std::string& ticket, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestCorrection(difference, reason, ticket, requestId); });
}

Result<RequestAnswer> requestMatch(RemedyPort& port, const MatchWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestMatch(wish, requestId); });
}

Result<RequestAnswer> requestMissingMessage(RemedyPort& port, const MessageWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestMissingMessage(wish, requestId); });
}

Result<RequestAnswer> requestResend(RemedyPort& port, const MessageWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestResend(wish, requestId); });
}

} // namespace onceover::acts
