-- SPDX-License-Identifier: GPL-3.0-or-later
-- What people stop, ask for and decide (DESIGN.md section 6 and rule 12). Read after guard_cases.sql, in its form and upon what that
-- sets up.

-- Freeze and fence (rule 12, R103 to R105, S3) -----------------------------------------------------------------------------------------
-- case: the approver freezes nothing | login bob | expect 42501
SELECT * FROM onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001');
-- case: the viewer freezes nothing | login vera | expect 42501
SELECT * FROM onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001');
-- case: the auditor fences nothing | login carol | expect 42501
SELECT * FROM onceover.fence('everything', '', 'why', '00000000-0000-0000-0000-00000000f001');
-- case: the worker declares nobody dead | login worker | expect 42501
SELECT * FROM onceover.declare_dead('w1', 'why', '00000000-0000-0000-0000-00000000f001');
-- case: the operator writes no freeze | login alice | expect 42501
INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', '', 'alice', 'x');
-- case: a superuser is nobody who may freeze | login superuser | expect 00000 rows 1
SELECT * FROM onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001') WHERE outcome = 'REFUSED' AND reason = 'NOT_MAPPED_TO_PERSON';
-- case: one person freezes, in two halves | login alice | expect 00000 rows 1
SELECT FROM onceover.freeze_request('merchant', gc.merchant(1)::text, 'double receipts', '00000000-0000-0000-0000-00000000f001') r,
            onceover.freeze_enforce(r.freeze_id) e
 WHERE r.outcome = 'DONE' AND r.answer = 'CREATED' AND r.status = 'REQUESTED' AND r.effective_at IS NULL
   AND e.outcome = 'DONE' AND e.status = 'IN_FORCE' AND e.effective_at IS NOT NULL;
-- case: the same wish to freeze is one order | login alice | expect 00000 rows 1
SELECT FROM onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001') a,
            onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001') b,
            onceover.freeze_request('everything', '', 'somebody else', '00000000-0000-0000-0000-00000000f002') c
 WHERE a.answer = 'CREATED' AND b.answer = 'EXISTING' AND c.answer = 'EXISTING' AND a.freeze_id = b.freeze_id AND b.freeze_id = c.freeze_id;
-- case: an id that froze something else freezes nothing | login alice | expect 00000 rows 1
SELECT FROM onceover.freeze_request('everything', '', 'why', '00000000-0000-0000-0000-00000000f001') a,
            LATERAL (SELECT r.* FROM onceover.freeze_request(CASE a.outcome WHEN 'DONE' THEN 'channel' END, 'gc-bank', 'why', '00000000-0000-0000-0000-00000000f001') r) b
 WHERE b.reason = 'REQUEST_ID_REUSED';
-- case: what does not exist is not frozen | login alice | expect 00000 rows 6
SELECT r.reason FROM (VALUES ('job', 'no-such-job', 'UNKNOWN_JOB'), ('channel', 'no-bank', 'UNKNOWN_SUBJECT'), ('merchant', '1', 'UNKNOWN_SUBJECT'),
                             ('batch', '1 OR 1=1', 'VALUE_MALFORMED'), ('everything', 'x', 'VALUE_MALFORMED'), ('worker', 'w1', 'VALUE_MALFORMED')) v(kind, ref, why),
       onceover.freeze_request(v.kind, v.ref, 'why', gen_random_uuid()) r WHERE r.outcome = 'REFUSED' AND r.reason = v.why;
-- case: nobody freezes without a reason | login alice | expect 00000 rows 1
SELECT FROM onceover.freeze_request('everything', '', E' \n', '00000000-0000-0000-0000-00000000f001') WHERE outcome = 'REFUSED' AND reason = 'VALUE_MALFORMED';
-- case: a freeze and its enforcement are audited | login alice | expect 00000 rows 2
DO $$ BEGIN PERFORM onceover.freeze_enforce((onceover.freeze_request('everything', '', 'why', gen_random_uuid())).freeze_id); END $$;
SELECT FROM onceover.v_audit WHERE chain = 'people' AND actor = 'alice' AND action IN ('freeze', 'freeze in force') AND outcome = 'DONE';
-- case: a fence takes work away from its holder, and a send becomes unknown | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.fence('batch', gc.batch()::text, 'why', '00000000-0000-0000-0000-00000000f001'); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.settlement_operation o, onceover.outbox m, onceover.fence('everything', '', 'x', gen_random_uuid()) nobody
 WHERE o.operation_id = gc.op(2) AND o.status = 'RETRYABLE' AND o.version = 2 AND o.worker_id IS NULL AND o.attempts = 0
   AND m.outbox_id = gc.message(4) AND m.status = 'UNKNOWN' AND m.version = 2 AND m.next_query_at IS NOT NULL AND nobody.reason = 'NOT_MAPPED_TO_PERSON'
   AND 'UNKNOWN_EXTERNAL' = (SELECT status FROM onceover.settlement_operation WHERE operation_id = gc.op(4));
