// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis.h"

#include <algorithm>
#include <date/date.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kImbalanceFactor = 5; ///< The largest part against the middle one.

using Pair = std::pair<const Execution*, const Execution*>; ///< Earlier, later.

bool isWhole(const Execution& execution)
{
    return !execution.shard || execution.shard->total <= 1;
}

/// Did it work on everything, whatever it was told?
bool didWhole(const Execution& execution)
{
    return execution.items && execution.scopeItems && *execution.scopeItems > 0
        && *execution.items >= *execution.scopeItems;
}

/// Were both told to do the same, or a part of the same, or did one of them do it? Of two divisions into different
/// numbers nobody can say that they are apart.
bool sharesWork(const Execution& one, const Execution& other)
{
    if (isWhole(one) || isWhole(other) || didWhole(one) || didWhole(other))
        return true;
    return one.shard->total != other.shard->total || one.shard->index == other.shard->index;
}

/// Is the later one a repetition of an earlier one that is known to have failed before it began?
bool repeatsKnownFailure(const Execution& earlier, const Execution& later)
{
    const bool isRetry = later.start == StartKind::Retry; // Of that one, or of a retry between them.
    const bool isKnown = earlier.end == ExecutionEnd::Failed || earlier.end == ExecutionEnd::NotDispatched;
    const bool isOver = earlier.end == ExecutionEnd::NotDispatched
        || (earlier.endedAt && later.dispatchedAt && *earlier.endedAt <= *later.dispatchedAt);
    return isRetry && isKnown && isOver;
}

/// What the executions of one piece of business have in common. Without a business key only those are held together
/// that were dispatched in the same second: a schedule never means two for one second.
std::string workOf(const Execution& execution)
{
    if (!execution.scope.empty())
        return execution.scope;
    if (!execution.trigger.empty())
        return execution.trigger;
    if (!execution.dispatchedAt)
        return {};
    const auto second = std::chrono::floor<std::chrono::seconds>(*execution.dispatchedAt);
    return "dispatched " + date::format("%Y-%m-%d %H:%M:%S", date::sys_seconds{second.time_since_epoch()});
}

HypothesisVerdict verdictOf(Hypothesis hypothesis, Verdict verdict, std::string why, std::vector<std::string> rows)
{
    return {hypothesis, verdict, std::move(why), std::move(rows)};
}

std::vector<std::string> idsOf(const Pair& pair)
{
    return {pair.first->id, pair.second->id};
}

bool isSameTrigger(const Pair& pair)
{
    return !pair.first->trigger.empty() && pair.first->trigger == pair.second->trigger;
}

HypothesisVerdict weighFailover(const Pair& pair)
{
    const auto say
        = [&](Verdict verdict, const char* why) { return verdictOf(Hypothesis::Failover, verdict, why, idsOf(pair)); };
    const Execution& first = *pair.first;
    const Execution& second = *pair.second;
    if (!first.node.empty() && first.node == second.node)
        return say(Verdict::Refuted, "Both ran on the same node: nobody took over.");
    if (!first.trigger.empty() && !second.trigger.empty() && first.trigger != second.trigger)
        return say(Verdict::Refuted, "Two triggers asked for it: nobody took over.");
    if (!second.dispatchedAt || (first.trigger.empty() && !second.tookOver))
        return say(Verdict::Open, "Trigger or dispatch is not told: a take-over can be neither shown nor excluded.");
    if (first.end == ExecutionEnd::Failed && first.endedAt && *first.endedAt <= *second.dispatchedAt)
        return say(Verdict::Refuted, "The first had ended before the second was dispatched.");
    const bool wasSilent
        = first.lastHeartbeatAt && first.patience && *second.dispatchedAt - *first.lastHeartbeatAt >= *first.patience;
    const bool livedOn = (first.lastHeartbeatAt && *first.lastHeartbeatAt > *second.dispatchedAt)
        || (first.endedAt && *first.endedAt > *second.dispatchedAt);
    if (!second.tookOver && !wasSilent)
        return first.lastHeartbeatAt && first.patience
            ? say(Verdict::Refuted, "The first was heard of within its patience when the second was dispatched.")
            : say(Verdict::Open, "Heartbeats are not told: a take-over can be neither shown nor excluded.");
    return livedOn
        ? say(Verdict::Supported, "The second got the work of the first, which had been given up and lived on.")
        : say(Verdict::Open, "The second got the work of the first; whether the first was dead is not told.");
}

