// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fake_incident.h"
#include "models/gateway/gateway_types.h"

namespace onceover::testing {

/// Every store of incidents without a database; evidence has so many rows.
[[nodiscard]] inline models::IncidentFactories fakeIncidentStores(
    const std::shared_ptr<FakeScript>& script, int evidenceRows = 8)
{
    models::IncidentFactories factories;
    factories.incidents = [script] { return std::make_unique<FakeIncidents>(script); };
    factories.recovery = [script] { return std::make_unique<FakeRecovery>(script); };
    factories.evidence = [script, evidenceRows] { return std::make_unique<FakeEvidence>(script, evidenceRows); };
    factories.diagnosis = [] { return std::make_unique<FakeDiagnosis>(); };
    factories.books = [] { return fakeBooks(); };
    return factories;
}

} // namespace onceover::testing
