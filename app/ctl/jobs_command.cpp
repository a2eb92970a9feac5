// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/planned_run.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/jobs_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QStringList>

namespace onceover::ctl {

namespace {

struct JobsWords {
    Q_DECLARE_TR_FUNCTIONS(JobsCommand)
};

constexpr std::size_t kNextShown = 3;

Json optionalTime(const std::optional<Timestamp>& at)
{
    return at ? Json(plainTime(*at)) : Json(nullptr);
}

/// The next planned runs as this program plans them; empty with a reason where it cannot.
Result<std::vector<PlannedRun>> nextRuns(const Job& job, Timestamp after)
{
    const auto planner = JobPlanner::of(job);
    if (!planner)
        return tl::unexpected{planner.error()};
    std::vector<PlannedRun> runs;
    while (runs.size() < kNextShown) {
        auto run = planner->next(after);
        if (!run)
            return tl::unexpected{run.error()};
        after = run->instant.scheduledAt;
        runs.push_back(*std::move(run));
    }
    return runs;
}

Json jobJson(const JobFacts& facts, const JobsSnapshot& jobs)
{
    const Job& job = facts.job;
    Json json{{"job", job.id.value}, {"job_type", job.jobType}, {"scope", job.scope}, {"grade", job.grade},
        {"enabled", job.enabled}, {"frozen", job.frozen}, {"rollout_mode", facts.rolloutMode},
        {"rule_version", job.ruleVersion}, {"same_action", facts.sameAction}, {"may_repeat", facts.mayRepeat},
        {"allowed_lateness_seconds", job.allowedLateness.count() / 1000},
        {"needs_compensation", facts.needsCompensation}, {"period_kind", job.periodKind}, {"schedule", job.schedule},
        {"zone", job.timeZone}, {"biz_date_offset", job.bizDateOffset}, {"catch_up", std::string{nameOf(job.catchUp)}},
        {"held_policy", facts.heldPolicy}};
    json["planned_at"] = optionalTime(facts.plannedAt);
    json["planned_by"] = facts.plannedBy;
    json["tzdata_version"] = facts.outlook.tzdataVersion;
    json["problem"] = facts.outlook.problem;
    json["due"] = facts.outlook.backlog;
    json["due_is_more"] = facts.outlook.backlogIsMore;
    json["due_from"] = optionalTime(facts.outlook.backlogFrom);
    json["due_to"] = optionalTime(facts.outlook.backlogTo);
    json["lag_seconds"] = facts.lag ? facts.lag->count() / 1000 : 0;
    json["crosses_release"] = facts.outlook.releaseWindow ? Json(facts.releaseWhat) : Json(nullptr);
    json["next"] = Json::array();
    if (const auto next = nextRuns(job, jobs.takenAt)) {
        for (const PlannedRun& run : *next)
            json["next"].push_back(plainTime(run.instant.scheduledAt));
    }
    json["last_run"] = nullptr;
    if (facts.lastRun)
        json["last_run"] = {{"run_id", facts.lastRun->runId}, {"run_key", facts.lastRun->runKey},
            {"status", facts.lastRun->status}, {"scheduled_at", optionalTime(facts.lastRun->scheduledAt)},
            {"started_at", optionalTime(facts.lastRun->startedAt)},
            {"finished_at", optionalTime(facts.lastRun->finishedAt)}};
    return json;
}

void printJobsJson(const JobsSnapshot& jobs)
{
    Json json = whereJson(jobs.server);
    json["taken_at"] = plainTime(jobs.takenAt);
    json["jobs"] = Json::array();
    for (const JobFacts& facts : jobs.jobs)
        json["jobs"].push_back(jobJson(facts, jobs));
    printJson(json);
}

QString lastRunText(const std::optional<LastRun>& run, const models::TimeFormat& format)
{
    if (!run)
        return JobsWords::tr("none yet");
    const QString state = models::stateText(models::Machine::Run, run->status).word;
    const QString key = models::plainText(run->runKey);
    if (run->finishedAt)
        return JobsWords::tr("%1, %2, ended %3").arg(key, state, format.cell(*run->finishedAt));
    if (run->startedAt)
        return JobsWords::tr("%1, %2, began %3").arg(key, state, format.cell(*run->startedAt));
    return QStringLiteral("%1, %2").arg(key, state);
}

QString nextText(const JobFacts& facts, Timestamp now)
{
    const auto next = nextRuns(facts.job, now);
    if (!next)
        return JobsWords::tr("not planned: %1").arg(models::plainText(next.error().found));
    QStringList walls;
    for (const PlannedRun& run : *next) {
        const QString odd = models::resolutionText(nameOf(run.instant.resolution));
        const QString wall = models::plainText(run.instant.localWall);
        walls << (odd.isEmpty() ? wall : QStringLiteral("%1 (%2)").arg(wall, odd));
    }
    return walls.join(QStringLiteral("; "));
}

QString stateWords(const JobFacts& facts)
{
    QStringList words{models::plainText(facts.job.grade),
        facts.job.enabled ? JobsWords::tr("enabled") : JobsWords::tr("disabled"),
        JobsWords::tr("rollout: %1").arg(models::rolloutModeText(facts.rolloutMode))};
    if (facts.job.frozen)
        words << JobsWords::tr("frozen");
    return words.join(QStringLiteral(" · "));
}

void printJob(const JobFacts& facts, const JobsSnapshot& jobs)
{
    const Job& job = facts.job;
    const models::TimeFormat format = models::TimeFormat::local().relativeTo(jobs.takenAt);
    const auto line = [](const QString& name, const QString& value) {
        printLine(QStringLiteral("  %1 %2").arg(name, -15).arg(value));
    };
    printLine(QStringLiteral("%1  %2").arg(models::plainText(job.id.value), stateWords(facts)));
    line(JobsWords::tr("same action"), models::plainText(facts.sameAction));
    line(JobsWords::tr("may repeat"), models::plainText(facts.mayRepeat));
    line(JobsWords::tr("late after"),
        JobsWords::tr("%1; then %2").arg(models::spanText(job.allowedLateness), models::catchUpText(job.catchUp)));
    line(JobsWords::tr("schedule"),
        JobsWords::tr("%1 in %2, %3")
            .arg(models::plainText(job.schedule), models::plainText(job.timeZone),
                models::periodKindText(job.periodKind)));
    line(JobsWords::tr("next"), job.enabled ? nextText(facts, jobs.takenAt) : JobsWords::tr("nothing: disabled"));
    line(JobsWords::tr("lag"), models::lagText(facts, jobs.takenAt));
    line(JobsWords::tr("last run"), lastRunText(facts.lastRun, format));
    if (facts.outlook.releaseWindow)
        line(JobsWords::tr("release"),
            JobsWords::tr("the next run or a retry of it falls into \"%1\"").arg(models::plainText(facts.releaseWhat)));
}

} // namespace

ExitCode runJobs(const CommonOptions& common)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::JobsStore store{*target, std::string{kProgram}};
    const Result<JobsSnapshot> jobs = store.readJobs();
    if (!jobs)
        return reportFailure(jobs.error());
    if (common.json) {
        printJobsJson(*jobs);
        return ExitCode::Ok;
    }
    printWhere(jobs->server);
    for (const JobFacts& facts : jobs->jobs)
        printJob(facts, *jobs);
    if (jobs->jobs.empty())
        printLine(JobsWords::tr("There is no job."));
    return ExitCode::Ok;
}

} // namespace onceover::ctl
