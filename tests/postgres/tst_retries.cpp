// SPDX-License-Identifier: GPL-3.0-or-later
// Retry by meaning (DESIGN.md rule 9) on a real database and a real bank: what is tried again, when, how often, and
// what stands in a person's list in the end.
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";

/// Operations by state, class and count.
const std::string kStates
    = "SELECT status, coalesce(failure_class, ''), count(*) FROM onceover.settlement_operation GROUP BY 1, 2 "
      "ORDER BY 1, 2";
const std::string kOpenLetters
    = "SELECT failure_class, count(*), count(DISTINCT subject_id) FROM onceover.dead_letter WHERE status <> "
      "'RESOLVED' GROUP BY 1 ORDER BY 1";

} // namespace

class TstRetries : public QObject {
    Q_OBJECT

private slots:
    void theFourthTransientFailureIsTheLast();
    void waitsAreOneFiveTwentyFiveMinutesWithinTenPercent();
    void theTotalTimeEndsItBeforeTheAttemptsDo();
    void whatProvablyDidNotLeaveIsSentOnItsScheduleAndGivenUp();
    void aThrottlingBankBurnsNoAttempt();
    void whatTheBankAsksToWaitIsWaited(); // R73, K62
    void aConflictBurnsNoAttempt_data();
    void aConflictBurnsNoAttempt();
    void anUnknownThatNobodyAnswersGoesToAPersonByItsAge();
    void everyRetryKeepsOperationAndKey();
    void aLetterSaysWhatAPersonMustKnow();
};

// R70, R73, R76, R78: a channel that is switched off fails every attempt until the budget is spent: one letter each.
void TstRetries::theFourthTransientFailureIsTheLast()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET enabled = false; UPDATE onceover.job SET retry_backoff = "
                       "ARRAY['20 ms','30 ms','40 ms']::interval[]"),
        std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    bench.stopEngine();
    QCOMPARE(bench.sql(kStates), std::string{"FAILED_PERMANENT|BUDGET_SPENT|120"});
    QCOMPARE(
        bench.sql("SELECT DISTINCT attempts, attempts_total FROM onceover.settlement_operation"), std::string{"4|4"});
    QCOMPARE(bench.sql(kOpenLetters), std::string{"BUDGET_SPENT|120|120"});
    // Exactly one of each: a letter and its alert, however often it is looked at.
    const std::string alerts
        = "SELECT count(*), count(DISTINCT subject) FROM onceover.alert WHERE rule = 'dead letter'";
    for (int look = 0; look < 2; ++look) {
        bench.startEngine({engine::Role::Reconciler});
        QCOMPARE(bench.await(alerts, "120|120"), std::string{"120|120"});
        bench.stopEngine();
    }
    QCOMPARE(
        bench.sql("SELECT count(*) FROM onceover.operation_due"), std::string{"0"}); // R61: nothing tries it again.
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R75: the stored instants themselves; nobody waits for them.
void TstRetries::waitsAreOneFiveTwentyFiveMinutesWithinTenPercent()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET enabled = false; UPDATE onceover.job SET retry_backoff = "
                       "ARRAY['1 min','5 min','25 min']::interval[]"),
        std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    double sum = 0;
    for (const int minutes : {1, 5, 25}) {
        const std::string burned = minutes == 1 ? "1" : minutes == 5 ? "2" : "3";
        QCOMPARE(
            bench.await("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'RETRYABLE' AND attempts = "
                    + burned,
                "120"),
            std::string{"120"});
        const std::string wait = "extract(epoch FROM next_attempt_at - updated_at) / " + std::to_string(minutes * 60);
        QCOMPARE(bench.sql("SELECT min(" + wait + ") >= 0.899, max(" + wait + ") <= 1.101, count(DISTINCT round(1000 * "
                     + wait + ")) > 10 FROM onceover.settlement_operation"),
            std::string{"t|t|t"});
        sum += std::stod(bench.sql(
            "SELECT avg(extract(epoch FROM next_attempt_at - updated_at)) / 60 FROM onceover.settlement_operation"));
        QCOMPARE(bench.sql("UPDATE onceover.operation_due SET due_at = onceover.clock()"), std::string{});
    }
    QVERIFY2(sum > 31 * 0.95 && sum < 31 * 1.05, std::to_string(sum).c_str()); // 31 minutes in all.
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    QCOMPARE(bench.sql(kOpenLetters), std::string{"BUDGET_SPENT|120|120"});
}

