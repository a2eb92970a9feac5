// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console_work.h"

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace onceover::models {

/// A stage that may be asked for: of which version of the rules, and where that leads.
struct RolloutStep {
    enum class Way { NewVersion, Forward, Same, Back };
    int ruleVersion = 0;
    std::string mode; ///< observe, limited or full.
    Way way = Way::Forward;
    friend bool operator==(const RolloutStep&, const RolloutStep&) = default;
};

/// What may be asked for about a version: the next stage first, other names for a limited one, then every stage back;
/// of the newest also the version after it, which begins in stage observe. The database has the last word.
[[nodiscard]] std::vector<RolloutStep> rolloutSteps(const RolloutListRow& row);
/// "Forward: limited", "Back: observe", …
[[nodiscard]] QString rolloutStepText(const RolloutStep& step);
/// What a stage lets take effect, in a sentence.
[[nodiscard]] QString rolloutStageText(std::string_view mode);
/// Why nothing may be asked for about it; empty: something may.
[[nodiscard]] QString whyNoRollout(const RolloutListRow& row);

/// What the word of what going back must deal with means.
[[nodiscard]] QString rolloutLeftText(std::string_view what);
/// "runs that have begun: 3", with its amount where it has one.
[[nodiscard]] QString rolloutLeftLine(const RolloutLeft& left);
/// Each as a line; one that says so when there is nothing.
[[nodiscard]] QStringList rolloutLeftLines(const RolloutListRow& row);

/// "merchant 17, channel practice-bank" as typed, between commas or semicolons, without blanks around.
[[nodiscard]] std::vector<std::string> rolloutScopes(const QString& typed);

} // namespace onceover::models