-- case: the same fence twice is one fence, told twice | login alice | expect 00000 rows 1
SELECT FROM onceover.fence('everything', '', 'why', '00000000-0000-0000-0000-00000000f001') a,
            LATERAL (SELECT f.* FROM onceover.fence('everything', '', CASE WHEN a.outcome = 'DONE' THEN 'why' END, '00000000-0000-0000-0000-00000000f001') f) b
 WHERE a.outcome = 'DONE' AND a.operations = 1 AND a.messages = 1 AND (a.operations, a.messages) = (b.operations, b.messages);
-- case: one operation is fenced by its id, whoever holds it | login alice | expect 00000 rows 1
SELECT FROM onceover.fence('operation', upper(gc.op(2)::text), 'why', gen_random_uuid()) WHERE operations = 1 AND messages = 0;
-- case: no sale is lost by a fence of what is not in work | login alice | expect 00000 rows 1
SELECT FROM onceover.fence('operation', gc.op(1)::text, 'why', gen_random_uuid()) WHERE outcome = 'DONE' AND operations = 0 AND messages = 0;
-- case: who beats is not declared dead | login superuser | expect 00000 rows 1
SELECT onceover.register_worker('w8', 'onceover-worker', '0', 'here', 1, '{sender}'), onceover.beat('w8', 'sender', 1);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.declare_dead('w8', 'the host burns', gen_random_uuid()) WHERE outcome = 'REFUSED' AND reason = 'NOT_IN_THIS_STATE';
-- case: nobody is exempt from a freeze but by an approved plan | login owner | expect OC008
INSERT INTO onceover.freeze_exemption (freeze_id, bucket, operation_id, approval_id) SELECT freeze_id, gc.bucket(1), gc.op(1), 1 FROM onceover.freeze_order;
-- case: nobody lifts a freeze by himself | login owner | expect OC008
UPDATE onceover.freeze_order SET status = 'IN_FORCE', effective_at = onceover.clock();
UPDATE onceover.freeze_order SET status = 'DRAINED';
UPDATE onceover.freeze_order SET status = 'LIFT_REQUESTED';
UPDATE onceover.freeze_order SET status = 'LIFTED', lifted_at = onceover.clock();
-- case: a freeze that has not drained is not asked to be lifted | login superuser | expect 00000 rows 1
ALTER TABLE onceover.incident DISABLE TRIGGER guard_update;
UPDATE onceover.incident SET status = 'CLOSED', closed_at = onceover.clock();
UPDATE onceover.freeze_order SET status = 'IN_FORCE', effective_at = onceover.clock();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_lift((SELECT freeze_id FROM onceover.v_freeze), '{}', 'fine again', '', gen_random_uuid()) WHERE outcome = 'REFUSED' AND reason = 'NOT_DRAINED';

