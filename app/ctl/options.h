// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exit_code.h"

#include "core/records/timestamp.h"
#include "core/result.h"
#include "store/connection_target.h"

#include <optional>
#include <string>
#include <string_view>

namespace onceover::ctl {

/// What every command understands.
struct CommonOptions {
    std::optional<std::string> dsn;
    std::optional<std::string> service;
    std::optional<std::string> login; ///< --as
    bool json = false;
};

/// The database that the command is about. In the running sandbox a command logs in as the practice login whose duty it
/// needs, unless --as says another; elsewhere the connection string's own user counts.
[[nodiscard]] Result<store::ConnectionTarget> targetFor(const CommonOptions& options, std::string_view practiceLogin);

/// `2026-10-26T10:30:00Z`, seconds optional, always UTC and said so; nothing for every other text.
[[nodiscard]] std::optional<Timestamp> readUtc(const std::string& text);

/// The name under which the server lists our sessions.
inline constexpr std::string_view kProgram = "onceoverctl";

} // namespace onceover::ctl
