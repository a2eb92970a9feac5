// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trigger_planner.h"

#include "core/policies/classify.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace onceover::engine {

namespace {

/// A long downtime is caught up in steps that other jobs, runs and batches can go between (K70).
constexpr std::size_t kTriggersPerJob = 31;
constexpr std::size_t kTriggersPerRound = 500;
/// So many due instants of a job are counted; beyond it there are "more".
constexpr std::size_t kBacklogCounted = 1000;

std::string basisOf(const Job& job)
{
    const auto number = [](auto value) { return "|" + std::to_string(value); };
    return job.schedule + "|" + job.timeZone + "|" + job.periodKind + "|" + std::string{nameOf(job.catchUp)}
    + number(job.bizDateOffset) + number(job.allowedLateness.count())
        + number(job.scheduledUpTo.time_since_epoch().count());
}

/// The newest run that is due; `from` has one after it. Looks at short spans first.
Result<PlannedRun> latestDue(const JobPlanner& planner, Timestamp from, Timestamp now)
{
    using std::chrono::hours;
    constexpr std::size_t kMinutesOfADay = 1500;
    for (const hours span : {hours{1}, hours{24}, hours{24 * 32}, hours{24 * 400}}) {
        auto runs = planner.between(std::max(from, now - span), now, kMinutesOfADay);
        if (!runs)
            return tl::unexpected{runs.error()};
        if (!runs->empty() && runs->size() < kMinutesOfADay)
            return std::move(runs->back());
    }
    return planner.next(from); // One in more than a year.
}

std::string durationText(std::chrono::microseconds span)
{
    return std::to_string(std::chrono::floor<std::chrono::minutes>(span).count()) + " minutes";
}

DueTrigger dueOf(const Job& job, const PlannedRun& run, const CatchUpFacts& facts, const std::string& tzdataVersion)
{
    DueTrigger due;
    due.job = job.id;
    due.scheduledAt = run.instant.scheduledAt;
    due.localWall = run.instant.localWall;
    due.zone = run.instant.zone;
    due.tzdataVersion = tzdataVersion;
    due.resolution = nameOf(run.instant.resolution);
    due.bizDate = run.bizDate;
    due.runKey = run.runKey;
    due.late = isLate(facts, run.instant.scheduledAt);
    if (isSkipped(facts, run))
        due.skipReason = "catch-up policy '" + std::string{nameOf(job.catchUp)} + "': "
            + durationText(facts.now - due.scheduledAt) + " late, " + durationText(job.allowedLateness) + " allowed";
    return due;
}

} // namespace

TriggerPlanner::TriggerPlanner(SchedulePort& port, std::string tzdataVersion, DutyLog log)
    : m_port(port)
    , m_tzdataVersion(std::move(tzdataVersion))
    , m_log(std::move(log))
{
}

Result<TriggerPlanner::JobDue> TriggerPlanner::plan(const Job& job, Timestamp now) const
{
    const auto planner = JobPlanner::of(job);
    if (!planner)
        return tl::unexpected{planner.error()};
    const auto counted = planner->between(job.scheduledUpTo, now, kBacklogCounted + 1);
    if (!counted)
        return tl::unexpected{counted.error()};
    const auto next = planner->next(now);
    if (!next)
        return tl::unexpected{next.error()};
    JobDue found;
    JobOutlook& outlook = found.outlook;
    outlook.nextAt = next->instant.scheduledAt;
    outlook.nextWall = next->instant.localWall;
    outlook.nextResolution = nameOf(next->instant.resolution);
    if (counted->empty())
        return found;
    outlook.backlogIsMore = counted->size() > kBacklogCounted;
    outlook.backlog = static_cast<std::int64_t>(std::min(counted->size(), kBacklogCounted));
    outlook.backlogFrom = counted->front().instant.scheduledAt;
    const auto firstInTime = planner->next(now - job.allowedLateness - std::chrono::microseconds{1});
    if (!firstInTime)
        return tl::unexpected{firstInTime.error()};
    const auto latest = outlook.backlogIsMore ? latestDue(*planner, job.scheduledUpTo, now) : counted->back();
    if (!latest)
        return tl::unexpected{latest.error()};
    outlook.backlogTo = latest->instant.scheduledAt;
    const CatchUpFacts facts{job.catchUp, job.allowedLateness, now, firstInTime->runKey, latest->runKey};
    for (const PlannedRun& run : *counted) {
        if (found.due.size() == kTriggersPerJob)
            break;
        found.due.push_back(dueOf(job, run, facts, m_tzdataVersion));
    }
    return found;
}

void TriggerPlanner::tellOnce(const JobId& job, const Failure& failure)
{
    const std::string text = describe(failure);
    if (std::exchange(m_told[job], text) != text)
        m_log.failure("job_not_scheduled", failure, {{"job_id", job.value}});
}

void TriggerPlanner::tellBacklog(const Job& job, const JobDue& found, Timestamp now) const
{
    if (found.outlook.backlog < 2)
        return;
    const auto lag = std::chrono::floor<milliseconds>(now - *found.outlook.backlogFrom);
    m_log.info("catch_up", "several instants are due: listed before the first one starts",
        {{"job_id", job.id.value}, {"from", found.due.front().runKey.value}, {"to", found.due.back().runKey.value},
            {"due", found.outlook.backlog}, {"policy", std::string{nameOf(job.catchUp)}},
            {"lag_ms", static_cast<std::int64_t>(lag.count())},
            {"rows_affected", static_cast<std::int64_t>(found.due.size())}});
}

