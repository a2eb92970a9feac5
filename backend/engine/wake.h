// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>

namespace onceover::engine {

/// How one thread wakes another: an eventfd, so that it can be waited for together with sockets. Many notifications
/// before the next look are one. Safe from any thread.
class Wake {
public:
    Wake();
    ~Wake();
    Wake(const Wake&) = delete;
    Wake& operator=(const Wake&) = delete;

    void notify() const noexcept;

    /// Forgets notifications; called before looking for work, so that one that comes during the look is not missed.
    void drain() const noexcept;

    /// Readable while there is a notification.
    [[nodiscard]] int fd() const noexcept { return m_fd; }

    /// Waits for a notification, at most so long; true when there is one. Does not drain.
    [[nodiscard]] bool waitFor(std::chrono::milliseconds atMost) const noexcept;

private:
    int m_fd = -1;
};

/// Is there something to read from this descriptor, at the latest so long from now? False for -1.
[[nodiscard]] bool isReadable(int fd, std::chrono::milliseconds atMost = std::chrono::milliseconds{0}) noexcept;

/// One wake per duty of this process, and what has changed since the last tick was announced to other processes.
struct Wakes {
    Wake scheduler;
    Wake runWorker;
    Wake settler;
    Wake leaseKeeper;
    Wake sender;
    Wake resolver;
    Wake callback;
    Wake reconciler;
    Wake comparer;
    Wake replayer;
    Wake janitor;
    Wake anchorer;
    Wake ticker;
    std::atomic<bool> changed{false};

    /// Something changed that other processes (workers, consoles) may want to see: the ticker will tell them.
    void announce()
    {
        changed.store(true);
        ticker.notify();
    }
};

} // namespace onceover::engine
