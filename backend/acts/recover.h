// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/incident_port.h"
#include "core/ports/recovery_port.h"

#include <set>
#include <string>

namespace onceover::acts {

/// What is to be done about an incident, by what is on record now (R113); nothing is asked for yet. ValueMalformed: it
/// is about more operations than a plan may have.
[[nodiscard]] Result<RecoveryProposal> proposeRecovery(RecoveryPort& port, std::int64_t incident);

/// The plan that is asked for: what the proposal does, but for what is left alone. What cannot be done now stays in it,
/// so that the database refuses it by name instead of passing it over in silence.
[[nodiscard]] RecoveryWish wishOf(std::int64_t incident, const RecoveryProposal& proposal,
    const std::set<OperationId>& leftAlone, const std::string& reason, const std::string& ticket);

/// Asks for it; a second person decides. When the answer is lost, the same id asks for it.
[[nodiscard]] Result<RequestAnswer> requestRecovery(
    RecoveryPort& port, const RecoveryWish& wish, const Uuid& requestId);

/// Asks that an incident be taken for a false alarm, while nothing was fenced or recovered: an empty plan.
[[nodiscard]] Result<RequestAnswer> requestFalseAlarm(RecoveryPort& port, std::int64_t incident,
    const std::string& reason, const std::string& ticket, const Uuid& requestId);

/// Lets the approved plan begin: the steps to PLAN_APPROVED and RECOVERING, whichever of them are to come. The replayer
/// carries it out.
[[nodiscard]] Result<IncidentAnswer> beginRecovery(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& first, const Uuid& second);

} // namespace onceover::acts
