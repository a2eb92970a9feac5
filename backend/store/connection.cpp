// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/connection.h"

#include "sql/statements.h"
#include "store/connect_parameters.h"
#include "store/sqlstate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <libpq-fe.h>
#include <poll.h>
#include <spdlog/spdlog.h>

namespace onceover::store {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// How much longer than the server's own statement_timeout we wait before we take the server for gone.
constexpr milliseconds kSilenceMargin{10000};
/// How long a cancelled statement may take to end before the connection is dropped.
constexpr milliseconds kCancelGrace{3000};
/// How often it is asked for meanwhile.
constexpr milliseconds kCancelRepeat{100};

struct ResultDeleter {
    void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, ResultDeleter>;

/// Waits on one or two descriptors; the poll results, or nothing at the deadline.
struct PollOutcome {
    bool socket = false;
    bool other = false;
};

std::optional<PollOutcome> pollUntil(int socket, short events, int other, SteadyClock::time_point deadline)
{
    std::array<pollfd, 2> fds{pollfd{socket, events, 0}, pollfd{other, POLLIN, 0}};
    const nfds_t count = other >= 0 ? 2 : 1;
    while (true) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - SteadyClock::now()).count();
        const int timeout = static_cast<int>(std::clamp<long long>(left, 0, 3'600'000));
        const int ready = poll(fds.data(), count, timeout);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return std::nullopt;
        return PollOutcome{fds[0].revents != 0, count == 2 && fds[1].revents != 0};
    }
}

std::string fieldOf(const PGresult* result, int field)
{
    const char* text = PQresultErrorField(result, field);
    return text ? text : "";
}

void logNotice(void*, const PGresult* notice)
{
    spdlog::debug("server notice: {}", fieldOf(notice, PG_DIAG_MESSAGE_PRIMARY));
}

} // namespace

Connection::Connection(ConnectionSettings settings)
    : m_settings(std::move(settings))
{
}

Connection::~Connection()
{
    close();
}

void Connection::close()
{
    {
        const std::lock_guard lock{m_cancelMutex};
        m_cancel.reset();
        m_cancelAsked = false;
    }
    if (m_connection)
        PQfinish(m_connection);
    m_connection = nullptr;
    m_prepared.clear();
    m_listening = false;
    m_cannotListen = false;
    m_session = {};
}

Result<Done> Connection::connect()
{
    close();
    Result<Done> done = open();
    if (done)
        done = assertTransport();
    if (done)
        done = assertSession();
    if (!done) {
        close();
        if (done.error().statement != "conninfo")
            done.error().statement = "connect";
    }
    return done;
}

Result<Done> Connection::open()
{
    const auto parameters = connectParameters(m_settings);
    if (!parameters)
        return tl::unexpected{parameters.error()};
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : *parameters) {
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    const std::string hosts = valueOf(*parameters, "host");
    const auto hostCount = 1 + std::count(hosts.begin(), hosts.end(), ',');

    m_connection = PQconnectStartParams(keywords.data(), values.data(), 0);
    if (!m_connection)
        return fail(FailureKind::Unavailable, "out of memory", "connect");
    // While connecting, libpq has no field for the SQLSTATE; verbose messages carry it.
    PQsetErrorVerbosity(m_connection, PQERRORS_VERBOSE);
    const auto deadline = SteadyClock::now() + m_settings.connectTimeout * hostCount + milliseconds{500};
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (PQstatus(m_connection) != CONNECTION_BAD && state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        const short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        const auto ready = pollUntil(PQsocket(m_connection), events, m_interruptFd, deadline);
        if (!ready)
            return fail(FailureKind::Unavailable, "the server does not answer", "connect");
        if (ready->other)
            return fail(FailureKind::Cancelled, "stopped while connecting", "connect");
        state = PQconnectPoll(m_connection);
    }
    if (PQstatus(m_connection) != CONNECTION_OK)
        return tl::unexpected{connectFailure(m_connection)};

    PQsetErrorVerbosity(m_connection, PQERRORS_DEFAULT);
    PQsetnonblocking(m_connection, 1);
    PQsetNoticeReceiver(m_connection, logNotice, nullptr);
    m_session.host = PQhost(m_connection);
    m_session.database = PQdb(m_connection);
    m_session.serverVersion = PQserverVersion(m_connection);
    m_session.encrypted = PQsslInUse(m_connection) != 0;
    const std::lock_guard lock{m_cancelMutex};
    m_cancel = std::shared_ptr<pg_cancel>(PQgetCancel(m_connection), PQfreeCancel);
    return Done{};
}

