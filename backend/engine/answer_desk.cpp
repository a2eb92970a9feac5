// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/answer_desk.h"

#include "core/policies/message_decision.h"
#include "engine/failpoint.h"

#include <algorithm>
#include <map>
#include <utility>

namespace onceover::engine {

namespace {

constexpr int kPassesMax = 3;                ///< A message that moves under every look is left to the next query.
constexpr std::size_t kAnswersPerPass = 500; ///< Answers decided in one pass.

ExternalFact factOf(const ReceivedAnswer& received)
{
    return {received.asked.ref, received.isQuery, received.asked.version, received.asked.readAt, received.answer,
        received.requestSha256};
}

LogFields answerFields(const ReceivedAnswer& received)
{
    LogFields fields{{"operation_id", received.asked.operation.value.toString()},
        {"idempotency_key", received.asked.key.value}, {"version", received.asked.version.value},
        {"outcome", std::string{nameOf(received.answer.kind)}}, {"ms", received.answer.duration.count()}};
    if (!received.answer.externalRef.empty())
        fields.emplace_back("external_ref", received.answer.externalRef);
    return fields;
}

} // namespace

LogFields fieldsOf(const AnswerCounts& counts)
{
    return {{"rows_affected", std::int64_t{counts.total()}}, {"final", std::int64_t{counts.finals}},
        {"unknown", std::int64_t{counts.unknown}}, {"again", std::int64_t{counts.pending}}};
}

bool isAway(const Failure& failure)
{
    return failure.kind == FailureKind::Unavailable || failure.kind == FailureKind::InDoubt
        || failure.kind == FailureKind::Cancelled;
}

AnswerDesk::AnswerDesk(
    OutboxPort& port, ProfileBook& profiles, DutyLog log, Draw draw, std::string afterRecordFailpoint)
    : m_port(port)
    , m_profiles(profiles)
    , m_log(std::move(log))
    , m_draw(std::move(draw))
    , m_afterRecordFailpoint(std::move(afterRecordFailpoint))
{
}

Result<std::vector<OutboxMessage>> AnswerDesk::takeRecorded(std::vector<OutboxMessage> messages)
{
    std::vector<MessageRef> refs;
    for (const OutboxMessage& message : messages)
        refs.push_back(message.ref);
    const auto recorded = m_port.finalAnswers(refs);
    if (!recorded)
        return tl::unexpected{recorded.error()};
    std::vector<OutboxMessage> others;
    for (OutboxMessage& message : messages) {
        const auto deciding = std::find_if(recorded->begin(), recorded->end(),
            [&](const RecordedAnswer& answer) { return answer.ref == message.ref && decides(message, answer); });
        if (deciding == recorded->end()) {
            others.push_back(std::move(message));
            continue;
        }
        ReceivedAnswer received;
        received.asked = std::move(message);
        received.asked.version = deciding->outboxVersion;
        received.asked.readAt = deciding->startedAt;
        received.answer = deciding->answer;
        received.isQuery = deciding->isQuery;
        received.isCallback = deciding->isCallback;
        received.call = deciding->call;
        m_log.warning("answer_on_record", "decided from an answer that was recorded before", answerFields(received));
        m_answers.push_back(std::move(received));
    }
    return others;
}

/// Would this recorded answer bring the message to its end, or take a marked one out of the way of a send?
bool AnswerDesk::decides(const OutboxMessage& message, const RecordedAnswer& recorded)
{
    const ChannelProfile* profile = m_profiles.find(message.channel, message.profileVersion);
    if (profile == nullptr)
        return false;
    AnswerContext context;
    context.startedAt = recorded.startedAt;
    context.fromCallback = recorded.isCallback;
    context.ofPresentSend = !recorded.isQuery && !recorded.isCallback && message.status == MessageState::Sending
        && message.version == recorded.outboxVersion;
    const MessageVerdict verdict = decideMessage(message, recorded.answer, *profile, context).verdict;
    return verdict == MessageVerdict::Accepted || verdict == MessageVerdict::Refused
        || (message.status == MessageState::Sending && verdict == MessageVerdict::Unknown);
}

Result<AnswerCounts> AnswerDesk::settle()
{
    AnswerCounts counts;
    if (m_answers.empty())
        return counts;
    if (const auto recorded = recordAll(); !recorded)
        return tl::unexpected{recorded.error()};
    ONCEOVER_FAILPOINT(m_afterRecordFailpoint);
    while (!m_answers.empty()) {
        if (const auto decided = decidePass(counts); !decided)
            return tl::unexpected{decided.error()};
    }
    return counts;
}

Result<Done> AnswerDesk::recordAll()
{
    std::vector<ReceivedAnswer*> unrecorded;
    std::vector<ExternalFact> facts;
    for (ReceivedAnswer& answer : m_answers) {
        if (!answer.isRecorded || answer.call)
            continue;
        unrecorded.push_back(&answer);
        facts.push_back(factOf(answer));
    }
    if (facts.empty())
        return Done{};
    const auto ids = m_port.recordFacts(facts);
    if (!ids) {
        // In doubt as well: the port looks for what it may have recorded before it records again.
        if (isAway(ids.error()))
            return tl::unexpected{ids.error()};
        return recordOneByOne(unrecorded);
    }
    for (std::size_t i = 0; i < unrecorded.size() && i < ids->size(); ++i)
        unrecorded[i]->call = (*ids)[i];
    return Done{};
}

/// One fact that the database refuses must not keep the others from being recorded. It is tried once more without the
/// outside's own words, and is then left: its message stays unknown and is asked about.
Result<Done> AnswerDesk::recordOneByOne(const std::vector<ReceivedAnswer*>& unrecorded)
{
    for (ReceivedAnswer* answer : unrecorded) {
        auto id = m_port.recordFacts({factOf(*answer)});
        if (!id && !isAway(id.error())) {
            m_log.failure("fact_refused", id.error(), answerFields(*answer));
            answer->answer.raw.clear();
            answer->answer.code.clear();
            answer->answer.error = "the answer's text could not be stored";
            id = m_port.recordFacts({factOf(*answer)});
        }
        if (!id && isAway(id.error()))
            return tl::unexpected{id.error()};
        if (id && !id->empty())
            answer->call = id->front();
    }
    std::erase_if(m_answers, [](const ReceivedAnswer& answer) { return answer.isRecorded && !answer.call; });
    return Done{};
}

std::optional<MessageOutcome> AnswerDesk::decide(const ReceivedAnswer& answer, const OutboxMessage& present)
{
    const ChannelProfile* profile = m_profiles.find(present.channel, present.profileVersion);
    if (profile == nullptr) {
        m_log.error("profile_unknown", "no such profile version: the message is left as it is", answerFields(answer));
        return std::nullopt;
    }
    AnswerContext context;
    context.startedAt = answer.asked.readAt;
    context.fromCallback = answer.isCallback;
    context.ofPresentSend = !answer.isQuery && !answer.isCallback && present.status == MessageState::Sending
        && present.version == answer.asked.version;
    context.draw = m_draw();
    const MessageDecision decision = decideMessage(present, answer.answer, *profile, context);
    return outcomeOf(present, answer.answer, decision, answer.call);
}

Result<Done> AnswerDesk::decidePass(AnswerCounts& counts)
{
    // One answer per message and pass: a second one is decided from the state that the first one leads to.
    std::map<MessageRef, std::size_t> chosen;
    std::vector<MessageRef> refs;
    for (std::size_t i = 0; i < m_answers.size() && refs.size() < kAnswersPerPass; ++i) {
        if (chosen.emplace(m_answers[i].asked.ref, i).second)
            refs.push_back(m_answers[i].asked.ref);
    }
    const auto present = m_port.read(refs);
    if (!present)
        return tl::unexpected{present.error()};
    std::vector<MessageOutcome> outcomes;
    for (const OutboxMessage& message : *present) {
        const auto index = chosen.find(message.ref);
        if (index == chosen.end())
            continue;
        if (auto outcome = decide(m_answers[index->second], message))
            outcomes.push_back(std::move(*outcome));
    }
    std::vector<bool> isDone(m_answers.size(), false);
    for (const auto& entry : chosen)
        isDone[entry.second] = true; // Nothing to change, or no such row: done, unless an outcome says otherwise.
    if (!outcomes.empty()) {
        const auto applied = finish(outcomes);
        if (!applied)
            return tl::unexpected{applied.error()};
        for (const AppliedOutcome& one : *applied) {
            const auto index = chosen.find(one.ref);
            if (index != chosen.end())
                isDone[index->second] = note(m_answers[index->second], one, counts);
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_answers.size(); ++i) {
        if (isDone[i])
            continue;
        if (kept != i)
            m_answers[kept] = std::move(m_answers[i]);
        ++kept;
    }
    m_answers.resize(kept);
    return Done{};
}

/// Applies a set; a set that the database refuses is halved until the wrong row stands alone. Such a row is told and
/// left: the fact is recorded, and the message stays in a person's sight as unknown or overdue.
Result<std::vector<AppliedOutcome>> AnswerDesk::finish(const std::vector<MessageOutcome>& outcomes)
{
    auto applied = m_port.finish(outcomes);
    if (applied || isAway(applied.error()) || applied.error().kind == FailureKind::Conflict)
        return applied;
    if (outcomes.size() == 1) {
        m_log.failure("outcome_refused", applied.error(),
            {{"outcome", std::string{nameOf(outcomes.front().to)}}, {"error", outcomes.front().error}});
        return std::vector<AppliedOutcome>{};
    }
    const auto middle = outcomes.begin() + static_cast<std::ptrdiff_t>(outcomes.size() / 2);
    auto first = finish({outcomes.begin(), middle});
    if (!first)
        return first;
    auto second = finish({middle, outcomes.end()});
    if (!second)
        return second;
    first->insert(first->end(), std::make_move_iterator(second->begin()), std::make_move_iterator(second->end()));
    return first;
}

bool AnswerDesk::note(ReceivedAnswer& answer, const AppliedOutcome& applied, AnswerCounts& counts)
{
    if (!applied.applied && applied.note == "CONTRADICTION") {
        m_log.error("contradiction", "a fact contradicts a final message: a difference is open", answerFields(answer));
        return true;
    }
    if (!applied.applied && applied.note == "REFERENCE_TAKEN") {
        ++counts.unknown;
        m_log.error("reference_taken", "another operation has this reference: unknown, a difference is open",
            answerFields(answer));
        return true;
    }
    if (!applied.applied && applied.note == "ALREADY")
        return true; // Somebody else brought the same news first (F38).
    if (!applied.applied) {
        if (++answer.passes < kPassesMax)
            return false;
        m_log.warning(
            "outcome_not_applied", "the message moved under every look: " + applied.note, answerFields(answer));
        return true;
    }
    switch (applied.messageStatus) {
    case MessageState::Accepted:
        ++counts.finals;
        break;
    case MessageState::Refused:
    case MessageState::Failed:
        ++counts.finals;
        m_log.warning("message_ended", answer.answer.error, answerFields(answer));
        break;
    case MessageState::Unknown:
        ++counts.unknown;
        m_log.warning(
            "message_unknown", applied.note.empty() ? answer.answer.error : applied.note, answerFields(answer));
        break;
    case MessageState::Pending:
    case MessageState::Sending:
        ++counts.pending;
        m_log.info("message_again", answer.answer.error, answerFields(answer));
        break;
    }
    return true;
}

} // namespace onceover::engine
