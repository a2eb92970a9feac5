// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/refusal.h"
#include "models/failure_text.h"

namespace onceover::models {

/// The words of a named refusal: a title, what happened, what to do next. `found` (already plain) is what was found
/// instead, e.g. the schema's version; it may be empty. Complete by a switch without default.
[[nodiscard]] FailureText refusalText(Refusal refusal, const QString& found);

} // namespace onceover::models
