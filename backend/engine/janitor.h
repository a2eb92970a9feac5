// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/worker_port.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"

#include <memory>

namespace onceover::engine {

/// Folds counts and balances into their summaries, keeps partitions ahead, and notes once a day who may what. Nothing
/// depends on when: a count is the summary plus what is not folded yet. Deaf to ticks: in times of much work there are
/// many, and nobody waits for what is folded.
class Janitor final : public DeafDuty {
public:
    Janitor(std::unique_ptr<JanitorPort> port, DutyLog log, BootClock clock = bootNow);

    [[nodiscard]] Result<Round> runRound() override;

private:
    [[nodiscard]] Result<Done> keepPictures();
    [[nodiscard]] Result<Done> keepPartitions();
    [[nodiscard]] Result<Done> noteMembership();

    std::unique_ptr<JanitorPort> m_port;
    DutyLog m_log;
    BootClock m_clock;
    BootInstant m_picturesAt{0};
    BootInstant m_partitionsAt{0};
    BootInstant m_membershipAt{0};
};

} // namespace onceover::engine
