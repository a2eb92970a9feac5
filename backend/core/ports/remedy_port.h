// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/control.h"
#include "core/records/remedy.h"
#include "core/result.h"

namespace onceover {

/// What people ask for where the engine cannot go on by itself: an unknown decided from evidence, an effect made good,
/// a refused operation replaced, money found gone booked, a difference explained, a missing message made again, an
/// unknown sent once more. Each is one choke point in the database and one request; who decides, and who executes, is
/// as for every other (ControlPort, ReplayPort). Request ids come from the client. A refusal of the domain is an
/// answer. InDoubt: the connection died before the answer; the same call with the same id asks for it. Belongs to one
/// thread.
class RemedyPort {
public:
    virtual ~RemedyPort() = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestResolve(const ResolveWish& wish, const Uuid& requestId) = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestCompensation(const CompensationWish& wish, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestRevision(const RevisionWish& wish, const Uuid& requestId) = 0;
    /// `difference`: the open contradiction whose effect is booked.
    [[nodiscard]] virtual Result<RequestAnswer> requestCorrection(
        std::int64_t difference, const std::string& reason, const std::string& ticket, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestMatch(const MatchWish& wish, const Uuid& requestId) = 0;
    /// The operation waits for the bank and has no message: the same key and bytes are computed again.
    [[nodiscard]] virtual Result<RequestAnswer> requestMissingMessage(const MessageWish& wish, const Uuid& requestId)
        = 0;
    /// The bank never saw it, and the engine's own attempts are spent: the same bytes leave under the same key.
    [[nodiscard]] virtual Result<RequestAnswer> requestResend(const MessageWish& wish, const Uuid& requestId) = 0;
};

} // namespace onceover
