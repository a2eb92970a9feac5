// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/audit_anchorer.h"

#include <utility>

namespace onceover::engine {

AuditAnchorer::AuditAnchorer(std::unique_ptr<AnchorPort> port, std::unique_ptr<AnchorSeal> seal, DutyLog log)
    : m_port(std::move(port))
    , m_seal(std::move(seal))
    , m_log(std::move(log))
{
}

Result<bool> AuditAnchorer::hasItsHistory()
{
    const auto newest = m_seal->newest();
    if (!newest)
        return tl::unexpected{newest.error()};
    if (!*newest)
        return true;
    const auto known = m_port->knowsAnchor(**newest);
    if (!known || *known)
        return known;
    if (const auto reported = m_port->reportLostHistory(**newest); !reported)
        return tl::unexpected{reported.error()};
    if (!std::exchange(m_toldLoss, true))
        m_log.warning("history_lost",
            "the database does not have an anchor that was kept outside: it was restored or lost commits; nothing is "
            "signed over it",
            {{"anchor", (*newest)->seq}});
    return false;
}

Result<Round> AuditAnchorer::runRound()
{
    Round round;
    const auto draft = m_port->nextAnchor();
    if (!draft)
        return tl::unexpected{draft.error()};
    if (!*draft)
        return round;
    const auto whole = hasItsHistory();
    if (!whole)
        return tl::unexpected{whole.error()};
    if (!*whole)
        return round;
    const Anchor anchor = m_seal->sign(**draft);
    const auto outcome = m_port->appendAnchor(**draft, anchor);
    if (!outcome)
        return tl::unexpected{outcome.error()};
    switch (*outcome) {
    case AnchorOutcome::Kept: {
        // The database first: an anchor that is outside is one that it promised to have.
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
