// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/console_port.h"
#include "core/ports/pause_port.h"
#include "core/ports/self_test_port.h"
#include "store/act_session.h"

#include <string>

namespace onceover::store {

/// How people act, on PostgreSQL, under their own login. One thread; one act at a time. A lost connection is made again
/// by the next call. Promises: PeoplePort.
class PeopleStore final : public PeoplePort, public SelfTestPort, public PausePort {
public:
    /// `program` becomes the session's application_name.
    PeopleStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<ManualTriggerAnswer> triggerRun(
        const JobId& job, const BusinessDate& bizDate, const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<ManualTriggerAnswer>> findTrigger(const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<std::string>> jobIds() override;
    [[nodiscard]] Result<Acknowledgement> acknowledge(
        std::int64_t alert, const Uuid& requestId, const std::string& reason) override;
    [[nodiscard]] Result<Revealed> reveal(
        const OperationId& operation, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<ChannelProfile>> channelProfile(
        const ChannelId& channel, std::optional<int> version) override;
    [[nodiscard]] Result<RecordedSelfTest> recordSelfTest(const ChannelProfile& profile, const std::string& endpoint,
        const std::vector<ProbeResult>& probes, const Uuid& requestId) override;
    [[nodiscard]] Result<PauseAnswer> pauseChannel(
        const ChannelId& channel, bool pause, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<ChannelPause>> channelPauses() override;
    [[nodiscard]] Woken waitForTick(int wakeFd, milliseconds atMost) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
