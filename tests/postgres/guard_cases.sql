-- SPDX-License-Identifier: GPL-3.0-or-later
-- What the database refuses, and to whom (SECURITY.md; DESIGN.md sections 3, 4 and 8). Read by a small runner:
--   -- setup:   what follows runs once, as the superuser, and is committed
--   -- case: <promise> | login <who> | expect <sqlstate>[ rows <n>]
--              what follows runs in one transaction as <who>, is compared, and is rolled back. 00000 is success; rows counts
--              the rows that the last statement returned or touched
-- <who>: a login of its own in each case: that of the duty onceover_<who>; alice (operator), bob (approver), carol (auditor), vera
-- (viewer), adam (admin); superuser; owner: the migrator after SET ROLE onceover_owner, since nobody logs in as the owner.
-- A refusal that a case is answered with by name (reason = '…') must have left its row in the audit.

-- setup:
CREATE SCHEMA gc;
GRANT USAGE ON SCHEMA gc TO PUBLIC;
SET search_path = onceover, pg_temp;

INSERT INTO installation (namespace, name, environment, system_identifier, timeline)
VALUES ('00112233-4455-6677-8899-aabbccddeeff', 'guard cases', 'development', 1, 1) ON CONFLICT DO NOTHING;
INSERT INTO person (person_id, display_name) VALUES ('alice', 'Alice'), ('bob', 'Bob') ON CONFLICT DO NOTHING;
INSERT INTO person_login (rolname, roleoid, person_id)
SELECT rolname, oid, rolname FROM pg_roles WHERE rolname IN ('alice', 'bob') ON CONFLICT DO NOTHING;
INSERT INTO channel_self_test (channel_id, profile_version, endpoint, passed, results, actor, login)
VALUES ('gc-bank', 1, 'test', true, '[]', 'test', 'test');
INSERT INTO channel_profile (channel_id, profile_version, kind, endpoint, enabled, key_transport, key_max_len, key_charset, retention,
  retention_margin, on_mismatch, on_in_flight, stores_5xx, query_kind, max_late_execution, refusal, amount_unit, created_by)
VALUES ('gc-bank', 1, 'payout', 'http://localhost:1', true, 'header:Idempotency-Key', 255, 'A-Z2-7', '30 days', '1 hour',
        'error', '409', false, 'authoritative', '1 min', 'final', 'minor', 'test');
INSERT INTO job (job_id, job_type, run_key_prefix, period_kind, grade, time_zone, schedule, schedule_from, same_action, allowed_lateness, may_repeat)
VALUES ('gc-daily', 'settle-daily', 'gc-daily', 'day', 'P0', 'UTC', '0 1 * * *', '2020-01-01', 'one payout', '1 day', 'yes'),
       ('gc-off', 'mail-digest', 'gc-off', 'day', 'P1', 'UTC', '0 1 * * *', '2020-01-01', 'one payout', '1 day', 'yes'),
       ('gc-slot', 'webhook-delivery', 'gc-slot', 'slot', 'P1', 'UTC', '0 1 * * *', '2020-01-01', 'one mail', '1 day', 'yes');
UPDATE job SET enabled = false WHERE job_id = 'gc-off';

-- Merchants 900001 to 900012, one operation each; by merchant: 1 PENDING, 2 PROCESSING, 3 awaiting with the message PENDING,
-- 4 SENDING, 5 UNKNOWN, 6 SUCCEEDED, 7 refused, 8 given up unsent, 9 RETRYABLE. 10 has items and no operation, 11 and 12 are free.
CREATE FUNCTION gc.merchant(n integer) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN (900000 + n)::bigint;
CREATE FUNCTION gc.bucket(n integer) RETURNS smallint LANGUAGE sql IMMUTABLE RETURN onceover.bucket_of(gc.merchant(n));
CREATE FUNCTION gc.op(n integer) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
RETURN onceover.operation_id_of(onceover.namespace(), gc.merchant(n), '2026-10-26', 'settle-daily', 'CNY', '', 0);
CREATE FUNCTION gc.batch() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT batch_id FROM onceover.settlement_batch WHERE job_id = 'gc-daily' AND biz_date = '2026-10-26' AND scope = '');
CREATE FUNCTION gc.message(n integer) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT outbox_id FROM onceover.outbox WHERE bucket = gc.bucket(n) AND operation_id = gc.op(n));
CREATE FUNCTION gc.account(kind text, owner text) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT account_id FROM onceover.account WHERE account_kind = kind AND owner_ref = owner AND currency = 'CNY');

INSERT INTO merchant (merchant_id, bucket, name, time_zone, currency, channel_id, beneficiary_name, beneficiary_account, beneficiary_country)
SELECT gc.merchant(n), gc.bucket(n), 'Merchant ' || n, 'UTC', 'CNY', 'gc-bank', 'Merchant ' || n, '6222020000001234', 'CN' FROM generate_series(1, 12) n;
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
SELECT gc.bucket(n), k, 'gc-' || k || '-' || n, gc.merchant(n), CASE k WHEN 'sale' THEN 1100 ELSE -100 END, 'CNY', '2026-10-26 12:00Z', '2026-10-26'
  FROM generate_series(1, 11) n, unnest(ARRAY['sale', 'fee']) k;
INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', '', 'gc-daily:2026-10-26', '2026-10-26', 'P0', 'UTC', '');
INSERT INTO settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
SELECT run_id, job_id, job_type, biz_date, scope, grade, 1, 'v1', 1 FROM job_run WHERE run_key = 'gc-daily:2026-10-26';
INSERT INTO batch_shard (batch_id, shard_no, shard_total, bucket_from, bucket_to, input_version) VALUES (gc.batch(), 0, 1, 0, 64, 'v1');
INSERT INTO settlement_item (bucket, item_kind, item_id, root_id, amount_minor, currency)
SELECT bucket, sale_kind, sale_id, gc.op((merchant_id - 900000)::integer), amount_minor, currency FROM sale WHERE sale_id LIKE 'gc-%' AND merchant_id <= gc.merchant(10);

-- The row of an operation that would be right; cases spoil it.
CREATE FUNCTION gc.operation(n integer) RETURNS SETOF onceover.settlement_operation LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT gc.bucket(n), gc.op(n), gc.merchant(n), '2026-10-26'::date, 'settle-daily', 'CNY', '', 0, gc.op(n), 1000::bigint, 2, gc.batch(), 0::smallint,
         'gc-daily', '2026-10-26'::date, 'gc-bank', '{"name": "M", "account": "6222020000001234", "country": "CN"}'::jsonb, 'v1', 1, clock(),
         'PENDING', 0::bigint, NULL::text, NULL::timestamptz, NULL::bigint, 0, 0, NULL::timestamptz, NULL::timestamptz, NULL::text, '', NULL::text, clock(), NULL::timestamptz
$$;
-- The same under a natural key that differs in these parts, of one item of 5.
CREATE FUNCTION gc.other(n integer, changes jsonb) RETURNS SETOF onceover.settlement_operation LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT (jsonb_populate_record(c, jsonb_build_object('operation_id', i, 'root_id', i, 'item_count', 1, 'amount_minor', 5))).*
    FROM gc.operation(n) o CROSS JOIN LATERAL jsonb_populate_record(o, changes) c
   CROSS JOIN LATERAL (SELECT operation_id_of(namespace(), c.merchant_id, c.settle_date, c.settlement_type, c.currency, c.scope_ref, 0) AS i) x
$$;
-- The same for its message and its legs.
CREATE FUNCTION gc.new_message(n integer) RETURNS TABLE (bucket smallint, operation_id uuid, message_kind text, channel_id text, profile_version integer,
  idempotency_key text, payload bytea, payload_sha256 bytea, amount_minor bigint, currency char(3), job_id text, batch_id bigint, merchant_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT gc.bucket(n), gc.op(n), 'payout', 'gc-bank', 1, outward_key_of(namespace(), gc.op(n), 'payout'), '{"pay":1000}'::bytea,
         sha256('{"pay":1000}'::bytea), 1000::bigint, 'CNY', 'gc-daily', gc.batch(), gc.merchant(n)
$$;
CREATE FUNCTION gc.legs(n integer, phase text, version bigint) RETURNS TABLE (bucket smallint, operation_id uuid, phase text, side text, account_id bigint,
  amount_minor bigint, currency char(3), op_version bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT gc.bucket(n), gc.op(n), phase, s, CASE WHEN phase = 'HOLD' AND s = 'DEBIT' OR phase = 'BACK' AND s = 'CREDIT'
           THEN gc.account('payable', gc.merchant(n)::text) WHEN phase = 'PAY' AND s = 'CREDIT' THEN gc.account('paid', 'gc-bank')
           ELSE gc.account('in_transit', 'gc-bank') END,
         CASE s WHEN 'DEBIT' THEN -1000 ELSE 1000 END::bigint, 'CNY', version
    FROM unnest(ARRAY['DEBIT', 'CREDIT']) s
$$;

INSERT INTO settlement_operation SELECT o.* FROM generate_series(1, 9) n, gc.operation(n) o;
INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
SELECT bucket, operation_id, 'settle-daily', job_id, batch_id, merchant_id, clock() FROM settlement_operation WHERE batch_id = gc.batch();
INSERT INTO account (account_kind, owner_ref, currency)
SELECT 'payable', gc.merchant(n)::text, 'CNY' FROM generate_series(1, 12) n UNION ALL VALUES ('in_transit', 'gc-bank', 'CNY'), ('paid', 'gc-bank', 'CNY');
UPDATE settlement_operation SET status = 'PROCESSING', version = 1, worker_id = 'w1', lease_until = clock() + interval '1 hour', attempts_total = 1
 WHERE merchant_id BETWEEN gc.merchant(2) AND gc.merchant(9);
UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE merchant_id BETWEEN gc.merchant(3) AND gc.merchant(8);
UPDATE settlement_operation SET status = 'RETRYABLE', worker_id = NULL, lease_until = NULL WHERE merchant_id = gc.merchant(9);
INSERT INTO ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version)
SELECT l.* FROM generate_series(3, 8) n, gc.legs(n, 'HOLD', 1) l;
INSERT INTO outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor, currency,
                    job_id, batch_id, merchant_id)
SELECT m.* FROM generate_series(3, 8) n, gc.new_message(n) m;
DELETE FROM operation_due WHERE merchant_id BETWEEN gc.merchant(3) AND gc.merchant(8);
UPDATE outbox SET status = 'SENDING', version = 1, worker_id = 'w1', lease_until = clock() + interval '1 hour', sends_total = 1, sends_maybe_left = 1,
       first_sent_at = clock(), last_sent_at = clock() WHERE merchant_id BETWEEN gc.merchant(4) AND gc.merchant(8);

-- A recorded answer, and finish_external for one message.
CREATE FUNCTION gc.record(n integer, kind text, answer text, ref text, amount bigint DEFAULT 1000, money text DEFAULT 'CNY') RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                             answer, external_ref, amount_minor, currency, worker_id)
  SELECT kind, channel_id, 1, bucket, outbox_id, operation_id, idempotency_key, version, clock(), '0', answer, ref, amount, money, 'w1'
    FROM outbox WHERE outbox_id = gc.message(n) RETURNING call_id
$$;
CREATE FUNCTION gc.finish(n integer, from_status text, version bigint, outcome text, ref text, call_id bigint, unsent integer DEFAULT 0, dead text DEFAULT NULL)
RETURNS TABLE (applied boolean, message_status text, operation_status text, note text) LANGUAGE sql AS $$
  SELECT applied, message_status, operation_status, note
    FROM onceover.finish_external('w1', ARRAY[gc.bucket(n)], ARRAY[gc.message(n)], ARRAY[from_status], ARRAY[version], ARRAY[outcome], ARRAY[ref],
      ARRAY[call_id], ARRAY[1000::bigint], ARRAY[1::smallint], ARRAY[unsent::smallint], ARRAY['an error'::text], ARRAY[outcome], ARRAY[dead])
$$;
CREATE FUNCTION gc.mark(n integer) RETURNS void LANGUAGE sql SET search_path = onceover, pg_temp AS $$
  UPDATE outbox SET status = 'SENDING', version = version + 1, worker_id = 'w1', lease_until = clock() + interval '1 hour', sends_total = sends_total + 1,
         sends_maybe_left = sends_maybe_left + 1, first_sent_at = coalesce(first_sent_at, clock()), last_sent_at = clock() WHERE outbox_id = gc.message(n)
$$;
DO $$
BEGIN
  PERFORM gc.finish(5, 'SENDING', 1, 'UNKNOWN', NULL, NULL);
  PERFORM gc.finish(6, 'SENDING', NULL, 'ACCEPTED', 'GC-REF-6', gc.record(6, 'SEND', 'ACCEPTED', 'GC-REF-6'));
  PERFORM gc.finish(7, 'SENDING', 1, 'REFUSED', NULL, gc.record(7, 'SEND', 'REFUSED', NULL));
  PERFORM gc.finish(8, 'SENDING', 1, 'FAILED', NULL, gc.record(8, 'SEND', 'NOT_SENT', NULL), 1);
END
$$;
INSERT INTO run_attempt (run_id, attempt_no, worker_id) SELECT run_id, 1, 'w1' FROM job_run WHERE run_key = 'gc-daily:2026-10-26';
INSERT INTO operation_event (event, from_status, to_status, worker_id, operation_ids) VALUES ('CLAIM', 'PENDING', 'PROCESSING', 'w1', '{}');
INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('merchant', '900012', 'alice', 'a case');
INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at)
VALUES (gen_random_uuid(), 'dismissal', 'alice', 'a machine', '{"items": []}', '', clock() + interval '1 hour');
INSERT INTO approval_item (approval_id, item_no, is_money) SELECT approval_id, 1, false FROM approval WHERE reason = 'a machine';
INSERT INTO incident (title, owner, opened_by, scope_kind, scope_ref) VALUES ('a machine', 'alice', 'alice', 'merchant', gc.merchant(12)::text);
DO $$
BEGIN
  PERFORM register_worker('w1', 'onceover-worker', '0', 'here', 1, '{settler}'), audit_worker('w1', 'start', 'w1', '{}');
END
$$;

-- Tries every change of state of a machine on a row that is forced into each state, and says what the database answered.
-- Runs as the owner, who alone may take a guard off to force a state.
CREATE FUNCTION gc.subject(machine text) RETURNS TABLE (tab text, place text, states text[]) LANGUAGE sql AS $$
  SELECT v.tab, v.place, v.states::text[] FROM (VALUES
    ('operation', 'settlement_operation', format('operation_id = %L', gc.op(2)),
      '{PENDING,RETRYABLE,PROCESSING,AWAITING_EXTERNAL,UNKNOWN_EXTERNAL,SUCCEEDED,FAILED_PERMANENT}'),
    ('message', 'outbox', format('outbox_id = %s', gc.message(3)), '{PENDING,SENDING,ACCEPTED,REFUSED,UNKNOWN,FAILED}'),
    ('run', 'job_run', $q$run_key = 'gc-daily:2026-10-26'$q$, '{DUE,HELD,RUNNING,DONE,FAILED,SKIPPED}'),
    ('attempt', 'run_attempt', $q$worker_id = 'w1'$q$, '{STARTED,SUCCEEDED,FAILED,LOST,FENCED,RELEASED}'),
    ('shard', 'batch_shard', format('batch_id = %s', gc.batch()), '{OPEN,ENUMERATED,DONE}'),
    ('batch', 'settlement_batch', format('batch_id = %s', gc.batch()), '{CREATED,RUNNING,PARTIAL,RECONCILING,COMPLETED,FAILED}'),
    ('dead letter', 'dead_letter', format('operation_id = %L', gc.op(7)), '{OPEN,REPLAY_REQUESTED,COMPENSATION_REQUESTED,RESOLVED}'),
    ('freeze', 'freeze_order', $q$scope_ref = '900012'$q$, '{REQUESTED,IN_FORCE,DRAINED,LIFT_REQUESTED,LIFTED}'),
    ('approval', 'approval', $q$reason = 'a machine'$q$,
      '{REQUESTED,APPROVED,EXECUTING,EXECUTED,PARTLY,FAILED,VERIFIED,EXPIRED,VOID,REJECTED,WITHDRAWN}'),
    ('approval item', 'approval_item', $q$approval_id = (SELECT approval_id FROM approval WHERE reason = 'a machine')$q$,
      '{PENDING,DONE,REFUSED,UNKNOWN}'),
    ('incident', 'incident', $q$title = 'a machine'$q$,
      '{OPEN,FROZEN,FENCED,EVIDENCE_SAVED,DIAGNOSED,RECONCILED,PLAN_APPROVED,RECOVERING,VERIFIED,CLOSED}')) v(m, tab, place, states)
  WHERE v.m = machine
