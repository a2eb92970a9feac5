// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "engine/batch_mover.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/run_enumerator.h"
#include "engine/trigger_planner.h"
#include "engine/wake.h"

#include <memory>
#include <string>

namespace onceover::engine {

struct SchedulerParts {
    std::unique_ptr<SchedulePort> port;
    Wakes& wakes;
    DutyLog log;
    std::string tzdataVersion;
    BootClock clock = bootNow;
};

/// Triggers, runs, enumeration, and the state of shards, batches and runs; nobody else moves those. Any number may run.
/// It plans nothing when this machine's zone data fails its self-check, but goes on moving what is open.
class Scheduler final : public Duty {
public:
    explicit Scheduler(SchedulerParts parts);

    [[nodiscard]] Result<Round> runRound() override;

private:
    [[nodiscard]] Result<int> recordDue(const std::vector<Job>& jobs);
    [[nodiscard]] Result<Done> markLostNowAndThen();

    SchedulerParts m_parts;
    TriggerPlanner m_planner;
    RunEnumerator m_enumerator;
    BatchMover m_mover;
    BootInstant m_markedLostAt{0};
    bool m_zonesChecked = false;
    bool m_zonesGood = false;
};

} // namespace onceover::engine
