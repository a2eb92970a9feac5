// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace onceover::sandbox {

/// How a process that dies is started again.
struct RestartRules {
    std::chrono::milliseconds first{100};            ///< After the first death; doubles with each one that follows.
    std::chrono::milliseconds most{10'000};          ///< Never longer than this.
    int deathsMax = 8;                               ///< At the next death without a calm time between, it is given up.
    std::chrono::milliseconds forgivenAfter{60'000}; ///< Who lived so long begins anew.
};

/// When one process is started again: at once nearly, then slower, then no more, so that one that cannot live neither
/// fills the disk with its logs nor keeps a processor busy. A pure decision: time is told.
class RestartPolicy {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit RestartPolicy(RestartRules rules)
        : m_rules(rules)
    {
    }

    /// It was started at `now`.
    void started(TimePoint now) { m_startedAt = now; }
    /// It was found dead at `now`: how long to wait before it is started again; nothing when it is given up.
    [[nodiscard]] std::optional<std::chrono::milliseconds> died(TimePoint now);
    /// Deaths without a calm time between.
    [[nodiscard]] int deaths() const { return m_deaths; }

private:
    RestartRules m_rules;
    std::optional<TimePoint> m_startedAt;
    int m_deaths = 0;
};

} // namespace onceover::sandbox
