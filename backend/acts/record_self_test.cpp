// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/record_self_test.h"

namespace onceover::acts {

Result<RecordedSelfTest> recordSelfTest(SelfTestPort& port, const ChannelProfile& profile, const std::string& endpoint,
    const std::vector<ProbeResult>& probes, const Uuid& requestId)
{
    Result<RecordedSelfTest> answer = port.recordSelfTest(profile, endpoint, probes, requestId);
    if (answer || answer.error().kind != FailureKind::InDoubt)
        return answer;
    return port.recordSelfTest(profile, endpoint, probes, requestId);
}

} // namespace onceover::acts
