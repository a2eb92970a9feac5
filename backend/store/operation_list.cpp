// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/operation_list.h"

#include "core/states/operation_state.h"
#include "store/list_position.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace onceover::store {

namespace {

constexpr std::int64_t kCountedUpTo = 10000;

/// The first and the last operation id that begin with a prefix.
struct KeyRange {
    Uuid first;
    Uuid last;
};

/// Dashes may be left out. Nothing when no id can begin like that.
std::optional<KeyRange> rangeOf(std::string_view prefix)
{
    std::string digits;
    for (const char c : prefix) {
        if (c == '-')
            continue;
        if (std::isxdigit(static_cast<unsigned char>(c)) == 0)
            return std::nullopt;
        digits += c;
    }
    constexpr std::size_t kUuidDigits = 32;
    if (digits.size() > kUuidDigits)
        return std::nullopt;
    const auto filled = [&digits](char with) {
        std::string all = digits + std::string(kUuidDigits - digits.size(), with);
        for (const std::size_t dash : {8U, 13U, 18U, 23U})
            all.insert(dash, 1, '-');
        return Uuid::parse(all);
    };
    const auto first = filled('0');
    const auto last = filled('f');
    if (!first || !last)
        return std::nullopt;
    return KeyRange{*first, *last};
}

/// Where a page begins or ends: the row of this date, bucket and id, or the gap after it.
struct OperationPosition {
    std::string bizDate = "infinity";
    std::int16_t bucket = -1;
    Uuid id;
};

Uuid largestId()
{
    Uuid id;
    id.bytes.fill(0xFF);
    return id;
}

/// The position just before a row: nothing lies between the two.
OperationPosition justBefore(const BusinessDate& date, Bucket bucket, Uuid id)
{
    for (auto byte = id.bytes.rbegin(); byte != id.bytes.rend(); ++byte) {
        if ((*byte)-- != 0)
            return {date.toString(), bucket.value, id};
    }
    return {date.toString(), static_cast<std::int16_t>(bucket.value - 1), largestId()};
}

std::string textOf(const OperationPosition& position)
{
    return joinPosition({position.bizDate, std::to_string(position.bucket), position.id.toString()});
}

Result<OperationPosition> operationPositionOf(const ListQuery& query)
{
    const std::string& asked = query.before.empty() ? query.after : query.before;
    if (asked.empty()) {
        if (!query.fromDate)
            return OperationPosition{};
        const Result<BusinessDate> newer = query.fromDate->plusDays(1);
        if (!newer)
            return tl::unexpected{newer.error()};
        // The gap before that date, newest dates first: after every row of the next one.
        return OperationPosition{newer->toString(), std::numeric_limits<std::int16_t>::max(), largestId()};
    }
    const auto parts = splitPosition(asked, 3);
    if (!parts)
        return tl::unexpected{parts.error()};
    const Result<BusinessDate> date = BusinessDate::parse(parts->at(0));
    const std::optional<Uuid> id = Uuid::parse(parts->at(2));
    std::int16_t bucket = 0;
    const std::string& text = parts->at(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bucket);
    if (!date || !id || error != std::errc{} || end != text.data() + text.size())
        return refuse(Refusal::ValueMalformed, "position of a page");
    return OperationPosition{date->toString(), bucket, *id};
}

/// One index, read forwards and backwards.
struct Path {
    std::string_view after;
    std::string_view before;
};
constexpr Path kByDate{"ConsoleOperationsByDate", "ConsoleOperationsByDateBefore"};
constexpr Path kByMerchant{"ConsoleOperationsByMerchant", "ConsoleOperationsByMerchantBefore"};
constexpr Path kByBatch{"ConsoleOperationsByBatch", "ConsoleOperationsByBatchBefore"};
constexpr Path kByKey{"ConsoleOperationsByKey", "ConsoleOperationsByKeyBefore"};
constexpr Path kDue{"ConsoleOperationsDue", "ConsoleOperationsDueBefore"};
constexpr Path kAwaiting{"ConsoleOperationsAwaiting", "ConsoleOperationsAwaitingBefore"};
constexpr Path kUnknown{"ConsoleOperationsUnknown", "ConsoleOperationsUnknownBefore"};
constexpr Path kFailed{"ConsoleOperationsFailed", "ConsoleOperationsFailedBefore"};

/// The index that serves the narrowest filter of the query.
const Path& pathFor(const ListQuery& query)
{
    if (!query.keyPrefix.empty())
        return kByKey;
    if (query.batch)
        return kByBatch;
    if (query.merchant)
        return kByMerchant;
    const auto state = fromName<OperationState>(query.status);
    if (!state)
        return kByDate;
    switch (*state) {
    case OperationState::Pending:
    case OperationState::Retryable:
    case OperationState::Processing:
        return kDue;
    case OperationState::AwaitingExternal:
        return kAwaiting;
    case OperationState::UnknownExternal:
        return kUnknown;
    case OperationState::FailedPermanent:
        return kFailed;
    case OperationState::Succeeded:
        return kByDate;
    }
    return kByDate;
}

/// The key of one row of the page.
struct PageKey {
    BusinessDate bizDate;
    Bucket bucket;
    OperationId id;
};

PageKey pageKeyOf(const Row& row)
{
    return {row.date("biz_date"), row.bucket("bucket"), row.operationId("operation_id")};
}

OperationRow operationRowOf(const Row& row)
{
    return {.ref = {row.bucket("bucket"), row.operationId("operation_id")},
        .settlementType = row.string("settlement_type"),
        .merchant = row.int64("merchant_id"),
        .merchantName = row.string("merchant_name"),
        .bizDate = row.date("biz_date"),
        .amountMinor = row.int64("amount_minor"),
        .currency = row.string("currency"),
        .status = row.string("status"),
        .failureClass = row.textOrEmpty("failure_class"),
        .attempts = row.int32("attempts"),
        .nextAttempt = row.optionalTimestamp("next_attempt_at"),
        .leaseUntil = row.optionalTimestamp("lease_until"),
        .worker = row.textOrEmpty("worker_id"),
        .version = row.int64("version"),
        .channel = row.string("channel_id"),
        .externalRef = row.textOrEmpty("external_ref"),
        .lastError = row.string("last_error"),
        .batchKey = row.string("batch_key"),
        .updatedAt = row.timestamp("updated_at")};
}

/// The filters $1 to $5 that every path takes.
Params filtersOf(const ListQuery& query)
{
    return params(unlessEmpty(query.status), query.bizDate, unlessEmpty(query.jobType), query.merchant, query.batch);
}

Params pathParams(const ListQuery& query, const OperationPosition& position, const std::optional<KeyRange>& range)
{
    Params asked = filtersOf(query);
    asked.add(position.bizDate).add(position.bucket).add(position.id).add(rowsToAsk(query.limit));
    if (range) {
        asked.add(range->first).add(range->last);
    }
    return asked;
}

/// Queues the statement that counts, and says whether its number is exact only up to a limit.
bool queueTotal(Transaction& snapshot, const ListQuery& query, const std::optional<KeyRange>& range)
{
    if (!range && !query.merchant) {
        snapshot.queue("ConsoleOperationTotal",
            params(unlessEmpty(query.status), query.bizDate, unlessEmpty(query.jobType), query.batch));
        return false;
    }
    Params asked = filtersOf(query);
    asked.add(range ? std::optional{range->first} : std::nullopt)
        .add(range ? std::optional{range->last} : std::nullopt);
    snapshot.queue("ConsoleOperationTotalUpTo10000", asked);
    return true;
}

/// An id that no operation can have: the page is empty and the total 0, with the time of the reading.
Result<Page<OperationRow>> emptyPage(Transaction& snapshot)
{
    const Result<Rows> rows = snapshot.run("ReadClockNow");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) {
        Page<OperationRow> page;
        page.takenAt = row.timestamp("now");
        return page;
    });
}

