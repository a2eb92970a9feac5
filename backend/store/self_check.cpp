// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/self_check.h"

#include "sql/migrations.h"

namespace onceover::store {

namespace {

/// One row of ReadEngineSelfCheck.
struct SelfCheckRow {
    int schemaVersion = 0;
    bool superuser = false;
    bool bypassesRls = false;
    std::string environment; ///< Empty: the installation row is missing.
    std::int64_t systemIdentifier = 0;
    int timeline = 0;
    bool clockIsReal = false;
};

SelfCheckRow selfCheckFrom(const Row& row)
{
    SelfCheckRow found;
    found.schemaVersion = static_cast<int>(row.optionalInt64("schema_version").value_or(0));
    found.superuser = row.boolean("superuser");
    found.bypassesRls = row.boolean("bypasses_rls");
    found.environment = row.textOrEmpty("environment");
    found.systemIdentifier = row.optionalInt64("system_identifier").value_or(0);
    found.timeline = static_cast<int>(row.optionalInt64("timeline").value_or(0));
    found.clockIsReal = row.optionalBoolean("clock_is_real").value_or(false);
    return found;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

void complainAboutLogin(const SelfCheckRow& found, const SessionFacts& session, std::vector<Complaint>& complaints)
{
    if (found.superuser || found.bypassesRls) {
        complaints.push_back({"SUPERUSER_LOGIN",
            "the login " + session.login + (found.superuser ? " is a superuser" : " has BYPASSRLS")
                + ", which no guard binds",
            "connect as a login that is a member of this duty's group role alone"});
    }
}

void complainAboutInstallation(
    const SelfCheckRow& found, const SessionFacts& session, std::vector<Complaint>& complaints)
{
    if (found.environment.empty()) {
        complaints.push_back({"NO_INSTALLATION", "the installation row is missing", "run `onceoverctl migrate`"});
        return;
    }
    if (!found.clockIsReal && found.environment != "sandbox") {
        complaints.push_back({"MOVABLE_CLOCK", "onceover.clock() is not the server's clock, and this is no sandbox",
            "restore the function of migration 1"});
    }
    if (found.systemIdentifier != session.systemIdentifier || found.timeline != session.timeline) {
        complaints.push_back({"OTHER_SERVER",
            "the installation belongs to server " + std::to_string(found.systemIdentifier) + " timeline "
                + std::to_string(found.timeline) + ", this is server " + std::to_string(session.systemIdentifier)
                + " timeline " + std::to_string(session.timeline),
            "after a failover or restore start a worker: its first connection freezes everything and raises the "
            "epoch"});
    }
}

Result<std::vector<std::string>> guardFaults(Connection& connection)
{
    const auto rows = connection.run("ReadGuardFaults");
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readAll([](const Row& row) { return row.string("fault"); });
}

/// Of the database, not of the server: neighbours on one server each have their own guards.
std::string placeOf(const SessionFacts& session)
{
    return std::to_string(session.systemIdentifier) + ' ' + std::to_string(session.timeline) + ' ' + session.database;
}

} // namespace

Result<int> schemaVersion(Connection& connection)
{
    const auto rows = connection.run("IsSchemaThere");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto there = rows->readOne([](const Row& row) { return row.boolean("there"); });
    if (!there)
        return tl::unexpected{there.error()};
    if (!*there)
        return 0;
    const auto applied = connection.run("ReadAppliedMigrations");
    if (!applied)
        return tl::unexpected{applied.error()};
    const auto versions = applied->readAll([](const Row& row) { return row.int32("version"); });
    if (!versions)
        return tl::unexpected{versions.error()};
    return versions->empty() ? 0 : versions->back();
}

Result<std::vector<Complaint>> engineComplaints(Connection& connection, GuardsSeen* seen)
{
    std::vector<Complaint> complaints;
    const Result<int> version = schemaVersion(connection);
    if (!version)
        return tl::unexpected{version.error()};
    const int expected = sql::newestVersion();
    if (*version < expected) {
        complaints.push_back({"SCHEMA_TOO_OLD",
            "the schema is at version " + std::to_string(*version) + ", this program needs " + std::to_string(expected),
            "run `onceoverctl migrate`"});
        return complaints;
    }
    if (*version > expected) {
        complaints.push_back({"SCHEMA_TOO_NEW",
            "the schema is at version " + std::to_string(*version) + ", this program knows " + std::to_string(expected),
            "install the newer program"});
        return complaints;
    }
    const auto rows = connection.run("ReadEngineSelfCheck");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto found = rows->readOne(selfCheckFrom);
    if (!found)
        return tl::unexpected{found.error()};
    complainAboutLogin(*found, connection.session(), complaints);
    complainAboutInstallation(*found, connection.session(), complaints);
    Result<std::vector<std::string>> faults;
    const auto look = [&] {
        faults = guardFaults(connection);
        return faults && faults->empty();
    };
    if (seen)
        seen->lookUnlessSeen(placeOf(connection.session()), look);
    else
        look();
    if (!faults)
        return tl::unexpected{faults.error()};
    if (!faults->empty()) {
        complaints.push_back({"GUARD_FAULT", joined(*faults),
            "restore each as the migration made it (a trigger: ALTER TABLE … ENABLE ALWAYS TRIGGER …), then "
            "`onceoverctl verify`; a trigger that was added: drop it, or, where it was meant, let the owner record it "
            "(SELECT onceover.record_guards(), which the audit tells); a unique index that cannot be made has found doubles: freeze and reconcile first"});
    }
    return complaints;
}

Result<Done> checkEngineSession(Connection& connection, GuardsSeen* seen)
{
    const auto complaints = engineComplaints(connection, seen);
    if (!complaints)
        return tl::unexpected{complaints.error()};
    if (complaints->empty())
        return Done{};
    const std::string_view first = complaints->front().what;
    auto refused = refuse(first == "SCHEMA_TOO_OLD" ? Refusal::SchemaTooOld
            : first == "SCHEMA_TOO_NEW"             ? Refusal::SchemaTooNew
                                                    : Refusal::SelfCheckFailed,
        std::string{first});
    refused.value().statement = "self-check";
    for (const Complaint& complaint : *complaints) {
        std::string& detail = refused.value().detail;
        detail += (detail.empty() ? "" : "; ") + complaint.missing + ": " + complaint.remedy;
    }
    return refused;
}

Result<Done> checkFaultsAllowed(Connection& connection)
{
    const auto rows = connection.run("ReadEnvironment");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto environment = rows->readOne([](const Row& row) { return row.string("environment"); });
    if (!environment)
        return tl::unexpected{environment.error()};
    if (*environment != "sandbox")
        return refuse(Refusal::NotASandbox, *environment);
    return Done{};
}

} // namespace onceover::store
