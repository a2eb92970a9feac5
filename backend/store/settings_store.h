// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/settings_port.h"
#include "store/act_session.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// Requests about batches and settings, on PostgreSQL, under the person's own login. Promises: SettingsPort.
class SettingsStore final : public SettingsPort {
public:
    /// `program` becomes the session's application_name.
    SettingsStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<RequestAnswer> requestBatchRecovery(
        const BatchRecoveryWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestRollout(const RolloutWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestProfile(const ProfileWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestBeneficiary(const BeneficiaryWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestRetentionSetting(
        const RetentionWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<RolloutRow>> rollouts(const std::string& job) override;
    [[nodiscard]] Result<std::vector<RolloutLeftRow>> rolloutLeft(const std::string& job) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
