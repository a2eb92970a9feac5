// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/outbox_store.h"

#include "store/shared_rows.h"

#include <algorithm>
#include <numeric>

namespace onceover::store {

namespace {

OutboxMessage messageFrom(const Row& row)
{
    OutboxMessage message;
    message.ref = MessageRef{row.bucket("bucket"), OutboxId{row.int64("outbox_id")}};
    message.operation = row.operationId("operation_id");
    message.channel = ChannelId{row.string("channel_id")};
    message.profileVersion = row.int32("profile_version");
    message.key = IdempotencyKey{row.string("idempotency_key")};
    message.payload = row.bytes("payload");
    message.amountMinor = row.int64("amount_minor");
    message.currency = row.string("currency");
    message.status = row.named<MessageState>("status");
    message.version = Version{row.int64("version")};
    message.operationStatus = row.named<OperationState>("operation_status");
    message.attempts = row.int32("attempts");
    message.sendsMaybeLeft = row.int32("sends_maybe_left");
    message.queries = row.int32("queries");
    message.firstSentAt = row.optionalTimestamp("first_sent_at");
    message.lastSentAt = row.optionalTimestamp("last_sent_at");
    message.leaseUntil = row.optionalTimestamp("lease_until");
    message.unknownSince = row.optionalTimestamp("unknown_since");
    message.createdAt = row.timestamp("created_at");
    message.readAt = row.timestamp("read_at");
    message.executedOnRecord = row.boolean("executed_on_record");
    return message;
}

RecordedAnswer recordedAnswerFrom(const Row& row)
{
    RecordedAnswer recorded;
    recorded.ref = MessageRef{row.bucket("bucket"), OutboxId{row.int64("outbox_id")}};
    recorded.call = CallId{row.int64("call_id")};
    recorded.isQuery = row.boolean("is_query");
    recorded.isCallback = row.boolean("is_callback");
    recorded.outboxVersion = Version{row.int64("outbox_version")};
    recorded.startedAt = row.timestamp("started_at");
    recorded.answer.kind = row.named<AnswerKind>("answer");
    if (!row.isNull("http_status"))
        recorded.answer.httpStatus = row.int32("http_status");
    recorded.answer.code = row.string("code");
    recorded.answer.externalRef = row.textOrEmpty("external_ref");
    recorded.answer.amountMinor = row.optionalInt64("amount_minor");
    recorded.answer.currency = row.textOrEmpty("currency");
    recorded.answer.error = row.string("error");
    return recorded;
}

Result<std::vector<OutboxMessage>> messagesFrom(const Result<Rows>& rows)
{
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(messageFrom);
}

/// Runs a statement that takes messages by their keys: $1 buckets and $2 ids, in pairs.
Result<Rows> runAbout(DutyConnection& duty, std::string_view statement, const std::vector<MessageRef>& refs)
{
    std::vector<Bucket> buckets;
    std::vector<OutboxId> ids;
    for (const MessageRef& ref : refs) {
        buckets.push_back(ref.bucket);
        ids.push_back(ref.id);
    }
    const auto connection = duty.ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    return (*connection)->run(statement, params(buckets, ids));
}

/// Empty text is stored as NULL where the column says "none was given".
std::optional<std::string> nullIfEmpty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional{text};
}

/// PostgreSQL's text holds every character but NUL; what came from outside may hold one.
std::string withoutNul(std::string text)
{
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

/// The arrays of RecordExternalCalls, one element per fact.
Params factParams(const WorkerId& worker, const std::vector<ExternalFact>& facts)
{
    std::vector<Bucket> buckets;
    std::vector<OutboxId> ids;
    std::vector<bool> isQuery;
    std::vector<std::optional<Bytes>> requests;
    std::vector<Version> versions;
    std::vector<Timestamp> startedAt;
    std::vector<milliseconds> durations;
    std::vector<AnswerKind> answers;
    std::vector<std::optional<int>> httpStatus;
    std::vector<std::string> codes;
    std::vector<std::optional<std::string>> refs;
    std::vector<std::optional<std::int64_t>> amounts;
    std::vector<std::optional<std::string>> currencies;
    std::vector<Bytes> raw;
    std::vector<std::string> errors;
    for (const ExternalFact& fact : facts) {
        buckets.push_back(fact.ref.bucket);
        ids.push_back(fact.ref.id);
        isQuery.push_back(fact.isQuery);
        requests.push_back(fact.requestSha256.empty() ? std::nullopt : std::optional{Bytes{fact.requestSha256}});
        versions.push_back(fact.outboxVersion);
        startedAt.push_back(fact.startedAt);
        durations.push_back(fact.answer.duration);
        answers.push_back(fact.answer.kind);
        httpStatus.push_back(fact.answer.httpStatus);
        codes.push_back(withoutNul(fact.answer.code));
        refs.push_back(nullIfEmpty(withoutNul(fact.answer.externalRef)));
        amounts.push_back(fact.answer.amountMinor);
        // A currency of another length cannot be stored as one; the raw answer keeps what was said.
        currencies.push_back(
            fact.answer.currency.size() == 3 ? nullIfEmpty(withoutNul(fact.answer.currency)) : std::nullopt);
        raw.push_back(Bytes{fact.answer.raw});
        errors.push_back(withoutNul(fact.answer.error));
    }
    return params(worker, buckets, ids, isQuery, requests, versions, startedAt, durations, answers, httpStatus, codes,
        refs, amounts, currencies, raw, errors);
}

/// The arguments of finish_external(), one element per outcome.
Params outcomeParams(const WorkerId& worker, const std::vector<MessageOutcome>& outcomes)
{
    std::vector<Bucket> buckets;
    std::vector<OutboxId> ids;
    std::vector<MessageState> from;
    std::vector<std::optional<Version>> versions;
    std::vector<MessageState> to;
    std::vector<std::optional<std::string>> refs;
    std::vector<std::optional<CallId>> calls;
    std::vector<milliseconds> waits;
    std::vector<int> burns;
    std::vector<int> unsent;
    std::vector<std::string> errors;
    std::vector<AnswerKind> answers;
    std::vector<std::optional<std::string>> letters;
    for (const MessageOutcome& outcome : outcomes) {
        buckets.push_back(outcome.ref.bucket);
        ids.push_back(outcome.ref.id);
        from.push_back(outcome.from);
        versions.push_back(outcome.version);
        to.push_back(outcome.to);
        refs.push_back(nullIfEmpty(withoutNul(outcome.externalRef)));
        calls.push_back(outcome.call);
        waits.push_back(outcome.wait);
        burns.push_back(outcome.burnsAttempt ? 1 : 0);
        unsent.push_back(outcome.provablyNotSent ? 1 : 0);
        errors.push_back(withoutNul(outcome.error));
        answers.push_back(outcome.answer);
        letters.push_back(nullIfEmpty(outcome.deadLetterClass));
    }
    return params(
        worker, buckets, ids, from, versions, to, refs, calls, waits, burns, unsent, errors, answers, letters);
}

} // namespace

OutboxStore::FactKey OutboxStore::keyOf(const ExternalFact& fact)
{
    return {fact.ref, fact.outboxVersion, fact.isQuery, fact.startedAt};
}

OutboxStore::OutboxStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
    m_duty->planByIndex();
}

