// SPDX-License-Identifier: GPL-3.0-or-later
#include "late_stores.h"

#include "store/audit_store.h"
#include "store/console_store.h"
#include "store/control_store.h"
#include "store/people_store.h"
#include "store/remedy_store.h"
#include "store/settings_store.h"

#include <utility>

namespace onceover::console {

namespace {

constexpr const char* kProgram = "onceover";

/// A failure to find a database is told as such, not as one to reach it.
tl::unexpected<Failure> noTarget(Failure failure)
{
    failure.statement = "target";
    return tl::unexpected(std::move(failure));
}

/// Connects when it is asked to read.
class OwnAudit final : public AuditReader {
public:
    explicit OwnAudit(const store::ConnectionTarget& target)
        : m_store(target, kProgram)
    {
    }

    [[nodiscard]] Result<Done> readAudit(const Sink& sink) override
    {
        if (const Result<ServerIdentity> server = m_store.connect(); !server)
            return tl::unexpected(server.error());
        return m_store.readAudit(sink);
    }

    [[nodiscard]] Result<Done> noteVerification(const AuditNote& note, const Uuid& noteId) override
    {
        return m_store.noteVerification(note, noteId);
    }

private:
    store::AuditStore m_store;
};

} // namespace

LateReader::LateReader(FindTarget findTarget)
    : m_findTarget(std::move(findTarget))
{
}

Result<ConsoleReader*> LateReader::reader()
{
    if (m_reader)
        return m_reader.get();
    const Result<store::ConnectionTarget> target = m_findTarget();
    if (!target)
        return noTarget(target.error());
    auto made = std::make_unique<store::ConsoleStore>(*target, kProgram);
    const std::lock_guard lock(m_mutex);
    m_reader = std::move(made);
    return m_reader.get();
}

Result<ServerIdentity> LateReader::connect()
{
    return reader().and_then([](ConsoleReader* store) { return store->connect(); });
}

Result<OverviewSnapshot> LateReader::readOverview()
{
    return reader().and_then([](ConsoleReader* store) { return store->readOverview(); });
}

Result<Page<BatchRow>> LateReader::readBatches(const ListQuery& query)
{
    return reader().and_then([&query](ConsoleReader* store) { return store->readBatches(query); });
}

Result<Page<OperationRow>> LateReader::readOperations(const ListQuery& query)
{
    return reader().and_then([&query](ConsoleReader* store) { return store->readOperations(query); });
}

Result<WorkPage> LateReader::readWork(WorkList list, const ListQuery& query)
{
    return reader().and_then([list, &query](ConsoleReader* store) { return store->readWork(list, query); });
}

Result<BatchDetail> LateReader::readBatch(const std::string& runKey)
{
    return reader().and_then([&runKey](ConsoleReader* store) { return store->readBatch(runKey); });
}

Result<OperationDetail> LateReader::readOperation(const OperationId& id)
{
    return reader().and_then([&id](ConsoleReader* store) { return store->readOperation(id); });
}

Result<FreezesNow> LateReader::readFreezes()
{
    return reader().and_then([](ConsoleReader* store) { return store->readFreezes(); });
}

Result<RequestDetail> LateReader::readRequest(std::int64_t id, int itemsMost)
{
    return reader().and_then([id, itemsMost](ConsoleReader* store) { return store->readRequest(id, itemsMost); });
}

Result<IncidentDetail> LateReader::readIncident(std::int64_t id)
{
    return reader().and_then([id](ConsoleReader* store) { return store->readIncident(id); });
}

void LateReader::requestCancel()
{
    ConsoleReader* store = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        store = m_reader.get();
    }
    if (store)
        store->requestCancel();
}

LatePeople::LatePeople(FindTarget findTarget)
    : m_findTarget(std::move(findTarget))
{
}

Result<PeoplePort*> LatePeople::people()
{
    if (!m_people) {
        const Result<store::ConnectionTarget> target = m_findTarget();
        if (!target)
            return noTarget(target.error());
        m_people = std::make_unique<store::PeopleStore>(*target, kProgram);
    }
    return m_people.get();
}

Result<ServerIdentity> LatePeople::connect()
{
    return people().and_then([](PeoplePort* store) { return store->connect(); });
}

Result<ManualTriggerAnswer> LatePeople::triggerRun(const JobId& job, const BusinessDate& bizDate, const Uuid& requestId)
{
    return people().and_then([&](PeoplePort* store) { return store->triggerRun(job, bizDate, requestId); });
}

Result<std::optional<ManualTriggerAnswer>> LatePeople::findTrigger(const Uuid& requestId)
{
    return people().and_then([&](PeoplePort* store) { return store->findTrigger(requestId); });
}

Result<std::vector<std::string>> LatePeople::jobIds()
{
    return people().and_then([](PeoplePort* store) { return store->jobIds(); });
}

Result<Acknowledgement> LatePeople::acknowledge(std::int64_t alert, const Uuid& requestId, const std::string& reason)
{
    return people().and_then([&](PeoplePort* store) { return store->acknowledge(alert, requestId, reason); });
}

Result<Revealed> LatePeople::reveal(const OperationId& operation, const std::string& reason, const Uuid& requestId)
{
    return people().and_then([&](PeoplePort* store) { return store->reveal(operation, reason, requestId); });
}

Woken LatePeople::waitForTick(int wakeFd, milliseconds atMost)
{
    const Result<PeoplePort*> store = people();
    return store ? (*store)->waitForTick(wakeFd, atMost) : Woken::ConnectionLost;
}

std::unique_ptr<RecoverableControlPort> makeControlStore(const FindTarget& findTarget)
{
    const Result<store::ConnectionTarget> target = findTarget();
    return target ? std::make_unique<store::ControlStore>(*target, kProgram) : nullptr;
}

models::RequestPorts makeRequestStores(const FindTarget& findTarget)
{
    const Result<store::ConnectionTarget> target = findTarget();
    if (!target)
        return {};
    return {std::make_unique<store::SettingsStore>(*target, kProgram),
        std::make_unique<store::RemedyStore>(*target, kProgram)};
}

std::unique_ptr<AuditReader> makeAuditReader(const FindTarget& findTarget)
{
    const Result<store::ConnectionTarget> target = findTarget();
    return target ? std::make_unique<OwnAudit>(*target) : nullptr;
}

} // namespace onceover::console