-- Maker and checker (S1 to S5, R85 to R92) -----------------------------------------------------------------------------------------------
-- case: the operator approves by no function | login alice | expect 42501
SELECT * FROM onceover.approve_request(1, '', '', '', gen_random_uuid());
-- case: the operator rejects by no function | login alice | expect 42501
SELECT * FROM onceover.reject_request(1, 'no', gen_random_uuid());
-- case: the operator decides by no inner function | login alice | expect 42501
SELECT * FROM onceover.decide_request(1, 'APPROVED', '', '', '', gen_random_uuid());
-- case: the approver asks for nothing | login bob | expect 42501
SELECT * FROM gc.ask(8);
-- case: the approver asks for no lift | login bob | expect 42501
SELECT * FROM onceover.request_lift(1, '{}', 'why', '', gen_random_uuid());
-- case: the viewer asks for nothing | login vera | expect 42501
SELECT * FROM gc.ask(8);
-- case: the auditor asks for nothing | login carol | expect 42501
SELECT * FROM onceover.request_dismissal(1, 'why', '', gen_random_uuid());
-- case: the auditor deletes no request | login carol | expect 42501
DELETE FROM onceover.approval;
-- case: the admin approves by no function | login adam | expect 42501
SELECT * FROM onceover.approve_request(1, '', '', '', gen_random_uuid());
-- case: the migrator approves by no function | login migrator | expect 42501
SELECT * FROM onceover.approve_request(1, '', '', '', gen_random_uuid());
-- case: the replayer asks for nothing | login replayer | expect 42501
SELECT * FROM gc.ask(8);
-- case: the replayer approves by no function | login replayer | expect 42501
SELECT * FROM onceover.approve_request(1, '', '', '', gen_random_uuid());
-- case: the operator executes nothing | login alice | expect 42501
SELECT * FROM gc.execute();
-- case: the approver executes nothing | login bob | expect 42501
SELECT * FROM gc.execute();
-- case: the worker executes nothing | login worker | expect 42501
SELECT * FROM gc.execute();
-- case: the sender re-arms by no inner function | login sender | expect 42501
SELECT * FROM onceover.replay_items(1, '{1}', 'w1');
-- case: a superuser asks for nothing | login superuser | expect 00000 rows 1
SELECT FROM gc.ask(8) a WHERE a.outcome = 'REFUSED' AND a.reason = 'NOT_MAPPED_TO_PERSON';
-- case: a superuser approves nothing | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'NOT_MAPPED_TO_PERSON' AND a.status = 'REQUESTED';
-- case: a replay is asked for by one and approved by another | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'DONE' AND a.status = 'APPROVED' AND a.maker = 'alice' AND a.checker = 'bob';
-- case: the maker approves nothing as a member of every group | login superuser | expect 00000 rows 1
GRANT onceover_approver, onceover_operator, onceover_auditor, onceover_admin TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'OWN_REQUEST' AND a.status = 'REQUESTED';
-- case: no function that any person may call decides the maker's own request (S3, F65) | login superuser | expect 00000 rows 0
GRANT onceover_approver, onceover_operator, onceover_auditor, onceover_admin TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SELECT * FROM gc.called() c WHERE c.moved OR c.request NOT IN ('REQUESTED', 'WITHDRAWN');
-- case: and none of them was called in a way that nothing could come of (S3, F65) | login superuser | expect 00000 rows 2
GRANT onceover_approver, onceover_operator, onceover_auditor, onceover_admin TO bob;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT c.name FROM gc.called() c WHERE c.request <> 'REQUESTED';
-- case: nor does a person of every role move money without a replayer (S3, F65) | login superuser | expect 00000 rows 0
GRANT onceover_approver, onceover_operator, onceover_auditor, onceover_admin TO bob;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT * FROM gc.called() c WHERE c.moved OR c.answer LIKE '42%';
-- case: the maker approves nothing after SET ROLE | login superuser | expect 00000 rows 1
GRANT onceover_approver TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL ROLE onceover_approver;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'OWN_REQUEST';
-- case: the maker approves nothing by a second login, whatever its letter case | login superuser | expect 00000 rows 1
CREATE ROLE "ALICE" LOGIN IN ROLE onceover_approver;
INSERT INTO onceover.person_login (rolname, roleoid, person_id) SELECT rolname, oid, 'alice' FROM pg_roles WHERE rolname = 'ALICE';
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION "ALICE";
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'OWN_REQUEST' AND a.maker = 'alice';
-- case: no person differs from another by letter case alone | login superuser | expect 23514
INSERT INTO onceover.person (person_id, display_name) VALUES ('Alice', 'Alice');
-- case: a login that nobody mapped approves nothing | login superuser | expect 00000 rows 1
CREATE ROLE trudy LOGIN IN ROLE onceover_approver;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION trudy;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'NOT_MAPPED_TO_PERSON';
-- case: a login that was taken away approves nothing | login superuser | expect 00000 rows 1
UPDATE onceover.person_login SET valid = false WHERE rolname = 'bob';
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'NOT_MAPPED_TO_PERSON';
-- case: nor does the owner make a maker the checker | login owner | expect OC008
UPDATE onceover.approval SET status = 'APPROVED', checker = NULL WHERE reason = 'a machine';
-- case: nor do both columns hold one person | login owner | expect 23514
UPDATE onceover.approval SET checker = 'alice' WHERE reason = 'a machine';
-- case: a plan never changes once it was asked for | login owner | expect OC002
UPDATE onceover.approval SET plan = '{}' WHERE reason = 'a machine';
-- case: the same request id is one request | login alice | expect 00000 rows 1
SELECT FROM gc.ask(8, '00000000-0000-0000-0000-00000000f001') a, LATERAL (SELECT r.* FROM gc.ask(CASE a.outcome WHEN 'DONE' THEN 8 END, '00000000-0000-0000-0000-00000000f001') r) b
 WHERE a.outcome = 'DONE' AND b.outcome = 'DONE' AND a.approval_id = b.approval_id;
