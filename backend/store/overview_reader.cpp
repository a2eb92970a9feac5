// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/overview_reader.h"

#include <algorithm>
#include <utility>

namespace onceover::store {

namespace {

constexpr std::size_t kWorklistMax = 50;

/// One number of one status (or day) in one currency; several make a StateCount.
struct CountCell {
    std::string status;
    std::string currency;
    std::int64_t n = 0;
    std::int64_t minor = 0;
};

struct AmountCell {
    std::string kind;
    std::string currency;
    std::int64_t minor = 0;
};

CountCell cellOf(const Row& row, std::string_view key)
{
    return {row.string(key), row.string("currency"), row.int64("n"), row.int64("amount_minor")};
}

/// Cells of one key follow each other.
std::vector<StateCount> joinCells(const std::vector<CountCell>& cells)
{
    std::vector<StateCount> counts;
    for (const CountCell& cell : cells) {
        if (counts.empty() || counts.back().status != cell.status)
            counts.push_back({.status = cell.status, .count = 0, .amounts = {}});
        counts.back().count += cell.n;
        counts.back().amounts[cell.currency] += cell.minor;
    }
    return counts;
}

OverviewSnapshot figuresOf(const Row& row)
{
    OverviewSnapshot overview;
    overview.takenAt = row.timestamp("now");
    overview.lastSchedulerBeat = row.optionalTimestamp("scheduler_beat");
    overview.lastSend = row.optionalTimestamp("last_send");
    overview.lastWorkerSeen = row.optionalTimestamp("worker_seen");
    overview.stuckLeases = row.int64("stuck_leases");
    overview.oldestStuckLease = row.optionalTimestamp("oldest_stuck_lease");
    overview.deadLetters = row.int64("dead_letters");
    overview.deadLettersOver24h = row.int64("dead_letters_over_24h");
    overview.unknownAtBank = row.int64("unknown_at_bank");
    overview.openDifferences = row.int64("open_differences");
    overview.lastReconciled = row.optionalTimestamp("last_reconciled");
    overview.approvalsOpen = row.int64("approvals_open");
    overview.incidentsOpen = row.int64("incidents_open");
    overview.incident = row.int64("incident_id");
    overview.alertsOpen = row.int64("alerts_open");
    overview.alertsUnseen = row.int64("alerts_unseen");
    overview.batchesOpen = row.int64("batches_open");
    overview.operations = row.int64("operations");
    overview.outboxOpen = row.int64("outbox_open");
    overview.oldestUnsent = row.optionalTimestamp("oldest_unsent");
    return overview;
}

WorkerLine workerOf(const Row& row)
{
    return {row.string("worker_id"), row.textArray("duties"), row.timestamp("last_beat"), row.boolean("alive")};
}

FreezeLine freezeOf(const Row& row)
{
    return {row.string("scope_kind"), row.textOrEmpty("scope_ref"), row.timestamp("effective_at"), row.string("actor"),
        row.string("reason"), row.boolean("is_pause")};
}

HourCount hourOf(const Row& row)
{
    return {row.timestamp("hour"), row.string("status"), row.int64("n")};
}

WorklistRow worklistOf(const Row& row)
{
    return {.kind = row.string("kind"),
        .key = row.textOrEmpty("key"),
        .title = row.textOrEmpty("title"),
        .grade = row.string("grade"),
        .since = row.timestamp("since"),
        .amountMinor = row.optionalInt64("amount_minor"),
        .currency = row.textOrEmpty("currency")};
}

/// One number of the Overview as it was sampled.
struct MetricSample {
    std::string name;
    std::int64_t value = 0;
    Timestamp at;
};

/// The three onces of the newest business date.
struct DayFigures {
    std::optional<BusinessDate> bizDate;
    std::int64_t triggered = 0;
    std::int64_t executed = 0;
    std::int64_t tookEffect = 0;
    std::int64_t effectsMax = 0;
};

DayFigures dayOf(const Row& row)
{
    DayFigures day;
    if (!row.isNull("biz_date"))
        day.bizDate = row.date("biz_date");
    day.triggered = row.int64("triggered");
    day.executed = row.int64("executed");
    day.tookEffect = row.int64("took_effect");
    day.effectsMax = row.int64("effects_max");
    return day;
}

/// Reads one result into its place; false after a failure, which is kept.
template <typename Read, typename Value>
bool take(const Rows& rows, Read read, std::vector<Value>& into, std::optional<Failure>& failure)
{
    auto values = rows.readAll(read);
    if (!values) {
        failure = values.error();
        return false;
    }
    into = std::move(*values);
    return true;
}

void applyAmounts(OverviewSnapshot& overview, const std::vector<AmountCell>& amounts)
{
    for (const AmountCell& cell : amounts)
        (cell.kind == "unknown" ? overview.unknownAmounts : overview.differenceAmounts)[cell.currency] += cell.minor;
}

void applyDay(OverviewSnapshot& overview, const DayFigures& day)
{
    overview.newestBizDate = day.bizDate;
    overview.triggered = day.triggered;
    overview.executed = day.executed;
    overview.tookEffect = day.tookEffect;
    overview.effectsMax = day.effectsMax;
}

} // namespace

Result<OverviewSnapshot> readOverview(Transaction& snapshot)
{
    snapshot.queue("ConsoleFigures");
    snapshot.queue("ConsoleStateCounts");
    snapshot.queue("ConsoleWorkers");
    snapshot.queue("ConsoleFreezes");
    snapshot.queue("ConsoleAmountsAtRisk");
    snapshot.queue("ConsoleNewestDay");
    snapshot.queue("ConsoleWorklist");
    snapshot.queue("ConsoleSucceededPerDay");
    snapshot.queue("ConsoleHeldOperations");
    snapshot.queue("ConsoleHours");
    snapshot.queue("ConsoleHourAgo");
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};

