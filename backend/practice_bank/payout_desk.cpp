// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/payout_desk.h"

#include "practice_bank/currency_table.h"
#include "practice_bank/digest.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace practice_bank {

namespace {

using Json = nlohmann::json;

Answer problem(int status, std::string_view code)
{
    return {status, Json{{"code", code}}.dump(), std::nullopt, false};
}

/// The stored answer: the same members with the same values, whenever it is given.
Answer verdictOf(const BookRecord& record, int executedStatus, bool amountIsMajor)
{
    switch (record.verdict) {
    case Verdict::Executed: {
        Json told{{"status", "EXECUTED"}, {"reference", record.reference}, {"amount", record.payout.amount},
            {"currency", record.payout.currency}, {"key", record.key}};
        if (amountIsMajor) {
            told["amount"] = inMajorUnits(record.payout.amount, record.payout.exponent);
        }
        return {executedStatus, told.dump(), std::nullopt, false};
    }
    case Verdict::Refused:
        return problem(402, record.refusalCode);
    }
    return problem(500, "INTERNAL");
}

std::string referenceOf(std::uint64_t seq)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "PB-%012llu", static_cast<unsigned long long>(seq));
    return text.data();
}

/// The answer with one minor unit more than was executed; one that names no amount stays as it is.
Answer withOtherAmount(Answer answer)
{
    Json told = Json::parse(answer.body);
    if (const auto amount = told.find("amount"); amount != told.end() && amount->is_number_integer()) {
        *amount = amount->get<std::int64_t>() + 1;
        answer.body = told.dump();
    }
    return answer;
}

Json entryOf(const BookRecord& record)
{
    return {{"seq", record.seq}, {"key", record.key}, {"operation_id", record.payout.operationId},
        {"merchant_id", record.payout.merchantId}, {"amount", record.payout.amount},
        {"exponent", record.payout.exponent}, {"currency", record.payout.currency}, {"reference", record.reference},
        {"settle_date", record.payout.settleDate}, {"executed_at", record.executedAt},
        {"body_sha256", record.bodySha256}};
}

} // namespace

PayoutDesk::PayoutDesk(const std::filesystem::path& book, const BankClock& clock, const CharacterBook& character,
    Misbehaviour& misbehaviour, LogSink log, std::function<void()> onBroken,
    std::function<void(const BookRecord&)> onVerdict)
    : m_clock(clock)
    , m_character(character)
    , m_misbehaviour(misbehaviour)
    , m_log(log)
    , m_onVerdict(std::move(onVerdict))
    , m_book(
          book, [this](std::uint64_t line, std::string_view text) { return takeLine(line, text); }, log,
          std::move(onBroken))
{
    m_log({LogLevel::Info, "book_read",
        std::to_string(m_executed) + " executed and " + std::to_string(m_refused) + " refused payouts read", {}});
}

bool PayoutDesk::takeLine(std::uint64_t line, std::string_view text)
{
    auto record = parseBookLine(text);
    const bool isNext = record && record->line == line
        && (record->verdict == Verdict::Refused || record->seq == m_effects.size() + 1);
    if (!isNext) {
        return false;
    }
    const auto [slot, isNew] = m_slots.try_emplace(record->key);
    if (!isNew && !record->isAgain) {
        return false; // Two verdicts under one key: what this bank must not have done, unless it says that it does.
    }
    slot->second.bodySha256 = record->bodySha256;
    if (record->verdict == Verdict::Executed) {
        m_effects.push_back(*record);
    }
    publish(*record);
    return true;
}

void PayoutDesk::publish(const BookRecord& record)
{
    Slot& slot = m_slots.at(record.key);
    slot.phase = Phase::Decided;
    slot.wasDecided = true;
    slot.record = record;
    switch (record.verdict) {
    case Verdict::Executed: {
        ++m_executed;
        CurrencyTotal& total = m_totals[record.payout.currency];
        ++total.count;
        if (__builtin_add_overflow(total.amount, record.payout.amount, &total.amount)) {
            total.amount = std::numeric_limits<std::int64_t>::max();
        }
        break;
    }
    case Verdict::Refused:
        ++m_refused;
        break;
    }
}

