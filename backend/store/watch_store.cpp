// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/watch_store.h"

#include "store/watch_rows.h"

#include <array>
#include <chrono>

namespace onceover::store {

namespace {

/// Each kind of fact that alerts are decided from, read by one statement.
constexpr std::array<std::string_view, 12> kFactStatements{"ReadLetterFacts", "ReadUnknownFacts", "ReadLeaseFacts",
    "ReadQueueFacts", "ReadDifferenceFacts", "ReadFailureFacts", "ReadScheduleFacts", "ReadWorkerFacts",
    "ReadComparisonFacts", "ReadCalendarFacts", "ReadHistoryFacts", "ReadRequestFacts"};

Result<Done> readFacts(Transaction& transaction, std::string_view statement, std::vector<AlertFact>& facts)
{
    const auto rows = transaction.run(statement);
    if (!rows)
        return tl::unexpected{rows.error()};
    auto read = rows->readAll(readAlertFact);
    if (!read)
        return tl::unexpected{read.error()};
    std::move(read->begin(), read->end(), std::back_inserter(facts));
    return Done{};
}

Result<int> countRows(Transaction& transaction, std::string_view statement, const Params& params)
{
    return transaction.run(statement, params).map([](const Rows& rows) { return rows.size(); });
}

/// The comparison's row; nothing when this day has one.
Result<std::optional<std::int64_t>> recordRun(
    Transaction& transaction, const ComparisonRecord& record, std::int64_t differences, const WorkerId& worker)
{
    const auto rows = transaction.run("RecordComparison",
        params(record.due.kind, record.due.channel, record.due.bizDate, record.outcome, record.startedAt, record.took,
            record.compared, differences, record.detail, worker, record.due.freeze));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return std::optional<std::int64_t>{};
    return rows->readOne([](const Row& row) { return std::optional{row.int64("reconciliation_id")}; });
}

/// The messages that open alerts owe; how many were written now. One that another reconciler writes meanwhile is not
/// written again.
Result<int> writeOwedMessages(Transaction& transaction)
{
    const auto rows = transaction.run("ReadOwedAlertMessages");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto owed = rows->readAll(readOwedAlert);
    if (!owed)
        return tl::unexpected{owed.error()};
    int written = 0;
    for (const OwedAlert& one : *owed) {
        if (!one.fact)
            continue; // Of a rule that only a newer program knows: that one tells it.
        const auto sent
            = transaction.run("SendAlert", params(one.alert, one.level, one.kind, alertText(*one.fact, one.level)));
        if (!sent)
            return tl::unexpected{sent.error()};
        const auto isNew = sent->readOne([](const Row& row) { return row.boolean("written"); });
        if (!isNew)
            return tl::unexpected{isNew.error()};
        written += *isNew ? 1 : 0;
    }
    return written;
}

ComparisonOutcome outcomeOf(std::int64_t compared)
{
    return compared == 0 ? ComparisonOutcome::NothingCompared : ComparisonOutcome::Compared;
}

Result<RecordedComparison> finishRun(Transaction& transaction, std::int64_t run, RecordedComparison recorded)
{
    if (const auto counted = countRows(transaction, "CountOpenedDifferences", params(run, recorded.opened)); !counted)
        return tl::unexpected{counted.error()};
    recorded.recorded = true;
    return recorded;
}

} // namespace

WatchStore::WatchStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<AlertSheet> WatchStore::readAlertSheet()
{
    return inTransaction(*m_duty, [this](Transaction& transaction) -> Result<AlertSheet> {
        AlertSheet sheet;
        const auto clock = transaction.run("ReadWatchClock");
        if (!clock)
            return tl::unexpected{clock.error()};
        const auto read = clock->readOne([&](const Row& row) {
            sheet.readAt = row.timestamp("now");
            sheet.limits = {row.millis("escalation_ms"), row.millis("at_least_ms"), row.int32("escalations_most")};
            return Done{};
        });
        if (!read)
            return tl::unexpected{read.error()};
        // What is open is read first: an alert that another one opens meanwhile is not closed by facts that are older.
        const auto rows = transaction.run("ReadOpenAlerts");
        if (!rows)
            return tl::unexpected{rows.error()};
        auto open = rows->readAll(readOpenAlert);
        if (!open)
            return tl::unexpected{open.error()};
        sheet.open = *std::move(open);
        for (const std::string_view statement : kFactStatements)
            if (const auto facts = readFacts(transaction, statement, sheet.facts); !facts)
                return tl::unexpected{facts.error()};
        if (const auto guards = addGuardFacts(transaction, sheet.facts); !guards)
            return tl::unexpected{guards.error()};
        return sheet;
    });
}

// What guards there are is read first: one that changes meanwhile is looked at in the next round.
Result<Done> WatchStore::addGuardFacts(Transaction& transaction, std::vector<AlertFact>& facts)
{
    const auto rows = transaction.run("ReadGuardsSeen");
    if (!rows)
        return tl::unexpected{rows.error()};
    auto seen = rows->readOne([](const Row& row) { return row.string("seen"); });
    if (!seen)
        return tl::unexpected{seen.error()};
    if (*seen != m_guardsSeen) {
        std::vector<AlertFact> read;
        if (const auto done = readFacts(transaction, "ReadGuardFacts", read); !done)
            return done;
        m_guardFacts = std::move(read);
        m_guardsSeen = *std::move(seen);
    }
    facts.insert(facts.end(), m_guardFacts.begin(), m_guardFacts.end());
    return Done{};
}

Result<AppliedAlerts> WatchStore::applyAlerts(const AlertChanges& changes)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<AppliedAlerts> {
        AppliedAlerts applied;
        const auto apply = [&](std::string_view statement, const Params& params) -> Result<Done> {
            const auto counted = countRows(transaction, statement, params);
            if (!counted)
                return tl::unexpected{counted.error()};
            applied.changed += *counted;
            return Done{};
        };
        for (const AlertFact& fact : changes.open)
            if (const auto done = apply("OpenAlert", alertParams(fact)); !done)
                return tl::unexpected{done.error()};
        for (const auto& [id, fact] : changes.refresh)
            if (const auto done = apply("RefreshAlert", params(id, fact.lastError, fact.detail)); !done)
                return tl::unexpected{done.error()};
        if (!changes.close.empty())
            if (const auto done = apply("CloseAlerts", params(changes.close)); !done)
                return tl::unexpected{done.error()};
        if (!changes.escalate.empty())
            if (const auto done = apply("EscalateAlerts", escalationParams(changes.escalate)); !done)
                return tl::unexpected{done.error()};
        const auto written = writeOwedMessages(transaction);
        if (!written)
            return tl::unexpected{written.error()};
        applied.messages = *written;
        return applied;
    });
}

