// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching.h"

#include <unordered_map>

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

/// One key that both sides know.
void comparePair(const OurEntry& ours, const TheirEntry& theirs, Timestamp from, std::vector<Mismatch>& found)
{
    const auto add = [&](MismatchKind kind, std::string detail) {
        found.push_back(mismatchOf(kind, &ours, &theirs, std::move(detail)));
    };
    if (ours.currency != theirs.currency)
        add(MismatchKind::Currency, "ours " + ours.currency + ", theirs " + theirs.currency);
    else if (ours.amountMinor != theirs.amountMinor)
        add(MismatchKind::Amount,
            "ours " + std::to_string(ours.amountMinor) + ", theirs " + std::to_string(theirs.amountMinor));
    switch (ours.status) {
    case MessageState::Refused:
    case MessageState::Failed:
        add(MismatchKind::Contradiction, "executed there, " + std::string{nameOf(ours.status)} + " here");
        break;
    case MessageState::Accepted:
        if (ours.externalRef != theirs.externalRef)
            add(MismatchKind::ReferenceTaken, "we were told reference " + ours.externalRef);
        break;
    case MessageState::Pending:
    case MessageState::Sending:
    case MessageState::Unknown:
        if (ours.lastSentAt && *ours.lastSentAt + ours.overdueAfter < from)
            add(MismatchKind::Late, "executed there, still " + std::string{nameOf(ours.status)} + " here");
        break;
    }
}

/// References that stand for two keys in their own book.
void compareReferences(const std::vector<TheirEntry>& theirs,
    const std::unordered_map<std::string, const OurEntry*>& ourByKey, std::vector<Mismatch>& found)
{
    std::unordered_map<std::string, std::string> firstKey;
    for (const TheirEntry& entry : theirs) {
        if (entry.externalRef.empty())
            continue;
        const auto [known, isFirst] = firstKey.emplace(entry.externalRef, entry.key);
        if (isFirst || known->second == entry.key)
            continue;
        const auto ours = ourByKey.find(entry.key);
        found.push_back(mismatchOf(MismatchKind::ReferenceTaken, ours == ourByKey.end() ? nullptr : ours->second,
            &entry, "the same reference stands for key " + known->second));
    }
}

} // namespace

BookComparison compareBooks(
    const std::vector<OurEntry>& ours, const std::vector<TheirEntry>& theirs, Timestamp theirBookFrom)
{
    BookComparison comparison;
    std::unordered_map<std::string, const OurEntry*> ourByKey;
    for (const OurEntry& entry : ours)
        ourByKey.emplace(entry.key, &entry);
    std::unordered_map<std::string, int> timesThere;
    for (const TheirEntry& entry : theirs) {
        const int times = ++timesThere[entry.key];
        const auto found = ourByKey.find(entry.key);
        const OurEntry* mine = found == ourByKey.end() ? nullptr : found->second;
        if (times == 2)
            comparison.mismatches.push_back(
                mismatchOf(MismatchKind::Twice, mine, &entry, "more than one effect under this key"));
        if (times > 1)
            continue; // The further ones are told by the one difference.
        if (mine == nullptr) {
            comparison.mismatches.push_back(
                mismatchOf(MismatchKind::MissingHere, nullptr, &entry, "no message of ours has this key"));
            continue;
        }
        ++comparison.compared;
        comparePair(*mine, entry, theirBookFrom, comparison.mismatches);
    }
    for (const OurEntry& entry : ours) {
        if (entry.status != MessageState::Accepted || timesThere.contains(entry.key))
            continue;
        if (!entry.finishedAt || *entry.finishedAt < theirBookFrom)
            comparison.mismatches.push_back(
                mismatchOf(MismatchKind::MissingThere, &entry, nullptr, "accepted here, nothing there"));
    }
    compareReferences(theirs, ourByKey, comparison.mismatches);
    return comparison;
}

} // namespace onceover
