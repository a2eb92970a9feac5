// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/desk.h"
#include "store/rows.h"

namespace onceover::store {

/// A recorded comparison, and a difference, as the statements of the desk give them.
[[nodiscard]] ComparisonRow readComparisonRow(const Row& row);
[[nodiscard]] DifferenceRow readDifferenceRow(const Row& row);

} // namespace onceover::store
