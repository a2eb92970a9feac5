// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "fake_console.h"
#include "models/connection_text.h"
#include "models/gateway/connection_monitor.h"

using namespace onceover;
using namespace onceover::models;
using namespace onceover::testing;
using std::chrono::seconds;

namespace {

using Instant = ConnectionMonitor::Instant;

const Instant kStart{seconds{1000}};

Failure failureOf(const char* sqlState, const char* statement, FailureKind kind = FailureKind::Unavailable)
{
    Failure failure;
    failure.kind = kind;
    failure.sqlState = sqlState;
    failure.statement = statement;
    return failure;
}

ConnectionMonitor steadyMonitor()
{
    return ConnectionMonitor([] { return 1.0; });
}

/// A monitor that just read well.
ConnectionMonitor liveMonitor(Instant at = kStart, milliseconds duration = milliseconds{20})
{
    ConnectionMonitor monitor = steadyMonitor();
    monitor.readStarted(at);
    monitor.identified(sampleServer());
    monitor.readSucceeded(at, duration, sampleTime());
    return monitor;
}

TimeFormat shanghai()
{
    return TimeFormat(QTimeZone("Asia/Shanghai"));
}

} // namespace

/// UX.md section 9, row by row, without waiting.
class ConnectionTest : public QObject {
    Q_OBJECT

private slots:
    void theAgeOfTheDataDecides_data();
    void theAgeOfTheDataDecides();
    void aSlowReadIsDelayedThoughFresh();
    void waitsGrowAndStayAtThirtySeconds();
    void jitterStaysWithinATenth();
    void offlineAfterAMinute();
    void aRefusedLoginIsOfflineAtOnceAndNotTriedAgain();
    void retryNowIsDueAtOnceAndStartsTheWaitsAnew();
    void aHangingReadIsALostConnectionUntilItEnds();
    void anotherServerNeedsANod_data();
    void anotherServerNeedsANod();
    void theFormerServerComingBackNeedsNone();
    void aWrongSchemaIsNotOffline();
    void aFailedQueryDoesNotLoseTheConnection();
    void everyStateHasWordIconAndTone();
    void theBannerSaysAgeAndNextTry();
    void theBannerNamesTheRemedy_data();
    void theBannerNamesTheRemedy();
    void actsAreOffWithTheReason();
};

void ConnectionTest::theAgeOfTheDataDecides_data()
{
    QTest::addColumn<int>("age");
    QTest::addColumn<int>("state");
    QTest::newRow("fresh") << 0 << static_cast<int>(ConnectionState::Live);
    QTest::newRow("ten seconds") << 10 << static_cast<int>(ConnectionState::Live);
    QTest::newRow("eleven") << 11 << static_cast<int>(ConnectionState::Delayed);
    QTest::newRow("thirty") << 30 << static_cast<int>(ConnectionState::Delayed);
    QTest::newRow("beyond thirty") << 31 << static_cast<int>(ConnectionState::Reconnecting);
    QTest::newRow("a minute beyond") << 91 << static_cast<int>(ConnectionState::Offline);
}

void ConnectionTest::theAgeOfTheDataDecides()
{
    QFETCH(int, age);
    const ConnectionMonitor monitor = liveMonitor();
    QTEST(static_cast<int>(monitor.status(kStart + seconds{age}).state), "state");
    QCOMPARE(steadyMonitor().status(kStart).state, ConnectionState::Connecting);
}

void ConnectionTest::aSlowReadIsDelayedThoughFresh()
{
    QCOMPARE(liveMonitor(kStart, milliseconds{3001}).status(kStart).state, ConnectionState::Delayed);
    QCOMPARE(liveMonitor(kStart, milliseconds{3000}).status(kStart).state, ConnectionState::Live);
}

void ConnectionTest::waitsGrowAndStayAtThirtySeconds()
{
    ConnectionMonitor monitor = liveMonitor();
    Instant now = kStart;
    for (const int wait : {1, 2, 5, 10, 30, 30, 30}) {
        monitor.readFailed(now, serverAway());
        QVERIFY(!monitor.connected());
        QCOMPARE(*monitor.nextReadAt() - now, Instant::duration(seconds{wait}));
        now = *monitor.nextReadAt();
        monitor.readStarted(now);
        QVERIFY(!monitor.nextReadAt()); // One request in flight.
    }
    monitor.readSucceeded(now, milliseconds{5}, sampleTime());
    QCOMPARE(monitor.status(now).state, ConnectionState::Live);
    monitor.readFailed(now, serverAway());
    QCOMPARE(*monitor.nextReadAt() - now, Instant::duration(seconds{1})); // From the start again.
}

void ConnectionTest::jitterStaysWithinATenth()
{
    for (const double factor : {-3.0, 0.5, 0.95, 1.05, 7.0}) {
        ConnectionMonitor monitor([factor] { return factor; });
        monitor.readFailed(kStart, serverAway());
        const double waited = std::chrono::duration<double>(*monitor.nextReadAt() - kStart).count();
        QVERIFY(waited >= 0.899 && waited <= 1.101);
    }
}

