// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/records/remedy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// Lists of a detail page hold at most so many rows; `…HasMore` says when there are more.
inline constexpr int kDetailRowsMax = 500;

/// One reason to run.
struct TriggerFact {
    TriggerId trigger;
    std::string source; ///< schedule, manual, catch-up or replay.
    std::optional<Timestamp> scheduledAt;
    std::string requestId; ///< Of a person's request; empty for the schedule.
    std::string answer;    ///< CREATED, EXISTING, HELD or ALREADY_COMPLETED.
    std::string requestedBy;
    Timestamp at;
    friend bool operator==(const TriggerFact&, const TriggerFact&) = default;
};

/// The run that triggers led to.
struct RunFact {
    RunId run;
    std::string runKey;
    std::string jobId;
    std::string status;
    std::string statusReason;
    std::string zone;
    std::string localWall;  ///< What the clock on the wall said when it was due; empty: no schedule planned it.
    std::string resolution; ///< PLAIN, GAP_SHIFTED, OVERLAP_FIRST; empty as above.
    int attempts = 0;
    std::optional<Timestamp> scheduledAt;
    Timestamp createdAt;
    std::optional<Timestamp> startedAt;
    std::optional<Timestamp> finishedAt;
    friend bool operator==(const RunFact&, const RunFact&) = default;
};

/// One try at a run (no shard) or at one shard of it.
struct AttemptFact {
    AttemptId attempt;
    std::optional<int> shard;
    int number = 0;
    std::string worker;
    std::string inputVersion;
    std::string status;
    Timestamp startedAt;
    std::optional<Timestamp> finishedAt;
    std::int64_t rows = 0;
    std::string outcome;
    std::string error;
    friend bool operator==(const AttemptFact&, const AttemptFact&) = default;
};

/// A range of a batch: what its inputs promised and what its operations are.
struct ShardFact {
    int number = 0;
    int total = 0;
    int bucketFrom = 0; ///< Inclusive.
    int bucketTo = 0;   ///< Exclusive.
    std::string status;
    std::string inputVersion;
    std::optional<std::int64_t> expectedCount; ///< Nothing: not enumerated yet.
    std::optional<std::int64_t> expectedItems;
    AmountPerCurrency expected;
    std::int64_t actualCount = 0; ///< Operations made, by the maintained counts.
    AmountPerCurrency actual;
    std::int64_t accepted = 0; ///< Of them SUCCEEDED.
    std::optional<Timestamp> enumeratedAt;
    std::optional<Timestamp> finishedAt;
    friend bool operator==(const ShardFact&, const ShardFact&) = default;
};

/// One comparison of the books.
struct ReconcileLook {
    std::int64_t reconciliation = 0;
    std::string kind;
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    Timestamp startedAt;
    std::optional<Timestamp> finishedAt;
    std::string worker;
    friend bool operator==(const ReconcileLook&, const ReconcileLook&) = default;
};

/// What two books disagree about.
struct DifferenceFact {
    std::int64_t difference = 0;
    std::string kind;
    std::string grade;
    std::string operation; ///< Id; empty: of no operation of ours.
    std::string externalRef;
    std::optional<std::int64_t> oursMinor;
    std::optional<std::int64_t> theirsMinor;
    std::string currency;
    std::string detail;
    std::string status; ///< OPEN or RESOLVED.
    Timestamp openedAt;
    std::optional<Timestamp> resolvedAt;
    friend bool operator==(const DifferenceFact&, const DifferenceFact&) = default;
};

/// One row of an audit chain.
struct AuditFact {
    std::string chain;
    std::int64_t seq = 0;
    Timestamp at;
    std::string actor;
    std::string role;
    std::string action;
    std::string target;
    std::string outcome; ///< DONE or REFUSED.
    std::string reason;
    std::string ticket;
    friend bool operator==(const AuditFact&, const AuditFact&) = default;
};

/// Everything about one batch, from one snapshot.
struct BatchDetail {
    Timestamp takenAt;
    bool found = false; ///< False: no batch has that run key; nothing else is set.
    std::string runKey; ///< What was asked for.
    BatchRow batch;
    std::string inputVersion;
    int ruleVersion = 0;
    std::int64_t effectsMax = 0; ///< Most accepted effects of any one operation; more than 1 is an alarm (R6).
    std::vector<StateCount> states;
    RunFact run;
    std::vector<TriggerFact> triggers; ///< Oldest first.
    std::vector<AttemptFact> attempts; ///< Of the run first, then by shard and start.
    std::vector<ShardFact> shards;
    std::vector<ReconcileLook> looks;        ///< Newest first.
    std::vector<DifferenceFact> differences; ///< Open ones.
    std::vector<AuditFact> audit;            ///< Newest first.
    bool triggersHaveMore = false;
    bool attemptsHaveMore = false;
    bool looksHaveMore = false;
    bool differencesHaveMore = false;
    bool auditHasMore = false;
};

