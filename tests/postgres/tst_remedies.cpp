// SPDX-License-Identifier: GPL-3.0-or-later
// What people decide where the engine cannot go on: an unknown resolved from evidence, an effect made good, a refused
// payout replaced, money found gone booked. Asked for and decided through the stores, executed by the real replayer,
// settled and sent by the real engine to a bank with a book of its own; each story ends with every promise of `verify`.
#include <QTest>

#include "remedy_bench.h"

#include "acts/remedy.h"
#include "channel/practice_control.h"
#include "core/digest.h"
#include "store/console_store.h"

#include <map>

using namespace onceover;
using namespace onceover::test;

namespace {

Evidence letterOf(const std::string& text, const std::string& reference = {})
{
    return {"document", toHex(sha256(text)), {}, text, reference};
}

} // namespace

class TstRemedies : public QObject {
    Q_OBJECT

private slots:
    void unknownsAreDecidedFromEvidence();
    void aPayoutIsReversedByTheEngineAndNeverBeyondItsAmount();
    void aRenewalIsRefundedOrExtended();
    void aRefusedPayoutIsReplacedWithTheBeneficiaryOfNow();
    void moneyFoundGoneIsBookedAndItsDifferenceClosed();
    void moneySentBackIsBookedAndPaidByTheNextCycle();
};

