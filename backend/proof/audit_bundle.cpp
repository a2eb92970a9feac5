// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/audit_bundle.h"

#include "core/digest.h"
#include "proof/anchor_file.h"
#include "proof/audit_json.h"
#include "proof/length_prefixed.h"

#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <utility>

namespace onceover::proof {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::string_view kForm = "onceover audit 1";
constexpr const char* kRowsFile = "audit.jsonl";
constexpr const char* kAnchorsFile = "anchors.jsonl";
constexpr const char* kManifestFile = "manifest.json";
constexpr const char* kDigestFile = "manifest.sha256"; ///< Finds a changed byte where nobody signed.
constexpr const char* kSignatureFile = "manifest.sig";

tl::unexpected<Failure> refuseFile(const fs::path& path, const std::string& why)
{
    return refuse(Refusal::ValueMalformed, path.string() + ": " + why);
}

/// SHA-256 of bytes that come piece by piece.
class RunningDigest {
public:
    RunningDigest()
        : m_context(EVP_MD_CTX_new(), &EVP_MD_CTX_free)
    {
        if (!m_context || EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) != 1)
            throw std::runtime_error("OpenSSL offers no SHA-256");
    }
    void add(std::string_view bytes) { EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()); }
    [[nodiscard]] std::string takeHex()
    {
        std::array<unsigned char, 32> digest{};
        unsigned int length = 0;
        EVP_DigestFinal_ex(m_context.get(), digest.data(), &length);
        return toHex(digest);
    }

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
};

/// A new file of an export, its lines counted and digested as they are written.
class LineFile {
public:
    explicit LineFile(const fs::path& path)
        : m_path(path)
        , m_file(path, std::ios::binary | std::ios::trunc)
    {
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    }
    [[nodiscard]] Result<Done> write(std::string line)
    {
        line += '\n';
        m_digest.add(line);
        m_file << line;
        ++m_lines;
        return m_file ? Result<Done>{Done{}} : Result<Done>{refuseFile(m_path, "cannot be written")};
    }
    [[nodiscard]] Result<std::string> finish()
    {
        m_file.close();
        if (!m_file)
            return refuseFile(m_path, "cannot be written");
        return m_digest.takeHex();
    }
    [[nodiscard]] std::int64_t lines() const { return m_lines; }

private:
    fs::path m_path;
    std::ofstream m_file;
    RunningDigest m_digest;
    std::int64_t m_lines = 0;
};

/// A file of one line; its digest.
Result<std::string> writeLine(const fs::path& path, std::string line)
{
    LineFile file{path};
    if (const auto written = file.write(std::move(line)); !written)
        return tl::unexpected{written.error()};
    return file.finish();
}

Result<Done> makeEmptyFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return refuseFile(folder, error.message());
    const bool isEmpty = fs::is_empty(folder, error);
    if (error)
        return refuseFile(folder, error.message());
    if (!isEmpty)
        return refuseFile(folder, "is not empty; an export gets a folder of its own");
    fs::permissions(folder, fs::perms::owner_all, error);
    return Done{};
}

Json headsJson(const AuditHeads& heads)
{
    Json json = Json::object();
    for (const auto& [chain, head] : heads)
        json[chain] = {{"seq", head.seq}, {"hash", hexOf(head.hash)}};
    return json;
}

Json originJson(const AuditOrigin& origin)
{
    return {{"installation", origin.installation}, {"environment", origin.environment},
        {"namespace", origin.keyNamespace}, {"database", origin.database}, {"made_by", origin.madeBy},
        {"snapshot_at", origin.snapshotAt}};
}

Result<Done> writeManifest(const fs::path& folder, const Json& manifest, const std::optional<SigningKey>& key)
{
    const std::string text = manifest.dump(2);
    const auto digest = writeLine(folder / kManifestFile, text);
    if (!digest)
        return tl::unexpected{digest.error()};
    if (const auto written = writeLine(folder / kDigestFile, *digest); !written)
        return tl::unexpected{written.error()};
    if (!key)
        return Done{};
    const auto written = writeLine(folder / kSignatureFile, hexOf(key->sign(text + "\n")));
    return written ? Result<Done>{Done{}} : Result<Done>{tl::unexpected{written.error()}};
}

