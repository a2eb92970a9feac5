// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/time_text.h"

#include <QString>

#include <vector>

namespace onceover::models {

/// What the button of a step does.
enum class GuideDeed { None, CopyCommand, TriggerRun, Freeze, OpenAsSecond, ShowApprovals };

/// Who plays the second person in a sandbox.
inline constexpr const char* kPracticeSecond = "bob";

/// One step of the practice guide. It ticks itself by facts of the database; nobody can tick it by hand.
struct GuideStep {
    QString id{}; ///< killWorker, triggerAgain, secondPerson.
    bool done = false;
    QString title{};
    QString text{};    ///< What to do, or once done what the database says.
    QString command{}; ///< To copy into a terminal; may be empty.
    GuideDeed deed = GuideDeed::None;
    friend bool operator==(const GuideStep&, const GuideStep&) = default;
};

/// The steps in order; none outside of a sandbox.
[[nodiscard]] std::vector<GuideStep> practiceSteps(const OverviewSnapshot& snapshot, const TimeFormat& format);

} // namespace onceover::models
