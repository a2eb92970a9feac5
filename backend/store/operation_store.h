// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/operation_port.h"
#include "store/duty_connection.h"

#include <map>
#include <memory>
#include <utility>

namespace onceover::store {

/// The settler's duty on PostgreSQL (login of onceover_worker). Promises: OperationPort.
class OperationStore final : public OperationPort {
public:
    explicit OperationStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<KeyNamespace> keyNamespace() override;
    [[nodiscard]] Result<std::vector<Job>> jobs() override;
    [[nodiscard]] Result<std::vector<ChannelProfile>> channels() override;
    [[nodiscard]] Result<std::vector<BusinessCalendar>> calendars() override;
    [[nodiscard]] Result<std::vector<std::string>> dueTypes(const std::vector<std::string>& jobTypes) override;
    [[nodiscard]] Result<ClaimedSet> claim(const ClaimRequest& request) override;
    [[nodiscard]] Result<SetOutcome> post(const std::vector<Posting>& postings) override;
    [[nodiscard]] Result<SetOutcome> readBackPosted(const std::vector<Posting>& postings) override;
    [[nodiscard]] Result<SetOutcome> settleHere(const std::vector<UnpaidSettlement>& settlements) override;
    [[nodiscard]] Result<SetOutcome> retryLater(const std::vector<RetryLater>& rows) override;
    [[nodiscard]] Result<SetOutcome> failForGood(const std::vector<PermanentFailure>& failures) override;
    [[nodiscard]] Result<int> releaseAttempts() override;

private:
    struct LockedRow;
    /// A shard of a batch: what an attempt of this worker is at.
    using ShardKey = std::pair<BatchId, ShardNumber>;

    [[nodiscard]] Result<ClaimedSet> claimOnce(const ClaimRequest& request);
    [[nodiscard]] Result<ClaimedSet> claimSet(
        Transaction& transaction, const ClaimRequest& request, const std::vector<LockedRow>& rows);
    [[nodiscard]] Result<ClaimedSet> claimAlone(
        Transaction& transaction, const ClaimRequest& request, const LockedRow& row);
    [[nodiscard]] Result<ClaimedSet> takeOver(
        Transaction& transaction, const ClaimRequest& request, const LockedRow& row);
    [[nodiscard]] Result<ClaimedSet> lookAhead(Transaction& transaction, const ClaimRequest& request);
    [[nodiscard]] Result<ClaimedSet> readBackClaimed(ClaimedSet claimed);
    using ShardAttempts = std::map<ShardKey, AttemptId>;
    [[nodiscard]] Result<ShardAttempts> attemptsAt(Transaction& transaction, const std::vector<LockedRow>& rows);

    std::shared_ptr<DutyConnection> m_duty;
    /// The last claim met a row that must stand alone: the next one locks a single row, so that a worker's whole set
    /// that was lost is not locked again for each of its rows.
    bool m_expectsAlone = false;
};

} // namespace onceover::store
