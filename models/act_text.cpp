// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/act_text.h"

#include "models/failure_text.h"
#include "models/gateway/act_loop.h"
#include "models/gateway/incident_acts.h"
#include "models/incident_act_text.h"
#include "models/plain_text.h"
#include "models/refusal_text.h"
#include "models/schedule_text.h"
#include "models/time_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct ActWords {
    Q_DECLARE_TR_FUNCTIONS(ActText)
};

StateText wordsOf(ActResult result)
{
    switch (result) {
    case ActResult::Completed:
        return {ActWords::tr("Requested", "act"), Tone::Ok, QStringLiteral("circle-check"),
            ActWords::tr("The database recorded it; the engine carries it out."), true};
    case ActResult::Refused:
        return {ActWords::tr("Refused", "act"), Tone::Warn, QStringLiteral("ban"),
            ActWords::tr("A rule said no; nothing was changed."), true};
    case ActResult::Failed:
        return {ActWords::tr("Not carried out", "act"), Tone::Danger, QStringLiteral("circle-x"),
            ActWords::tr("Nothing was changed."), true};
    case ActResult::OutcomeUnknown:
        return {ActWords::tr("Outcome unknown", "act"), Tone::Unknown, QStringLiteral("circle-help"),
            ActWords::tr("The answer was lost; it is asked for by request id and never sent again by itself."), true};
    }
    return {};
}

QString acknowledgedSentence(const ActOutcome& outcome)
{
    const QString item = ActWords::tr("Alert %1").arg(outcome.alert);
    if (outcome.seen && outcome.seen->done)
        return ActWords::tr("%1: seen by %2.", "alert, person").arg(item, plainText(outcome.seen->acknowledgedBy));
    if (outcome.seen)
        return ActWords::tr("%1: %2", "alert, why it was refused").arg(item, refusalSentence(outcome.seen->reason));
    if (outcome.result == ActResult::OutcomeUnknown)
        return ActWords::tr(
            "%1: outcome unknown; it is said again as soon as there is a connection. Saying so twice is "
            "saying it once.")
            .arg(item);
    if (outcome.failure && outcome.result == ActResult::Failed)
        return ActWords::tr("%1: not acknowledged. %2", "alert, what happened and what to do")
            .arg(item, failureSentence(*outcome.failure));
    return outcome.failure ? failureSentence(*outcome.failure, item) : item;
}

/// Says of a look at what is masked that it is recorded; what was seen is no sentence's.
QString revealedSentence(const ActOutcome& outcome)
{
    const QString id = plainText(outcome.operation.value.toString());
    const QString item = ActWords::tr("What is masked of operation %1").arg(id);
    if (outcome.revealed && outcome.revealed->done)
        return ActWords::tr("%1: shown. That you looked, and why, is in the audit.").arg(item);
    if (outcome.revealed)
        return refusalSentence(outcome.revealed->reason, item);
    if (outcome.result == ActResult::OutcomeUnknown)
        return outcome.stillAsking
            ? ActWords::tr("%1: outcome unknown; it is asked for by request id. Within a minute that is the same look.")
                  .arg(item)
            : ActWords::tr("%1: outcome unknown, and it cannot be asked for. Look again: each look is recorded.")
                  .arg(item);
    if (outcome.failure && outcome.result == ActResult::Failed)
        return ActWords::tr("%1: not shown. %2", "operation, what happened and what to do")
            .arg(item, failureSentence(*outcome.failure));
    return outcome.failure ? failureSentence(*outcome.failure, item) : item;
}

/// Acts on incidents, and a fence, are told in the words of incidents.
bool hasIncidentWords(ActKind kind)
{
    return isIncidentAct(kind) || kind == ActKind::Fence;
}

