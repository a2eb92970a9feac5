// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/recovery_plan.h"

#include <map>
#include <utility>

namespace onceover {

namespace {

using Action = RecoveryAction;
using Reason = RecoveryReason;

RecoveryDecision decideSent(const RecoveryFacts& facts)
{
    switch (facts.message.value_or(MessageState::Pending)) {
    case MessageState::Pending:
        return {Action::Resume, Reason::StoppedHalfWay};
    case MessageState::Sending:
        return {Action::Query, Reason::StillInWork};
    case MessageState::Unknown:
    case MessageState::Accepted: // The answer is there and its operation follows: asking again changes nothing.
    case MessageState::Refused:
    case MessageState::Failed:
        break;
    }
    return {Action::Query, Reason::AnswerIsMissing};
}

RecoveryDecision decideFailed(const RecoveryFacts& facts)
{
    if (facts.isMadeGood)
        return {Action::Nothing, Reason::MadeGood};
    if (facts.effects > 0)
        return {Action::Compensate, Reason::ContradictsRecord};
    if (facts.replayRefusal.empty())
        return {Action::Replay, Reason::NothingLeft};
    if (facts.replayRefusal == "ONLY_A_REVISION")
        return {Action::Nothing, Reason::OnlyARevision};
    return {Action::Replay, Reason::BatchIsClosed}; // Asked for, it is refused by name.
}

} // namespace

RecoveryDecision decideRecovery(const RecoveryFacts& facts)
{
    switch (facts.status) {
    case OperationState::Pending:
    case OperationState::Retryable:
        return {Action::Resume, Reason::StoppedHalfWay};
    case OperationState::Processing:
        return {Action::Resume, Reason::StillInWork};
    case OperationState::AwaitingExternal:
    case OperationState::UnknownExternal:
        return decideSent(facts);
    case OperationState::FailedPermanent:
        return decideFailed(facts);
    case OperationState::Succeeded:
        break;
    }
    if (facts.effects <= 1)
        return {Action::Nothing, Reason::TookEffectOnce};
    return facts.isMadeGood ? RecoveryDecision{Action::Nothing, Reason::MadeGood}
                            : RecoveryDecision{Action::Compensate, Reason::TookEffectTwice};
}

RecoveryProposal proposeRecovery(const std::vector<RecoveryFacts>& facts, const std::vector<RecoveryTotal>& scope)
{
    RecoveryProposal proposal;
    std::map<std::pair<Action, std::string>, RecoveryTotal> totals;
    for (const RecoveryTotal& whole : scope)
        totals[{Action::Nothing, whole.currency}]
            = {Action::Nothing, whole.currency, whole.operations, whole.amountMinor};
    for (const RecoveryFacts& one : facts) {
        const RecoveryDecision decision = decideRecovery(one);
        if (decision.action != Action::Nothing || decision.reason == Reason::OnlyARevision)
            proposal.items.push_back({one, decision});
        if (decision.action == Action::Nothing)
            continue;
        RecoveryTotal& rest = totals[{Action::Nothing, one.currency}];
        rest.operations -= 1;
        rest.amountMinor -= one.amountMinor;
        RecoveryTotal& total = totals[{decision.action, one.currency}];
        total = {decision.action, one.currency, total.operations + 1, total.amountMinor + one.amountMinor};
    }
    for (const auto& [key, total] : totals)
        proposal.totals.push_back(total);
    return proposal;
}

} // namespace onceover
