// SPDX-License-Identifier: GPL-3.0-or-later
#include "late_stores.h"

#include "channel/book_reader.h"
#include "store/desk_store.h"
#include "store/diagnosis_store.h"
#include "store/evidence_store.h"
#include "store/incident_store.h"
#include "store/proof_store.h"
#include "store/recovery_store.h"

#include <memory>
#include <string>
#include <type_traits>

namespace onceover::console {

namespace {

constexpr const char* kIncidentProgram = "onceover";

/// Connects when it is asked to read.
class OwnEvidence final : public EvidenceReader {
public:
    explicit OwnEvidence(const store::ConnectionTarget& target)
        : m_store(target, kIncidentProgram)
    {
    }

    [[nodiscard]] Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink) override
    {
        if (const Result<ServerIdentity> server = m_store.connect(); !server)
            return tl::unexpected(server.error());
        return m_store.readEvidence(job, bizDate, sink);
    }

    [[nodiscard]] Result<Done> readIncident(std::int64_t incident, const Sink& sink) override
    {
        if (const Result<ServerIdentity> server = m_store.connect(); !server)
            return tl::unexpected(server.error());
        return m_store.readIncident(incident, sink);
    }

private:
    store::EvidenceStore m_store;
};

class OwnDiagnosis final : public DiagnosisPort {
public:
    explicit OwnDiagnosis(const store::ConnectionTarget& target)
        : m_store(target, kIncidentProgram)
    {
    }

    [[nodiscard]] Result<std::optional<RunToDiagnose>> readRun(
        const JobId& job, const BusinessDate& bizDate, int keysMost) override
    {
        if (const Result<ServerIdentity> server = m_store.connect(); !server)
            return tl::unexpected(server.error());
        return m_store.readRun(job, bizDate, keysMost);
    }

private:
    store::DiagnosisStore m_store;
};

/// Makes a store of that kind; nothing while no database is found.
template <typename Port, typename Store>
std::function<std::unique_ptr<Port>()> maker(const FindTarget& findTarget)
{
    return [findTarget]() -> std::unique_ptr<Port> {
        const Result<store::ConnectionTarget> target = findTarget();
        if constexpr (std::is_constructible_v<Store, const store::ConnectionTarget&, std::string>)
            return target ? std::make_unique<Store>(*target, kIncidentProgram) : nullptr;
        else
            return target ? std::make_unique<Store>(*target) : nullptr;
    };
}

} // namespace

models::IncidentFactories incidentStores(const FindTarget& findTarget)
{
    models::IncidentFactories factories;
    factories.incidents = maker<IncidentPort, store::IncidentStore>(findTarget);
    factories.recovery = maker<RecoveryPort, store::RecoveryStore>(findTarget);
    factories.evidence = maker<EvidenceReader, OwnEvidence>(findTarget);
    factories.diagnosis = maker<DiagnosisPort, OwnDiagnosis>(findTarget);
    factories.books = [findTarget] {
        BookDesk desk;
        const Result<store::ConnectionTarget> target = findTarget();
        if (!target)
            return desk;
        const auto proof = std::make_shared<store::ProofStore>(*target, kIncidentProgram);
        desk.readable = [proof] { return proof->readableBooks(); };
        desk.theirs = std::make_shared<channel::HttpBook>();
        desk.ours = std::make_shared<store::DeskStore>(*target, kIncidentProgram);
        return desk;
    };
    return factories;
}

} // namespace onceover::console
