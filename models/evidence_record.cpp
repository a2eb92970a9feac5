// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/evidence_record.h"

#include "proof/evidence_bundle.h"
#include "proof/length_prefixed.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <vector>

namespace onceover::models {

namespace {

std::string detailOf(const proof::BundleFacts& facts, const char* name)
{
    const auto found = facts.details.find(name);
    return found == facts.details.end() ? std::string{} : found->second;
}

/// The runs that a bundle names, job and date a line each.
std::vector<SecuredRun> runsOf(const std::string& lines)
{
    std::vector<SecuredRun> runs;
    std::istringstream text{lines};
    for (std::string line; std::getline(text, line);) {
        const auto blank = line.rfind(' ');
        const auto date = BusinessDate::parse(blank == std::string::npos ? "" : line.substr(blank + 1));
        if (date)
            runs.push_back({JobId{line.substr(0, blank)}, *date});
    }
    return runs;
}

/// Is it a bundle of that incident, or else of that job and that date? Other jobs have runs of the same date.
bool isOf(const EvidencePlace& place, const proof::BundleFacts& facts)
{
    if (place.job.value.empty())
        return detailOf(facts, "incident") == std::to_string(place.incident);
    const std::vector<SecuredRun> runs = runsOf(detailOf(facts, "runs"));
    return std::any_of(runs.begin(), runs.end(),
        [&](const SecuredRun& run) { return run.job == place.job && run.bizDate == place.bizDate; });
}

EvidenceRecord recordOf(const proof::BundleFacts& facts, const EvidencePlace& place)
{
    EvidenceRecord record;
    record.runs = place.job.value.empty() ? runsOf(detailOf(facts, "runs"))
                                          : std::vector<SecuredRun>{{place.job, place.bizDate}};
    record.snapshotAt = facts.origin.snapshotAt;
    record.where = std::filesystem::absolute(place.folder).string();
    record.signedBy = facts.publicKey.empty() ? std::string{} : proof::fingerprintOf(facts.publicKey);
    for (std::size_t i = 0; i < kCountOf<EvidencePart>; ++i) {
        const std::string part{nameOf(static_cast<EvidencePart>(i))};
        const auto file = facts.files.find(part + ".jsonl");
        if (file != facts.files.end())
            record.parts.push_back({part, file->second.sha256, file->second.lines});
    }
    return record;
}

} // namespace

Result<EvidenceRecord> saveBundle(EvidenceReader& reader, const EvidencePlace& place)
{
    std::optional<proof::SigningKey> key;
    if (!place.key.empty()) {
        const auto loaded = proof::SigningKey::load(place.key);
        if (!loaded)
            return tl::unexpected{loaded.error()};
        key = *loaded;
    }
    const auto facts = place.job.value.empty()
        ? proof::saveIncidentEvidence(reader, place.incident, place.folder, key)
        : proof::saveEvidence(reader, place.job, place.bizDate, place.folder, key);
    if (!facts)
        return tl::unexpected{facts.error()};
    return recordOf(*facts, place);
}

Result<EvidenceRecord> judgeBundle(const EvidencePlace& place, const ServerIdentity& server)
{
    std::vector<std::string> trusted;
    if (!place.key.empty()) {
        const auto key = proof::loadPublicKey(place.key);
        if (!key)
            return tl::unexpected{key.error()};
        trusted.push_back(*key);
    }
    const auto judgement = proof::judgeEvidence(place.folder, trusted);
    if (!judgement)
        return tl::unexpected{judgement.error()};
    if (!judgement->holds())
        return refuse(Refusal::ValueMalformed, judgement->faults.front().where + ": " + judgement->faults.front().what);
    const proof::BundleFacts& facts = judgement->facts;
    const std::string runKey = detailOf(facts, "run_key");
    if (facts.origin.installation != server.installationName || facts.origin.database != server.database || !isOf(place, facts))
        return refuse(Refusal::UnknownSubject, facts.origin.database + " " + runKey);
    return recordOf(facts, place);
}

bool holdsBundle(const std::string& folder)
{
    std::error_code ignored; // A folder that cannot be looked into is told by whoever writes into it.
    return std::filesystem::exists(std::filesystem::path(folder) / "manifest.json", ignored);
}

} // namespace onceover::models
