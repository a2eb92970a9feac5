// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace onceover::engine {

/// An instant of CLOCK_BOOTTIME: monotonic, and it counts the time in which the machine slept, too, because a lease
/// ends meanwhile. A holder uses it to stop in time; whether a lease is held is decided by the database alone.
using BootInstant = std::chrono::nanoseconds;

[[nodiscard]] BootInstant bootNow();

/// Where a duty reads that clock; tests turn one by hand.
using BootClock = std::function<BootInstant()>;

} // namespace onceover::engine
