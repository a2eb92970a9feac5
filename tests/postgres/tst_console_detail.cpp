// SPDX-License-Identifier: GPL-3.0-or-later
// One batch and one operation, whole: every number as the database has it, for every person's role.
#include "settled_reading.h"

#include <QTest>

#include <algorithm>

using namespace onceover;
using namespace onceover::test;

namespace {

OperationId idOf(const std::string& text)
{
    return OperationId{Uuid::parse(text).value_or(Uuid{})};
}

const char* const kRerun = R"(
UPDATE run_attempt SET status = 'LOST', outcome = 'lost', error = 'no heartbeat', finished_at = clock()
 WHERE run_id = (SELECT max(run_id) FROM job_run) AND shard_no = (SELECT shard_no FROM settlement_operation
       WHERE merchant_id = 5 AND biz_date = '2026-03-11');
INSERT INTO run_attempt (run_id, attempt_no, worker_id) SELECT max(run_id), 2, 'test-w2' FROM job_run;
INSERT INTO run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id, rows_affected)
SELECT b.run_id, b.batch_id, o.shard_no, 2, 'test-w2', 7 FROM settlement_operation o JOIN settlement_batch b USING (batch_id)
 WHERE o.merchant_id = 5 AND o.biz_date = '2026-03-11';
INSERT INTO operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
SELECT 'TAKE_OVER', 'PROCESSING', 'PROCESSING', o.batch_id, a.attempt_id, 'test-w2', ARRAY[o.operation_id], ARRAY[2::bigint]
  FROM settlement_operation o JOIN run_attempt a ON a.batch_id = o.batch_id AND a.shard_no = o.shard_no AND a.attempt_no = 2
 WHERE o.merchant_id = 5 AND o.biz_date = '2026-03-11';
INSERT INTO run_trigger (job_id, source, request_id, run_id, run_key, biz_date, answer, requested_by)
SELECT job_id, 'manual', gen_random_uuid(), run_id, run_key, biz_date, 'EXISTING', 'alice' FROM job_run ORDER BY run_id DESC LIMIT 1;
)";

} // namespace

class TestConsoleDetail : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { QVERIFY(m_days->copy()); }
    void unknownKeysAreNoFailure();
    void everyRoleReadsTheSameBatch_data();
    void everyRoleReadsTheSameBatch();
    void completedBatchHoldsEveryNumber();
    void rerunShowsEachTrigger();
    void shardsCompareWhatWasPromised();
    void looksDifferencesAndAuditAreTheBatchs();
    void secondEffectOfOneOperationIsSeen();
    void succeededOperationHoldsEveryFact();
    void attemptsAreThoseThatTouchedIt();
    void unknownOperationHasItsClock();
    void refusedOperationGivesTheMoneyBack();
    void resentMessageShowsBothSends();
    void itemsAddUpToTheAmount();
    void payloadIsTheAuditorsAlone();
    void clockFollowsTheProfileOfTheFirstSend();

private:
    [[nodiscard]] std::string text(const std::string& sql) const { return told(*m_days, sql); }
    [[nodiscard]] std::int64_t number(const std::string& sql) const { return std::stoll(text(sql)); }
    [[nodiscard]] std::string operationWhere(const std::string& condition) const
    {
        return text(
            "SELECT operation_id FROM onceover.settlement_operation WHERE " + condition + " ORDER BY 1 LIMIT 1;");
    }
    [[nodiscard]] Result<BatchDetail> batch(const char* runKey, std::string_view login = "alice") const
    {
        store::ConsoleStore reader{m_days->copyAs(login), "test"};
        return reader.readBatch(runKey);
    }
    [[nodiscard]] Result<OperationDetail> operation(const std::string& id, std::string_view login = "alice") const
    {
        store::ConsoleStore reader{m_days->copyAs(login), "test"};
        return reader.readOperation(idOf(id));
    }

    std::unique_ptr<SettledDays> m_days;
};

void TestConsoleDetail::initTestCase()
{
    MAKE_SETTLED_DAYS(m_days);
}

