// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/wake.h"

namespace onceover::engine {

/// Announces to other processes that something changed, at most five times a second and never in a hot transaction
/// (measured: NOTIFY there halves the throughput). A hint: polling works without it (K47). Deaf: others announce
/// themselves.
class Ticker final : public DeafDuty {
public:
    /// `port` is the runner's; it outlives this.
    Ticker(DutyPort& port, Wakes& wakes, BootClock clock = bootNow);

    [[nodiscard]] Result<Round> runRound() override;
    void windDown() override;

private:
    DutyPort& m_port;
    Wakes& m_wakes;
    BootClock m_clock;
    BootInstant m_announcedAt{0};
    bool m_hasAnnounced = false;
};

} // namespace onceover::engine
