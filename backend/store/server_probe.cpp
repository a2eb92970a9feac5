// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/server_probe.h"

#include "sql/migrations.h"
#include "store/connection.h"
#include "store/self_check.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover::store {

namespace {

constexpr int kOldestServer = 150000;

/// A script of resources/sql/provision that uses one capability and leaves nothing behind.
struct Capability {
    std::string_view script;
    std::string_view what;
    std::string_view remedy;
};

constexpr std::array kCapabilities{
    Capability{"probe_transition_tables", "triggers with transition tables",
        "use a PostgreSQL 15 or later, or a server that has statement triggers with REFERENCING NEW TABLE"},
    Capability{"probe_row_triggers", "row triggers with WHEN that are always on",
        "use a server that keeps ENABLE ALWAYS triggers on"},
    Capability{"probe_skip_locked", "SKIP LOCKED", "use a server that has FOR UPDATE SKIP LOCKED"},
    Capability{"probe_advisory_locks", "advisory locks", "use a server that has advisory transaction locks"},
    Capability{"probe_transaction_status", "pg_xact_status", "without it a lost COMMIT can only be read back by key"},
    Capability{
        "probe_listen", "LISTEN", "use a primary, or live with polling: screens and duties are only woken later"},
};

/// A setting as it must be, or as it is better.
struct SettingRule {
    std::string_view name;
    bool isAdvice;
    bool (*holds)(std::string_view value);
    std::string_view remedy;
};

constexpr std::array kSettings{
    SettingRule{"server_encoding", false, [](std::string_view v) { return v == "UTF8"; },
        "create the database with ENCODING 'UTF8'"},
    SettingRule{"fsync", false, [](std::string_view v) { return v == "on"; },
        "set fsync = on: without it a crash loses money that was promised"},
    SettingRule{"full_page_writes", false, [](std::string_view v) { return v == "on"; }, "set full_page_writes = on"},
    SettingRule{"synchronous_commit", false, [](std::string_view v) { return v == "on" || v == "remote_apply"; },
        "set synchronous_commit = on (or remote_apply)"},
    SettingRule{"session_replication_role", false, [](std::string_view v) { return v == "origin"; },
        "do not set session_replication_role"},
    SettingRule{"data_checksums", true, [](std::string_view v) { return v == "on"; },
        "make the cluster with initdb --data-checksums"},
    SettingRule{"track_commit_timestamp", true, [](std::string_view v) { return v == "on"; },
        "set track_commit_timestamp = on, so that evidence says when each row was committed"},
    SettingRule{"log_min_error_statement", true, [](std::string_view v) { return v != "fatal" && v != "panic"; },
        "set log_min_error_statement = error, so that a missing privilege is found in the server log"},
    SettingRule{"log_line_prefix", true,
        [](std::string_view v) {
            return v.find("%u") != std::string_view::npos && v.find("%d") != std::string_view::npos;
        },
        "put %u and %d into log_line_prefix, so that the server log names user and database"},
};

ProbeFinding findingOf(std::string what, bool holds, std::string found, std::string_view remedy, bool isAdvice = false)
{
    return {.what = std::move(what),
        .holds = holds,
        .isAdvice = isAdvice,
        .found = std::move(found),
        .remedy = holds ? "" : std::string{remedy}};
}

ConnectionSettings probeSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "doctor";
    settings.readOnly = true; // A standby, or a session with settings to complain about, is looked at as well.
    return settings;
}

void addVersion(const Connection& connection, std::vector<ProbeFinding>& findings)
{
    const int version = connection.session().serverVersion;
    findings.push_back(findingOf("server version", version >= kOldestServer,
        std::to_string(version / 10000) + "." + std::to_string(version % 10000), "use PostgreSQL 15 or later"));
    findings.push_back(findingOf("primary", !connection.session().inRecovery,
        connection.session().inRecovery ? "a standby" : "a primary",
        "the engine and every act need the primary: add target_session_attrs=read-write", true));
}

void addCapabilities(Connection& connection, std::vector<ProbeFinding>& findings)
{
    for (const Capability& capability : kCapabilities) {
        const sql::Provision* script = sql::findProvision(capability.script);
        if (script == nullptr)
            continue;
        const Result<Done> tried = connection.runScript(script->text, capability.script);
        std::string found = "works";
        if (!tried) {
            found = tried.error().detail;
            static_cast<void>(connection.run("Rollback")); // Ends what the failed script began.
        }
        findings.push_back(
            findingOf(std::string{capability.what}, tried.has_value(), std::move(found), capability.remedy));
    }
}