/// One change of an operation's state, as the log has it (a row of the log is about a whole set).
struct EventFact {
    std::int64_t event = 0;
    Timestamp at;
    std::string kind; ///< CLAIM, POST, ACCEPT, …
    std::string from;
    std::string to;
    std::optional<AttemptId> attempt;
    std::string worker;
    std::optional<std::int64_t> version; ///< Of this operation after it.
    std::int64_t setSize = 0;            ///< Operations that changed in the same step.
    std::string detail;
    friend bool operator==(const EventFact&, const EventFact&) = default;
};

/// One side of a double entry.
struct LegFact {
    std::string phase;            ///< HOLD, PAY or BACK.
    std::string side;             ///< DEBIT or CREDIT.
    std::string accountKind;      ///< payable, in_transit or paid.
    std::string owner;            ///< Merchant number, or channel.
    std::int64_t amountMinor = 0; ///< Signed: a debit is negative.
    std::string currency;
    std::int64_t version = 0; ///< The operation's version under which it was posted.
    std::optional<AttemptId> attempt;
    Timestamp at;
    friend bool operator==(const LegFact&, const LegFact&) = default;
};

/// The message of an operation, and its key's life at the bank.
struct MessageFact {
    OutboxId outbox;
    std::string kind;
    std::string channel;
    int profileVersion = 0; ///< Of the first send, or (not sent yet) as written.
    std::string idempotencyKey;
    std::int64_t payloadSize = 0;
    std::string payloadSha256;          ///< Hexadecimal.
    std::optional<std::string> payload; ///< Its bytes, when the login may see them.
    std::string status;
    std::int64_t version = 0;
    std::string worker;
    std::optional<Timestamp> leaseUntil;
    std::int64_t attempts = 0;
    std::int64_t sends = 0; ///< Times marked as leaving, ever.
    std::int64_t sendsMaybeLeft = 0;
    std::int64_t queries = 0;
    Timestamp createdAt;
    std::optional<Timestamp> notBefore;
    std::optional<Timestamp> firstSentAt;
    std::optional<Timestamp> lastSentAt;
    std::optional<Timestamp> unknownSince;
    std::optional<Timestamp> nextQueryAt;
    std::optional<Timestamp> finishedAt;
    /// Until when the bank treats the key as the same: first send + retention − margin of that profile version.
    std::optional<Timestamp> honouredUntil;
    std::string lastError;
    friend bool operator==(const MessageFact&, const MessageFact&) = default;
};

/// One call to the outside: a fact, whatever became of it.
struct CallFact {
    CallId call;
    std::string kind; ///< SEND, QUERY or CALLBACK.
    Timestamp startedAt;
    Timestamp at; ///< When the answer was written down.
    milliseconds duration{0};
    std::string answer;
    std::optional<std::int64_t> httpStatus;
    std::string code;
    std::string externalRef;
    std::optional<std::int64_t> amountMinor;
    std::string currency;
    std::int64_t version = 0; ///< Of the message under which it was made.
    std::string worker;
    std::string error;
    friend bool operator==(const CallFact&, const CallFact&) = default;
};

/// An input that the operation settles.
struct ItemFact {
    std::string kind;
    std::string id;
    std::int64_t amountMinor = 0; ///< Signed: what it adds.
    std::string currency;
    friend bool operator==(const ItemFact&, const ItemFact&) = default;
};

/// Something of it that stopped being retried.
struct DeadLetterFact {
    std::int64_t deadLetter = 0;
    std::string subjectKind;
    std::string failureClass;
    std::string lastError;
    int attempts = 0;
    std::string status;
    std::string resolution;
    std::string reason;
    std::int64_t payloadSize = 0;
    Timestamp openedAt;
    std::optional<Timestamp> resolvedAt;
    friend bool operator==(const DeadLetterFact&, const DeadLetterFact&) = default;
};

/// Everything about one operation, from one snapshot: the six layers, from the reason to run to the answer of the bank.
struct OperationDetail {
    Timestamp takenAt;
    bool found = false; ///< False: no operation has that id; nothing else is set.
    OperationId id;     ///< What was asked for.
    OperationRow operation;
    BusinessDate settleDate;
    std::string scopeRef;
    int revision = 0;
    std::int64_t revisions = 1; ///< Operations of the same natural key, this one included.
    int shard = 0;
    int budgetAttempts = 0; ///< Attempts burned of the present budget.
    std::string inputVersion;
    int ruleVersion = 0;
    std::string beneficiaryName;
    std::string beneficiaryAccount; ///< Masked.
    std::string beneficiaryCountry;
    Timestamp createdAt;
    std::optional<Timestamp> finishedAt;
    RunFact run;
    std::vector<TriggerFact> triggers;
    std::vector<AttemptFact> attempts; ///< At the run, and those at its shard that touched this operation.
    std::vector<EventFact> events;
    std::vector<LegFact> legs;
    std::optional<MessageFact> message; ///< Nothing: nothing is to be sent.
    std::vector<CallFact> calls;
    std::vector<ItemFact> items; ///< The first of them.
    std::int64_t itemCount = 0;  ///< All of them.
    std::int64_t itemsMinor = 0; ///< Their sum.
    std::vector<DeadLetterFact> deadLetters;
    /// What makes it good, the oldest first; or itself alone, when it makes another one good.
    std::vector<CompensationFact> compensations;
    bool factsHaveMore = false; ///< A list of the timeline was cut.
};

} // namespace onceover
