// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/evidence_port.h"
#include "core/records/console.h"
#include "core/records/incident.h"

#include <cstdint>
#include <string>

namespace onceover::models {

/// Which run is secured, and where.
struct EvidencePlace {
    JobId job; ///< Empty: every run that the incident is about, whatever the date.
    BusinessDate bizDate;
    std::string folder;
    std::string key; ///< File of the key that signs a new bundle, or of the only one that counts; empty: none.
    std::int64_t incident = 0; ///< Whose runs are secured where no job is named.
};

/// Saves a bundle with the reader and tells what is to be recorded of it (R108).
[[nodiscard]] Result<EvidenceRecord> saveBundle(EvidenceReader& reader, const EvidencePlace& place);

/// The same of a bundle that is there already, after judging it: a broken one is refused (ValueMalformed), as is one of
/// another database, another run or another incident (UnknownSubject).
[[nodiscard]] Result<EvidenceRecord> judgeBundle(const EvidencePlace& place, const ServerIdentity& server);

/// Is there a bundle in the folder?
[[nodiscard]] bool holdsBundle(const std::string& folder);

} // namespace onceover::models
