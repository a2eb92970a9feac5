// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/states/message_state.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover {

/// How two books can disagree about one key (R100). Names are those of reconciliation_difference.kind.
enum class MismatchKind {
    MissingHere,  ///< Their book has an effect under a key that we never made.
    MissingThere, ///< We call it accepted; their book has nothing.
    Amount,
    Currency,
    Twice,          ///< Their book has more than one effect under one key.
    Late,           ///< Their book has it, and we still do not know long after we should.
    Contradiction,  ///< Their book has it, and we call it refused or never sent.
    ReferenceTaken, ///< One reference stands for two keys, or is not the one that we were told.
};

template <>
inline constexpr std::array<std::string_view, 8> kNamesOf<MismatchKind>{
    "MISSING_HERE", "MISSING_THERE", "AMOUNT", "CURRENCY", "TWICE", "LATE", "CONTRADICTION", "REFERENCE_TAKEN"};
static_assert(namesAreComplete(MismatchKind::ReferenceTaken));

/// One message of ours as its channel's book should know it.
struct OurEntry {
    Bucket bucket;
    std::int64_t message = 0; ///< Its number: no other message of this installation has it.
    OperationId operation;
    std::string key;
    std::int64_t amountMinor = 0;
    std::string currency;
    MessageState status = MessageState::Pending;
    std::string externalRef;
    std::optional<Timestamp> lastSentAt;
    std::optional<Timestamp> finishedAt;
    milliseconds overdueAfter{
        0}; ///< Since the last send an unknown of this age goes to a person (the channel's profile).
};

/// One line of the outside's book.
struct TheirEntry {
    std::string key;
    std::string externalRef;
    std::int64_t amountMinor = 0;
    std::string currency;
};

/// One line of theirs beside what is known of it here.
struct BookPair {
    TheirEntry theirs;
    std::optional<OurEntry> ours;           ///< The message that has its key.
    std::optional<OperationId> referenceOf; ///< The operation for which its reference was recorded.
};

/// One disagreement, with both sides where there are two.
struct Mismatch {
    MismatchKind kind = MismatchKind::MissingHere;
    std::optional<Bucket> bucket;
    std::optional<OperationId> operation;
    std::string key;
    std::string externalRef;
    std::optional<std::int64_t> oursMinor;
    std::optional<std::int64_t> theirsMinor;
    std::string currency;
    std::optional<Timestamp> occurredAt; ///< When we last sent or finished it; the age at discovery counts from here.
    std::string detail;
};

/// So many mismatches are named; of more only their number is kept.
inline constexpr std::size_t kMismatchesNamed = 10'000;

struct BookComparison {
    std::int64_t compared = 0; ///< Pairs that could be laid side by side. 0: nothing was compared, whatever was found.
    std::int64_t found = 0;    ///< Mismatches, named or not.
    std::vector<Mismatch> mismatches;
};

/// Ours against theirs, key by key, never by amount or order; page by page, and of what has passed it keeps one bit for
/// each message of ours. Each kind is told for itself, once per key; nothing is repaired.
class BookComparer {
public:
    /// `theirBookFrom`: the database's time before their book was read; what was accepted later may not be in it yet.
    explicit BookComparer(Timestamp theirBookFrom)
        : m_from(theirBookFrom)
    {
    }

    /// The next lines of their book.
    void take(const std::vector<BookPair>& pairs);
    /// Ours that are accepted; after the whole of their book.
    void takeAccepted(const std::vector<OurEntry>& accepted);

    [[nodiscard]] const BookComparison& comparison() const { return m_comparison; }
    /// How many different messages of ours, accepted before their book was read, their book has.
    [[nodiscard]] std::int64_t acceptedSeen() const { return m_acceptedSeen; }

private:
    [[nodiscard]] bool wasSeen(std::int64_t message) const;
    void comparePair(const OurEntry& ours, const TheirEntry& theirs);
    void add(MismatchKind kind, const OurEntry* ours, const TheirEntry* theirs, std::string detail);
    void tellTwice(const BookPair& pair);

    Timestamp m_from;
    BookComparison m_comparison;
    std::int64_t m_acceptedSeen = 0;
    std::vector<bool> m_seen;          ///< By our message's number.
    std::set<std::string> m_strangers; ///< Keys of theirs that no message of ours has.
    std::set<std::string> m_twice;     ///< Keys with more than one effect.
};

} // namespace onceover
