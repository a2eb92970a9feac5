// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/provisioning.h"

#include "core/policies/job_types.h"

#include "sandbox/business_writer.h"
#include "sandbox/logins.h"
#include "sql/migrations.h"
#include "store/connection.h"
#include "store/migrator.h"

#include <cassert>

namespace onceover::sandbox {

namespace {

std::string_view script(std::string_view name)
{
    const sql::Provision* found = sql::findProvision(name);
    assert(found != nullptr); // Embedded at build time.
    return found->text;
}

Result<Done> makeDatabase(const PrivateCluster& cluster)
{
    const std::string database{kDatabase};
    std::string sql = std::string{script("roles")} + "\n" + loginsSql();
    sql += "CREATE DATABASE " + database + ";\nGRANT CREATE ON DATABASE " + database + " TO onceover_owner;\n";
    return cluster.runSql(kSuperuser, "postgres", sql).map([](const std::string&) { return Done{}; });
}

Result<Done> makeSchema(const PrivateCluster& cluster, const ProvisionSettings& settings)
{
    store::MigrateSettings migration;
    migration.target = {cluster.conninfo("svc_migrator", kDatabase), "sandbox"};
    migration.program = "onceoverctl";
    migration.appVersion = settings.appVersion;
    migration.installationName = "Practice";
    migration.environment = "sandbox";
    migration.provisionRoles = false;
    return store::migrate(migration).map([](const store::MigrateReport&) { return Done{}; });
}

} // namespace

Result<Done> putPracticeJob(store::Connection& superuser, std::string_view jobType)
{
    const auto type = jobTypeOf(jobType);
    if (!type)
        return refuse(Refusal::UnknownJob, std::string{jobType});
    const auto put = superuser.run("PutPracticeJob",
        store::params(type->name, type->runKeyPrefix, type->periodKind, type->grade, kJobZone, type->schedule,
            type->bizDateOffset, type->sameAction, std::chrono::duration_cast<milliseconds>(type->allowedLateness),
            type->mayRepeat, type->needsCompensation, type->heldPolicy, type->rolloutMode));
    return put ? Result<Done>{} : tl::unexpected(put.error());
}

Result<Done> provision(const PrivateCluster& cluster, const ProvisionSettings& settings, const PracticeBusiness& business,
                       const std::function<void(std::string_view)>& say)
{
    say("logins and database");
    if (auto made = makeDatabase(cluster); !made)
        return made;
    say("schema");
    if (auto made = makeSchema(cluster, settings); !made)
        return made;

    say("clock, people, channels, merchants, job");
    store::Connection superuser(
        {.conninfo = cluster.conninfo(kSuperuser, kDatabase), .program = "onceoverctl", .duty = "sandbox"});
    if (auto connected = superuser.connect(); !connected)
        return connected;
    // The clock first: whatever is entered below was entered so many days ago.
    if (auto made = superuser.runScript(script("sandbox"), "provision/sandbox.sql"); !made)
        return made;
    if (auto begun = superuser.run("BeginSandboxTime", store::params(settings.daysBack)); !begun)
        return tl::unexpected(begun.error());
    if (auto made = superuser.runScript(peopleSql(), "people"); !made)
        return made;
    if (auto put = superuser.run("PutPracticeChannel", store::params(kChannel, settings.bankEndpoint)); !put)
        return tl::unexpected(put.error());
    if (auto put = superuser.run("PutGiroChannel", store::params(kChannel, kGiroChannel, settings.giroEndpoint)); !put)
        return tl::unexpected(put.error());
    if (auto put = putMerchants(superuser, business, kChannel, kGiroChannel); !put)
        return tl::unexpected(put.error());
    return putPracticeJob(superuser, kJob);
}

} // namespace onceover::sandbox
