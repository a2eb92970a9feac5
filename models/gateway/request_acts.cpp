// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/request_acts.h"

#include "acts/remedy.h"
#include "acts/settings.h"

namespace onceover::models {

bool isOfRequestPorts(ActKind kind)
{
    switch (kind) {
    case ActKind::RequestRollout:
    case ActKind::RequestResolve:
    case ActKind::RequestCompensation:
    case ActKind::RequestRevision:
    case ActKind::RequestCorrection:
        return true;
    case ActKind::TriggerRun:
    case ActKind::AcknowledgeAlert:
    case ActKind::Freeze:
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::Approve:
    case ActKind::Reject:
    case ActKind::Withdraw:
        return false;
    }
    return false;
}

Result<RequestAnswer> askForRequest(RequestPorts& ports, const ActOutcome& draft)
{
    const ControlWish& wish = draft.control;
    const Uuid& id = draft.requestId;
    switch (draft.kind) {
    case ActKind::RequestRollout:
        return acts::requestRollout(*ports.settings, wish.rollout, id);
    case ActKind::RequestResolve:
        return acts::requestResolve(*ports.remedies, wish.resolve, id);
    case ActKind::RequestCompensation:
        return acts::requestCompensation(*ports.remedies, wish.compensation, id);
    case ActKind::RequestRevision:
        return acts::requestRevision(*ports.remedies, wish.revision, id);
    case ActKind::RequestCorrection:
        return acts::requestCorrection(*ports.remedies, wish.subject, draft.reason, wish.ticket, id);
    case ActKind::TriggerRun:
    case ActKind::AcknowledgeAlert:
    case ActKind::Freeze:
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::Approve:
    case ActKind::Reject:
    case ActKind::Withdraw:
        break;
    }
    return fail(FailureKind::Broken, "no such act", "act");
}

} // namespace onceover::models
