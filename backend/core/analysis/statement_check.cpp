// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statement_check.h"

#include <utility>

namespace onceover {

namespace {

tl::unexpected<StatementFault> statementFaultOf(StatementFaultKind kind, int place, std::string found)
{
    return tl::unexpected{StatementFault{kind, place, std::move(found)}};
}

} // namespace

tl::expected<std::monostate, StatementFault> checkStatement(const BankStatement& statement)
{
    if (!statement.openingMinor || !statement.closingMinor)
        return statementFaultOf(StatementFaultKind::BalanceMissing, statement.place,
            statement.openingMinor ? "no closing balance" : "no opening balance");
    std::int64_t sum = *statement.openingMinor;
    for (const StatementLine& line : statement.lines) {
        if (line.currency != statement.currency)
            return statementFaultOf(StatementFaultKind::CurrencyDiffers, line.place,
                line.currency + " on an account in " + statement.currency);
        if (__builtin_add_overflow(sum, line.amountMinor, &sum))
            return statementFaultOf(StatementFaultKind::Malformed, line.place, "the sum is out of range");
    }
    if (sum != *statement.closingMinor)
        return statementFaultOf(StatementFaultKind::DoesNotAddUp, statement.place,
            "opening " + std::to_string(*statement.openingMinor) + " and " + std::to_string(statement.lines.size())
                + " lines come to " + std::to_string(sum) + ", closing is " + std::to_string(*statement.closingMinor)
                + " (minor units)");
    return std::monostate{};
}

} // namespace onceover
