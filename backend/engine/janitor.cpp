// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/janitor.h"

#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::hours kPartitionsEvery{1}; ///< They are made 14 days ahead.

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
    if (m_partitionsAt.count() == 0 || now - m_partitionsAt >= kPartitionsEvery) {
        const auto made = m_port->makePartitions();
        if (!made)
            return tl::unexpected{made.error()};
        m_partitionsAt = now;
        if (*made > 0)
            m_log.info(
                "partitions_made", "partitions made ahead", {{"rows_affected", static_cast<std::int64_t>(*made)}});
    }
    return round;
}

} // namespace onceover::engine
