// SPDX-License-Identifier: GPL-3.0-or-later
// onceover-worker as a program: what it says and how it ends when it cannot work.
#include <QTest>

#include "engine_bench.h"
#include "sandbox/child_process.h"

using namespace onceover;
using namespace onceover::test;

namespace {

sandbox::Ended runWorker(
    const std::vector<std::string>& arguments, const std::vector<std::pair<std::string, std::string>>& environment = {})
{
    sandbox::ChildOptions options;
    options.command = {ONCEOVER_BIN_DIR "/onceover-worker"};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.environment = environment;
    const auto ended = sandbox::runChild(options, {}, std::chrono::seconds{20});
    return ended ? *ended : sandbox::Ended{-1, ended.error().detail};
}

} // namespace

class TstEngineWorker : public QObject {
    Q_OBJECT

private slots:
    void wrongArgumentsAreUsageErrors_data();
    void wrongArgumentsAreUsageErrors();
    void theConfigurationIsShownWithItsOrigin();
    void anUnreachableServerIsToldWithTheRemedy();
    void aDatabaseThatMustNotBeUsedIsRefused_data();
    void aDatabaseThatMustNotBeUsedIsRefused();
    void onlyASandboxMayBeBrokenOnPurpose();
    void aRoleWithoutItsLoginIsTold();
};

void TstEngineWorker::wrongArgumentsAreUsageErrors_data()
{
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("option") << QByteArray("--rolls=sender") << QByteArray("--rolls");
    QTest::newRow("role") << QByteArray(
        "--roles=owner") << QByteArray("scheduler, settler, sender, resolver, callback, reconciler, replayer, janitor");
    QTest::newRow("secret") << QByteArray("--dsn=host=db password=hunter2")
                            << QByteArray("a password must not stand"); // S12
    QTest::newRow("config") << QByteArray("--config=/no/such.toml") << QByteArray("/no/such.toml");
}

void TstEngineWorker::wrongArgumentsAreUsageErrors()
{
    QFETCH(QByteArray, argument);
    QFETCH(QByteArray, told);
    const auto ended = runWorker({argument.toStdString()});
    QCOMPARE(ended.exitStatus, 2);
    QVERIFY2(QByteArray::fromStdString(ended.output).contains(told), ended.output.c_str());
    QVERIFY(ended.output.find("hunter2") == std::string::npos);
}

void TstEngineWorker::theConfigurationIsShownWithItsOrigin()
{
    const auto ended = runWorker({"--print-config", "--roles", "sender"}, {{"ONCEOVER_LOG_LEVEL", "debug"}});
    QCOMPARE(ended.exitStatus, 0);
    QVERIFY2(ended.output.find("roles = \"sender\"  # flag") != std::string::npos, ended.output.c_str());
    QVERIFY2(
        ended.output.find("log-level = \"debug\"  # ONCEOVER_LOG_LEVEL") != std::string::npos, ended.output.c_str());
    QVERIFY2(ended.output.find("outbox-poll-ms = \"30000\"  # default") != std::string::npos,
        ended.output.c_str()); // R54: the setting. How long a message waits is in its row; no test waits for a poll.
    QCOMPARE(runWorker({"--version"}).exitStatus, 0);
    QCOMPARE(runWorker({"--help"}).exitStatus, 0);
}

void TstEngineWorker::anUnreachableServerIsToldWithTheRemedy()
{
    const auto gone = runWorker({"--dsn", "host=/no/such/folder dbname=settlement"});
    QCOMPARE(gone.exitStatus, 3);
    QVERIFY2(gone.output.find("--service") != std::string::npos, gone.output.c_str());
    const auto none = runWorker({}, {{"ONCEOVER_SANDBOX_DIR", "/no/such/folder"}, {"HOME", "/no/such"}});
    QCOMPARE(none.exitStatus, 3);
}

void TstEngineWorker::aDatabaseThatMustNotBeUsedIsRefused_data()
{
    QTest::addColumn<QByteArray>("damage");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("newer schema") << QByteArray(
        "INSERT INTO onceover.schema_migration (version, name, sha256, reader_min, "
        "app_version) VALUES (9999, 'later', repeat('0', 64), 1, '99')")
                                  << QByteArray("SCHEMA_TOO_NEW");
    QTest::newRow("missing index") << QByteArray("DROP INDEX onceover.uq_run_trigger_schedule") // K49, F1
                                   << QByteArray("uq_run_trigger_schedule");
    QTest::newRow("disabled guard") << QByteArray(
        "ALTER TABLE onceover.settlement_operation DISABLE TRIGGER guard_update")
                                    << QByteArray("guard_update");
}

void TstEngineWorker::aDatabaseThatMustNotBeUsedIsRefused()
{
    QFETCH(QByteArray, damage);
    QFETCH(QByteArray, told);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.install());
    QCOMPARE(bench.sql(damage.toStdString()), std::string{});
    const auto ended = runWorker({"--dsn", bench.database.conninfo()});
    QCOMPARE(ended.exitStatus, 1);
    QVERIFY2(QByteArray::fromStdString(ended.output).contains(told), ended.output.c_str());
}

// BUILD.md, failpoints
void TstEngineWorker::onlyASandboxMayBeBrokenOnPurpose()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.install("development"));
    const auto ended
        = runWorker({"--dsn", bench.database.conninfo()}, {{"ONCEOVER_FAIL", "settler.after_post:1:kill"}});
    QCOMPARE(ended.exitStatus, 1);
    QVERIFY2(ended.output.find("not a sandbox") != std::string::npos, ended.output.c_str());
    EngineBench sandbox;
    QVERIFY(sandbox.install());
    QCOMPARE(runWorker({"--dsn", sandbox.database.conninfo()}, {{"ONCEOVER_FAIL", "no.such:1:kill"}}).exitStatus, 2);
}

void TstEngineWorker::aRoleWithoutItsLoginIsTold()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.install());
    const auto nobody = runWorker({"--dsn", bench.database.conninfo(), "--logins-sender", "no_such_login"});
    QVERIFY2(nobody.exitStatus == 3 || nobody.exitStatus == 1, nobody.output.c_str());
    QVERIFY2(nobody.output.find("no_such_login") != std::string::npos, nobody.output.c_str());
    const auto dutyless = runWorker({"--dsn", bench.database.conninfo(), "--logins-scheduler", "erin"});
    QCOMPARE(dutyless.exitStatus, 1);
    const auto superuser = runWorker({"--dsn", bench.database.conninfo(), "--logins-settler", "postgres"}); // S19
    QCOMPARE(superuser.exitStatus, 1);
}

QTEST_GUILESS_MAIN(TstEngineWorker)
#include "tst_engine_worker.moc"
