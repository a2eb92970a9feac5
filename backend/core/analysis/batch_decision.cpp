// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/batch_decision.h"

#include <utility>

namespace onceover {

namespace {

std::int64_t countOf(const BatchFacts& facts, OperationState state)
{
    return facts.operations[static_cast<std::size_t>(state)];
}

bool everyShardEnumerated(const BatchFacts& facts)
{
    return facts.shardTotal > 0 && facts.shardsEnumerated + facts.shardsDone == facts.shardTotal;
}

bool countsAsExpected(const BatchFacts& facts)
{
    return operationsTotal(facts) == facts.expectedCount && amountsAgree(facts.operationMinor, facts.expectedMinor);
}

bool everythingAccepted(const BatchFacts& facts)
{
    return everyShardEnumerated(facts) && countsAsExpected(facts)
        && operationsAccepted(facts) == operationsTotal(facts);
}

bool readyToReconcile(const BatchFacts& facts)
{
    return everythingAccepted(facts) && facts.shardsDone == facts.shardTotal && facts.openDifferences == 0;
}

/// Can something move without a person? Shards that only wait for the scheduler to mark them count as well.
bool somethingMoves(const BatchFacts& facts)
{
    if (!everyShardEnumerated(facts))
        return true;
    if (operationsMovable(facts) > 0)
        return true;
    return everythingAccepted(facts) && facts.shardsDone < facts.shardTotal;
}

std::optional<BatchMove> moveBy(const BatchFacts& facts, BatchEvent event, std::string reason)
{
    const auto transition = decideBatchEvent(facts.status, event);
    if (!transition)
        return std::nullopt;
    return BatchMove{event, transition->to, std::move(reason)};
}

std::string reasonToStop(const BatchFacts& facts)
{
    if (facts.failedStopping > 0)
        return std::to_string(facts.failedStopping) + " failures of class RULE or DEFECT";
    if (facts.runAttemptsSpent && !everyShardEnumerated(facts))
        return "enumeration gave up: the run's attempts are spent";
    return {};
}

std::string reasonToWait(const BatchFacts& facts)
{
    if (!countsAsExpected(facts))
        return "operations differ from what the inputs were counted to";
    const std::int64_t failed = countOf(facts, OperationState::FailedPermanent) - facts.failedAccepted;
    return std::to_string(failed) + " failed, " + std::to_string(facts.unknownWaiting) + " unknown, "
        + std::to_string(facts.openDifferences) + " differences wait for a person";
}

std::optional<BatchMove> decideCreated(const BatchFacts& facts)
{
    if (operationsTotal(facts) > 0)
        return moveBy(facts, BatchEvent::Start, "there is work");
    if (!everyShardEnumerated(facts))
        return std::nullopt;
    if (facts.expectedCount == 0)
        return moveBy(facts, BatchEvent::FindEmpty, "no inputs: 0 = 0");
    return moveBy(facts, BatchEvent::Start, "inputs were counted, and no operation is there");
}

std::optional<BatchMove> decideOpen(const BatchFacts& facts)
{
    if (readyToReconcile(facts))
        return moveBy(facts, BatchEvent::AllDone, "all shards are done and counts are as expected");
    if (facts.status == BatchState::Running) {
        if (somethingMoves(facts))
            return std::nullopt;
        return moveBy(facts, BatchEvent::Stall, reasonToWait(facts));
    }
    if (operationsMovable(facts) > 0 || !everyShardEnumerated(facts))
        return moveBy(facts, BatchEvent::Resume, "something can move again");
    return std::nullopt; // Shards about to be marked DONE leave PARTIAL by AllDone at the next look.
}

std::optional<BatchMove> decideReconciling(const BatchFacts& facts)
{
    if (!everythingAccepted(facts))
        return moveBy(facts, BatchEvent::Differ, reasonToWait(facts));
    if (!facts.reconciled)
        return std::nullopt;
    const ReconcileFigures& figures = *facts.reconciled;
    if (const std::string difference = describeDifference(figures); !difference.empty())
        return moveBy(facts, BatchEvent::Differ, difference);
    if (figures.openDifferences > 0 || facts.openDifferences > 0)
        return moveBy(facts, BatchEvent::Differ, "open differences wait for a person");
    if (facts.shardsDone != facts.shardTotal)
        return std::nullopt; // An empty day comes here before its shards are marked DONE (0 of 0).
    return moveBy(facts, BatchEvent::Agree, "operations, ledger, outbox and answers agree");
}

void describeBook(std::string& text, std::string_view name, const BookFigures& book, const BookFigures& operations)
{
    if (book.count == operations.count && amountsAgree(book.minor, operations.minor))
        return;
    if (!text.empty())
        text += "; ";
    text += std::string{name} + " has " + std::to_string(book.count) + " of " + std::to_string(operations.count);
    for (const auto& [currency, minor] : operations.minor) {
        const auto found = book.minor.find(currency);
        const std::int64_t inBook = found == book.minor.end() ? 0 : found->second;
        if (inBook != minor)
            text += ", " + currency + " minor " + std::to_string(inBook) + " of " + std::to_string(minor);
    }
    for (const auto& [currency, minor] : book.minor) {
        if (minor != 0 && !operations.minor.contains(currency))
            text += ", " + currency + " minor " + std::to_string(minor) + " of 0";
    }
}

} // namespace

bool countsAgree(const ReconcileFigures& figures)
{
    const std::int64_t count = figures.operations.count;
    return figures.ledger.count == count && figures.outbox.count == count && figures.answers.count == count;
}

bool amountsAgree(const ReconcileFigures& figures)
{
    const AmountsByCurrency& minor = figures.operations.minor;
    return amountsAgree(figures.ledger.minor, minor) && amountsAgree(figures.outbox.minor, minor)
        && amountsAgree(figures.answers.minor, minor);
}

std::string describeDifference(const ReconcileFigures& figures)
{
    std::string text;
    describeBook(text, "ledger", figures.ledger, figures.operations);
    describeBook(text, "outbox", figures.outbox, figures.operations);
    describeBook(text, "answers", figures.answers, figures.operations);
    return text;
}

std::int64_t operationsTotal(const BatchFacts& facts)
{
    std::int64_t total = 0;
    for (const std::int64_t count : facts.operations)
        total += count;
    return total;
}

std::int64_t operationsAccepted(const BatchFacts& facts)
{
    return countOf(facts, OperationState::Succeeded) + facts.failedAccepted;
}

std::int64_t operationsMovable(const BatchFacts& facts)
{
    return countOf(facts, OperationState::Pending) + countOf(facts, OperationState::Retryable)
        + countOf(facts, OperationState::Processing) + countOf(facts, OperationState::AwaitingExternal)
        + countOf(facts, OperationState::UnknownExternal) - facts.unknownWaiting;
}

std::optional<BatchMove> decideBatch(const BatchFacts& facts)
{
    switch (facts.status) {
    case BatchState::Created:
    case BatchState::Running:
    case BatchState::Partial:
        if (std::string reason = reasonToStop(facts); !reason.empty())
            return moveBy(facts, BatchEvent::Fail, std::move(reason));
        return facts.status == BatchState::Created ? decideCreated(facts) : decideOpen(facts);
    case BatchState::Reconciling:
        return decideReconciling(facts);
    case BatchState::Completed:
    case BatchState::Failed:
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<ShardEvent> decideShard(const ShardFacts& facts)
{
    const bool complete = facts.actualCount == facts.expectedCount && facts.accepted == facts.actualCount
        && amountsAgree(facts.actualMinor, facts.expectedMinor);
    switch (facts.status) {
    case ShardState::Open:
        return std::nullopt;
    case ShardState::Enumerated:
        return complete ? std::optional{ShardEvent::Complete} : std::nullopt;
    case ShardState::Done:
        return complete ? std::nullopt : std::optional{ShardEvent::Rearm};
    }
    return std::nullopt;
}

} // namespace onceover
