// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// The replayer's duty on PostgreSQL: it only calls functions. Promises: ReplayPort.
class ReplayStore final : public ReplayPort {
public:
    explicit ReplayStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::optional<std::int64_t>> claim(milliseconds lease) override;
    [[nodiscard]] Result<ExecutedSet> execute(std::int64_t request, milliseconds lease, int most) override;
    [[nodiscard]] Result<std::vector<SettledRequest>> settle() override;
    [[nodiscard]] Result<std::vector<std::int64_t>> drainFreezes(int most) override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
