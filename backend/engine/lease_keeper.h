// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/operation_port.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/held_leases.h"

#include <memory>

namespace onceover::engine {

/// Renews what the settler holds each third of its lease, on a thread and a connection of its own, so that a long piece
/// of work keeps its rows. Liveness only: all promises hold without it (R27).
/// It stops renewing when the settler made no progress for five leases: a hung thread must not hold rows for ever
/// (F21).
class LeaseKeeper final : public Duty {
public:
    LeaseKeeper(std::unique_ptr<LeasePort> port, HeldLeases& held, DutyLog log, BootClock clock = bootNow);

    [[nodiscard]] Result<Round> runRound() override;

private:
    std::unique_ptr<LeasePort> m_port;
    HeldLeases& m_held;
    DutyLog m_log;
    BootClock m_clock;
    bool m_toldStall = false;
};

} // namespace onceover::engine
