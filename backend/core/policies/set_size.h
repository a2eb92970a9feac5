// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"

#include <algorithm>
#include <cstdint>

namespace onceover {

/// How large a claimed set may be. Efficiency alone: whatever its size, each row keeps its own lease and fence.
struct SetSizePolicy {
    int most = 500; ///< The job's claim_size.
    milliseconds lease = std::chrono::minutes{5};

    /// What one set may take. Far inside the lease: it is renewed at a third, and whoever takes a set over waits for
    /// its end.
    [[nodiscard]] constexpr milliseconds target() const { return std::max(lease / 10, milliseconds{1}); }
};

/// A set as it was worked, by the holder's own boot-time clock: from before the claim was asked for until its last row
/// ended.
struct WorkedSet {
    int rows = 0;
    milliseconds took{0};
};

/// The size of the next set after one of `current` was asked for. Always in 1 … max(most, 1).
///
/// Over the target it shrinks at once, in proportion, so that a stalled set of several rows always makes the next one
/// smaller. It grows by a quarter, and only after a full set that took less than half the target: a small set that was
/// quick says nothing about a large one.
[[nodiscard]] constexpr int decideSetSize(const SetSizePolicy& policy, int current, const WorkedSet& worked)
{
    const std::int64_t most = std::max(policy.most, 1);
    const std::int64_t size = std::clamp<std::int64_t>(current, 1, most);
    if (worked.rows <= 0)
        return static_cast<int>(size);
    if (worked.took > policy.target()) {
        const std::int64_t fits = worked.rows * policy.target().count() / worked.took.count();
        return static_cast<int>(std::clamp<std::int64_t>(fits, 1, size));
    }
    if (worked.rows >= size && worked.took * 2 < policy.target())
        return static_cast<int>(std::min(size + std::max<std::int64_t>(size / 4, 1), most));
    return static_cast<int>(size);
}

} // namespace onceover
