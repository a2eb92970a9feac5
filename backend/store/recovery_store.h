// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/recovery_port.h"
#include "store/act_session.h"

#include <string>

namespace onceover::store {

/// The recovery of an incident on PostgreSQL, under the person's own login. Promises: RecoveryPort.
class RecoveryStore final : public RecoveryPort {
public:
    /// `program` becomes the session's application_name.
    RecoveryStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<std::vector<RecoveryFacts>> facts(std::int64_t incident, int most) override;
    [[nodiscard]] Result<std::vector<RecoveryTotal>> scopeTotals(std::int64_t incident) override;
    [[nodiscard]] Result<RequestAnswer> requestPlan(const RecoveryWish& wish, const Uuid& requestId) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
