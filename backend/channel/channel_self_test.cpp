// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/channel_self_test.h"

#include "channel/curl_payment_channel.h"
#include "channel/http_call.h"
#include "channel/payload_builder.h"
#include "channel/profile_words.h"
#include "core/base32.h"
#include "core/digest.h"
#include "core/keys.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

using Steady = std::chrono::steady_clock;

constexpr milliseconds kLeverTimeMax{5000};
constexpr milliseconds kPumpStep{100};
constexpr milliseconds kBetweenQuestions{10};
constexpr milliseconds kEventualPatience{
    2000}; ///< For a channel that answers later than it says: to tell that it does.
constexpr int kSendsAtOnce = 4;
constexpr std::size_t kProbeKeyLength = kOutwardKeyLength;
constexpr int kClientError = 400; ///< From here to the next, HTTP says no.
constexpr int kServerError = 500;

/// One run of the test.
class SelfTest {
public:
    SelfTest(const ChannelProfile& profile, std::string_view nonce)
        : m_profile(profile)
        , m_nonce(nonce)
    {
        m_hasLevers = callHttp(joinUrl(m_profile.endpoint, "/control/clock"), std::nullopt, kLeverTimeMax).has_value();
    }

    [[nodiscard]] std::vector<ProbeResult> run()
    {
        if (m_hasLevers)
            static_cast<void>(pull("/control/misbehave", "{}"));
        if (!keysFit() || !firstSend())
            return std::move(m_probes);
        everyCharacter();
        otherBytes();
        atOnce();
        questions();
        amounts();
        unknownCurrency();
        longKey();
        refusals();
        stored5xx();
        lateExecution();
        lateSender();
        pastValueDate();
        keyLife();
        if (m_hasLevers)
            static_cast<void>(pull("/control/misbehave", "{}"));
        return std::move(m_probes);
    }

private:
    void report(std::string field, std::string_view declared, std::string_view found, bool agrees, std::string detail)
    {
        m_probes.push_back({std::move(field), std::string{declared}, std::string{found},
            agrees ? ProbeOutcome::Agrees : ProbeOutcome::Differs, std::move(detail)});
    }
    void notProved(std::string field, std::string_view declared, std::string detail)
    {
        m_probes.push_back({std::move(field), std::string{declared}, {}, ProbeOutcome::NotProved, std::move(detail)});
    }

    [[nodiscard]] bool pull(std::string_view lever, const std::string& settings)
    {
        return callHttp(joinUrl(m_profile.endpoint, lever), settings, kLeverTimeMax).has_value();
    }

    [[nodiscard]] IdempotencyKey newKey(std::size_t length = kProbeKeyLength)
    {
        std::string text;
        for (int part = 0; text.size() < length; ++part) {
            const Sha256 digest = sha256(m_nonce + "|" + std::to_string(m_keys) + "|" + std::to_string(part));
            text += toBase32(std::span{digest}.first(20));
        }
        ++m_keys;
        return IdempotencyKey{text.substr(0, length)};
    }

    [[nodiscard]] std::string order(std::int64_t minor = 123, const std::string& currency = "CNY",
        std::optional<BusinessDate> valueDate = std::nullopt) const
    {
        ClaimedOperation operation;
        operation.merchant = MerchantId{1};
        operation.settlementType = "settle-daily";
        operation.settleDate = *BusinessDate::parse("2026-01-01");
        operation.amountMinor = minor;
        operation.currency = currency;
        operation.valueDate = valueDate;
        operation.beneficiaryName = "Self test";
        operation.beneficiaryAccount = "SELF-TEST";
        return JsonPayloadBuilder().build(operation, m_profile).value_or(std::string{});
    }

