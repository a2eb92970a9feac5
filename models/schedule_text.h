// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/job_facts.h"
#include "core/schedule.h"

#include <QString>

#include <string_view>

namespace onceover::models {

/// How a local time became an instant: empty for one that exists once, else what happened to it.
[[nodiscard]] QString resolutionText(std::string_view resolution);
/// Over what a run settles: "each day", …
[[nodiscard]] QString periodKindText(std::string_view kind);
/// What becomes of runs that are later than the job allows.
[[nodiscard]] QString catchUpText(CatchUp policy);
[[nodiscard]] QString rolloutModeText(std::string_view mode);
/// What stands in the way of planning, or how far the schedulers are behind: "caught up", "3 due since …".
[[nodiscard]] QString lagText(const JobFacts& facts, Timestamp now);
/// The sentence of R81.
[[nodiscard]] QString releaseWarning(const ReleaseWindow& window, const QString& starts, const QString& ends);

} // namespace onceover::models
