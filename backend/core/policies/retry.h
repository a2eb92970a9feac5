// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/classify.h"
#include "core/records/channel_profile.h"
#include "core/records/job.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace onceover {

/// 1, 5, 25 minutes (R75).
[[nodiscard]] std::vector<milliseconds> defaultBackoff();

/// How a job or channel retries, as its row says.
struct RetryPolicy {
    std::vector<milliseconds> backoff = defaultBackoff(); ///< Wait after failure 1, 2, 3; the last repeats.
    int maxAttempts = 4;                                  ///< This failure is the last: the fourth.
    milliseconds maxTotalTime{0};                         ///< Of one budget; 0: not bounded.
    milliseconds conflictBackoff{2000};                   ///< Before a conflict is tried again.
};

[[nodiscard]] RetryPolicy retryPolicyOf(const Job& job);
[[nodiscard]] RetryPolicy retryPolicyOf(const ChannelProfile& profile);

/// The wait moved by at most ±10 %. `draw` is any random number, drawn once per attempt by the caller; the result is
/// what gets stored, so that nobody draws again. Evenly spread in steps of a thousandth.
[[nodiscard]] milliseconds withJitter(milliseconds wait, std::uint32_t draw);

/// The wait after failure number `failures` (1 is the first), without jitter.
[[nodiscard]] milliseconds backoffAfter(const RetryPolicy& policy, int failures);

/// One failure of one piece of work.
struct RetryFacts {
    int attempts = 0;                       ///< Burned of the present budget before this failure.
    milliseconds budgetUsed{0};             ///< Time since the first work, frozen time left out; by the database's clock.
    std::optional<milliseconds> retryAfter; ///< What the outside asked for.
    std::uint32_t draw = 0;
};

/// What is to become of it.
struct RetryDecision {
    bool again = false;   ///< False: the budget is spent, or the class is permanent.
    milliseconds wait{0}; ///< Until the next attempt, jitter included.
    bool burnsAttempt = false;
    std::optional<FailureClass> failureClass; ///< Set when not again; BUDGET_SPENT when only the budget is the reason.
};

/// Decides by class and budget. Unknown is never tried again here (again = false, no failure class): it is asked.
/// A wait that would end past the total time spends the budget. Retry-After is followed up to one day.
[[nodiscard]] RetryDecision decideRetry(const RetryPolicy& policy, RetryClass retryClass, const RetryFacts& facts);

} // namespace onceover
