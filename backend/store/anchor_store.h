// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// Anchoring on PostgreSQL, under the janitor's login. Promises: AnchorPort.
class AnchorStore final : public AnchorPort {
public:
    explicit AnchorStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::optional<AnchorDraft>> nextAnchor() override;
    [[nodiscard]] Result<AnchorOutcome> appendAnchor(const AnchorDraft& draft, const Anchor& anchor) override;
    [[nodiscard]] Result<bool> knowsAnchor(const Anchor& anchor) override;
    [[nodiscard]] Result<std::vector<Anchor>> anchorsSince(const std::string& publicKey, std::int64_t seq) override;
    [[nodiscard]] Result<Done> reportLostHistory(const Anchor& anchor) override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
