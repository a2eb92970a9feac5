// SPDX-License-Identifier: GPL-3.0-or-later
// Connecting, failing, being cancelled, migrating, and refusing to work on an installation that keeps no promise.
#include "socket_cutter.h"
#include "sql/migrations.h"
#include "store/array.h"
#include "store/migrator.h"
#include "store/self_check.h"
#include "store/sqlstate.h"
#include "store_rig.h"

#include <QScopeGuard>
#include <QTest>

#include <optional>
#include <sys/eventfd.h>
#include <thread>
#include <tuple>
#include <unistd.h>

using namespace onceover;
using namespace onceover::test;
using store::Connection;
using store::params;
using store::Transaction;

class TestStoreSession : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sqlStateIsOneFailure_data();
    void sqlStateIsOneFailure();
    void arraysSurviveTheRoundTrip();
    void wrongTargetIsUnavailableAndSaysWhy_data();
    void wrongTargetIsUnavailableAndSaysWhy();
    void targetAddsTheLoginAndHidesThePassword();
    void failedPipelineLeavesNothing();
    void deadTransactionIsRolledBack();
    void everyTransactionIsReadCommitted(); // R56, DESIGN.md rule 2
    void statementPastItsTimeIsUnavailable();
    void cancelFromAnotherThreadEndsTheStatement();
    void readableDescriptorInterruptsTheStatement();
    void lostServerIsUnavailableAndComesBack();
    void aServerThatTurnsReadOnlyIsLeftForTheOther(); // F19, K37
    void lostCommitIsInDoubt_data();
    void lostCommitIsInDoubt(); // DESIGN.md rule 6
    void tickWakesTheWaiter();
    void migrateIsDoneOnceAndRepeatable();
    void twoMigratorsMakeOneSchema();
    void changedOrNewerSchemaIsRefusedByName(); // A7
    void selfCheckNamesWhatIsMissing_data();
    void theSessionsOfOneStartLookAtTheGuardsOnce();
    void anotherServerIsNamedBeforeAnEngineArrives();
    void selfCheckNamesWhatIsMissing(); // K49, S19
    void aLoginThatNoPolicyBindsIsRefused(); // S9, S19
    void noSettingOfARoleTurnsTheTimeOfASession(); // S19

private:
    /// The row without which nobody beats for it.
    void startWorker(const std::string& worker) const
    {
        QCOMPARE(m_rig->ask("INSERT INTO worker (worker_id, program, app_version, host, pid, duties) VALUES ('" + worker
                     + "', 'p', '1', 'h', 1, '{settler}') RETURNING worker_id"),
            worker);
    }

    [[nodiscard]] store::ConnectionSettings settings(const std::string& login) const
    {
        store::ConnectionSettings made;
        made.conninfo = m_rig->database().conninfo(login);
        made.program = "tst_store_session";
        made.duty = "test";
        return made;
    }
    [[nodiscard]] static store::MigrateSettings migration(const std::string& database)
    {
        store::MigrateSettings made;
        made.target = {TestCluster::shared().conninfo("svc_migrator", database), "--dsn"};
        made.program = "tst_store_session";
        made.appVersion = "0.0.1";
        return made;
    }
    std::unique_ptr<StoreRig> m_rig;
};

void TestStoreSession::initTestCase()
{
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

void TestStoreSession::sqlStateIsOneFailure_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* code, FailureKind kind) {
        QTest::newRow(code) << QString::fromLatin1(code) << static_cast<int>(kind);
    };
    for (const char* code :
        {"08006", "57P01", "57P03", "53300", "40001", "40P01", "55P03", "25006", "26000", "3D000", "28000", ""})
        row(code, FailureKind::Unavailable);
    row("57014", FailureKind::Cancelled);
    for (const char* code :
        {"23505", "23514", "22003", "22P02", "OC001", "OC002", "OC003", "OC005", "OC006", "OC007", "OC009"})
        row(code, FailureKind::DataRejected);
    row("OC004", FailureKind::Conflict);
    row("OC008", FailureKind::Refused);
    for (const char* code : {"42501", "42P01", "42601", "XX000"})
        row(code, FailureKind::Broken);
}

void TestStoreSession::sqlStateIsOneFailure()
{
    QFETCH(QString, code);
    QFETCH(int, kind);
    const Failure failure = store::failureFor(code.toStdString(), "said", "more", "Name");
    QCOMPARE(static_cast<int>(failure.kind), kind);
    QVERIFY(failure.detail.ends_with("said: more"));
    QCOMPARE(failure.refusal.has_value(), failure.kind == FailureKind::Refused);
}

