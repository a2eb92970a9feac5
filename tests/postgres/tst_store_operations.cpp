// SPDX-License-Identifier: GPL-3.0-or-later
// Settler and lease keeper on a real database: what is claimed once and posted once, and what a lost, stale, frozen or
// poisoned row does to its neighbours.
#include "socket_cutter.h"
#include "store/lease_store.h"
#include "store/operation_store.h"
#include "store/schedule_store.h"
#include "store_rig.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <thread>
#include <tuple>

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-03-10";

} // namespace

class TestStoreOperations : public QObject {
    Q_OBJECT

private slots:
    void init();                                          // A rig of its own for each test.
    void claimTakesEachRowOnceAmongThreeWorkers();        // R24, R25
    void claimIsPostedWithLegsMessageAndCounts();         // R51, R101, I2, I3
    void postUnderAnOldVersionIsLostAndLeavesTheOthers(); // R26, F13
    void postWithoutAccountPostsNothing();
    void lostPostIsReadBackByKey_data();
    void lostPostIsReadBackByKey(); // DESIGN.md rule 6
    void lostClaimIsReadBack();
    void attemptOfARolledBackClaimIsForgotten(); // R2
    void dueRowWithoutOpenWorkStopsNobody();     // I6
    void rowThatLostItsWorkerIsClaimedAlone();   // K73, K71
    void thirdLossAloneEndsInADeadLetter();      // K73, F22
    void whoTakesOverWhileTheHolderEndsItGetsNothing(); // F15
    void whoTakesOverByAnOldListChangesNothing();       // F14, F15
    void whoStandsStillInATransactionIsEnded();         // K19
    void neighboursOfALostSetAreNotCounted();
    void renewalKeepsTheLeaseAndToldTheLostOnes(); // R27
    void renewalAfterTheEndIsRefused();                    // R37
    void retryKeepsItsInstantAndItsCount();  // R70
    void aWaitLongerThanTheLeaseIsNobodysAndClaimedOnce(); // F10
    void frozenTimeIsGivenBackToTheBudget(); // DESIGN.md rule 12
    void cleanStopBurnsNoAttempt();
    void ruleFailureStopsTheBatch(); // R72
    void dataFailureStopsItselfOnly();
    void freezeKeepsClaimsAndTriggersAway_data();
    void freezeKeepsClaimsAndTriggersAway(); // R103, R104, I12
    void updatesOfOperationsStayHot();

private:
    std::unique_ptr<StoreRig> m_rig;
};

void TestStoreOperations::init()
{
    ONCEOVER_NEED(TestCluster::shared());
    m_rig = std::make_unique<StoreRig>();
    ONCEOVER_NEED(*m_rig);
}

void TestStoreOperations::claimTakesEachRowOnceAmongThreeWorkers()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::vector<std::vector<OperationRef>> taken(3);
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            workers.emplace_back([&, i] {
                store::OperationStore settler{m_rig->duty("worker", "w" + std::to_string(i))};
                while (true) {
                    const auto set = settler.claim(claimOf(milliseconds{60000}, 3));
                    if (!set || set->operations.empty())
                        return;
                    for (const ClaimedOperation& operation : set->operations)
                        taken[i].push_back(operation.ref);
                }
            });
        }
    }
    std::vector<OperationRef> all;
    for (const auto& some : taken)
        all.insert(all.end(), some.begin(), some.end());
    std::sort(all.begin(), all.end());
    QCOMPARE(all.size(), std::size_t{kRigMerchants});
    QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING' AND version = 1 AND "
                          "attempts_total = 1"),
        kRigMerchants);
    // Every operation carries its worker's own attempt at its shard.
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN run_attempt a USING (attempt_id) WHERE "
                          "a.worker_id = o.worker_id "
                          "AND a.shard_no = o.shard_no AND a.batch_id = o.batch_id AND a.status = 'STARTED'"),
        kRigMerchants);
    store::OperationStore idle{m_rig->duty("worker", "w9")};
    const auto due = idle.dueTypes({"renew", claimOf().jobType});
    QVERIFY(due && due->empty()); // All are under a lease.
    const auto nothing = idle.claim(claimOf());
    ONCEOVER_OK(nothing);
    QVERIFY(nothing->nextDue.has_value()); // The end of the leases.
    QVERIFY(!nothing->frozen);
}