/// What an export says of itself.
struct Manifest {
    AuditOrigin origin;
    AuditHeads heads;
    std::string rowsDigest;
    std::string anchorsDigest;
    std::int64_t rows = 0;
    std::int64_t anchors = 0;
    std::string publicKey; ///< Empty: not signed.
};

Result<std::string> readWhole(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file.is_open() || file.bad())
        return refuseFile(path, "cannot be read");
    return text;
}

Result<Manifest> parseManifest(const fs::path& path, const std::string& text)
{
    try {
        const Json json = Json::parse(text);
        if (json.at("form").get<std::string>() != kForm)
            return refuseFile(path, "is no manifest of an audit export");
        Manifest manifest;
        const Json& origin = json.at("origin");
        manifest.origin = {origin.at("installation").get<std::string>(), origin.at("environment").get<std::string>(),
            origin.at("namespace").get<std::string>(), origin.at("database").get<std::string>(),
            origin.at("made_by").get<std::string>(), origin.at("snapshot_at").get<std::string>()};
        for (const auto& [chain, head] : json.at("heads").items())
            manifest.heads[chain]
                = {head.at("seq").get<std::int64_t>(), fromHex(head.at("hash").get<std::string>()).value_or("")};
        manifest.rowsDigest = json.at("files").at(kRowsFile).at("sha256").get<std::string>();
        manifest.anchorsDigest = json.at("files").at(kAnchorsFile).at("sha256").get<std::string>();
        manifest.rows = json.at("files").at(kRowsFile).at("lines").get<std::int64_t>();
        manifest.anchors = json.at("files").at(kAnchorsFile).at("lines").get<std::int64_t>();
        manifest.publicKey = fromHex(json.at("public_key").get<std::string>()).value_or("");
        if (json.dump(2) + "\n" != text)
            return refuseFile(path, "its bytes are not as they were written");
        return manifest;
    } catch (const std::exception& problem) {
        return refuseFile(path, problem.what());
    }
}

/// Each line through `take`, a fault for each that is none, and one for the whole when only its digest differs.
template <typename Read, typename Take>
void judgeFile(
    const fs::path& path, const std::string& digest, std::int64_t lines, AuditVerifier& verifier, Read read, Take take)
{
    const std::string name = path.filename().string();
    std::ifstream file(path, std::ios::binary);
    RunningDigest running;
    std::int64_t number = 0;
    const std::int64_t faultsBefore = verifier.faultCount();
    bool hasEnd = true;
    for (std::string line; std::getline(file, line);) {
        ++number;
        hasEnd = !file.eof();
        running.add(line);
        if (hasEnd)
            running.add("\n");
        if (const auto item = read(line))
            take(*item);
        else
            verifier.addFault({name + ", line " + std::to_string(number), item.error().found});
    }
    if (!file.is_open()) {
        verifier.addFault({name, "is missing"});
        return;
    }
    if (number != lines)
        verifier.addFault(
            {name, "has " + std::to_string(number) + " lines, the manifest says " + std::to_string(lines)});
    else if (running.takeHex() != digest && verifier.faultCount() == faultsBefore)
        verifier.addFault({name, hasEnd ? "is not the file that the manifest names" : "its last line has no end"});
}

