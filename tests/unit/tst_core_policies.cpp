// SPDX-License-Identifier: GPL-3.0-or-later
// Retry, lease and classification; batches and shards.
#include "core/analysis/batch_decision.h"
#include "core/policies/classify.h"
#include "core/policies/lease.h"
#include "core/policies/retry.h"
#include "core/policies/set_size.h"

#include <QtTest>
#include <set>

using namespace onceover;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(onceover::BatchFacts)

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

std::int64_t& countOf(BatchFacts& facts, OperationState state)
{
    return facts.operations[static_cast<std::size_t>(state)];
}

/// A batch of two shards and ten operations that all succeeded, ready to reconcile.
BatchFacts finishedBatch(BatchState status)
{
    BatchFacts facts;
    facts.status = status;
    facts.shardTotal = 2;
    facts.shardsDone = 2;
    facts.expectedCount = 10;
    facts.expectedMinor = {{"CNY", 700}, {"JPY", 30}};
    facts.operationMinor = facts.expectedMinor;
    countOf(facts, OperationState::Succeeded) = 10;
    return facts;
}

ReconcileFigures agreeingFigures()
{
    const BookFigures book{10, {{"CNY", 700}, {"JPY", 30}}};
    return {book, book, book, book, 0};
}

BatchFacts with(BatchFacts facts, const std::function<void(BatchFacts&)>& change)
{
    change(facts);
    return facts;
}

/// Moves `count` operations from SUCCEEDED to another state and takes one shard back to ENUMERATED.
BatchFacts withOpen(BatchState status, OperationState state, std::int64_t count = 1)
{
    return with(finishedBatch(status), [&](BatchFacts& f) {
        countOf(f, OperationState::Succeeded) -= count;
        countOf(f, state) += count;
        f.shardsDone = 1;
        f.shardsEnumerated = 1;
    });
}

} // namespace

