// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onceover::engine {

/// Where a drill may strike, and which fault of FAULTS.md that is. A worker told to fail refuses every database that is
/// not a sandbox.
struct FailpointRow {
    std::string_view name;
    std::string_view fault;
};

inline constexpr std::array kFailpoints{
    FailpointRow{"scheduler.before_trigger", "K01"},
    FailpointRow{"scheduler.after_trigger", "K02"},
    FailpointRow{"scheduler.plan_merchant", "K03"},
    FailpointRow{"scheduler.before_move", "K02"},
    FailpointRow{"run_worker.after_claim", "K05"},
    FailpointRow{"run_worker.after_work", "K08"},
    FailpointRow{"settler.before_claim", "K04"},
    FailpointRow{"settler.after_claim", "K05"},
    FailpointRow{"settler.before_post", "K06"},
    FailpointRow{"settler.after_post", "K08"},
    FailpointRow{"settler.before_settle_here", "K06"},
    FailpointRow{"settler.after_settle_here", "K08"},
    FailpointRow{"sender.after_mark", "K09"},
    FailpointRow{"sender.after_start", "K10"},
    FailpointRow{"sender.after_answer", "K11"},
    FailpointRow{"sender.after_record", "K12"},
    FailpointRow{"resolver.after_record", "K12"},
    FailpointRow{"resolver.after_claim", "K10"},
    FailpointRow{"resolver.after_answer", "K11"},
    FailpointRow{"lease_keeper.before_renew", "K13"},
    FailpointRow{"replayer.after_claim", "K15"},
    FailpointRow{"replayer.after_execute", "K15"},
};

/// Thrown by the action "throw".
class FailpointHit : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Arms what `ONCEOVER_FAIL` says: `point:nth:kill|stop|throw|sleep`, several joined by commas; nth counts from 1. Call
/// it before any duty runs. Refuses an unknown point, a count below 1 and an unknown action (ValueMalformed, `found`
/// names it); Broken when this program was built without failpoints.
[[nodiscard]] Result<Done> armFailpoints(std::string_view specification);

/// Counts one pass; strikes when it is the nth. Used through ONCEOVER_FAILPOINT.
void passFailpoint(std::string_view name);

} // namespace onceover::engine

#ifdef ONCEOVER_FAILPOINTS
#define ONCEOVER_FAILPOINT(name) ::onceover::engine::passFailpoint(name)
#else
#define ONCEOVER_FAILPOINT(name) static_cast<void>(0)
#endif
