// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/acknowledge_port.h"
#include "core/ports/reveal_port.h"
#include "core/ports/worker_port.h"
#include "core/records/console.h"
#include "core/records/console_detail.h"
#include "core/records/console_incident.h"
#include "core/records/console_people.h"
#include "core/records/console_work.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What the console reads. Each call is one read-only repeatable-read transaction of at most 3 seconds. Belongs to one thread.
class ConsoleReader
{
public:
    virtual ~ConsoleReader() = default;

    /// Connects when necessary. The failure's `statement` is "connect", its refusal (if any) says SchemaTooOld/SchemaTooNew….
    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;
    [[nodiscard]] virtual Result<OverviewSnapshot> readOverview() = 0;
    [[nodiscard]] virtual Result<Page<BatchRow>> readBatches(const ListQuery& query) = 0;
    [[nodiscard]] virtual Result<Page<OperationRow>> readOperations(const ListQuery& query) = 0;
    /// A page of one of the lists of the engine's work; the answer holds that list's rows.
    [[nodiscard]] virtual Result<WorkPage> readWork(WorkList list, const ListQuery& query) = 0;
    /// One batch by its run key, one operation by its id. An unknown one is no failure: `found` is false.
    [[nodiscard]] virtual Result<BatchDetail> readBatch(const std::string& runKey) = 0;
    [[nodiscard]] virtual Result<OperationDetail> readOperation(const OperationId& id) = 0;

    /// The open freezes and what may still leave although its scope is frozen.
    [[nodiscard]] virtual Result<FreezesNow> readFreezes() = 0;
    /// One request with its frozen plan beside what it is now; of its items the `itemsMost` largest. An unknown one is no
    /// failure: `found` is false.
    [[nodiscard]] virtual Result<RequestDetail> readRequest(std::int64_t id, int itemsMost) = 0;

    /// One incident by its number. An unknown one is no failure: `found` is false.
    [[nodiscard]] virtual Result<IncidentDetail> readIncident(std::int64_t id) = 0;

    /// Asks the server to cancel what runs; may be called from another thread, gives no guarantee (S11).
    virtual void requestCancel() = 0;
};

/// How people act, one act at a time, on the primary. Belongs to one thread.
class PeoplePort : public AcknowledgePort, public RevealPort {
public:
    ~PeoplePort() override = default;

    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;

    /// onceover.trigger_run(): a manual trigger of a job for an explicit business date (R19). Repeating the same request id
    /// is one request.
    [[nodiscard]] virtual Result<ManualTriggerAnswer> triggerRun(const JobId& job, const BusinessDate& bizDate,
                                                                 const Uuid& requestId) = 0;

    /// What was recorded under that request id: how a lost answer of triggerRun is found again without sending the act a
    /// second time. Nothing: no trigger is recorded (yet). Changes nothing.
    [[nodiscard]] virtual Result<std::optional<ManualTriggerAnswer>> findTrigger(const Uuid& requestId) = 0;

    /// Jobs that a person may trigger, for the choice in dialog and completion.
    [[nodiscard]] virtual Result<std::vector<std::string>> jobIds() = 0;

    /// Waits for a tick (LISTEN), at most so long, or until `wakeFd` is readable (which the caller reads empty).
    [[nodiscard]] virtual Woken waitForTick(int wakeFd, milliseconds atMost) = 0;
};

} // namespace onceover
