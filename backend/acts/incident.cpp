// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/incident.h"

#include "acts/send_or_ask.h"
#include "core/states/incident_state.h"

#include <algorithm>

namespace onceover::acts {

Result<IncidentAnswer> openIncident(IncidentPort& port, const IncidentWish& wish, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.open(wish, requestId); });
}

Result<IncidentAnswer> takeOverIncident(
    IncidentPort& port, std::int64_t incident, const std::string& why, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.takeOver(incident, why, requestId); });
}

Result<IncidentAnswer> noteIncident(
    IncidentPort& port, std::int64_t incident, const std::string& text, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.note(incident, text, requestId); });
}

Result<IncidentAnswer> giveFreezeReason(
    IncidentPort& port, std::int64_t incident, const std::string& reason, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.giveReason(incident, reason, requestId); });
}

Result<IncidentAnswer> recordEvidence(
    IncidentPort& port, std::int64_t incident, const EvidenceRecord& evidence, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.recordEvidence(incident, evidence, requestId); });
}

Result<IncidentAnswer> weighHypothesis(
    IncidentPort& port, std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.weigh(incident, verdict, requestId); });
}

Result<IncidentAnswer> answerWhy(
    IncidentPort& port, std::int64_t incident, const std::string& answer, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.answerWhy(incident, answer, requestId); });
}

Result<IncidentAnswer> recordComparison(
    IncidentPort& port, std::int64_t incident, const IncidentComparison& comparison, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.recordComparison(incident, comparison, requestId); });
}

Result<IncidentAnswer> goBackInIncident(
    IncidentPort& port, std::int64_t incident, const std::string& why, const Uuid& requestId)
{
    return sendOrAsk([&] { return port.goBack(incident, why, requestId); });
}

std::string nextStepOf(const IncidentRow& incident)
{
    const auto state = fromName<IncidentState>(incident.status);
    if (!state)
        return {};
    // While nothing was fenced, the only plan that can be approved is the empty one of a false alarm.
    const bool isBeforeFence = *state == IncidentState::Open || *state == IncidentState::Frozen;
    if (isBeforeFence && incident.planStatus == "APPROVED")
        return std::string{nameOf(IncidentState::PlanApproved)};
    const auto next = onceover::nextStepOf(*state);
    return next ? std::string{nameOf(*next)} : std::string{};
}

Result<IncidentAnswer> takeNextStep(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& requestId)
{
    const auto found = port.incidents(incident, 1);
    if (!found)
        return tl::unexpected{found.error()};
    if (found->empty())
        return refuse(Refusal::UnknownSubject, "incident " + std::to_string(incident));
    const std::string next = nextStepOf(found->front());
    return sendOrAsk([&] { return port.advance(incident, next, note, requestId); });
}

Result<IncidentAnswer> closeIncident(
    IncidentPort& port, std::int64_t incident, const std::string& note, const Uuid& requestId)
{
    const std::string closed{nameOf(IncidentState::Closed)};
    return sendOrAsk([&] { return port.advance(incident, closed, note, requestId); });
}

std::vector<std::string> missingOf(const IncidentAnswer& answer)
{
    std::vector<std::string> missing;
    constexpr std::string_view kBetween{"; "};
    for (std::size_t from = 0; answer.reason == "GATE_NOT_HELD" && from < answer.found.size();) {
        const std::size_t end = std::min(answer.found.find(kBetween, from), answer.found.size());
        missing.push_back(answer.found.substr(from, end - from));
        from = end + kBetween.size();
    }
    return missing;
}

} // namespace onceover::acts
