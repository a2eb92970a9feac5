// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/acknowledge_alert.h"

#include <charconv>
#include <string>

namespace onceover::acts {

Result<std::int64_t> readAlertId(std::string_view text)
{
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc{} || end != text.data() + text.size() || id <= 0)
        return refuse(Refusal::UnknownSubject, std::string{text});
    return id;
}

Result<Acknowledgement> acknowledgeAlert(
    AcknowledgePort& port, std::int64_t alert, const Uuid& requestId, const std::string& reason)
{
    Result<Acknowledgement> answer = port.acknowledge(alert, requestId, reason);
    if (answer || answer.error().kind != FailureKind::InDoubt)
        return answer;
    return port.acknowledge(alert, requestId, reason);
}

} // namespace onceover::acts
