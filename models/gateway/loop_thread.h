// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace onceover::models {

/// A thread that can be left behind: `join` waits only so long. What runs on it must own everything it touches (by
/// shared_ptr), because a thread that hangs in the server may go on after its owner is gone. Short-lived helpers that
/// must end as well are counted by `enter` and `leave`.
class LoopThread {
public:
    LoopThread() = default;
    LoopThread(const LoopThread&) = delete;
    LoopThread& operator=(const LoopThread&) = delete;

    /// Starts `body`, which must own this object (a shared_ptr in its capture). Called once.
    void start(std::function<void()> body);

    /// Waits until body and helpers have ended, at most so long. True: all ended. False: they were left behind.
    bool join(std::chrono::milliseconds atMost);

    void enter();
    void leave();

private:
    std::mutex m_mutex; ///< Protects m_running.
    std::condition_variable m_ended;
    int m_running = 0;
    std::thread m_thread;
};

} // namespace onceover::models
