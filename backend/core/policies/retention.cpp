// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policies/retention.h"

#include <algorithm>

namespace onceover {

milliseconds scheduleSpan(const std::vector<milliseconds>& waits, int attempts)
{
    milliseconds sum{0};
    for (int failure = 1; failure < attempts && !waits.empty(); ++failure)
        sum += waits[std::min(static_cast<std::size_t>(failure), waits.size()) - 1];
    return sum + sum / 10;
}

Result<Done> recordsOutliveRetries(const Job& job, milliseconds allowedLateness)
{
    if (job.maxTotalTime + allowedLateness >= kAttemptsKept
        || scheduleSpan(job.retryBackoff, job.maxAttempts) >= kAttemptsKept)
        return refuse(Refusal::ValueMalformed, "job " + job.id.value + " could be retried after its attempts are gone");
    return Done{};
}

Result<Done> recordsOutliveRetries(const ChannelProfile& profile)
{
    const milliseconds last = scheduleSpan(profile.retryBackoff, profile.maxSendAttempts)
        + scheduleSpan(profile.queryBackoff, profile.maxQueries + 1)
        + profile.maxLateExecution.value_or(milliseconds{0}) + profile.escalateAfter;
    if (last >= kOutsideCallsKept)
        return refuse(Refusal::ValueMalformed,
            "channel " + profile.channel.value + " could be asked or sent to after its calls are gone");
    return Done{};
}

} // namespace onceover
