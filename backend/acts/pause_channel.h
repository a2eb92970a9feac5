// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/pause_port.h"

#include <string>

namespace onceover::acts {

/// Stops a channel on an outage: nothing is claimed for it or sent over it, facts and queries go on. An answer that was
/// lost is asked for once more under the same request id.
[[nodiscard]] Result<PauseAnswer> pauseChannel(
    PausePort& port, const ChannelId& channel, const std::string& reason, const Uuid& requestId);

/// Starts it again; what was held goes on in its order, under its keys.
[[nodiscard]] Result<PauseAnswer> resumeChannel(
    PausePort& port, const ChannelId& channel, const std::string& reason, const Uuid& requestId);

} // namespace onceover::acts
