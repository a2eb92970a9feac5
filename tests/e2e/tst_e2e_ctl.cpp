// SPDX-License-Identifier: GPL-3.0-or-later
// What a person with a shell meets when the database is not what it should be: a sentence that names what is wrong and
// the remedy, the exit status that scripts rely on (1 a refusal, 2 usage, 3 no database), and never a crash.
#include <QTest>

#include "fault_rig.h"

#include "sandbox/logins.h"
#include "sql/migrations.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <functional>
#include <memory>

using namespace onceover::test;

namespace {

std::string textOf(const CtlAnswer& answer)
{
    return "exit " + std::to_string(answer.exitStatus) + "\n--- out\n" + answer.out + "--- err\n" + answer.err;
}

/// Every line of the output of a program that was told --json is an object.
bool isJsonLines(const std::string& out)
{
    for (const QByteArray& line : QByteArray::fromStdString(out).split('\n')) {
        if (!line.isEmpty() && !QJsonDocument::fromJson(line).isObject())
            return false;
    }
    return true;
}

/// Commands that a person types, each as the login that may.
struct Command {
    const char* name;
    const char* login;
    std::vector<std::string> arguments;
};

const std::vector<Command>& commands()
{
    static const std::vector<Command> all{
        {"status", "carol", {"status"}},
        {"verify", "carol", {"verify"}},
        {"trigger", "alice", {"trigger", "settle-daily", "--biz-date", "2026-01-05"}},
    };
    return all;
}

} // namespace

class CtlEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void aBadDatabaseIsNamedWithItsRemedy_data();
    void aBadDatabaseIsNamedWithItsRemedy();
    void aLostConnectionIsSaidSo_data();
    void aLostConnectionIsSaidSo();
    void aWrongCommandLineIsUsage_data();
    void aWrongCommandLineIsUsage();
    void withoutAnyDatabaseItSaysHowToNameOne();
    void aWorkerRefusesASchemaThatIsNotItsOwn_data();
    void aWorkerRefusesASchemaThatIsNotItsOwn();

private:
    std::string conninfoOf(const QString& database, const char* login) const;

    std::unique_ptr<TestDatabase> m_older;
    std::unique_ptr<TestDatabase> m_newer;
    std::unique_ptr<TestDatabase> m_good;
    std::string m_empty;
};

void CtlEndToEnd::initTestCase()
{
    TestCluster& cluster = TestCluster::shared();
    ONCEOVER_NEED(cluster);
    m_good = std::make_unique<TestDatabase>();
    m_newer = std::make_unique<TestDatabase>();
    m_older = std::make_unique<TestDatabase>();
    ONCEOVER_NEED(*m_older);
    const auto empty = cluster.createEmptyDatabase();
    QVERIFY2(empty.has_value(), empty ? "" : empty.error().detail.c_str());
    m_empty = *empty;
    const std::string installation
        = "INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline)\n"
          "SELECT gen_random_uuid(), 'Shell', 'sandbox', s.system_identifier, c.timeline_id\n"
          "  FROM pg_control_system() s, pg_control_checkpoint() c;\n"
        + std::string{onceover::sql::findProvision("sandbox")->text};
    for (const TestDatabase* database : {m_good.get(), m_newer.get(), m_older.get()}) {
        const auto made = database->runAsSuperuser(installation);
        QVERIFY2(made.has_value(), made ? "" : made.error().detail.c_str());
    }
    const auto newer = m_newer->runAsSuperuser(
        "INSERT INTO onceover.schema_migration (version, name, sha256, reader_min, app_version) "
        "VALUES (9999, 'from_the_future', 'x', 9999, '99.0.0')");
    QVERIFY2(newer.has_value(), newer ? "" : newer.error().detail.c_str());
    // The state of a database that a shorter history of migrations left: its newest row is missing.
    const auto older = m_older->runAsSuperuser(
        "ALTER TABLE onceover.schema_migration DISABLE TRIGGER guard_append_only;\n"
        "DELETE FROM onceover.schema_migration WHERE version = (SELECT max(version) FROM onceover.schema_migration);\n"
        "ALTER TABLE onceover.schema_migration ENABLE ALWAYS TRIGGER guard_append_only;");
    QVERIFY2(older.has_value(), older ? "" : older.error().detail.c_str());
}

void CtlEndToEnd::cleanupTestCase()
{
    if (!m_empty.empty())
        TestCluster::shared().dropDatabase(m_empty);
    m_older.reset();
    m_newer.reset();
    m_good.reset();
}

/// `database`: a word for one of ours, else the connection string itself.
std::string CtlEndToEnd::conninfoOf(const QString& database, const char* login) const
{
    const TestCluster& cluster = TestCluster::shared();
    if (database == QLatin1StringView("older"))
        return m_older->conninfo(login);
    if (database == QLatin1StringView("newer"))
        return m_newer->conninfo(login);
    if (database == QLatin1StringView("good"))
        return m_good->conninfo(login);
    if (database == QLatin1StringView("empty"))
        return cluster.conninfo(login, m_empty);
    if (database == QLatin1StringView("absent"))
        return cluster.conninfo(login, "no_such_database");
    if (database == QLatin1StringView("nobody"))
        return m_good->conninfo("nobody_of_that_name");
    return database.toStdString();
}

