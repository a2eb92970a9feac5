// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/callback.h"
#include "core/records/channel_profile.h"

#include <string>
#include <string_view>

namespace onceover::channel {

/// What the body of a callback says: a JSON object with `event_id` and the members of a query's answer (`key`,
/// `status`, `reference`, `amount`, `currency`, `code`), read as such an answer is read. Without a key and an event id
/// it is unreadable, and gets an event id from its bytes, so that its repeats are one fact.
[[nodiscard]] CallbackContent readCallback(const std::string& body, const ChannelProfile& profile);

/// The signature that belongs to a body and the second at which it was signed: "sha256=" and the HMAC of the decimal
/// second, a dot and the raw bytes.
[[nodiscard]] std::string callbackSignature(std::string_view secret, std::string_view second, std::string_view body);

/// Equality in a time that tells nothing about where the two differ.
[[nodiscard]] bool isSameSignature(std::string_view given, std::string_view computed);

} // namespace onceover::channel
