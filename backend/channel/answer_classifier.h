// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/answer.h"
#include "core/records/channel_profile.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::channel {

/// A whole HTTP answer: status and body arrived as announced.
struct HttpReply {
    int status = 0;
    std::string body;
    std::optional<std::chrono::milliseconds> retryAfter;
};

/// What an answer to a send means (DESIGN.md section 5). The only place, with classifyQuery, where HTTP becomes an
/// Answer. Definite words need a definite form: ACCEPTED, REFUSED, IN_FLIGHT and MISMATCH are believed only from a JSON
/// object of the bank, so that a proxy's page is never taken for the bank's word. Everything else is Unknown (K65).
[[nodiscard]] Answer classifySend(const HttpReply& reply, const IdempotencyKey& key, const ChannelProfile& profile);

/// What an answer to "what became of this key?" means. A word counts only when it names the key that was asked for;
/// everything else is QueryUnknown.
[[nodiscard]] Answer classifyQuery(const HttpReply& reply, const IdempotencyKey& key, const ChannelProfile& profile);

/// An answer that never came, or not whole: Unknown for a send, QueryUnknown for a query; NotSent when provably no byte
/// of the request left.
[[nodiscard]] Answer answerWithoutReply(bool isQuery, bool provablyNotSent, std::string_view error);

/// Text from outside, made fit for rows and logs: at most `bytesMax` bytes, whole UTF-8 characters, control characters
/// and whatever is not UTF-8 replaced by '?'.
[[nodiscard]] std::string tamed(std::string_view text, std::size_t bytesMax);

/// Does this channel carry notices (mail, webhooks), which are no money and have neither amount nor currency?
[[nodiscard]] inline bool isNotice(const ChannelProfile& profile)
{
    return profile.kind == "mail" || profile.kind == "webhook";
}

} // namespace onceover::channel
