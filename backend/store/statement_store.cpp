// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/statement_store.h"

#include "store/desk_rows.h"

#include <utility>
#include <vector>

namespace onceover::store {

namespace {

/// One list a column; references of a line are one text, because an array of arrays must be square.
struct LineColumns {
    std::vector<std::int64_t> amounts;
    std::vector<std::string> currencies;
    std::vector<BusinessDate> booked;
    std::vector<std::optional<BusinessDate>> value;
    std::vector<std::string> bankReferences;
    std::vector<std::string> endToEnd;
    std::vector<std::string> kinds;
    std::vector<std::string> texts;
    std::vector<std::string> references;
    std::vector<int> reversals;
    std::vector<std::string> returned;
};

LineColumns columnsOf(const std::vector<StatementLine>& lines)
{
    LineColumns columns;
    for (const StatementLine& line : lines) {
        columns.amounts.push_back(line.amountMinor);
        columns.currencies.push_back(line.currency);
        columns.booked.push_back(line.bookedOn);
        columns.value.push_back(line.valueOn);
        columns.bankReferences.push_back(line.bankReference);
        columns.endToEnd.push_back(line.endToEnd);
        columns.kinds.push_back(line.kind);
        columns.texts.push_back(line.text);
        std::string all;
        for (const std::string& reference : line.references)
            all += (all.empty() ? "" : "\n") + reference;
        columns.references.push_back(std::move(all));
        columns.reversals.push_back(line.isReversal ? 1 : 0);
        columns.returned.push_back(line.returnReason);
    }
    return columns;
}

StatementAnswer readStatementAnswer(const Row& row)
{
    StatementAnswer answer;
    answer.done = row.text("outcome") == "DONE";
    answer.reason = row.textOrEmpty("reason");
    answer.found = row.textOrEmpty("found");
    answer.statement = row.optionalInt64("statement_id").value_or(0);
    answer.isNew = row.boolean("is_new");
    answer.by = row.textOrEmpty("imported_by");
    answer.at = row.optionalTimestamp("imported_at");
    answer.compared = row.optionalInt64("compared").value_or(0);
    answer.differences = row.optionalInt64("differences").value_or(0);
    answer.opened = row.optionalInt64("opened").value_or(0);
    return answer;
}

} // namespace

StatementStore::StatementStore(const ConnectionTarget& target, std::string program)
    : m_session(target, std::move(program))
{
}

Result<ServerIdentity> StatementStore::connect()
{
    return m_session.connect();
}

Result<StatementAnswer> StatementStore::importStatement(
    const ChannelId& channel, const Sha256& file, const BankStatement& statement, const Uuid& requestId)
{
    const LineColumns lines = columnsOf(statement.lines);
    return readAnswer(
        m_session.act("ImportStatement",
            params(channel, toHex(file), statement.format, statement.account, statement.reference, statement.currency,
                statement.openingMinor, statement.closingMinor, statement.from, statement.to, lines.amounts,
                lines.currencies, lines.booked, lines.value, lines.bankReferences, lines.endToEnd, lines.kinds,
                lines.texts, lines.references, lines.reversals, lines.returned, requestId),
            {"import statement", "channel " + channel.value, requestId}),
        readStatementAnswer);
}

Result<ReconciliationSheet> StatementStore::sheetOf(std::int64_t statement)
{
    ReconciliationSheet sheet;
    const auto clock = m_session.read("ReadClockNow");
    const auto comparisons = clock ? m_session.read("ReadComparisonOfStatement", params(statement)) : clock;
    const auto differences
        = comparisons ? m_session.read("ReadDifferencesOfStatement", params(statement)) : comparisons;
    if (!differences)
        return tl::unexpected{differences.error()};
    const auto now = clock->readOne([](const Row& row) { return row.timestamp("now"); });
    auto compared = comparisons->readAll(readComparisonRow);
    auto found = differences->readAll(readDifferenceRow);
    if (!now || !compared || !found)
        return tl::unexpected{!now ? now.error() : !compared ? compared.error() : found.error()};
    return ReconciliationSheet{*now, *std::move(compared), *std::move(found)};
}

} // namespace onceover::store
