// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/remedy.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What an order stops, or a fence takes away: "everything" with an empty reference, or one job, channel, merchant or
/// batch by its id; a fence also knows one worker and one operation.
struct ControlScope {
    std::string kind;
    std::string ref;
    bool operator==(const ControlScope&) const = default;
};

/// What became of a wish to freeze. A refusal is an answer: the database recorded it.
struct FreezeAnswer {
    bool done = false;
    std::string reason; ///< Name of the refusal.
    std::string answer; ///< "CREATED", or "EXISTING": somebody was faster, or the same wish came twice.
    std::int64_t id = 0;
    std::string status;
    std::optional<Timestamp> effectiveAt; ///< Since when it is in force.
};

/// What a fence took away.
struct FenceAnswer {
    bool done = false;
    std::string reason;
    std::int64_t operations = 0; ///< Given back under a higher version.
    std::int64_t messages = 0;   ///< Unknown now, to be asked about.
};

/// A wish to re-arm operations under their original keys (R85 to R90).
struct ReplayWish {
    std::vector<Uuid> operations;
    bool keyEverSucceeded = false; ///< What the maker answered to the forced question; the record is asked as well.
    bool forTheMorning = false;    ///< Lives up to 16 hours instead of one.
    bool underFreeze = false; ///< Goes on although it is frozen; the plan names the freezes, which must have drained.
    std::string reason;
    std::string ticket;
};

/// What became of a request, or of a decision about one.
struct RequestAnswer {
    bool done = false;
    std::string reason; ///< Name of the refusal.
    std::string found;  ///< What stood against it: an operation, who decided, the total expected.
    std::int64_t id = 0;
    std::string kind;
    std::string status;
    std::string maker;
    std::string checker;
    std::optional<Timestamp> expiresAt;
};

/// An open freeze with what it keeps back; counts end at 10,001.
struct FreezeRow {
    std::int64_t id = 0;
    ControlScope scope;
    std::string status;
    std::string actor;
    std::string reason;
    Timestamp requestedAt;
    std::optional<Timestamp> effectiveAt;
    std::optional<Timestamp> drainedAt;
    std::int64_t operations = 0;
    std::int64_t messages = 0;
    std::int64_t runs = 0;
    std::int64_t mayStillLeave = 0;
};

/// A message whose bytes may still leave although its scope is frozen, and from where.
struct MayLeaveRow {
    std::string operation;
    std::string channel;
    std::string key;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string status;
    std::string worker;
    std::string host;
    std::optional<Timestamp> lastSentAt;
};

/// One request with its frozen plan. The plan holds states, amounts and fingerprints; no account number, no payload.
struct RequestRow {
    std::int64_t id = 0;
    std::string kind;
    std::string status;
    std::string maker;
    std::string checker;
    std::string reason;
    std::string ticket;
    std::string planHash;  ///< Hex; who approves names what was read.
    std::string planTotal; ///< What is typed to approve: minor units of the one currency, else the number of items;
                           ///< empty: nothing.
    std::string plan;      ///< JSON as the database keeps it.
    std::int64_t items = 0;
    std::int64_t itemsDone = 0;
    std::int64_t itemsRefused = 0;
    Timestamp requestedAt;
    Timestamp expiresAt;
    std::optional<Timestamp> decidedAt;
    std::optional<Timestamp> executedAt;
    std::optional<Timestamp> verifiedAt;
    std::string decisionReason;
};

/// What became of one item of a request.
struct RequestItemRow {
    int no = 0;
    std::string operation;
    std::string status;
    std::string reason;
    std::optional<CompensationFact> madeGood{}; ///< What the request made to make it good.
    Timestamp readAt{};                         ///< By the database's clock.
};

/// What one look at a request did.
struct ExecutedSet {
    std::string kind;
    int done = 0;
    int refused = 0;
    std::optional<std::int64_t> left; ///< Nothing: this worker no longer holds it.
    std::string status;
};

/// What the replayer settled apart from executing: verified or expired.
struct SettledRequest {
    std::int64_t id = 0;
    std::string status;
};

} // namespace onceover
