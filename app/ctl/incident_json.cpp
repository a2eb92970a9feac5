// SPDX-License-Identifier: GPL-3.0-or-later
#include "incident_desk.h"
#include "recovery_commands.h"

#include <nlohmann/json.hpp>

namespace onceover::ctl {

namespace {

Json instantOrNull(const std::optional<Timestamp>& at)
{
    return at ? Json(plainTime(*at)) : Json(nullptr);
}

Json planJson(const IncidentReport::Plan& plan)
{
    const RequestRow& request = plan.request;
    Json json{{"approval_id", request.id}, {"status", request.status}, {"maker", request.maker},
        {"checker", request.checker}, {"reason", request.reason}, {"decision_reason", request.decisionReason},
        {"plan_sha256", request.planHash}};
    json["plan"] = Json::parse(request.plan, nullptr, false);
    json["items"] = Json::array();
    for (const RequestItemRow& item : plan.items)
        json["items"].push_back(
            {{"item", item.no}, {"operation_id", item.operation}, {"status", item.status}, {"reason", item.reason}});
    return json;
}

Json freezeOf(const IncidentFreezeRow& freeze)
{
    Json json{{"freeze_id", freeze.id}, {"scope_kind", freeze.scope.kind}, {"scope_ref", freeze.scope.ref},
        {"status", freeze.status}, {"actor", freeze.actor}, {"reason", freeze.reason}};
    json["effective_at"] = instantOrNull(freeze.effectiveAt);
    json["drained_at"] = instantOrNull(freeze.drainedAt);
    json["lifted_at"] = instantOrNull(freeze.liftedAt);
    return json;
}

} // namespace

Json incidentJson(const IncidentRow& incident)
{
    Json json{{"incident_id", incident.id}, {"status", incident.status}, {"title", incident.title},
        {"scope_kind", incident.scope.kind}, {"scope_ref", incident.scope.ref}, {"from_date", incident.fromDate},
        {"owner", incident.owner}, {"opened_by", incident.openedBy}, {"opened_at", plainTime(incident.openedAt)}};
    json["closed_at"] = instantOrNull(incident.closedAt);
    json["false_alarm"] = incident.isFalseAlarm;
    json["frozen_at"] = instantOrNull(incident.frozenAt);
    json["freezes_in_force"] = incident.freezesInForce;
    json["freezes_draining"] = incident.freezesDraining;
    json["plan"] = incident.plan == 0 ? Json(nullptr) : Json(incident.plan);
    json["plan_status"] = incident.planStatus;
    json["steps"] = incident.steps;
    return json;
}

Json incidentStepsJson(const std::vector<IncidentStepRow>& steps)
{
    Json all = Json::array();
    for (const IncidentStepRow& step : steps)
        all.push_back({{"step", step.no}, {"kind", step.kind}, {"status", step.status}, {"actor", step.actor},
            {"note", step.note}, {"at", plainTime(step.at)}, {"facts", Json::parse(step.facts, nullptr, false)}});
    return all;
}

Json equalitiesJson(const std::vector<EqualityRow>& equalities)
{
    Json all = Json::array();
    for (const EqualityRow& row : equalities)
        all.push_back({{"equality", row.equality}, {"ours", row.ours}, {"theirs", row.theirs}, {"holds", row.holds}});
    return all;
}

Json incidentReportJson(const IncidentReport& report)
{
    Json json;
    json["incident"] = incidentJson(report.incident);
    json["next"] = report.gate.next.empty() ? Json(nullptr) : Json(report.gate.next);
    json["missing"] = report.gate.missing;
    json["freezes"] = Json::array();
    for (const IncidentFreezeRow& freeze : report.freezes)
        json["freezes"].push_back(freezeOf(freeze));
    json["log"] = incidentStepsJson(report.steps);
    json["plans"] = Json::array();
    for (const IncidentReport::Plan& plan : report.plans)
        json["plans"].push_back(planJson(plan));
    json["equalities"] = equalitiesJson(report.equalities);
    return json;
}

} // namespace onceover::ctl
