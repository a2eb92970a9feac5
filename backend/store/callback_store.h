// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/callback_port.h"
#include "store/duty_connection.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace onceover::store {

/// Callbacks on PostgreSQL, on the callback duty's connection. Promises: CallbackPort.
class CallbackStore final : public CallbackPort {
public:
    explicit CallbackStore(std::shared_ptr<DutyConnection> duty);

    [[nodiscard]] Result<std::pair<Timestamp, milliseconds>> window() override;
    [[nodiscard]] Result<std::vector<std::pair<std::string, int>>> profileVersions(
        const std::vector<std::string>& keys) override;
    [[nodiscard]] Result<Done> record(const std::vector<CallbackEvent>& events) override;
    [[nodiscard]] Result<std::vector<FiledCallback>> file(int most) override;
    [[nodiscard]] Result<Done> close(const std::vector<FiledCallback>& callbacks) override;
    [[nodiscard]] Result<Done> countRefusals(const std::vector<CallbackRefusals>& refusals) override;

private:
    std::shared_ptr<DutyConnection> m_duty;
};

} // namespace onceover::store
