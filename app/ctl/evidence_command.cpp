// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "incident_desk.h"
#include "json_text.h"
#include "models/display_text.h"
#include "proof/evidence_bundle.h"
#include "proof/length_prefixed.h"
#include "store/evidence_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <cstdint>
#include <optional>

namespace onceover::ctl {

namespace {

struct EvidenceWords {
    Q_DECLARE_TR_FUNCTIONS(EvidenceCommand)
};

/// What is to be saved, and where. Without a job: every run that the incident is about.
struct EvidenceWish {
    std::int64_t incident = 0;
    JobId job;
    BusinessDate bizDate;
    std::string folder;
};

std::optional<EvidenceWish> wishOf(const EvidenceOptions& options)
{
    if (!options.incident.empty()) {
        const auto incident = incidentNumber(options.incident);
        if (!incident)
            return std::nullopt;
        if (options.job.empty() || !options.folder.empty()) {
            printNote(EvidenceWords::tr("With --incident only the folder is named."));
            return std::nullopt;
        }
        return EvidenceWish{*incident, {}, {}, options.job};
    }
    if (options.job.empty() || options.folder.empty()) {
        printNote(EvidenceWords::tr("Name a job and a folder, or --incident and a folder."));
        return std::nullopt;
    }
    const Result<BusinessDate> bizDate = BusinessDate::parse(options.bizDate);
    if (!bizDate) {
        printNote(
            EvidenceWords::tr("--biz-date %1 is no date like 2026-03-29.").arg(models::plainText(options.bizDate)));
        return std::nullopt;
    }
    return EvidenceWish{0, JobId{options.job}, *bizDate, options.folder};
}

void printFacts(const proof::BundleFacts& facts)
{
    printLine(EvidenceWords::tr("%1 of %2, seen %3 by %4, at %5 of the database's log")
                  .arg(models::plainText(facts.details.contains("run_key") ? facts.details.at("run_key") : ""),
                      models::plainText(facts.origin.database), models::plainText(facts.origin.snapshotAt),
                      models::plainText(facts.origin.madeBy),
                      models::plainText(facts.details.contains("lsn") ? facts.details.at("lsn") : "")));
    if (const auto leftOut = facts.details.find("left_out"); leftOut != facts.details.end())
        printLine(EvidenceWords::tr("Left out: %1.").arg(models::plainText(leftOut->second)));
    for (const auto& [name, file] : facts.files)
        printLine(EvidenceWords::tr("  %1: %2 rows, SHA-256 %3")
                      .arg(models::plainText(name), models::countText(file.lines), models::plainText(file.sha256)));
}

Json factsJson(const proof::BundleFacts& facts)
{
    Json json{{"environment", facts.origin.environment}, {"database", facts.origin.database},
        {"installation", facts.origin.installation}, {"snapshot_at", facts.origin.snapshotAt},
        {"made_by", facts.origin.madeBy}, {"details", facts.details}};
    json["public_key"] = facts.publicKey.empty() ? Json(nullptr) : Json(proof::hexOf(facts.publicKey));
    json["files"] = Json::object();
    for (const auto& [name, file] : facts.files)
        json["files"][name] = {{"lines", file.lines}, {"sha256", file.sha256}};
    return json;
}

} // namespace

ExitCode runEvidenceSave(const CommonOptions& common, const EvidenceOptions& options)
{
    const auto wish = wishOf(options);
    if (!wish)
        return ExitCode::Usage;
    std::optional<proof::SigningKey> key;
    if (!options.key.empty()) {
        const auto loaded = proof::SigningKey::load(options.key);
        if (!loaded)
            return reportFailure(loaded.error(), models::plainText(options.key));
        key = *loaded;
    }
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target)
        return reportFailure(target.error());
    store::EvidenceStore evidence{*target, std::string{kProgram}};
    const Result<ServerIdentity> server = evidence.connect();
    if (!server)
        return reportFailure(server.error());
    if (!common.json)
        printWhere(*server);
    const auto saved = wish->incident != 0
        ? proof::saveIncidentEvidence(evidence, wish->incident, wish->folder, key)
        : proof::saveEvidence(evidence, wish->job, wish->bizDate, wish->folder, key);
    if (!saved)
        return reportFailure(saved.error(),
            models::plainText(wish->incident != 0 ? options.incident : options.job + " " + options.bizDate));
    if (common.json) {
        Json json = factsJson(*saved);
        json["folder"] = wish->folder;
        printJson(json);
        return ExitCode::Ok;
    }
    printFacts(*saved);
    printLine(key
            ? EvidenceWords::tr("Signed by the key %1.").arg(models::plainText(proof::fingerprintOf(saved->publicKey)))
            : EvidenceWords::tr("Not signed: whoever can write the folder can write it anew. Sign it with --key."));
    printLine(
        EvidenceWords::tr("Judge it anywhere: onceoverctl evidence verify %1").arg(models::plainText(wish->folder)));
    return ExitCode::Ok;
}

ExitCode runEvidenceVerify(const CommonOptions& common, const EvidenceOptions& options)
{
    std::vector<std::string> trusted;
    if (!options.key.empty()) {
        const auto key = proof::loadPublicKey(options.key);
        if (!key)
            return reportFailure(key.error(), models::plainText(options.key));
        trusted.push_back(*key);
    }
    const auto judgement = proof::judgeEvidence(options.folder, trusted);
    if (!judgement)
        return reportFailure(judgement.error(), models::plainText(options.folder));
    if (common.json) {
        Json json = factsJson(judgement->facts);
        json["holds"] = judgement->holds();
        json["signature"] = judgement->signature == proof::BundleSignature::Good ? "good"
            : judgement->signature == proof::BundleSignature::Bad                ? "bad"
                                                                                 : "none";
        json["faults"] = Json::array();
        for (const proof::AuditFault& fault : judgement->faults)
            json["faults"].push_back({{"where", fault.where}, {"what", fault.what}});
        printJson(json);
        return judgement->holds() ? ExitCode::Ok : ExitCode::Broken;
    }
    printFacts(judgement->facts);
    for (const proof::AuditFault& fault : judgement->faults)
        printLine(EvidenceWords::tr("✖ %1: %2").arg(models::plainText(fault.where), models::plainText(fault.what)));
    if (judgement->signature == proof::BundleSignature::Good)
        printLine(EvidenceWords::tr("Signed by the key %1; the signature is good.")
                      .arg(models::plainText(proof::fingerprintOf(judgement->facts.publicKey))));
    else if (judgement->signature == proof::BundleSignature::None)
        printLine(EvidenceWords::tr("Not signed: it is judged by its digests alone."));
    printLine(judgement->holds() ? EvidenceWords::tr("✔ Each line is as it was saved.")
                                 : EvidenceWords::tr("✖ Not all is as it was saved."));
    return judgement->holds() ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