    /// All in flight together; answers in the order of the requests.
    [[nodiscard]] std::vector<Answer> exchange(std::vector<ChannelRequest> requests)
    {
        std::map<std::uint64_t, Answer> answers;
        const std::size_t wanted = requests.size();
        std::uint64_t token = 0;
        for (ChannelRequest& request : requests) {
            request.token = token++;
            request.profile = m_profile;
            m_channel.start(std::move(request));
        }
        while (answers.size() < wanted) // The channel bounds each by its own time-outs.
            for (ChannelAnswer& answer : m_channel.pump(kPumpStep, -1, -1))
                answers[answer.token] = std::move(answer.answer);
        std::vector<Answer> inOrder;
        for (auto& [number, answer] : answers)
            inOrder.push_back(std::move(answer));
        return inOrder;
    }
    [[nodiscard]] static ChannelRequest sendOf(const IdempotencyKey& key, const std::string& body)
    {
        ChannelRequest request;
        request.key = key;
        request.payload = body;
        return request;
    }
    [[nodiscard]] Answer send(const IdempotencyKey& key, const std::string& body)
    {
        return exchange({sendOf(key, body)}).front();
    }
    [[nodiscard]] Answer query(const IdempotencyKey& key)
    {
        ChannelRequest request;
        request.isQuery = true;
        request.key = key;
        return exchange({std::move(request)}).front();
    }

    [[nodiscard]] bool keysFit();
    [[nodiscard]] bool firstSend();
    void everyCharacter();
    void otherBytes();
    void atOnce();
    void questions();
    void eventually(const IdempotencyKey& key);
    void amounts();
    void unknownCurrency();
    void longKey();
    void refusals();
    void stored5xx();
    void lateExecution();
    void lateSender();
    void pastValueDate();
    void keyLife();

    ChannelProfile m_profile;
    std::string m_nonce;
    CurlPaymentChannel m_channel;
    bool m_hasLevers = false;
    int m_keys = 0;
    IdempotencyKey m_firstKey; ///< Executed, and asked about later.
    std::string m_firstBody;
    Answer m_firstAnswer;
    std::vector<ProbeResult> m_probes;
};

/// A channel that by its own words cannot carry our keys is not even asked.
bool SelfTest::keysFit()
{
    const auto fits = checkKeyFits(m_profile.keyCharset, m_profile.keyMaxLen);
    if (!fits) {
        const bool isShort = m_profile.keyMaxLen < kOutwardKeyLength;
        report(isShort ? "key_max_len" : "key_charset",
            isShort ? std::to_string(m_profile.keyMaxLen) : m_profile.keyCharset, "", false, fits.error().found);
    }
    return fits.has_value();
}

/// Nothing else can be shown of a channel that does not take an order as the profile says.
bool SelfTest::firstSend()
{
    m_firstKey = newKey();
    m_firstBody = order();
    m_firstAnswer = send(m_firstKey, m_firstBody);
    const bool isTaken = m_firstAnswer.kind == AnswerKind::Accepted;
    // Executed in an amount that cannot be read is a matter of units, not of the key.
    const auto again = isTaken ? std::optional<Answer>{} : std::optional{query(m_firstKey)};
    report("key_transport", m_profile.keyTransport, isTaken ? m_profile.keyTransport : "", isTaken,
        "an order under a key: " + said(m_firstAnswer));
    if (!isTaken)
        report("amount_unit", m_profile.amountUnit == AmountUnit::Minor ? "minor" : "major", "", false,
            "an order of 1.23 CNY: " + said(m_firstAnswer) + ", asked: " + said(*again));
    return isTaken;
}

/// A key in which each character of ours stands once, in an order that nobody has seen.
void SelfTest::everyCharacter()
{
    std::string text{kBase32Alphabet};
    const Sha256 draw = sha256(m_nonce + "|characters");
    for (std::size_t i = text.size() - 1; i > 0; --i)
        std::swap(text[i], text[draw[i] % (i + 1)]);
    const Answer answer = send(IdempotencyKey{text}, order());
    const bool isTaken = answer.kind == AnswerKind::Accepted;
    report("key_charset", m_profile.keyCharset, isTaken ? m_profile.keyCharset : "less", isTaken,
        "a key of every character of ours: " + said(answer));
}

/// The same key with the same bytes, then with others.
void SelfTest::otherBytes()
{
    const Answer again = send(m_firstKey, m_firstBody);
    const Answer other = send(m_firstKey, order(124));
    std::string_view found = "";
    const auto isAnother = [&](const Answer& answer) {
        return answer.kind == AnswerKind::Accepted && answer.externalRef != m_firstAnswer.externalRef;
    };
    if (isAnother(again) || isAnother(other))
        found = wordOf(OnMismatch::IgnoresKey);
    else if (again.kind == AnswerKind::Accepted && other.kind == AnswerKind::Mismatch)
        found = wordOf(OnMismatch::Error);
    else if (again.kind == AnswerKind::Accepted && other.kind == AnswerKind::Accepted)
        found = wordOf(OnMismatch::OldAnswer);
    const std::string_view declared = wordOf(m_profile.onMismatch);
    report("on_mismatch", declared, found, found == declared,
        "the same key again: " + said(again) + "; with other bytes: " + said(other));
}

