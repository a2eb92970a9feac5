// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/reconcile_work.h"

namespace onceover::engine {

/// Lays the book of every channel beside ours for freezes that may be lifted only then: after a failover, a restore or
/// lost history (DESIGN.md section 13). On a thread of its own, because a book may take long to read and alerts must
/// not wait for it. It compares and tells; it never repairs (R98).
class FreezeComparer final : public Duty {
public:
    FreezeComparer(ReconcileWork work, DutyLog log, BootClock clock = bootNow);

    [[nodiscard]] Result<Round> runRound() override;

private:
    ReconcileWork m_work;
    DutyLog m_log;
    BootClock m_clock;
    BootInstant m_lookedAt{0};
};

} // namespace onceover::engine
