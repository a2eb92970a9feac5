// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/profile_book.h"

#include <algorithm>
#include <utility>

namespace onceover::engine {

Result<Done> ProfileBook::refresh(OutboxPort& port)
{
    auto profiles = port.channels();
    if (!profiles)
        return tl::unexpected{profiles.error()};
    m_profiles = std::move(*profiles);
    return Done{};
}

const ChannelProfile* ProfileBook::find(const ChannelId& channel, int version) const
{
    const auto found = std::find_if(m_profiles.begin(), m_profiles.end(),
        [&](const ChannelProfile& profile) { return profile.channel == channel && profile.profileVersion == version; });
    return found == m_profiles.end() ? nullptr : &*found;
}

std::vector<const ChannelProfile*> ProfileBook::enabled() const
{
    std::vector<const ChannelProfile*> profiles;
    for (const ChannelProfile& profile : m_profiles) {
        if (profile.enabled)
            profiles.push_back(&profile);
    }
    return profiles;
}

} // namespace onceover::engine
