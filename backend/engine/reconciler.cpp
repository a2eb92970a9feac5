// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reconciler.h"

#include <chrono>
#include <iterator>
#include <utility>

namespace onceover::engine {

namespace {

constexpr std::chrono::seconds kDueLookEvery{1};
constexpr std::chrono::seconds kFiguresEvery{5};
constexpr std::chrono::seconds kUnreadRetry{60}; ///< A bank that is down is not asked each second.

std::vector<TheirEntry> entriesOf(std::vector<OutsideEffect> effects)
{
    std::vector<TheirEntry> entries;
    entries.reserve(effects.size());
    for (OutsideEffect& effect : effects)
        entries.push_back(
            {std::move(effect.key), std::move(effect.externalRef), effect.amountMinor, std::move(effect.currency)});
    return entries;
}

} // namespace

Reconciler::Reconciler(ReconcilerParts parts)
    : m_parts(std::move(parts))
{
}

Result<Round> Reconciler::runRound()
{
    const BootInstant now = m_parts.clock();
    Round round;
    if (m_comparedAt.count() == 0 || now >= m_comparedAt) {
        m_comparedAt = now + kDueLookEvery;
        const auto compared = compareWhatIsDue();
        if (!compared)
            return tl::unexpected{compared.error()};
        round.pieces += *compared;
    }
    const auto changed = watch();
    if (!changed)
        return tl::unexpected{changed.error()};
    round.pieces += *changed;
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
    if (changes.empty())
        return 0;
    const auto applied = m_parts.port->applyAlerts(changes);
    if (!applied)
        return tl::unexpected{applied.error()};
    for (const AlertFact& fact : changes.open)
        m_parts.log.warning("alert_opened", alertLine(fact), {{"rule", std::string{nameOf(fact.rule)}}});
    if (!changes.escalate.empty())
        m_parts.log.warning("alerts_escalated", "nobody acknowledged them: to the next contact",
            {{"rows_affected", static_cast<std::int64_t>(changes.escalate.size())}});
    return *applied;
}

Result<int> Reconciler::compareWhatIsDue()
{
    const auto due = m_parts.port->dueComparisons();
    if (!due)
        return tl::unexpected{due.error()};
    int made = 0;
    for (const DueComparison& comparison : *due) {
        const auto recorded = compare(comparison);
        if (!recorded)
            return tl::unexpected{recorded.error()};
        if (!recorded->recorded)
            continue;
        ++made;
        m_parts.log.info("compared",
            comparison.kind + " " + comparison.channel + " for " + comparison.bizDate.toString(),
            {{"compared", recorded->compared}, {"differences", recorded->differences}, {"opened", recorded->opened}});
    }
    return made;
}

Result<RecordedComparison> Reconciler::compare(const DueComparison& due)
{
    if (due.kind == "book")
        return compareBook(due);
    if (due.kind == "three tables")
        return m_parts.port->compareThreeTables(due);
    return m_parts.port->scanDeadLetters(due);
}

Result<RecordedComparison> Reconciler::compareBook(const DueComparison& due)
{
    ComparisonRecord record;
    record.due = due;
    const auto startedAt = m_parts.port->now();
    if (!startedAt)
        return tl::unexpected{startedAt.error()};
    record.startedAt = *startedAt;
    const BootInstant began = m_parts.clock();
    auto book = m_parts.books->readBook(due.endpoint, due.channel);
    if (!book) {
        record.outcome = ComparisonOutcome::NotRead;
        record.detail = book.error().detail;
        m_comparedAt = m_parts.clock() + kUnreadRetry;
        m_parts.log.failure("book_not_read", book.error());
    } else {
        // Ours is read after theirs: what they have was sent before, so its message is there.
        const auto ours = m_parts.port->readOurs(due.channel);
        if (!ours)
            return tl::unexpected{ours.error()};
        BookComparison comparison = compareBooks(*ours, entriesOf(*std::move(book)), record.startedAt);
        record.compared = comparison.compared;
        record.mismatches = std::move(comparison.mismatches);
        record.outcome = record.compared == 0 ? ComparisonOutcome::NothingCompared : ComparisonOutcome::Compared;
    }
    record.took = std::chrono::duration_cast<milliseconds>(m_parts.clock() - began);
    return m_parts.port->recordBook(record);
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
