// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trigger_planner.h"

#include "core/policies/classify.h"
#include "core/run_key.h"
#include "core/schedule.h"
#include "engine/failpoint.h"

#include <utility>

namespace onceover::engine {

namespace {

/// Of one job in one round: a long downtime is caught up in steps that other jobs and runs can go between (K70).
constexpr std::size_t kTriggersPerRound = 31;

} // namespace

TriggerPlanner::TriggerPlanner(SchedulePort& port, std::string tzdataVersion, DutyLog log)
    : m_port(port)
    , m_tzdataVersion(std::move(tzdataVersion))
    , m_log(std::move(log))
{
}

Result<std::vector<DueTrigger>> TriggerPlanner::plan(const Job& job, Timestamp now) const
{
    const auto cron = CronExpression::parse(job.schedule);
    if (!cron)
        return tl::unexpected{cron.error()};
    const auto kind = fromName<PeriodKind>(job.periodKind);
    if (!kind)
        return refuse(Refusal::ScheduleNotSupported, "period kind " + job.periodKind);
    const auto instants = scheduledBetween(*cron, job.timeZone, job.scheduledUpTo, now, kTriggersPerRound);
    if (!instants)
        return tl::unexpected{instants.error()};
    std::vector<DueTrigger> due;
    for (const ScheduledInstant& instant : *instants) {
        const auto bizDate = businessDateFor(instant.localDate, job.bizDateOffset);
        if (!bizDate)
            return tl::unexpected{bizDate.error()};
        const auto runKey = runKeyFor(job.runKeyPrefix, job.scope, *kind, *bizDate);
        if (!runKey)
            return tl::unexpected{runKey.error()};
        due.push_back({job.id, instant.scheduledAt, instant.localWall, instant.zone, m_tzdataVersion,
            std::string{nameOf(instant.resolution)}, *bizDate, *runKey});
    }
    return due;
}

void TriggerPlanner::tellOnce(const Job& job, const Failure& failure)
{
    const std::string text = job.schedule + "|" + job.timeZone + "|" + describe(failure);
    if (std::exchange(m_told[job.id], text) == text)
        return;
    m_log.failure(
        "job_not_scheduled", failure, {{"job_id", job.id.value}, {"schedule", job.schedule}, {"zone", job.timeZone}});
}

Result<int> TriggerPlanner::record(const Job& job, const std::vector<DueTrigger>& due)
{
    if (due.size() > 1)
        m_log.info("catch_up", "several instants are due: listed before the first one starts",
            {{"job_id", job.id.value}, {"from", due.front().runKey.value}, {"to", due.back().runKey.value},
                {"rows_affected", static_cast<std::int64_t>(due.size())}});
    int fresh = 0;
    for (const DueTrigger& one : due) {
        ONCEOVER_FAILPOINT("scheduler.before_trigger");
        const auto answer = m_port.recordTrigger(one);
        if (!answer)
            return tl::unexpected{answer.error()};
        ONCEOVER_FAILPOINT("scheduler.after_trigger");
        if (!answer->newTrigger)
            continue;
        ++fresh;
        m_log.info("triggered", one.runKey.value,
            {{"job_id", one.job.value}, {"trigger_id", answer->trigger.value}, {"run_id", answer->run.value},
                {"local_wall", one.localWall}, {"resolution", one.resolution},
                {"outcome", std::string{nameOf(answer->runStatus)}}});
    }
    return fresh;
}

Result<int> TriggerPlanner::recordDue(const std::vector<Job>& jobs, Timestamp now)
{
    m_hasMore = false;
    int fresh = 0;
    for (const Job& job : jobs) {
        const auto due = plan(job, now);
        if (!due) {
            tellOnce(job, due.error());
            continue;
        }
        m_hasMore = m_hasMore || due->size() >= kTriggersPerRound;
        const auto recorded = record(job, *due);
        if (!recorded) {
            if (connectionLost(recorded.error()))
                return recorded;
            tellOnce(job, recorded.error()); // The other jobs go on; this one is tried again with the next round.
            continue;
        }
        m_told.erase(job.id);
        fresh += *recorded;
    }
    return fresh;
}

} // namespace onceover::engine
