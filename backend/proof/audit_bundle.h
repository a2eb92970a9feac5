// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "proof/audit_verifier.h"
#include "proof/bundle.h"
#include "proof/signing_key.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover::proof {

/// What an export holds.
struct ExportedAudit {
    std::int64_t rows = 0;
    std::int64_t chains = 0;
    std::int64_t anchors = 0;
    std::optional<std::string> signedBy; ///< Public key; nothing: no key was given.
};

/// Writes a bundle of chains (audit.jsonl, each row a line) and anchors (anchors.jsonl). Refusals: BundleWriter.
[[nodiscard]] Result<ExportedAudit> exportAudit(
    AuditReader& reader, const std::string& folder, const std::optional<SigningKey>& key);

/// How an audit is judged.
struct AuditTrust {
    std::vector<std::string> publicKeys; ///< 32 bytes each, of workers and of who exported: others do not count. Empty:
                                         ///< any, and it is told which.
    std::vector<std::string> anchorFiles; ///< Kept outside the database.
};

/// What was found, in the database itself or in an export.
struct AuditJudgement {
    AuditOrigin origin;
    std::vector<AuditFault> faults; ///< The first hundred, in the order of the chains.
    std::int64_t faultCount = 0;
    std::int64_t rows = 0;
    std::int64_t chains = 0;
    std::int64_t anchors = 0;
    std::int64_t outsideAnchors = 0;
    std::vector<std::string> publicKeys;              ///< Whose signatures were good.
    std::string anchoredUntil;                        ///< UTC; empty: no anchor. Rows after it rest on the chain alone.
    BundleSignature manifest = BundleSignature::None; ///< Of an export.

    [[nodiscard]] bool holds() const { return faultCount == 0; }
};

/// Judges what the database holds now, row by row, as it is read. Refuses anchor files that cannot be read.
[[nodiscard]] Result<AuditJudgement> judgeAudit(AuditReader& reader, const AuditTrust& trust);

/// Judges an export without any database. Every changed byte of its files is a fault that names file and line or row.
/// Refuses (ValueMalformed) a folder without a readable manifest.
[[nodiscard]] Result<AuditJudgement> judgeExport(const std::string& folder, const AuditTrust& trust);

} // namespace onceover::proof
