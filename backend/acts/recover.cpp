// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/recover.h"

#include "acts/incident.h"
#include "core/states/incident_state.h"

namespace onceover::acts {

namespace {

constexpr int kPlanItemsMost = 10000; ///< UX.md: a plan has no more.

} // namespace

Result<RecoveryProposal> proposeRecovery(RecoveryPort& port, std::int64_t incident)
{
    const auto facts = port.facts(incident, kPlanItemsMost + 1);
    if (!facts)
        return tl::unexpected{facts.error()};
    const auto scope = port.scopeTotals(incident);
    if (!scope)
        return tl::unexpected{scope.error()};
    RecoveryProposal proposal = onceover::proposeRecovery(*facts, *scope);
    if (facts->size() > static_cast<std::size_t>(kPlanItemsMost))
        return refuse(Refusal::ValueMalformed, "more than 10,000 operations: open an incident for each batch");
    return proposal;
}

RecoveryWish wishOf(std::int64_t incident, const RecoveryProposal& proposal, const std::set<OperationId>& leftAlone,
    const std::string& reason, const std::string& ticket)
{
    RecoveryWish wish;
    wish.incident = incident;
    wish.reason = reason;
    wish.ticket = ticket;
    for (const RecoveryItem& item : proposal.items) {
        if (item.decision.action != RecoveryAction::Nothing && !leftAlone.contains(item.facts.operation))
            wish.items.push_back({item.facts.operation, item.decision.action});
    }
    return wish;
}

Result<RequestAnswer> requestRecovery(RecoveryPort& port, const RecoveryWish& wish, const Uuid& requestId)
{
    Result<RequestAnswer> answer = port.requestPlan(wish, requestId);
    if (!answer && answer.error().kind == FailureKind::InDoubt)
        answer = port.requestPlan(wish, requestId);
    return answer;
}

Result<RequestAnswer> requestFalseAlarm(RecoveryPort& port, std::int64_t incident, const std::string& reason,
    const std::string& ticket, const Uuid& requestId)
{
    return requestRecovery(port, {incident, {}, true, reason, ticket}, requestId);
}

Result<IncidentAnswer> beginRecovery(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& first, const Uuid& second)
{
    Result<IncidentAnswer> approved = takeNextStep(port, incident, note, first);
    if (!approved || !approved->done || approved->status != nameOf(IncidentState::PlanApproved))
        return approved;
    return takeNextStep(port, incident, note, second);
}

} // namespace onceover::acts
