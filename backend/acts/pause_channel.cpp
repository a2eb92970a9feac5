// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/pause_channel.h"

namespace onceover::acts {

namespace {

Result<PauseAnswer> setPause(
    PausePort& port, const ChannelId& channel, bool pause, const std::string& reason, const Uuid& requestId)
{
    Result<PauseAnswer> answer = port.pauseChannel(channel, pause, reason, requestId);
    if (answer || answer.error().kind != FailureKind::InDoubt)
        return answer;
    return port.pauseChannel(channel, pause, reason, requestId);
}

} // namespace

Result<PauseAnswer> pauseChannel(
    PausePort& port, const ChannelId& channel, const std::string& reason, const Uuid& requestId)
{
    return setPause(port, channel, true, reason, requestId);
}

Result<PauseAnswer> resumeChannel(
    PausePort& port, const ChannelId& channel, const std::string& reason, const Uuid& requestId)
{
    return setPause(port, channel, false, reason, requestId);
}

} // namespace onceover::acts
