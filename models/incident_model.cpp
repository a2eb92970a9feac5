// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incident_model.h"

#include "core/states/incident_state.h"
#include "models/connection_text.h"
#include "models/incident_text.h"
#include "models/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace onceover::models {

namespace {

struct IncidentPageWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentModel)
};

using S = IncidentState;

/// The state from which on a step is taken.
constexpr std::array kStageDone{
    S::Fenced, S::EvidenceSaved, S::Diagnosed, S::Reconciled, S::PlanApproved, S::Verified, S::Closed};

QString stageName(std::size_t stage)
{
    switch (stage) {
    case 0:
        return IncidentPageWords::tr("Freeze", "step");
    case 1:
        return IncidentPageWords::tr("Evidence", "step");
    case 2:
        return IncidentPageWords::tr("Diagnose", "step");
    case 3:
        return IncidentPageWords::tr("Reconcile", "step");
    case 4:
        return IncidentPageWords::tr("Approve", "step");
    case 5:
        return IncidentPageWords::tr("Recover", "step");
    default:
        return IncidentPageWords::tr("Verify and lift", "step");
    }
}

std::optional<S> incidentStateOf(const IncidentDetail& detail)
{
    return fromName<S>(detail.incident.status);
}

bool isBefore(const IncidentDetail& detail, S state)
{
    const std::optional<S> now = incidentStateOf(detail);
    return !now || *now < state;
}

bool wasWeighed(const IncidentDetail& detail)
{
    return std::any_of(detail.steps.begin(), detail.steps.end(),
        [](const IncidentStepRow& step) { return step.kind == "HYPOTHESIS"; });
}

/// Does a plan that says "it was none" wait, or is it approved, while nothing else was done?
bool isCalledFalseAlarm(const IncidentDetail& detail, const char* planStatus)
{
    return isBefore(detail, S::Fenced) && detail.incident.planStatus == planStatus;
}

/// Of the acts that only the owner may do.
bool isOwners(IncidentDeed deed)
{
    switch (deed) {
    case IncidentDeed::Advance:
    case IncidentDeed::BeginRecovery:
    case IncidentDeed::Close:
    case IncidentDeed::GoBack:
    case IncidentDeed::RequestPlan:
    case IncidentDeed::CallFalseAlarm:
        return true;
    case IncidentDeed::None:
    case IncidentDeed::Wait:
    case IncidentDeed::Freeze:
    case IncidentDeed::Fence:
    case IncidentDeed::GiveReason:
    case IncidentDeed::SaveEvidence:
    case IncidentDeed::Diagnose:
    case IncidentDeed::Weigh:
    case IncidentDeed::AnswerWhy:
    case IncidentDeed::CompareBooks:
    case IncidentDeed::OpenRequest:
    case IncidentDeed::Lift:
    case IncidentDeed::ShowLetters:
    case IncidentDeed::TakeOver:
    case IncidentDeed::Note:
        break;
    }
    return false;
}

/// Reads what an auditor may read. Evidence may have been saved by somebody else: its dialog looks.
bool readsAsAuditor(IncidentDeed deed)
{
    return deed == IncidentDeed::Diagnose || deed == IncidentDeed::CompareBooks;
}

/// Why not, by how far the incident has come.
QString whyNotYet(IncidentDeed deed, const IncidentDetail& detail)
{
    if (deed != IncidentDeed::OpenRequest && deed != IncidentDeed::ShowLetters && !isBefore(detail, S::Closed))
        return IncidentPageWords::tr("The incident is closed; its log stays.");
    if ((deed == IncidentDeed::Weigh || deed == IncidentDeed::AnswerWhy || deed == IncidentDeed::Diagnose)
        && isBefore(detail, S::EvidenceSaved))
        return IncidentPageWords::tr("Save the evidence first; a cause is weighed by it.");
    if (deed == IncidentDeed::RequestPlan && isBefore(detail, S::Reconciled))
        return IncidentPageWords::tr("Compare the books first; a plan rests on what they show.");
    if (deed == IncidentDeed::GoBack && (isBefore(detail, S::Reconciled) || detail.incident.isFalseAlarm))
        return IncidentPageWords::tr("There is nothing to go back from.");
    if (deed == IncidentDeed::CallFalseAlarm && !isBefore(detail, S::Fenced))
        return IncidentPageWords::tr("Work of its scope was fenced: it is no false alarm any more.");
    if (deed == IncidentDeed::Lift && isBefore(detail, S::Verified))
        return IncidentPageWords::tr("The freeze is lifted once the incident is verified.");
    if (deed == IncidentDeed::OpenRequest && detail.incident.plan == 0)
        return IncidentPageWords::tr("No recovery plan was asked for.");
    return {};
}

} // namespace