void TestStoreSession::arraysSurviveTheRoundTrip()
{
    const std::vector<std::string> words{"", "NULL", "a\"b", "c\\d", "{x,y}", "  ", "付款\n"};
    store::ArrayText array;
    for (const std::string& word : words)
        array.append(word);
    array.appendNull();
    const auto back = store::splitArray(array.take());
    QVERIFY(back.has_value());
    QCOMPARE(back->size(), words.size() + 1);
    for (std::size_t i = 0; i < words.size(); ++i)
        QCOMPARE((*back)[i].value_or("?"), words[i]);
    QVERIFY(!back->back().has_value());
    const std::string bytes{"\0\x01\xff\\\"", 5};
    QCOMPARE(store::decodeBytes(store::encodeBytes(bytes)).value_or("?"), bytes);
    for (const char* bad : {"", "{", "{\"a}", "{{1},{2}}", "{a}b"})
        QVERIFY2(!store::splitArray(bad).has_value(), bad);
}

void TestStoreSession::wrongTargetIsUnavailableAndSaysWhy_data()
{
    QTest::addColumn<QString>("conninfo");
    QTest::addColumn<QString>("says");
    const QString folder = QString::fromStdString(TestCluster::shared().server().socketFolder().string());
    QTest::newRow("no such database") << QStringLiteral("host=%1 user=svc_worker dbname=nowhere").arg(folder)
                                      << QStringLiteral("nowhere");
    QTest::newRow("no such folder") << QStringLiteral("host=/nowhere dbname=x") << QStringLiteral("/nowhere");
    QTest::newRow("nobody listens") << QStringLiteral("host=127.0.0.1 port=1 dbname=x sslmode=disable")
                                    << QStringLiteral("refused");
    QTest::newRow("malformed") << QStringLiteral("host") << QStringLiteral("not understood");
    QTest::newRow("no such login") << QStringLiteral("host=%1 user=nobody_here dbname=postgres").arg(folder)
                                   << QStringLiteral("nobody_here");
}

void TestStoreSession::wrongTargetIsUnavailableAndSaysWhy()
{
    QFETCH(QString, conninfo);
    QFETCH(QString, says);
    store::ConnectionSettings made;
    made.conninfo = conninfo.toStdString();
    made.program = "tst";
    made.duty = "test";
    Connection connection{made};
    const auto connected = connection.connect();
    QVERIFY(!connected);
    QCOMPARE(static_cast<int>(connected.error().kind), static_cast<int>(FailureKind::Unavailable));
    QCOMPARE(
        connected.error().statement, std::string{says == QLatin1String("not understood") ? "conninfo" : "connect"});
    QVERIFY2(connected.error().detail.find(says.toStdString()) != std::string::npos, connected.error().detail.c_str());
    QVERIFY(!connection.isConnected());
}

void TestStoreSession::targetAddsTheLoginAndHidesThePassword()
{
    const store::ConnectionTarget target{
        "postgresql://someone:hunter2@db.example/settlement?sslmode=verify-full", "--dsn"};
    const auto changed = target.withUser("svc_o'brien");
    QVERIFY(changed.conninfo.find("user='svc_o\\'brien'") != std::string::npos);
    QVERIFY(changed.conninfo.find("someone") == std::string::npos);
    QVERIFY(changed.conninfo.find("hunter2") != std::string::npos);
    QVERIFY(changed.describe().find("hunter2") == std::string::npos);
    QVERIFY(changed.describe().find("dbname=settlement") != std::string::npos);
}

void TestStoreSession::failedPipelineLeavesNothing()
{
    Connection connection{settings("svc_worker")};
    ONCEOVER_OK(connection.connect());
    startWorker("w-pipeline");
    {
        Transaction transaction{connection};
        transaction.queue("BeatHeart", params("w-pipeline", "settler", 1));
        transaction.queue("FreezeBatchForFailure", params(-1, "RULE", Uuid{}, "no such batch")); // OC009
        transaction.queue("BeatHeart", params("w-pipeline", "settler", 1));
        const auto committed = transaction.commit();
        QVERIFY(!committed);
        QCOMPARE(committed.error().sqlState, std::string{"OC009"});
        QCOMPARE(committed.error().statement, std::string{"FreezeBatchForFailure"});
        QVERIFY(!transaction.doubt().has_value());
    }
    QVERIFY(connection.isConnected());
    ONCEOVER_OK(connection.run("ReadNamespace"));
    QCOMPARE(m_rig->ask("SELECT count(*) FROM worker_heartbeat WHERE worker_id = 'w-pipeline'"), std::string{"0"});
}

