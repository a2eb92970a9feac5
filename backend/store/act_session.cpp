// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/act_session.h"

#include "store/server_identity.h"

#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings actSettings(const ConnectionTarget& target, std::string program, ActUse use)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = std::move(use.duty);
    settings.statementTimeout = use.patience;
    settings.lockTimeout = use.lockPatience;
    return settings;
}

} // namespace

ActSession::ActSession(const ConnectionTarget& target, std::string program, ActUse use)
    : m_connection(actSettings(target, std::move(program), std::move(use)))
{
}

Result<ServerIdentity> ActSession::connect()
{
    return connectAndIdentify(m_connection, SchemaUse::Act);
}

Result<Done> ActSession::ensureConnected()
{
    if (m_connection.isConnected())
        return Done{};
    if (const Result<ServerIdentity> identity = connect(); !identity)
        return tl::unexpected{identity.error()};
    return Done{};
}

Result<Rows> ActSession::act(std::string_view statement, const Params& asked, const ActNote& note)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    Result<Rows> rows = m_connection.run(statement, asked);
    if (rows)
        return rows;
    Failure failure = rows.error();
    if (isMissingPrivilege(failure)) {
        // The server refused the call itself, so nothing of it was audited; this row is best effort (SECURITY.md).
        static_cast<void>(m_connection.run("RecordRefusal", params(note.id, "42501", note.name, note.target)));
        failure = asMissingRole(std::move(failure), m_connection);
    } else if (failure.kind == FailureKind::Unavailable && !m_connection.isConnected()) {
        // The statement commits by itself, so a connection that died before the answer leaves the act in doubt.
        failure.kind = FailureKind::InDoubt;
    }
    return tl::unexpected{std::move(failure)};
}

Result<Rows> ActSession::read(std::string_view statement, const Params& asked)
{
    if (const Result<Done> connected = ensureConnected(); !connected)
        return tl::unexpected{connected.error()};
    return m_connection.run(statement, asked);
}

WaitEnd ActSession::waitForTick(int wakeFd, milliseconds atMost)
{
    return m_connection.waitForTick(wakeFd, atMost);
}

RequestAnswer readRequestAnswer(const Row& row)
{
    RequestAnswer answer;
    answer.done = row.text("outcome") == "DONE";
    answer.reason = row.textOrEmpty("reason");
    answer.found = row.textOrEmpty("found");
    answer.id = row.optionalInt64("approval_id").value_or(0);
    answer.kind = row.textOrEmpty("kind");
    answer.status = row.textOrEmpty("status");
    answer.maker = row.textOrEmpty("maker");
    answer.checker = row.textOrEmpty("checker");
    answer.expiresAt = row.optionalTimestamp("expires_at");
    return answer;
}

} // namespace onceover::store
