// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/freeze_comparer.h"

#include <utility>

namespace onceover::engine {

namespace {

/// Such a freeze comes once in years, and a book that could not be read is asked for again no faster than this.
constexpr std::chrono::seconds kLookEvery{5};

} // namespace

FreezeComparer::FreezeComparer(ReconcileWork work, DutyLog log, BootClock clock)
    : m_work(std::move(work))
    , m_log(std::move(log))
    , m_clock(std::move(clock))
{
}

Result<Round> FreezeComparer::runRound()
{
    Round round;
    const BootInstant now = m_clock();
    if (m_lookedAt.count() != 0 && now - m_lookedAt < kLookEvery)
        return round;
    m_lookedAt = now;
    const auto outcome = m_work.compareForFreezes();
    if (!outcome)
        return tl::unexpected{outcome.error()};
    round.pieces = outcome->rowsAffected;
    if (round.pieces > 0)
        m_log.info("compared_under_freeze", "books were laid beside ours for a freeze that waits for it",
            {{"rows_affected", round.pieces}});
    return round;
}

} // namespace onceover::engine
