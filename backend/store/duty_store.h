// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/worker_port.h"
#include "store/duty_connection.h"

#include <memory>

namespace onceover::store {

/// What every duty does beside its work, on the duty's connection. Promises: DutyPort.
class DutyStore final : public DutyPort {
public:
    explicit DutyStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<Done> registerWorker(const WorkerIdentity& identity) override;
    [[nodiscard]] Result<Done> beat(std::string_view duty, std::int64_t pieces) override;
    [[nodiscard]] Result<Done> stopWorker(std::string_view reason) override;
    [[nodiscard]] Woken wait(int wakeFd, std::chrono::milliseconds atMost) override;
    [[nodiscard]] Result<Done> announce() override;
    [[nodiscard]] Result<Done> ensureConnected() override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