    Result<OverviewSnapshot> overview = results->at(0).readOne(figuresOf);
    if (!overview)
        return overview;
    std::vector<CountCell> states;
    std::vector<CountCell> days;
    std::vector<AmountCell> amounts;
    std::vector<MetricSample> hourAgo;
    std::optional<Failure> failure;
    const auto sampleOf = [](const Row& row) {
        return MetricSample{row.string("name"), row.int64("value"), row.timestamp("sampled_at")};
    };
    const auto amountOf = [](const Row& row) {
        return AmountCell{row.string("kind"), row.string("currency"), row.int64("amount_minor")};
    };
    const bool taken = take(
                           results->at(1), [](const Row& row) { return cellOf(row, "status"); }, states, failure)
        && take(results->at(2), workerOf, overview->workers, failure)
        && take(results->at(3), freezeOf, overview->freezes, failure)
        && take(results->at(4), amountOf, amounts, failure)
        && take(results->at(6), worklistOf, overview->worklist, failure)
        && take(
            results->at(7), [](const Row& row) { return cellOf(row, "biz_date"); }, days, failure)
        && take(results->at(9), hourOf, overview->hours, failure) && take(results->at(10), sampleOf, hourAgo, failure);
    if (!taken)
        return tl::unexpected{*failure};
    const Result<DayFigures> day = results->at(5).readOne(dayOf);
    if (!day)
        return tl::unexpected{day.error()};
    const Result<std::int64_t> held = results->at(8).readOne([](const Row& row) { return row.int64("held"); });
    if (!held)
        return tl::unexpected{held.error()};

    overview->states = joinCells(states);
    overview->succeededPerDay = joinCells(days);
    overview->heldOperations = *held;
    overview->hoursKnown = !overview->hours.empty();
    for (const MetricSample& sample : hourAgo) {
        overview->hourAgo.emplace(sample.name, sample.value);
        overview->hourAgoAt = sample.at;
    }
    applyAmounts(*overview, amounts);
    applyDay(*overview, *day);
    overview->workersAlive = static_cast<int>(std::count_if(
        overview->workers.begin(), overview->workers.end(), [](const WorkerLine& line) { return line.alive; }));
    overview->worklistHasMore = overview->worklist.size() > kWorklistMax;
    if (overview->worklistHasMore)
        overview->worklist.resize(kWorklistMax);
    return overview;
}