void TestStoreOperations::claimIsPostedWithLegsMessageAndCounts()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const auto posted = m_rig->postAll();
    ONCEOVER_OK(posted);
    QCOMPARE(*posted, kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry WHERE phase = 'HOLD'"), 2 * kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox WHERE status = 'PENDING'"), kRigMerchants);
    QCOMPARE(m_rig->count("SELECT sum(amount_minor) FROM account_balance_delta"), 0);
    QCOMPARE(
        m_rig->count("SELECT sum(n) FROM operation_count_delta WHERE status = 'AWAITING_EXTERNAL'"), kRigMerchants);
    QCOMPARE(
        m_rig->count("SELECT coalesce(sum(n), 0) FROM operation_count_delta WHERE status <> 'AWAITING_EXTERNAL'"), 0);
    QCOMPARE(m_rig->count("SELECT sum(rows_affected) FROM run_attempt WHERE shard_no IS NOT NULL"), kRigMerchants);
    QVERIFY(m_rig->ask("SELECT convert_from(payload, 'UTF8') FROM outbox LIMIT 1").find("付款") != std::string::npos);
}

void TestStoreOperations::postUnderAnOldVersionIsLostAndLeavesTheOthers()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    auto postings = m_rig->postingsOf(*set);
    // Two of them were taken over meanwhile; one more is asked for twice under a version that never was.
    for (const std::size_t i : {std::size_t{3}, std::size_t{11}})
        std::ignore = m_rig->ask(
            "UPDATE settlement_operation SET version = version + 1, worker_id = 'other' WHERE operation_id = '"
            + postings[i].operation.ref.id.value.toString() + "'");
    const auto outcome = settler.post(postings);
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{kRigMerchants - 2});
    QCOMPARE(outcome->lost.size(), std::size_t{2});
    QVERIFY(std::find(outcome->lost.begin(), outcome->lost.end(), postings[3].operation.ref) != outcome->lost.end());
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 2 * (kRigMerchants - 2));
    // The same set again posts nothing more: not one leg, message or count.
    const auto again = settler.post(postings);
    ONCEOVER_OK(again);
    QVERIFY(again->applied.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants - 2);
}

void TestStoreOperations::postWithoutAccountPostsNothing()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    std::ignore
        = m_rig->ask("ALTER TABLE account DISABLE TRIGGER USER; DELETE FROM account WHERE account_kind = "
                     "'payable' AND owner_ref = '5'; ALTER TABLE account ENABLE ALWAYS TRIGGER guard_append_only");
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    const auto outcome = settler.post(m_rig->postingsOf(*set));
    QVERIFY(!outcome);
    QCOMPARE(static_cast<int>(outcome.error().kind), static_cast<int>(FailureKind::DataRejected));
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING'"), kRigMerchants);
}

void TestStoreOperations::lostPostIsReadBackByKey_data()
{
    QTest::addColumn<bool>("committed");
    QTest::newRow("it got there") << true;
    QTest::newRow("it never got there") << false;
}

void TestStoreOperations::lostPostIsReadBackByKey()
{
    QFETCH(bool, committed);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    store::OperationStore settler{m_rig->dutyThrough(cutter.folder(), "worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    const auto postings = m_rig->postingsOf(*set);
    cutter.cutNext(committed ? SocketCutter::Cut::AfterCommit : SocketCutter::Cut::BeforeCommit);
    const auto doubtful = settler.post(postings);
    QVERIFY(!doubtful);
    QCOMPARE(static_cast<int>(doubtful.error().kind), static_cast<int>(FailureKind::InDoubt));
    const auto back = settler.readBackPosted(postings);
    ONCEOVER_OK(back);
    QCOMPARE(back->applied.size(), static_cast<std::size_t>(committed ? kRigMerchants : 0));
    QCOMPARE(back->lost.size(), static_cast<std::size_t>(committed ? 0 : kRigMerchants));
    if (!committed) {
        // Ours still, under the same versions: now it is posted, once.
        const auto outcome = settler.post(postings);
        ONCEOVER_OK(outcome);
        QCOMPARE(outcome->applied.size(), std::size_t{kRigMerchants});
    }
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 2 * kRigMerchants);
}

void TestStoreOperations::lostClaimIsReadBack()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    SocketCutter cutter{TestCluster::shared().server().socketFolder()};
    store::OperationStore settler{m_rig->dutyThrough(cutter.folder(), "worker")};
    ONCEOVER_OK(settler.claim(claimOf(milliseconds{60000}, 1))); // "Commit" is prepared from here on.
    cutter.cutNext(SocketCutter::Cut::AfterCommit);
    const auto got = settler.claim(claimOf(milliseconds{60000}, 10));
    ONCEOVER_OK(got);
    QCOMPARE(got->operations.size(), std::size_t{10});
    cutter.cutNext(SocketCutter::Cut::BeforeCommit);
    const auto none = settler.claim(claimOf(milliseconds{60000}, 10));
    ONCEOVER_OK(none);
    QVERIFY(none->operations.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING'"), 11);
    ONCEOVER_OK(settler.post(m_rig->postingsOf(*got)));
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), 10);
}

