// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/bundle.h"

#include "core/digest.h"
#include "proof/length_prefixed.h"

#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace onceover::proof {

namespace {

using Json = nlohmann::json; // Its objects are sorted by name, so that equal values are equal bytes.
namespace fs = std::filesystem;

constexpr const char* kManifestFile = "manifest.json";
constexpr const char* kDigestFile = "manifest.sha256"; ///< Finds a changed byte where nobody signed.
constexpr const char* kSignatureFile = "manifest.sig";

tl::unexpected<Failure> refuseFile(const fs::path& path, const std::string& why)
{
    return refuse(Refusal::ValueMalformed, path.string() + ": " + why);
}

tl::unexpected<Failure> notWritten(const fs::path& path)
{
    return fail(FailureKind::Unavailable, path.string() + " cannot be written: is the disk full?", "bundle");
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

/// A new file, its lines counted and digested as they are written.
class LineFile {
public:
    explicit LineFile(fs::path path)
        : m_path(std::move(path))
        , m_file(m_path, std::ios::binary | std::ios::trunc)
    {
        std::error_code ignored; // A file that could not be made fails at its first line.
        fs::permissions(m_path, fs::perms::owner_read | fs::perms::owner_write, ignored);
    }
    [[nodiscard]] Result<Done> write(std::string line)
    {
        line += '\n';
        m_digest.add(line);
        m_file << line;
        ++m_lines;
        return m_file ? Result<Done>{Done{}} : Result<Done>{notWritten(m_path)};
    }
    [[nodiscard]] Result<BundleFacts::File> finish()
    {
        m_file.close();
        if (!m_file)
            return notWritten(m_path);
        return BundleFacts::File{m_lines, m_digest.takeHex()};
    }

private:
    fs::path m_path;
    std::ofstream m_file;
    RunningDigest m_digest;
    std::int64_t m_lines = 0;
};

/// A file of one line; what it came out as.
Result<BundleFacts::File> writeLine(const fs::path& path, std::string line)
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

Json manifestJson(const BundleFacts& facts)
{
    Json json{{"form", facts.form}, {"public_key", hexOf(facts.publicKey)}, {"details", facts.details}};
    json["origin"] = {{"installation", facts.origin.installation}, {"environment", facts.origin.environment},
        {"namespace", facts.origin.keyNamespace}, {"database", facts.origin.database}, {"made_by", facts.origin.madeBy},
        {"snapshot_at", facts.origin.snapshotAt}};
    json["heads"] = Json::object();
    for (const auto& [chain, head] : facts.heads)
        json["heads"][chain] = {{"seq", head.seq}, {"hash", hexOf(head.hash)}};
    json["files"] = Json::object();
    for (const auto& [name, file] : facts.files)
        json["files"][name] = {{"lines", file.lines}, {"sha256", file.sha256}};
    return json;
}

BundleFacts factsOf(const Json& json)
{
    BundleFacts facts;
    facts.form = json.at("form").get<std::string>();
    facts.publicKey = fromHex(json.at("public_key").get<std::string>()).value_or("");
    facts.details = json.at("details").get<std::map<std::string, std::string>>();
    const Json& origin = json.at("origin");
    facts.origin = {origin.at("installation").get<std::string>(), origin.at("environment").get<std::string>(),
        origin.at("namespace").get<std::string>(), origin.at("database").get<std::string>(),
        origin.at("made_by").get<std::string>(), origin.at("snapshot_at").get<std::string>()};
    for (const auto& [chain, head] : json.at("heads").items())
        facts.heads[chain]
            = {head.at("seq").get<std::int64_t>(), fromHex(head.at("hash").get<std::string>()).value_or("")};
    for (const auto& [name, file] : json.at("files").items())
        facts.files[name] = {file.at("lines").get<std::int64_t>(), file.at("sha256").get<std::string>()};
    return facts;
}

Result<std::string> readWhole(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return refuseFile(path, fs::exists(path, ignored) ? "is no plain file" : "is not there");
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file.is_open() || file.bad())
        return refuseFile(path, "cannot be read");
    return text;
}

} // namespace

struct BundleWriter::Parts {
    fs::path folder;
    std::map<std::string, LineFile> files;
};

BundleWriter::BundleWriter(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}
BundleWriter::~BundleWriter() = default;
BundleWriter::BundleWriter(BundleWriter&&) noexcept = default;
BundleWriter& BundleWriter::operator=(BundleWriter&&) noexcept = default;

Result<BundleWriter> BundleWriter::begin(const std::string& folder, const std::vector<std::string>& files)
{
    if (const auto made = makeEmptyFolder(folder); !made)
        return tl::unexpected{made.error()};
    auto parts = std::make_unique<Parts>();
    parts->folder = folder;
    for (const std::string& file : files)
        parts->files.try_emplace(file, parts->folder / file);
    return BundleWriter{std::move(parts)};
}