Result<Done> Connection::assertTransport() const
{
    if (m_session.host.empty() || m_session.host.front() == '/' || m_session.host.front() == '@')
        return Done{};
    // What is in force, whether it came from the string, a service file or the environment.
    std::string mode;
    PQconninfoOption* options = PQconninfo(m_connection);
    for (const PQconninfoOption* option = options; option && option->keyword; ++option) {
        if (std::string_view{option->keyword} == "sslmode" && option->val)
            mode = option->val;
    }
    PQconninfoFree(options);
    if (mode != "prefer" && mode != "allow")
        return Done{};
    auto refused = refuse(Refusal::SelfCheckFailed, "sslmode=" + mode);
    refused.value().detail = "sslmode=" + mode
        + " proves nothing about the server: say sslmode=verify-full with sslrootcert, or another mode explicitly";
    return refused;
}

Result<Done> Connection::assertSession()
{
    const auto rows = run("AssertSession");
    if (!rows)
        return tl::unexpected{rows.error()};
    std::string synchronousCommit;
    std::string timeZone;
    bool readOnly = false;
    const auto read = rows->readOne([&](const Row& row) {
        synchronousCommit = row.string("synchronous_commit");
        timeZone = row.string("time_zone");
        readOnly = row.string("read_only") == "on";
        m_session.inRecovery = row.boolean("in_recovery");
        m_session.systemIdentifier = row.int64("system_identifier");
        m_session.timeline = row.int32("timeline");
        m_session.login = row.string("login");
        return Done{};
    });
    if (!read)
        return read;
    std::string complaint;
    if (timeZone != "UTC")
        complaint = "the session's TimeZone is " + timeZone + ", not UTC: remove the setting from the role or database";
    else if (!m_settings.readOnly && synchronousCommit != "on" && synchronousCommit != "remote_apply")
        complaint = "synchronous_commit is " + synchronousCommit
            + ": set it to on or remote_apply for this role, database or server";
    if (!complaint.empty()) {
        auto refused = refuse(Refusal::SelfCheckFailed, complaint);
        refused.value().detail = complaint;
        return refused;
    }
    if (!m_settings.readOnly && (m_session.inRecovery || readOnly))
        return fail(FailureKind::Unavailable,
            "the server is read-only (a standby?): name the primary, or add target_session_attrs=read-write");
    return Done{};
}

Connection::Deadline Connection::statementDeadline() const
{
    // Without a server-side limit (0) the wait has none of its own either: migrations take what they take.
    if (m_settings.statementTimeout.count() == 0)
        return SteadyClock::now() + std::chrono::hours{24};
    return SteadyClock::now() + m_settings.statementTimeout + kSilenceMargin;
}

tl::unexpected<Failure> Connection::lost(std::string_view statement)
{
    std::string words = m_connection ? trimmed(PQerrorMessage(m_connection)) : "not connected";
    close();
    return fail(FailureKind::Unavailable, words.empty() ? "the connection is gone" : words, std::string{statement});
}

Failure Connection::failureOf(const pg_result* result, std::string_view statement)
{
    Failure failure = failureFor(fieldOf(result, PG_DIAG_SQLSTATE), fieldOf(result, PG_DIAG_MESSAGE_PRIMARY),
        fieldOf(result, PG_DIAG_MESSAGE_DETAIL), statement);
    if (failure.kind == FailureKind::Cancelled) {
        const std::lock_guard lock{m_cancelMutex};
        // The same code stands for statement_timeout and for an administrator's cancel, which nobody here asked for.
        if (!m_cancelAsked && !m_cancelSent)
            failure.kind = FailureKind::Unavailable;
        m_cancelAsked = false;
    }
    return failure;
}

Result<Rows> Connection::run(std::string_view name, const Params& parameters)
{
    const Call call{std::string{name}, parameters};
    return runPipeline({&call, 1}).map([](std::vector<Rows> results) { return std::move(results.front()); });
}

