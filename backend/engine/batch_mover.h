// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/schedule_port.h"
#include "engine/duty_log.h"

#include <map>
#include <vector>

namespace onceover::engine {

/// Moves shards, batches and (with their batch) runs by counted facts; core decides where to.
class BatchMover {
public:
    BatchMover(SchedulePort& port, DutyLog log);

    /// One look at every open batch. A batch goes as far as its facts carry it. How many moves there were.
    [[nodiscard]] Result<int> moveAll();

private:
    [[nodiscard]] Result<int> moveShards(const std::vector<BatchFacts>& batches);
    [[nodiscard]] Result<int> moveOne(BatchFacts facts);

    SchedulePort& m_port;
    DutyLog m_log;
};

} // namespace onceover::engine