HypothesisVerdict weighBroadcast(const Pair& pair)
{
    const auto say = [&](Verdict verdict, const char* why) {
        return verdictOf(Hypothesis::BroadcastRoute, verdict, why, idsOf(pair));
    };
    const RouteKind one = pair.first->route;
    const RouteKind other = pair.second->route;
    if (one == RouteKind::Unknown || other == RouteKind::Unknown)
        return say(Verdict::Open, "The route is not told.");
    if (one != RouteKind::Broadcast || other != RouteKind::Broadcast)
        return say(Verdict::Refuted, "The route is to one node.");
    if (!pair.first->node.empty() && pair.first->node == pair.second->node)
        return say(Verdict::Refuted, "Both went to the same node, and a broadcast sends one to each.");
    if (!isWhole(*pair.first) || !isWhole(*pair.second))
        return say(Verdict::Refuted, "Each was given a part.");
    return say(Verdict::Supported, "The route sends the whole to every node.");
}

HypothesisVerdict weighManual(const Pair& pair)
{
    if (isSameTrigger(pair))
        return verdictOf(Hypothesis::ManualRerun, Verdict::Refuted, "One trigger asked for both.", idsOf(pair));
    for (const Execution* execution : {pair.second, pair.first}) {
        if (execution->start == StartKind::Manual)
            return verdictOf(Hypothesis::ManualRerun, Verdict::Supported,
                "A person started it beside another execution of the same work.", {execution->id});
    }
    if (pair.first->start == StartKind::Other || pair.second->start == StartKind::Other)
        return verdictOf(Hypothesis::ManualRerun, Verdict::Open, "What started it is not told.", idsOf(pair));
    return verdictOf(Hypothesis::ManualRerun, Verdict::Refuted, "No person started either.", idsOf(pair));
}

HypothesisVerdict weighRetry(const Pair& pair)
{
    const auto say = [&](Verdict verdict, const char* why) {
        return verdictOf(Hypothesis::WrongRetry, verdict, why, idsOf(pair));
    };
    const Execution& first = *pair.first;
    const Execution& second = *pair.second;
    if (second.start == StartKind::Other)
        return say(Verdict::Open, "What started the second is not told.");
    if (second.start != StartKind::Retry)
        return say(Verdict::Refuted, "The second is no retry.");
    if (second.retryOf.empty())
        return say(Verdict::Open, "Which execution the second repeats is not told.");
    if (second.retryOf != first.id)
        return say(Verdict::Refuted, "The second is a retry of another execution.");
    switch (first.end) {
    case ExecutionEnd::Failed:
    case ExecutionEnd::NotDispatched:
        return say(Verdict::Supported, "It was retried before the first had ended.");
    case ExecutionEnd::Succeeded:
        return say(Verdict::Supported, "It was retried although the first succeeded.");
    case ExecutionEnd::Lost:
    case ExecutionEnd::Unclear:
    case ExecutionEnd::Running:
        break;
    }
    return say(Verdict::Supported, "It was retried although nobody knew how the first had ended.");
}

/// Of all executions of this work: is the sum of what they did the whole, or the whole each?
HypothesisVerdict weighTakenForShards(const Pair& pair, const std::vector<const Execution*>& siblings)
{
    std::vector<std::string> rows;
    bool isTold = true;
    int wholes = 0;
    int parts = 0;
    for (const Execution* execution : siblings) {
        if (execution->route == RouteKind::One || execution->route == RouteKind::Failover || isWhole(*execution))
            continue;
        ++parts;
        rows.push_back(execution->id);
        isTold = isTold && execution->items && execution->scopeItems;
        wholes += didWhole(*execution) ? 1 : 0;
    }
    const auto say = [&](Verdict verdict, const char* why, std::vector<std::string> named) {
        return verdictOf(Hypothesis::BroadcastTakenForShards, verdict, why, std::move(named));
    };
    if (parts < 2)
        return say(Verdict::Refuted, "No two parts of a broadcast were given out.", idsOf(pair));
    if (wholes >= 2)
        return say(Verdict::Supported,
            "Executions that were given a part each worked on the whole: the range is not in their query.", rows);
    if (!isTold)
        return say(Verdict::Open, "How much each worked on is not told.", rows);
    return say(Verdict::Refuted, "Each worked on less than the whole.", rows);
}

