// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/jobs_store.h"

#include "store/server_identity.h"
#include "store/shared_rows.h"
#include "store/transaction.h"

#include <utility>

namespace onceover::store {

namespace {

ConnectionSettings jobsSettings(const ConnectionTarget& target, std::string program)
{
    ConnectionSettings settings;
    settings.conninfo = target.conninfo;
    settings.program = std::move(program);
    settings.duty = "jobs";
    settings.statementTimeout = milliseconds{15000};
    settings.readOnly = true;
    return settings;
}

JobOutlook outlookFrom(const Row& row)
{
    JobOutlook outlook;
    outlook.job = JobId{row.string("job_id")};
    outlook.tzdataVersion = row.string("tzdata_version");
    outlook.problem = row.string("problem");
    outlook.nextAt = row.optionalTimestamp("next_at");
    outlook.nextWall = row.string("next_wall");
    outlook.nextResolution = row.string("next_resolution");
    outlook.backlog = row.int64("backlog");
    outlook.backlogIsMore = row.boolean("backlog_is_more");
    outlook.backlogFrom = row.optionalTimestamp("backlog_from");
    outlook.backlogTo = row.optionalTimestamp("backlog_to");
    outlook.releaseWindow = row.optionalInt64("release_window_id");
    return outlook;
}

std::optional<LastRun> lastRunFrom(const Row& row)
{
    const auto id = row.optionalInt64("last_run_id");
    if (!id)
        return std::nullopt;
    return LastRun{*id, row.string("last_run_key"), row.string("last_run_status"),
        row.optionalTimestamp("last_scheduled_at"), row.optionalTimestamp("last_started_at"),
        row.optionalTimestamp("last_finished_at")};
}

JobFacts jobFactsFrom(const Row& row)
{
    JobFacts facts;
    facts.job = jobFrom(row);
    facts.sameAction = row.string("same_action");
    facts.mayRepeat = row.string("may_repeat");
    facts.heldPolicy = row.string("held_policy");
    facts.rolloutMode = row.string("rollout_mode");
    facts.needsCompensation = row.boolean("needs_compensation");
    facts.outlook = outlookFrom(row);
    facts.plannedBy = row.string("planned_by");
    facts.plannedAt = row.optionalTimestamp("planned_at");
    facts.lag = row.optionalMillis("lag_ms");
    facts.releaseWhat = row.string("release_what");
    facts.lastRun = lastRunFrom(row);
    return facts;
}

} // namespace

JobsStore::JobsStore(const ConnectionTarget& target, std::string program)
    : m_connection(jobsSettings(target, std::move(program)))
{
}

Result<JobsSnapshot> JobsStore::readJobs()
{
    const Result<ServerIdentity> server = connectAndIdentify(m_connection, SchemaUse::Read);
    if (!server)
        return tl::unexpected{server.error()};
    Transaction transaction{m_connection, Transaction::Mode::ReadOnlySnapshot};
    transaction.queue("ReadPeopleTime");
    transaction.queue("ListJobFacts");
    transaction.queue("ListReleases");
    const auto rows = transaction.commit();
    if (!rows)
        return tl::unexpected{rows.error()};
    const auto now = (*rows)[0].readOne([](const Row& row) { return row.timestamp("now"); });
    auto jobs = (*rows)[1].readAll(jobFactsFrom);
    auto releases = (*rows)[2].readAll(releaseWindowFrom);
    if (!now)
        return tl::unexpected{now.error()};
    if (!jobs)
        return tl::unexpected{jobs.error()};
    if (!releases)
        return tl::unexpected{releases.error()};
    return JobsSnapshot{*server, *now, *std::move(jobs), *std::move(releases)};
}

} // namespace onceover::store
