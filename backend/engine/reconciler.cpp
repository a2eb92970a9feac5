// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reconciler.h"

#include <chrono>
#include <utility>

namespace onceover::engine {

namespace {

/// Every piece of work of anybody wakes this duty as well; people read no faster than this.
constexpr std::chrono::seconds kWatchEvery{1};
constexpr std::chrono::seconds kFiguresEvery{5};

} // namespace

Reconciler::Reconciler(ReconcilerParts parts)
    : m_parts(std::move(parts))
{
}

Result<Round> Reconciler::runRound()
{
    const BootInstant now = m_parts.clock();
    Round round;
    if (m_watchedAt.count() == 0 || now - m_watchedAt >= kWatchEvery) {
        m_watchedAt = now;
        const auto changed = watch();
        if (!changed)
            return tl::unexpected{changed.error()};
        round.pieces += *changed;
    }
    if (m_parts.figures != nullptr && (m_figuresAt.count() == 0 || now - m_figuresAt >= kFiguresEvery)) {
        if (const auto published = publishFigures(); !published)
            return tl::unexpected{published.error()};
        m_figuresAt = now;
    }
    return round;
}

Result<int> Reconciler::watch()
{
    const auto sheet = m_parts.port->readAlertSheet();
    if (!sheet)
        return tl::unexpected{sheet.error()};
    const AlertChanges changes = decideAlerts(sheet->facts, sheet->open, sheet->limits, sheet->readAt);
    const auto applied = m_parts.port->applyAlerts(changes);
    if (!applied)
        return tl::unexpected{applied.error()};
    for (const AlertFact& fact : changes.open)
        m_parts.log.warning("alert_opened", alertLine(fact), {{"rule", std::string{nameOf(fact.rule)}}});
    if (!changes.escalate.empty())
        m_parts.log.warning("alerts_escalated", "nobody acknowledged them: to the next contact",
            {{"rows_affected", static_cast<std::int64_t>(changes.escalate.size())}});
    if (applied->messages > 0) {
        m_parts.log.info("alert_messages_written", "the outbox sends them",
            {{"rows_affected", static_cast<std::int64_t>(applied->messages)}});
        if (m_parts.wakes != nullptr) {
            m_parts.wakes->sender.notify();
            m_parts.wakes->announce();
        }
    }
    return applied->changed + applied->messages;
}

Result<Done> Reconciler::publishFigures()
{
    auto figures = m_parts.port->readFigures();
    if (!figures)
        return tl::unexpected{figures.error()};
    m_parts.figures->publish(*std::move(figures));
    return Done{};
}

} // namespace onceover::engine
