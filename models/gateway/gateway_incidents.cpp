// SPDX-License-Identifier: GPL-3.0-or-later
// Incidents through the gateway: acts go to the act thread; what must look long before it acts looks on a thread of its
// own first, and its act follows.
#include "models/gateway/gateway.h"

#include "acts/request_id.h"
#include "models/gateway/incident_job.h"
#include "models/gateway/mailbox.h"

#include <algorithm>
#include <utility>

namespace onceover::models {

namespace {

constexpr std::chrono::milliseconds kJobThreadEnds{500}; // Far more than a thread needs that has nothing left to do.
constexpr std::size_t kJobsMost = 4;                     // Of one window at once: each has a connection.

Failure tooManyLooks()
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "look";
    failure.detail = "too many looks are under way";
    return failure;
}

std::vector<Uuid> freshIds(std::size_t count)
{
    std::vector<Uuid> ids(count);
    std::generate(ids.begin(), ids.end(), acts::newRequestId);
    return ids;
}

/// The act that a look was for.
ActOutcome draftOf(const IncidentWork& work)
{
    ActOutcome draft;
    draft.requestId = work.requestId;
    draft.kind = work.kind == IncidentWorkKind::SaveEvidence ? ActKind::RecordEvidence
        : work.kind == IncidentWorkKind::Diagnose            ? ActKind::WeighHypotheses
                                                             : ActKind::RecordComparisons;
    IncidentAct act;
    act.incident = work.incident;
    draft.incident = std::make_shared<const IncidentAct>(std::move(act));
    return draft;
}

bool isForAnAct(IncidentWorkKind kind)
{
    return kind == IncidentWorkKind::SaveEvidence || kind == IncidentWorkKind::Diagnose
        || kind == IncidentWorkKind::CompareBooks;
}

} // namespace

Ticket Gateway::watchIncident(std::optional<std::int64_t> incident)
{
    return watch(ReadKind::Incident, incident ? std::optional{ReadWish{{}, std::to_string(*incident)}} : std::nullopt);
}

void Gateway::startIncident(
    ActKind kind, IncidentAct act, const QString& words, const Uuid& requestId, const QString& ticket)
{
    ActOutcome draft;
    draft.requestId = requestId;
    draft.kind = kind;
    draft.incident = std::make_shared<const IncidentAct>(std::move(act));
    draft.reason = words.trimmed().toStdString();
    draft.control.ticket = ticket.trimmed().toStdString();
    startAct(std::move(draft));
}

void Gateway::openIncident(const IncidentWish& wish, const Uuid& requestId)
{
    startIncident(ActKind::OpenIncident, {.opening = wish}, {}, requestId);
}

void Gateway::takeOverIncident(std::int64_t incident, const QString& why, const Uuid& requestId)
{
    startIncident(ActKind::TakeOverIncident, {.incident = incident}, why, requestId);
}

void Gateway::noteIncident(std::int64_t incident, const QString& text, const Uuid& requestId)
{
    startIncident(ActKind::NoteIncident, {.incident = incident}, text, requestId);
}

void Gateway::giveFreezeReason(std::int64_t incident, const QString& reason, const Uuid& requestId)
{
    startIncident(ActKind::GiveFreezeReason, {.incident = incident}, reason, requestId);
}

void Gateway::weighHypothesis(std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId)
{
    startIncident(
        ActKind::WeighHypotheses, {.incident = incident, .verdicts = {verdict}, .ids = {requestId}}, {}, requestId);
}

void Gateway::answerWhy(std::int64_t incident, const QString& answer, const Uuid& requestId)
{
    startIncident(ActKind::AnswerWhy, {.incident = incident}, answer, requestId);
}

void Gateway::takeNextStep(std::int64_t incident, const QString& note, const Uuid& requestId)
{
    startIncident(ActKind::AdvanceIncident, {.incident = incident}, note, requestId);
}

void Gateway::closeIncident(std::int64_t incident, const QString& note, const Uuid& requestId)
{
    startIncident(ActKind::CloseIncident, {.incident = incident}, note, requestId);
}

void Gateway::goBackInIncident(std::int64_t incident, const QString& why, const Uuid& requestId)
{
    startIncident(ActKind::GoBackInIncident, {.incident = incident}, why, requestId);
}

void Gateway::requestRecovery(
    const RecoveryWish& wish, const QString& reason, const QString& ticket, const Uuid& requestId)
{
    startIncident(ActKind::RequestRecovery, {.incident = wish.incident, .recovery = wish}, reason, requestId, ticket);
}

void Gateway::requestFalseAlarm(
    std::int64_t incident, const QString& reason, const QString& ticket, const Uuid& requestId)
{
    startIncident(ActKind::RequestFalseAlarm, {.incident = incident}, reason, requestId, ticket);
}

void Gateway::beginRecovery(std::int64_t incident, const QString& note, const Uuid& requestId)
{
    startIncident(ActKind::BeginRecovery, {.incident = incident, .ids = freshIds(1)}, note, requestId);
}

void Gateway::saveEvidence(std::int64_t incident, const EvidencePlace& place, const Uuid& requestId)
{
    startLook({IncidentWorkKind::SaveEvidence, incident, requestId, place, {}});
}

