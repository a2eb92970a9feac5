// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/lag_meter.h"

#include <QLoggingCategory>

#include <algorithm>
#include <pthread.h>

namespace onceover::views {

namespace {

Q_LOGGING_CATEGORY(lcLag, "onceover.views.lag")

clockid_t clockOfThisThread()
{
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
    pthread_getcpuclockid(pthread_self(), &clock); // Unlike the constant, this one may be read from another thread.
    return clock;
}

std::int64_t readMs(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

} // namespace

LagMeter::LagMeter(QObject* parent, milliseconds interval)
    : QObject(parent)
    , m_guiClock(clockOfThisThread())
    , m_thread([this, interval] { run(interval); })
{
}

LagMeter::~LagMeter()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void LagMeter::run(milliseconds interval)
{
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, interval, [this] { return m_stop; })) {
        Clock::rep none = 0;
        // Only one ping at a time: a blocked thread must not find a hundred of them afterwards.
        if (m_askedAt.load() == 0)
            m_cpuAtAskMs = readMs(m_guiClock);
        if (m_askedAt.compare_exchange_strong(none, Clock::now().time_since_epoch().count()))
            QMetaObject::invokeMethod(this, &LagMeter::answer, Qt::QueuedConnection);
    }
}

void LagMeter::answer()
{
    const Clock::time_point asked{Clock::duration{m_askedAt.exchange(0)}};
    const auto lag = std::chrono::duration_cast<milliseconds>(Clock::now() - asked);
    const std::int64_t atWork = readMs(m_guiClock) - m_cpuAtAskMs.load();
    if (lag.count() > m_longestMs.load()) {
        m_longestMs = lag.count();
        m_longestCpuMs = atWork;
    }
    if (lag <= kLimit)
        return;
    ++m_overLimit;
    qCWarning(lcLag, "the GUI thread left its events waiting for %lld ms, %lld ms of it at work",
              static_cast<long long>(lag.count()), static_cast<long long>(atWork));
}

LagMeter::milliseconds LagMeter::longest() const
{
    std::int64_t longest = m_longestMs.load();
    if (const Clock::rep asked = m_askedAt.load(); asked != 0) {
        const Clock::time_point since{Clock::duration{asked}};
        longest = std::max<std::int64_t>(longest, std::chrono::duration_cast<milliseconds>(Clock::now() - since).count());
    }
    return milliseconds{longest};
}

} // namespace onceover::views
