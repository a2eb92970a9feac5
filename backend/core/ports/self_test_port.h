// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/channel_profile.h"
#include "core/records/self_test.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What became of a self-test that a person made.
struct RecordedSelfTest {
    bool done = false;
    std::string reason; ///< Why it was refused, by name.
    std::int64_t id = 0;
    bool passed = false;
    std::optional<Timestamp> at;
};

/// A person tests a channel before it may be enabled. Told twice under one request id it is recorded once, so a lost
/// answer is asked for by telling it again.
class SelfTestPort {
public:
    virtual ~SelfTestPort() = default;

    /// The named version of a channel's profile, or its newest; nothing when there is none.
    [[nodiscard]] virtual Result<std::optional<ChannelProfile>> channelProfile(
        const ChannelId& channel, std::optional<int> version)
        = 0;

    [[nodiscard]] virtual Result<RecordedSelfTest> recordSelfTest(const ChannelProfile& profile,
        const std::string& endpoint, const std::vector<ProbeResult>& probes, const Uuid& requestId)
        = 0;
};

} // namespace onceover
