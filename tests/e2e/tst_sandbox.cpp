// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox as a person uses it: through onceoverctl, with real processes. Made once, then ended in every way.
#include <QDateTime>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "channel/http_call.h"
#include "sandbox/child_process.h"
#include "support/test_cluster.h"

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace onceover;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString kProgram = QStringLiteral(ONCEOVER_BIN_DIR "/onceoverctl");
constexpr int kPatienceMs = 120'000;
constexpr int kDaily = 114; ///< Merchants that are paid daily; six of the 120 are paid monthly.
constexpr const char* kEffects = "SELECT count(*) FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id) "
                                 "WHERE m.status = 'ACCEPTED' AND o.settlement_type = 'settle-daily'";
/// What runs once the days are settled.
const QStringList kEverything{u"bank"_s, u"giro"_s, u"keeper"_s, u"postgres"_s, u"worker-1"_s, u"worker-2"_s};

/// What a command left.
struct Ran {
    int exitCode = -1;
    QJsonObject json; ///< The answer on stdout; empty when it was none.
    QString errors;
};

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void aKilledFirstStartIsMadeAgain_data();
    void aKilledFirstStartIsMadeAgain();
    void aFillSurvivesAKillAndDifficultDays();
    void theBankCallsBackAndItsFactsAreOnRecord(); // K61
    void everyJobRanAndTheThreeTablesWereCompared();
    void nothingIsSettledTwiceByAnotherFill();
    void anInterruptedFillGoesOnWhereItWas();
    void aSecondStartAttaches();
    void statusTellsHowEverybodyConnects();
    void stopLeavesNothingRunningAndStartBringsItBack();
    void whateverWasKilledComesBack_data();
    void whateverWasKilledComesBack();
    void theKeeperStartsAgainWhatDied();
    void salesGoOn();
    void aJobRunsEachMinute();
    void missedDaysAreListedAndCaughtUp(); // K70
    void timeGoesForwardOnly();
    void aTakenPortIsSaid();
    void resetRemovesTheData();

private:
    Ran run(const QStringList& arguments);
    Ran ctl(const QStringList& arguments);
    QProcess* startAndWaitFor(const QStringList& arguments, const QByteArray& text);
    QMap<QString, pid_t> processes();
    void verifyHolds();
    /// Where the bank calls back, as it says itself.
    QString whereTheBankCalls();
    /// What the database says to the superuser.
    QString ask(const char* statement) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;
};

void TestSandbox::initTestCase()
{
    if (!sandbox::PrivateCluster::findPrograms()) {
        if (test::postgresIsRequired())
            QFAIL("no PostgreSQL server programs");
        QSKIP("no PostgreSQL server programs");
    }
    m_folder = std::make_unique<QTemporaryDir>(u"/tmp/onceover-e2e-XXXXXX"_s);
    QVERIFY(m_folder->isValid());
    // The server runs under another account when root calls: it must be able to pass through.
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther));
    m_environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : m_environment.keys()) {
        if (name.startsWith(u"PG"))
            m_environment.remove(name);
    }
    m_environment.insert(u"ONCEOVER_SANDBOX_DIR"_s, m_folder->filePath(u"a box"_s)); // Homes may have a blank in them.
}

void TestSandbox::cleanupTestCase()
{
    if (m_folder)
        ctl({u"reset"_s});
}

Ran TestSandbox::run(const QStringList& arguments)
{
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(kProgram, arguments);
    Ran ran;
    if (!process.waitForFinished(kPatienceMs))
        return ran;
    ran.exitCode = process.exitCode();
    ran.json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    ran.errors = QString::fromUtf8(process.readAllStandardError());
    return ran;
}

Ran TestSandbox::ctl(const QStringList& arguments)
{
    return run(QStringList{u"sandbox"_s} + arguments + QStringList{u"--json"_s});
}

