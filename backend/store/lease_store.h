// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/operation_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// The lease keeper's duty on PostgreSQL, on a connection of its own. Promises: LeasePort.
class LeaseStore final : public LeasePort {
public:
    explicit LeaseStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<SetOutcome> renew(
        const std::vector<std::pair<OperationRef, Version>>& held, milliseconds lease) override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
