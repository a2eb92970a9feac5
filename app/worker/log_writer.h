// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/duty_log.h"

#include <string>

namespace onceover::worker {

/// Starts the log on stderr: JSON Lines, or text for eyes. A bounded queue that drops its oldest lines rather than make
/// money wait for whoever reads them; closeLog() tells how many were dropped.
[[nodiscard]] engine::LogSink openLog(const std::string& workerId, bool asText, engine::LogLevel least);

/// Writes what is queued and ends the log's thread; nothing may log after it.
void closeLog();

} // namespace onceover::worker
