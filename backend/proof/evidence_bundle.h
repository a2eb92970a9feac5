// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/evidence_port.h"
#include "proof/bundle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover::proof {

/// Writes a bundle with a file for each part (scheduler.jsonl, …): each line a row with its table and its own SHA-256,
/// so that a changed byte is found in its line (R108, R109). Refusals: BundleWriter, EvidenceReader.
[[nodiscard]] Result<BundleFacts> saveEvidence(EvidenceReader& reader, const JobId& job, const BusinessDate& bizDate,
    const std::string& folder, const std::optional<SigningKey>& key);

/// The same of every run that an incident is about, in one bundle and one snapshot; what it leaves out, its manifest says.
[[nodiscard]] Result<BundleFacts> saveIncidentEvidence(EvidenceReader& reader, std::int64_t incident,
    const std::string& folder, const std::optional<SigningKey>& key);

/// What was found in an evidence bundle.
struct EvidenceJudgement {
    BundleFacts facts;
    std::vector<AuditFault> faults;
    BundleSignature signature = BundleSignature::None;
    [[nodiscard]] bool holds() const { return faults.empty(); }
};

/// Judges one without any database. `trusted`: the keys that count (32 bytes each), or none. Refuses (ValueMalformed)
/// a folder without a readable manifest.
[[nodiscard]] Result<EvidenceJudgement> judgeEvidence(
    const std::string& folder, const std::vector<std::string>& trusted);

} // namespace onceover::proof
