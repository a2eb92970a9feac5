// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/reveal.h"

#include "acts/send_or_ask.h"

namespace onceover::acts {

Result<Revealed> reveal(
    RevealPort& port, const OperationId& operation, const std::string& reason, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.reveal(operation, reason, requestId); });
}

} // namespace onceover::acts
