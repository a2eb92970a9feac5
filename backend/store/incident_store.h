// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/incident_port.h"
#include "store/act_session.h"

#include <string>
#include <string_view>

namespace onceover::store {

/// The incident procedure on PostgreSQL, under the person's own login. Promises: IncidentPort.
class IncidentStore final : public IncidentPort {
public:
    /// `program` becomes the session's application_name.
    IncidentStore(const ConnectionTarget& target, std::string program);

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
    /// What is noted when the server refuses the call itself.
    struct Act {
        std::string_view name;
        std::int64_t incident = 0;
        Uuid id;
    };
    [[nodiscard]] Result<IncidentAnswer> act(std::string_view statement, const Params& asked, const Act& what);

    ActSession m_session;
};

} // namespace onceover::store
