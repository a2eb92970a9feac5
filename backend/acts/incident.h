// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/incident_port.h"

#include <string>
#include <vector>

namespace onceover::acts {

/// The incident procedure (DESIGN.md section 3, R103 to R113), the same for the console and the command line. Each act
/// sends the wish; when the answer is lost, the same id asks for it: never a second step.
[[nodiscard]] Result<IncidentAnswer> openIncident(IncidentPort& port, const IncidentWish& wish, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> takeOverIncident(
    IncidentPort& port, std::int64_t incident, const std::string& why, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> noteIncident(
    IncidentPort& port, std::int64_t incident, const std::string& text, const Uuid& requestId);
/// The real reason of freezes that were made in a hurry; without it no evidence counts.
[[nodiscard]] Result<IncidentAnswer> giveFreezeReason(
    IncidentPort& port, std::int64_t incident, const std::string& reason, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> recordEvidence(
    IncidentPort& port, std::int64_t incident, const EvidenceRecord& evidence, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> weighHypothesis(
    IncidentPort& port, std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> answerWhy(
    IncidentPort& port, std::int64_t incident, const std::string& answer, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> recordComparison(
    IncidentPort& port, std::int64_t incident, const IncidentComparison& comparison, const Uuid& requestId);
[[nodiscard]] Result<IncidentAnswer> goBackInIncident(
    IncidentPort& port, std::int64_t incident, const std::string& why, const Uuid& requestId);

/// The step that an incident may take next; of one that two persons took for a false alarm the one behind its empty
/// plan. Empty: none.
[[nodiscard]] std::string nextStepOf(const IncidentRow& incident);

/// Takes it, if its gate holds. UnknownSubject: there is no such incident.
[[nodiscard]] Result<IncidentAnswer> takeNextStep(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& requestId);

/// The last step alone; from anywhere else it is refused.
[[nodiscard]] Result<IncidentAnswer> closeIncident(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& requestId);

/// What a gate misses, apart: "EVIDENCE outside; ANSWER" becomes two.
[[nodiscard]] std::vector<std::string> missingOf(const IncidentAnswer& answer);

} // namespace onceover::acts
