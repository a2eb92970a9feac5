// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/evidence_bundle.h"

#include "core/digest.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <utility>

namespace onceover::proof {

namespace {

using Json = nlohmann::json; // Its objects are sorted by name, so that equal values are equal bytes.

constexpr const char* kEvidenceForm = "onceover evidence 1";

std::string fileOf(EvidencePart part)
{
    return std::string{nameOf(part)} + ".jsonl";
}

std::vector<std::string> partFiles()
{
    std::vector<std::string> files;
    for (std::size_t i = 0; i < kCountOf<EvidencePart>; ++i)
        files.push_back(fileOf(static_cast<EvidencePart>(i)));
    return files;
}

std::string digestOf(const std::string& table, const Json& row)
{
    return toHex(sha256(table + '\n' + row.dump()));
}

Result<std::string> lineOf(const EvidenceRow& row)
{
    try {
        const Json json = Json::parse(row.json);
        return Json{{"table", row.table}, {"row", json}, {"sha256", digestOf(row.table, json)}}.dump();
    } catch (const std::exception& problem) {
        return fail(FailureKind::Broken, "a row of " + row.table + " is no JSON: " + problem.what(), "evidence");
    }
}

Result<Done> judgeLine(const std::string& line)
{
    try {
        const Json json = Json::parse(line);
        if (json.at("sha256").get<std::string>() != digestOf(json.at("table").get<std::string>(), json.at("row")))
            return refuse(Refusal::ValueMalformed, "the row is not the one that was saved");
        if (json.dump() != line)
            return refuse(Refusal::ValueMalformed, "its bytes are not as they were written");
        return Done{};
    } catch (const std::exception& problem) {
        return refuse(Refusal::ValueMalformed, problem.what());
    }
}

Result<BundleFacts> saveWhatIsRead(const std::function<Result<Done>(const EvidenceReader::Sink& sink)>& read,
    const std::string& folder, const std::optional<SigningKey>& key)
{
    std::optional<BundleWriter> writer; // Nothing is made for a run that is not there.
    BundleFacts facts;
    facts.form = kEvidenceForm;
    EvidenceReader::Sink sink;
    sink.begin = [&](const AuditOrigin& origin, const AuditHeads& heads,
                     const std::map<std::string, std::string>& details) -> Result<Done> {
        facts.origin = origin;
        facts.heads = heads;
        facts.details = details;
        auto begun = BundleWriter::begin(folder, partFiles());
        if (!begun)
            return tl::unexpected{begun.error()};
        writer = *std::move(begun);
        return Done{};
    };
    sink.row = [&](EvidencePart part, const EvidenceRow& row) -> Result<Done> {
        auto line = lineOf(row);
        return line ? writer->write(fileOf(part), *std::move(line)) : Result<Done>{tl::unexpected{line.error()}};
    };
    if (const auto done = read(sink); !done)
        return tl::unexpected{done.error()};
    return writer->finish(std::move(facts), key);
}

} // namespace

Result<BundleFacts> saveEvidence(EvidenceReader& reader, const JobId& job, const BusinessDate& bizDate,
    const std::string& folder, const std::optional<SigningKey>& key)
{
    return saveWhatIsRead(
        [&](const EvidenceReader::Sink& sink) { return reader.readEvidence(job, bizDate, sink); }, folder, key);
}

Result<BundleFacts> saveIncidentEvidence(EvidenceReader& reader, std::int64_t incident, const std::string& folder,
    const std::optional<SigningKey>& key)
{
    return saveWhatIsRead(
        [&](const EvidenceReader::Sink& sink) { return reader.readIncident(incident, sink); }, folder, key);
}

Result<EvidenceJudgement> judgeEvidence(const std::string& folder, const std::vector<std::string>& trusted)
{
    const auto bundle = BundleReader::open(folder, kEvidenceForm);
    if (!bundle)
        return tl::unexpected{bundle.error()};
    EvidenceJudgement judgement;
    judgement.facts = bundle->facts();
    const auto tell = [&](AuditFault fault) { judgement.faults.push_back(std::move(fault)); };
    judgement.signature = bundle->judgeManifest(trusted, tell);
    for (const std::string& file : partFiles())
        bundle->judgeFile(file, tell, judgeLine);
    return judgement;
}

} // namespace onceover::proof
