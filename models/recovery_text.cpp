// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/recovery_text.h"

#include "models/plain_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct RecoveryWords {
    Q_DECLARE_TR_FUNCTIONS(RecoveryText)
};

} // namespace

QString recoveryActionText(std::string_view action)
{
    const auto known = fromName<RecoveryAction>(action);
    if (!known)
        return plainText(action);
    switch (*known) {
    case RecoveryAction::Nothing:
        return RecoveryWords::tr("nothing to do");
    case RecoveryAction::Resume:
        return RecoveryWords::tr("resume");
    case RecoveryAction::Query:
        return RecoveryWords::tr("ask the outside");
    case RecoveryAction::Replay:
        return RecoveryWords::tr("replay");
    case RecoveryAction::Compensate:
        break;
    }
    return RecoveryWords::tr("compensate");
}

QString recoveryReasonText(RecoveryReason reason)
{
    switch (reason) {
    case RecoveryReason::TookEffectOnce:
        return RecoveryWords::tr("It took effect once.");
    case RecoveryReason::MadeGood:
        return RecoveryWords::tr("It was made good.");
    case RecoveryReason::StoppedHalfWay:
        return RecoveryWords::tr("It was stopped half-way and goes on under its key.");
    case RecoveryReason::StillInWork:
        return RecoveryWords::tr("Somebody still holds it: wait until the freeze has drained.");
    case RecoveryReason::AnswerIsMissing:
        return RecoveryWords::tr("Only the outside knows what became of it.");
    case RecoveryReason::NothingLeft:
        return RecoveryWords::tr("It failed, and no effect is on record.");
    case RecoveryReason::BatchIsClosed:
        return RecoveryWords::tr("Its batch failed as a whole or is complete: that is decided first.");
    case RecoveryReason::OnlyARevision:
        return RecoveryWords::tr("It was refused for good: only an approved revision replaces it.");
    case RecoveryReason::TookEffectTwice:
        return RecoveryWords::tr("It took effect twice: ask for a compensation first.");
    case RecoveryReason::ContradictsRecord:
        break;
    }
    return RecoveryWords::tr("It failed for good, and an effect is on record: a person decides.");
}

} // namespace onceover::models
