// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::channel {

/// One blocking request for tools (reading a book, setting up the practice bank); never for money. With a body it is a
/// POST of JSON, else a GET. The body of a 2xx answer; Unavailable when nobody answers, Broken for any other status.
[[nodiscard]] Result<std::string> callHttp(
    const std::string& url, std::optional<std::string_view> jsonBody, std::chrono::milliseconds atMost);

/// Endpoint and path joined by exactly one slash; `path` begins with it.
[[nodiscard]] std::string joinUrl(std::string_view endpoint, std::string_view path);

} // namespace onceover::channel