void TestStoreSession::deadTransactionIsRolledBack()
{
    Connection connection{settings("svc_worker")};
    ONCEOVER_OK(connection.connect());
    startWorker("w-dropped");
    {
        Transaction transaction{connection};
        ONCEOVER_OK(transaction.run("BeatHeart", params("w-dropped", "settler", 1)));
    }
    QCOMPARE(m_rig->ask("SELECT count(*) FROM worker_heartbeat WHERE worker_id = 'w-dropped'"), std::string{"0"});
    QCOMPARE(m_rig->ask(
                 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"),
        std::string{"0"});
}

// Insert-or-read reads in a new statement what another one has committed meanwhile: it needs this level, and says so in
// each BEGIN, whatever the database or the login would choose.
void TestStoreSession::everyTransactionIsReadCommitted()
{
    TestDatabase database;
    ONCEOVER_NEED(database);
    QVERIFY(database.runAsSuperuser("ALTER DATABASE " + database.name()
        + " SET default_transaction_isolation = 'serializable'; ALTER ROLE svc_worker IN DATABASE " + database.name()
        + " SET default_transaction_isolation = 'repeatable read'"));
    store::ConnectionSettings made;
    made.conninfo = database.conninfo("svc_worker");
    made.program = "tst";
    made.duty = "test";
    Connection connection{made};
    ONCEOVER_OK(connection.connect());
    const auto versions = [](Transaction& transaction) {
        const auto rows = transaction.run("ReadAppliedMigrations");
        return rows ? rows->size() : -1;
    };
    Transaction transaction{connection};
    const int before = versions(transaction);
    QVERIFY(before > 0);
    const auto addVersion = [&database](int version) {
        return database.runAsSuperuser("INSERT INTO onceover.schema_migration (version, name, sha256, reader_min, "
                                       "app_version) VALUES ("
            + std::to_string(version) + ", 'later', '', 1, 'test')");
    };
    QVERIFY(addVersion(9998));
    QCOMPARE(versions(transaction), before + 1);
    ONCEOVER_OK(transaction.commit());
    Transaction snapshot{connection, Transaction::Mode::ReadOnlySnapshot};
    QCOMPARE(versions(snapshot), before + 1);
    QVERIFY(addVersion(9999));
    QCOMPARE(versions(snapshot), before + 1);
}

void TestStoreSession::statementPastItsTimeIsUnavailable()
{
    auto slow = settings("postgres");
    slow.statementTimeout = milliseconds{50};
    Connection connection{slow};
    ONCEOVER_OK(connection.connect());
    const auto done = connection.runScript("SELECT pg_sleep(60)", "sleep");
    QVERIFY(!done);
    QCOMPARE(done.error().sqlState, std::string{"57014"});
    QCOMPARE(static_cast<int>(done.error().kind), static_cast<int>(FailureKind::Unavailable));
    QVERIFY(connection.isConnected());
}

void TestStoreSession::cancelFromAnotherThreadEndsTheStatement()
{
    Connection connection{settings("postgres")};
    ONCEOVER_OK(connection.connect());
    std::jthread canceller([&](const std::stop_token& stop) {
        // A cancel that comes before the statement has no effect (S11): it is asked for until the statement has ended.
        while (!stop.stop_requested()) {
            if (m_rig->ask("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(61)%' AND wait_event = "
                           "'PgSleep'")
                != "0")
                connection.requestCancel();
        }
    });
    const auto done = connection.runScript("SELECT pg_sleep(61)", "sleep");
    canceller.request_stop();
    canceller.join();
    QVERIFY(!done);
    QCOMPARE(static_cast<int>(done.error().kind), static_cast<int>(FailureKind::Cancelled));
}

void TestStoreSession::readableDescriptorInterruptsTheStatement()
{
    Connection connection{settings("postgres")};
    ONCEOVER_OK(connection.connect());
    const int fd = ::eventfd(1, EFD_CLOEXEC);
    connection.interruptBy(fd);
    const auto done = connection.runScript("SELECT pg_sleep(62)", "sleep");
    connection.interruptBy(-1);
    ::close(fd);
    QVERIFY(!done);
    QCOMPARE(static_cast<int>(done.error().kind), static_cast<int>(FailureKind::Cancelled));
    QVERIFY(connection.isConnected());
    ONCEOVER_OK(connection.run("ReadNamespace"));
}

void TestStoreSession::lostServerIsUnavailableAndComesBack()
{
    const auto duty = m_rig->duty("worker", "w-lost");
    ONCEOVER_OK(duty->ready());
    std::ignore = m_rig->ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                             "'tst_store/worker' AND datname = current_database()");
    const auto rows = duty->raw().run("ReadNamespace");
    QVERIFY(!rows);
    QCOMPARE(static_cast<int>(rows.error().kind), static_cast<int>(FailureKind::Unavailable));
    QVERIFY(!duty->raw().isConnected());
    ONCEOVER_OK(duty->ready());
    ONCEOVER_OK(duty->raw().run("ReadNamespace"));
}

