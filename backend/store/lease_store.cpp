// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lease_store.h"

#include "store/shared_rows.h"

namespace onceover::store {

LeaseStore::LeaseStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
    m_duty->planByIndex();
}

Result<SetOutcome> LeaseStore::renew(const std::vector<std::pair<OperationRef, Version>>& held, milliseconds lease)
{
    if (held.empty())
        return SetOutcome{};
    std::vector<Bucket> buckets;
    std::vector<OperationId> ids;
    std::vector<Version> versions;
    const auto refOf = [](const std::pair<OperationRef, Version>& row) { return row.first; };
    for (const auto* row : inKeyOrder(held, refOf)) {
        buckets.push_back(row->first.bucket);
        ids.push_back(row->first.id);
        versions.push_back(row->second);
    }
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<SetOutcome> {
        transaction.queue("LockHeldOperations", params(buckets, ids));
        const auto renewed
            = transaction.run("RenewLeasesStillHeld", params(buckets, ids, versions, m_duty->worker(), lease));
        if (!renewed)
            return tl::unexpected{renewed.error()};
        return setOutcomeOf(*renewed, held, refOf);
    });
}

} // namespace onceover::store
