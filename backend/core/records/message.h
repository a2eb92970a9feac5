// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/answer.h"
#include "core/records/operation.h"
#include "core/states/message_state.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The address of an outbox row.
struct MessageRef {
    Bucket bucket;
    OutboxId id;
    friend auto operator<=>(const MessageRef&, const MessageRef&) = default;
};

/// An outbox message as the sender or the resolver holds it, and what a decision about it needs.
struct OutboxMessage {
    MessageRef ref;
    OperationId operation;
    ChannelId channel;
    int profileVersion = 0;
    IdempotencyKey key;
    std::string payload; ///< Exact bytes; empty when read for a query.
    std::int64_t amountMinor = 0;
    std::string currency;
    MessageState status = MessageState::Pending;
    Version version;
    OperationState operationStatus = OperationState::AwaitingExternal;
    int attempts = 0;       ///< Burned of the present budget (the running one not counted).
    int sendsMaybeLeft = 0; ///< The running one counted, once it is marked.
    int queries = 0;
    bool executedOnRecord = false; ///< An earlier answer says that it took effect: never sent again.
    std::optional<Timestamp> firstSentAt;
    std::optional<Timestamp> lastSentAt;
    std::optional<Timestamp> leaseUntil;
    std::optional<Timestamp> unknownSince;
    Timestamp createdAt;
    Timestamp readAt; ///< onceover.clock() of the statement that read this.
};

/// One fact to append: what was asked and what came back.
struct ExternalFact {
    MessageRef ref;
    bool isQuery = false;
    Version outboxVersion;
    Timestamp startedAt; ///< When it was marked, by the database.
    Answer answer;
    std::string requestSha256; ///< 32 raw bytes of the payload sent; empty for a query.
};

/// A fact that is on record already.
struct RecordedAnswer {
    MessageRef ref;
    CallId call;
    bool isQuery = false;
    Version outboxVersion;
    Timestamp startedAt;
    Answer answer;
    bool isCallback = false; ///< The outside told it by itself.
};

/// What is to become of a message; the arguments of onceover.finish_external().
struct MessageOutcome {
    MessageRef ref;
    MessageState from = MessageState::Sending; ///< Expected present state.
    std::optional<Version> version; ///< Expected version: set for work and for a refusal, empty for other facts.
    MessageState to = MessageState::Unknown; ///< Accepted, Refused, Unknown, Pending or Failed.
    std::string externalRef;
    std::optional<CallId> call; ///< The recorded fact that this rests on.
    milliseconds wait{0};       ///< Until not_before (Pending) or the next query (Unknown).
    bool burnsAttempt = false;
    bool provablyNotSent = false; ///< Lowers sends_maybe_left again.
    std::string error;
    AnswerKind answer = AnswerKind::Unknown;
    std::string deadLetterClass; ///< Not empty: open a dead letter of this class.
};

/// What finish_external() did with one outcome.
struct AppliedOutcome {
    MessageRef ref;
    bool applied = false;
    MessageState messageStatus = MessageState::Pending;
    OperationState operationStatus = OperationState::Pending;
    std::string note; ///< CONTRADICTION, REFERENCE_TAKEN, CONFLICT …; empty when all was well.
};

} // namespace onceover
