// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "core/business_date.h"
#include "core/identifiers.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What a diagnosis of one run rests on.
struct RunToDiagnose {
    std::string runKey;
    std::string runStatus;
    std::string batchStatus; ///< Empty: it has no batch.
    std::int64_t operations = 0;
    std::vector<DoubledKey> doubled; ///< What reached the outside first; at most as many as were asked for.
    std::int64_t doubledTotal = 0;
    std::vector<Execution> executions; ///< The claims of those operations, one by one.
};

/// The auditor's reading for a diagnosis (R107, R109).
class DiagnosisPort {
public:
    virtual ~DiagnosisPort() = default;

    /// Nothing: there is no such run.
    [[nodiscard]] virtual Result<std::optional<RunToDiagnose>> readRun(
        const JobId& job, const BusinessDate& bizDate, int keysMost)
        = 0;
};

} // namespace onceover
