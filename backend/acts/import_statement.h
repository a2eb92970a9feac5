// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/statement_port.h"

namespace onceover::acts {

/// Imports a statement of a channel's bank and has it laid beside our messages. An answer that was lost is asked for
/// once more under the same request id.
[[nodiscard]] Result<StatementAnswer> importStatement(StatementPort& port, const ChannelId& channel, const Sha256& file,
    const BankStatement& statement, const Uuid& requestId);

} // namespace onceover::acts
