// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/remedy_port.h"

namespace onceover::acts {

/// Each sends the wish; when the answer is lost, the same id asks for it: never a second request.
[[nodiscard]] Result<RequestAnswer> requestResolve(RemedyPort& port, const ResolveWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestCompensation(
    RemedyPort& port, const CompensationWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestRevision(RemedyPort& port, const RevisionWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestCorrection(RemedyPort& port, std::int64_t difference,
    const std::string& reason, const std::string& ticket, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestMatch(RemedyPort& port, const MatchWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestMissingMessage(
    RemedyPort& port, const MessageWish& wish, const Uuid& requestId);
[[nodiscard]] Result<RequestAnswer> requestResend(RemedyPort& port, const MessageWish& wish, const Uuid& requestId);

} // namespace onceover::acts
