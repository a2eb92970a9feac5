// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/execution.h"

#include <array>
#include <string>
#include <vector>

namespace onceover {

/// What could have made one piece of work be done twice (R110).
enum class Hypothesis {
    Failover,                ///< A silent node was taken for dead, and went on.
    BroadcastRoute,          ///< Every node got the whole of it.
    ManualRerun,             ///< A person started it again.
    WrongRetry,              ///< It was retried although nobody knew that it had failed.
    BroadcastTakenForShards, ///< Every node was given a part and worked on the whole.
    ShardRangeLost,          ///< A part was dispatched again without its range, or with another one.
    Clock,                   ///< A node judged by its own, wrong clock.
};

/// What the rows say about a hypothesis. Open: they do not say; a symptom alone never makes it Supported.
enum class Verdict { Supported, Refuted, Open };

} // namespace onceover

template <>
inline constexpr std::array<std::string_view, 7> onceover::kNamesOf<onceover::Hypothesis>{"FAILOVER", "BROADCAST_ROUTE",
    "MANUAL_RERUN", "WRONG_RETRY", "BROADCAST_TAKEN_FOR_SHARDS", "SHARD_RANGE_LOST", "CLOCK"};
static_assert(onceover::namesAreComplete(onceover::Hypothesis::Clock));
template <>
inline constexpr std::array<std::string_view, 3> onceover::kNamesOf<onceover::Verdict>{"SUPPORTED", "REFUTED", "OPEN"};
static_assert(onceover::namesAreComplete(onceover::Verdict::Open));

namespace onceover {

struct HypothesisVerdict {
    Hypothesis hypothesis = Hypothesis::Failover;
    Verdict verdict = Verdict::Open;
    std::string why; ///< One sentence.
    std::vector<std::string>
        rows; ///< The executions that it rests on; of an open one: those that would have to say more.
};

/// Executions that were given the same part of the same work.
struct RepeatedWork {
    std::string job;
    std::string scope;                   ///< The business key, else the instant of dispatch.
    std::optional<ExecutionShard> shard; ///< Nothing: the whole.
    std::vector<std::string> executions; ///< In the order of their dispatch.
    bool isOneTrigger = false;           ///< One trigger became two executions; else two triggers asked for the same.
    std::vector<HypothesisVerdict> verdicts; ///< Every hypothesis once, in order.
};

/// An execution that began while its neighbour before, of the same job, scope and part, still went on: not yet a
/// repetition.
struct Overlap {
    std::string job;
    std::string earlier;
    std::string later;
    milliseconds together{0};
};

struct Diagnosis {
    std::vector<RepeatedWork> repeated;
    std::vector<Overlap> overlaps;
    /// Jobs whose parts are of very unequal size: a reason to be slow, never one to be done twice.
    std::vector<std::string> imbalanced;
    std::int64_t unjudged = 0; ///< Executions that tell neither their work nor their dispatch.
};

/// Finds repeated work among executions of any source and weighs each hypothesis by named rows (R109, R110). Parts of
/// one broadcast and retries of a known failure are not repeated work. Executions that never reached a node are none.
[[nodiscard]] Diagnosis diagnose(std::vector<Execution> executions);

/// The layers between a wish and money, in the order in which one can become two (R106, R107).
enum class Layer { Trigger, Attempt, Operation, Legs, Message, Effect };

} // namespace onceover

template <>
inline constexpr std::array<std::string_view, 6> onceover::kNamesOf<onceover::Layer>{
    "TRIGGER", "ATTEMPT", "OPERATION", "LEGS", "MESSAGE", "EFFECT"};
static_assert(onceover::namesAreComplete(onceover::Layer::Effect));

namespace onceover {

/// How many of each layer one business key has.
struct LayerCounts {
    std::array<std::int64_t, kCountOf<Layer>> counts{};
    [[nodiscard]] std::int64_t of(Layer layer) const { return counts[static_cast<std::size_t>(layer)]; }
};

/// The first layer where one became two; nothing when there is none. Repeats of triggers and attempts alone are no
/// incident: it is one where operation, legs, message or effect stand twice.
[[nodiscard]] std::optional<Layer> firstDoubled(const LayerCounts& counts);
[[nodiscard]] bool isIncident(const LayerCounts& counts);

/// One business key of a run on which something stands more than once.
struct DoubledKey {
    OperationId operation;
    std::string key; ///< "merchant 17, 2026-03-29, settle-daily, CNY", and what tells scopes apart.
    int revision = 0;
    std::string status;
    std::int64_t sendsLeft = 0; ///< How often its one order may have left.
    bool isAnswered = true;     ///< The outside told what became of it, or nothing left.
    LayerCounts layers;
};

/// Why a second execution could still take effect, or what made it take none: the question that every report must
/// answer (R112). One sentence, from the first layer of effects that doubled.
[[nodiscard]] std::string whySecondTookEffect(const DoubledKey& key);

} // namespace onceover
