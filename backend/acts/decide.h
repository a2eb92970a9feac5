// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"

#include <string>
#include <vector>

namespace onceover::acts {

/// What is typed to decide. A plan that is not the one that was read is refused.
struct Decision {
    std::int64_t request = 0;
    std::string planHash;
    std::string total; ///< As RequestRow::planTotal says.
    std::string reason;
};

/// Each sends the wish; when the answer is lost, the same id asks for it: never a second request, never a second
/// decision.
[[nodiscard]] Result<RequestAnswer> requestReplay(ControlPort& port, const ReplayWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestLift(ControlPort& port, std::int64_t freeze, const std::string& policies,
    const std::string& reason, const std::string& ticket, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestDismissal(ControlPort& port, std::int64_t deadLetter,
    const std::string& reason, const std::string& ticket, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> approve(ControlPort& port, const Decision& decision, const Uuid& decisionId);
[[nodiscard]] Result<RequestAnswer> reject(ControlPort& port, const Decision& decision, const Uuid& decisionId);
[[nodiscard]] Result<RequestAnswer> withdraw(ControlPort& port, const Decision& decision, const Uuid& decisionId);
[[nodiscard]] Result<RequestAnswer> declareDead(
    ControlPort& port, const std::string& worker, const std::string& reason, const Uuid& requestId);

} // namespace onceover::acts
