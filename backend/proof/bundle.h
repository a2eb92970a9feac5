// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/audit.h"
#include "core/result.h"
#include "proof/audit_verifier.h"
#include "proof/signing_key.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceover::proof {

/// What a bundle says of itself: its manifest.
struct BundleFacts {
    std::string form; ///< Which kind of bundle, with its version: "onceover audit 1".
    AuditOrigin origin;
    AuditHeads heads;                           ///< Of all audit chains, in the same snapshot.
    std::map<std::string, std::string> details; ///< More about it, by name.
    struct File {
        std::int64_t lines = 0;
        std::string sha256; ///< Hexadecimal.
    };
    std::map<std::string, File> files;
    std::string publicKey; ///< Who signed; empty: nobody.
};

/// Writes a folder that can be judged without the database: files of lines, manifest.json with the SHA-256 of each,
/// manifest.sha256 and, with a key, manifest.sig. The folder is 0700, its files 0600. What fails half-way leaves no
/// manifest, so it is never taken for whole.
class BundleWriter {
public:
    /// Makes the folder and these files. Refuses (ValueMalformed) one that is there and not empty.
    [[nodiscard]] static Result<BundleWriter> begin(const std::string& folder, const std::vector<std::string>& files);
    ~BundleWriter();
    BundleWriter(BundleWriter&&) noexcept;
    BundleWriter& operator=(BundleWriter&&) noexcept;

    /// Appends a line to one of the files. Unavailable where the disk does not take it.
    [[nodiscard]] Result<Done> write(const std::string& file, std::string line);

    /// Closes the files and writes the manifest: `facts`, with the files as they came out.
    [[nodiscard]] Result<BundleFacts> finish(BundleFacts facts, const std::optional<SigningKey>& key);

private:
    struct Parts;
    explicit BundleWriter(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

enum class BundleSignature { None, Good, Bad };

/// Reads a bundle of that form and judges it file by file. Faults go where they are told to.
class BundleReader {
public:
    using TellFault = std::function<void(AuditFault)>;

    /// Reads the manifest. Refuses (ValueMalformed) a folder without a readable one, or with one of another form.
    [[nodiscard]] static Result<BundleReader> open(const std::string& folder, const std::string& form);

    [[nodiscard]] const BundleFacts& facts() const { return m_facts; }

    /// Digest and signature of the manifest, and files that it does not name. `trusted`: the keys that count (32 bytes
    /// each), or none: then the one that the manifest names.
    [[nodiscard]] BundleSignature judgeManifest(const std::vector<std::string>& trusted, const TellFault& tell) const;

    /// Each line of a file through `take`, which says what is wrong with it; and whether the file is the one that the
    /// manifest names.
    void judgeFile(const std::string& file, const TellFault& tell,
        const std::function<Result<Done>(const std::string& line)>& take) const;

private:
    BundleReader(std::string folder, std::string text, BundleFacts facts)
        : m_folder(std::move(folder))
        , m_text(std::move(text))
        , m_facts(std::move(facts))
    {
    }
    std::string m_folder;
    std::string m_text; ///< Of the manifest.
    BundleFacts m_facts;
};

} // namespace onceover::proof
