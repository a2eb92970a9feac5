// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/control.h"
#include "core/records/incident.h"

#include <vector>

namespace onceover {

/// Everything about one incident, as it was read at one time: what a report tells.
struct IncidentReport {
    IncidentRow incident;
    IncidentGate gate;
    std::vector<IncidentStepRow> steps;
    std::vector<IncidentFreezeRow> freezes;
    std::vector<EqualityRow> equalities;
    struct Plan {
        RequestRow request; ///< With its whole plan.
        std::vector<RequestItemRow> items;
    };
    std::vector<Plan> plans; ///< Every recovery plan that was asked for, in order.
};

} // namespace onceover