QString incidentName(std::int64_t incident)
{
    return QStringLiteral("INC-%1").arg(incident);
}

std::vector<IncidentStage> incidentStages(const IncidentDetail& detail)
{
    std::vector<IncidentStage> stages;
    bool isNowKnown = false;
    for (std::size_t i = 0; i < kStageDone.size(); ++i) {
        IncidentStage stage{stageName(i), {}, IncidentStage::State::Ahead};
        const bool passed = detail.incident.isFalseAlarm && i < 4;
        if (passed) {
            stage.state = IncidentStage::State::PassedOver;
            stage.caption = IncidentPageWords::tr("passed over", "step");
        } else if (!isBefore(detail, kStageDone[i])) {
            stage.state = IncidentStage::State::Done;
            stage.caption = IncidentPageWords::tr("done", "step");
        } else if (!isNowKnown) {
            isNowKnown = true;
            stage.state = IncidentStage::State::Now;
            const int missing = static_cast<int>(detail.gate.missing.size());
            stage.caption = missing == 0 ? IncidentPageWords::tr("now", "step")
                                         : IncidentPageWords::tr("%n missing", "step", missing);
        } else {
            stage.caption = IncidentPageWords::tr("ahead", "step");
        }
        stages.push_back(std::move(stage));
    }
    return stages;
}

QStringList missingTexts(const IncidentDetail& detail)
{
    QStringList texts;
    for (const std::string& missing : detail.gate.missing)
        texts << missingText(missing);
    return texts;
}

IncidentDeed remedyOf(std::string_view missing, const IncidentDetail& detail)
{
    const std::string_view word = missing.substr(0, missing.find(' '));
    if (word == "FREEZE_IN_FORCE")
        return IncidentDeed::Freeze;
    if (word == "FENCE" || word == "SENDING")
        return IncidentDeed::Fence;
    if (word == "FREEZE_REASON")
        return IncidentDeed::GiveReason;
    if (word == "EVIDENCE")
        return IncidentDeed::SaveEvidence;
    if (word == "HYPOTHESIS")
        return wasWeighed(detail) ? IncidentDeed::Weigh : IncidentDeed::Diagnose;
    if (word == "ANSWER")
        return IncidentDeed::AnswerWhy;
    if (word == "RECONCILIATION" || word == "DIFFERENCES")
        return IncidentDeed::CompareBooks;
    if (word == "PLAN")
        return missing == "PLAN" ? IncidentDeed::RequestPlan : IncidentDeed::OpenRequest;
    if (word == "LIFT")
        return detail.gate.next == nameOf(S::Closed) ? IncidentDeed::Lift : IncidentDeed::Wait;
    return word == "LETTERS" ? IncidentDeed::ShowLetters : IncidentDeed::Wait;
}

bool isOwner(const IncidentDetail& detail, const ConnectionStatus& status)
{
    return status.server && !status.server->person.empty() && status.server->person == detail.incident.owner;
}

IncidentDeed nextDeed(const IncidentDetail& detail, const ConnectionStatus& status)
{
    if (!detail.found || detail.gate.next.empty())
        return IncidentDeed::None;
    IncidentDeed deed = IncidentDeed::Advance;
    if (isCalledFalseAlarm(detail, "REQUESTED"))
        deed = IncidentDeed::OpenRequest;
    else if (isCalledFalseAlarm(detail, "APPROVED"))
        deed = IncidentDeed::BeginRecovery;
    else if (!detail.gate.missing.empty())
        deed = remedyOf(detail.gate.missing.front(), detail);
    else if (detail.gate.next == nameOf(S::PlanApproved) || detail.gate.next == nameOf(S::Recovering))
        deed = IncidentDeed::BeginRecovery;
    else if (detail.gate.next == nameOf(S::Closed))
        deed = IncidentDeed::Close;
    if (deed == IncidentDeed::Diagnose && !whyNoAct(status, "auditor").isEmpty())
        deed = IncidentDeed::Weigh; // Who may not read the rows says what others read.
    return isOwners(deed) && !isOwner(detail, status) ? IncidentDeed::TakeOver : deed;
}

