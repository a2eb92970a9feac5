// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/result.h"

#include <string>

namespace onceover {

/// What views mask of one operation, or why it is not shown.
struct Revealed {
    bool done = false;
    std::string reason; ///< Why it was refused, by name.
    std::string beneficiaryName;
    std::string beneficiaryAccount; ///< Whole.
    std::string beneficiaryCountry;
    std::string payload; ///< As it went or would go out; in hexadecimal where it is no text.
};

/// A person looks at what is masked, and says why. Each look is audited before anything is shown; a lost answer is asked
/// for under the same id, and is the same look for a minute.
class RevealPort {
public:
    virtual ~RevealPort() = default;
    [[nodiscard]] virtual Result<Revealed> reveal(
        const OperationId& operation, const std::string& reason, const Uuid& requestId)
        = 0;
};

} // namespace onceover
