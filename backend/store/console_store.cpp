// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/console_store.h"

#include "store/batch_detail.h"
#include "store/batch_list.h"
#include "store/incident_detail.h"
#include "store/operation_detail.h"
#include "store/operation_list.h"
#include "store/overview_reader.h"
#include "store/request_detail.h"
#include "store/server_identity.h"
#include "store/transaction.h"
#include "store/work_list.h"

#include <algorithm>
#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings consoleSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "console";
    settings.statementTimeout = milliseconds{3000};
    settings.readOnly = true;
    return settings;
}

} // namespace

ConsoleStore::ConsoleStore(const ConnectionTarget& target, std::string program)
    : m_connection(consoleSettings(target, std::move(program)))
{
}

Result<ServerIdentity> ConsoleStore::connect()
{
    Result<ServerIdentity> identity = connectAndIdentify(m_connection, SchemaUse::Read);
    if (identity)
        m_identity = *identity;
    return identity;
}

Result<Done> ConsoleStore::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<OverviewSnapshot> ConsoleStore::readOverview()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    Result<OverviewSnapshot> overview = store::readOverview(snapshot);
    if (!overview)
        return overview;
    overview->server = m_identity;
    if (m_identity.environment == "sandbox") {
        Result<PracticeFacts> practice = readPractice(snapshot);
        if (!practice)
            return tl::unexpected{practice.error()};
        overview->practice = std::move(*practice);
    }
    return overview;
}

Result<Page<BatchRow>> ConsoleStore::readBatches(const ListQuery& query)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readBatchPage(snapshot, query);
}

Result<Page<OperationRow>> ConsoleStore::readOperations(const ListQuery& query)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readOperationPage(snapshot, query);
}

Result<WorkPage> ConsoleStore::readWork(WorkList list, const ListQuery& query)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readWorkPage(snapshot, list, query);
}

Result<BatchDetail> ConsoleStore::readBatch(const std::string& runKey)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readBatchDetail(snapshot, runKey);
}

Result<OperationDetail> ConsoleStore::readOperation(const OperationId& id)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    const bool auditor = std::find(m_identity.roles.begin(), m_identity.roles.end(), "auditor") != m_identity.roles.end();
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readOperationDetail(snapshot, id, auditor);
}

Result<FreezesNow> ConsoleStore::readFreezes()
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readFreezesNow(snapshot);
}

Result<RequestDetail> ConsoleStore::readRequest(std::int64_t id, int itemsMost)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readRequestDetail(snapshot, id, itemsMost);
}

Result<IncidentDetail> ConsoleStore::readIncident(std::int64_t id)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Transaction snapshot{m_connection, Transaction::Mode::ReadOnlySnapshot};
    return readIncidentDetail(snapshot, id);
}

void ConsoleStore::requestCancel()
{
    m_connection.requestCancel();
}

} // namespace onceover::store
