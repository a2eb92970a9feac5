// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/janitor_store.h"

namespace onceover::store {

namespace {

Result<int> callJanitor(DutyConnection& duty, std::string_view statement, std::string_view column)
{
    return inTransaction(duty, [&](Transaction& transaction) -> Result<int> {
        const auto rows = transaction.run(statement);
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne([&](const Row& row) { return static_cast<int>(row.int32(column)); });
    });
}

} // namespace

JanitorStore::JanitorStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<int> JanitorStore::foldCounts()
{
    return callJanitor(*m_duty, "FoldCounts", "folded");
}

Result<int> JanitorStore::foldBalances()
{
    return callJanitor(*m_duty, "FoldBalances", "folded");
}

Result<int> JanitorStore::makePartitions()
{
    return callJanitor(*m_duty, "MakePartitions", "made");
}

Result<int> JanitorStore::rollHours()
{
    return callJanitor(*m_duty, "RollHours", "rolled");
}

Result<int> JanitorStore::sample()
{
    return callJanitor(*m_duty, "SampleMetrics", "sampled");
}

Result<int> JanitorStore::dropOld()
{
    return callJanitor(*m_duty, "DropOld", "dropped");
}

Result<int> JanitorStore::recordMembership()
{
    return callJanitor(*m_duty, "RecordMembership", "written");
}

} // namespace onceover::store
