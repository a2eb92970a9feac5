// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/timestamp.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

/// What became of an acknowledgement.
struct Acknowledgement {
    bool done = false;
    std::string reason;         ///< Why it was refused, by name.
    std::string acknowledgedBy; ///< Who said so first.
    std::optional<Timestamp> at;
};

/// A person says that they have seen an alert. Saying it twice is saying it once, so a lost answer is asked for by
/// saying it again.
class AcknowledgePort {
public:
    virtual ~AcknowledgePort() = default;
    /// `reason`: what the person says to it, for the audit; may be empty.
    [[nodiscard]] virtual Result<Acknowledgement> acknowledge(
        std::int64_t alert, const Uuid& requestId, const std::string& reason)
        = 0;
};

} // namespace onceover
