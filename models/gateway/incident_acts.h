// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"

namespace onceover::models {

/// Is it an act on an incident, which goes to the stores of incidents?
[[nodiscard]] bool isIncidentAct(ActKind kind);

/// Does what the draft asks for and puts the answer into it. `recovery` is asked for plans alone; it may be null
/// otherwise.
[[nodiscard]] Result<Done> askIncident(IncidentPort& incidents, RecoveryPort* recovery, ActOutcome& draft);

/// What is recorded of an act whose answer was lost; false: nothing yet. Changes nothing.
[[nodiscard]] Result<bool> findIncident(IncidentPort& incidents, RecoverableControlPort& requests, ActOutcome& draft);

/// Is it one that makes a request for a second person?
[[nodiscard]] bool asksForPlan(ActKind kind);

} // namespace onceover::models
