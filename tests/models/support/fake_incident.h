// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/book_desk.h"
#include "core/ports/diagnosis_port.h"
#include "core/ports/evidence_port.h"
#include "core/ports/incident_port.h"
#include "core/ports/recovery_port.h"
#include "fake_console.h"

namespace onceover::testing {

/// The store of incidents without a database: what it was asked for stands in FakeScript::controls(), its answers are
/// those of FakeScript::answerSteps().
class FakeIncidents : public IncidentPort {
public:
    explicit FakeIncidents(std::shared_ptr<FakeScript> script);
    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<IncidentAnswer> open(const IncidentWish& wish, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> takeOver(
        std::int64_t incident, const std::string& why, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> note(
        std::int64_t incident, const std::string& text, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> giveReason(
        std::int64_t incident, const std::string& reason, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> recordEvidence(
        std::int64_t incident, const EvidenceRecord& evidence, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> weigh(
        std::int64_t incident, const HypothesisVerdict& verdict, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> answerWhy(
        std::int64_t incident, const std::string& answer, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> recordComparison(
        std::int64_t incident, const IncidentComparison& comparison, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> advance(
        std::int64_t incident, const std::string& to, const std::string& note, const Uuid& requestId) override;
    [[nodiscard]] Result<IncidentAnswer> goBack(
        std::int64_t incident, const std::string& why, const Uuid& requestId) override;
    [[nodiscard]] Result<std::optional<IncidentAnswer>> find(const Uuid& requestId) override;
    [[nodiscard]] Result<std::vector<IncidentRow>> incidents(std::optional<std::int64_t> only, int most) override;
    [[nodiscard]] Result<std::vector<IncidentStepRow>> steps(std::int64_t incident, int most) override;
    [[nodiscard]] Result<IncidentGate> gate(std::int64_t incident) override;
    [[nodiscard]] Result<std::vector<EqualityRow>> equalities(std::int64_t incident) override;
    [[nodiscard]] Result<std::vector<IncidentFreezeRow>> freezes(std::int64_t incident) override;
    [[nodiscard]] Result<std::vector<std::int64_t>> plans(std::int64_t incident) override;
    [[nodiscard]] Result<std::vector<std::string>> channels(std::int64_t incident) override;

private:
    [[nodiscard]] Result<IncidentAnswer> done(const std::string& what, std::int64_t incident);

    std::shared_ptr<FakeScript> m_script;
    std::thread::id m_born = std::this_thread::get_id();
};

/// Of two operations one is to be asked about, and the other took effect twice.
class FakeRecovery : public RecoveryPort {
public:
    explicit FakeRecovery(std::shared_ptr<FakeScript> script);
    [[nodiscard]] Result<ServerIdentity> connect() override;
    [[nodiscard]] Result<std::vector<RecoveryFacts>> facts(std::int64_t incident, int most) override;
    [[nodiscard]] Result<std::vector<RecoveryTotal>> scopeTotals(std::int64_t incident) override;
    [[nodiscard]] Result<RequestAnswer> requestPlan(const RecoveryWish& wish, const Uuid& requestId) override;

private:
    std::shared_ptr<FakeScript> m_script;
};

/// So many rows of evidence; it waits at the second while reads are held.
class FakeEvidence : public EvidenceReader {
public:
    FakeEvidence(std::shared_ptr<FakeScript> script, int rows);
    [[nodiscard]] Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink) override;
    [[nodiscard]] Result<Done> readIncident(std::int64_t incident, const Sink& sink) override;

private:
    [[nodiscard]] Result<Done> read(const std::map<std::string, std::string>& details, const Sink& sink);

    std::shared_ptr<FakeScript> m_script;
    int m_rows;
};

/// A run of which one key reached the outside twice, by two attempts that one trigger made.
class FakeDiagnosis : public DiagnosisPort {
public:
    [[nodiscard]] Result<std::optional<RunToDiagnose>> readRun(
        const JobId& job, const BusinessDate& bizDate, int keysMost) override;
};

/// An empty book beside ours, of the channel practice-bank; practice-bank-2 cannot be read.
[[nodiscard]] BookDesk fakeBooks();

} // namespace onceover::testing
