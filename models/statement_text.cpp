// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statement_text.h"

#include "models/failure_text.h"
#include "models/plain_text.h"
#include "models/work_text.h"

#include <QCoreApplication>

namespace onceover::models {

namespace {

struct StatementWords {
    Q_DECLARE_TR_FUNCTIONS(StatementText)
};

QString kindOfFault(StatementFaultKind kind)
{
    switch (kind) {
    case StatementFaultKind::TooLarge:
        return StatementWords::tr("the file is too large for a statement");
    case StatementFaultKind::NotAStatement:
        return StatementWords::tr("this is no statement in camt.053 or MT940");
    case StatementFaultKind::Malformed:
        return StatementWords::tr("this cannot be read");
    case StatementFaultKind::CurrencyDiffers:
        return StatementWords::tr("an account has one currency, and this is another");
    case StatementFaultKind::DetailsDiffer:
        return StatementWords::tr("the parts of a batch do not come to its amount");
    case StatementFaultKind::BalanceMissing:
        return StatementWords::tr(
            "the statement names no opening and closing balance, so nothing says that it is whole");
    case StatementFaultKind::DoesNotAddUp:
        return StatementWords::tr("opening balance and lines do not come to the closing balance");
    }
    return {};
}

QString withFound(const QString& sentence, const std::string& found)
{
    return found.empty() ? sentence + QLatin1Char('.') : sentence + QStringLiteral(": ") + plainText(found);
}

} // namespace

QString statementFaultSentence(const StatementFault& fault)
{
    const QString what = withFound(kindOfFault(fault.kind), fault.found);
    return fault.place > 0 ? StatementWords::tr("Line %1: %2").arg(QString::number(fault.place), what)
                           : StatementWords::tr("The file: %1").arg(what);
}

QString statementRefusalSentence(std::string_view reason, const std::string& found)
{
    if (reason == "STATEMENT_HAS_OTHER_CONTENT")
        return withFound(
            StatementWords::tr("A statement of this account with this number is here already and says something else. "
                               "One of the two is wrong: ask the bank"),
            found);
    if (const auto kind = fromName<StatementFaultKind>(reason))
        return withFound(StatementWords::tr("Not imported: %1").arg(kindOfFault(*kind)), found);
    return refusalSentence(reason, plainText(found));
}

QString lineMatchText(const std::string& match)
{
    if (match == "MATCHED")
        return StatementWords::tr("agrees");
    if (match == "NOT_YET")
        return StatementWords::tr("still open here");
    if (match == "NOT_OURS")
        return StatementWords::tr("not of this channel");
    return differenceKindText(match);
}

} // namespace onceover::models