void CtlEndToEnd::aBadDatabaseIsNamedWithItsRemedy_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<int>("command");
    QTest::addColumn<bool>("asJson");
    QTest::addColumn<int>("exitStatus");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("remedy");
    struct Case {
        const char* name;
        const char* database;
        int exitStatus;
        const char* says;
        const char* remedy;
    };
    const Case cases[] = {
        {"nonsense for a connection string", "this is = = nonsense", 3, "connection string", "host="},
        {"no server at that place", "host=/nonexistent/folder dbname=settlement user=alice", 3,
            "No PostgreSQL server answers", "host, port or socket"},
        {"no server at that port", "host=127.0.0.1 port=1 dbname=settlement user=alice", 3,
            "No PostgreSQL server answers", "host, port or socket"},
        {"database missing", "absent", 3, "no database of this name", "onceoverctl migrate"},
        {"login unknown", "nobody", 3, "refused this login", "pg_hba.conf"},
        {"no schema", "empty", 1, "schema", "onceoverctl migrate"},
        {"older schema", "older", 1, "older", "onceoverctl migrate"},
        {"newer schema", "newer", 1, "newer", "newer"},
    };
    for (const Case& entry : cases) {
        for (int command = 0; command < static_cast<int>(commands().size()); ++command) {
            for (const bool asJson : {false, true})
                QTest::addRow(
                    "%s, %s%s", entry.name, commands()[static_cast<std::size_t>(command)].name, asJson ? " --json" : "")
                    << QString::fromLatin1(entry.database) << command << asJson << entry.exitStatus
                    << QString::fromLatin1(entry.says) << QString::fromLatin1(entry.remedy);
        }
    }
}

void CtlEndToEnd::aBadDatabaseIsNamedWithItsRemedy()
{
    QFETCH(QString, database);
    QFETCH(int, command);
    QFETCH(bool, asJson);
    QFETCH(int, exitStatus);
    QFETCH(QString, says);
    QFETCH(QString, remedy);
    const Command& typed = commands()[static_cast<std::size_t>(command)];
    std::vector<std::string> arguments = typed.arguments;
    arguments.insert(arguments.end(), {"--dsn", conninfoOf(database, typed.login)});
    if (asJson)
        arguments.emplace_back("--json");
    const CtlAnswer answer = runCtl(arguments);
    QVERIFY2(answer.exitStatus == exitStatus, textOf(answer).c_str());
    const QString told = QString::fromStdString(answer.err);
    QVERIFY2(told.contains(says, Qt::CaseInsensitive), textOf(answer).c_str());
    QVERIFY2(told.contains(remedy, Qt::CaseInsensitive), textOf(answer).c_str());
    QVERIFY2(asJson ? isJsonLines(answer.out) : answer.out.empty(), textOf(answer).c_str());
}

void CtlEndToEnd::aLostConnectionIsSaidSo_data()
{
    QTest::addColumn<int>("command");
    QTest::addColumn<bool>("asJson");
    QTest::addColumn<QString>("waitsFor");
    const char* tables[] = {"onceover.settlement_operation", "onceover.settlement_operation", "onceover.job_run"};
    for (int command = 0; command < static_cast<int>(commands().size()); ++command) {
        for (const bool asJson : {false, true})
            QTest::addRow("%s%s", commands()[static_cast<std::size_t>(command)].name, asJson ? " --json" : "")
                << command << asJson << QString::fromLatin1(tables[command]);
    }
}

