// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// The scheduler's duty on PostgreSQL (login of onceover_scheduler). Promises: SchedulePort.
class ScheduleStore final : public SchedulePort {
public:
    explicit ScheduleStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<KeyNamespace> keyNamespace() override;
    [[nodiscard]] Result<Timestamp> databaseTime() override;
    [[nodiscard]] Result<std::vector<Job>> jobs() override;
    [[nodiscard]] Result<std::vector<ReleaseWindow>> releaseWindows() override;
    [[nodiscard]] Result<Done> recordOutlooks(const std::vector<JobOutlook>& outlooks) override;
    [[nodiscard]] Result<TriggerAnswer> recordTrigger(const DueTrigger& due) override;
    [[nodiscard]] Result<std::vector<OpenRun>> openRuns() override;
    [[nodiscard]] Result<int> holdAndReleaseRuns() override;
    [[nodiscard]] Result<QueueRoom> queueRoom() override;
    [[nodiscard]] Result<Done> noteRunWaits(RunId run, std::string_view reason) override;
    [[nodiscard]] Result<RunWork> beginRun(RunId run, milliseconds lease) override;
    [[nodiscard]] Result<std::vector<InputGroup>> readShardInputs(const RunWork& work, const ShardPlan& shard) override;
    [[nodiscard]] Result<Done> enumerateShard(
        const RunWork& work, const ShardPlan& shard, const std::vector<PlannedOperation>& operations) override;
    [[nodiscard]] Result<Done> finishRunAttempt(const RunWork& work, bool succeeded, std::string_view error) override;
    [[nodiscard]] Result<Done> releaseRun(const RunWork& work, std::string_view reason) override;
    [[nodiscard]] Result<std::vector<BatchFacts>> openBatches() override;
    [[nodiscard]] Result<int> moveShards(BatchId batch) override;
    [[nodiscard]] Result<ReconcileFigures> reconcile(BatchId batch) override;
    [[nodiscard]] Result<Done> moveBatch(
        BatchId batch, BatchState from, BatchState to, std::string_view reason) override;
    [[nodiscard]] Result<int> markLostAttempts() override;

private:
    [[nodiscard]] Result<RunWork> readRunWork(Transaction& transaction, RunId run);
    [[nodiscard]] Result<RunWork> startRun(
        Transaction& transaction, RunId run, milliseconds lease, const std::string& inputVersion);

    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
