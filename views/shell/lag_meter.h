// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

namespace onceover::views {

/// Measures how long the GUI thread leaves its events waiting. A thread of its own sends a ping at least every
/// `interval`; the delay until the ping is answered is a block. Blocks over the limit are logged, the longest is kept.
/// Blocks are wall time: on a busy machine waiting for a processor counts as well; the processor time beside it tells.
class LagMeter : public QObject
{
    Q_OBJECT

public:
    using milliseconds = std::chrono::milliseconds;

    static constexpr milliseconds kLimit{100};

    /// Begins to measure; lives on the GUI thread.
    explicit LagMeter(QObject* parent = nullptr, milliseconds interval = milliseconds{20});
    ~LagMeter() override;

    /// The longest block so far; one under way counts.
    [[nodiscard]] milliseconds longest() const;
    /// Processor time that the GUI thread used during its longest block.
    [[nodiscard]] milliseconds processorTimeOfLongest() const { return milliseconds{m_longestCpuMs.load()}; }
    /// How often the limit was passed.
    [[nodiscard]] int blocksOverLimit() const { return m_overLimit.load(); }

private:
    using Clock = std::chrono::steady_clock;

    void run(milliseconds interval);
    void answer();

    clockid_t m_guiClock{};               ///< Processor time of the GUI thread.
    std::atomic<Clock::rep> m_askedAt{0}; ///< 0: no ping is under way.
    std::atomic<std::int64_t> m_cpuAtAskMs{0};
    std::atomic<std::int64_t> m_longestMs{0};
    std::atomic<std::int64_t> m_longestCpuMs{0};
    std::atomic<int> m_overLimit{0};
    std::mutex m_mutex; ///< Protects m_stop.
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace onceover::views
