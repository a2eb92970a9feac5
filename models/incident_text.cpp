// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incident_text.h"

#include "core/states/incident_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

#include <optional>

namespace onceover::models {

namespace {

struct IncidentWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentText)
};

StateText stateOf(const QString& word, Tone tone, QLatin1String icon, const QString& explanation)
{
    return {word, tone, QString(icon), explanation, true};
}

using Drawing = QLatin1String;

StateText wordsOfIncident(IncidentState state)
{
    switch (state) {
    case IncidentState::Open:
        return stateOf(IncidentWords::tr("Open", "incident"), Tone::Danger, Drawing("triangle-alert"),
            IncidentWords::tr("Nothing is stopped yet. Freeze its scope before anything else."));
    case IncidentState::Frozen:
        return stateOf(IncidentWords::tr("Frozen", "incident"), Tone::Info, Drawing("snowflake"),
            IncidentWords::tr("Nothing new begins in its scope; what began before still works."));
    case IncidentState::Fenced:
        return stateOf(IncidentWords::tr("Fenced", "incident"), Tone::Info, Drawing("snowflake"),
            IncidentWords::tr("Nobody who began before holds work any more. Save the evidence."));
    case IncidentState::EvidenceSaved:
        return stateOf(IncidentWords::tr("Evidence saved", "incident"), Tone::Info, Drawing("stamp"),
            IncidentWords::tr("Its four parts are kept with their digests. Find out where one became two."));
    case IncidentState::Diagnosed:
        return stateOf(IncidentWords::tr("Diagnosed", "incident"), Tone::Info, Drawing("circle-help"),
            IncidentWords::tr("Each cause is supported or refuted. Compare with every bank's book."));
    case IncidentState::Reconciled:
        return stateOf(IncidentWords::tr("Reconciled", "incident"), Tone::Info, Drawing("scale"),
            IncidentWords::tr("Every book was compared. Ask for a recovery plan; a second person approves it."));
    case IncidentState::PlanApproved:
        return stateOf(IncidentWords::tr("Plan approved", "incident"), Tone::Info, Drawing("check"),
            IncidentWords::tr("Two persons agreed on what is done. It begins when the owner says so."));
    case IncidentState::Recovering:
        return stateOf(IncidentWords::tr("Recovering", "incident"), Tone::Warn, Drawing("circle-play"),
            IncidentWords::tr("The plan runs under the freeze, and nothing else does."));
    case IncidentState::Verified:
        return stateOf(IncidentWords::tr("Verified", "incident"), Tone::Ok, Drawing("circle-check"),
            IncidentWords::tr("The five equalities hold. Ask that the freeze be lifted."));
    case IncidentState::Closed:
        break;
    }
    return stateOf(IncidentWords::tr("Closed", "incident"), Tone::Neutral, Drawing("circle-check"),
        IncidentWords::tr("It is over; its log stays."));
}

QString subjectOf(std::string_view missing)
{
    const std::size_t space = missing.find(' ');
    return space == std::string_view::npos ? QString() : plainText(missing.substr(space + 1));
}

QString hypothesisOf(const QString& name)
{
    const auto hypothesis = fromName<Hypothesis>(name.toStdString());
    return hypothesis ? hypothesisText(*hypothesis) : name;
}

/// `+5`: five more than are named; nothing: it is no such word.
std::optional<int> moreOf(const QString& word)
{
    bool isNumber = false;
    const qlonglong more = word.startsWith(QLatin1Char('+')) ? word.mid(1).toLongLong(&isNumber) : 0;
    return isNumber ? std::optional(boundedCount(more)) : std::nullopt;
}

/// What evidence is missing: a part of the bundle, or a run.
QString partOf(const QString& part)
{
    if (part == QLatin1StringView("scheduler"))
        return IncidentWords::tr("the scheduler's record");
    if (part == QLatin1StringView("workers"))
        return IncidentWords::tr("the workers' record");
    if (part == QLatin1StringView("database"))
        return IncidentWords::tr("the rows of the database");
    if (part == QLatin1StringView("outside"))
        return IncidentWords::tr("the calls to the outside");
    if (const std::optional<int> more = moreOf(part))
        return IncidentWords::tr("%n more run(s)", nullptr, *more);
    return IncidentWords::tr("run %1").arg(part);
}

