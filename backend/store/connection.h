// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/timestamp.h"
#include "core/result.h"
#include "store/params.h"
#include "store/rows.h"

#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_cancel;

namespace onceover::store {

/// How to connect and by which limits a session lives.
struct ConnectionSettings {
    std::string conninfo; ///< Keywords and values; may hold a password, so it is never logged.
    std::string program;  ///< "onceover-worker"; application_name becomes "onceover-worker/settler".
    std::string duty;
    milliseconds connectTimeout{5000}; ///< Of each host of a multi-host string.
    milliseconds statementTimeout{30000};
    milliseconds lockTimeout{5000};
    milliseconds idleInTransactionTimeout{30000};
    bool readOnly = false; ///< Reads only; a standby is welcome and durability is not asserted.
    /// For duties that touch rows by their keys alone: plans by index, made once. A session that began on empty tables
    /// would go on reading them whole when they are large, and custom plans cost their planning five times per
    /// statement.
    bool plansByIndex = false;
};

/// What the server said about itself when this session began.
struct SessionFacts {
    std::string login;
    std::string host; ///< Host name, or the socket folder.
    std::string database;
    int serverVersion = 0; ///< e.g. 150018
    bool encrypted = false;
    bool inRecovery = false;
    std::int64_t systemIdentifier = 0;
    int timeline = 0;
};

/// One statement to execute: its name in resources/sql/statements and its parameters.
struct Call {
    std::string name;
    Params params;
};

/// A COMMIT whose answer was lost (DESIGN.md rule 6).
struct CommitDoubt {
    std::string xid; ///< Empty: even that was lost; only reading by key can tell.
    std::int64_t systemIdentifier = 0;
    int timeline = 0;
};

/// What became of such a COMMIT. Unknown: another server or timeline, or no transaction id: read by key only.
enum class CommitFate { Committed, Aborted, InProgress, Unknown };

/// Why a wait on a connection ended.
enum class WaitEnd { Timeout, Notified, WakeFd, Lost };

/// One libpq connection, made, used and destroyed on one thread; only requestCancel() may come from another. Statements
/// are prepared by name at their first use; several go out in one round trip as a pipeline. All waiting is poll(2) with
/// a deadline: a server that has gone silent becomes Unavailable, never a hang. (Known weakness: resolving a host name
/// may block as long as the resolver does.)
class Connection {
public:
    explicit Connection(ConnectionSettings settings);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Connects, and asserts what the session must promise: UTC, synchronous_commit on or remote_apply, a primary
    /// (unless read-only), and over TCP a verified peer or an explicit choice. Failures carry the statement "connect";
    /// a broken promise is Refused(SelfCheckFailed) with the remedy in `detail`.
    [[nodiscard]] Result<Done> connect();
    [[nodiscard]] bool isConnected() const { return m_connection != nullptr; }
    void close();
    /// Valid while connected.
    [[nodiscard]] const SessionFacts& session() const { return m_session; }
    [[nodiscard]] const ConnectionSettings& settings() const { return m_settings; }

    /// Executes one statement outside a transaction of ours.
    [[nodiscard]] Result<Rows> run(std::string_view name, const Params& parameters = {});

    /// Executes several in one round trip, stopping at the first that fails; the results in order. Outside an open
    /// transaction the caller's list says BEGIN and COMMIT itself (S11). Use Transaction rather than this.
    [[nodiscard]] Result<std::vector<Rows>> runPipeline(std::span<const Call> calls);

    /// Runs a script of many statements by the simple protocol, e.g. a migration; `label` names it in failures.
    [[nodiscard]] Result<Done> runScript(std::string_view script, std::string_view label);

    /// Asks the server to cancel what runs, from any thread. No guarantee that it has an effect (S11).
    void requestCancel();

    /// While this descriptor is readable, a running statement is cancelled at once (Cancelled). -1: never.
    void interruptBy(int fd) { m_interruptFd = fd; }

    /// Sets ConnectionSettings::plansByIndex for sessions made from now on.
    void planByIndex() { m_settings.plansByIndex = true; }

    /// Waits for a notification, for `wakeFd` (-1: none) to be readable, or at most so long. LISTENs at the first call
    /// of a session; a session that cannot (a standby) waits for `wakeFd` and the timeout alone.
    [[nodiscard]] WaitEnd waitForTick(int wakeFd, milliseconds atMost);

    /// After a COMMIT whose answer was lost, once connected again.
    [[nodiscard]] Result<CommitFate> fateOf(const CommitDoubt& doubt);

private:
    friend class Transaction;
    /// One thing sent in a pipeline and the answer that it is owed.
    struct Sent {
        std::string_view name;
        bool isPrepare = false;
    };
    using Deadline = std::chrono::steady_clock::time_point;

    [[nodiscard]] Result<Done> open();
    [[nodiscard]] Result<Done> assertSession();
    [[nodiscard]] Result<Done> assertTransport() const;
    [[nodiscard]] Result<std::vector<Sent>> sendAll(std::span<const Call> calls);
    [[nodiscard]] Result<std::vector<Rows>> receiveAll(const std::vector<Sent>& sent, Deadline deadline);
    [[nodiscard]] Result<Done> awaitInput(Deadline deadline, std::string_view statement);
    [[nodiscard]] tl::unexpected<Failure> lost(std::string_view statement);
    [[nodiscard]] Failure failureOf(const pg_result* result, std::string_view statement);
    [[nodiscard]] Deadline statementDeadline() const;
    [[nodiscard]] bool takeNotifications();

    ConnectionSettings m_settings;
    SessionFacts m_session;
    pg_conn* m_connection = nullptr;
    std::set<std::string, std::less<>> m_prepared; ///< Of this session.
    int m_interruptFd = -1;
    bool m_cancelSent = false; ///< By interruptBy; turns 57014 into Cancelled.
    bool m_listening = false;
    bool m_cannotListen = false;
    std::string m_lastXid; ///< Answer of the last ReadTransactionId, kept even if the rest of the pipeline is lost.

    /// Protects m_cancel and m_cancelAsked, the only things that another thread touches.
    std::mutex m_cancelMutex;
    std::shared_ptr<pg_cancel> m_cancel;
    bool m_cancelAsked = false;
};

} // namespace onceover::store
