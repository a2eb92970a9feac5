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

/// A gateway over the script's stores for reading and for runs, not started.
[[nodiscard]] inline std::unique_ptr<models::Gateway> makeGateway(
    const std::shared_ptr<FakeScript>& script, const models::GatewaySettings& settings = quietSettings())
{
    return std::make_unique<models::Gateway>([script] { return std::make_unique<FakeConsoleReader>(script); },
        [script] { return std::make_unique<FakePeople>(script); }, settings);
}

/// Gateway, script and outcomes of a test of acts: every store is there, and the gateway runs.
struct ActBench {
    explicit ActBench(const FakeSizes& sizes = {})
        : script(std::make_shared<FakeScript>())
        , gateway(makeGateway(script))
    {
        serveFakes(*gateway, script, sizes);
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
