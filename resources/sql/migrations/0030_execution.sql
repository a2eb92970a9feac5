-- SPDX-License-Identifier: GPL-3.0-or-later
-- What two persons decided is executed by the replayer, set by set, under a lease, and looked at once more (DESIGN.md section 6,
-- R85). It takes every row as the plan has it or leaves it.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- A request that may be executed now, taken under a lease: approved, in time, as its rows still are, and not held by a freeze that
-- its plan does not name. What expired or moved meanwhile ends here. One whose execution failed waits for the end of its lease, so
-- that it keeps no other one waiting. Null: nothing to do.
CREATE FUNCTION claim_request(p_worker text, p_lease_ms bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  a approval;
BEGIN
  PERFORM freeze_barrier();
  FOR a IN SELECT * FROM approval
            WHERE status = 'APPROVED' OR status = 'EXECUTING' AND lease_until < (SELECT clock())
            ORDER BY approval_id FOR UPDATE SKIP LOCKED LOOP
    IF a.status = 'APPROVED' AND a.expires_at <= clock() THEN
      UPDATE approval SET status = 'EXPIRED' WHERE approval_id = a.approval_id;
      PERFORM request_ends(a.approval_id);
      PERFORM audit_append('system', p_worker, 'expire', 'request ' || a.approval_id, 'DONE', '', '', '{}', NULL);
    ELSIF a.status = 'APPROVED' AND plan_now(a.plan) <> a.plan THEN
      UPDATE approval SET status = 'VOID' WHERE approval_id = a.approval_id;
      PERFORM request_ends(a.approval_id);
      PERFORM audit_append('system', p_worker, 'void', 'request ' || a.approval_id, 'DONE', 'MOVED', '', '{}', NULL);
    ELSIF a.kind = 'replay' AND EXISTS (
            SELECT FROM approval_item i, freezes_over(i.bucket, i.operation_id) f
             WHERE i.approval_id = a.approval_id AND i.status = 'PENDING' AND NOT (a.plan -> 'freezes') @> to_jsonb(f.freeze_id)) THEN
      CONTINUE;
    ELSE
      UPDATE approval SET status = 'EXECUTING', worker_id = p_worker, lease_until = clock() + p_lease_ms * interval '1 ms' WHERE approval_id = a.approval_id;
      RETURN a.approval_id;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Re-arms operations under their original keys (R85): those without legs begin again, those whose bytes never left send the same
-- bytes. The guards of both tables look for the approval themselves. Returns the items that were done.
CREATE FUNCTION replay_items(p_approval_id bigint, p_items integer[], p_worker text) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  done   integer[];
BEGIN
  PERFORM 1 FROM approval_item i JOIN outbox m ON m.bucket = i.bucket AND m.operation_id = i.operation_id
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (p_items) ORDER BY m.bucket, m.outbox_id FOR NO KEY UPDATE OF m;
  PERFORM 1 FROM approval_item i JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (p_items) ORDER BY o.bucket, o.operation_id FOR NO KEY UPDATE OF o;
  moment := clock();
  SELECT array_agg(i.item_no) INTO done
    FROM approval_item i
    JOIN approval a USING (approval_id)
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (p_items) AND replay_refusal(i.bucket, i.operation_id) IS NULL
     AND plan_of(i.bucket, i.operation_id) = a.plan -> 'items' -> (i.item_no - 1);
  -- Under the freezes that the plan names these rows, and no others, go on.
  INSERT INTO freeze_exemption (freeze_id, bucket, operation_id, approval_id)
  SELECT f.freeze_id, i.bucket, i.operation_id, i.approval_id
    FROM approval_item i
    JOIN approval a USING (approval_id)
   CROSS JOIN LATERAL freezes_over(i.bucket, i.operation_id) f
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (done) AND (a.plan -> 'freezes') @> to_jsonb(f.freeze_id);
  UPDATE outbox m
     SET status = 'PENDING', attempts = 0, not_before = moment, finished_at = NULL, last_error = '', updated_at = moment
    FROM approval_item i
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (done) AND m.bucket = i.bucket AND m.operation_id = i.operation_id AND m.status = 'FAILED';
  WITH again AS (
    UPDATE settlement_operation o
       SET status = CASE WHEN o.failure_class = 'NOT_SENT' THEN 'AWAITING_EXTERNAL' ELSE 'RETRYABLE' END, failure_class = NULL, attempts = 0,
           budget_began_at = NULL, next_attempt_at = CASE WHEN o.failure_class = 'NOT_SENT' THEN NULL ELSE moment END,
           last_error = '', finished_at = NULL, updated_at = moment
      FROM approval_item i
     WHERE i.approval_id = p_approval_id AND i.item_no = ANY (done) AND o.bucket = i.bucket AND o.operation_id = i.operation_id
    RETURNING o.*
  ), due AS (
    INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
    SELECT g.bucket, g.operation_id, b.job_type, g.job_id, g.batch_id, g.merchant_id, moment
      FROM again g JOIN settlement_batch b ON b.batch_id = g.batch_id WHERE g.status = 'RETRYABLE'
  )
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT moment, 'REPLAY', 'FAILED_PERMANENT', g.status, g.batch_id, g.attempt_id, p_worker, array_agg(g.operation_id ORDER BY g.bucket, g.operation_id),
         array_agg(g.version ORDER BY g.bucket, g.operation_id), 'request ' || p_approval_id
    FROM again g GROUP BY g.status, g.batch_id, g.attempt_id;
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'replayed', resolved_at = moment, reason = 'request ' || p_approval_id
    FROM approval_item i
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (done) AND d.operation_id = i.operation_id AND d.status <> 'RESOLVED';
  RETURN coalesce(done, '{}');
END
$$;

-- The lift: what ran into the freeze is released by policy, oldest first; what a policy leaves out is SKIPPED and says by whom.
CREATE FUNCTION lift_freeze(p_approval_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  a approval;
  f freeze_order;
BEGIN
  SELECT * INTO STRICT a FROM approval WHERE approval_id = p_approval_id;
  UPDATE freeze_order SET status = 'LIFTED', lifted_at = clock()
   WHERE freeze_id = (a.plan ->> 'freeze_id')::bigint AND status = 'LIFT_REQUESTED' RETURNING * INTO f;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE job_run r
     SET status = 'SKIPPED', status_reason = format('lift of freeze %s: policy %s, by %s and %s', f.freeze_id, x.policy, a.maker, a.checker), finished_at = clock()
    FROM (SELECT h.run_id, coalesce(a.plan -> 'policies' ->> h.job_id, j.held_policy) AS policy,
                 row_number() OVER (PARTITION BY h.job_id ORDER BY h.biz_date DESC, h.run_id DESC) AS nth
            FROM job_run h JOIN job j USING (job_id)
           WHERE h.status = 'HELD' AND is_job_covered(ARRAY[scope_word(f.scope_kind, f.scope_ref)], h.job_id, h.job_type)
             AND NOT is_job_covered(frozen_scopes(), h.job_id, h.job_type)) x
   WHERE r.run_id = x.run_id AND (x.policy = 'none' OR x.policy = 'latest' AND x.nth > 1);
  RETURN true;
END
$$;

-- Executes up to so many items of a request that this worker holds; each set is one transaction, and the outcome of each item is
-- its own row. What moved since the approval is REFUSED and left as it is. Returns what is left, and the request's status.
CREATE FUNCTION execute_request(p_approval_id bigint, p_worker text, p_lease_ms bigint, p_most integer)
RETURNS TABLE (kind text, done integer, refused integer, items_left bigint, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  a     approval;
  items integer[];
  ok    integer[];
  n     bigint;
  all_done boolean;
  any_done boolean;
BEGIN
  -- The barrier first, by whom it is lifted exclusively; then the row.
  IF (SELECT q.kind FROM approval q WHERE q.approval_id = p_approval_id) = 'lift' THEN
    PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  ELSE
    PERFORM freeze_barrier();
  END IF;
  SELECT * INTO a FROM approval q WHERE q.approval_id = p_approval_id FOR UPDATE;
  IF a.status IS DISTINCT FROM 'EXECUTING' OR a.worker_id <> p_worker OR a.lease_until <= clock() THEN
    RETURN QUERY SELECT a.kind, 0, 0, NULL::bigint, a.status;
    RETURN;
  END IF;
  UPDATE approval q SET lease_until = clock() + p_lease_ms * interval '1 ms' WHERE q.approval_id = p_approval_id;
  items := ARRAY(SELECT i.item_no FROM approval_item i WHERE i.approval_id = p_approval_id AND i.status = 'PENDING' ORDER BY i.item_no LIMIT p_most);
  ok := '{}';
  all_done := true;
  IF a.kind = 'replay' THEN
    ok := replay_items(p_approval_id, items, p_worker);
  ELSIF a.kind = 'lift' THEN
    all_done := lift_freeze(p_approval_id);
  ELSIF a.kind = 'dismissal' THEN
    UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'dismissed', resolved_at = clock(), reason = a.reason
     WHERE d.dead_letter_id = (a.plan ->> 'dead_letter_id')::bigint AND d.status = 'OPEN';
    all_done := FOUND;
    ok := CASE WHEN FOUND THEN items ELSE '{}' END;
  ELSE
    PERFORM refuse('OC009', 'request of kind ' || a.kind || ' cannot be executed here');
  END IF;
  UPDATE approval_item i SET status = 'DONE', is_open = false WHERE i.approval_id = p_approval_id AND i.item_no = ANY (ok);
  UPDATE approval_item i SET status = 'REFUSED', reason = 'MOVED', is_open = false
   WHERE i.approval_id = p_approval_id AND i.item_no = ANY (items) AND i.status = 'PENDING';
  SELECT count(*) INTO n FROM approval_item i WHERE i.approval_id = p_approval_id AND i.status = 'PENDING';
  IF n = 0 THEN
    SELECT all_done AND coalesce(bool_and(i.status = 'DONE'), true), all_done AND (count(*) = 0 OR bool_or(i.status = 'DONE')) INTO all_done, any_done
      FROM approval_item i WHERE i.approval_id = p_approval_id;
    UPDATE approval q SET status = CASE WHEN all_done THEN 'EXECUTED' WHEN any_done THEN 'PARTLY' ELSE 'FAILED' END, executed_at = clock(), lease_until = NULL
     WHERE q.approval_id = p_approval_id RETURNING q.* INTO a;
    PERFORM request_ends(p_approval_id);
    PERFORM audit_append('system', p_worker, 'execute', 'request ' || p_approval_id, 'DONE', a.status, a.ticket,
                         jsonb_build_object('kind', a.kind, 'maker', a.maker, 'checker', a.checker), NULL);
  END IF;
  RETURN QUERY SELECT a.kind, cardinality(ok), cardinality(items) - cardinality(ok), n, a.status;
END
$$;

-- What was executed is looked at once more, apart from who executed it: VERIFIED when each item that was done shows what it
-- promised (a replay: the operation is final again under its key, its letter closed). Requests that nobody decided in time expire.
CREATE FUNCTION settle_requests(p_worker text) RETURNS TABLE (approval_id bigint, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  a approval;
BEGIN
  FOR a IN SELECT * FROM approval q WHERE q.status IN ('REQUESTED', 'APPROVED') AND q.expires_at <= (SELECT clock()) FOR UPDATE SKIP LOCKED LOOP
    UPDATE approval q SET status = 'EXPIRED' WHERE q.approval_id = a.approval_id;
    PERFORM request_ends(a.approval_id);
    PERFORM audit_append('system', p_worker, 'expire', 'request ' || a.approval_id, 'DONE', '', '', '{}', NULL);
    RETURN QUERY SELECT a.approval_id, 'EXPIRED'::text;
  END LOOP;
  FOR a IN SELECT * FROM approval q WHERE q.status IN ('EXECUTED', 'PARTLY', 'FAILED') FOR UPDATE SKIP LOCKED LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM approval_item i
        JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
        LEFT JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
       WHERE i.approval_id = a.approval_id AND i.status = 'DONE' AND a.kind = 'replay'
         AND (o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')
              OR m.idempotency_key <> outward_key_of(namespace(), o.operation_id, m.message_kind)));
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
     AND p.proname IN ('claim_request', 'replay_items', 'lift_freeze', 'execute_request', 'settle_requests') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT INSERT ON freeze_exemption TO onceover_api;
GRANT UPDATE (lease_until, worker_id, executed_at, verified_at) ON approval TO onceover_api;
GRANT UPDATE (status, reason) ON approval_item TO onceover_api;
GRANT UPDATE (status, status_reason, finished_at) ON job_run TO onceover_api;
GRANT EXECUTE ON FUNCTION claim_request(text, bigint), execute_request(bigint, text, bigint, integer), settle_requests(text) TO onceover_replayer;

SELECT record_guards();
