// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/loop_thread.h"

#include <utility>

namespace onceover::models {

void LoopThread::start(std::function<void()> body)
{
    enter();
    m_thread = std::thread(std::move(body));
}

void LoopThread::enter()
{
    const std::lock_guard lock(m_mutex);
    ++m_running;
}

void LoopThread::leave()
{
    // Told under the lock: the waiter may let go of this object as soon as it wakes.
    const std::lock_guard lock(m_mutex);
    --m_running;
    m_ended.notify_all();
}

bool LoopThread::join(std::chrono::milliseconds atMost)
{
    std::unique_lock lock(m_mutex);
    const bool ended = m_ended.wait_for(lock, atMost, [this] { return m_running == 0; });
    lock.unlock();
    if (!m_thread.joinable())
        return ended;
    if (ended)
        m_thread.join();
    else
        m_thread.detach();
    return ended;
}

} // namespace onceover::models