void SelfTest::atOnce()
{
    // A channel that is done before the second order arrives has nothing in flight to show.
    if (m_hasLevers)
        static_cast<void>(pull("/control/misbehave", R"({"delay_ms":100})"));
    const IdempotencyKey key = newKey();
    const std::string body = order();
    std::vector<ChannelRequest> requests;
    for (int i = 0; i < kSendsAtOnce; ++i)
        requests.push_back(sendOf(key, body));
    const std::vector<Answer> answers = exchange(std::move(requests));
    if (m_hasLevers)
        static_cast<void>(pull("/control/misbehave", "{}"));
    std::set<std::string> references;
    int inFlight = 0;
    std::string seen;
    for (const Answer& answer : answers) {
        if (answer.kind == AnswerKind::Accepted)
            references.insert(answer.externalRef);
        inFlight += answer.kind == AnswerKind::InFlight ? 1 : 0;
        seen += (seen.empty() ? "" : ", ") + std::string{nameOf(answer.kind)};
    }
    std::string_view found = "";
    if (references.size() > 1)
        found = wordOf(OnInFlight::Executes);
    else if (references.size() == 1)
        found = wordOf(inFlight > 0 ? OnInFlight::Conflict409 : OnInFlight::Blocks);
    const std::string_view declared = wordOf(m_profile.onInFlight);
    report("on_in_flight", declared, found, found == declared,
        std::to_string(kSendsAtOnce) + " at once under one key: " + seen + "; " + std::to_string(references.size())
            + " references");
}

void SelfTest::questions()
{
    const Answer nobody = query(newKey());
    const IdempotencyKey key = newKey();
    const Answer sent = send(key, order());
    const Answer known = query(key);
    const std::string_view declared = wordOf(m_profile.queryKind);
    const std::string detail = "an unknown key: " + said(nobody) + "; one just executed: " + said(known);
    std::string_view found = "";
    if (nobody.kind == AnswerKind::QueryUnknown && known.kind == AnswerKind::QueryUnknown)
        found = wordOf(QueryKind::None);
    else if (nobody.kind == AnswerKind::NotFound && known.kind == AnswerKind::NotFound)
        found = wordOf(QueryKind::Eventual);
    else if (nobody.kind == AnswerKind::NotFound && known.kind == AnswerKind::FoundExecuted
        && known.externalRef == sent.externalRef)
        found = wordOf(QueryKind::Authoritative);
    // One that knows at once keeps the promise to know later.
    const bool keepsMore = m_profile.queryKind == QueryKind::Eventual && found == wordOf(QueryKind::Authoritative);
    report("query_kind", declared, found, found == declared || keepsMore, detail);
    if (m_profile.queryKind == QueryKind::Eventual && found == declared)
        eventually(key);
}

void SelfTest::eventually(const IdempotencyKey& key)
{
    const auto began = Steady::now();
    const milliseconds patience = m_profile.queryEventualMax + kEventualPatience;
    Answer answer = query(key);
    while (answer.kind != AnswerKind::FoundExecuted && Steady::now() - began < patience) {
        std::this_thread::sleep_for(kBetweenQuestions);
        answer = query(key);
    }
    const auto took = std::chrono::duration_cast<milliseconds>(Steady::now() - began);
    const bool isInTime = answer.kind == AnswerKind::FoundExecuted && took <= m_profile.queryEventualMax;
    report("query_eventual_max", inMillis(m_profile.queryEventualMax), inMillis(took), isInTime,
        "asked until it knew: " + said(answer));
}

