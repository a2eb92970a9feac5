// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/worker_port.h"
#include "core/records/timestamp.h"
#include "core/result.h"
#include "engine/wake.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace onceover::engine {

/// What one round of a duty did.
struct Round {
    std::int64_t pieces = 0;            ///< Pieces of work, for the heartbeat.
    bool moreNow = false;               ///< Look again at once.
    std::optional<milliseconds> nextIn; ///< Something comes due then; the poll interval still bounds the wait.
};

/// One kind of work, done in rounds on one thread. Each round looks, decides through core, and applies through its
/// port.
class Duty {
public:
    virtual ~Duty() = default;

    /// One round. A failure is handled by kind by the runner (duty_runner.h); what the duty still has in hand stays
    /// with it until the next round.
    [[nodiscard]] virtual Result<Round> runRound() = 0;

    /// Waits for something to do. A duty that has its own descriptors to watch overrides this.
    [[nodiscard]] virtual Woken wait(DutyPort& port, int wakeFd, milliseconds atMost)
    {
        return port.wait(wakeFd, atMost);
    }

    /// Clean stop: finishes or gives back what is in hand. Best effort; whatever is left lapses by its lease.
    virtual void windDown() { }
};

/// A duty that waits for its own process alone, deaf to what others announce.
class DeafDuty : public Duty {
public:
    [[nodiscard]] Woken wait(DutyPort&, int wakeFd, milliseconds atMost) override
    {
        return isReadable(wakeFd, atMost) ? Woken::WakeFd : Woken::Timeout;
    }
};

/// Random numbers for jitter; drawn once per attempt and then stored.
using Draw = std::function<std::uint32_t()>;

} // namespace onceover::engine
