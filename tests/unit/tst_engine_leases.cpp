// SPDX-License-Identifier: GPL-3.0-or-later
// Who renews what, and when renewal must end.
#include <QTest>

#include "engine/lease_keeper.h"
#include "engine_fakes.h"

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

struct Bench {
    ManualClock clock;
    LogKeeper log;
    HeldLeases held;
    ScriptedLeases* port = nullptr;
    std::unique_ptr<LeaseKeeper> keeper;

    Bench()
    {
        auto leases = std::make_unique<ScriptedLeases>();
        port = leases.get();
        keeper = std::make_unique<LeaseKeeper>(
            std::move(leases), held, DutyLog(log.sink(), "lease_keeper"), clock.reader());
    }
    void take(int count) { held.take(operations(count), milliseconds{300}, clock.now); }
    static std::vector<ClaimedOperation> operations(int count)
    {
        std::vector<ClaimedOperation> list;
        for (int i = 0; i < count; ++i)
            list.push_back(operationOf(i));
        return list;
    }
};

} // namespace

class TstEngineLeases : public QObject {
    Q_OBJECT

private slots:
    void nothingIsRenewedWhileNothingIsHeld();
    void aThirdOfTheLeaseIsTheRhythm();
    void whatIsLostIsHandedToTheSettlerOnce();
    void renewalEndsWhenTheSettlerStands();
    void aFailedRenewalIsTriedAgain();
    void aNewSetKeepsItsOwnInstant();
    void releasedRowsAreNotRenewed();
};

void TstEngineLeases::nothingIsRenewedWhileNothingIsHeld()
{
    Bench bench;
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 0);
}

// R27
void TstEngineLeases::aThirdOfTheLeaseIsTheRhythm()
{
    Bench bench;
    bench.take(3);
    const auto early = bench.keeper->runRound();
    QCOMPARE(bench.port->renewals, 0);
    QCOMPARE(early->nextIn, std::optional{milliseconds{100}});
    bench.clock.pass(milliseconds{100});
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 1);
    QCOMPARE(bench.port->lastRows, std::size_t{3});
    bench.clock.pass(milliseconds{99});
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 1);
    QVERIFY(!bench.held.hasLapsed(bench.clock.now));
}

// F13, F18
void TstEngineLeases::whatIsLostIsHandedToTheSettlerOnce()
{
    Bench bench;
    bench.take(3);
    bench.port->lose = {refOf(1)};
    bench.clock.pass(milliseconds{100});
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.held.takeLost(), std::vector<OperationRef>{refOf(1)});
    QVERIFY(bench.held.takeLost().empty());
    QCOMPARE(bench.held.snapshot().rows.size(), std::size_t{2});
}

// F21
void TstEngineLeases::renewalEndsWhenTheSettlerStands()
{
    Bench bench;
    bench.take(1);
    for (int i = 0; i < 15; ++i) { // Five leases in thirds.
        bench.clock.pass(milliseconds{100});
        QVERIFY(bench.keeper->runRound());
    }
    QCOMPARE(bench.port->renewals, 15);
    for (int i = 0; i < 5; ++i) {
        bench.clock.pass(milliseconds{100});
        QVERIFY(bench.keeper->runRound());
    }
    QCOMPARE(bench.port->renewals, 15);
    QCOMPARE(bench.log.count("renewal_stopped"), 1);
    QVERIFY(bench.held.hasLapsed(bench.clock.now));
    bench.held.noteProgress(bench.clock.now);
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 16); // The database alone says whether it still is ours.
}

void TstEngineLeases::aFailedRenewalIsTriedAgain()
{
    Bench bench;
    bench.take(1);
    bench.port->failures.push_back(failureOf(FailureKind::Unavailable));
    bench.clock.pass(milliseconds{120});
    QVERIFY(!bench.keeper->runRound());
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 1);
}

void TstEngineLeases::aNewSetKeepsItsOwnInstant()
{
    Bench bench;
    bench.take(1);
    const BootInstant asked = bench.clock.now;
    bench.clock.pass(milliseconds{50});
    bench.take(2);
    bench.held.noteRenewed(asked, {});
    QCOMPARE(bench.held.snapshot().askedAt, bench.clock.now);
}

void TstEngineLeases::releasedRowsAreNotRenewed()
{
    Bench bench;
    bench.take(3);
    bench.held.release({refOf(0), refOf(2)});
    bench.clock.pass(milliseconds{100});
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->lastRows, std::size_t{1});
    bench.held.releaseAll();
    bench.clock.pass(milliseconds{100});
    QVERIFY(bench.keeper->runRound());
    QCOMPARE(bench.port->renewals, 1);
}

QTEST_GUILESS_MAIN(TstEngineLeases)
#include "tst_engine_leases.moc"