/// Is there an execution without the range that its siblings have, or with another division?
HypothesisVerdict weighRangeLost(const Pair& pair, const std::vector<const Execution*>& siblings)
{
    std::set<int> totals;
    std::vector<std::string> without;
    for (const Execution* execution : siblings) {
        if (execution->shard && execution->shard->total > 1)
            totals.insert(execution->shard->total);
        else
            without.push_back(execution->id);
    }
    const auto say = [&](Verdict verdict, const char* why, std::vector<std::string> rows) {
        return verdictOf(Hypothesis::ShardRangeLost, verdict, why, std::move(rows));
    };
    if (totals.empty())
        return say(Verdict::Refuted, "The work was not divided.", idsOf(pair));
    if (!without.empty())
        return say(Verdict::Supported, "The work was divided, and one was dispatched without a range.", without);
    if (totals.size() > 1)
        return say(Verdict::Supported, "The same work was divided into different numbers of parts.", idsOf(pair));
    return say(Verdict::Refuted, "Every execution kept its range.", idsOf(pair));
}

/// A clock that is off by less than the patience of a lease changes nobody's mind.
HypothesisVerdict weighClock(const Pair& pair)
{
    const auto say = [&](Verdict verdict, const char* why, std::vector<std::string> rows) {
        return verdictOf(Hypothesis::Clock, verdict, why, std::move(rows));
    };
    std::vector<std::string> wrong;
    bool isTold = true;
    bool isJudged = false;
    for (const Execution* execution : {pair.first, pair.second}) {
        if (!execution->isJudgedByNode)
            continue;
        isJudged = true;
        isTold = isTold && execution->clockOff && execution->patience;
        if (execution->clockOff && execution->patience
            && std::chrono::abs(*execution->clockOff) >= *execution->patience)
            wrong.push_back(execution->id);
    }
    if (!isJudged)
        return say(Verdict::Refuted, "No node's clock decides: the database's does.", idsOf(pair));
    if (!wrong.empty())
        return say(Verdict::Supported, "Its node judged by a clock that was off by more than its patience.", wrong);
    if (!isTold)
        return say(Verdict::Open, "How the nodes' clocks went is not told.", idsOf(pair));
    return say(Verdict::Refuted, "The nodes' clocks were off by less than their patience.", idsOf(pair));
}

std::vector<HypothesisVerdict> weighAll(const Pair& pair, const std::vector<const Execution*>& siblings)
{
    return {weighFailover(pair), weighBroadcast(pair), weighManual(pair), weighRetry(pair),
        weighTakenForShards(pair, siblings), weighRangeLost(pair, siblings), weighClock(pair)};
}

bool dispatchedBefore(const Execution* one, const Execution* other)
{
    return std::pair{one->dispatchedAt.value_or(Timestamp::min()), one->id}
    < std::pair{other->dispatchedAt.value_or(Timestamp::min()), other->id};
}

/// What a group of one job and one piece of business repeats: each execution with those that share its work.
void findRepeated(const std::vector<const Execution*>& siblings, Diagnosis& diagnosis)
{
    std::set<const Execution*> told;
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        RepeatedWork repeated;
        const Execution* partner = nullptr;
        for (std::size_t j = i + 1; j < siblings.size(); ++j) {
            if (!sharesWork(*siblings[i], *siblings[j]) || repeatsKnownFailure(*siblings[i], *siblings[j])
                || told.contains(siblings[j]))
                continue;
            partner = partner == nullptr ? siblings[j] : partner;
            repeated.executions.push_back(siblings[j]->id);
            told.insert(siblings[j]);
        }
        if (partner == nullptr)
            continue;
        const Pair pair{siblings[i], partner};
        repeated.job = pair.first->job;
        repeated.scope = workOf(*pair.first);
        repeated.shard = pair.first->shard;
        repeated.executions.insert(repeated.executions.begin(), pair.first->id);
        repeated.isOneTrigger = isSameTrigger(pair);
        repeated.verdicts = weighAll(pair, siblings);
        diagnosis.repeated.push_back(std::move(repeated));
    }
}

void findImbalance(const std::vector<const Execution*>& siblings, Diagnosis& diagnosis)
{
    std::vector<std::int64_t> sizes;
    for (const Execution* execution : siblings) {
        if (execution->items && !isWhole(*execution))
            sizes.push_back(*execution->items);
    }
    if (sizes.size() < 2)
        return;
    std::sort(sizes.begin(), sizes.end());
    const std::int64_t middle = sizes[(sizes.size() - 1) / 2];
    if (sizes.back() > kImbalanceFactor * std::max<std::int64_t>(middle, 1))
        diagnosis.imbalanced.push_back(siblings.front()->job);
}

