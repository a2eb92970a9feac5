// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/evidence_port.h"
#include "core/records/console.h"
#include "core/records/incident.h"

#include <string>

namespace onceover::models {

/// Which run is secured, and where.
struct EvidencePlace {
    JobId job;
    BusinessDate bizDate;
    std::string folder;
    std::string key; ///< File of the key that signs a new bundle, or of the only one that counts; empty: none.
};

/// Saves a bundle with the reader and tells what is to be recorded of it (R108).
[[nodiscard]] Result<EvidenceRecord> saveBundle(EvidenceReader& reader, const EvidencePlace& place);

/// The same of a bundle that is there already, after judging it: a broken one is refused (ValueMalformed), as is one of
/// another database or another run (UnknownSubject).
[[nodiscard]] Result<EvidenceRecord> judgeBundle(const EvidencePlace& place, const ServerIdentity& server);

/// Is there a bundle in the folder?
[[nodiscard]] bool holdsBundle(const std::string& folder);

} // namespace onceover::models