QProcess* TestSandbox::startAndWaitFor(const QStringList& arguments, const QByteArray& text)
{
    auto* process = new QProcess(this);
    process->setProcessEnvironment(m_environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(kProgram, arguments);
    QByteArray seen;
    while (!seen.contains(text) && process->waitForReadyRead(kPatienceMs))
        seen += process->readAll();
    return process;
}

QMap<QString, pid_t> TestSandbox::processes()
{
    QMap<QString, pid_t> found;
    for (const QJsonValue& value : ctl({u"status"_s}).json[u"processes"_s].toArray())
        found.insert(value[u"name"_s].toString(), static_cast<pid_t>(value[u"pid"_s].toInt()));
    return found;
}

void TestSandbox::verifyHolds()
{
    const QString carol = ctl({u"status"_s}).json[u"logins"_s][u"carol"_s].toString();
    const Ran verified = run({u"--dsn"_s, carol, u"verify"_s});
    QVERIFY2(verified.exitCode == 0, qPrintable(verified.errors));
}

QString TestSandbox::ask(const char* statement) const
{
    const sandbox::PrivateCluster cluster({.folder = m_folder->filePath(u"a box"_s).toStdString()});
    const auto answer = cluster.runSql(sandbox::kSuperuser, "settlement", statement);
    return answer ? QString::fromStdString(*answer).trimmed() : QString::fromStdString(answer.error().detail);
}

QString TestSandbox::whereTheBankCalls()
{
    const std::string bank = ctl({u"status"_s}).json[u"bank"_s].toString().toStdString();
    const auto told = channel::callHttp(channel::joinUrl(bank, "/control/callbacks"), std::nullopt, 5s);
    return told ? QJsonDocument::fromJson(QByteArray::fromStdString(*told))[u"url"_s].toString() : QString();
}

void TestSandbox::aKilledFirstStartIsMadeAgain_data()
{
    QTest::addColumn<QByteArray>("when");
    QTest::addColumn<bool>("leavesSomething");
    QTest::newRow("before the cluster is made") << QByteArray("new cluster") << false;
    QTest::newRow("while the schema is made") << QByteArray("schema") << true;
    QTest::newRow("while people and merchants are entered") << QByteArray("merchants") << true;
}

void TestSandbox::aKilledFirstStartIsMadeAgain()
{
    QFETCH(const QByteArray, when);
    QFETCH(const bool, leavesSomething);
    QCOMPARE(ctl({u"reset"_s}).exitCode, 0);
    QProcess* first = startAndWaitFor({u"sandbox"_s, u"start"_s, u"--days"_s, u"6"_s}, when);
    first->kill();
    QVERIFY(first->waitForFinished(kPatienceMs));

    const Ran again = ctl({u"start"_s, u"--days"_s, u"6"_s});
    QVERIFY2(again.exitCode == 0, qPrintable(again.errors));
    QVERIFY2(!leavesSomething || again.errors.contains(u"made again"_s), qPrintable(again.errors));
    QCOMPARE(again.json[u"needs_fill"_s].toBool(), true);
}

// The days are settled by the engine, in simulated time; what the banks booked is what we say. Of the six days one loses a
// worker, and the last three have a storm of 5xx, refusals with lost answers and another amount, and an overload.
void TestSandbox::aFillSurvivesAKillAndDifficultDays()
{
    const Ran filled = ctl({u"fill"_s});
    QVERIFY2(filled.exitCode == 0, qPrintable(filled.errors));
    QCOMPARE(filled.json[u"days"_s].toInt(), 6);
    QCOMPARE(ask("SELECT count(*) FROM onceover.settlement_operation WHERE settlement_type = 'settle-daily'"),
        QString::number(6 * kDaily));
    QCOMPARE(ask("SELECT count(*) FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id) WHERE "
                 "o.settlement_type = 'settle-daily' AND m.status = 'ACCEPTED'"),
        QString::number(6 * kDaily - 7));
    QCOMPARE(filled.json[u"unknowns"_s].toInt(), 4);     // Three lost answers and the other amount.
    QCOMPARE(filled.json[u"dead_letters"_s].toInt(), 7); // And three refusals.
    QCOMPARE(filled.json[u"partial_batches"_s].toInt(), 1);
    // The other amount; and, by the giro bank's own book the day after, the four that nobody can ask it about (R66).
    QCOMPARE(filled.json[u"differences"_s].toInt(), 5);

    const QJsonObject kill = filled.json[u"kill"_s].toObject();
    const int held = kill[u"held"_s].toInt();
    QVERIFY(held > 0);
    int takenOver = 0;
    for (const QJsonValue& part : kill[u"taken_over"_s].toArray())
        takenOver += part[u"operations"_s].toInt();
    QCOMPARE(takenOver, held);
    QCOMPARE(kill[u"took_effect_once"_s].toInt(), held);
    QVERIFY(kill[u"attempts_lost"_s].toInt() > 0);
    QCOMPARE(filled.json[u"kills"_s].toInt(), 1);
    QCOMPARE(processes().keys(), kEverything);
    verifyHolds();
}

// From the difficult days on the bank tells each verdict by itself, signed: an operation shows it beside the answer.
void TestSandbox::theBankCallsBackAndItsFactsAreOnRecord()
{
    const QString address = ctl({u"status"_s}).json[u"callbacks"_s].toString();
    QVERIFY2(address.startsWith(u"http://127.0.0.1:"_s) && address.endsWith(u"/v1/callbacks/practice-bank"_s), qPrintable(address));
    QCOMPARE(whereTheBankCalls(), address);
    const QFileInfo secrets(m_folder->filePath(u"a box/callback-secrets"_s));
    QCOMPARE(secrets.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions{});
    const char* untold = "SELECT count(*) || ' of ' || (SELECT count(*) > 50 FROM onceover.external_call WHERE kind = 'CALLBACK') FROM "
                         "onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id) WHERE m.channel_id = "
                         "'practice-bank' AND o.settlement_type = 'settle-daily' AND o.biz_date = (SELECT max(biz_date) FROM "
                         "onceover.settlement_batch WHERE job_type = 'settle-daily') AND NOT EXISTS (SELECT FROM onceover.external_call c "
                         "WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.kind = 'CALLBACK' AND c.answer = 'FOUND_EXECUTED')";
    QTRY_COMPARE_WITH_TIMEOUT(ask(untold), u"0 of true"_s, kPatienceMs);

    const Ran doctor = run({u"--dsn"_s, ctl({u"status"_s}).json[u"logins"_s][u"carol"_s].toString(), u"doctor"_s, u"--json"_s});
    QString found;
    for (const QJsonValue& finding : doctor.json[u"findings"_s].toArray()) {
        if (finding[u"what"_s].toString() == u"callbacks of the banks"_s)
            found = finding[u"found"_s].toString();
    }
    QVERIFY2(found.startsWith(u"taken by "_s) && found.endsWith(u" at "_s + address), qPrintable(found));
}

// R95, R129: every job of the rulings ran, by the engine; each run ended, and each day's comparison found the three tables.
void TestSandbox::everyJobRanAndTheThreeTablesWereCompared()
{
    QCOMPARE(ask("SELECT string_agg(DISTINCT job_id, ',' ORDER BY job_id) FROM onceover.job WHERE period_kind <> 'slot' AND job_id NOT IN "
                 "(SELECT job_id FROM onceover.job_run WHERE status = 'DONE')"),
        ask("SELECT CASE WHEN count(*) = 0 THEN 'settle-monthly' END FROM onceover.job_run WHERE job_id = 'settle-monthly'"));
    QCOMPARE(ask("SELECT count(*) FROM onceover.job_run r WHERE status <> 'DONE' AND job_id NOT LIKE '%@minute' AND NOT EXISTS (SELECT "
                 "FROM onceover.settlement_batch b WHERE b.run_id = r.run_id AND b.status = 'PARTIAL')"),
        u"0"_s);
    QCOMPARE(ask("SELECT count(*) > 0 FROM onceover.sale WHERE settle_by = 'settle-monthly'"), u"t"_s);
    QCOMPARE(ask("SELECT (SELECT count(*) FROM onceover.sale WHERE settle_by = 'renew') || ' ' || (SELECT count(*) FROM "
                 "onceover.payment_callback) || ' ' || count(*) FROM onceover.subscription_extension"),
        ask("SELECT n || ' ' || n || ' ' || n FROM (SELECT count(*) AS n FROM onceover.settlement_operation WHERE settlement_type = "
            "'renew') x"));
    QCOMPARE(ask("SELECT string_agg(DISTINCT r.biz_date::text, ',') FROM onceover.job_run r WHERE r.job_id = 'reconcile' AND (SELECT "
                 "count(*) FROM onceover.reconciliation_run c WHERE c.biz_date = r.biz_date AND c.kind <> 'batch' AND c.outcome <> "
                 "'NOT_READ') <> 4"),
        QString());
    QCOMPARE(ask("SELECT outcome || ' ' || (compared > 0) FROM onceover.reconciliation_run WHERE kind = 'three tables' ORDER BY "
                 "reconciliation_id DESC LIMIT 1"),
        u"COMPARED true"_s);
    QCOMPARE(ask("SELECT string_agg(name, ',') FROM onceover.watch_limit WHERE basis LIKE '%leaps%'"), QString()); // Tightened again.
}

void TestSandbox::nothingIsSettledTwiceByAnotherFill()
{
    const QString effects = ask(kEffects);
    const Ran again = ctl({u"fill"_s});
    QCOMPARE(again.json[u"days"_s].toInt(), 0);
    QCOMPARE(ask(kEffects), effects);
}

void TestSandbox::anInterruptedFillGoesOnWhereItWas()
{
    QCOMPARE(ctl({u"reset"_s}).exitCode, 0);
    QCOMPARE(ctl({u"start"_s, u"--days"_s, u"3"_s}).exitCode, 0);
    QProcess* fill = startAndWaitFor({u"sandbox"_s, u"fill"_s}, "day 1 of 3");
    fill->kill();
    QVERIFY(fill->waitForFinished(kPatienceMs));
    QCOMPARE(ctl({u"start"_s}).json[u"needs_fill"_s].toBool(), true);

    const Ran filled = ctl({u"fill"_s});
    QVERIFY2(filled.exitCode == 0, qPrintable(filled.errors));
    QCOMPARE(ask("SELECT count(*) FROM onceover.settlement_operation WHERE settlement_type = 'settle-daily' AND status = 'SUCCEEDED'"),
        QString::number(3 * kDaily));
    QCOMPARE(ctl({u"start"_s}).json[u"needs_fill"_s].toBool(), false);
    verifyHolds();
}

void TestSandbox::aSecondStartAttaches()
{
    const auto before = processes();
    const Ran second = ctl({u"start"_s});
    QCOMPARE(second.exitCode, 0);
    QCOMPARE(second.json[u"attached"_s].toBool(), true);
    QCOMPARE(processes(), before);
}

void TestSandbox::statusTellsHowEverybodyConnects()
{
    const QJsonObject status = ctl({u"status"_s}).json;
    QCOMPARE(status[u"running"_s].toBool(), true);
    QVERIFY(QFile::exists(status[u"socket_dir"_s].toString()));
    QCOMPARE(status[u"database"_s].toString(), u"settlement"_s);
    const QJsonObject logins = status[u"logins"_s].toObject();
    for (const char* who : {"alice", "bob", "carol", "dana", "worker", "sender", "resolver", "callback", "reconciler", "replayer", "scheduler",
                            "janitor", "migrator", "superuser"})
        QVERIFY2(logins.contains(QLatin1StringView(who)), who);
    QCOMPARE(logins.size(), 14);
}

void TestSandbox::stopLeavesNothingRunningAndStartBringsItBack()
{
    const auto before = processes();
    QCOMPARE(before.keys(), kEverything);
    QCOMPARE(ctl({u"stop"_s}).exitCode, 0);
    for (const pid_t pid : before)
        QVERIFY(!sandbox::identify(pid));
    QVERIFY(processes().isEmpty());
    QCOMPARE(ctl({u"status"_s}).json[u"running"_s].toBool(), false);
    QCOMPARE(ctl({u"stop"_s}).exitCode, 0);

    const Ran started = ctl({u"start"_s});
    QVERIFY2(started.exitCode == 0, qPrintable(started.errors));
    QCOMPARE(processes().keys(), before.keys());
    verifyHolds();
}

void TestSandbox::whateverWasKilledComesBack_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("worker") << u"worker-1"_s;
    QTest::newRow("bank") << u"bank"_s;
    QTest::newRow("keeper") << u"keeper"_s;
    QTest::newRow("PostgreSQL") << u"postgres"_s;
}

