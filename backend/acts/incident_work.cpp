// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/incident_work.h"

#include "core/analysis/book_comparison.h"
#include "core/analysis/incident_verdicts.h"

#include <algorithm>
#include <utility>

namespace onceover::acts {

namespace {

constexpr int kDoubledKeysMost = 200;
constexpr std::size_t kFoundMost = 200; ///< Differences that a step keeps; the comparison counts all.

IncidentComparison notRead(const std::string& channel, Timestamp from)
{
    IncidentComparison comparison;
    comparison.channel = channel;
    comparison.outcome = "NOT_READ";
    comparison.startedAt = from;
    return comparison;
}

IncidentComparison comparisonOf(const std::string& channel, Timestamp from, const ComparedBook& compared)
{
    IncidentComparison comparison = notRead(channel, from);
    if (!compared.unread.empty()) {
        comparison.found.push_back({"NOT_READ", "", compared.unread});
        return comparison;
    }
    const BookComparison& found = compared.comparison;
    comparison.compared = found.compared;
    comparison.differences = found.found;
    comparison.outcome = found.compared == 0 ? "NOTHING_COMPARED" : "COMPARED";
    for (const Mismatch& mismatch : found.mismatches) {
        if (comparison.found.size() < kFoundMost)
            comparison.found.push_back({std::string{nameOf(mismatch.kind)}, mismatch.key, mismatch.detail});
    }
    return comparison;
}

} // namespace

Result<DiagnosedRun> diagnoseRun(DiagnosisPort& port, const JobId& job, const BusinessDate& bizDate)
{
    auto read = port.readRun(job, bizDate, kDoubledKeysMost);
    if (!read)
        return tl::unexpected{read.error()};
    if (!*read)
        return refuse(Refusal::UnknownSubject, job.value + " " + bizDate.toString());
    DiagnosedRun run{std::move(**read), {}};
    const bool isTold = run.told.doubled.empty() || !run.told.executions.empty();
    run.verdicts = combineVerdicts(diagnose(run.told.executions), "run " + run.told.runKey, isTold);
    return run;
}

Result<std::vector<IncidentComparison>> compareBooks(const BookDesk& desk, const std::vector<std::string>& channels,
    const std::function<bool(std::int64_t lines)>& keepGoing)
{
    const Result<ReadableBooks> readable = desk.readable();
    if (!readable)
        return tl::unexpected{readable.error()};
    std::vector<IncidentComparison> comparisons;
    std::int64_t before = 0; // Lines of the books before this one.
    for (const std::string& name : channels) {
        const auto endpoint = std::find_if(readable->endpoints.begin(), readable->endpoints.end(),
            [&name](const auto& one) { return one.first == name; });
        if (endpoint == readable->endpoints.end()) {
            comparisons.push_back(notRead(name, readable->databaseTime));
            continue;
        }
        std::int64_t lines = before;
        const auto compared = compareBook(*desk.theirs, *desk.ours, endpoint->second, name, readable->databaseTime,
            [&](const BookProgress& progress) {
                lines = before + progress.theirs + progress.ours;
                return keepGoing(lines);
            });
        if (!compared)
            return tl::unexpected{compared.error()};
        before = lines;
        comparisons.push_back(comparisonOf(name, readable->databaseTime, *compared));
    }
    return comparisons;
}

} // namespace onceover::acts
