// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching.h"
#include "core/policies/alert_rules.h"
#include "core/ports/book_port.h"
#include "core/records/figure.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// Everything that alerts are decided from, as of one moment. Each kind of fact is read by one statement.
struct AlertSheet {
    Timestamp readAt;
    EscalationLimits limits;
    std::vector<AlertFact> facts;
    std::vector<OpenAlert> open;
};

/// What became of decided changes.
struct AppliedAlerts {
    int changed = 0;  ///< Alerts opened, refreshed, closed or escalated.
    int messages = 0; ///< Written into the outbox, for whoever sends.
};

/// A comparison that a business date still owes.
struct DueComparison {
    std::string kind; ///< "book", "three tables" or "dead letters".
    std::string channel;
    std::string endpoint;
    BusinessDate bizDate;               ///< That of the run of `reconcile`; it is recorded under it.
    std::optional<std::int64_t> freeze; ///< Owed by a freeze that waits for it, and by no business date.
};

/// How a comparison ended. Names are those of reconciliation_run.outcome.
enum class ComparisonOutcome { Compared, NothingCompared, NotRead };

template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<ComparisonOutcome>{
    "COMPARED", "NOTHING_COMPARED", "NOT_READ"};
static_assert(namesAreComplete(ComparisonOutcome::NotRead));

/// One comparison as it is recorded.
struct ComparisonRecord {
    DueComparison due;
    Timestamp startedAt; ///< The database's time before anything was read.
    milliseconds took{0};
    ComparisonOutcome outcome = ComparisonOutcome::Compared;
    std::int64_t compared = 0;
    std::int64_t differences = 0;     ///< Found in a book, named below or not.
    std::vector<Mismatch> mismatches; ///< Of a book; the three tables are compared where they stand.
    std::string detail;
};

/// What was written down of it.
struct RecordedComparison {
    bool recorded = false; ///< False: another reconciler recorded this day's before.
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    std::int64_t opened = 0; ///< Not open before.
};

/// The watching duty's side of the database: it reads everything and writes alerts with their messages, comparisons
/// and differences, nothing else.
class WatchPort : public OurBookPort {
public:
    [[nodiscard]] virtual Result<AlertSheet> readAlertSheet() = 0;
    /// Applies what was decided, each change only while its premise holds, and writes in the same transaction the
    /// messages that open alerts owe at their present level: one per alert, level and kind, where a channel for it is
    /// enabled (R55, R130).
    [[nodiscard]] virtual Result<AppliedAlerts> applyAlerts(const AlertChanges& changes) = 0;

    /// What this business date still owes. Empty: nothing.
    [[nodiscard]] virtual Result<std::vector<DueComparison>> comparisonsOwed(BusinessDate bizDate) = 0;
    /// The books that drained freezes wait for before they may be lifted (DESIGN.md section 13). Empty: none.
    [[nodiscard]] virtual Result<std::vector<DueComparison>> freezeComparisonsOwed() = 0;
    [[nodiscard]] virtual Result<Timestamp> now() = 0;
    /// Records the comparison and opens a difference for each mismatch that has none.
    [[nodiscard]] virtual Result<RecordedComparison> recordBook(const ComparisonRecord& record) = 0;
    /// Compares the three tables where they stand and records it (R95–R99).
    [[nodiscard]] virtual Result<RecordedComparison> compareThreeTables(const DueComparison& due) = 0;
    /// The day's look at the dead letters: how many are open, how many for over a day (R83).
    [[nodiscard]] virtual Result<RecordedComparison> scanDeadLetters(const DueComparison& due) = 0;

    /// What is measured, for the scrape.
    [[nodiscard]] virtual Result<std::vector<FigureSample>> readFigures() = 0;
};

/// Where measured figures go.
class FigureSink {
public:
    virtual ~FigureSink() = default;
    /// Takes the newest figures in place of all earlier ones. Callable from any thread.
    virtual void publish(std::vector<FigureSample> samples) = 0;
};

} // namespace onceover
