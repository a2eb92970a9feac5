// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reckoning_text.h"

#include "models/plain_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct ReckoningWords {
    Q_DECLARE_TR_FUNCTIONS(Reckoning)
};

QString writtenText(const std::optional<Rational>& value, int decimals, bool percent)
{
    if (!value)
        return QStringLiteral("–");
    return QString::fromStdString(writtenValue(value, decimals, percent)) + (percent ? QStringLiteral("%") : QString());
}

QString signText(char sign)
{
    switch (sign) {
    case '*':
        return QStringLiteral(" × ");
    case '/':
        return QStringLiteral(" ÷ ");
    case '+':
        return QStringLiteral(" + ");
    default:
        return {};
    }
}

/// The unit behind the result.
QString unitText(Figure figure, std::string_view currency)
{
    switch (figure) {
    case Figure::HoursPerRepeat:
    case Figure::HandlingHours:
    case Figure::ReconciliationHours:
        return ReckoningWords::tr("h", "hours");
    case Figure::HandlingMinutes:
    case Figure::TalkMinutes:
    case Figure::RetryWait:
    case Figure::MinutesPerChange:
        return ReckoningWords::tr("min", "minutes");
    case Figure::ReconciliationSeconds:
        return ReckoningWords::tr("s", "seconds");
    case Figure::DuplicateLoss:
        return plainText(currency);
    case Figure::ExecutionsPerDay:
    case Figure::ExecutionsPerMonth:
    case Figure::FailuresPerMonth:
    case Figure::FailuresPerYear:
    case Figure::RepeatsPerYear:
    case Figure::ReconciliationShare:
    case Figure::ReconciliationRatio:
        return {};
    }
    return {};
}

} // namespace

QString figureText(Figure figure)
{
    switch (figure) {
    case Figure::ExecutionsPerDay:
        return ReckoningWords::tr("executions a day");
    case Figure::ExecutionsPerMonth:
        return ReckoningWords::tr("executions a month");
    case Figure::FailuresPerMonth:
        return ReckoningWords::tr("failures a month");
    case Figure::FailuresPerYear:
        return ReckoningWords::tr("failures a year");
    case Figure::RepeatsPerYear:
        return ReckoningWords::tr("repeated executions a year");
    case Figure::HoursPerRepeat:
        return ReckoningWords::tr("handling of one repeat");
    case Figure::HandlingMinutes:
        return ReckoningWords::tr("handling a year, in minutes");
    case Figure::HandlingHours:
        return ReckoningWords::tr("handling a year");
    case Figure::DuplicateLoss:
        return ReckoningWords::tr("loss by one double charge");
    case Figure::TalkMinutes:
        return ReckoningWords::tr("apologies and refunds, talk");
    case Figure::RetryWait:
        return ReckoningWords::tr("all waits between retries");
    case Figure::ReconciliationSeconds:
        return ReckoningWords::tr("reconciliation a year, in seconds");
    case Figure::ReconciliationHours:
        return ReckoningWords::tr("reconciliation a year");
    case Figure::ReconciliationShare:
        return ReckoningWords::tr("reconciliation, share of the budget");
    case Figure::ReconciliationRatio:
        return ReckoningWords::tr("reconciliation against handling");
    case Figure::MinutesPerChange:
        return ReckoningWords::tr("handling for each change");
    }
    return {};
}

QString formulaText(const ReckoningLine& line, std::string_view currency)
{
    QString text;
    for (const ReckoningTerm& operand : line.terms)
        text += signText(operand.sign) + writtenText(operand.value, operand.decimals, operand.percent);
    const QString result = writtenText(line.value, line.decimals, line.percent);
    // What was counted is no sum of anything.
    text = line.terms.size() > 1 ? text + QStringLiteral(" = ") + result : result;
    const QString unit = unitText(line.figure, currency);
    return unit.isEmpty() || !line.value ? text : text + QChar(0x00A0) + unit;
}

QString basisText(InputBasis basis)
{
    switch (basis) {
    case InputBasis::Assumed:
        return ReckoningWords::tr("assumed");
    case InputBasis::Measured:
        return ReckoningWords::tr("measured");
    case InputBasis::Setting:
        return ReckoningWords::tr("setting");
    case InputBasis::Given:
        return ReckoningWords::tr("given");
    }
    return {};
}

} // namespace onceover::models
