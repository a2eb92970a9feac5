// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <vector>

namespace onceover::engine {

/// From a due run to enumerated shards: batch, items and operations by insert-or-read, so that whoever begins it again
/// after a crash adds nothing (R45) and two at once meet in the same rows.
class RunEnumerator {
public:
    RunEnumerator(SchedulePort& port, Wakes& wakes, DutyLog log);

    /// Begins or joins each open run of these jobs, oldest business date first. How many shards were enumerated.
    [[nodiscard]] Result<int> enumerateOpenRuns(const std::vector<Job>& jobs);

private:
    [[nodiscard]] Result<int> enumerate(const OpenRun& run, const Job& job);
    [[nodiscard]] Result<int> enumerateShards(const Job& job, const RunWork& work);
    [[nodiscard]] Result<std::vector<PlannedOperation>> plan(const Job& job, const std::vector<InputGroup>& inputs);

    SchedulePort& m_port;
    Wakes& m_wakes;
    DutyLog m_log;
    std::optional<KeyNamespace> m_namespace;
};

} // namespace onceover::engine