/// Currencies of no, two and three places, each in the profile's unit.
void SelfTest::amounts()
{
    const std::vector<std::pair<std::string, std::int64_t>> orders{{"CNY", 123}, {"JPY", 500}, {"KWD", 1234}};
    bool agrees = true;
    int taken = 0;
    std::string seen;
    for (const auto& [currency, minor] : orders) {
        const Answer answer = send(newKey(), order(minor, currency));
        const bool isSame
            = answer.kind == AnswerKind::Accepted && answer.amountMinor == minor && answer.currency == currency;
        // A currency that it does not take is refused as malformed; that says nothing of units.
        const bool isNotTaken = answer.kind == AnswerKind::Mismatch || answer.kind == AnswerKind::Refused;
        taken += isSame ? 1 : 0;
        agrees = agrees && (isSame || isNotTaken);
        seen += (seen.empty() ? "" : ", ") + currency + " " + std::to_string(minor) + " minor: " + said(answer);
    }
    const std::string_view declared = m_profile.amountUnit == AmountUnit::Minor ? "minor" : "major";
    report("amount_unit", declared, agrees && taken > 0 ? declared : "", agrees && taken > 0, seen);
}

void SelfTest::unknownCurrency()
{
    std::string body = order();
    const auto at = body.find("\"CNY\"");
    if (at != std::string::npos)
        body.replace(at, 5, "\"XTS\""); // ISO 4217: reserved for testing.
    const Answer answer = send(newKey(), body);
    const bool isTaken = answer.kind == AnswerKind::Accepted;
    report("currency", "known codes alone", isTaken ? "takes XTS" : "known codes alone", !isTaken,
        "an order in XTS: " + said(answer));
}

void SelfTest::longKey()
{
    const auto length = static_cast<std::size_t>(m_profile.keyMaxLen);
    const Answer answer = send(newKey(length), order());
    const bool isTaken = answer.kind == AnswerKind::Accepted;
    report("key_max_len", std::to_string(length), isTaken ? std::to_string(length) : "less", isTaken,
        "a key of that length: " + said(answer));
}

void SelfTest::refusals()
{
    const std::string_view declared = wordOf(m_profile.refusal);
    if (!m_hasLevers || m_profile.refusalCodes.empty()) {
        notProved("refusal", declared, "no refusal can be had on demand");
        return;
    }
    const IdempotencyKey key = newKey();
    const std::string body = order();
    static_cast<void>(pull("/control/misbehave", R"({"next":{"refuse":1}})"));
    const Answer first = send(key, body);
    static_cast<void>(pull("/control/misbehave", "{}"));
    report("refusal_codes", std::to_string(m_profile.refusalCodes.size()) + " codes", first.code,
        first.kind == AnswerKind::Refused, "an order that it refuses: " + said(first));
    const Answer again = send(key, body);
    std::string_view found = "";
    if (again.kind == AnswerKind::Accepted)
        found = wordOf(RefusalKind::RetryableSameKey);
    else if (again.kind == first.kind)
        found = wordOf(RefusalKind::Final);
    report("refusal", declared, found, found == declared, "the refused key again: " + said(again));
}

void SelfTest::stored5xx()
{
    const std::string_view declared = m_profile.stores5xx ? "true" : "false";
    if (!m_hasLevers) {
        notProved("stores_5xx", declared, "no 5xx can be had on demand");
        return;
    }
    const IdempotencyKey key = newKey();
    const std::string body = order();
    static_cast<void>(pull("/control/misbehave", R"({"next":{"fail_after_execute":1}})"));
    const Answer first = send(key, body);
    static_cast<void>(pull("/control/misbehave", "{}"));
    const Answer again = send(key, body);
    const std::string_view found = again.kind == AnswerKind::Accepted ? "false" : "true";
    report("stores_5xx", declared, found, found == declared,
        "an order that it answers 5xx: " + said(first) + "; again: " + said(again));
}

