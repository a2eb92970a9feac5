// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_rig.h"

#include "core/keys.h"
#include "store/operation_store.h"
#include "store/schedule_store.h"

#include <fstream>
#include <sstream>
#include <tuple>

namespace onceover::test {

namespace {

std::string inputsSql()
{
    std::ifstream file{ONCEOVER_SOURCE_DIR "/tests/postgres/store_inputs.sql"};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

StoreRig::StoreRig(TestCluster& cluster)
    : m_database(cluster)
    , m_problem(m_database.problem())
{
    if (!m_problem.empty())
        return;
    if (const auto made = m_database.runAsSuperuser(inputsSql()); !made) {
        m_problem = made.error().detail;
        return;
    }
    if (const auto ns = Uuid::parse(ask("SELECT namespace FROM installation")))
        m_namespace = KeyNamespace{*ns};
    else
        m_problem = "no namespace";
}

std::shared_ptr<store::DutyConnection> StoreRig::duty(const std::string& group, const std::string& worker) const
{
    store::DutySettings settings;
    settings.target = store::ConnectionTarget{m_database.conninfo(), "--dsn"};
    settings.login = "svc_" + group;
    settings.worker = WorkerId{worker};
    settings.program = "tst_store";
    settings.duty = group;
    return std::make_shared<store::DutyConnection>(std::move(settings));
}

std::shared_ptr<store::DutyConnection> StoreRig::dutyThrough(
    const std::string& socketFolder, const std::string& group, const std::string& worker) const
{
    store::DutySettings settings = duty(group, worker)->settings();
    settings.target.conninfo = "host=" + socketFolder + " dbname=" + m_database.name();
    return std::make_shared<store::DutyConnection>(std::move(settings));
}

std::string StoreRig::ask(const std::string& sql) const
{
    const auto answer = m_database.runAsSuperuser("SET search_path = onceover, pg_temp;\n" + sql + ";\n");
    return answer ? *answer : "error: " + answer.error().detail;
}

DueTrigger StoreRig::dueOf(const std::string& day) const
{
    DueTrigger due;
    due.job = JobId{"settle-daily"};
    due.bizDate = *BusinessDate::parse(day);
    const auto next = due.bizDate.plusDays(1);
    due.scheduledAt = Timestamp{std::chrono::microseconds{next->days().time_since_epoch()} + std::chrono::minutes{630}};
    due.localWall = next->toString() + " 18:30 +08:00";
    due.zone = "Asia/Shanghai";
    due.tzdataVersion = "2026a";
    due.resolution = "PLAIN";
    due.runKey = RunKey{"settle-daily:" + day};
    return due;
}

Result<TriggerAnswer> StoreRig::trigger(const std::string& day, const std::string& worker) const
{
    store::ScheduleStore scheduler{duty("scheduler", worker)};
    return scheduler.recordTrigger(dueOf(day));
}

Result<BatchId> StoreRig::enumerate(const std::string& day, const std::string& worker) const
{
    const auto answer = trigger(day, worker);
    if (!answer)
        return tl::unexpected{answer.error()};
    store::ScheduleStore scheduler{duty("scheduler", worker)};
    const auto work = scheduler.beginRun(answer->run, milliseconds{60000});
    if (!work)
        return tl::unexpected{work.error()};
    for (const ShardPlan& shard : work->shards) {
        const auto inputs = scheduler.readShardInputs(*work, shard);
        if (!inputs)
            return tl::unexpected{inputs.error()};
        if (const auto done = scheduler.enumerateShard(*work, shard, planned(m_namespace, day, *inputs)); !done)
            return tl::unexpected{done.error()};
    }
    if (const auto done = scheduler.finishRunAttempt(*work, true, ""); !done)
        return tl::unexpected{done.error()};
    return work->batch;
}

Posting StoreRig::postingOf(const ClaimedOperation& operation) const
{
    Posting posting;
    posting.operation = operation;
    posting.message.messageKind = "payout";
    posting.message.key = outwardKeyFor(m_namespace, operation.ref.id, "payout");
    posting.message.profileVersion = 1;
    posting.message.payload = R"({"operation":")" + operation.ref.id.value.toString() + R"(","amount":)"
        + std::to_string(operation.amountMinor) + R"(,"to":")" + "付款" + R"("})";
    return posting;
}

Result<int> StoreRig::postAll(const std::string& worker) const
{
    store::OperationStore settler{duty("worker", worker)};
    int posted = 0;
    while (true) {
        const auto set = settler.claim(claimOf());
        if (!set)
            return tl::unexpected{set.error()};
        if (set->operations.empty())
            return posted;
        const auto outcome = settler.post(postingsOf(*set));
        if (!outcome)
            return tl::unexpected{outcome.error()};
        posted += static_cast<int>(outcome->applied.size());
    }
}

std::vector<Posting> StoreRig::postingsOf(const ClaimedSet& set) const
{
    std::vector<Posting> postings;
    for (const ClaimedOperation& operation : set.operations)
        postings.push_back(postingOf(operation));
    return postings;
}

void StoreRig::endLeases() const
{
    std::ignore
        = ask("UPDATE settlement_operation SET lease_until = clock() - interval '1 s' WHERE status = 'PROCESSING'");
    std::ignore = ask("UPDATE operation_due d SET due_at = o.lease_until FROM settlement_operation o "
                      "WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id AND o.status = 'PROCESSING'");
}

void StoreRig::freeze(const std::string& kind, const std::string& ref) const
{
    std::ignore = ask("INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('" + kind + "', '" + ref
        + "', 'bob', 'test')");
    std::ignore = ask("UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock() WHERE status = 'REQUESTED'");
}

void StoreRig::liftFreezes() const
{
    liftFreezesAt("clock()");
}

void StoreRig::liftFreezesAt(const std::string& moment) const
{
    std::ignore = ask("ALTER TABLE freeze_order DISABLE TRIGGER guard_update; UPDATE freeze_order SET status = "
                      "'LIFTED', lifted_at = "
        + moment + "; ALTER TABLE freeze_order ENABLE ALWAYS TRIGGER guard_update");
}

ClaimRequest claimOf(milliseconds lease, int most)
{
    return {"settle-daily", allBuckets(), most, lease};
}

std::vector<PlannedOperation> planned(
    const KeyNamespace& ns, const std::string& day, const std::vector<InputGroup>& inputs)
{
    std::vector<PlannedOperation> operations;
    for (const InputGroup& input : inputs) {
        const NaturalKey key{
            input.merchant, *BusinessDate::parse(day), "settle-daily", *CurrencyCode::parse(input.currency), "", 0};
        operations.push_back({input, operationIdFor(ns, key)});
    }
    return operations;
}

std::vector<Bucket> allBuckets()
{
    std::vector<Bucket> buckets;
    for (int i = 0; i < kBucketCount; ++i)
        buckets.push_back(Bucket{static_cast<std::int16_t>(i)});
    return buckets;
}

std::string wordsOf(const Failure& failure)
{
    return "kind " + std::to_string(static_cast<int>(failure.kind)) + " " + failure.statement + " " + failure.sqlState
        + " " + failure.found + " " + failure.detail;
}

} // namespace onceover::test
