// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"

#include <chrono>
#include <optional>

namespace onceover {

/// After this many losses of a worker while claimed alone, the row itself is the suspect (K73).
inline constexpr int kRecoveriesMax = 3;

/// How a holder keeps its lease. Renewal is liveness only: all promises hold without it (R27).
struct LeasePolicy {
    milliseconds length = std::chrono::minutes{5};

    /// Three chances before the lease ends.
    [[nodiscard]] constexpr milliseconds renewEvery() const { return length / 3; }

    /// In the last tenth no new piece of work begins under the lease: its writes would be refused more often than not.
    [[nodiscard]] constexpr milliseconds graceful() const { return length / 10; }
};

/// What a holder does now about its lease.
enum class RenewalStep {
    Work,  ///< Nothing is due; the decision tells how long.
    Renew, ///< Ask the database now.
    Wait,  ///< Renew, and begin nothing new until it worked.
    Stop,  ///< The lease has ended: give the work up without writing (F13).
};

struct RenewalDecision {
    RenewalStep step = RenewalStep::Work;
    milliseconds next{0}; ///< Until the next look; 0 when Renew, Wait or Stop.
};

/// Decides from time passed on the holder's own boot-time clock since BEFORE the grant or last renewal was asked for,
/// so that the holder ends no later than the database does. The database alone decides whether the lease is held.
[[nodiscard]] constexpr RenewalDecision decideRenewal(const LeasePolicy& policy, milliseconds sinceAsked)
{
    if (sinceAsked >= policy.length)
        return {RenewalStep::Stop, milliseconds{0}};
    if (sinceAsked >= policy.length - policy.graceful())
        return {RenewalStep::Wait, milliseconds{0}};
    if (sinceAsked >= policy.renewEvery())
        return {RenewalStep::Renew, milliseconds{0}};
    return {RenewalStep::Work, policy.renewEvery() - sinceAsked};
}

/// What becomes of a row whose lease expired.
struct TakeoverDecision {
    bool giveUp = false;    ///< FAILED_PERMANENT(WORKER_LOST), with a dead letter.
    bool claimAlone = true; ///< Otherwise: the next claim holds this row only.
    int recoveries = 0;     ///< The count to store.
};

/// `recoveries` grows only when a claim of this row alone lost its worker, so that a poisoned row does not condemn its
/// neighbours (DESIGN.md rule 3); the third such loss ends it.
[[nodiscard]] constexpr TakeoverDecision decideTakeover(int recoveries, bool claimedAlone)
{
    const int counted = claimedAlone ? recoveries + 1 : recoveries;
    return {counted >= kRecoveriesMax, true, counted};
}

} // namespace onceover
