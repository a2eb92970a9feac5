// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

namespace onceover {

/// How what failed is tried again, unless the job's row says otherwise: the wait after each failure, and the failure
/// that is the last (R70, R75, R77). The columns of the table `job` begin with the same.
struct DeclaredRetry {
    std::array<std::chrono::minutes, 3> backoff{
        std::chrono::minutes{1}, std::chrono::minutes{5}, std::chrono::minutes{25}};
    int maxAttempts = 4;
    std::chrono::hours maxTotalTime{6};

    [[nodiscard]] constexpr std::chrono::minutes waitInAll() const { return backoff[0] + backoff[1] + backoff[2]; }
};

/// What a job type declares before a job of it may exist (R10, R94, R129; DESIGN.md section 1). The database holds the
/// same table, but for what a job's row may tune (waits and sizes, what a lift does with held runs, how new rules
/// begin), and refuses a row that says otherwise.
struct JobType {
    std::string_view name;
    std::string_view runKeyPrefix;
    std::string_view periodKind; ///< day, week or month.
    std::string_view grade;      ///< P0: money; P1: the others.
    int bizDateOffset;           ///< Business date = local date of the scheduled instant + this.
    std::string_view
        schedule; ///< Cron, where the practice business uses it: what tells of a day comes after its settlement.
    bool needsCompensation;      ///< R94: what it did wrong is made good by another effect, never by another run.
    bool hasBatch;               ///< Its work is operations; else its run ends with its own work.
    std::string_view sameAction; ///< What the same action is.
    std::chrono::hours allowedLateness;
    std::string_view mayRepeat;
    std::string_view heldPolicy;  ///< What the lift of a freeze does with its held runs: all, latest or none.
    std::string_view rolloutMode; ///< observe, limited or full: how a new rule version begins.
    DeclaredRetry retry{};
};

/// The eight jobs of the rulings, in the order of their consequences.
inline constexpr std::array kJobTypes{
    JobType{"settle-daily", "settle-daily", "day", "P0", -1, "30 18 * * *", false, true,
        "the payout of one merchant's day in one currency", std::chrono::hours{12},
        "safe to trigger again: the effect is keyed by merchant, day and currency", "all", "full"},
    JobType{"settle-monthly", "settlement", "month", "P0", -1, "30 19 1 * *", false, true,
        "the payout of one merchant's month in one currency", std::chrono::hours{48},
        "safe to trigger again: the effect is keyed by merchant, month and currency", "all", "full"},
    JobType{"renew", "renew", "day", "P0", 0, "0 2 * * *", true, true,
        "the charge for one period of one subscription, and its extension", std::chrono::hours{12},
        "safe to trigger again: the effect is keyed by subscription and period", "all", "full"},
    JobType{"reconcile", "reconcile", "day", "P0", -1, "30 23 * * *", true, false,
        "the comparison of one day's orders, subscriptions and payment callbacks", std::chrono::hours{24},
        "safe to trigger again: it compares, and changes nothing that it compares", "all", "full"},
    JobType{"weekly-report", "weekly-report", "week", "P1", 0, "0 21 * * *", false, true,
        "the report of one ISO week to one merchant", std::chrono::hours{144},
        "safe to trigger again: the mail is keyed by merchant and week", "latest", "full"},
    JobType{"mail-digest", "mail-digest", "day", "P1", -1, "0 20 * * *", false, true,
        "the digest of one day to one merchant", std::chrono::hours{12},
        "safe to trigger again: the mail is keyed by merchant and day", "latest", "full"},
    JobType{"webhook-delivery", "webhook-delivery", "day", "P1", -1, "30 20 * * *", false, true,
        "the notice of one day's settlements to one merchant", std::chrono::hours{12},
        "safe to trigger again: the notice is keyed by merchant and day", "all", "full"},
    JobType{"cleanup-temp", "cleanup-temp", "day", "P1", -1, "0 4 * * *", false, false,
        "the removal of the worker's own old temporary files", std::chrono::hours{168},
        "safe to repeat: what is gone is not removed again", "latest", "full"},
};

/// The declaration of that type; nothing when it is declared nowhere, and then no job of it may run.
[[nodiscard]] constexpr std::optional<JobType> jobTypeOf(std::string_view name)
{
    for (const JobType& type : kJobTypes) {
        if (type.name == name)
            return type;
    }
    return std::nullopt;
}

namespace job_type_checks {

/// Each type answers the three questions and has a grade; money is never keyed by the time of day.
constexpr bool areComplete()
{
    for (const JobType& type : kJobTypes) {
        if (type.sameAction.empty() || type.mayRepeat.empty() || type.allowedLateness.count() <= 0
            || (type.grade != "P0" && type.grade != "P1"))
            return false;
        // R75: 31 minutes in all, then it is a person's; and the total time ends nothing before that.
        if (type.retry.maxAttempts != 4 || type.retry.waitInAll() != std::chrono::minutes{31}
            || type.retry.maxTotalTime <= type.retry.waitInAll())
            return false;
        if (type.periodKind != "day" && type.periodKind != "week" && type.periodKind != "month")
            return false;
    }
    return true;
}

/// Neither name nor prefix twice: two types would compute the same run key.
constexpr bool areDistinct()
{
    for (std::size_t i = 0; i < kJobTypes.size(); ++i) {
        for (std::size_t k = i + 1; k < kJobTypes.size(); ++k) {
            if (kJobTypes[i].name == kJobTypes[k].name || kJobTypes[i].runKeyPrefix == kJobTypes[k].runKeyPrefix)
                return false;
        }
    }
    return true;
}

} // namespace job_type_checks

static_assert(job_type_checks::areComplete() && job_type_checks::areDistinct());

} // namespace onceover
