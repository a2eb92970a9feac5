// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace onceover::models {

/// What was done, as the audit stores it ("request replay", "incident advance"); the stored words where they are not
/// known.
[[nodiscard]] QString auditActionText(std::string_view action);

/// What it was done to ("job settle-daily", "request 311"): the kind in words, the name as it is.
[[nodiscard]] QString auditTargetText(std::string_view target);

/// The duties of a session, as the audit stores them ("operator,viewer").
[[nodiscard]] QString auditRolesText(std::string_view roles);

} // namespace onceover::models