Result<std::vector<Rows>> Connection::runPipeline(std::span<const Call> calls)
{
    if (!m_connection)
        return fail(FailureKind::Unavailable, "not connected", calls.empty() ? std::string{} : calls.front().name);
    if (PQenterPipelineMode(m_connection) != 1)
        return lost("pipeline");
    m_cancelSent = false;
    const auto sent = sendAll(calls);
    if (!sent) {
        close(); // Half a pipeline cannot be taken back.
        return tl::unexpected{sent.error()};
    }
    auto results = receiveAll(*sent, statementDeadline());
    if (m_connection && PQexitPipelineMode(m_connection) != 1)
        close();
    if (!results && spendsConnection(results.error().sqlState))
        close();
    return results;
}

Result<std::vector<Connection::Sent>> Connection::sendAll(std::span<const Call> calls)
{
    std::vector<Sent> sent;
    std::set<std::string_view> preparing;
    for (const Call& call : calls) {
        const sql::Statement* statement = sql::findStatement(call.name);
        if (!statement)
            return fail(FailureKind::Broken, "no statement has this name", call.name);
        if (!m_prepared.contains(call.name) && !preparing.contains(call.name)) {
            if (PQsendPrepare(m_connection, call.name.c_str(), std::string{statement->text}.c_str(), 0, nullptr) != 1)
                return lost(call.name);
            preparing.insert(call.name);
            sent.push_back(Sent{statement->name, true});
        }
        std::vector<const char*> values;
        for (const auto& value : call.params.values())
            values.push_back(value ? value->c_str() : nullptr);
        if (PQsendQueryPrepared(
                m_connection, call.name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr, 0)
            != 1) {
            return lost(call.name);
        }
        // So that the transaction id is here before COMMIT may take the connection away.
        if (call.name == "ReadTransactionId" && PQsendFlushRequest(m_connection) != 1)
            return lost(call.name);
        sent.push_back(Sent{statement->name, false});
    }
    if (PQpipelineSync(m_connection) != 1)
        return lost("pipeline");
    return sent;
}

Result<std::vector<Rows>> Connection::receiveAll(const std::vector<Sent>& sent, Deadline deadline)
{
    std::vector<Rows> results;
    std::optional<Failure> failure;
    for (const Sent& item : sent) {
        // Each thing sent answers with results and then a null; after a failure the rest answers "aborted".
        while (true) {
            if (const auto ready = awaitInput(deadline, item.name); !ready)
                return tl::unexpected{failure ? *failure : ready.error()};
            ResultPtr result{PQgetResult(m_connection)};
            if (!result)
                break;
            const ExecStatusType status = PQresultStatus(result.get());
            if (status == PGRES_PIPELINE_ABORTED)
                continue;
            if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
                if (!failure)
                    failure = failureOf(result.get(), item.name);
                // A FATAL is followed by nothing but the end of the connection.
                if (PQstatus(m_connection) == CONNECTION_BAD) {
                    close();
                    return tl::unexpected{*failure};
                }
                continue;
            }
            if (item.isPrepare) {
                m_prepared.emplace(item.name);
                continue;
            }
            if (item.name == "ReadTransactionId" && PQgetisnull(result.get(), 0, 0) == 0)
                m_lastXid = PQgetvalue(result.get(), 0, 0);
            results.emplace_back(std::shared_ptr<const pg_result>(result.release(),
                                     [](const pg_result* r) {
                                         PQclear(const_cast<PGresult*>(r)); // NOLINT
                                     }),
                item.name);
        }
    }
    if (const auto ready = awaitInput(deadline, "sync"); !ready)
        return tl::unexpected{failure ? *failure : ready.error()};
    const ResultPtr sync{PQgetResult(m_connection)};
    if (!sync || PQresultStatus(sync.get()) != PGRES_PIPELINE_SYNC)
        return failure ? tl::unexpected{*failure} : lost("sync");
    if (failure)
        return tl::unexpected{*failure};
    return results;
}

