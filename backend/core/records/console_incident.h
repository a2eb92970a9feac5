// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/control.h"
#include "core/records/incident.h"

#include <string>
#include <vector>

namespace onceover {

/// One incident as its page shows it: how far it has come, what the next step waits for, and its whole log. The five
/// equalities are not part of it: counting them takes as long as a batch is large.
struct IncidentDetail {
    Timestamp takenAt;
    bool found = false;
    IncidentRow incident;
    IncidentGate gate;
    std::vector<IncidentStepRow> steps; ///< In their order; at most the newest 2,000.
    std::vector<IncidentFreezeRow> freezes;
    std::vector<RequestRow> plans; ///< The last recovery plan that was asked for, whole; empty: none was.
};

} // namespace onceover
