// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace onceover::engine {

/// A duty and the port that it shares a connection with; both are made, used and destroyed on the duty's thread.
struct DutyOnThread {
    std::unique_ptr<DutyPort> port;
    std::unique_ptr<Duty> duty;
};

struct DutyOptions {
    std::string name; ///< As in worker_heartbeat.duty.
    WorkerIdentity identity;
    milliseconds poll{1000}; ///< The backstop: how long a duty waits when nobody wakes it.
    milliseconds beatEvery{2000};
    std::function<void(DutyPort&)> onCleanEnd; ///< Called on the duty's thread after a clean stop; may be empty.
};

/// The body of a duty's thread: connects, registers, runs rounds, beats, waits, until a stop is requested. A duty that
/// fails is tried again with a bounded backoff while every other one goes on; exceptions end here (K-faults never take
/// down more than one round).
void runDuty(const std::stop_token& stop, const DutyOptions& options, const std::function<DutyOnThread()>& make,
    Wake& wake, const DutyLog& log);

} // namespace onceover::engine
