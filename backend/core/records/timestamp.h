// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace onceover {

/// An instant of the database's clock in UTC, in its own resolution. Never a worker's clock (DESIGN.md rule 1).
using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

using std::chrono::milliseconds;

} // namespace onceover
