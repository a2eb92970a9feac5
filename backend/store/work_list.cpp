// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/work_list.h"

#include "store/control_rows.h"
#include "store/incident_rows.h"
#include "store/list_position.h"
#include "store/work_rows.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace onceover::store {

namespace {

constexpr std::int64_t kWorkCountedUpTo = 10000;
constexpr std::int64_t kWorkersCountedUpTo = 1999;

enum class Order { OldestFirst, NewestFirst };

/// A row's place in its list.
struct SortKey {
    std::int64_t micros = 0; ///< Since 1970, UTC.
    std::int64_t id = 0;
};

template <typename RowType>
struct Placed {
    RowType row;
    SortKey key;
};

/// The statements of one list and what narrows them.
struct ListStatements {
    std::string_view page;
    Params pageFilters;
    std::string_view groups;
    Params groupFilters;
    Order order = Order::OldestFirst;
    std::int64_t countedUpTo = kWorkCountedUpTo;
};

std::optional<std::int64_t> wholeNumber(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string textOf(const SortKey& key)
{
    return joinPosition({std::to_string(key.micros), std::to_string(key.id)});
}

/// The position just before a row: nothing of the list lies between the two.
SortKey justBefore(SortKey key, Order order)
{
    key.id += order == Order::OldestFirst ? -1 : 1;
    return key;
}

/// $1 to $4: direction, position (time, number), rows.
Result<Params> positionOf(const ListQuery& query, Order order)
{
    const bool backwards = !query.before.empty();
    const std::string& asked = backwards ? query.before : query.after;
    Params position = params(backwards);
    if (asked.empty()) {
        const bool ascending = order == Order::OldestFirst;
        position.add(std::string_view(ascending ? "-infinity" : "infinity"));
        position.add(ascending ? std::int64_t{-1} : std::numeric_limits<std::int64_t>::max());
    } else {
        const auto parts = splitPosition(asked, 2);
        if (!parts)
            return tl::unexpected{parts.error()};
        const auto micros = wholeNumber(parts->at(0));
        const auto id = wholeNumber(parts->at(1));
        if (!micros || !id)
            return refuse(Refusal::ValueMalformed, "position of a page");
        position.add(Timestamp{std::chrono::microseconds{*micros}}).add(*id);
    }
    position.add(rowsToAsk(query.limit));
    return position;
}

Params joined(Params first, const Params& rest)
{
    for (const std::optional<std::string>& value : rest.values())
        first.add(value);
    return first;
}

Result<std::vector<GroupCount>> groupsOf(const Rows& rows)
{
    return rows.readAll([](const Row& row) { return GroupCount{row.string("name"), row.int64("n")}; });
}

template <typename RowType>
Result<WorkPage> readPage(
    Transaction& snapshot, const ListQuery& query, const ListStatements& statements, RowType (*read)(const Row&))
{
    const Result<Params> position = positionOf(query, statements.order);
    if (!position)
        return tl::unexpected{position.error()};
    snapshot.queue("ReadClockNow");
    snapshot.queue(statements.groups, statements.groupFilters);
    snapshot.queue(statements.page, joined(*position, statements.pageFilters));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    const auto now = results->at(0).readOne([](const Row& row) { return row.timestamp("now"); });
    auto groups = groupsOf(results->at(1));
    auto rows = results->at(2).readAll([read](const Row& row) {
        return Placed<RowType>{read(row), {row.timestamp("sort_at").time_since_epoch().count(), row.int64("sort_id")}};
    });
    if (!now || !groups || !rows)
        return tl::unexpected{!now ? now.error() : !groups ? groups.error() : rows.error()};

    Page<RowType> page;
    page.takenAt = *now;
    page.groups = std::move(*groups);
    std::int64_t all = 0;
    for (const GroupCount& group : page.groups) {
        all += group.count;
        if (query.group.empty() || query.group == group.name)
            page.total += group.count;
    }
    page.totalIsEstimate = all > statements.countedUpTo;
    page.hasMore = static_cast<int>(rows->size()) == rowsToAsk(query.limit);
    if (page.hasMore) // The farthest one only told that there are more.
        rows->erase(query.before.empty() ? rows->end() - 1 : rows->begin());
    if (!rows->empty()) {
        page.start = textOf(justBefore(rows->front().key, statements.order));
        page.next = textOf(rows->back().key);
    }
    page.rows.reserve(rows->size());
    for (Placed<RowType>& placed : *rows)
        page.rows.push_back(std::move(placed.row));
    return WorkPage{std::move(page)};
}

Result<WorkPage> readStuckLeases(Transaction& snapshot, const ListQuery& query)
{
    const auto job = unlessEmpty(query.jobType);
    const auto key = unlessEmpty(query.keyPrefix);
    const Result<Rows> overdue = snapshot.run("ConsoleOverdueRows");
    if (!overdue)
        return tl::unexpected{overdue.error()};
    const auto cut = overdue->readOne([](const Row& row) { return row.boolean("cut"); });
    if (!cut)
        return tl::unexpected{cut.error()};
    auto page = readPage(snapshot, query,
        {"ConsoleStuckLeases", params(unlessEmpty(query.group), job, query.minAge, key), "ConsoleStuckLeaseGroups",
            params(job, query.minAge, key)},
        stuckLeaseRowOf);
    if (page && *cut)
        std::get<Page<StuckLeaseRow>>(*page).totalIsEstimate = true;
    return page;
}

} // namespace

Result<WorkPage> readWorkPage(Transaction& snapshot, WorkList list, const ListQuery& query)
{
    const auto status = unlessEmpty(query.status);
    const auto group = unlessEmpty(query.group);
    const auto job = unlessEmpty(query.jobType);
    const auto key = unlessEmpty(query.keyPrefix);
    const auto by = unlessEmpty(query.groupBy);
    const auto& date = query.bizDate;
    switch (list) {
    case WorkList::DeadLetters:
        return readPage(snapshot, query,
            {"ConsoleDeadLetters", params(status, group, date, job, query.minAge, key, by), "ConsoleDeadLetterGroups",
                params(status, date, job, query.minAge, key, by)},
            deadLetterListRowOf);
    case WorkList::StuckLeases:
        return readStuckLeases(snapshot, query);
    case WorkList::Messages:
        return readPage(snapshot, query,
            {"ConsoleMessages", params(status, group, job, query.merchant, key), "ConsoleMessageGroups",
                params(status, job, query.merchant, key)},
            messageRowOf);
    case WorkList::Channels:
        return readPage(
            snapshot, query, {"ConsoleChannels", params(group), "ConsoleChannelGroups", params()}, channelRowOf);
    case WorkList::Runs:
        return readPage(snapshot, query,
            {"ConsoleRuns", params(status, group, date, key), "ConsoleRunGroups", params(status, date, key),
                Order::NewestFirst},
            runRowOf);
    case WorkList::Attempts:
        return readPage(snapshot, query,
            {"ConsoleAttempts", params(status, group, job, date, key), "ConsoleAttemptGroups",
                params(status, job, date, key), Order::NewestFirst},
            attemptRowOf);
    case WorkList::Jobs:
        return readPage(snapshot, query, {"ConsoleJobs", params(group), "ConsoleJobGroups", params()}, jobRowOf);
    case WorkList::Workers:
        return readPage(snapshot, query,
            {"ConsoleWorkerList", params(status, key, group), "ConsoleWorkerGroups", params(status, key),
                Order::NewestFirst, kWorkersCountedUpTo},
            workerRowOf);
    case WorkList::Reconciliations:
        return readPage(snapshot, query,
            {"ConsoleReconciliations", params(group, date), "ConsoleReconciliationGroups", params(date),
                Order::NewestFirst},
            reconciliationRowOf);
    case WorkList::Differences:
        return readPage(snapshot, query,
            {"ConsoleDifferences",
                params(status, group, date, key, unlessEmpty(query.currency), unlessEmpty(query.sign)),
                "ConsoleDifferenceGroups",
                params(status, date, key, unlessEmpty(query.currency), unlessEmpty(query.sign))},
            differenceListRowOf);
    case WorkList::Alerts:
        return readPage(snapshot, query,
            {"ConsoleAlerts", params(status, group, key), "ConsoleAlertGroups", params(status, key)}, alertListRowOf);
    case WorkList::Requests:
        return readPage(snapshot, query,
            {"ConsoleRequests", params(group), "ConsoleRequestGroups", params(), Order::NewestFirst}, requestListRowOf);
    case WorkList::AuditLog:
        return readPage(snapshot, query,
            {"ConsoleAudit", params(status, group, date, key), "ConsoleAuditGroups", params(status, date, key),
                Order::NewestFirst},
            auditListRowOf);
    case WorkList::Access:
        return readPage(
            snapshot, query, {"ConsoleAccess", params(group), "ConsoleAccessGroups", params()}, accessRowOf);
    case WorkList::Statements:
        return readPage(snapshot, query,
            {"ConsoleStatements", params(group, date), "ConsoleStatementGroups", params(date), Order::NewestFirst},
            statementRowOf);
    case WorkList::StatementLines:
        return readPage(snapshot, query,
            {"ConsoleStatementLines", params(group, date, key), "ConsoleStatementLineGroups", params(date, key),
                Order::NewestFirst},
            statementLineRowOf);
    case WorkList::Incidents:
        return readPage(snapshot, query,
            {"ConsoleIncidents", params(group), "ConsoleIncidentGroups", params(), Order::NewestFirst}, incidentRowOf);
    case WorkList::ChainHeads:
        return readPage(
            snapshot, query, {"ConsoleAuditHeads", params(group), "ConsoleAuditHeadGroups", params()}, auditHeadRowOf);
    case WorkList::Rollouts:
        return readPage(
            snapshot, query, {"ConsoleRollouts", params(group), "ConsoleRolloutGroups", params()}, rolloutListRowOf);
    case WorkList::Calls:
        return readPage(snapshot, query,
            {"ConsoleCalls", params(status, group, date, key), "ConsoleCallGroups", params(status, date, key),
                Order::NewestFirst},
            callRowOf);
    }
    return fail(FailureKind::Broken, "no such list", "list");
}

} // namespace onceover::store
