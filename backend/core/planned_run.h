// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/job.h"
#include "core/run_key.h"
#include "core/schedule.h"

#include <span>
#include <vector>

namespace onceover {

/// One planned occurrence of a job: its instant, and the business date and run key that follow from it.
struct PlannedRun {
    ScheduledInstant instant;
    BusinessDate bizDate;
    RunKey runKey;
};

/// Reads a job's schedule once and answers what it plans. Refusals: ScheduleNotSupported, UnknownTimeZone,
/// InstantBeyondZoneData, KeyMalformed; `found` names the place.
class JobPlanner {
public:
    [[nodiscard]] static Result<JobPlanner> of(const Job& job);

    /// The planned runs after `from` up to and including `to`, in order, at most `most`.
    [[nodiscard]] Result<std::vector<PlannedRun>> between(Timestamp from, Timestamp to, std::size_t most) const;
    /// The first planned run after `after`.
    [[nodiscard]] Result<PlannedRun> next(Timestamp after) const;

private:
    explicit JobPlanner(const Job& job)
        : m_job(&job)
    {
    }
    [[nodiscard]] Result<PlannedRun> runAt(ScheduledInstant instant) const;

    const Job* m_job; ///< Outlives the planner.
    CronExpression m_cron;
    PeriodKind m_kind = PeriodKind::Day;
};

/// What is to be done about planned instants that are due.
struct CatchUpFacts {
    CatchUp policy = CatchUp::All;
    milliseconds allowedLateness{0};
    Timestamp now;
    RunKey firstInTime; ///< Of the first instant that is not late, due or yet to come.
    RunKey latestDue;   ///< Of the newest instant that is due.
};

/// Is an instant later than the job allows?
[[nodiscard]] bool isLate(const CatchUpFacts& facts, Timestamp scheduledAt);

/// May the policy leave this planned run out? Only a late one, and only when its period gets no run by another instant
/// that counts: a period is skipped whole or not at all.
[[nodiscard]] bool isSkipped(const CatchUpFacts& facts, const PlannedRun& run);

/// From its instant to the last automatic retry of it: the sum of the job's backoff, 31 minutes where nobody changed it
/// (R75, R81).
[[nodiscard]] milliseconds retryWindow(const Job& job);

/// The first release that a run at this instant, or a retry of it, would cross; null when there is none.
[[nodiscard]] const ReleaseWindow* crossedRelease(
    std::span<const ReleaseWindow> windows, Timestamp scheduledAt, milliseconds retryWindow);

} // namespace onceover
