// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planned_run.h"
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

    /// Records what came due for these jobs up to `now`, oldest first, a bounded number per job and call (K70). What is
    /// due and what comes next is stored before the first of it is recorded. How many triggers were new.
    /// A job whose schedule or zone cannot be planned is told by name, once per reason, and the others go on.
    [[nodiscard]] Result<int> recordDue(const std::vector<Job>& jobs, Timestamp now);

    /// Was something left for the next call?
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

private:
    /// What was last seen of a job, so that it is planned again only when something can have come due.
    struct Seen {
        std::string basis; ///< Everything of the job that planning depends on.
        JobOutlook outlook;
        bool stored = false;
    };
    struct JobDue {
        JobOutlook outlook;
        std::vector<DueTrigger> due;
    };

    [[nodiscard]] std::vector<DueTrigger> look(const std::vector<Job>& jobs, Timestamp now);
    [[nodiscard]] Result<JobDue> plan(const Job& job, Timestamp now) const;
    void noteReleases(const std::vector<Job>& jobs, const std::vector<ReleaseWindow>& windows);
    [[nodiscard]] Result<Done> storeOutlooks();
    [[nodiscard]] Result<bool> record(const DueTrigger& due);
    void tellBacklog(const Job& job, const JobDue& found, Timestamp now) const;
    void tellOnce(const JobId& job, const Failure& failure);

    SchedulePort& m_port;
    std::string m_tzdataVersion;
    DutyLog m_log;
    std::map<JobId, std::string> m_told;
    std::map<JobId, Seen> m_seen;
    bool m_hasMore = false;
};

} // namespace onceover::engine
