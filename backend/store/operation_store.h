// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/operation_port.h"
#include "store/duty_connection.h"

#include <memory>
#include <set>

namespace onceover::store {

/// The settler's duty on PostgreSQL (login of onceover_worker). Promises: OperationPort.
class OperationStore final : public OperationPort
{
public:
    explicit OperationStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<KeyNamespace> keyNamespace() override;
    [[nodiscard]] Result<std::vector<Job>> jobs() override;
    [[nodiscard]] Result<std::vector<ChannelProfile>> channels() override;
    [[nodiscard]] Result<ClaimedSet> claim(const ClaimRequest& request) override;
    [[nodiscard]] Result<SetOutcome> post(const std::vector<Posting>& postings) override;
    [[nodiscard]] Result<SetOutcome> readBackPosted(const std::vector<Posting>& postings) override;
    [[nodiscard]] Result<SetOutcome> retryLater(const std::vector<RetryLater>& rows) override;
    [[nodiscard]] Result<SetOutcome> failForGood(const std::vector<PermanentFailure>& failures) override;
    [[nodiscard]] Result<int> endAttempts(bool cleanStop) override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
