// SPDX-License-Identifier: GPL-3.0-or-later
#include "channel/callback_reader.h"

#include "channel/answer_classifier.h"
#include "channel/signature.h"
#include "core/digest.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace onceover::channel {

namespace {

constexpr int kReadAsAnswer = 200;
constexpr std::size_t kEventIdBytesMax = 128;
constexpr std::size_t kKeyBytesMax = 255;

/// Ids and keys are stored and compared: they must be what they seem.
bool isPlainWord(const std::string& text, std::size_t bytesMax)
{
    return !text.empty() && text.size() <= bytesMax
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string textAt(const nlohmann::json& body, const char* member)
{
    const auto found = body.find(member);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

CallbackContent unreadable(const std::string& body, std::string why)
{
    CallbackContent content;
    content.eventId = "unreadable-" + toHex(sha256(body)).substr(0, 32);
    content.answer.kind = AnswerKind::QueryUnknown;
    content.why = std::move(why);
    return content;
}

} // namespace

CallbackContent readCallback(const std::string& body, const ChannelProfile& profile)
{
    const auto parsed = nlohmann::json::parse(body, nullptr, false);
    if (!parsed.is_object())
        return unreadable(body, "no JSON object");
    CallbackContent content;
    content.eventId = textAt(parsed, "event_id");
    content.key = IdempotencyKey{textAt(parsed, "key")};
    if (!isPlainWord(content.eventId, kEventIdBytesMax))
        return unreadable(body, "no event id");
    if (!isPlainWord(content.key.value, kKeyBytesMax))
        return unreadable(body, "no key");
    content.isReadable = true;
    content.answer = classifyQuery({kReadAsAnswer, body, std::nullopt}, content.key, profile);
    content.answer.httpStatus.reset(); // It was no answer to a request of ours.
    constexpr std::string_view kAsIfAnswered = "HTTP 200: ";
    if (content.answer.error.starts_with(kAsIfAnswered))
        content.answer.error.erase(0, kAsIfAnswered.size());
    return content;
}

std::string callbackSignature(std::string_view secret, std::string_view second, std::string_view body)
{
    return "sha256=" + hmacSha256Hex(secret, std::string{second} + '.' + std::string{body});
}

bool isSameSignature(std::string_view given, std::string_view computed)
{
    if (given.size() != computed.size())
        return false;
    unsigned int different = 0;
    for (std::size_t i = 0; i < given.size(); ++i)
        different |= static_cast<unsigned int>(
            static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(computed[i]));
    return different == 0;
}

} // namespace onceover::channel
