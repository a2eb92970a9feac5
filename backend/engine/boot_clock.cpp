// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/boot_clock.h"

#include <ctime>

namespace onceover::engine {

BootInstant bootNow()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

} // namespace onceover::engine
