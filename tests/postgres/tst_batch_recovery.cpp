// SPDX-License-Identifier: GPL-3.0-or-later
// A batch that failed as a whole, and a run whose attempts are spent, go on by the decision of two persons alone, in
// the engine itself (DESIGN.md section 3, R72, R86 to R92, R156).
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-25";
const std::string kRequest = "(SELECT max(approval_id) FROM onceover.approval)";
const std::string kRequestStatus = "SELECT status FROM onceover.approval WHERE approval_id = " + kRequest;
const std::string kFreezes = "SELECT string_agg(status, ' ' ORDER BY freeze_id) FROM onceover.freeze_order";

class RecoveryBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    /// A day whose postings with these numbers break a rule, one operation at a time. Empty when it is entered.
    [[nodiscard]] std::string enterDayThatFails(const std::string& numbers)
    {
        if (const auto entered = enterDay(kDay); !entered)
            return entered.error().detail;
        return sql(
            "CREATE SEQUENCE public.met; GRANT USAGE ON public.met TO PUBLIC; CREATE FUNCTION public.meet() RETURNS "
            "trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('public.met') IN ("
            + numbers
            + ") THEN RAISE EXCEPTION 'a rule is broken' USING ERRCODE = 'OC008'; END IF; RETURN NULL; END $$; CREATE "
              "TRIGGER meet BEFORE INSERT ON onceover.outbox FOR EACH STATEMENT EXECUTE FUNCTION public.meet(); "
              "DO $$ BEGIN PERFORM onceover.record_guards(); END $$; UPDATE onceover.job SET claim_size = 1");
    }
    void startWithPeople()
    {
        std::set<engine::Role> roles = allRoles();
        roles.insert(engine::Role::Replayer);
        startEngine(roles);
    }
    /// "outcome reason found status" of alice's wish.
    [[nodiscard]] std::string ask(const std::string& which, const std::string& cause) const
    {
        return sql("SELECT concat_ws(' ', outcome, nullif(reason, ''), nullif(found, ''), status) FROM "
                   "onceover.request_batch_recovery("
                + which + ", '" + cause + "', 'it must go on', 'T-7', gen_random_uuid())",
            "alice");
    }
    [[nodiscard]] std::string batch() const
    {
        return sql("SELECT batch_id FROM onceover.settlement_batch") + ", NULL, NULL";
    }
    [[nodiscard]] std::string approve() const
    {
        const std::string plan = sql("SELECT encode(plan_hash, 'hex') || ''', ''hex''), ''' || plan_total FROM "
                                     "onceover.approval WHERE approval_id = "
            + kRequest);
        return sql("SELECT concat_ws(' ', outcome, nullif(reason, ''), status) FROM onceover.approve_request("
                + sql("SELECT " + kRequest) + ", decode('" + plan + "', 'seen', gen_random_uuid())",
            "bob");
    }
    /// The operations that failed, asked for and approved as a replay.
    [[nodiscard]] std::string replayWhatFailed(bool underFreeze = false) const
    {
        const std::string ids = sql(
            "SELECT array_agg(operation_id) FROM onceover.settlement_operation WHERE status = 'FAILED_PERMANENT'");
        const std::string asked = sql("SELECT outcome || reason || found FROM onceover.request_replay('" + ids
                + "', false, false, " + (underFreeze ? "true" : "false") + ", 'rule mended', '', gen_random_uuid())",
            "alice");
        return asked + " " + approve();
    }
};

} // namespace

class TstBatchRecovery : public QObject {
    Q_OBJECT

private slots:
    void aFailedBatchGoesOnByTwoPersonsAndItsFreezeGoesWithIt();
    void theFreezeStaysWhereTheCauseStands();
    void whatFailsAfterTheRecoveryStopsItAgain();
    void aRunWhoseAttemptsAreSpentIsNamedByJobAndDate();
    void aRequestThatIsRejectedLeavesTheFreezeAsItWas();
    void refusalsAreReturnedAndAudited();
    void noPathLeavesFailedWithoutApproval();
};

