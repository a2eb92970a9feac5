// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/run_port.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <memory>
#include <vector>

namespace onceover::engine {

struct RunWorkerParts {
    std::unique_ptr<RunPort> port;
    std::vector<std::unique_ptr<JobWork>> works; ///< At most one per job type.
    Wakes& wakes;
    DutyLog log;
    Draw draw;
    BootClock clock = bootNow;
};

/// Does the work of runs that have no batch: claims the oldest one, calls the JobWork of its type, and ends attempt and
/// run by what became of it. At least once under the run key: a worker that dies after the work leaves the run to
/// another one, after the lease. A failure is tried again by its meaning, on the job's schedule; the last one leaves a
/// dead letter (R70–R76).
class RunWorker final : public Duty {
public:
    explicit RunWorker(RunWorkerParts parts);

    [[nodiscard]] Result<Round> runRound() override;

private:
    [[nodiscard]] Result<Done> workOn(const RunTask& task, JobWork& work);
    [[nodiscard]] Result<Done> putOff(const RunTask& task, const Failure& failure);
    /// Renews the lease each third of it; false when the attempt is no longer ours.
    [[nodiscard]] std::function<bool()> keeperOf(const RunTask& task);

    RunWorkerParts m_parts;
    std::vector<std::string> m_types;
};

} // namespace onceover::engine
