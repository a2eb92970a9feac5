// SPDX-License-Identifier: GPL-3.0-or-later
// What the settler makes of a claimed set, whatever the database answers.
#include <QTest>

#include "core/keys.h"
#include "engine/settler.h"
#include "engine_fakes.h"

#include <set>

using namespace onceover;
using namespace onceover::engine;
using namespace onceover::engine::fakes;

namespace {

struct Bench {
    ManualClock clock;
    LogKeeper log;
    Wakes wakes;
    HeldLeases held;
    ScriptedOperations* port = nullptr;
    std::unique_ptr<Settler> settler;

    Bench()
    {
        auto operations = std::make_unique<ScriptedOperations>();
        port = operations.get();
        settler = std::make_unique<Settler>(SettlerParts{std::move(operations), std::make_unique<PlainPayloads>(), held,
            wakes, DutyLog(log.sink(), "settler"), [] { return 100U; }, clock.reader()});
    }
    void claim(int count)
    {
        ClaimedSet set;
        for (int i = 0; i < count; ++i)
            set.operations.push_back(operationOf(i));
        set.leaseUntil = Timestamp{std::chrono::hours{500000}};
        port->claims.push_back(set);
    }
    [[nodiscard]] std::set<OperationRef> postedRefs() const
    {
        std::set<OperationRef> refs;
        for (const auto& set : port->posted) {
            for (const Posting& posting : set)
                refs.insert(posting.operation.ref);
        }
        return refs;
    }
};

} // namespace

class TstEngineSettler : public QObject {
    Q_OBJECT

private slots:
    void aSetIsPostedUnderComputedKeysAndTheSenderIsWoken();
    void nothingToDoIsAQuietRound();
    void ofWhatIsNotDueNothingIsClaimed();
    void aRefusedSetIsHalvedUntilTheWrongRowStandsAlone();
    void wrongDataFailsAloneAndForGood();
    void aMissingProfileIsTriedAgainByTheBackoff();
    void theFourthFailureIsTheLast();
    void theBudgetsTimeEndsItAsWell();
    void whatTheMerchantsRowForbidsIsNotPaid();
    void whoMayBePaidMeanwhileIsClaimedAnew();
    void whatIsCarriedOverInDoubtIsAskedForAgain();
    void anUnknownCommitIsReadBackAndOnlyTheRestIsPosted();
    void aLostConnectionKeepsTheSetAndItsBytes();
    void aDeadlockIsTriedAgainAsAWhole();
    void aLapsedSetIsDroppedUnwritten();
    void whatTheLeaseKeeperLostIsNotPosted();
    void aDefectCostsOneRowAndTheOthersGoBackUnburned();
    void aCleanStopGivesBackWithoutBurningAnAttempt();
    void bucketsBeginWhereTheLastSetEnded();
    void aLostRowIsToldAndLeftAlone();
    void aSlowSetMakesTheNextOneSmaller();
    void aSetThatLapsedMakesTheNextOneSmaller();
};

// R15, R53, R57
void TstEngineSettler::aSetIsPostedUnderComputedKeysAndTheSenderIsWoken()
{
    Bench bench;
    bench.claim(3);
    const auto round = bench.settler->runRound();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{3});
    QVERIFY(round->moreNow);
    QCOMPARE(bench.port->posted.size(), std::size_t{1});
    const Posting& posting = bench.port->posted[0][1];
    QCOMPARE(posting.message.key,
        outwardKeyFor(*bench.port->keyNamespace(), posting.operation.ref.id, posting.message.messageKind));
    QCOMPARE(posting.message.messageKind, std::string{"payout"});
    QCOMPARE(posting.message.profileVersion, 1);
    QCOMPARE(posting.message.payload, std::string{"pay 101"});
    QVERIFY(bench.wakes.sender.waitFor(milliseconds{0}));
    QVERIFY(bench.wakes.leaseKeeper.waitFor(milliseconds{0}));
    QVERIFY(bench.wakes.changed.load());
    QVERIFY(bench.held.snapshot().rows.empty());
}

void TstEngineSettler::nothingToDoIsAQuietRound()
{
    Bench bench;
    const auto round = bench.settler->runRound();
    QVERIFY(round);
    QVERIFY(!round->moreNow);
    QCOMPARE(round->pieces, std::int64_t{0});
    QVERIFY(!bench.wakes.changed.load());
}

