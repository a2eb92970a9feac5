// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/evidence_port.h"
#include "core/records/console.h"
#include "store/connection.h"
#include "store/connection_target.h"
#include "store/params.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace onceover::store {

/// The auditor's reading of everything about runs on PostgreSQL: one read-only repeatable-read snapshot, operations
/// bucket by bucket. Promises: EvidenceReader.
class EvidenceStore final : public EvidenceReader {
public:
    EvidenceStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink) override;
    [[nodiscard]] Result<Done> readIncident(std::int64_t incident, const Sink& sink) override;

private:
    [[nodiscard]] Result<Done> readScope(std::string_view statement, const Params& parameters,
        std::map<std::string, std::string> details, const std::string& subject, const Sink& sink);

    Connection m_connection;
};

} // namespace onceover::store
