// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/reveal_port.h"

#include <string>

namespace onceover::acts {

/// The one way in which a person is shown what is masked of an operation. A lost answer is asked for once more.
[[nodiscard]] Result<Revealed> reveal(
    RevealPort& port, const OperationId& operation, const std::string& reason, const Uuid& requestId);

} // namespace onceover::acts
