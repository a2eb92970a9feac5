// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/migrator.h"

#include "sql/migrations.h"
#include "store/connection.h"
#include "store/self_check.h"

#include <array>
#include <charconv>

namespace onceover::store {

namespace {

struct AppliedMigration {
    int version = 0;
    std::string name;
    std::string sha256;
};

/// What ReadProvisioning found.
struct Provisioning {
    std::int64_t missingRoles = 0;
    std::int64_t missingMemberships = 0;
    bool mayCreateRoles = false;
    bool ownerMayCreate = false;
    std::string encoding;
};

ConnectionSettings migratorSettings(const MigrateSettings& settings)
{
    ConnectionSettings connection;
    connection.conninfo = settings.target.conninfo;
    connection.program = settings.program;
    connection.duty = "migrate";
    connection.statementTimeout = milliseconds{0}; // A migration takes what it takes.
    connection.lockTimeout = std::chrono::minutes{2};
    connection.idleInTransactionTimeout = std::chrono::minutes{2};
    return connection;
}

std::string label(const sql::Migration& migration)
{
    std::string number = std::to_string(migration.version);
    number.insert(0, 4 - std::min<std::size_t>(number.size(), 4), '0');
    return number + ' ' + std::string{migration.name};
}

/// The oldest schema version whose console may still read this one: "-- reader-min: N" in the file, else its own
/// number.
int readerMin(const sql::Migration& migration)
{
    constexpr std::string_view kMark = "\n-- reader-min: ";
    const std::size_t at = migration.text.find(kMark);
    int value = migration.version;
    if (at != std::string_view::npos) {
        const std::string_view rest = migration.text.substr(at + kMark.size());
        std::from_chars(rest.data(), rest.data() + rest.size(), value);
    }
    return value;
}

tl::unexpected<Failure> refusedBecause(Refusal refusal, std::string detail)
{
    auto refused = refuse(refusal);
    refused.value().statement = "migrate";
    refused.value().detail = std::move(detail);
    return refused;
}

Result<Provisioning> readProvisioning(Connection& connection)
{
    const auto rows = connection.run("ReadProvisioning");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) {
        return Provisioning{row.int64("missing_roles"), row.int64("missing_memberships"),
            row.boolean("may_create_roles"), row.boolean("owner_may_create"), row.string("encoding")};
    });
}

/// Group roles and the owner's right to make the schema, where they are missing and this login may give them.
Result<bool> provision(Connection& connection, const MigrateSettings& settings)
{
    auto found = readProvisioning(connection);
    if (!found)
        return tl::unexpected{found.error()};
    if (found->encoding != "UTF8")
        return refusedBecause(Refusal::SelfCheckFailed,
            "the database's encoding is " + found->encoding + ": create it with ENCODING 'UTF8'");
    bool provisioned = false;
    if (found->missingRoles + found->missingMemberships > 0) {
        if (!settings.provisionRoles || !found->mayCreateRoles)
            return refusedBecause(Refusal::MissingRole,
                "group roles are missing: run resources/sql/provision/roles.sql as a role that may create roles");
        if (const auto done = connection.runScript(sql::findProvision("roles")->text, "provision roles"); !done)
            return tl::unexpected{done.error()};
        provisioned = true;
    }
    if (!found->ownerMayCreate) {
        if (const auto done = connection.runScript(sql::findProvision("database")->text, "provision database"); !done)
            return tl::unexpected{done.error()};
    }
    return provisioned;
}

Result<std::vector<AppliedMigration>> readApplied(Connection& connection)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return tl::unexpected{version.error()};
    if (*version == 0)
        return std::vector<AppliedMigration>{};
    const auto rows = connection.run("ReadAppliedMigrations");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) {
        return AppliedMigration{row.int32("version"), row.string("name"), row.string("sha256")};
    });
}

