// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gateway/connection_monitor.h"

#include "models/failure_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace onceover::models {

namespace {

using std::chrono::seconds;

constexpr std::array kRetryWaits{seconds(1), seconds(2), seconds(5), seconds(10), seconds(30)};
constexpr seconds kLiveMost{10};
constexpr seconds kDelayedMost{30};
constexpr seconds kSlowRead{3};
constexpr seconds kOfflineAfter{60};

milliseconds toMilliseconds(ConnectionMonitor::Instant::duration span)
{
    return std::chrono::duration_cast<milliseconds>(span);
}

/// Is it the same server in the same role, so that what is on the screen may be continued?
bool isSameServer(const ServerIdentity& a, const ServerIdentity& b)
{
    return a.systemIdentifier == b.systemIdentifier && a.timeline == b.timeline && a.primary == b.primary
        && a.database == b.database && a.login == b.login;
}

/// Nothing changes by itself here: trying again could lock the account or only repeats the same words.
bool waitsForPerson(const Failure& failure)
{
    return isLoginRefused(failure) || failure.statement == "conninfo";
}

} // namespace

ConnectionMonitor::ConnectionMonitor(Jitter jitter)
    : m_jitter(std::move(jitter))
{
}

void ConnectionMonitor::readStarted(Instant now)
{
    m_readingSince = now;
    m_retryAt.reset();
}

void ConnectionMonitor::readSucceeded(Instant now, milliseconds duration, Timestamp takenAt)
{
    m_readingSince.reset();
    m_dataAt = now;
    m_dataFrom = takenAt;
    m_slow = duration > kSlowRead;
    m_lostAt.reset();
    m_retryAt.reset();
    m_retries = 0;
    m_failure.reset();
}

void ConnectionMonitor::identified(const ServerIdentity& server)
{
    if (m_formerServer && isSameServer(*m_formerServer, server))
        m_formerServer.reset(); // The first one is back.
    else if (m_server && !m_formerServer && !isSameServer(*m_server, server))
        m_formerServer = m_server;
    m_server = server;
}

void ConnectionMonitor::readFailed(Instant now, const Failure& failure)
{
    m_readingSince.reset();
    if (isConnectionFailure(failure))
        lose(now, failure);
    else if (!m_lostAt)
        m_failure = failure;
    else if (!m_retryAt && m_failure && !waitsForPerson(*m_failure))
        lose(now, *m_failure); // The read that hung has ended, cancelled or otherwise; try a new one.
}

void ConnectionMonitor::readHangs(Instant now)
{
    Failure failure;
    failure.kind = FailureKind::Unavailable;
    failure.statement = "watchdog";
    failure.detail = "no answer within the watchdog's limit";
    lose(now, failure);
    m_retryAt.reset(); // The read that hangs is still under way; the next one starts when it ended.
}

void ConnectionMonitor::lose(Instant now, const Failure& failure)
{
    if (!m_lostAt)
        m_lostAt = now;
    m_failure = failure;
    if (waitsForPerson(failure)) {
        m_retryAt.reset();
        return;
    }
    const seconds wait
        = isWrongSchema(failure) ? kRetryWaits.back() : kRetryWaits.at(std::min(m_retries, kRetryWaits.size() - 1));
    ++m_retries;
    const auto jittered = std::chrono::duration<double>(wait) * std::clamp(m_jitter(), 0.9, 1.1);
    m_retryAt = now + std::chrono::duration_cast<Instant::duration>(jittered);
}

void ConnectionMonitor::retryNow(Instant now)
{
    if (!m_lostAt)
        return;
    m_retries = 0;
    m_retryAt = now;
}

void ConnectionMonitor::acknowledgeServer()
{
    m_formerServer.reset();
}

std::optional<ConnectionMonitor::Instant> ConnectionMonitor::nextReadAt() const
{
    return m_retryAt;
}

ConnectionStatus ConnectionMonitor::status(Instant now) const
{
    ConnectionStatus status;
    status.dataFrom = m_dataFrom;
    status.failure = m_failure;
    status.server = m_server;
    status.formerServer = m_formerServer;
    if (m_dataAt)
        status.dataAge = toMilliseconds(now - *m_dataAt);
    if (m_readingSince)
        status.readingFor = toMilliseconds(now - *m_readingSince);
    if (m_retryAt)
        status.nextRetryIn = std::max(milliseconds{0}, toMilliseconds(*m_retryAt - now));

    // Data that did not come for too long is a lost connection too, whatever the socket believes.
    std::optional<Instant> lostAt = m_lostAt;
    if (!lostAt && m_dataAt && now - *m_dataAt > kDelayedMost)
        lostAt = *m_dataAt + kDelayedMost;

    if (lostAt) {
        status.lostFor = toMilliseconds(now - *lostAt);
        if (m_lostAt && m_failure && isWrongSchema(*m_failure))
            status.state = ConnectionState::WrongSchema;
        else if ((m_failure && waitsForPerson(*m_failure)) || now - *lostAt > kOfflineAfter)
            status.state = ConnectionState::Offline;
        else
            status.state = ConnectionState::Reconnecting;
    } else if (m_formerServer) {
        status.state = ConnectionState::DifferentServer;
    } else if (!m_dataAt) {
        status.state = ConnectionState::Connecting;
    } else {
        status.state = m_slow || now - *m_dataAt > kLiveMost ? ConnectionState::Delayed : ConnectionState::Live;
    }
    return status;
}

} // namespace onceover::models
