// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/test_cluster.h"

#include "sandbox/logins.h"
#include "sql/migrations.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace onceover::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kClusterVariable = "ONCEOVER_TEST_CLUSTER";

std::string environmentValue(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody changes the environment here.
    return value != nullptr ? value : "";
}

/// Removes the folders of test programs that crashed: their name holds the number of a process that is gone.
void sweep(const fs::path& parent)
{
    constexpr std::string_view kPrefix = "onceover-test-";
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kPrefix))
            continue;
        const int pid = std::atoi(name.c_str() + kPrefix.size()); // NOLINT(cert-err34-c): 0 is no process.
        if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH)
            fs::remove_all(entry.path(), ignored);
    }
}

/// A new folder in memory if it has room (2 GiB), else under the temporary folder.
fs::path makeFolder()
{
    struct statvfs space{};
    const bool hasRoom = ::access("/dev/shm", W_OK) == 0 && ::statvfs("/dev/shm", &space) == 0
        && static_cast<unsigned long long>(space.f_bavail) * space.f_frsize >= (2ULL << 30U);
    const fs::path parent = hasRoom ? fs::path("/dev/shm") : fs::temp_directory_path();
    sweep(parent);
    std::string pattern = parent / ("onceover-test-" + std::to_string(::getpid()) + "-XXXXXX");
    if (::mkdtemp(pattern.data()) == nullptr)
        return {};
    return pattern;
}

std::vector<std::string> testLogins()
{
    auto names = sandbox::practiceLoginNames();
    names.insert(names.end(), {"dave", "erin", "mallory", "vera", "adam"});
    // Nobody logs in as these; that the server's map would let a test try is what makes the refusal the role's own.
    names.insert(names.end(), {"onceover_owner", "onceover_api", "onceover_worker", "onceover_operator", "onceover_approver", "onceover_admin"});
    return names;
}