/// Neighbours of one job and part, in the order of dispatch, the later of which began before the earlier had ended.
void findOverlaps(const std::vector<const Execution*>& ofJob, Diagnosis& diagnosis)
{
    std::map<std::tuple<std::string, int, int>, const Execution*> before;
    for (const Execution* execution : ofJob) {
        if (!execution->dispatchedAt || !execution->endedAt)
            continue;
        const ExecutionShard part = execution->shard.value_or(ExecutionShard{});
        const Execution*& earlier = before[{execution->scope, part.index, part.total}];
        if (earlier != nullptr && *earlier->endedAt > *execution->dispatchedAt
            && *earlier->dispatchedAt < *execution->dispatchedAt)
            diagnosis.overlaps.push_back({execution->job, earlier->id, execution->id,
                std::chrono::duration_cast<milliseconds>(*earlier->endedAt - *execution->dispatchedAt)});
        earlier = execution;
    }
}

} // namespace

Diagnosis diagnose(std::vector<Execution> executions)
{
    std::erase_if(executions, [](const Execution& execution) { return execution.end == ExecutionEnd::NotDispatched; });
    std::map<std::string, std::map<std::string, std::vector<const Execution*>>> byWork;
    std::map<std::string, std::vector<const Execution*>> byJob;
    std::int64_t unjudged = 0;
    for (const Execution& execution : executions) {
        byJob[execution.job].push_back(&execution);
        if (const std::string work = workOf(execution); !work.empty())
            byWork[execution.job][work].push_back(&execution);
        else
            ++unjudged;
    }
    Diagnosis diagnosis;
    diagnosis.unjudged = unjudged;
    for (auto& [job, works] : byWork) {
        for (auto& [work, siblings] : works) {
            std::sort(siblings.begin(), siblings.end(), dispatchedBefore);
            findRepeated(siblings, diagnosis);
            findImbalance(siblings, diagnosis);
        }
    }
    for (auto& [job, ofJob] : byJob) {
        std::sort(ofJob.begin(), ofJob.end(), dispatchedBefore);
        findOverlaps(ofJob, diagnosis);
    }
    diagnosis.imbalanced.erase(
        std::unique(diagnosis.imbalanced.begin(), diagnosis.imbalanced.end()), diagnosis.imbalanced.end());
    return diagnosis;
}

std::optional<Layer> firstDoubled(const LayerCounts& counts)
{
    for (std::size_t i = 0; i < counts.counts.size(); ++i) {
        if (counts.counts[i] > 1)
            return static_cast<Layer>(i);
    }
    return std::nullopt;
}

bool isIncident(const LayerCounts& counts)
{
    return std::any_of(counts.counts.begin() + static_cast<std::ptrdiff_t>(Layer::Operation), counts.counts.end(),
        [](std::int64_t count) { return count > 1; });
}

std::string whySecondTookEffect(const DoubledKey& key)
{
    if (key.layers.of(Layer::Legs) > 1)
        return "A side of a phase was posted twice: the ledger's primary key is not in force.";
    if (key.layers.of(Layer::Message) > 1)
        return "Two orders were written for one operation: the outbox's unique key is not in force.";
    if (key.layers.of(Layer::Effect) > 1 && key.sendsLeft > 1)
        return "One order may have left " + std::to_string(key.sendsLeft)
            + " times under one key, and the outside executed it more than once: it does not keep what its profile "
              "declares of keys, or the key's life had ended.";
    if (key.layers.of(Layer::Effect) > 1)
        return "One order left at most once, and the outside tells more than one effect: the repetition is on its "
               "side.";
    if (key.layers.of(Layer::Operation) > 1)
        return "There are " + std::to_string(key.layers.of(Layer::Operation))
            + " live revisions of one natural key: each but the first needs an approved request, which names its "
              "reason.";
    if (!key.isAnswered)
        return "Not known yet: the outside has not told what became of the order. Ask it before anything else.";
    if (key.sendsLeft > 1)
        return "It took none: the same bytes may have left " + std::to_string(key.sendsLeft)
            + " times under one key, and the outside tells one effect at most.";
    return "It took none: whatever worked on it, legs and order stand once.";
}

} // namespace onceover
