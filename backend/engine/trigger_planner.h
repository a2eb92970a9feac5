// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "engine/duty_log.h"

#include <map>
#include <string>
#include <vector>

namespace onceover::engine {

/// From jobs and the database's time to recorded triggers. Correct without a leader: every scheduler plans the same
/// instants and records them by insert-or-read (R1).
class TriggerPlanner {
public:
    /// `tzdataVersion` is stored with each run, beside the resolver's answer (R20).
    TriggerPlanner(SchedulePort& port, std::string tzdataVersion, DutyLog log);

    /// Records what came due for these jobs up to `now`, oldest first, a bounded number per call. How many were new.
    /// A job whose schedule or zone cannot be planned is told by name, once per reason, and the others go on.
    [[nodiscard]] Result<int> recordDue(const std::vector<Job>& jobs, Timestamp now);

    /// Was something left for the next call?
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

private:
    [[nodiscard]] Result<std::vector<DueTrigger>> plan(const Job& job, Timestamp now) const;
    [[nodiscard]] Result<int> record(const Job& job, const std::vector<DueTrigger>& due);
    void tellOnce(const Job& job, const Failure& failure);

    SchedulePort& m_port;
    std::string m_tzdataVersion;
    DutyLog m_log;
    std::map<JobId, std::string> m_told;
    bool m_hasMore = false;
};

} // namespace onceover::engine
