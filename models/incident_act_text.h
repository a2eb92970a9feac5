// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"
#include "models/state_text.h"

#include <QString>

namespace onceover::models {

// The words of an act on an incident, and of a fence; act_text puts them together.

/// What it was: "Incident 4: a note".
[[nodiscard]] QString incidentActItem(const ActOutcome& outcome);
/// What it came to.
[[nodiscard]] QString incidentActDone(const ActOutcome& outcome, const QString& item);
/// Why it was refused: what a gate misses, one sentence each.
[[nodiscard]] QString incidentActRefused(const IncidentAnswer& answer, const QString& item);
/// "Recorded": "requested" is the word for plans alone.
[[nodiscard]] StateText incidentActWord();

} // namespace onceover::models
