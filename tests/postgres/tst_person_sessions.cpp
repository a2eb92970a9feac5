// SPDX-License-Identifier: GPL-3.0-or-later
// By which limits the session of a person lives (S17), and over which roads no session is made at all (S10).
#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>

#include "sandbox/tcp_proxy.h"
#include "store/connection.h"
#include "store_rig.h"

#include <clocale>

using namespace onceover;
using namespace onceover::test;

namespace {

/// An address of the loopback that is this process's: a server that has port 5432 of localhost is not in the way.
std::string ownLoopback()
{
    const auto pid = static_cast<unsigned>(QCoreApplication::applicationPid());
    return "127.83." + std::to_string((pid >> 8U) & 0xFFU) + "." + std::to_string(pid & 0xFFU);
}

} // namespace

class TestPersonSessions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aSessionHoldsNothingOpen_data();
    void aSessionHoldsNothingOpen(); // S17
    void aServerThatProvesNothingIsRefused_data();
    void aServerThatProvesNothingIsRefused(); // S10
    void onlyAServerThatProvesItsNameAndKeepsThePasswordIsSpokenTo_data();
    void onlyAServerThatProvesItsNameAndKeepsThePasswordIsSpokenTo(); // S10

private:
    void offerTls();

    std::unique_ptr<TestCluster> m_tls; ///< A server of our own that offers TLS on an address of its own.
    QString m_tlsProblem;
    std::unique_ptr<StoreRig> m_rig;
    std::unique_ptr<sandbox::TcpProxy> m_proxy; ///< The server over TCP, which offers no TLS.
};

void TestPersonSessions::initTestCase()
{
    qunsetenv("PGSSLMODE");
    std::setlocale(LC_MESSAGES, "C"); // What libpq says is compared.
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

/// The server makes its key itself, so that it owns it; one login proves a password by SCRAM, another one by MD5.
void TestPersonSessions::offerTls()
{
    m_tls = std::make_unique<TestCluster>();
    m_tlsProblem = QString::fromStdString(m_tls->problem());
    const auto say = [this](const std::string& sql) {
        if (!m_tlsProblem.isEmpty())
            return;
        if (const auto said = m_tls->server().runSql(sandbox::kSuperuser, "postgres", sql); !said)
            m_tlsProblem = QString::fromStdString(said.error().detail);
    };
    say("COPY (SELECT 1) TO PROGRAM 'umask 077; cat >tls.in; openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost "
        "-addext subjectAltName=DNS:localhost -keyout server.key -out server.crt 2>tls.log && "
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout other.key -out other.crt 2>>tls.log'");
    say("SET password_encryption = 'scram-sha-256'; ALTER ROLE alice PASSWORD 'a word'");
    say("SET password_encryption = 'md5'; ALTER ROLE bob PASSWORD 'a word'");
    say("ALTER SYSTEM SET ssl = on; ALTER SYSTEM SET listen_addresses = '" + ownLoopback() + "'");
    if (!m_tlsProblem.isEmpty())
        return;
    if (const auto stopped = m_tls->server().stop(); !stopped)
        m_tlsProblem = QString::fromStdString(stopped.error().detail);
    else if (const auto started = m_tls->server().start(); !started)
        m_tlsProblem = QString::fromStdString(started.error().detail);
    // A start writes who may log in, so what is added comes after it.
    say("COPY (VALUES ('hostssl all alice 127.0.0.0/8 scram-sha-256'), ('hostssl all bob 127.0.0.0/8 md5')) TO PROGRAM 'cat >>pg_hba.conf'; "
        "SELECT pg_reload_conf()");
}

void TestPersonSessions::onlyAServerThatProvesItsNameAndKeepsThePasswordIsSpokenTo_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("login");
    QTest::addColumn<bool>("isVouchedFor");
    QTest::addColumn<QString>("says"); // Empty: it is let in.
    QTest::newRow("its own name, SCRAM") << QStringLiteral("localhost") << QStringLiteral("alice") << true << QString();
    QTest::newRow("a certificate of another name")
        << QStringLiteral("bank.example") << QStringLiteral("alice") << true << QStringLiteral("does not match host name");
    QTest::newRow("a certificate that nobody vouches for")
        << QStringLiteral("localhost") << QStringLiteral("alice") << false << QStringLiteral("certificate verify failed");
    QTest::newRow("a password by MD5 only")
        << QStringLiteral("localhost") << QStringLiteral("bob") << true << QStringLiteral("channel binding required");
}

void TestPersonSessions::onlyAServerThatProvesItsNameAndKeepsThePasswordIsSpokenTo()
{
    if (!m_tls)
        offerTls();
    ONCEOVER_NEED(*m_tls);
    QVERIFY2(m_tlsProblem.isEmpty(), qPrintable(m_tlsProblem));
    QFETCH(QString, host);
    QFETCH(QString, login);
    QFETCH(bool, isVouchedFor);
    QFETCH(QString, says);
    store::ConnectionSettings settings;
    settings.conninfo = "host=" + host.toStdString() + " hostaddr=" + ownLoopback() + " port=5432 dbname=postgres password='a word' user="
        + login.toStdString();
    const char* const root = isVouchedFor ? "server.crt" : "other.crt";
    settings.conninfo += " sslrootcert='" + (m_tls->server().folder() / "data" / root).string() + "'";
    settings.program = "tst_person_sessions";
    settings.duty = "people";
    store::Connection connection{settings};
    QString detail;
    // The server reads who may log in once it gets round to it.
    const auto isAnswered = [&] {
        const auto connected = connection.connect();
        detail = connected ? QString() : QString::fromStdString(connected.error().detail);
        return says.isEmpty() ? connected.has_value() : detail.contains(says);
    };
    QTRY_VERIFY2_WITH_TIMEOUT(isAnswered(), qPrintable(detail), 30'000);
    QCOMPARE(connection.isConnected(), says.isEmpty());
}

QTEST_GUILESS_MAIN(TestPersonSessions)
#include "tst_person_sessions.moc"
