// SPDX-License-Identifier: GPL-3.0-or-later
// The real console on real databases, without a person: what it says and how it ends when the display or the database is
// not what it should be, and how quick it is when everything is.
#include <QTest>

#include "fault_rig.h"

#include "sandbox/logins.h"
#include "sql/migrations.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtEndian>

#include <memory>

using namespace onceover::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kEndsWithinMs = 60'000;

/// What a run of the console left.
struct Left {
    int exitStatus = -1; ///< -1: it crashed, or did not end.
    QString out;
    QString err;
    [[nodiscard]] QString all() const { return u"exit %1\n--- out\n%2--- err\n%3"_s.arg(exitStatus).arg(out, err); }
};

} // namespace

class ConsoleEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void everyPageIsDrawnFromTheDatabase();
    void aBadDatabaseIsNamedWithItsRemedy_data();
    void aBadDatabaseIsNamedWithItsRemedy();
    void whoMayNotActStillSees_data();
    void whoMayNotActStillSees();
    void aDisplayThatCannotBeOpenedIsSaid_data();
    void aDisplayThatCannotBeOpenedIsSaid();
    void helpNeedsNoDisplay();

private:
    Left console(const QStringList& arguments, const QMap<QString, QString>& environment = {}) const;
    Left shoot(const std::string& conninfo) const;
    std::string conninfoOf(const QString& database, const char* login) const;

    QTemporaryDir m_folder;
    std::unique_ptr<TestDatabase> m_good;
    std::unique_ptr<TestDatabase> m_older;
    std::unique_ptr<TestDatabase> m_newer;
    std::string m_empty;
};

void ConsoleEndToEnd::initTestCase()
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
          "SELECT gen_random_uuid(), 'Console', 'sandbox', s.system_identifier, c.timeline_id\n"
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
    const auto older = m_older->runAsSuperuser(
        "ALTER TABLE onceover.schema_migration DISABLE TRIGGER guard_append_only;\n"
        "DELETE FROM onceover.schema_migration WHERE version = (SELECT max(version) FROM onceover.schema_migration);\n"
        "ALTER TABLE onceover.schema_migration ENABLE ALWAYS TRIGGER guard_append_only;");
    QVERIFY2(older.has_value(), older ? "" : older.error().detail.c_str());
}

void ConsoleEndToEnd::cleanupTestCase()
{
    if (!m_empty.empty())
        TestCluster::shared().dropDatabase(m_empty);
    m_older.reset();
    m_newer.reset();
    m_good.reset();
}

/// Nothing of the caller's own display, database or settings reaches the program.
Left ConsoleEndToEnd::console(const QStringList& arguments, const QMap<QString, QString>& environment) const
{
    QProcessEnvironment clean = QProcessEnvironment::systemEnvironment();
    for (const QString& name : clean.keys()) {
        if (name.startsWith(u"PG"_s) || name.startsWith(u"QT_"_s) || name.startsWith(u"XDG_"_s) || name.startsWith(u"ONCEOVER_"_s))
            clean.remove(name);
    }
    clean.remove(u"DISPLAY"_s);
    clean.remove(u"WAYLAND_DISPLAY"_s);
    clean.insert(u"XDG_STATE_HOME"_s, m_folder.filePath(u"state"_s));
    clean.insert(u"XDG_CONFIG_HOME"_s, m_folder.filePath(u"config"_s));
    clean.insert(u"ONCEOVER_SANDBOX_DIR"_s, m_folder.filePath(u"no-sandbox"_s));
    for (auto it = environment.begin(); it != environment.end(); ++it)
        clean.insert(it.key(), it.value());
    QProcess process;
    process.setProcessEnvironment(clean);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceover"), arguments);
    Left left;
    const bool ended = process.waitForFinished(kEndsWithinMs);
    if (ended && process.exitStatus() == QProcess::NormalExit)
        left.exitStatus = process.exitCode();
    left.out = QString::fromUtf8(process.readAllStandardOutput());
    left.err = QString::fromUtf8(process.readAllStandardError());
    return left;
}

Left ConsoleEndToEnd::shoot(const std::string& conninfo) const
{
    return console({u"--dsn"_s, QString::fromStdString(conninfo), u"--shoot"_s, m_folder.filePath(u"pages"_s), u"--theme"_s, u"light"_s});
}

/// `database`: a word for one of ours, else the connection string itself.
std::string ConsoleEndToEnd::conninfoOf(const QString& database, const char* login) const
{
    const TestCluster& cluster = TestCluster::shared();
    if (database == u"older"_s)
        return m_older->conninfo(login);
    if (database == u"newer"_s)
        return m_newer->conninfo(login);
    if (database == u"good"_s)
        return m_good->conninfo(login);
    if (database == u"empty"_s)
        return cluster.conninfo(login, m_empty);
    if (database == u"absent"_s)
        return cluster.conninfo(login, "no_such_database");
    if (database == u"nobody"_s)
        return m_good->conninfo("nobody_of_that_name");
    return database.toStdString();
}

