// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "engine/duty.h"
#include "engine/duty_log.h"

#include <memory>

namespace onceover::engine {

/// Signs the heads of the audit chains each minute and keeps the anchors outside the database (DESIGN.md rule 13).
/// Before each it asks whether the database still has the last one that was kept: one that lost it was restored or
/// failed over with lost commits; that is written down, and nothing is signed over it.
class AuditAnchorer final : public Duty {
public:
    AuditAnchorer(std::unique_ptr<AnchorPort> port, std::unique_ptr<AnchorSeal> seal, DutyLog log);

    [[nodiscard]] Result<Round> runRound() override;

private:
    /// Does the database have the newest anchor of the file?
    [[nodiscard]] Result<bool> hasItsHistory();

    std::unique_ptr<AnchorPort> m_port;
    std::unique_ptr<AnchorSeal> m_seal;
    DutyLog m_log;
    bool m_toldLoss = false;
};

} // namespace onceover::engine
