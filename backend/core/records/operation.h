// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/policies/payout_rule.h"
#include "core/records/timestamp.h"
#include "core/send_window.h"
#include "core/states/operation_state.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The address of an operation row.
struct OperationRef {
    Bucket bucket;
    OperationId id;
    friend auto operator<=>(const OperationRef&, const OperationRef&) = default;
};

/// An operation that this worker holds: everything that its work needs, under the version that it was claimed with.
struct ClaimedOperation {
    OperationRef ref;
    Version version;
    AttemptId attempt;
    MerchantId merchant;
    BusinessDate settleDate;
    std::string settlementType;
    std::string currency;
    std::string scopeRef;
    std::int64_t amountMinor = 0;
    BatchId batch;
    ShardNumber shard;
    JobId job;
    ChannelId channel;
    std::string beneficiaryName;
    std::string beneficiaryAccount;
    std::string beneficiaryCountry;
    std::string notice; ///< Of a notice: what it says, as JSON, fixed at enumeration; empty for money.
    bool merchantOnHold = false;            ///< Nothing may be paid to this merchant.
    std::int64_t merchantMinimumMinor = 0;  ///< Less than this is not paid out.
    std::optional<BusinessDate>
        valueDate; ///< From the settle date by the channel's rule and calendar; see sendWindowFor().
    int attempts = 0;                       ///< Burned of the present budget, before this one.
    milliseconds budgetUsed{0};             ///< From the first work to this claim without what was frozen, by the database's clock.
    bool claimedAlone = false;
    int recoveries = 0;
    bool takenOver = false;      ///< From a worker whose lease had run out.
};

/// Result of one claim.
struct ClaimedSet {
    std::vector<ClaimedOperation> operations;
    Timestamp leaseUntil;                       ///< Of all of them; by the database's clock.
    std::vector<OperationRef> workerLost;       ///< Written FAILED_PERMANENT(WORKER_LOST) by this claim, with dead letters.
    bool frozen = false;                        ///< A freeze in force kept this claim from taking anything.
    std::optional<Timestamp> nextDue;           ///< When nothing was due: the earliest due time of this job type.
};

/// The message that a posted operation owes the outside.
struct PostedMessage {
    std::string messageKind;      ///< "payout"
    IdempotencyKey key;
    int profileVersion = 0;
    std::string payload;          ///< The exact bytes.
    SendWindow window;            ///< When it may be sent, whatever instant it is written at.
};

/// One operation to post: HOLD legs, state and message in one transaction.
struct Posting {
    ClaimedOperation operation;
    PostedMessage message;
};

/// One settlement that pays nothing in its cycle: it succeeds, and its amount is carried over.
struct UnpaidSettlement {
    ClaimedOperation operation;
    UnpaidReason reason = UnpaidReason::NotPositive;
};

/// One operation that could not be done now.
struct RetryLater {
    OperationRef ref;
    Version version;
    milliseconds wait{0};
    bool burnsAttempt = false;
    std::string error;
};

/// One operation that failed for good.
struct PermanentFailure {
    ClaimedOperation operation;
    FailureClass failureClass = FailureClass::Data;
    std::string error;
};

/// What one fenced set write did: each row on its own; a lost one leaves the others unharmed.
struct SetOutcome {
    std::vector<OperationRef> applied;
    std::vector<OperationRef> lost;   ///< Zero rows: somebody else holds or ended it (Conflict).
};

} // namespace onceover
