// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rollout_text.h"

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/schedule_text.h"
#include "models/state_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace onceover::models {

namespace {

struct RolloutWords {
    Q_DECLARE_TR_FUNCTIONS(RolloutText)
};

constexpr std::array<std::string_view, 3> kStages{"observe", "limited", "full"};

std::ptrdiff_t placeOf(std::string_view mode)
{
    return std::find(kStages.begin(), kStages.end(), mode) - kStages.begin();
}

} // namespace

std::vector<RolloutStep> rolloutSteps(const RolloutListRow& row)
{
    using Way = RolloutStep::Way;
    std::vector<RolloutStep> steps;
    const std::ptrdiff_t now = placeOf(row.mode);
    const auto count = static_cast<std::ptrdiff_t>(kStages.size());
    if (!row.isStaged || now == count)
        return steps;
    const auto add = [&](std::ptrdiff_t place, Way way) {
        steps.push_back({row.ruleVersion, std::string(kStages[static_cast<std::size_t>(place)]), way});
    };
    if (now + 1 < count)
        add(now + 1, Way::Forward);
    if (row.mode == "limited")
        add(now, Way::Same);
    for (std::ptrdiff_t back = now - 1; back >= 0; --back)
        add(back, Way::Back);
    if (row.isNewest)
        steps.push_back({row.ruleVersion + 1, "observe", Way::NewVersion});
    return steps;
}

QString rolloutStepText(const RolloutStep& step)
{
    const QString mode = rolloutModeText(step.mode);
    switch (step.way) {
    case RolloutStep::Way::NewVersion:
        return RolloutWords::tr("Version %1 begins: %2", "rules, stage").arg(step.ruleVersion).arg(mode);
    case RolloutStep::Way::Forward:
        return RolloutWords::tr("Forward: %1", "stage").arg(mode);
    case RolloutStep::Way::Same:
        return RolloutWords::tr("For others: %1", "stage").arg(mode);
    case RolloutStep::Way::Back:
        return RolloutWords::tr("Back: %1", "stage").arg(mode);
    }
    return mode;
}

QString rolloutStageText(std::string_view mode)
{
    if (mode == "observe")
        return RolloutWords::tr("It plans and computes; what it would have done is written down, and nothing of it is "
                                "claimed or sent.");
    if (mode == "limited")
        return RolloutWords::tr("It takes effect for the merchants and channels that are named, and for nobody else.");
    if (mode == "full")
        return RolloutWords::tr("It takes effect for everybody.");
    return plainText(mode);
}

QString whyNoRollout(const RolloutListRow& row)
{
    if (!row.isStaged)
        return RolloutWords::tr("This job has no batch: its rules are not moved in stages.");
    if (row.openRequest > 0)
        return RolloutWords::tr("Request %1 about its rules is open.").arg(row.openRequest);
    return {};
}

QString rolloutLeftText(std::string_view what)
{
    constexpr std::string_view kOperation = "operation ";
    if (what == "run")
        return RolloutWords::tr("runs that have begun");
    if (what == "letter")
        return RolloutWords::tr("open dead letters");
    if (what == "effect")
        return RolloutWords::tr("effects produced since its first stage");
    if (what.starts_with(kOperation))
        return RolloutWords::tr("open operations: %1", "state")
            .arg(stateText(Machine::Operation, what.substr(kOperation.size())).word);
    return plainText(what);
}

QString rolloutLeftLine(const RolloutLeft& left)
{
    constexpr std::int64_t kCountedUpTo = 10000;
    const QString count = left.count > kCountedUpTo ? RolloutWords::tr("more than %1").arg(countText(kCountedUpTo))
                                                    : countText(left.count);
    return left.amountMinor ? RolloutWords::tr("%1: %2, %3", "what, count, amount")
                                  .arg(rolloutLeftText(left.what), count, moneyText(*left.amountMinor, left.currency))
                            : RolloutWords::tr("%1: %2", "what, count").arg(rolloutLeftText(left.what), count);
}

QStringList rolloutLeftLines(const RolloutListRow& row)
{
    QStringList lines;
    for (const RolloutLeft& left : row.left)
        lines << rolloutLeftLine(left);
    if (lines.isEmpty())
        lines << RolloutWords::tr("nothing: nothing of it is open, and nothing of it took effect");
    return lines;
}

std::vector<std::string> rolloutScopes(const QString& typed)
{
    static const QRegularExpression kBetween(QStringLiteral("[,;\uFF0C\uFF1B\u3001]"));
    std::vector<std::string> scopes;
    for (const QString& scope : typed.split(kBetween, Qt::SkipEmptyParts)) {
        if (const QString word = scope.simplified(); !word.isEmpty())
            scopes.push_back(word.toStdString());
    }
    return scopes;
}

} // namespace onceover::models
