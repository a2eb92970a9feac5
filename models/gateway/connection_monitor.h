// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/console.h"
#include "core/result.h"

#include <chrono>
#include <functional>
#include <optional>

namespace onceover::models {

/// What the reader of the screen may believe (UX.md section 9).
enum class ConnectionState {
    Connecting,      ///< Nothing was read yet.
    Live,            ///< Data younger than 10 s, read within 3 s.
    Delayed,         ///< 10 to 30 s old, or the read took longer than 3 s.
    Reconnecting,    ///< The connection is lost, or nothing came for 30 s; retried by itself.
    Offline,         ///< Lost for more than 60 s, or the login was refused.
    DifferentServer, ///< Another system identifier, timeline or role answers; acts wait for a person's nod.
    WrongSchema,     ///< Version, missing constraint, forbidden login (S19).
};

/// One look at the connection, as the status bar and the banner show it.
struct ConnectionStatus {
    ConnectionState state = ConnectionState::Connecting;
    std::optional<milliseconds> dataAge;        ///< Since the newest data arrived, by our own steady clock.
    std::optional<Timestamp> dataFrom;          ///< Database time of the newest data.
    std::optional<milliseconds> lostFor;        ///< Since the connection was lost.
    std::optional<milliseconds> nextRetryIn;    ///< Nothing: no retry is planned (running, or a person must ask).
    std::optional<milliseconds> readingFor;     ///< A read is under way for so long.
    std::optional<Failure> failure;             ///< Why, while it is not Live.
    std::optional<ServerIdentity> server;       ///< The last that answered.
    std::optional<ServerIdentity> formerServer; ///< DifferentServer: where the data came from before.
    std::optional<milliseconds> clockOffset;    ///< Our clock minus the database's, at the last answer.
    bool actsConnected = false;                 ///< The act connection stands (without it: no acts, no ticks).
    bool readOnly = false;                      ///< This session was started read only.
};

/// Decides the connection's state and when to try again. No clock, timers or threads: the gateway tells what happened
/// and when (a steady clock), so that tests run without waiting.
class ConnectionMonitor {
public:
    using Instant = std::chrono::steady_clock::time_point;
    /// Gives a factor around 1 (0.9 to 1.1) per retry.
    using Jitter = std::function<double()>;

    explicit ConnectionMonitor(Jitter jitter);

    /// A read began; the watchdog counts from here.
    void readStarted(Instant now);
    /// Data arrived, taken at `takenAt` by the database's clock.
    void readSucceeded(Instant now, milliseconds duration, Timestamp takenAt);
    /// The server told who it is. The first one is taken; a later one that differs raises DifferentServer.
    void identified(const ServerIdentity& server);
    /// A read or connect failed. A failure that is not about the connection leaves the state to the data's age.
    void readFailed(Instant now, const Failure& failure);
    /// No answer within the watchdog's limit: as a lost connection, until the read ends.
    void readHangs(Instant now);
    /// A person pressed [Retry now]: due at once, and the waits start anew.
    void retryNow(Instant now);
    /// A person saw that another server answers and goes on with it.
    void acknowledgeServer();

    /// When the next read may start; nothing while a person must ask (login refused, bad connection string).
    [[nodiscard]] std::optional<Instant> nextReadAt() const;
    /// May the usual poll run (true), or only a retry at nextReadAt() (false)?
    [[nodiscard]] bool connected() const { return !m_lostAt; }
    /// Another server answers than the one that was agreed to.
    [[nodiscard]] bool differentServer() const { return m_formerServer.has_value(); }
    /// State, ages and waits at that instant. actsConnected, readOnly and clockOffset are the gateway's to fill in.
    [[nodiscard]] ConnectionStatus status(Instant now) const;

private:
    void lose(Instant now, const Failure& failure);

    Jitter m_jitter;
    std::optional<Instant> m_readingSince;
    std::optional<Instant> m_dataAt;
    std::optional<Timestamp> m_dataFrom;
    bool m_slow = false;
    std::optional<Instant> m_lostAt;
    std::optional<Instant> m_retryAt;
    std::size_t m_retries = 0;
    std::optional<Failure> m_failure;
    std::optional<ServerIdentity> m_server;
    std::optional<ServerIdentity> m_formerServer;
};

} // namespace onceover::models