/// What is due of all jobs, a bounded part of each; notes what is seen ahead of each. A job of which nothing can have
/// come due since the last look is not planned again.
std::vector<DueTrigger> TriggerPlanner::look(const std::vector<Job>& jobs, Timestamp now)
{
    std::vector<DueTrigger> due;
    for (const Job& job : jobs) {
        Seen& seen = m_seen[job.id];
        const std::string basis = basisOf(job);
        if (seen.basis == basis && seen.outlook.backlog == 0 && seen.outlook.nextAt && now < *seen.outlook.nextAt)
            continue;
        seen.basis = basis;
        auto found = plan(job, now);
        if (found) {
            tellBacklog(job, *found, now);
        } else {
            tellOnce(job.id, found.error());
            std::string problem = describe(found.error());
            found = JobDue{};
            found->outlook.problem = std::move(problem);
        }
        JobOutlook outlook = std::move(found->outlook);
        outlook.job = job.id;
        outlook.tzdataVersion = m_tzdataVersion;
        outlook.releaseWindow = seen.outlook.releaseWindow;
        seen.stored = seen.stored && outlook == seen.outlook;
        seen.outlook = std::move(outlook);
        m_hasMore = m_hasMore || static_cast<std::size_t>(seen.outlook.backlog) > found->due.size();
        std::move(found->due.begin(), found->due.end(), std::back_inserter(due));
    }
    return due;
}

/// R81: the next run, or a retry of it, would cross a release. Told once, and stored with the outlook.
void TriggerPlanner::noteReleases(const std::vector<Job>& jobs, const std::vector<ReleaseWindow>& windows)
{
    for (const Job& job : jobs) {
        Seen& seen = m_seen[job.id];
        const ReleaseWindow* crossed
            = seen.outlook.nextAt ? crossedRelease(windows, *seen.outlook.nextAt, retryWindow(job)) : nullptr;
        const auto id = crossed != nullptr ? std::optional{crossed->id} : std::nullopt;
        if (std::exchange(seen.outlook.releaseWindow, id) == id)
            continue;
        seen.stored = false;
        if (crossed != nullptr)
            m_log.warning("release_crossed", "the next run or a retry of it falls into a release: " + crossed->what,
                {{"job_id", job.id.value}, {"local_wall", seen.outlook.nextWall}});
    }
}

Result<Done> TriggerPlanner::storeOutlooks()
{
    std::vector<JobOutlook> changed;
    for (const auto& [job, seen] : m_seen) {
        if (!seen.stored)
            changed.push_back(seen.outlook);
    }
    if (changed.empty())
        return Done{};
    if (const auto stored = m_port.recordOutlooks(changed); !stored)
        return stored;
    for (auto& [job, seen] : m_seen)
        seen.stored = true;
    return Done{};
}

Result<bool> TriggerPlanner::record(const DueTrigger& due)
{
    ONCEOVER_FAILPOINT("scheduler.before_trigger");
    const auto answer = m_port.recordTrigger(due);
    if (!answer)
        return tl::unexpected{answer.error()};
    ONCEOVER_FAILPOINT("scheduler.after_trigger");
    if (!answer->newTrigger)
        return false;
    m_log.info("triggered", due.runKey.value,
        {{"job_id", due.job.value}, {"trigger_id", answer->trigger.value}, {"run_id", answer->run.value},
            {"local_wall", due.localWall}, {"resolution", due.resolution},
            {"source", due.late ? "catch-up" : "schedule"}, {"outcome", std::string{nameOf(answer->runStatus)}}});
    return true;
}

Result<int> TriggerPlanner::recordDue(const std::vector<Job>& jobs, Timestamp now)
{
    m_hasMore = false;
    const auto windows = m_port.releaseWindows();
    if (!windows)
        return tl::unexpected{windows.error()};
    auto due = look(jobs, now);
    noteReleases(jobs, *windows);
    if (const auto stored = storeOutlooks(); !stored)
        return tl::unexpected{stored.error()};
    // The oldest first, whosever it is, so that no job waits for the whole backlog of another one.
    std::stable_sort(
        due.begin(), due.end(), [](const DueTrigger& a, const DueTrigger& b) { return a.scheduledAt < b.scheduledAt; });
    if (due.size() > kTriggersPerRound) {
        due.resize(kTriggersPerRound);
        m_hasMore = true;
    }
    int fresh = 0;
    std::set<JobId> refused;
    for (const DueTrigger& one : due) {
        if (refused.count(one.job) > 0)
            continue; // Its later instants wait for this one.
        const auto recorded = record(one);
        if (!recorded && connectionLost(recorded.error()))
            return tl::unexpected{recorded.error()};
        if (!recorded) {
            tellOnce(one.job, recorded.error()); // The other jobs go on; this one is tried again with the next round.
            refused.insert(one.job);
            m_seen[one.job].basis.clear();
            continue;
        }
        m_told.erase(one.job);
        fresh += *recorded ? 1 : 0;
    }
    return fresh;
}

} // namespace onceover::engine
