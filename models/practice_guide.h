// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "models/time_text.h"

#include <QString>
#include <QStringList>

#include <array>
#include <vector>

namespace onceover::models {

/// What the button of a step does.
enum class GuideDeed { None, CopyCommand, TriggerRun, Freeze, OpenAs, ShowLetters, ShowApprovals, ShowAudit };

/// The steps in their order.
inline constexpr std::array kGuideSteps{
    "killWorker", "triggerAgain", "freeze", "requestReplay", "secondPerson", "verifyAudit"};

/// One step of the practice guide. It ticks itself by facts of the database; nobody can tick it by hand.
struct GuideStep {
    QString id{}; ///< One of kGuideSteps.
    bool done = false;
    QString title{};
    QString text{};    ///< What to do, or once done what the database says.
    QString command{}; ///< To copy into a terminal; may be empty.
    GuideDeed deed = GuideDeed::None;
    QString person{}; ///< OpenAs: whose console is opened, by login.
    friend bool operator==(const GuideStep&, const GuideStep&) = default;
};

/// The logins of the practice persons of a sandbox: who asks, who decides, who reviews, and who is on call.
[[nodiscard]] QStringList practicePersons();

/// The steps in order; none outside of a sandbox.
[[nodiscard]] std::vector<GuideStep> practiceSteps(const OverviewSnapshot& snapshot, const TimeFormat& format);

} // namespace onceover::models
