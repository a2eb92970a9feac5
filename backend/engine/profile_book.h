// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/outbox_port.h"
#include "core/records/channel_profile.h"

#include <vector>

namespace onceover::engine {

/// The channel profiles that sender or resolver works by. A message is treated by the version of its first send
/// (DESIGN.md rule 7); new sends begin only on channels whose enabled version is listed.
class ProfileBook {
public:
    /// Reads all versions that an open message may refer to.
    [[nodiscard]] Result<Done> refresh(OutboxPort& port);

    [[nodiscard]] const ChannelProfile* find(const ChannelId& channel, int version) const;
    [[nodiscard]] std::vector<const ChannelProfile*> enabled() const;
    [[nodiscard]] const std::vector<ChannelProfile>& all() const { return m_profiles; }

private:
    std::vector<ChannelProfile> m_profiles;
};

} // namespace onceover::engine
