// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/identifiers.h"
#include "core/records/audit.h"
#include "core/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

/// The anchoring duty of the janitor: what is signed comes from the database and goes back to it (DESIGN.md rule 13).
class AnchorPort {
public:
    virtual ~AnchorPort() = default;

    /// The next anchor to sign; nothing when the last one is younger than a minute, or when no chain moved in an hour.
    [[nodiscard]] virtual Result<std::optional<AnchorDraft>> nextAnchor() = 0;

    /// Appends it, signed. The database checks that the body says what the chains say; it cannot check a signature.
    [[nodiscard]] virtual Result<AnchorOutcome> appendAnchor(const AnchorDraft& draft, const Anchor& anchor) = 0;

    /// Has this database the anchor with that body? It must, for one that was appended and then kept outside.
    [[nodiscard]] virtual Result<bool> knowsAnchor(const Anchor& anchor) = 0;

    /// What that key signed after an anchor, the oldest first; at most a thousand.
    [[nodiscard]] virtual Result<std::vector<Anchor>> anchorsSince(const std::string& publicKey, std::int64_t seq) = 0;

    /// Writes down, once, that the database lost what an anchor outside proves: it was restored, or failed over with
    /// lost commits.
    [[nodiscard]] virtual Result<Done> reportLostHistory(const Anchor& anchor) = 0;
};

/// The signing key and the file outside the database. Both belong to this worker's account alone.
class AnchorSeal {
public:
    virtual ~AnchorSeal() = default;

    [[nodiscard]] virtual Anchor sign(const AnchorDraft& draft) = 0;

    [[nodiscard]] virtual std::string publicKey() const = 0;

    /// The newest anchor in the file; nothing in a new one. Refuses a file that holds something else, or whose newest
    /// anchor is of another key or another installation than the draft's.
    [[nodiscard]] virtual Result<std::optional<Anchor>> newest(const AnchorDraft& draft) = 0;

    /// Appends it to the file, durably. Unavailable where the medium does not take it.
    [[nodiscard]] virtual Result<Done> keep(const Anchor& anchor) = 0;
};

/// The auditor's reading: everything in one snapshot, however long it takes.
class AuditReader {
public:
    virtual ~AuditReader() = default;

    /// Calls back with the origin and the heads first, then with each anchor in order, then with each row: chain by
    /// chain, each in order. A callback that returns a failure ends it.
    struct Sink {
        std::function<Result<Done>(const AuditOrigin&, const AuditHeads&)> begin;
        std::function<Result<Done>(const Anchor&)> anchor;
        std::function<Result<Done>(const AuditRow&)> row;
    };
    [[nodiscard]] virtual Result<Done> readAudit(const Sink& sink) = 0;

    /// Writes into the chain `people` that this login judged the chains and found them whole. Best effort: a standby
    /// takes none, and what was found holds without it.
    [[nodiscard]] virtual Result<Done> noteVerification(const AuditNote& note, const Uuid& noteId) = 0;
};

} // namespace onceover
