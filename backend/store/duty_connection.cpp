// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/duty_connection.h"

#include "store/self_check.h"

namespace onceover::store {

namespace {

ConnectionSettings connectionSettings(const DutySettings& duty)
{
    ConnectionSettings settings;
    settings.conninfo = duty.login.empty() ? duty.target.conninfo : duty.target.withUser(duty.login).conninfo;
    settings.program = duty.program;
    settings.duty = duty.duty;
    settings.connectTimeout = duty.connectTimeout;
    settings.statementTimeout = duty.statementTimeout;
    return settings;
}

} // namespace

DutyConnection::DutyConnection(DutySettings settings)
    : m_settings(std::move(settings))
    , m_connection(connectionSettings(m_settings))
{
}

Result<Connection*> DutyConnection::ready()
{
    if (m_connection.isConnected())
        return &m_connection;
    if (const auto connected = m_connection.connect(); !connected)
        return tl::unexpected{connected.error()};
    Result<Done> checked = checkEngineSession(m_connection);
    if (checked)
        checked = m_connection.run("HoldWorkerAlive", params(m_settings.worker)).map([](const Rows&) { return Done{}; });
    if (!checked) {
        m_connection.close();
        return tl::unexpected{checked.error()};
    }
    return &m_connection;
}

void DutyConnection::remember(const std::optional<CommitDoubt>& doubt)
{
    if (doubt)
        m_doubt = doubt;
}

Result<CommitFate> DutyConnection::settleDoubt()
{
    const Result<Connection*> connection = ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    if (!m_doubt)
        return CommitFate::Unknown;
    const Result<CommitFate> fate = (*connection)->fateOf(*m_doubt);
    if (fate && *fate == CommitFate::InProgress)
        return fail(FailureKind::Unavailable, "the doubtful commit is still in progress", "ReadTransactionFate");
    if (fate)
        m_doubt.reset();
    return fate;
}

} // namespace onceover::store
