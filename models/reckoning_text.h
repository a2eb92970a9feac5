// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reckoning.h"

#include <QString>

#include <string_view>

namespace onceover::models {

/// What a line of the worksheet counts: `failures a month`.
[[nodiscard]] QString figureText(Figure figure);

/// `180 × 0.4% = 0.72`; an input that is missing is `–`.
[[nodiscard]] QString formulaText(const ReckoningLine& line, std::string_view currency);

/// Why an input is believed: `assumed`, `measured`, …
[[nodiscard]] QString basisText(InputBasis basis);

} // namespace onceover::models
