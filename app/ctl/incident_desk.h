// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "acts/incident.h"
#include "json_text.h"
#include "options.h"
#include "store/incident_store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceover::ctl {

/// The store of a command about incidents, connected as its person.
struct IncidentDesk {
    std::unique_ptr<store::IncidentStore> port; ///< Null: it could not be reached, which was said.
    ServerIdentity server;
    ExitCode failed = ExitCode::Ok;
};

/// In the running sandbox as that practice login, unless --as says another.
[[nodiscard]] IncidentDesk openIncidentDesk(const CommonOptions& common, std::string_view practiceLogin);

/// The number of an incident as typed; says so when it is none.
[[nodiscard]] std::optional<std::int64_t> incidentNumber(const std::string& text);

// Rows of an incident as JSON.
[[nodiscard]] Json incidentJson(const IncidentRow& incident);
[[nodiscard]] Json incidentStepsJson(const std::vector<IncidentStepRow>& steps);
[[nodiscard]] Json equalitiesJson(const std::vector<EqualityRow>& equalities);

[[nodiscard]] Json incidentAnswerJson(const ServerIdentity& server, const IncidentAnswer& answer);

/// Says what became of an act: the incident's state, or what stood against it.
[[nodiscard]] ExitCode sayIncident(
    const CommonOptions& common, const ServerIdentity& server, const Result<IncidentAnswer>& answer);

} // namespace onceover::ctl