void TestSandbox::whateverWasKilledComesBack()
{
    QFETCH(const QString, name);
    const auto before = processes();
    const auto victim = sandbox::identify(before[name]);
    QVERIFY(victim);
    QVERIFY(sandbox::signalProcess(*victim, SIGKILL));
    QVERIFY(sandbox::waitUntilGone(*victim, 10s));

    const Ran started = ctl({u"start"_s});
    QVERIFY2(started.exitCode == 0, qPrintable(started.errors));
    const auto after = processes();
    QCOMPARE(after.keys(), before.keys());
    QVERIFY(after[name] != before[name]);
    QCOMPARE(whereTheBankCalls(), ctl({u"status"_s}).json[u"callbacks"_s].toString());
    verifyHolds();
}

void TestSandbox::theKeeperStartsAgainWhatDied()
{
    const auto before = processes();
    for (const char* name : {"worker-2", "giro"}) {
        const auto victim = sandbox::identify(before[QString::fromLatin1(name)]);
        QVERIFY(victim);
        QVERIFY(sandbox::signalProcess(*victim, SIGKILL));
    }
    QTRY_VERIFY_WITH_TIMEOUT(processes().keys() == kEverything && processes()[u"worker-2"_s] != before[u"worker-2"_s]
                                 && processes()[u"giro"_s] != before[u"giro"_s],
                             kPatienceMs);
    verifyHolds();
}

