// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// One row of an audit chain, its fields as the texts that were hashed (DESIGN.md rule 13).
struct AuditRow {
    std::string chain;
    std::int64_t seq = 0;
    std::string at; ///< UTC with microseconds: 2026-10-26T10:30:00.123456Z.
    std::string actor;
    std::string login;
    std::string role;
    std::string action;
    std::string target;
    std::string outcome;
    std::string reason;
    std::string ticket;
    std::string detail;    ///< JSON as PostgreSQL writes it.
    std::string requestId; ///< Empty: none.
    std::string hash;      ///< 32 bytes.
};

/// The last row of a chain.
struct AuditHead {
    std::int64_t seq = 0;
    std::string hash; ///< 32 bytes.
};

using AuditHeads = std::map<std::string, AuditHead>;

/// What is to be signed next: the heads that moved since the anchor before, and a pointer to that one.
struct AnchorDraft {
    std::int64_t seq = 0;
    Timestamp at;
    std::string prevHash; ///< SHA-256 of the body before; 32 zero bytes before the first.
    std::string heads;    ///< {"chain": {"seq": n, "hash": hex}}.
    std::string body;     ///< The bytes to sign.
};

/// A signed anchor.
struct Anchor {
    std::int64_t seq = 0;
    std::string body;
    std::string signature; ///< Ed25519, 64 bytes.
    std::string publicKey; ///< 32 bytes.
};

/// What came of appending an anchor.
enum class AnchorOutcome {
    Kept,
    Moved,    ///< Another janitor was first: draft again.
    Rejected, ///< It does not say what the chains say.
};

/// That somebody judged every chain and found each row as it was written.
struct AuditNote {
    std::string snapshotAt; ///< UTC, as AuditRow::at.
    std::int64_t rows = 0;
    std::int64_t chains = 0;
    std::int64_t anchors = 0;
};

/// What the database is called, in exports.
struct AuditOrigin {
    std::string installation;
    std::string environment;
    std::string keyNamespace; ///< UUID that enters each computed key and each anchor.
    std::string database;
    std::string madeBy;     ///< The login that read.
    std::string snapshotAt; ///< UTC, as AuditRow::at.
};

} // namespace onceover
