// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reconcile_work.h"

#include <chrono>
#include <utility>

namespace onceover::engine {

namespace {

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

ReconcileWork::ReconcileWork(std::unique_ptr<WatchPort> port, std::unique_ptr<BookPort> books, BootClock clock)
    : m_port(std::move(port))
    , m_books(std::move(books))
    , m_clock(std::move(clock))
{
}

Result<WorkOutcome> ReconcileWork::work(const RunTask& task, const std::function<bool()>& keepGoing)
{
    const auto owed = m_port->comparisonsOwed(task.bizDate);
    if (!owed)
        return tl::unexpected{owed.error()};
    return compareEach(*owed, keepGoing);
}

Result<WorkOutcome> ReconcileWork::compareForFreezes()
{
    const auto owed = m_port->freezeComparisonsOwed();
    if (!owed)
        return tl::unexpected{owed.error()};
    return compareEach(*owed, [] { return true; });
}

Result<WorkOutcome> ReconcileWork::compareEach(
    const std::vector<DueComparison>& owed, const std::function<bool()>& keepGoing)
{
    WorkOutcome outcome;
    outcome.detail = "COMPARED";
    std::string unread;
    for (const DueComparison& due : owed) {
        if (!keepGoing())
            return fail(FailureKind::Cancelled, "stopped while comparing", "reconcile");
        const auto compared = compare(due);
        if (!compared)
            return tl::unexpected{compared.error()};
        if (!compared->unread.empty())
            unread += (unread.empty() ? "" : "; ") + due.channel + ": " + compared->unread;
        else if (compared->recorded.recorded)
            ++outcome.rowsAffected;
    }
    // What could be compared is written down; the rest is still owed, and the run is tried again.
    if (!unread.empty())
        return fail(FailureKind::Unavailable, "book not read, " + unread, "reconcile");
    return outcome;
}

Result<ReconcileWork::Compared> ReconcileWork::compare(const DueComparison& due)
{
    if (due.kind == "book")
        return compareBook(due);
    const auto recorded = due.kind == "three tables" ? m_port->compareThreeTables(due) : m_port->scanDeadLetters(due);
    return recorded.map([](const RecordedComparison& one) { return Compared{one, {}}; });
}

Result<ReconcileWork::Compared> ReconcileWork::compareBook(const DueComparison& due)
{
    ComparisonRecord record;
    record.due = due;
    const auto startedAt = m_port->now();
    if (!startedAt)
        return tl::unexpected{startedAt.error()};
    record.startedAt = *startedAt;
    const BootInstant began = m_clock();
    auto book = m_books->readBook(due.endpoint, due.channel);
    std::string unread;
    if (!book) {
        record.outcome = ComparisonOutcome::NotRead;
        record.detail = book.error().detail.empty() ? "no reason given" : book.error().detail;
        unread = record.detail;
    } else {
        // Ours is read after theirs: what they have was sent before, so its message is there.
        const auto ours = m_port->readOurs(due.channel);
        if (!ours)
            return tl::unexpected{ours.error()};
        BookComparison comparison = compareBooks(*ours, entriesOf(*std::move(book)), record.startedAt);
        record.compared = comparison.compared;
        record.mismatches = std::move(comparison.mismatches);
        record.outcome = record.compared == 0 ? ComparisonOutcome::NothingCompared : ComparisonOutcome::Compared;
    }
    record.took = std::chrono::duration_cast<milliseconds>(m_clock() - began);
    return m_port->recordBook(record).map([&](const RecordedComparison& one) { return Compared{one, unread}; });
}

} // namespace onceover::engine
