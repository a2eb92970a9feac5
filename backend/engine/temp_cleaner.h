// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/run_port.h"

#include <chrono>
#include <filesystem>

namespace onceover::engine {

/// Removes old files of this worker's own temporary folder (job `cleanup-temp`). Bounded: plain files directly in that
/// folder, older than the limit, at most so many per run; links and folders are left alone, and nothing outside is ever
/// touched.
class TempCleaner final : public JobWork {
public:
    struct Limits {
        std::filesystem::path folder;
        std::chrono::hours olderThan{72};
        int filesMax = 10000;
    };
    explicit TempCleaner(Limits limits);

    [[nodiscard]] std::string_view jobType() const override { return "cleanup-temp"; }
    /// A folder that is not there has nothing in it. What vanishes meanwhile was removed by somebody else.
    [[nodiscard]] Result<WorkOutcome> work(const RunTask& task, const std::function<bool()>& keepGoing) override;

private:
    Limits m_limits;
};

} // namespace onceover::engine