void TestStoreOperations::attemptOfARolledBackClaimIsForgotten()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    std::ignore
        = m_rig->ask("ALTER TABLE operation_due ADD CONSTRAINT refuse_all CHECK (due_at < '2000-01-01') NOT VALID");
    QVERIFY(!settler.claim(claimOf()));
    std::ignore = m_rig->ask("ALTER TABLE operation_due DROP CONSTRAINT refuse_all");
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    QCOMPARE(set->operations.size(), std::size_t{kRigMerchants});
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation JOIN run_attempt USING (attempt_id)"
                          " WHERE run_attempt.shard_no IS NOT NULL"),
        kRigMerchants);
}

void TestStoreOperations::dueRowWithoutOpenWorkStopsNobody()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto first = settler.claim(claimOf(milliseconds{60000}, 1));
    ONCEOVER_OK(first);
    ONCEOVER_OK(settler.post(m_rig->postingsOf(*first)));
    std::ignore = m_rig->ask(
        "INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at) "
        "SELECT bucket, operation_id, 'settle-daily', job_id, batch_id, merchant_id, clock() - interval '1 h' "
        "FROM settlement_operation WHERE status = 'AWAITING_EXTERNAL'");
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), kRigMerchants);
    const auto rest = settler.claim(claimOf());
    ONCEOVER_OK(rest);
    QCOMPARE(rest->operations.size(), std::size_t{kRigMerchants - 1});
    const auto none = settler.claim(claimOf());
    ONCEOVER_OK(none);
    QVERIFY(none->operations.empty() && none->nextDue > none->leaseUntil);
}

void TestStoreOperations::rowThatLostItsWorkerIsClaimedAlone()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore first{m_rig->duty("worker", "w1")};
    store::OperationStore second{m_rig->duty("worker", "w2")};
    const auto lost = first.claim(claimOf());
    ONCEOVER_OK(lost);
    const auto early = second.claim(claimOf());
    ONCEOVER_OK(early);
    QVERIFY(early->operations.empty());
    m_rig->endLeases();
    int alone = 0;
    std::vector<Posting> moved;
    while (true) {
        const auto set = second.claim(claimOf());
        ONCEOVER_OK(set);
        if (set->operations.empty())
            break;
        QCOMPARE(set->operations.size(), std::size_t{1});
        QVERIFY(set->operations.front().takenOver);
        QVERIFY(set->operations.front().claimedAlone);
        QCOMPARE(set->operations.front().version.value, std::int64_t{2});
        ++alone;
        moved.push_back(m_rig->postingOf(set->operations.front()));
    }
    QCOMPARE(alone, kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE worker_id = 'w1' AND status = 'LOST'"), 4);
    // The first worker wakes up: everything of its is lost.
    const auto late = first.post(m_rig->postingsOf(*lost));
    ONCEOVER_OK(late);
    QVERIFY(late->applied.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 0);
    // Each shard has passed from one to the other while both lived: both attempts at it stand there, what was taken lies in
    // its range, and it is posted once.
    QCOMPARE(m_rig->count("SELECT count(*) FROM batch_shard s WHERE ARRAY['w1', 'w2'] = (SELECT array_agg(DISTINCT "
                          "a.worker_id ORDER BY a.worker_id) FROM run_attempt a WHERE a.batch_id = s.batch_id AND "
                          "a.shard_no = s.shard_no)"),
        4);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN batch_shard s USING (batch_id, shard_no) "
                          "WHERE o.worker_id = 'w2' AND o.bucket >= s.bucket_from AND o.bucket < s.bucket_to"),
        kRigMerchants);
    ONCEOVER_OK(second.post(moved));
    const auto lateAgain = first.post(m_rig->postingsOf(*lost));
    ONCEOVER_OK(lateAgain);
    QVERIFY(lateAgain->applied.empty());
    QCOMPARE(m_rig->count("SELECT count(*) FROM ledger_entry"), 2 * kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants);
}

