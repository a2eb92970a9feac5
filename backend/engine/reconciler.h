// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/watch_port.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <memory>

namespace onceover::engine {

struct ReconcilerParts {
    std::unique_ptr<WatchPort> port;
    FigureSink* figures = nullptr; ///< Outlives the duty; null: nobody scrapes.
    DutyLog log;
    BootClock clock = bootNow;
    Wakes* wakes = nullptr; ///< Who sends is told of new messages; null: he looks by himself.
};

/// Looks and tells; never repairs (R98). Each round decides which alerts open, change, close or go to the next contact,
/// writes the messages that tell of them (the outbox sends them), and hands the newest figures to whoever scrapes. What
/// a day owes to be compared is the work of the run of `reconcile` (ReconcileWork) and nobody else's. Any number may
/// run: what one recorded, another leaves alone.
class Reconciler final : public Duty {
public:
    explicit Reconciler(ReconcilerParts parts);

    [[nodiscard]] Result<Round> runRound() override;

private:
    [[nodiscard]] Result<int> watch();
    [[nodiscard]] Result<Done> publishFigures();

    ReconcilerParts m_parts;
    BootInstant m_watchedAt{0};
    BootInstant m_figuresAt{0};
};

} // namespace onceover::engine
