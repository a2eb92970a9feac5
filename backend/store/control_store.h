// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_outcome_port.h"
#include "store/act_session.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// Acts that stop, ask and decide, on PostgreSQL, under the person's own login. Promises:
/// RecoverableControlPort.
class ControlStore final : public RecoverableControlPort {
public:
    /// `program` becomes the session's application_name.
    ControlStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<FreezeAnswer> requestFreeze(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<FreezeAnswer> enforceFreeze(std::int64_t freeze) override;
    [[nodiscard]] Result<FenceAnswer> fence(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> declareDead(
        const std::string& worker, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestReplay(const ReplayWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestLift(std::int64_t freeze, const std::string& policies,
        const std::string& reason, const std::string& ticket, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestDismissal(
        std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> approve(std::int64_t request, const std::string& planHash,
        const std::string& total, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<RequestAnswer> reject(
        std::int64_t request, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<RequestAnswer> withdraw(
        std::int64_t request, const std::string& reason, const Uuid& decisionId) override;
    [[nodiscard]] Result<std::vector<RequestRow>> requests(std::optional<std::int64_t> only, int most) override;
    [[nodiscard]] Result<std::vector<RequestItemRow>> requestItems(std::int64_t request, int most) override;
    [[nodiscard]] Result<std::vector<FreezeRow>> freezes() override;
    [[nodiscard]] Result<std::vector<MayLeaveRow>> mayStillLeave(int most) override;
    [[nodiscard]] Result<std::optional<FreezeAnswer>> findFreeze(const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<RequestAnswer>> findRequest(const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<RequestAnswer>> findDecision(
        std::int64_t request, std::string_view decision) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
