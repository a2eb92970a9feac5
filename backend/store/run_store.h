// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/run_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// Runs without a batch on PostgreSQL (login of onceover_scheduler). Promises: RunPort.
class RunStore final : public RunPort {
public:
    explicit RunStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::optional<RunTask>> claimRun(const std::vector<std::string>& jobTypes) override;
    [[nodiscard]] Result<Done> keepRun(const RunTask& task) override;
    [[nodiscard]] Result<Done> finishRun(const RunTask& task, const WorkOutcome& outcome) override;
    [[nodiscard]] Result<Done> failRun(
        const RunTask& task, std::string_view error, std::optional<milliseconds> wait) override;

private:
    [[nodiscard]] Result<std::optional<RunTask>> startLocked(class Transaction& transaction, RunTask task);

    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
