// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of an incident that read much and record little: evidence, diagnosis, comparison. What an auditor may read
// is read under that duty, what is recorded is recorded by an operator; who holds both does both.
#include "incident_commands.h"

#include "acts/request_id.h"
#include "channel/book_reader.h"
#include "core/analysis/book_comparison.h"
#include "core/analysis/incident_verdicts.h"
#include "incident_desk.h"
#include "models/display_text.h"
#include "models/incident_text.h"
#include "proof/evidence_bundle.h"
#include "proof/length_prefixed.h"
#include "store/desk_store.h"
#include "store/diagnosis_store.h"
#include "store/evidence_store.h"
#include "store/proof_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace onceover::ctl {

namespace {

struct IncidentWorkWords {
    Q_DECLARE_TR_FUNCTIONS(IncidentWork)
};

constexpr int kDoubledKeysMost = 200;
constexpr std::size_t kFoundMost = 200; ///< Differences that a step keeps; the comparison counts all.

/// What such a command is about, as typed.
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
    const Result<BusinessDate> bizDate = BusinessDate::parse(options.bizDate);
    if (!bizDate) {
        printNote(
            IncidentWorkWords::tr("--biz-date %1 is no date like 2026-03-29.").arg(models::plainText(options.bizDate)));
        return std::nullopt;
    }
    return RunOfIncident{*incident, JobId{options.job}, *bizDate};
}

/// A bundle that is there is judged before its digests count; of another installation it is none of ours.
Result<proof::BundleFacts> judgedBundle(
    const IncidentOptions& options, const RunOfIncident& run, const ServerIdentity& server)
{
    std::vector<std::string> trusted;
    if (!options.key.empty()) {
        const auto key = proof::loadPublicKey(options.key);
        if (!key)
            return tl::unexpected{key.error()};
        trusted.push_back(*key);
    }
    const auto judgement = proof::judgeEvidence(options.folder, trusted);
    if (!judgement)
        return tl::unexpected{judgement.error()};
    if (!judgement->holds())
        return refuse(Refusal::ValueMalformed, judgement->faults.front().where + ": " + judgement->faults.front().what);
    const auto runKey = judgement->facts.details.find("run_key");
    const std::string date = ":" + run.bizDate.toString();
    if (judgement->facts.origin.installation != server.installationName
        || judgement->facts.origin.database != server.database || runKey == judgement->facts.details.end()
        || !runKey->second.ends_with(date))
        return refuse(Refusal::UnknownSubject,
            judgement->facts.origin.database + " " + (runKey == judgement->facts.details.end() ? "" : runKey->second));
    return judgement->facts;
}

