// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/incident_acts.h"

#include "acts/incident.h"
#include "acts/recover.h"
#include "models/gateway/act_answers.h"

namespace onceover::models {

namespace {

/// Sends one step after the other and ends at the first that is refused or fails; what was written stays, and is not
/// written twice, because each step has its own id.
template <typename Item, typename Send>
Result<Done> sendEach(ActOutcome& draft, const std::vector<Item>& items, const Send& send)
{
    IncidentAnswer last;
    last.done = true;
    last.incident = draft.incident->incident;
    std::size_t next = 0;
    for (const Item& item : items) {
        Result<std::optional<IncidentAnswer>> answer
            = send(item, next < draft.incident->ids.size() ? draft.incident->ids[next] : draft.requestId);
        if (!answer)
            return tl::unexpected<Failure>(answer.error());
        if (!*answer)
            continue; // Nothing to send of it.
        ++next;
        last = **answer;
        if (!last.done)
            break;
    }
    return keepAnswer(draft, &ActOutcome::step, Result<IncidentAnswer>(last));
}

Result<std::optional<IncidentAnswer>> maybe(Result<IncidentAnswer> answer)
{
    if (!answer)
        return tl::unexpected<Failure>(answer.error());
    return std::optional(std::move(*answer));
}

Result<Done> askPlan(RecoveryPort* recovery, ActOutcome& draft)
{
    if (!recovery)
        return fail(FailureKind::Unavailable, "the act connection is down; nothing was sent", "connect");
    const std::string& ticket = draft.control.ticket;
    if (draft.kind == ActKind::RequestFalseAlarm)
        return keepAnswer(draft, &ActOutcome::request,
            acts::requestFalseAlarm(*recovery, draft.incident->incident, draft.reason, ticket, draft.requestId));
    RecoveryWish wish = draft.incident->recovery;
    wish.reason = draft.reason;
    wish.ticket = ticket;
    return keepAnswer(draft, &ActOutcome::request, acts::requestRecovery(*recovery, wish, draft.requestId));
}

/// Every step that it would have written; the last one is the answer.
Result<bool> findEach(IncidentPort& incidents, ActOutcome& draft)
{
    std::optional<IncidentAnswer> last;
    for (const Uuid& id : draft.incident->ids) {
        auto found = incidents.find(id);
        if (!found)
            return tl::unexpected<Failure>(found.error());
        if (!*found)
            return false;
        last = std::move(**found);
    }
    return keepFound(draft, &ActOutcome::step, Result<std::optional<IncidentAnswer>>(last));
}

} // namespace

bool isIncidentAct(ActKind kind)
{
    return kind >= ActKind::OpenIncident && kind <= ActKind::BeginRecovery;
}

bool asksForPlan(ActKind kind)
{
    return kind == ActKind::RequestRecovery || kind == ActKind::RequestFalseAlarm;
}

Result<Done> askIncident(IncidentPort& port, RecoveryPort* recovery, ActOutcome& draft)
{
    if (asksForPlan(draft.kind))
        return askPlan(recovery, draft);
    const std::int64_t incident = draft.incident->incident;
    const Uuid& id = draft.requestId;
    const auto keep
        = [&draft](Result<IncidentAnswer> answer) { return keepAnswer(draft, &ActOutcome::step, std::move(answer)); };
    if (draft.kind == ActKind::OpenIncident)
        return keep(acts::openIncident(port, draft.incident->opening, id));
    if (draft.kind == ActKind::TakeOverIncident)
        return keep(acts::takeOverIncident(port, incident, draft.reason, id));
    if (draft.kind == ActKind::NoteIncident)
        return keep(acts::noteIncident(port, incident, draft.reason, id));
    if (draft.kind == ActKind::GiveFreezeReason)
        return keep(acts::giveFreezeReason(port, incident, draft.reason, id));
    if (draft.kind == ActKind::RecordEvidence)
        return keep(acts::recordEvidence(port, incident, draft.incident->evidence, id));
    if (draft.kind == ActKind::AnswerWhy)
        return keep(acts::answerWhy(port, incident, draft.reason, id));
    if (draft.kind == ActKind::AdvanceIncident)
        return keep(acts::takeNextStep(port, incident, draft.reason, id));
    if (draft.kind == ActKind::CloseIncident)
        return keep(acts::closeIncident(port, incident, draft.reason, id));
    if (draft.kind == ActKind::GoBackInIncident)
        return keep(acts::goBackInIncident(port, incident, draft.reason, id));
    if (draft.kind == ActKind::BeginRecovery)
        return keep(acts::beginRecovery(port, incident, draft.reason, draft.incident->ids.front(), id));
    if (draft.kind == ActKind::WeighHypotheses)
        return sendEach(draft, draft.incident->verdicts,
            [&](const HypothesisVerdict& verdict, const Uuid& step) -> Result<std::optional<IncidentAnswer>> {
                if (verdict.verdict == Verdict::Open)
                    return std::optional<IncidentAnswer>{};
                return maybe(acts::weighHypothesis(port, incident, verdict, step));
            });
    if (draft.kind == ActKind::RecordComparisons)
        return sendEach(
            draft, draft.incident->comparisons, [&](const IncidentComparison& comparison, const Uuid& step) {
                return maybe(acts::recordComparison(port, incident, comparison, step));
            });
    return fail(FailureKind::Broken, "no such act", "act");
}

Result<bool> findIncident(IncidentPort& incidents, RecoverableControlPort& requests, ActOutcome& draft)
{
    if (asksForPlan(draft.kind))
        return keepFound(draft, &ActOutcome::request, requests.findRequest(draft.requestId));
    const bool isOne = draft.incident->ids.empty() || draft.kind == ActKind::BeginRecovery;
    return isOne ? keepFound(draft, &ActOutcome::step, incidents.find(draft.requestId)) : findEach(incidents, draft);
}

} // namespace onceover::models
