// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/incident_report.h"

#include <utility>

namespace onceover::acts {

namespace {

constexpr int kLogMost = 10000;
constexpr int kPlanItemsRead = 10000;

/// Puts what was read where it belongs; false: it failed, and `failure` says why.
template <typename Value>
bool take(Result<Value> read, Value& into, Failure& failure)
{
    if (!read) {
        failure = read.error();
        return false;
    }
    into = *std::move(read);
    return true;
}

} // namespace

Result<IncidentReport> readIncidentReport(IncidentPort& incidents, ControlPort& requests, std::int64_t incident)
{
    const auto found = incidents.incidents(incident, 1);
    if (!found)
        return tl::unexpected{found.error()};
    if (found->empty())
        return refuse(Refusal::UnknownSubject, "incident " + std::to_string(incident));
    IncidentReport report;
    report.incident = found->front();
    Failure failure;
    std::vector<std::int64_t> plans;
    if (!take(incidents.gate(incident), report.gate, failure)
        || !take(incidents.steps(incident, kLogMost), report.steps, failure)
        || !take(incidents.freezes(incident), report.freezes, failure)
        || !take(incidents.equalities(incident), report.equalities, failure)
        || !take(incidents.plans(incident), plans, failure))
        return tl::unexpected{std::move(failure)};
    for (const std::int64_t plan : plans) {
        auto request = requests.requests(plan, 1);
        if (!request)
            return tl::unexpected{request.error()};
        auto items = requests.requestItems(plan, kPlanItemsRead);
        if (!items)
            return tl::unexpected{items.error()};
        if (!request->empty())
            report.plans.push_back({std::move(request->front()), *std::move(items)});
    }
    return report;
}

} // namespace onceover::acts
