-- SPDX-License-Identifier: GPL-3.0-or-later
-- What each kind of request does is one row: the choke points that decide, claim, execute, verify and end a request are the same
-- for all of them and look the rest up here (DESIGN.md section 6). Only a migration writes this table.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Names of functions, each with one signature:
--   facts(plan jsonb) -> jsonb                              what else than its items must not have moved; kept in the plan under "facts"
--   held(a approval) -> boolean                             approved, but waits
--   executes(a approval, items integer[], worker text) -> executed
--   verifies(a approval) -> boolean                         what was promised is true now; else it is looked at again later
--   ends(a approval) -> void                                it has ended, whatever way: what it marked is released
-- barrier: how its execution takes the freeze barrier; a lift takes it exclusively.
CREATE TABLE request_kind (
  kind     text PRIMARY KEY,
  executes name NOT NULL,
  facts    name,
  held     name,
  verifies name,
  ends     name,
  barrier  text NOT NULL DEFAULT 'shared' CHECK (barrier IN ('shared', 'exclusive'))
);
SELECT make_guard_update('request_kind', p_mutable => '{}');

-- What one look of the replayer did. An item that is neither in `done` nor given a status by the function itself has moved.
-- `whole` false: the act itself, apart from its items, could not be done.
CREATE TYPE executed AS (done integer[], whole boolean);

