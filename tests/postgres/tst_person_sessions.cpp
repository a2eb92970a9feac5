// SPDX-License-Identifier: GPL-3.0-or-later
// By which limits the session of a person lives (S17), and over which roads no session is made at all (S10).
#include <QRegularExpression>
#include <QTest>

#include "sandbox/tcp_proxy.h"
#include "store/connection.h"
#include "store_rig.h"

using namespace onceover;
using namespace onceover::test;

class TestPersonSessions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aSessionHoldsNothingOpen_data();
    void aSessionHoldsNothingOpen(); // S17
    void aServerThatProvesNothingIsRefused_data();
    void aServerThatProvesNothingIsRefused(); // S10

private:
    std::unique_ptr<StoreRig> m_rig;
    std::unique_ptr<sandbox::TcpProxy> m_proxy; ///< The server over TCP, which offers no TLS.
};

void TestPersonSessions::initTestCase()
{
    qunsetenv("PGSSLMODE");
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
    auto proxy = sandbox::TcpProxy::start({}, {.path = TestCluster::shared().server().socketFolder() / ".s.PGSQL.5432"});
    ONCEOVER_OK(proxy);
    m_proxy = *std::move(proxy);
}

void TestPersonSessions::aSessionHoldsNothingOpen_data()
{
    QTest::addColumn<QString>("login");
    QTest::addColumn<bool>("reads");
    QTest::newRow("who looks") << QStringLiteral("alice") << true;
    QTest::newRow("who acts") << QStringLiteral("alice") << false;
    QTest::newRow("who audits") << QStringLiteral("carol") << true;
}

void TestPersonSessions::aSessionHoldsNothingOpen()
{
    QFETCH(QString, login);
    QFETCH(bool, reads);
    store::ConnectionSettings settings;
    settings.conninfo = m_rig->database().conninfo(login.toStdString());
    settings.program = "tst_person_sessions";
    settings.duty = "people";
    settings.readOnly = reads;
    store::Connection connection{settings};
    ONCEOVER_OK(connection.connect());
    const auto said = connection.runScript(
        std::string{"DO $$ BEGIN "
                    "ASSERT current_setting('statement_timeout') NOT IN ('0', ''), 'statement_timeout'; "
                    "ASSERT current_setting('lock_timeout') NOT IN ('0', ''), 'lock_timeout'; "
                    "ASSERT current_setting('idle_in_transaction_session_timeout') NOT IN ('0', ''), 'idle in transaction'; "
                    "ASSERT current_setting('idle_session_timeout') = '8h', 'idle_session_timeout'; "
                    "ASSERT current_setting('client_connection_check_interval') NOT IN ('0', ''), 'client_connection_check_interval'; "
                    "ASSERT current_setting('search_path') = 'onceover,pg_temp', 'search_path'; "
                    "ASSERT current_setting('default_transaction_read_only') = '"}
            + (reads ? "on" : "off") + "', 'read only'; END $$",
        "settings");
    ONCEOVER_OK(said);
}

void TestPersonSessions::aServerThatProvesNothingIsRefused_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("says"); // Empty: it is let in.
    QTest::newRow("nothing said: verify-full") << QString() << QStringLiteral("SSL|certificate");
    QTest::newRow("require") << QStringLiteral("sslmode=require") << QStringLiteral("SSL");
    QTest::newRow("prefer") << QStringLiteral("sslmode=prefer") << QStringLiteral("sslmode=prefer proves nothing");
    QTest::newRow("allow") << QStringLiteral("sslmode=allow") << QStringLiteral("sslmode=allow proves nothing");
    QTest::newRow("disable, in so many words") << QStringLiteral("sslmode=disable") << QString();
}

void TestPersonSessions::aServerThatProvesNothingIsRefused()
{
    QFETCH(QString, mode);
    QFETCH(QString, says);
    QVERIFY(m_proxy);
    store::ConnectionSettings settings;
    settings.conninfo = "host=127.0.0.1 port=" + std::to_string(m_proxy->port()) + " user=alice dbname=" + m_rig->database().name() + " "
        + mode.toStdString();
    settings.program = "tst_person_sessions";
    settings.duty = "people";
    store::Connection connection{settings};
    const auto connected = connection.connect();
    if (says.isEmpty()) {
        ONCEOVER_OK(connected);
        return;
    }
    QVERIFY(!connected);
    const QString detail = QString::fromStdString(connected.error().detail);
    QVERIFY2(detail.contains(QRegularExpression(says)), qPrintable(detail));
    QVERIFY(!connection.isConnected());
}

QTEST_GUILESS_MAIN(TestPersonSessions)
#include "tst_person_sessions.moc"
