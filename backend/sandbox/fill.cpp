// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fill.h"

#include "channel/practice_control.h"
#include "core/cron.h"
#include "core/schedule.h"
#include "sandbox/business_writer.h"
#include "sandbox/provisioning.h"
#include "store/connection.h"

#include <algorithm>
#include <optional>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// A day takes about a second; a minute means that something stands still.
constexpr auto kDayTimeMax = 60s;
/// The longest time between two looks when no NOTIFY comes; a look costs well under a millisecond.
constexpr milliseconds kLookAgainAfter{10};
/// More planned instants than any sandbox catches up in one fill.
constexpr std::size_t kDaysMax = 400;

struct JobPlan {
    std::string zone;
    DailyTime time;
    int bizDateOffset = -1;
    Timestamp scheduleFrom;
    std::optional<BusinessDate> lastSealed;
};

struct Clock {
    Timestamp at;
    milliseconds offset{0};
    [[nodiscard]] Timestamp machine() const { return at - offset; }
};

struct Situation {
    std::int64_t openOperations = 0;
    std::int64_t openMessages = 0;
    std::int64_t openRuns = 0;
    std::string batchStatus;
    std::string batchReason;

    [[nodiscard]] bool isQuiet() const { return openOperations == 0 && openMessages == 0 && openRuns == 0; }
    [[nodiscard]] bool isSettled() const { return isQuiet() && batchStatus == "COMPLETED"; }
    /// Nothing moves any more, and it is not what was wanted: waiting longer cannot help.
    [[nodiscard]] bool isStuck() const { return openOperations == 0 && openMessages == 0 && (batchStatus == "PARTIAL" || batchStatus == "FAILED"); }
    [[nodiscard]] std::string describe() const
    {
        return "batch " + (batchStatus.empty() ? "missing" : batchStatus) + (batchReason.empty() ? "" : " (" + batchReason + ")") + ", "
            + std::to_string(openOperations) + " operations, " + std::to_string(openMessages) + " messages and " + std::to_string(openRuns)
            + " runs open";
    }
};

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
    const auto time = parseCron(raw->schedule);
    if (!time)
        return tl::unexpected(time.error());
    raw->plan.time = *time;
    if (!raw->lastSealed.empty()) {
        const auto day = BusinessDate::parse(raw->lastSealed);
        if (!day)
            return tl::unexpected(day.error());
        raw->plan.lastSealed = *day;
    }
    return raw->plan;
}

Result<Clock> readClock(store::Connection& superuser)
{
    auto rows = superuser.run("ReadSandboxClock");
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) { return Clock{row.timestamp("at"), row.millis("offset_ms")}; });
}

Result<Situation> readSituation(store::Connection& superuser, BusinessDate day)
{
    auto rows = superuser.run("ReadFillSituation", store::params(kJob, day));
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) {
        return Situation{row.int64("open_operations"), row.int64("open_messages"), row.int64("open_runs"), row.string("batch_status"),
                         row.string("batch_reason")};
    });
}

Result<Done> waitUntilSettled(const FillContext& context, BusinessDate day)
{
    const auto deadline = steady_clock::now() + kDayTimeMax;
    while (true) {
        const auto situation = readSituation(context.superuser, day);
        if (!situation)
            return tl::unexpected(situation.error());
        if (situation->isSettled())
            return Done{};
        const std::string trouble = context.engineTrouble ? context.engineTrouble() : std::string{};
        if (!trouble.empty() || situation->isStuck() || steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable, day.toString() + " does not settle: " + situation->describe()
                                                      + (trouble.empty() ? "" : "; " + trouble));
        (void)context.superuser.waitForTick(-1, kLookAgainAfter);
    }
}

/// Signs of life are written by the sandbox's clock, so those from before a leap are hours old after it: the present is
/// reached when every duty was seen in it.
Result<Done> waitUntilEngineIsSeen(const FillContext& context, Timestamp since)
{
    const std::vector<std::string> duties{"scheduler", "settler", "sender", "resolver", "janitor"};
    const auto deadline = steady_clock::now() + kDayTimeMax;
    while (true) {
        auto rows = context.superuser.run("CountDutiesNotSeenSince", store::params(since, duties));
        if (!rows)
            return tl::unexpected(rows.error());
        const auto missing = rows->readOne([](const store::Row& row) { return row.int64("n"); });
        if (!missing)
            return tl::unexpected(missing.error());
        if (*missing == 0)
            return Done{};
        const std::string trouble = context.engineTrouble ? context.engineTrouble() : std::string{};
        if (!trouble.empty() || steady_clock::now() >= deadline)
            return fail(FailureKind::Unavailable, std::to_string(*missing) + " duties give no sign of life" + (trouble.empty() ? "" : "; " + trouble));
        (void)context.superuser.waitForTick(-1, kLookAgainAfter);
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
        return read;
    });
}

