// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/practice_guide.h"

#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

#include <algorithm>

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
        if (facts.livePid > 0) {
            step.command = QStringLiteral("kill -9 %1").arg(facts.livePid);
            step.deed = GuideDeed::CopyCommand;
        }
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
        step.deed = GuideDeed::TriggerRun;
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

/// Two persons: one asks, another decides.
GuideStep secondPerson(const PracticeFacts& facts, const ServerIdentity& server, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("secondPerson"), .title = GuideWords::tr("Ask, and approve as somebody else")};
    const bool approves = std::find(server.roles.begin(), server.roles.end(), "approver") != server.roles.end();
    if (facts.waiting > 0) {
        step.text = approves
            ? GuideWords::tr("%n request(s) wait for you. Read the sheet, then approve or reject.", nullptr,
                static_cast<int>(std::min<std::int64_t>(facts.waiting, 1'000'000)))
            : GuideWords::tr(
                "%n request(s) wait for a second person: who asked cannot approve. Open the console as %1.", nullptr,
                static_cast<int>(std::min<std::int64_t>(facts.waiting, 1'000'000)))
                  .arg(QLatin1String(kPracticeSecond));
        step.deed = approves ? GuideDeed::ShowApprovals : GuideDeed::OpenAsSecond;
        return step;
    }
    if (facts.approved > 0) {
        step.done = true;
        step.text
            = GuideWords::tr(
                "%1 asked and %2 approved request %3 at %4; neither could have done it alone.", "persons, number, time")
                  .arg(plainText(facts.approvedMaker), plainText(facts.approvedBy), QString::number(facts.approved),
                      facts.approvedAt ? format.clock(*facts.approvedAt) : QString());
        return step;
    }
    step.text = GuideWords::tr(
        "Freeze something, wait until it has drained, and ask for its lift. Stopping takes one person; "
        "going on takes two.");
    step.deed = GuideDeed::Freeze;
    return step;
}

} // namespace

std::vector<GuideStep> practiceSteps(const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    if (!snapshot.practice || snapshot.server.environment != "sandbox")
        return {};
    const TimeFormat times = format.relativeTo(snapshot.takenAt);
    return {killWorker(*snapshot.practice, times), triggerAgain(*snapshot.practice, snapshot, times),
        secondPerson(*snapshot.practice, snapshot.server, times)};
}

} // namespace onceover::models
