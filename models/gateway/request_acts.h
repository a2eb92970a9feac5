// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"

namespace onceover::models {

/// Does that act go to RequestPorts?
[[nodiscard]] bool isOfRequestPorts(ActKind kind);

/// Asks for what the draft says, once; what is recorded under its id is asked of RecoverableControlPort.
[[nodiscard]] Result<RequestAnswer> askForRequest(RequestPorts& ports, const ActOutcome& draft);

} // namespace onceover::models
