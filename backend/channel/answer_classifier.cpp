// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/answer_classifier.h"

#include "core/money.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

using nlohmann::json;

constexpr std::size_t kRawBytesMax = 4096;
constexpr std::size_t kCodeBytesMax = 64;
constexpr std::size_t kReferenceBytesMax = 128;

constexpr int kOk = 200;
constexpr int kCreated = 201;
constexpr int kBadRequest = 400;
constexpr int kPaymentRequired = 402;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kUnprocessable = 422;
constexpr int kTooManyRequests = 429;

/// The member as text; empty when it is absent or no string.
std::string textOf(const json& object, const char* member)
{
    const auto found = object.find(member);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

/// A reference is stored and compared: it must be what it seems, not a tamed form of it.
bool isReference(const std::string& text)
{
    return !text.empty() && text.size() <= kReferenceBytesMax
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

/// The amount in minor units, by the profile's unit; nothing when it is not exactly that.
std::optional<std::int64_t> amountOf(const json& object, CurrencyCode currency, AmountUnit unit)
{
    const auto found = object.find("amount");
    if (found == object.end())
        return std::nullopt;
    if (unit == AmountUnit::Major) {
        if (!found->is_string())
            return std::nullopt;
        const auto money = Money::parsePlain(found->get<std::string>(), currency);
        return money ? std::optional{money->minor} : std::nullopt;
    }
    // Whole numbers only: an amount that went through floating point may have lost a unit.
    if (!found->is_number_integer())
        return std::nullopt;
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > kMax)
        return std::nullopt;
    return found->get<std::int64_t>();
}

/// Fills reference, amount and currency of an executed effect; false when any of them is missing or malformed.
bool readEffect(const json& object, const ChannelProfile& profile, Answer& answer)
{
    const auto currency = CurrencyCode::parse(textOf(object, "currency"));
    const std::string reference = textOf(object, "reference");
    if (!currency || !isReference(reference))
        return false;
    const auto amount = amountOf(object, *currency, profile.amountUnit);
    if (!amount)
        return false;
    answer.externalRef = reference;
    answer.amountMinor = *amount;
    answer.currency = currency->toString();
    return true;
}

Answer begin(const HttpReply& reply, AnswerKind kind)
{
    Answer answer;
    answer.kind = kind;
    answer.httpStatus = reply.status;
    answer.raw = reply.body.substr(0, kRawBytesMax);
    return answer;
}

Answer doubtful(Answer answer, AnswerKind unknown, std::string_view why)
{
    answer.kind = unknown;
    answer.externalRef.clear();
    answer.amountMinor.reset();
    answer.currency.clear();
    answer.error = "HTTP " + std::to_string(answer.httpStatus.value_or(0)) + ": " + std::string{why};
    if (!answer.code.empty())
        answer.error += " (" + answer.code + ")";
    return answer;
}

Answer definite(Answer answer, AnswerKind kind)
{
    answer.kind = kind;
    answer.error = "HTTP " + std::to_string(answer.httpStatus.value_or(0)) + ": " + answer.code;
    return answer;
}

/// Only what the profile lists gives the money back: a gateway's 402, or a code for "under review", does not.
bool isListedRefusal(const Answer& answer, const ChannelProfile& profile)
{
    return std::find(profile.refusalCodes.begin(), profile.refusalCodes.end(), answer.code)
        != profile.refusalCodes.end();
}

/// 200 and 201. The request is answered on its own connection, so that a missing key is no doubt; another key is.
Answer classifyExecuted(Answer answer, const json& body, const IdempotencyKey& key, const ChannelProfile& profile)
{
    if (textOf(body, "status") != "EXECUTED")
        return doubtful(std::move(answer), AnswerKind::Unknown, "the answer does not say EXECUTED");
    if (body.contains("key") && textOf(body, "key") != key.value)
        return doubtful(std::move(answer), AnswerKind::Unknown, "the answer names another key");
    if (!readEffect(body, profile, answer))
        return doubtful(std::move(answer), AnswerKind::Unknown, "reference, amount or currency cannot be read");
    answer.kind = AnswerKind::Accepted;
    return answer;
}

} // namespace

std::string tamed(std::string_view text, std::size_t bytesMax)
{
    std::string out;
    out.reserve(std::min(text.size(), bytesMax));
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1
            : lead >= 0xC2 && lead < 0xE0      ? 2
            : lead >= 0xE0 && lead < 0xF0      ? 3
            : lead >= 0xF0 && lead < 0xF5      ? 4
                                               : 0;
        bool isWhole = length > 0 && i + length <= text.size();
        for (std::size_t k = 1; isWhole && k < length; ++k)
            isWhole = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
        // Overlong forms and surrogates are no UTF-8 either: the database would refuse the whole row for them.
        if (isWhole && length > 1) {
            const auto second = static_cast<unsigned char>(text[i + 1]);
            isWhole = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F)
                && !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
        }
        const bool isPrintable = isWhole && (length > 1 || (lead >= ' ' && lead != 0x7F));
        const std::size_t used = isWhole ? length : 1;
        if (out.size() + (isPrintable ? length : 1) > bytesMax)
            break;
        if (isPrintable)
            out.append(text, i, length);
        else
            out.push_back('?');
        i += used;
    }
    return out;
}

