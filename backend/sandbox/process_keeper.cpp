// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/process_keeper.h"

#include <algorithm>
#include <utility>

namespace onceover::sandbox {

using std::chrono::milliseconds;

ProcessKeeper::ProcessKeeper(const Supervisor& processes, std::vector<KeptProcess> kept, RestartRules rules,
    std::function<void(std::string_view)> say)
    : m_processes(processes)
    , m_say(std::move(say))
{
    for (KeptProcess& process : kept)
        m_kept.push_back({std::move(process), RestartPolicy(rules), std::nullopt, false, {}});
}

void ProcessKeeper::bury(Kept& kept, TimePoint now, const std::string& why)
{
    const auto wait = kept.policy.died(now);
    kept.isGivenUp = !wait;
    kept.why = why;
    kept.startAt = wait ? std::optional(now + *wait) : std::nullopt;
    if (!m_say)
        return;
    if (wait)
        m_say(kept.process.name + " " + why + ": it is started again in " + std::to_string(wait->count())
            + " ms (death " + std::to_string(kept.policy.deaths()) + ")");
    else
        m_say(kept.process.name + " " + why + " " + std::to_string(kept.policy.deaths())
            + " times: it is not started again");
}

void ProcessKeeper::lookAt(Kept& kept, TimePoint now, Look& look)
{
    if (m_processes.running(kept.process.name)) {
        // Started by us, or by somebody else meanwhile.
        if (kept.startAt || kept.isGivenUp)
            kept.policy.started(now);
        kept.startAt.reset();
        kept.isGivenUp = false;
        return;
    }
    if (kept.isGivenUp)
        return;
    if (!kept.startAt)
        bury(kept, now, "has ended");
    if (!kept.startAt || now < *kept.startAt)
        return;
    const auto started = kept.process.start();
    if (!started) {
        bury(kept, now, "cannot be started (" + started.error().detail + ")");
        return;
    }
    kept.startAt.reset();
    kept.policy.started(now);
    ++look.restarts;
    if (m_say)
        m_say(kept.process.name + " runs again");
}

ProcessKeeper::Look ProcessKeeper::look(TimePoint now)
{
    Look look;
    for (Kept& kept : m_kept) {
        lookAt(kept, now, look);
        if (kept.isGivenUp)
            look.trouble += (look.trouble.empty() ? "" : "; ") + kept.process.name + " " + kept.why;
        if (!kept.startAt)
            continue;
        const auto left = std::max(std::chrono::ceil<milliseconds>(*kept.startAt - now), milliseconds{0});
        look.againIn = look.againIn ? std::min(*look.againIn, left) : left;
    }
    return look;
}

} // namespace onceover::sandbox
