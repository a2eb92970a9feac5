// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/remedy_port.h"
#include "core/ports/settings_port.h"
#include "fake_console.h"

#include <memory>

namespace onceover::testing {

/// Requests about rules and settings, without a database; what was asked is in FakeScript::controls().
class FakeSettings : public SettingsPort {
public:
    explicit FakeSettings(std::shared_ptr<FakeScript> script)
        : m_script(std::move(script))
    {
    }
    [[nodiscard]] Result<ServerIdentity> connect() override { return sampleServer(); }
    [[nodiscard]] Result<RequestAnswer> requestBatchRecovery(const BatchRecoveryWish&, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestRollout(const RolloutWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestProfile(const ProfileWish&, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestBeneficiary(const BeneficiaryWish&, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestRetentionSetting(const RetentionWish&, const Uuid&) override;
    [[nodiscard]] Result<std::vector<RolloutRow>> rollouts(const std::string&) override
    {
        return std::vector<RolloutRow>{};
    }
    [[nodiscard]] Result<std::vector<RolloutLeftRow>> rolloutLeft(const std::string&) override
    {
        return std::vector<RolloutLeftRow>{};
    }

private:
    std::shared_ptr<FakeScript> m_script;
};

/// Requests for what makes good, likewise.
class FakeRemedies : public RemedyPort {
public:
    explicit FakeRemedies(std::shared_ptr<FakeScript> script)
        : m_script(std::move(script))
    {
    }
    [[nodiscard]] Result<ServerIdentity> connect() override { return sampleServer(); }
    [[nodiscard]] Result<RequestAnswer> requestResolve(const ResolveWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestCompensation(const CompensationWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestRevision(const RevisionWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestCorrection(
        std::int64_t difference, const std::string& reason, const std::string& ticket, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestMatch(const MatchWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestMissingMessage(const MessageWish& wish, const Uuid&) override;
    [[nodiscard]] Result<RequestAnswer> requestResend(const MessageWish& wish, const Uuid&) override;

private:
    std::shared_ptr<FakeScript> m_script;
};

} // namespace onceover::testing