namespace {

/// Of mail and webhooks: any 2xx took it, whatever the body says; a reference where one is given, else the key. Refused
/// for good only by a code that the profile lists (a bad signature, an address that is none).
Answer classifyNoticeSend(Answer answer, const json& body, const IdempotencyKey& key, const ChannelProfile& profile)
{
    const int status = answer.httpStatus.value_or(0);
    if (body.is_object())
        answer.code = tamed(textOf(body, "code"), kCodeBytesMax);
    if (status >= 200 && status < 300) {
        const std::string reference = body.is_object() ? textOf(body, "reference") : std::string{};
        answer.kind = AnswerKind::Accepted;
        answer.externalRef = isReference(reference) ? reference : key.value;
        return answer;
    }
    if (status == kConflict)
        return definite(std::move(answer), AnswerKind::InFlight);
    if (status == kUnprocessable)
        return definite(std::move(answer), AnswerKind::Mismatch);
    if (status >= 400 && status < 500 && isListedRefusal(answer, profile))
        return definite(std::move(answer), AnswerKind::Refused);
    return doubtful(std::move(answer), AnswerKind::Unknown, "a status or code that the profile does not list");
}

/// Reference, amount and currency of what was executed; of a notice its reference alone.
bool readFound(const json& body, const ChannelProfile& profile, Answer& answer)
{
    if (!isNotice(profile))
        return readEffect(body, profile, answer);
    const std::string reference = textOf(body, "reference");
    if (!isReference(reference))
        return false;
    answer.externalRef = reference;
    return true;
}

} // namespace

Answer classifySend(const HttpReply& reply, const IdempotencyKey& key, const ChannelProfile& profile)
{
    Answer answer = begin(reply, AnswerKind::Unknown);
    if (reply.status == kTooManyRequests) {
        // Turned away before anybody looked at the order, whoever says it.
        answer.retryAfter = reply.retryAfter;
        answer.code = "THROTTLED";
        return definite(std::move(answer), AnswerKind::Throttled);
    }
    const json body = json::parse(reply.body, nullptr, false);
    if (isNotice(profile))
        return classifyNoticeSend(std::move(answer), body, key, profile);
    if (!body.is_object())
        return doubtful(std::move(answer), AnswerKind::Unknown, "the answer is no JSON object");
    answer.code = tamed(textOf(body, "code"), kCodeBytesMax);
    if (reply.status == kOk || reply.status == kCreated)
        return classifyExecuted(std::move(answer), body, key, profile);
    if (answer.code.empty())
        return doubtful(std::move(answer), AnswerKind::Unknown, "the answer has no code");
    switch (reply.status) {
    case kPaymentRequired:
        if (!isListedRefusal(answer, profile))
            return doubtful(std::move(answer), AnswerKind::Unknown, "a code that the profile does not list");
        return definite(std::move(answer), AnswerKind::Refused);
    case kConflict:
        return definite(std::move(answer), AnswerKind::InFlight);
    case kBadRequest:
    case kUnprocessable:
        return definite(std::move(answer), AnswerKind::Mismatch);
    }
    return doubtful(std::move(answer), AnswerKind::Unknown, "a status that the profile does not list");
}

Answer classifyQuery(const HttpReply& reply, const IdempotencyKey& key, const ChannelProfile& profile)
{
    Answer answer = begin(reply, AnswerKind::QueryUnknown);
    answer.retryAfter = reply.retryAfter;
    const json body = json::parse(reply.body, nullptr, false);
    if (!body.is_object())
        return doubtful(std::move(answer), AnswerKind::QueryUnknown, "the answer is no JSON object");
    answer.code = tamed(textOf(body, "code"), kCodeBytesMax);
    const std::string status = textOf(body, "status");
    if (textOf(body, "key") != key.value)
        return doubtful(std::move(answer), AnswerKind::QueryUnknown, "the answer does not name the key");
    if (reply.status == kNotFound && status == "NOT_FOUND") {
        answer.code = status;
        return definite(std::move(answer), AnswerKind::NotFound);
    }
    if (reply.status != kOk)
        return doubtful(std::move(answer), AnswerKind::QueryUnknown, "a status that the profile does not list");
    if (status == "PENDING") {
        answer.code = status;
        return definite(std::move(answer), AnswerKind::FoundPending);
    }
    if (status == "REFUSED" && !isListedRefusal(answer, profile))
        return doubtful(std::move(answer), AnswerKind::QueryUnknown, "a code that the profile does not list");
    if (status == "REFUSED")
        return definite(std::move(answer), AnswerKind::FoundRefused);
    if ((status == "EXECUTED" || status == "RETURNED") && readFound(body, profile, answer)) {
        answer.kind = status == "EXECUTED" ? AnswerKind::FoundExecuted : AnswerKind::FoundReturned;
        return answer;
    }
    return doubtful(std::move(answer), AnswerKind::QueryUnknown, "the answer cannot be read");
}

Answer answerWithoutReply(bool isQuery, bool provablyNotSent, std::string_view error)
{
    Answer answer;
    answer.kind = isQuery ? AnswerKind::QueryUnknown : provablyNotSent ? AnswerKind::NotSent : AnswerKind::Unknown;
    answer.error = tamed(error, 512);
    return answer;
}

} // namespace onceover::channel