void TstBatchRecovery::aFailedBatchGoesOnByTwoPersonsAndItsFreezeGoesWithIt()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterDayThatFails("1"), std::string{});
    QCOMPARE(bench.beInNoHurry(), std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.await(kFreezes, "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.sql("SELECT status FROM onceover.job_run"), std::string{"FAILED"});
    QCOMPARE(bench.sql("SELECT count(*) > 0 FROM onceover.operation_due"), std::string{"t"}); // Held by the freeze.
    // R72: one alert tells that the batch has stopped.
    bench.startEngine({engine::Role::Reconciler});
    const std::string told = "SELECT count(*) FROM onceover.alert WHERE rule = 'money failed'";
    QCOMPARE(bench.await(told, "1"), std::string{"1"});

    QCOMPARE(bench.ask(bench.batch(), "the rule is mended"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.sql(kFreezes), std::string{"LIFT_REQUESTED"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    // Everything else is paid; what failed waits for a person, and its batch with it.
    QCOMPARE(bench.awaitBatch(kDay, "PARTIAL"), std::string{"PARTIAL"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    QCOMPARE(bench.sql(kFreezes), std::string{"LIFTED"});
    QCOMPARE(bench.sql("SELECT r.status, b.status_reason <> '' FROM onceover.job_run r, onceover.settlement_batch b"),
        std::string{"RUNNING|t"});
    QCOMPARE(bench.sql("SELECT cause, cardinality(letters), maker, checker FROM onceover.v_run_recovery", "carol"),
        std::string{"the rule is mended|1|alice|bob"});

    QCOMPARE(bench.replayWhatFailed(), std::string{"DONE DONE APPROVED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT status FROM onceover.job_run"), std::string{"DONE"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.sql("SELECT max(sends_total) FROM onceover.outbox"), std::string{"1"});
    QCOMPARE(bench.sql(told), std::string{"1"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstBatchRecovery::theFreezeStaysWhereTheCauseStands()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterDayThatFails("1"), std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.await(kFreezes, "DRAINED"), std::string{"DRAINED"});
    const std::string held = bench.sql("SELECT count(*) FROM onceover.operation_due");

    QCOMPARE(bench.ask(bench.batch(), ""), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.sql(kFreezes), std::string{"DRAINED"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    QCOMPARE(bench.sql(kFreezes), std::string{"DRAINED"});
    // The one operation is done again under the freeze, which the second request names; nothing else moves.
    QCOMPARE(bench.replayWhatFailed(true), std::string{"DONE DONE APPROVED"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.operation_due"), held);
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'FAILED_PERMANENT'"),
        std::string{"0"});
    QCOMPARE(bench.sql("SELECT status FROM onceover.settlement_batch"), std::string{"RUNNING"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstBatchRecovery::whatFailsAfterTheRecoveryStopsItAgain()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterDayThatFails("1"), std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.await(kFreezes, "DRAINED"), std::string{"DRAINED"});
    QCOMPARE(bench.sql("CREATE OR REPLACE FUNCTION public.meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF "
                       "NOT EXISTS (SELECT FROM onceover.dead_letter HAVING count(*) > 1) THEN RAISE EXCEPTION "
                       "'broken still' USING ERRCODE = 'OC008'; END IF; RETURN NULL; END $$"),
        std::string{});
    QCOMPARE(bench.ask(bench.batch(), "mended, it seems"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    QCOMPARE(bench.await(kFreezes, "LIFTED DRAINED"), std::string{"LIFTED DRAINED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT count(*) > 1 FROM onceover.dead_letter WHERE status = 'OPEN'"), std::string{"t"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstBatchRecovery::aRunWhoseAttemptsAreSpentIsNamedByJobAndDate()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    QCOMPARE(bench.sql("CREATE FUNCTION public.meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
                       "'bad input'; END $$; CREATE TRIGGER meet BEFORE INSERT ON onceover.settlement_item FOR EACH "
                       "STATEMENT EXECUTE FUNCTION public.meet(); DO $$ BEGIN PERFORM onceover.record_guards(); END $$; "
                       "UPDATE onceover.job SET max_attempts = 2, lease = "
                       "'100 ms'"),
        std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.sql("SELECT subject_kind, status FROM onceover.dead_letter"), std::string{"run|OPEN"});
    QCOMPARE(bench.sql("DROP TRIGGER meet ON onceover.settlement_item; "
                       "DO $$ BEGIN PERFORM onceover.record_guards(); END $$"),
        std::string{});
    QCOMPARE(bench.ask("NULL, 'settle-daily', '" + kDay + "'", "the input is mended"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.await(kRequestStatus, "VERIFIED"), std::string{"VERIFIED"});
    bench.stopEngine();
    QCOMPARE(bench.sql("SELECT status, resolution FROM onceover.dead_letter"), std::string{"RESOLVED|replayed"});
    QCOMPARE(channel::readBook(bench.endpoint())->size(), std::size_t{120});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstBatchRecovery::aRequestThatIsRejectedLeavesTheFreezeAsItWas()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterDayThatFails("1"), std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    QCOMPARE(bench.await(kFreezes, "DRAINED"), std::string{"DRAINED"});
    bench.stopEngine();
    QCOMPARE(bench.ask(bench.batch(), "mended"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.ask(bench.batch(), "mended"), std::string{"REFUSED OPEN_REQUEST"});
    QCOMPARE(bench.sql("SELECT reason FROM onceover.request_lift(1, '{}', 'why', '', gen_random_uuid())", "alice"),
        std::string{"OPEN_REQUEST"});
    QCOMPARE(bench.sql("SELECT outcome, status FROM onceover.reject_request(" + bench.sql("SELECT " + kRequest)
                     + ", 'who says that it is mended?', gen_random_uuid())",
                 "bob"),
        std::string{"DONE|REJECTED"});
    QCOMPARE(bench.sql(kFreezes), std::string{"DRAINED"});
    // A failure that came after the request voids it: the plan names those that the approver saw.
    QCOMPARE(bench.ask(bench.batch(), "mended"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.sql("INSERT INTO onceover.dead_letter (subject_kind, subject_id, batch_id, job_id, biz_date, grade, "
                       "idempotency_key, failure_class, last_error, payload, attempts) SELECT 'operation', 'another', "
                       "batch_id, job_id, biz_date, grade, 'K', 'RULE', 'another', '', 1 FROM "
                       "onceover.settlement_batch"),
        std::string{});
    QCOMPARE(bench.approve(), std::string{"REFUSED MOVED VOID"});
    QCOMPARE(bench.sql(kFreezes), std::string{"DRAINED"});
}

void TstBatchRecovery::refusalsAreReturnedAndAudited()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    bench.startEngine();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.ask(bench.batch(), "x"), std::string{"REFUSED BATCH_ALREADY_COMPLETED"});
    QCOMPARE(bench.ask("NULL, 'settle-daily', '2020-01-01'", "x"), std::string{"REFUSED UNKNOWN_SUBJECT"});
    QCOMPARE(bench.ask("999999, NULL, NULL", "x"), std::string{"REFUSED UNKNOWN_SUBJECT"});
    QCOMPARE(bench.ask("NULL, 'settle-daily', NULL", "x"), std::string{"REFUSED VALUE_MALFORMED"});
    QCOMPARE(bench.ask("1, 'settle-daily', '2020-01-01'", "x"), std::string{"REFUSED VALUE_MALFORMED"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.audit_log WHERE action = 'request batch recovery' AND actor = "
                       "'alice' AND outcome = 'REFUSED'"),
        std::string{"5"});
    QVERIFY(
        bench.sql("SELECT * FROM onceover.request_batch_recovery(1, NULL, NULL, '', 'x', '', gen_random_uuid())", "bob")
            .find("permission denied")
        != std::string::npos);
}

// Whoever writes it, the owner included.
void TstBatchRecovery::noPathLeavesFailedWithoutApproval()
{
    RecoveryBench bench;
    ONCEOVER_NEED(bench.database);
    QCOMPARE(bench.enterDayThatFails("1"), std::string{});
    bench.startWithPeople();
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay, "FAILED"), std::string{"FAILED"});
    bench.stopEngine();
    QCOMPARE(bench.ask(bench.batch(), ""), std::string{"DONE REQUESTED"});
    for (const char* table : {"settlement_batch", "job_run"}) {
        const std::string said = bench.sql(std::string{"UPDATE onceover."} + table + " SET status = 'RUNNING'");
        QVERIFY2(said.find("NEEDS_APPROVAL") != std::string::npos, said.c_str());
    }
    const std::string said = bench.sql("INSERT INTO onceover.run_recovery SELECT approval_id, 1, 1, 'x', '{}', '{}', "
                                       "onceover.clock() FROM onceover.approval");
    QVERIFY2(said.find("NEEDS_APPROVAL") != std::string::npos, said.c_str());
}

QTEST_GUILESS_MAIN(TstBatchRecovery)
#include "tst_batch_recovery.moc"
