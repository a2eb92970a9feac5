// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/audit_anchorer.h"

#include <utility>

namespace onceover::engine {

namespace {

/// Anchors are a minute apart; asking whether one is due reads the heads of all chains.
constexpr std::chrono::seconds kAskEvery{5};

} // namespace

AuditAnchorer::AuditAnchorer(
    std::unique_ptr<AnchorPort> port, std::unique_ptr<AnchorSeal> seal, DutyLog log, BootClock clock)
    : m_port(std::move(port))
    , m_seal(std::move(seal))
    , m_log(std::move(log))
    , m_clock(std::move(clock))
{
}

Result<bool> AuditAnchorer::hasItsHistory(const Anchor& newest)
{
    const auto known = m_port->knowsAnchor(newest);
    if (!known || *known)
        return known;
    if (m_reported != newest.seq) {
        if (const auto reported = m_port->reportLostHistory(newest); !reported)
            return tl::unexpected{reported.error()};
        m_reported = newest.seq;
        m_log.warning("history_lost",
            "the database does not have an anchor that was kept outside: it was restored or lost commits; this worker "
            "signs nothing over it",
            {{"anchor", newest.seq}});
    }
    return false;
}

Result<std::int64_t> AuditAnchorer::keepMissing(const std::optional<Anchor>& newest)
{
    const auto missing = m_port->anchorsSince(m_seal->publicKey(), newest ? newest->seq : 0);
    if (!missing)
        return tl::unexpected{missing.error()};
    // The first one may have been lost between database and file; many and an empty file is another file.
    if (!newest && missing->size() > 1)
        return refuse(Refusal::ValueMalformed,
            "the file of anchors is empty, and the database has " + std::to_string(missing->size())
                + " anchors of this key: put the file back, or give this worker a new key");
    for (const Anchor& anchor : *missing) {
        if (const auto kept = m_seal->keep(anchor); !kept)
            return tl::unexpected{kept.error()};
    }
    return static_cast<std::int64_t>(missing->size());
}

Result<Round> AuditAnchorer::runRound()
{
    Round round;
    const BootInstant now = m_clock();
    if (m_askedAt.count() != 0 && now - m_askedAt < kAskEvery)
        return round;
    m_askedAt = now;
    const auto draft = m_port->nextAnchor();
    if (!draft)
        return tl::unexpected{draft.error()};
    if (!*draft)
        return round;
    const auto newest = m_seal->newest(**draft);
    if (!newest)
        return tl::unexpected{newest.error()};
    if (*newest) {
        const auto whole = hasItsHistory(**newest);
        if (!whole)
            return tl::unexpected{whole.error()};
        if (!*whole)
            return round;
    }
    const auto kept = keepMissing(*newest);
    if (!kept)
        return tl::unexpected{kept.error()};
    round.pieces += *kept;
    return signAndKeep(**draft, round);
}

Result<Round> AuditAnchorer::signAndKeep(const AnchorDraft& draft, Round round)
{
    const Anchor anchor = m_seal->sign(draft);
    const auto outcome = m_port->appendAnchor(draft, anchor);
    if (!outcome)
        return tl::unexpected{outcome.error()};
    switch (*outcome) {
    case AnchorOutcome::Kept: {
        // The database first: an anchor that is outside is one that it promised to have. One that does not get into the
        // file now gets there before the next is signed.
        if (const auto kept = m_seal->keep(anchor); !kept)
            return tl::unexpected{kept.error()};
        ++round.pieces;
        return round;
    }
    case AnchorOutcome::Moved:
        return round;
    case AnchorOutcome::Rejected:
        return fail(FailureKind::Broken, "the database rejects the anchor that it drafted", "AppendAnchor");
    }
    return round;
}

} // namespace onceover::engine