ManifestSignature judgeSignature(const fs::path& folder, const std::string& text, const Manifest& manifest,
    const AuditTrust& trust, AuditVerifier& verifier)
{
    const fs::path path = folder / kSignatureFile;
    if (manifest.publicKey.empty() && !fs::exists(path)) {
        if (!trust.publicKey.empty())
            verifier.addFault({kManifestFile, "is not signed, and a key was given that must have signed it"});
        return ManifestSignature::None;
    }
    const auto line = readWhole(path);
    std::optional<std::string> signature;
    if (line && line->ends_with('\n'))
        signature = fromHex(std::string_view{*line}.substr(0, line->size() - 1));
    const std::string& key = trust.publicKey.empty() ? manifest.publicKey : trust.publicKey;
    if (signature && isSignedBy(key, text, *signature))
        return ManifestSignature::Good;
    verifier.addFault({kManifestFile, "its signature (" + std::string{kSignatureFile} + ") is not good"});
    return ManifestSignature::Bad;
}

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
    if (const auto made = makeEmptyFolder(folder); !made)
        return tl::unexpected{made.error()};
    LineFile rows{fs::path{folder} / kRowsFile};
    LineFile anchors{fs::path{folder} / kAnchorsFile};
    Json manifest{{"form", kForm}, {"public_key", key ? hexOf(key->publicKey()) : std::string{}}};
    ExportedAudit exported;
    AuditReader::Sink sink;
    sink.begin = [&](const AuditOrigin& origin, const AuditHeads& heads) -> Result<Done> {
        manifest["origin"] = originJson(origin);
        manifest["heads"] = headsJson(heads);
        exported.chains = static_cast<std::int64_t>(heads.size());
        return Done{};
    };
    sink.anchor = [&](const Anchor& anchor) { return anchors.write(lineOf(anchor)); };
    sink.row = [&](const AuditRow& row) { return rows.write(lineOf(row)); };
    if (const auto read = reader.readAudit(sink); !read)
        return tl::unexpected{read.error()};
    const auto rowsDigest = rows.finish();
    const auto anchorsDigest = anchors.finish();
    if (!rowsDigest || !anchorsDigest)
        return tl::unexpected{(rowsDigest ? anchorsDigest : rowsDigest).error()};
    manifest["files"] = {{kRowsFile, {{"lines", rows.lines()}, {"sha256", *rowsDigest}}},
        {kAnchorsFile, {{"lines", anchors.lines()}, {"sha256", *anchorsDigest}}}};
    if (const auto written = writeManifest(folder, manifest, key); !written)
        return tl::unexpected{written.error()};
    exported.rows = rows.lines();
    exported.anchors = anchors.lines();
    if (key)
        exported.signedBy = key->publicKey();
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
        verifier->trustOnly(trust.publicKey);
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
    const fs::path path = fs::path{folder} / kManifestFile;
    const auto text = readWhole(path);
    if (!text)
        return tl::unexpected{text.error()};
    const auto manifest = parseManifest(path, *text);
    if (!manifest)
        return tl::unexpected{manifest.error()};
    AuditVerifier verifier{manifest->origin.keyNamespace};
    verifier.trustOnly(trust.publicKey);
    if (readWhole(fs::path{folder} / kDigestFile).value_or("") != toHex(sha256(*text)) + "\n")
        verifier.addFault({kManifestFile, "is not the one that " + std::string{kDigestFile} + " names"});
    const ManifestSignature signature = judgeSignature(folder, *text, *manifest, trust, verifier);
    judgeFile(
        fs::path{folder} / kAnchorsFile, manifest->anchorsDigest, manifest->anchors, verifier,
        [](const std::string& line) { return readAnchor(line); },
        [&](const Anchor& anchor) { verifier.addAnchor(anchor); });
    if (const auto added = addOutside(trust, verifier); !added)
        return tl::unexpected{added.error()};
    judgeFile(
        fs::path{folder} / kRowsFile, manifest->rowsDigest, manifest->rows, verifier,
        [](const std::string& line) { return readRow(line); }, [&](const AuditRow& row) { verifier.addRow(row); });
    verifier.finish(manifest->heads);
    AuditJudgement judgement = judgementOf(verifier, manifest->origin);
    judgement.manifest = signature;
    return judgement;
}

} // namespace onceover::proof
