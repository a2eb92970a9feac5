// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/request_acts.h"

#include "acts/remedy.h"
#include "acts/settings.h"

namespace onceover::models {

bool isOfRequestPorts(ActKind kind)
{
    return kind == ActKind::RequestRollout || kind == ActKind::RequestResolve || kind == ActKind::RequestCompensation
        || kind == ActKind::RequestRevision || kind == ActKind::RequestCorrection || kind == ActKind::RequestMatch
        || kind == ActKind::RequestMissingMessage || kind == ActKind::RequestResend;
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
    case ActKind::RequestMatch:
        return acts::requestMatch(*ports.remedies, wish.match, id);
    case ActKind::RequestMissingMessage:
        return acts::requestMissingMessage(*ports.remedies, wish.message, id);
    case ActKind::RequestResend:
        return acts::requestResend(*ports.remedies, wish.message, id);
    default:
        break; // Of other stores.
    }
    return fail(FailureKind::Broken, "no such act", "act");
}

} // namespace onceover::models
