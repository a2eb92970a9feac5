// SPDX-License-Identifier: GPL-3.0-or-later
// The audit as an auditor meets it: a worker signs, the chains are exported, and everything is judged from a shell.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "support/test_cluster.h"

#include <memory>

using namespace onceover::test;
using namespace Qt::StringLiterals;

namespace {

struct Answer {
    int status = -1;
    QString out;
    QString err;

    [[nodiscard]] QByteArray text() const { return QByteArray::number(status) + '\n' + out.toUtf8() + err.toUtf8(); }
};

Answer ctl(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceoverctl"), arguments);
    process.waitForFinished(60'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

class AuditEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aWorkerSignsAndAnAuditorJudges();      // R120, R161, S8, rule 13
    void aWorkerWithABadKeyDoesNotStart_data(); // S19
    void aWorkerWithABadKeyDoesNotStart();
    void whoIsNoAuditorIsToldWhichDutyLacks();
    void aLogOfAnotherSchedulerIsDiagnosed(); // R107 R110

private:
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString as(const char* login) const { return QString::fromStdString(m_database->conninfo(login)); }

    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
};

void AuditEndToEnd::initTestCase()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_database = std::make_unique<TestDatabase>();
    ONCEOVER_NEED(*m_database);
    const auto installed = m_database->runAsSuperuser(
        "INSERT INTO onceover.installation (namespace, name, environment, system_identifier, timeline) SELECT "
        "gen_random_uuid(), 'Audited', 'staging', s.system_identifier, c.timeline_id FROM pg_control_system() s, "
        "pg_control_checkpoint() c");
    QVERIFY2(installed.has_value(), installed ? "" : installed.error().detail.c_str());
    const Answer made = ctl({u"key"_s, u"init"_s, file("key")});
    QVERIFY2(made.status == 0 && QFile::exists(file("key.pub")), made.text());
    const Answer again = ctl({u"key"_s, u"init"_s, file("key")});
    QVERIFY2(again.status != 0 && again.err.contains("never overwritten"_L1), again.text());
    const Answer shown = ctl({u"key"_s, u"show"_s, file("key.pub"), u"--json"_s});
    QVERIFY2(shown.status == 0, shown.text());
    const QString fingerprint = QJsonDocument::fromJson(shown.out.toUtf8()).object()[u"fingerprint"_s].toString();
    QVERIFY2(fingerprint.size() == 19 && made.out.contains(fingerprint), shown.text());
}

void AuditEndToEnd::aWorkerSignsAndAnAuditorJudges()
{
    const Answer before = ctl({u"audit"_s, u"verify"_s, u"--dsn"_s, as("carol")});
    QVERIFY2(before.status == 0 && before.out.contains("No anchor"_L1), before.text());

    QProcess worker;
    worker.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceover-worker"),
        {u"--dsn"_s, as(""), u"--roles"_s, u"janitor"_s, u"--anchor-key"_s, file("key"), u"--anchor-file"_s,
            file("anchors.jsonl")});
    QVERIFY(worker.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(QFile(file("anchors.jsonl")).size() > 0, 60'000);
    worker.terminate();
    QVERIFY(worker.waitForFinished(60'000));
    QCOMPARE(worker.exitCode(), 0);

    const Answer inside = ctl({u"audit"_s, u"verify"_s, u"--dsn"_s, as("carol"), u"--anchors"_s, file("anchors.jsonl"),
        u"--key"_s, file("key.pub")});
    QVERIFY2(
        inside.status == 0 && inside.out.contains("Anchored until"_L1) && inside.out.contains("which you gave"_L1),
        inside.text());
    const Answer exported
        = ctl({u"audit"_s, u"export"_s, file("export"), u"--key"_s, file("key"), u"--dsn"_s, as("carol")});
    QVERIFY2(exported.status == 0, exported.text());
    const Answer offline = ctl({u"audit"_s, u"verify"_s, file("export"), u"--key"_s, file("key.pub"), u"--json"_s});
    QVERIFY2(offline.status == 0, offline.text());
    QCOMPARE(QJsonDocument::fromJson(offline.out.toUtf8()).object()[u"manifest"_s].toString(), u"signed"_s);

    QFile rows(file("export/audit.jsonl"));
    QVERIFY(rows.open(QIODevice::ReadWrite));
    QByteArray text = rows.readAll();
    QVERIFY(text.contains("\"action\":\"start\""));
    rows.resize(0);
    rows.seek(0);
    rows.write(text.replace("\"action\":\"start\"", "\"action\":\"stark\""));
    rows.close();
    const Answer changed = ctl({u"audit"_s, u"verify"_s, file("export"), u"--json"_s});
    QVERIFY2(changed.status == 1, changed.text());
    const Answer words = ctl({u"audit"_s, u"verify"_s, file("export")});
    QVERIFY2(
        words.status == 1 && words.out.contains("row 1: its fields or the row before were changed"_L1), words.text());
}

void AuditEndToEnd::aWorkerWithABadKeyDoesNotStart_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such file") << QStringList{u"--anchor-key"_s, file("nowhere"), u"--anchor-file"_s, file("a")}
                                  << u"nowhere"_s;
    QTest::newRow("a public key") << QStringList{u"--anchor-key"_s, file("key.pub"), u"--anchor-file"_s, file("a")}
                                  << u"chmod 600"_s;
    QTest::newRow("nowhere to keep") << QStringList{u"--anchor-key"_s, file("key")} << u"go together"_s;
    QTest::newRow("no janitor") << QStringList{u"--anchor-key"_s, file("key"), u"--anchor-file"_s, file("a"),
        u"--roles"_s, u"settler"_s}
                                << u"janitor"_s;
}

void AuditEndToEnd::aWorkerWithABadKeyDoesNotStart()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QProcess worker;
    worker.start(QStringLiteral(ONCEOVER_BIN_DIR "/onceover-worker"),
        QStringList{u"--dsn"_s, as(""), u"--metrics"_s, u"off"_s} + arguments);
    QVERIFY(worker.waitForFinished(60'000));
    const QByteArray told = worker.readAllStandardError();
    QVERIFY2(worker.exitCode() == 1 || worker.exitCode() == 2, told);
    QVERIFY2(told.contains(says.toUtf8()), told);
}

void AuditEndToEnd::whoIsNoAuditorIsToldWhichDutyLacks()
{
    const Answer refused = ctl({u"audit"_s, u"verify"_s, u"--dsn"_s, as("alice")});
    QVERIFY2(refused.status == 1 && refused.err.contains("alice"_L1), refused.text());
    const Answer lacking = ctl({u"audit"_s, u"verify"_s, file("no-export")});
    QVERIFY2(lacking.status == 1 && lacking.err.contains("manifest.json"_L1), lacking.text());
}

void AuditEndToEnd::aLogOfAnotherSchedulerIsDiagnosed()
{
    const QByteArray row = "(%1, 3, 'http://10.0.0.1:9999/', '0/1', '2026-03-10 02:00:00', 200, 'Manual trigger', "
                           "'2026-03-10 02:00:09', 200, '')";
    const QByteArray columns = "(`id`, `job_id`, `executor_address`, `executor_sharding_param`, `trigger_time`, "
                               "`trigger_code`, `trigger_msg`, "
                               "`handle_time`, `handle_code`, `handle_msg`)";
    QFile dump(file("log.sql"));
    QVERIFY(dump.open(QIODevice::WriteOnly));
    for (const char* id : {"7", "8"})
        dump.write("INSERT INTO `xxl_job_log` " + columns + " VALUES " + QByteArray(row).replace("%1", id) + ";\n");
    dump.close();
    const Answer told = ctl({u"diagnose"_s, u"--log"_s, file("log.sql")});
    QVERIFY2(
        told.status == 1 && told.out.contains(u"log 7 · log 8"_s) && told.out.contains(u"☑ supported"_s), told.text());
    const Answer json = ctl({u"diagnose"_s, u"--log"_s, file("log.sql"), u"--json"_s});
    QCOMPARE(QJsonDocument::fromJson(json.out.toUtf8()).object()[u"executions"_s].toInt(), 2);
    const Answer none = ctl({u"diagnose"_s, u"--log"_s, file("key.pub")});
    QVERIFY2(none.status == 2 && none.err.contains("no row"_L1), none.text());
    const Answer unknown
        = ctl({u"diagnose"_s, u"settle-daily"_s, u"--biz-date"_s, u"2026-03-10"_s, u"--dsn"_s, as("carol")});
    QVERIFY2(unknown.status == 1 && unknown.err.contains("settle-daily 2026-03-10"_L1), unknown.text());
}

QTEST_GUILESS_MAIN(AuditEndToEnd)
#include "tst_e2e_audit.moc"