Result<std::vector<ChannelProfile>> OutboxStore::channels()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadChannelProfiles");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(channelProfileFrom);
}

Result<std::vector<ChannelId>> OutboxStore::channelsToSend(const std::vector<ChannelId>& channels)
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadChannelsToSend", params(channels));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) { return ChannelId{row.string("channel_id")}; });
}

Result<std::vector<OutboxMessage>> OutboxStore::claimAndMark(
    const ChannelId& channel, int freeSlots, milliseconds lease)
{
    if (freeSlots <= 0)
        return std::vector<OutboxMessage>{};
    return inTransaction(*m_duty, [&](Transaction& transaction) {
        transaction.queue("HoldFreezeBarrier");
        return messagesFrom(
            transaction.run("ClaimAndMarkDueMessages", params(channel, freeSlots, m_duty->worker(), lease)));
    });
}

Result<std::vector<OutboxMessage>> OutboxStore::claimUnknown(int most, milliseconds hold)
{
    if (most <= 0)
        return std::vector<OutboxMessage>{};
    return inTransaction(*m_duty, [&](Transaction& transaction) {
        return messagesFrom(transaction.run("ClaimUnknownMessages", params(most, hold)));
    });
}

Result<int> OutboxStore::takeOverLost(int most)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<int> {
        const auto rows = transaction.run("TakeOverLostMessages", params(m_duty->worker(), most));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->size();
    });
}

Result<std::vector<CallId>> OutboxStore::recordFacts(const std::vector<ExternalFact>& facts)
{
    if (facts.empty())
        return std::vector<CallId>{};
    auto calls = recordMissing(facts);
    if (!calls && calls.error().kind == FailureKind::InDoubt)
        calls = recordMissing(facts);
    return calls;
}

/// Facts are appended and never taken back, so one whose COMMIT was lost is looked for before it is written again.
Result<std::vector<CallId>> OutboxStore::recordMissing(const std::vector<ExternalFact>& facts)
{
    const bool inDoubt = std::any_of(
        facts.begin(), facts.end(), [this](const ExternalFact& fact) { return m_doubtful.contains(keyOf(fact)); });
    if (inDoubt) {
        if (const auto fate = m_duty->settleDoubt(); !fate)
            return tl::unexpected{fate.error()};
    }
    std::vector<CallId> calls(facts.size());
    auto recorded = inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<CallId>> {
        std::vector<std::size_t> missing(facts.size());
        std::iota(missing.begin(), missing.end(), std::size_t{0});
        if (inDoubt) {
            const auto present = readRecorded(transaction, facts, calls);
            if (!present)
                return tl::unexpected{present.error()};
            std::erase_if(missing, [&](std::size_t place) { return (*present)[place]; });
        }
        if (const auto inserted = insertFacts(transaction, facts, missing, calls); !inserted)
            return tl::unexpected{inserted.error()};
        return calls;
    });
    for (const ExternalFact& fact : facts) {
        if (recorded)
            m_doubtful.erase(keyOf(fact));
        else if (recorded.error().kind == FailureKind::InDoubt)
            m_doubtful.insert(keyOf(fact));
    }
    return recorded;
}

