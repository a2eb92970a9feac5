// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/janitor.h"

#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::hours kPartitionsEvery{1};    ///< They are made 14 days ahead, and kept for weeks.
constexpr std::chrono::minutes kMembershipEvery{10}; ///< A day has one row: looking costs little.
constexpr std::chrono::seconds kPicturesEvery{1}; ///< A minute has one sample, an hour one count: looking costs little.

} // namespace

Janitor::Janitor(std::unique_ptr<JanitorPort> port, DutyLog log, BootClock clock)
    : m_port(std::move(port))
    , m_log(std::move(log))
    , m_clock(std::move(clock))
{
}

Result<Round> Janitor::runRound()
{
    const auto counts = m_port->foldCounts();
    if (!counts)
        return tl::unexpected{counts.error()};
    const auto balances = m_port->foldBalances();
    if (!balances)
        return tl::unexpected{balances.error()};
    Round round;
    round.pieces = *counts + *balances;
    const BootInstant now = m_clock();
    if (m_picturesAt.count() == 0 || now - m_picturesAt >= kPicturesEvery) {
        if (const auto kept = keepPictures(); !kept)
            return tl::unexpected{kept.error()};
        m_picturesAt = now;
    }
    if (m_partitionsAt.count() == 0 || now - m_partitionsAt >= kPartitionsEvery) {
        if (const auto kept = keepPartitions(); !kept)
            return tl::unexpected{kept.error()};
        m_partitionsAt = now;
    }
    if (m_membershipAt.count() == 0 || now - m_membershipAt >= kMembershipEvery) {
        if (const auto noted = noteMembership(); !noted)
            return tl::unexpected{noted.error()};
        m_membershipAt = now;
    }
    return round;
}

Result<Done> Janitor::noteMembership()
{
    const auto noted = m_port->recordMembership();
    if (!noted)
        return tl::unexpected{noted.error()};
    if (*noted > 0)
        m_log.info("membership_recorded", "who may what is in the audit chain");
    return Done{};
}

Result<Done> Janitor::keepPictures()
{
    const auto rolled = m_port->rollHours();
    if (!rolled)
        return tl::unexpected{rolled.error()};
    const auto sampled = m_port->sample();
    if (!sampled)
        return tl::unexpected{sampled.error()};
    return Done{};
}

Result<Done> Janitor::keepPartitions()
{
    const auto made = m_port->makePartitions();
    if (!made)
        return tl::unexpected{made.error()};
    if (*made > 0)
        m_log.info("partitions_made", "partitions made ahead", {{"rows_affected", static_cast<std::int64_t>(*made)}});
    const auto dropped = m_port->dropOld();
    if (!dropped)
        return tl::unexpected{dropped.error()};
    if (*dropped > 0)
        m_log.info("partitions_dropped", "partitions past their retention dropped",
            {{"rows_affected", static_cast<std::int64_t>(*dropped)}});
    return Done{};
}

} // namespace onceover::engine
