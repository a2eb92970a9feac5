// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/duty_connection.h"

#include "sql/migrations.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace onceover::store {

namespace {

constexpr milliseconds kFirstPlanAge{1000};
constexpr milliseconds kLastPlanAge{300000};
/// A process that stands still in the middle of a transaction keeps its rows from all others until the server ends the
/// session (K19); no duty thinks that long between two statements.
constexpr milliseconds kIdleInTransaction{5000};

ConnectionSettings connectionSettings(const DutySettings& duty)
{
    ConnectionSettings settings;
    settings.conninfo = duty.login.empty() ? duty.target.conninfo : duty.target.withUser(duty.login).conninfo;
    settings.program = duty.program;
    settings.duty = duty.duty;
    settings.connectTimeout = duty.connectTimeout;
    settings.statementTimeout = duty.statementTimeout;
    settings.idleInTransactionTimeout = kIdleInTransaction;
    return settings;
}

/// Tells the database who came; it freezes everything when this is another server than it was.
Result<Done> arrive(Connection& connection, const WorkerId& worker)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return tl::unexpected{version.error()};
    if (*version != sql::newestVersion())
        return Done{}; // The self-check says what is wrong with it.
    const auto rows = connection.run("Arrive", params(worker));
    if (!rows)
        return tl::unexpected{rows.error()};
    if (rows->empty())
        return Done{};
    return rows->readOne([](const Row& row) {
        spdlog::error("server_changed: {}; epoch {}, freeze {} stops everything until two persons lift it",
            row.text("cause"), row.int32("epoch"), row.int64("freeze_id"));
        return Done{};
    });
}

} // namespace

DutyConnection::DutyConnection(DutySettings settings)
    : m_settings(std::move(settings))
    , m_connection(connectionSettings(m_settings))
{
}

void DutyConnection::planByIndex()
{
    m_plansByIndex = true;
    m_connection.planByIndex();
}

Result<Connection*> DutyConnection::ready()
{
    const Result<Done> done = m_connection.isConnected() ? renewPlans() : begin();
    if (!done)
        return tl::unexpected{done.error()};
    return &m_connection;
}

Result<Done> DutyConnection::begin()
{
    Result<Done> done = m_connection.connect();
    // Before anything else: a server that was failed over or restored freezes everything (DESIGN.md section 13).
    if (done)
        done = arrive(m_connection, m_settings.worker);
    if (done)
        done = checkEngineSession(m_connection, m_settings.guardsSeen.get());
    if (done)
        done = m_connection.run("HoldWorkerAlive", params(m_settings.worker)).map([](const Rows&) { return Done{}; });
    if (!done)
        m_connection.close();
    m_planAge = kFirstPlanAge;
    m_plansUntil = std::chrono::steady_clock::now() + m_planAge;
    return done;
}

Result<Done> DutyConnection::renewPlans()
{
    if (!m_plansByIndex || std::chrono::steady_clock::now() < m_plansUntil)
        return Done{};
    m_planAge = std::min(m_planAge * 3, kLastPlanAge);
    m_plansUntil = std::chrono::steady_clock::now() + m_planAge;
    return m_connection.run("DiscardPlans").map([](const Rows&) { return Done{}; });
}

void DutyConnection::remember(const std::optional<CommitDoubt>& doubt)
{
    if (doubt)
        m_doubt = doubt;
}

Result<CommitFate> DutyConnection::settleDoubt()
{
    const Result<Connection*> connection = ready();
    if (!connection)
        return tl::unexpected{connection.error()};
    if (!m_doubt)
        return CommitFate::Unknown;
    const Result<CommitFate> fate = (*connection)->fateOf(*m_doubt);
    if (fate && *fate == CommitFate::InProgress)
        return fail(FailureKind::Unavailable, "the doubtful commit is still in progress", "ReadTransactionFate");
    if (fate)
        m_doubt.reset();
    return fate;
}

} // namespace onceover::store
