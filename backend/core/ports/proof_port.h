// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

/// One promise of DESIGN.md section 7, looked at.
struct PromiseCheck {
    std::string promise;              ///< "I1" … "I13"
    bool holds = false;
    std::int64_t checked = 0;         ///< Rows that were looked at; 0 means nothing was there to look at.
    std::vector<std::string> broken;  ///< Which rows break it, named; at most 100.
    std::int64_t brokenTotal = 0;
};

/// One entry of an outside book, as the bank itself tells it.
struct OutsideEffect {
    std::string channel;
    std::string key;
    std::string externalRef;
    std::int64_t amountMinor = 0;
    std::string currency;
};

/// The outside books, as far as they could be read.
struct OutsideBooks {
    std::vector<std::string> channels;   ///< Whose book was read, an empty book included.
    std::vector<OutsideEffect> effects;
    Timestamp readFrom;                  ///< Database time before the first was read: what was final by then must be in them.
};

/// What has a book that can be read, and when reading begins.
struct ReadableBooks {
    Timestamp databaseTime;
    std::vector<std::pair<std::string, std::string>> endpoints; ///< Channel id and endpoint.
};

/// Counts for `onceoverctl status`.
struct StatusSnapshot {
    Timestamp takenAt;
    ServerIdentity server;
    std::map<std::string, std::int64_t> operations;  ///< per status
    std::map<std::string, std::int64_t> batches;     ///< per status
    std::map<std::string, std::int64_t> outbox;      ///< Open messages per status; what was answered is in `operations`.
    std::int64_t stuckLeases = 0;
    std::int64_t deadLetters = 0;
    std::vector<FreezeLine> frozen;
    std::vector<WorkerLine> workers;
};

/// The auditor's reading: promises and status. Read-only, repeatable read.
class ProofPort
{
public:
    virtual ~ProofPort() = default;
    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;
    [[nodiscard]] virtual Result<StatusSnapshot> status() = 0;

    /// Evaluates every promise in one snapshot, in the order I1 to I13. For channels without a book that was read, I4 and I5
    /// rest on recorded answers alone. `quiescent`: nothing may be under way; plain equality is demanded. `onChecked` (may be
    /// empty) hears of each promise as soon as it is looked at: the whole takes long on many rows.
    [[nodiscard]] virtual Result<std::vector<PromiseCheck>> verify(
        const OutsideBooks& outside, bool quiescent, const std::function<void(const PromiseCheck&)>& onChecked = {}) = 0;

    /// Channels whose own book may be readable. Asked before the books are read, so that its time bounds them.
    [[nodiscard]] virtual Result<ReadableBooks> readableBooks() = 0;
};

} // namespace onceover