// The server ends the session in the middle of a statement (as when it is shut down).
void CtlEndToEnd::aLostConnectionIsSaidSo()
{
    QFETCH(int, command);
    QFETCH(bool, asJson);
    QFETCH(QString, waitsFor);
    const Command& typed = commands()[static_cast<std::size_t>(command)];
    JudgeDatabase holder(m_good->conninfo(onceover::sandbox::kSuperuser));
    QVERIFY2(holder.rows("BEGIN; LOCK TABLE " + waitsFor.toStdString() + " IN ACCESS EXCLUSIVE MODE"),
        holder.problem().c_str());

    QProcess process;
    QStringList arguments{QStringLiteral("--dsn"), QString::fromStdString(m_good->conninfo(typed.login))};
    for (const std::string& argument : typed.arguments)
        arguments.insert(arguments.size() - 2, QString::fromStdString(argument));
    if (asJson)
        arguments.append(QStringLiteral("--json"));
    process.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceoverctl"), arguments);
    JudgeDatabase killer(m_good->conninfo(onceover::sandbox::kSuperuser));
    const std::string waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' "
                                "AND application_name LIKE 'onceoverctl%'";
    QVERIFY(waitUntil([&] { return killer.count("SELECT count(*) " + waiting) == 1; }));
    QVERIFY(killer.rows("SELECT pg_terminate_backend(pid) " + waiting));
    // Whatever asks again after the loss is answered, or lost as well.
    holder.disconnect();
    QVERIFY(process.waitForFinished(60'000));
    CtlAnswer answer{process.exitCode(), process.readAllStandardOutput().toStdString(),
        process.readAllStandardError().toStdString()};
    QVERIFY2(process.exitStatus() == QProcess::NormalExit, textOf(answer).c_str());
    if (answer.exitStatus == 0 && QString::fromLatin1(typed.name) == QLatin1StringView("trigger"))
        return; // It found out by its request id what had become of the lost answer.
    QVERIFY2(answer.exitStatus == 3 || (typed.name == std::string("trigger") && answer.exitStatus == 1),
        textOf(answer).c_str());
    QVERIFY2(QString::fromStdString(answer.err).contains(QLatin1StringView("connection"), Qt::CaseInsensitive),
        textOf(answer).c_str());
    if (asJson)
        QVERIFY2(isJsonLines(answer.out), textOf(answer).c_str());
}

void CtlEndToEnd::aWrongCommandLineIsUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& arguments, const char* says) {
        QTest::addRow("%s", name) << arguments << QString::fromLatin1(says);
    };
    const QString trigger = QStringLiteral("trigger");
    const QString job = QStringLiteral("settle-daily");
    const QString date = QStringLiteral("--biz-date");
    row("nothing", {}, "command is required");
    row("no such command", {QStringLiteral("settle-everything")}, "settle-everything");
    row("sandbox alone", {QStringLiteral("sandbox")}, "command is required");
    row("no such sandbox command", {QStringLiteral("sandbox"), QStringLiteral("explode")}, "explode");
    row("trigger without its business date", {trigger, job}, "--biz-date");
    row("trigger without its business date, JSON", {trigger, job, QStringLiteral("--json")}, "--biz-date");
    row("trigger with the flag alone", {trigger, job, date}, "--biz-date");
    row("trigger without a job", {trigger, date, QStringLiteral("2026-01-05")}, "JOB");
    row("a request id that is none",
        {trigger, job, date, QStringLiteral("2026-01-05"), QStringLiteral("--request-id"), QStringLiteral("again")},
        "UUID");
    row("two places at once",
        {QStringLiteral("status"), QStringLiteral("--dsn"), QStringLiteral("dbname=a"), QStringLiteral("--service"),
            QStringLiteral("b")},
        "--service");
}

// K69, R19
void CtlEndToEnd::aWrongCommandLineIsUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    std::vector<std::string> words;
    for (const QString& argument : arguments)
        words.push_back(argument.toStdString());
    const CtlAnswer answer = runCtl(words);
    QVERIFY2(answer.exitStatus == 2, textOf(answer).c_str());
    QVERIFY2(QString::fromStdString(answer.err + answer.out).contains(says), textOf(answer).c_str());
}

void CtlEndToEnd::withoutAnyDatabaseItSaysHowToNameOne()
{
    for (const Command& typed : commands()) {
        const CtlAnswer answer = runCtl(typed.arguments);
        QVERIFY2(answer.exitStatus == 3, textOf(answer).c_str());
        QVERIFY2(answer.err.find("--dsn") != std::string::npos && answer.err.find("sandbox") != std::string::npos,
            textOf(answer).c_str());
        QVERIFY2(answer.out.empty(), textOf(answer).c_str());
    }
}

void CtlEndToEnd::aWorkerRefusesASchemaThatIsNotItsOwn_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("says");
    QTest::addRow("older") << QStringLiteral("older") << QStringLiteral("migrate");
    QTest::addRow("newer") << QStringLiteral("newer") << QStringLiteral("newer");
    QTest::addRow("none") << QStringLiteral("empty") << QStringLiteral("migrate");
}

// K17 (the second half)
void CtlEndToEnd::aWorkerRefusesASchemaThatIsNotItsOwn()
{
    QFETCH(QString, database);
    QFETCH(QString, says);
    QProcess process;
    process.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceover-worker"),
        {QStringLiteral("--dsn"), QString::fromStdString(conninfoOf(database, ""))});
    const bool ended = process.waitForFinished(60'000);
    const std::string told
        = process.readAllStandardError().toStdString() + process.readAllStandardOutput().toStdString();
    if (!ended) {
        process.kill();
        process.waitForFinished();
    }
    QVERIFY2(ended, ("it goes on:\n" + told).c_str());
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, told.c_str());
    QVERIFY2(QString::fromStdString(told).contains(says), told.c_str());
}

QTEST_GUILESS_MAIN(CtlEndToEnd)
#include "tst_e2e_ctl.moc"
