// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operation_timeline.h"

#include "core/records/answer.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace onceover::models {

namespace {

constexpr const char* kSend = "SEND";

std::int64_t attemptsAt(const OperationDetail& detail, bool shard)
{
    return std::count_if(detail.attempts.begin(), detail.attempts.end(),
        [shard](const AttemptFact& attempt) { return attempt.shard.has_value() == shard; });
}

bool hasPhase(const OperationDetail& detail, std::string_view phase)
{
    return std::any_of(
        detail.legs.begin(), detail.legs.end(), [phase](const LegFact& leg) { return leg.phase == phase; });
}

std::int64_t sendsOf(const OperationDetail& detail)
{
    const std::int64_t calls = std::count_if(
        detail.calls.begin(), detail.calls.end(), [](const CallFact& call) { return call.kind == kSend; });
    // A sender that died after its mark left no call behind, but its bytes may have left.
    return std::max(calls, detail.message ? detail.message->sends : 0);
}

std::int64_t countOf(const OperationDetail& detail, Layer layer)
{
    switch (layer) {
    case Layer::Trigger:
        return static_cast<std::int64_t>(detail.triggers.size());
    case Layer::Attempt:
        return std::max(attemptsAt(detail, false), attemptsAt(detail, true));
    case Layer::Operation:
        return detail.revisions;
    case Layer::Ledger: {
        const std::int64_t ends = (hasPhase(detail, "PAY") ? 1 : 0) + (hasPhase(detail, "BACK") ? 1 : 0);
        return ends > 0 || detail.legs.empty() ? ends : 1;
    }
    case Layer::Outbox:
        return detail.message ? 1 : 0;
    case Layer::Bank:
        return sendsOf(detail);
    }
    return 0;
}

/// Collects rows; the key says which fact a row is about.
class Rows {
public:
    explicit Rows(const OperationDetail& detail)
        : m_detail(detail)
    {
    }

    template <typename Fact>
    TimelineEntry& add(const char* kind, std::int64_t id, Timestamp at, Layer layer, Moment moment, const Fact& fact)
    {
        TimelineEntry entry;
        entry.key = QStringLiteral("%1:%2").arg(QLatin1String(kind)).arg(id);
        entry.at = at;
        entry.layer = layer;
        entry.moment = moment;
        entry.fact = fact;
        entry.amountMinor = m_detail.operation.amountMinor;
        entry.currency = m_detail.operation.currency;
        m_rows.push_back(std::move(entry));
        return m_rows.back();
    }

    [[nodiscard]] std::vector<TimelineEntry> sorted()
    {
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const TimelineEntry& a, const TimelineEntry& b) {
            return std::tie(a.at, a.layer) < std::tie(b.at, b.layer);
        });
        return std::move(m_rows);
    }

private:
    const OperationDetail& m_detail;
    std::vector<TimelineEntry> m_rows;
};

void addAttempts(Rows& rows, const OperationDetail& detail)
{
    for (const AttemptFact& attempt : detail.attempts) {
        rows.add("began", attempt.attempt.value, attempt.startedAt, Layer::Attempt, Moment::AttemptBegan, attempt);
        if (attempt.finishedAt)
            rows.add(
                "ended", attempt.attempt.value, *attempt.finishedAt, Layer::Attempt, Moment::AttemptEnded, attempt);
    }
}

void addEvents(Rows& rows, const OperationDetail& detail)
{
    const bool madeIsTold = std::any_of(
        detail.events.begin(), detail.events.end(), [](const EventFact& event) { return event.from == "NONE"; });
    if (!madeIsTold)
        rows.add("made", 0, detail.createdAt, Layer::Operation, Moment::Made, std::monostate{});
    for (const EventFact& event : detail.events)
        rows.add("event", event.event, event.at, Layer::Operation, Moment::Changed, event);
}

void addPostings(Rows& rows, const OperationDetail& detail)
{
    std::int64_t number = 0;
    for (const char* phase : {"HOLD", "PAY", "BACK"}) {
        ++number;
        PostingFact posting;
        bool any = false;
        for (const LegFact& leg : detail.legs) {
            if (leg.phase != phase)
                continue;
            (leg.amountMinor < 0 ? posting.debit : posting.credit) = leg;
            any = true;
        }
        if (any)
            rows.add("posting", number, std::max(posting.debit.at, posting.credit.at), Layer::Ledger, Moment::Posted,
                posting);
    }
}

