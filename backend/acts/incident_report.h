// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"
#include "core/ports/incident_port.h"
#include "core/records/incident_report.h"

namespace onceover::acts {

/// Reads everything about an incident. UnknownSubject: there is none of that number.
[[nodiscard]] Result<IncidentReport> readIncidentReport(
    IncidentPort& incidents, ControlPort& requests, std::int64_t incident);

} // namespace onceover::acts
