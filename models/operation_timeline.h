// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_detail.h"

#include <QString>

#include <array>
#include <optional>
#include <variant>
#include <vector>

namespace onceover::models {

/// The six layers between a reason to run and the bank, outermost cause first.
enum class Layer { Trigger, Attempt, Operation, Ledger, Outbox, Bank };
inline constexpr std::array kLayers{
    Layer::Trigger, Layer::Attempt, Layer::Operation, Layer::Ledger, Layer::Outbox, Layer::Bank};

/// What a row of the timeline stands for.
enum class Moment {
    Triggered,
    AttemptBegan,
    AttemptEnded,
    Made,        ///< The operation, when its log does not tell (any more).
    Changed,     ///< The operation's state, by the log.
    Posted,      ///< Both legs of a phase.
    Written,     ///< The message.
    MarkedFirst, ///< As leaving, before the bytes left.
    MarkedLast,
    MessageEnded,
    Called, ///< The bank, whatever became of it.
};

/// Both legs of one phase.
struct PostingFact {
    LegFact debit;
    LegFact credit;
    friend bool operator==(const PostingFact&, const PostingFact&) = default;
};

/// One row of the timeline: a fact at an instant. Words are made from it at request.
struct TimelineEntry {
    QString key{}; ///< Stable: "call:17".
    Timestamp at{};
    Layer layer = Layer::Trigger;
    Moment moment = Moment::Triggered;
    std::variant<std::monostate, TriggerFact, AttemptFact, EventFact, PostingFact, MessageFact, CallFact> fact{};
    std::int64_t amountMinor = 0; ///< Of the operation: what an answer must agree with.
    std::string currency{};
    bool splits = false; ///< Here one became two, in the first layer where that happened.
    friend bool operator==(const TimelineEntry&, const TimelineEntry&) = default;
};

/// How often one layer happened for this operation. Trigger: reasons to run. Attempt: tries at its run or its shard,
/// whichever is more. Operation: revisions of its natural key. Ledger: ends of its money (paid, given back), else 1
/// when it is on hold. Outbox: messages. Bank: sends that may have left.
struct LayerCount {
    Layer layer = Layer::Trigger;
    std::int64_t count = 0;
    bool firstDoubled = false; ///< The first layer where one became two.
    friend bool operator==(const LayerCount&, const LayerCount&) = default;
};

[[nodiscard]] std::array<LayerCount, kLayers.size()> layerCounts(const OperationDetail& detail);
[[nodiscard]] std::optional<Layer> firstDoubled(const OperationDetail& detail);

/// Different references under which the bank says it executed this operation. More than one is an alarm (R6).
[[nodiscard]] std::int64_t effectsOf(const OperationDetail& detail);

/// Every fact in time order; at one instant from cause to effect.
[[nodiscard]] std::vector<TimelineEntry> timelineOf(const OperationDetail& detail);

} // namespace onceover::models
