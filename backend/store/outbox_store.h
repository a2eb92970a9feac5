// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/outbox_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// The duties towards the outside on PostgreSQL: one instance each for sender and resolver. Promises: OutboxPort.
class OutboxStore final : public OutboxPort {
public:
    explicit OutboxStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::vector<ChannelProfile>> channels() override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> claimAndMark(
        const ChannelId& channel, int freeSlots, milliseconds lease) override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> claimUnknown(int most, milliseconds hold) override;
    [[nodiscard]] Result<int> takeOverLost(int most) override;
    [[nodiscard]] Result<std::vector<CallId>> recordFacts(const std::vector<ExternalFact>& facts) override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> read(const std::vector<MessageRef>& refs) override;
    [[nodiscard]] Result<std::vector<AppliedOutcome>> finish(const std::vector<MessageOutcome>& outcomes) override;
    [[nodiscard]] Result<std::optional<milliseconds>> untilNextDue() override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
