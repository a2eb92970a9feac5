// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lease_keeper.h"

#include "core/policies/lease.h"
#include "engine/failpoint.h"

#include <utility>

namespace onceover::engine {

namespace {

/// Longer than any honest piece of work on one set (F12 takes three leases), short enough for a hung thread (F21).
constexpr int kStallLeases = 5;

} // namespace

LeaseKeeper::LeaseKeeper(std::unique_ptr<LeasePort> port, HeldLeases& held, DutyLog log, BootClock clock)
    : m_port(std::move(port))
    , m_held(held)
    , m_log(std::move(log))
    , m_clock(std::move(clock))
{
}

Result<Round> LeaseKeeper::runRound()
{
    const HeldLeases::Snapshot held = m_held.snapshot();
    if (held.rows.empty()) {
        m_toldStall = false;
        return Round{};
    }
    const BootInstant now = m_clock();
    const LeasePolicy policy{held.lease};
    if (now - held.lastProgress > kStallLeases * held.lease) {
        if (!m_toldStall)
            m_log.error("renewal_stopped", "the settler makes no progress: its leases run out",
                {{"rows_affected", static_cast<std::int64_t>(held.rows.size())}});
        m_toldStall = true;
        return Round{};
    }
    m_toldStall = false;
    const RenewalDecision decision
        = decideRenewal(policy, std::chrono::duration_cast<milliseconds>(now - held.askedAt));
    switch (decision.step) {
    case RenewalStep::Work:
        return Round{0, false, decision.next};
    case RenewalStep::Renew:
    case RenewalStep::Wait:
    case RenewalStep::Stop:
        break; // Past the end as well: the database alone says whether it still is ours.
    }
    ONCEOVER_FAILPOINT("lease_keeper.before_renew");
    const auto renewed = m_port->renew(held.rows, held.lease);
    if (!renewed)
        return tl::unexpected{renewed.error()};
    for (const OperationRef& ref : m_held.noteRenewed(now, renewed->lost))
        m_log.info(
            "lease_not_renewed", "ended, or somebody else holds it", {{"operation_id", ref.id.value.toString()}});
    return Round{1, false, policy.renewEvery()};
}

} // namespace onceover::engine
