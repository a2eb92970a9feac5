// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/replay_plan.h"

#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/plain_text.h"
#include "models/request_text.h"
#include "models/work_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <map>
#include <set>

namespace onceover::models {

namespace {

struct ReplayTexts {
    Q_DECLARE_TR_FUNCTIONS(ReplayPlan)
};

/// Why a replay of it is out of the question, in a few words; empty: it may be asked for.
QString whyOut(const ReplayCandidate& candidate)
{
    if (candidate.operation.empty() || !Uuid::parse(candidate.operation))
        return ReplayTexts::tr("no operation: a run is triggered again instead");
    if (candidate.effectFound || candidate.status == nameOf(OperationState::Succeeded))
        return ReplayTexts::tr("it took effect: only a compensation makes it good");
    if (candidate.status == nameOf(OperationState::UnknownExternal)
        || candidate.status == nameOf(OperationState::AwaitingExternal) || candidate.failureClass == "UNKNOWN"
        || candidate.failureClass == "MISMATCH" || candidate.failureClass == "DIFFERS")
        return ReplayTexts::tr("the bank's answer is unknown: ask the bank first");
    if (candidate.failureClass == "REFUSED" || candidate.failureClass == "NOT_EXECUTED")
        return ReplayTexts::tr("its money was given back: only a revision replaces it");
    if (!candidate.status.empty() && candidate.status != nameOf(OperationState::FailedPermanent))
        return ReplayTexts::tr("it has not failed for good");
    return {};
}

} // namespace

ReplayCandidate replayCandidate(const DeadLetterListRow& letter)
{
    return {letter.operation, letter.idempotencyKey, letter.amountMinor.value_or(0), letter.currency,
        letter.operationStatus, letter.failureClass, letter.effectFound};
}

ReplayCandidate replayCandidate(const OperationRow& operation)
{
    return {operation.ref.id.value.toString(), {}, operation.amountMinor, operation.currency, operation.status,
        operation.failureClass, false};
}

ReplayCandidate replayCandidate(const OperationDetail& detail)
{
    ReplayCandidate candidate = replayCandidate(detail.operation);
    if (detail.message)
        candidate.key = detail.message->idempotencyKey;
    for (const CallFact& call : detail.calls)
        candidate.effectFound = candidate.effectFound || call.answer == "ACCEPTED" || call.answer == "FOUND_EXECUTED";
    return candidate;
}

std::string ReplayPlan::total() const
{
    return totalToType(amounts, static_cast<std::int64_t>(operations.size()));
}

ReplayPlan replayPlan(const std::vector<ReplayCandidate>& picked)
{
    ReplayPlan plan;
    std::set<std::string> seen;
    std::map<std::string, std::int64_t> classes;
    for (const ReplayCandidate& candidate : picked) {
        if (!candidate.operation.empty() && !seen.insert(candidate.operation).second)
            continue;
        QString why = whyOut(candidate);
        if (why.isEmpty() && plan.operations.size() >= kReplayMost)
            why = ReplayTexts::tr("more than %1 at once").arg(countText(static_cast<std::int64_t>(kReplayMost)));
        if (why.isEmpty()) {
            plan.operations.push_back(*Uuid::parse(candidate.operation));
            plan.amounts[candidate.currency] += candidate.amountMinor;
            ++classes[candidate.failureClass];
        }
        plan.lines.push_back({candidate, why});
    }
    for (const auto& [name, count] : classes)
        plan.classes.push_back({name, count});
    return plan;
}

QString replayHeadline(const ReplayPlan& plan)
{
    const auto picked = static_cast<std::int64_t>(plan.lines.size());
    const auto in = static_cast<std::int64_t>(plan.operations.size());
    return ReplayTexts::tr("%1 picked, %2 in the plan \u00B7 %3 \u00B7 keys unchanged", "counts, amounts")
        .arg(countText(picked), countText(in), totalsText(plan.amounts));
}

QString replayClasses(const ReplayPlan& plan)
{
    QStringList parts;
    for (const GroupCount& group : plan.classes) {
        const QString effect = group.name == "NOT_SENT" ? ReplayTexts::tr("the same bytes are sent under the same key")
                                                        : ReplayTexts::tr("it begins again under its original key");
        parts << ReplayTexts::tr("%1 \u00D7 %2: %3", "count, class, what a replay does")
                     .arg(countText(group.count), letterClassText(group.name), effect);
    }
    return parts.join(QLatin1Char('\n'));
}

} // namespace onceover::models
