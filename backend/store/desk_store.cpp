// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/desk_store.h"

#include "store/desk_rows.h"
#include "store/server_identity.h"
#include "store/transaction.h"
#include "store/watch_rows.h"

#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings deskSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "desk";
    settings.statementTimeout = std::chrono::seconds{60};
    settings.readOnly = true;
    return settings;
}

OwnMonth readOwnMonth(const Row& row)
{
    OwnMonth month;
    month.jobs = row.int64("jobs");
    month.executions = row.int64("executions");
    month.failures = row.int64("failures");
    month.repeats = row.int64("repeats");
    month.executionsOfMoney = row.int64("executions_of_money");
    month.failuresOfMoney = row.int64("failures_of_money");
    if (!row.isNull("backoff_ms"))
        month.backoffMillis = row.int64Array("backoff_ms");
    month.reconciliationMillis = row.optionalInt64("reconciliation_ms");
    return month;
}

AlertRow readAlertRow(const Row& row)
{
    AlertRow alert;
    alert.id = row.int64("alert_id");
    alert.rule = row.string("rule");
    alert.subject = row.string("subject");
    alert.grade = row.string("grade");
    alert.key = row.string("idempotency_key");
    alert.lastError = row.string("last_error");
    alert.detail = row.string("detail");
    alert.openedAt = row.timestamp("opened_at");
    alert.acknowledgedBy = row.textOrEmpty("acknowledged_by");
    alert.acknowledgedAt = row.optionalTimestamp("acknowledged_at");
    alert.escalations = row.int32("escalations");
    return alert;
}

DeadLetterRow readDeadLetterRow(const Row& row)
{
    DeadLetterRow letter;
    letter.id = row.int64("dead_letter_id");
    letter.subject = row.string("subject");
    letter.job = row.string("job_id");
    letter.bizDate = row.date("biz_date");
    letter.grade = row.string("grade");
    letter.key = row.string("idempotency_key");
    letter.failureClass = row.string("failure_class");
    letter.lastError = row.string("last_error");
    letter.payloadBytes = row.int64("payload_size");
    letter.attempts = row.int32("attempts");
    letter.amountMinor = row.optionalInt64("amount_minor");
    letter.currency = row.textOrEmpty("currency");
    letter.status = row.string("status");
    letter.openedAt = row.timestamp("opened_at");
    return letter;
}

template <typename Read>
auto readRows(Transaction& snapshot, std::string_view statement, const Params& asked, Read read)
    -> decltype(std::declval<const Rows&>().readAll(read))
{
    const auto rows = snapshot.run(statement, asked);
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(read);
}

} // namespace

DeskStore::DeskStore(const ConnectionTarget& target, std::string program)
    : m_connection(deskSettings(target, std::move(program)))
{
}

Result<ServerIdentity> DeskStore::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Read);
}

Result<Done> DeskStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    return connect().map([](const ServerIdentity&) { return Done{}; });
}

Result<OwnMonth> DeskStore::ownMonth(milliseconds lookBack)
{
    if (const auto connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const auto rows = m_connection.run("ReadOwnMonth", params(lookBack));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne(readOwnMonth);
}

Result<Timestamp> DeskStore::readClock()
{
    if (const auto connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const auto rows = m_connection.run("ReadClockNow");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) { return row.timestamp("now"); });
}

Result<DeskList<AlertRow>> DeskStore::openAlerts()
{
    const auto clock = readClock();
    if (!clock)
        return tl::unexpected{clock.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    auto rows = readRows(snapshot, "ReadAlertsOfDesk", {}, readAlertRow);
    if (!rows)
        return tl::unexpected{rows.error()};
    return DeskList<AlertRow>{*clock, *std::move(rows)};
}

Result<DeskList<DeadLetterRow>> DeskStore::deadLetters(milliseconds olderThan)
{
    const auto clock = readClock();
    if (!clock)
        return tl::unexpected{clock.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    auto rows = readRows(snapshot, "ReadLettersOfDesk", params(*clock - olderThan), readDeadLetterRow);
    if (!rows)
        return tl::unexpected{rows.error()};
    return DeskList<DeadLetterRow>{*clock, *std::move(rows)};
}

Result<ReconciliationSheet> DeskStore::recordedDay(const BusinessDate& day, const std::string& channel)
{
    const auto clock = readClock();
    if (!clock)
        return tl::unexpected{clock.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    auto comparisons = readRows(snapshot, "ReadComparisonsOfDay", params(day, channel), readComparisonRow);
    if (!comparisons)
        return tl::unexpected{comparisons.error()};
    auto differences = readRows(snapshot, "ReadDifferencesOfDay", params(day, channel), readDifferenceRow);
    if (!differences)
        return tl::unexpected{differences.error()};
    return ReconciliationSheet{*clock, *std::move(comparisons), *std::move(differences)};
}

Result<ReconciliationSheet> DeskStore::threeTablesNow()
{
    const auto clock = readClock();
    if (!clock)
        return tl::unexpected{clock.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    auto comparisons = readRows(snapshot, "CountThreeTables", {}, [&](const Row& row) {
        ComparisonRow comparison;
        comparison.kind = "three tables";
        comparison.compared = row.int64("compared");
        comparison.differences = row.int64("differences");
        comparison.outcome = comparison.compared == 0 ? "NOTHING_COMPARED" : "COMPARED";
        comparison.startedAt = *clock;
        return comparison;
    });
    if (!comparisons)
        return tl::unexpected{comparisons.error()};
    auto differences = readRows(snapshot, "ReadThreeTableDifferences", {}, readDifferenceRow);
    if (!differences)
        return tl::unexpected{differences.error()};
    return ReconciliationSheet{*clock, *std::move(comparisons), *std::move(differences)};
}

Result<std::vector<BookPair>> DeskStore::pairUp(const std::string& channel, std::vector<TheirEntry> theirs)
{
    if (const auto connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const auto rows = m_connection.run("PairOurBook", pairParams(channel, theirs));
    if (!rows)
        return tl::unexpected{rows.error()};
    return readPairs(*rows, std::move(theirs));
}

Result<std::vector<OurEntry>> DeskStore::acceptedBefore(
    const std::string& channel, Timestamp before, OurPlace after, int limit)
{
    if (const auto connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const auto rows = m_connection.run("ReadAcceptedBook", acceptedParams(channel, before, after, limit));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll(readOurEntry);
}

Result<std::int64_t> DeskStore::countAcceptedBefore(const std::string& channel, Timestamp before)
{
    if (const auto connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const auto rows = m_connection.run("CountAcceptedBook", params(channel, before));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne(readAccepted);
}

} // namespace onceover::store
