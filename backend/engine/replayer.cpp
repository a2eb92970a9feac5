// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/replayer.h"

#include "engine/failpoint.h"

#include <utility>

namespace onceover::engine {

namespace {

/// Many times what a set takes; whoever takes the request over finds each item done or not done.
constexpr milliseconds kLease{30000};
constexpr int kItemsOfASet = 500;
constexpr int kLapsedOfALook = 500;

} // namespace

Replayer::Replayer(ReplayerParts parts)
    : m_parts(std::move(parts))
{
}

Result<Round> Replayer::runRound()
{
    Round round;
    const auto drained = m_parts.port->drainFreezes(kLapsedOfALook);
    if (!drained)
        return tl::unexpected{drained.error()};
    for (const std::int64_t freeze : *drained)
        m_parts.log.info("freeze_drained", "nothing it covers is in work or may still leave", {{"freeze_id", freeze}});
    const auto request = m_parts.port->claim(kLease);
    if (!request)
        return tl::unexpected{request.error()};
    if (*request) {
        ONCEOVER_FAILPOINT("replayer.after_claim");
        const auto done = executeOne(**request);
        if (!done)
            return tl::unexpected{done.error()};
        round.pieces += *done;
        round.moreNow = true;
    }
    const auto settled = m_parts.port->settle();
    if (!settled)
        return tl::unexpected{settled.error()};
    for (const SettledRequest& one : *settled)
        m_parts.log.info("request_settled", one.status, {{"approval_id", one.id}});
    round.pieces += static_cast<std::int64_t>(drained->size() + settled->size());
    if (round.pieces > 0)
        m_parts.wakes.announce();
    return round;
}

Result<int> Replayer::executeOne(std::int64_t request)
{
    int done = 0;
    for (;;) {
        const auto set = m_parts.port->execute(request, kLease, kItemsOfASet);
        if (!set)
            return tl::unexpected{set.error()};
        ONCEOVER_FAILPOINT("replayer.after_execute");
        done += set->done;
        if (set->done > 0) {
            // What was re-armed is due now.
            m_parts.wakes.settler.notify();
            m_parts.wakes.sender.notify();
            m_parts.wakes.scheduler.notify();
        }
        const bool isHeldByAnother = !set->left.has_value();
        if (isHeldByAnother || *set->left == 0) {
            m_parts.log.info("request_executed", isHeldByAnother ? "another replayer holds it" : set->kind,
                {{"approval_id", request}, {"rows_affected", static_cast<std::int64_t>(done)},
                    {"outcome", set->status}});
            return done;
        }
    }
}

} // namespace onceover::engine
