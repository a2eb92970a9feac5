// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/freeze.h"

#include <algorithm>
#include <array>

namespace onceover::acts {

namespace {

constexpr std::array<std::string_view, 5> kFreezeKinds{"everything", "job", "channel", "merchant", "batch"};
constexpr std::array<std::string_view, 2> kFenceKinds{"worker", "operation"};

bool isAmong(std::string_view kind, const auto& kinds)
{
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool isInDoubt(const auto& answer)
{
    return !answer && answer.error().kind == FailureKind::InDoubt;
}

} // namespace

Result<ControlScope> readScope(std::string_view kind, std::string_view ref, bool forFence)
{
    const bool isKnown = isAmong(kind, kFreezeKinds) || (forFence && isAmong(kind, kFenceKinds));
    if (!isKnown || (kind == "everything") != ref.empty())
        return refuse(Refusal::UnknownSubject, std::string{kind} + (ref.empty() ? "" : " ") + std::string{ref});
    return ControlScope{std::string{kind}, std::string{ref}};
}

Result<FreezeAnswer> freeze(
    ControlPort& port, const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    Result<FreezeAnswer> order = port.requestFreeze(scope, reason, requestId);
    if (isInDoubt(order))
        order = port.requestFreeze(scope, reason, requestId);
    if (!order || !order->done || order->status != "REQUESTED")
        return order;
    Result<FreezeAnswer> inForce = port.enforceFreeze(order->id);
    if (!inForce)
        inForce = port.enforceFreeze(order->id); // Enforcing twice is enforcing once.
    if (!inForce)
        return order; // It stands; the engine's watch enforces it, too.
    if (inForce->done)
        inForce->answer = order->answer;
    return inForce;
}

Result<FenceAnswer> fence(
    ControlPort& port, const ControlScope& scope, const std::string& reason, const Uuid& requestId)
{
    Result<FenceAnswer> answer = port.fence(scope, reason, requestId);
    if (isInDoubt(answer))
        answer = port.fence(scope, reason, requestId);
    return answer;
}

} // namespace onceover::acts
