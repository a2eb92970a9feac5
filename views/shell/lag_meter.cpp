// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/lag_meter.h"

#include <QLoggingCategory>

#include <algorithm>

namespace onceover::views {

namespace {

Q_LOGGING_CATEGORY(lcLag, "onceover.views.lag")

} // namespace

LagMeter::LagMeter(QObject* parent, milliseconds interval)
    : QObject(parent)
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
        if (m_askedAt.compare_exchange_strong(none, Clock::now().time_since_epoch().count()))
            QMetaObject::invokeMethod(this, &LagMeter::answer, Qt::QueuedConnection);
    }
}

void LagMeter::answer()
{
    const Clock::time_point asked{Clock::duration{m_askedAt.exchange(0)}};
    const auto lag = std::chrono::duration_cast<milliseconds>(Clock::now() - asked);
    m_longestMs = std::max(m_longestMs.load(), static_cast<std::int64_t>(lag.count()));
    if (lag <= kLimit)
        return;
    ++m_overLimit;
    qCWarning(lcLag, "the GUI thread left its events waiting for %lld ms", static_cast<long long>(lag.count()));
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
