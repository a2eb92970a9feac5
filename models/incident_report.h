// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/incident_report.h"

#include <QString>

namespace onceover::models {

/// The whole incident as a Markdown page: summary, timeline, evidence, causes with the rows that they rest on, the
/// central question (R112), comparisons, plans with what became of each item, the five equalities, open ends. All text
/// of the database is escaped, so that a note cannot pretend to be a heading. Times in UTC.
[[nodiscard]] QString incidentReport(const IncidentReport& report);

} // namespace onceover::models
