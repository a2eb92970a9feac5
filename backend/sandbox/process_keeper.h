// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "sandbox/restart_policy.h"
#include "sandbox/supervisor.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::sandbox {

/// One process that shall live, under its name in the supervisor's file.
struct KeptProcess {
    std::string name;
    std::function<Result<Done>()> start;
};

/// Keeps processes alive: whatever died is started again by the rules of RestartPolicy, and each death, restart and
/// giving up is told. Somebody must look(), while he holds the folder's lock; between looks nothing happens.
class ProcessKeeper {
public:
    using TimePoint = RestartPolicy::TimePoint;

    ProcessKeeper(const Supervisor& processes, std::vector<KeptProcess> kept, RestartRules rules,
        std::function<void(std::string_view)> say);

    /// What a look found.
    struct Look {
        std::optional<std::chrono::milliseconds> againIn; ///< Something is to be started then.
        std::string trouble;                              ///< What is given up, in words; empty while all is well.
        int restarts = 0;                                 ///< Of this look.
    };
    /// Starts what is dead and whose time has come.
    [[nodiscard]] Look look(TimePoint now);

private:
    struct Kept {
        KeptProcess process;
        RestartPolicy policy;
        std::optional<TimePoint> startAt; ///< Dead, to be started then.
        bool isGivenUp = false;
        std::string why;
    };

    void lookAt(Kept& kept, TimePoint now, Look& look);
    void bury(Kept& kept, TimePoint now, const std::string& why);

    const Supervisor& m_processes;
    std::vector<Kept> m_kept;
    std::function<void(std::string_view)> m_say;
};

} // namespace onceover::sandbox
