// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/callback.h"
#include "core/records/channel_profile.h"

#include <algorithm>
#include <vector>

namespace onceover {

/// The newest version of this channel that declares signed callbacks; null when none does. What nobody signed is
/// nobody's word (DESIGN.md section 5).
[[nodiscard]] inline const ChannelProfile* callbackProfileOf(
    const std::vector<ChannelProfile>& profiles, const ChannelId& channel)
{
    const ChannelProfile* newest = nullptr;
    for (const ChannelProfile& profile : profiles) {
        const bool isIts = profile.channel == channel && profile.callbackSigned;
        if (isIts && (newest == nullptr || profile.profileVersion > newest->profileVersion))
            newest = &profile;
    }
    return newest;
}

/// Was it signed within the window round the database's time? A copy that somebody kept is not taken later; the outside
/// signs each of its repeats anew.
[[nodiscard]] inline bool isFresh(Timestamp sentAt, Timestamp now, milliseconds window)
{
    return std::max(now - sentAt, sentAt - now) <= window;
}

} // namespace onceover
