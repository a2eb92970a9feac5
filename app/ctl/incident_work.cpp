// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of an incident that read much and record little: evidence, diagnosis, comparison. What an auditor may read
// is read under that duty, what is recorded is recorded by an operator; who holds both does both.
#include "incident_commands.h"

#include "acts/incident_work.h"
#include "acts/request_id.h"
#include "channel/book_reader.h"
#include "incident_desk.h"
#include "models/display_text.h"
#include "models/evidence_record.h"
#include "models/incident_text.h"
#include "store/desk_store.h"
#include "store/diagnosis_store.h"
#include "store/evidence_store.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <memory>
#include <utility>

namespace onceover::ctl {

namespace {

struct IncidentWorkWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentWork)
};

/// What such a command is about, as typed. Without a job: every run that the incident is about.
struct RunOfIncident {
    std::int64_t incident = 0;
    JobId job;
    BusinessDate bizDate;
};

std::optional<RunOfIncident> runOf(const IncidentOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return std::nullopt;
    if (options.job.empty() && options.bizDate.empty())
        return RunOfIncident{*incident, {}, {}};
    const Result<BusinessDate> bizDate = BusinessDate::parse(options.bizDate);
    if (!bizDate) {
        printNote(
            IncidentWorkWords::tr("--biz-date %1 is no date like 2026-03-29.").arg(models::plainText(options.bizDate)));
        return std::nullopt;
    }
    return RunOfIncident{*incident, JobId{options.job}, *bizDate};
}

/// Judges the bundle that is there, or saves one as an auditor reads it.
Result<EvidenceRecord> evidenceRecord(
    const CommonOptions& common, const IncidentOptions& options, const RunOfIncident& run, const ServerIdentity& server)
{
    const models::EvidencePlace place{run.job, run.bizDate, options.folder, options.key, run.incident};
    if (models::holdsBundle(options.folder))
        return models::judgeBundle(place, server);
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return tl::unexpected{target.error()};
    store::EvidenceStore reader{*target, std::string{kProgram}};
    if (const Result<ServerIdentity> connected = reader.connect(); !connected)
        return tl::unexpected{connected.error()};
    return models::saveBundle(reader, place);
}

void printComparison(const IncidentComparison& comparison)
{
    if (comparison.outcome == "NOT_READ")
        printLine(IncidentWorkWords::tr("%1: its book cannot be read, so nothing is said of it.")
                      .arg(models::plainText(comparison.channel)));
    else
        printLine(IncidentWorkWords::tr("%1: compared %2, differences %3")
                      .arg(models::plainText(comparison.channel), models::countText(comparison.compared),
                          models::countText(comparison.differences)));
    for (const IncidentComparison::Found& found : comparison.found)
        printLine(
            QStringLiteral("  %1 %2 %3")
                .arg(models::plainText(found.kind), models::plainText(found.key), models::plainText(found.detail)));
}

Json comparisonOf(const IncidentComparison& comparison)
{
    return {{"channel", comparison.channel}, {"outcome", comparison.outcome}, {"compared", comparison.compared},
        {"differences", comparison.differences}};
}

} // namespace

ExitCode runIncidentEvidence(const CommonOptions& common, const IncidentOptions& options)
{
    const auto run = runOf(options);
    if (!run)
        return ExitCode::Usage;
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    const auto record = evidenceRecord(common, options, *run, desk.server);
    if (!record)
        return reportFailure(record.error(), models::plainText(options.folder));
    const auto answer = acts::recordEvidence(*desk.port, run->incident, *record, acts::newRequestId());
    const ExitCode said = sayIncident(common, desk.server, answer);
    if (!common.json && answer && answer->done) {
        for (const SecuredRun& secured : record->runs)
            printLine(models::plainText("  " + secured.job.value + " " + secured.bizDate.toString()));
        for (const EvidencePartRecord& part : record->parts)
            printLine(IncidentWorkWords::tr("  %1: %2 rows, SHA-256 %3")
                          .arg(models::plainText(part.part + ".jsonl"), models::countText(part.lines),
                              models::plainText(part.sha256)));
    }
    return said;
}

