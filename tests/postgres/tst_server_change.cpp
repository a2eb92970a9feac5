// SPDX-License-Identifier: GPL-3.0-or-later
// A database that is another one than it was stops by itself, says why, and pays nothing twice on the way back
// (DESIGN.md section 13, F-cases of failover and restore, SECURITY.md S7 and S19).
#include <QProcess>
#include <QTest>

#include "engine_bench.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace onceover;
using namespace onceover::test;

namespace {

/// Everything that a database needs to go on, with those who execute decisions and compare books.
const std::set<engine::Role> kEverybody{engine::Role::Scheduler, engine::Role::Settler, engine::Role::Sender,
    engine::Role::Resolver, engine::Role::Reconciler, engine::Role::Replayer, engine::Role::Janitor};

constexpr const char* kSystemFreeze
    = "SELECT status FROM onceover.freeze_order WHERE actor = 'system' ORDER BY freeze_id DESC LIMIT 1";

/// What went wrong, else empty.
template <typename T>
std::string problemOf(const Result<T>& result)
{
    return result ? std::string{} : result.error().detail;
}

bool runs(const char* program, const QStringList& arguments)
{
    return QProcess::execute(QString::fromLatin1(program), arguments) == 0;
}

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

bool copies(const std::filesystem::path& from, const std::filesystem::path& to)
{
    return runs("cp", {QStringLiteral("-a"), pathText(from), pathText(to)});
}

/// Lets the server feed a standby, and makes one in that folder. What went wrong, else empty.
std::string makeStandby(sandbox::PrivateCluster& primary, const std::filesystem::path& folder)
{
    const auto programs = sandbox::PrivateCluster::findPrograms();
    if (!programs)
        return programs.error().detail;
    if (const auto set = primary.runSql(sandbox::kSuperuser, "postgres", "ALTER SYSTEM SET max_wal_senders = 4"); !set)
        return problemOf(set);
    if (const auto stopped = primary.stop(); !stopped)
        return problemOf(stopped);
    if (const auto started = primary.start(); !started)
        return problemOf(started);
    const std::filesystem::path data = primary.folder() / "data";
    std::ofstream{data / "pg_hba.conf", std::ios::app} << "local replication all peer map=onceover\n";
    if (const auto read = primary.runSql(sandbox::kSuperuser, "postgres", "SELECT pg_reload_conf()"); !read)
        return problemOf(read);
    const QString program = pathText(*programs / "pg_basebackup");
    const QStringList arguments{QStringLiteral("--pgdata"), pathText(folder), QStringLiteral("--write-recovery-conf"),
        QStringLiteral("--wal-method=fetch"), QStringLiteral("--checkpoint=fast"), QStringLiteral("--no-sync"),
        QStringLiteral("--host"), pathText(primary.socketFolder()), QStringLiteral("--port=5432"),
        QStringLiteral("--username=postgres"), QStringLiteral("--no-password")};
    // The new line of its rules is in force some time after it was asked to read them.
    if (!QTest::qWaitFor([&] { return QProcess::execute(program, arguments) == 0; }, 30000))
        return "no base backup";
    return runs("chown", {QStringLiteral("-R"), QStringLiteral("--reference=") + pathText(data), pathText(folder)})
        ? std::string{}
        : "the backup belongs to another account";
}

/// Starts the standby that stands in the server's place, and makes it the primary. What went wrong, else empty.
std::string promote(sandbox::PrivateCluster& server)
{
    // start() returns when it writes, and a standby does not write before it is promoted.
    std::atomic<bool> isOver{false};
    std::thread promoter([&] {
        while (!isOver.load() && !server.runSql(sandbox::kSuperuser, "postgres", "SELECT pg_promote(true, 60)"))
            std::this_thread::yield();
    });
    const auto started = server.start();
    isOver.store(true);
    promoter.join();
    return problemOf(started);
}

} // namespace

class TestServerChange : public QObject {
    Q_OBJECT

private slots:
    void aServerRestoredToYesterdayComesUpFrozenAndPaysNothingTwice();
    void aPromotedStandbyThatLostCommitsComesUpFrozenAndPaysNothingTwice(); // K35
    void anotherServerIsNoticedOnce();
    void aLiftWaitsUntilEveryChannelWasCompared();
    void aFreezeOfAPersonWaitsForNoComparison();

private:
    /// What the lift of the newest freeze of the system was answered when alice asked for it.
    [[nodiscard]] static std::string askForLift(const EngineBench& bench);
    /// bob decides about the newest request.
    [[nodiscard]] static std::string approve(const EngineBench& bench);
    [[nodiscard]] static int paid(const EngineBench& bench);
    /// State of the day's batch, as soon as it is settled; patient, because a whole server was started just before.
    [[nodiscard]] static std::string awaitCompleted(const EngineBench& bench, const std::string& day = "2026-03-10")
    {
        return bench.await("SELECT status FROM onceover.settlement_batch WHERE biz_date = '" + day + "'", "COMPLETED",
            std::chrono::minutes{2});
    }
    /// The database has forgotten that day, of which the bank executed so many; it has executed `before` in all. It
    /// comes up frozen, says why, lists each of them, and pays none again once two persons let it go on.
    static void goesOnAndPaysNothingTwice(EngineBench& bench, const std::string& day, int forgotten, int before);
};

