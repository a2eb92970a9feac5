// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/job.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The newest run of a job, by business date.
struct LastRun {
    std::int64_t runId = 0;
    std::string runKey;
    std::string status;
    std::optional<Timestamp> scheduledAt;
    std::optional<Timestamp> startedAt;
    std::optional<Timestamp> finishedAt;
};

/// A job as people read it: its declarations (R10), its schedule as the schedulers see it, its last run.
struct JobFacts {
    Job job;
    std::string sameAction; ///< What counts as the same action.
    std::string mayRepeat;  ///< Whether it may be done again, and why.
    std::string heldPolicy; ///< What a lift does with runs that were held: all, latest, none.
    std::string rolloutMode;
    bool needsCompensation = false;
    JobOutlook outlook; ///< Empty where no scheduler has looked yet: plannedBy says so.
    std::string plannedBy;
    std::optional<Timestamp> plannedAt;
    std::optional<milliseconds> lag; ///< Age of the oldest instant that is due and has no trigger.
    std::string releaseWhat;
    std::optional<LastRun> lastRun;
};

struct JobsSnapshot {
    ServerIdentity server;
    Timestamp takenAt;
    std::vector<JobFacts> jobs;          ///< P0 first.
    std::vector<ReleaseWindow> releases; ///< Not over yet, the earliest first.
};

} // namespace onceover
