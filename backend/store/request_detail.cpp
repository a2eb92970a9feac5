// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/request_detail.h"

#include "store/control_rows.h"
#include "store/transaction.h"

#include <algorithm>
#include <map>
#include <utility>

namespace onceover::store {

namespace {

constexpr int kMayLeaveMost = 200;

/// What a request's first row tells besides the request itself.
struct RequestHead {
    RequestDetail detail;
    std::optional<std::int64_t> freeze;
};

HeldJobRow heldJobRowOf(const Row& row)
{
    return {row.int64("freeze_id"), row.string("job_id"), row.string("held_policy"), row.int64("runs"),
        row.string("oldest"), row.string("newest")};
}

RequestHead requestHeadOf(const Row& row)
{
    RequestHead head;
    head.detail.takenAt = row.timestamp("now");
    head.detail.found = true;
    head.detail.request = requestRowOf(row);
    head.detail.makerName = row.string("maker_name");
    head.detail.checkerName = row.string("checker_name");
    head.detail.openDifferences = row.int64("open_differences");
    head.freeze = row.optionalInt64("freeze_id");
    return head;
}

struct PlanSum {
    std::string currency;
    std::string status;
    std::int64_t n = 0;
    std::int64_t minor = 0;
    std::int64_t moved = 0;
};

PlanSum planSumOf(const Row& row)
{
    return {row.string("currency"), row.string("status"), row.int64("n"), row.int64("minor"), row.int64("moved")};
}

void addSums(RequestDetail& detail, const std::vector<PlanSum>& sums)
{
    std::map<std::string, std::int64_t> kinds;
    for (const PlanSum& sum : sums) {
        if (!sum.currency.empty())
            detail.amounts[sum.currency] += sum.minor;
        detail.moved += sum.moved;
        kinds[sum.status] += sum.n;
    }
    for (const auto& [status, count] : kinds)
        detail.kinds.push_back({status, count});
}

} // namespace

Result<FreezesNow> readFreezesNow(Transaction& snapshot)
{
    snapshot.queue("ReadClockNow");
    snapshot.queue("ReadFreezes");
    snapshot.queue("ReadMayStillLeave", params(kMayLeaveMost));
    snapshot.queue("ConsoleReplayerAlive");
    snapshot.queue("ReadHeldJobs");
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    const auto now = results->at(0).readOne([](const Row& row) { return row.timestamp("now"); });
    auto freezes = results->at(1).readAll(freezeRowOf);
    auto mayLeave = results->at(2).readAll(mayLeaveRowOf);
    const auto alive = results->at(3).readOne([](const Row& row) { return row.boolean("alive"); });
    auto held = results->at(4).readAll(heldJobRowOf);
    if (!held)
        return tl::unexpected{held.error()};
    if (!now)
        return tl::unexpected{now.error()};
    if (!freezes)
        return tl::unexpected{freezes.error()};
    if (!mayLeave)
        return tl::unexpected{mayLeave.error()};
    if (!alive)
        return tl::unexpected{alive.error()};
    return FreezesNow{*now, std::move(*freezes), std::move(*mayLeave), *alive, std::move(*held)};
}

Result<RequestDetail> readRequestDetail(Transaction& snapshot, std::int64_t id, int itemsMost)
{
    snapshot.queue("ConsoleRequest", params(id));
    snapshot.queue("ConsoleRequestSums", params(id));
    snapshot.queue("ConsoleRequestPayees", params(id));
    snapshot.queue("ConsoleRequestItems", params(id, std::clamp(itemsMost, 1, kPlanItemsMost)));
    snapshot.queue("ReadFreezes");
    snapshot.queue("ReadClockNow");
    const Result<std::vector<Rows>> results = snapshot.flush();
    if (!results)
        return tl::unexpected{results.error()};
    auto heads = results->at(0).readAll(requestHeadOf);
    if (!heads)
        return tl::unexpected{heads.error()};
    if (heads->empty()) {
        const auto now = results->at(5).readOne([](const Row& row) { return row.timestamp("now"); });
        if (!now)
            return tl::unexpected{now.error()};
        RequestDetail none;
        none.takenAt = *now;
        none.request.id = id;
        return none;
    }
    RequestDetail detail = std::move(heads->front().detail);
    const auto sums = results->at(1).readAll(planSumOf);
    const auto payees = results->at(2).readOne([](const Row& row) { return row.int64("payees"); });
    auto items = results->at(3).readAll(planItemRowOf);
    const auto freezes = results->at(4).readAll(freezeRowOf);
    if (!sums)
        return tl::unexpected{sums.error()};
    if (!payees)
        return tl::unexpected{payees.error()};
    if (!items)
        return tl::unexpected{items.error()};
    if (!freezes)
        return tl::unexpected{freezes.error()};
    addSums(detail, *sums);
    detail.payees = *payees;
    detail.items = std::move(*items);
    const auto freeze = std::find_if(freezes->begin(), freezes->end(),
        [wanted = heads->front().freeze](const FreezeRow& row) { return row.id == wanted; });
    if (freeze != freezes->end())
        detail.freeze = *freeze;
    return detail;
}

} // namespace onceover::store
