// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/act_text.h"

#include "models/failure_text.h"
#include "models/gateway/act_loop.h"
#include "models/plain_text.h"
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

QString sentenceOf(const ActOutcome& outcome)
{
    if (outcome.kind == ActKind::AcknowledgeAlert)
        return acknowledgedSentence(outcome);
    const QString job = plainText(outcome.jobId);
    const QString item = ActWords::tr("%1 for %2", "job for business date").arg(job, dateText(outcome.bizDate));
    if (outcome.answer)
        return triggerSentence(*outcome.answer, job, outcome.bizDate);
    if (outcome.result == ActResult::OutcomeUnknown)
        return outcome.stillAsking
            ? ActWords::tr("%1: outcome unknown; it is asked for by request id, and never sent again by itself.").arg(item)
            : ActWords::tr("%1: outcome unknown, and it cannot be asked for. Look for this date on the page Batches. Asking "
                           "again is harmless: a job and a business date are one run.")
                  .arg(item);
    if (outcome.failure && outcome.failure->statement == kNothingRecorded)
        return ActWords::tr("%1: not carried out; nothing is recorded under its request id. Asking again with the same "
                            "dialog is harmless.")
            .arg(item);
    if (outcome.failure && outcome.result == ActResult::Failed)
        return ActWords::tr("%1: not carried out. %2", "act, what happened and what to do")
            .arg(item, failureSentence(*outcome.failure));
    return outcome.failure ? failureSentence(*outcome.failure, item) : item;
}

} // namespace

ActText actText(const ActOutcome& outcome)
{
    ActText text;
    text.state = wordsOf(outcome.result);
    if (outcome.kind == ActKind::AcknowledgeAlert && outcome.result == ActResult::Completed)
        text.state = {ActWords::tr("Acknowledged", "act"), Tone::Ok, QStringLiteral("circle-check"),
            ActWords::tr("Who looks after it is recorded."), true};
    if (outcome.kind == ActKind::AcknowledgeAlert && outcome.result == ActResult::OutcomeUnknown)
        text.state.explanation = ActWords::tr("The answer was lost; it is said again, which changes nothing.");
    text.sentence = sentenceOf(outcome);
    if (outcome.failure)
        text.details = failureText(*outcome.failure).details;
    return text;
}

} // namespace onceover::models
