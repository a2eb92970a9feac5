// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/private_cluster.h"

#include <string>
#include <string_view>

namespace onceover::test {

/// A PostgreSQL server for tests: durable settings, a Unix socket in a private folder, the logins of the practice
/// installation (alice, bob, carol, svc_…) and a few more (vera: a viewer, adam: an administrator; dave, erin, mallory: LOGIN roles
/// without any duty), a migrated template database. Everything ends with the program that started it.
class TestCluster
{
public:
    /// The cluster of this test run: the one of $ONCEOVER_TEST_CLUSTER (started by run.sh), else one that this program starts at
    /// the first call and ends at its exit. Tests that alter roles, kill the server or move a clock make their own instead.
    static TestCluster& shared();

    /// Starts a cluster of its own; see problem() for whether it did.
    TestCluster();
    ~TestCluster();
    TestCluster(const TestCluster&) = delete;
    TestCluster& operator=(const TestCluster&) = delete;

    /// Why this cluster cannot be used; empty when it can.
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    /// The server, for stop(), kill() and start().
    [[nodiscard]] sandbox::PrivateCluster& server() { return m_server; }
    [[nodiscard]] std::string conninfo(std::string_view login, std::string_view database) const
    {
        return m_server.conninfo(login, database);
    }

    /// The migrated template: one per checksum of the migrations, made at the first call (by whichever program comes first).
    [[nodiscard]] Result<std::string> templateDatabase();
    /// A database without the schema, ready for the migrator (CREATE is granted to onceover_owner).
    [[nodiscard]] Result<std::string> createEmptyDatabase();
    /// A copy of the template. Connect to nothing but copies: a template with sessions cannot be copied.
    [[nodiscard]] Result<std::string> createDatabase();
    void dropDatabase(const std::string& name);

private:
    explicit TestCluster(sandbox::ClusterOptions options, bool attaches);
    [[nodiscard]] Result<Done> prepare();

    sandbox::PrivateCluster m_server;
    bool m_attached = false;
    std::string m_problem;
};

/// One database of one test: a copy of the migrated template, dropped at the end (with the sessions that are still there).
class TestDatabase
{
public:
    explicit TestDatabase(TestCluster& cluster = TestCluster::shared());
    ~TestDatabase();
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    /// Why it could not be made; empty when it is there.
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Without `user=` when no login is given.
    [[nodiscard]] std::string conninfo(std::string_view login = {}) const { return m_cluster.conninfo(login, m_name); }
    /// Runs SQL text through psql as that login; rows come as lines with '|' between columns. The text of an error is in
    /// Failure::detail.
    [[nodiscard]] Result<std::string> run(std::string_view login, std::string_view sql) const;
    /// The same as the cluster's superuser.
    [[nodiscard]] Result<std::string> runAsSuperuser(std::string_view sql) const { return run(sandbox::kSuperuser, sql); }

private:
    TestCluster& m_cluster;
    std::string m_name;
    std::string m_problem;
};

/// $ONCEOVER_REQUIRE_POSTGRES=1: a missing server is a failure, not a skip.
[[nodiscard]] bool postgresIsRequired();

} // namespace onceover::test

/// First line of a test that needs a database object (TestCluster or TestDatabase): skips when it is not usable, or fails
/// where PostgreSQL is required.
#define ONCEOVER_NEED(subject)                                                                                                 \
    do {                                                                                                                       \
        if (!(subject).problem().empty()) {                                                                                    \
            if (onceover::test::postgresIsRequired())                                                                          \
                QFAIL((subject).problem().c_str());                                                                            \
            QSKIP((subject).problem().c_str());                                                                                \
        }                                                                                                                      \
    } while (false)
