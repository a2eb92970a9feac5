// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/policies/classify.h"

namespace onceover {

namespace {

/// Did another session hold what was needed? The server broke the wait (55P03), a circle of waits (40P01) or a schedule
/// that nothing serial explains (40001); the row itself is as sound as before.
bool isContention(const Failure& failure)
{
    return failure.sqlState == "55P03" || failure.sqlState == "40P01" || failure.sqlState == "40001";
}

/// A refusal met while work was done on a row. What a configuration can mend is transient, so that the row waits and
/// ends as a dead letter, instead of stopping the batch.
RetryClass classifyRefusal(Refusal refusal)
{
    switch (refusal) {
    case Refusal::SchemaTooOld:
    case Refusal::SchemaTooNew:
    case Refusal::SelfCheckFailed:
    case Refusal::NotASandbox:
    case Refusal::NotMappedToPerson:
    case Refusal::MissingRole:
    case Refusal::UnknownJob:
    case Refusal::JobDisabled:
    case Refusal::NoChannelProfile:
    case Refusal::ChannelDisabled:
    case Refusal::CalendarUnknown:
        return RetryClass::Transient;
    case Refusal::Frozen:
    case Refusal::NotInThisState:
    case Refusal::StaleVersion:
    case Refusal::LeaseStillHeld:
    case Refusal::FinalState:
    case Refusal::BatchAlreadyCompleted:
    case Refusal::Moved:
    case Refusal::OpenRequest:
    case Refusal::NotDrained:
    case Refusal::NotOwner:
    case Refusal::OpenIncident:
    case Refusal::GateNotHeld:
    case Refusal::AlreadyReplaced:
    case Refusal::AlreadyMatched:
    case Refusal::TooEarly:
        return RetryClass::Conflict;
    case Refusal::BusinessDateNotOver:
    case Refusal::RequestIdReused:
    case Refusal::NeedsApproval:
    case Refusal::NoEvidence:
    case Refusal::OwnRequest:
    case Refusal::NotOwnRequest:
    case Refusal::AlreadyDecided:
    case Refusal::Expired:
    case Refusal::PlanDiffers:
    case Refusal::TotalDiffers:
    case Refusal::EffectOnRecord:
    case Refusal::OnlyARevision:
    case Refusal::AnswerIsUnknown:
    case Refusal::EvidenceContradicts:
    case Refusal::StandsForMoney:
    case Refusal::NeverOfACompensation:
    case Refusal::KeyNotExpressible:
    case Refusal::SelfTestMissing:
    case Refusal::RetentionTooShort:
    case Refusal::KeyNotRegistered:
    case Refusal::ScheduleNotSupported:
    case Refusal::UnknownTimeZone:
    case Refusal::InstantBeyondZoneData:
    case Refusal::ResendNotAllowed:
    case Refusal::BudgetSpent:
        return RetryClass::Rule;
    case Refusal::UnknownSubject:
    case Refusal::BusinessDateInvalid:
    case Refusal::ValueDatePast:
    case Refusal::UnknownCurrency:
    case Refusal::CurrencyDiffers:
    case Refusal::AmountMalformed:
    case Refusal::AmountOutOfRange:
    case Refusal::KeyMalformed:
    case Refusal::ValueMalformed:
        return RetryClass::Data;
    }
    return RetryClass::Defect;
}

} // namespace

RetryClass classify(const Failure& failure)
{
    switch (failure.kind) {
    case FailureKind::Refused:
        return failure.refusal ? classifyRefusal(*failure.refusal) : RetryClass::Rule;
    case FailureKind::Conflict:
    case FailureKind::Cancelled:
        return RetryClass::Conflict;
    case FailureKind::Unavailable:
        return isContention(failure) ? RetryClass::Conflict : RetryClass::Transient;
    case FailureKind::InDoubt:
        return RetryClass::Unknown;
    case FailureKind::DataRejected:
        return RetryClass::Data;
    case FailureKind::Broken:
        return RetryClass::Defect;
    }
    return RetryClass::Defect;
}

std::optional<RetryClass> classify(AnswerKind answer)
{
    switch (answer) {
    case AnswerKind::Accepted:
    case AnswerKind::FoundExecuted:
        return std::nullopt;
    case AnswerKind::Refused:
    case AnswerKind::FoundRefused:
        return RetryClass::Refused;
    case AnswerKind::InFlight:
        return RetryClass::Conflict;
    case AnswerKind::Mismatch:
        return RetryClass::Defect;
    case AnswerKind::Throttled:
        return RetryClass::Throttled;
    case AnswerKind::NotSent:
        return RetryClass::Transient;
    case AnswerKind::NotFound: // Alone it proves nothing; message_decision says when it allows a re-send.
    case AnswerKind::Unknown:
    case AnswerKind::FoundPending:
    case AnswerKind::FoundReturned: // Executed once: never to be sent again by itself.
    case AnswerKind::QueryUnknown:
        return RetryClass::Unknown;
    }
    return RetryClass::Unknown;
}

std::optional<FailureClass> failureClassOf(RetryClass retryClass)
{
    switch (retryClass) {
    case RetryClass::Rule:
        return FailureClass::Rule;
    case RetryClass::Data:
        return FailureClass::Data;
    case RetryClass::Refused:
        return FailureClass::Refused;
    case RetryClass::Defect:
        return FailureClass::Defect;
    case RetryClass::Transient:
    case RetryClass::Conflict:
    case RetryClass::Throttled:
    case RetryClass::Unknown:
        return std::nullopt;
    }
    return std::nullopt;
}

bool connectionLost(const Failure& failure)
{
    if (failure.kind == FailureKind::InDoubt || failure.kind == FailureKind::Cancelled)
        return true;
    const std::string_view kind = std::string_view{failure.sqlState}.substr(0, 2);
    return failure.kind == FailureKind::Unavailable && (kind.empty() || kind == "08" || kind == "57");
}

bool burnsAttempt(RetryClass retryClass)
{
    return retryClass != RetryClass::Conflict && retryClass != RetryClass::Throttled;
}

} // namespace onceover