void addMessage(Rows& rows, const OperationDetail& detail)
{
    if (!detail.message)
        return;
    const MessageFact& message = *detail.message;
    rows.add("written", message.outbox.value, message.createdAt, Layer::Outbox, Moment::Written, message);
    if (message.firstSentAt)
        rows.add("first-mark", message.outbox.value, *message.firstSentAt, Layer::Outbox, Moment::MarkedFirst, message);
    if (message.lastSentAt && message.lastSentAt != message.firstSentAt)
        rows.add("last-mark", message.outbox.value, *message.lastSentAt, Layer::Outbox, Moment::MarkedLast, message);
    if (message.finishedAt)
        rows.add(
            "message-end", message.outbox.value, *message.finishedAt, Layer::Outbox, Moment::MessageEnded, message);
}

/// Is this row one of those that the layer counts?
bool counts(const TimelineEntry& entry, bool shards)
{
    switch (entry.moment) {
    case Moment::Triggered:
        return true;
    case Moment::AttemptBegan:
        return std::get<AttemptFact>(entry.fact).shard.has_value() == shards;
    case Moment::Posted:
        return std::get<PostingFact>(entry.fact).debit.phase != "HOLD";
    case Moment::Called:
        return std::get<CallFact>(entry.fact).kind == kSend;
    case Moment::Made:
        return true;
    case Moment::AttemptEnded:
    case Moment::Changed:
    case Moment::Written:
    case Moment::MarkedFirst:
    case Moment::MarkedLast:
    case Moment::MessageEnded:
        return false;
    }
    return false;
}

/// Marks the second of what should be one; nothing when the log does not hold it.
void markSplit(std::vector<TimelineEntry>& rows, const OperationDetail& detail)
{
    const std::optional<Layer> layer = firstDoubled(detail);
    if (!layer)
        return;
    const bool shards = attemptsAt(detail, true) > attemptsAt(detail, false);
    int seen = 0;
    for (TimelineEntry& entry : rows) {
        if (entry.layer == *layer && counts(entry, shards) && ++seen == 2) {
            entry.splits = true;
            return;
        }
    }
}

} // namespace

std::array<LayerCount, kLayers.size()> layerCounts(const OperationDetail& detail)
{
    std::array<LayerCount, kLayers.size()> all;
    bool doubled = false;
    for (std::size_t i = 0; i < kLayers.size(); ++i) {
        const std::int64_t count = countOf(detail, kLayers[i]);
        all[i] = {kLayers[i], count, count > 1 && !doubled};
        doubled = doubled || count > 1;
    }
    return all;
}

std::optional<Layer> firstDoubled(const OperationDetail& detail)
{
    for (const LayerCount& layer : layerCounts(detail)) {
        if (layer.firstDoubled)
            return layer.layer;
    }
    return std::nullopt;
}

std::int64_t effectsOf(const OperationDetail& detail)
{
    std::set<std::string> references;
    for (const CallFact& call : detail.calls) {
        const std::optional<AnswerKind> answer = fromName<AnswerKind>(call.answer);
        if ((answer == AnswerKind::Accepted || answer == AnswerKind::FoundExecuted) && !call.externalRef.empty())
            references.insert(call.externalRef);
    }
    if (references.empty() && !detail.operation.externalRef.empty())
        return 1; // Told by a callback or a resolution: there is no call to show.
    return static_cast<std::int64_t>(references.size());
}

std::vector<TimelineEntry> timelineOf(const OperationDetail& detail)
{
    if (!detail.found)
        return {};
    Rows rows(detail);
    for (const TriggerFact& trigger : detail.triggers)
        rows.add("trigger", trigger.trigger.value, trigger.at, Layer::Trigger, Moment::Triggered, trigger);
    addAttempts(rows, detail);
    addEvents(rows, detail);
    addPostings(rows, detail);
    addMessage(rows, detail);
    for (const CallFact& call : detail.calls)
        rows.add("call", call.call.value, call.at, Layer::Bank, Moment::Called, call);
    std::vector<TimelineEntry> sorted = rows.sorted();
    markSplit(sorted, detail);
    return sorted;
}

} // namespace onceover::models