Result<std::vector<DueComparison>> WatchStore::comparisonsOwed(BusinessDate bizDate)
{
    return inTransaction(*m_duty, [bizDate](Transaction& transaction) -> Result<std::vector<DueComparison>> {
        const auto rows = transaction.run("ReadComparisonsOwed", params(bizDate));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll([bizDate](const Row& row) {
            return DueComparison{row.string("kind"), row.string("channel_id"), row.string("endpoint"), bizDate, {}};
        });
    });
}

Result<std::vector<DueComparison>> WatchStore::freezeComparisonsOwed()
{
    return inTransaction(*m_duty, [](Transaction& transaction) -> Result<std::vector<DueComparison>> {
        const auto rows = transaction.run("ReadFreezeComparisonsOwed");
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll([](const Row& row) {
            return DueComparison{
                "book", row.string("channel_id"), row.string("endpoint"), row.date("biz_date"), row.int64("freeze_id")};
        });
    });
}

Result<Timestamp> WatchStore::now()
{
    return inTransaction(*m_duty, [](Transaction& transaction) -> Result<Timestamp> {
        const auto rows = transaction.run("ReadWatchClock");
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne([](const Row& row) { return row.timestamp("now"); });
    });
}

Result<std::vector<BookPair>> WatchStore::pairUp(const std::string& channel, std::vector<TheirEntry> theirs)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<BookPair>> {
        const auto rows = transaction.run("PairOurBook", pairParams(channel, theirs));
        if (!rows)
            return tl::unexpected{rows.error()};
        return readPairs(*rows, theirs);
    });
}