// The first server of two turns read-only under an open session. That session is given up and both are asked anew: the
// same process goes on at the other. Who is given the read-only one alone is told what it is.
void TestStoreSession::aServerThatTurnsReadOnlyIsLeftForTheOther()
{
    TestCluster first; // The setting is the server's.
    ONCEOVER_NEED(first);
    StoreRig rig{first};
    ONCEOVER_NEED(rig);
    TestCluster& second = TestCluster::shared();
    const std::string name = rig.database().name();
    startWorker("w-other");
    ONCEOVER_OK(second.server().runSql(sandbox::kSuperuser, "postgres",
        "CREATE DATABASE " + name + " TEMPLATE " + m_rig->database().name()));
    const auto dropped = qScopeGuard([&] { second.dropDatabase(name); });
    QCOMPARE(rig.ask("INSERT INTO worker (worker_id, program, app_version, host, pid, duties) VALUES ('w-other', 'p', "
                     "'1', 'h', 1, '{settler}') RETURNING worker_id"),
        std::string{"w-other"});

    const std::string firstFolder = first.server().socketFolder().string();
    const std::string secondFolder = second.server().socketFolder().string();
    const auto duty = rig.dutyThrough(firstFolder + "," + secondFolder, "worker", "w-other");
    const auto beat = [&] { return duty->raw().run("BeatHeart", params("w-other", "settler", 1)); };
    ONCEOVER_OK(duty->ready());
    QCOMPARE(duty->raw().session().host, firstFolder);
    ONCEOVER_OK(beat());

    ONCEOVER_OK(first.server().runSql(
        sandbox::kSuperuser, "postgres", "ALTER SYSTEM SET default_transaction_read_only = on"));
    ONCEOVER_OK(first.server().runSql(sandbox::kSuperuser, "postgres", "SELECT pg_reload_conf()"));
    std::optional<Failure> refused; // As soon as the session has read its settings anew.
    QVERIFY(QTest::qWaitFor([&] {
        if (const auto done = beat(); !done)
            refused = done.error();
        return refused.has_value();
    }));
    QCOMPARE(refused->sqlState, std::string{"25006"});
    QCOMPARE(static_cast<int>(refused->kind), static_cast<int>(FailureKind::Unavailable));
    QVERIFY(!duty->raw().isConnected());

    ONCEOVER_OK(duty->ready());
    QCOMPARE(duty->raw().session().host, secondFolder);
    ONCEOVER_OK(beat());
    const auto beats = second.server().runSql(sandbox::kSuperuser, name,
        "SELECT count(*) FROM onceover.worker_heartbeat WHERE worker_id = 'w-other'");
    ONCEOVER_OK(beats);
    QCOMPARE(*beats, std::string{"1"});

    const auto alone = rig.duty("worker", "w-other")->ready();
    QVERIFY(!alone);
    QCOMPARE(static_cast<int>(alone.error().kind), static_cast<int>(FailureKind::Unavailable));
    QVERIFY2(alone.error().detail.find("read-only") != std::string::npos, alone.error().detail.c_str());
}

void TestStoreSession::lostCommitIsInDoubt_data()
{
    QTest::addColumn<bool>("committed");
    QTest::newRow("it got there") << true;
    QTest::newRow("it never got there") << false;
}