// R77
void TstRetries::theTotalTimeEndsItBeforeTheAttemptsDo()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET enabled = false; UPDATE onceover.job SET max_attempts = "
                       "100, max_total_time = "
                       "'300 ms', retry_backoff = ARRAY['100 ms']::interval[]"),
        std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    QCOMPARE(bench.sql(kStates), std::string{"FAILED_PERMANENT|BUDGET_SPENT|120"});
    QCOMPARE(bench.sql("SELECT max(attempts) < 10 FROM onceover.settlement_operation"), std::string{"t"});
}

// R70, R73, R78, F7: connect refused: nothing left the house, so it is sent again on the schedule; then it is given up,
// and what is held stays held.
void TstRetries::whatProvablyDidNotLeaveIsSentOnItsScheduleAndGivenUp()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET max_send_attempts = 4, retry_backoff = ARRAY['20 ms','30 "
                       "ms','40 ms']::interval[]"),
        std::string{});
    bench.stopBank();
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    bench.stopEngine();
    bench.startBank();
    QCOMPARE(bench.sql(kStates), std::string{"FAILED_PERMANENT|NOT_SENT|120"});
    QCOMPARE(bench.sql("SELECT DISTINCT status, attempts, sends_total, sends_maybe_left, first_sent_at IS NULL FROM "
                       "onceover.outbox"),
        std::string{"FAILED|4|4|0|t"});
    QCOMPARE(bench.sql("SELECT DISTINCT kind, answer FROM onceover.external_call"), std::string{"SEND|NOT_SENT"});
    QCOMPARE(bench.sql("SELECT phase, count(*) FROM onceover.ledger_entry GROUP BY 1"), std::string{"HOLD|240"});
    QCOMPARE(bench.sql(kOpenLetters), std::string{"NOT_SENT|120|120"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{0});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R73: as long as it throttles, however often.
void TstRetries::aThrottlingBankBurnsNoAttempt()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QCOMPARE(bench.sql("UPDATE onceover.channel_profile SET max_send_attempts = 2"), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"throttle":0.6,"retry_after_s":0,"seed":9})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT max(attempts), max(sends_total) > 2 FROM onceover.outbox"), std::string{"0|t"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// The bank says how long: nothing of that key is sent before, by the instants that were written down.
void TstRetries::whatTheBankAsksToWaitIsWaited()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"next":{"throttle":5},"retry_after_s":2})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql(
                 "SELECT count(*), count(DISTINCT t.idempotency_key), count(n.started_at), min(n.started_at - "
                 "(t.started_at + t.duration)) >= '2 s' FROM onceover.external_call t LEFT JOIN LATERAL (SELECT "
                 "s.started_at FROM onceover.external_call s WHERE s.idempotency_key = t.idempotency_key AND s.kind = "
                 "'SEND' AND s.call_id > t.call_id ORDER BY s.call_id LIMIT 1) n ON true WHERE t.answer = 'THROTTLED'"),
        std::string{"5|5|5|t"});
    QCOMPARE(bench.sql("SELECT max(attempts) FROM onceover.outbox"), std::string{"0"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R74, K41, K42: somebody else is at the same rows, again and again. The database says so in the middle of the work;
// whoever meets it tries again soon, and no attempt is spent however often that happens.
void TstRetries::aConflictBurnsNoAttempt_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addRow("fenced") << QByteArray("OC004");
    QTest::addRow("deadlock") << QByteArray("40P01");
    QTest::addRow("serialization failure") << QByteArray("40001");
    QTest::addRow("a lock that does not come free") << QByteArray("55P03");
}

void TstRetries::aConflictBurnsNoAttempt()
{
    QFETCH(QByteArray, code);
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    // The first eighty times that a message of the day is written, the work meets it; more often than any budget
    // allows.
    QCOMPARE(
        bench.sql(
            "CREATE SEQUENCE public.met; GRANT USAGE ON public.met TO PUBLIC; CREATE FUNCTION public.meet() RETURNS "
            "trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('public.met') <= 80 THEN RAISE EXCEPTION 'somebody else "
            "is at it' USING ERRCODE = '"
            + code.toStdString()
            + "'; END IF; RETURN NULL; END $$; CREATE TRIGGER meet BEFORE INSERT ON onceover.outbox FOR EACH STATEMENT "
              "EXECUTE FUNCTION public.meet(); DO $$ BEGIN PERFORM onceover.record_guards(); END $$; UPDATE onceover.job "
              "SET max_attempts = 2"),
        std::string{});
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT last_value > 80 FROM public.met"), std::string{"t"}); // It was met.
    QCOMPARE(
        bench.sql(
            "SELECT max(attempts), max(attempts_total) > 1, count(*) FILTER (WHERE failure_class IS NOT NULL) FROM "
            "onceover.settlement_operation"),
        std::string{"0|t|0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.dead_letter"), std::string{"0"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R58, R66, R77, R114: the bank never says what became of it. It stays unknown, is never sent again, and is a person's
// from an age on; nobody can dismiss it.
void TstRetries::anUnknownThatNobodyAnswersGoesToAPersonByItsAge()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QCOMPARE(
        bench.sql("UPDATE onceover.channel_profile SET escalate_after = '200 ms', max_queries = 1000"), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"lose_answer":1,"seed":1})"));
    bench.startEngine({engine::Role::Scheduler, engine::Role::Settler, engine::Role::Sender});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN'", "120"), std::string{"120"});
    bench.stopBank(); // Nobody is there to be asked.
    bench.startEngine({engine::Role::Resolver});
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    QCOMPARE(bench.sql(kStates), std::string{"UNKNOWN_EXTERNAL||120"});
    QCOMPARE(bench.sql(kOpenLetters), std::string{"UNKNOWN|120|120"});
    QCOMPARE(bench.sql("SELECT max(sends_total) FROM onceover.outbox"), std::string{"1"});
    QVERIFY(bench
                .sql("UPDATE onceover.dead_letter SET status = 'RESOLVED', resolution = 'dismissed', resolved_at = "
                     "onceover.clock()")
                .find("an unknown cannot be dismissed")
        != std::string::npos);
    // The bank comes back: each is answered, and its letter with it.
    bench.startBank();
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT resolution, count(*) FROM onceover.dead_letter GROUP BY 1"), std::string{"answered|120"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R22, R57, R80
void TstRetries::everyRetryKeepsOperationAndKey()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"fail_before_execute":0.4,"lose_answer":0.2,"seed":11})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql(
            "SELECT count(DISTINCT operation_id), count(DISTINCT idempotency_key), count(DISTINCT request_sha256), "
            "count(*) > 120 FROM onceover.external_call WHERE kind = 'SEND'"),
        std::string{"120|120|120|t"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation"), std::string{"120"});
}

// R82, R71: task, business date, class, last error, payload, key; no text of another operation.
void TstRetries::aLetterSaysWhatAPersonMustKnow()
{
    EngineBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.beInNoHurry(), std::string{});
    QVERIFY(channel::setMisbehaviour(bench.endpoint(), R"({"next":{"refuse":3}})"));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT DISTINCT d.job_id, d.biz_date, d.grade, d.failure_class, d.last_error <> '', d.payload "
                       "= m.payload, "
                       "d.idempotency_key = m.idempotency_key, d.amount_minor = m.amount_minor, m.sends_total FROM "
                       "onceover.dead_letter d "
                       "JOIN onceover.outbox m ON m.bucket = d.bucket AND m.operation_id = d.operation_id"),
        "settle-daily|" + kDay + "|P0|REFUSED|t|t|t|t|1");
    for (const char* column : {"job_id", "biz_date", "failure_class", "last_error", "payload", "idempotency_key"})
        QCOMPARE(
            bench.sql(
                "SELECT attnotnull FROM pg_attribute WHERE attrelid = 'onceover.dead_letter'::regclass AND attname = '"
                + std::string{column} + "'"),
            std::string{"t"});
}

QTEST_GUILESS_MAIN(TstRetries)
#include "tst_retries.moc"
