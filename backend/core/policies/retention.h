// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/channel_profile.h"
#include "core/records/job.h"

#include <vector>

namespace onceover {

/// How long what tells a repeat from a first time is kept (DESIGN.md section 8). Operations, messages and keys: for
/// good. The database's record_kept() says the same.
inline constexpr std::chrono::days kAttemptsKept{30};
inline constexpr std::chrono::days kOutsideCallsKept{400};

/// The longest that a schedule of waits can last: the last wait repeats, each may be a tenth longer (R75).
[[nodiscard]] milliseconds scheduleSpan(const std::vector<milliseconds>& waits, int attempts);

/// Refused (ValueMalformed, `found` tells) when the last retry could come after the record that would recognise it is
/// gone (R21, R144). The database refuses the same rows.
[[nodiscard]] Result<Done> recordsOutliveRetries(const Job& job, milliseconds allowedLateness);
[[nodiscard]] Result<Done> recordsOutliveRetries(const ChannelProfile& profile);

} // namespace onceover
