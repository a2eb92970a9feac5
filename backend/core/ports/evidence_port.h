// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/business_date.h"
#include "core/enum_names.h"
#include "core/identifiers.h"
#include "core/records/audit.h"
#include "core/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace onceover {

/// The four parts of evidence (R108).
enum class EvidencePart { Scheduler, Workers, Database, Outside };

} // namespace onceover

template <>
inline constexpr std::array<std::string_view, 4> onceover::kNamesOf<onceover::EvidencePart>{
    "scheduler", "workers", "database", "outside"};
static_assert(onceover::namesAreComplete(onceover::EvidencePart::Outside));

namespace onceover {

/// One row of one table, as the database shows it.
struct EvidenceRow {
    std::string table;
    std::string json; ///< An object; its numbers are whole.
};

/// Reads everything about one run, or about each run of an incident, in one snapshot.
class EvidenceReader {
public:
    virtual ~EvidenceReader() = default;

    /// Calls back once with the origin, the heads of all audit chains, and what places the snapshot (run key, position
    /// in the write-ahead log, whether commits are timed); then with each row, part by part. A callback that returns a
    /// failure ends it.
    struct Sink {
        std::function<Result<Done>(const AuditOrigin&, const AuditHeads&, const std::map<std::string, std::string>&)>
            begin;
        std::function<Result<Done>(EvidencePart, const EvidenceRow&)> row;
    };

    /// Refuses (UnknownSubject) a run that is not there.
    [[nodiscard]] virtual Result<Done> readEvidence(const JobId& job, const BusinessDate& bizDate, const Sink& sink)
        = 0;

    /// The same of every run that the incident is about, the oldest first, up to a thousand. What places the snapshot
    /// tells which ("runs": job and business date, a line each) and, if there are more, how many were left out
    /// ("left_out"). Refuses (UnknownSubject) an incident that is not there or is about no run.
    [[nodiscard]] virtual Result<Done> readIncident(std::int64_t incident, const Sink& sink) = 0;
};

} // namespace onceover