$$ SET search_path = gc, onceover, pg_temp;
-- To force a state, was is empty and next is the change that will be tried from there.
CREATE FUNCTION gc.columns(machine text, was text, becomes text, next text DEFAULT '') RETURNS text LANGUAGE sql AS $$
  SELECT format('status = %L', becomes) || CASE machine
    WHEN 'operation' THEN CASE WHEN becomes = 'PROCESSING' THEN ', worker_id = ''w9'', lease_until = clock(), version = version + 1'
                               ELSE ', worker_id = NULL, lease_until = NULL' END
      || ', failure_class = ' || CASE WHEN becomes <> 'FAILED_PERMANENT' THEN 'NULL' WHEN was = 'PROCESSING' THEN '''DATA''' WHEN was = 'UNKNOWN_EXTERNAL'
                                      THEN '''NOT_EXECUTED''' WHEN next = 'RETRYABLE' THEN '''DATA''' WHEN next = 'AWAITING_EXTERNAL' THEN '''NOT_SENT'''
                                      ELSE '''REFUSED''' END
      -- Forced to owe nothing: whether a state may be reached at all, not whether this amount may.
      || CASE WHEN was = '' THEN ', amount_minor = 0' ELSE '' END
    WHEN 'message' THEN CASE WHEN becomes = 'SENDING' THEN ', worker_id = ''w9'', lease_until = clock(), version = version + 1, sends_total = sends_total + 1,'
                               || ' sends_maybe_left = sends_maybe_left + 1, first_sent_at = clock(), last_sent_at = clock()'
                             ELSE ', worker_id = NULL, lease_until = NULL' END
      || CASE WHEN was = 'SENDING' AND becomes <> 'SENDING' THEN ', sends_maybe_left = sends_maybe_left - 1, first_sent_at = NULL' ELSE '' END
      || ', next_query_at = ' || CASE becomes WHEN 'UNKNOWN' THEN 'clock()' ELSE 'NULL' END
    WHEN 'shard' THEN CASE WHEN becomes = 'OPEN' THEN ', expected_count = NULL, input_hash = NULL' ELSE ', expected_count = 9, input_hash = ''\x00''' END
    WHEN 'dead letter' THEN CASE becomes WHEN 'RESOLVED' THEN ', resolution = ''replayed'', resolved_at = clock()' ELSE ', resolution = NULL, resolved_at = NULL' END
    WHEN 'freeze' THEN ', effective_at = ' || CASE becomes WHEN 'REQUESTED' THEN 'NULL' ELSE 'coalesce(effective_at, clock())' END
      || ', lifted_at = ' || CASE becomes WHEN 'LIFTED' THEN 'clock()' ELSE 'NULL' END
    WHEN 'approval' THEN ', checker = ''bob'''
    WHEN 'incident' THEN ', closed_at = ' || CASE becomes WHEN 'CLOSED' THEN 'clock()' ELSE 'NULL' END
    ELSE '' END
$$;
CREATE FUNCTION gc.changes(machine text) RETURNS TABLE (was text, becomes text, answer text) LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
DECLARE
  s record;
BEGIN
  SELECT * INTO STRICT s FROM gc.subject(machine);
  FOREACH was IN ARRAY s.states LOOP
    FOREACH becomes IN ARRAY s.states LOOP
      CONTINUE WHEN was = becomes;
      BEGIN
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER guard_update', s.tab);
        EXECUTE format('UPDATE %I SET %s WHERE %s', s.tab, gc.columns(machine, '', was, becomes), s.place);
        EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER guard_update', s.tab);
        EXECUTE format('UPDATE %I SET %s WHERE %s', s.tab, gc.columns(machine, was, becomes), s.place);
        RAISE EXCEPTION USING ERRCODE = 'GC000';
      EXCEPTION WHEN OTHERS THEN
        answer := CASE SQLSTATE WHEN 'GC000' THEN '00000' ELSE SQLSTATE END;
      END;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;
-- Where the answers differ from the pairs that DESIGN.md section 3 allows, or allows with an approval.
CREATE FUNCTION gc.disagreements(machine text, legal text, approved text DEFAULT '') RETURNS SETOF text LANGUAGE sql AS $$
  SELECT was || '>' || becomes || ' ' || answer FROM gc.changes(machine)
   WHERE answer <> CASE WHEN was || '>' || becomes = ANY (string_to_array(legal, ' ')) THEN '00000'
                        WHEN was || '>' || becomes = ANY (string_to_array(approved, ' ')) THEN 'OC008' ELSE 'OC001' END
$$;

-- An approval in execution that names one operation.
CREATE FUNCTION gc.approve(n integer, kind text) RETURNS void LANGUAGE sql SET search_path = onceover, pg_temp AS $$
  INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at)
  VALUES (gen_random_uuid(), kind, 'alice', 'a case', '{}', '', clock() + interval '1 hour');
  UPDATE approval SET status = 'APPROVED', checker = 'bob', decided_at = clock() WHERE reason = 'a case';
  UPDATE approval SET status = 'EXECUTING', lease_until = clock() + interval '1 hour' WHERE reason = 'a case';
  INSERT INTO approval_item (approval_id, item_no, bucket, operation_id, is_money)
  SELECT approval_id, 1, gc.bucket(n), gc.op(n), true FROM approval WHERE reason = 'a case';
$$;

-- The newest request, as a client that read it would name it; and a person's decision about it.
CREATE FUNCTION gc.request() RETURNS onceover.approval LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT a FROM onceover.approval a ORDER BY a.approval_id DESC LIMIT 1);
CREATE FUNCTION gc.ask(n integer, id uuid DEFAULT gen_random_uuid(), under_freeze boolean DEFAULT false) RETURNS onceover.request_answer LANGUAGE sql AS $$
  SELECT onceover.request_replay(ARRAY[gc.op(n)], false, false, under_freeze, 'the bank was down', 'T-1', id)
$$;
CREATE FUNCTION gc.say_yes(id uuid DEFAULT gen_random_uuid()) RETURNS onceover.request_answer LANGUAGE sql AS $$
  SELECT onceover.approve_request((r).approval_id, (r).plan_hash, (r).plan_total, 'seen', id) FROM (SELECT gc.request() AS r OFFSET 0) x