// Issue B: an unknown key is told as such, with the time of the look.
void TestConsoleDetail::unknownKeysAreNoFailure()
{
    const auto nothing = batch("settle-daily:1999-01-01");
    VERIFY_READ(nothing);
    QVERIFY(!nothing->found);
    QCOMPARE(nothing->runKey, std::string{"settle-daily:1999-01-01"});
    QVERIFY(nothing->takenAt > Timestamp{});
    const auto nobody = operation("00000000-0000-0000-0000-000000000001");
    VERIFY_READ(nobody);
    QVERIFY(!nobody->found);
    QCOMPARE(nobody->id, idOf("00000000-0000-0000-0000-000000000001"));
    QVERIFY(nobody->takenAt > Timestamp{});
}

void TestConsoleDetail::everyRoleReadsTheSameBatch_data()
{
    QTest::addColumn<QString>("login");
    for (const char* login : {"alice", "bob", "carol"})
        QTest::newRow(login) << QString::fromLatin1(login);
}

// Operator, approver and auditor see one truth.
void TestConsoleDetail::everyRoleReadsTheSameBatch()
{
    QFETCH(QString, login);
    const auto detail = batch("settle-daily:2026-03-11", login.toStdString());
    VERIFY_READ(detail);
    QVERIFY(detail->found);
    QCOMPARE(detail->batch.status, std::string{"PARTIAL"});
    QCOMPARE(detail->batch.statusReason, std::string{"1 refused, 1 unknown"});
    QCOMPARE(detail->batch.total, 24);
    QCOMPARE(detail->batch.done, 22);
    QCOMPARE(detail->batch.unknown, 1);
    QCOMPARE(detail->batch.dead, 2);
    QCOMPARE(detail->batch.amounts.size(), std::size_t{3});
    QCOMPARE(detail->states.size(), std::size_t{3});
    QCOMPARE(detail->shards.size(), std::size_t{4});
    QCOMPARE(detail->triggers.size(), std::size_t{1});
    QCOMPARE(detail->attempts.size(), std::size_t{5});
    QVERIFY(!detail->batch.countAgrees.has_value());
}

// The detail page and the list are one truth.
void TestConsoleDetail::completedBatchHoldsEveryNumber()
{
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    ListQuery query;
    query.status = "COMPLETED";
    const auto listed = reader.readBatches(query);
    VERIFY_READ(listed);
    const auto detail = reader.readBatch("settle-daily:2026-03-10");
    VERIFY_READ(detail);
    QVERIFY(detail->batch == listed->rows.front());
    QCOMPARE(detail->effectsMax, 1);
    QCOMPARE(detail->inputVersion, std::string{"v1"});
    QCOMPARE(detail->ruleVersion, 1);
    QCOMPARE(detail->run.status, std::string{"DONE"});
    QCOMPARE(detail->run.runKey, std::string{"settle-daily:2026-03-10"});
    QCOMPARE(detail->run.zone, std::string{"Asia/Shanghai"});
    QCOMPARE(detail->run.attempts, 1);
    QVERIFY(detail->run.startedAt.has_value() && detail->run.finishedAt.has_value());
    const TriggerFact& trigger = detail->triggers.front();
    QCOMPARE(trigger.source, std::string{"schedule"});
    QCOMPARE(trigger.answer, std::string{"CREATED"});
    QCOMPARE(trigger.requestedBy, std::string{"scheduler"});
    QCOMPARE(trigger.trigger.value, number("SELECT min(trigger_id) FROM onceover.run_trigger;"));
    QVERIFY(trigger.scheduledAt.has_value());
    QVERIFY(!detail->attempts.front().shard.has_value()); // The run's own attempt first.
    QCOMPARE(detail->attempts.front().worker, std::string{"test-w1"});
    QCOMPARE(detail->attempts.front().status, std::string{"SUCCEEDED"});
    QCOMPARE(detail->attempts.back().shard, std::optional{3});
}