Result<Done> addSettings(Connection& connection, std::vector<ProbeFinding>& findings)
{
    const Result<Rows> rows = connection.run("ReadServerSettings");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto pairs = rows->readAll([](const Row& row) {
        return std::pair{row.string("name"), row.textOrEmpty("setting")};
    });
    if (!pairs)
        return tl::unexpected{pairs.error()};
    const std::map<std::string, std::string> values{pairs->begin(), pairs->end()};
    for (const SettingRule& rule : kSettings) {
        const auto value = values.find(std::string{rule.name});
        const bool known = value != values.end();
        findings.push_back(findingOf("setting " + std::string{rule.name}, known && rule.holds(value->second),
            known ? value->second : "unknown to this server", rule.remedy, rule.isAdvice));
    }
    return Done{};
}

struct GroupRole {
    std::string name;
    bool present = false;
    bool canLogin = false;
    bool inherits = true;
    bool isExempt = false;
};

/// The first thing that is wrong with a group role; empty when it is as it must be.
std::string roleTrouble(const GroupRole& role)
{
    if (!role.present)
        return "missing";
    if (role.canLogin)
        return "can log in";
    if (role.isExempt)
        return "is a superuser or bypasses row security";
    if (role.name == "onceover_migrator" && role.inherits)
        return "inherits the owner's rights";
    return {};
}

Result<Done> addRoles(Connection& connection, std::vector<ProbeFinding>& findings)
{
    const Result<Rows> rows = connection.run("ReadGroupRoles");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto roles = rows->readAll([](const Row& row) {
        return GroupRole{row.string("name"), row.boolean("present"), row.boolean("can_login"), row.boolean("inherits"),
            row.boolean("is_exempt")};
    });
    if (!roles)
        return tl::unexpected{roles.error()};
    std::size_t good = 0;
    for (const GroupRole& role : *roles) {
        const std::string trouble = roleTrouble(role);
        if (trouble.empty())
            ++good;
        else
            findings.push_back(findingOf("role " + role.name, false, trouble,
                "run `onceoverctl migrate` once as a login that may create roles, or "
                "resources/sql/provision/roles.sql"));
    }
    if (good == roles->size())
        findings.push_back(findingOf("group roles", true, std::to_string(good) + " of " + std::to_string(good), ""));
    return Done{};
}

/// Advice: without it a freeze waits for whoever holds its barrier.
Result<Done> addBarrier(Connection& connection, std::vector<ProbeFinding>& findings)
{
    const Result<Rows> rows = connection.run("CanEndBarrierHolders");
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto may = rows->readOne([](const Row& row) { return row.boolean("may"); });
    if (!may)
        return tl::unexpected{may.error()};
    findings.push_back(findingOf("freeze ends who keeps it waiting", *may,
        *may ? "onceover_api may end sessions" : "onceover_api is no member of pg_signal_backend",
        "GRANT pg_signal_backend TO onceover_api (resources/sql/provision/roles.sql)", true));
    return Done{};
}

/// Schema version, guards, indexes: what the engine itself would refuse to work without.
void addInstallation(Connection& connection, std::vector<ProbeFinding>& findings)
{
    const Result<int> version = schemaVersion(connection);
    const int ours = sql::newestVersion();
    if (!version) {
        findings.push_back(findingOf("schema version", false, version.error().detail,
            "log in as somebody who holds a duty (GRANT onceover_viewer TO … at least)"));
        return;
    }
    const std::string_view remedy
        = *version < ours ? "run `onceoverctl migrate`" : "use the programs of the newer version";
    findings.push_back(findingOf("schema version", *version == ours,
        std::to_string(*version) + ", this program is of " + std::to_string(ours), remedy));
    if (*version != ours)
        return;
    const auto complaints = engineComplaints(connection);
    if (!complaints) {
        findings.push_back(
            findingOf("guards and indexes", false, complaints.error().detail, "log in as an auditor (--as)"));
        return;
    }
    for (const Complaint& complaint : *complaints)
        findings.push_back(findingOf(std::string{complaint.what}, false, complaint.missing, complaint.remedy));
    if (complaints->empty())
        findings.push_back(findingOf("guards and indexes", true, "complete", ""));
}

} // namespace

Result<std::vector<ProbeFinding>> probeServer(const ConnectionTarget& target, std::string program)
{
    Connection connection{probeSettings(target, std::move(program))};
    if (const Result<Done> connected = connection.connect(); !connected)
        return tl::unexpected{connected.error()};
    std::vector<ProbeFinding> findings;
    addVersion(connection, findings);
    addCapabilities(connection, findings);
    if (const Result<Done> read = addSettings(connection, findings); !read)
        return tl::unexpected{read.error()};
    if (const Result<Done> read = addRoles(connection, findings); !read)
        return tl::unexpected{read.error()};
    if (const Result<Done> read = addBarrier(connection, findings); !read)
        return tl::unexpected{read.error()};
    addInstallation(connection, findings);
    return findings;
}

} // namespace onceover::store
