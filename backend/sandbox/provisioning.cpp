// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/provisioning.h"

#include "core/policies/job_types.h"
#include "core/schedule.h"
#include "sandbox/business_writer.h"
#include "sandbox/fill_watch.h"
#include "sandbox/logins.h"
#include "sql/migrations.h"
#include "store/connection.h"
#include "store/migrator.h"

#include <cassert>
#include <utility>

namespace onceover::sandbox {

namespace {

constexpr std::int64_t kShardsOfADay = 4;  ///< Two for each of two workers; more cost statements and gain nothing here.
constexpr std::int64_t kShardsOfAFew = 1;  ///< What has a handful of operations a day.
constexpr milliseconds kLeaseInView{3000}; ///< Somebody watches until the work of a killed worker is taken over.
constexpr milliseconds kLease{20000};

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

/// Merchants with what they choose, subscriptions from the sandbox's first day on, and every job.
Result<Done> enterBusiness(store::Connection& superuser, const PracticeBusiness& business)
{
    if (auto put = putMerchants(superuser, business, kChannel, kGiroChannel); !put)
        return tl::unexpected(put.error());
    if (auto chosen = letMerchantsChoose(superuser, business); !chosen)
        return chosen;
    const auto time = readPracticeTime(superuser);
    if (!time)
        return tl::unexpected(time.error());
    const auto first = localDateOf(kJobZone, time->at);
    if (!first)
        return tl::unexpected(first.error());
    if (auto put = putSubscriptions(superuser, business, *first); !put)
        return put;
    for (const JobType& type : kJobTypes) {
        if (auto put = putPracticeJob(superuser, type.name); !put)
            return put;
    }
    if (auto put = superuser.run("PutAlertContacts"); !put)
        return tl::unexpected(put.error());
    return superuser.run("LoosenWatchLimits").map([](const store::Rows&) { return Done{}; });
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
            type->mayRepeat, type->needsCompensation, type->heldPolicy, type->rolloutMode,
            jobType == kJob ? kShardsOfADay : kShardsOfAFew, jobType == kJob ? kLeaseInView : kLease,
            type->retry.maxAttempts));
    return put ? Result<Done>{} : tl::unexpected(put.error());
}

Result<Done> putSmallDayJob(store::Connection& superuser)
{
    const std::string_view scope = kSmallDayJob.substr(kSmallDayJob.find('@') + 1);
    const auto put = superuser.run("PutSmallDayJob", store::params(kSmallDayJob, scope, kJobZone));
    return put ? Result<Done>{} : tl::unexpected(put.error());
}

Result<Done> putPracticeChannel(store::Connection& superuser, std::string_view channel, const std::string& endpoint)
{
    // The test first: without one no version is enabled.
    if (auto put = superuser.run("PutPracticeSelfTest", store::params(channel, endpoint)); !put)
        return tl::unexpected(put.error());
    if (auto put = superuser.run("PutPracticeChannel", store::params(channel, endpoint)); !put)
        return tl::unexpected(put.error());
    return Done{};
}

Result<Done> provision(const PrivateCluster& cluster, const ProvisionSettings& settings,
    const PracticeBusiness& business, const std::function<void(std::string_view)>& say)
{
    say("logins and database");
    if (auto made = makeDatabase(cluster); !made)
        return made;
    say("schema");
    if (auto made = makeSchema(cluster, settings); !made)
        return made;

    say("clock, people, channels, merchants, subscriptions, jobs");
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
    if (auto put = putPracticeChannel(superuser, kChannel, settings.bankEndpoint); !put)
        return put;
    if (auto put = superuser.run("PutPracticeSelfTest", store::params(kGiroChannel, settings.giroEndpoint)); !put)
        return tl::unexpected(put.error());
    if (auto put = superuser.run("PutGiroChannel", store::params(kChannel, kGiroChannel, settings.giroEndpoint)); !put)
        return tl::unexpected(put.error());
    for (const auto& [channel, kind] : {std::pair{kMailChannel, "mail"}, std::pair{kWebhookChannel, "webhook"}}) {
        if (auto put = superuser.run("PutNoticeChannel", store::params(kChannel, channel, kind, settings.bankEndpoint));
            !put)
            return tl::unexpected(put.error());
    }
    return enterBusiness(superuser, business);
}

} // namespace onceover::sandbox