void TestStoreOperations::neighboursOfALostSetAreNotCounted()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker", "w1")};
    ONCEOVER_OK(settler.claim(claimOf()));
    m_rig->endLeases();
    ONCEOVER_OK(settler.claim(claimOf()));
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due WHERE lost AND recoveries = 0"), 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due WHERE recoveries > 0"), 0);
}

void TestStoreOperations::thirdLossAloneEndsInADeadLetter()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker", "w1")};
    ONCEOVER_OK(settler.claim(claimOf(milliseconds{60000}, 1)));
    std::vector<OperationRef> gone;
    for (int loss = 1; loss <= 3; ++loss) {
        m_rig->endLeases();
        // Other rows may be claimed first; the lost one stays due until its turn comes.
        for (int tries = 0; tries < 2 * kRigMerchants; ++tries) {
            const auto set = settler.claim(claimOf(milliseconds{60000}, 1));
            ONCEOVER_OK(set);
            gone.insert(gone.end(), set->workerLost.begin(), set->workerLost.end());
            if (!set->workerLost.empty() || (!set->operations.empty() && set->operations.front().takenOver))
                break;
            ONCEOVER_OK(settler.post(m_rig->postingsOf(*set)));
        }
    }
    QCOMPARE(gone.size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT status || ' ' || failure_class FROM settlement_operation WHERE operation_id = '"
                 + gone.front().id.value.toString() + "'"),
        std::string{"FAILED_PERMANENT WORKER_LOST"});
    QCOMPARE(m_rig->ask("SELECT status || ' ' || failure_class || ' ' || job_id || ' ' || biz_date || ' ' || "
                        "length(idempotency_key) FROM dead_letter"),
        std::string{"OPEN WORKER_LOST settle-daily 2026-03-10 32"});
    // One that ends its worker each time stops nobody: all the others of its shards are posted.
    ONCEOVER_OK(m_rig->postAll("w2"));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'AWAITING_EXTERNAL'"),
        kRigMerchants - 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants - 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), 0);
}

// The one that recovers stands still between its look and its write, and the holder, whose lease is over, ends its work
// just then: the holder has it.
void TestStoreOperations::whoTakesOverWhileTheHolderEndsItGetsNothing()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    QCOMPARE(m_rig->ask("UPDATE merchant SET on_hold = true"), std::string{}); // It ends here, in one step.
    store::OperationStore holder{m_rig->duty("worker", "w1")};
    const auto set = holder.claim(claimOf(milliseconds{60000}, 1));
    ONCEOVER_OK(set);
    const OperationRef ref = set->operations.front().ref;
    m_rig->endLeases();

    Result<SetOutcome> ended;
    std::jthread ending; // Joined last: it waits for the transaction below.
    const auto late = m_rig->duty("worker", "w2");
    const auto connection = late->ready();
    ONCEOVER_OK(connection);
    {
        store::Transaction transaction{**connection};
        ONCEOVER_OK(transaction.run("LockDueOperations", store::params(std::string{"settle-daily"}, allBuckets(), 500)));
        ending = std::jthread([&] { ended = holder.settleHere({{set->operations.front(), UnpaidReason::OnHold}}); });
        QTRY_COMPARE(m_rig->count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                                  "wait_event_type = 'Lock'"),
            std::int64_t{1});
        const auto found = transaction.run("LockLostOperation", store::params(ref.bucket, ref.id));
        ONCEOVER_OK(found);
        QVERIFY(found->empty());
        ONCEOVER_OK(transaction.commit());
    }
    ending.join();
    ONCEOVER_OK(ended);
    QCOMPARE(ended->applied.size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT status, version, attempts_total FROM settlement_operation WHERE operation_id = '"
                 + ref.id.value.toString() + "'"),
        std::string{"SUCCEEDED|1|1"});
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_event WHERE event IN ('TAKE_OVER', 'LOSE_WORKER')"), 0);
}