/// What a freeze, a request or a decision was about.
QString controlItem(const ActOutcome& outcome)
{
    if (hasIncidentWords(outcome.kind))
        return incidentActItem(outcome);
    const ControlWish& wish = outcome.control;
    switch (outcome.kind) {
    case ActKind::Freeze:
        return ActWords::tr("Freeze of %1", "scope").arg(scopeText(wish.scope.kind, wish.scope.ref));
    case ActKind::RequestReplay:
        return ActWords::tr("Replay of %n operation(s)", nullptr, static_cast<int>(wish.replay.operations.size()));
    case ActKind::RequestLift:
        return ActWords::tr("Lift of freeze %1").arg(wish.subject);
    case ActKind::RequestDismissal:
        return ActWords::tr("Dismissal of letter %1").arg(wish.subject);
    case ActKind::RequestRollout:
        return ActWords::tr("Rules of %1, stage \u201C%2\u201D", "job, stage")
            .arg(plainText(wish.rollout.job), rolloutModeText(wish.rollout.mode));
    case ActKind::RequestResolve:
        return ActWords::tr("Decision about operation %1").arg(plainText(wish.resolve.operation.toString()));
    case ActKind::RequestCompensation:
        return ActWords::tr("Compensation of operation %1").arg(plainText(wish.compensation.original.toString()));
    case ActKind::RequestRevision:
        return ActWords::tr("Revision of operation %1").arg(plainText(wish.revision.operation.toString()));
    case ActKind::RequestCorrection:
        return ActWords::tr("Correction of difference %1").arg(wish.subject);
    case ActKind::RequestMatch:
        return ActWords::tr("Match of difference %1").arg(wish.match.difference);
    case ActKind::RequestMissingMessage:
        return ActWords::tr("Missing message of operation %1").arg(plainText(wish.message.operation.toString()));
    case ActKind::RequestResend:
        return ActWords::tr("Re-send of operation %1").arg(plainText(wish.message.operation.toString()));
    case ActKind::Approve:
    case ActKind::Reject:
    case ActKind::Withdraw:
        return ActWords::tr("Request %1").arg(wish.subject);
    default:
        break; // Runs and alerts have sentences of their own.
    }
    return {};
}

QString refusedSentence(const std::string& reason, const std::string& found, const QString& item)
{
    const auto refusal = refusalFromName(reason);
    if (!refusal)
        return refusalSentence(reason, item);
    const FailureText text = refusalText(*refusal, plainText(found));
    return ActWords::tr("%1: %2 %3", "item: what happened, what to do next").arg(item, text.what, text.next);
}

QString doneSentence(const ActOutcome& outcome, const QString& item)
{
    if (outcome.frozen && outcome.frozen->status == "REQUESTED")
        return ActWords::tr("%1: ordered, not yet in force; the engine goes on enforcing it.").arg(item);
    if (outcome.frozen)
        return outcome.frozen->answer == "EXISTING"
            ? ActWords::tr("%1: in force already; nothing new was ordered.").arg(item)
            : ActWords::tr("%1: in force.").arg(item);
    if (hasIncidentWords(outcome.kind))
        return incidentActDone(outcome, item);
    const std::int64_t number = outcome.request ? outcome.request->id : 0;
    switch (outcome.kind) {
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::RequestRollout:
    case ActKind::RequestResolve:
    case ActKind::RequestCompensation:
    case ActKind::RequestRevision:
    case ActKind::RequestCorrection:
    case ActKind::RequestMatch:
    case ActKind::RequestMissingMessage:
    case ActKind::RequestResend:
        return ActWords::tr("%1: requested under number %2. A second person decides on the page Approvals.")
            .arg(item)
            .arg(number);
    case ActKind::Approve:
        return ActWords::tr(
            "%1: approved. The engine carries it out; the page Approvals shows what became of each item.")
            .arg(item);
    case ActKind::Reject:
        return ActWords::tr("%1: rejected; nothing is done.").arg(item);
    case ActKind::Withdraw:
        return ActWords::tr("%1: withdrawn; nothing is done.").arg(item);
    default:
        break; // A freeze was told above; runs and alerts have sentences of their own.
    }
    return item;
}

/// Of an act that was neither completed nor refused, and whose outcome is not unknown.
QString unfinishedSentence(const ActOutcome& outcome, const QString& item)
{
    if (outcome.failure && outcome.failure->statement == kNothingRecorded)
        return ActWords::tr("%1: not carried out; nothing is recorded under its request id. Asking again with the same "
                            "dialog is harmless.")
            .arg(item);
    if (outcome.failure && outcome.result == ActResult::Failed)
        return ActWords::tr("%1: not carried out. %2", "act, what happened and what to do")
            .arg(item, failureSentence(*outcome.failure));
    return outcome.failure ? failureSentence(*outcome.failure, item) : item;
}

QString controlSentence(const ActOutcome& outcome)
{
    const QString item = controlItem(outcome);
    if (outcome.result == ActResult::Completed)
        return doneSentence(outcome, item);
    if (outcome.result == ActResult::Refused && outcome.frozen)
        return refusedSentence(outcome.frozen->reason, {}, item);
    if (outcome.result == ActResult::Refused && outcome.fenced)
        return refusedSentence(outcome.fenced->reason, {}, item);
    if (outcome.result == ActResult::Refused && outcome.step)
        return incidentActRefused(*outcome.step, item);
    if (outcome.result == ActResult::Refused && outcome.request)
        return refusedSentence(outcome.request->reason, outcome.request->found, item);
    if (outcome.result == ActResult::OutcomeUnknown)
        return outcome.stillAsking
            ? ActWords::tr("%1: outcome unknown; it is asked for by request id, and never sent again by itself.")
                  .arg(item)
            : outcome.kind == ActKind::Fence ? ActWords::tr(
                  "%1: outcome unknown, and it cannot be asked for. Look at the page Stuck leases before you do it "
                  "again.")
                                                   .arg(item)
            : hasIncidentWords(outcome.kind)
            ? ActWords::tr(
                "%1: outcome unknown, and it cannot be asked for. Look at the incident's log before you do it "
                "again.")
                  .arg(item)
            : ActWords::tr("%1: outcome unknown, and it cannot be asked for. Look at the page Approvals before you ask "
                           "again.")
                  .arg(item);
    return unfinishedSentence(outcome, item);
}

