// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/held_leases.h"

#include <algorithm>

namespace onceover::engine {

void HeldLeases::take(const std::vector<ClaimedOperation>& operations, milliseconds lease, BootInstant askedAt)
{
    const std::lock_guard lock(m_mutex);
    m_rows.clear();
    m_lost.clear();
    for (const ClaimedOperation& operation : operations)
        m_rows.emplace(operation.ref, operation.version);
    m_lease = lease;
    m_askedAt = askedAt;
    m_lastProgress = askedAt;
}

void HeldLeases::release(const std::vector<OperationRef>& refs)
{
    const std::lock_guard lock(m_mutex);
    for (const OperationRef& ref : refs)
        m_rows.erase(ref);
}

void HeldLeases::releaseAll()
{
    const std::lock_guard lock(m_mutex);
    m_rows.clear();
    m_lost.clear();
}

void HeldLeases::noteProgress(BootInstant now)
{
    const std::lock_guard lock(m_mutex);
    m_lastProgress = std::max(m_lastProgress, now);
}

HeldLeases::Snapshot HeldLeases::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    return {{m_rows.begin(), m_rows.end()}, m_lease, m_askedAt, m_lastProgress};
}

std::vector<OperationRef> HeldLeases::noteRenewed(BootInstant askedAt, const std::vector<OperationRef>& lost)
{
    const std::lock_guard lock(m_mutex);
    // A set that was taken after the renewal was asked for keeps its own, later instant.
    m_askedAt = std::max(m_askedAt, askedAt);
    std::vector<OperationRef> wereHeld;
    for (const OperationRef& ref : lost) {
        if (m_rows.erase(ref) > 0)
            wereHeld.push_back(ref);
    }
    m_lost.insert(m_lost.end(), wereHeld.begin(), wereHeld.end());
    return wereHeld;
}

std::vector<OperationRef> HeldLeases::takeLost()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_lost, {});
}

bool HeldLeases::hasLapsed(BootInstant now) const
{
    const std::lock_guard lock(m_mutex);
    return now - m_askedAt >= m_lease;
}

} // namespace onceover::engine
