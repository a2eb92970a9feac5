// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "core/result.h"

#include <string>
#include <string_view>

namespace onceover::channel {

/// Sets the practice bank's clock to the machine's time plus `offset` (moved in the same call as the sandbox's clock).
[[nodiscard]] Result<Done> moveBankClock(std::string_view endpoint, milliseconds offset);

/// Sets what the practice bank does wrong from now on; the JSON of its control address, which resets what it does not
/// name: "{}" makes it behave.
[[nodiscard]] Result<Done> setMisbehaviour(std::string_view endpoint, const std::string& settingsJson);

/// Tells the practice bank to call back each verdict at `url`, signed by `secret`; `plan` in the words of its README.
[[nodiscard]] Result<Done> setCallbacks(
    std::string_view endpoint, const std::string& url, const std::string& secret, const std::string& plan);

/// Waits until the bank answers that it is well, at most so long; Unavailable otherwise.
[[nodiscard]] Result<Done> waitUntilHealthy(std::string_view endpoint, milliseconds atMost);

} // namespace onceover::channel