// Two that recover have read the same list. What the first took over, and what its holder ended meanwhile, the second
// changes no more, however late it goes on; and who asks again while it holds something is given nothing twice.
void TestStoreOperations::whoTakesOverByAnOldListChangesNothing()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    QCOMPARE(m_rig->ask("UPDATE merchant SET on_hold = true"), std::string{});
    store::OperationStore holder{m_rig->duty("worker", "w1")};
    const auto old = holder.claim(claimOf(milliseconds{60000}, 2));
    ONCEOVER_OK(old);
    QCOMPARE(old->operations.size(), std::size_t{2});
    QCOMPARE(m_rig->ask("UPDATE operation_due d SET due_at = clock() + interval '1 h' FROM settlement_operation o WHERE "
                        "o.operation_id = d.operation_id AND o.status = 'PENDING'"),
        std::string{}); // Nothing else is due.
    m_rig->endLeases();
    const auto late = m_rig->duty("worker", "w3");
    const auto connection = late->ready();
    ONCEOVER_OK(connection);
    for (const ClaimedOperation& listed : old->operations) { // Both are lost, as it reads them.
        store::Transaction transaction{**connection};
        const auto read = transaction.run("LockLostOperation", store::params(listed.ref.bucket, listed.ref.id));
        ONCEOVER_OK(read);
        QVERIFY(!read->empty());
    }

    store::OperationStore recoverer{m_rig->duty("worker", "w2")};
    const auto taken = recoverer.claim(claimOf(milliseconds{60000}, 1));
    ONCEOVER_OK(taken);
    QCOMPARE(taken->operations.size(), std::size_t{1});
    QVERIFY(taken->operations.front().takenOver);
    const auto rest = std::find_if(old->operations.begin(), old->operations.end(),
        [&](const ClaimedOperation& one) { return one.ref != taken->operations.front().ref; });
    QVERIFY(rest != old->operations.end());
    const auto ended = holder.settleHere({{*rest, UnpaidReason::OnHold}});
    ONCEOVER_OK(ended);
    QCOMPARE(ended->applied.size(), std::size_t{1});
    // The program of the recoverer begins anew while its work is under way: it is not begun a second time.
    store::OperationStore again{m_rig->duty("worker", "w2")};
    const auto more = again.claim(claimOf());
    ONCEOVER_OK(more);
    QVERIFY(more->operations.empty());

    m_rig->endLeases(); // Even then: the version alone says that this is not what it read.
    const std::string rows = "SELECT string_agg(o::text, ' ' ORDER BY operation_id) FROM settlement_operation o";
    const std::string before = m_rig->ask(rows);
    for (const ClaimedOperation& listed : old->operations) {
        store::Transaction transaction{**connection};
        const auto took = transaction.run("TakeOverLostOperation",
            store::params(listed.ref.bucket, listed.ref.id, listed.attempt, std::string{"w3"}, milliseconds{60000},
                listed.version, 1));
        ONCEOVER_OK(took);
        QVERIFY(took->empty());
        const auto failed = transaction.run("FailLostOperation",
            store::params(listed.ref.bucket, listed.ref.id, listed.version, std::string{"w3"}, std::string{"lost"}));
        ONCEOVER_OK(failed);
        QVERIFY(failed->empty());
        ONCEOVER_OK(transaction.commit());
    }
    QCOMPARE(m_rig->ask(rows), before);
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_event WHERE event = 'TAKE_OVER'"), 1);
}

// A process that is stopped in the middle of a transaction keeps the rows that it locked until the server ends its
// session; then another goes on, and what the stopped one writes when it wakes up is refused.
void TestStoreOperations::whoStandsStillInATransactionIsEnded()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const auto duty = m_rig->duty("worker", "w1");
    ONCEOVER_OK(duty->ready());
    ONCEOVER_OK(duty->raw().runScript("DO $$ BEGIN ASSERT current_setting('idle_in_transaction_session_timeout') = "
                                      "'5s'; END $$",
        "every duty has such a limit"));
    store::ConnectionSettings soon; // The same as a duty's, but nobody waits that long.
    soon.conninfo = m_rig->database().conninfo("svc_worker");
    soon.program = "tst_store";
    soon.duty = "stopped";
    soon.idleInTransactionTimeout = milliseconds{3000};
    const auto awake = m_rig->duty("worker", "w2");
    ONCEOVER_OK(awake->ready());
    store::OperationStore other{awake};
    store::Connection connection{soon};
    ONCEOVER_OK(connection.connect());
    store::Transaction stopped{connection};
    const auto locked
        = stopped.run("LockDueOperations", store::params(std::string{"settle-daily"}, allBuckets(), 500));
    ONCEOVER_OK(locked);
    QCOMPARE(locked->size(), kRigMerchants);
    const auto early = other.claim(claimOf());
    ONCEOVER_OK(early);
    QVERIFY(early->operations.empty());
    std::optional<Result<ClaimedSet>> taken;
    QVERIFY(QTest::qWaitFor(
        [&] {
            taken = other.claim(claimOf());
            return !*taken || !(*taken)->operations.empty();
        },
        30000));
    ONCEOVER_OK(*taken);
    QCOMPARE((*taken)->operations.size(), std::size_t{kRigMerchants});

    const ClaimedOperation& one = (*taken)->operations.front();
    const auto late = stopped.run("FailLostOperation",
        store::params(one.ref.bucket, one.ref.id, one.version, std::string{"w1"}, std::string{"late"}));
    QVERIFY(!late);
    QCOMPARE(static_cast<int>(late.error().kind), static_cast<int>(FailureKind::Unavailable));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'PROCESSING' AND worker_id = 'w2'"),
        kRigMerchants);
    ONCEOVER_OK(other.post(m_rig->postingsOf(**taken)));
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants);
}