void TestStoreSession::lostCommitIsInDoubt()
{
    QFETCH(bool, committed);
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    const auto duty = m_rig->dutyThrough(cutter.folder(), "worker", "w-doubt");
    ONCEOVER_OK(duty->ready());
    // One whole transaction first, so that "Commit" is prepared and the next one only binds it.
    const std::string worker = committed ? "w-doubt-yes" : "w-doubt-no";
    const auto beat = [&](const std::string& who) {
        return store::inTransaction(
            *duty, [&](Transaction& transaction) { return transaction.run("BeatHeart", params(who, "settler", 1)); });
    };
    startWorker(worker + "-before");
    startWorker(worker);
    ONCEOVER_OK(beat(worker + "-before"));
    cutter.cutNext(committed ? SocketCutter::Cut::AfterCommit : SocketCutter::Cut::BeforeCommit);
    const auto doubtful = beat(worker);
    QVERIFY(!doubtful);
    QCOMPARE(static_cast<int>(doubtful.error().kind), static_cast<int>(FailureKind::InDoubt));
    const auto fate = duty->settleDoubt();
    ONCEOVER_OK(fate);
    // The id of a transaction that was flushed before its COMMIT is here; of one that never left, nothing is known.
    QCOMPARE(static_cast<int>(*fate),
        static_cast<int>(committed ? store::CommitFate::Committed : store::CommitFate::Unknown));
    // Reading by key tells the truth in both cases.
    QTRY_COMPARE(m_rig->ask("SELECT count(*) FROM worker_heartbeat WHERE worker_id = '" + worker + "'"),
        std::string{committed ? "1" : "0"});
}

void TestStoreSession::tickWakesTheWaiter()
{
    const auto duty = m_rig->duty("worker", "w-tick");
    ONCEOVER_OK(duty->ready());
    QCOMPARE(static_cast<int>(duty->raw().waitForTick(-1, milliseconds{0})), static_cast<int>(store::WaitEnd::Timeout));
    std::ignore = m_rig->ask("NOTIFY onceover_tick");
    QCOMPARE(
        static_cast<int>(duty->raw().waitForTick(-1, milliseconds{10000})), static_cast<int>(store::WaitEnd::Notified));
    const int fd = ::eventfd(1, EFD_CLOEXEC);
    QCOMPARE(
        static_cast<int>(duty->raw().waitForTick(fd, milliseconds{10000})), static_cast<int>(store::WaitEnd::WakeFd));
    ::close(fd);
    std::ignore = m_rig->ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                             "'tst_store/worker' AND datname = current_database()");
    QCOMPARE(
        static_cast<int>(duty->raw().waitForTick(-1, milliseconds{10000})), static_cast<int>(store::WaitEnd::Lost));
}

void TestStoreSession::migrateIsDoneOnceAndRepeatable()
{
    const auto database = TestCluster::shared().createEmptyDatabase();
    ONCEOVER_OK(database);
    const auto first = store::migrate(migration(*database));
    ONCEOVER_OK(first);
    QCOMPARE(first->before, 0);
    QCOMPARE(first->after, sql::newestVersion());
    QVERIFY(first->installationMade);
    QCOMPARE(first->environment, std::string{"development"});
    QCOMPARE(first->database, *database);
    const auto again = store::migrate(migration(*database));
    ONCEOVER_OK(again);
    QVERIFY(again->applied.empty());
    QVERIFY(!again->installationMade);
    TestCluster::shared().dropDatabase(*database);
}

void TestStoreSession::twoMigratorsMakeOneSchema()
{
    const auto database = TestCluster::shared().createEmptyDatabase();
    ONCEOVER_OK(database);
    Result<store::MigrateReport> reports[2];
    {
        std::jthread one([&] { reports[0] = store::migrate(migration(*database)); });
        std::jthread two([&] { reports[1] = store::migrate(migration(*database)); });
    }
    ONCEOVER_OK(reports[0]);
    ONCEOVER_OK(reports[1]);
    QCOMPARE(reports[0]->applied.size() + reports[1]->applied.size(), sql::migrations().size());
    QCOMPARE(static_cast<int>(reports[0]->installationMade) + static_cast<int>(reports[1]->installationMade), 1);
    TestCluster::shared().dropDatabase(*database);
}