void TstEngineSettler::ofWhatIsNotDueNothingIsClaimed()
{
    Bench bench;
    bench.claim(1);
    bench.port->isAnythingDue = false;
    QVERIFY(!bench.settler->runRound()->moreNow);
    QVERIFY(bench.port->asked.empty());
    bench.port->isAnythingDue = true;
    QVERIFY(bench.settler->runRound()->moreNow);
    QCOMPARE(bench.port->asked.size(), std::size_t{1});
}

// K74, DESIGN.md rule 3
void TstEngineSettler::aRefusedSetIsHalvedUntilTheWrongRowStandsAlone()
{
    Bench bench;
    bench.claim(100);
    bench.port->refuses = [](const Posting& posting) { return posting.operation.ref == refOf(37); };
    const auto round = bench.settler->runRound();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{99});
    QCOMPARE(bench.port->failed.size(), std::size_t{1});
    QCOMPARE(bench.port->failed[0].operation.ref, refOf(37));
    QCOMPARE(bench.port->failed[0].failureClass, FailureClass::Data);
    QVERIFY(bench.port->retried.empty());
    QVERIFY2(bench.port->posted.size() < 20, "halving takes about two posts per halving");
}

// R71
void TstEngineSettler::wrongDataFailsAloneAndForGood()
{
    Bench bench;
    bench.claim(2);
    bench.port->claims.back().operations[0].amountMinor = 0;
    bench.port->claims.back().operations[0].settlementType = "renew"; // A settlement of zero would be settled here.
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->failed.size(), std::size_t{1});
    QCOMPARE(bench.port->failed[0].failureClass, FailureClass::Data);
    QCOMPARE(bench.postedRefs(), std::set<OperationRef>{refOf(1)});
    QVERIFY(bench.wakes.scheduler.waitFor(milliseconds{0}));
}

// R73, R75
void TstEngineSettler::aMissingProfileIsTriedAgainByTheBackoff()
{
    Bench bench;
    bench.claim(1);
    bench.port->profileList.clear();
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->retried.size(), std::size_t{1});
    QVERIFY(bench.port->retried[0].burnsAttempt);
    QVERIFY(bench.port->retried[0].wait >= milliseconds{900} && bench.port->retried[0].wait <= milliseconds{1100});
    QVERIFY(bench.port->failed.empty());
}

// R76
void TstEngineSettler::theFourthFailureIsTheLast()
{
    Bench bench;
    bench.claim(1);
    bench.port->claims.back().operations[0].attempts = 3;
    bench.port->profileList.clear();
    QVERIFY(bench.settler->runRound());
    QVERIFY(bench.port->retried.empty());
    QCOMPARE(bench.port->failed.size(), std::size_t{1});
    QCOMPARE(bench.port->failed[0].failureClass, FailureClass::BudgetSpent);
}

// DESIGN.md rule 9: counted from the first work on it, so that a day under a freeze spends nothing.
void TstEngineSettler::theBudgetsTimeEndsItAsWell()
{
    Bench bench;
    bench.claim(2);
    bench.port->profileList.clear();
    bench.port->jobList[0].maxTotalTime = milliseconds{60000};
    bench.port->claims.back().operations[1].attempts = 1;
    bench.port->claims.back().operations[1].budgetUsed = milliseconds{59000};
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->retried.size(), std::size_t{1});
    QCOMPARE(bench.port->retried[0].ref, refOf(0));
    QCOMPARE(bench.port->failed.size(), std::size_t{1});
    QCOMPARE(bench.port->failed[0].operation.ref, refOf(1));
    QCOMPARE(bench.port->failed[0].failureClass, FailureClass::BudgetSpent);
}

void TstEngineSettler::whatTheMerchantsRowForbidsIsNotPaid()
{
    Bench bench;
    bench.claim(3);
    auto& operations = bench.port->claims.back().operations;
    operations[0].merchantOnHold = true;
    operations[1].merchantMinimumMinor = operations[1].amountMinor + 1;
    operations[2].merchantMinimumMinor = operations[2].amountMinor;
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.postedRefs(), (std::set<OperationRef>{refOf(2)}));
    QVERIFY(bench.port->failed.empty());
    QVERIFY(bench.port->retried.empty());
    QCOMPARE(bench.port->settledHere.size(), std::size_t{2});
    QCOMPARE(bench.port->settledHere[0].operation.ref, refOf(0));
    QVERIFY(bench.port->settledHere[0].reason == UnpaidReason::OnHold);
    QVERIFY(bench.port->settledHere[1].reason == UnpaidReason::BelowMinimum);
    QCOMPARE(bench.log.count("carried_over"), 2);
}