ExitCode runIncidentDiagnose(const CommonOptions& common, const IncidentOptions& options)
{
    const auto run = runOf(options);
    if (!run)
        return ExitCode::Usage;
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::DiagnosisStore reader{*target, std::string{kProgram}};
    if (const Result<ServerIdentity> server = reader.connect(); !server)
        return reportFailure(server.error());
    const auto judged = acts::diagnoseRun(reader, run->job, run->bizDate);
    if (!judged)
        return reportFailure(judged.error(), models::plainText(options.job + " " + options.bizDate));
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    Json json = whereJson(desk.server);
    json["run_key"] = judged->told.runKey;
    json["verdicts"] = Json::array();
    if (!common.json)
        printWhere(desk.server);
    bool areAllTold = true;
    for (const HypothesisVerdict& verdict : judged->verdicts) {
        if (verdict.verdict == Verdict::Open) {
            areAllTold = false; // The rows do not say; a person who knows more does.
        } else {
            const auto answer = acts::weighHypothesis(*desk.port, run->incident, verdict, acts::newRequestId());
            if (!answer || !answer->done)
                return sayIncident(common, desk.server, answer);
        }
        json["verdicts"].push_back({{"hypothesis", nameOf(verdict.hypothesis)}, {"verdict", nameOf(verdict.verdict)},
            {"why", verdict.why}, {"rows", verdict.rows}});
        if (!common.json)
            printLine(QStringLiteral("%1 %2: %3")
                          .arg(models::verdictText(verdict.verdict), -12)
                          .arg(models::hypothesisText(verdict.hypothesis), models::plainText(verdict.why)));
    }
    json["doubled"] = Json::array();
    for (const DoubledKey& key : judged->told.doubled) {
        json["doubled"].push_back({{"operation_id", key.operation.value.toString()}, {"key", key.key},
            {"incident", isIncident(key.layers)}, {"second_execution", whySecondTookEffect(key)}});
        if (!common.json)
            printLine(
                QStringLiteral("%1: %2").arg(models::plainText(key.key), models::plainText(whySecondTookEffect(key))));
    }
    if (common.json)
        printJson(json);
    return areAllTold ? ExitCode::Ok : ExitCode::Broken;
}

ExitCode runIncidentReconcile(const CommonOptions& common, const IncidentOptions& options)
{
    const auto incident = incidentNumber(options.incident);
    if (!incident)
        return ExitCode::Usage;
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::ProofStore proof{*target, std::string{kProgram}};
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    const auto channels = desk.port->channels(*incident);
    if (!channels)
        return reportFailure(channels.error());
    const BookDesk books{[&proof] { return proof.readableBooks(); }, std::make_shared<channel::HttpBook>(),
        std::make_shared<store::DeskStore>(*target, std::string{kProgram})};
    const auto comparisons = acts::compareBooks(books, *channels, [](std::int64_t) { return true; });
    if (!comparisons)
        return reportFailure(comparisons.error(), models::plainText(options.incident));
    Json json = whereJson(desk.server);
    json["comparisons"] = Json::array();
    if (!common.json)
        printWhere(desk.server);
    bool areAllRead = true;
    for (const IncidentComparison& comparison : *comparisons) {
        const auto answer = acts::recordComparison(*desk.port, *incident, comparison, acts::newRequestId());
        if (!answer || !answer->done)
            return sayIncident(common, desk.server, answer);
        areAllRead = areAllRead && comparison.outcome != "NOT_READ";
        json["comparisons"].push_back(comparisonOf(comparison));
        if (!common.json)
            printComparison(comparison);
    }
    if (common.json)
        printJson(json);
    return areAllRead ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
