// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fill.h"

#include "channel/practice_control.h"
#include "core/schedule.h"
#include "sandbox/business_writer.h"
#include "sandbox/provisioning.h"
#include "sandbox/sandbox_processes.h"
#include "store/connection.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace onceover::sandbox {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr int kDaysOfACalmFill = 5;
constexpr std::string_view kBehaves = "{}";
constexpr std::chrono::microseconds kJustBefore{1};
constexpr std::string_view kSomethingIsUnderWay = "OC001"; ///< Said by sandbox_advance().
constexpr auto kLeapTimeMax = 60s;

/// What the banks do wrong on one day, in the JSON of their control address, and the sentence that says so.
struct Difficulty {
    std::string bank{kBehaves};
    std::string giro{kBehaves};
    std::string sentence;
};

/// Counts of `next` rather than chances, so that it is the same on every machine, whatever the keys are.
Difficulty difficultyOf(Scene scene, std::size_t merchants)
{
    const auto some = [merchants](std::size_t part) { return std::to_string(merchants / part); };
    switch (scene) {
    case Scene::Calm:
    case Scene::Kill:
        break;
    case Scene::Storm:
        return {R"({"next":{"fail_after_execute":)" + some(2) + "}}", std::string{kBehaves},
            "the bank answers 500 after executing, " + some(2) + " times: unknown, never sent again, asked"};
    case Scene::Refusals:
        return {R"({"next":{"refuse":3},"refuse_code":"ACCOUNT_CLOSED"})",
            R"({"next":{"lose_answer":3,"other_amount":1}})",
            "the bank refuses 3 payouts; the giro bank, which cannot be asked, loses 3 answers and tells another "
            "amount once"};
    case Scene::Overload:
        return {
            R"({"next":{"throttle":)" + some(6) + R"(,"fail_before_execute":)" + some(8) + R"(},"retry_after_s":1})",
            std::string{kBehaves},
            "the bank turns away " + some(6) + " orders (429) and is unavailable for " + some(8) + " (503)"};
    }
    return {};
}

Result<Done> behave(const FillContext& context, const Difficulty& difficulty)
{
    if (auto set = channel::setMisbehaviour(context.processes.endpoint(kBankProcess), difficulty.bank); !set)
        return set;
    return channel::setMisbehaviour(context.processes.endpoint(kGiroProcess), difficulty.giro);
}

/// The next leap, to an instant or (none given) to the present; says where it ended. An alert is told at any moment:
/// while its message is just leaving, the leap waits for it. The present is named by this machine's clock, which is the
/// server's as well; the database makes the offset 0 of it.
Result<Timestamp> leap(const FillContext& context, std::optional<Timestamp> instant)
{
    const auto deadline = steady_clock::now() + kLeapTimeMax;
    while (true) {
        const Timestamp to
            = instant.value_or(std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()));
        const auto moved = advanceClock(context.superuser, context.processes.endpoints(), to, false);
        if (moved)
            return to;
        if (moved.error().sqlState != kSomethingIsUnderWay || steady_clock::now() >= deadline)
            return tl::unexpected(moved.error());
        if (auto quiet = waitUntilSettled(context.superuser, std::nullopt, {}, context.keepAlive); !quiet)
            return tl::unexpected(quiet.error());
    }
}

/// Begins a day that is not sealed yet. The sales come in before the instant at which it is sealed.
Result<Done> beginDay(const FillContext& context, const PlannedDay& day)
{
    if (auto put = putSales(context.superuser, context.business, day.bizDate, day.at); !put)
        return tl::unexpected(put.error());
    return leap(context, day.at).map([](Timestamp) { return Done{}; });
}

/// What is due at the day's own instant: its settlement alone.
std::vector<DueInstant> dueOf(const PlannedDay& day)
{
    return {{std::string{kJob}, day.at}};
}