/// An applied file never changes, and nothing was applied that this program does not know.
Result<Done> checkApplied(const std::vector<AppliedMigration>& applied)
{
    const auto known = sql::migrations();
    for (const AppliedMigration& row : applied) {
        if (row.version > sql::newestVersion())
            return refusedBecause(Refusal::SchemaTooNew,
                "the schema is at version " + std::to_string(applied.back().version) + ", this program knows "
                    + std::to_string(sql::newestVersion()) + ": install the newer program");
        const sql::Migration& file = known[static_cast<std::size_t>(row.version) - 1];
        if (file.sha256 != row.sha256)
            return refusedBecause(Refusal::SelfCheckFailed,
                "migration " + label(file) + " was applied with other bytes (" + row.sha256.substr(0, 12)
                    + "…): an applied migration never changes; use the program that applied it");
    }
    return Done{};
}

/// Runs `work` in one transaction as the owner.
template <typename Work>
Result<Done> asOwner(Connection& connection, Work work)
{
    static const std::array<Call, 2> kBegin{Call{"BeginReadCommitted", {}}, Call{"BecomeOwner", {}}};
    Result<Done> done = connection.runPipeline(kBegin).map([](const auto&) { return Done{}; });
    if (done)
        done = work();
    if (done)
        done = connection.run("Commit").map([](const Rows&) { return Done{}; });
    if (!done && connection.isConnected() && !connection.run("Rollback"))
        connection.close();
    return done;
}

Result<Done> apply(Connection& connection, const sql::Migration& migration, const std::string& appVersion)
{
    return asOwner(connection, [&]() -> Result<Done> {
        if (const auto done = connection.runScript(migration.text, "migration " + label(migration)); !done)
            return done;
        const auto recorded = connection.run("RecordMigration",
            params(migration.version, migration.name, migration.sha256, readerMin(migration), appVersion));
        if (!recorded)
            return tl::unexpected{recorded.error()};
        if (migration.version < sql::newestVersion())
            return Done{};
        return connection.run("RecordGuards").map([](const Rows&) { return Done{}; });
    });
}

Result<bool> makeInstallation(Connection& connection, const MigrateSettings& settings)
{
    bool made = false;
    const auto done = asOwner(connection, [&]() -> Result<Done> {
        const auto rows = connection.run("MakeInstallation", params(settings.installationName, settings.environment));
        if (!rows)
            return tl::unexpected{rows.error()};
        made = !rows->empty();
        return connection.run("MakePartitions").map([](const Rows&) { return Done{}; });
    });
    if (!done)
        return tl::unexpected{done.error()};
    return made;
}

} // namespace

Result<MigrateReport> migrate(const MigrateSettings& settings)
{
    Connection connection{migratorSettings(settings)};
    if (const auto connected = connection.connect(); !connected)
        return tl::unexpected{connected.error()};
    if (const auto locked = connection.run("LockMigrations"); !locked)
        return tl::unexpected{locked.error()};
    const auto applied = readApplied(connection);
    if (!applied)
        return tl::unexpected{applied.error()};
    if (const auto good = checkApplied(*applied); !good)
        return tl::unexpected{good.error()};

    MigrateReport report;
    report.before = applied->empty() ? 0 : applied->back().version;
    report.after = report.before;
    if (report.before < sql::newestVersion()) {
        const auto provisioned = provision(connection, settings);
        if (!provisioned)
            return tl::unexpected{provisioned.error()};
        report.rolesProvisioned = *provisioned;
    }
    for (const sql::Migration& migration : sql::migrations()) {
        if (migration.version <= report.before)
            continue;
        if (const auto done = apply(connection, migration, settings.appVersion); !done)
            return tl::unexpected{done.error()};
        report.applied.push_back(label(migration));
        report.after = migration.version;
    }
    const auto made = makeInstallation(connection, settings);
    if (!made)
        return tl::unexpected{made.error()};
    report.installationMade = *made;
    report.database = connection.session().database;
    const auto rows = connection.run("ReadEnvironment");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto environment = rows->readOne([](const Row& row) { return row.string("environment"); });
    if (!environment)
        return tl::unexpected{environment.error()};
    report.environment = *environment;
    return report;
}

} // namespace onceover::store