class CorePolicies : public QObject {
    Q_OBJECT

private slots:
    // -- classification: one table
    void failuresAreClassifiedByMeaning_data() // R70–R74
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("retryClass");
        QTest::addColumn<QString>("sqlState");
        const auto row = [](const char* name, FailureKind kind, const char* expected, const char* sqlState = "") {
            QTest::newRow(name) << static_cast<int>(kind) << QString::fromLatin1(expected)
                                << QString::fromLatin1(sqlState);
        };
        row("refused without a name", FailureKind::Refused, "RULE");
        row("conflict", FailureKind::Conflict, "CONFLICT");
        row("unavailable", FailureKind::Unavailable, "TRANSIENT");
        row("the lock did not come free", FailureKind::Unavailable, "CONFLICT", "55P03"); // R74: nobody's fault
        row("a deadlock", FailureKind::Unavailable, "CONFLICT", "40P01");
        row("not serializable", FailureKind::Unavailable, "CONFLICT", "40001");
        row("the server is full", FailureKind::Unavailable, "TRANSIENT", "53100");
        row("cancelled", FailureKind::Cancelled, "CONFLICT");
        row("in doubt", FailureKind::InDoubt, "UNKNOWN");
        row("data rejected", FailureKind::DataRejected, "DATA");
        row("broken", FailureKind::Broken, "DEFECT");
    }
    void failuresAreClassifiedByMeaning()
    {
        QFETCH(int, kind);
        QFETCH(QString, retryClass);
        Failure failure;
        QFETCH(QString, sqlState);
        failure.kind = static_cast<FailureKind>(kind);
        failure.sqlState = sqlState.toStdString();
        QCOMPARE(text(nameOf(classify(failure))), retryClass);
    }

    void refusalsAreClassifiedByName()
    {
        const auto classOf = [](Refusal refusal) { return classify(Result<Done>{refuse(refusal)}.error()); };
        QCOMPARE(classOf(Refusal::Frozen), RetryClass::Conflict); // A freeze burns no attempt.
        QCOMPARE(classOf(Refusal::StaleVersion), RetryClass::Conflict);
        QCOMPARE(classOf(Refusal::AmountOutOfRange), RetryClass::Data);
        QCOMPARE(classOf(Refusal::ChannelDisabled), RetryClass::Transient);
        QCOMPARE(classOf(Refusal::ResendNotAllowed), RetryClass::Rule);
        for (int i = 0; i <= static_cast<int>(Refusal::BudgetSpent); ++i)
            QVERIFY(classOf(static_cast<Refusal>(i)) != RetryClass::Unknown);
    }

    void answersAreClassifiedByMeaning_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("retryClass");
        const auto row = [](const char* answer, const char* expected) {
            QTest::newRow(answer) << QString::fromLatin1(answer) << QString::fromLatin1(expected);
        };
        row("ACCEPTED", "");
        row("REFUSED", "REFUSED");
        row("IN_FLIGHT", "CONFLICT");
        row("MISMATCH", "DEFECT");
        row("THROTTLED", "THROTTLED");
        row("UNKNOWN", "UNKNOWN");
        row("NOT_SENT", "TRANSIENT");
        row("FOUND_EXECUTED", "");
        row("FOUND_PENDING", "UNKNOWN");
        row("FOUND_REFUSED", "REFUSED");
        row("NOT_FOUND", "UNKNOWN");
        row("QUERY_UNKNOWN", "UNKNOWN");
    }
    void answersAreClassifiedByMeaning()
    {
        QFETCH(QString, answer);
        QFETCH(QString, retryClass);
        const auto found = classify(*fromName<AnswerKind>(answer.toStdString()));
        QCOMPARE(found ? text(nameOf(*found)) : QString(), retryClass);
    }

    // -- retry
    void jitterStaysWithinTenPercent() // R75
    {
        std::set<std::int64_t> waits;
        for (std::uint32_t draw = 0; draw < 1000; ++draw) {
            const milliseconds wait = withJitter(5min, draw);
            QVERIFY(wait >= 270s && wait <= 330s);
            waits.insert(wait.count());
        }
        QCOMPARE(waits.size(), std::size_t{201});
        QCOMPARE(*waits.begin(), std::int64_t{270'000});
        QCOMPARE(*waits.rbegin(), std::int64_t{330'000});
        QCOMPARE(withJitter(0ms, 7), milliseconds{0});
        QCOMPARE(
            withJitter(5min, 4'294'967'295U), withJitter(5min, 4'294'967'295U)); // Pure: the same draw, the same wait.
    }

    void theFourthTransientFailureSpendsTheBudget() // R75
    {
        const RetryPolicy policy;
        const std::array<milliseconds, 3> expected{1min, 5min, 25min};
        for (int attempts = 0; attempts < 3; ++attempts) {
            const auto decision = decideRetry(policy, RetryClass::Transient, {attempts, 0ms, std::nullopt, 100});
            QVERIFY(decision.again && decision.burnsAttempt);
            QCOMPARE(decision.wait, expected[static_cast<std::size_t>(attempts)]);
        }
        const auto last = decideRetry(policy, RetryClass::Transient, {3, 0ms, std::nullopt, 100});
        QVERIFY(!last.again && last.burnsAttempt);
        QCOMPARE(last.failureClass, std::optional{FailureClass::BudgetSpent});
    }

    void backoffScalesWithItsRow()
    {
        RetryPolicy policy;
        policy.backoff = {10ms, 50ms, 250ms};
        policy.maxAttempts = 6;
        QCOMPARE(backoffAfter(policy, 1), milliseconds{10});
        QCOMPARE(backoffAfter(policy, 3), milliseconds{250});
        QCOMPARE(backoffAfter(policy, 5), milliseconds{250}); // The last repeats.
        policy.backoff.clear();
        QCOMPARE(backoffAfter(policy, 2), milliseconds{5min}); // An empty list means the default, never no wait.
    }

    void totalTimeIsBounded()
    {
        RetryPolicy policy;
        policy.maxTotalTime = 10min;
        QVERIFY(decideRetry(policy, RetryClass::Transient, {1, 5min, std::nullopt, 100}).again);
        const auto late = decideRetry(policy, RetryClass::Transient, {1, 5min + 1ms, std::nullopt, 100});
        QVERIFY(!late.again);
        QCOMPARE(late.failureClass, std::optional{FailureClass::BudgetSpent});
        QVERIFY(!decideRetry(policy, RetryClass::Conflict, {0, 11min, std::nullopt, 100}).again);
    }

    void conflictsAndThrottlesBurnNoAttempt()
    {
        const RetryPolicy policy;
        const auto conflict = decideRetry(policy, RetryClass::Conflict, {99, 0ms, std::nullopt, 100});
        QVERIFY(conflict.again && !conflict.burnsAttempt);
        QCOMPARE(conflict.wait, milliseconds{2s});
        const auto throttled = decideRetry(policy, RetryClass::Throttled, {99, 0ms, 42s, 0});
        QVERIFY(throttled.again && !throttled.burnsAttempt);
        QCOMPARE(throttled.wait, milliseconds{42s});
        QCOMPARE(decideRetry(policy, RetryClass::Throttled, {0, 0ms, 240h, 0}).wait, milliseconds{24h});
        QCOMPARE(decideRetry(policy, RetryClass::Throttled, {0, 0ms, -5s, 0}).wait, milliseconds{0});
    }

    void permanentClassesEndAtOnceAndUnknownIsAsked()
    {
        const RetryPolicy policy;
        for (const auto& [retryClass, failureClass] : {std::pair{RetryClass::Rule, FailureClass::Rule},
                 std::pair{RetryClass::Data, FailureClass::Data}, std::pair{RetryClass::Refused, FailureClass::Refused},
                 std::pair{RetryClass::Defect, FailureClass::Defect}}) {
            const auto decision = decideRetry(policy, retryClass, {});
            QVERIFY(!decision.again);
            QCOMPARE(decision.failureClass, std::optional{failureClass});
        }
        const auto unknown = decideRetry(policy, RetryClass::Unknown, {});
        QVERIFY(!unknown.again && !unknown.failureClass);
    }

    // -- lease
    void aLeaseIsRenewedAtAThirdAndLeftInTime() // R27, F13
    {
        const LeasePolicy policy{300ms};
        QCOMPARE(decideRenewal(policy, 0ms).step, RenewalStep::Work);
        QCOMPARE(decideRenewal(policy, 40ms).next, milliseconds{60});
        QCOMPARE(decideRenewal(policy, 99ms).step, RenewalStep::Work);
        QCOMPARE(decideRenewal(policy, 100ms).step, RenewalStep::Renew);
        QCOMPARE(decideRenewal(policy, 269ms).step, RenewalStep::Renew);
        QCOMPARE(decideRenewal(policy, 270ms).step, RenewalStep::Wait);
        QCOMPARE(decideRenewal(policy, 299ms).step, RenewalStep::Wait);
        QCOMPARE(decideRenewal(policy, 300ms).step, RenewalStep::Stop);
        QCOMPARE(decideRenewal(policy, 24h).step, RenewalStep::Stop);
        QCOMPARE(LeasePolicy{}.length, milliseconds{5min}); // R24
    }

    void onlyLossesWhileAloneCount() // K73
    {
        QVERIFY(!decideTakeover(0, false).giveUp);
        QCOMPARE(decideTakeover(0, false).recoveries, 0);
        QCOMPARE(decideTakeover(0, true).recoveries, 1);
        QVERIFY(!decideTakeover(1, true).giveUp);
        QVERIFY(decideTakeover(2, true).giveUp);
        QVERIFY(!decideTakeover(2, false).giveUp);
    }

    // -- how large a set is
    void aSetStaysFarInsideItsLease_data() // R24, R27
    {
        QTest::addColumn<int>("current");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("tookMs");
        QTest::addColumn<int>("next");
        // A lease of ten seconds: a set may take one.
        QTest::newRow("slow: at once, in proportion") << 400 << 400 << 4000 << 100;
        QTest::newRow("as long as the lease") << 400 << 400 << 10000 << 40;
        QTest::newRow("stalled for hours") << 400 << 400 << 36000000 << 1;
        QTest::newRow("one row is slow") << 400 << 1 << 5000 << 1;
        QTest::newRow("never below one") << 1 << 1 << 5000 << 1;
        QTest::newRow("just over the target") << 400 << 400 << 1001 << 399;
        QTest::newRow("at the target") << 400 << 400 << 1000 << 400;
        QTest::newRow("at half of it") << 400 << 400 << 500 << 400;
        QTest::newRow("quick: by a quarter") << 100 << 100 << 499 << 125;
        QTest::newRow("quick, and small") << 1 << 1 << 10 << 2;
        QTest::newRow("quick, up to the job's claim size") << 480 << 480 << 10 << 500;
        QTest::newRow("quick, but not full") << 100 << 99 << 10 << 100;
        QTest::newRow("a job whose claim size was made smaller") << 900 << 900 << 700 << 500;
        QTest::newRow("nothing came") << 100 << 0 << 36000000 << 100;
    }
    void aSetStaysFarInsideItsLease()
    {
        QFETCH(int, current);
        QFETCH(int, rows);
        QFETCH(int, tookMs);
        QFETCH(int, next);
        QCOMPARE(decideSetSize({500, 10s}, current, {rows, milliseconds{tookMs}}), next);
    }

    void aSetsSizeIsAlwaysOneTheJobAllows()
    {
        for (const int most : {-1, 0, 1, 2, 7, 500, 5000}) {
            for (const milliseconds lease : {1ms, 9ms, 3000ms, milliseconds{5min}, milliseconds{24h}}) {
                const SetSizePolicy policy{most, lease};
                for (const int current : {-3, 0, 1, 2, 3, 7, 499, 5000, 100000}) {
                    for (const int rows : {0, 1, 2, 250, 500, 5000}) {
                        for (const milliseconds took :
                            {0ms, 1ms, 99ms, 30000ms, 30001ms, milliseconds{5min}, milliseconds{2400h}}) {
                            const int next = decideSetSize(policy, current, {rows, took});
                            QVERIFY(next >= 1 && next <= std::max(most, 1));
                            if (rows > 1 && rows <= most && took > policy.target())
                                QVERIFY2(next < rows, "a stalled set of several rows makes the next one smaller");
                            QVERIFY2(next <= std::max(current, 1) + std::max(current / 4, 1), "it grows slowly");
                        }
                    }
                }
            }
        }
    }

    void aStalledSizeComesBackInBoundedSteps()
    {
        const SetSizePolicy policy{500, 10s};
        int size = 1;
        int sets = 0;
        while (size < policy.most && sets < 100) {
            size = decideSetSize(policy, size, {size, 10ms});
            ++sets;
        }
        QCOMPARE(size, 500);
        QVERIFY2(sets <= 30, "from one row to 500 in at most thirty quick sets");
    }

    // -- batches
    void eachBatchMovesAsItsFactsSay_data()
    {
        QTest::addColumn<BatchFacts>("facts");
        QTest::addColumn<QString>("event");
        const auto row = [](const char* name, const BatchFacts& facts, const char* event) {
            QTest::newRow(name) << facts << QString::fromLatin1(event);
        };
        using B = BatchState;
        using O = OperationState;
        BatchFacts fresh;
        fresh.shardTotal = 2;
        row("created, nothing enumerated", fresh, "");
        row("created, first operations",
            with(fresh,
                [](BatchFacts& f) {
                    f.shardsEnumerated = 1;
                    f.expectedCount = 5;
                    countOf(f, O::Pending) = 5;
                }),
            "START");
        row("created, one empty shard", with(fresh, [](BatchFacts& f) { f.shardsEnumerated = 1; }), "");
        row("created, empty day", with(fresh, [](BatchFacts& f) { f.shardsEnumerated = 2; }), "FIND_EMPTY");
        row("created, empty day, shards done", with(fresh, [](BatchFacts& f) { f.shardsDone = 2; }), "FIND_EMPTY");
        row("created, enumeration gave up", with(fresh, [](BatchFacts& f) { f.runAttemptsSpent = true; }), "FAIL");
        row("created, inputs counted but no operation",
            with(fresh,
                [](BatchFacts& f) {
                    f.shardsEnumerated = 2;
                    f.expectedCount = 1;
                }),
            "START");
        row("running, pending", withOpen(B::Running, O::Pending), "");
        row("running, retryable", withOpen(B::Running, O::Retryable), "");
        row("running, processing", withOpen(B::Running, O::Processing), "");
        row("running, awaiting", withOpen(B::Running, O::AwaitingExternal), "");
        row("running, unknown and asked", withOpen(B::Running, O::UnknownExternal), "");
        row("running, unknown waits for a person",
            with(withOpen(B::Running, O::UnknownExternal), [](BatchFacts& f) { f.unknownWaiting = 1; }), "STALL");
        row("running, failed", withOpen(B::Running, O::FailedPermanent), "STALL");
        row("running, failed and pending",
            with(withOpen(B::Running, O::FailedPermanent),
                [](BatchFacts& f) {
                    countOf(f, O::Succeeded) -= 1;
                    countOf(f, O::Pending) += 1;
                }),
            "");
        row("running, a shard not enumerated", with(finishedBatch(B::Running), [](BatchFacts& f) { f.shardsDone = 1; }),
            "");
        row("running, shards to be marked",
            with(finishedBatch(B::Running),
                [](BatchFacts& f) {
                    f.shardsDone = 1;
                    f.shardsEnumerated = 1;
                }),
            "");
        row("running, all done", finishedBatch(B::Running), "ALL_DONE");
        row("running, failure of rule or defect",
            with(withOpen(B::Running, O::FailedPermanent), [](BatchFacts& f) { f.failedStopping = 1; }), "FAIL");
        row("running, count differs", with(finishedBatch(B::Running), [](BatchFacts& f) { f.expectedCount = 11; }),
            "STALL");
        row("running, amount differs",
            with(finishedBatch(B::Running), [](BatchFacts& f) { f.expectedMinor["CNY"] = 1; }), "STALL");
        row("running, a difference is open",
            with(finishedBatch(B::Running), [](BatchFacts& f) { f.openDifferences = 1; }), "STALL");
        row("partial, failed", withOpen(B::Partial, O::FailedPermanent), "");
        row("partial, re-armed", withOpen(B::Partial, O::Retryable), "RESUME");
        row("partial, its letter was resolved",
            with(finishedBatch(B::Partial),
                [](BatchFacts& f) {
                    countOf(f, O::Succeeded) = 9;
                    countOf(f, O::FailedPermanent) = 1;
                    f.failedAccepted = 1;
                }),
            "ALL_DONE");
        row("partial, all done", finishedBatch(B::Partial), "ALL_DONE");
        row("partial, a difference is open",
            with(finishedBatch(B::Partial), [](BatchFacts& f) { f.openDifferences = 1; }), "");
        row("reconciling, not looked yet", finishedBatch(B::Reconciling), "");
        row("reconciling, agrees",
            with(finishedBatch(B::Reconciling), [](BatchFacts& f) { f.reconciled = agreeingFigures(); }), "AGREE");
        row("reconciling, a count differs",
            with(finishedBatch(B::Reconciling),
                [](BatchFacts& f) {
                    f.reconciled = agreeingFigures();
                    f.reconciled->answers.count = 9;
                }),
            "DIFFER");
        row("reconciling, an amount differs",
            with(finishedBatch(B::Reconciling),
                [](BatchFacts& f) {
                    f.reconciled = agreeingFigures();
                    f.reconciled->ledger.minor["JPY"] = 31;
                }),
            "DIFFER");
        row("reconciling, a currency too many",
            with(finishedBatch(B::Reconciling),
                [](BatchFacts& f) {
                    f.reconciled = agreeingFigures();
                    f.reconciled->outbox.minor["USD"] = 1;
                }),
            "DIFFER");
        row("reconciling, a difference is open",
            with(finishedBatch(B::Reconciling),
                [](BatchFacts& f) {
                    f.reconciled = agreeingFigures();
                    f.reconciled->openDifferences = 1;
                }),
            "DIFFER");
        row("reconciling, re-armed meanwhile",
            with(
                withOpen(B::Reconciling, O::AwaitingExternal), [](BatchFacts& f) { f.reconciled = agreeingFigures(); }),
            "DIFFER");
        BatchFacts empty = fresh;
        empty.status = B::Reconciling;
        empty.shardsDone = 2;
        empty.reconciled = ReconcileFigures{};
        row("reconciling, empty day: 0 = 0", empty, "AGREE");
        row("completed stays", finishedBatch(B::Completed), "");
        row("completed stays, whatever happens", withOpen(B::Completed, O::Pending), "");
        row("failed waits for an approval", withOpen(B::Failed, O::Pending), "");
    }
    void eachBatchMovesAsItsFactsSay()
    {
        QFETCH(BatchFacts, facts);
        QFETCH(QString, event);
        const auto move = decideBatch(facts);
        QCOMPARE(move ? text(nameOf(move->event)) : QString(), event);
        if (move) {
            QVERIFY(!move->reason.empty());
            QCOMPARE(move->to, decideBatchEvent(facts.status, move->event)->to);
        }
    }

    // From any facts, moving on while facts stay the same comes to rest: no batch goes round in circles.
    void unchangedFactsComeToRest()
    {
        int tried = 0;
        for (std::size_t state = 0; state < kCountOf<BatchState>; ++state) {
            for (unsigned bits = 0; bits < 512; ++bits) {
                BatchFacts facts = finishedBatch(static_cast<BatchState>(state));
                const auto set = [&](unsigned bit) { return (bits & (1U << bit)) != 0; };
                if (set(0))
                    countOf(facts, OperationState::Pending) = 1;
                if (set(1))
                    countOf(facts, OperationState::UnknownExternal) = 1;
                if (set(1) && set(2))
                    facts.unknownWaiting = 1;
                if (set(3))
                    countOf(facts, OperationState::FailedPermanent) = 1;
                if (set(3) && set(4))
                    facts.failedAccepted = 1;
                if (set(5))
                    facts.openDifferences = 1;
                if (set(6))
                    facts.shardsDone = 1;
                if (set(6) && set(7))
                    facts.shardsEnumerated = 1;
                if (!set(8))
                    facts.expectedCount = operationsTotal(facts);
                facts.reconciled = agreeingFigures();
                facts.reconciled->openDifferences = facts.openDifferences;
                int moves = 0;
                while (const auto move = decideBatch(facts)) {
                    facts.status = move->to;
                    QVERIFY2(++moves < 5, qPrintable(QString::number(bits)));
                }
                QVERIFY(facts.status != BatchState::Completed
                    || state == static_cast<std::size_t>(BatchState::Completed)
                    || (operationsAccepted(facts) == operationsTotal(facts) && facts.openDifferences == 0));
                ++tried;
            }
        }
        QCOMPARE(tried, 6 * 512);
    }

    void aDifferenceIsDescribedByBookAndNumbers()
    {
        ReconcileFigures figures = agreeingFigures();
        QVERIFY(countsAgree(figures) && amountsAgree(figures));
        QCOMPARE(describeDifference(figures), std::string{});
        figures.answers.count = 9;
        figures.answers.minor["CNY"] = 650;
        QVERIFY(!countsAgree(figures) && !amountsAgree(figures));
        QCOMPARE(text(describeDifference(figures)), QStringLiteral("answers has 9 of 10, CNY minor 650 of 700"));
    }

    void aShardIsDoneWhenEveryOperationIsAccepted()
    {
        ShardFacts facts{ShardState::Enumerated, 3, {{"CNY", 30}}, 3, {{"CNY", 30}}, 3};
        QCOMPARE(decideShard(facts), std::optional{ShardEvent::Complete});
        facts.accepted = 2;
        QVERIFY(!decideShard(facts));
        facts.status = ShardState::Done;
        QCOMPARE(decideShard(facts), std::optional{ShardEvent::Rearm});
        facts.accepted = 3;
        QVERIFY(!decideShard(facts));
        facts = {ShardState::Enumerated, 3, {{"CNY", 30}}, 3, {{"CNY", 31}}, 3};
        QVERIFY(!decideShard(facts));
        facts = {ShardState::Enumerated, 0, {}, 0, {}, 0}; // An empty shard.
        QCOMPARE(decideShard(facts), std::optional{ShardEvent::Complete});
        facts.status = ShardState::Open;
        QVERIFY(!decideShard(facts));
    }
};

QTEST_GUILESS_MAIN(CorePolicies)
#include "tst_core_policies.moc"