Result<Done> Connection::awaitInput(Deadline deadline, std::string_view statement)
{
    while (true) {
        const int unsent = PQflush(m_connection);
        if (unsent < 0)
            return lost(statement);
        if (PQisBusy(m_connection) == 0)
            return Done{};
        const short events = static_cast<short>(unsent > 0 ? POLLIN | POLLOUT : POLLIN);
        const auto until = m_cancelSent ? std::min(deadline, SteadyClock::now() + kCancelRepeat) : deadline;
        const auto ready = pollUntil(PQsocket(m_connection), events, m_cancelSent ? -1 : m_interruptFd, until);
        if (!ready && until < deadline) {
            requestCancel(); // The one before may have come before the statement did (S11).
            continue;
        }
        if (!ready) {
            close();
            return fail(m_cancelSent ? FailureKind::Cancelled : FailureKind::Unavailable, "the server has gone silent",
                std::string{statement});
        }
        if (ready->other) {
            m_cancelSent = true;
            deadline = std::min(deadline, SteadyClock::now() + kCancelGrace);
            requestCancel();
        }
        if (ready->socket && PQconsumeInput(m_connection) != 1)
            return lost(statement);
    }
}

Result<Done> Connection::runScript(std::string_view script, std::string_view label)
{
    if (!m_connection)
        return fail(FailureKind::Unavailable, "not connected", std::string{label});
    m_cancelSent = false;
    if (PQsendQuery(m_connection, std::string{script}.c_str()) != 1)
        return lost(label);
    std::optional<Failure> failure;
    const Deadline deadline = statementDeadline();
    while (true) {
        if (const auto ready = awaitInput(deadline, label); !ready)
            return ready;
        const ResultPtr result{PQgetResult(m_connection)};
        if (!result)
            break;
        const ExecStatusType status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY && !failure)
            failure = failureOf(result.get(), label);
    }
    if (!failure)
        return Done{};
    if (PQstatus(m_connection) == CONNECTION_BAD || spendsConnection(failure->sqlState))
        close();
    return tl::unexpected{*failure};
}

void Connection::requestCancel()
{
    std::shared_ptr<pg_cancel> cancel;
    {
        const std::lock_guard lock{m_cancelMutex};
        cancel = m_cancel;
        m_cancelAsked = cancel != nullptr;
    }
    if (!cancel)
        return;
    std::array<char, 256> error{};
    if (PQcancel(cancel.get(), error.data(), static_cast<int>(error.size())) != 1)
        spdlog::warn("cancel request failed: {}", trimmed(error.data()));
}

bool Connection::takeNotifications()
{
    bool any = false;
    while (PGnotify* notification = PQnotifies(m_connection)) {
        PQfreemem(notification);
        any = true;
    }
    return any;
}

WaitEnd Connection::waitForTick(int wakeFd, milliseconds atMost)
{
    if (!m_connection)
        return WaitEnd::Lost;
    const auto deadline = SteadyClock::now() + atMost;
    if (!m_listening && !m_cannotListen) {
        m_listening = run("ListenForTicks").has_value();
        m_cannotListen = !m_listening;
        if (!m_connection)
            return WaitEnd::Lost;
    }
    while (true) {
        if (PQconsumeInput(m_connection) != 1) {
            close();
            return WaitEnd::Lost;
        }
        if (takeNotifications())
            return WaitEnd::Notified;
        const auto ready = pollUntil(PQsocket(m_connection), POLLIN, wakeFd, deadline);
        if (!ready)
            return WaitEnd::Timeout;
        if (ready->other)
            return WaitEnd::WakeFd;
    }
}

Result<CommitFate> Connection::fateOf(const CommitDoubt& doubt)
{
    if (!m_connection)
        return fail(FailureKind::Unavailable, "not connected", "ReadTransactionFate");
    if (doubt.xid.empty() || doubt.systemIdentifier != m_session.systemIdentifier
        || doubt.timeline != m_session.timeline) {
        return CommitFate::Unknown;
    }
    const auto rows = run("ReadTransactionFate", params(doubt.xid));
    if (!rows)
        return tl::unexpected{rows.error()};
    return rows->readOne([](const Row& row) {
        const std::string fate = row.textOrEmpty("fate");
        if (fate == "committed")
            return CommitFate::Committed;
        if (fate == "aborted")
            return CommitFate::Aborted;
        return fate == "in progress" ? CommitFate::InProgress : CommitFate::Unknown;
    });
}

} // namespace onceover::store
