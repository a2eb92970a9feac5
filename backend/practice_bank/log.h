// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace practice_bank {

enum class LogLevel { Info, Warning, Error };

/// One line for the log. Carries keys and counts, never a payload, a name or an account number.
struct LogEvent {
    LogLevel level = LogLevel::Info;
    std::string_view event; ///< A fixed word that scripts can search for; always a literal.
    std::string message;
    std::string key; ///< The idempotency key concerned; empty when none is.
};

/// Called from any thread of the bank; must be thread-safe and must not throw.
using LogSink = std::function<void(const LogEvent&)>;

} // namespace practice_bank
