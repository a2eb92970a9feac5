// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/desk.h"
#include "json_text.h"

#include <string_view>

namespace onceover::ctl {

/// What a sheet comes to as a whole: DIFFERENT, NOT_READ, NOTHING_COMPARED or AGREES; only the last one is success.
/// Nothing compared is never "no differences".
[[nodiscard]] std::string_view wholeOutcome(const ReconciliationSheet& sheet);

/// Adds outcome, comparisons and differences.
void addSheet(Json& json, const ReconciliationSheet& sheet);
void printSheet(const ReconciliationSheet& sheet);

} // namespace onceover::ctl