/// The parts of a bundle, each a file of it.
bool isPartOfBundle(std::string_view word)
{
    return word == "scheduler" || word == "workers" || word == "database" || word == "outside";
}

/// What is to be done about the freeze.
QString missingOfFreeze(std::string_view word, const QString& about)
{
    if (word == "FREEZE_IN_FORCE")
        return IncidentWords::tr("No freeze of its scope is in force: freeze it.");
    if (word == "FENCE")
        return IncidentWords::tr("Operations still in work: %1. Fence the scope, or wait until they end.").arg(about);
    if (word == "SENDING")
        return IncidentWords::tr("Messages still being sent: %1. Fence the scope, or wait for their answers.")
            .arg(about);
    if (word == "FREEZE_REASON")
        return IncidentWords::tr("Freeze %1 has no real reason yet: give one.").arg(about);
    if (word == "DRAINED")
        return IncidentWords::tr("Freeze %1 has not drained: something may still leave.").arg(about);
    if (word == "FENCED")
        return IncidentWords::tr("Work of its scope was fenced: it is no false alarm any more.");
    if (word == "LIFT")
        return IncidentWords::tr("Freeze %1 is not lifted.").arg(about);
    return {};
}

/// What a comparison with the outside shows and nobody dealt with.
QString missingOfBooks(std::string_view word, const QString& about)
{
    if (word == "RECONCILIATION")
        return IncidentWords::tr("The book of %1 was not compared since the freeze drained.").arg(about);
    if (word == "DIFFERENCE")
        return IncidentWords::tr("Difference %1 is open, and nobody made it good.").arg(about);
    if (word == "DIFFERENCES")
        return IncidentWords::tr("The comparison with %1 found %2 differences, more than are listed as differences: "
                                 "compare again, or let the reconciler list them.",
            "channel, count")
            .arg(about.section(QLatin1Char(' '), 0, -2), about.section(QLatin1Char(' '), -1));
    return {};
}

/// What is to be done about the plan and its end.
QString missingOfPlan(std::string_view word, const QString& about)
{
    if (word == "PLAN")
        return about.isEmpty() ? IncidentWords::tr("No recovery plan was asked for.")
                               : IncidentWords::tr("Request %1, the recovery plan, is not approved.").arg(about);
    if (word == "EXECUTION")
        return IncidentWords::tr("Request %1, the recovery plan, is not carried out yet.").arg(about);
    if (word == "VERIFICATION")
        return IncidentWords::tr("What request %1 did has not come to its end yet.").arg(about);
    if (word == "REFUSED_ITEMS")
        return IncidentWords::tr("Items of the plan that were not carried out, because they had moved: %1.").arg(about);
    if (word == "EQUALITY")
        return IncidentWords::tr("The two sides differ: %1.").arg(equalityText(about.toStdString()));
    if (word == "LETTERS")
        return IncidentWords::tr("Dead letters of its scope that nobody dealt with: %1.").arg(about);
    return {};
}

} // namespace

StateText incidentText(std::string_view stored)
{
    if (const auto state = fromName<IncidentState>(stored))
        return wordsOfIncident(*state);
    return {plainText(stored) + QLatin1Char('?'), Tone::Neutral, QStringLiteral("circle-help"), {}, false};
}