/// Held while one program makes what all programs of a run share.
class FolderLock
{
public:
    explicit FolderLock(const fs::path& folder)
        : m_file(::open((folder / "test.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_file >= 0)
            ::flock(m_file, LOCK_EX);
    }
    ~FolderLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int m_file;
};

std::string templateName()
{
    std::string digests;
    for (const sql::Migration& migration : sql::migrations())
        digests += migration.sha256.substr(0, 4);
    return "template_" + digests;
}

std::string freshName(std::string_view prefix)
{
    static std::atomic<int> number{0};
    return std::string{prefix} + std::to_string(::getpid()) + "_" + std::to_string(++number);
}

sandbox::ClusterOptions ownOptions()
{
    return {.folder = makeFolder(), .logins = testLogins(), .endsWithThisProgram = true, .syncsAfterMaking = false};
}

} // namespace

TestCluster& TestCluster::shared()
{
    static TestCluster cluster = [] {
        const std::string folder = environmentValue(kClusterVariable);
        return folder.empty() ? TestCluster(ownOptions(), false)
                              : TestCluster({.folder = folder, .logins = testLogins()}, true);
    }();
    return cluster;
}

TestCluster::TestCluster()
    : TestCluster(ownOptions(), false)
{
}

TestCluster::TestCluster(sandbox::ClusterOptions options, bool attaches)
    : m_server(std::move(options))
    , m_attached(attaches)
{
    if (attaches) {
        if (!m_server.server())
            m_problem = "no server runs in " + m_server.folder().string() + " ($ONCEOVER_TEST_CLUSTER)";
        return;
    }
    if (auto prepared = prepare(); !prepared)
        m_problem = prepared.error().detail;
}

TestCluster::~TestCluster()
{
    if (m_attached)
        return;
    (void)m_server.kill();
    std::error_code ignored;
    if (!m_server.folder().empty())
        fs::remove_all(m_server.folder(), ignored);
}

Result<Done> TestCluster::prepare()
{
    if (auto made = m_server.make(); !made)
        return made;
    if (auto started = m_server.start(); !started)
        return started;
    std::string sql{sql::findProvision("roles")->text};
    sql += "\n" + sandbox::loginsSql() + "CREATE ROLE dave LOGIN; CREATE ROLE erin LOGIN; CREATE ROLE mallory LOGIN;\n"
        + "CREATE ROLE vera LOGIN IN ROLE onceover_viewer; CREATE ROLE adam LOGIN IN ROLE onceover_admin;\n";
    if (auto ran = m_server.runSql(sandbox::kSuperuser, "postgres", sql); !ran)
        return tl::unexpected(ran.error());
    return Done{};
}

Result<std::string> TestCluster::createEmptyDatabase()
{
    const std::string name = freshName("empty_");
    auto ran = m_server.runSql(sandbox::kSuperuser, "postgres",
                               "CREATE DATABASE " + name + ";\nGRANT CREATE ON DATABASE " + name + " TO onceover_owner;\n");
    return ran ? Result<std::string>(name) : tl::unexpected(ran.error());
}

Result<std::string> TestCluster::templateDatabase()
{
    const std::string name = templateName();
    const FolderLock lock(m_server.folder());
    const auto there = m_server.runSql(sandbox::kSuperuser, "postgres",
                                       "SELECT datistemplate FROM pg_database WHERE datname = '" + name + "'");
    if (!there)
        return there;
    if (*there == "t")
        return name;
    auto ran = m_server.runSql(sandbox::kSuperuser, "postgres",
                               "DROP DATABASE IF EXISTS " + name + ";\nCREATE DATABASE " + name + ";\nGRANT CREATE ON DATABASE " + name
                                   + " TO onceover_owner;\n");
    if (!ran)
        return ran;
    for (const sql::Migration& migration : sql::migrations()) {
        const std::string version = std::to_string(migration.version);
        ran = m_server.runSql("svc_migrator", name,
                              "BEGIN;\nSET ROLE onceover_owner;\n" + std::string{migration.text}
                                  + "\nINSERT INTO onceover.schema_migration (version, name, sha256, reader_min, app_version) VALUES (" + version
                                  + ", '" + std::string{migration.name} + "', '" + std::string{migration.sha256} + "', " + version
                                  + ", 'test');\nCOMMIT;\n");
        if (!ran)
            return ran;
    }
    ran = m_server.runSql("svc_migrator", name, "SET ROLE onceover_owner; SELECT onceover.record_guards();");
    if (!ran)
        return ran;
    ran = m_server.runSql(sandbox::kSuperuser, name, sandbox::peopleSql());
    if (!ran)
        return ran;
    ran = m_server.runSql(sandbox::kSuperuser, "postgres",
                          "ALTER DATABASE " + name + " WITH ALLOW_CONNECTIONS false IS_TEMPLATE true");
    return ran ? Result<std::string>(name) : ran;
}

Result<std::string> TestCluster::createDatabase()
{
    const auto source = templateDatabase();
    if (!source)
        return source;
    const std::string name = freshName("test_");
    auto ran = m_server.runSql(sandbox::kSuperuser, "postgres", "CREATE DATABASE " + name + " TEMPLATE " + *source);
    return ran ? Result<std::string>(name) : tl::unexpected(ran.error());
}

void TestCluster::dropDatabase(const std::string& name)
{
    (void)m_server.runSql(sandbox::kSuperuser, "postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
}

TestDatabase::TestDatabase(TestCluster& cluster)
    : m_cluster(cluster)
    , m_problem(cluster.problem())
{
    if (!m_problem.empty())
        return;
    const auto made = m_cluster.createDatabase();
    if (made)
        m_name = *made;
    else
        m_problem = made.error().detail;
}

TestDatabase::~TestDatabase()
{
    if (!m_name.empty())
        m_cluster.dropDatabase(m_name);
}

Result<std::string> TestDatabase::run(std::string_view login, std::string_view sql) const
{
    return m_cluster.server().runSql(login, m_name, sql);
}

bool postgresIsRequired()
{
    return environmentValue("ONCEOVER_REQUIRE_POSTGRES") == "1";
}

} // namespace onceover::test
