// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planned_run.h"

#include <algorithm>
#include <numeric>

namespace onceover {

Result<JobPlanner> JobPlanner::of(const Job& job)
{
    JobPlanner planner(job);
    const auto cron = CronExpression::parse(job.schedule);
    if (!cron)
        return tl::unexpected{cron.error()};
    const auto kind = fromName<PeriodKind>(job.periodKind);
    if (!kind)
        return refuse(Refusal::ScheduleNotSupported, "period kind " + job.periodKind);
    planner.m_cron = *cron;
    planner.m_kind = *kind;
    return planner;
}

Result<PlannedRun> JobPlanner::runAt(ScheduledInstant instant) const
{
    const auto bizDate = businessDateFor(instant.localDate, m_job->bizDateOffset).and_then([this](BusinessDate date) {
        return periodDate(m_kind, date);
    });
    if (!bizDate)
        return tl::unexpected{bizDate.error()};
    const auto key = m_kind == PeriodKind::Slot ? slotKeyFor(m_job->runKeyPrefix, m_job->scope, instant.localWall)
                                                : runKeyFor(m_job->runKeyPrefix, m_job->scope, m_kind, *bizDate);
    if (!key)
        return tl::unexpected{key.error()};
    return PlannedRun{std::move(instant), *bizDate, *key};
}

Result<std::vector<PlannedRun>> JobPlanner::between(Timestamp from, Timestamp to, std::size_t most) const
{
    auto instants = scheduledBetween(m_cron, m_job->timeZone, from, to, most);
    if (!instants)
        return tl::unexpected{instants.error()};
    std::vector<PlannedRun> runs;
    for (ScheduledInstant& instant : *instants) {
        auto run = runAt(std::move(instant));
        if (!run)
            return tl::unexpected{run.error()};
        runs.push_back(*std::move(run));
    }
    return runs;
}

Result<PlannedRun> JobPlanner::next(Timestamp after) const
{
    return nextScheduled(m_cron, m_job->timeZone, after).and_then([this](ScheduledInstant instant) {
        return runAt(std::move(instant));
    });
}

bool isLate(const CatchUpFacts& facts, Timestamp scheduledAt)
{
    return facts.now - scheduledAt > facts.allowedLateness;
}

bool isSkipped(const CatchUpFacts& facts, const PlannedRun& run)
{
    if (!isLate(facts, run.instant.scheduledAt) || run.runKey == facts.firstInTime)
        return false;
    switch (facts.policy) {
    case CatchUp::All:
        return false;
    case CatchUp::Latest:
        return run.runKey != facts.latestDue;
    case CatchUp::None:
        return true;
    }
    return false;
}

milliseconds retryWindow(const Job& job)
{
    return std::accumulate(job.retryBackoff.begin(), job.retryBackoff.end(), milliseconds{0});
}

const ReleaseWindow* crossedRelease(
    std::span<const ReleaseWindow> windows, Timestamp scheduledAt, milliseconds retryWindow)
{
    const auto crosses = [&](const ReleaseWindow& window) {
        return scheduledAt < window.endsAt && scheduledAt + retryWindow >= window.startsAt;
    };
    const auto found = std::find_if(windows.begin(), windows.end(), crosses);
    return found == windows.end() ? nullptr : &*found;
}

} // namespace onceover