QString incidentStepText(std::string_view kind)
{
    if (kind == "OPEN")
        return IncidentWords::tr("opened it");
    if (kind == "ADVANCE")
        return IncidentWords::tr("took a step");
    if (kind == "BACK")
        return IncidentWords::tr("went back to the diagnosis");
    if (kind == "NOTE")
        return IncidentWords::tr("noted");
    if (kind == "TAKE_OVER")
        return IncidentWords::tr("took it over");
    if (kind == "REASON")
        return IncidentWords::tr("gave the reason of the freeze");
    if (kind == "EVIDENCE")
        return IncidentWords::tr("saved evidence");
    if (kind == "HYPOTHESIS")
        return IncidentWords::tr("weighed a cause");
    if (kind == "ANSWER")
        return IncidentWords::tr("answered why the second run could take effect");
    return kind == "RECONCILIATION" ? IncidentWords::tr("compared a book") : plainText(kind);
}

QString missingText(std::string_view missing)
{
    const std::string_view word = missing.substr(0, missing.find(' '));
    const QString about = subjectOf(missing);
    if (word == "EVIDENCE")
        return IncidentWords::tr("Evidence from after the freeze is missing: %1.").arg(partOf(about));
    if (word == "HYPOTHESIS")
        return IncidentWords::tr("A cause is neither supported nor refuted: %1.").arg(hypothesisOf(about));
    if (word == "ANSWER")
        return IncidentWords::tr("Nobody answered why the second run could still take effect.");
    const QString ofBooks = missingOfBooks(word, about);
    if (!ofBooks.isEmpty())
        return ofBooks;
    const QString ofFreeze = missingOfFreeze(word, about);
    if (!ofFreeze.isEmpty())
        return ofFreeze;
    const QString ofPlan = missingOfPlan(word, about);
    return ofPlan.isEmpty() ? plainText(missing) : ofPlan;
}

std::vector<std::string> missingRuns(const std::vector<std::string>& missing)
{
    constexpr std::string_view word = "EVIDENCE ";
    std::vector<std::string> runs;
    for (const std::string& one : missing) {
        if (one.starts_with(word) && !isPartOfBundle(std::string_view(one).substr(word.size())))
            runs.push_back(one.substr(word.size()));
    }
    return runs;
}

QString securedText(std::string_view stored)
{
    const QString plain = plainText(stored);
    const qsizetype last = plain.lastIndexOf(QLatin1Char(' '));
    const std::optional<int> more = moreOf(plain.mid(last + 1));
    return last > 0 && more ? IncidentWords::tr("%1 and %n more run(s)", "run", *more).arg(plain.left(last)) : plain;
}

QString equalityText(std::string_view equality)
{
    if (equality == "OPERATIONS")
        return IncidentWords::tr("operations, as counted from the inputs and as they are there");
    if (equality == "LEDGER_ENTRIES")
        return IncidentWords::tr("operations that were paid, and ledger entries that pay");
    if (equality == "OUTSIDE_FLOWS")
        return IncidentWords::tr("messages that were accepted, and effects outside");
    if (equality == "TOTAL_AMOUNT")
        return IncidentWords::tr("amounts that were paid, here and outside, in minor units");
    return equality == "STATE_DISTRIBUTION" ? IncidentWords::tr("operations by state, as kept and as counted")
                                            : plainText(equality);
}

QString hypothesisText(Hypothesis hypothesis)
{
    switch (hypothesis) {
    case Hypothesis::Failover:
        return IncidentWords::tr("failover of a node that was alive");
    case Hypothesis::BroadcastRoute:
        return IncidentWords::tr("broadcast to every node");
    case Hypothesis::ManualRerun:
        return IncidentWords::tr("started again by a person");
    case Hypothesis::WrongRetry:
        return IncidentWords::tr("retried without a known failure");
    case Hypothesis::BroadcastTakenForShards:
        return IncidentWords::tr("broadcast taken for shards");
    case Hypothesis::ShardRangeLost:
        return IncidentWords::tr("shard range missing or lost");
    case Hypothesis::Clock:
        break;
    }
    return IncidentWords::tr("a wrong clock");
}

QString verdictText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Supported:
        return IncidentWords::tr("☑ supported");
    case Verdict::Refuted:
        return IncidentWords::tr("☒ refuted");
    case Verdict::Open:
        break;
    }
    return IncidentWords::tr("☐ not told");
}

} // namespace onceover::models
