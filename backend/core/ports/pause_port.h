// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What became of a person's wish to pause a channel or to start it again.
struct PauseAnswer {
    bool done = false;
    std::string reason;   ///< Why it was refused, by name.
    bool changed = false; ///< False: it was so already; then `by` and `at` tell since when, where it is known.
    std::string by;
    std::optional<Timestamp> at;
};

/// A channel that is paused, and what it holds back.
struct ChannelPause {
    std::string channel;
    std::string reason;
    std::string by;
    Timestamp since;
    std::int64_t messages = 0;   ///< Wait to be sent.
    std::int64_t underWay = 0;   ///< Marked before the pause: they may still leave.
    std::int64_t operations = 0; ///< Wait to be posted.
};

/// A person pauses a channel on an outage (DESIGN.md section 9). Told twice under one request id it is done once, so a
/// lost answer is asked for by telling it again.
class PausePort {
public:
    virtual ~PausePort() = default;

    /// `pause`: stop it, else start it again. A reason is demanded either way.
    [[nodiscard]] virtual Result<PauseAnswer> pauseChannel(
        const ChannelId& channel, bool pause, const std::string& reason, const Uuid& requestId)
        = 0;

    /// All that are paused now, the longest first.
    [[nodiscard]] virtual Result<std::vector<ChannelPause>> channelPauses() = 0;
};

} // namespace onceover
