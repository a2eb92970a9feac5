// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"
#include "core/result.h"
#include "core/schedule.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onceover::store {
class Connection;
}

namespace onceover::sandbox {

/// One settled day of the fill: the three onces of its business date.
struct FillDay {
    int number = 0; ///< From 1; counts the days that an earlier, interrupted fill settled.
    int total = 0;
    BusinessDate bizDate;
    std::int64_t triggered = 0;
    std::int64_t executed = 0;
    std::int64_t operations = 0;
    std::int64_t tookEffect = 0;
    std::string batchStatus;  ///< COMPLETED, or PARTIAL when something waits for a person.
    std::int64_t waiting = 0; ///< Dead letters that wait for a person.
    bool isFirst = false;     ///< Of this fill.
};

/// When a practice job runs and how far it is.
struct JobPlan {
    std::string job;
    std::string zone;
    CronExpression cron;
    int bizDateOffset = -1;
    Timestamp scheduleFrom;
    std::optional<BusinessDate> lastSealed; ///< The newest business date that has a batch.
};

/// An instant at which a job is due.
struct DueInstant {
    std::string job;
    Timestamp at;
};

/// Practice time and its distance from the machine's.
struct PracticeTime {
    Timestamp at;
    milliseconds offset{0};
    [[nodiscard]] Timestamp machine() const { return at - offset; }
};

/// An instant at which a day is sealed and settled, with its business date.
struct PlannedDay {
    Timestamp at;
    BusinessDate bizDate;
};

/// Of the job that settles the days.
[[nodiscard]] Result<JobPlan> readPlan(store::Connection& superuser);
/// Of every job that has a schedule by the day.
[[nodiscard]] Result<std::vector<JobPlan>> readPlans(store::Connection& superuser);
[[nodiscard]] Result<PracticeTime> readPracticeTime(store::Connection& superuser);

/// Since the sandbox began, up to and including `until`, the oldest first.
[[nodiscard]] Result<std::vector<PlannedDay>> plannedDays(const JobPlan& plan, Timestamp until);

/// Planned days that have no batch yet.
[[nodiscard]] Result<std::vector<PlannedDay>> missedDays(const JobPlan& plan, Timestamp until);

/// What these jobs owe after `from`, up to and including `to`.
[[nodiscard]] Result<std::vector<DueInstant>> dueBetween(
    const std::vector<JobPlan>& plans, Timestamp from, Timestamp to);

/// What keeps the engine alive meanwhile: called at each look; a text says why it cannot.
using KeepAlive = std::function<std::string()>;

/// Waits until every instant of `due` was triggered, nothing moves without a person, and the day's batch (when a day is
/// given) is COMPLETED or PARTIAL. By condition, woken by NOTIFY; fails when the batch FAILED, when the engine cannot
/// be kept alive, or when nothing has changed for a minute.
[[nodiscard]] Result<Done> waitUntilSettled(store::Connection& superuser, std::optional<BusinessDate> day,
    const std::vector<DueInstant>& due, const KeepAlive& keepAlive);

/// Signs of life are written by the sandbox's clock, so those from before a leap are hours old after it: the present is
/// reached when every duty was seen in it.
[[nodiscard]] Result<Done> waitUntilEngineIsSeen(
    store::Connection& superuser, Timestamp since, const KeepAlive& keepAlive);

[[nodiscard]] Result<FillDay> readDay(store::Connection& superuser, BusinessDate day);

} // namespace onceover::sandbox
