// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/diagnosis_store.h"

#include "store/server_identity.h"
#include "store/transaction.h"

#include <map>
#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings diagnosisSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "diagnosis";
    settings.statementTimeout = std::chrono::minutes{5}; // The events of a whole batch are read.
    settings.readOnly = true;
    return settings;
}

/// What claims of one run have in common.
struct RunFacts {
    std::string job;
    std::string runKey;
    std::optional<std::int64_t> batch;
    StartKind firstStart = StartKind::Other;
    milliseconds lease{0};
    std::int64_t triggers = 0;
};

StartKind startOf(std::string_view source)
{
    if (source == "schedule")
        return StartKind::Schedule;
    if (source == "catch-up")
        return StartKind::CatchUp;
    return source == "manual" ? StartKind::Manual : StartKind::Other;
}

DoubledKey doubledOf(const Row& row, std::int64_t triggers)
{
    DoubledKey key;
    key.operation = row.operationId("operation_id");
    key.key = "merchant " + std::to_string(row.int64("merchant_id")) + ", " + row.date("settle_date").toString() + ", "
        + row.string("settlement_type") + ", " + row.string("currency");
    if (const std::string scope = row.string("scope_ref"); !scope.empty())
        key.key += ", " + scope;
    key.revision = row.int32("revision");
    key.status = row.string("status");
    key.sendsLeft = row.int64("sends_left");
    key.isAnswered = row.boolean("answered");
    key.layers.counts = {triggers, row.int32("attempts"), row.int64("operations"), row.int64("legs"),
        row.int64("messages"), row.int64("effects")};
    return key;
}

/// How a claim ended, by what came next in the operation's life.
ExecutionEnd endOf(const std::string& next)
{
    if (next.empty())
        return ExecutionEnd::Running;
    if (next == "TAKE_OVER" || next == "LOSE_WORKER" || next == "FENCE")
        return ExecutionEnd::Lost;
    return next == "POST" || next == "SETTLE_HERE" ? ExecutionEnd::Succeeded : ExecutionEnd::Failed;
}

/// Claims come operation by operation, in order.
class ClaimReader {
public:
    explicit ClaimReader(RunFacts facts)
        : m_facts(std::move(facts))
    {
    }

    [[nodiscard]] Execution read(const Row& row)
    {
        const OperationId operation = row.operationId("operation_id");
        const bool isFirst = m_operation != operation.value.toString();
        m_operation = operation.value.toString();
        Execution execution;
        execution.id = "attempt " + std::to_string(row.int64("attempt_id")) + ", version "
            + std::to_string(row.int64("version"));
        // With several triggers nobody wrote down for which of them a worker claimed.
        const bool isOneTrigger = m_facts.triggers == 1;
        execution.trigger = isOneTrigger ? "run " + m_facts.runKey : std::string{};
        execution.job = m_facts.job;
        execution.scope = "operation " + m_operation;
        execution.node = row.string("worker_id");
        execution.route = RouteKind::One;
        // A claim after a take-over is the same work for the same trigger; any other one follows a known end.
        execution.tookOver = row.text("event") == "TAKE_OVER";
        const StartKind first = isOneTrigger ? m_facts.firstStart : StartKind::Other;
        execution.start = isFirst || execution.tookOver ? first : StartKind::Retry;
        execution.retryOf = execution.start == StartKind::Retry ? m_before : std::string{};
        m_before = execution.id;
        execution.end = endOf(row.textOrEmpty("next_event"));
        execution.dispatchedAt = row.timestamp("at");
        if (execution.end != ExecutionEnd::Lost && execution.end != ExecutionEnd::Running)
            execution.endedAt = row.optionalTimestamp("next_at");
        execution.lastHeartbeatAt = row.optionalTimestamp("last_beat_at");
        execution.patience = m_facts.lease;
        execution.isJudgedByNode = false; // The database's clock decides (rule 1).
        return execution;
    }

private:
    RunFacts m_facts;
    std::string m_operation;
    std::string m_before; ///< The claim before.
};

} // namespace

DiagnosisStore::DiagnosisStore(const ConnectionTarget& target, std::string program)
    : m_connection(diagnosisSettings(target, std::move(program)))
{
}

Result<ServerIdentity> DiagnosisStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Read);
}

Result<std::optional<RunToDiagnose>> DiagnosisStore::readRun(
    const JobId& job, const BusinessDate& bizDate, int keysMost)
{
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    const Result<Rows> runs = snapshot.run("ReadRunToDiagnose", params(job, bizDate));
    if (!runs)
        return tl::unexpected{
            isMissingPrivilege(runs.error()) ? asMissingRole(runs.error(), m_connection) : runs.error()};
    if (runs->empty())
        return std::optional<RunToDiagnose>{};
    RunFacts facts;
    RunToDiagnose run;
    const Result<Done> head = runs->readOne([&](const Row& row) {
        run.runKey = row.string("run_key");
        run.runStatus = row.string("run_status");
        run.batchStatus = row.textOrEmpty("batch_status");
        run.operations = row.int64("operations");
        facts = {job.value, run.runKey, row.optionalInt64("batch_id"), startOf(row.text("first_source")),
            row.millis("lease_ms"), row.int64("triggers")};
        return Done{};
    });
    if (!head)
        return tl::unexpected{head.error()};
    if (!facts.batch)
        return std::optional{run};
    const Result<Rows> keys = snapshot.run("ReadDoubledKeys", params(*facts.batch, keysMost));
    if (!keys)
        return tl::unexpected{keys.error()};
    auto doubled = keys->readAll([&](const Row& row) {
        run.doubledTotal = row.int64("total");
        return doubledOf(row, facts.triggers);
    });
    if (!doubled)
        return tl::unexpected{doubled.error()};
    run.doubled = std::move(*doubled);
    std::vector<OperationId> operations;
    for (const DoubledKey& key : run.doubled)
        operations.push_back(key.operation);
    const Result<Rows> claims = snapshot.run("ReadClaimsOfOperations", params(*facts.batch, operations));
    if (!claims)
        return tl::unexpected{claims.error()};
    ClaimReader reader{facts};
    auto executions = claims->readAll([&](const Row& row) { return reader.read(row); });
    if (!executions)
        return tl::unexpected{executions.error()};
    run.executions = std::move(*executions);
    return std::optional{run};
}

} // namespace onceover::store
