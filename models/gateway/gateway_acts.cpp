// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of the gateway: a wish goes to the act thread, and its outcome comes back.
#include "models/gateway/gateway.h"

#include "acts/request_id.h"
#include "models/gateway/act_loop.h"
#include "models/gateway/audit_job.h"
#include "models/gateway/mailbox.h"

#include <QStringList>

#include <utility>

namespace onceover::models {

namespace {

constexpr std::chrono::milliseconds kThreadEnds{500}; // Far more than a thread needs that has nothing left to do.

Failure nothingSent(const char* detail)
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "connect";
    failure.detail = detail;
    return failure;
}

} // namespace

Uuid Gateway::newRequestId()
{
    return acts::newRequestId();
}

void Gateway::triggerRun(const JobId& job, const BusinessDate& bizDate, const Uuid& requestId)
{
    ActOutcome draft;
    draft.requestId = requestId;
    draft.jobId = job.value;
    draft.bizDate = bizDate;
    startAct(std::move(draft));
}

void Gateway::acknowledgeAlert(std::int64_t alert, const QString& reason, const Uuid& requestId)
{
    ActOutcome draft;
    draft.requestId = requestId;
    draft.kind = ActKind::AcknowledgeAlert;
    draft.alert = alert;
    draft.reason = reason.trimmed().toStdString();
    startAct(std::move(draft));
}

void Gateway::reveal(const OperationId& operation, const QString& reason, const Uuid& requestId)
{
    ActOutcome draft;
    draft.requestId = requestId;
    draft.kind = ActKind::Reveal;
    draft.operation = operation;
    draft.reason = reason.trimmed().toStdString();
    startAct(std::move(draft));
}

void Gateway::startControl(ActKind kind, ControlWish wish, const QString& reason, const Uuid& requestId)
{
    ActOutcome draft;
    draft.requestId = requestId;
    draft.kind = kind;
    draft.control = std::move(wish);
    draft.reason = reason.trimmed().toStdString();
    startAct(std::move(draft));
}

void Gateway::freeze(const ControlScope& scope, const QString& reason, const Uuid& requestId)
{
    startControl(ActKind::Freeze, {.scope = scope}, reason, requestId);
}

void Gateway::fence(const ControlScope& scope, const QString& reason, const Uuid& requestId)
{
    startControl(ActKind::Fence, {.scope = scope}, reason, requestId);
}

void Gateway::requestReplay(const ReplayWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestReplay, {.replay = wish, .ticket = wish.ticket}, QString::fromStdString(wish.reason),
        requestId);
}

void Gateway::requestLift(std::int64_t freeze, const std::string& policies, const QString& reason,
    const QString& ticket, const Uuid& requestId)
{
    startControl(ActKind::RequestLift,
        {.subject = freeze, .ticket = ticket.trimmed().toStdString(), .policies = policies}, reason, requestId);
}

void Gateway::requestDismissal(std::int64_t letter, const QString& reason, const QString& ticket, const Uuid& requestId)
{
    startControl(
        ActKind::RequestDismissal, {.subject = letter, .ticket = ticket.trimmed().toStdString()}, reason, requestId);
}

void Gateway::requestRollout(const RolloutWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestRollout, {.rollout = wish}, QString::fromStdString(wish.why.reason), requestId);
}

