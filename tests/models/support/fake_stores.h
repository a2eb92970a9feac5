// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fake_console.h"
#include "fake_incident.h"
#include "fake_requests.h"
#include "models/gateway/gateway_types.h"

#include <memory>

namespace onceover::testing {

/// Every store of incidents without a database.
[[nodiscard]] inline models::IncidentFactories fakeIncidentStores(
    const std::shared_ptr<FakeScript>& script, int evidenceRows)
{
    models::IncidentFactories factories;
    factories.incidents = [script] { return std::make_unique<FakeIncidents>(script); };
    factories.recovery = [script] { return std::make_unique<FakeRecovery>(script); };
    factories.evidence = [script, evidenceRows] { return std::make_unique<FakeEvidence>(script, evidenceRows); };
    factories.diagnosis = [] { return std::make_unique<FakeDiagnosis>(); };
    factories.books = [] { return fakeBooks(); };
    return factories;
}

/// Every store of acts and of their long looks without a database; evidence has so many rows.
[[nodiscard]] inline models::ActFactories fakeStores(const std::shared_ptr<FakeScript>& script, int evidenceRows = 8)
{
    models::ActFactories factories;
    factories.people = [script] { return std::make_unique<FakePeople>(script); };
    factories.control = [script] { return std::make_unique<FakeControl>(script); };
    factories.requests = [script]() -> models::RequestPorts {
        return {std::make_unique<FakeSettings>(script), std::make_unique<FakeRemedies>(script)};
    };
    factories.incidents = fakeIncidentStores(script, evidenceRows);
    return factories;
}

} // namespace onceover::testing