Result<Done> settleKillDay(const FillContext& context, const PlannedDay& day)
{
    StagedKill scene(context.conninfo, context.processes);
    if (auto waits = scene.makePostingWait(); !waits)
        return waits;
    if (auto begun = beginDay(context, day); !begun)
        return begun;
    if (auto struck = scene.strike(context.superuser, day.bizDate, context.keepAlive); !struck)
        return struck;
    if (auto settled = waitUntilSettled(context.superuser, day.bizDate, dueOf(day), context.keepAlive); !settled)
        return settled;
    const auto story = scene.tell(context.superuser);
    if (!story)
        return tl::unexpected(story.error());
    if (context.onKill)
        context.onKill(*story);
    return Done{};
}

Result<Done> settleDay(const FillContext& context, const PlannedDay& day, Scene scene)
{
    if (scene == Scene::Kill)
        return settleKillDay(context, day);
    const Difficulty difficulty = difficultyOf(scene, context.business.merchants().size());
    if (scene == Scene::Refusals) { // After the storm, whose unknowns end by questions alone.
        if (auto told = context.processes.letBankCallBack(); !told)
            return told;
    }
    if (!difficulty.sentence.empty()) {
        if (context.say)
            context.say(day.bizDate.toString() + ": " + difficulty.sentence);
        if (auto set = behave(context, difficulty); !set)
            return set;
    }
    if (auto begun = beginDay(context, day); !begun)
        return begun;
    if (auto settled = waitUntilSettled(context.superuser, day.bizDate, dueOf(day), context.keepAlive); !settled)
        return settled;
    return difficulty.sentence.empty() ? Result<Done>{Done{}} : behave(context, {});
}

/// Lets the other jobs do what they owe between two settlements, in one leap to the last of their instants: reports and
/// the comparison after the first one, renewals and cleaning before the second, under banks that behave. `settled`: the
/// day before.
Result<Done> letOthersRun(const FillContext& context, const std::vector<JobPlan>& others, Timestamp from, Timestamp to,
    std::optional<BusinessDate> settled)
{
    const auto due = dueBetween(others, from, to);
    if (!due || due->empty())
        return due ? Result<Done>{} : tl::unexpected(due.error());
    const auto latest = std::max_element(
        due->begin(), due->end(), [](const DueInstant& a, const DueInstant& b) { return a.at < b.at; });
    const auto time = readPracticeTime(context.superuser);
    if (!time)
        return tl::unexpected(time.error());
    if (latest->at > time->at) {
        if (auto moved = leap(context, latest->at); !moved)
            return tl::unexpected(moved.error());
    }
    return waitUntilSettled(context.superuser, settled, *due, context.keepAlive);
}

/// Settles the planned days one by one, and lets the other jobs run between them; returns how many.
Result<int> settleDays(const FillContext& context, const JobPlan& plan, const PracticeTime& time)
{
    const auto days = plannedDays(plan, time.machine());
    if (!days)
        return tl::unexpected(days.error());
    auto others = readPlans(context.superuser);
    if (!others)
        return tl::unexpected(others.error());
    std::erase_if(*others, [](const JobPlan& other) { return other.job == kJob; });
    Timestamp lastSettlement = plan.scheduleFrom;
    std::optional<BusinessDate> lastDay;
    if (auto set = behave(context, {}); !set) // An interrupted fill may have left them otherwise.
        return tl::unexpected(set.error());
    int settledHere = 0;
    const int total = static_cast<int>(days->size());
    for (int number = 1; number <= total; ++number) {
        const PlannedDay& day = (*days)[static_cast<std::size_t>(number) - 1];
        const auto from = std::exchange(lastSettlement, day.at);
        const auto before = std::exchange(lastDay, day.bizDate);
        if (plan.lastSealed && day.bizDate < *plan.lastSealed)
            continue;
        // A day that is sealed already was interrupted: what it began goes on.
        const bool isBegun = day.at <= time.at;
        if (!isBegun) {
            if (auto ran = letOthersRun(context, *others, from, day.at - kJustBefore, before); !ran)
                return tl::unexpected(ran.error());
        }
        const auto settled = isBegun ? waitUntilSettled(context.superuser, day.bizDate, dueOf(day), context.keepAlive)
                                     : settleDay(context, day, sceneOf(number, total));
        if (!settled)
            return tl::unexpected(settled.error());
        auto facts = readDay(context.superuser, day.bizDate);
        if (!facts)
            return tl::unexpected(facts.error());
        facts->number = number;
        facts->total = total;
        facts->isFirst = ++settledHere == 1;
        if (context.onDay)
            context.onDay(*facts);
    }
    if (auto ran = letOthersRun(context, *others, lastSettlement, time.machine(), lastDay); !ran)
        return tl::unexpected(ran.error());
    return settledHere;
}