void TestStoreOperations::renewalKeepsTheLeaseAndToldTheLostOnes()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    store::LeaseStore keeper{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    std::ignore = m_rig->ask(
        "UPDATE settlement_operation SET version = version + 1, worker_id = 'other' WHERE merchant_id = 9");
    std::vector<std::pair<OperationRef, Version>> held;
    for (const ClaimedOperation& operation : set->operations)
        held.emplace_back(operation.ref, operation.version);
    const auto renewed = keeper.renew(held, std::chrono::hours{1});
    ONCEOVER_OK(renewed);
    QCOMPARE(renewed->applied.size(), std::size_t{kRigMerchants - 1});
    QCOMPARE(renewed->lost.size(), std::size_t{1});
    QCOMPARE(
        m_rig->count("SELECT count(*) FROM settlement_operation o JOIN operation_due d USING (bucket, operation_id) "
                     "WHERE o.lease_until > clock() + interval '50 min' AND d.due_at = o.lease_until"),
        kRigMerchants - 1);
}

void TestStoreOperations::renewalAfterTheEndIsRefused()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    store::LeaseStore keeper{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf(milliseconds{60000}, 5));
    ONCEOVER_OK(set);
    m_rig->endLeases();
    std::vector<std::pair<OperationRef, Version>> held;
    for (const ClaimedOperation& operation : set->operations)
        held.emplace_back(operation.ref, operation.version);
    const auto renewed = keeper.renew(held, std::chrono::hours{1});
    ONCEOVER_OK(renewed);
    QVERIFY(renewed->applied.empty());
    QCOMPARE(renewed->lost.size(), std::size_t{5});
}

void TestStoreOperations::retryKeepsItsInstantAndItsCount()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : set->operations)
        rows.push_back({operation.ref, operation.version, std::chrono::minutes{5}, true, "the world was away"});
    const auto back = settler.retryLater(rows);
    ONCEOVER_OK(back);
    QCOMPARE(back->applied.size(), std::size_t{kRigMerchants});
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN operation_due d USING (bucket, "
                          "operation_id) WHERE o.status = 'RETRYABLE' "
                          "AND o.attempts = 1 AND o.next_attempt_at = d.due_at AND d.due_at BETWEEN clock() + interval "
                          "'4 min' AND clock() + interval '5 min'"),
        kRigMerchants);
    const auto nothing = settler.claim(claimOf());
    ONCEOVER_OK(nothing);
    QVERIFY(nothing->operations.empty());
    QVERIFY(nothing->nextDue.has_value());
}

// Who waits twenty-five minutes under a lease of five holds no lease meanwhile: the end of a lease brings no second copy.
void TestStoreOperations::aWaitLongerThanTheLeaseIsNobodysAndClaimedOnce()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    const milliseconds lease{std::chrono::minutes{5}};
    store::OperationStore first{m_rig->duty("worker", "w1")};
    const auto set = first.claim(claimOf(lease));
    ONCEOVER_OK(set);
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : set->operations)
        rows.push_back({operation.ref, operation.version, std::chrono::minutes{25}, true, "the world was away"});
    ONCEOVER_OK(first.retryLater(rows));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation o JOIN operation_due d USING (bucket, "
                          "operation_id) WHERE o.status = 'RETRYABLE' AND o.lease_until IS NULL AND o.worker_id IS "
                          "NULL AND d.due_at = o.next_attempt_at AND d.due_at > clock() + interval '24 min'"),
        kRigMerchants);
    const auto pass = [&](const char* minutes) {
        return m_rig->ask("UPDATE operation_due SET due_at = due_at - interval '" + std::string{minutes} + " min'");
    };
    // The lease of that claim is over by far; its worker and another look, and nothing is there to be taken over.
    QCOMPARE(pass("20").find("error"), std::string::npos);
    store::OperationStore second{m_rig->duty("worker", "w2")};
    for (store::OperationStore* settler : {&first, &second}) {
        const auto early = settler->claim(claimOf(lease));
        ONCEOVER_OK(early);
        QVERIFY(early->operations.empty() && early->workerLost.empty());
    }
    QCOMPARE(pass("5").find("error"), std::string::npos);
    const auto again = second.claim(claimOf(lease));
    ONCEOVER_OK(again);
    QCOMPARE(again->operations.size(), std::size_t{kRigMerchants});
    QVERIFY(std::none_of(again->operations.begin(), again->operations.end(),
        [](const ClaimedOperation& operation) { return operation.takenOver; }));
    const auto late = first.post(m_rig->postingsOf(*set)); // What the first still has in its memory.
    ONCEOVER_OK(late);
    QVERIFY(late->applied.empty());
    ONCEOVER_OK(second.post(m_rig->postingsOf(*again)));
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'AWAITING_EXTERNAL' AND "
                          "(attempts, attempts_total) = (1, 2)"),
        kRigMerchants);
    QCOMPARE(m_rig->count("SELECT count(*) FROM outbox"), kRigMerchants);
}

