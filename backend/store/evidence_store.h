// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/evidence_port.h"
#include "core/records/console.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// The auditor's reading of everything about one run on PostgreSQL: one read-only repeatable-read snapshot, operations
/// bucket by bucket. Promises: EvidenceReader.
class EvidenceStore final : public EvidenceReader {
public:
    EvidenceStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink) override;

private:
    Connection m_connection;
};

} // namespace onceover::store
