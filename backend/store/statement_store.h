// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/statement_port.h"
#include "store/act_session.h"

#include <string>

namespace onceover::store {

/// Statements on PostgreSQL, under a person's login. Promises: StatementPort.
class StatementStore final : public StatementPort {
public:
    StatementStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<StatementAnswer> importStatement(
        const ChannelId& channel, const Sha256& file, const BankStatement& statement, const Uuid& requestId) override;
    [[nodiscard]] Result<ReconciliationSheet> sheetOf(std::int64_t statement) override;

private:
    ActSession m_session;
};

} // namespace onceover::store
