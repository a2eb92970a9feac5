// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/outbox_port.h"
#include "store/duty_connection.h"

#include <memory>
#include <set>
#include <tuple>
#include <vector>

namespace onceover::store {

/// The duties towards the outside on PostgreSQL: one instance each for sender and resolver. Promises: OutboxPort.
class OutboxStore final : public OutboxPort {
public:
    explicit OutboxStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::vector<ChannelProfile>> channels() override;
    [[nodiscard]] Result<std::vector<ChannelId>> channelsToSend(const std::vector<ChannelId>& channels) override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> claimAndMark(
        const ChannelId& channel, int freeSlots, milliseconds lease) override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> claimUnknown(int most, milliseconds hold) override;
    [[nodiscard]] Result<int> takeOverLost(int most) override;
    [[nodiscard]] Result<std::vector<CallId>> recordFacts(const std::vector<ExternalFact>& facts) override;
    [[nodiscard]] Result<std::vector<RecordedAnswer>> finalAnswers(const std::vector<MessageRef>& refs) override;
    [[nodiscard]] Result<std::vector<OutboxMessage>> read(const std::vector<MessageRef>& refs) override;
    [[nodiscard]] Result<std::vector<AppliedOutcome>> finish(const std::vector<MessageOutcome>& outcomes) override;
    [[nodiscard]] Result<std::optional<milliseconds>> untilNextDue() override;

private:
    /// What tells one fact of this incarnation from another.
    using FactKey = std::tuple<MessageRef, Version, bool, Timestamp>;

    [[nodiscard]] static FactKey keyOf(const ExternalFact& fact);
    [[nodiscard]] Result<std::vector<CallId>> recordMissing(const std::vector<ExternalFact>& facts);
    [[nodiscard]] Result<std::vector<bool>> readRecorded(
        Transaction& transaction, const std::vector<ExternalFact>& facts, std::vector<CallId>& calls);
    [[nodiscard]] Result<Done> insertFacts(Transaction& transaction, const std::vector<ExternalFact>& facts,
        const std::vector<std::size_t>& places, std::vector<CallId>& calls);

    std::shared_ptr<DutyConnection> m_duty;
    std::set<FactKey> m_doubtful; ///< Facts whose COMMIT was lost: they may be recorded.
};

} // namespace onceover::store
