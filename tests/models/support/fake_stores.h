// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fake_incident.h"
#include "fake_requests.h"
#include "models/gateway/gateway.h"

#include <memory>

namespace onceover::testing {

/// How much there is to look through.
struct FakeSizes {
    int evidenceRows = 8;
    int auditRows = 0;
};

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

/// Gives the gateway every store of acts and of long looks, without a database.
inline void serveFakes(models::Gateway& gateway, const std::shared_ptr<FakeScript>& script, const FakeSizes& sizes = {})
{
    gateway.serveControl([script] { return std::make_unique<FakeControl>(script); });
    gateway.serveIncidents(fakeIncidentStores(script, sizes.evidenceRows));
    gateway.serveRequests([script]() -> models::RequestPorts {
        return {std::make_unique<FakeSettings>(script), std::make_unique<FakeRemedies>(script)};
    });
    gateway.serveAudit([auditRows = sizes.auditRows] { return std::make_unique<FakeAudit>(auditRows); });
}

} // namespace onceover::testing
