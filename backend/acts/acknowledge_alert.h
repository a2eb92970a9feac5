// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/acknowledge_port.h"

#include <string>
#include <string_view>

namespace onceover::acts {

/// The number of an alert as a person types it; UnknownSubject for any other text.
[[nodiscard]] Result<std::int64_t> readAlertId(std::string_view text);

/// The one way in which a person acknowledges an alert, from a shell or a window. An answer that was lost is asked for
/// once more under the same request id.
[[nodiscard]] Result<Acknowledgement> acknowledgeAlert(
    AcknowledgePort& port, std::int64_t alert, const Uuid& requestId, const std::string& reason = {});

} // namespace onceover::acts
