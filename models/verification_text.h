// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/connection_monitor.h"
#include "models/gateway/verification.h"
#include "models/state_text.h"

#include <QString>

namespace onceover::models {

/// "1,204 of 98,214 rows looked at".
[[nodiscard]] QString verifyingText(std::int64_t rows, std::int64_t expected);

/// What came of it, in one sentence (`word`), with tone and sign: intact and until when anchored, or the first bad row.
[[nodiscard]] StateText verificationText(const Verification& verification);

/// Why this login cannot verify; empty: it can. Looking needs no connection for acts.
[[nodiscard]] QString whyNoVerification(const ConnectionStatus& status);

} // namespace onceover::models
