// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reconcile_work.h"

#include "core/analysis/book_comparison.h"

#include <chrono>
#include <utility>

namespace onceover::engine {

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
        const auto compared = compare(due, keepGoing);
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

Result<ReconcileWork::Compared> ReconcileWork::compare(const DueComparison& due, const std::function<bool()>& keepGoing)
{
    if (due.kind == "book")
        return layBookBeside(due, keepGoing);
    const auto recorded = due.kind == "three tables" ? m_port->compareThreeTables(due) : m_port->scanDeadLetters(due);
    return recorded.map([](const RecordedComparison& one) { return Compared{one, {}}; });
}

Result<ReconcileWork::Compared> ReconcileWork::layBookBeside(
    const DueComparison& due, const std::function<bool()>& keepGoing)
{
    ComparisonRecord record;
    record.due = due;
    const auto startedAt = m_port->now();
    if (!startedAt)
        return tl::unexpected{startedAt.error()};
    record.startedAt = *startedAt;
    const BootInstant began = m_clock();
    auto compared = compareBook(*m_books, *m_port, due.endpoint, due.channel, record.startedAt,
        [&keepGoing](const BookProgress&) { return keepGoing(); });
    if (!compared)
        return tl::unexpected{compared.error()};
    record.detail = compared->unread;
    record.compared = compared->comparison.compared;
    record.differences = compared->comparison.found;
    record.mismatches = std::move(compared->comparison.mismatches);
    record.outcome = !record.detail.empty() ? ComparisonOutcome::NotRead
        : record.compared == 0              ? ComparisonOutcome::NothingCompared
                                            : ComparisonOutcome::Compared;
    if (record.differences > static_cast<std::int64_t>(record.mismatches.size()))
        record.detail = "only the first " + std::to_string(record.mismatches.size()) + " differences are listed";
    record.took = std::chrono::duration_cast<milliseconds>(m_clock() - began);
    return m_port->recordBook(record).map([&](const RecordedComparison& one) {
        return Compared{one, std::move(compared->unread)};
    });
}

} // namespace onceover::engine
