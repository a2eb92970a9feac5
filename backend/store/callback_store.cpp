// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/callback_store.h"

#include <algorithm>
#include <optional>

namespace onceover::store {

namespace {

/// PostgreSQL's text holds every character but NUL; the raw bytes keep what was said.
std::string storableText(std::string text)
{
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

std::optional<std::string> nullWhenEmpty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional{storableText(text)};
}

/// The arrays of RecordCallbacks, one element per event.
Params eventParams(const WorkerId& worker, const std::vector<CallbackEvent>& events)
{
    std::vector<ChannelId> channels;
    std::vector<std::string> ids;
    std::vector<std::string> keys;
    std::vector<AnswerKind> answers;
    std::vector<std::string> codes;
    std::vector<std::optional<std::string>> refs;
    std::vector<std::optional<std::int64_t>> amounts;
    std::vector<std::optional<std::string>> currencies;
    std::vector<Bytes> raw;
    std::vector<std::string> errors;
    std::vector<Timestamp> sentAt;
    for (const CallbackEvent& event : events) {
        const Answer& answer = event.content.answer;
        channels.push_back(event.channel);
        ids.push_back(event.content.eventId);
        keys.push_back(event.content.key.value);
        answers.push_back(answer.kind);
        codes.push_back(storableText(answer.code));
        refs.push_back(nullWhenEmpty(answer.externalRef));
        amounts.push_back(answer.amountMinor);
        currencies.push_back(answer.currency.size() == 3 ? nullWhenEmpty(answer.currency) : std::nullopt);
        raw.push_back(Bytes{event.body});
        errors.push_back(storableText(event.content.isReadable ? answer.error : event.content.why));
        sentAt.push_back(event.sentAt);
    }
    return params(worker, channels, ids, keys, answers, codes, refs, amounts, currencies, raw, errors, sentAt);
}

FiledCallback filedFrom(const Row& row)
{
    FiledCallback filed;
    filed.channel = ChannelId{row.string("channel_id")};
    filed.eventId = row.string("event_id");
    filed.call = CallId{row.int64("call_id")};
    filed.ref = MessageRef{row.bucket("bucket"), OutboxId{row.int64("outbox_id")}};
    filed.operation = row.operationId("operation_id");
    filed.key = IdempotencyKey{row.string("idempotency_key")};
    filed.version = Version{row.int64("outbox_version")};
    filed.at = row.timestamp("recorded_at");
    filed.answer.kind = row.named<AnswerKind>("answer");
    filed.answer.code = row.string("code");
    filed.answer.externalRef = row.textOrEmpty("external_ref");
    filed.answer.amountMinor = row.optionalInt64("amount_minor");
    filed.answer.currency = row.textOrEmpty("currency");
    filed.answer.error = row.string("error");
    return filed;
}

/// Runs a statement in a transaction of its own; what it returns does not matter.
Result<Done> doInTransaction(DutyConnection& duty, std::string_view statement, const Params& parameters)
{
    return inTransaction(duty, [&](Transaction& transaction) -> Result<Done> {
        const auto rows = transaction.run(statement, parameters);
        if (!rows)
            return tl::unexpected{rows.error()};
        return Done{};
    });
}

} // namespace

CallbackStore::CallbackStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
    m_duty->planByIndex();
}

Result<std::pair<Timestamp, milliseconds>> CallbackStore::window()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadCallbackWindow");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return std::pair{row.timestamp("now"), row.millis("window_ms")}; });
}

Result<std::vector<std::pair<std::string, int>>> CallbackStore::profileVersions(const std::vector<std::string>& keys)
{
    if (keys.empty())
        return std::vector<std::pair<std::string, int>>{};
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadProfileVersionsOfKeys", params(keys));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        return std::pair{row.string("idempotency_key"), static_cast<int>(row.int32("profile_version"))};
    });
}

Result<Done> CallbackStore::record(const std::vector<CallbackEvent>& events)
{
    if (events.empty())
        return Done{};
    const Params parameters = eventParams(m_duty->worker(), events);
    const auto recorded = doInTransaction(*m_duty, "RecordCallbacks", parameters);
    // An event id is recorded once, so the lost answer of a COMMIT is found out by telling it again.
    if (!recorded && recorded.error().kind == FailureKind::InDoubt)
        return doInTransaction(*m_duty, "RecordCallbacks", parameters);
    return recorded;
}

Result<std::vector<FiledCallback>> CallbackStore::file(int most)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<FiledCallback>> {
        const auto rows = transaction.run("FileCallbacks", params(m_duty->worker(), most));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll(filedFrom);
    });
}

Result<Done> CallbackStore::close(const std::vector<FiledCallback>& callbacks)
{
    if (callbacks.empty())
        return Done{};
    std::vector<ChannelId> channels;
    std::vector<std::string> ids;
    for (const FiledCallback& callback : callbacks) {
        channels.push_back(callback.channel);
        ids.push_back(callback.eventId);
    }
    return doInTransaction(*m_duty, "CloseCallbacks", params(channels, ids));
}

Result<Done> CallbackStore::countRefusals(const std::vector<CallbackRefusals>& refusals)
{
    if (refusals.empty())
        return Done{};
    std::vector<std::string> channels;
    std::vector<std::string> reasons;
    std::vector<std::int64_t> counts;
    for (const CallbackRefusals& refusal : refusals) {
        channels.push_back(refusal.channel);
        reasons.push_back(refusal.reason);
        counts.push_back(refusal.count);
    }
    return doInTransaction(*m_duty, "CountCallbackRefusals", params(channels, reasons, counts));
}

} // namespace onceover::store