// R59 R66 R90 R93 R114, K60: a bank that cannot be asked loses answers before and after it executed. Its own letters
// decide; what was executed is paid in our book, what was not goes back; a record that says otherwise wins over a
// letter.
void TstRemedies::unknownsAreDecidedFromEvidence()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(R"({"lose_answer":0.3,"fail_before_execute":0.3,"seed":8})"), std::string{});
    QVERIFY(channel::callHttp(bench.endpoint() + "/control/character", R"({"query":"none"})", std::chrono::seconds{5}));
    QCOMPARE(bench.declare("query_kind = 'none', max_late_execution = '0 s', max_queries = 2, escalate_after = '1 s'"),
        std::string{});
    bench.startAll();
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.untilNothingMoves(), std::string{});
    const auto book = channel::readBook(bench.endpoint(), "practice-bank");
    QVERIFY(book);
    std::map<std::string, std::string> references;
    for (const OutsideEffect& effect : *book)
        references[effect.key] = effect.externalRef;
    const QString unknown
        = QString::fromStdString(bench.sql("SELECT m.operation_id || ' ' || m.idempotency_key FROM "
                                           "onceover.outbox m WHERE m.status = 'UNKNOWN' ORDER BY 1"));
    int executed = 0;
    int notExecuted = 0;
    std::vector<std::int64_t> requests;
    for (const QString& line : unknown.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto operation = Uuid::parse(line.section(QLatin1Char(' '), 0, 0).toStdString());
        const auto reference = references.find(line.section(QLatin1Char(' '), 1, 1).toStdString());
        const bool was = reference != references.end();
        (was ? executed : notExecuted) += 1;
        const ResolveWish wish{
            *operation, was, letterOf("the bank wrote", was ? reference->second : ""), "asked by phone", "T-1"};
        if (was && executed == 1) { // Without a reference it is no effect; and one open request per operation.
            ResolveWish vague = wish;
            vague.evidence.reference.clear();
            QCOMPARE(
                saidTo(acts::requestResolve(bench.alice, vague, acts::newRequestId())), std::string{"NO_EVIDENCE"});
        }
        const Uuid id = acts::newRequestId();
        const auto asked = acts::requestResolve(bench.alice, wish, id);
        QCOMPARE(saidTo(asked), std::string{"DONE"});
        QCOMPARE(
            acts::requestResolve(bench.alice, wish, id)->id, asked->id); // The same wish sent twice is one request.
        QCOMPARE(saidTo(acts::requestResolve(bench.alice, wish, acts::newRequestId())), std::string{"OPEN_REQUEST"});
        requests.push_back(asked->id);
    }
    QVERIFY(executed > 0 && notExecuted > 0);
    for (const std::int64_t request : requests)
        QCOMPARE(bench.approve(request), std::string{});
    for (const std::int64_t request : requests)
        QCOMPARE(bench.awaitRequest(request), std::string{});
    QCOMPARE(bench.untilNothingMoves(), std::string{});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'UNKNOWN_EXTERNAL'"),
        std::string{"0"});
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.settlement_operation o JOIN onceover.ledger_entry l USING (bucket, "
                  "operation_id) JOIN onceover.dead_letter d USING (operation_id) WHERE o.failure_class = "
                  "'NOT_EXECUTED' AND l.phase = 'BACK' AND l.side = 'CREDIT' AND d.failure_class = 'NOT_EXECUTED' AND "
                  "d.status = 'OPEN'"),
        std::to_string(notExecuted));
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.external_call WHERE kind = 'EVIDENCE'"),
        std::to_string(executed + notExecuted));
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.dead_letter WHERE resolution = 'resolved'"),
        std::to_string(executed + notExecuted));
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R86 R89 R91 R93 R157, I8: a reversal is an operation of its own, in a batch of its own, sent under its own key; never
// beyond the original, never of a compensation, one at a time.
void TstRemedies::aPayoutIsReversedByTheEngineAndNeverBeyondItsAmount()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(), std::string{});
    bench.startAll();
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatches("COMPLETED"), std::string{"COMPLETED"});
    const std::string paid
        = "FROM onceover.settlement_operation WHERE external_ref IS NOT NULL AND settlement_type = 'settle-daily' "
          "ORDER BY operation_id LIMIT 1";
    const Uuid original = bench.idOf("SELECT operation_id " + paid);
    const std::int64_t amount = std::stoll(bench.sql("SELECT amount_minor " + paid));
    CompensationWish wish{
        original, "reversal", amount - 1, letterOf("paid twice, see the incident"), {}, false, "paid twice", "T-2"};
    CompensationWish bare = wish;
    bare.evidence = {};
    QCOMPARE(saidTo(acts::requestCompensation(bench.alice, bare, acts::newRequestId())), std::string{"NO_EVIDENCE"});
    bare = wish;
    bare.type = "refund";
    QCOMPARE(
        saidTo(acts::requestCompensation(bench.alice, bare, acts::newRequestId())), std::string{"VALUE_MALFORMED"});
    bare = wish;
    bare.amountMinor = amount + 1;
    QCOMPARE(
        saidTo(acts::requestCompensation(bench.alice, bare, acts::newRequestId())), std::string{"AMOUNT_OUT_OF_RANGE"});
    const auto asked = acts::requestCompensation(bench.alice, wish, acts::newRequestId());
    QCOMPARE(bench.carryThrough(asked), std::string{});
    QCOMPARE(
        bench.sql("SELECT o.status, o.amount_minor, o.scope_ref, b.scope, c.kind FROM onceover.compensation c JOIN "
                  "onceover.settlement_operation o USING (bucket, operation_id) JOIN onceover.settlement_batch b USING "
                  "(batch_id)"),
        "SUCCEEDED|" + std::to_string(amount - 1) + "|" + original.toString() + "/1|request-"
            + std::to_string(asked->id) + "|reversal");
    const Uuid reversal = bench.idOf("SELECT operation_id FROM onceover.compensation");
    QCOMPARE(bench.await("SELECT status FROM onceover.settlement_batch WHERE scope LIKE 'request-%'", "COMPLETED"),
        std::string{"COMPLETED"});
    bare = wish;
    bare.original = reversal;
    QCOMPARE(saidTo(acts::requestCompensation(bench.alice, bare, acts::newRequestId())),
        std::string{"NEVER_OF_A_COMPENSATION"});
    bare = wish;
    bare.amountMinor = 2;
    QCOMPARE(
        saidTo(acts::requestCompensation(bench.alice, bare, acts::newRequestId())), std::string{"AMOUNT_OUT_OF_RANGE"});
    // What is left may follow, as the second of its original. Without a settler it stays in flight, and people see that
    // on either page (R91).
    wish.amountMinor = 1;
    bench.stopEngine();
    bench.startEngine({engine::Role::Replayer});
    const auto rest = acts::requestCompensation(bench.alice, wish, acts::newRequestId());
    QCOMPARE(saidTo(rest), std::string{"DONE"});
    QCOMPARE(bench.approve(rest->id), std::string{});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.compensation", "2"), std::string{"2"});
    store::ConsoleStore console{{bench.database.conninfo("bob"), "test"}, "remedy_bench"};
    const auto seen = console.readOperation(OperationId{original});
    QVERIFY2(seen, seen ? "" : seen.error().detail.c_str());
    QCOMPARE(seen->compensations.size(), std::size_t{2});
    const CompensationFact& first = seen->compensations.front();
    QCOMPARE(first.operation.value, reversal);
    QCOMPARE(first.original.value, original);
    QCOMPARE(first.kind, std::string{"reversal"});
    QCOMPARE(first.request, asked->id);
    QCOMPARE(first.amountMinor, amount - 1);
    QCOMPARE(first.currency, seen->operation.currency);
    QCOMPARE(first.status, std::string{"SUCCEEDED"});
    QVERIFY(first.finishedAt && *first.finishedAt >= first.madeAt && *first.finishedAt <= seen->takenAt);
    const CompensationFact& flying = seen->compensations.back();
    QCOMPARE(flying.request, rest->id);
    QCOMPARE(flying.amountMinor, 1);
    QCOMPARE(flying.status, std::string{"PENDING"});
    QVERIFY(!flying.finishedAt && flying.madeAt >= *first.finishedAt && flying.madeAt <= seen->takenAt);
    const auto own = console.readOperation(flying.operation);
    QVERIFY2(own, own ? "" : own.error().detail.c_str());
    QCOMPARE(own->compensations.size(), std::size_t{1}); // Itself, with its original.
    QVERIFY(own->compensations.front() == flying);
    QCOMPARE(own->createdAt, flying.madeAt);
    const auto items = bench.bob.requestItems(rest->id, 10);
    QVERIFY2(items, items ? "" : items.error().detail.c_str());
    QCOMPARE(items->size(), std::size_t{1}); // What lists requests tells the same.
    QVERIFY(items->front().madeGood == flying && items->front().readAt >= flying.madeAt);
    const Uuid other
        = bench.idOf("SELECT operation_id FROM onceover.settlement_operation WHERE settlement_type = 'settle-daily' "
                     "AND operation_id <> '"
            + original.toString() + "' ORDER BY 1 LIMIT 1");
    const auto untouched = console.readOperation(OperationId{other});
    QVERIFY2(untouched, untouched ? "" : untouched.error().detail.c_str());
    QVERIFY(untouched->found && untouched->compensations.empty());
    bench.stopEngine();
    bench.startAll();
    QCOMPARE(bench.awaitRequest(rest->id), std::string{});
    QCOMPARE(bench.awaitBatches("COMPLETED COMPLETED COMPLETED"), std::string{"COMPLETED COMPLETED COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R89 R94 R99: who was charged and not extended gets the period, or the money back; either closes the difference that
// names it.
void TstRemedies::aRenewalIsRefundedOrExtended()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterNothingSold(), std::string{});
    QCOMPARE(bench.addJob("renew", "Europe/Berlin", "0 2 * * *", 0), std::string{});
    QCOMPARE(bench.bePatient(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.job SET enabled = false WHERE job_id <> 'renew'; "
                       "INSERT INTO onceover.subscription (subscription_id, merchant_id, user_ref, amount_minor, "
                       "currency, paid_until) "
                       "SELECT n, (SELECT min(merchant_id) FROM onceover.merchant), 'user-' || n, 1500, 'USD', "
                       "'2026-05-10' FROM generate_series(1, 3) n"),
        std::string{});
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler});
    QCOMPARE(bench.trigger("2026-05-10", "renew"), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox", "3"), std::string{"3"});
    QCOMPARE(bench.sql("UPDATE onceover.subscription SET paid_until = '2026-05-20' WHERE subscription_id < 3"),
        std::string{});
    bench.stopEngine();
    bench.startAll();
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'", "3"),
        std::string{"3"});
    QCOMPARE(
        bench.await(
            "SELECT count(*) FROM onceover.reconciliation_difference WHERE kind = 'CONTRADICTION' AND status = 'OPEN'",
            "2"),
        std::string{"2"});
    const auto renewalOf = [&](int subscription) {
        return bench.idOf(
            "SELECT operation_id FROM onceover.settlement_operation WHERE settlement_type = 'renew' AND scope_ref = '"
            + std::to_string(subscription) + "'");
    };
    const auto differenceOf = [&](int subscription) {
        return std::stoll(
            bench.sql("SELECT difference_id FROM onceover.reconciliation_difference WHERE operation_id = '"
                + renewalOf(subscription).toString() + "'"));
    };
    const CompensationWish extension{
        renewalOf(1), "extension", {}, {}, differenceOf(1), false, "charged, not extended", "T-3"};
    QCOMPARE(
        bench.carryThrough(acts::requestCompensation(bench.alice, extension, acts::newRequestId())), std::string{});
    QCOMPARE(
        bench.sql("SELECT paid_until FROM onceover.subscription WHERE subscription_id = 1"), std::string{"2026-06-20"});
    QCOMPARE(saidTo(acts::requestCompensation(bench.alice, extension, acts::newRequestId())),
        std::string{"AMOUNT_OUT_OF_RANGE"}); // Once.
    const CompensationWish refund{
        renewalOf(2), "refund", {}, {}, differenceOf(2), false, "charged, not extended", "T-4"};
    QCOMPARE(bench.carryThrough(acts::requestCompensation(bench.alice, refund, acts::newRequestId())), std::string{});
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.reconciliation_difference WHERE status = 'OPEN'"), std::string{"0"});
    QCOMPARE(bench.awaitBatches("COMPLETED COMPLETED COMPLETED"), std::string{"COMPLETED COMPLETED COMPLETED"});
    QCOMPARE(QByteArray::fromStdString(
                 bench.sql("SELECT coalesce(string_agg(concat_ws(' ', kind, subject, detail), '; '), '') "
                           "FROM onceover.v_three_table_difference")),
        QByteArray());
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R85 R90, I1: what the bank refused is replaced once, with the same items and amount, under a new key, to the
// beneficiary of now; a merchant that changed after the approval voids it.
void TstRemedies::aRefusedPayoutIsReplacedWithTheBeneficiaryOfNow()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(R"({"next":{"refuse":1}})"), std::string{});
    bench.startAll();
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.untilNothingMoves(), std::string{});
    const std::string refused = "FROM onceover.settlement_operation WHERE failure_class = 'REFUSED'";
    const Uuid original = bench.idOf("SELECT operation_id " + refused);
    const auto moveAccount = [&](const char* account) {
        // How two persons change it is another story (tst_guards).
        return bench.sql(
            std::string{"ALTER TABLE onceover.merchant DISABLE TRIGGER guard_update; UPDATE onceover.merchant SET "
                        "beneficiary_account = '"}
            + account + "' WHERE merchant_id = (SELECT merchant_id " + refused
            + "); ALTER TABLE onceover.merchant ENABLE ALWAYS TRIGGER guard_update");
    };
    QCOMPARE(moveAccount("NEW-000000-1111"), std::string{});
    const RevisionWish wish{original, false, "the account was closed", "T-5"};
    const auto stale = acts::requestRevision(bench.alice, wish, acts::newRequestId());
    QCOMPARE(saidTo(stale), std::string{"DONE"});
    QCOMPARE(moveAccount("NEW-000000-2222"), std::string{});
    QCOMPARE(bench.approve(stale->id), std::string{"MOVED "});
    const auto asked = acts::requestRevision(bench.alice, wish, acts::newRequestId());
    QCOMPARE(saidTo(asked), std::string{"DONE"});
    QCOMPARE(bench.sql("SELECT plan #>> '{facts,beneficiary_new,account}', plan #>> "
                       "'{facts,beneficiary_old,fingerprint}' <> plan #>> "
                       "'{facts,beneficiary_new,fingerprint}' FROM onceover.approval WHERE approval_id = "
                 + std::to_string(asked->id)),
        std::string{"****2222|t"});
    QCOMPARE(bench.carryThrough(asked), std::string{});
    QCOMPARE(bench.sql("SELECT n.revision, n.status, n.amount_minor = o.amount_minor, n.root_id = o.operation_id, "
                       "n.beneficiary ->> 'account', m.idempotency_key <> p.idempotency_key "
                       "FROM onceover.settlement_operation o JOIN onceover.settlement_operation n ON n.root_id = "
                       "o.operation_id AND n.revision = 1 "
                       "JOIN onceover.outbox p ON p.operation_id = o.operation_id JOIN onceover.outbox m ON "
                       "m.operation_id = n.operation_id WHERE o.failure_class = 'REFUSED'"),
        std::string{"1|SUCCEEDED|t|t|NEW-000000-2222|t"});
    QCOMPARE(bench.sql("SELECT status || ' ' || resolution FROM onceover.dead_letter WHERE operation_id = '"
                 + original.toString() + "'"),
        std::string{"RESOLVED replaced"});
    QCOMPARE(saidTo(acts::requestRevision(bench.alice, wish, acts::newRequestId())), std::string{"ALREADY_REPLACED"});
    QCOMPARE(bench.awaitBatches("COMPLETED COMPLETED"), std::string{"COMPLETED COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md section 3: a bank that refuses, and says later that it paid all the same: the operation stays as it ended,
// an approved correction books what left, and the difference is closed.
void TstRemedies::moneyFoundGoneIsBookedAndItsDifferenceClosed()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(R"({"next":{"refuse":1}})"), std::string{});
    bench.startAll();
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.untilNothingMoves(), std::string{});
    QCOMPARE(bench.sql("WITH m AS (SELECT x.* FROM onceover.outbox x JOIN onceover.settlement_operation o USING "
                       "(bucket, operation_id) WHERE o.failure_class = 'REFUSED'), "
                       "c AS (INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, "
                       "outbox_id, operation_id, idempotency_key, outbox_version, started_at, "
                       "duration, answer, external_ref, amount_minor, currency, worker_id) SELECT 'QUERY', channel_id, "
                       "profile_version, bucket, outbox_id, operation_id, "
                       "idempotency_key, version, onceover.clock(), '0', 'FOUND_EXECUTED', 'LATE-1', amount_minor, "
                       "currency, 'svc' FROM m RETURNING call_id) SELECT FROM c"),
        std::string{});
    QCOMPARE(bench.sql("SELECT f.note FROM onceover.outbox m JOIN onceover.external_call c ON c.outbox_id = "
                       "m.outbox_id AND c.external_ref = 'LATE-1', "
                       "onceover.finish_external('svc', ARRAY[m.bucket], ARRAY[m.outbox_id], ARRAY['UNKNOWN'], "
                       "ARRAY[m.version], ARRAY['ACCEPTED'], ARRAY['LATE-1'], ARRAY[c.call_id], "
                       "ARRAY[0::bigint], ARRAY[0::smallint], ARRAY[0::smallint], ARRAY[''], ARRAY['FOUND_EXECUTED'], "
                       "ARRAY[NULL::text]) f"),
        std::string{"CONTRADICTION"});
    const Uuid original
        = bench.idOf("SELECT operation_id FROM onceover.settlement_operation WHERE failure_class = 'REFUSED'");
    QCOMPARE(saidTo(acts::requestRevision(bench.alice, {original, false, "again", ""}, acts::newRequestId())),
        std::string{"EFFECT_ON_RECORD"});
    const std::int64_t difference = std::stoll(
        bench.sql("SELECT difference_id FROM onceover.reconciliation_difference WHERE kind = 'CONTRADICTION'"));
    QCOMPARE(saidTo(acts::requestCorrection(bench.alice, difference + 1000, "none", "", acts::newRequestId())),
        std::string{"UNKNOWN_SUBJECT"});
    QCOMPARE(bench.carryThrough(
                 acts::requestCorrection(bench.alice, difference, "the statement has it", "T-6", acts::newRequestId())),
        std::string{});
    QCOMPARE(bench.sql("SELECT o.status, o.scope_ref, string_agg(l.phase || ' ' || l.side, ',' ORDER BY l.phase, "
                       "l.side) FROM onceover.settlement_operation o JOIN "
                       "onceover.ledger_entry l USING (bucket, operation_id) WHERE o.settlement_type = 'correction' "
                       "GROUP BY 1, 2"),
        "SUCCEEDED|" + original.toString() + "/1|HOLD CREDIT,HOLD DEBIT,PAY CREDIT,PAY DEBIT");
    QCOMPARE(bench.sql("SELECT status FROM onceover.reconciliation_difference WHERE difference_id = "
                 + std::to_string(difference)),
        std::string{"RESOLVED"});
    QCOMPARE(bench.sql("SELECT status, failure_class FROM onceover.settlement_operation WHERE operation_id = '"
                 + original.toString() + "'"),
        std::string{"FAILED_PERMANENT|REFUSED"});
    QCOMPARE(bench.awaitBatches("COMPLETED COMPLETED"), std::string{"COMPLETED COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// DESIGN.md sections 3 and 9, R90, R91: the bank pays one merchant and sends the money back. The payment stays; an
// approved return books it as owed again, the next cycle pays it, and it is never booked or taken back twice.
void TstRemedies::moneySentBackIsBookedAndPaidByTheNextCycle()
{
    RemedyBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.runDay(), std::string{});
    QCOMPARE(bench.openDoor(), std::string{});
    auto roles = EngineBench::allRoles();
    roles.insert({engine::Role::Replayer, engine::Role::Callback});
    bench.startEngine(roles);
    QCOMPARE(bench.trigger(kDayOfRemedies), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDayOfRemedies), std::string{"COMPLETED"});
    const Uuid original
        = bench.idOf("SELECT operation_id FROM onceover.settlement_operation ORDER BY amount_minor DESC, "
                     "operation_id LIMIT 1");
    const std::string one = " WHERE operation_id = '" + original.toString() + "'";
    const std::string told = bench.sql("SELECT json_build_object('key', idempotency_key, 'status', 'RETURNED', "
                                       "'reference', external_ref, 'amount', amount_minor, 'currency', currency, "
                                       "'event_id', 'back-1', 'code', 'ACCOUNT_CLOSED') FROM onceover.outbox"
        + one);
    // A statement shows it first, under the reference of its booking, by which nobody can book it.
    const std::string statement
        = bench.sql("SELECT jsonb_build_object('account', 'A', 'reference', 'S1', 'currency', currency, 'opening', 0, "
                    "'closing', amount_minor, 'from', d, 'to', d, 'lines', jsonb_build_array(jsonb_build_object('amount', "
                    "amount_minor, 'currency', currency, 'booked', d, 'ref', 'BOOKING-1', 'references', "
                    "jsonb_build_array(idempotency_key)))) FROM onceover.outbox, (SELECT (onceover.clock() AT TIME ZONE "
                    "'UTC')::date AS d) t"
            + one);
    QCOMPARE(bench.sql("SELECT outcome || ' ' || opened FROM onceover.import_statement('practice-bank', sha256('x'), '"
                     + statement + "', gen_random_uuid())",
                 "alice"),
        std::string{"DONE 1"});
    const std::string back
        = "SELECT difference_id FROM onceover.reconciliation_difference WHERE kind = 'RETURNED' AND status = 'OPEN'";
    const auto byStatement = acts::requestCorrection(
        bench.alice, std::stoll(bench.sql(back)), "it came back", "T-6", acts::newRequestId());
    QCOMPARE(saidTo(byStatement), std::string{"NO_EVIDENCE"});
    QVERIFY(channel::callHttp(bench.endpoint() + "/control/callbacks",
        R"({"url":")" + bench.callbackUrl() + R"(","secret":")" + EngineBench::kCallbackSecret + R"(","plan":"once"})",
        std::chrono::seconds{5}));
    QVERIFY(channel::callHttp(
        bench.endpoint() + "/control/callback", R"({"event":)" + told + "}", std::chrono::seconds{5}));
    const std::string open = back + " AND pair <> 'ours/statement'";
    QCOMPARE(bench.await("SELECT count(*) FROM (" + open + ") d", "1"), std::string{"1"});
    const std::int64_t difference = std::stoll(bench.sql(open));
    // The other way round is a reversal; both at once is too much.
    const auto ask
        = [&] { return acts::requestCorrection(bench.alice, difference, "it came back", "T-7", acts::newRequestId()); };
    QCOMPARE(bench.carryThrough(ask()), std::string{});
    QCOMPARE(saidTo(ask()), std::string{"FINAL_STATE"});
    QCOMPARE(bench.sql(back), std::string{}); // What the statement showed is booked with it.
    QCOMPARE(bench.sql("SELECT status FROM onceover.settlement_operation" + one), std::string{"SUCCEEDED"});
    // From paid through transit to payable: after both, the merchant is owed what it was owed before it was paid.
    QCOMPARE(
        bench.sql("SELECT string_agg(concat_ws(' ', l.phase, l.side, a.account_kind, sign(l.amount_minor)), ',' ORDER "
                  "BY l.phase, l.side) FROM onceover.ledger_entry l JOIN onceover.account a USING (account_id) JOIN "
                  "onceover.settlement_operation o USING (bucket, operation_id) WHERE o.settlement_type = 'return'"),
        std::string{"HOLD CREDIT in_transit 1,HOLD DEBIT paid -1,PAY CREDIT payable 1,PAY DEBIT in_transit -1"});
    QCOMPARE(bench.sql("SELECT sum(l.amount_minor) FROM onceover.ledger_entry l JOIN onceover.account a USING "
                       "(account_id) WHERE a.account_kind = 'payable' AND a.owner_ref = (SELECT merchant_id::text FROM "
                       "onceover.settlement_operation"
                 + one + ")"),
        std::string{"0"});
    const auto reversal = acts::requestCompensation(bench.alice,
        {original, "reversal", 1, letterOf("it was paid to the wrong one"), {}, false, "take it back", "T-8"},
        acts::newRequestId());
    QCOMPARE(saidTo(reversal), std::string{"AMOUNT_OUT_OF_RANGE"});
    QCOMPARE(bench.awaitBatches("COMPLETED COMPLETED"), std::string{"COMPLETED COMPLETED"});
    // An incident about the merchant counts the payment as what took effect, and no leg of the return beside it.
    const std::string about = bench.sql("SELECT merchant_id FROM onceover.settlement_operation" + one + " LIMIT 1");
    QCOMPARE(bench.sql("SELECT outcome FROM onceover.incident_open('money came back', 'merchant', '" + about + "', '"
                     + kDayOfRemedies + "', gen_random_uuid())",
                 "alice"),
        std::string{"DONE"});
    QCOMPARE(
        bench.sql("SELECT string_agg(equality, ' ' ORDER BY nth) FILTER (WHERE holds) FROM onceover.v_incident i, "
                  "onceover.five_equalities(i.incident_id)"),
        std::string{"OPERATIONS LEDGER_ENTRIES OUTSIDE_FLOWS TOTAL_AMOUNT STATE_DISTRIBUTION"});
    // The next cycle takes it, once, and pays it with the sales of that day.
    const std::string next = "2026-05-12";
    QVERIFY(bench.enterDay(next));
    QCOMPARE(bench.bePatient(), std::string{});
    QCOMPARE(bench.trigger(next), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(next), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT count(*), bool_and(o.status = 'SUCCEEDED' AND o.external_ref IS NOT NULL AND "
                  "i.amount_minor = c.amount_minor AND o.settle_date = '"
            + next
            + "') FROM onceover.carry_over c JOIN onceover.settlement_item i ON i.bucket = c.bucket AND i.item_kind = "
              "'carry-over' AND i.item_id = c.operation_id::text JOIN onceover.settlement_operation o ON "
              "o.operation_id = i.root_id WHERE c.reason = 'RETURNED' AND c.taken_by = i.root_id"),
        std::string{"1|t"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

QTEST_GUILESS_MAIN(TstRemedies)
#include "tst_remedies.moc"