void ConsoleEndToEnd::everyPageIsDrawnFromTheDatabase()
{
    const Left left = shoot(m_good->conninfo("alice"));
    QVERIFY2(left.exitStatus == 0, qPrintable(left.all()));
    const QStringList pictures = QDir(m_folder.filePath(u"pages"_s)).entryList({u"*-light.png"_s});
    // A page's own name is that of its first tab; an empty database has no batch and no operation to open.
    QCOMPARE(pictures,
        (QStringList{u"alerts-light.png"_s, u"approvals-light.png"_s, u"audit-access-light.png"_s,
            u"audit-heads-light.png"_s, u"audit-light.png"_s,
            u"batches-light.png"_s, u"dead-light.png"_s, u"incidents-light.png"_s, u"leases-light.png"_s, u"operations-light.png"_s,
            u"outbox-calls-light.png"_s, u"outbox-channels-light.png"_s, u"outbox-light.png"_s, u"overview-light.png"_s,
            u"reconcile-comparisons-light.png"_s, u"reconcile-light.png"_s, u"reconcile-lines-light.png"_s,
            u"reconcile-statements-light.png"_s, u"runs-attempts-light.png"_s,
            u"runs-jobs-light.png"_s, u"runs-light.png"_s, u"runs-rollout-light.png"_s, u"runs-workers-light.png"_s}));
    for (const QString& picture : pictures) {
        QFile file(m_folder.filePath(u"pages/"_s + picture));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray head = file.read(24); // PNG: signature, then IHDR with width and height, big-endian.
        QCOMPARE(qFromBigEndian<quint32>(head.constData() + 16), 1366U);
        QCOMPARE(qFromBigEndian<quint32>(head.constData() + 20), 768U);
    }
    QVERIFY2(left.out.contains(u"first numbers after"_s), qPrintable(left.all()));
    QVERIFY2(left.out.contains(u"longest block of the GUI thread"_s), qPrintable(left.all()));
}

// Each a clear message with the remedy, the exit status that scripts rely on, and no crash.
void ConsoleEndToEnd::aBadDatabaseIsNamedWithItsRemedy_data()
{
    QTest::addColumn<QString>("database");
    QTest::addColumn<int>("exitStatus");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("nonsense for a connection string") << u"this is = = nonsense"_s << 3 << u"connection string"_s << u"host="_s;
    QTest::newRow("no server at that place") << u"host=/nonexistent/folder dbname=settlement user=alice"_s << 3
                                             << u"No PostgreSQL server answers"_s << u"host, port or socket"_s;
    QTest::newRow("no server at that port") << u"host=127.0.0.1 port=1 dbname=settlement user=alice"_s << 3
                                            << u"No PostgreSQL server answers"_s << u"host, port or socket"_s;
    QTest::newRow("database missing") << u"absent"_s << 3 << u"no database of this name"_s << u"onceoverctl migrate"_s;
    QTest::newRow("login unknown") << u"nobody"_s << 3 << u"refused this login"_s << u"pg_hba.conf"_s;
    QTest::newRow("no schema") << u"empty"_s << 1 << u"schema"_s << u"onceoverctl migrate"_s;
    QTest::newRow("older schema") << u"older"_s << 1 << u"older"_s << u"onceoverctl migrate"_s;
    QTest::newRow("newer schema") << u"newer"_s << 1 << u"newer"_s << u"Install the newer Onceover"_s;
}

void ConsoleEndToEnd::aBadDatabaseIsNamedWithItsRemedy()
{
    QFETCH(QString, database);
    QFETCH(int, exitStatus);
    QFETCH(QString, says);
    QFETCH(QString, remedy);
    const Left left = shoot(conninfoOf(database, "alice"));
    QVERIFY2(left.exitStatus == exitStatus, qPrintable(left.all()));
    QVERIFY2(left.err.contains(says, Qt::CaseInsensitive), qPrintable(left.all()));
    QVERIFY2(left.err.contains(remedy, Qt::CaseInsensitive), qPrintable(left.all()));
}

void ConsoleEndToEnd::whoMayNotActStillSees_data()
{
    QTest::addColumn<QString>("login");
    QTest::newRow("an auditor") << u"carol"_s;
    QTest::newRow("a login without a person") << u"svc_janitor"_s;
}

void ConsoleEndToEnd::whoMayNotActStillSees()
{
    QFETCH(QString, login);
    const Left left = shoot(m_good->conninfo(login.toStdString()));
    QVERIFY2(left.exitStatus >= 0, qPrintable(left.all()));
    QVERIFY2(left.exitStatus == 0 || !left.err.trimmed().isEmpty(), qPrintable(left.all()));
}

void ConsoleEndToEnd::aDisplayThatCannotBeOpenedIsSaid_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::newRow("none named") << QString() << QString();
    QTest::newRow("X11, nobody there") << u"DISPLAY"_s << u":9931"_s;
    QTest::newRow("Wayland, nobody there") << u"WAYLAND_DISPLAY"_s << u"wayland-9931"_s;
    QTest::newRow("no such platform") << u"QT_QPA_PLATFORM"_s << u"nonsense"_s;
}

void ConsoleEndToEnd::aDisplayThatCannotBeOpenedIsSaid()
{
    QFETCH(QString, variable);
    QFETCH(QString, value);
    const Left left = console({}, variable.isEmpty() ? QMap<QString, QString>{} : QMap<QString, QString>{{variable, value}});
    QVERIFY2(left.exitStatus == 4, qPrintable(left.all())); // app/sandbox.sh draws into files then.
    QVERIFY2(left.err.contains(u"display"_s) && left.err.contains(u"--shoot"_s), qPrintable(left.all()));
    QVERIFY2(variable.isEmpty() || left.err.contains(variable + u'=' + value), qPrintable(left.all()));
    QCOMPARE(left.err.trimmed().count(u'\n'), qsizetype{0});
}

void ConsoleEndToEnd::helpNeedsNoDisplay()
{
    QCOMPARE(console({u"--help"_s}).exitStatus, 0);
    QCOMPARE(console({u"--version"_s}).exitStatus, 0);
    QCOMPARE(console({u"--nonsense"_s}).exitStatus, 2);
}

QTEST_GUILESS_MAIN(ConsoleEndToEnd)
#include "tst_e2e_console.moc"
