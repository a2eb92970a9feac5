// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incident_act_text.h"

#include "core/refusal.h"
#include "models/incident_text.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/refusal_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace onceover::models {

namespace {

struct IncidentActWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentActText)
};

QString actOf(ActKind kind)
{
    switch (kind) {
    case ActKind::TakeOverIncident:
        return IncidentActWords::tr("taking it over", "act on an incident");
    case ActKind::NoteIncident:
        return IncidentActWords::tr("a note", "act on an incident");
    case ActKind::GiveFreezeReason:
        return IncidentActWords::tr("the reason of its freeze", "act on an incident");
    case ActKind::RecordEvidence:
        return IncidentActWords::tr("evidence", "act on an incident");
    case ActKind::WeighHypotheses:
        return IncidentActWords::tr("weighing the causes", "act on an incident");
    case ActKind::AnswerWhy:
        return IncidentActWords::tr("the central question", "act on an incident");
    case ActKind::RecordComparisons:
        return IncidentActWords::tr("comparing the books", "act on an incident");
    case ActKind::AdvanceIncident:
        return IncidentActWords::tr("its next step", "act on an incident");
    case ActKind::CloseIncident:
        return IncidentActWords::tr("closing it", "act on an incident");
    case ActKind::GoBackInIncident:
        return IncidentActWords::tr("going back to the diagnosis", "act on an incident");
    case ActKind::RequestRecovery:
        return IncidentActWords::tr("its recovery plan", "act on an incident");
    case ActKind::RequestFalseAlarm:
        return IncidentActWords::tr("a false alarm", "act on an incident");
    case ActKind::BeginRecovery:
        return IncidentActWords::tr("its recovery", "act on an incident");
    case ActKind::TriggerRun:
    case ActKind::AcknowledgeAlert:
    case ActKind::Reveal:
    case ActKind::Freeze:
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::Approve:
    case ActKind::Reject:
    case ActKind::Withdraw:
    case ActKind::Fence:
    case ActKind::OpenIncident:
    case ActKind::RequestRollout:
    case ActKind::RequestResolve:
    case ActKind::RequestCompensation:
    case ActKind::RequestRevision:
    case ActKind::RequestCorrection:
    case ActKind::RequestMatch:
    case ActKind::RequestMissingMessage:
    case ActKind::RequestResend:
        break;
    }
    return {};
}

QString weighedText(const std::vector<HypothesisVerdict>& verdicts, const QString& item)
{
    const auto open = std::count_if(verdicts.begin(), verdicts.end(),
        [](const HypothesisVerdict& verdict) { return verdict.verdict == Verdict::Open; });
    if (open == 0)
        return IncidentActWords::tr("%1: recorded, with the rows that each verdict rests on.").arg(item);
    return IncidentActWords::tr(
        "%1: the rows leave %n cause(s) open; weigh them yourself.", nullptr, static_cast<int>(open))
        .arg(item);
}

QString comparedText(const std::vector<IncidentComparison>& comparisons, const QString& item)
{
    std::int64_t differences = 0;
    QStringList unread;
    for (const IncidentComparison& comparison : comparisons) {
        differences += comparison.differences;
        if (comparison.outcome == "NOT_READ")
            unread << plainText(comparison.channel);
    }
    if (!unread.isEmpty())
        return IncidentActWords::tr("%1: the book of %2 could not be read, so nothing is said of it.")
            .arg(item, unread.join(QStringLiteral(", ")));
    return differences == 0 ? IncidentActWords::tr("%1: every book agrees with ours.").arg(item)
                            : IncidentActWords::tr("%1: differences found: %2. Each is listed; nothing was repaired.")
                                  .arg(item, countText(differences));
}

} // namespace

QString incidentActItem(const ActOutcome& outcome)
{
    if (outcome.kind == ActKind::Fence)
        return IncidentActWords::tr("Fence of %1", "scope")
            .arg(scopeText(outcome.control.scope.kind, outcome.control.scope.ref));
    if (outcome.kind == ActKind::OpenIncident)
        return IncidentActWords::tr("Incident \u201C%1\u201D", "title")
            .arg(outcome.incident ? plainText(outcome.incident->opening.title) : QString());
    return IncidentActWords::tr("Incident %1: %2", "number, act")
        .arg(QString::number(outcome.incident ? outcome.incident->incident : 0), actOf(outcome.kind));
}

QString incidentActDone(const ActOutcome& outcome, const QString& item)
{
    if (outcome.fenced)
        return IncidentActWords::tr("%1: operations given back %2, messages to be asked about %3.", "scope, counts")
            .arg(item, countText(outcome.fenced->operations), countText(outcome.fenced->messages));
    if (outcome.request)
        return IncidentActWords::tr("%1: requested under number %2. A second person decides on the page Approvals.")
            .arg(item, QString::number(outcome.request->id));
    if (outcome.kind == ActKind::OpenIncident && outcome.step)
        return IncidentActWords::tr("%1: open under number %2.").arg(item, QString::number(outcome.step->incident));
    if (outcome.kind == ActKind::WeighHypotheses && outcome.incident)
        return weighedText(outcome.incident->verdicts, item);
    if (outcome.kind == ActKind::RecordComparisons && outcome.incident)
        return comparedText(outcome.incident->comparisons, item);
    if (outcome.step && !outcome.step->status.empty()
        && (outcome.kind == ActKind::AdvanceIncident || outcome.kind == ActKind::BeginRecovery
            || outcome.kind == ActKind::CloseIncident || outcome.kind == ActKind::GoBackInIncident))
        return IncidentActWords::tr("%1: it stands at \u201C%2\u201D now.", "act, state")
            .arg(item, incidentText(outcome.step->status).word);
    return IncidentActWords::tr("%1: recorded.").arg(item);
}

QString incidentActRefused(const IncidentAnswer& answer, const QString& item)
{
    const auto refusal = refusalFromName(answer.reason);
    const QString found = plainText(answer.found);
    const FailureText text = refusalText(refusal.value_or(Refusal::NotInThisState), found);
    if (!refusal || *refusal != Refusal::GateNotHeld)
        return IncidentActWords::tr("%1: %2 %3", "item: what happened, what to do next")
            .arg(item, text.what, text.next);
    QStringList missing;
    for (const QString& one : QString::fromStdString(answer.found).split(QStringLiteral("; "), Qt::SkipEmptyParts))
        missing << missingText(one.toStdString());
    return IncidentActWords::tr("%1: not yet. %2", "act, what is missing")
        .arg(item, missing.isEmpty() ? text.next : missing.join(QLatin1Char(' ')));
}

StateText incidentActWord()
{
    return {IncidentActWords::tr("Recorded", "act"), Tone::Ok, QStringLiteral("circle-check"),
        IncidentActWords::tr("It stands in the incident's log, which nobody changes."), true};
}

} // namespace onceover::models
