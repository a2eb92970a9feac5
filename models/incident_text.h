// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "models/state_text.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace onceover::models {

/// The words of an incident's stored state.
[[nodiscard]] StateText incidentText(std::string_view stored);

/// What kind of line a step of the log is; the stored name itself when it is not known.
[[nodiscard]] QString incidentStepText(std::string_view kind);

/// What a gate misses, as it is told ("EVIDENCE outside"): one sentence with what to do.
[[nodiscard]] QString missingText(std::string_view missing);

/// The runs whose evidence a gate misses, by their keys; `+5` stands for five more.
[[nodiscard]] std::vector<std::string> missingRuns(const std::vector<std::string>& missing);

/// Whose evidence a step saved, as the log has it: "settle-daily 2026-05-11 +3" is one run and three more.
[[nodiscard]] QString securedText(std::string_view stored);

/// Which of the five equalities a row is.
[[nodiscard]] QString equalityText(std::string_view equality);

/// A cause that is weighed.
[[nodiscard]] QString hypothesisText(Hypothesis hypothesis);

/// ☑ supported, ☒ refuted, ☐ not told.
[[nodiscard]] QString verdictText(Verdict verdict);

} // namespace onceover::models
