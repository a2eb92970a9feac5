// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace onceover {

namespace {

Mismatch mismatchOf(MismatchKind kind, const OurEntry* ours, const TheirEntry* theirs, std::string detail)
{
    Mismatch mismatch;
    mismatch.kind = kind;
    mismatch.detail = std::move(detail);
    if (ours != nullptr) {
        mismatch.bucket = ours->bucket;
        mismatch.operation = ours->operation;
        mismatch.key = ours->key;
        mismatch.oursMinor = ours->amountMinor;
        mismatch.currency = ours->currency;
        mismatch.occurredAt = ours->finishedAt ? ours->finishedAt : ours->lastSentAt;
        mismatch.externalRef = ours->externalRef;
    }
    if (theirs != nullptr) {
        mismatch.key = theirs->key;
        mismatch.theirsMinor = theirs->amountMinor;
        mismatch.externalRef = theirs->externalRef;
        if (ours == nullptr)
            mismatch.currency = theirs->currency;
    }
    return mismatch;
}

} // namespace

void BookComparer::add(MismatchKind kind, const OurEntry* ours, const TheirEntry* theirs, std::string detail)
{
    ++m_comparison.found;
    if (m_comparison.mismatches.size() < kMismatchesNamed)
        m_comparison.mismatches.push_back(mismatchOf(kind, ours, theirs, std::move(detail)));
}

bool BookComparer::wasSeen(std::int64_t message) const
{
    return static_cast<std::size_t>(message) < m_seen.size() && m_seen[static_cast<std::size_t>(message)];
}

/// One key that both sides know.
void BookComparer::comparePair(const OurEntry& ours, const TheirEntry& theirs)
{
    if (ours.currency != theirs.currency)
        add(MismatchKind::Currency, &ours, &theirs, "ours " + ours.currency + ", theirs " + theirs.currency);
    else if (ours.amountMinor != theirs.amountMinor)
        add(MismatchKind::Amount, &ours, &theirs,
            "ours " + std::to_string(ours.amountMinor) + ", theirs " + std::to_string(theirs.amountMinor));
    switch (ours.status) {
    case MessageState::Refused:
    case MessageState::Failed:
        add(MismatchKind::Contradiction, &ours, &theirs,
            "executed there, " + std::string{nameOf(ours.status)} + " here");
        break;
    case MessageState::Accepted:
        m_acceptedSeen += ours.finishedAt && *ours.finishedAt < m_from ? 1 : 0;
        break;
    case MessageState::Pending:
    case MessageState::Sending:
    case MessageState::Unknown:
        if (ours.lastSentAt && *ours.lastSentAt + ours.overdueAfter < m_from)
            add(MismatchKind::Late, &ours, &theirs,
                "executed there, still " + std::string{nameOf(ours.status)} + " here");
        break;
    }
}

/// Their book has this key once more; three times are told like two.
void BookComparer::tellTwice(const BookPair& pair)
{
    if (m_twice.size() < kMismatchesNamed && m_twice.insert(pair.theirs.key).second)
        add(MismatchKind::Twice, pair.ours ? &*pair.ours : nullptr, &pair.theirs,
            "more than one effect under this key");
}

void BookComparer::take(const std::vector<BookPair>& pairs)
{
    std::unordered_map<std::string_view, std::string_view> keyOf; // By reference; of this page.
    for (const BookPair& pair : pairs) {
        const TheirEntry& theirs = pair.theirs;
        const OurEntry* ours = pair.ours ? &*pair.ours : nullptr;
        if (ours != nullptr ? wasSeen(ours->message) : m_strangers.contains(theirs.key)) {
            tellTwice(pair);
            continue;
        }
        if (ours != nullptr) {
            const auto number = static_cast<std::size_t>(ours->message);
            if (number >= m_seen.size())
                m_seen.resize(std::max(number + 1, m_seen.size() * 2));
            m_seen[number] = true;
            ++m_comparison.compared;
            comparePair(*ours, theirs);
        } else {
            if (m_strangers.size() < kMismatchesNamed)
                m_strangers.insert(theirs.key);
            add(MismatchKind::MissingHere, nullptr, &theirs, "no message of ours has this key");
        }
        if (theirs.externalRef.empty())
            continue;
        const auto [first, isFirst] = keyOf.emplace(theirs.externalRef, theirs.key);
        if (ours != nullptr && ours->status == MessageState::Accepted && ours->externalRef != theirs.externalRef)
            add(MismatchKind::ReferenceTaken, ours, &theirs, "we were told reference " + ours->externalRef);
        else if (pair.referenceOf && (ours == nullptr || *pair.referenceOf != ours->operation))
            add(MismatchKind::ReferenceTaken, ours, &theirs,
                "the same reference stands for operation " + pair.referenceOf->value.toString());
        else if (!isFirst && first->second != theirs.key)
            add(MismatchKind::ReferenceTaken, ours, &theirs,
                "the same reference stands for key " + std::string{first->second});
    }
}

void BookComparer::takeAccepted(const std::vector<OurEntry>& accepted)
{
    for (const OurEntry& entry : accepted) {
        if (entry.status != MessageState::Accepted || wasSeen(entry.message))
            continue;
        if (!entry.finishedAt || *entry.finishedAt < m_from)
            add(MismatchKind::MissingThere, &entry, nullptr, "accepted here, nothing there");
    }
}

} // namespace onceover