void TestStoreSession::changedOrNewerSchemaIsRefusedByName()
{
    TestDatabase database;
    ONCEOVER_NEED(database);
    const std::string guardsOff = "ALTER TABLE onceover.schema_migration DISABLE TRIGGER USER;\n";
    ONCEOVER_OK(database.runAsSuperuser(
        guardsOff + "UPDATE onceover.schema_migration SET sha256 = repeat('0', 64) WHERE version = 2;"));
    const auto changed = store::migrate(migration(database.name()));
    QVERIFY(!changed);
    QVERIFY(changed.error().refusal == Refusal::SelfCheckFailed);
    QVERIFY2(changed.error().detail.find("0002 settlement") != std::string::npos, changed.error().detail.c_str());

    ONCEOVER_OK(
        database.runAsSuperuser("INSERT INTO onceover.schema_migration VALUES (9999, 'later', '', 9999, now(), 'x');"));
    const auto newer = store::migrate(migration(database.name()));
    QVERIFY(!newer);
    QVERIFY(newer.error().refusal == Refusal::SchemaTooNew || newer.error().refusal == Refusal::SelfCheckFailed);

    store::DutySettings settings;
    settings.target = {database.conninfo(), "--dsn"};
    settings.login = "svc_worker";
    settings.worker = WorkerId{"w-old"};
    settings.program = "tst";
    settings.duty = "settler";
    store::DutyConnection tooNew{settings};
    const auto refused = tooNew.ready();
    QVERIFY(!refused);
    QVERIFY(refused.error().refusal == Refusal::SchemaTooNew);
    ONCEOVER_OK(database.runAsSuperuser("DELETE FROM onceover.schema_migration WHERE version = 9999 OR version = "
        + std::to_string(sql::newestVersion())));
    store::DutyConnection tooOld{settings};
    const auto old = tooOld.ready();
    QVERIFY(!old);
    QVERIFY(old.error().refusal == Refusal::SchemaTooOld);
    QVERIFY(old.error().detail.find("onceoverctl migrate") != std::string::npos);
}

void TestStoreSession::selfCheckNamesWhatIsMissing_data()
{
    QTest::addColumn<QString>("harm");
    QTest::addColumn<QString>("login");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* name, const char* harm, const char* login, const char* names) {
        QTest::newRow(name) << QString::fromLatin1(harm) << QString::fromLatin1(login) << QString::fromLatin1(names);
    };
    row("natural key", "ALTER TABLE settlement_operation DROP CONSTRAINT uq_settlement_operation", "svc_worker",
        "uq_settlement_operation");
    row("outward key", "ALTER TABLE outbox DROP CONSTRAINT uq_outbox_key", "svc_worker", "uq_outbox_key");
    row("unique index gone", "DROP INDEX uq_approval_item_open_money", "svc_worker", "uq_approval_item_open_money");
    row("invalid index", "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'uq_ledger_entry_end'::regclass",
        "svc_worker", "uq_ledger_entry_end");
    row("guard disabled", "ALTER TABLE ledger_entry DISABLE TRIGGER guard_ledger", "svc_worker",
        "ledger_entry.guard_ledger");
    row("guard not always", "ALTER TABLE outbox ENABLE TRIGGER guard_update", "svc_worker", "outbox.guard_update");
    row("guard gone", "DROP TRIGGER guard_append_only ON audit_log", "svc_worker", "audit_log.guard_append_only");
    row("counts not kept", "ALTER TABLE settlement_operation DISABLE TRIGGER keep_counts_updated", "svc_worker",
        "keep_counts_updated");
    row("check gone", "ALTER TABLE outbox DROP CONSTRAINT send_lease_goes_with_sending", "svc_worker",
        "outbox.send_lease_goes_with_sending is missing");
    row("function changed",
        "CREATE OR REPLACE FUNCTION freeze_barrier() RETURNS void LANGUAGE sql VOLATILE RETURN NULL", "svc_worker",
        "freeze_barrier() is changed");
    row("guard of a partition", "ALTER TABLE external_call_default DISABLE TRIGGER guard_append_only", "svc_worker",
        "external_call_default.guard_append_only");
    row("superuser", "SELECT 1", "postgres", "superuser");
    row("movable clock",
        "ALTER TABLE installation DISABLE TRIGGER USER; UPDATE installation SET environment = 'production'; "
        "CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT now()'",
        "svc_worker", "clock()");
    // K46
    row("synchronous_commit", "ALTER ROLE svc_worker IN DATABASE :\"DBNAME\" SET synchronous_commit = off",
        "svc_worker", "synchronous_commit");
}

