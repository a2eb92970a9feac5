// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/remedy_port.h"
#include "store/act_session.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// Requests that replace, make good or resolve, on PostgreSQL, under the person's own login. Promises: RemedyPort.
class RemedyStore final : public RemedyPort {
public:
    /// `program` becomes the session's application_name.
    RemedyStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<RequestAnswer> requestResolve(const ResolveWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestCompensation(
        const CompensationWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestRevision(const RevisionWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestCorrection(
        std::int64_t difference, const std::string& reason, const std::string& ticket, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestMatch(const MatchWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestMissingMessage(const MessageWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<RequestAnswer> requestResend(const MessageWish& wish, const Uuid& requestId) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
