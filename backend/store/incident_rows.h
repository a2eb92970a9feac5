// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/incident.h"
#include "store/rows.h"

namespace onceover::store {

// Incidents and what belongs to them, as their statements give them: to who acts and to who reads.
[[nodiscard]] IncidentRow incidentRowOf(const Row& row);
[[nodiscard]] IncidentStepRow incidentStepOf(const Row& row);
[[nodiscard]] IncidentFreezeRow incidentFreezeOf(const Row& row);
[[nodiscard]] IncidentGate incidentGateOf(const Row& row);

} // namespace onceover::store
