// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"

#include <string_view>

namespace onceover {

/// Acts that stop, ask and decide, whose lost answers can be asked for later without sending anything again. Nothing:
/// the server has no record under that id (yet); refusals leave none but the audit's.
class RecoverableControlPort : public ControlPort {
public:
    [[nodiscard]] virtual Result<std::optional<FreezeAnswer>> findFreeze(const Uuid& requestId) = 0;
    [[nodiscard]] virtual Result<std::optional<RequestAnswer>> findRequest(const Uuid& requestId) = 0;
    /// What became of a request about which this session's person decided (APPROVED, REJECTED or WITHDRAWN); when
    /// somebody else was faster, a refusal that says who.
    [[nodiscard]] virtual Result<std::optional<RequestAnswer>> findDecision(
        std::int64_t request, std::string_view decision)
        = 0;
};

} // namespace onceover
