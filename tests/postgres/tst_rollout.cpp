// SPDX-License-Identifier: GPL-3.0-or-later
// A version of a job's rules takes effect in stages, and the engine itself holds what a stage holds: observe writes
// down what it would have done, limited takes effect for those who are named, full for everybody (R132 to R135).
#include <QTest>

#include "engine_bench.h"

#include "channel/practice_control.h"

using namespace onceover;
using namespace onceover::test;

namespace {

const std::string kDay = "2026-10-24";
const std::string kNextDay = "2026-10-25";
const std::string kRequest = "(SELECT max(approval_id) FROM onceover.approval)";
const std::string kStages
    = "SELECT string_agg(concat_ws(' ', rule_version, mode, nullif(array_to_string(scope_list, ','), '')), '; ' "
      "ORDER BY rule_version) FROM onceover.v_rollout WHERE job_id = 'settle-daily'";
const std::string kVersions
    = "SELECT string_agg(rule_version || ' ' || status || ' ' || n, '; ' ORDER BY rule_version, status) FROM (SELECT "
      "rule_version, status, count(*) AS n FROM onceover.settlement_operation GROUP BY 1, 2) x";

class RolloutBench : public EngineBench {
public:
    using EngineBench::EngineBench;

    void startWithPeople()
    {
        std::set<engine::Role> roles = allRoles();
        roles.insert(engine::Role::Replayer);
        startEngine(roles);
    }
    /// "outcome reason found status" of alice's wish.
    [[nodiscard]] std::string ask(const std::string& version, const std::string& mode, const std::string& scopes = "{}",
        const std::string& job = "settle-daily") const
    {
        return sql("SELECT concat_ws(' ', outcome, nullif(reason, ''), nullif(found, ''), status) FROM "
                   "onceover.request_rollout('"
                + job + "', " + version + ", '" + mode + "', '" + scopes + "', 'new rules', 'T-8', gen_random_uuid())",
            "alice");
    }
    [[nodiscard]] std::string approve() const
    {
        const std::string plan
            = sql("SELECT encode(plan_hash, 'hex') FROM onceover.approval WHERE approval_id = " + kRequest);
        return sql("SELECT concat_ws(' ', outcome, nullif(reason, ''), status) FROM onceover.approve_request("
                + sql("SELECT " + kRequest) + ", decode('" + plan + "', 'hex'), '', 'seen', gen_random_uuid())",
            "bob");
    }
    /// Two persons move a version; what the request became. The engine runs.
    [[nodiscard]] std::string move(
        const std::string& version, const std::string& mode, const std::string& scopes = "{}") const
    {
        const std::string asked = ask(version, mode, scopes);
        if (const std::string said = asked + ", " + approve(); said != "DONE REQUESTED, DONE APPROVED")
            return said;
        return await("SELECT status FROM onceover.approval WHERE approval_id = " + kRequest, "VERIFIED");
    }
    /// Every duty that could move work has looked once more.
    [[nodiscard]] bool everyDutyLooksAgain() const
    {
        const std::string now = sql("SELECT onceover.clock()");
        return await(
                   "SELECT count(DISTINCT duty) FROM onceover.worker_heartbeat WHERE duty IN ('scheduler', 'settler', "
                   "'sender', 'resolver') AND beat_at > '"
                       + now + "'",
                   "4")
            == "4";
    }
    [[nodiscard]] std::string aMerchant() const
    {
        return sql("SELECT merchant_id FROM onceover.settlement_operation ORDER BY bucket, merchant_id LIMIT 1");
    }
    [[nodiscard]] std::size_t paid() const { return channel::readBook(endpoint())->size(); }
};

} // namespace

class TstRollout : public QObject {
    Q_OBJECT

private slots:
    void observeWritesDownAndEffectsNothing();
    void limitedTakesEffectForThoseWhoAreNamed();
    void aNewVersionIsObservedWhileTheOldOneWorks(); // R33: the configuration changes
    void goingBackHoldsWhatIsQueuedAndSaysWhatIsLeft();
    void stagesAreEnteredOneByOneByTwoPersons();
    void noPathMovesTheRulesWithoutApproval();
    void aClaimUnderAStageThatHoldsBreaksAPromise();
};

