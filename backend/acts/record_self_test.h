// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/self_test_port.h"

#include <string>
#include <vector>

namespace onceover::acts {

/// Writes down what a person's self-test of a channel found. An answer that was lost is asked for once more under the
/// same request id.
[[nodiscard]] Result<RecordedSelfTest> recordSelfTest(SelfTestPort& port, const ChannelProfile& profile,
    const std::string& endpoint, const std::vector<ProbeResult>& probes, const Uuid& requestId);

} // namespace onceover::acts
