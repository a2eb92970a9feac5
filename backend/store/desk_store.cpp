// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/desk_store.h"

#include "store/server_identity.h"

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

} // namespace onceover::store
