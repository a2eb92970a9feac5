// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statement_check.h"

#include <map>
#include <string_view>

namespace onceover {

namespace {

tl::unexpected<StatementFault> statementFaultOf(StatementFaultKind kind, int place, std::string found)
{
    return tl::unexpected{StatementFault{kind, place, std::move(found)}};
}

/// Length and bytes, so that no two lists of texts look alike.
void putPart(std::string& bytes, std::string_view text)
{
    bytes += std::to_string(text.size());
    bytes += ':';
    bytes += text;
}

std::string bytesOf(const StatementLine& line)
{
    std::string bytes;
    for (const std::string& part : {std::to_string(line.amountMinor), line.currency, line.bookedOn.toString(),
             line.valueOn ? line.valueOn->toString() : std::string{}, line.bankReference, line.endToEnd, line.kind,
             line.text, std::string{line.isReversal ? "reversal" : ""}, line.returnReason})
        putPart(bytes, part);
    return bytes;
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

Sha256 contentOf(const BankStatement& statement)
{
    std::string bytes;
    const auto number
        = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : std::string{}; };
    for (const std::string& part :
        {statement.account, statement.reference, statement.currency, number(statement.openingMinor),
            number(statement.closingMinor), statement.from.toString(), statement.to.toString()})
        putPart(bytes, part);
    for (const StatementLine& line : statement.lines)
        bytes += bytesOf(line);
    return sha256(bytes);
}

std::vector<int> occurrencesOf(const BankStatement& statement)
{
    std::map<std::string, int> seen;
    std::vector<int> occurrences;
    occurrences.reserve(statement.lines.size());
    for (const StatementLine& line : statement.lines)
        occurrences.push_back(++seen[bytesOf(line)]);
    return occurrences;
}

} // namespace onceover