Result<PracticeFacts> readPractice(Transaction& snapshot)
{
    const Result<Rows> rows = snapshot.run("ConsolePractice");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) {
        return PracticeFacts{.liveWorker = row.textOrEmpty("live_worker"),
            .livePid = row.int64("live_pid"),
            .goneWorker = row.textOrEmpty("gone_worker"),
            .goneSince = row.optionalTimestamp("gone_since"),
            .leftByGone = row.int64("left_by_gone"),
            .takenOver = row.int64("taken_over"),
            .earlierWorker = row.textOrEmpty("earlier_worker"),
            .earlierLost = row.optionalTimestamp("earlier_lost"),
            .earlierTakenOver = row.int64("earlier_taken_over"),
            .repeatedRun = row.textOrEmpty("repeated_run"),
            .repeatedAt = row.optionalTimestamp("repeated_at"),
            .repeatedBy = row.textOrEmpty("repeated_by"),
            .frozen = row.optionalInt64("frozen").value_or(0),
            .frozenScope = row.textOrEmpty("frozen_scope"),
            .frozenBy = row.textOrEmpty("frozen_by"),
            .frozenAt = row.optionalTimestamp("frozen_at"),
            .replay = row.optionalInt64("replay").value_or(0),
            .replayBy = row.textOrEmpty("replay_by"),
            .replayAt = row.optionalTimestamp("replay_at"),
            .letters = row.int64("letters"),
            .waiting = row.int64("waiting"),
            .approved = row.optionalInt64("approved").value_or(0),
            .approvedMaker = row.textOrEmpty("approved_maker"),
            .approvedBy = row.textOrEmpty("approved_by"),
            .approvedAt = row.optionalTimestamp("approved_at"),
            .verifiedBy = row.textOrEmpty("verified_by"),
            .verifiedAt = row.optionalTimestamp("verified_at"),
            .verifiedRows = row.optionalInt64("verified_rows").value_or(0),
            .workersAlive = row.int32("workers_alive"),
            .daysBehind = row.int32("days_behind"),
            .daysSettled = row.int32("days_settled")};
    });
}

Result<StatusSnapshot> readStatus(Transaction& snapshot)
{
    snapshot.queue("ConsoleFigures");
    snapshot.queue("ConsoleStateCounts");
    snapshot.queue("ConsoleWorkers");
    snapshot.queue("ConsoleFreezes");
    snapshot.queue("ReadBatchCounts");
    snapshot.queue("ReadOpenMessageCounts");
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};

    const Result<OverviewSnapshot> figures = results->at(0).readOne(figuresOf);
    if (!figures)
        return tl::unexpected{figures.error()};
    StatusSnapshot status;
    status.takenAt = figures->takenAt;
    status.stuckLeases = figures->stuckLeases;
    status.deadLetters = figures->deadLetters;
    std::vector<CountCell> states;
    std::vector<std::pair<std::string, std::int64_t>> batches;
    std::vector<std::pair<std::string, std::int64_t>> messages;
    std::optional<Failure> failure;
    const auto pairOf = [](const Row& row) { return std::pair{row.string("status"), row.int64("n")}; };
    const bool taken = take(
                           results->at(1), [](const Row& row) { return cellOf(row, "status"); }, states, failure)
        && take(results->at(2), workerOf, status.workers, failure)
        && take(results->at(3), freezeOf, status.frozen, failure) && take(results->at(4), pairOf, batches, failure)
        && take(results->at(5), pairOf, messages, failure);
    if (!taken)
        return tl::unexpected{*failure};
    for (const StateCount& count : joinCells(states))
        status.operations[count.status] = count.count;
    status.batches.insert(batches.begin(), batches.end());
    for (const auto& [name, n] : messages) {
        if (n > 0)
            status.outbox[name] = n;
    }
    return status;
}

} // namespace onceover::store
