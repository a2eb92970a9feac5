// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/watch_port.h"
#include "core/result.h"
#include "settings.h"

#include <memory>
#include <string>

namespace onceover::worker {

/// The newest figures as Prometheus text at /metrics on a loopback address. A scrape never asks the database: it gets
/// what the reconciler read last, with the time at which that was.
class MetricsServer final : public FigureSink {
public:
    /// Listens on the address, or on the next free one of sixteen ports, because several workers share a machine.
    /// Unavailable when none is free.
    [[nodiscard]] static Result<std::unique_ptr<MetricsServer>> open(const LoopbackAddress& wanted);
    ~MetricsServer() override;

    void publish(std::vector<FigureSample> samples) override;

    /// "127.0.0.1:9464", as it listens.
    [[nodiscard]] const std::string& address() const { return m_address; }

private:
    struct Shelf;

    MetricsServer(std::string address, std::shared_ptr<Shelf> shelf);

    std::string m_address;
    std::shared_ptr<Shelf> m_shelf;
};

} // namespace onceover::worker
