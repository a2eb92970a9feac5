// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/control_port.h"
#include "engine/duty.h"
#include "engine/duty_log.h"
#include "engine/wake.h"

#include <memory>

namespace onceover::engine {

struct ReplayerParts {
    std::unique_ptr<ReplayPort> port;
    Wakes& wakes;
    DutyLog log;
};

/// Executes what two persons decided, set by set, each under the request's lease, and nothing else: it makes no key, no
/// amount and no plan. Looks once more at what was executed, ends what nobody decided in time, and watches freezes
/// drain.
class Replayer final : public Duty {
public:
    explicit Replayer(ReplayerParts parts);

    [[nodiscard]] Result<Round> runRound() override;

private:
    [[nodiscard]] Result<int> executeOne(std::int64_t request);

    ReplayerParts m_parts;
};

} // namespace onceover::engine
