// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/audit_bundle.h"

#include "proof/anchor_file.h"
#include "proof/audit_json.h"

#include <optional>
#include <utility>

namespace onceover::proof {

namespace {

constexpr const char* kAuditForm = "onceover audit 1";
constexpr const char* kRowsFile = "audit.jsonl";
constexpr const char* kAnchorsFile = "anchors.jsonl";

Result<Done> addOutside(const AuditTrust& trust, AuditVerifier& verifier)
{
    for (const std::string& file : trust.anchorFiles) {
        const auto anchors = readAnchorFile(file);
        if (!anchors)
            return tl::unexpected{anchors.error()};
        for (const Anchor& anchor : *anchors)
            verifier.addOutsideAnchor(anchor, file);
    }
    return Done{};
}

AuditJudgement judgementOf(const AuditVerifier& verifier, AuditOrigin origin)
{
    AuditJudgement judgement;
    judgement.origin = std::move(origin);
    judgement.faults = verifier.faults();
    judgement.faultCount = verifier.faultCount();
    judgement.rows = verifier.rows();
    judgement.chains = verifier.chains();
    judgement.anchors = verifier.anchors();
    judgement.outsideAnchors = verifier.outsideAnchors();
    judgement.publicKeys.assign(verifier.publicKeys().begin(), verifier.publicKeys().end());
    judgement.anchoredUntil = verifier.anchoredUntil();
    return judgement;
}

} // namespace

Result<ExportedAudit> exportAudit(AuditReader& reader, const std::string& folder, const std::optional<SigningKey>& key)
{
    auto writer = BundleWriter::begin(folder, {kRowsFile, kAnchorsFile});
    if (!writer)
        return tl::unexpected{writer.error()};
    BundleFacts facts;
    facts.form = kAuditForm;
    AuditReader::Sink sink;
    sink.begin = [&](const AuditOrigin& origin, const AuditHeads& heads) -> Result<Done> {
        facts.origin = origin;
        facts.heads = heads;
        return Done{};
    };
    sink.anchor = [&](const Anchor& anchor) { return writer->write(kAnchorsFile, lineOf(anchor)); };
    sink.row = [&](const AuditRow& row) { return writer->write(kRowsFile, lineOf(row)); };
    if (const auto read = reader.readAudit(sink); !read)
        return tl::unexpected{read.error()};
    const auto written = writer->finish(std::move(facts), key);
    if (!written)
        return tl::unexpected{written.error()};
    ExportedAudit exported;
    exported.rows = written->files.at(kRowsFile).lines;
    exported.anchors = written->files.at(kAnchorsFile).lines;
    exported.chains = static_cast<std::int64_t>(written->heads.size());
    if (key)
        exported.signedBy = written->publicKey;
    return exported;
}

Result<AuditJudgement> judgeAudit(AuditReader& reader, const AuditTrust& trust)
{
    std::optional<AuditVerifier> verifier;
    AuditOrigin origin;
    AuditHeads heads;
    bool anchorsAreIn = false;
    // Anchors kept outside come after those of the database and before the first row.
    const auto beginRows = [&]() -> Result<Done> {
        if (anchorsAreIn)
            return Done{};
        anchorsAreIn = true;
        return addOutside(trust, *verifier);
    };
    AuditReader::Sink sink;
    sink.begin = [&](const AuditOrigin& readOrigin, const AuditHeads& readHeads) -> Result<Done> {
        origin = readOrigin;
        heads = readHeads;
        verifier.emplace(origin.keyNamespace);
        verifier->trustOnly(trust.publicKeys);
        return Done{};
    };
    sink.anchor = [&](const Anchor& anchor) -> Result<Done> {
        verifier->addAnchor(anchor);
        return Done{};
    };
    sink.row = [&](const AuditRow& row) -> Result<Done> {
        if (const auto begun = beginRows(); !begun)
            return begun;
        verifier->addRow(row);
        return Done{};
    };
    if (const auto read = reader.readAudit(sink); !read)
        return tl::unexpected{read.error()};
    if (const auto begun = beginRows(); !begun)
        return tl::unexpected{begun.error()};
    verifier->finish(heads);
    return judgementOf(*verifier, std::move(origin));
}

Result<AuditJudgement> judgeExport(const std::string& folder, const AuditTrust& trust)
{
    const auto bundle = BundleReader::open(folder, kAuditForm);
    if (!bundle)
        return tl::unexpected{bundle.error()};
    AuditVerifier verifier{bundle->facts().origin.keyNamespace};
    verifier.trustOnly(trust.publicKeys);
    const auto tell = [&](AuditFault fault) { verifier.addFault(std::move(fault)); };
    const BundleSignature signature = bundle->judgeManifest(trust.publicKeys, tell);
    bundle->judgeFile(kAnchorsFile, tell, [&](const std::string& line) -> Result<Done> {
        const auto anchor = readAnchor(line);
        if (!anchor)
            return tl::unexpected{anchor.error()};
        verifier.addAnchor(*anchor);
        return Done{};
    });
    if (const auto added = addOutside(trust, verifier); !added)
        return tl::unexpected{added.error()};
    bundle->judgeFile(kRowsFile, tell, [&](const std::string& line) -> Result<Done> {
        const auto row = readRow(line);
        if (!row)
            return tl::unexpected{row.error()};
        verifier.addRow(*row);
        return Done{};
    });
    verifier.finish(bundle->facts().heads);
    AuditJudgement judgement = judgementOf(verifier, bundle->facts().origin);
    judgement.manifest = signature;
    return judgement;
}

} // namespace onceover::proof
