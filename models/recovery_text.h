// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/recovery_plan.h"

#include <QString>

#include <string_view>

namespace onceover::models {

/// What a recovery does about an operation, by its stored name.
[[nodiscard]] QString recoveryActionText(std::string_view action);

/// Why that is to be done.
[[nodiscard]] QString recoveryReasonText(RecoveryReason reason);

} // namespace onceover::models
