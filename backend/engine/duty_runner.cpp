// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/duty_runner.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>

namespace onceover::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr milliseconds kBackoffFirst{20};
constexpr milliseconds kBackoffMost{2000};
constexpr std::chrono::seconds kSameFailureAgain{30}; ///< A lasting failure is told once and then in this rhythm.

/// Waits without a connection. Only a stop cuts it short, so that a storm of wakes cannot undo a backoff.
void pauseFor(const std::stop_token& stop, const Wake& wake, milliseconds length)
{
    const auto until = Clock::now() + length;
    while (!stop.stop_requested()) {
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
        if (left <= milliseconds{0})
            return;
        wake.drain();
        if (stop.stop_requested())
            return;
        static_cast<void>(wake.waitFor(left));
    }
}

class DutyLoop {
public:
    DutyLoop(
        const std::stop_token& stop, const DutyOptions& options, DutyOnThread& parts, Wake& wake, const DutyLog& log)
        : m_stop(stop)
        , m_options(options)
        , m_parts(parts)
        , m_wake(wake)
        , m_log(log)
    {
    }

    void run();

private:
    void connect();
    void handle(const Failure& failure);
    void waitForWork(const Round& round);
    void beatWhenDue();
    void beat();
    void tell(const Failure& failure);
    void backOff();

    const std::stop_token& m_stop;
    const DutyOptions& m_options;
    DutyOnThread& m_parts;
    Wake& m_wake;
    const DutyLog& m_log;
    milliseconds m_backoff = kBackoffFirst;
    std::int64_t m_pieces = 0;
    Clock::time_point m_nextBeat{};
    std::string m_told;
    Clock::time_point m_toldAt{};
};

void DutyLoop::tell(const Failure& failure)
{
    const std::string text = failure.statement + describe(failure);
    if (text == m_told && Clock::now() < m_toldAt + kSameFailureAgain)
        return;
    m_told = text;
    m_toldAt = Clock::now();
    m_log.failure("duty_hindered", failure);
}

void DutyLoop::backOff()
{
    pauseFor(m_stop, m_wake, m_backoff);
    m_backoff = std::min(m_backoff * 2, kBackoffMost);
}

/// Returns connected and registered, or with a stop requested.
void DutyLoop::connect()
{
    while (!m_stop.stop_requested()) {
        const auto connected = m_parts.port->ensureConnected();
        if (connected) {
            const auto registered = m_parts.port->registerWorker(m_options.identity);
            if (registered) {
                if (!m_told.empty())
                    m_log.info("duty_connected", "connected again");
                m_told.clear();
                beat();
                return;
            }
            tell(registered.error());
        } else {
            tell(connected.error());
        }
        backOff();
    }
}

void DutyLoop::handle(const Failure& failure)
{
    tell(failure);
    switch (failure.kind) {
    case FailureKind::Conflict:
        return; // The next round reads again and decides anew.
    case FailureKind::Unavailable:
    case FailureKind::InDoubt:
    case FailureKind::Cancelled:
    case FailureKind::Refused:
    case FailureKind::DataRejected:
    case FailureKind::Broken:
        break;
    }
    backOff();
    connect();
}

void DutyLoop::beat()
{
    const auto written = m_parts.port->beat(m_options.name, m_pieces);
    // A heartbeat that fails hinders nothing; if the connection is gone, the next round will say so.
    if (written)
        m_pieces = 0;
    m_nextBeat = Clock::now() + m_options.beatEvery;
}

void DutyLoop::beatWhenDue()
{
    if (Clock::now() >= m_nextBeat)
        beat();
}

void DutyLoop::waitForWork(const Round& round)
{
    const milliseconds longest
        = std::clamp(round.nextIn.value_or(m_options.poll), milliseconds{1}, std::max(m_options.poll, milliseconds{1}));
    const auto until = Clock::now() + longest;
    while (!m_stop.stop_requested()) {
        const auto now = Clock::now();
        if (now >= until)
            return;
        const auto left = std::chrono::ceil<milliseconds>(std::min(until, std::max(m_nextBeat, now)) - now);
        switch (m_parts.duty->wait(*m_parts.port, m_wake.fd(), std::max(left, milliseconds{0}))) {
        case Woken::Timeout:
            beatWhenDue();
            break;
        case Woken::Tick:
        case Woken::WakeFd:
            return;
        case Woken::ConnectionLost:
            connect();
            return;
        }
    }
}

void DutyLoop::run()
{
    connect();
    while (!m_stop.stop_requested()) {
        m_wake.drain();
        if (m_stop.stop_requested())
            break;
        const auto round = m_parts.duty->runRound();
        if (!round) {
            handle(round.error());
            continue;
        }
        m_backoff = kBackoffFirst;
        m_pieces += round->pieces;
        beatWhenDue();
        if (!round->moreNow)
            waitForWork(*round);
    }
    m_parts.duty->windDown();
    beat();
    if (m_options.onCleanEnd)
        m_options.onCleanEnd(*m_parts.port);
}

} // namespace

void runDuty(const std::stop_token& stop, const DutyOptions& options, const std::function<DutyOnThread()>& make,
    Wake& wake, const DutyLog& log)
{
    const std::stop_callback wakeOnStop(stop, [&wake] { wake.notify(); });
    while (!stop.stop_requested()) {
        try {
            DutyOnThread parts = make();
            DutyLoop(stop, options, parts, wake, log).run();
            return;
        } catch (const std::exception& error) {
            log.error("duty_failed", std::string{"ended by an exception, begins anew: "} + error.what());
        }
        pauseFor(stop, wake, kBackoffMost / 10);
    }
}

} // namespace onceover::engine
