// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"

#include <string>
#include <string_view>

namespace onceover::acts {

/// Reads a scope as a person typed it: "everything", "job settle-daily", "channel practice-bank", "merchant 17", "batch
/// 4"; for a fence also "worker W" and "operation ID". UnknownSubject (found: the text) for anything else. Whether it
/// exists is the database's answer.
[[nodiscard]] Result<ControlScope> readScope(std::string_view kind, std::string_view ref, bool forFence);

/// Stops new attempts, claims, retries and sends in a scope (DESIGN.md rule 12, R103 to R105): the order is committed,
/// then enforced behind the barrier. When the first answer is lost the same wish is sent again under its own id; when
/// the second half fails, the answer says REQUESTED and the order stands: the engine's watch enforces it, or whoever
/// asks next. One person may do it.
[[nodiscard]] Result<FreezeAnswer> freeze(
    ControlPort& port, const ControlScope& scope, const std::string& reason, const Uuid& requestId);

/// Ends what earlier holders in the scope may still do. A lost answer is asked for by its id.
[[nodiscard]] Result<FenceAnswer> fence(
    ControlPort& port, const ControlScope& scope, const std::string& reason, const Uuid& requestId);

} // namespace onceover::acts