// R132: a job that begins in stage observe plans and computes; nothing is claimed, nothing is posted, nothing is sent.
void TstRollout::observeWritesDownAndEffectsNothing()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    bench.startWithPeople();
    QCOMPARE(bench.move("1", "observe"), std::string{"VERIFIED"});
    QCOMPARE(bench.sql(kStages, "alice"), std::string{"1 observe"});
    QCOMPARE(bench.trigger(kNextDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT bool_and(status = 'ENUMERATED') FROM onceover.batch_shard", "t"), std::string{"t"});
    QVERIFY(bench.everyDutyLooksAgain());
    QCOMPARE(bench.sql(kVersions), std::string{"1 PENDING 120"});
    QCOMPARE(bench.sql("SELECT count(*), sum(amount_minor) = (SELECT sum(amount_minor) FROM onceover.v_operation) FROM "
                       "onceover.v_rollout_finding WHERE would = 'PAY' AND rule_version = 1",
                 "alice"),
        std::string{"120|t"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.outbox"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT count(*) FROM onceover.ledger_entry"), std::string{"0"});
    QCOMPARE(bench.sql("SELECT operations_open, operations_held, findings FROM onceover.v_rollout", "alice"),
        std::string{"120|120|120"});
    QCOMPARE(bench.brokenPromises(), std::string{}); // Held is not stuck (I6).
    // What was planned takes effect when its rules do.
    QCOMPARE(bench.move("1", "limited", "{merchant " + bench.aMerchant() + "}"), std::string{"VERIFIED"});
    QCOMPARE(bench.move("1", "full"), std::string{"VERIFIED"});
    QCOMPARE(bench.awaitBatch(kNextDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.paid(), std::size_t{120});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R133: the others wait, or go on by the older version where there is one.
void TstRollout::limitedTakesEffectForThoseWhoAreNamed()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    bench.startWithPeople();
    QCOMPARE(bench.move("1", "observe"), std::string{"VERIFIED"});
    QCOMPARE(bench.trigger(kNextDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT bool_and(status = 'ENUMERATED') FROM onceover.batch_shard", "t"), std::string{"t"});
    const std::string one = bench.aMerchant();
    const std::string his = bench.sql("SELECT count(*) FROM onceover.settlement_operation WHERE merchant_id = " + one);
    QCOMPARE(bench.move("1", "limited", "{merchant " + one + "}"), std::string{"VERIFIED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED'", his), his);
    QVERIFY(bench.everyDutyLooksAgain());
    QCOMPARE(
        bench.sql(
            "SELECT count(*) FROM onceover.settlement_operation WHERE status = 'SUCCEEDED' AND merchant_id <> " + one),
        std::string{"0"});
    QCOMPARE(std::to_string(bench.paid()), his);
    QCOMPARE(bench.brokenPromises(), std::string{});
    // Wider: everybody who is paid by that channel.
    QCOMPARE(bench.move("1", "limited", "{channel practice-bank,merchant " + one + "}"), std::string{"VERIFIED"});
    QCOMPARE(bench.awaitBatch(kNextDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.paid(), std::size_t{120});
    QCOMPARE(bench.sql(kStages, "carol"), "1 limited channel practice-bank,merchant " + one);
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstRollout::aNewVersionIsObservedWhileTheOldOneWorks()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kDay));
    bench.startWithPeople();
    QCOMPARE(bench.move("2", "observe"), std::string{"VERIFIED"});
    QCOMPARE(bench.sql(kStages), std::string{"1 full; 2 observe"});
    QCOMPARE(bench.trigger(kDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kDay), std::string{"COMPLETED"});
    QCOMPARE(bench.sql(kVersions), std::string{"1 SUCCEEDED 120"});
    QCOMPARE(bench.sql("SELECT rule_version, count(*) FROM onceover.rollout_finding GROUP BY 1"), std::string{"2|120"});
    // Then it pays one merchant, and the old one goes on paying the others: on the same day, in the same batch.
    const std::string one = bench.aMerchant();
    QCOMPARE(bench.move("2", "limited", "{merchant " + one + "}"), std::string{"VERIFIED"});
    QVERIFY(bench.enterDay(kNextDay));
    QCOMPARE(bench.trigger(kNextDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kNextDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(
        bench.sql("SELECT count(*) FILTER (WHERE rule_version = 2 AND merchant_id <> " + one
            + "), count(*) FILTER (WHERE rule_version = 1 AND merchant_id = " + one
            + "), count(*) FILTER (WHERE rule_version = 2) > 0 FROM onceover.settlement_operation WHERE biz_date = '"
            + kNextDay + "'"),
        std::string{"0|0|t"});
    QCOMPARE(bench.paid(), std::size_t{240});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

// R135: tasks created, requests queued, effects produced; what is queued is held, what is under way is told.
void TstRollout::goingBackHoldsWhatIsQueuedAndSaysWhatIsLeft()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    std::set<engine::Role> roles{engine::Role::Scheduler, engine::Role::Settler, engine::Role::Resolver,
        engine::Role::Janitor, engine::Role::Replayer};
    bench.startEngine(roles); // Nobody sends.
    QCOMPARE(bench.move("2", "observe"), std::string{"VERIFIED"});
    QCOMPARE(bench.move("2", "limited", "{channel practice-bank}"), std::string{"VERIFIED"});
    QCOMPARE(bench.move("2", "full"), std::string{"VERIFIED"});
    QCOMPARE(bench.trigger(kNextDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.await("SELECT count(*) FROM onceover.outbox WHERE status = 'PENDING'", "120"), std::string{"120"});
    QCOMPARE(bench.ask("2", "observe"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.sql("SELECT string_agg(DISTINCT d ->> 'what', ','), sum((d ->> 'n')::integer) FILTER (WHERE d ->> "
                       "'what' <> 'run') FROM "
                       "onceover.v_approval a, "
                       "jsonb_array_elements(a.plan -> 'deals_with') d WHERE a.approval_id = "
                 + kRequest),
        std::string{"operation AWAITING_EXTERNAL,run|120"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    QCOMPARE(bench.await(kStages, "1 full; 2 observe"), std::string{"1 full; 2 observe"});
    QCOMPARE(bench.sql("SELECT rule_version, rollout_mode FROM onceover.job"), std::string{"1|full"});
    bench.startEngine({engine::Role::Sender});
    QVERIFY(bench.everyDutyLooksAgain());
    QCOMPARE(bench.paid(), std::size_t{0});
    QCOMPARE(bench.sql("SELECT what, sum(n), min(amount_minor) > 0 FROM onceover.v_rollout_left WHERE rule_version = 2 "
                       "AND what <> 'run' GROUP BY what",
                 "alice"),
        std::string{"operation AWAITING_EXTERNAL|120|t"});
    QCOMPARE(bench.brokenPromises(), std::string{});
    // Dealt with: these may go on after all, by name.
    QCOMPARE(bench.move("2", "limited", "{channel practice-bank}"), std::string{"VERIFIED"});
    QCOMPARE(bench.awaitBatch(kNextDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.paid(), std::size_t{120});
    QCOMPARE(bench.sql("SELECT what, sum(n) FROM onceover.v_rollout_left WHERE rule_version = 2 GROUP BY what"),
        std::string{"effect|120"});
    QCOMPARE(bench.brokenPromises(), std::string{});
}

void TstRollout::stagesAreEnteredOneByOneByTwoPersons()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    QCOMPARE(bench.addJob("reconcile"), std::string{});
    QCOMPARE(bench.sql("SELECT job_id, mode FROM onceover.v_rollout ORDER BY 1"),
        std::string{"reconcile|full\nsettle-daily|full"});
    QCOMPARE(bench.ask("NULL", "full"), std::string{"REFUSED NOT_IN_THIS_STATE full"});
    QCOMPARE(bench.ask("2", "full"), std::string{"REFUSED NOT_IN_THIS_STATE a new version begins in stage observe"});
    QCOMPARE(bench.ask("3", "observe"), std::string{"REFUSED UNKNOWN_SUBJECT"});
    QCOMPARE(bench.ask("2", "later"), std::string{"REFUSED VALUE_MALFORMED"});
    QCOMPARE(bench.ask("1", "limited"), std::string{"REFUSED VALUE_MALFORMED"});
    QCOMPARE(
        bench.ask("1", "limited", "{merchant 999999999}"), std::string{"REFUSED VALUE_MALFORMED merchant 999999999"});
    QCOMPARE(bench.ask("1", "observe", "{}", "no-such-job"), std::string{"REFUSED UNKNOWN_JOB"});
    QCOMPARE(bench.ask("1", "observe", "{}", "reconcile"),
        std::string{"REFUSED NOT_IN_THIS_STATE full"}); // It has no operations.
    QCOMPARE(bench.ask("2", "observe"), std::string{"DONE REQUESTED"});
    QCOMPARE(bench.ask("1", "observe"), std::string{"REFUSED OPEN_REQUEST"});
    QCOMPARE(bench.approve(), std::string{"DONE APPROVED"});
    bench.startWithPeople();
    QCOMPARE(bench.await(kStages, "1 full; 2 observe"), std::string{"1 full; 2 observe"});
    QCOMPARE(bench.ask("2", "full"), std::string{"REFUSED NOT_IN_THIS_STATE observe"});
    QCOMPARE(bench.sql("SELECT maker, checker, is_acting FROM onceover.v_rollout WHERE rule_version = 2"),
        std::string{"alice|bob|f"});
}

void TstRollout::noPathMovesTheRulesWithoutApproval()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    QCOMPARE(bench.ask("2", "observe"), std::string{"DONE REQUESTED"});
    for (const char* statement :
        {"UPDATE onceover.job SET rollout_mode = 'observe'", "UPDATE onceover.job SET rule_version = 2",
            "INSERT INTO onceover.rollout (job_id, rule_version, mode, approval_id) SELECT 'settle-daily', 2, "
            "'observe', approval_id FROM onceover.approval",
            "INSERT INTO onceover.rollout (job_id, rule_version, mode) VALUES ('settle-daily', 2, 'full')"}) {
        const std::string said = bench.sql(statement);
        QVERIFY2(said.find("NEEDS_APPROVAL") != std::string::npos, said.c_str());
    }
    QVERIFY(bench.sql("DELETE FROM onceover.rollout").find("APPEND_ONLY") != std::string::npos);
    QVERIFY(bench
                .sql("SELECT * FROM onceover.request_rollout('settle-daily', 2, 'observe', '{}', 'x', '', "
                     "gen_random_uuid())",
                    "bob")
                .find("permission denied")
        != std::string::npos);
}

void TstRollout::aClaimUnderAStageThatHoldsBreaksAPromise()
{
    RolloutBench bench;
    ONCEOVER_NEED(bench.database);
    QVERIFY(bench.enterDay(kNextDay));
    bench.startEngine();
    QCOMPARE(bench.trigger(kNextDay), std::string{"DONE CREATED"});
    QCOMPARE(bench.awaitBatch(kNextDay), std::string{"COMPLETED"});
    bench.stopEngine();
    QCOMPARE(bench.brokenPromises(), std::string{});
    QCOMPARE(bench.sql("ALTER TABLE onceover.rollout DISABLE TRIGGER guard_insert; ALTER TABLE onceover.rollout "
                       "DISABLE TRIGGER guard_append_only; "
                       "UPDATE onceover.rollout SET mode = 'observe', at = at - interval '1 hour'; "
                       "ALTER TABLE onceover.rollout ENABLE ALWAYS TRIGGER guard_insert; ALTER TABLE onceover.rollout "
                       "ENABLE ALWAYS TRIGGER guard_append_only"),
        std::string{});
    const std::string broken = bench.brokenPromises();
    QVERIFY2(broken.find("under the rules 1 of settle-daily in stage observe") != std::string::npos, broken.c_str());
}

QTEST_GUILESS_MAIN(TstRollout)
#include "tst_rollout.moc"
