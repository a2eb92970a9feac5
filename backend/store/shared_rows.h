// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/channel_profile.h"
#include "core/records/job.h"
#include "core/records/operation.h"
#include "store/duty_connection.h"
#include "store/rows.h"

#include <algorithm>
#include <vector>

namespace onceover::store {

/// The installation's namespace, which enters every computed key.
[[nodiscard]] Result<KeyNamespace> readNamespace(DutyConnection& duty);

/// A row of ReadJobs or ReadClaimableJobs.
[[nodiscard]] Job jobFrom(const Row& row);
[[nodiscard]] ReleaseWindow releaseWindowFrom(const Row& row);

/// A row of ReadChannelProfiles.
[[nodiscard]] ChannelProfile channelProfileFrom(const Row& row);

/// The rows of a set write, (bucket, operation_id), against what was asked for: who is not among them was lost.
/// `ref` takes the address out of an element of `asked`.
template <typename Asked, typename Ref>
[[nodiscard]] Result<SetOutcome> setOutcomeOf(const Rows& rows, const std::vector<Asked>& asked, Ref ref)
{
    Result<std::vector<OperationRef>> applied = rows.readAll([](const Row& row) {
        return OperationRef{row.bucket("bucket"), row.operationId("operation_id")};
    });
    if (!applied)
        return tl::unexpected{applied.error()};
    SetOutcome outcome;
    outcome.applied = *std::move(applied);
    std::sort(outcome.applied.begin(), outcome.applied.end());
    for (const Asked& element : asked) {
        const OperationRef address = ref(element);
        if (!std::binary_search(outcome.applied.begin(), outcome.applied.end(), address))
            outcome.lost.push_back(address);
    }
    return outcome;
}

/// A copy in (bucket, id) order: every set is locked in that order, so that two sets cannot wait for each other.
template <typename Element, typename Ref>
[[nodiscard]] std::vector<const Element*> inKeyOrder(const std::vector<Element>& elements, Ref ref)
{
    std::vector<const Element*> ordered;
    ordered.reserve(elements.size());
    for (const Element& element : elements)
        ordered.push_back(&element);
    std::sort(ordered.begin(), ordered.end(), [&](const Element* a, const Element* b) { return ref(*a) < ref(*b); });
    return ordered;
}

} // namespace onceover::store