/// Word and tone of what is done, where "requested" is not the word for it.
std::optional<StateText> doneWord(const ActOutcome& outcome)
{
    if (asksForPlan(outcome.kind))
        return std::nullopt;
    if (hasIncidentWords(outcome.kind))
        return incidentActWord();
    switch (outcome.kind) {
    case ActKind::TriggerRun:
    case ActKind::RequestReplay:
    case ActKind::RequestLift:
    case ActKind::RequestDismissal:
    case ActKind::RequestRollout:
    case ActKind::RequestResolve:
    case ActKind::RequestCompensation:
    case ActKind::RequestRevision:
    case ActKind::RequestCorrection:
    case ActKind::RequestMatch:
    case ActKind::RequestMissingMessage:
    case ActKind::RequestResend:
        return std::nullopt;
    case ActKind::AcknowledgeAlert:
        return StateText{ActWords::tr("Acknowledged", "act"), Tone::Ok, QStringLiteral("circle-check"),
            ActWords::tr("Who looks after it is recorded."), true};
    case ActKind::Reveal:
        return StateText{ActWords::tr("Shown", "act"), Tone::Ok, QStringLiteral("circle-check"),
            ActWords::tr("Who looked, and why, is recorded."), true};
    case ActKind::Freeze:
        return StateText{ActWords::tr("Frozen", "act"), Tone::Critical, QStringLiteral("snowflake"),
            ActWords::tr("New attempts, claims, retries and sends are stopped there."), true};
    case ActKind::Approve:
        return StateText{ActWords::tr("Approved", "act"), Tone::Ok, QStringLiteral("circle-check"),
            ActWords::tr("The database recorded it; the engine carries it out."), true};
    case ActKind::Reject:
        return StateText{ActWords::tr("Rejected", "act"), Tone::Neutral, QStringLiteral("circle-x"),
            ActWords::tr("The database recorded it; nothing is done."), true};
    case ActKind::Withdraw:
        return StateText{ActWords::tr("Withdrawn", "act"), Tone::Neutral, QStringLiteral("ban"),
            ActWords::tr("The database recorded it; nothing is done."), true};
    default:
        break; // Of incidents: above.
    }
    return std::nullopt;
}

QString sentenceOf(const ActOutcome& outcome)
{
    if (!isOfListener(outcome.kind))
        return controlSentence(outcome);
    if (outcome.kind == ActKind::AcknowledgeAlert)
        return acknowledgedSentence(outcome);
    if (outcome.kind == ActKind::Reveal)
        return revealedSentence(outcome);
    const QString job = plainText(outcome.jobId);
    const QString item = ActWords::tr("%1 for %2", "job for business date").arg(job, dateText(outcome.bizDate));
    if (outcome.answer)
        return triggerSentence(*outcome.answer, job, outcome.bizDate);
    if (outcome.result == ActResult::OutcomeUnknown)
        return outcome.stillAsking
            ? ActWords::tr("%1: outcome unknown; it is asked for by request id, and never sent again by itself.")
                  .arg(item)
            : ActWords::tr(
                "%1: outcome unknown, and it cannot be asked for. Look for this date on the page Batches. Asking "
                "again is harmless: a job and a business date are one run.")
                  .arg(item);
    return unfinishedSentence(outcome, item);
}

} // namespace

ActText actText(const ActOutcome& outcome)
{
    ActText text;
    text.state = wordsOf(outcome.result);
    if (outcome.result == ActResult::Completed) {
        if (const std::optional<StateText> done = doneWord(outcome))
            text.state = *done;
    }
    if (outcome.kind == ActKind::AcknowledgeAlert && outcome.result == ActResult::OutcomeUnknown)
        text.state.explanation = ActWords::tr("The answer was lost; it is said again, which changes nothing.");
    if (outcome.kind == ActKind::Reveal && outcome.result == ActResult::OutcomeUnknown)
        text.state.explanation = ActWords::tr("The answer was lost; it is asked for under the same request id.");
    text.sentence = sentenceOf(outcome);
    if (outcome.failure)
        text.details = failureText(*outcome.failure).details;
    return text;
}

} // namespace onceover::models