void Gateway::requestResolve(const ResolveWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestResolve, {.resolve = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::requestCompensation(const CompensationWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestCompensation, {.compensation = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::requestRevision(const RevisionWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestRevision, {.revision = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::requestCorrection(
    std::int64_t difference, const QString& reason, const QString& ticket, const Uuid& requestId)
{
    startControl(ActKind::RequestCorrection, {.subject = difference, .ticket = ticket.trimmed().toStdString()}, reason,
        requestId);
}

void Gateway::requestMatch(const MatchWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestMatch, {.match = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::requestMissingMessage(const MessageWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestMissingMessage, {.message = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::requestResend(const MessageWish& wish, const Uuid& requestId)
{
    startControl(ActKind::RequestResend, {.message = wish}, QString::fromStdString(wish.reason), requestId);
}

void Gateway::approve(std::int64_t request, const std::string& planHash, const std::string& planTotal,
    const QString& reason, const Uuid& decisionId)
{
    startControl(
        ActKind::Approve, {.subject = request, .planHash = planHash, .planTotal = planTotal}, reason, decisionId);
}

void Gateway::reject(std::int64_t request, const QString& reason, const Uuid& decisionId)
{
    startControl(ActKind::Reject, {.subject = request}, reason, decisionId);
}

void Gateway::withdraw(std::int64_t request, const QString& reason, const Uuid& decisionId)
{
    startControl(ActKind::Withdraw, {.subject = request}, reason, decisionId);
}

void Gateway::verifyAudit()
{
    if (m_auditJob || m_shutDown)
        return;
    AuditEvents events;
    events.progressed = [this, mailbox = m_mailbox](std::int64_t rows, std::int64_t expected) {
        mailbox->post([this, rows, expected] { emit verificationProgressed(rows, expected); });
    };
    events.ended = [this, mailbox = m_mailbox](VerificationPtr result) {
        mailbox->post([this, result = std::move(result)] {
            // It told its last and is about to end.
            const std::shared_ptr<AuditJob> ended = std::exchange(m_auditJob, nullptr);
            if (ended)
                ended->join(kThreadEnds);
            emit verificationEnded(result);
        });
    };
    m_auditJob = std::make_shared<AuditJob>(m_audit, std::move(events));
    m_auditJob->start();
    emit verificationProgressed(0, 0);
}

void Gateway::cancelVerification()
{
    if (m_auditJob)
        m_auditJob->cancel();
}

void Gateway::startAct(ActOutcome draft)
{
    if (m_shutDown || m_actsOpen.contains(draft.requestId))
        return; // The same click again: its outcome is on the way.
    m_actsOpen.emplace(draft.requestId, OpenAct{draft, now(), false});
    emit actStarted(draft.requestId);

    const ConnectionStatus at = status();
    const bool connected = at.state == ConnectionState::Live || at.state == ConnectionState::Delayed;
    if (m_actLoop && at.actsConnected && connected) {
        m_actLoop->carryOut(std::move(draft));
        return;
    }
    draft.result = ActResult::Failed;
    draft.failure = nothingSent("the act connection is down; nothing was sent");
    m_mailbox->post([this, draft] { onActEnded(draft); });
}

void Gateway::requestJobs()
{
    if (m_actLoop && !m_shutDown)
        m_actLoop->readJobs();
    else
        m_mailbox->post([this] { emit jobsFailed(nothingSent("this session has no act connection")); });
}

void Gateway::onActsConnection(bool connected, const std::optional<ServerIdentity>& server)
{
    const bool lost = m_actsConnected && !connected;
    m_actsConnected = connected;
    const bool again = connected && m_actServer.has_value();
    if (server)
        m_actServer = server;
    if (again && !m_tickTimer.isActive())
        m_tickTimer.start(m_settings.tickMerge); // Ticks may have been missed meanwhile.
    if (lost) { // Its socket broke the moment it happened; the next poll would notice seconds later.
        markDue(false, false);
        startNextRead();
    } else if (connected && !m_monitor.connected()) {
        retryNow(); // The server answers again: no reason to wait out the pause between two tries.
    }
    tellStatus();
}

void Gateway::onActEnded(ActOutcome outcome)
{
    const auto open = m_actsOpen.find(outcome.requestId);
    if (open == m_actsOpen.end())
        return;
    const bool again = outcome.stillAsking && open->second.toldUnknown;
    if (outcome.stillAsking)
        open->second.toldUnknown = true;
    else
        m_actsOpen.erase(open);
    if (!again)
        emit actFinished(outcome);
    markDue(true, false); // An act changes only by being seen to come back.
    startNextRead();
}

void Gateway::onJobs(const Result<std::vector<std::string>>& jobs)
{
    if (!jobs) {
        emit jobsFailed(jobs.error());
        return;
    }
    QStringList names;
    for (const std::string& job : *jobs)
        names << QString::fromStdString(job);
    emit jobsReady(names);
}

} // namespace onceover::models