// DESIGN.md section 9: the database looks once more; who may be paid meanwhile goes back and is claimed anew.
void TstEngineSettler::whoMayBePaidMeanwhileIsClaimedAnew()
{
    Bench bench;
    bench.claim(2);
    for (ClaimedOperation& operation : bench.port->claims.back().operations)
        operation.merchantOnHold = true;
    bench.port->payableAfterAll = {refOf(1)};
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->retried.size(), std::size_t{1});
    QCOMPARE(bench.port->retried[0].ref, refOf(1));
    QVERIFY(!bench.port->retried[0].burnsAttempt);
}

// DESIGN.md rules 5 and 6: asked for again under the same version after a connection was lost in COMMIT.
void TstEngineSettler::whatIsCarriedOverInDoubtIsAskedForAgain()
{
    Bench bench;
    bench.claim(1);
    bench.port->claims.back().operations[0].amountMinor = -5;
    bench.port->settleFailures = {failureOf(FailureKind::InDoubt)};
    QVERIFY(!bench.settler->runRound());
    QVERIFY(bench.port->settledHere.empty());
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->settledHere.size(), std::size_t{1});
    QCOMPARE(bench.port->settledHere[0].operation.version, Version{1});
    QVERIFY(bench.port->settledHere[0].reason == UnpaidReason::NotPositive);
}

// K07, DESIGN.md rule 6
void TstEngineSettler::anUnknownCommitIsReadBackAndOnlyTheRestIsPosted()
{
    Bench bench;
    bench.claim(3);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::InDoubt)});
    bench.port->readBack.applied = {refOf(0), refOf(2)};
    const auto first = bench.settler->runRound();
    QVERIFY(!first);
    QCOMPARE(first.error().kind, FailureKind::InDoubt);
    QCOMPARE(bench.port->readBacks, 0);
    const auto second = bench.settler->runRound();
    QVERIFY(second);
    QCOMPARE(bench.port->readBacks, 1);
    QCOMPARE(bench.port->posted.size(), std::size_t{2});
    QCOMPARE(bench.port->posted[1].size(), std::size_t{1});
    QCOMPARE(bench.port->posted[1][0].operation.ref, refOf(1));
    QCOMPARE(second->pieces, std::int64_t{3});
}

// K38, R80
void TstEngineSettler::aLostConnectionKeepsTheSetAndItsBytes()
{
    Bench bench;
    bench.claim(2);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "08006")});
    QVERIFY(!bench.settler->runRound());
    QCOMPARE(bench.held.snapshot().rows.size(), std::size_t{2});
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->asked.size(), std::size_t{1});
    QCOMPARE(bench.port->posted.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(bench.port->posted[0][i].message.key, bench.port->posted[1][i].message.key);
        QCOMPARE(bench.port->posted[0][i].message.payload, bench.port->posted[1][i].message.payload);
        QCOMPARE(bench.port->posted[0][i].operation.version, bench.port->posted[1][i].operation.version);
    }
    QCOMPARE(bench.port->readBacks, 0);
}

// K41, K42
void TstEngineSettler::aDeadlockIsTriedAgainAsAWhole()
{
    Bench bench;
    bench.claim(2);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "40P01")});
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "40001")});
    const auto round = bench.settler->runRound();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{2});
    QCOMPARE(bench.port->posted.size(), std::size_t{3});
    QVERIFY(bench.port->retried.empty());
}

// K18, F13
void TstEngineSettler::aLapsedSetIsDroppedUnwritten()
{
    Bench bench;
    bench.claim(2);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "08006")});
    QVERIFY(!bench.settler->runRound());
    bench.clock.pass(milliseconds{3000});
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->posted.size(), std::size_t{1});
    QVERIFY(bench.port->retried.empty());
    QVERIFY(bench.port->failed.empty());
    QCOMPARE(bench.log.count("set_lapsed"), 1);
    QVERIFY(bench.held.snapshot().rows.empty());
}

