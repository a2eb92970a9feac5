// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// What proves a decision about an unknown. The database looks up what is named, and keeps what it says in the plan.
struct Evidence {
    std::string kind; ///< "statement", "call", "callback" or "document".
    std::string
        source;       ///< Number of the statement or the call; channel of the callback; SHA-256 of the document in hex.
    std::string part; ///< Number of the statement's entry, id of the callback's event; else empty.
    std::string text; ///< What a document says; else empty.
    std::string reference; ///< The bank's own reference, where only a document tells it.
};

/// A wish to decide an unknown from evidence (DESIGN.md section 3: approved resolution).
struct ResolveWish {
    Uuid operation;
    bool executed = false; ///< It took effect outside; else it did not and can no longer.
    Evidence evidence;
    std::string reason;
    std::string ticket;
};

/// A wish to make good what took effect, by a new operation tied to the original (R89 to R93).
struct CompensationWish {
    Uuid original;
    std::string type;                        ///< "refund" or "extension" of a renewal, "reversal" of a payout.
    std::optional<std::int64_t> amountMinor; ///< Nothing: the whole; an extension has no amount.
    Evidence evidence;                       ///< Empty kind: none. A reversal needs it.
    std::optional<std::int64_t> difference;  ///< An open difference about it that this closes.
    bool underFreeze = false; ///< Goes on although it is frozen; the plan names the freezes, which must have drained.
    std::string reason;
    std::string ticket;
};

/// An operation that makes another one good, and how far it is (R91: in flight until it is final, for days if need be).
struct CompensationFact {
    OperationId operation;
    OperationId original;
    std::string kind;             ///< refund, extension or reversal.
    std::int64_t request = 0;     ///< That approved it.
    std::int64_t amountMinor = 0; ///< An extension moves none.
    std::string currency;
    std::string status;
    std::string failureClass;
    Timestamp madeAt;
    std::optional<Timestamp> finishedAt;
    friend bool operator==(const CompensationFact&, const CompensationFact&) = default;
};

/// A wish to replace what was refused or not executed, under a new natural key.
struct RevisionWish {
    Uuid operation;
    bool underFreeze = false; ///< As of a compensation.
    std::string reason;
    std::string ticket;
};

/// The record on the other side that explains a difference.
struct MatchingRecord {
    std::string kind;   ///< "entry" of a statement, "message" of ours, or "difference" that is the other side.
    std::string source; ///< Number of the statement; key of the message; number of the difference.
    std::string part;   ///< Number of the statement's entry; else empty.
};

/// A wish to close a difference that a record explains; nothing about money moves.
struct MatchWish {
    std::int64_t difference = 0;
    MatchingRecord record;
    std::string reason;
    std::string ticket;
};

/// A wish about the message of one operation: that it be made again because it is missing, or that it leave once more.
struct MessageWish {
    Uuid operation;
    std::string reason;
    std::string ticket;
};

} // namespace onceover
