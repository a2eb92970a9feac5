// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/worker_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// The janitor's duty on PostgreSQL: it only calls the owner's functions. Promises: JanitorPort.
class JanitorStore final : public JanitorPort {
public:
    explicit JanitorStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<int> foldCounts() override;
    [[nodiscard]] Result<int> foldBalances() override;
    [[nodiscard]] Result<int> makePartitions() override;
    [[nodiscard]] Result<int> rollHours() override;
    [[nodiscard]] Result<int> sample() override;
    [[nodiscard]] Result<int> dropOld() override;
    [[nodiscard]] Result<int> recordMembership() override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
