// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/practice_guide.h"

#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/state_text.h"

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
               "worker, time", boundedCount(facts.earlierTakenOver))
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
            boundedCount(facts.leftByGone))
                        .arg(gone, since);
        return step;
    }
    step.done = true;
    step.text = facts.takenOver > 0
        ? GuideWords::tr(
            "%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.",
            nullptr, boundedCount(facts.takenOver))
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

/// Who plays which part in a sandbox.
constexpr const char* kPracticeMaker = "alice";
constexpr const char* kPracticeSecond = "bob";
constexpr const char* kPracticeAuditor = "carol";
constexpr const char* kPracticeOnCall = "dana";

bool holds(const ServerIdentity& server, const char* role)
{
    return std::find(server.roles.begin(), server.roles.end(), role) != server.roles.end();
}

QString clockOf(const std::optional<Timestamp>& at, const TimeFormat& format)
{
    return at ? format.clock(*at) : QString();
}

/// Who holds the role goes on here; everybody else is led to the person who does.
void letPlay(GuideStep& step, const ServerIdentity& server, const char* role, GuideDeed deed, const char* person)
{
    step.deed = holds(server, role) ? deed : GuideDeed::OpenAs;
    if (step.deed == GuideDeed::OpenAs)
        step.person = QLatin1String(person);
}

GuideStep freezeSomething(const PracticeFacts& facts, const ServerIdentity& server, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("freeze"), .title = GuideWords::tr("Freeze something")};
    if (facts.frozen > 0) {
        const std::string& scope = facts.frozenScope;
        const auto blank = std::min(scope.find(' '), scope.size());
        step.done = true;
        step.text = GuideWords::tr(
            "%1 froze %2; it was in force at %3. Stopping takes one person, going on takes two.", "person, scope, time")
                        .arg(plainText(facts.frozenBy),
                            scopeText(scope.substr(0, blank), scope.substr(std::min(blank + 1, scope.size()))),
                            clockOf(facts.frozenAt, format));
        return step;
    }
    step.text = GuideWords::tr("Ctrl+Shift+F, E, Enter stops everything. One person may; what is under way is listed.");
    letPlay(step, server, "operator", GuideDeed::Freeze, kPracticeMaker);
    return step;
}

GuideStep requestReplay(const PracticeFacts& facts, const ServerIdentity& server, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("requestReplay"),
        .title = GuideWords::tr("Request a replay as %1").arg(QLatin1String(kPracticeMaker))};
    if (facts.replay > 0) {
        step.done = true;
        step.text = GuideWords::tr(
            "%1 asked for a replay at %2, request %3: the same keys, whoever sends them.", "person, time, number")
                        .arg(plainText(facts.replayBy), clockOf(facts.replayAt, format), QString::number(facts.replay));
        return step;
    }
    if (facts.letters == 0) {
        step.text = GuideWords::tr("No dead letter is open: there is nothing to be done again yet.");
        return step;
    }
    step.text = GuideWords::tr("%n dead letter(s) are open. Pick one that never took effect and ask that it be done "
                               "again.",
        nullptr, boundedCount(facts.letters));
    letPlay(step, server, "operator", GuideDeed::ShowLetters, kPracticeMaker);
    return step;
}

/// Two persons: one asks, another decides.
GuideStep secondPerson(const PracticeFacts& facts, const ServerIdentity& server, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("secondPerson"),
        .title = GuideWords::tr("Approve as %1").arg(QLatin1String(kPracticeSecond))};
    if (facts.waiting > 0) {
        step.text = holds(server, "approver")
            ? GuideWords::tr("%n request(s) wait for you. Read the sheet, then approve or reject.", nullptr,
                boundedCount(facts.waiting))
            : GuideWords::tr(
                "%n request(s) wait for a second person: who asked cannot approve. Open the console as %1.", nullptr,
                boundedCount(facts.waiting))
                  .arg(QLatin1String(kPracticeSecond));
        letPlay(step, server, "approver", GuideDeed::ShowApprovals, kPracticeSecond);
        return step;
    }
    if (facts.approved > 0) {
        step.done = true;
        step.text = GuideWords::tr(
            "%1 asked and %2 approved request %3 at %4; neither could have done it alone.", "persons, number, time")
                        .arg(plainText(facts.approvedMaker), plainText(facts.approvedBy),
                            QString::number(facts.approved), clockOf(facts.approvedAt, format));
        return step;
    }
    step.text = GuideWords::tr("As soon as something is asked for, a replay or the lift of a freeze, a second person "
                               "decides about it.");
    return step;
}

GuideStep verifyAudit(const PracticeFacts& facts, const ServerIdentity& server, const TimeFormat& format)
{
    GuideStep step{.id = QStringLiteral("verifyAudit"),
        .title = GuideWords::tr("Verify the audit as %1").arg(QLatin1String(kPracticeAuditor))};
    if (!facts.verifiedBy.empty()) {
        step.done = true;
        step.text = GuideWords::tr("%1 judged every chain at %2: %n row(s), each as it was written.", "person, time",
            boundedCount(facts.verifiedRows))
                        .arg(plainText(facts.verifiedBy), clockOf(facts.verifiedAt, format));
        return step;
    }
    step.text = GuideWords::tr("Everything above stands in chains that nobody can change unseen. Let an auditor judge "
                               "them.");
    letPlay(step, server, "auditor", GuideDeed::ShowAudit, kPracticeAuditor);
    return step;
}

} // namespace

QStringList practicePersons()
{
    return {QLatin1String(kPracticeMaker), QLatin1String(kPracticeSecond), QLatin1String(kPracticeAuditor),
        QLatin1String(kPracticeOnCall)};
}

std::vector<GuideStep> practiceSteps(const OverviewSnapshot& snapshot, const TimeFormat& format)
{
    if (!snapshot.practice || snapshot.server.environment != "sandbox")
        return {};
    const TimeFormat times = format.relativeTo(snapshot.takenAt);
    return {killWorker(*snapshot.practice, times), triggerAgain(*snapshot.practice, snapshot, times),
        freezeSomething(*snapshot.practice, snapshot.server, times),
        requestReplay(*snapshot.practice, snapshot.server, times),
        secondPerson(*snapshot.practice, snapshot.server, times),
        verifyAudit(*snapshot.practice, snapshot.server, times)};
}

} // namespace onceover::models