Result<std::vector<OperationRow>> readRows(Transaction& snapshot, const std::vector<PageKey>& keys)
{
    std::vector<std::int16_t> buckets;
    std::vector<Uuid> ids;
    for (const PageKey& key : keys) {
        buckets.push_back(key.bucket.value);
        ids.push_back(key.id.value);
    }
    const Result<Rows> rows = snapshot.run("ConsoleOperationRows", params(buckets, ids));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(operationRowOf);
}

} // namespace

Result<Page<OperationRow>> readOperationPage(Transaction& snapshot, const ListQuery& query)
{
    std::optional<KeyRange> range;
    if (!query.keyPrefix.empty()) {
        range = rangeOf(query.keyPrefix);
        if (!range)
            return emptyPage(snapshot);
    }
    const Result<OperationPosition> position = operationPositionOf(query);
    if (!position)
        return tl::unexpected{position.error()};

    const bool countsToLimit = queueTotal(snapshot, query, range);
    const bool backwards = !query.before.empty();
    const Path& path = pathFor(query);
    snapshot.queue(backwards ? path.before : path.after, pathParams(query, *position, range));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    auto page = results->at(0).readOne([](const Row& row) {
        Page<OperationRow> counted;
        counted.takenAt = row.timestamp("now");
        counted.total = row.int64("n");
        return counted;
    });
    if (!page)
        return page;
    auto keys = results->at(1).readAll(pageKeyOf);
    if (!keys)
        return tl::unexpected{keys.error()};

    page->totalIsEstimate = countsToLimit && page->total > kCountedUpTo;
    page->hasMore = static_cast<int>(keys->size()) == rowsToAsk(query.limit);
    if (page->hasMore)
        keys->pop_back(); // The farthest one only told that there are more.
    if (backwards)
        std::reverse(keys->begin(), keys->end());
    if (!keys->empty()) {
        const PageKey& first = keys->front();
        const PageKey& last = keys->back();
        page->start = textOf(justBefore(first.bizDate, first.bucket, first.id.value));
        page->next = textOf({last.bizDate.toString(), last.bucket.value, last.id.value});
    }
    auto rows = readRows(snapshot, *keys);
    if (!rows)
        return tl::unexpected{rows.error()};
    page->rows = std::move(*rows);
    return page;
}

} // namespace onceover::store