void TestStoreOperations::frozenTimeIsGivenBackToTheBudget()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto first = settler.claim(claimOf());
    ONCEOVER_OK(first);
    QCOMPARE(first->operations.front().budgetUsed, milliseconds{0});
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : first->operations)
        rows.push_back({operation.ref, operation.version, milliseconds{0}, true, "the world was away"});
    ONCEOVER_OK(settler.retryLater(rows));
    // The work began an hour ago. Two freezes that overlap covered forty minutes of it, one was another merchant's, one
    // is older than the work.
    std::ignore = m_rig->ask("UPDATE settlement_operation SET budget_began_at = clock() - interval '60 min'");
    std::ignore = m_rig->ask("INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES "
                             "('everything', '', 'bob', '50 20'), ('job', 'settle-daily', 'bob', '30 10'), "
                             "('merchant', '999999', 'bob', '59 1'), ('everything', '', 'bob', '90 70')");
    std::ignore = m_rig->ask("UPDATE freeze_order SET status = 'IN_FORCE', "
                             "effective_at = clock() - split_part(reason, ' ', 1)::integer * interval '1 min'");
    m_rig->liftFreezesAt("clock() - split_part(reason, ' ', 2)::integer * interval '1 min'");
    QCOMPARE(m_rig->count("SELECT count(*) FROM freeze_order WHERE status = 'LIFTED'"), 4);
    const auto again = settler.claim(claimOf());
    ONCEOVER_OK(again);
    QVERIFY(!again->operations.empty());
    const auto used = again->operations.front().budgetUsed;
    QVERIFY2(used >= std::chrono::minutes{20} && used < std::chrono::minutes{25}, std::to_string(used.count()).c_str());
}

void TestStoreOperations::cleanStopBurnsNoAttempt()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf(milliseconds{60000}, 4));
    ONCEOVER_OK(set);
    std::vector<RetryLater> rows;
    for (const ClaimedOperation& operation : set->operations)
        rows.push_back({operation.ref, operation.version, milliseconds{0}, false, "clean stop"});
    ONCEOVER_OK(settler.retryLater(rows));
    const auto ended = settler.releaseAttempts();
    ONCEOVER_OK(ended);
    QVERIFY(*ended >= 1);
    QCOMPARE(m_rig->count("SELECT count(*) FROM settlement_operation WHERE status = 'RETRYABLE' AND attempts = 0 AND "
                          "attempts_total = 1"),
        4);
    QCOMPARE(m_rig->count("SELECT count(*) FROM run_attempt WHERE status = 'STARTED'"), 0);
    store::OperationStore next{m_rig->duty("worker", "w2")};
    const auto again = next.claim(claimOf());
    ONCEOVER_OK(again);
    QCOMPARE(again->operations.size(), std::size_t{kRigMerchants});
}

