// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fill_watch.h"

#include "core/cron.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// A day takes less than a second; a minute without any change means that something stands still.
constexpr auto kStandsStillAfter = 60s;
/// The longest time between two looks when no NOTIFY comes; a look costs well under a millisecond.
constexpr milliseconds kLookAgainAfter{10};
/// More planned instants than any sandbox catches up in one fill.
constexpr std::size_t kDaysMax = 400;

struct Situation {
    std::int64_t openOperations = 0;
    std::int64_t openMessages = 0;
    std::int64_t openRuns = 0;
    std::string batchStatus;
    std::string batchReason;

    friend bool operator==(const Situation&, const Situation&) = default;
    [[nodiscard]] bool isQuiet() const { return openOperations == 0 && openMessages == 0 && openRuns == 0; }
    [[nodiscard]] bool isSettled() const
    {
        return isQuiet() && (batchStatus == "COMPLETED" || batchStatus == "PARTIAL");
    }
    /// Nothing moves any more, and it is not what was wanted: waiting longer cannot help.
    [[nodiscard]] bool isStuck() const { return openOperations == 0 && openMessages == 0 && batchStatus == "FAILED"; }
    [[nodiscard]] std::string describe() const
    {
        return "batch " + (batchStatus.empty() ? "missing" : batchStatus)
            + (batchReason.empty() ? "" : " (" + batchReason + ")") + ", " + std::to_string(openOperations)
            + " operations, " + std::to_string(openMessages) + " messages and " + std::to_string(openRuns)
            + " runs open";
    }
};

Result<Situation> readSituation(store::Connection& superuser, BusinessDate day)
{
    auto rows = superuser.run("ReadFillSituation", store::params(kJob, day));
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) {
        return Situation{row.int64("open_operations"), row.int64("open_messages"), row.int64("open_runs"),
            row.string("batch_status"), row.string("batch_reason")};
    });
}

} // namespace

Result<JobPlan> readPlan(store::Connection& superuser)
{
    auto rows = superuser.run("ReadPracticeJob", store::params(kJob));
    if (!rows)
        return tl::unexpected(rows.error());
    struct Raw {
        JobPlan plan;
        std::string schedule;
        std::string lastSealed;
    };
    auto raw = rows->readOne([](const store::Row& row) {
        Raw read;
        read.plan.zone = row.string("time_zone");
        read.plan.bizDateOffset = row.int32("biz_date_offset");
        read.plan.scheduleFrom = row.timestamp("schedule_from");
        read.schedule = row.string("schedule");
        read.lastSealed = row.textOrEmpty("last_sealed");
        return read;
    });
    if (!raw)
        return tl::unexpected(raw.error());
    const auto cron = CronExpression::parse(raw->schedule);
    if (!cron)
        return tl::unexpected(cron.error());
    raw->plan.cron = *cron;
    if (!raw->lastSealed.empty()) {
        const auto day = BusinessDate::parse(raw->lastSealed);
        if (!day)
            return tl::unexpected(day.error());
        raw->plan.lastSealed = *day;
    }
    return raw->plan;
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

Result<Done> waitUntilSettled(store::Connection& superuser, BusinessDate day, const KeepAlive& keepAlive)
{
    auto deadline = steady_clock::now() + kStandsStillAfter;
    Situation before;
    while (true) {
        const auto situation = readSituation(superuser, day);
        if (!situation)
            return tl::unexpected(situation.error());
        if (situation->isSettled())
            return Done{};
        if (*situation != before)
            deadline = steady_clock::now() + kStandsStillAfter;
        before = *situation;
        const std::string trouble = keepAlive ? keepAlive() : std::string{};
        if (!trouble.empty() || situation->isStuck() || steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable,
                day.toString() + " does not settle: " + situation->describe()
                    + (trouble.empty() ? "" : "; " + trouble));
        (void)superuser.waitForTick(-1, kLookAgainAfter);
    }
}

Result<Done> waitUntilEngineIsSeen(store::Connection& superuser, Timestamp since, const KeepAlive& keepAlive)
{
    const std::vector<std::string> duties{"scheduler", "settler", "sender", "resolver", "janitor"};
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
