// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/decide.h"

#include "acts/send_or_ask.h"

namespace onceover::acts {

Result<RequestAnswer> requestReplay(ControlPort& port, const ReplayWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestReplay(wish, requestId); });
}

Result<RequestAnswer> requestLift(ControlPort& port, std::int64_t freeze, const std::string& policies,
    const std::string& reason, const std::string& ticket, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestLift(freeze, policies, reason, ticket, requestId); });
}

Result<RequestAnswer> requestDismissal(ControlPort& port, std::int64_t deadLetter, const std::string& reason,
    const std::string& ticket, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.requestDismissal(deadLetter, reason, ticket, requestId); });
}

Result<RequestAnswer> approve(ControlPort& port, const Decision& decision, const Uuid& decisionId)
{
    return sendOrAsk(
        [&] { return port.approve(decision.request, decision.planHash, decision.total, decision.reason, decisionId); });
}

Result<RequestAnswer> reject(ControlPort& port, const Decision& decision, const Uuid& decisionId)
{
    return sendOrAsk([&] { return port.reject(decision.request, decision.reason, decisionId); });
}

Result<RequestAnswer> withdraw(ControlPort& port, const Decision& decision, const Uuid& decisionId)
{
    return sendOrAsk([&] { return port.withdraw(decision.request, decision.reason, decisionId); });
}

Result<RequestAnswer> declareDead(
    ControlPort& port, const std::string& worker, const std::string& reason, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.declareDead(worker, reason, requestId); });
}

} // namespace onceover::acts