Result<proof::BundleFacts> savedBundle(
    const CommonOptions& common, const IncidentOptions& options, const RunOfIncident& run)
{
    std::optional<proof::SigningKey> key;
    if (!options.key.empty()) {
        const auto loaded = proof::SigningKey::load(options.key);
        if (!loaded)
            return tl::unexpected{loaded.error()};
        key = *loaded;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return tl::unexpected{target.error()};
    store::EvidenceStore reader{*target, std::string{kProgram}};
    if (const Result<ServerIdentity> server = reader.connect(); !server)
        return tl::unexpected{server.error()};
    return proof::saveEvidence(reader, run.job, run.bizDate, options.folder, key);
}

EvidenceRecord recordOf(const proof::BundleFacts& facts, const RunOfIncident& run, const std::string& folder)
{
    EvidenceRecord record;
    record.job = run.job;
    record.bizDate = run.bizDate;
    record.snapshotAt = facts.origin.snapshotAt;
    record.where = std::filesystem::absolute(folder).string();
    record.signedBy = facts.publicKey.empty() ? std::string{} : proof::fingerprintOf(facts.publicKey);
    for (std::size_t i = 0; i < kCountOf<EvidencePart>; ++i) {
        const std::string part{nameOf(static_cast<EvidencePart>(i))};
        const auto file = facts.files.find(part + ".jsonl");
        if (file != facts.files.end())
            record.parts.push_back({part, file->second.sha256, file->second.lines});
    }
    return record;
}

/// Lays one book beside ours.
Result<IncidentComparison> compareChannel(
    store::DeskStore& desk, const std::string& name, const std::string& endpoint, Timestamp from)
{
    IncidentComparison comparison;
    comparison.channel = name;
    comparison.startedAt = from;
    channel::HttpBook book;
    const auto compared = compareBook(book, desk, endpoint, name, from, [](const BookProgress&) { return true; });
    if (!compared)
        return tl::unexpected{compared.error()};
    if (!compared->unread.empty()) {
        comparison.outcome = "NOT_READ";
        comparison.found.push_back({"NOT_READ", "", compared->unread});
        return comparison;
    }
    const BookComparison& found = compared->comparison;
    comparison.compared = found.compared;
    comparison.differences = found.found;
    comparison.outcome = found.compared == 0 ? "NOTHING_COMPARED" : "COMPARED";
    for (const Mismatch& mismatch : found.mismatches) {
        if (comparison.found.size() < kFoundMost)
            comparison.found.push_back({std::string{nameOf(mismatch.kind)}, mismatch.key, mismatch.detail});
    }
    return comparison;
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
    const bool isThere = std::filesystem::exists(std::filesystem::path(options.folder) / "manifest.json");
    const auto bundle = isThere ? judgedBundle(options, *run, desk.server) : savedBundle(common, options, *run);
    if (!bundle)
        return reportFailure(bundle.error(), models::plainText(options.folder));
    const auto answer = acts::recordEvidence(
        *desk.port, run->incident, recordOf(*bundle, *run, options.folder), acts::newRequestId());
    const ExitCode said = sayIncident(common, desk.server, answer);
    if (!common.json && answer && answer->done) {
        for (const auto& [name, file] : bundle->files)
            printLine(IncidentWorkWords::tr("  %1: %2 rows, SHA-256 %3")
                          .arg(models::plainText(name), models::countText(file.lines), models::plainText(file.sha256)));
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
    auto read = reader.readRun(run->job, run->bizDate, kDoubledKeysMost);
    if (read && !*read)
        read = refuse(Refusal::UnknownSubject, options.job + " " + options.bizDate);
    if (!read)
        return reportFailure(read.error(), models::plainText(options.job + " " + options.bizDate));
    const RunToDiagnose& told = **read;
    const bool isTold = told.doubled.empty() || !told.executions.empty();
    const auto verdicts = combineVerdicts(diagnose(told.executions), "run " + told.runKey, isTold);
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    Json json = whereJson(desk.server);
    json["run_key"] = told.runKey;
    json["verdicts"] = Json::array();
    if (!common.json)
        printWhere(desk.server);
    bool areAllTold = true;
    for (const HypothesisVerdict& verdict : verdicts) {
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
    for (const DoubledKey& key : told.doubled) {
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
    const Result<ReadableBooks> readable = proof.readableBooks();
    if (!readable)
        return reportFailure(readable.error());
    IncidentDesk desk = openIncidentDesk(common, "alice");
    if (!desk.port)
        return desk.failed;
    const auto channels = desk.port->channels(*incident);
    if (!channels)
        return reportFailure(channels.error());
    store::DeskStore books{*target, std::string{kProgram}};
    Json json = whereJson(desk.server);
    json["comparisons"] = Json::array();
    if (!common.json)
        printWhere(desk.server);
    bool areAllRead = true;
    for (const std::string& name : *channels) {
        IncidentComparison comparison{name, "NOT_READ", 0, 0, {}, readable->databaseTime};
        const auto endpoint = std::find_if(
            readable->endpoints.begin(), readable->endpoints.end(), [&](const auto& one) { return one.first == name; });
        if (endpoint != readable->endpoints.end()) {
            auto compared = compareChannel(books, name, endpoint->second, readable->databaseTime);
            if (!compared)
                return reportFailure(compared.error(), models::plainText(name));
            comparison = *std::move(compared);
        }
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