Result<Done> BundleWriter::write(const std::string& file, std::string line)
{
    return m_parts->files.at(file).write(std::move(line));
}

Result<BundleFacts> BundleWriter::finish(BundleFacts facts, const std::optional<SigningKey>& key)
{
    for (auto& [name, file] : m_parts->files) {
        const auto finished = file.finish();
        if (!finished)
            return tl::unexpected{finished.error()};
        facts.files[name] = *finished;
    }
    facts.publicKey = key ? key->publicKey() : std::string{};
    const std::string text = manifestJson(facts).dump(2);
    const auto manifest = writeLine(m_parts->folder / kManifestFile, text);
    if (!manifest)
        return tl::unexpected{manifest.error()};
    if (const auto written = writeLine(m_parts->folder / kDigestFile, manifest->sha256); !written)
        return tl::unexpected{written.error()};
    if (key) {
        const auto written = writeLine(m_parts->folder / kSignatureFile, hexOf(key->sign(text + "\n")));
        if (!written)
            return tl::unexpected{written.error()};
    }
    return facts;
}

Result<BundleReader> BundleReader::open(const std::string& folder, const std::string& form)
{
    const fs::path path = fs::path{folder} / kManifestFile;
    auto text = readWhole(path);
    if (!text)
        return tl::unexpected{text.error()};
    try {
        // Our own manifests are four deep; one that nests without end is hostile.
        const Json json = Json::parse(*text, [](int depth, Json::parse_event_t, Json&) {
            if (depth > 8)
                throw std::invalid_argument("nests too deep");
            return true;
        });
        BundleFacts facts = factsOf(json);
        if (facts.form != form)
            return refuseFile(path, "is a manifest of \"" + facts.form + "\", not of \"" + form + "\"");
        if (json.dump(2) + "\n" != *text)
            return refuseFile(path, "its bytes are not as they were written");
        return BundleReader{folder, *std::move(text), std::move(facts)};
    } catch (const std::exception& problem) {
        return refuseFile(path, problem.what());
    }
}

BundleSignature BundleReader::judgeManifest(const std::vector<std::string>& trusted, const TellFault& tell) const
{
    const fs::path folder = m_folder;
    if (readWhole(folder / kDigestFile).value_or("") != toHex(sha256(m_text)) + "\n")
        tell({kManifestFile, "is not the one that " + std::string{kDigestFile} + " names"});
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!m_facts.files.contains(name) && name != kManifestFile && name != kDigestFile && name != kSignatureFile)
            tell({name, "is in the folder and not in the manifest"});
    }
    if (m_facts.publicKey.empty() && !fs::exists(folder / kSignatureFile)) {
        if (!trusted.empty())
            tell({kManifestFile, "is not signed, and a key was given that must have signed it"});
        return BundleSignature::None;
    }
    const auto line = readWhole(folder / kSignatureFile);
    std::optional<std::string> signature;
    if (line && line->ends_with('\n'))
        signature = fromHex(std::string_view{*line}.substr(0, line->size() - 1));
    const std::vector<std::string> keys = trusted.empty() ? std::vector{m_facts.publicKey} : trusted;
    const bool isGood = signature && std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
        return isSignedBy(key, m_text, *signature);
    });
    if (isGood)
        return BundleSignature::Good;
    tell({kManifestFile, "its signature (" + std::string{kSignatureFile} + ") is not good"});
    return BundleSignature::Bad;
}

void BundleReader::judgeFile(const std::string& name, const TellFault& tell,
    const std::function<Result<Done>(const std::string& line)>& take) const
{
    const auto declared = m_facts.files.find(name);
    if (declared == m_facts.files.end()) {
        tell({name, "is not in the manifest"});
        return;
    }
    std::error_code ignored;
    if (!fs::is_regular_file(fs::path{m_folder} / name, ignored)) {
        tell({name, "is missing, or no plain file"});
        return;
    }
    std::ifstream file(fs::path{m_folder} / name, std::ios::binary);
    RunningDigest running;
    std::int64_t number = 0;
    bool isBad = false;
    bool hasEnd = true;
    for (std::string line; std::getline(file, line);) {
        ++number;
        hasEnd = !file.eof();
        running.add(line);
        if (hasEnd)
            running.add("\n");
        if (const auto taken = take(line); !taken) {
            isBad = true;
            tell({name + ", line " + std::to_string(number), taken.error().found});
        }
    }
    if (!file.is_open())
        tell({name, "is missing"});
    else if (number != declared->second.lines)
        tell({name,
            "has " + std::to_string(number) + " lines, the manifest says " + std::to_string(declared->second.lines)});
    else if (running.takeHex() != declared->second.sha256 && !isBad)
        tell({name, hasEnd ? "is not the file that the manifest names" : "its last line has no end"});
}

} // namespace onceover::proof
