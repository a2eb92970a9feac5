// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/batch_figures.h"

namespace onceover::store {

namespace {

/// Two array columns as one map: names and their numbers, place by place.
std::map<std::string, std::int64_t> numbersByName(const Row& row, std::string_view names, std::string_view numbers)
{
    const std::vector<std::string> keys = row.textArray(names);
    const std::vector<std::int64_t> values = row.int64Array(numbers);
    if (keys.size() != values.size())
        row.throwMalformed(numbers, "as long as " + std::string{names});
    std::map<std::string, std::int64_t> all;
    for (std::size_t i = 0; i < keys.size(); ++i)
        all[keys[i]] += values[i];
    return all;
}

} // namespace

BatchFacts batchFactsFrom(const Row& row)
{
    BatchFacts facts;
    facts.batch = BatchId{row.int64("batch_id")};
    facts.run = RunId{row.int64("run_id")};
    facts.job = JobId{row.string("job_id")};
    facts.bizDate = row.date("biz_date");
    facts.status = row.named<BatchState>("status");
    facts.shardTotal = row.int16("shard_total");
    facts.shardsEnumerated = row.int32("enumerated");
    facts.shardsDone = row.int32("done");
    facts.expectedCount = row.int64("expected");
    facts.expectedMinor = numbersByName(row, "expected_currencies", "expected_amounts");
    for (const auto& [status, count] : numbersByName(row, "statuses", "status_counts")) {
        const auto state = fromName<OperationState>(status);
        if (!state)
            row.throwMalformed("statuses", "known names");
        facts.operations[static_cast<std::size_t>(*state)] = count;
    }
    facts.operationMinor = numbersByName(row, "currencies", "amounts");
    facts.failedAccepted = row.int64("failed_accepted");
    facts.failedStopping = row.int64("failed_stopping");
    facts.unknownWaiting = row.int64("unknown_waiting");
    facts.openDifferences = row.int64("differences");
    facts.runAttemptsSpent = row.boolean("attempts_spent");
    return facts;
}

ShardFacts shardFactsFrom(const Row& row)
{
    ShardFacts facts;
    facts.status = row.named<ShardState>("status");
    facts.expectedCount = row.int64("expected");
    facts.expectedMinor = numbersByName(row, "expected_currencies", "expected_amounts");
    facts.actualCount = row.int64("actual");
    facts.actualMinor = numbersByName(row, "currencies", "amounts");
    facts.accepted = row.int64("accepted");
    return facts;
}

Result<ReconcileFigures> reconcileFiguresFrom(const Rows& rows)
{
    ReconcileFigures figures;
    const auto read = rows.readAll([&](const Row& row) {
        const std::string_view name = row.text("book");
        BookFigures& book = name == "operations" ? figures.operations
            : name == "ledger"                   ? figures.ledger
            : name == "outbox"                   ? figures.outbox
                                                 : figures.answers;
        book.count += row.int64("n");
        book.minor[row.string("currency")] += row.int64("amount_minor");
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return figures;
}

} // namespace onceover::store
