// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"

#include <string>
#include <vector>

namespace onceover {

/// What a whole run says about each hypothesis, in their order: supported where one repetition supports it, open where
/// one leaves it open, else refuted. Without any repetition all are refuted by the run itself, unless nothing was told:
/// then all are open. `run`: the row that a verdict names where no execution is left to name.
[[nodiscard]] std::vector<HypothesisVerdict> combineVerdicts(
    const Diagnosis& diagnosis, const std::string& run, bool isTold);

} // namespace onceover
