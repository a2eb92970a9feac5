// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/practice_guide.h"

#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct GuideWords {
    Q_DECLARE_TR_FUNCTIONS(PracticeGuide)
};

/// The newest day that is all settled: the one before the newest that has effects.
QString settledDay(const OverviewSnapshot& snapshot)
{
    const auto& days = snapshot.succeededPerDay;
    return days.size() < 2 ? QString() : plainText(days[days.size() - 2].status);
}

/// What became of a worker that went on an earlier day, as the one that is killed half-way through the practice days: a
/// sentence and a blank; empty without one.
QString earlierKill(const PracticeFacts& facts, const TimeFormat& format)
{
    if (facts.earlierWorker.empty() || !facts.earlierLost)
        return {};
    return GuideWords::tr("%1 vanished: by %2 others had found %n of its attempts lost and finished its work; none "
                          "took effect twice.",
               "worker, time", static_cast<int>(std::min<std::int64_t>(facts.earlierTakenOver, 1'000'000)))
               .arg(plainText(facts.earlierWorker), format.clock(*facts.earlierLost))
        + QLatin1Char(' ');
}

GuideStep killWorker(const PracticeFacts& facts, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("killWorker"), .title = GuideWords::tr("Kill a worker")};
    const QString gone = plainText(facts.goneWorker);
    if (gone.isEmpty()) {
        step.text = earlierKill(facts, format)
            + GuideWords::tr(
                "In a terminal, end a worker without warning. Its leases run out, and others finish what it held.");
        if (facts.livePid > 0)
            step.command = QStringLiteral("kill -9 %1").arg(facts.livePid);
        return step;
    }
    const QString since = facts.goneSince ? format.clock(*facts.goneSince) : QString();
    if (facts.leftByGone > 0) {
        step.text = GuideWords::tr("%1 is gone since %2; %n operation(s) still wait for its lease to end.", nullptr,
            static_cast<int>(std::min<std::int64_t>(facts.leftByGone, 1'000'000)))
                        .arg(gone, since);
        return step;
    }
    step.done = true;
    step.text = facts.takenOver > 0
        ? GuideWords::tr(
            "%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.",
            nullptr, static_cast<int>(std::min<std::int64_t>(facts.takenOver, 1'000'000)))
              .arg(gone, since)
        : GuideWords::tr("%1 is gone since %2 and left nothing behind: no operation is leased to it.").arg(gone, since);
    return step;
}

GuideStep triggerAgain(const PracticeFacts& facts, const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("triggerAgain"), .title = GuideWords::tr("Trigger a settled day again")};
    if (facts.repeatedRun.empty()) {
        const QString day = settledDay(snapshot);
        step.text = day.isEmpty()
            ? GuideWords::tr("As soon as a day is settled, ask for its run once more. It must lead to nothing new.")
            : GuideWords::tr("Ask for the run of %1 once more. It must lead to nothing new.").arg(day);
        return step;
    }
    step.done = true;
    step.text
        = GuideWords::tr("%1 was triggered again by %2 at %3: already completed, 0 new rows.", "run, person, time")
              .arg(plainText(facts.repeatedRun), plainText(facts.repeatedBy),
                  facts.repeatedAt ? format.clock(*facts.repeatedAt) : QString());
    return step;
}

} // namespace

std::vector<GuideStep> practiceSteps(const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    if (!snapshot.practice || snapshot.server.environment != "sandbox")
        return {};
    const TimeFormat times = format.relativeTo(snapshot.takenAt);
    return {killWorker(*snapshot.practice, times), triggerAgain(*snapshot.practice, snapshot, times)};
}

} // namespace onceover::models