// F13, R26
void TstEngineSettler::whatTheLeaseKeeperLostIsNotPosted()
{
    Bench bench;
    bench.claim(3);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "08006")});
    QVERIFY(!bench.settler->runRound());
    QCOMPARE(bench.held.noteRenewed(bench.clock.now, {refOf(1)}).size(), std::size_t{1});
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->posted[1].size(), std::size_t{2});
    for (const Posting& posting : bench.port->posted[1])
        QVERIFY(posting.operation.ref != refOf(1));
}

// R72
void TstEngineSettler::aDefectCostsOneRowAndTheOthersGoBackUnburned()
{
    Bench bench;
    bench.claim(5);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Broken, "42501")});
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->failed.size(), std::size_t{1});
    QCOMPARE(bench.port->failed[0].failureClass, FailureClass::Defect);
    QCOMPARE(bench.port->retried.size(), std::size_t{4});
    for (const RetryLater& row : bench.port->retried)
        QVERIFY(!row.burnsAttempt);
}

// F12
void TstEngineSettler::aCleanStopGivesBackWithoutBurningAnAttempt()
{
    Bench bench;
    bench.claim(2);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "08006")});
    QVERIFY(!bench.settler->runRound());
    bench.settler->windDown();
    QCOMPARE(bench.port->posted.size(), std::size_t{1});
    QCOMPARE(bench.port->retried.size(), std::size_t{2});
    for (const RetryLater& row : bench.port->retried) {
        QVERIFY(!row.burnsAttempt);
        QCOMPARE(row.wait, milliseconds{0});
    }
    QCOMPARE(bench.port->cleanEnds, 1);
    QVERIFY(bench.held.snapshot().rows.empty());
}

void TstEngineSettler::bucketsBeginWhereTheLastSetEnded()
{
    Bench bench;
    bench.claim(10);
    QVERIFY(bench.settler->runRound());
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->asked.size(), std::size_t{2});
    QCOMPARE(bench.port->asked[0].buckets.front(), Bucket{100 % kBucketCount});
    QCOMPARE(bench.port->asked[1].buckets.front(), Bucket{9});
    QCOMPARE(bench.port->asked[1].buckets.size(), std::size_t{kBucketCount});
    QCOMPARE(bench.port->asked[1].most, 500);
    QCOMPARE(bench.port->asked[1].lease, milliseconds{3000});
}

// R25
void TstEngineSettler::aLostRowIsToldAndLeftAlone()
{
    Bench bench;
    bench.claim(2);
    bench.port->postAnswers.push_back(SetOutcome{{refOf(0)}, {refOf(1)}});
    const auto round = bench.settler->runRound();
    QVERIFY(round);
    QCOMPARE(round->pieces, std::int64_t{1});
    QCOMPARE(bench.log.count("operation_lost"), 1);
    QVERIFY(bench.port->retried.empty());
    QVERIFY(bench.port->failed.empty());
}

// R24, R27: far inside the lease (of three seconds here: a set may take 300 ms)
void TstEngineSettler::aSlowSetMakesTheNextOneSmaller()
{
    Bench bench;
    bench.port->refuses = [&bench](const Posting&) {
        bench.clock.pass(milliseconds{6});
        return false;
    };
    bench.claim(100); // 600 ms
    QVERIFY(bench.settler->runRound());
    bench.claim(50); // As many as then fit: 300 ms
    QVERIFY(bench.settler->runRound());
    bench.port->refuses = nullptr;
    bench.claim(50); // No time at all
    QVERIFY(bench.settler->runRound());
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->asked.size(), std::size_t{4});
    QCOMPARE(bench.port->asked[0].most, 500);
    QCOMPARE(bench.port->asked[1].most, 50);
    QCOMPARE(bench.port->asked[2].most, 50);
    QCOMPARE(bench.port->asked[3].most, 62);
    QCOMPARE(bench.log.count("set_worked"), 3);

    bench.port->jobList.front().claimSize = 10; // A person's setting counts at once.
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->asked.back().most, 10);
}

void TstEngineSettler::aSetThatLapsedMakesTheNextOneSmaller()
{
    Bench bench;
    bench.claim(100);
    bench.port->postAnswers.push_back(tl::unexpected{failureOf(FailureKind::Unavailable, "08006")});
    QVERIFY(!bench.settler->runRound());
    bench.clock.pass(milliseconds{3000});
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.log.count("set_lapsed"), 1);
    QVERIFY(bench.settler->runRound());
    QCOMPARE(bench.port->asked.back().most, 10);
}

QTEST_GUILESS_MAIN(TstEngineSettler)
#include "tst_engine_settler.moc"
