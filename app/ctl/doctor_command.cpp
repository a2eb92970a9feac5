// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "sandbox/sandbox.h"
#include "store/jobs_store.h"
#include "store/proof_store.h"
#include "store/server_probe.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace onceover::ctl {

namespace {

struct DoctorWords {
    Q_DECLARE_TR_FUNCTIONS(DoctorCommand)
};

void printFinding(const store::ProbeFinding& finding)
{
    const QString mark = finding.holds ? DoctorWords::tr("✔ good")
        : finding.isAdvice             ? DoctorWords::tr("– advice")
                                       : DoctorWords::tr("✖ missing");
    printLine(QStringLiteral("%1 %2: %3")
                  .arg(mark, -10)
                  .arg(models::plainText(finding.what), models::plainText(finding.found)));
    if (!finding.remedy.empty())
        printLine(QStringLiteral("           → ") + models::plainText(finding.remedy));
}

/// Where we are, as far as the database can tell: without a schema only what the connection string says.
void printDoctorWhere(const store::ConnectionTarget& target, const Result<ServerIdentity>& server)
{
    if (server)
        printWhere(*server);
    else
        printLine(
            DoctorWords::tr("No installation that this program knows · %1").arg(models::plainText(target.describe())));
}

void printDoctorJson(const store::ConnectionTarget& target, const Result<ServerIdentity>& server,
    const std::vector<store::ProbeFinding>& findings, bool healthy)
{
    Json json = server ? whereJson(*server)
                       : Json{{"environment", nullptr}, {"database", nullptr}, {"target", target.describe()}};
    json["healthy"] = healthy;
    json["findings"] = Json::array();
    for (const store::ProbeFinding& finding : findings)
        json["findings"].push_back({{"what", finding.what}, {"holds", finding.holds}, {"advice", finding.isAdvice},
            {"found", finding.found}, {"remedy", finding.remedy}});
    printJson(json);
}

/// R81: a release within a job's retry window, as the schedulers see it. Advice: money is late then, not wrong.
void addReleaseAdvice(const JobsSnapshot& jobs, std::vector<store::ProbeFinding>& findings)
{
    for (const JobFacts& facts : jobs.jobs) {
        if (!facts.outlook.releaseWindow || !facts.job.enabled)
            continue;
        store::ProbeFinding finding;
        finding.what = "release window of " + facts.job.id.value;
        finding.isAdvice = true;
        finding.found = "the next run or a retry of it falls into \"" + facts.releaseWhat + "\"";
        finding.remedy
            = "move the release, or be ready to look at that run: its retries meet workers that stop and start";
        findings.push_back(std::move(finding));
    }
}

/// R95: without a job that compares, nobody ever sees a difference. Advice: no promise rests on it, only its discovery.
void addComparisonAdvice(const JobsSnapshot& jobs, std::vector<store::ProbeFinding>& findings)
{
    const auto compares = std::find_if(jobs.jobs.begin(), jobs.jobs.end(),
        [](const JobFacts& facts) { return facts.job.jobType == "reconcile" && facts.job.enabled; });
    store::ProbeFinding finding;
    finding.what = "daily comparison of the books";
    finding.isAdvice = true;
    finding.holds = compares != jobs.jobs.end();
    finding.found
        = finding.holds ? "job " + compares->job.id.value : "no enabled job of type reconcile: nothing is compared";
    if (!finding.holds)
        finding.remedy = "add a job of type reconcile that runs once a day, after the settlement jobs";
    findings.push_back(std::move(finding));
}

/// K61: what a bank tells by itself is heard only where somebody listens. Advice: without it facts come by questions.
void addCallbackAdvice(
    const StatusSnapshot& status, const std::string& sandboxAddress, std::vector<store::ProbeFinding>& findings)
{
    store::ProbeFinding finding;
    finding.what = "callbacks of the banks";
    finding.isAdvice = true;
    for (const WorkerLine& worker : status.workers) {
        const bool listens
            = std::find(worker.duties.begin(), worker.duties.end(), "callback") != worker.duties.end();
        if (!worker.alive || !listens)
            continue;
        finding.holds = true;
        finding.found += (finding.found.empty() ? "taken by " : ", ") + worker.workerId;
    }
    if (!finding.holds) {
        finding.found = "no living worker has the role callback: what a bank tells by itself is not heard";
        finding.remedy = "give one worker the role callback and --callback-secrets, where a channel's profile declares "
                         "signed callbacks";
    } else if (!sandboxAddress.empty()) {
        finding.found += " at " + sandboxAddress;
    }
    findings.push_back(std::move(finding));
}

/// The address is in no row: a sandbox knows its own from its folder.
std::string sandboxCallbackAddress(const ServerIdentity& server)
{
    if (server.environment != "sandbox")
        return {};
    sandbox::SandboxOptions options;
    options.folder = store::sandboxFolder();
    const sandbox::SandboxStatus status = sandbox::Sandbox{std::move(options)}.status();
    return status.socketFolder.string() == server.host ? status.callbackAddress : std::string{};
}

void addJobAdvice(const store::ConnectionTarget& target, std::vector<store::ProbeFinding>& findings)
{
    store::JobsStore store{target, std::string{kProgram}};
    const Result<JobsSnapshot> jobs = store.readJobs();
    if (!jobs)
        return; // What keeps it from being read is among the findings.
    addComparisonAdvice(*jobs, findings);
    addReleaseAdvice(*jobs, findings);
}

} // namespace

ExitCode runDoctor(const CommonOptions& common)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    Result<std::vector<store::ProbeFinding>> findings = store::probeServer(*target, std::string{kProgram});
    if (!findings)
        return reportFailure(findings.error());
    store::ProofStore proof{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = proof.connect();
    if (server) {
        addJobAdvice(*target, *findings);
        if (const Result<StatusSnapshot> status = proof.status())
            addCallbackAdvice(*status, sandboxCallbackAddress(*server), *findings);
    }
    const bool healthy = std::all_of(findings->begin(), findings->end(),
        [](const store::ProbeFinding& finding) { return finding.holds || finding.isAdvice; });
    if (common.json) {
        printDoctorJson(*target, server, *findings, healthy);
    } else {
        printDoctorWhere(*target, server);
        for (const store::ProbeFinding& finding : *findings)
            printFinding(finding);
        printLine(healthy ? DoctorWords::tr("Nothing that Onceover needs is missing.")
                          : DoctorWords::tr("Something that Onceover needs is missing."));
    }
    return healthy ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
