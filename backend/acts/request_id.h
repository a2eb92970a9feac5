// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"

namespace onceover::acts {

/// A new random request id (UUID version 4). Made once per wish, before anything is sent: whoever sends the wish again
/// sends the same id, so that two requests are one (F42, R84).
[[nodiscard]] Uuid newRequestId();

} // namespace onceover::acts