/// The days to settle: planned instants since the sandbox began up to the machine's present, with their business dates.
struct PlannedDay {
    Timestamp at;
    BusinessDate bizDate;
};

Result<std::vector<PlannedDay>> plannedDays(const JobPlan& plan, Timestamp until)
{
    const auto instants = scheduledBetween(plan.time, plan.zone, plan.scheduleFrom, until, kDaysMax);
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

Result<Done> settleDay(const FillContext& context, const PlannedDay& day, Timestamp now)
{
    // The sales come in before the instant at which the day is sealed. One that was sealed already was interrupted.
    if (day.at > now) {
        if (auto put = putSales(context.superuser, context.business, day.bizDate, day.at); !put)
            return tl::unexpected(put.error());
        if (auto moved = advanceClock(context.superuser, context.bankEndpoint, day.at, false); !moved)
            return tl::unexpected(moved.error());
    }
    return waitUntilSettled(context, day.bizDate);
}

} // namespace

Result<milliseconds> advanceClock(store::Connection& superuser, const std::string& bankEndpoint, Timestamp to, bool through)
{
    auto rows = superuser.run("AdvanceSandboxClock", store::params(to, through));
    if (!rows)
        return tl::unexpected(rows.error());
    const auto offset = rows->readOne([](const store::Row& row) { return row.millis("offset_ms"); });
    if (!offset)
        return offset;
    if (auto moved = channel::moveBankClock(bankEndpoint, *offset); !moved)
        return tl::unexpected(moved.error());
    return offset;
}

Result<std::int64_t> catchUpSales(store::Connection& superuser, const PracticeBusiness& business)
{
    const auto plan = readPlan(superuser);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto clock = readClock(superuser);
    if (!clock)
        return tl::unexpected(clock.error());
    if (!plan->lastSealed)
        return 0;
    // East of every zone it is already tomorrow; what has not happened yet is left out anyway.
    const auto today = localDateOf("Pacific/Kiritimati", clock->at);
    if (!today)
        return tl::unexpected(today.error());
    std::int64_t added = 0;
    for (auto day = plan->lastSealed->plusDays(1); day && *day <= *today; day = day->plusDays(1)) {
        const auto put = putSales(superuser, business, *day, clock->at);
        if (!put)
            return put;
        added += *put;
    }
    return added;
}

Result<FillReport> fill(const FillContext& context)
{
    const auto began = steady_clock::now();
    const auto plan = readPlan(context.superuser);
    if (!plan)
        return tl::unexpected(plan.error());
    auto clock = readClock(context.superuser);
    if (!clock)
        return tl::unexpected(clock.error());

    FillReport report;
    if (clock->offset < 0ms) {
        const Timestamp present = clock->machine();
        const auto days = plannedDays(*plan, present);
        if (!days)
            return tl::unexpected(days.error());
        for (std::size_t i = 0; i < days->size(); ++i) {
            const PlannedDay& day = (*days)[i];
            const bool wasSettled = plan->lastSealed && day.bizDate < *plan->lastSealed;
            if (wasSettled)
                continue;
            if (auto settled = settleDay(context, day, clock->at); !settled)
                return tl::unexpected(settled.error());
            auto facts = readDay(context.superuser, day.bizDate);
            if (!facts)
                return tl::unexpected(facts.error());
            facts->number = static_cast<int>(i) + 1;
            facts->total = static_cast<int>(days->size());
            ++report.days;
            if (context.onDay)
                context.onDay(*facts);
        }
        // The present is named by this machine's clock, which is the server's as well; the database makes the offset 0 of it.
        const auto now = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
        if (auto moved = advanceClock(context.superuser, context.bankEndpoint, now, false); !moved)
            return tl::unexpected(moved.error());
        if (auto seen = waitUntilEngineIsSeen(context, now); !seen)
            return tl::unexpected(seen.error());
    }
    if (auto added = catchUpSales(context.superuser, context.business); !added)
        return tl::unexpected(added.error());

    auto rows = context.superuser.run("ReadFillTotals");
    if (!rows)
        return tl::unexpected(rows.error());
    auto total = rows->readOne([&report](const store::Row& row) {
        FillReport read = report;
        read.operations = row.int64("operations");
        read.attempts = row.int64("attempts");
        read.effects = row.int64("effects");
        return read;
    });
    if (total)
        total->took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
    return total;
}

} // namespace onceover::sandbox
