// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/server_identity.h"

#include "sql/migrations.h"

namespace onceover::store {

namespace {

/// What fails while we find out where we are is a failure to connect, whichever statement found it.
tl::unexpected<Failure> asConnectFailure(const Connection& connection, Failure failure)
{
    if (isMissingPrivilege(failure))
        failure = asMissingRole(std::move(failure), connection);
    failure.statement = "connect";
    return tl::unexpected{std::move(failure)};
}

tl::unexpected<Failure> refuseConnect(Refusal refusal, std::string found, std::string detail = {})
{
    auto refused = refuse(refusal, std::move(found));
    refused.value().statement = "connect";
    refused.value().detail = std::move(detail);
    return refused;
}

struct SchemaVersion {
    int version = 0;
    int readerMin = 0;
};

Result<SchemaVersion> readSchemaVersion(Connection& connection)
{
    const Result<Rows> presence = connection.run("ReadSchemaPresence");
    if (!presence)
        return tl::unexpected{presence.error()};
    const Result<bool> present = presence->readOne([](const Row& row) { return row.boolean("present"); });
    if (!present)
        return tl::unexpected{present.error()};
    if (!*present)
        return SchemaVersion{};
    const Result<Rows> rows = connection.run("ReadSchemaVersion");
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return SchemaVersion{};
    return rows->readOne([](const Row& row) { return SchemaVersion{row.int32("version"), row.int32("reader_min")}; });
}

Result<Done> checkVersion(const SchemaVersion& found, SchemaUse use)
{
    const int ours = sql::newestVersion();
    if (found.version < ours)
        return refuseConnect(
            Refusal::SchemaTooOld, std::to_string(found.version), "this program needs " + std::to_string(ours));
    const bool mayRead = use == SchemaUse::Read && found.readerMin <= ours;
    if (found.version > ours && !mayRead)
        return refuseConnect(
            Refusal::SchemaTooNew, std::to_string(found.version), "this program knows " + std::to_string(ours));
    return Done{};
}

ServerIdentity identityOf(const Row& row, const SessionFacts& session, int schemaVersion)
{
    ServerIdentity identity;
    identity.installationName = row.textOrEmpty("installation_name");
    identity.environment = row.textOrEmpty("environment");
    identity.database = row.string("database");
    identity.host = session.host;
    identity.login = row.string("login");
    identity.person = row.textOrEmpty("person");
    identity.personName = row.textOrEmpty("person_name");
    identity.roles = row.textArray("roles");
    identity.primary = !session.inRecovery;
    identity.encrypted = session.encrypted;
    identity.schemaVersion = schemaVersion;
    identity.serverVersion = session.serverVersion;
    identity.systemIdentifier = session.systemIdentifier;
    identity.timeline = session.timeline;
    return identity;
}

Result<ServerIdentity> identify(Connection& connection, SchemaUse use)
{
    const Result<SchemaVersion> version = readSchemaVersion(connection);
    if (!version)
        return asConnectFailure(connection, version.error());
    if (const Result<Done> checked = checkVersion(*version, use); !checked)
        return tl::unexpected{checked.error()};
    const Result<Rows> rows = connection.run("ReadServerIdentity");
    if (!rows)
        return asConnectFailure(connection, rows.error());
    const auto identity
        = rows->readOne([&](const Row& row) { return identityOf(row, connection.session(), version->version); });
    if (!identity)
        return asConnectFailure(connection, identity.error());
    if (identity->environment.empty())
        return refuseConnect(
            Refusal::SelfCheckFailed, "installation", "the table installation has no row; run migrate");
    return identity;
}

} // namespace

bool isMissingPrivilege(const Failure& failure)
{
    return failure.sqlState == "42501";
}

Failure asMissingRole(Failure failure, const Connection& connection)
{
    failure.kind = FailureKind::Refused;
    failure.refusal = Refusal::MissingRole;
    failure.found = connection.session().login;
    return failure;
}

Result<ServerIdentity> connectAndIdentify(Connection& connection, SchemaUse use)
{
    if (!connection.isConnected()) {
        if (const Result<Done> connected = connection.connect(); !connected)
            return tl::unexpected{connected.error()};
    }
    Result<ServerIdentity> identity = identify(connection, use);
    if (!identity)
        connection.close(); // The next try begins anew: the schema, or a grant, may be different by then.
    return identity;
}

} // namespace onceover::store