void TestSandbox::salesGoOn()
{
    const auto sold = [this] { return ask("SELECT count(*) FROM onceover.sale WHERE sale_id LIKE 'W%'").toInt(); };
    const int before = sold();
    QTRY_VERIFY_WITH_TIMEOUT(sold() > before, kPatienceMs);
}

// One run for each minute that somebody was there, and none for the days before: the job begins with the small day.
void TestSandbox::aJobRunsEachMinute()
{
    QTRY_COMPARE_WITH_TIMEOUT(ask("SELECT count(*) > 0 FROM onceover.job_run WHERE job_id = 'cleanup-temp@minute' AND status = 'DONE'"),
        u"t"_s, kPatienceMs);
    QCOMPARE(ask("SELECT count(*) FROM onceover.job_run WHERE job_id = 'cleanup-temp@minute' AND (status = 'SKIPPED' OR scheduled_at < "
                 "(SELECT min(schedule_from) FROM onceover.job) + interval '1 day')"),
        u"0"_s);
}

// Nobody is there when a day falls due. The next start lists it, enters its sales, and the engine settles it.
void TestSandbox::missedDaysAreListedAndCaughtUp()
{
    const int minutes = ask("SELECT count(*) FROM onceover.job_run WHERE job_id LIKE '%@minute'").toInt();
    const int effects = ask(kEffects).toInt();
    const auto living = processes();
    for (const char* name : {"keeper", "worker-1", "worker-2"}) {
        const auto victim = sandbox::identify(living[QString::fromLatin1(name)]);
        QVERIFY(victim && sandbox::signalProcess(*victim, SIGKILL) && sandbox::waitUntilGone(*victim, 10s));
    }
    const QString tomorrow = QDateTime::currentDateTimeUtc().addDays(1).toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'"_s);
    const Ran advanced = ctl({u"advance"_s, tomorrow});
    QVERIFY2(advanced.exitCode == 0, qPrintable(advanced.errors));
    QCOMPARE(ctl({u"stop"_s}).exitCode, 0);

    const Ran started = ctl({u"start"_s});
    QVERIFY2(started.exitCode == 0, qPrintable(started.errors));
    const QJsonArray missed = started.json[u"missed_days"_s].toArray();
    QCOMPARE(missed.size(), 1);
    QVERIFY2(started.errors.contains(u"1 missed day: "_s + missed[0].toString()), qPrintable(started.errors));
    QVERIFY(started.json[u"new_sales"_s].toInt() > 0);
    const Ran filled = ctl({u"fill"_s});
    QVERIFY2(filled.exitCode == 0, qPrintable(filled.errors));
    QCOMPARE(ask(kEffects).toInt(), effects + kDaily);
    // A day of minutes makes no day of runs.
    QVERIFY(ask("SELECT count(*) FROM onceover.job_run WHERE job_id LIKE '%@minute'").toInt() < minutes + 60);
    verifyHolds();
}