void ConnectionTest::offlineAfterAMinute()
{
    ConnectionMonitor monitor = liveMonitor();
    monitor.readFailed(kStart, failureOf("57P01", "ReadOverview"));
    QCOMPARE(monitor.status(kStart + seconds{60}).state, ConnectionState::Reconnecting);
    QCOMPARE(monitor.status(kStart + seconds{61}).state, ConnectionState::Offline);
    QCOMPARE(*monitor.status(kStart + seconds{61}).lostFor, milliseconds{61000});
}

void ConnectionTest::aRefusedLoginIsOfflineAtOnceAndNotTriedAgain()
{
    ConnectionMonitor monitor = steadyMonitor();
    monitor.readFailed(kStart, failureOf("28P01", "connect"));
    QCOMPARE(monitor.status(kStart).state, ConnectionState::Offline);
    QVERIFY(!monitor.nextReadAt());
    QVERIFY(!monitor.status(kStart).nextRetryIn);
}

void ConnectionTest::retryNowIsDueAtOnceAndStartsTheWaitsAnew()
{
    ConnectionMonitor monitor = steadyMonitor();
    for (int i = 0; i < 4; ++i)
        monitor.readFailed(kStart, serverAway());
    monitor.retryNow(kStart);
    QCOMPARE(*monitor.nextReadAt(), kStart);
    monitor.readStarted(kStart);
    monitor.readFailed(kStart, serverAway());
    QCOMPARE(*monitor.nextReadAt() - kStart, Instant::duration(seconds{1}));
}

void ConnectionTest::aHangingReadIsALostConnectionUntilItEnds()
{
    ConnectionMonitor monitor = liveMonitor();
    monitor.readStarted(kStart);
    monitor.readHangs(kStart + seconds{8});
    QCOMPARE(monitor.status(kStart + seconds{8}).state, ConnectionState::Reconnecting);
    QVERIFY(!monitor.nextReadAt());
    // It ends by the cancel, which is no connection failure; then the next try is planned.
    monitor.readFailed(kStart + seconds{9}, failureOf("57014", "ReadOverview", FailureKind::Cancelled));
    QVERIFY(monitor.nextReadAt().has_value());
}

void ConnectionTest::anotherServerNeedsANod_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("system identifier") << 0;
    QTest::newRow("timeline") << 1;
    QTest::newRow("role") << 2;
    QTest::newRow("login") << 3;
}

void ConnectionTest::anotherServerNeedsANod()
{
    QFETCH(int, what);
    ServerIdentity other = sampleServer();
    other.systemIdentifier += what == 0 ? 1 : 0;
    other.timeline += what == 1 ? 1 : 0;
    other.primary = what != 2;
    other.login = what == 3 ? "bob" : other.login;

    ConnectionMonitor monitor = liveMonitor();
    monitor.identified(other);
    const ConnectionStatus status = monitor.status(kStart);
    QCOMPARE(status.state, ConnectionState::DifferentServer);
    QVERIFY(connectionText(status, shanghai()).canAcknowledge);
    QVERIFY(!whyNoAct(status, "operator").isEmpty());
    monitor.acknowledgeServer();
    QCOMPARE(monitor.status(kStart).state, ConnectionState::Live);
}

void ConnectionTest::theFormerServerComingBackNeedsNone()
{
    ServerIdentity other = sampleServer();
    other.timeline = 2;
    ConnectionMonitor monitor = liveMonitor();
    monitor.identified(other);
    monitor.identified(sampleServer());
    QCOMPARE(monitor.status(kStart).state, ConnectionState::Live);
}

void ConnectionTest::aWrongSchemaIsNotOffline()
{
    Failure failure = failureOf("", "connect", FailureKind::Refused);
    failure.refusal = Refusal::SchemaTooNew;
    failure.found = "9";
    ConnectionMonitor monitor = steadyMonitor();
    monitor.readFailed(kStart, failure);
    const ConnectionStatus status = monitor.status(kStart + seconds{100});
    QCOMPARE(status.state, ConnectionState::WrongSchema);
    const ConnectionText text = connectionText(status, shanghai());
    QCOMPARE(text.bannerTone, Tone::Critical);
    QVERIFY(text.banner.contains(QLatin1String("newer than this program knows")));
    QVERIFY(monitor.nextReadAt().has_value()); // A migration may mend it.
}

void ConnectionTest::aFailedQueryDoesNotLoseTheConnection()
{
    ConnectionMonitor monitor = liveMonitor();
    monitor.readFailed(kStart, failureOf("42501", "ReadBatches", FailureKind::Broken));
    QVERIFY(monitor.connected());
    QCOMPARE(monitor.status(kStart).state, ConnectionState::Live);
}

