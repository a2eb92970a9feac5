// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/records/timestamp.h"
#include "core/result.h"
#include "sandbox/practice_business.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

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
};

/// What the whole fill made.
struct FillReport {
    int days = 0; ///< Settled by this call; 0 when the sandbox was at the present already.
    std::int64_t operations = 0;
    std::int64_t attempts = 0;
    std::int64_t effects = 0;
    std::chrono::milliseconds took{0};
};

/// What the fill needs of the sandbox around it.
struct FillContext {
    store::Connection& superuser;
    const PracticeBusiness& business;
    std::string bankEndpoint;
    std::function<void(const FillDay&)> onDay;      ///< May be empty.
    std::function<std::string()> engineTrouble;     ///< Why no worker works; empty text while all is well.
};

/// Lets the real engine settle the days from the sandbox's present up to the machine's: enters a day's sales, moves the
/// clock (and the bank's) to the next scheduled instant, waits until nothing is claimable, in flight or due and the batch
/// is COMPLETED, and goes on; ends at offset 0. It waits by condition (woken by NOTIFY), never by a length of time. May be
/// repeated: an interrupted one goes on where it was. Fails with what stands in the way when a day does not settle.
[[nodiscard]] Result<FillReport> fill(const FillContext& context);

/// Moves the sandbox's clock to an instant, and the bank's with it. Refused by the database backwards, outside a sandbox,
/// and (unless `through`) while anything is PROCESSING or SENDING. Returns the new offset from the machine's time.
[[nodiscard]] Result<milliseconds> advanceClock(store::Connection& superuser, const std::string& bankEndpoint, Timestamp to, bool through);

/// Enters what was sold since the last sealed day, up to the sandbox's present. Returns how many sales were new.
[[nodiscard]] Result<std::int64_t> catchUpSales(store::Connection& superuser, const PracticeBusiness& business);

} // namespace onceover::sandbox
