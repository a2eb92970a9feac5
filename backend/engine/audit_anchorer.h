// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "engine/boot_clock.h"
#include "engine/duty.h"
#include "engine/duty_log.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace onceover::engine {

/// Signs the heads of the audit chains each minute and keeps the anchors outside the database (DESIGN.md rule 13).
/// Before each it asks whether the database still has the last one that was kept: one that lost it was restored or
/// failed over with lost commits; that is written down, and this worker signs nothing over it. What it signed and its
/// file lacks (it died in between, or the disk was full) it writes on first.
class AuditAnchorer final : public Duty {
public:
    AuditAnchorer(
        std::unique_ptr<AnchorPort> port, std::unique_ptr<AnchorSeal> seal, DutyLog log, BootClock clock = bootNow);

    [[nodiscard]] Result<Round> runRound() override;

private:
    /// Does the database have that anchor?
    [[nodiscard]] Result<bool> hasItsHistory(const Anchor& newest);
    /// Writes on what this key signed after that anchor; how many.
    [[nodiscard]] Result<std::int64_t> keepMissing(const std::optional<Anchor>& newest);
    [[nodiscard]] Result<Round> signAndKeep(const AnchorDraft& draft, Round round);

    std::unique_ptr<AnchorPort> m_port;
    std::unique_ptr<AnchorSeal> m_seal;
    DutyLog m_log;
    BootClock m_clock;
    BootInstant m_askedAt{0};
    std::int64_t m_reported = 0; ///< The anchor whose loss was written down last.
};

} // namespace onceover::engine
