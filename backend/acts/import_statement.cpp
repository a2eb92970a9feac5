// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/import_statement.h"

namespace onceover::acts {

Result<StatementAnswer> importStatement(StatementPort& port, const ChannelId& channel, const Sha256& file,
    const BankStatement& statement, const Uuid& requestId)
{
    Result<StatementAnswer> answer = port.importStatement(channel, file, statement, requestId);
    if (answer || answer.error().kind != FailureKind::InDoubt)
        return answer;
    return port.importStatement(channel, file, statement, requestId);
}

} // namespace onceover::acts