Result<FillReport> readTotals(store::Connection& superuser)
{
    auto rows = superuser.run("ReadFillTotals");
    if (!rows)
        return tl::unexpected(rows.error());
    return rows->readOne([](const store::Row& row) {
        FillReport read;
        read.operations = row.int64("operations");
        read.attempts = row.int64("attempts");
        read.effects = row.int64("effects");
        read.kills = row.int64("kills");
        read.unknowns = row.int64("unknowns");
        read.deadLetters = row.int64("dead_letters");
        read.partialBatches = row.int64("partial_batches");
        read.differences = row.int64("differences");
        return read;
    });
}

} // namespace

Scene sceneOf(int number, int total)
{
    if (total <= kDaysOfACalmFill)
        return Scene::Calm;
    switch (total - number) {
    case 0:
        return Scene::Overload;
    case 1:
        return Scene::Refusals;
    case 2:
        return Scene::Storm;
    default:
        return number == total / 2 ? Scene::Kill : Scene::Calm;
    }
}

Result<milliseconds> advanceClock(
    store::Connection& superuser, const std::vector<std::string>& bankEndpoints, Timestamp to, bool through)
{
    auto rows = superuser.run("AdvanceSandboxClock", store::params(to, through));
    if (!rows)
        return tl::unexpected(rows.error());
    const auto offset = rows->readOne([](const store::Row& row) { return row.millis("offset_ms"); });
    if (!offset)
        return offset;
    for (const std::string& endpoint : bankEndpoints) {
        if (auto moved = channel::moveBankClock(endpoint, *offset); !moved)
            return tl::unexpected(moved.error());
    }
    return offset;
}

Result<std::int64_t> catchUpSales(store::Connection& superuser, const PracticeBusiness& business)
{
    const auto plan = readPlan(superuser);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto time = readPracticeTime(superuser);
    if (!time)
        return tl::unexpected(time.error());
    if (!plan->lastSealed)
        return 0;
    // East of every zone it is already tomorrow; what has not happened yet is left out anyway.
    const auto today = localDateOf("Pacific/Kiritimati", time->at);
    if (!today)
        return tl::unexpected(today.error());
    std::int64_t added = 0;
    for (auto day = plan->lastSealed->plusDays(1); day && *day <= *today; day = day->plusDays(1)) {
        const auto put = putSales(superuser, business, *day, time->at);
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
    const auto time = readPracticeTime(context.superuser);
    if (!time)
        return tl::unexpected(time.error());

    int days = 0;
    if (time->offset < 0ms) {
        const auto settled = settleDays(context, *plan, *time);
        if (!settled)
            return tl::unexpected(settled.error());
        days = *settled;
        const auto now = leap(context, std::nullopt);
        if (!now)
            return tl::unexpected(now.error());
        if (auto seen = waitUntilEngineIsSeen(context.superuser, *now, context.keepAlive); !seen)
            return tl::unexpected(seen.error());
        if (auto told = context.processes.letBankCallBack(); !told)
            return tl::unexpected(told.error());
        if (auto tightened = context.superuser.run("TightenWatchLimits"); !tightened)
            return tl::unexpected(tightened.error());
        if (auto put = putSmallDayJob(context.superuser); !put)
            return tl::unexpected(put.error());
    } else if (const auto planned = plannedDays(*plan, time->at); planned && !planned->empty()) {
        // Days that were missed while it was stopped are the engine's own affair; here they are waited for.
        if (auto settled
            = waitUntilSettled(context.superuser, planned->back().bizDate, dueOf(planned->back()), context.keepAlive);
            !settled)
            return tl::unexpected(settled.error());
    }
    if (auto added = catchUpSales(context.superuser, context.business); !added)
        return tl::unexpected(added.error());
    auto total = readTotals(context.superuser);
    if (total) {
        total->days = days;
        total->took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
    }
    return total;
}

} // namespace onceover::sandbox