void Gateway::diagnoseRun(std::int64_t incident, const JobId& job, const BusinessDate& bizDate, const Uuid& requestId)
{
    startLook({IncidentWorkKind::Diagnose, incident, requestId, {job, bizDate, {}, {}}, {}});
}

void Gateway::compareBooks(std::int64_t incident, const Uuid& requestId)
{
    startLook({IncidentWorkKind::CompareBooks, incident, requestId, {}, {}});
}

Uuid Gateway::readProposal(std::int64_t incident)
{
    return startLook({IncidentWorkKind::Propose, incident, newRequestId(), {}, {}});
}

Uuid Gateway::countEqualities(std::int64_t incident)
{
    return startLook({IncidentWorkKind::CountEqualities, incident, newRequestId(), {}, {}});
}

Uuid Gateway::readIncidentReport(std::int64_t incident)
{
    return startLook({IncidentWorkKind::Report, incident, newRequestId(), {}, {}});
}

Uuid Gateway::startLook(IncidentWork work)
{
    const Uuid id = work.requestId;
    if (m_shutDown || m_looks.contains(id) || m_actsOpen.contains(id))
        return id; // The same click again: its outcome is on the way.
    if (const ConnectionStatus at = status(); at.server)
        work.server = *at.server;
    if (m_looks.size() >= kJobsMost) {
        IncidentFound found;
        found.work = std::move(work);
        found.failure = tooManyLooks();
        m_mailbox->post([this, found = std::move(found)]() mutable { onLookEnded(std::move(found)); });
        return id;
    }
    IncidentEvents events;
    events.progressed = [this, id, mailbox = m_mailbox](std::int64_t rows) {
        mailbox->post([this, id, rows] { emit incidentWorkProgressed(id, rows); });
    };
    events.ended = [this, mailbox = m_mailbox](IncidentFound found) {
        mailbox->post([this, found = std::move(found)]() mutable { onLookEnded(std::move(found)); });
    };
    const auto job
        = std::make_shared<IncidentJob>(m_acts.incidents, m_acts.control, std::move(work), std::move(events));
    m_looks.emplace(id, job);
    job->start();
    emit incidentWorkProgressed(id, 0);
    return id;
}

void Gateway::cancelIncidentWork(const Uuid& id)
{
    const auto job = m_looks.find(id);
    if (job != m_looks.end())
        job->second->cancel();
}

bool Gateway::endLooks(const std::function<milliseconds()>& left)
{
    bool allEnded = true;
    for (auto& [id, job] : m_looks)
        job->cancel();
    for (auto& [id, job] : m_looks)
        allEnded = job->join(left()) && allEnded;
    m_looks.clear();
    return allEnded;
}

/// The act that a look was for begins, or is told to have failed; another look is told by its own signal.
void Gateway::onLookEnded(IncidentFound found)
{
    if (const auto job = m_looks.find(found.work.requestId); job != m_looks.end()) {
        const std::shared_ptr<IncidentJob> ended = job->second; // It told its last and is about to end.
        m_looks.erase(job);
        ended->join(kJobThreadEnds);
    }
    const bool failed = std::holds_alternative<std::monostate>(found.found);
    if (failed && !isForAnAct(found.work.kind)) {
        emit incidentWorkFailed(found.work.requestId, found.failure);
        return;
    }
    if (failed) {
        ActOutcome outcome = draftOf(found.work);
        outcome.result = found.failure.kind == FailureKind::Refused ? ActResult::Refused : ActResult::Failed;
        outcome.failure = std::move(found.failure);
        emit actFinished(outcome);
        return;
    }
    deliverLook(found);
}

void Gateway::deliverLook(const IncidentFound& found)
{
    if (const auto* proposal = std::get_if<ProposalPtr>(&found.found)) {
        emit proposalReady(found.work.requestId, *proposal);
        return;
    }
    if (const auto* equalities = std::get_if<EqualitiesPtr>(&found.found)) {
        emit equalitiesReady(found.work.incident, *equalities);
        return;
    }
    if (const auto* report = std::get_if<IncidentReportPtr>(&found.found)) {
        emit incidentReportReady(found.work.requestId, *report);
        return;
    }
    ActOutcome draft = draftOf(found.work);
    IncidentAct act = *draft.incident;
    if (const auto* evidence = std::get_if<EvidenceRecord>(&found.found)) {
        act.evidence = *evidence;
    } else if (const auto* run = std::get_if<acts::DiagnosedRun>(&found.found)) {
        act.verdicts = run->verdicts;
        act.ids = freshIds(run->verdicts.size());
        const auto told = std::count_if(act.verdicts.begin(), act.verdicts.end(),
            [](const HypothesisVerdict& verdict) { return verdict.verdict != Verdict::Open; });
        act.ids.resize(static_cast<std::size_t>(told));
    } else if (const auto* comparisons = std::get_if<std::vector<IncidentComparison>>(&found.found)) {
        act.comparisons = *comparisons;
        act.ids = freshIds(comparisons->size());
    }
    draft.incident = std::make_shared<const IncidentAct>(std::move(act));
    startAct(std::move(draft));
}

} // namespace onceover::models