// Issue B: triggered 2, executed 3 (two tries at the run, and a worker lost within a shard), took effect once.
void TestConsoleDetail::rerunShowsEachTrigger()
{
    VERIFY_READ(m_days->breakIt(kRerun));
    const auto detail = batch("settle-daily:2026-03-11");
    VERIFY_READ(detail);
    QCOMPARE(detail->batch.triggered, 2);
    QCOMPARE(detail->batch.executed, 3);
    QCOMPARE(detail->effectsMax, 1);
    QCOMPARE(detail->triggers.size(), std::size_t{2});
    QCOMPARE(detail->triggers.back().source, std::string{"manual"});
    QCOMPARE(detail->triggers.back().requestedBy, std::string{"alice"});
    QCOMPARE(detail->triggers.back().answer, std::string{"EXISTING"});
    QVERIFY(!detail->triggers.back().requestId.empty());
    QCOMPARE(detail->attempts.size(), std::size_t{7});
    QCOMPARE(detail->attempts[1].number, 2);
    QVERIFY(!detail->attempts[1].shard.has_value());
    const auto lost = std::find_if(detail->attempts.begin(), detail->attempts.end(),
        [](const AttemptFact& attempt) { return attempt.status == "LOST"; });
    QVERIFY(lost != detail->attempts.end());
    QCOMPARE(lost->error, std::string{"no heartbeat"});
    QVERIFY(lost->finishedAt.has_value());
    const auto again = std::find_if(
        detail->attempts.begin(), detail->attempts.end(), [](const AttemptFact& attempt) { return attempt.rows == 7; });
    QVERIFY(again != detail->attempts.end());
    QCOMPARE(again->worker, std::string{"test-w2"});
}

void TestConsoleDetail::shardsCompareWhatWasPromised()
{
    const auto detail = batch("settle-daily:2026-03-11");
    VERIFY_READ(detail);
    std::int64_t count = 0;
    AmountPerCurrency amounts;
    for (const ShardFact& shard : detail->shards) {
        QCOMPARE(shard.bucketFrom, shard.number * 16);
        QCOMPARE(shard.bucketTo, shard.number * 16 + 16);
        QCOMPARE(shard.total, 4);
        QCOMPARE(shard.status, std::string{"ENUMERATED"});
        QCOMPARE(shard.expectedCount, std::optional{shard.actualCount});
        QCOMPARE(shard.expected, shard.actual);
        QVERIFY(shard.enumeratedAt.has_value());
        count += shard.actualCount;
        for (const auto& [currency, minor] : shard.actual)
            amounts[currency] += minor;
    }
    QCOMPARE(count, detail->batch.total);
    QCOMPARE(amounts, detail->batch.amounts);
}

