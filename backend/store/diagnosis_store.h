// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/diagnosis_port.h"
#include "core/records/console.h"
#include "store/connection.h"
#include "store/connection_target.h"

#include <string>

namespace onceover::store {

/// Reads what a diagnosis weighs, in one read-only repeatable-read snapshot. Promises: DiagnosisPort.
class DiagnosisStore final : public DiagnosisPort {
public:
    DiagnosisStore(const ConnectionTarget& target, std::string program);

    [[nodiscard]] Result<ServerIdentity> connect();
    [[nodiscard]] Result<std::optional<RunToDiagnose>> readRun(
        const JobId& job, const BusinessDate& bizDate, int keysMost) override;

private:
    Connection m_connection;
};

} // namespace onceover::store