Answer PayoutDesk::submit(std::string_view key, std::string_view body, std::uint64_t token)
{
    const Character character = m_character.get();
    if (!isAcceptableKey(key) || key.size() > character.keyMax || !isOfCharset(key, character)) {
        return problem(400, "BAD_REQUEST");
    }
    // Both cost time and need nothing of the desk, so they come before its lock.
    const std::string bodySha256 = sha256Hex(body);
    const auto payout = parsePayout(body, character.amountIsMajor);

    std::unique_lock lock(m_mutex);
    if (m_isStopping || m_book.isBroken()) {
        return problem(503, "UNAVAILABLE");
    }
    auto found = m_slots.find(std::string{key});
    if (found == m_slots.end()) {
        if (!payout) {
            return problem(400, "BAD_REQUEST");
        }
        found = m_slots.try_emplace(std::string{key}).first;
    }
    Slot& slot = found->second;
    if (character.fences && token < slot.token) {
        return problem(412, "STALE_TOKEN");
    }
    slot.token = std::max(slot.token, token);
    const Send send{found->first, ++slot.sends};
    if (slot.isStuck) {
        return problem(500, "INTERNAL");
    }
    if (const auto misdeed = m_misbehaviour.strike(Stage::Arrival, send)) {
        if (*misdeed != Misdeed::ExecuteLate) {
            slot.isStuck = character.stores5xx && *misdeed == Misdeed::FailBeforeExecute;
            return turnAway(*misdeed);
        }
        // The order lies about, and nobody who asks finds it.
        lock.unlock();
        if (!waitFor(character.executesLate)) {
            return problem(503, "UNAVAILABLE");
        }
        lock.lock();
    }
    if (slot.phase == Phase::Decided && !remembers(slot.record, character)) {
        slot.phase = Phase::Seen;
    }
    const bool decidesAgain = slot.phase == Phase::Executing
        ? character.inFlight == Character::InFlight::Executes
            || character.otherBytes == Character::OtherBytes::IgnoresKey
        : character.otherBytes == Character::OtherBytes::IgnoresKey;
    if (slot.phase != Phase::Seen && !decidesAgain) {
        return answerKnown(slot, send, bodySha256, character, lock);
    }
    if (!payout) {
        return problem(400, "BAD_REQUEST");
    }
    slot.phase = Phase::Executing;
    slot.bodySha256 = bodySha256;
    lock.unlock();
    return decide(slot, send, *payout, bodySha256, character);
}

/// A key is forgotten with its retention; a refusal that is not final is forgotten at once.
bool PayoutDesk::remembers(const BookRecord& record, const Character& character) const
{
    if (record.verdict == Verdict::Refused && !character.refusalIsFinal) {
        return false;
    }
    return character.retention.count() == 0 || record.executedAt >= formatInstant(m_clock.now() - character.retention);
}

void PayoutDesk::waitDecided(const Slot& slot, std::unique_lock<std::mutex>& lock)
{
    m_stopSignal.wait(lock, [&] { return m_isStopping || slot.phase != Phase::Executing; });
}

Answer PayoutDesk::turnAway(Misdeed misdeed) const
{
    if (misdeed != Misdeed::Throttle) {
        return problem(503, "UNAVAILABLE");
    }
    Answer answer = problem(429, "THROTTLED");
    answer.retryAfter = m_misbehaviour.settings().retryAfter;
    return answer;
}

Answer PayoutDesk::answerKnown(Slot& slot, const Send& send, const std::string& bodySha256, const Character& character,
    std::unique_lock<std::mutex>& lock)
{
    const bool isOther = slot.bodySha256 != bodySha256;
    if (isOther && character.otherBytes == Character::OtherBytes::Error) {
        ++m_mismatches;
        lock.unlock();
        m_log({LogLevel::Warning, "mismatch", "a key came again with other bytes", std::string{send.key}});
        return problem(422, "MISMATCH");
    }
    if (slot.phase == Phase::Executing && character.inFlight == Character::InFlight::Conflict) {
        return problem(409, "IN_FLIGHT");
    }
    waitDecided(slot, lock);
    if (slot.phase != Phase::Decided) {
        return problem(503, "UNAVAILABLE");
    }
    ++m_repeats;
    const Answer stored = verdictOf(slot.record, 200, character.amountIsMajor);
    lock.unlock();
    return waitDelay() ? release(slot, send, character, stored) : problem(503, "UNAVAILABLE");
}

Answer PayoutDesk::decide(
    Slot& slot, const Send& send, const Payout& payout, const std::string& bodySha256, const Character& character)
{
    if (!waitDelay()) {
        const std::lock_guard lock(m_mutex);
        slot.phase = Phase::Seen;
        return problem(503, "UNAVAILABLE");
    }
    BookRecord record;
    record.key = send.key;
    record.payout = payout;
    if (m_misbehaviour.strike(Stage::Execution, send)) {
        record.verdict = Verdict::Refused;
        record.refusalCode = m_misbehaviour.settings().refusalCode;
    }
    if (!character.takesPastValueDates && !payout.valueDate.empty()
        && payout.valueDate < formatInstant(m_clock.now()).substr(0, payout.valueDate.size())) {
        record.verdict = Verdict::Refused;
        record.refusalCode = "VALUE_DATE_PAST";
    }
    {
        // Numbers are given and the line is queued under one lock, so that the file has them in order.
        const std::lock_guard lock(m_mutex);
        record.bodySha256 = bodySha256;
        record.isAgain = slot.wasDecided;
        slot.wasDecided = true;
        record.executedAt = formatInstant(m_clock.now());
        record.line = m_book.nextLine();
        if (record.verdict == Verdict::Executed) {
            record.seq = m_effects.size() + 1;
            record.reference = referenceOf(character.sharesReferences ? (record.seq + 1) / 2 : record.seq);
            m_effects.push_back(record);
        }
        record.line = m_book.append(toBookLine(record));
    }
    if (!m_book.waitDurable(record.line)) {
        // It may or may not be on disk. The key stays in flight: the next start reads the truth from the file.
        return problem(500, "INTERNAL");
    }
    {
        const std::lock_guard lock(m_mutex);
        publish(record);
    }
    m_stopSignal.notify_all();
    if (m_onVerdict) {
        m_onVerdict(record);
    }
    return release(slot, send, character, verdictOf(record, 201, character.amountIsMajor));
}

