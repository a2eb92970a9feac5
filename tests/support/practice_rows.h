// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/result.h"
#include "support/test_cluster.h"

#include <cstdint>
#include <string>

namespace onceover::test {

/// Enters the practice business of a seed into a migrated database: the practice bank's profile at `endpoint`, the
/// merchants, the job settle-daily (no instant before now is due) and all sales that are settled on `day`. Repeatable:
/// another day of the same seed adds its sales alone. Returns how many sales were new.
[[nodiscard]] Result<std::int64_t> putPracticeDay(const TestDatabase& database, BusinessDate day, const std::string& endpoint,
                                                  std::uint64_t seed = 20261);

} // namespace onceover::test