QString deedText(IncidentDeed deed, const IncidentDetail& detail)
{
    switch (deed) {
    case IncidentDeed::None:
    case IncidentDeed::Wait:
        return {};
    case IncidentDeed::Freeze:
        return IncidentPageWords::tr("Freeze its scope\u2026");
    case IncidentDeed::Fence:
        return IncidentPageWords::tr("Fence its scope\u2026");
    case IncidentDeed::GiveReason:
        return IncidentPageWords::tr("Give the reason\u2026");
    case IncidentDeed::SaveEvidence:
        return IncidentPageWords::tr("Save evidence\u2026");
    case IncidentDeed::Diagnose:
        return IncidentPageWords::tr("Diagnose a run\u2026");
    case IncidentDeed::Weigh:
        return IncidentPageWords::tr("Weigh a cause\u2026");
    case IncidentDeed::AnswerWhy:
        return IncidentPageWords::tr("Answer the question\u2026");
    case IncidentDeed::CompareBooks:
        return IncidentPageWords::tr("Compare the books\u2026");
    case IncidentDeed::RequestPlan:
        return IncidentPageWords::tr("Ask for a plan\u2026");
    case IncidentDeed::OpenRequest:
        return IncidentPageWords::tr("Open request %1\u2026").arg(detail.incident.plan);
    case IncidentDeed::BeginRecovery:
        return detail.incident.isFalseAlarm || isBefore(detail, S::Fenced)
            ? IncidentPageWords::tr("End the false alarm\u2026")
            : IncidentPageWords::tr("Begin the recovery\u2026");
    case IncidentDeed::Advance:
        return IncidentPageWords::tr("Next: %1\u2026", "state").arg(incidentText(detail.gate.next).word);
    case IncidentDeed::Lift:
        return IncidentPageWords::tr("Request a lift\u2026");
    case IncidentDeed::ShowLetters:
        return IncidentPageWords::tr("Show the dead letters");
    case IncidentDeed::Close:
        return IncidentPageWords::tr("Close the incident\u2026");
    case IncidentDeed::TakeOver:
        return IncidentPageWords::tr("Take it over\u2026");
    case IncidentDeed::Note:
        return IncidentPageWords::tr("Add a note\u2026");
    case IncidentDeed::GoBack:
        return IncidentPageWords::tr("Go back to the diagnosis\u2026");
    case IncidentDeed::CallFalseAlarm:
        return IncidentPageWords::tr("False alarm\u2026");
    }
    return {};
}

QString whyNoDeed(IncidentDeed deed, const IncidentDetail& detail, const ConnectionStatus& status)
{
    if (const QString why = whyNotYet(deed, detail); !why.isEmpty())
        return why;
    if (deed == IncidentDeed::OpenRequest || deed == IncidentDeed::ShowLetters)
        return {}; // Looking is free.
    if (deed == IncidentDeed::Note)
        return whyNoAcknowledgement(status); // Operators and approvers.
    if (const QString why = whyNoAct(status, "operator"); !why.isEmpty())
        return why;
    if (readsAsAuditor(deed)) {
        if (const QString why = whyNoAct(status, "auditor"); !why.isEmpty())
            return why;
    }
    if (deed == IncidentDeed::TakeOver && isOwner(detail, status))
        return IncidentPageWords::tr("It is yours already.");
    if (isOwners(deed) && !isOwner(detail, status))
        return IncidentPageWords::tr("Only its owner (%1) does that; take it over first.")
            .arg(plainText(detail.incident.owner));
    return {};
}

QString nextSentence(const IncidentDetail& detail, const ConnectionStatus& status)
{
    if (detail.gate.next.empty())
        return incidentText(detail.incident.status).explanation;
    if (isCalledFalseAlarm(detail, "REQUESTED"))
        return IncidentPageWords::tr("A second person decides whether it was a false alarm.");
    if (isCalledFalseAlarm(detail, "APPROVED"))
        return IncidentPageWords::tr("Two persons took it for a false alarm; its owner ends it.");
    if (!detail.gate.missing.empty())
        return missingText(detail.gate.missing.front());
    const QString next = incidentText(detail.gate.next).word;
    return isOwner(detail, status)
        ? IncidentPageWords::tr("The gate of the next step, \u201C%1\u201D, holds.").arg(next)
        : IncidentPageWords::tr(
            "The gate of the next step, \u201C%1\u201D, holds; its owner (%2) takes it.", "state, person")
              .arg(next, plainText(detail.incident.owner));
}

} // namespace onceover::models
