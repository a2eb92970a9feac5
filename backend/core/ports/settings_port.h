// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/console.h"
#include "core/records/control.h"
#include "core/records/setting.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace onceover {

/// Requests about batches and settings: one person asks, another decides, the replayer executes. Each is one choke
/// point in the database; the request id comes from the client, so that a repeated send is one request. A refusal of
/// the domain is an answer. InDoubt: the connection died before the answer; the same call with the same id asks for it.
/// Belongs to one thread.
class SettingsPort {
public:
    virtual ~SettingsPort() = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestBatchRecovery(
        const BatchRecoveryWish& wish, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestRollout(const RolloutWish& wish, const Uuid& requestId) = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestProfile(const ProfileWish& wish, const Uuid& requestId) = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestBeneficiary(const BeneficiaryWish& wish, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestRetentionSetting(
        const RetentionWish& wish, const Uuid& requestId)
        = 0;

    /// Every version of the job's rules, or of all jobs'; the newest first.
    [[nodiscard]] virtual Result<std::vector<RolloutRow>> rollouts(const std::string& job) = 0;
    [[nodiscard]] virtual Result<std::vector<RolloutLeftRow>> rolloutLeft(const std::string& job) = 0;
};

} // namespace onceover
