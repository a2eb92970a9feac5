// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/book_desk.h"
#include "core/ports/diagnosis_port.h"
#include "core/records/incident.h"

#include <functional>
#include <string>
#include <vector>

namespace onceover::acts {

/// A run that was looked at, and what it says about each cause.
struct DiagnosedRun {
    RunToDiagnose told;
    std::vector<HypothesisVerdict> verdicts; ///< Every cause once; an open one is left to a person.
};

/// What the rows of a run say about each cause (R109, R110). Nothing is recorded. UnknownSubject: there is no such run.
[[nodiscard]] Result<DiagnosedRun> diagnoseRun(DiagnosisPort& port, const JobId& job, const BusinessDate& bizDate);

/// Lays the book of each of these channels beside ours (R111). One that cannot be read is NOT_READ. Nothing is recorded
/// and nothing repaired. `keepGoing` hears how many lines were compared and says whether to go on; Cancelled when not.
[[nodiscard]] Result<std::vector<IncidentComparison>> compareBooks(const BookDesk& desk,
    const std::vector<std::string>& channels, const std::function<bool(std::int64_t lines)>& keepGoing);

} // namespace onceover::acts
