// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/planned_run.h"
#include "json_text.h"
#include "models/display_text.h"
#include "store/jobs_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace onceover::ctl {

namespace {

struct NextWords {
    Q_DECLARE_TR_FUNCTIONS(NextCommand)
};

/// One planned run beside its job.
struct NextRun {
    const JobFacts* facts = nullptr;
    PlannedRun run;
    const ReleaseWindow* release = nullptr;
};

/// Of one job, or of each enabled one; in order of time.
Result<std::vector<NextRun>> collect(const JobsSnapshot& jobs, const NextOptions& options, Timestamp after)
{
    std::vector<NextRun> next;
    for (const JobFacts& facts : jobs.jobs) {
        if (options.job.empty() ? !facts.job.enabled : facts.job.id.value != options.job)
            continue;
        const auto planner = JobPlanner::of(facts.job);
        if (!planner)
            return tl::unexpected{planner.error()};
        Timestamp from = after;
        for (int i = 0; i < options.count; ++i) {
            auto run = planner->next(from);
            if (!run)
                return tl::unexpected{run.error()};
            from = run->instant.scheduledAt;
            const ReleaseWindow* release = crossedRelease(jobs.releases, from, retryWindow(facts.job));
            next.push_back({&facts, *std::move(run), release});
        }
    }
    std::stable_sort(next.begin(), next.end(),
        [](const NextRun& a, const NextRun& b) { return a.run.instant.scheduledAt < b.run.instant.scheduledAt; });
    return next;
}

Json releaseJson(const ReleaseWindow* release)
{
    if (release == nullptr)
        return nullptr;
    return {{"window_id", release->id}, {"what", release->what}, {"starts_at", plainTime(release->startsAt)},
        {"ends_at", plainTime(release->endsAt)}};
}

void printNextJson(const JobsSnapshot& jobs, const std::vector<NextRun>& next, Timestamp after)
{
    Json json = whereJson(jobs.server);
    json["taken_at"] = plainTime(jobs.takenAt);
    json["after"] = plainTime(after);
    json["next"] = Json::array();
    for (const NextRun& one : next) {
        const ScheduledInstant& instant = one.run.instant;
        json["next"].push_back({{"job", one.facts->job.id.value}, {"scheduled_at", plainTime(instant.scheduledAt)},
            {"local_wall", instant.localWall}, {"zone", instant.zone},
            {"resolution", std::string{nameOf(instant.resolution)}}, {"biz_date", one.run.bizDate.toString()},
            {"run_key", one.run.runKey.value}, {"enabled", one.facts->job.enabled},
            {"crosses_release", releaseJson(one.release)}});
    }
    printJson(json);
}

void printNext(const std::vector<NextRun>& next)
{
    const models::TimeFormat utc = models::TimeFormat::utc();
    for (const NextRun& one : next) {
        const ScheduledInstant& instant = one.run.instant;
        printLine(NextWords::tr("%1  %2 %3  (%4)  business date %5, run %6")
                      .arg(models::plainText(one.facts->job.id.value), models::plainText(instant.localWall),
                          models::plainText(instant.zone), utc.full(instant.scheduledAt),
                          models::dateText(one.run.bizDate), models::plainText(one.run.runKey.value)));
        const QString odd = models::resolutionText(nameOf(instant.resolution));
        if (!odd.isEmpty())
            printLine(QStringLiteral("    ") + odd);
        if (one.release != nullptr)
            printLine(QStringLiteral("    ")
                + models::releaseWarning(*one.release, utc.full(one.release->startsAt), utc.full(one.release->endsAt)));
        if (!one.facts->job.enabled)
            printLine(QStringLiteral("    ") + NextWords::tr("the job is disabled: nothing is triggered"));
    }
    if (next.empty())
        printLine(NextWords::tr("No job is enabled."));
}

} // namespace

ExitCode runNext(const CommonOptions& common, const NextOptions& options)
{
    std::optional<Timestamp> from;
    if (!options.from.empty()) {
        from = readUtc(options.from);
        if (!from) {
            printNote(NextWords::tr("Write the instant in UTC, such as 2026-10-26T10:30:00Z."));
            return ExitCode::Usage;
        }
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::JobsStore store{*target, std::string{kProgram}};
    const Result<JobsSnapshot> jobs = store.readJobs();
    if (!jobs)
        return reportFailure(jobs.error());
    const auto isAsked = [&](const JobFacts& facts) { return facts.job.id.value == options.job; };
    if (!options.job.empty() && std::none_of(jobs->jobs.begin(), jobs->jobs.end(), isAsked)) {
        const auto refused = refuse(Refusal::UnknownJob, options.job);
        return reportFailure(refused.value(), models::plainText(options.job));
    }
    const Timestamp after = from.value_or(jobs->takenAt);
    const auto next = collect(*jobs, options, after);
    if (!next)
        return reportFailure(next.error(), models::plainText(next.error().found));
    if (common.json) {
        printNextJson(*jobs, *next, after);
        return ExitCode::Ok;
    }
    printWhere(jobs->server);
    printNext(*next);
    return ExitCode::Ok;
}

} // namespace onceover::ctl
