// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/schedule_text.h"

#include "models/plain_text.h"
#include "models/time_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct ScheduleWords {
    Q_DECLARE_TR_FUNCTIONS(ScheduleText)
};

} // namespace

QString resolutionText(std::string_view resolution)
{
    if (const auto known = fromName<Resolution>(resolution)) {
        switch (*known) {
        case Resolution::Plain:
            return {};
        case Resolution::GapShifted:
            return ScheduleWords::tr("moved out of the hour that the clock change leaves out");
        case Resolution::OverlapFirst:
            return ScheduleWords::tr("first pass of a time that comes twice");
        case Resolution::OverlapSecond:
            return ScheduleWords::tr("second pass of a time that comes twice");
        }
    }
    return plainText(resolution);
}

QString periodKindText(std::string_view kind)
{
    if (kind == "day")
        return ScheduleWords::tr("one run per business day");
    if (kind == "week")
        return ScheduleWords::tr("one run per week");
    if (kind == "month")
        return ScheduleWords::tr("one run per month");
    if (kind == "slot")
        return ScheduleWords::tr("one run per planned time");
    return plainText(kind);
}

QString catchUpText(CatchUp policy)
{
    switch (policy) {
    case CatchUp::All:
        return ScheduleWords::tr("all are caught up, the oldest first");
    case CatchUp::Latest:
        return ScheduleWords::tr("the newest is caught up, the others are skipped and listed");
    case CatchUp::None:
        return ScheduleWords::tr("all are skipped and listed");
    }
    return {};
}

QString rolloutModeText(std::string_view mode)
{
    if (mode == "observe")
        return ScheduleWords::tr("observes only");
    if (mode == "limited")
        return ScheduleWords::tr("limited scope");
    if (mode == "full")
        return ScheduleWords::tr("full");
    return plainText(mode);
}

QString lagText(const JobFacts& facts, Timestamp now)
{
    const JobOutlook& outlook = facts.outlook;
    if (!outlook.problem.empty())
        return ScheduleWords::tr("not planned: %1").arg(plainText(outlook.problem));
    if (!facts.plannedAt)
        return ScheduleWords::tr("no scheduler has looked yet");
    if (outlook.backlog == 0 && outlook.nextAt && *outlook.nextAt < now)
        return ScheduleWords::tr("no scheduler has looked since %1 was due").arg(plainText(outlook.nextWall));
    if (outlook.backlog == 0)
        return ScheduleWords::tr("caught up");
    const QString span = spanText(facts.lag.value_or(milliseconds{0}));
    return outlook.backlogIsMore
        ? ScheduleWords::tr("more than %n run(s) due, the oldest for %1", nullptr, static_cast<int>(outlook.backlog))
              .arg(span)
        : ScheduleWords::tr("%n run(s) due, the oldest for %1", nullptr, static_cast<int>(outlook.backlog)).arg(span);
}

QString releaseWarning(const ReleaseWindow& window, const QString& starts, const QString& ends)
{
    return ScheduleWords::tr(
        "crosses the release \"%1\" (%2 to %3): the run or a retry of it may meet changed programs")
        .arg(plainText(window.what), starts, ends);
}

} // namespace onceover::models