Result<std::vector<OurEntry>> WatchStore::acceptedBefore(
    const std::string& channel, Timestamp before, OurPlace after, int limit)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<OurEntry>> {
        const auto rows = transaction.run("ReadAcceptedBook", acceptedParams(channel, before, after, limit));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll(readOurEntry);
    });
}

Result<std::int64_t> WatchStore::countAcceptedBefore(const std::string& channel, Timestamp before)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::int64_t> {
        const auto rows = transaction.run("CountAcceptedBook", params(channel, before));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne(readAccepted);
    });
}

Result<RecordedComparison> WatchStore::recordBook(const ComparisonRecord& record)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<RecordedComparison> {
        RecordedComparison recorded;
        recorded.compared = record.compared;
        recorded.differences = record.differences;
        const auto run = recordRun(transaction, record, recorded.differences, m_duty->worker());
        if (!run)
            return tl::unexpected{run.error()};
        if (!*run)
            return recorded;
        const auto opened = countRows(transaction, "WriteBookDifferences", mismatchParams(record, **run));
        if (!opened)
            return tl::unexpected{opened.error()};
        recorded.opened = *opened;
        return finishRun(transaction, **run, recorded);
    });
}

Result<RecordedComparison> WatchStore::compareThreeTables(const DueComparison& due)
{
    const auto startedAt = now();
    if (!startedAt)
        return tl::unexpected{startedAt.error()};
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<RecordedComparison> {
        const auto began = std::chrono::steady_clock::now();
        const auto rows = transaction.run("CountThreeTables");
        if (!rows)
            return tl::unexpected{rows.error()};
        auto counted = rows->readOne([](const Row& row) {
            RecordedComparison counts;
            counts.compared = row.int64("compared");
            counts.differences = row.int64("differences");
            return counts;
        });
        if (!counted)
            return counted;
        ComparisonRecord record;
        record.due = due;
        record.startedAt = *startedAt;
        record.outcome = outcomeOf(counted->compared);
        record.compared = counted->compared;
        record.took = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began);
        const auto run = recordRun(transaction, record, counted->differences, m_duty->worker());
        if (!run)
            return tl::unexpected{run.error()};
        if (!*run)
            return counted;
        const auto opened = countRows(transaction, "WriteThreeTableDifferences", params(**run));
        if (!opened)
            return tl::unexpected{opened.error()};
        counted->opened = *opened;
        return finishRun(transaction, **run, *counted);
    });
}

Result<RecordedComparison> WatchStore::scanDeadLetters(const DueComparison& due)
{
    const auto startedAt = now();
    if (!startedAt)
        return tl::unexpected{startedAt.error()};
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<RecordedComparison> {
        const auto rows = transaction.run("CountOpenLetters");
        if (!rows)
            return tl::unexpected{rows.error()};
        auto counted = rows->readOne([](const Row& row) {
            RecordedComparison counts;
            counts.compared = row.int64("open");
            counts.differences = row.int64("old");
            return counts;
        });
        if (!counted)
            return counted;
        ComparisonRecord record;
        record.due = due;
        record.startedAt = *startedAt;
        record.compared = counted->compared;
        record.detail
            = std::to_string(counted->compared) + " open, " + std::to_string(counted->differences) + " over the limit";
        const auto run = recordRun(transaction, record, counted->differences, m_duty->worker());
        if (!run)
            return tl::unexpected{run.error()};
        counted->recorded = run->has_value();
        return counted;
    });
}

Result<std::vector<FigureSample>> WatchStore::readFigures()
{
    return inTransaction(*m_duty, [](Transaction& transaction) -> Result<std::vector<FigureSample>> {
        const auto rows = transaction.run("ReadFigures");
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll(readFigure);
    });
}

} // namespace onceover::store
