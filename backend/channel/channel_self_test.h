// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/channel_profile.h"
#include "core/records/self_test.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover::channel {

/// Sends, sends again and compares (DESIGN.md section 5): each declared field of the profile against what the channel
/// does at `profile.endpoint`, which is its test mode: money must not move there. `nonce` makes the keys of this run;
/// no two runs may share one.
///
/// A practice bank's test mode has levers (/control/…) by which a refusal, a 5xx, a late execution and the end of a
/// key's life can be had on demand; where there are none these fields are NotProved. Blocks for seconds; for tools.
[[nodiscard]] std::vector<ProbeResult> testChannel(const ChannelProfile& profile, std::string_view nonce);

} // namespace onceover::channel