CREATE FUNCTION kind_facts(p_plan jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  work  name := (SELECT k.facts FROM request_kind k WHERE k.kind = p_plan ->> 'kind');
  facts jsonb;
BEGIN
  IF work IS NOT NULL THEN
    EXECUTE format('SELECT onceover.%I($1)', work) INTO facts USING p_plan;
  END IF;
  RETURN facts;
END
$$;

-- The plan as its rows are now: what it must equal to be decided or executed.
CREATE OR REPLACE FUNCTION plan_now(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_set(p_plan, '{items}', coalesce((SELECT jsonb_agg(coalesce(plan_of((i.item ->> 'bucket')::smallint, (i.item ->> 'operation')::uuid), 'null') ORDER BY i.n)
                                                  FROM jsonb_array_elements(p_plan -> 'items') WITH ORDINALITY i(item, n)), '[]'))
         || CASE WHEN p_plan ? 'facts' THEN jsonb_build_object('facts', coalesce(kind_facts(p_plan), 'null')) ELSE '{}' END
$$;

-- The kinds of 0029 and 0030 ---------------------------------------------------------------------------------------------------

CREATE FUNCTION replay_held(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM approval_item i, freezes_over(i.bucket, i.operation_id) f
                  WHERE i.approval_id = a.approval_id AND i.status = 'PENDING' AND NOT (a.plan -> 'freezes') @> to_jsonb(f.freeze_id))
$$;

CREATE FUNCTION execute_replay(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE sql AS $$
  SELECT replay_items(a.approval_id, p_items, p_worker), true
$$;

-- Every operation that was replayed is final again, under its key.
CREATE FUNCTION verify_replay(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item i
      JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
      LEFT JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
     WHERE i.approval_id = a.approval_id AND i.status = 'DONE'
       AND (o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OR m.idempotency_key <> outward_key_of(namespace(), o.operation_id, m.message_kind)))
$$;

-- What a lift rests on besides its freeze: whether differences are open (K80). Later migrations add to it.
CREATE FUNCTION lift_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('differences', EXISTS (SELECT FROM reconciliation_difference WHERE status = 'OPEN'))
$$;

-- Looked at once more behind the lock of the freeze's row: what it rests on may have moved since it was claimed. An incident that
-- was opened meanwhile keeps its freeze.
CREATE FUNCTION execute_lift(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM freeze_order WHERE freeze_id = (a.plan ->> 'freeze_id')::bigint FOR NO KEY UPDATE;
  RETURN ROW('{}'::integer[], plan_now(a.plan) = a.plan AND incident_under((a.plan ->> 'freeze_id')::bigint) IS NULL
                               AND lift_freeze(a.approval_id))::executed;
END
$$;

CREATE FUNCTION end_lift(a approval) RETURNS void LANGUAGE sql AS $$
  UPDATE freeze_order SET status = 'DRAINED' WHERE freeze_id = (a.plan ->> 'freeze_id')::bigint AND status = 'LIFT_REQUESTED'
$$;

CREATE FUNCTION execute_dismissal(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'dismissed', resolved_at = clock(), reason = a.reason
   WHERE d.dead_letter_id = (a.plan ->> 'dead_letter_id')::bigint AND d.status = 'OPEN';
  RETURN ROW(CASE WHEN FOUND THEN p_items ELSE '{}' END, FOUND)::executed;
END
$$;

INSERT INTO request_kind (kind, executes, facts, held, verifies, ends, barrier) VALUES
  ('replay', 'execute_replay', NULL, 'replay_held', 'verify_replay', NULL, 'shared'),
  ('lift', 'execute_lift', 'lift_facts', NULL, NULL, 'end_lift', 'exclusive'),
  ('dismissal', 'execute_dismissal', NULL, NULL, NULL, NULL, 'shared');

-- A lift's plan keeps its facts; the rest as in 0029.
DO $$
DECLARE
  lift   constant text := pg_get_functiondef('request_lift(bigint, jsonb, text, text, uuid)'::regprocedure);
  before constant text := $x$'policies', coalesce(p_policies, '{}'), 'items', '[]'::jsonb,$x$;
BEGIN
  IF strpos(lift, before) = 0 THEN
    RAISE EXCEPTION 'request_lift() does not make the plan that this migration adds to';
  END IF;
  EXECUTE replace(lift, before, before || $x$
                             'facts', lift_facts(jsonb_build_object('kind', 'lift', 'freeze_id', f.freeze_id)),$x$);
END
$$;

-- A failure that comes while a lift of the batch's freeze is asked for stops the batch anew: that lift knew nothing of it.
DO $$
DECLARE
  source constant text := pg_get_functiondef('freeze_batch_for_failure'::regproc);
  before constant text := $x$status <> 'LIFTED'$x$;
BEGIN
  IF strpos(source, before) = 0 THEN
    RAISE EXCEPTION 'freeze_batch_for_failure() does not look for an open freeze';
  END IF;
  EXECUTE replace(source, before, $x$status NOT IN ('LIFT_REQUESTED', 'LIFTED')$x$);
END
$$;

-- The choke points -------------------------------------------------------------------------------------------------------------

-- A request has ended, with an effect or without: its items are closed, letters that it did not resolve are to do again, and what
-- its kind marked is released.
CREATE OR REPLACE FUNCTION request_ends(p_approval_id bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  a    approval;
  work name;
BEGIN
  SELECT * INTO STRICT a FROM approval WHERE approval_id = p_approval_id;
  UPDATE approval_item SET is_open = false WHERE approval_id = p_approval_id AND is_open;
  UPDATE dead_letter d SET status = 'OPEN'
    FROM approval_item i
   WHERE i.approval_id = p_approval_id AND d.operation_id = i.operation_id AND d.status IN ('REPLAY_REQUESTED', 'COMPENSATION_REQUESTED')
     AND NOT EXISTS (SELECT FROM approval_item o WHERE o.bucket = i.bucket AND o.operation_id = i.operation_id AND o.is_money AND o.is_open);
  SELECT k.ends INTO work FROM request_kind k WHERE k.kind = a.kind;
  IF work IS NOT NULL THEN
    EXECUTE format('SELECT onceover.%I($1)', work) USING a;
  END IF;
END
$$;

-- A request that may be executed now, taken under a lease: approved, in time, as its rows still are, and not held back. What
-- expired or moved meanwhile ends here, also when a replayer took it and died before it did anything. One whose execution failed
-- waits for the end of its lease, so that it keeps no other one waiting. Null: nothing to do.
CREATE OR REPLACE FUNCTION claim_request(p_worker text, p_lease_ms bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  a     approval;
  k     request_kind;
  begun boolean;
  held  boolean;
  ended text;
BEGIN
  PERFORM freeze_barrier();
  FOR a IN SELECT * FROM approval
            WHERE status = 'APPROVED' OR status = 'EXECUTING' AND lease_until < (SELECT clock())
            ORDER BY approval_id FOR UPDATE SKIP LOCKED LOOP
    SELECT * INTO k FROM request_kind q WHERE q.kind = a.kind;
    begun := a.status = 'EXECUTING' AND EXISTS (SELECT FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status <> 'PENDING');
    ended := CASE WHEN NOT begun AND a.expires_at <= clock() THEN 'EXPIRED' END;
    held := false;
    IF ended IS NULL AND k.held IS NOT NULL THEN
      EXECUTE format('SELECT onceover.%I($1)', k.held) INTO held USING a;
    END IF;
    IF ended IS NULL AND NOT held AND NOT begun AND plan_now(a.plan) <> a.plan THEN
      ended := 'MOVED';
    END IF;
    IF ended IS NOT NULL THEN
      UPDATE approval SET status = CASE WHEN a.status = 'EXECUTING' THEN 'FAILED' WHEN ended = 'MOVED' THEN 'VOID' ELSE 'EXPIRED' END,
             executed_at = CASE WHEN a.status = 'EXECUTING' THEN clock() END, lease_until = NULL
       WHERE approval_id = a.approval_id;
      UPDATE approval_item SET status = 'REFUSED', reason = ended WHERE approval_id = a.approval_id AND status = 'PENDING' AND a.status = 'EXECUTING';
      PERFORM request_ends(a.approval_id);
      PERFORM audit_append('system', p_worker, CASE ended WHEN 'MOVED' THEN 'void' ELSE 'expire' END, 'request ' || a.approval_id, 'DONE',
                           CASE WHEN ended = 'MOVED' OR a.status = 'EXECUTING' THEN ended ELSE '' END, '', '{}', NULL);
      CONTINUE;
    END IF;
    CONTINUE WHEN held;
    UPDATE approval SET status = 'EXECUTING', worker_id = p_worker, lease_until = clock() + p_lease_ms * interval '1 ms' WHERE approval_id = a.approval_id;
    RETURN a.approval_id;
  END LOOP;
  RETURN NULL;
END
$$;

-- Executes up to so many items of a request that this worker holds; each set is one transaction, and the outcome of each item is
-- its own row. What moved since the approval is REFUSED and left as it is. Returns what is left, and the request's status.
CREATE OR REPLACE FUNCTION execute_request(p_approval_id bigint, p_worker text, p_lease_ms bigint, p_most integer)
RETURNS TABLE (kind text, done integer, refused integer, items_left bigint, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  a     approval;
  k     request_kind;
  items integer[];
  was   executed;
  n     bigint;
  all_done boolean;
  any_done boolean;
BEGIN
  -- The barrier first, by whom it is lifted exclusively; then the row.
  SELECT q.* INTO k FROM request_kind q JOIN approval p ON p.kind = q.kind WHERE p.approval_id = p_approval_id;
  IF k.barrier = 'exclusive' THEN
    PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  ELSE
    PERFORM freeze_barrier();
  END IF;
  SELECT * INTO a FROM approval q WHERE q.approval_id = p_approval_id FOR UPDATE;
  IF a.status IS DISTINCT FROM 'EXECUTING' OR a.worker_id <> p_worker OR a.lease_until <= clock() THEN
    RETURN QUERY SELECT a.kind, 0, 0, NULL::bigint, a.status;
    RETURN;
  ELSIF k.kind IS NULL THEN
    PERFORM refuse('OC009', 'request of kind ' || a.kind || ' cannot be executed here');
  END IF;
  UPDATE approval q SET lease_until = clock() + p_lease_ms * interval '1 ms' WHERE q.approval_id = p_approval_id;
  items := ARRAY(SELECT i.item_no FROM approval_item i WHERE i.approval_id = p_approval_id AND i.status = 'PENDING' ORDER BY i.item_no LIMIT p_most);
  EXECUTE format('SELECT * FROM onceover.%I($1, $2, $3)', k.executes) INTO was USING a, items, p_worker;
  UPDATE approval_item i SET status = 'DONE', is_open = false
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (was.done) AND i.status = 'PENDING';
  UPDATE approval_item i SET status = 'REFUSED', reason = 'MOVED', is_open = false
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (items) AND i.status = 'PENDING';
  SELECT count(*) INTO n FROM approval_item i WHERE i.approval_id = p_approval_id AND i.status = 'PENDING';
  IF n = 0 THEN
    SELECT was.whole AND coalesce(bool_and(i.status = 'DONE'), true), was.whole AND (count(*) = 0 OR bool_or(i.status = 'DONE')) INTO all_done, any_done
      FROM approval_item i WHERE i.approval_id = p_approval_id;
    UPDATE approval q SET status = CASE WHEN all_done THEN 'EXECUTED' WHEN any_done THEN 'PARTLY' ELSE 'FAILED' END, executed_at = clock(), lease_until = NULL
     WHERE q.approval_id = p_approval_id RETURNING q.* INTO a;
    PERFORM request_ends(p_approval_id);
    PERFORM audit_append('system', p_worker, 'execute', 'request ' || p_approval_id, 'DONE', a.status, a.ticket,
                         jsonb_build_object('kind', a.kind, 'maker', a.maker, 'checker', a.checker), NULL);
  END IF;
  RETURN QUERY SELECT a.kind, coalesce(cardinality(was.done), 0), cardinality(items) - coalesce(cardinality(was.done), 0), n, a.status;
END
$$;

-- What was executed is looked at once more, apart from who executed it: VERIFIED when it shows what its kind promised. Requests
-- that nobody decided in time expire.
CREATE OR REPLACE FUNCTION settle_requests(p_worker text) RETURNS TABLE (approval_id bigint, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  a     approval;
  work  name;
  holds boolean;
BEGIN
  FOR a IN SELECT * FROM approval q WHERE q.status IN ('REQUESTED', 'APPROVED') AND q.expires_at <= (SELECT clock()) FOR UPDATE SKIP LOCKED LOOP
    UPDATE approval q SET status = 'EXPIRED' WHERE q.approval_id = a.approval_id;
    PERFORM request_ends(a.approval_id);
    PERFORM audit_append('system', p_worker, 'expire', 'request ' || a.approval_id, 'DONE', '', '', '{}', NULL);
    RETURN QUERY SELECT a.approval_id, 'EXPIRED'::text;
  END LOOP;
  FOR a IN SELECT * FROM approval q WHERE q.status IN ('EXECUTED', 'PARTLY', 'FAILED') FOR UPDATE SKIP LOCKED LOOP
    SELECT k.verifies INTO work FROM request_kind k WHERE k.kind = a.kind;
    holds := true;
    IF work IS NOT NULL THEN
      EXECUTE format('SELECT onceover.%I($1)', work) INTO holds USING a;
    END IF;
    CONTINUE WHEN holds IS NOT TRUE;
    UPDATE approval q SET status = 'VERIFIED', verified_at = clock() WHERE q.approval_id = a.approval_id;
    PERFORM audit_append('system', p_worker, 'verify', 'request ' || a.approval_id, 'DONE', a.status, '', '{}', NULL);
    RETURN QUERY SELECT a.approval_id, 'VERIFIED'::text;
  END LOOP;
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('kind_facts', 'replay_held', 'execute_replay', 'verify_replay', 'lift_facts', 'execute_lift', 'end_lift', 'execute_dismissal') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON request_kind TO onceover_api;

SELECT record_guards();
