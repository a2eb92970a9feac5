// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/fill_watch.h"
#include "sandbox/practice_business.h"
#include "sandbox/staged_kill.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::store {
class Connection;
}

namespace onceover::sandbox {

/// What happens on a day of the fill besides its settlement.
enum class Scene {
    Calm,
    Kill,     ///< A worker is ended by SIGKILL while it holds claims.
    Storm,    ///< The bank answers 5xx after executing.
    Refusals, ///< The bank refuses some; the giro bank loses answers and tells another amount.
    Overload, ///< The bank throttles and is unavailable before executing.
};

/// The scene of the n-th day (from 1) of so many: the kill half-way, the last three days difficult. A fill of fewer
/// than six days is calm.
[[nodiscard]] Scene sceneOf(int number, int total);

/// What the whole fill made, and what stands in the database after it.
struct FillReport {
    int days = 0; ///< Settled by this call; 0 when the sandbox was at the present already.
    std::int64_t operations = 0;
    std::int64_t attempts = 0;
    std::int64_t effects = 0;
    std::int64_t kills = 0; ///< Workers that vanished with work begun, which others ended.
    std::int64_t unknowns = 0;
    std::int64_t deadLetters = 0;
    std::int64_t partialBatches = 0;
    std::int64_t differences = 0;
    std::chrono::milliseconds took{0};
};

/// What the fill needs of the sandbox around it.
struct FillContext {
    store::Connection& superuser;
    std::string conninfo; ///< The superuser's, for a second session.
    const PracticeBusiness& business;
    SandboxProcesses& processes;
    KeepAlive keepAlive;
    std::function<void(const FillDay&)> onDay;    ///< May be empty.
    std::function<void(const KillStory&)> onKill; ///< May be empty.
    std::function<void(std::string_view)> say;    ///< May be empty.
};

/// Lets the real engine settle the days from the sandbox's present up to the machine's: enters a day's sales, moves the
/// clock (and the banks') to the next scheduled instant, waits until nothing moves without a person, and goes on; ends
/// at offset 0. It waits by condition (woken by NOTIFY), never by a length of time. May be repeated: an interrupted one
/// goes on where it was. Fails with what stands in the way when a day does not settle.
[[nodiscard]] Result<FillReport> fill(const FillContext& context);

/// Moves the sandbox's clock to an instant, and the banks' with it. Refused by the database backwards, outside a
/// sandbox, and (unless `through`) while anything is PROCESSING or SENDING. Returns the new offset from the machine's
/// time.
[[nodiscard]] Result<milliseconds> advanceClock(
    store::Connection& superuser, const std::vector<std::string>& bankEndpoints, Timestamp to, bool through);

/// Enters what was sold since the last sealed day, up to the sandbox's present. Returns how many sales were new.
[[nodiscard]] Result<std::int64_t> catchUpSales(store::Connection& superuser, const PracticeBusiness& business);

} // namespace onceover::sandbox