$$;
-- Everything that the replayer does about what was decided.
CREATE FUNCTION gc.execute() RETURNS TABLE (kind text, done integer, refused integer, items_left bigint, status text) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT e.* FROM (SELECT onceover.claim_request('w9', 60000) AS id OFFSET 0) c, onceover.execute_request(c.id, 'w9', 60000, 100) e WHERE c.id IS NOT NULL;
END
$$;
-- A freeze as two clients would make it, and drained.
CREATE FUNCTION gc.freeze(kind text, ref text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  id bigint;
BEGIN
  INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES (kind, ref, 'alice', 'a case') RETURNING freeze_id INTO id;
  UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock() WHERE freeze_id = id;
  UPDATE freeze_order SET status = 'DRAINED', drained_at = clock() WHERE freeze_id = id;
  RETURN id;
END
$$;

-- Calls every function that operators, approvers and administrators may call, with what would decide the newest request, and says
-- which of them decided or executed it. Each call is taken back.
CREATE FUNCTION gc.state(n integer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT status || version FROM onceover.settlement_operation WHERE bucket = gc.bucket(n) AND operation_id = gc.op(n));
CREATE FUNCTION gc.called() RETURNS TABLE (name text, answer text, request text, moved boolean) LANGUAGE plpgsql AS $$
DECLARE
  r    constant onceover.approval := gc.request();
  was  constant text := gc.state(8);
  f    record;
BEGIN
  FOR f IN SELECT p.proname,
                  (SELECT string_agg(CASE WHEN t.type = 'uuid'::regtype AND a.name = 'p_operation' THEN format('%L::uuid', gc.op(8))
                                          WHEN t.type = 'uuid'::regtype THEN format('%L::uuid', gen_random_uuid())
                                          WHEN t.type = 'uuid[]'::regtype THEN format('%L::uuid[]', ARRAY[gc.op(8)])
                                          WHEN t.type = 'bytea'::regtype THEN format('%L::bytea', r.plan_hash)
                                          WHEN t.type = 'bigint'::regtype THEN format('%s::bigint', r.approval_id)
                                          WHEN t.type = 'boolean'::regtype THEN 'false'
                                          WHEN t.type = 'text'::regtype AND a.name = 'p_total' THEN format('%L::text', r.plan_total)
                                          WHEN t.type = 'text'::regtype THEN '''seen'''
                                          WHEN t.type = 'jsonb'::regtype THEN '''{}''::jsonb'
                                          ELSE format('NULL::%s', format_type(t.type, NULL)) END, ', ' ORDER BY t.n)
                     FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY t(type, n), unnest(p.proargnames) WITH ORDINALITY a(name, n) WHERE a.n = t.n) AS arguments
             FROM pg_proc p
            WHERE p.pronamespace = 'onceover'::regnamespace
              AND EXISTS (SELECT FROM aclexplode(p.proacl) x
                           WHERE x.grantee IN ('onceover_operator'::regrole, 'onceover_approver'::regrole, 'onceover_admin'::regrole))
            ORDER BY p.proname LOOP
    name := f.proname;
    answer := '00000';
    BEGIN
      EXECUTE format('SELECT * FROM onceover.%I(%s)', f.proname, f.arguments);
      request := (SELECT a.status FROM gc.request_of(r.approval_id) a);
      moved := gc.state(8) <> was;
      RAISE EXCEPTION USING ERRCODE = 'GC000';
    EXCEPTION WHEN OTHERS THEN
      IF SQLSTATE <> 'GC000' THEN
        answer := SQLSTATE;
        request := r.status;
        moved := false;
      END IF;
    END;
    RETURN NEXT;
  END LOOP;
END
$$;
CREATE FUNCTION gc.request_of(id bigint) RETURNS onceover.approval LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT a FROM onceover.approval a WHERE a.approval_id = id);

-- What must never be deleted or emptied, each partition by its own name as well.
CREATE FUNCTION gc.kept() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT unnest(ARRAY['schema_migration', 'installation', 'person', 'person_login', 'audit_chain', 'audit_log', 'audit_anchor', 'channel_profile', 'job',
    'job_run', 'run_trigger', 'run_attempt', 'settlement_batch', 'batch_shard', 'settlement_operation', 'settlement_item', 'operation_event', 'account',
    'ledger_entry', 'outbox', 'external_call', 'external_event', 'external_reference', 'dead_letter', 'freeze_order', 'freeze_exemption', 'incident',
    'incident_step', 'approval', 'approval_item', 'compensation', 'match_rule', 'record_match', 'reconciliation_run', 'reconciliation_difference', 'statement', 'statement_entry',
    'rollout', 'rollout_finding', 'run_recovery', 'request_kind', 'beneficiary_wish', 'record_retention', 'worker_login', 'merchant', 'sale', 'carry_over', 'job_type', 'subscription', 'subscription_extension'])
  UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'onceover'::regnamespace AND relispartition AND relkind = 'r'
$$;
CREATE FUNCTION gc.destructions() RETURNS TABLE (tab text, act text, answer text) LANGUAGE plpgsql AS $$
BEGIN
  FOR tab, act IN SELECT t, a FROM gc.kept() t, unnest(ARRAY['DELETE FROM onceover.%I', 'TRUNCATE onceover.%I CASCADE']) a LOOP
    BEGIN
      EXECUTE format(act, tab);
      answer := '00000';
    EXCEPTION WHEN OTHERS THEN
      answer := SQLSTATE;
    END;
    RETURN NEXT;
  END LOOP;
END
$$;

-- An incident of the batch, frozen and drained, as far as a step; H is a digest.
CREATE FUNCTION gc.parts() RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(p, jsonb_build_object('sha256', repeat('a', 64), 'lines', 3)) FROM unnest(ARRAY['scheduler', 'workers', 'database', 'outside']) p
$$;
CREATE FUNCTION gc.incident() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT max(incident_id) FROM onceover.incident);
CREATE FUNCTION gc.step(step text) RETURNS onceover.incident_answer LANGUAGE sql AS $$
  SELECT onceover.incident_advance(gc.incident(), step, '', gen_random_uuid())
$$;
-- Says what a step asks for, and takes it; alice's. The last answer, as outcome, reason and found.
CREATE FUNCTION gc.incident_as_far_as(wanted text, kind text DEFAULT 'batch', ref text DEFAULT gc.batch()::text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  step text;
  a    onceover.incident_answer;
BEGIN
  a := onceover.incident_open('double receipts', kind, ref, NULL, gen_random_uuid());
  FOREACH step IN ARRAY ARRAY['FROZEN', 'FENCED', 'EVIDENCE_SAVED', 'DIAGNOSED', 'RECONCILED'] LOOP
    EXIT WHEN wanted = 'OPEN';
    IF step = 'FROZEN' THEN
      PERFORM gc.freeze(kind, ref);
    ELSIF step = 'FENCED' THEN
      PERFORM onceover.fence(kind, ref, 'why', gen_random_uuid());
    ELSIF step = 'EVIDENCE_SAVED' THEN
      PERFORM onceover.incident_evidence(gc.incident(), '{gc-daily}', '{2026-10-26}', onceover.clock(), gc.parts(), '/evidence', '', gen_random_uuid());
    ELSIF step = 'DIAGNOSED' THEN
      PERFORM onceover.incident_weigh(gc.incident(), h, 'REFUTED', ARRAY['attempt 1'], 'nothing of it', gen_random_uuid())
         FROM unnest(ARRAY['FAILOVER', 'BROADCAST_ROUTE', 'MANUAL_RERUN', 'WRONG_RETRY', 'BROADCAST_TAKEN_FOR_SHARDS', 'SHARD_RANGE_LOST', 'CLOCK']) h;
      PERFORM onceover.incident_answer_why(gc.incident(), 'it could not: one key', gen_random_uuid());
    ELSIF step = 'RECONCILED' THEN
      PERFORM onceover.incident_reconcile(gc.incident(), 'gc-bank', 'COMPARED', 5, 0, '[]', onceover.clock(), gen_random_uuid());
    END IF;
    a := gc.step(step);
    EXIT WHEN step = wanted;
  END LOOP;
  RETURN concat_ws(' ', a.outcome, a.reason, a.found, a.status);
END
$$;

-- What a remedy made, sent and accepted, as settler and sender would; and its letters decided. The superuser's.
CREATE FUNCTION gc.settle_compensation() RETURNS void LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
DECLARE
  o settlement_operation;
  m outbox;
  c bigint;
BEGIN
  SELECT q.* INTO o FROM settlement_operation q JOIN compensation k USING (bucket, operation_id) WHERE q.status = 'PENDING';
  IF FOUND THEN
    UPDATE settlement_operation SET status = 'PROCESSING', version = 1, worker_id = 'w1', lease_until = clock() + interval '1 hour' WHERE operation_id = o.operation_id;
    UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE operation_id = o.operation_id;
    PERFORM book_phase(o.bucket, o.operation_id, 'HOLD', clock());
    DELETE FROM operation_due WHERE operation_id = o.operation_id;
    INSERT INTO outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor, currency,
                        job_id, batch_id, merchant_id)
    VALUES (o.bucket, o.operation_id, 'payout', o.channel_id, 1, outward_key_of(namespace(), o.operation_id, 'payout'), '', sha256(''), o.amount_minor, o.currency,
            o.job_id, o.batch_id, o.merchant_id);
    UPDATE outbox SET status = 'SENDING', version = 1, worker_id = 'w1', lease_until = clock() + interval '1 hour', sends_total = 1, sends_maybe_left = 1,
           first_sent_at = clock(), last_sent_at = clock() WHERE operation_id = o.operation_id RETURNING * INTO m;
    INSERT INTO external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration,
                               answer, external_ref, amount_minor, currency, worker_id)
    VALUES ('SEND', m.channel_id, 1, m.bucket, m.outbox_id, m.operation_id, m.idempotency_key, 1, clock(), '0', 'ACCEPTED', 'GC-BACK', m.amount_minor, m.currency, 'w1')
    RETURNING call_id INTO c;
    PERFORM finish_external('w1', ARRAY[m.bucket], ARRAY[m.outbox_id], ARRAY['SENDING'], ARRAY[1::bigint], ARRAY['ACCEPTED'], ARRAY['GC-BACK'], ARRAY[c],
      ARRAY[m.amount_minor], ARRAY[1::smallint], ARRAY[0::smallint], ARRAY[''::text], ARRAY['ACCEPTED'], ARRAY[NULL::text]);
  END IF;
  ALTER TABLE dead_letter DISABLE TRIGGER guard_update;
  UPDATE dead_letter SET status = 'RESOLVED', resolution = 'dismissed', resolved_at = clock(), reason = 'a case' WHERE status <> 'RESOLVED';
  ALTER TABLE dead_letter ENABLE ALWAYS TRIGGER guard_update;
END
$$;
-- An incident of that scope, a remedy that alice asks for within it, and every step up to CLOSED; by alice, bob and the replayer in turn, so
-- the superuser's. What the last two steps answered.
CREATE FUNCTION gc.decide_and_execute() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL SESSION AUTHORIZATION bob;
  PERFORM gc.say_yes();
  SET LOCAL SESSION AUTHORIZATION svc_replayer;
  PERFORM gc.execute();
  PERFORM onceover.settle_requests('w9');
END
$$;
CREATE FUNCTION gc.close_after(remedy text, kind text, ref text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v onceover.incident_answer;
  c onceover.incident_answer;
BEGIN
  SET LOCAL SESSION AUTHORIZATION alice;
  PERFORM gc.incident_as_far_as('RECONCILED', kind, ref);
  EXECUTE remedy;
  PERFORM gc.decide_and_execute();
  RESET SESSION AUTHORIZATION;
  PERFORM gc.settle_compensation();
  SET LOCAL SESSION AUTHORIZATION alice;
  PERFORM onceover.request_recovery_plan(gc.incident(), '{}', '{}', false, 'it was made good', '', gen_random_uuid());
  SET LOCAL SESSION AUTHORIZATION bob;
  PERFORM gc.say_yes();
  SET LOCAL SESSION AUTHORIZATION alice;
  PERFORM gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
  SET LOCAL SESSION AUTHORIZATION svc_replayer;
  PERFORM gc.execute();
  PERFORM onceover.settle_requests('w9');
  SET LOCAL SESSION AUTHORIZATION alice;
  v := gc.step('VERIFIED');
  PERFORM onceover.request_lift(f.freeze_id, '{}', 'fine again', '', gen_random_uuid()) FROM onceover.v_freeze f WHERE f.incident_id = gc.incident();
  PERFORM gc.decide_and_execute();
  SET LOCAL SESSION AUTHORIZATION alice;
  c := gc.step('CLOSED');
  RESET SESSION AUTHORIZATION;
  RETURN concat_ws(' ', v.outcome, nullif(v.reason, ''), nullif(v.found, ''), v.status) || ', '
      || concat_ws(' ', c.outcome, nullif(c.reason, ''), nullif(c.found, ''), c.status);
END
$$;

-- case: an operation as planned is taken | login scheduler | expect 00000 rows 1
INSERT INTO onceover.settlement_operation SELECT * FROM gc.operation(10);
-- case: its counts follow by themselves | login superuser | expect 00000 rows 1
SELECT FROM onceover.v_operation_count WHERE batch_id = gc.batch() AND status = 'SUCCEEDED' AND n = 1 AND amount_minor = 1000;
-- case: and the whole batch is counted | login superuser | expect 00000 rows 1
SELECT FROM (SELECT sum(n) AS n FROM onceover.v_operation_count WHERE batch_id = gc.batch()) c WHERE n = 9;
-- case: a balance is the sum of its entries | login superuser | expect 00000 rows 1
SELECT FROM onceover.v_account_balance WHERE account_kind = 'in_transit' AND owner_ref = 'gc-bank' AND balance_minor = 4000;
-- case: folding deltas changes no balance | login janitor | expect 00000 rows 1
SELECT onceover.janitor_fold_counts() > 0 AND onceover.janitor_fold_balances() > 0;
-- case: folded counts and balances are the same | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM onceover.janitor_fold_counts(), onceover.janitor_fold_balances(); END $$;
SELECT FROM onceover.account_balance b JOIN onceover.account a USING (account_id), onceover.operation_count c
 WHERE a.account_kind = 'in_transit' AND b.balance_minor = 4000 AND c.batch_id = gc.batch() AND c.status = 'SUCCEEDED' AND c.n = 1
   AND NOT EXISTS (SELECT FROM onceover.operation_count_delta) AND NOT EXISTS (SELECT FROM onceover.account_balance_delta);

-- Roles: what each must be refused (SECURITY.md) -------------------------------------------------------------------------------------
-- case: nobody logs in as the owner | login superuser | expect 00000 rows 0
SELECT rolname FROM pg_roles WHERE rolname LIKE 'onceover\_%' AND (rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole);
-- case: definer functions belong to onceover_api, partition and retention functions to the owner | login superuser | expect 00000 rows 0
SELECT proname FROM pg_proc WHERE pronamespace = 'onceover'::regnamespace AND prosecdef
   AND proowner <> CASE WHEN proname IN ('janitor_make_partitions', 'janitor_drop_old') THEN 'onceover_owner'::regrole ELSE 'onceover_api'::regrole END;
-- case: every definer function sets its search path, temporary tables last | login superuser | expect 00000 rows 0
SELECT proname FROM pg_proc WHERE pronamespace = 'onceover'::regnamespace AND prosecdef AND NOT coalesce('search_path=onceover, pg_temp' = ANY (proconfig), false);
-- case: no definer function is for everybody | login superuser | expect 00000 rows 0
SELECT p.proname FROM pg_proc p, aclexplode(p.proacl) a WHERE p.pronamespace = 'onceover'::regnamespace AND p.prosecdef AND a.grantee = 0;
-- case: onceover_api owns no table | login superuser | expect 00000 rows 0
SELECT relname FROM pg_class WHERE relowner = 'onceover_api'::regrole AND relkind IN ('r', 'p', 'v');
-- case: onceover_api makes no table | login owner | expect 42501
SET LOCAL ROLE onceover_api;
CREATE TABLE onceover.mine (x integer);
-- case: onceover_api changes no table | login owner | expect 42501
SET LOCAL ROLE onceover_api;
ALTER TABLE onceover.ledger_entry DISABLE TRIGGER guard_ledger;
-- case: onceover_api makes no function | login owner | expect 42501
SET LOCAL ROLE onceover_api;
CREATE FUNCTION onceover.mine() RETURNS integer LANGUAGE sql RETURN 1;
-- case: the migrator makes no table as itself | login migrator | expect 42501
CREATE TABLE onceover.mine (x integer);
-- case: onceover_api updates no identity, amount, payload or key | login superuser | expect 00000 rows 0
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
 WHERE c.relname IN ('settlement_operation', 'outbox', 'ledger_entry', 'settlement_item', 'external_call', 'external_reference')
   AND c.relnamespace = 'onceover'::regnamespace AND has_column_privilege('onceover_api', c.oid, a.attnum, 'UPDATE')
   AND a.attname IN ('bucket', 'operation_id', 'merchant_id', 'settle_date', 'settlement_type', 'currency', 'scope_ref', 'revision', 'root_id', 'amount_minor',
                     'idempotency_key', 'payload', 'payload_sha256', 'beneficiary', 'account_id', 'op_version');
-- case: the migrator writes no leg as itself | login migrator | expect 42501
INSERT INTO onceover.ledger_entry SELECT * FROM onceover.ledger_entry;
-- case: the migrator writes no audit row as itself | login migrator | expect 42501
DELETE FROM onceover.audit_log;
-- case: the migrator writes no approval as itself | login migrator | expect 42501
UPDATE onceover.approval SET status = 'APPROVED';
-- case: the scheduler writes no leg | login scheduler | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(3, 'HOLD', 1);
-- case: the scheduler writes no message | login scheduler | expect 42501
UPDATE onceover.outbox SET status = 'PENDING';
-- case: the scheduler writes no approval | login scheduler | expect 42501
INSERT INTO onceover.approval (request_id, kind, maker, reason, plan, plan_hash, expires_at)
VALUES ('00000000-0000-0000-0000-000000000001', 'replay', 'alice', 'x', '{}', '', '2030-01-01');
-- case: the scheduler claims nothing | login scheduler | expect 42501
UPDATE onceover.settlement_operation SET status = 'PROCESSING' WHERE operation_id = gc.op(1);
-- case: the worker writes no send column | login worker | expect 42501
UPDATE onceover.outbox SET status = 'SENDING' WHERE outbox_id = gc.message(3);
-- case: the worker plans nothing | login worker | expect 42501
INSERT INTO onceover.settlement_operation SELECT * FROM gc.operation(10);
-- case: the worker moves no batch | login worker | expect 42501
UPDATE onceover.settlement_batch SET status = 'COMPLETED';
-- case: the worker writes no reference of the outside | login worker | expect 42501
UPDATE onceover.settlement_operation SET external_ref = 'X' WHERE operation_id = gc.op(2);
-- case: the worker stops a batch | login worker | expect 00000 rows 1
SELECT onceover.freeze_batch_for_failure(gc.batch(), 'RULE', gc.op(2), 'a rule is broken') IS NOT NULL;
-- case: a batch is stopped once | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM onceover.freeze_batch_for_failure(gc.batch(), 'DEFECT', gc.op(2), 'a defect') FROM generate_series(1, 3); END $$;
SELECT FROM onceover.freezes_in_force WHERE scope_kind = 'batch' AND scope_ref = gc.batch()::text AND actor = 'system' AND effective_at IS NOT NULL;
-- case: the worker freezes nothing else | login worker | expect 42501
INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', '', 'w1', 'x');
-- case: the worker changes no leg | login worker | expect 42501
UPDATE onceover.ledger_entry SET amount_minor = amount_minor * 2 WHERE operation_id = gc.op(3);
-- case: the worker changes no audit row | login worker | expect 42501
UPDATE onceover.audit_log SET actor = 'nobody';
-- case: the worker writes no audit row past its function | login worker | expect 42501
INSERT INTO onceover.audit_log SELECT * FROM onceover.audit_log;
-- case: the worker changes no further dimension of a natural key | login worker | expect 42501
UPDATE onceover.settlement_operation SET scope_ref = 'x' WHERE operation_id = gc.op(2);
-- case: the sender writes no leg | login sender | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: the sender moves no operation | login sender | expect 42501
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED' WHERE operation_id = gc.op(4);
-- case: the sender writes no act of a person | login sender | expect 42501
SELECT onceover.audit_people('trigger', 'x', 'DONE');
-- case: the sender appends to no audit chain | login sender | expect 42501
SELECT onceover.audit_append('people', 'alice', 'trigger', 'x', 'DONE', '', '', '{}', NULL);
-- case: the sender triggers nothing | login sender | expect 42501
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
-- case: the resolver marks nothing as sent | login resolver | expect 42501
UPDATE onceover.outbox SET status = 'SENDING' WHERE outbox_id = gc.message(3);
-- case: the resolver writes no leg | login resolver | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: the resolver changes no payload | login resolver | expect 42501
UPDATE onceover.outbox SET payload = 'x' WHERE outbox_id = gc.message(5);
-- case: the resolver changes no key | login resolver | expect 42501
UPDATE onceover.outbox SET idempotency_key = repeat('B', 32) WHERE outbox_id = gc.message(5);
-- case: the resolver changes no amount | login resolver | expect 42501
UPDATE onceover.settlement_operation SET amount_minor = 1 WHERE operation_id = gc.op(5);
-- case: the resolver writes no act of a person | login resolver | expect 42501
SELECT onceover.audit_people('trigger', 'x', 'DONE');
-- case: the resolver appends to no audit chain | login resolver | expect 42501
SELECT onceover.audit_append('people', 'alice', 'trigger', 'x', 'DONE', '', '', '{}', NULL);
-- case: the resolver holds an unknown for itself | login resolver | expect 00000 rows 1
UPDATE onceover.outbox SET next_query_at = onceover.clock() + interval '1 min' WHERE outbox_id = gc.message(5);
-- case: the callback listener marks nothing as sent | login callback | expect 42501
UPDATE onceover.outbox SET status = 'SENDING' WHERE outbox_id = gc.message(3);
-- case: the callback listener writes no leg | login callback | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: the callback listener changes no payload | login callback | expect 42501
UPDATE onceover.outbox SET payload = 'x' WHERE outbox_id = gc.message(5);
-- case: the callback listener changes no key | login callback | expect 42501
UPDATE onceover.outbox SET idempotency_key = repeat('B', 32) WHERE outbox_id = gc.message(5);
-- case: the callback listener changes no amount | login callback | expect 42501
UPDATE onceover.settlement_operation SET amount_minor = 1 WHERE operation_id = gc.op(5);
-- case: the callback listener writes no act of a person | login callback | expect 42501
SELECT onceover.audit_people('trigger', 'x', 'DONE');
-- case: the callback listener appends to no audit chain | login callback | expect 42501
SELECT onceover.audit_append('people', 'alice', 'trigger', 'x', 'DONE', '', '', '{}', NULL);
-- case: the janitor writes no table of its own | login janitor | expect 42501
DELETE FROM onceover.operation_count_delta;
-- case: the janitor makes no table | login janitor | expect 42501
CREATE TABLE onceover.mine (x integer);
-- case: the janitor makes partitions | login janitor | expect 00000 rows 1
SELECT onceover.janitor_make_partitions();
-- case: the janitor beats | login janitor | expect 00000 rows 1
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{janitor}'), onceover.beat('w9', 'janitor', 1), onceover.stop_worker('w9', 'done');
-- case: a worker is one row, and each of its duties its own login's (S1) | login superuser | expect 00000 rows 3
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender,settler,janitor}');
SET LOCAL SESSION AUTHORIZATION svc_worker;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender,settler,janitor}'), onceover.beat('w9', 'lease_keeper', 1), onceover.beat('w9', 'settler', 1);
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender,settler,janitor}'), onceover.stop_worker('w9', 'done'), onceover.audit_worker('w9', 'stop', 'w9', '{}');
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.worker_login WHERE worker_id = 'w9' AND (duty, login) IN (('sender', 'svc_sender'), ('settler', 'svc_worker'), ('janitor', 'svc_janitor'));
-- case: a login whose worker starts again works on under the next id | login sender | expect 00000 rows 1
SELECT onceover.register_worker('w8', 'onceover-worker', '0', 'here', 1, '{sender}'), onceover.stop_worker('w8', 'a restart');
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 2, '{sender}'), onceover.beat('w9', 'sender', 1), onceover.audit_worker('w9', 'start', 'w9', '{}');
-- case: a worker that ran before its logins were written down works on | login superuser | expect 00000 rows 1
INSERT INTO onceover.worker (worker_id, program, app_version, host, pid, duties) VALUES ('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.beat('w9', 'sender', 1);
-- case: the janitor does not stop a sender, whose bytes may still leave | login superuser | expect OC009
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.stop_worker('w9', 'x');
-- case: the worker does not beat for a sender | login superuser | expect OC009
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION svc_worker;
SELECT onceover.beat('w9', 'sender', 1);
-- case: nor for the sender of its own process | login superuser | expect OC009
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender,settler}');
SET LOCAL SESSION AUTHORIZATION svc_worker;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender,settler}');
SELECT onceover.beat('w9', 'sender', 1);
-- case: the janitor does not speak in a sender's chain | login superuser | expect OC009
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.audit_worker('w9', 'start', 'w9', '{}');
-- case: the janitor does not join a worker that is no janitor | login superuser | expect OC009
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
-- case: a second login of a duty does not take it over | login superuser | expect OC009
CREATE ROLE gc_sender LOGIN IN ROLE onceover_sender;
SET LOCAL SESSION AUTHORIZATION svc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
SET LOCAL SESSION AUTHORIZATION gc_sender;
SELECT onceover.register_worker('w9', 'onceover-worker', '0', 'here', 1, '{sender}');
-- case: nobody beats for a worker that is none | login sender | expect OC009
SELECT onceover.beat('w9', 'sender', 1);
-- case: a heartbeat is written by the function alone | login sender | expect 42501
INSERT INTO onceover.worker_heartbeat (worker_id, duty, minute) VALUES ('w9', 'sender', now());
-- case: and so is the end of a worker | login sender | expect 42501
UPDATE onceover.worker SET stopped_at = now() WHERE worker_id = 'w1';
-- case: the replayer re-arms nothing by itself | login replayer | expect 42501
UPDATE onceover.settlement_operation SET status = 'RETRYABLE' WHERE operation_id = gc.op(7);
-- case: the replayer approves nothing | login replayer | expect 42501
UPDATE onceover.approval SET status = 'APPROVED';
-- case: the replayer writes no table by itself | login superuser | expect 00000 rows 0
SELECT c.relname, p.privilege FROM pg_class c, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p(privilege)
 WHERE c.relnamespace = 'onceover'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND has_table_privilege('onceover_replayer', c.oid, p.privilege);
-- case: the replayer writes no message | login replayer | expect 42501
INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload, payload_sha256, amount_minor,
                             currency, job_id, batch_id, merchant_id) SELECT * FROM gc.new_message(2);
-- case: the replayer writes no item of a plan | login replayer | expect 42501
INSERT INTO onceover.approval_item (approval_id, item_no, is_money) VALUES (1, 1, true);
-- case: the replayer writes no leg | login replayer | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: the reconciler changes no operation | login reconciler | expect 42501
UPDATE onceover.settlement_operation SET status = 'SUCCEEDED' WHERE operation_id = gc.op(3);
-- case: the reconciler corrects no money | login reconciler | expect 42501
INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version) SELECT * FROM gc.legs(6, 'PAY', 1);
-- case: the reconciler writes no statement | login reconciler | expect 42501
INSERT INTO onceover.statement (channel_id, file_sha256, format) VALUES ('gc-bank', sha256('x'), 'camt.053');
-- case: the reconciler writes no line of a statement | login reconciler | expect 42501
INSERT INTO onceover.statement_entry (statement_id, entry_no, entry_ref, amount_minor, currency, booked_on) VALUES (1, 1, 'x', 1, 'CNY', '2026-10-26');
-- case: the reconciler reads the record of the guards and does not write it | login reconciler | expect 42501
DELETE FROM onceover.schema_guard;
-- case: a trigger that nobody recorded is a fault (S6) | login owner | expect 00000 rows 1
CREATE FUNCTION onceover.gc_aside() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER aside BEFORE UPDATE ON onceover.outbox FOR EACH ROW EXECUTE FUNCTION onceover.gc_aside();
SELECT FROM onceover.guard_faults() WHERE kind = 'trigger' AND name = 'outbox.aside' AND fault = 'added';
-- case: on a partition as well (S6) | login owner | expect 00000 rows 1
CREATE FUNCTION onceover.gc_aside() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
DO $$ BEGIN EXECUTE format('CREATE TRIGGER aside BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION onceover.gc_aside()',
  (SELECT min(inhrelid)::regclass FROM pg_inherits WHERE inhparent = 'onceover.operation_event'::regclass)); END $$;
SELECT FROM onceover.guard_faults() WHERE kind = 'trigger' AND name ~ '^operation_event.+[.]aside$' AND fault = 'added';
-- case: nor does a guard's name hide what another function does there (S6) | login owner | expect 00000 rows 1
CREATE FUNCTION onceover.gc_aside() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
DO $$ BEGIN EXECUTE format('CREATE OR REPLACE TRIGGER guard_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s EXECUTE FUNCTION onceover.gc_aside()',
  (SELECT min(inhrelid)::regclass FROM pg_inherits WHERE inhparent = 'onceover.operation_event'::regclass)); END $$;
SELECT FROM onceover.guard_faults() WHERE kind = 'trigger' AND name ~ '^operation_event.+[.]guard_append_only$' AND fault = 'added';
-- case: whoever records the guards anew is written down with what changed (S6) | login owner | expect 00000 rows 1
ALTER TABLE onceover.outbox DISABLE TRIGGER guard_update;
SELECT onceover.record_guards();
SELECT FROM onceover.audit_log WHERE chain = 'system' AND action = 'record guards' AND actor = 'svc_migrator' AND login = 'svc_migrator' AND at > onceover.clock() - interval '1 h'
   AND detail = '{"changed": 1, "first": ["trigger outbox guard_update"]}';
-- case: as is a record of what stood already (S6) | login owner | expect 00000 rows 1
SELECT onceover.record_guards();
SELECT FROM onceover.audit_log WHERE chain = 'system' AND action = 'record guards' AND detail = '{"changed": 0, "first": []}';
-- case: the reconciler writes down a difference | login reconciler | expect 00000 rows 1
INSERT INTO onceover.reconciliation_difference (kind, grade, detail) VALUES ('MISSING_HERE', 'P0', 'a line of the statement');
-- case: the viewer reads no raw table | login vera | expect 42501
SELECT * FROM onceover.settlement_operation;
-- case: the viewer reads no payload | login vera | expect 42501
SELECT payload FROM onceover.outbox;
-- case: the viewer reads a masked account | login vera | expect 00000 rows 9
SELECT FROM onceover.v_operation WHERE batch_id = gc.batch() AND beneficiary_account = '****1234';
-- case: one query says who, when, which operation, which input version and whether the outside accepted it, in every field of the log (R115, R116) | login superuser | expect 00000 rows 1
INSERT INTO onceover.operation_event (at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
SELECT onceover.clock() + v.n * interval '1 s', v.event, v.was, v.becomes, gc.batch(), a.attempt_id, 'w1', ARRAY[gc.op(1), gc.op(6)], ARRAY[1, 1]
  FROM onceover.run_attempt a, (VALUES (1, 'CLAIM', 'PENDING', 'PROCESSING'), (2, 'POST', 'PROCESSING', 'AWAITING_EXTERNAL'), (3, 'ACCEPT', 'AWAITING_EXTERNAL', 'SUCCEEDED')) v(n, event, was, becomes)
 WHERE a.worker_id = 'w1';
SET LOCAL ROLE onceover_viewer;
SELECT trigger_id, attempt_id, batch_id, operation_id, worker_id, shard, version, started_at, finished_at, input_version, rows_affected, idempotency_key, external_ref, outcome, error, scheduled_at, reason
  FROM onceover.v_execution_line l
 WHERE l.operation_id = gc.op(6) AND l.batch_id = gc.batch() AND l.worker_id = 'w1' AND l.shard = 0 AND l.version = 1 AND l.attempt_id > 0 AND l.finished_at > l.started_at
   AND l.input_version = 'v1' AND l.external_ref = 'GC-REF-6' AND l.idempotency_key <> '' AND l.outcome = 'AWAITING_EXTERNAL';
-- case: each claim of an operation says for what it was begun, and when it was due (F32) | login superuser | expect 00000 rows 4
INSERT INTO onceover.run_trigger (job_id, source, scheduled_at, run_id, run_key, biz_date, answer, requested_by)
SELECT r.job_id, 'schedule', '2026-10-27 01:00Z', r.run_id, r.run_key, r.biz_date, 'CREATED', 'scheduler' FROM onceover.job_run r WHERE r.run_key = 'gc-daily:2026-10-26';
INSERT INTO onceover.operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids, versions)
SELECT onceover.clock() + v.n * interval '1 s', v.event, v.was, v.becomes, gc.batch(), 'w7', ARRAY[gc.op(9)], ARRAY[v.n]
  FROM (VALUES (1, 'CLAIM', 'PENDING', 'PROCESSING'), (2, 'TAKE_OVER', 'PROCESSING', 'PROCESSING'), (3, 'FAIL', 'PROCESSING', 'RETRYABLE'), (4, 'CLAIM', 'RETRYABLE', 'PROCESSING'),
               (5, 'FAIL', 'PROCESSING', 'FAILED_PERMANENT'), (6, 'REPLAY', 'FAILED_PERMANENT', 'RETRYABLE'), (7, 'CLAIM', 'RETRYABLE', 'PROCESSING')) v(n, event, was, becomes);
SELECT FROM onceover.v_execution_line l JOIN (VALUES (1, 'schedule'), (2, 'rescue'), (4, 'retry'), (7, 'replay')) v(version, reason) USING (version, reason)
 WHERE l.operation_id = gc.op(9) AND l.worker_id = 'w7' AND l.scheduled_at = '2026-10-27 01:00Z' AND l.trigger_id IS NOT NULL;
-- case: the viewer writes nothing | login vera | expect 42501
INSERT INTO onceover.v_job SELECT * FROM onceover.v_job;
-- case: the viewer reads no file | login vera | expect 42501
SELECT pg_read_file('/etc/hostname');
-- case: the viewer runs no program | login vera | expect 42501
COPY (SELECT 1) TO PROGRAM 'cat';
-- case: the viewer triggers nothing | login vera | expect 42501
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
-- case: the operator writes no table | login alice | expect 42501
INSERT INTO onceover.run_trigger (job_id, source, request_id, run_id, run_key, biz_date, answer, requested_by)
VALUES ('gc-daily', 'manual', '00000000-0000-0000-0000-000000000001', 1, 'x', '2026-10-27', 'CREATED', 'alice');
-- case: the operator reads no raw table | login alice | expect 42501
SELECT * FROM onceover.outbox;
-- case: the operator approves nothing | login alice | expect 42501
UPDATE onceover.approval SET status = 'APPROVED';
-- case: the operator finishes nothing | login alice | expect 42501
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'ACCEPTED', 'X', NULL);
-- case: the approver triggers nothing | login bob | expect 42501
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
-- case: the approver edits no request | login bob | expect 42501
UPDATE onceover.approval SET plan = '{}';
-- case: the auditor reads everything | login carol | expect 00000 rows 6
SELECT FROM onceover.outbox WHERE batch_id = gc.batch();
-- case: the auditor writes nothing | login carol | expect 42501
UPDATE onceover.settlement_operation SET last_error = 'x';
-- case: the auditor triggers nothing | login carol | expect 42501
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
-- case: the admin calls no money function | login adam | expect 42501
SELECT * FROM gc.finish(4, 'SENDING', NULL, 'ACCEPTED', 'X', NULL);
-- case: the admin approves nothing | login adam | expect 42501
UPDATE onceover.approval SET status = 'APPROVED';
-- case: the admin writes no contact behind the audit | login adam | expect 42501
INSERT INTO onceover.alert_contact VALUES (7, 'me', 'me@example.org');
-- case: nor a release window | login adam | expect 42501
INSERT INTO onceover.release_window (starts_at, ends_at, what) VALUES (now(), now() + interval '1 h', 'x');
-- case: nor a day of the calendar | login adam | expect 42501
INSERT INTO onceover.business_calendar VALUES ('gc', '2030-01-01', true);
-- case: nor one by the function beneath its act | login adam | expect 42501
SELECT onceover.enter_calendar('gc', '2030-01-01', '2030-01-31', '{6,7}');
-- case: nor a person | login adam | expect 42501
INSERT INTO onceover.person (person_id, display_name) VALUES ('x', 'x');
-- case: the operator sets no calendar | login alice | expect 42501
SELECT onceover.set_calendar('gc', '2030-01-01', '2030-01-31', '{6,7}', '{}', 'why', gen_random_uuid());
-- case: an administrator whom nobody knows does nothing, and that is audited | login superuser | expect 00000 rows 5
SELECT v.r FROM (VALUES (onceover.set_alert_contact(0::smallint, 'x', 'x@example.org', 'why', gen_random_uuid())),
  (onceover.set_release_window(NULL, now(), now() + interval '1 h', 'x', 'why', gen_random_uuid())), (onceover.set_calendar('gc', '2030-01-01', '2030-01-31', '{6,7}', '{}', 'why', gen_random_uuid())),
  (onceover.set_person('x', 'X', 'why', gen_random_uuid())), (onceover.set_login('alice', 'bob', 'why', gen_random_uuid()))) v(r) WHERE (v.r).reason = 'NOT_MAPPED_TO_PERSON';
SELECT FROM onceover.audit_log WHERE outcome = 'REFUSED' AND reason = 'NOT_MAPPED_TO_PERSON' AND action IN ('alert contact', 'release window', 'calendar', 'person', 'login');
-- case: each act of an administrator is audited with what it set | login superuser | expect 00000 rows 6
GRANT onceover_admin TO alice;
CREATE ROLE gc_dora LOGIN;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN
  PERFORM onceover.set_alert_contact(0::smallint, 'on call', 'oncall@example.org', 'the new rota', gen_random_uuid());
  PERFORM onceover.set_release_window(NULL, '2030-01-01Z', '2030-01-02Z', 'release 7', 'as planned', '00000000-0000-0000-0000-00000000ad01');
  PERFORM onceover.set_release_window(NULL, '2030-01-01Z', '2030-01-02Z', 'release 7', 'as planned', '00000000-0000-0000-0000-00000000ad01');
  PERFORM onceover.set_calendar('gc', '2030-01-01', '2030-01-31', '{6,7}', '{"2030-01-01": false}', 'the year begins', gen_random_uuid());
  PERFORM onceover.set_person('dora', 'Dora', 'joined', gen_random_uuid());
  PERFORM onceover.set_login('gc_dora', 'dora', 'joined', gen_random_uuid());
END $$;
RESET SESSION AUTHORIZATION;
SELECT l.action FROM onceover.audit_log l
 WHERE l.chain = 'people' AND l.actor = 'alice' AND l.outcome = 'DONE' AND l.action IN ('alert contact', 'release window', 'calendar', 'person', 'login')
   AND EXISTS (SELECT FROM onceover.alert_contact WHERE level = 0 AND mail = 'oncall@example.org')
   AND 1 = (SELECT count(*) FROM onceover.release_window WHERE what = 'release 7')
   AND 22 = (SELECT count(*) FROM onceover.business_calendar WHERE calendar_id = 'gc' AND is_open)
   AND EXISTS (SELECT FROM onceover.person_login p JOIN pg_roles r ON r.oid = p.roleoid WHERE r.rolname = 'gc_dora' AND p.person_id = 'dora' AND p.valid);
-- case: an administrator makes no second person of himself (S1) | login superuser | expect 00000 rows 4
GRANT onceover_admin TO alice;
CREATE ROLE gc_dora LOGIN;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT (v.r).reason FROM (VALUES (onceover.set_login('gc_dora', 'alice', 'mine as well', gen_random_uuid())), (onceover.set_login('alice', 'bob', 'I am bob', gen_random_uuid())),
                             (onceover.set_login('alice', NULL, 'gone', gen_random_uuid()))) v(r) WHERE (v.r).reason = 'OWN_REQUEST'
UNION ALL SELECT (onceover.set_login('bob', 'alice', 'he is me', gen_random_uuid())).reason;
-- case: what an administrator says wrong is refused by name | login superuser | expect 00000 rows 9
GRANT onceover_admin TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (VALUES (onceover.set_alert_contact(0::smallint, 'x', 'nobody', 'why', gen_random_uuid()), 'VALUE_MALFORMED'), (onceover.set_alert_contact(9::smallint, NULL, NULL, 'why', gen_random_uuid()), 'UNKNOWN_SUBJECT'),
  (onceover.set_alert_contact(0::smallint, 'x', 'x@example.org', ' ', gen_random_uuid()), 'VALUE_MALFORMED'),
  (onceover.set_release_window(4711, '2030-01-01Z', '2030-01-02Z', 'x', 'why', gen_random_uuid()), 'UNKNOWN_SUBJECT'),
  (onceover.set_release_window(NULL, '2030-01-02Z', '2030-01-01Z', 'x', 'why', gen_random_uuid()), 'VALUE_MALFORMED'),
  (onceover.set_calendar('gc', '2030-01-31', '2030-01-01', '{6,7}', '{}', 'why', gen_random_uuid()), 'VALUE_MALFORMED'),
  (onceover.set_calendar('gc', '2030-01-01', '2030-01-31', '{6,7}', '{"x": 1}', 'why', gen_random_uuid()), 'VALUE_MALFORMED'),
  (onceover.set_person('Dora', 'Dora', 'why', gen_random_uuid()), 'VALUE_MALFORMED'), (onceover.set_login('no-such-login', 'bob', 'why', gen_random_uuid()), 'UNKNOWN_SUBJECT')) v(r, why)
 WHERE (v.r).outcome = 'REFUSED' AND (v.r).reason = v.why;
-- case: nobody acts through a login that one administrator tied; a second one makes it somebody's (S1) | login superuser | expect 00000 rows 1
GRANT onceover_admin TO alice, bob;
CREATE ROLE gc_dora LOGIN IN ROLE onceover_operator;
CREATE TEMP TABLE said (n serial, outcome text, person text);
GRANT INSERT ON said TO PUBLIC;
GRANT USAGE ON SEQUENCE said_n_seq TO PUBLIC;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.set_person('dora', 'Dora', 'joined', gen_random_uuid()); END $$;
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'joined', gen_random_uuid());
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'joined, really', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION gc_dora;
INSERT INTO said (person) VALUES (coalesce(onceover.person_of_session(), 'nobody'));
SET LOCAL SESSION AUTHORIZATION bob;
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'I know her', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION gc_dora;
INSERT INTO said (person) VALUES (coalesce(onceover.person_of_session(), 'nobody'));
RESET SESSION AUTHORIZATION;
SELECT FROM (SELECT string_agg(coalesce(outcome, person), ' ' ORDER BY n) AS all_said FROM said) s WHERE s.all_said = 'REQUESTED REQUESTED nobody DONE dora';
-- case: who confirmed a login stays, and is neither who tied it nor its person (S1) | login superuser | expect 23514
INSERT INTO onceover.person_login (rolname, roleoid, person_id, tied_by, confirmed_by) VALUES ('x', 1, 'bob', 'alice', 'alice');
-- case: who tied a login and is gone is no second person (S1) | login superuser | expect 00000 rows 1
GRANT onceover_admin TO alice, bob, carol;
INSERT INTO onceover.person (person_id, display_name) VALUES ('carol', 'Carol') ON CONFLICT DO NOTHING;
INSERT INTO onceover.person_login (rolname, roleoid, person_id) SELECT rolname, oid, rolname FROM pg_roles WHERE rolname = 'carol' ON CONFLICT DO NOTHING;
CREATE ROLE gc_dora LOGIN IN ROLE onceover_operator;
CREATE TEMP TABLE said (n serial, outcome text);
GRANT INSERT ON said TO PUBLIC;
GRANT USAGE ON SEQUENCE said_n_seq TO PUBLIC;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.set_person('dora', 'Dora', 'joined', gen_random_uuid()); END $$;
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'joined', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('alice', NULL, 'left', gen_random_uuid());
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'I know her', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION carol;
INSERT INTO said (outcome) SELECT outcome FROM onceover.set_login('gc_dora', 'dora', 'so do I', gen_random_uuid());
RESET SESSION AUTHORIZATION;
SELECT FROM (SELECT string_agg(outcome, ' ' ORDER BY n) AS all_said FROM said) s WHERE s.all_said = 'REQUESTED DONE REQUESTED DONE';
-- case: who puts the schema in place ties no login (S1) | login migrator | expect OC008
SET LOCAL ROLE onceover_owner;
INSERT INTO onceover.person_login (rolname, roleoid, person_id) VALUES ('x', 1, 'bob');
-- case: nor one that others are said to have tied (S1) | login migrator | expect OC008
SET LOCAL ROLE onceover_owner;
INSERT INTO onceover.person_login (rolname, roleoid, person_id, tied_by, confirmed_by) VALUES ('x', 1, 'bob', 'alice', 'carol');
-- case: nor does it confirm one (S1) | login migrator | expect OC008
SET LOCAL ROLE onceover_owner;
UPDATE onceover.person_login SET confirmed_by = 'carol' WHERE rolname = 'bob';
-- case: a login that becomes one of the engine's is nobody's (S1) | login superuser | expect 00000 rows 1
GRANT onceover_sender TO bob;
SET LOCAL SESSION AUTHORIZATION bob;
SELECT WHERE onceover.person_of_session() IS NULL;
-- case: no person stands behind a login of the engine's (S1) | login superuser | expect 00000 rows 3
GRANT onceover_admin TO alice;
CREATE ROLE gc_both LOGIN IN ROLE onceover_approver, onceover_worker;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (VALUES ('svc_worker'), ('svc_migrator'), ('gc_both')) v(login), LATERAL onceover.set_login(v.login, 'bob', 'why', gen_random_uuid()) a WHERE a.reason = 'VALUE_MALFORMED';
-- case: what is masked is not shown in the transaction that records the look, which may be rolled back (S15) | login alice | expect 00000 rows 2
SELECT a.* FROM generate_series(1, 2) n, LATERAL (SELECT r.* FROM onceover.reveal(gc.op(4), 'the bank asks ' || left(n::text, 0), '00000000-0000-0000-0000-0000000000c1') r) a
 WHERE a.outcome = 'RECORDED' AND a.beneficiary_name || a.beneficiary_account || a.payload = '';
-- case: the audit names operation, person and reason of what was shown | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION carol;
DO $$ BEGIN PERFORM onceover.reveal(gc.op(4), 'the yearly review', gen_random_uuid()); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.audit_log l WHERE l.action = 'reveal' AND l.actor = 'carol' AND l.target = 'operation ' || gc.op(4) AND l.reason = 'the yearly review' AND l.outcome = 'DONE';
-- case: without a reason nothing is shown | login bob | expect 00000 rows 1
SELECT FROM onceover.reveal(gc.op(4), ' ', gen_random_uuid()) a WHERE a.reason = 'VALUE_MALFORMED' AND a.beneficiary_account = '';
-- case: a reason that nobody can see is none | login bob | expect 00000 rows 5
SELECT FROM unnest(ARRAY[U&'\200B', U&'\00A0', U&' \3000\FEFF', U&'\2800', E'\t ']) r(why), LATERAL onceover.reveal(gc.op(4), r.why, gen_random_uuid()) a
 WHERE a.reason = 'VALUE_MALFORMED';
-- case: a reason in Chinese is one, and kept as it is | login superuser | expect 00000 rows 1
SELECT WHERE onceover.reason_text(U&' \94F6\884C\3000\8981\6C42 ') = U&'\94F6\884C\3000\8981\6C42' AND onceover.reason_text(NULL) = '';
-- case: of an operation that is not there nothing is shown | login bob | expect 00000 rows 1
SELECT FROM onceover.reveal(gen_random_uuid(), 'why', gen_random_uuid()) a WHERE a.reason = 'UNKNOWN_SUBJECT';
-- case: a viewer is shown nothing that is masked | login vera | expect 42501
SELECT onceover.reveal(gc.op(4), 'curious', gen_random_uuid());
-- case: a login that was taken away stays away | login superuser | expect 00000 rows 1
GRANT onceover_admin TO alice;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.set_login('bob', NULL, 'left', gen_random_uuid()) a, LATERAL (SELECT b.* FROM onceover.set_login('bob', CASE a.outcome WHEN 'DONE' THEN 'bob' END, 'back', gen_random_uuid()) b) b
 WHERE a.outcome = 'DONE' AND b.reason = 'FINAL_STATE';
-- case: the admin grants itself nothing | login adam | expect 42501
INSERT INTO onceover.person_login (rolname, roleoid, person_id) VALUES ('x', 1, 'alice');
-- case: the admin makes itself no approver | login adam | expect 42501
GRANT onceover_approver TO adam;
-- case: the admin makes nobody an operator | login adam | expect 42501
GRANT onceover_operator TO vera;
-- case: the admin takes no role that it does not have | login adam | expect 42501
SET LOCAL ROLE onceover_owner;
-- case: the admin asks for nothing | login adam | expect 42501
SELECT * FROM gc.ask(8);
-- case: the operator takes no role of an approver | login alice | expect 42501
SET LOCAL ROLE onceover_approver;

-- Acts of people ---------------------------------------------------------------------------------------------------------------------
-- case: an operator triggers a day that is over | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001')
 WHERE outcome = 'DONE' AND answer = 'CREATED' AND run_key = 'gc-daily:2020-10-27' AND run_status = 'DUE' AND batch_id IS NULL;
-- case: the same request again has the same answer | login alice | expect 00000 rows 1
SELECT FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001') a,
            onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001') b
 WHERE a.trigger_id = b.trigger_id AND a.answer = b.answer AND b.outcome = 'DONE';
-- case: another request for the same day finds the same run | login alice | expect 00000 rows 1
SELECT FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001') a,
            onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000002') b
 WHERE a.run_id = b.run_id AND a.trigger_id <> b.trigger_id AND b.answer = 'EXISTING';
-- case: a request id for two days | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001'); END $$;
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-28', '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'REQUEST_ID_REUSED';
-- case: an unknown job | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('no-such-job', '2020-10-27', '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'UNKNOWN_JOB';
-- case: a disabled job | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-off', '2020-10-27', '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'JOB_DISABLED';
-- case: a business date that is not over | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-daily', (onceover.clock() AT TIME ZONE 'UTC')::date, '00000000-0000-0000-0000-000000000001')
 WHERE outcome = 'REFUSED' AND reason = 'BUSINESS_DATE_NOT_OVER';
-- case: no business date | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-daily', NULL, '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'BUSINESS_DATE_INVALID';
-- case: a slot job takes no business date | login alice | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-slot', '2020-10-27', '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'UNKNOWN_SUBJECT';
-- case: a superuser is no person | login superuser | expect 00000 rows 1
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001') WHERE outcome = 'REFUSED' AND reason = 'NOT_MAPPED_TO_PERSON';
-- case: an act and a refusal are audited under the person's name | login alice | expect 00000 rows 2
DO $$ BEGIN
  PERFORM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
  PERFORM onceover.trigger_run('no-such-job', '2020-10-27', '00000000-0000-0000-0000-000000000002');
END $$;
SELECT FROM onceover.v_audit WHERE chain = 'people' AND actor = 'alice' AND login = 'alice' AND action = 'trigger' AND outcome IN ('DONE', 'REFUSED');
-- case: each audit row is hashed over the one before | login superuser | expect 00000 rows 0
DO $$ BEGIN
  PERFORM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001');
  PERFORM onceover.record_refusal(NULL, '42501', 'approve', E'two\nlines');
END $$;
SELECT * FROM (SELECT chain, seq, hash, prev_hash, canonical, lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER (PARTITION BY chain ORDER BY seq) AS before
                 FROM onceover.audit_log) a
 WHERE a.prev_hash <> a.before OR a.hash <> sha256(a.before || a.canonical);
-- case: a run under a freeze of everything is held | login superuser | expect 00000 rows 1
INSERT INTO onceover.freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', '', 'alice', 'x');
UPDATE onceover.freeze_order SET status = 'IN_FORCE', effective_at = onceover.clock() WHERE scope_kind = 'everything';
SET LOCAL SESSION AUTHORIZATION alice;
SELECT * FROM onceover.trigger_run('gc-daily', '2020-10-27', '00000000-0000-0000-0000-000000000001') WHERE answer = 'HELD' AND run_status = 'HELD';

-- Who may call what. A function that leads to money or to a person's right and that is not in this list is found here.
-- case: every function that a role may call is in the list, and none is missing | login superuser | expect 00000 rows 0
WITH listed(role, names) AS (VALUES
  ('onceover_scheduler', 'arrive audit_worker beat channel_for ensure_accounts freeze_barrier freeze_batch_for_failure frozen_scopes guard_faults limit_of notice_of '
    'register_worker seal_date shard_inputs stop_worker'),
  ('onceover_worker', 'arrive audit_worker beat ensure_accounts exempt_operations freeze_barrier freeze_batch_for_failure frozen_between frozen_scopes guard_faults register_worker rollout_gates stop_worker'),
  ('onceover_sender', 'arrive audit_worker beat exempt_operations finish_external freeze_barrier frozen_scopes guard_faults is_message_held register_worker rollout_gates stop_worker'),
  ('onceover_resolver', 'arrive audit_worker beat exempt_operations finish_external freeze_barrier frozen_scopes guard_faults is_message_held register_worker rollout_gates stop_worker take_over_lost_messages'),
  ('onceover_callback', 'arrive audit_worker beat close_callbacks count_callback_refusals file_callbacks finish_external guard_faults limit_of record_callbacks '
    'register_worker stop_worker'),
  ('onceover_janitor', 'arrive anchors_since append_anchor audit_worker beat guard_faults janitor_drop_old janitor_fold_balances janitor_fold_counts janitor_make_partitions '
    'janitor_roll_hours janitor_sample knows_anchor next_anchor record_membership register_worker report_lost_history stop_worker'),
  ('onceover_replayer', 'arrive audit_worker beat claim_request drain_freezes execute_request freeze_barrier guard_faults register_worker settle_requests stop_worker'),
  ('onceover_reconciler', 'arrive freeze_comparisons_owed alert_address audit_worker beat comparisons_owed guard_faults register_worker send_alert stop_worker'),
  ('onceover_viewer', 'unreconciled_channels frozen_scopes held_by_freeze person_of_session record_refusal rollout_gates rollout_left'),
  ('onceover_operator', 'acknowledge_alert declare_dead fence freeze_enforce freeze_request import_statement pause_channel person_of_session record_refusal record_self_test request_batch_recovery '
    'request_beneficiary request_compensation request_correction request_dismissal request_lift request_match request_missing_outbox request_profile request_replay request_resend request_resolve '
    'request_retention_setting request_revision request_rollout trigger_run withdraw_request'),
  ('onceover_approver', 'acknowledge_alert approve_request person_of_session record_refusal record_self_test reject_request'),
  ('onceover_auditor', 'unreconciled_channels alert_address anchor_body frozen_scopes guard_faults held_by_freeze person_of_session record_refusal record_verification rollout_gates '
    'rollout_left evidence_runs'),
  ('onceover_viewer', 'five_equalities incident_channels incident_facts incident_gate incident_totals'),
  ('onceover_auditor', 'unreconciled_channels five_equalities incident_channels incident_facts incident_gate incident_totals'),
  ('onceover_operator', 'incident_advance incident_answer_why incident_back incident_evidence incident_note incident_open incident_reason incident_reconcile '
    'incident_take_over incident_weigh request_recovery_plan'),
  ('onceover_approver', 'incident_note reveal'),
  ('onceover_operator', 'reveal'),
  ('onceover_auditor', 'reveal'),
  ('onceover_viewer', 'last_retry'),
  ('onceover_auditor', 'last_retry'),
  ('onceover_admin', 'clock person_of_session record_refusal set_alert_contact set_calendar set_login set_person set_release_window')
), wanted AS (
  SELECT l.role, n.name FROM listed l, string_to_table(l.names, ' ') n(name)
), granted AS (
  SELECT a.grantee::regrole::text AS role, p.proname::text AS name
    FROM pg_proc p, aclexplode(p.proacl) a
   WHERE p.pronamespace = 'onceover'::regnamespace AND a.privilege_type = 'EXECUTE' AND a.grantee NOT IN (0, p.proowner)
     AND a.grantee NOT IN ('onceover_owner'::regrole, 'onceover_api'::regrole)
)
(SELECT 'not listed', * FROM granted EXCEPT SELECT 'not listed', * FROM wanted) UNION ALL (SELECT 'not granted', * FROM wanted EXCEPT SELECT 'not granted', * FROM granted);
-- case: every act of a person asks who speaks | login superuser | expect 00000 rows 0
SELECT DISTINCT p.proname FROM pg_proc p, aclexplode(p.proacl) a
 WHERE p.pronamespace = 'onceover'::regnamespace AND p.prosecdef AND a.grantee IN ('onceover_operator'::regrole, 'onceover_approver'::regrole, 'onceover_admin'::regrole)
   AND p.proname NOT IN ('person_of_session', 'record_refusal') AND p.prosrc !~ 'person_of_session\(\)|request_seen\(|decide_request\(';
-- case: no person writes a table by grant | login superuser | expect 00000 rows 0
SELECT c.relname, a.grantee::regrole, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a
 WHERE c.relnamespace = 'onceover'::regnamespace AND a.privilege_type <> 'SELECT'
   AND a.grantee IN ('onceover_viewer'::regrole, 'onceover_operator'::regrole, 'onceover_approver'::regrole, 'onceover_auditor'::regrole, 'onceover_admin'::regrole)
UNION ALL
SELECT c.relname || '.' || t.attname, a.grantee::regrole, a.privilege_type FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
 WHERE c.relnamespace = 'onceover'::regnamespace AND a.privilege_type <> 'SELECT'
   AND a.grantee IN ('onceover_viewer'::regrole, 'onceover_operator'::regrole, 'onceover_approver'::regrole, 'onceover_auditor'::regrole, 'onceover_admin'::regrole);
-- case: no role of ours passes the guards, sealed or not (S2, S18) | login superuser | expect 00000 rows 0
SELECT r.rolname FROM pg_roles r
 WHERE NOT r.rolsuper AND (r.rolname LIKE 'onceover\_%' OR EXISTS (SELECT FROM pg_roles d WHERE d.rolname LIKE 'onceover\_%' AND pg_has_role(r.oid, d.oid, 'MEMBER')))
   AND (r.rolbypassrls OR r.rolreplication OR r.rolcreaterole OR r.rolcreatedb OR has_parameter_privilege(r.oid, 'session_replication_role', 'SET'));
-- case: no function switches a guard off, whoever may call it (S2, S18) | login superuser | expect 00000 rows 0
SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND p.prosrc ~* '(disable|enable)\s+(always\s+)?trigger|session_replication_role'
   AND EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.privilege_type = 'EXECUTE' AND a.grantee NOT IN ('onceover_owner'::regrole, p.proowner));
-- case: a person's session that nobody uses ends by itself (S17) | login alice | expect 00000 rows 1
SELECT WHERE current_setting('idle_session_timeout') = '8h';
-- case: an engine's does not | login worker | expect 00000 rows 1
SELECT WHERE current_setting('idle_session_timeout') = '0';
-- case: a login becomes the owner, the functions' role or a worker by no grant of ours | login superuser | expect 00000 rows 0
SELECT m.member::regrole, m.roleid::regrole FROM pg_auth_members m
 WHERE m.roleid IN ('onceover_owner'::regrole, 'onceover_api'::regrole) AND m.member NOT IN ('onceover_migrator'::regrole, 'onceover_owner'::regrole);

-- The incident procedure (R103 to R113) -------------------------------------------------------------------------------------------------
-- case: the approver opens no incident | login bob | expect 42501
SELECT onceover.incident_open('x', 'everything', '', NULL, gen_random_uuid());
-- case: the auditor writes nothing into an incident | login carol | expect 42501
SELECT onceover.incident_note(1, 'x', gen_random_uuid());
-- case: the viewer takes no step | login vera | expect 42501
SELECT onceover.incident_advance(1, 'FROZEN', '', gen_random_uuid());
-- case: the operator writes no step by himself | login alice | expect 42501
INSERT INTO onceover.incident_step (incident_id, step_no, status, actor) VALUES (1, 1, 'CLOSED', 'alice');
-- case: the operator moves no incident by himself | login alice | expect 42501
UPDATE onceover.incident SET status = 'CLOSED';
-- case: what happened in an incident stays | login owner | expect OC003
UPDATE onceover.incident_step SET note = 'x';
-- case: an incident keeps its scope | login owner | expect OC002
UPDATE onceover.incident SET scope_kind = 'everything', scope_ref = '' WHERE title = 'a machine';
-- case: a superuser is nobody who opens an incident | login superuser | expect 00000 rows 1
SELECT FROM onceover.incident_open('x', 'everything', '', NULL, gen_random_uuid()) WHERE reason = 'NOT_MAPPED_TO_PERSON';
-- case: whoever opens an incident owns it, and the same wish is one incident | login alice | expect 00000 rows 1
SELECT FROM onceover.incident_open('double receipts', 'batch', gc.batch()::text, NULL, '00000000-0000-0000-0000-00000000d001') a,
            onceover.incident_open('double receipts', 'batch', gc.batch()::text, NULL, '00000000-0000-0000-0000-00000000d001') b,
            onceover.incident_open('another', 'batch', gc.batch()::text, NULL, '00000000-0000-0000-0000-00000000d002') c
 WHERE a.outcome = 'DONE' AND a.status = 'OPEN' AND b.incident_id = a.incident_id AND c.reason = 'OPEN_INCIDENT' AND c.found = a.incident_id::text;
-- case: what does not exist has no incident | login alice | expect 00000 rows 4
SELECT r.reason FROM (VALUES ('job', 'no-such-job', 'x', 'UNKNOWN_JOB'), ('channel', 'no-bank', 'x', 'UNKNOWN_SUBJECT'), ('everything', 'x', 'x', 'VALUE_MALFORMED'),
                             ('everything', '', ' ', 'VALUE_MALFORMED')) v(kind, ref, title, why),
       onceover.incident_open(v.title, v.kind, v.ref, NULL, gen_random_uuid()) r WHERE r.outcome = 'REFUSED' AND r.reason = v.why;
-- case: no step without a freeze of the scope | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('OPEN');
SELECT FROM gc.step('FROZEN') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'FREEZE_IN_FORCE' AND s.status = 'OPEN';
-- case: a refused step is audited with what is missing | login alice | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.incident_as_far_as('OPEN'); PERFORM gc.step('FROZEN'); END $$;
SELECT FROM onceover.v_audit WHERE chain = 'people' AND action = 'incident advance' AND outcome = 'REFUSED' AND reason = 'GATE_NOT_HELD' AND detail ->> 'found' = 'FREEZE_IN_FORCE';
-- case: nobody skips a step | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FROZEN');
SELECT FROM gc.step('EVIDENCE_SAVED') s WHERE s.reason = 'NOT_IN_THIS_STATE' AND s.found = 'FROZEN';
-- case: what is still in work or being sent is named before FENCED | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FROZEN');
SELECT FROM gc.step('FENCED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'FENCE 1; SENDING 1';
-- case: evidence is four parts, seen after the freeze | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FENCED');
SELECT FROM gc.step('EVIDENCE_SAVED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'EVIDENCE scheduler; EVIDENCE workers; EVIDENCE database; EVIDENCE outside';
-- case: evidence from before the freeze is none | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.incident_as_far_as('FENCED');
  PERFORM onceover.incident_evidence(gc.incident(), '{gc-daily}', '{2026-10-26}', onceover.clock() - interval '1 hour', gc.parts(), '/evidence', '', gen_random_uuid());
END $$;
SELECT FROM gc.step('EVIDENCE_SAVED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found LIKE 'EVIDENCE scheduler%';
-- case: evidence without its digests, or of another run, is refused | login alice | expect 00000 rows 3
SELECT gc.incident_as_far_as('FENCED');
SELECT r.reason FROM (VALUES (gc.parts() - 'outside', date '2026-10-26', 'VALUE_MALFORMED'), (jsonb_set(gc.parts(), '{outside,sha256}', '"x"'), '2026-10-26', 'VALUE_MALFORMED'),
                     (gc.parts(), '2026-10-27', 'UNKNOWN_SUBJECT')) v(parts, day, why),
     LATERAL onceover.incident_evidence(gc.incident(), '{gc-daily}', ARRAY[v.day], onceover.clock(), v.parts, '/evidence', '', gen_random_uuid()) r
 WHERE r.reason = v.why;
-- case: the hurried reason of a freeze is replaced before evidence counts | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM onceover.incident_open('x', 'merchant', gc.merchant(1)::text, NULL, gen_random_uuid());
  PERFORM onceover.freeze_enforce((onceover.freeze_request('merchant', gc.merchant(1)::text, 'on-call freeze, reason to follow', gen_random_uuid())).freeze_id);
  PERFORM gc.step('FROZEN');
  PERFORM gc.step('FENCED');
  PERFORM onceover.incident_evidence(gc.incident(), '{gc-daily}', '{2026-10-26}', onceover.clock(), gc.parts(), '/evidence', '', gen_random_uuid());
END $$;
SELECT FROM gc.step('EVIDENCE_SAVED') a, onceover.incident_reason(gc.incident(), 'on-call freeze, reason to follow', gen_random_uuid()) b,
            onceover.incident_reason(gc.incident(), 'double receipts', gen_random_uuid()) c, gc.step('EVIDENCE_SAVED') d,
            onceover.incident_reason(gc.incident(), 'another one', gen_random_uuid()) e
 WHERE a.found LIKE 'FREEZE_REASON %' AND b.reason = 'VALUE_MALFORMED' AND c.outcome = 'DONE' AND d.outcome = 'DONE' AND e.reason = 'NOT_IN_THIS_STATE';
-- case: a reason that somebody gave stays | login owner | expect OC002
UPDATE onceover.freeze_order SET reason = 'x' WHERE scope_ref = '900012';
-- case: each hypothesis is weighed and the question answered before DIAGNOSED (R110, R112) | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('EVIDENCE_SAVED');
SELECT FROM gc.step('DIAGNOSED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'HYPOTHESIS FAILOVER; HYPOTHESIS BROADCAST_ROUTE; HYPOTHESIS MANUAL_RERUN; HYPOTHESIS WRONG_RETRY; '
       'HYPOTHESIS BROADCAST_TAKEN_FOR_SHARDS; HYPOTHESIS SHARD_RANGE_LOST; HYPOTHESIS CLOCK; ANSWER';
-- case: a verdict names its rows and is one | login alice | expect 00000 rows 4
SELECT gc.incident_as_far_as('EVIDENCE_SAVED');
SELECT FROM (VALUES ('CLOCK', 'SUPPORTED', '{}'::text[], 'why'), ('CLOCK', 'OPEN', '{w1}', 'why'), ('MOON', 'REFUTED', '{w1}', 'why'), ('CLOCK', 'REFUTED', '{w1}', ' ')) v(h, verdict, rows, why),
     LATERAL onceover.incident_weigh(gc.incident(), v.h, v.verdict, v.rows, v.why, gen_random_uuid()) r WHERE r.reason = 'VALUE_MALFORMED';
-- case: nothing is diagnosed before the evidence is saved | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FENCED');
SELECT FROM onceover.incident_answer_why(gc.incident(), 'because', gen_random_uuid()) r WHERE r.reason = 'GATE_NOT_HELD';
-- case: every channel is compared after the freeze drained | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('DIAGNOSED');
SELECT FROM gc.step('RECONCILED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'RECONCILIATION gc-bank';
-- case: a book that was not read, or was read before, is no comparison | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.incident_as_far_as('DIAGNOSED');
  PERFORM onceover.incident_reconcile(gc.incident(), 'gc-bank', 'NOT_READ', 0, 0, '[]', onceover.clock(), gen_random_uuid());
  PERFORM onceover.incident_reconcile(gc.incident(), 'gc-bank', 'COMPARED', 5, 0, '[]', onceover.clock() - interval '1 day', gen_random_uuid());
END $$;
SELECT FROM gc.step('RECONCILED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'RECONCILIATION gc-bank';
-- case: no recovery without a plan that two persons made (R113) | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('RECONCILED');
SELECT FROM gc.step('PLAN_APPROVED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'PLAN';
-- case: what was compared before going back counts no more | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.incident_as_far_as('RECONCILED');
  PERFORM onceover.incident_back(gc.incident(), 'another cause', gen_random_uuid());
END $$;
SELECT FROM gc.step('RECONCILED') s WHERE s.status = 'DIAGNOSED' AND s.found = 'RECONCILIATION gc-bank';
-- case: nobody goes back to where nothing was decided | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FENCED');
SELECT FROM onceover.incident_back(gc.incident(), 'why', gen_random_uuid()) r WHERE r.reason = 'NOT_IN_THIS_STATE' AND r.found = 'FENCED';
-- case: the freeze of an incident is not lifted before it is verified | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FROZEN');
SELECT FROM onceover.v_freeze f, LATERAL onceover.request_lift(f.freeze_id, '{}', 'fine again', '', gen_random_uuid()) r
 WHERE f.incident_id = gc.incident() AND r.reason = 'OPEN_INCIDENT';
-- case: only the owner takes a step; who takes over is audited | login superuser | expect 00000 rows 1
UPDATE onceover.incident SET owner = 'bob' WHERE title = 'a machine';
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM (SELECT incident_id AS id FROM onceover.v_incident WHERE title = 'a machine') i,
     LATERAL onceover.incident_advance(i.id, 'FROZEN', '', gen_random_uuid()) a, LATERAL onceover.incident_take_over(i.id, 'bob sleeps', gen_random_uuid()) b,
     LATERAL onceover.incident_take_over(i.id, 'again', gen_random_uuid()) c, LATERAL onceover.incident_advance(i.id, 'FROZEN', '', gen_random_uuid()) d
 WHERE a.reason = 'NOT_OWNER' AND a.found = 'bob' AND b.outcome = 'DONE' AND c.reason = 'NOT_IN_THIS_STATE' AND d.reason = 'GATE_NOT_HELD';
-- case: the approver adds a note, and the same note is one | login bob | expect 00000 rows 1
SELECT FROM (SELECT incident_id AS id FROM onceover.v_incident WHERE title = 'a machine') i,
     LATERAL onceover.incident_note(i.id, 'seen', '00000000-0000-0000-0000-00000000d003') a, LATERAL onceover.incident_note(i.id, 'seen', '00000000-0000-0000-0000-00000000d003') b
 WHERE a.outcome = 'DONE' AND b.step_no = a.step_no;
-- case: an id that said something else says nothing | login alice | expect 00000 rows 1
SELECT FROM (SELECT incident_id AS id FROM onceover.v_incident WHERE title = 'a machine') i,
     LATERAL onceover.incident_open('x', 'everything', '', NULL, '00000000-0000-0000-0000-00000000d004') a,
     LATERAL onceover.incident_note(i.id, 'seen' || a.outcome, '00000000-0000-0000-0000-00000000d004') b
 WHERE a.outcome = 'DONE' AND b.reason = 'REQUEST_ID_REUSED';
-- case: the auditor reads an incident live | login carol | expect 00000 rows 1
SELECT FROM onceover.v_incident i, onceover.incident_gate(i.incident_id) g WHERE i.title = 'a machine' AND g.next_status = 'FROZEN' AND g.missing = '{FREEZE_IN_FORCE}';
-- case: and the five equalities with both numbers | login carol | expect 00000 rows 5
SELECT e.* FROM onceover.v_incident i, onceover.five_equalities(i.incident_id) e WHERE i.title = 'a machine' AND e.ours = e.theirs AND e.holds;

-- The recovery plan (R113, DESIGN.md section 6) -------------------------------------------------------------------------------------------
-- case: the approver asks for no recovery | login bob | expect 42501
SELECT onceover.request_recovery_plan(1, '{}', '{}', false, 'why', '', gen_random_uuid());
-- case: no plan before every book was compared | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('DIAGNOSED');
SELECT FROM onceover.request_recovery_plan(gc.incident(), '{}', '{}', false, 'why', '', gen_random_uuid()) r WHERE r.reason = 'NOT_IN_THIS_STATE' AND r.found = 'DIAGNOSED';
-- case: a plan does to each operation what its state allows | login alice | expect 00000 rows 7
SELECT gc.incident_as_far_as('RECONCILED');
SELECT r.reason FROM (VALUES (6, 'resume', 'NOT_IN_THIS_STATE'), (1, 'query', 'NOT_IN_THIS_STATE'), (7, 'replay', 'ONLY_A_REVISION'), (5, 'replay', 'ANSWER_IS_UNKNOWN'),
                             (6, 'compensate', 'NEEDS_APPROVAL'), (1, 'pay', 'VALUE_MALFORMED'), (10, 'resume', 'UNKNOWN_SUBJECT')) v(n, action, why),
     LATERAL onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(v.n)], ARRAY[v.action], false, 'why', '', gen_random_uuid()) r
 WHERE r.reason = v.why AND r.found = v.action || ' ' || gc.op(v.n);
-- case: a plan is counted and totalled, and the same wish is one request | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(1), gc.op(5), gc.op(8)], ARRAY['resume', 'query', 'replay'], false, 'why', '', '00000000-0000-0000-0000-00000000d011');
SELECT FROM onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(8), gc.op(1), gc.op(5)], ARRAY['replay', 'resume', 'query'], false, 'why', '', '00000000-0000-0000-0000-00000000d011') r,
            onceover.request_recovery_plan(gc.incident(), '{}', '{}', false, 'why', '', gen_random_uuid()) second, (SELECT gc.request() AS a) q
 WHERE r.outcome = 'DONE' AND r.status = 'REQUESTED' AND second.reason = 'OPEN_REQUEST' AND (a).plan_total = '3000' AND jsonb_array_length((a).plan -> 'freezes') = 1
   AND (a).plan -> 'counts' = '[{"action": "query", "amount": 1000, "currency": "CNY", "operations": 1}, {"action": "replay", "amount": 1000, "currency": "CNY", "operations": 1}, {"action": "resume", "amount": 1000, "currency": "CNY", "operations": 1}]'
   AND (a).plan -> 'scope' = '[{"amount": 9000, "currency": "CNY", "operations": 9}]' AND ((a).plan ->> 'left_alone')::int = 4;
-- case: an approved plan waits for its owner, then exactly its rows are exempt | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(1), gc.op(5), gc.op(8)], ARRAY['resume', 'query', 'replay'], false, 'why', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN IF onceover.claim_request('w9', 60000) IS NOT NULL THEN RAISE 'nobody said that it begins'; END IF; END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
RESET SESSION AUTHORIZATION;
SELECT FROM (SELECT array_agg(operation_id ORDER BY operation_id) AS exempt FROM onceover.freeze_exemption) x, (SELECT gc.request() AS a) q
 WHERE exempt = (SELECT array_agg(o ORDER BY o) FROM unnest(ARRAY[gc.op(1), gc.op(5), gc.op(8)]) o) AND (a).status = 'EXECUTED'
   AND 'AWAITING_EXTERNAL' = (SELECT status FROM onceover.settlement_operation WHERE operation_id = gc.op(8))
   AND (SELECT count(*) = 3 FROM onceover.approval_item i WHERE i.approval_id = (a).approval_id AND i.status = 'DONE');
-- case: going back makes a plan void, and its rows are free again | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(1)], ARRAY['resume'], false, 'why', '', gen_random_uuid());
SELECT onceover.incident_back(gc.incident(), 'another cause', gen_random_uuid());
RESET SESSION AUTHORIZATION;
SELECT FROM (SELECT gc.request() AS a) q WHERE (a).status = 'VOID' AND NOT EXISTS (SELECT FROM onceover.approval_item WHERE is_open AND approval_id = (a).approval_id);
-- case: while the outside owes an answer, nothing is verified | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(5)], ARRAY['query'], false, 'why', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
SELECT onceover.settle_requests('w9');
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.step('VERIFIED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found LIKE 'VERIFICATION %' AND s.status = 'RECOVERING';
-- case: a verification that fails goes back to the diagnosis by itself | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), '{}', '{}', false, 'nothing is to be done', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
SELECT onceover.settle_requests('w9');
RESET SESSION AUTHORIZATION;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, theirs_minor)
VALUES ('TWICE', 'P0', gc.batch(), gc.bucket(6), gc.op(6), 'gc-bank', 'CNY', 1000);
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.step('VERIFIED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found LIKE 'EQUALITY OUTSIDE_FLOWS; EQUALITY TOTAL_AMOUNT; DIFFERENCE %' AND s.status = 'DIAGNOSED';
-- case: a false alarm passes with an empty plan of two persons | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('FROZEN');
SELECT onceover.request_recovery_plan(gc.incident(), '{}', '{}', true, 'it was none', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
SELECT onceover.settle_requests('w9');
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.step('VERIFIED') s, onceover.incident_back(gc.incident(), 'no', gen_random_uuid()) b WHERE s.outcome = 'DONE' AND s.status = 'VERIFIED' AND b.reason = 'NOT_IN_THIS_STATE';
-- case: what was fenced is no false alarm | login alice | expect 00000 rows 1
SELECT gc.incident_as_far_as('FROZEN');
SELECT onceover.fence('batch', gc.batch()::text, 'why', gen_random_uuid());
SELECT FROM onceover.request_recovery_plan(gc.incident(), '{}', '{}', true, 'it was none', '', gen_random_uuid()) r WHERE r.reason = 'GATE_NOT_HELD' AND r.found = 'FENCED';
-- case: the freeze that one incident took is good for another as well, and is lifted when neither needs it | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM onceover.incident_open('a', 'job', 'gc-daily', NULL, gen_random_uuid());
  PERFORM gc.freeze('everything', '');
  PERFORM gc.step('FROZEN');
  PERFORM onceover.incident_open('b', 'batch', gc.batch()::text, NULL, gen_random_uuid());
END $$;
SELECT FROM gc.step('FROZEN') s, onceover.v_freeze f, LATERAL onceover.request_lift(f.freeze_id, '{}', 'fine again', '', gen_random_uuid()) r
 WHERE s.outcome = 'DONE' AND s.status = 'FROZEN' AND f.scope_kind = 'everything' AND f.status <> 'LIFTED' AND f.incident_id = gc.incident() - 1 AND r.reason = 'OPEN_INCIDENT';
-- case: a lift that was approved before an incident opened does not take its freeze away | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.freeze('batch', gc.batch()::text);
RESET SESSION AUTHORIZATION;
UPDATE onceover.freeze_order SET status = 'DRAINED', drained_at = onceover.clock() WHERE scope_kind = 'batch' AND status = 'IN_FORCE';
SET LOCAL SESSION AUTHORIZATION alice;
SELECT r.outcome FROM onceover.v_freeze f, LATERAL onceover.request_lift(f.freeze_id, '{}', 'fine again', '', gen_random_uuid()) r WHERE f.scope_kind = 'batch';
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT onceover.incident_open('stop', 'batch', gc.batch()::text, NULL, gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
RESET SESSION AUTHORIZATION;
SELECT FROM (SELECT gc.request() AS a) q, onceover.freeze_order f WHERE f.scope_kind = 'batch' AND f.status = 'DRAINED' AND (a).kind = 'lift' AND (a).status = 'FAILED';
-- case: going back stops what the plan let go on, and a new freeze stops everything | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), ARRAY[gc.op(1), gc.op(9)], ARRAY['resume', 'resume'], false, 'why', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
RESET SESSION AUTHORIZATION;
DO $$ BEGIN IF (SELECT count(*) FROM onceover.exempt_in_force) <> 2 THEN RAISE 'the plan let nothing go on'; END IF; END $$;
SET LOCAL SESSION AUTHORIZATION alice;
CREATE TEMP TABLE stop ON COMMIT DROP AS SELECT r.answer FROM onceover.freeze_request('batch', gc.batch()::text, 'stop', gen_random_uuid()) r;
SELECT onceover.incident_back(gc.incident(), 'it pays twice', gen_random_uuid());
RESET SESSION AUTHORIZATION;
SET LOCAL search_path = onceover, pg_temp;
SELECT FROM stop WHERE answer = 'CREATED' AND NOT EXISTS (SELECT FROM onceover.exempt_in_force)
   AND EXISTS (SELECT FROM onceover.freezes_over(gc.bucket(1), gc.op(1)));
-- case: what a comparison found is a difference, and is not verified before it is made good | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('DIAGNOSED');
SELECT onceover.incident_reconcile(gc.incident(), 'gc-bank', 'COMPARED', 5, 1,
         (SELECT jsonb_build_array(jsonb_build_object('kind', 'AMOUNT', 'key', (gc.new_message(6)).idempotency_key, 'detail', 'ours 1000, theirs 900000'))), onceover.clock(), gen_random_uuid());
SELECT gc.step('RECONCILED');
SELECT onceover.request_recovery_plan(gc.incident(), '{}', '{}', false, 'nothing is to be done', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.step('PLAN_APPROVED'), gc.step('RECOVERING');
SET LOCAL SESSION AUTHORIZATION svc_replayer;
SELECT gc.execute();
SELECT onceover.settle_requests('w9');
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM gc.step('VERIFIED') s, onceover.v_difference d
 WHERE d.kind = 'AMOUNT' AND d.operation_id = gc.op(6) AND d.status = 'OPEN' AND s.found = 'DIFFERENCE ' || d.difference_id AND s.status = 'DIAGNOSED';
-- case: differences that were not kept, and a book that showed nothing of what was sent, are no reconciliation | login alice | expect 00000 rows 1
DO $$ BEGIN
  PERFORM gc.incident_as_far_as('DIAGNOSED');
  PERFORM onceover.incident_reconcile(gc.incident(), 'gc-bank', 'NOTHING_COMPARED', 0, 0, '[]', onceover.clock(), gen_random_uuid());
END $$;
SELECT FROM gc.step('RECONCILED') a, onceover.incident_reconcile(gc.incident(), 'gc-bank', 'COMPARED', 9, 900, '[]', onceover.clock(), gen_random_uuid()) b, gc.step('RECONCILED') c
 WHERE a.found = 'RECONCILIATION gc-bank' AND b.outcome = 'DONE' AND c.found = 'DIFFERENCES gc-bank 900';
-- case: who fenced after a false alarm was agreed on has none | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('FROZEN');
SELECT onceover.request_recovery_plan(gc.incident(), '{}', '{}', true, 'it was none', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT onceover.fence('operation', gc.op(4)::text, 'why', gen_random_uuid());
SELECT FROM gc.step('PLAN_APPROVED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'FENCED' AND s.status = 'FROZEN';
-- case: the plan of a false alarm recovers nothing | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('FROZEN');
SELECT onceover.request_recovery_plan(gc.incident(), '{}', '{}', true, 'it was none', '', gen_random_uuid());
SET LOCAL SESSION AUTHORIZATION bob;
SELECT gc.say_yes();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('OPEN');
DO $$ BEGIN
  PERFORM onceover.fence('batch', gc.batch()::text, 'why', gen_random_uuid());
  PERFORM gc.step('FENCED');
  PERFORM onceover.incident_evidence(gc.incident(), '{gc-daily}', '{2026-10-26}', onceover.clock(), gc.parts(), '/evidence', '', gen_random_uuid());
  PERFORM gc.step('EVIDENCE_SAVED');
  PERFORM onceover.incident_weigh(gc.incident(), h, 'REFUTED', ARRAY['attempt 1'], 'nothing of it', gen_random_uuid())
     FROM unnest(ARRAY['FAILOVER', 'BROADCAST_ROUTE', 'MANUAL_RERUN', 'WRONG_RETRY', 'BROADCAST_TAKEN_FOR_SHARDS', 'SHARD_RANGE_LOST', 'CLOCK']) h;
  PERFORM onceover.incident_answer_why(gc.incident(), 'it could not: one key', gen_random_uuid());
  PERFORM gc.step('DIAGNOSED');
  PERFORM onceover.incident_reconcile(gc.incident(), 'gc-bank', 'COMPARED', 5, 0, '[]', onceover.clock(), gen_random_uuid());
  PERFORM gc.step('RECONCILED');
END $$;
SELECT FROM gc.step('PLAN_APPROVED') s WHERE s.reason = 'GATE_NOT_HELD' AND s.found = 'PLAN' AND s.status = 'RECONCILED';
-- case: what was given back by a cent is not made good | login superuser | expect 00000 rows 1
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, theirs_minor)
VALUES ('TWICE', 'P0', gc.batch(), gc.bucket(6), gc.op(6), 'gc-bank', 'CNY', 1000);
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.compensation DISABLE TRIGGER USER;
ALTER TABLE onceover.settlement_operation DISABLE TRIGGER USER;
INSERT INTO onceover.compensation (bucket, operation_id, original_bucket, original_id, kind, approval_id)
SELECT gc.bucket(9), gc.op(9), gc.bucket(6), gc.op(6), 'reversal', max(approval_id) FROM onceover.approval;
UPDATE onceover.settlement_operation SET amount_minor = 1, status = 'SUCCEEDED', finished_at = onceover.clock() WHERE operation_id = gc.op(9);
SET LOCAL search_path = onceover, pg_temp;
CREATE TEMP TABLE cent ON COMMIT DROP AS SELECT is_made_good(gc.bucket(6), gc.op(6)) AS good;
UPDATE settlement_operation SET amount_minor = 1000 WHERE operation_id = gc.op(9);
SELECT FROM cent WHERE NOT good AND is_made_good(gc.bucket(6), gc.op(6)) AND made_good(gc.bucket(6), gc.op(6), 1000) AND NOT made_good(gc.bucket(6), gc.op(6), 1001);
-- case: money found gone after a refusal, booked by a correction, is verified and closed, in the scope of its batch | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(7, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-7'); END $$;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, external_ref)
VALUES ('CONTRADICTION', 'P0', gc.batch(), gc.bucket(7), gc.op(7), 'gc-bank', 'CNY', 'GC-REF-7');
SELECT FROM gc.close_after($$SELECT onceover.request_correction(max(difference_id), 'it is gone', '', gen_random_uuid()) FROM onceover.v_difference WHERE kind = 'CONTRADICTION'$$, 'batch', gc.batch()::text) a WHERE a = 'DONE VERIFIED, DONE CLOSED';
-- case: and in the scope of its job, where the correction is counted with its original and not apart (R113) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(7, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-7'); END $$;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, external_ref)
VALUES ('CONTRADICTION', 'P0', gc.batch(), gc.bucket(7), gc.op(7), 'gc-bank', 'CNY', 'GC-REF-7');
SELECT FROM gc.close_after($$SELECT onceover.request_correction(max(difference_id), 'it is gone', '', gen_random_uuid()) FROM onceover.v_difference WHERE kind = 'CONTRADICTION'$$, 'job', 'gc-daily') a WHERE a = 'DONE VERIFIED, DONE CLOSED';
-- case: what was accepted twice and given back counts once, in the scope of its batch (R113) | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6B'); END $$;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, external_ref)
VALUES ('CONTRADICTION', 'P0', gc.batch(), gc.bucket(6), gc.op(6), 'gc-bank', 'CNY', 'GC-REF-6B');
SELECT FROM gc.close_after($$SELECT onceover.request_compensation(gc.op(6), 'reversal', NULL, jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), NULL, true, 'paid twice', '', gen_random_uuid())$$, 'batch', gc.batch()::text) a WHERE a = 'DONE VERIFIED, DONE CLOSED';
-- case: and in the scope of its job, with the reversal itself | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6B'); END $$;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, external_ref)
VALUES ('CONTRADICTION', 'P0', gc.batch(), gc.bucket(6), gc.op(6), 'gc-bank', 'CNY', 'GC-REF-6B');
SELECT FROM gc.close_after($$SELECT onceover.request_compensation(gc.op(6), 'reversal', NULL, jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), NULL, true, 'paid twice', '', gen_random_uuid())$$, 'job', 'gc-daily') a WHERE a = 'DONE VERIFIED, DONE CLOSED';
-- case: what was given back but for a part is not verified, and nothing is lifted | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(6, 'QUERY', 'FOUND_EXECUTED', 'GC-REF-6B'); END $$;
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, bucket, operation_id, channel_id, currency, external_ref)
VALUES ('CONTRADICTION', 'P0', gc.batch(), gc.bucket(6), gc.op(6), 'gc-bank', 'CNY', 'GC-REF-6B');
SELECT FROM gc.close_after($$SELECT onceover.request_compensation(gc.op(6), 'reversal', 999, jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), NULL, true, 'paid twice', '', gen_random_uuid())$$, 'batch', gc.batch()::text) a
 WHERE a LIKE 'REFUSED GATE_NOT_HELD EQUALITY OUTSIDE_FLOWS; EQUALITY TOTAL_AMOUNT; DIFFERENCE % DIAGNOSED, REFUSED NOT_IN_THIS_STATE DIAGNOSED DIAGNOSED';
-- case: an effect that falls short is not filled up by what was given back | login superuser | expect 00000 rows 1
SET LOCAL session_replication_role = replica;
ALTER TABLE onceover.external_call DISABLE TRIGGER USER;
UPDATE onceover.external_call SET amount_minor = 900 WHERE operation_id = gc.op(6);
ALTER TABLE onceover.compensation DISABLE TRIGGER USER;
INSERT INTO onceover.compensation (bucket, operation_id, original_bucket, original_id, kind, approval_id)
SELECT gc.bucket(6), gc.op(6), gc.bucket(6), gc.op(6), 'reversal', max(approval_id) FROM onceover.approval;
SET LOCAL session_replication_role = origin;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('OPEN');
SELECT FROM onceover.five_equalities(gc.incident()) e WHERE NOT e.holds AND e.equality = 'TOTAL_AMOUNT' AND (e.ours, e.theirs) = ('CNY 1000', 'CNY 900');
-- case: an incident that is not his gets no plan of him | login superuser | expect 00000 rows 1
UPDATE onceover.incident SET owner = 'bob' WHERE title = 'a machine';
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.v_incident i, onceover.request_recovery_plan(i.incident_id, '{}', '{}', true, 'why', '', gen_random_uuid()) r
 WHERE i.title = 'a machine' AND r.reason = 'NOT_OWNER' AND r.found = 'bob';
-- case: what an open incident is about outlives its retention | login superuser | expect 00000 rows 2
INSERT INTO onceover.run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id)
SELECT b.run_id, b.batch_id, 0, 90 + n, 'old-' || n FROM onceover.settlement_batch b, generate_series(1, 2) n WHERE b.batch_id = gc.batch();
ALTER TABLE onceover.run_attempt DISABLE TRIGGER guard_update;
UPDATE onceover.run_attempt SET status = 'SUCCEEDED', finished_at = onceover.clock() - interval '40 days' WHERE worker_id LIKE 'old-%';
ALTER TABLE onceover.job_run DISABLE TRIGGER guard_update;
UPDATE onceover.job_run SET status = 'DONE', finished_at = onceover.clock() - interval '40 days' WHERE run_key = 'gc-daily:2026-10-26';
ALTER TABLE onceover.incident DISABLE TRIGGER guard_update;
UPDATE onceover.incident SET status = 'CLOSED', closed_at = onceover.clock();
SET LOCAL SESSION AUTHORIZATION alice;
SELECT gc.incident_as_far_as('OPEN');
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.janitor_drop_old();
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.run_attempt WHERE worker_id LIKE 'old-%';
-- case: and goes when no incident is about it any more | login superuser | expect 00000 rows 0
INSERT INTO onceover.run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id)
SELECT b.run_id, b.batch_id, 0, 90 + n, 'old-' || n FROM onceover.settlement_batch b, generate_series(1, 2) n WHERE b.batch_id = gc.batch();
ALTER TABLE onceover.run_attempt DISABLE TRIGGER guard_update;
UPDATE onceover.run_attempt SET status = 'SUCCEEDED', finished_at = onceover.clock() - interval '40 days' WHERE worker_id LIKE 'old-%';
ALTER TABLE onceover.job_run DISABLE TRIGGER guard_update;
UPDATE onceover.job_run SET status = 'DONE', finished_at = onceover.clock() - interval '40 days' WHERE run_key = 'gc-daily:2026-10-26';
ALTER TABLE onceover.incident DISABLE TRIGGER guard_update;
UPDATE onceover.incident SET status = 'CLOSED', closed_at = onceover.clock();
SET LOCAL SESSION AUTHORIZATION svc_janitor;
SELECT onceover.janitor_drop_old();
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.run_attempt WHERE worker_id LIKE 'old-%';

-- Remedies: an unknown resolved, an effect made good, a refusal replaced, money found gone booked ------------------------------------

-- case: the approver asks for no resolution | login bob | expect 42501
SELECT * FROM onceover.request_resolve(gc.op(5), 'executed', '{}', 'why', '', gen_random_uuid());
-- case: the approver asks for no compensation | login bob | expect 42501
SELECT * FROM onceover.request_compensation(gc.op(6), 'reversal', NULL, NULL, NULL, false, 'why', '', gen_random_uuid());
-- case: the approver asks for no revision | login bob | expect 42501
SELECT * FROM onceover.request_revision(gc.op(7), false, 'why', '', gen_random_uuid());
-- case: the approver asks for no correction | login bob | expect 42501
SELECT * FROM onceover.request_correction(1, 'why', '', gen_random_uuid());
-- case: the resolver records no evidence | login resolver | expect OC001
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration, answer, worker_id, approval_id)
SELECT 'EVIDENCE', channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, version, now(), '0', 'NOT_FOUND', 'w1', 1 FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: nobody records evidence without an approved resolution | login superuser | expect OC001
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration, answer, worker_id, approval_id)
SELECT 'EVIDENCE', channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, version, now(), '0', 'NOT_FOUND', 'w1', 1 FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: an answer is no evidence | login superuser | expect 23514
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, outbox_version, started_at, duration, answer, worker_id, approval_id)
SELECT 'SEND', channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key, version, now(), '0', 'ACCEPTED', 'w1', 1 FROM onceover.outbox WHERE outbox_id = gc.message(5);
-- case: an unknown is not called unexecuted while it may still be | login superuser | expect 00000 rows 1
ALTER TABLE onceover.channel_profile DISABLE TRIGGER guard_update;
UPDATE onceover.channel_profile SET max_late_execution = '1 day'; -- However slow this machine is.
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resolve(gc.op(5), 'not executed', jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), 'why', '', gen_random_uuid()) a
 WHERE a.outcome = 'REFUSED' AND a.reason = 'TOO_EARLY' AND a.found <> '';
-- case: what is on record wins over what is claimed | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-OTHER'); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_resolve(gc.op(5), 'executed', jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter', 'reference', 'GC-REF-5'), 'why', '', gen_random_uuid()) a
 WHERE a.reason = 'EVIDENCE_CONTRADICTS';
-- case: only an unknown is resolved | login alice | expect 00000 rows 1
SELECT FROM onceover.request_resolve(gc.op(6), 'executed', jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter', 'reference', 'GC-REF-6'), 'why', '', gen_random_uuid()) a
 WHERE a.reason = 'NOT_IN_THIS_STATE';
-- case: evidence that is not there proves nothing | login alice | expect 00000 rows 1
SELECT FROM onceover.request_resolve(gc.op(5), 'executed', '{"kind": "statement", "statement": 4711, "entry": 1}', 'why', '', gen_random_uuid()) a WHERE a.reason = 'NO_EVIDENCE';
-- case: a fact that comes after the approval of a resolution voids it | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resolve(gc.op(5), 'executed', jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter', 'reference', 'GC-REF-5'), 'why', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
RESET SESSION AUTHORIZATION;
DO $$ BEGIN PERFORM gc.record(5, 'QUERY', 'FOUND_EXECUTED', 'GC-OTHER'); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.approval a JOIN onceover.settlement_operation o ON o.operation_id = gc.op(5)
 WHERE a.approval_id = (gc.request()).approval_id AND a.status = 'VOID' AND o.status = 'UNKNOWN_EXTERNAL';
-- case: a resolution pays once, by the one function for outcomes | login superuser | expect 00000 rows 1
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_resolve(gc.op(5), 'executed', jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter', 'reference', 'GC-REF-5'), 'why', '', gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.settlement_operation o WHERE o.operation_id = gc.op(5) AND o.status = 'SUCCEEDED' AND o.external_ref = 'GC-REF-5'
   AND 1 = (SELECT count(*) FROM onceover.ledger_entry l WHERE l.operation_id = o.operation_id AND l.phase = 'PAY' AND l.side = 'CREDIT')
   AND 1 = (SELECT count(*) FROM onceover.external_call c WHERE c.operation_id = o.operation_id AND c.kind = 'EVIDENCE')
   AND EXISTS (SELECT FROM onceover.operation_event e WHERE e.event = 'RESOLVE_EXECUTED' AND o.operation_id = ANY (e.operation_ids));
-- case: no run has the scope of a request but by its execution | login scheduler | expect OC009
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
VALUES ('gc-daily', 'settle-daily', 'request-1', 'gc-daily@request-1:2026-10-26', '2026-10-26', 'P0', 'UTC', '');
-- case: nothing is made good without an approved plan | login superuser | expect OC008
INSERT INTO onceover.compensation (bucket, operation_id, original_bucket, original_id, kind, approval_id)
SELECT gc.bucket(6), gc.op(6), gc.bucket(6), gc.op(6), 'reversal', (gc.request()).approval_id;
-- case: what moved no money is not made good | login alice | expect 00000 rows 1
SELECT FROM onceover.request_compensation(gc.op(7), 'reversal', NULL, NULL, NULL, false, 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE';
-- case: nothing is made good under a freeze that the plan does not name | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.freeze('merchant', gc.merchant(6)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
SELECT FROM onceover.request_compensation(gc.op(6), 'reversal', NULL, jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), NULL, false, 'why', '',
                                          gen_random_uuid()) a WHERE a.reason = 'FROZEN';
-- case: under the freezes that its plan names a compensation goes on, exempt | login superuser | expect 00000 rows 1
DO $$ BEGIN PERFORM gc.freeze('merchant', gc.merchant(6)::text); END $$;
SET LOCAL SESSION AUTHORIZATION alice;
DO $$ BEGIN PERFORM onceover.request_compensation(gc.op(6), 'reversal', 400, jsonb_build_object('kind', 'document', 'sha256', repeat('a', 64), 'text', 'a letter'), NULL, true, 'why', '',
                                                  gen_random_uuid()); END $$;
SET LOCAL SESSION AUTHORIZATION bob;
DO $$ BEGIN PERFORM gc.say_yes(); END $$;
SET LOCAL SESSION AUTHORIZATION svc_replayer;
DO $$ BEGIN PERFORM gc.execute(); END $$;
RESET SESSION AUTHORIZATION;
SELECT FROM onceover.compensation c JOIN onceover.settlement_operation o USING (bucket, operation_id) JOIN onceover.freeze_exemption x USING (bucket, operation_id)
 WHERE c.original_id = gc.op(6) AND o.amount_minor = 400 AND o.status = 'PENDING' AND o.batch_id <> gc.batch();
-- case: only what gave its money back is replaced | login alice | expect 00000 rows 1
SELECT FROM onceover.request_revision(gc.op(8), false, 'why', '', gen_random_uuid()) a WHERE a.reason = 'NOT_IN_THIS_STATE' AND a.found = 'FAILED_PERMANENT NOT_SENT';
-- case: a difference that is not there is not corrected | login alice | expect 00000 rows 1
SELECT FROM onceover.request_correction(4711, 'why', '', gen_random_uuid()) a WHERE a.reason = 'UNKNOWN_SUBJECT';
