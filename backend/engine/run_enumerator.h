// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover::engine {

/// From a due run to enumerated shards: batch, items and operations by insert-or-read, so that whoever begins it again
/// after a crash adds nothing (R45) and two at once meet in the same rows. While the queue is at its limit nothing is
/// added to it (R79): runs stay as they are and say so, and go on when it has sunk.
class RunEnumerator {
public:
    RunEnumerator(SchedulePort& port, Wakes& wakes, DutyLog log);

    /// Begins or joins each open run of these jobs, oldest business date first. How many shards were enumerated.
    [[nodiscard]] Result<int> enumerateOpenRuns(const std::vector<Job>& jobs);

private:
    [[nodiscard]] Result<int> enumerate(const OpenRun& run, const Job& job);
    struct Enumerated {
        int shards = 0;
        bool queueFull = false; ///< Open shards are left.
    };
    [[nodiscard]] Result<Enumerated> enumerateShards(const Job& job, const RunWork& work);
    /// Whether something may be added now; looks again when the last look said no.
    [[nodiscard]] Result<bool> hasRoom();
    [[nodiscard]] std::string queueReason() const;
    [[nodiscard]] Result<std::vector<PlannedOperation>> plan(const Job& job, const std::vector<InputGroup>& inputs);

    SchedulePort& m_port;
    Wakes& m_wakes;
    DutyLog m_log;
    std::optional<KeyNamespace> m_namespace;
    QueueRoom m_room;
    bool m_toldFull = false;
};

} // namespace onceover::engine
