// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/batch_list.h"

#include "store/list_position.h"

#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace onceover::store {

namespace {

/// The row beside the page: "infinity" and the largest id stand for the start.
struct BatchPosition {
    std::string bizDate = "infinity";
    std::int64_t batch = std::numeric_limits<std::int64_t>::max();
};

Result<BatchPosition> batchPositionOf(const ListQuery& query)
{
    const std::string& asked = query.before.empty() ? query.after : query.before;
    if (asked.empty() && query.fromDate)
        return BatchPosition{query.fromDate->toString(), std::numeric_limits<std::int64_t>::max()};
    if (asked.empty())
        return BatchPosition{};
    const auto parts = splitPosition(asked, 2);
    if (!parts)
        return tl::unexpected{parts.error()};
    const Result<BusinessDate> date = BusinessDate::parse(parts->at(0));
    if (!date)
        return tl::unexpected{date.error()};
    BatchPosition position{date->toString(), 0};
    const std::string& id = parts->at(1);
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), position.batch);
    if (error != std::errc{} || end != id.data() + id.size())
        return refuse(Refusal::ValueMalformed, "position of a page");
    return position;
}

AmountPerCurrency amountsOf(const Row& row)
{
    const std::vector<std::string> currencies = row.textArray("currencies");
    const std::vector<std::string> minors = row.textArray("minors");
    AmountPerCurrency amounts;
    for (std::size_t i = 0; i < currencies.size() && i < minors.size(); ++i) {
        std::int64_t minor = 0;
        const std::string& text = minors[i];
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), minor);
        if (error != std::errc{} || end != text.data() + text.size())
            row.throwMalformed("minors", "whole numbers");
        amounts[currencies[i]] = minor;
    }
    return amounts;
}

BatchRow batchRowOf(const Row& row)
{
    return {.batch = BatchId{row.int64("batch_id")},
        .runKey = row.string("run_key"),
        .jobId = row.string("job_id"),
        .jobType = row.string("job_type"),
        .bizDate = row.date("biz_date"),
        .scope = row.string("scope"),
        .grade = row.string("grade"),
        .status = row.string("status"),
        .statusReason = row.string("status_reason"),
        .total = row.int64("total"),
        .done = row.int64("done"),
        .unknown = row.int64("unknown"),
        .dead = row.int64("dead"),
        .amounts = amountsOf(row),
        .countAgrees = row.optionalBoolean("count_agrees"),
        .amountAgrees = row.optionalBoolean("amount_agrees"),
        .lastCheck = row.optionalTimestamp("last_check_at"),
        .triggered = row.int64("triggered"),
        .executed = row.int64("executed"),
        .tookEffect = row.int64("took_effect"),
        .createdAt = row.timestamp("created_at"),
        .finishedAt = row.optionalTimestamp("finished_at")};
}

} // namespace

Result<Page<BatchRow>> readBatchPage(Transaction& snapshot, const ListQuery& query)
{
    const Result<BatchPosition> position = batchPositionOf(query);
    if (!position)
        return tl::unexpected{position.error()};
    const auto status = unlessEmpty(query.status);
    const auto jobType = unlessEmpty(query.jobType);
    const int asked = rowsToAsk(query.limit);
    snapshot.queue("ConsoleBatchTotal", params(status, query.bizDate, jobType));
    const bool backwards = !query.before.empty();
    snapshot.queue(
        "ConsoleBatches", params(status, query.bizDate, jobType, position->bizDate, position->batch, asked, backwards));
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};

    auto page = results->at(0).readOne([](const Row& row) {
        Page<BatchRow> empty;
        empty.takenAt = row.timestamp("now");
        empty.total = row.int64("n");
        return empty;
    });
    if (!page)
        return page;
    auto rows = results->at(1).readAll(batchRowOf);
    if (!rows)
        return tl::unexpected{rows.error()};
    page->rows = std::move(*rows);
    page->hasMore = static_cast<int>(page->rows.size()) == asked;
    if (page->hasMore) // The farthest one only told that there are more; statements give newest first either way.
        page->rows.erase(backwards ? page->rows.begin() : page->rows.end() - 1);
    if (!page->rows.empty()) {
        const BatchRow& first = page->rows.front();
        const BatchRow& last = page->rows.back();
        page->start = joinPosition({first.bizDate.toString(), std::to_string(first.batch.value + 1)});
        page->next = joinPosition({last.bizDate.toString(), std::to_string(last.batch.value)});
    }
    return page;
}

} // namespace onceover::store
