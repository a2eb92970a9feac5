// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fill_watch.h"

#include "core/cron.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

#include <algorithm>
#include <utility>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// A day takes less than a second; a minute without any change means that something stands still.
constexpr auto kStandsStillAfter = 60s;
/// Between two looks: a tenth of what a day takes at best, so that looking costs the engine next to nothing.
constexpr milliseconds kLookAgainAfter{30};
/// More planned instants than any sandbox catches up in one fill.
constexpr std::size_t kDaysMax = 400;

struct Situation {
    std::int64_t openTriggers = 0;
    std::int64_t openOperations = 0;
    std::int64_t openMessages = 0;
    std::int64_t openRuns = 0;
    std::string batchStatus;
    std::string batchReason;

    friend bool operator==(const Situation&, const Situation&) = default;
    [[nodiscard]] bool isQuiet() const
    {
        return openTriggers == 0 && openOperations == 0 && openMessages == 0 && openRuns == 0;
    }
    [[nodiscard]] bool isSettled(bool needsBatch) const
    {
        return isQuiet() && (!needsBatch || batchStatus == "COMPLETED" || batchStatus == "PARTIAL");
    }
    /// Nothing moves any more, and it is not what was wanted: waiting longer cannot help.
    [[nodiscard]] bool isStuck() const { return openOperations == 0 && openMessages == 0 && batchStatus == "FAILED"; }
    [[nodiscard]] std::string describe() const
    {
        return "batch " + (batchStatus.empty() ? "missing" : batchStatus)
            + (batchReason.empty() ? "" : " (" + batchReason + ")") + ", " + std::to_string(openTriggers)
            + " instants not triggered, " + std::to_string(openOperations) + " operations, "
            + std::to_string(openMessages) + " messages and " + std::to_string(openRuns) + " runs open";
    }
};

Result<Situation> readSituation(store::Connection& superuser, const store::Params& expected)
{
    auto rows = superuser.run("ReadFillSituation", expected);
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) {
        return Situation{row.int64("open_triggers"), row.int64("open_operations"), row.int64("open_messages"),
            row.int64("open_runs"), row.string("batch_status"), row.string("batch_reason")};
    });
}

/// A plan as it is read, before its texts are understood.
struct RawPlan {
    JobPlan plan;
    std::string schedule;
    std::string lastSealed;
};

RawPlan rawPlanFrom(const store::Row& row)
{
    RawPlan read;
    read.plan.job = row.string("job_id");
    read.plan.zone = row.string("time_zone");
    read.plan.bizDateOffset = row.int32("biz_date_offset");
    read.plan.scheduleFrom = row.timestamp("schedule_from");
    read.schedule = row.string("schedule");
    read.lastSealed = row.textOrEmpty("last_sealed");
    return read;
}

Result<JobPlan> understood(RawPlan raw)
{
    const auto cron = CronExpression::parse(raw.schedule);
    if (!cron)
        return tl::unexpected(cron.error());
    raw.plan.cron = *cron;
    if (!raw.lastSealed.empty()) {
        const auto day = BusinessDate::parse(raw.lastSealed);
        if (!day)
            return tl::unexpected(day.error());
        raw.plan.lastSealed = *day;
    }
    return std::move(raw.plan);
}

} // namespace

Result<JobPlan> readPlan(store::Connection& superuser)
{
    auto rows = superuser.run("ReadPracticeJob", store::params(kJob));
    if (!rows)
        return tl::unexpected(rows.error());
    auto raw = rows->readOne(rawPlanFrom);
    return raw ? understood(*std::move(raw)) : tl::unexpected(raw.error());
}

Result<std::vector<JobPlan>> readPlans(store::Connection& superuser)
{
    auto rows = superuser.run("ReadPracticeJobs");
    if (!rows)
        return tl::unexpected(rows.error());
    auto raw = rows->readAll(rawPlanFrom);
    if (!raw)
        return tl::unexpected(raw.error());
    std::vector<JobPlan> plans;
    for (RawPlan& one : *raw) {
        auto plan = understood(std::move(one));
        if (!plan)
            return tl::unexpected(plan.error());
        plans.push_back(*std::move(plan));
    }
    return plans;
}