/// Which of the facts this incarnation has recorded already; their ids go to their places in `calls`.
Result<std::vector<bool>> OutboxStore::readRecorded(
    Transaction& transaction, const std::vector<ExternalFact>& facts, std::vector<CallId>& calls)
{
    std::vector<Bucket> buckets;
    std::vector<OutboxId> ids;
    std::vector<bool> isQuery;
    std::vector<Version> versions;
    std::vector<Timestamp> startedAt;
    for (const ExternalFact& fact : facts) {
        buckets.push_back(fact.ref.bucket);
        ids.push_back(fact.ref.id);
        isQuery.push_back(fact.isQuery);
        versions.push_back(fact.outboxVersion);
        startedAt.push_back(fact.startedAt);
    }
    const auto rows
        = transaction.run("ReadRecordedCalls", params(m_duty->worker(), buckets, ids, isQuery, versions, startedAt));
    if (!rows)
        return tl::unexpected{rows.error()};
    std::vector<bool> present(facts.size(), false);
    const auto read = rows->readAll([&](const Row& row) {
        const auto place = static_cast<std::size_t>(row.int64("place"));
        present.at(place) = true;
        calls.at(place) = CallId{row.int64("call_id")};
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return present;
}

/// Appends the facts at these places, in this order; their ids go to the same places in `calls`.
Result<Done> OutboxStore::insertFacts(Transaction& transaction, const std::vector<ExternalFact>& facts,
    const std::vector<std::size_t>& places, std::vector<CallId>& calls)
{
    if (places.empty())
        return Done{};
    std::vector<ExternalFact> missing;
    for (const std::size_t place : places)
        missing.push_back(facts[place]);
    const auto rows = transaction.run("RecordExternalCalls", factParams(m_duty->worker(), missing));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (static_cast<std::size_t>(rows->size()) != missing.size())
        return fail(FailureKind::Broken, "a fact names a message that does not exist", "RecordExternalCalls");
    std::size_t next = 0;
    const auto read = rows->readAll([&](const Row& row) {
        // The ids are handed out in the order of the facts; a mix-up would tie a decision to another message's answer.
        if (row.int64("outbox_id") != missing[next].ref.id.value)
            row.throwMalformed("outbox_id", "the message of the fact at this place");
        calls[places[next++]] = CallId{row.int64("call_id")};
        return Done{};
    });
    if (!read)
        return tl::unexpected{read.error()};
    return Done{};
}

Result<std::vector<RecordedAnswer>> OutboxStore::finalAnswers(const std::vector<MessageRef>& refs)
{
    if (refs.empty())
        return std::vector<RecordedAnswer>{};
    const auto rows = runAbout(*m_duty, "ReadFinalAnswers", refs);
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(recordedAnswerFrom);
}

Result<std::vector<OutboxMessage>> OutboxStore::read(const std::vector<MessageRef>& refs)
{
    if (refs.empty())
        return std::vector<OutboxMessage>{};
    return messagesFrom(runAbout(*m_duty, "ReadMessages", refs));
}

Result<std::vector<AppliedOutcome>> OutboxStore::finish(const std::vector<MessageOutcome>& outcomes)
{
    if (outcomes.empty())
        return std::vector<AppliedOutcome>{};
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<AppliedOutcome>> {
        const auto rows = transaction.run("FinishExternal", outcomeParams(m_duty->worker(), outcomes));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll([](const Row& row) {
            AppliedOutcome applied;
            applied.ref = MessageRef{row.bucket("bucket"), OutboxId{row.int64("outbox_id")}};
            applied.applied = row.boolean("applied");
            if (!row.isNull("message_status"))
                applied.messageStatus = row.named<MessageState>("message_status");
            if (!row.isNull("operation_status"))
                applied.operationStatus = row.named<OperationState>("operation_status");
            applied.note = row.textOrEmpty("note");
            return applied;
        });
    });
}

Result<std::optional<milliseconds>> OutboxStore::untilNextDue()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadUntilNextMessageIsDue");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) -> std::optional<milliseconds> {
        const auto until = row.optionalMillis("until_ms");
        return until ? std::optional{std::max(*until, milliseconds{0})} : std::nullopt;
    });
}

} // namespace onceover::store
