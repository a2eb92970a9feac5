// SPDX-License-Identifier: GPL-3.0-or-later
// What the scheduler sees ahead: releases, and the outlook that it stores for people.
#include "store/schedule_store.h"
#include "store/shared_rows.h"

namespace onceover::store {

Result<std::vector<ReleaseWindow>> ScheduleStore::releaseWindows()
{
    const auto connection = m_duty->ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    const auto rows = (*connection)->run("ReadReleaseWindows");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(releaseWindowFrom);
}

Result<Done> ScheduleStore::recordOutlooks(const std::vector<JobOutlook>& outlooks)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<Done> {
        for (const JobOutlook& outlook : outlooks) // A fixed order of rows: two schedulers never wait for each other.
            transaction.queue("RecordOutlook",
                params(outlook.job, m_duty->worker(), outlook.tzdataVersion, outlook.problem, outlook.nextAt,
                    outlook.nextWall, outlook.nextResolution, outlook.backlog, outlook.backlogIsMore,
                    outlook.backlogFrom, outlook.backlogTo, outlook.releaseWindow));
        return Done{};
    });
}

} // namespace onceover::store
