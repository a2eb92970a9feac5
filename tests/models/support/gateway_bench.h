// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fake_console.h"
#include "fake_stores.h"
#include "models/gateway/gateway.h"

#include <chrono>
#include <memory>
#include <vector>

namespace onceover::testing {

/// Nothing is read or asked but by what a test does, and no test waits for an interval.
[[nodiscard]] inline models::GatewaySettings quietSettings()
{
    models::GatewaySettings settings;
    settings.pollInterval = std::chrono::hours{1};
    settings.tickMerge = milliseconds{1};
    settings.statusInterval = milliseconds{5};
    settings.tickWait = std::chrono::hours{1};
    settings.actRetry = milliseconds{5};
    return settings;
}

/// How much there is to look through.
struct BenchSizes {
    int evidenceRows = 8;
    int auditRows = 0;
};

/// Gateway, script and outcomes of a test of acts: every store is there, and the gateway runs.
struct ActBench {
    explicit ActBench(const BenchSizes& sizes = {})
        : script(std::make_shared<FakeScript>())
        , gateway(std::make_unique<models::Gateway>(
              [script = script] { return std::make_unique<FakeConsoleReader>(script); },
              fakeStores(script, sizes.evidenceRows), quietSettings()))
    {
        gateway->serveAudit([auditRows = sizes.auditRows] { return std::make_unique<FakeAudit>(auditRows); });
        QObject::connect(gateway.get(), &models::Gateway::actFinished,
            [this](const models::ActOutcome& outcome) { outcomes.push_back(outcome); });
        gateway->start();
    }
    [[nodiscard]] bool ready() const
    {
        const models::ConnectionStatus status = gateway->status();
        return status.state == models::ConnectionState::Live && status.actsConnected;
    }

    std::shared_ptr<FakeScript> script;
    std::vector<models::ActOutcome> outcomes;
    std::unique_ptr<models::Gateway> gateway; // Last: it ends first.
};

} // namespace onceover::testing
