// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/answer.h"
#include "core/records/message.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// A callback whose signature is right, as it came in. The body is the outside's; text is hostile.
struct ReceivedCallback {
    std::uint64_t token = 0; ///< The door's own handle; goes back with the reply.
    ChannelId channel;
    Timestamp sentAt; ///< When the outside signed it, by its own clock.
    std::string body;
};

/// What its body says, read by a profile.
struct CallbackContent {
    bool isReadable = false; ///< False: no event id, no key or no word that means anything; `why` tells.
    std::string eventId;     ///< The outside's own; of an unreadable one a fingerprint of its bytes.
    IdempotencyKey key;      ///< Empty when it is unreadable.
    Answer answer; ///< In the words of a query's answer: FoundExecuted, FoundRefused, FoundReturned, FoundPending, QueryUnknown.
    std::string why;
};

/// One callback as a fact to append, under its event id.
struct CallbackEvent {
    ChannelId channel;
    CallbackContent content;
    Timestamp sentAt;
    std::string body;
};

/// A recorded callback that is filed under its message and waits for the decision.
struct FiledCallback {
    ChannelId channel;
    std::string eventId;
    CallId call;
    MessageRef ref;
    OperationId operation;
    IdempotencyKey key;
    Version version; ///< The message's when the callback was filed.
    Timestamp at;    ///< When it was recorded, by the database's clock.
    Answer answer;
};

/// What the outside is told. Only Stored ends its repeats.
enum class CallbackReply {
    Stored,         ///< On record, now or before.
    Unreadable,     ///< On record as it came, for a person; sent again it says the same.
    Stale,          ///< Signed too long ago, or ahead of our time: not looked at.
    UnknownChannel, ///< No profile of that channel declares signed callbacks.
    Unavailable,    ///< Not on record: to be sent again.
};

/// Callbacks that were turned away at the door, by why; counted, never stored.
struct CallbackRefusals {
    std::string channel; ///< Empty where none that we know was named.
    std::string reason;
    std::int64_t count = 0;
};

} // namespace onceover
