// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/gateway_types.h"
#include "models/state_text.h"

#include <QString>

namespace onceover::models {

/// An act's outcome as toast, dialog and jobs list tell it: word, icon, tone, and a whole sentence.
struct ActText {
    StateText state;
    QString sentence;
    QString details; ///< For a copy button; may be empty.
};

[[nodiscard]] ActText actText(const ActOutcome& outcome);

} // namespace onceover::models
