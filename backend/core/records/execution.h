// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// What made an execution begin.
enum class StartKind { Schedule, Manual, Retry, CatchUp, Other };

/// How a scheduler chose who executes.
enum class RouteKind {
    One,       ///< One node, by whatever rule.
    Failover,  ///< The next node when the first does not answer.
    Broadcast, ///< Every node.
    Unknown,
};

/// How an execution ended, as far as its source knows.
enum class ExecutionEnd {
    Succeeded,
    Failed,
    Lost,          ///< Its end was never told: it may have worked to the end.
    Unclear,       ///< Its dispatch was told as failed, and an end came all the same.
    NotDispatched, ///< It never reached a node.
    Running,
};

} // namespace onceover

template <>
inline constexpr std::array<std::string_view, 5> onceover::kNamesOf<onceover::StartKind>{
    "SCHEDULE", "MANUAL", "RETRY", "CATCH_UP", "OTHER"};
static_assert(onceover::namesAreComplete(onceover::StartKind::Other));
template <>
inline constexpr std::array<std::string_view, 4> onceover::kNamesOf<onceover::RouteKind>{
    "ONE", "FAILOVER", "BROADCAST", "UNKNOWN"};
static_assert(onceover::namesAreComplete(onceover::RouteKind::Unknown));
template <>
inline constexpr std::array<std::string_view, 6> onceover::kNamesOf<onceover::ExecutionEnd>{
    "SUCCEEDED", "FAILED", "LOST", "UNCLEAR", "NOT_DISPATCHED", "RUNNING"};
static_assert(onceover::namesAreComplete(onceover::ExecutionEnd::Running));

namespace onceover {

/// The part of the work that an execution was told to do: number `index` of `total`, from 0.
struct ExecutionShard {
    int index = 0;
    int total = 1;
    friend bool operator==(const ExecutionShard&, const ExecutionShard&) = default;
};

/// One execution as somebody told of it: our attempts, or the log of another scheduler (R109). What its source does not
/// say is empty, never guessed.
struct Execution {
    std::string id;      ///< As its source names it: "attempt 4711", "log 12".
    std::string trigger; ///< What it was dispatched for: executions of one trigger share it. Empty: not told.
    std::string job;
    std::string scope; ///< The business key, e.g. a date. Empty: not told.
    std::string node;
    StartKind start = StartKind::Other;
    RouteKind route = RouteKind::Unknown;
    ExecutionEnd end = ExecutionEnd::Running;
    std::optional<ExecutionShard> shard;    ///< Nothing: the whole.
    std::optional<std::int64_t> items;      ///< What it worked on.
    std::optional<std::int64_t> scopeItems; ///< What the whole scope holds.
    std::optional<Timestamp> dispatchedAt;
    std::optional<Timestamp> endedAt;
    std::optional<Timestamp> lastHeartbeatAt;
    std::optional<milliseconds> patience; ///< So long without a heartbeat, and another one gets the work.
    std::optional<milliseconds> clockOff; ///< How far its node's clock is from the right time.
    bool isJudgedByNode = true;           ///< Its node's own clock decided about leases and times.
    bool tookOver = false;                ///< It got the work because the one before was given up.
    std::string retryOf;                  ///< The execution that it repeats. Empty: none.
};

} // namespace onceover