void TestStoreSession::selfCheckNamesWhatIsMissing()
{
    QFETCH(QString, harm);
    QFETCH(QString, login);
    QFETCH(QString, names);
    StoreRig rig;
    ONCEOVER_NEED(rig);
    ONCEOVER_OK(rig.duty("worker")->ready());
    QCOMPARE(rig.ask(harm.toStdString()).find("error"), std::string::npos);
    store::DutySettings settings = rig.duty("worker")->settings();
    settings.login = login.toStdString();
    store::DutyConnection duty{settings};
    const auto ready = duty.ready();
    QVERIFY(!ready);
    QVERIFY2(ready.error().refusal == Refusal::SelfCheckFailed, wordsOf(ready.error()).c_str());
    QVERIFY2(ready.error().detail.find(names.toStdString()) != std::string::npos, ready.error().detail.c_str());
    QVERIFY(!duty.raw().isConnected());
}

void TestStoreSession::aLoginThatNoPolicyBindsIsRefused()
{
    TestCluster own; // The role is the server's.
    ONCEOVER_NEED(own);
    StoreRig rig{own};
    ONCEOVER_NEED(rig);
    ONCEOVER_OK(rig.duty("worker")->ready());
    QCOMPARE(rig.ask("ALTER ROLE svc_worker BYPASSRLS").find("error"), std::string::npos);
    const auto duty = rig.duty("worker");
    const auto ready = duty->ready();
    QVERIFY(!ready);
    QCOMPARE(ready.error().refusal, std::optional{Refusal::SelfCheckFailed});
    QVERIFY2(ready.error().detail.find("has BYPASSRLS") != std::string::npos, ready.error().detail.c_str());
}

void TestStoreSession::noSettingOfARoleTurnsTheTimeOfASession()
{
    StoreRig rig;
    ONCEOVER_NEED(rig);
    QCOMPARE(rig.ask("ALTER ROLE svc_worker IN DATABASE :\"DBNAME\" SET TimeZone = 'Asia/Shanghai'").find("error"), std::string::npos);
    const auto duty = rig.duty("worker");
    ONCEOVER_OK(duty->ready());
    const auto zone = duty->raw().run("AssertSession");
    ONCEOVER_OK(zone);
    const auto read = zone->readOne([](const store::Row& row) { return row.string("time_zone"); });
    ONCEOVER_OK(read);
    QCOMPARE(*read, std::string{"UTC"});
}

// S19: the sessions that a program opens at its start compare the guards once; a fault is never remembered as standing.
void TestStoreSession::theSessionsOfOneStartLookAtTheGuardsOnce()
{
    StoreRig rig;
    ONCEOVER_NEED(rig);
    store::DutySettings settings = rig.duty("worker")->settings();
    settings.guardsSeen = std::make_shared<store::GuardsSeen>();
    store::DutyConnection first{settings};
    ONCEOVER_OK(first.ready());
    QCOMPARE(rig.ask("ALTER TABLE ledger_entry DISABLE TRIGGER guard_ledger").find("error"), std::string::npos);
    store::DutyConnection second{settings};
    ONCEOVER_OK(second.ready()); // By the word of the first.

    settings.guardsSeen = std::make_shared<store::GuardsSeen>(); // Another program, which begins now.
    for (int times = 0; times < 2; ++times) {
        store::DutyConnection other{settings};
        const auto ready = other.ready();
        QVERIFY(!ready);
        QVERIFY2(
            ready.error().detail.find("ledger_entry.guard_ledger") != std::string::npos, ready.error().detail.c_str());
    }
    QCOMPARE(rig.ask("ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER guard_ledger").find("error"), std::string::npos);
    store::DutyConnection again{settings};
    ONCEOVER_OK(again.ready());
}

void TestStoreSession::anotherServerIsNamedBeforeAnEngineArrives()
{
    StoreRig rig;
    ONCEOVER_NEED(rig);
    const auto duty = rig.duty("worker");
    const auto connection = duty->ready();
    ONCEOVER_OK(connection);
    QCOMPARE(rig.ask("UPDATE installation SET timeline = timeline + 1").find("error"), std::string::npos);
    const auto complaints = store::engineComplaints(**connection);
    ONCEOVER_OK(complaints);
    QCOMPARE(complaints->size(), std::size_t{1});
    QVERIFY(complaints->front().what == "OTHER_SERVER");
}

QTEST_GUILESS_MAIN(TestStoreSession)
#include "tst_store_session.moc"
