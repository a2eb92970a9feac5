// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics_server.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <utility>

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/metric_family.h>

namespace onceover::worker {

namespace {

constexpr int kPortsTried = 16;
constexpr std::size_t kScrapeThreads = 1;

prometheus::ClientMetric metricOf(const FigureSample& sample, bool isCounter)
{
    prometheus::ClientMetric metric;
    for (const auto& [name, value] : labelsOf(sample))
        metric.label.push_back({std::string{name}, std::string{value}});
    (isCounter ? metric.counter.value : metric.gauge.value) = sample.value;
    return metric;
}

prometheus::MetricFamily familyOf(const FigureMeaning& meaning, const std::vector<FigureSample>& samples)
{
    prometheus::MetricFamily family;
    family.name = "onceover_" + std::string{meaning.figure};
    family.help = meaning.help;
    family.type = meaning.isCounter ? prometheus::MetricType::Counter : prometheus::MetricType::Gauge;
    for (const FigureSample& sample : samples)
        if (sample.figure == meaning.figure)
            family.metric.push_back(metricOf(sample, meaning.isCounter));
    return family;
}

} // namespace

/// What is published, kept until the next time. The listener dies first.
struct MetricsServer::Shelf final : prometheus::Collectable {
    [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override
    {
        const std::lock_guard lock(mutex);
        std::vector<prometheus::MetricFamily> families;
        for (const FigureMeaning& meaning : kFigures)
            if (auto family = familyOf(meaning, samples); !family.metric.empty())
                families.push_back(std::move(family));
        if (publishedAt > 0) {
            static constexpr FigureMeaning kReadAt{
                "figures_read_seconds", false, "When these figures were read, since 1970"};
            families.push_back(familyOf(kReadAt, {{std::string{kReadAt.figure}, {}, {}, {}, {}, {}, publishedAt}}));
        }
        return families;
    }

    mutable std::mutex mutex; ///< Guards the two below.
    std::vector<FigureSample> samples;
    double publishedAt = 0;
    std::unique_ptr<prometheus::Exposer> exposer;
};

MetricsServer::MetricsServer(std::string address, std::shared_ptr<Shelf> shelf)
    : m_address(std::move(address))
    , m_shelf(std::move(shelf))
{
}

MetricsServer::~MetricsServer()
{
    m_shelf->exposer.reset();
}

Result<std::unique_ptr<MetricsServer>> MetricsServer::open(const LoopbackAddress& wanted)
{
    std::string lastError;
    for (int port = wanted.port; port < wanted.port + kPortsTried && port < 65536; ++port) {
        const std::string address = wanted.host + ":" + std::to_string(port);
        try {
            auto shelf = std::make_shared<Shelf>();
            shelf->exposer = std::make_unique<prometheus::Exposer>(address, kScrapeThreads);
            shelf->exposer->RegisterCollectable(shelf);
            return std::unique_ptr<MetricsServer>(new MetricsServer(address, std::move(shelf)));
        } catch (const std::exception& error) {
            lastError = error.what();
        }
    }
    return fail(FailureKind::Unavailable,
        "no free port for figures from " + wanted.host + ":" + std::to_string(wanted.port) + " on: " + lastError,
        "metrics");
}

void MetricsServer::publish(std::vector<FigureSample> samples)
{
    const auto now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch());
    const std::lock_guard lock(m_shelf->mutex);
    m_shelf->samples = std::move(samples);
    m_shelf->publishedAt = now.count();
}

} // namespace onceover::worker