Answer PayoutDesk::release(Slot& slot, const Send& send, const Character& character, Answer answer)
{
    const auto misdeed = m_misbehaviour.strike(Stage::Answer, send);
    if (!misdeed) {
        return answer;
    }
    if (*misdeed == Misdeed::FailAfterExecute) {
        const std::lock_guard lock(m_mutex);
        slot.isStuck = character.stores5xx;
        return problem(500, "INTERNAL");
    }
    if (*misdeed == Misdeed::TellOtherAmount) {
        return withOtherAmount(std::move(answer));
    }
    answer.isLost = true;
    m_log({LogLevel::Info, "answer_lost", "cut the connection instead of answering", std::string{send.key}});
    return answer;
}

bool PayoutDesk::waitDelay()
{
    return waitFor(m_misbehaviour.settings().delay);
}

bool PayoutDesk::waitFor(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    if (time.count() == 0) {
        return !m_isStopping;
    }
    return !m_stopSignal.wait_for(lock, time, [this] { return m_isStopping; });
}

Answer PayoutDesk::query(std::string_view key) const
{
    const Character character = m_character.get();
    if (character.query == Character::Query::None) {
        return problem(404, "NO_QUERIES");
    }
    const std::lock_guard lock(m_mutex);
    const auto found = m_slots.find(std::string{key});
    auto phase = found == m_slots.end() ? Phase::Seen : found->second.phase;
    if (phase == Phase::Decided && !remembers(found->second.record, character)) {
        phase = Phase::Seen;
    }
    if (character.query == Character::Query::Eventual && phase != Phase::Seen
        && (phase == Phase::Executing
            || found->second.record.executedAt > formatInstant(m_clock.now() - character.knowsAfter))) {
        phase = Phase::Seen;
    }
    switch (phase) {
    case Phase::Seen:
        return {404, Json{{"status", "NOT_FOUND"}, {"key", key}}.dump(-1, ' ', false, Json::error_handler_t::replace),
            std::nullopt, false};
    case Phase::Executing:
        return {200, Json{{"status", "PENDING"}, {"key", key}}.dump(), std::nullopt, false};
    case Phase::Decided:
        break;
    }
    const BookRecord& record = found->second.record;
    if (record.verdict == Verdict::Refused) {
        return {200, Json{{"status", "REFUSED"}, {"code", record.refusalCode}, {"key", record.key}}.dump(),
            std::nullopt, false};
    }
    return verdictOf(record, 200, character.amountIsMajor);
}

Answer PayoutDesk::page(std::uint64_t after, std::size_t limit) const
{
    const std::uint64_t durable = m_book.durableLine();
    std::vector<BookRecord> records;
    std::uint64_t lastSeq = 0;
    {
        const std::lock_guard lock(m_mutex);
        lastSeq = m_effects.size();
        while (lastSeq > 0 && m_effects[lastSeq - 1].line > durable) {
            --lastSeq;
        }
        const auto first = std::min(after, lastSeq);
        const auto count = std::min<std::uint64_t>(limit, lastSeq - first);
        const auto from = m_effects.begin() + static_cast<std::ptrdiff_t>(first);
        records.assign(from, from + static_cast<std::ptrdiff_t>(count));
    }
    Json entries = Json::array();
    for (const BookRecord& record : records) {
        entries.push_back(entryOf(record));
    }
    return {200, Json{{"entries", std::move(entries)}, {"last_seq", lastSeq}}.dump(), std::nullopt, false};
}

Answer PayoutDesk::summary() const
{
    const std::lock_guard lock(m_mutex);
    Json totals = Json::object();
    for (const auto& [currency, total] : m_totals) {
        totals[currency]
            = {{"count", total.count}, {"amount", total.amount}, {"exponent", currencyExponent(currency).value_or(0)}};
    }
    return {200,
        Json{{"executed", m_executed}, {"refused", m_refused}, {"totals", std::move(totals)}, {"repeats", m_repeats},
            {"mismatches", m_mismatches}}
            .dump(),
        std::nullopt, false};
}

void PayoutDesk::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
    }
    m_stopSignal.notify_all();
}

} // namespace practice_bank
