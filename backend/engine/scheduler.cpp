// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduler.h"

#include "core/policies/classify.h"
#include "core/schedule.h"

#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::seconds kMarkLostEvery{2};

} // namespace

Scheduler::Scheduler(SchedulerParts parts)
    : m_parts(std::move(parts))
    , m_planner(*m_parts.port, m_parts.tzdataVersion, m_parts.log)
    , m_enumerator(*m_parts.port, m_parts.wakes, m_parts.log)
    , m_mover(*m_parts.port, m_parts.log)
{
}

Result<Round> Scheduler::runRound()
{
    const auto jobs = m_parts.port->jobs();
    if (!jobs)
        return tl::unexpected{jobs.error()};
    const auto triggers = recordDue(*jobs);
    if (!triggers)
        return tl::unexpected{triggers.error()};
    const auto held = m_parts.port->holdAndReleaseRuns();
    if (!held)
        return tl::unexpected{held.error()};
    // A run that cannot begin stops neither the other runs nor the batches; its failure ends the round after them.
    const auto shards = m_enumerator.enumerateOpenRuns(*jobs);
    if (!shards && connectionLost(shards.error()))
        return tl::unexpected{shards.error()};
    const auto moves = m_mover.moveAll();
    if (!moves)
        return tl::unexpected{moves.error()};
    if (!shards)
        return tl::unexpected{shards.error()};
    if (const auto marked = markLostNowAndThen(); !marked)
        return tl::unexpected{marked.error()};
    Round round;
    round.pieces = *triggers + *held + *shards + *moves;
    round.moreNow = m_planner.hasMore();
    if (round.pieces > 0)
        m_parts.wakes.announce();
    return round;
}

Result<int> Scheduler::recordDue(const std::vector<Job>& jobs)
{
    if (!m_zonesChecked) {
        m_zonesChecked = true;
        const auto good = checkZoneData();
        m_zonesGood = good.has_value();
        if (!good)
            m_parts.log.failure("zone_data_refused", good.error());
    }
    if (!m_zonesGood)
        return 0;
    const auto now = m_parts.port->databaseTime();
    if (!now)
        return tl::unexpected{now.error()};
    return m_planner.recordDue(jobs, *now);
}

Result<Done> Scheduler::markLostNowAndThen()
{
    const BootInstant now = m_parts.clock();
    if (m_markedLostAt.count() != 0 && now - m_markedLostAt < kMarkLostEvery)
        return Done{};
    m_markedLostAt = now;
    const auto lost = m_parts.port->markLostAttempts();
    if (!lost)
        return tl::unexpected{lost.error()};
    if (*lost > 0)
        m_parts.log.warning("attempts_lost", "attempts of workers that are gone",
            {{"rows_affected", static_cast<std::int64_t>(*lost)}});
    return Done{};
}

} // namespace onceover::engine
