// SPDX-License-Identifier: GPL-3.0-or-later
// The private server: ours alone, durable, without TCP, and back after every kind of end.
#include <QTemporaryDir>
#include <QTest>

#include "sandbox/private_cluster.h"
#include "support/test_cluster.h"

#include <csignal>
#include <fstream>

using namespace onceover;
using namespace onceover::test;
using sandbox::kSuperuser;
using sandbox::PrivateCluster;

class TestPrivateCluster : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void settingsAreDurableAndNothingListensOnTcp_data();
    void settingsAreDurableAndNothingListensOnTcp();
    void strangersAreNotLetIn();
    void comesBackAfterAStopWithItsData();
    void comesBackAfterSigkillWithWhatWasCommitted();
    void pidFileOfAnotherProcessIsNoObstacle();
    void secondStartFindsTheRunningServer();
    void halfMadeClusterIsMadeAgain();
    void folderNameTooLongForASocketIsRefused();
    void sqlErrorComesBackAsText();
    void databasesOfTestsAreCopiesOfTheMigratedTemplate();

private:
    std::unique_ptr<TestCluster> m_own;
    PrivateCluster& server() { return m_own->server(); }
};

void TestPrivateCluster::initTestCase()
{
    m_own = std::make_unique<TestCluster>();
    ONCEOVER_NEED(*m_own);
}

void TestPrivateCluster::settingsAreDurableAndNothingListensOnTcp_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("value");
    QTest::newRow("fsync") << "fsync" << "on";
    QTest::newRow("synchronous_commit") << "synchronous_commit" << "on";
    QTest::newRow("full_page_writes") << "full_page_writes" << "on";
    QTest::newRow("data_checksums") << "data_checksums" << "on";
    QTest::newRow("listen_addresses") << "listen_addresses" << "";
    QTest::newRow("TimeZone") << "TimeZone" << "UTC";
    QTest::newRow("log_min_error_statement") << "log_min_error_statement" << "error";
}

void TestPrivateCluster::settingsAreDurableAndNothingListensOnTcp()
{
    QFETCH(const QString, setting);
    QFETCH(const QString, value);
    const auto shown = server().runSql(kSuperuser, "postgres", "SHOW " + setting.toStdString());
    QVERIFY(shown);
    QCOMPARE(QString::fromStdString(*shown), value);
}

void TestPrivateCluster::strangersAreNotLetIn()
{
    // A role that may log in, but that the map of accounts does not name.
    QVERIFY(server().runSql(kSuperuser, "postgres", "CREATE ROLE unmapped LOGIN"));
    const auto entered = server().runSql("unmapped", "postgres", "SELECT 1");
    QVERIFY(!entered);
    QVERIFY(entered.error().detail.find("Peer authentication failed") != std::string::npos);
    QVERIFY(server().runSql("alice", "postgres", "SELECT 1"));
}

void TestPrivateCluster::comesBackAfterAStopWithItsData()
{
    QVERIFY(server().runSql(kSuperuser, "postgres", "CREATE TABLE kept AS SELECT 42 AS n"));
    QVERIFY(server().stop());
    QVERIFY(!server().server());
    QVERIFY(server().start());
    QCOMPARE(*server().runSql(kSuperuser, "postgres", "SELECT n FROM kept"), std::string{"42"});
}

void TestPrivateCluster::comesBackAfterSigkillWithWhatWasCommitted()
{
    QVERIFY(server().runSql(kSuperuser, "postgres", "CREATE TABLE survived AS SELECT 7 AS n"));
    QVERIFY(server().kill());
    QVERIFY(!server().server());
    QVERIFY(server().start());
    QCOMPARE(*server().runSql(kSuperuser, "postgres", "SELECT n FROM survived"), std::string{"7"});
}

void TestPrivateCluster::pidFileOfAnotherProcessIsNoObstacle()
{
    QVERIFY(server().kill());
    // The number in the file belongs to a living process, but not to a server of this folder.
    std::ofstream(server().folder() / "data" / "postmaster.pid") << ::getpid() << "\n/elsewhere\n";
    QVERIFY(!server().server());
    QVERIFY(server().start());
    QVERIFY(server().server());
}

void TestPrivateCluster::secondStartFindsTheRunningServer()
{
    const auto before = server().server();
    QVERIFY(before);
    QVERIFY(server().start());
    QCOMPARE(server().server(), before);
}

void TestPrivateCluster::halfMadeClusterIsMadeAgain()
{
    TestCluster other;
    ONCEOVER_NEED(other);
    QVERIFY(other.server().kill());
    // As a killed initdb leaves it: files, but no mark that it ended well.
    std::filesystem::remove(other.server().folder() / "cluster-is-made");
    std::filesystem::remove(other.server().folder() / "data" / "global" / "pg_control");
    QVERIFY(!other.server().isMade());
    QVERIFY(other.server().make());
    QVERIFY(other.server().start());
    QVERIFY(other.server().runSql(kSuperuser, "postgres", "SELECT 1"));
}

void TestPrivateCluster::folderNameTooLongForASocketIsRefused()
{
    const QTemporaryDir folder;
    PrivateCluster cluster({.folder = folder.path().toStdString() + "/" + std::string(120, 'x')});
    const auto made = cluster.make();
    QVERIFY(!made);
    QCOMPARE(made.error().kind, FailureKind::Unavailable);
    QVERIFY(made.error().detail.find("ONCEOVER_SANDBOX_DIR") != std::string::npos);
}

void TestPrivateCluster::sqlErrorComesBackAsText()
{
    const auto ran = server().runSql(kSuperuser, "postgres", "SELECT 1;\nSELECT nonsense;\n");
    QVERIFY(!ran);
    QCOMPARE(ran.error().kind, FailureKind::DataRejected);
    QVERIFY(ran.error().detail.find("nonsense") != std::string::npos);
}

void TestPrivateCluster::databasesOfTestsAreCopiesOfTheMigratedTemplate()
{
    TestDatabase one(*m_own);
    ONCEOVER_NEED(one);
    TestDatabase other(*m_own);
    ONCEOVER_NEED(other);
    QVERIFY(one.name() != other.name());
    const auto people = one.runAsSuperuser("SELECT person_id FROM onceover.person_login JOIN pg_roles ON oid = roleoid ORDER BY 1");
    QVERIFY(people);
    QCOMPARE(*people, std::string{"alice\nbob\ncarol\ndana"});
    QVERIFY(one.runAsSuperuser("CREATE TABLE only_here (n int)"));
    QVERIFY(!other.runAsSuperuser("SELECT * FROM only_here"));
}

QTEST_GUILESS_MAIN(TestPrivateCluster)
#include "tst_private_cluster.moc"
