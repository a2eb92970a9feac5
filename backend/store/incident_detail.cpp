// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/incident_detail.h"

#include "store/control_rows.h"
#include "store/incident_rows.h"
#include "store/transaction.h"

#include <optional>
#include <utility>

namespace onceover::store {

namespace {

constexpr int kStepsMost = 2000;

} // namespace

Result<IncidentDetail> readIncidentDetail(Transaction& snapshot, std::int64_t id)
{
    snapshot.queue("ReadClockNow");
    snapshot.queue("ReadIncidents", params(std::optional{id}, 1));
    snapshot.queue("ReadIncidentGate", params(id));
    snapshot.queue("ReadIncidentSteps", params(id, kStepsMost));
    snapshot.queue("ReadIncidentFreezes", params(id));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    const auto now = results->at(0).readOne([](const Row& row) { return row.timestamp("now"); });
    const auto found = results->at(1).readAll(incidentRowOf);
    const auto gate = results->at(2).readAll(incidentGateOf);
    const auto steps = results->at(3).readAll(incidentStepOf);
    const auto freezes = results->at(4).readAll(incidentFreezeOf);
    for (const Failure* failure : {now ? nullptr : &now.error(), found ? nullptr : &found.error(),
             gate ? nullptr : &gate.error(), steps ? nullptr : &steps.error(), freezes ? nullptr : &freezes.error()}) {
        if (failure != nullptr)
            return tl::unexpected{*failure};
    }
    IncidentDetail detail;
    detail.takenAt = *now;
    detail.incident.id = id;
    if (found->empty() || gate->empty())
        return detail;
    detail.found = true;
    detail.incident = found->front();
    detail.gate = gate->front();
    detail.steps = *steps;
    detail.freezes = *freezes;
    if (detail.incident.plan == 0)
        return detail;
    const Result<Rows> plan = snapshot.run("ReadRequests", params(std::optional{detail.incident.plan}, 1));
    if (!plan)
        return tl::unexpected{plan.error()};
    auto plans = plan->readAll(requestRowOf);
    if (!plans)
        return tl::unexpected{plans.error()};
    detail.plans = std::move(*plans);
    return detail;
}

} // namespace onceover::store
