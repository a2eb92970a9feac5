// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/compensation_text.h"

#include "core/states/operation_state.h"
#include "models/money_text.h"
#include "models/remedy_plan.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct CompensationWords {
    Q_DECLARE_TR_FUNCTIONS(CompensationText)
};

/// How far it is: a bank may take days (R91).
QString progressText(const CompensationFact& fact, const TimeFormat& format, Timestamp now)
{
    if (fact.status == nameOf(OperationState::Succeeded))
        return fact.finishedAt ? CompensationWords::tr("took effect at %1", "time").arg(format.full(*fact.finishedAt))
                               : CompensationWords::tr("took effect");
    if (fact.status == nameOf(OperationState::FailedPermanent))
        return CompensationWords::tr("failed: %1", "why").arg(failureClassText(fact.failureClass));
    return CompensationWords::tr("in flight for %1", "age").arg(ageText(fact.madeAt, now));
}

CompensationLine ownLine(const CompensationFact& fact, const QString& progress)
{
    return {.other = fact.original,
        .text = CompensationWords::tr(
            "%1 for operation %2, approved by request %3: %4", "kind of compensation, key, number, how far")
                    .arg(compensationTypeText(fact.kind), QString::fromStdString(fact.original.value.toString()),
                        QString::number(fact.request), progress)};
}

} // namespace

QString compensationText(const CompensationFact& fact, const TimeFormat& format, Timestamp now)
{
    const QString kind = compensationTypeText(fact.kind);
    const QString what = fact.kind == "extension" ? kind
                                                  : CompensationWords::tr("%1 of %2", "kind of compensation, amount")
                                                        .arg(kind, moneyText(fact.amountMinor, fact.currency));
    return CompensationWords::tr("Compensation by request %1: %2, %3", "number, what, how far")
        .arg(QString::number(fact.request), what, progressText(fact, format, now));
}

std::vector<CompensationLine> compensationsInWords(
    const OperationDetail& detail, const TimeFormat& format, Timestamp now)
{
    std::vector<CompensationLine> lines;
    for (const CompensationFact& fact : detail.compensations) {
        if (fact.operation == detail.id)
            lines.push_back(ownLine(fact, progressText(fact, format, now)));
        else
            lines.push_back({.other = fact.operation,
                .state = stateText(Machine::Operation, fact.status),
                .text = compensationText(fact, format, now)});
    }
    return lines;
}

} // namespace onceover::models