-- case: an id that asked for something else asks for nothing | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.ask(8, '00000000-0000-0000-0000-00000000f001'); END $$;
SELECT FROM onceover.request_lift((SELECT freeze_id FROM onceover.v_freeze), '{}', 'why', '', '00000000-0000-0000-0000-00000000f001') a WHERE a.reason = 'REQUEST_ID_REUSED';
-- case: one open money request per operation | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SELECT FROM gc.ask(8) a WHERE a.outcome = 'REFUSED' AND a.reason = 'OPEN_REQUEST' AND a.found = gc.op(8)::text;
-- case: whatever its kind | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
RESET SESSION AUTHORIZATION;
SELECT set_config('gc.letter', (SELECT dead_letter_id::text FROM onceover.dead_letter WHERE operation_id = gc.op(8)), true);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_dismissal(current_setting('gc.letter')::bigint, 'never mind', '', gen_random_uuid()) a WHERE a.reason = 'OPEN_REQUEST';
-- case: what is unknown, took effect (R35), gave its money back or goes on by itself is not replayed | login alice | expect 00000 rows 5
SELECT a.reason FROM (VALUES (5, 'ANSWER_IS_UNKNOWN'), (3, 'ANSWER_IS_UNKNOWN'), (6, 'EFFECT_ON_RECORD'), (7, 'ONLY_A_REVISION'), (1, 'NOT_IN_THIS_STATE')) v(n, why),
       LATERAL (SELECT r.* FROM gc.ask(v.n) r) a WHERE a.outcome = 'REFUSED' AND a.reason = v.why;
-- case: who answers that the key succeeded asks for no replay | login alice | expect 00000 rows 1
SELECT FROM onceover.request_replay(ARRAY[gc.op(8)], true, false, false, 'why', '', gen_random_uuid()) a WHERE a.reason = 'EFFECT_ON_RECORD';
-- case: nobody asks without an answer, a reason or an operation | login alice | expect 00000 rows 4
SELECT a.reason FROM (VALUES (ARRAY[gc.op(8)], NULL::boolean, 'why'), (ARRAY[gc.op(8)], false, ' '), ('{}'::uuid[], false, 'why'), (ARRAY[gc.op(8), gc.op(8)], false, 'why'))
       v(ops, said, why), onceover.request_replay(v.ops, v.said, false, false, v.why, '', gen_random_uuid()) a WHERE a.reason = 'VALUE_MALFORMED';
