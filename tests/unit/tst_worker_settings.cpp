// SPDX-License-Identifier: GPL-3.0-or-later
// Which source of a setting wins, and what is refused.
#include <QTemporaryDir>
#include <QTest>

#include "settings.h"

#include <fstream>

using namespace onceover;
using namespace onceover::worker;

class TstWorkerSettings : public QObject {
    Q_OBJECT

private slots:
    void theStrongerSourceWins();
    void aTargetOfTheStrongerSourceHidesTheOtherForm();
    void anUnknownKeyInAFileIsRefused_data();
    void anUnknownKeyInAFileIsRefused();
    void wrongValuesAreRefusedByName_data();
    void wrongValuesAreRefusedByName();
    void aPasswordIsFoundInAConnectionString_data();
    void aPasswordIsFoundInAConnectionString();
    void aSecretIsNotPrinted();

private:
    std::string write(const char* name, const char* text)
    {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path) << text;
        return path;
    }
    QTemporaryDir m_folder;
};

void TstWorkerSettings::theStrongerSourceWins()
{
    const std::string own
        = write("own.toml", "roles = [\"sender\", \"resolver\"]\nlog = \"json\"\n[logins]\nsender = \"own\"\n");
    const std::string system = write("system.toml", "log = \"text\"\nlog-level = \"debug\"\noutbox-poll-ms = 5000\n");
    const auto merged = mergeSettings({{{"roles", "janitor"}}, {{"logins.sender", "env"}}, {own, system}});
    QVERIFY(merged);
    QCOMPARE(merged->at("roles").value, std::string{"janitor"});
    QCOMPARE(merged->at("roles").origin, std::string{"flag"});
    QCOMPARE(merged->at("logins.sender").value, std::string{"env"});
    QCOMPARE(merged->at("logins.sender").origin, std::string{"ONCEOVER_LOGINS_SENDER"});
    QCOMPARE(merged->at("log").value, std::string{"json"});
    QCOMPARE(merged->at("log").origin, own);
    QCOMPARE(merged->at("log-level").origin, system);
    QCOMPARE(merged->at("worker-id").origin, std::string{"default"});
    const auto settings = readSettings(*merged);
    QVERIFY(settings);
    QCOMPARE(settings->roles, std::set<engine::Role>{engine::Role::Janitor});
    QCOMPARE(settings->outboxPoll, milliseconds{5000}); // R54
    QCOMPARE(settings->logins.at(engine::Role::Settler), std::string{"svc_worker"});
}

void TstWorkerSettings::aTargetOfTheStrongerSourceHidesTheOtherForm()
{
    const std::string file = write("target.toml", "service = \"money\"\n");
    const auto merged = mergeSettings({{{"dsn", "host=/tmp"}}, {}, {file}});
    QVERIFY(merged);
    const auto settings = readSettings(*merged);
    QVERIFY(settings);
    QCOMPARE(settings->dsn, std::optional<std::string>{"host=/tmp"});
    QVERIFY(!settings->service);
    QVERIFY(!readSettings(*mergeSettings({{{"dsn", "a"}, {"service", "b"}}, {}, {}})));
}

void TstWorkerSettings::anUnknownKeyInAFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("key") << QByteArray("rolls = \"sender\"\n");
    QTest::newRow("table") << QByteArray("[loggins]\nsender = \"x\"\n");
    QTest::newRow("key of a table") << QByteArray("[logins]\nowner = \"x\"\n");
    QTest::newRow("kind of value") << QByteArray("log = true\n");
    QTest::newRow("no TOML") << QByteArray("log = \n");
}

void TstWorkerSettings::anUnknownKeyInAFileIsRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!mergeSettings({{}, {}, {write("bad.toml", text.constData())}}));
    QVERIFY(!mergeSettings({{}, {}, {"/no/such/worker.toml"}}));
}

void TstWorkerSettings::wrongValuesAreRefusedByName_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("role") << QByteArray("roles") << QByteArray("sender,owner")
                          << QByteArray(
                                 "scheduler, settler, sender, resolver, callback, reconciler, replayer, janitor");
    QTest::newRow("no role") << QByteArray("roles") << QByteArray("") << QByteArray("no role");
    QTest::newRow("level") << QByteArray("log-level") << QByteArray("loud") << QByteArray("debug, info");
    QTest::newRow("form") << QByteArray("log") << QByteArray("xml") << QByteArray("auto, json, text");
    QTest::newRow("poll") << QByteArray("outbox-poll-ms") << QByteArray("1s") << QByteArray("10 to 300000");
    QTest::newRow("callbacks without secrets")
        << QByteArray("roles") << QByteArray("callback") << QByteArray("needs callback-secrets");
    QTest::newRow("callback address") << QByteArray("callback-address") << QByteArray("bank.example:80")
                                      << QByteArray("127.0.0.1:9480");
    QTest::newRow("callback port") << QByteArray("callback-address") << QByteArray("127.0.0.1:99999")
                                   << QByteArray("127.0.0.1:9480");
    QTest::newRow("id") << QByteArray("worker-id") << QByteArray("a b") << QByteArray("without blanks");
}

void TstWorkerSettings::wrongValuesAreRefusedByName()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, told);
    const auto settings = readSettings(*mergeSettings({{{key.toStdString(), value.toStdString()}}, {}, {}}));
    QVERIFY(!settings);
    QVERIFY2(QByteArray::fromStdString(settings.error().found).contains(told), settings.error().found.c_str());
}

// S12
void TstWorkerSettings::aPasswordIsFoundInAConnectionString_data()
{
    QTest::addColumn<QByteArray>("conninfo");
    QTest::addColumn<bool>("holds");
    QTest::newRow("none") << QByteArray("host=/run dbname=settlement") << false;
    QTest::newRow("keyword") << QByteArray("host=db password=x") << true;
    QTest::newRow("blanks") << QByteArray("host=db PASSWORD = 'x'") << true;
    QTest::newRow("key's password") << QByteArray("sslpassword=x") << true;
    QTest::newRow("passfile") << QByteArray("host=db passfile=/etc/pass") << false;
    QTest::newRow("uri") << QByteArray("postgresql://svc:x@db/settlement") << true;
    QTest::newRow("uri without") << QByteArray("postgresql://svc@db:5432/settlement") << false;
    QTest::newRow("uri query") << QByteArray("postgresql://db/settlement?password=x") << true;
}

void TstWorkerSettings::aPasswordIsFoundInAConnectionString()
{
    QFETCH(QByteArray, conninfo);
    QFETCH(bool, holds);
    QCOMPARE(holdsSecret(conninfo.toStdString()), holds);
}

void TstWorkerSettings::aSecretIsNotPrinted()
{
    const auto merged = mergeSettings({{}, {{"dsn", "host=db password=hunter2"}}, {}});
    const std::string text = describeSettings(*merged);
    QVERIFY(text.find("hunter2") == std::string::npos);
    QVERIFY(text.find("ONCEOVER_DSN") != std::string::npos);
}

QTEST_GUILESS_MAIN(TstWorkerSettings)
#include "tst_worker_settings.moc"