void SelfTest::lateExecution()
{
    if (!m_profile.maxLateExecution) {
        notProved("max_late_execution", "no promise", "nothing is promised, nothing is sent again by itself");
        return;
    }
    const std::string declared = inMillis(*m_profile.maxLateExecution);
    if (!m_hasLevers || m_profile.queryKind != QueryKind::Authoritative) {
        notProved("max_late_execution", declared, "no late execution can be had on demand");
        return;
    }
    const IdempotencyKey key = newKey();
    static_cast<void>(pull("/control/misbehave", R"({"next":{"execute_late":1}})"));
    const auto began = Steady::now();
    const Answer sent = send(key, order());
    Answer answer = query(key);
    while (answer.kind != AnswerKind::FoundExecuted
        && Steady::now() - began < *m_profile.maxLateExecution * 3 + kEventualPatience) {
        std::this_thread::sleep_for(kBetweenQuestions);
        answer = query(key);
    }
    static_cast<void>(pull("/control/misbehave", "{}"));
    const auto took = std::chrono::duration_cast<milliseconds>(Steady::now() - began);
    const bool isInTime = answer.kind == AnswerKind::FoundExecuted
        && (sent.kind == AnswerKind::Accepted || took <= *m_profile.maxLateExecution);
    report("max_late_execution", declared, inMillis(took), isInTime,
        "an order that it executes late: " + said(sent) + ", asked until it knew: " + said(answer));
}

/// The same order twice, the second time by a sender that was overtaken: its token is smaller.
void SelfTest::lateSender()
{
    if (!m_profile.fencing) {
        notProved("fencing", "false", "no token is sent along: what comes late is told by its key alone");
        return;
    }
    const IdempotencyKey key = newKey();
    const std::string body = order();
    const auto sendAs = [&](std::int64_t version) {
        ChannelRequest request = sendOf(key, body);
        request.version = version;
        return exchange({std::move(request)}).front();
    };
    const Answer first = sendAs(2);
    const Answer late = sendAs(1);
    const bool isTurnedAway = first.kind == AnswerKind::Accepted && late.kind != AnswerKind::Accepted
        && late.httpStatus.value_or(0) >= kClientError && late.httpStatus.value_or(0) < kServerError;
    report("fencing", "true", isTurnedAway ? "true" : "false", isTurnedAway,
        "an order, and again with a smaller token: " + said(first) + ", " + said(late));
}

void SelfTest::pastValueDate()
{
    const std::string_view declared = m_profile.hours.takesPastValueDates ? "accepts" : "refuses";
    if (m_profile.hours.calendar.empty()) {
        notProved("past_value_date", declared, "without a calendar orders carry no value date");
        return;
    }
    const Answer answer = send(newKey(), order(123, "CNY", *BusinessDate::parse("2020-01-01")));
    const int status = answer.httpStatus.value_or(0);
    std::string_view found = "";
    if (answer.kind == AnswerKind::Accepted)
        found = "accepts";
    else if (status >= kClientError && status < kServerError)
        found = "refuses";
    report("past_value_date", declared, found, found == declared,
        "an order with the value date 2020-01-01: " + said(answer));
}

/// A key must be honoured until the margin before its end: the test mode's clock is moved there.
void SelfTest::keyLife()
{
    const std::string declared = inMillis(m_profile.retention) + " less " + inMillis(m_profile.retentionMargin);
    const auto clock = callHttp(joinUrl(m_profile.endpoint, "/control/clock"), std::nullopt, kLeverTimeMax);
    const auto told = clock ? nlohmann::json::parse(*clock, nullptr, false) : nlohmann::json{};
    if (!told.is_object() || !told.contains("offset_ms")) {
        notProved("retention", declared, "the channel's clock cannot be moved");
        return;
    }
    const IdempotencyKey key = newKey();
    const std::string body = order();
    const Answer first = send(key, body);
    const auto offset = told["offset_ms"].get<std::int64_t>();
    const milliseconds later = m_profile.retention - m_profile.retentionMargin - milliseconds{1000};
    static_cast<void>(pull("/control/clock", nlohmann::json{{"offset_ms", offset + later.count()}}.dump()));
    const Answer again = send(key, body);
    static_cast<void>(pull("/control/clock", nlohmann::json{{"offset_ms", offset}}.dump()));
    const bool isHonoured = again.kind == AnswerKind::Accepted && again.externalRef == first.externalRef;
    report("retention", declared, isHonoured ? declared : "less", isHonoured,
        "the key again after " + inMillis(later) + ": " + said(again));
}

} // namespace

std::vector<ProbeResult> testChannel(const ChannelProfile& profile, std::string_view nonce)
{
    return SelfTest(profile, nonce).run();
}

} // namespace onceover::channel
