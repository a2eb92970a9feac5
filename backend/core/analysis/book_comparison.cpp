// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/book_comparison.h"

#include <utility>

namespace onceover {

namespace {

constexpr int kOurPageRows = 5000;

tl::unexpected<Failure> stoppedComparing()
{
    return fail(FailureKind::Cancelled, "stopped while comparing", "reconcile");
}

} // namespace

Result<ComparedBook> compareBook(BookPort& theirs, OurBookPort& ours, const std::string& endpoint,
    const std::string& channel, Timestamp theirBookFrom, const std::function<bool(const BookProgress&)>& keepGoing)
{
    BookComparer comparer{theirBookFrom};
    BookProgress progress;
    std::uint64_t after = 0;
    for (bool isLast = false; !isLast;) {
        if (!keepGoing(progress))
            return stoppedComparing();
        auto page = theirs.readPage(endpoint, after);
        if (!page)
            return ComparedBook{{}, page.error().detail.empty() ? "no reason given" : page.error().detail};
        isLast = page->isLast;
        after = page->next;
        progress.theirs += static_cast<std::int64_t>(page->entries.size());
        const auto pairs = ours.pairUp(channel, std::move(page->entries));
        if (!pairs)
            return tl::unexpected{pairs.error()};
        comparer.take(*pairs);
    }
    // What their book has of these is a part of them, and none ever stops being accepted: where both are as many, none is
    // missing there. The rule needs no look at each.
    const auto acceptedCount = ours.countAcceptedBefore(channel, theirBookFrom);
    if (!acceptedCount)
        return tl::unexpected{acceptedCount.error()};
    if (*acceptedCount == comparer.acceptedSeen())
        return ComparedBook{comparer.comparison(), {}};
    OurPlace place;
    for (bool isLast = false; !isLast;) {
        if (!keepGoing(progress))
            return stoppedComparing();
        const auto accepted = ours.acceptedBefore(channel, theirBookFrom, place, kOurPageRows);
        if (!accepted)
            return tl::unexpected{accepted.error()};
        isLast = static_cast<int>(accepted->size()) < kOurPageRows;
        if (!accepted->empty())
            place = {accepted->back().bucket.value, accepted->back().message};
        progress.ours += static_cast<std::int64_t>(accepted->size());
        comparer.takeAccepted(*accepted);
    }
    return ComparedBook{comparer.comparison(), {}};
}

} // namespace onceover