void TestConsoleDetail::looksDifferencesAndAuditAreTheBatchs()
{
    VERIFY_READ(m_days->breakIt(R"(
INSERT INTO reconciliation_run (kind, batch_id, compared, differences, finished_at, worker_id)
SELECT 'books', b, 24, n, clock(), 'test-w1' FROM (SELECT max(batch_id) AS b FROM settlement_batch) x, (VALUES (0), (1)) v(n);
INSERT INTO reconciliation_run (kind, batch_id, compared, worker_id) SELECT 'books', min(batch_id), 9, 'test-w1' FROM settlement_batch;
INSERT INTO reconciliation_difference (kind, grade, batch_id, external_ref, ours_minor, theirs_minor, currency, detail)
SELECT 'AMOUNT', 'P0', max(batch_id), 'BANK-X', 100, 90, 'CNY', 'ten too few' FROM settlement_batch;
INSERT INTO reconciliation_difference (kind, grade, batch_id, external_ref, status, resolved_at)
SELECT 'COUNT', 'P0', max(batch_id), 'BANK-Y', 'RESOLVED', clock() FROM settlement_batch;
SELECT audit_append('people', 'alice', 'trigger', 'settle-daily 2026-03-11', 'REFUSED', 'FROZEN', '', '{}', NULL);
SELECT audit_append('people', 'alice', 'trigger', 'settle-daily 2026-03-10', 'DONE', '', '', '{}', NULL);
SELECT audit_append('system', 'system', 'freeze', 'batch ' || max(batch_id), 'DONE', 'DEFECT', '', '{}', NULL) FROM settlement_batch;)"));
    const auto detail = batch("settle-daily:2026-03-11", "bob");
    VERIFY_READ(detail);
    QCOMPARE(detail->looks.size(), std::size_t{2});
    QCOMPARE(detail->looks.front().differences, 1); // The newest first.
    QCOMPARE(detail->looks.front().compared, 24);
    QCOMPARE(detail->differences.size(), std::size_t{1});
    QCOMPARE(detail->differences.front().oursMinor, std::optional<std::int64_t>{100});
    QCOMPARE(detail->differences.front().theirsMinor, std::optional<std::int64_t>{90});
    QCOMPARE(detail->differences.front().detail, std::string{"ten too few"});
    QCOMPARE(detail->audit.size(), std::size_t{2});
    QCOMPARE(detail->audit.front().action, std::string{"freeze"});
    QCOMPARE(detail->audit.back().outcome, std::string{"REFUSED"});
    QCOMPARE(detail->audit.back().reason, std::string{"FROZEN"});
}

// R6: money that left twice is an alarm, whoever hides it.
void TestConsoleDetail::secondEffectOfOneOperationIsSeen()
{
    VERIFY_READ(m_days->breakIt(R"(
INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at,
                           duration, answer, external_ref, worker_id)
SELECT kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration, 'ACCEPTED',
       'BANK-SECOND', worker_id
  FROM external_call WHERE answer = 'ACCEPTED' AND operation_id IN (SELECT operation_id FROM settlement_operation WHERE biz_date = '2026-03-11') LIMIT 1;)"));
    const auto detail = batch("settle-daily:2026-03-11");
    VERIFY_READ(detail);
    QCOMPARE(detail->effectsMax, 2);
}

void TestConsoleDetail::succeededOperationHoldsEveryFact()
{
    // R4, R32: each of the six layers, from the trigger to the bank, is there with what it is called.
    const std::string id = operationWhere("merchant_id = 6 AND biz_date = '2026-03-11'");
    const auto detail = operation(id);
    VERIFY_READ(detail);
    QVERIFY(detail->found);
    store::ConsoleStore reader{m_days->copyAs("alice"), "test"};
    ListQuery query;
    query.keyPrefix = id;
    const auto listed = reader.readOperations(query);
    VERIFY_READ(listed);
    QVERIFY(detail->operation == listed->rows.front());
    QCOMPARE(detail->settleDate.toString(), std::string{"2026-03-11"});
    QCOMPARE(detail->revision, 0);
    QCOMPARE(detail->revisions, 1);
    QCOMPARE(detail->operation.attempts, 1);
    QCOMPARE(detail->budgetAttempts, 0);
    QCOMPARE(detail->beneficiaryName, std::string{"Holder 6"});
    QVERIFY2(detail->beneficiaryAccount.ends_with("1006") && detail->beneficiaryAccount.starts_with("****"), "masked");
    QCOMPARE(detail->run.runKey, std::string{"settle-daily:2026-03-11"});
    QCOMPARE(detail->triggers.size(), std::size_t{1});
    QCOMPARE(detail->attempts.size(), std::size_t{2}); // At the run, and at its shard.
    QCOMPARE(detail->events.front().kind, std::string{"CLAIM"});
    QCOMPARE(detail->events.front().setSize, 24);
    QCOMPARE(detail->events.back().kind, std::string{"ACCEPT"});
    QCOMPARE(detail->events.back().to, std::string{"SUCCEEDED"});
    QCOMPARE(detail->events.back().version, std::optional<std::int64_t>{1});
    QCOMPARE(detail->legs.size(), std::size_t{4});
    std::int64_t sum = 0;
    for (const LegFact& leg : detail->legs)
        sum += leg.amountMinor;
    QCOMPARE(sum, 0);
    QCOMPARE(detail->legs.front().phase, std::string{"HOLD"});
    QCOMPARE(detail->legs.front().accountKind, std::string{"payable"});
    QCOMPARE(detail->legs.front().owner, std::string{"6"});
    QCOMPARE(detail->legs.back().phase, std::string{"PAY"});
    QCOMPARE(detail->legs.back().owner, std::string{"practice-bank"});
    QVERIFY(detail->message.has_value());
    const MessageFact& message = *detail->message;
    QCOMPARE(message.status, std::string{"ACCEPTED"});
    const std::string of = " FROM onceover.outbox WHERE operation_id = '" + id + "';";
    QCOMPARE(message.idempotencyKey, text("SELECT idempotency_key" + of));
    QCOMPARE(message.payloadSha256, text("SELECT encode(payload_sha256, 'hex')" + of));
    QCOMPARE(message.payloadSize, number("SELECT octet_length(payload)" + of));
    QCOMPARE(message.sends, 1);
    QCOMPARE(*message.honouredUntil - *message.firstSentAt, std::chrono::hours{30 * 24 - 1});
    QCOMPARE(detail->calls.size(), std::size_t{1});
    QCOMPARE(detail->calls.front().answer, std::string{"ACCEPTED"});
    QCOMPARE(detail->calls.front().duration, milliseconds{20});
    QCOMPARE(detail->calls.front().externalRef, detail->operation.externalRef);
    QCOMPARE(detail->calls.front().amountMinor, std::optional{detail->operation.amountMinor});
    QVERIFY(detail->deadLetters.empty());
    QVERIFY(!detail->factsHaveMore);
}

// Issue B: 1 run, 2 attempts: the reader shows the attempts that touched this operation, and no other.
void TestConsoleDetail::attemptsAreThoseThatTouchedIt()
{
    VERIFY_READ(m_days->breakIt(kRerun));
    const auto shardAttempts = [](const OperationDetail& detail) {
        return std::count_if(detail.attempts.begin(), detail.attempts.end(),
            [](const AttemptFact& attempt) { return attempt.shard.has_value(); });
    };
    const auto taken = operation(operationWhere("merchant_id = 5 AND biz_date = '2026-03-11'"));
    VERIFY_READ(taken);
    QCOMPARE(shardAttempts(*taken), 2);
    const std::string neighbour = operationWhere("biz_date = '2026-03-11' AND merchant_id <> 5 AND shard_no = (SELECT "
                                                 "shard_no FROM onceover.settlement_operation "
                                                 "WHERE merchant_id = 5 AND biz_date = '2026-03-11')");
    const auto other = operation(neighbour);
    VERIFY_READ(other);
    QCOMPARE(shardAttempts(*other), 1);
}

void TestConsoleDetail::unknownOperationHasItsClock()
{
    const auto detail = operation(operationWhere("status = 'UNKNOWN_EXTERNAL'"));
    VERIFY_READ(detail);
    QCOMPARE(detail->operation.status, std::string{"UNKNOWN_EXTERNAL"});
    QVERIFY(detail->message->unknownSince.has_value());
    QVERIFY(detail->message->nextQueryAt.has_value());
    QVERIFY(detail->message->honouredUntil.has_value());
    QCOMPARE(detail->calls.back().answer, std::string{"UNKNOWN"});
    QVERIFY(detail->calls.back().externalRef.empty());
    QCOMPARE(detail->legs.size(), std::size_t{2}); // HOLD stands.
    QCOMPARE(detail->deadLetters.size(), std::size_t{1});
    QCOMPARE(detail->deadLetters.front().status, std::string{"OPEN"});
    QVERIFY(!detail->deadLetters.front().lastError.empty());
}

void TestConsoleDetail::refusedOperationGivesTheMoneyBack()
{
    const auto detail = operation(operationWhere("status = 'FAILED_PERMANENT'"));
    VERIFY_READ(detail);
    QCOMPARE(detail->operation.failureClass, std::string{"REFUSED"});
    QCOMPARE(detail->legs.size(), std::size_t{4});
    QCOMPARE(detail->legs.back().phase, std::string{"BACK"});
    QCOMPARE(detail->events.back().kind, std::string{"REFUSE"});
    QCOMPARE(detail->deadLetters.size(), std::size_t{1});
    QVERIFY(detail->finishedAt.has_value());
}

// One message, sent twice under one key and one payload: both sends and the question between them are there in order.
void TestConsoleDetail::resentMessageShowsBothSends()
{
    const auto detail = operation(text("SELECT operation_id FROM onceover.outbox WHERE sends_total = 2 LIMIT 1;"));
    VERIFY_READ(detail);
    QCOMPARE(detail->message->sends, 2);
    QCOMPARE(detail->calls.size(), std::size_t{3});
    QCOMPARE(detail->calls[0].answer, std::string{"UNKNOWN"});
    QCOMPARE(detail->calls[1].kind, std::string{"QUERY"});
    QCOMPARE(detail->calls[1].answer, std::string{"NOT_FOUND"});
    QCOMPARE(detail->calls[2].answer, std::string{"ACCEPTED"});
    QCOMPARE(detail->legs.size(), std::size_t{4});
}

// I13: a settlement's amount equals its items.
void TestConsoleDetail::itemsAddUpToTheAmount()
{
    const auto detail = operation(operationWhere("merchant_id = 6 AND biz_date = '2026-03-11'"));
    VERIFY_READ(detail);
    QCOMPARE(detail->itemCount, 3);
    QCOMPARE(detail->items.size(), std::size_t{3});
    QCOMPARE(detail->itemsMinor, detail->operation.amountMinor);
    QCOMPARE(detail->items.front().kind, std::string{"fee"});
    QCOMPARE(detail->items.front().amountMinor, -250);
}

// S: views mask payloads; only who may read the table sees the bytes.
void TestConsoleDetail::payloadIsTheAuditorsAlone()
{
    const std::string id = operationWhere("merchant_id = 6 AND biz_date = '2026-03-11'");
    for (const char* login : {"alice", "bob"}) {
        const auto masked = operation(id, login);
        VERIFY_READ(masked);
        QVERIFY(!masked->message->payload.has_value());
    }
    const auto whole = operation(id, "carol");
    VERIFY_READ(whole);
    QCOMPARE(whole->message->payload, std::optional{"{\"operation\":\"" + id + "\"}"});
}

void TestConsoleDetail::clockFollowsTheProfileOfTheFirstSend()
{
    VERIFY_READ(m_days->breakIt(R"(
INSERT INTO channel_profile (channel_id, profile_version, kind, endpoint, key_transport, key_max_len, key_charset, retention,
                             retention_margin, on_mismatch, on_in_flight, stores_5xx, query_kind, refusal, amount_unit, created_by)
SELECT channel_id, 2, kind, endpoint, key_transport, key_max_len, key_charset, '2 days', '1 hour', on_mismatch, on_in_flight, stores_5xx, query_kind,
       refusal, amount_unit, 'test' FROM channel_profile WHERE channel_id = 'practice-bank';
UPDATE outbox SET profile_version = 2;)"));
    const auto detail = operation(operationWhere("merchant_id = 6 AND biz_date = '2026-03-11'"));
    VERIFY_READ(detail);
    QCOMPARE(detail->message->profileVersion, 1);
    QCOMPARE(*detail->message->honouredUntil - *detail->message->firstSentAt, std::chrono::hours{30 * 24 - 1});
    VERIFY_READ(m_days->breakIt("UPDATE outbox SET first_sent_at = NULL;"));
    const auto unsent = operation(operationWhere("merchant_id = 6 AND biz_date = '2026-03-11'"));
    VERIFY_READ(unsent);
    QVERIFY(!unsent->message->honouredUntil.has_value());
}

QTEST_GUILESS_MAIN(TestConsoleDetail)
#include "tst_console_detail.moc"
