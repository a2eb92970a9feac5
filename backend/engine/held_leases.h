// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/operation.h"
#include "core/records/timestamp.h"
#include "engine/boot_clock.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace onceover::engine {

/// What the settler holds at this moment, shared with the lease keeper: the one adds and removes, the other renews and
/// reports what was lost. Safe from both threads.
class HeldLeases {
public:
    struct Snapshot {
        std::vector<std::pair<OperationRef, Version>> rows;
        milliseconds lease{0};
        BootInstant askedAt{0}; ///< Since BEFORE the grant or the last renewal was asked for.
        BootInstant lastProgress{0};
    };

    /// A claimed set replaces what was held. `askedAt` is read before the claim was sent.
    void take(const std::vector<ClaimedOperation>& operations, milliseconds lease, BootInstant askedAt);

    /// These are done, or somebody else's.
    void release(const std::vector<OperationRef>& refs);
    void releaseAll();

    /// The settler moved on: without that, renewal ends (F21).
    void noteProgress(BootInstant now);

    [[nodiscard]] Snapshot snapshot() const;

    /// A renewal asked for at `askedAt` was granted, except for these. Returns those of them that were still held: what
    /// the settler has ended meanwhile is no loss.
    std::vector<OperationRef> noteRenewed(BootInstant askedAt, const std::vector<OperationRef>& lost);

    /// What the lease keeper lost since the last call; the settler drops it before it posts (F13).
    [[nodiscard]] std::vector<OperationRef> takeLost();

    /// Has the lease ended by our own clock? The database may have given the rows to somebody else.
    [[nodiscard]] bool hasLapsed(BootInstant now) const;

private:
    mutable std::mutex m_mutex; ///< Guards everything below.
    std::map<OperationRef, Version> m_rows;
    std::vector<OperationRef> m_lost;
    milliseconds m_lease{0};
    BootInstant m_askedAt{0};
    BootInstant m_lastProgress{0};
};

} // namespace onceover::engine