void ConnectionTest::everyStateHasWordIconAndTone()
{
    for (int i = 0; i <= static_cast<int>(ConnectionState::WrongSchema); ++i) {
        ConnectionStatus status;
        status.state = static_cast<ConnectionState>(i);
        const ConnectionText text = connectionText(status, shanghai());
        QVERIFY(!text.state.word.isEmpty());
        QVERIFY(!text.state.icon.isEmpty());
        QVERIFY(!text.statusLine.isEmpty());
    }
}

void ConnectionTest::theBannerSaysAgeAndNextTry()
{
    ConnectionMonitor monitor = liveMonitor();
    monitor.readFailed(kStart, failureOf("57P01", "ReadOverview"));
    for (int i = 0; i < 2; ++i)
        monitor.readFailed(kStart + seconds{8}, failureOf("57P01", "ReadOverview"));
    const ConnectionText text = connectionText(monitor.status(kStart + seconds{9}), shanghai());
    QCOMPARE(text.banner,
        QStringLiteral("Connection lost 9 s ago. Data from 2026-03-15 03:12:44 UTC+08:00. Actions are off. "
                       "Retrying in 4 s."));
    QCOMPARE(text.statusLine, QStringLiteral("Reconnecting \u00B7 data 9 s old"));
    QVERIFY(text.canRetryNow);
    QVERIFY(text.details.contains(QLatin1String("57P01")));
}

// What happened, how old the screen is, and what to do about it, also when data were there before.
void ConnectionTest::theBannerNamesTheRemedy_data()
{
    QTest::addColumn<QByteArray>("sqlState");
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("no server") << QByteArray() << QByteArray("connect") << QStringLiteral("No PostgreSQL server answers")
                               << QStringLiteral("Check that the server runs");
    QTest::newRow("starting") << QByteArray("57P03") << QByteArray("connect") << QStringLiteral("starting up")
                              << QStringLiteral("Wait until it is ready");
    QTest::newRow("missing database") << QByteArray("3D000") << QByteArray("connect") << QStringLiteral("no database of this name")
                                      << QStringLiteral("onceoverctl migrate");
    QTest::newRow("login refused") << QByteArray("28000") << QByteArray("connect") << QStringLiteral("refused this login")
                                   << QStringLiteral("pg_hba.conf");
    QTest::newRow("hangs") << QByteArray() << QByteArray("watchdog") << QStringLiteral("does not answer") << QStringLiteral("Retrying");
}

void ConnectionTest::theBannerNamesTheRemedy()
{
    QFETCH(QByteArray, sqlState);
    QFETCH(QByteArray, statement);
    QFETCH(QString, says);
    QFETCH(QString, remedy);
    ConnectionMonitor monitor = liveMonitor();
    monitor.readFailed(kStart + seconds{5}, failureOf(sqlState.constData(), statement.constData()));
    const QString banner = connectionText(monitor.status(kStart + seconds{9}), shanghai()).banner;
    for (const QString& part : {QStringLiteral("Connection lost 4 s ago."), says, remedy, QStringLiteral("Data from 2026-03-15 03:12:44")})
        QVERIFY2(banner.contains(part), qPrintable(banner));
    // Whether it is tried again is said once.
    QCOMPARE(banner.count(QLatin1String("by itself")) + banner.count(QLatin1String("Retrying in")), qsizetype{1});
}

void ConnectionTest::actsAreOffWithTheReason()
{
    ConnectionStatus status = liveMonitor().status(kStart);
    QVERIFY(whyNoAct(status, "operator").contains(QLatin1String("connection for acts")));
    status.actsConnected = true;
    QVERIFY(whyNoAct(status, "operator").isEmpty());
    QCOMPARE(whyNoAct(status, "approver"), QStringLiteral("This needs the role approver."));
    // S15: what is masked is shown to operator, approver and auditor.
    for (const char* role : {"operator", "approver", "auditor"}) {
        status.server->roles = {role};
        QVERIFY2(whyNoReveal(status).isEmpty(), role);
    }
    status.server->roles = {"viewer"};
    QCOMPARE(whyNoReveal(status), QStringLiteral("This needs the role operator."));
    status.server->roles = {"operator"};
    status.server->person.clear();
    QVERIFY(whyNoAct(status, "operator").contains(QLatin1String("person")));
    QVERIFY(whyNoReveal(status).contains(QLatin1String("person")));
    status.readOnly = true;
    QVERIFY(whyNoReveal(status).contains(QLatin1String("onceoverctl reveal")));
    QVERIFY(whyNoAct(status, "operator").contains(QLatin1String("read only")));
    status = liveMonitor().status(kStart + seconds{40});
    status.actsConnected = true;
    QVERIFY(whyNoAct(status, "operator").contains(QLatin1String("nothing is queued")));
}

QTEST_GUILESS_MAIN(ConnectionTest)
#include "tst_connection.moc"
