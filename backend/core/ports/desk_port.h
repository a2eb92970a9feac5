// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reckoning.h"
#include "core/records/console.h"
#include "core/records/timestamp.h"
#include "core/result.h"

namespace onceover {

/// What a person at the desk reads from a shell: read-only, through the masked views.
class DeskPort {
public:
    virtual ~DeskPort() = default;
    [[nodiscard]] virtual Result<ServerIdentity> connect() = 0;

    /// What the last `lookBack` of this installation's own work counts up to.
    [[nodiscard]] virtual Result<OwnMonth> ownMonth(milliseconds lookBack) = 0;
};

} // namespace onceover
