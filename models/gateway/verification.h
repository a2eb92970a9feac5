// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceover::models {

/// What came of verifying the audit chains.
struct Verification {
    std::optional<Failure> failure; ///< It could not be done, or was cancelled; nothing else is set then.
    struct Fault {
        std::string where;
        std::string what;
    };
    std::vector<Fault> faults; ///< The first hundred.
    std::int64_t faultCount = 0;
    std::int64_t rows = 0;
    std::int64_t chains = 0;
    std::int64_t anchors = 0;
    std::string anchoredUntil;             ///< UTC; empty: no anchor, so a cut tail would not be seen.
    std::vector<std::string> fingerprints; ///< Of the keys whose signatures were good.
    std::string snapshotAt;                ///< UTC.
    bool noted = false;                    ///< That it was done, and by whom, stands in the chain `people`.
};

using VerificationPtr = std::shared_ptr<const Verification>;

} // namespace onceover::models