-- case: another plan than the one that was read is not approved | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM onceover.approve_request((gc.request()).approval_id, '\x00', '1000', 'seen', gen_random_uuid()) a WHERE a.reason = 'PLAN_DIFFERS' AND a.status = 'REQUESTED';
-- case: nor for another total | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM onceover.approve_request((gc.request()).approval_id, (gc.request()).plan_hash, '999', 'seen', gen_random_uuid()) a WHERE a.reason = 'TOTAL_DIFFERS' AND a.found = '1000';
-- case: a request whose row moved is void | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.settlement_operation DISABLE TRIGGER guard_update;
UPDATE onceover.settlement_operation SET version = version + 1 WHERE operation_id = gc.op(8);
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'MOVED' AND a.status = 'VOID';
-- case: a request that ran out is not approved | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.approval DISABLE TRIGGER guard_update;
UPDATE onceover.approval SET expires_at = onceover.clock() WHERE reason = 'the bank was down';
ALTER TABLE onceover.approval ENABLE ALWAYS TRIGGER guard_update;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'EXPIRED' AND a.status = 'EXPIRED';
-- case: who comes second is told who decided | login superuser | expect 00000 rows 1
INSERT INTO onceover.person (person_id, display_name) VALUES ('dora', 'Dora');
CREATE ROLE dora LOGIN IN ROLE onceover_approver;
INSERT INTO onceover.person_login (rolname, roleoid, person_id) SELECT rolname, oid, 'dora' FROM pg_roles WHERE rolname = 'dora';
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION dora;
SELECT FROM gc.say_yes() a WHERE a.outcome = 'REFUSED' AND a.reason = 'ALREADY_DECIDED' AND a.found = 'APPROVED by bob';
-- case: a decision that was sent twice is one decision | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes('00000000-0000-0000-0000-00000000f002'); END $$;
SELECT FROM gc.say_yes('00000000-0000-0000-0000-00000000f002') a WHERE a.outcome = 'DONE' AND a.status = 'APPROVED';
-- case: a decision's id decides nothing else | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes('00000000-0000-0000-0000-00000000f002'); END $$;
SELECT FROM onceover.reject_request((gc.request()).approval_id, 'no', '00000000-0000-0000-0000-00000000f002') a WHERE a.reason = 'REQUEST_ID_REUSED' AND a.status = 'APPROVED';
-- case: nobody rejects without a reason | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM onceover.reject_request((gc.request()).approval_id, '', gen_random_uuid()) a WHERE a.reason = 'VALUE_MALFORMED' AND a.status = 'REQUESTED';
-- case: a rejection is a state, and the letter is to do again | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM onceover.reject_request((gc.request()).approval_id, 'not so fast', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a JOIN onceover.approval_item i USING (approval_id) JOIN onceover.dead_letter d USING (operation_id)
 WHERE a.reason = 'the bank was down' AND a.status = 'REJECTED' AND a.decision_reason = 'not so fast' AND NOT i.is_open AND d.status = 'OPEN';
-- case: its maker withdraws a request | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SELECT FROM onceover.withdraw_request((gc.request()).approval_id, 'a mistake', gen_random_uuid()) a WHERE a.outcome = 'DONE' AND a.status = 'WITHDRAWN' AND a.checker = '';
-- case: nobody else does | login superuser | expect 00000 rows 1
GRANT onceover_operator TO bob;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM onceover.withdraw_request((gc.request()).approval_id, 'no', gen_random_uuid()) a WHERE a.reason = 'NOT_OWN_REQUEST' AND a.status = 'REQUESTED';
-- case: an approval executed re-arms the same bytes under the same key, once | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a JOIN onceover.approval_item i USING (approval_id) JOIN onceover.settlement_operation o USING (bucket, operation_id)
  JOIN onceover.outbox m USING (bucket, operation_id) JOIN onceover.dead_letter d USING (operation_id)
 WHERE a.reason = 'the bank was down' AND a.status = 'EXECUTED' AND i.status = 'DONE' AND NOT i.is_open AND o.status = 'AWAITING_EXTERNAL' AND m.status = 'PENDING'
   AND m.idempotency_key = a.plan -> 'items' -> 0 ->> 'key' AND encode(m.payload_sha256, 'hex') = a.plan -> 'items' -> 0 ->> 'payload'
   AND d.resolution = 'replayed' AND 1 = (SELECT count(*) FROM onceover.audit_log l WHERE l.action = 'execute' AND l.target = 'request ' || a.approval_id);
-- case: what moved after the approval is not executed | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.settlement_operation DISABLE TRIGGER guard_update;
UPDATE onceover.settlement_operation SET version = version + 1 WHERE operation_id = gc.op(8);
ALTER TABLE onceover.settlement_operation ENABLE ALWAYS TRIGGER guard_update;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a, onceover.settlement_operation o
 WHERE a.reason = 'the bank was down' AND a.status = 'VOID' AND o.operation_id = gc.op(8) AND o.status = 'FAILED_PERMANENT';
-- case: a request that is not approved is not executed | login superuser | expect 00000 rows 0
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT * FROM gc.execute();
-- case: a plan that somebody edited after it was approved, past its guards, is executed by none (K77) | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.approval DISABLE TRIGGER USER;
UPDATE onceover.approval SET plan = jsonb_set(plan, '{items,0,amount}', '999') WHERE approval_id = (gc.request()).approval_id;
ALTER TABLE onceover.approval ENABLE ALWAYS TRIGGER guard_update;
SET LOCAL session_replication_role = origin;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a, onceover.settlement_operation o, onceover.audit_log l
 WHERE a.approval_id = (gc.request()).approval_id AND a.status = 'VOID' AND o.operation_id = gc.op(8) AND o.status = 'FAILED_PERMANENT'
   AND (l.chain, l.action, l.target, l.reason) = ('system', 'void', 'request ' || a.approval_id, 'PLAN_DIFFERS');
-- case: nor one of whose items somebody made another operation's (K77) | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.approval_item DISABLE TRIGGER USER;
UPDATE onceover.approval_item SET bucket = gc.bucket(11), operation_id = gc.op(11) WHERE approval_id = (gc.request()).approval_id;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a, onceover.settlement_operation o, onceover.audit_log l
 WHERE a.approval_id = (gc.request()).approval_id AND a.status = 'VOID' AND o.operation_id = gc.op(8) AND o.status = 'FAILED_PERMANENT'
   AND (l.chain, l.action, l.target, l.reason) = ('system', 'void', 'request ' || a.approval_id, 'PLAN_DIFFERS');
-- case: nor one that was edited after a replayer had taken it up (K77) | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM onceover.claim_request('w9', 60000); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.approval_item DISABLE TRIGGER USER;
UPDATE onceover.approval_item SET bucket = gc.bucket(11), operation_id = gc.op(11) WHERE approval_id = (gc.request()).approval_id;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM onceover.execute_request((gc.request()).approval_id, 'w9', 60000, 100); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a, onceover.settlement_operation o, onceover.audit_log l
 WHERE a.approval_id = (gc.request()).approval_id AND a.status = 'FAILED' AND o.operation_id = gc.op(8) AND o.status = 'FAILED_PERMANENT'
   AND (l.chain, l.action, l.target, l.reason) = ('system', 'void', 'request ' || a.approval_id, 'PLAN_DIFFERS');
-- case: an approval that is held by another replayer is executed by none | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT FROM (SELECT onceover.claim_request('w9', 60000) AS id OFFSET 0) c, onceover.execute_request(c.id, 'w8', 60000, 100) e
 WHERE c.id IS NOT NULL AND e.items_left IS NULL AND e.done = 0 AND onceover.claim_request('w8', 60000) IS NULL;
-- case: nothing is replayed under a freeze unless that is asked for | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.freeze('merchant', gc.merchant(8)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.ask(8) a, LATERAL (SELECT r.* FROM gc.ask(CASE a.reason WHEN 'FROZEN' THEN 8 END, gen_random_uuid(), true) r) b WHERE b.outcome = 'DONE' AND b.status = 'REQUESTED';
-- case: what is asked for under a freeze is exempt from that freeze alone | login superuser | expect 00000 rows 1
SELECT set_config('gc.freeze', gc.freeze('merchant', gc.merchant(8)::text)::text, true);
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8, gen_random_uuid(), true); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.freeze_exemption x JOIN onceover.exempt_in_force e USING (bucket, operation_id), gc.request() a
 WHERE x.freeze_id = current_setting('gc.freeze')::bigint AND x.operation_id = gc.op(8) AND x.approval_id = a.approval_id AND a.status = 'EXECUTED';
-- case: and a freeze that came later holds it | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.freeze('merchant', gc.merchant(8)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8, gen_random_uuid(), true); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.freeze('everything', ''); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM gc.request() a WHERE a.status = 'APPROVED' AND NOT EXISTS (SELECT FROM onceover.freeze_exemption) AND NOT EXISTS (SELECT FROM onceover.exempt_in_force);
-- case: two persons lift, and what ran into the freeze is released by the policy they saw | login superuser | expect 00000 rows 1
SELECT set_config('gc.freeze', gc.freeze('job', 'gc-daily')::text, true);
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.trigger_run('gc-daily', '2020-10-27', gen_random_uuid()), onceover.trigger_run('gc-daily', '2020-10-28', gen_random_uuid()); END $$;
DO $$ BEGIN PERFORM onceover.request_lift(current_setting('gc.freeze')::bigint, '{"gc-daily": "latest"}', 'fine again', 'T-2', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.freeze_order f, onceover.job_run o, onceover.job_run n
 WHERE f.freeze_id = current_setting('gc.freeze')::bigint AND f.status = 'LIFTED' AND o.run_key = 'gc-daily:2020-10-27' AND o.status = 'SKIPPED'
   AND o.status_reason LIKE '%policy latest, by alice and bob' AND n.run_key = 'gc-daily:2020-10-28' AND n.status = 'HELD';
-- case: a lift that is rejected leaves the freeze as it was | login superuser | expect 00000 rows 1
SELECT set_config('gc.freeze', gc.freeze('job', 'gc-daily')::text, true);
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_lift(current_setting('gc.freeze')::bigint, '{}', 'fine again', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM onceover.reject_request((gc.request()).approval_id, 'two breaks are open', gen_random_uuid()); END $$;
SELECT FROM onceover.v_freeze f WHERE f.freeze_id = current_setting('gc.freeze')::bigint AND f.status = 'DRAINED' AND f.lifted_at IS NULL;
-- K80
-- case: nobody lifts in spite of open differences without a reason | login superuser | expect 00000 rows 1
INSERT INTO onceover.reconciliation_difference (kind, grade, detail) VALUES ('MISSING_HERE', 'P0', 'a line of the statement');
SELECT set_config('gc.freeze', gc.freeze('job', 'gc-daily')::text, true);
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_lift(current_setting('gc.freeze')::bigint, '{}', 'fine again', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT FROM onceover.approve_request((gc.request()).approval_id, (gc.request()).plan_hash, '', ' ', gen_random_uuid()) a
 WHERE a.reason = 'VALUE_MALFORMED' AND a.found LIKE '% open differences' AND (gc.say_yes()).outcome = 'DONE';
-- case: a letter that nobody will do again is dismissed by two | login superuser | expect 00000 rows 1
SELECT set_config('gc.letter', (SELECT dead_letter_id::text FROM onceover.dead_letter WHERE operation_id = gc.op(8)), true);
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_dismissal(current_setting('gc.letter')::bigint, 'paid by hand, receipt 17', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.dead_letter WHERE operation_id = gc.op(8) AND status = 'RESOLVED' AND resolution = 'dismissed' AND reason = 'paid by hand, receipt 17';
-- case: an unknown is not asked to be dismissed | login superuser | expect 00000 rows 1
INSERT INTO onceover.dead_letter (subject_kind, subject_id, bucket, operation_id, job_id, biz_date, grade, idempotency_key, failure_class, last_error, payload, attempts)
VALUES ('message', gc.message(5)::text, gc.bucket(5), gc.op(5), 'gc-daily', '2026-10-26', 'P0', 'K', 'UNKNOWN', 'no answer', '', 1);
SELECT set_config('gc.letter', (SELECT dead_letter_id::text FROM onceover.dead_letter WHERE operation_id = gc.op(5)), true);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_dismissal(current_setting('gc.letter')::bigint, 'why', '', gen_random_uuid()) a WHERE a.reason = 'ANSWER_IS_UNKNOWN';
-- case: what nobody decided in time ends by itself | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); END $$;
RESET SESSION AUTHORIZATION;
ALTER TABLE onceover.approval DISABLE TRIGGER guard_update;
UPDATE onceover.approval SET expires_at = onceover.clock() WHERE reason = 'the bank was down';
ALTER TABLE onceover.approval ENABLE ALWAYS TRIGGER guard_update;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT FROM onceover.settle_requests('w9') r WHERE r.status = 'EXPIRED';
-- case: every request and every refusal of one is audited | login superuser | expect 00000 rows 3
GRANT onceover_approver TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM gc.ask(8); PERFORM gc.say_yes(); PERFORM gc.ask(8); END $$;
SELECT FROM onceover.v_audit WHERE chain = 'people' AND actor = 'alice' AND (action, outcome, reason) IN
  (('request replay', 'DONE', 'the bank was down'), ('approve', 'REFUSED', 'OWN_REQUEST'), ('request replay', 'REFUSED', 'OPEN_REQUEST'));
