// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_calendar.h"
#include "core/records/channel_profile.h"
#include "core/records/job.h"
#include "core/records/operation.h"
#include "core/result.h"

#include <vector>

namespace onceover {

/// What a claim asks for.
struct ClaimRequest {
    std::string jobType;
    std::vector<Bucket> buckets;     ///< The buckets to look into, in this order.
    int most = 500;
    milliseconds lease{300000};
};

/// The settler's duty: claim, post, give back, fail. Each method is one READ COMMITTED transaction; every write repeats
/// state and version, and a row that was lost meanwhile leaves the others unharmed.
class OperationPort
{
public:
    virtual ~OperationPort() = default;

    [[nodiscard]] virtual Result<KeyNamespace> keyNamespace() = 0;

    /// Enabled jobs whose operations may be claimed (R24: lease, backoff and sizes are in the job's row).
    [[nodiscard]] virtual Result<std::vector<Job>> jobs() = 0;

    /// The enabled profile of each channel.
    [[nodiscard]] virtual Result<std::vector<ChannelProfile>> channels() = 0;

    /// The calendars that enabled profiles name, with every day that was entered. One that has no day is not among
    /// them.
    [[nodiscard]] virtual Result<std::vector<BusinessCalendar>> calendars() = 0;

    /// Which of these job types have a row due now, whether or not a freeze or another worker has it: a claim of any
    /// other would find nothing.
    [[nodiscard]] virtual Result<std::vector<std::string>> dueTypes(const std::vector<std::string>& jobTypes) = 0;

    /// Claims what is due (R24, R25): freeze barrier, lock due rows, version + 1, lease. A row that lost its worker before
    /// is claimed alone; after the third such loss it is written FAILED_PERMANENT(WORKER_LOST) instead (K73).
    [[nodiscard]] virtual Result<ClaimedSet> claim(const ClaimRequest& request) = 0;

    /// Posts a set: state first (that is the fence), HOLD legs, outbox, event; one transaction (DESIGN.md rule 5, R51).
    [[nodiscard]] virtual Result<SetOutcome> post(const std::vector<Posting>& postings) = 0;

    /// After InDoubt: which of these did post under exactly this version? Read by key, never assumed (rule 6).
    [[nodiscard]] virtual Result<SetOutcome> readBackPosted(const std::vector<Posting>& postings) = 0;

    /// Settles a set of which nothing is paid: SUCCEEDED without legs and message, and in the same transaction each
    /// amount becomes a carry-over for the merchant's next cycle, exactly once. A row whose merchant may be paid
    /// meanwhile is `lost`.
    [[nodiscard]] virtual Result<SetOutcome> settleHere(const std::vector<UnpaidSettlement>& settlements) = 0;

    /// PROCESSING to RETRYABLE with a stored next attempt.
    [[nodiscard]] virtual Result<SetOutcome> retryLater(const std::vector<RetryLater>& rows) = 0;

    /// PROCESSING to FAILED_PERMANENT with a dead letter each; RULE and DEFECT freeze the batch as well.
    [[nodiscard]] virtual Result<SetOutcome> failForGood(const std::vector<PermanentFailure>& failures) = 0;

    /// Clean stop: ends this worker's attempts at shards as RELEASED, and returns how many. (They end as SUCCEEDED with their
    /// shard, LOST by who takes over.)
    [[nodiscard]] virtual Result<int> releaseAttempts() = 0;
};

/// The lease keeper's duty, on a connection of its own.
class LeasePort
{
public:
    virtual ~LeasePort() = default;

    /// Renews those that this worker still holds under these versions and whose lease has not ended, after locking them
    /// (lock first, then compare in a new statement). `lost` must be stopped at once (F13).
    [[nodiscard]] virtual Result<SetOutcome> renew(const std::vector<std::pair<OperationRef, Version>>& held,
                                                   milliseconds lease) = 0;
};

} // namespace onceover
