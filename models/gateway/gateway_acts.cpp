// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of the gateway: a wish goes to the act thread, and its outcome comes back.
#include "models/gateway/gateway.h"

#include "acts/request_id.h"
#include "models/gateway/act_loop.h"
#include "models/gateway/mailbox.h"

#include <QStringList>

#include <utility>

namespace onceover::models {

namespace {

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
