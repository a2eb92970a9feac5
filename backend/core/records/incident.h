// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "core/business_date.h"
#include "core/records/control.h"
#include "core/records/timestamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// What an incident is to be about. One is open per scope.
struct IncidentWish {
    std::string title;
    ControlScope scope;                   ///< As of a freeze.
    std::optional<BusinessDate> fromDate; ///< The oldest business date that it is about; none: three days ago.
};

/// What became of an act on an incident. A refusal is an answer: the database recorded it.
struct IncidentAnswer {
    bool done = false;
    std::string reason;        ///< Name of the refusal.
    std::string found;         ///< What stood against it: what a gate misses ("WORD about; WORD about"), the owner.
    std::int64_t incident = 0; ///< 0: none.
    std::string status;        ///< Of the incident after the act.
    int step = 0;              ///< Number of the step that was written; 0: none.
};

/// One part of a saved bundle.
struct EvidencePartRecord {
    std::string part; ///< Name of an EvidencePart.
    std::string sha256;
    std::int64_t lines = 0;
};

/// A run that a bundle tells of.
struct SecuredRun {
    JobId job;
    BusinessDate bizDate;
};

/// A bundle that was saved, as the act that saved it tells.
struct EvidenceRecord {
    std::vector<SecuredRun> runs;
    std::string snapshotAt; ///< As the bundle's manifest says it.
    std::vector<EvidencePartRecord> parts;
    std::string where;    ///< The folder.
    std::string signedBy; ///< Fingerprint of the key; empty: not signed.
};

/// A comparison of one channel's book with ours.
struct IncidentComparison {
    struct Found {
        std::string kind;
        std::string key;
        std::string detail;
    };
    std::string channel;
    std::string outcome; ///< COMPARED, NOTHING_COMPARED or NOT_READ.
    std::int64_t compared = 0;
    std::int64_t differences = 0;
    std::vector<Found> found; ///< Those worth keeping.
    Timestamp startedAt;      ///< The database's time before the book was read.
};

struct IncidentRow {
    std::int64_t id = 0;
    std::string status;
    std::string title;
    ControlScope scope;
    std::string fromDate; ///< "2026-05-09"
    std::string owner;
    std::string openedBy;
    Timestamp openedAt;
    std::optional<Timestamp> closedAt;
    bool isFalseAlarm = false;
    std::int64_t freezesInForce = 0;
    std::int64_t freezesDraining = 0; ///< Of these, what has not drained yet.
    std::optional<Timestamp> frozenAt;
    std::int64_t plan = 0; ///< The last recovery plan that was asked for; 0: none.
    std::string planStatus;
    std::int64_t steps = 0;
    std::optional<Timestamp> lastStepAt;
    bool operator==(const IncidentRow&) const = default;
};

/// One line of an incident's log, which nobody changes.
struct IncidentStepRow {
    int no = 0;
    std::string kind;   ///< OPEN, ADVANCE, BACK, NOTE, TAKE_OVER, REASON, EVIDENCE, HYPOTHESIS, ANSWER, RECONCILIATION.
    std::string status; ///< Of the incident after it.
    std::string actor;
    std::string note;
    std::string facts; ///< A JSON object, by kind.
    Timestamp at;
    bool operator==(const IncidentStepRow&) const = default;
};

/// What the next step waits for.
struct IncidentGate {
    std::string next;                 ///< Empty: there is none.
    std::vector<std::string> missing; ///< Each a word and what it is about: "EVIDENCE outside". Empty: it may be taken.
    bool operator==(const IncidentGate&) const = default;
};

/// One of the five equalities, with both numbers.
struct EqualityRow {
    std::string equality; ///< OPERATIONS, LEDGER_ENTRIES, OUTSIDE_FLOWS, TOTAL_AMOUNT or STATE_DISTRIBUTION.
    std::string ours;
    std::string theirs;
    bool holds = false;
    bool operator==(const EqualityRow&) const = default;
};

/// A freeze of an incident, lifted ones too.
struct IncidentFreezeRow {
    std::int64_t id = 0;
    ControlScope scope;
    std::string status;
    std::string actor;
    std::string reason;
    std::optional<Timestamp> effectiveAt;
    std::optional<Timestamp> drainedAt;
    std::optional<Timestamp> liftedAt;
    bool operator==(const IncidentFreezeRow&) const = default;
};

} // namespace onceover
