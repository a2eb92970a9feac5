// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/replay_store.h"

#include <utility>

namespace onceover::store {

ReplayStore::ReplayStore(std::shared_ptr<DutyConnection> duty)
    : m_duty(std::move(duty))
{
}

Result<std::optional<std::int64_t>> ReplayStore::claim(milliseconds lease)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::optional<std::int64_t>> {
        const auto rows = transaction.run("ClaimRequest", params(m_duty->worker(), lease));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne([](const Row& row) { return row.optionalInt64("approval_id"); });
    });
}

Result<ExecutedSet> ReplayStore::execute(std::int64_t request, milliseconds lease, int most)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<ExecutedSet> {
        const auto rows = transaction.run("ExecuteRequest", params(request, m_duty->worker(), lease, most));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readOne([](const Row& row) {
            return ExecutedSet{row.textOrEmpty("kind"), row.int32("done"), row.int32("refused"),
                row.optionalInt64("items_left"), row.textOrEmpty("status")};
        });
    });
}

Result<std::vector<SettledRequest>> ReplayStore::settle()
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<SettledRequest>> {
        const auto rows = transaction.run("SettleRequests", params(m_duty->worker()));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll([](const Row& row) {
            return SettledRequest{row.int64("approval_id"), row.string("status")};
        });
    });
}

Result<std::vector<std::int64_t>> ReplayStore::drainFreezes(int most)
{
    return inTransaction(*m_duty, [&](Transaction& transaction) -> Result<std::vector<std::int64_t>> {
        const auto rows = transaction.run("DrainFreezes", params(m_duty->worker(), most));
        if (!rows)
            return tl::unexpected{rows.error()};
        return rows->readAll([](const Row& row) { return row.int64("freeze_id"); });
    });
}

} // namespace onceover::store
