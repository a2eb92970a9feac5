// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/console.h"
#include "core/records/control.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The acts of people that stop, ask and decide. Each is one choke point in the database, called from here alone;
/// request ids come from the client, so that a repeated send is one request. A refusal of the domain is an answer.
/// InDoubt: the connection died before the answer; the same call with the same id asks for it. Belongs to one thread.
class ControlPort {
public:
    virtual ~ControlPort() = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;

    /// First half of a freeze: the order, committed; it stops nothing yet.
    [[nodiscard]] virtual Result<FreezeAnswer> requestFreeze(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId)
        = 0;
    /// Second half: waits behind the barrier for whoever began before, then the order is in force.
    [[nodiscard]] virtual Result<FreezeAnswer> enforceFreeze(std::int64_t freeze) = 0;
    [[nodiscard]] virtual Result<FenceAnswer> fence(
        const ControlScope& scope, const std::string& reason, const Uuid& requestId)
        = 0;
    /// A worker whose host is known to be gone counts as stopped. Refused for one that still beats.
    [[nodiscard]] virtual Result<RequestAnswer> declareDead(
        const std::string& worker, const std::string& reason, const Uuid& requestId)
        = 0;

    [[nodiscard]] virtual Result<RequestAnswer> requestReplay(const ReplayWish& wish, const Uuid& requestId) = 0;
    /// `policies`: JSON object of job to all, latest or none; a job that it does not name keeps its own policy.
    [[nodiscard]] virtual Result<RequestAnswer> requestLift(std::int64_t freeze, const std::string& policies,
        const std::string& reason, const std::string& ticket, const Uuid& requestId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> requestDismissal(
        std::int64_t deadLetter, const std::string& reason, const std::string& ticket, const Uuid& requestId)
        = 0;

    /// `planHash` in hex and `total` are what the decider has read and typed; another plan or total is refused.
    [[nodiscard]] virtual Result<RequestAnswer> approve(std::int64_t request, const std::string& planHash,
        const std::string& total, const std::string& reason, const Uuid& decisionId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> reject(
        std::int64_t request, const std::string& reason, const Uuid& decisionId)
        = 0;
    [[nodiscard]] virtual Result<RequestAnswer> withdraw(
        std::int64_t request, const std::string& reason, const Uuid& decisionId)
        = 0;

    /// Open requests first; with an id only that one.
    [[nodiscard]] virtual Result<std::vector<RequestRow>> requests(std::optional<std::int64_t> only, int most) = 0;
    [[nodiscard]] virtual Result<std::vector<RequestItemRow>> requestItems(std::int64_t request, int most) = 0;
    [[nodiscard]] virtual Result<std::vector<FreezeRow>> freezes() = 0;
    [[nodiscard]] virtual Result<std::vector<MayLeaveRow>> mayStillLeave(int most) = 0;
};

/// The replayer's duty: executes what two persons decided, and nothing else.
class ReplayPort {
public:
    virtual ~ReplayPort() = default;

    /// The next request that may be executed now, under a lease of this worker; nothing: none.
    [[nodiscard]] virtual Result<std::optional<std::int64_t>> claim(milliseconds lease) = 0;
    /// Up to so many items of it, in one transaction; the lease is renewed.
    [[nodiscard]] virtual Result<ExecutedSet> execute(std::int64_t request, milliseconds lease, int most) = 0;
    /// Verifies what was executed, and ends what nobody decided in time.
    [[nodiscard]] virtual Result<std::vector<SettledRequest>> settle() = 0;
    /// Looks at the freezes in force; those that drained.
    [[nodiscard]] virtual Result<std::vector<std::int64_t>> drainFreezes(int most) = 0;
};

} // namespace onceover
