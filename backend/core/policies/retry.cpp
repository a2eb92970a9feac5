// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policies/retry.h"

#include <algorithm>

namespace onceover {

namespace {

/// A longer Retry-After is hostile or mistaken; after a day we ask again.
constexpr milliseconds kRetryAfterMax = std::chrono::hours{24};

RetryDecision giveUp(FailureClass failureClass, bool burns)
{
    RetryDecision decision;
    decision.burnsAttempt = burns;
    decision.failureClass = failureClass;
    return decision;
}

milliseconds waitFor(const RetryPolicy& policy, RetryClass retryClass, const RetryFacts& facts)
{
    if (retryClass == RetryClass::Conflict)
        return withJitter(policy.conflictBackoff, facts.draw);
    const milliseconds planned = withJitter(backoffAfter(policy, facts.attempts + 1), facts.draw);
    if (retryClass == RetryClass::Throttled && facts.retryAfter)
        return std::clamp(*facts.retryAfter, milliseconds{0}, kRetryAfterMax);
    return planned;
}

} // namespace

std::vector<milliseconds> defaultBackoff()
{
    return {std::chrono::minutes{1}, std::chrono::minutes{5}, std::chrono::minutes{25}};
}

RetryPolicy retryPolicyOf(const Job& job)
{
    return {job.retryBackoff, job.maxAttempts, job.maxTotalTime, job.conflictBackoff};
}

RetryPolicy retryPolicyOf(const ChannelProfile& profile)
{
    RetryPolicy policy;
    policy.backoff = profile.retryBackoff;
    policy.maxAttempts = profile.maxSendAttempts;
    if (!profile.queryBackoff.empty())
        policy.conflictBackoff = profile.queryBackoff.front();
    return policy;
}

milliseconds withJitter(milliseconds wait, std::uint32_t draw)
{
    constexpr std::int64_t kThousandthsMax = 100; // ±10 %
    const auto thousandths = static_cast<std::int64_t>(draw % (2 * kThousandthsMax + 1)) - kThousandthsMax;
    return wait + milliseconds{wait.count() * thousandths / 1000};
}

milliseconds backoffAfter(const RetryPolicy& policy, int failures)
{
    const std::vector<milliseconds> fallback = policy.backoff.empty() ? defaultBackoff() : std::vector<milliseconds>{};
    const std::vector<milliseconds>& list = policy.backoff.empty() ? fallback : policy.backoff;
    const auto index = static_cast<std::size_t>(std::max(failures, 1) - 1);
    return list[std::min(index, list.size() - 1)];
}

RetryDecision decideRetry(const RetryPolicy& policy, RetryClass retryClass, const RetryFacts& facts)
{
    const bool burns = burnsAttempt(retryClass);
    if (const auto permanent = failureClassOf(retryClass))
        return giveUp(*permanent, burns);
    if (retryClass == RetryClass::Unknown) {
        RetryDecision ask;
        ask.burnsAttempt = burns;
        return ask;
    }
    if (burns && facts.attempts + 1 >= policy.maxAttempts)
        return giveUp(FailureClass::BudgetSpent, burns);
    const milliseconds wait = waitFor(policy, retryClass, facts);
    if (policy.maxTotalTime > milliseconds{0} && facts.budgetUsed + wait > policy.maxTotalTime)
        return giveUp(FailureClass::BudgetSpent, burns);
    return {true, wait, burns, std::nullopt};
}

} // namespace onceover