std::string TestServerChange::askForLift(const EngineBench& bench)
{
    const std::string freeze = bench.sql("SELECT max(freeze_id) FROM onceover.freeze_order");
    return bench.sql("SELECT outcome || ' ' || reason || ' ' || found FROM onceover.request_lift(" + freeze
            + ", '{}', 'looked at it', 'OPS-1', gen_random_uuid())",
        "alice");
}

std::string TestServerChange::approve(const EngineBench& bench)
{
    const std::string request = bench.sql("SELECT max(approval_id) FROM onceover.approval");
    const std::string hash
        = bench.sql("SELECT encode(plan_hash, 'hex') FROM onceover.approval WHERE approval_id = " + request);
    return bench.sql("SELECT outcome || ' ' || reason FROM onceover.approve_request(" + request + ", decode('" + hash
            + "', 'hex'), '', 'every book was compared', gen_random_uuid())",
        "bob");
}

int TestServerChange::paid(const EngineBench& bench)
{
    const auto book = channel::readBook(bench.endpoint(), "practice-bank");
    return book ? static_cast<int>(book->size()) : -1;
}

void TestServerChange::goesOnAndPaysNothingTwice(EngineBench& bench, const std::string& day, int forgotten, int before)
{
    bench.startEngine(kEverybody);
    QCOMPARE(bench.await(kSystemFreeze, "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.sql("SELECT epoch FROM onceover.installation"), std::string{"2"});
    QVERIFY(bench.sql("SELECT reason FROM onceover.freeze_order").find("failed over or restored") != std::string::npos);
    // The day is triggered again and held: nothing begins before two persons say so.
    QCOMPARE(bench.trigger(day), std::string{"DONE HELD"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.reconciliation_run WHERE freeze_id IS NOT NULL", "1"),
        std::string{"1"});
    // What the bank has and this database forgot stands in a list, key by key.
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.reconciliation_difference WHERE kind = 'MISSING_HERE' AND status "
                       "= 'OPEN'"),
        std::to_string(forgotten));
    QCOMPARE(askForLift(bench), std::string{"DONE  "});
    QCOMPARE(approve(bench), std::string{"DONE "});
    QCOMPARE(bench.await(kSystemFreeze, "LIFTED"), std::string{"LIFTED"});

    QCOMPARE(awaitCompleted(bench, day), std::string{"COMPLETED"});
    QCOMPARE(paid(bench), before);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TestServerChange::aServerRestoredToYesterdayComesUpFrozenAndPaysNothingTwice()
{
    TestCluster own;
    ONCEOVER_NEED(own);
    EngineBench bench{own};
    QCOMPARE(problemOf(bench.enterDay("2026-03-10")), std::string{});
    const std::filesystem::path data = own.server().folder() / "data";
    const std::filesystem::path backup = own.server().folder() / "yesterday";
    QCOMPARE(problemOf(own.server().stop()), std::string{});
    QVERIFY(copies(data, backup));
    QCOMPARE(problemOf(own.server().start()), std::string{});

    bench.startEngine();
    QCOMPARE(bench.trigger("2026-03-10"), std::string{"DONE CREATED"});
    QCOMPARE(awaitCompleted(bench), std::string{"COMPLETED"});
    bench.stopEngine();
    const int before = paid(bench);
    QVERIFY(before > 0);

    // The backup is restored as an archive is: the server ends its recovery on a timeline of its own.
    QCOMPARE(problemOf(own.server().stop()), std::string{});
    QVERIFY(runs("rm", {QStringLiteral("-rf"), pathText(data)}));
    QVERIFY(copies(backup, data));
    QVERIFY(runs("sh",
        {QStringLiteral("-c"),
            QStringLiteral("cd '%1' && cp -a PG_VERSION recovery.signal && : > recovery.signal && "
                           "echo \"restore_command = 'false'\" >> postgresql.auto.conf")
                .arg(pathText(data))}));
    QCOMPARE(problemOf(own.server().start()), std::string{});
    QCOMPARE(bench.await("SELECT pg_is_in_recovery()", "f"), std::string{"f"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation"), std::string{"0"});

    goesOnAndPaysNothingTwice(bench, "2026-03-10", before, before);
}

void TestServerChange::aPromotedStandbyThatLostCommitsComesUpFrozenAndPaysNothingTwice()
{
    TestCluster own;
    ONCEOVER_NEED(own);
    EngineBench bench{own};
    QCOMPARE(problemOf(bench.enterDay("2026-03-10")), std::string{});
    QCOMPARE(problemOf(bench.enterDay("2026-03-11")), std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger("2026-03-10"), std::string{"DONE CREATED"});
    QCOMPARE(awaitCompleted(bench), std::string{"COMPLETED"});
    bench.stopEngine();
    const int kept = paid(bench);
    QVERIFY(kept > 0);

    // What the primary commits from here on reaches no standby: it was cut off, and nobody waits for it.
    const std::filesystem::path data = own.server().folder() / "data";
    const std::filesystem::path standby = own.server().folder() / "standby";
    QCOMPARE(makeStandby(own.server(), standby), std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger("2026-03-11"), std::string{"DONE CREATED"});
    QCOMPARE(awaitCompleted(bench, "2026-03-11"), std::string{"COMPLETED"});
    bench.stopEngine();
    const int before = paid(bench);
    QVERIFY(before > kept);

    QCOMPARE(problemOf(own.server().kill()), std::string{});
    QVERIFY(runs("rm", {QStringLiteral("-rf"), pathText(data)}));
    QVERIFY(runs("mv", {pathText(standby), pathText(data)}));
    QCOMPARE(promote(own.server()), std::string{});
    QCOMPARE(bench.sql("SELECT pg_is_in_recovery()"), std::string{"f"});
    QCOMPARE(bench.sql("SELECT string_agg(biz_date || ' ' || status, ',') FROM onceover.settlement_batch"),
        std::string{"2026-03-10 COMPLETED"});
    goesOnAndPaysNothingTwice(bench, "2026-03-11", before - kept, before);
}

void TestServerChange::anotherServerIsNoticedOnce()
{
    TestCluster own;
    ONCEOVER_NEED(own);
    EngineBench bench{own};
    QCOMPARE(problemOf(bench.enterDay("2026-03-10")), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.installation SET system_identifier = system_identifier - 1"), std::string{});
    // Of all duties that connect at once one finds it; the rest arrive on a server that is known.
    bench.startEngine(kEverybody);
    QCOMPARE(bench.await(kSystemFreeze, "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.freeze_order"), std::string{"1"});
    QCOMPARE(bench.sql("SELECT epoch FROM onceover.installation"), std::string{"2"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.audit_log WHERE action = 'server changed'"), std::string{"1"});
    bench.stopEngine();
    bench.startEngine(kEverybody);
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.worker WHERE stopped_at IS NULL", "1"), std::string{"1"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.freeze_order"), std::string{"1"});
}

void TestServerChange::aLiftWaitsUntilEveryChannelWasCompared()
{
    TestCluster own;
    ONCEOVER_NEED(own);
    EngineBench bench{own};
    QCOMPARE(problemOf(bench.enterDay("2026-03-10")), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.installation SET timeline = timeline + 1"), std::string{});
    bench.stopBank(); // Its book cannot be read.
    bench.startEngine(kEverybody);
    QCOMPARE(bench.await(kSystemFreeze, "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.reconciliation_run WHERE outcome = 'NOT_READ'", "1"),
        std::string{"1"});
    QCOMPARE(
        askForLift(bench), std::string{"REFUSED GATE_NOT_HELD not compared since the freeze drained: practice-bank"});
    bench.startBank();
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.reconciliation_run WHERE outcome <> 'NOT_READ'", "1"),
        std::string{"1"});
    QCOMPARE(askForLift(bench), std::string{"DONE  "});
}

void TestServerChange::aFreezeOfAPersonWaitsForNoComparison()
{
    EngineBench bench;
    QCOMPARE(problemOf(bench.enterDay("2026-03-10")), std::string{});
    bench.startEngine(kEverybody);
    const std::string freeze = bench.sql(
        "SELECT freeze_id FROM onceover.freeze_request('everything', '', 'on-call', gen_random_uuid())", "alice");
    QCOMPARE(bench.sql("SELECT outcome FROM onceover.freeze_enforce(" + freeze + ")", "alice"), std::string{"DONE"});
    QCOMPARE(bench.await("SELECT status FROM onceover.freeze_order", "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(askForLift(bench), std::string{"DONE  "});
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.reconciliation_run WHERE freeze_id IS NOT NULL"), std::string{"0"});
}

QTEST_GUILESS_MAIN(TestServerChange)
#include "tst_server_change.moc"