void TestStoreOperations::ruleFailureStopsTheBatch()
{
    const auto batch = m_rig->enumerate(kDay);
    ONCEOVER_OK(batch);
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf(milliseconds{60000}, 2));
    ONCEOVER_OK(set);
    const auto outcome = settler.failForGood({{set->operations[0], FailureClass::Rule, "the rule says no"}});
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{1});
    QCOMPARE(m_rig->ask("SELECT scope_kind || ' ' || scope_ref || ' ' || actor FROM freezes_in_force"),
        "batch " + std::to_string(batch->value) + " system");
    const auto frozen = settler.claim(claimOf());
    ONCEOVER_OK(frozen);
    QVERIFY(frozen->operations.empty());
    QVERIFY(frozen->frozen);
    // What was claimed before may finish.
    ONCEOVER_OK(settler.post({m_rig->postingOf(set->operations[1])}));
    store::ScheduleStore scheduler{m_rig->duty("scheduler", "s1")};
    auto batches = scheduler.openBatches();
    ONCEOVER_OK(batches);
    QCOMPARE(batches->front().failedStopping, std::int64_t{1});
    const auto move = decideBatch(batches->front());
    QVERIFY(move.has_value());
    QCOMPARE(static_cast<int>(move->to), static_cast<int>(BatchState::Failed));
    ONCEOVER_OK(scheduler.moveBatch(*batch, BatchState::Created, move->to, move->reason));
    QCOMPARE(m_rig->ask("SELECT status FROM job_run"), std::string{"FAILED"});
    const auto late = scheduler.moveBatch(*batch, BatchState::Created, BatchState::Running, "late");
    QVERIFY(!late);
    QCOMPARE(static_cast<int>(late.error().kind), static_cast<int>(FailureKind::Conflict));
    QCOMPARE(late.error().found, std::string{"FAILED"});
}

void TestStoreOperations::dataFailureStopsItselfOnly()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    std::string nul{"bad \0 byte", 10};
    const auto outcome = settler.failForGood(
        {{set->operations[0], FailureClass::Data, nul}, {set->operations[1], FailureClass::BudgetSpent, ""}});
    ONCEOVER_OK(outcome);
    QCOMPARE(outcome->applied.size(), std::size_t{2});
    QCOMPARE(m_rig->count("SELECT count(*) FROM dead_letter WHERE subject_kind = 'operation' AND last_error <> ''"), 2);
    QCOMPARE(m_rig->count("SELECT count(*) FROM freezes_in_force"), 0);
    QCOMPARE(m_rig->count("SELECT count(*) FROM operation_due"), kRigMerchants - 2);
}

void TestStoreOperations::freezeKeepsClaimsAndTriggersAway_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("ref");
    QTest::addColumn<int>("claimed");
    QTest::newRow("everything") << QStringLiteral("everything") << QString() << 0;
    QTest::newRow("job") << QStringLiteral("job") << QStringLiteral("settle-daily") << 0;
    QTest::newRow("other job") << QStringLiteral("job") << QStringLiteral("settle-monthly") << kRigMerchants;
    QTest::newRow("channel") << QStringLiteral("channel") << QStringLiteral("practice-bank") << 0;
    QTest::newRow("merchant") << QStringLiteral("merchant") << QStringLiteral("7") << kRigMerchants - 1;
    QTest::newRow("batch") << QStringLiteral("batch") << QStringLiteral("1") << 0;
}

void TestStoreOperations::freezeKeepsClaimsAndTriggersAway()
{
    QFETCH(QString, kind);
    QFETCH(QString, ref);
    QFETCH(int, claimed);
    ONCEOVER_OK(m_rig->enumerate(kDay));
    m_rig->freeze(kind.toStdString(), ref.toStdString());
    store::OperationStore settler{m_rig->duty("worker")};
    const auto set = settler.claim(claimOf());
    ONCEOVER_OK(set);
    QCOMPARE(static_cast<int>(set->operations.size()), claimed);
    QCOMPARE(set->frozen, claimed == 0);
    const auto jobs = settler.jobs();
    ONCEOVER_OK(jobs);
    const bool covers = kind == QLatin1String("everything") || ref == QLatin1String("settle-daily");
    QCOMPARE(jobs->front().frozen, covers);
    const auto answer = m_rig->trigger("2026-03-11");
    ONCEOVER_OK(answer);
    QCOMPARE(static_cast<int>(answer->runStatus), static_cast<int>(covers ? RunState::Held : RunState::Due));
    m_rig->liftFreezes();
    const auto rest = settler.claim(claimOf());
    ONCEOVER_OK(rest);
    QCOMPARE(static_cast<int>(rest->operations.size()), kRigMerchants - claimed);
}

void TestStoreOperations::updatesOfOperationsStayHot()
{
    ONCEOVER_OK(m_rig->enumerate(kDay));
    ONCEOVER_OK(m_rig->postAll());
    // A session hands its statistics over when it ends, at the latest.
    QTRY_COMPARE(m_rig->count("SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'settlement_operation'"),
        std::int64_t{2 * kRigMerchants});
    QCOMPARE(m_rig->count("SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'settlement_operation'"),
        std::int64_t{2 * kRigMerchants});
}

QTEST_GUILESS_MAIN(TestStoreOperations)
#include "tst_store_operations.moc"
