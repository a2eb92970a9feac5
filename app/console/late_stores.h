// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "core/ports/console_port.h"
#include "core/ports/control_outcome_port.h"
#include "models/gateway/gateway_types.h"
#include "store/connection_target.h"

#include <functional>
#include <memory>
#include <mutex>

namespace onceover::console {

/// Finds the database; asked again until it succeeds.
using FindTarget = std::function<Result<store::ConnectionTarget>()>;

/// The console's reader whose database need not be known yet: it is looked for at each call until it is found, so that
/// a sandbox started later appears at the next [Retry now].
class LateReader final : public ConsoleReader
{
public:
    explicit LateReader(FindTarget findTarget);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<OverviewSnapshot> readOverview() override;
    [[nodiscard]] Result<Page<BatchRow>> readBatches(const ListQuery& query) override;
    [[nodiscard]] Result<Page<OperationRow>> readOperations(const ListQuery& query) override;
    [[nodiscard]] Result<WorkPage> readWork(WorkList list, const ListQuery& query) override;
    [[nodiscard]] Result<BatchDetail> readBatch(const std::string& runKey) override;
    [[nodiscard]] Result<OperationDetail> readOperation(const OperationId& id) override;
    [[nodiscard]] Result<FreezesNow> readFreezes() override;
    [[nodiscard]] Result<RequestDetail> readRequest(std::int64_t id, int itemsMost) override;
    [[nodiscard]] Result<IncidentDetail> readIncident(std::int64_t id) override;
    void requestCancel() override;

private:
    [[nodiscard]] Result<ConsoleReader*> reader();

    FindTarget m_findTarget;
    std::mutex m_mutex; ///< Protects the pointer m_reader: requestCancel comes from another thread.
    std::unique_ptr<ConsoleReader> m_reader;
};

/// The same for acts.
class LatePeople final : public PeoplePort
{
public:
    explicit LatePeople(FindTarget findTarget);

    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<ManualTriggerAnswer> triggerRun(const JobId& job, const BusinessDate& bizDate,
                                                         const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<ManualTriggerAnswer>> findTrigger(const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<std::string>> jobIds() override;
    [[nodiscard]] Result<Acknowledgement> acknowledge(
        std::int64_t alert, const Uuid& requestId, const std::string& reason) override;
    [[nodiscard]] Result<Revealed> reveal(
        const OperationId& operation, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Woken waitForTick(int wakeFd, milliseconds atMost) override;

private:
    [[nodiscard]] Result<PeoplePort*> people();

    FindTarget m_findTarget;
    std::unique_ptr<PeoplePort> m_people;
};

/// The store of acts that stop, ask and decide; nothing while no database is found.
[[nodiscard]] std::unique_ptr<RecoverableControlPort> makeControlStore(const FindTarget& findTarget);

/// The stores of incidents: of their acts, and of what they look at long, each made when it is first needed.
[[nodiscard]] models::IncidentFactories incidentStores(const FindTarget& findTarget);

/// The stores of requests about rules, and of what makes good; none while no database is found.
[[nodiscard]] models::RequestPorts makeRequestStores(const FindTarget& findTarget);

/// Reads the audit on a connection of its own.
[[nodiscard]] std::unique_ptr<AuditReader> makeAuditReader(const FindTarget& findTarget);

} // namespace onceover::console