void TestSandbox::timeGoesForwardOnly()
{
    QVERIFY(ctl({u"advance"_s, u"2020-01-01T00:00:00Z"_s}).exitCode != 0);
}

void TestSandbox::aTakenPortIsSaid()
{
    const QString endpoint = ctl({u"status"_s}).json[u"bank"_s].toString();
    const auto port = static_cast<std::uint16_t>(endpoint.section(u':', -1).toInt());
    QVERIFY(port > 0);
    QCOMPARE(ctl({u"stop"_s}).exitCode, 0);
    const int other = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(other, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    QCOMPARE(::bind(other, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    QCOMPARE(::listen(other, 1), 0);

    const Ran refused = ctl({u"start"_s});
    ::close(other);
    QVERIFY(refused.exitCode != 0);
    QVERIFY2(refused.errors.contains(QString::number(port)), qPrintable(refused.errors));
    QCOMPARE(ctl({u"start"_s}).exitCode, 0);
}

void TestSandbox::resetRemovesTheData()
{
    QCOMPARE(ctl({u"reset"_s}).exitCode, 0);
    QCOMPARE(QDir(m_folder->filePath(u"a box"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"lock"_s});
    QCOMPARE(ctl({u"status"_s}).json[u"running"_s].toBool(), false);
}

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"