Result<std::vector<DueInstant>> dueBetween(const std::vector<JobPlan>& plans, Timestamp from, Timestamp to)
{
    std::vector<DueInstant> due;
    for (const JobPlan& plan : plans) {
        const auto instants = scheduledBetween(plan.cron, plan.zone, std::max(from, plan.scheduleFrom), to, kDaysMax);
        if (!instants)
            return tl::unexpected(instants.error());
        for (const ScheduledInstant& instant : *instants)
            due.push_back({plan.job, instant.scheduledAt});
    }
    return due;
}

Result<PracticeTime> readPracticeTime(store::Connection& superuser)
{
    auto rows = superuser.run("ReadSandboxClock");
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) {
        return PracticeTime{row.timestamp("at"), row.millis("offset_ms")};
    });
}

Result<std::vector<PlannedDay>> plannedDays(const JobPlan& plan, Timestamp until)
{
    const auto instants = scheduledBetween(plan.cron, plan.zone, plan.scheduleFrom, until, kDaysMax);
    if (!instants)
        return tl::unexpected(instants.error());
    std::vector<PlannedDay> days;
    for (const ScheduledInstant& instant : *instants) {
        const auto bizDate = businessDateFor(instant.localDate, plan.bizDateOffset);
        if (!bizDate)
            return tl::unexpected(bizDate.error());
        days.push_back({instant.scheduledAt, *bizDate});
    }
    return days;
}

Result<std::vector<PlannedDay>> missedDays(const JobPlan& plan, Timestamp until)
{
    auto days = plannedDays(plan, until);
    if (days)
        std::erase_if(
            *days, [&plan](const PlannedDay& day) { return plan.lastSealed && day.bizDate <= *plan.lastSealed; });
    return days;
}

Result<Done> waitUntilSettled(store::Connection& superuser, std::optional<BusinessDate> day,
    const std::vector<DueInstant>& due, const KeepAlive& keepAlive)
{
    std::vector<std::string> jobs;
    std::vector<Timestamp> instants;
    for (const DueInstant& one : due) {
        jobs.push_back(one.job);
        instants.push_back(one.at);
    }
    const store::Params expected = store::params(kJob, day, jobs, instants);
    auto deadline = steady_clock::now() + kStandsStillAfter;
    Situation before;
    while (true) {
        const auto situation = readSituation(superuser, expected);
        if (!situation)
            return tl::unexpected(situation.error());
        if (situation->isSettled(day.has_value()))
            return Done{};
        if (*situation != before)
            deadline = steady_clock::now() + kStandsStillAfter;
        before = *situation;
        const std::string trouble = keepAlive ? keepAlive() : std::string{};
        if (!trouble.empty() || situation->isStuck() || steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable,
                (day ? day->toString() : std::string{"what comes before the first day"})
                    + " does not settle: " + situation->describe() + (trouble.empty() ? "" : "; " + trouble));
        (void)superuser.waitForTick(-1, kLookAgainAfter);
    }
}

Result<Done> waitUntilEngineIsSeen(store::Connection& superuser, Timestamp since, const KeepAlive& keepAlive)
{
    const std::vector<std::string> duties{
        "scheduler", "run_worker", "settler", "sender", "resolver", "reconciler", "replayer", "janitor"};
    const auto deadline = steady_clock::now() + kStandsStillAfter;
    while (true) {
        auto rows = superuser.run("CountDutiesNotSeenSince", store::params(since, duties));
        if (!rows)
            return tl::unexpected(rows.error());
        const auto missing = rows->readOne([](const store::Row& row) { return row.int64("n"); });
        if (!missing)
            return tl::unexpected(missing.error());
        if (*missing == 0)
            return Done{};
        const std::string trouble = keepAlive ? keepAlive() : std::string{};
        if (!trouble.empty() || steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable,
                std::to_string(*missing) + " duties give no sign of life" + (trouble.empty() ? "" : "; " + trouble));
        (void)superuser.waitForTick(-1, kLookAgainAfter);
    }
}

Result<FillDay> readDay(store::Connection& superuser, BusinessDate day)
{
    auto rows = superuser.run("ReadThreeOnces", store::params(kJob, day));
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([day](const store::Row& row) {
        FillDay read;
        read.bizDate = day;
        read.triggered = row.int64("triggered");
        read.executed = row.int64("executed");
        read.operations = row.int64("operations");
        read.tookEffect = row.int64("took_effect");
        read.batchStatus = row.textOrEmpty("batch_status");
        read.waiting = row.int64("waiting");
        return read;
    });
}

} // namespace onceover::sandbox
