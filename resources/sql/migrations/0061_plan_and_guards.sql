-- SPDX-License-Identifier: GPL-3.0-or-later
-- The plan that was approved is the plan that is executed (K77), whatever became of the guards meanwhile; a line of the execution log
-- that says when it was due and why it was begun (F32); and guards that nobody adds to or records anew unseen (S6).
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Plans --------------------------------------------------------------------------------------------------------------------------------

-- Whether a request is still the one that was hashed: its plan, and the row of each item as the plan names it.
CREATE FUNCTION is_plan_whole(p_request approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT plan_hash(p_request.plan) = p_request.plan_hash AND NOT EXISTS (
    SELECT FROM (SELECT i.n, (i.item ->> 'bucket')::smallint AS bucket, (i.item ->> 'operation')::uuid AS operation_id
                   FROM jsonb_array_elements(p_request.plan -> 'items') WITH ORDINALITY i(item, n)) p
      FULL JOIN (SELECT i.item_no, i.bucket, i.operation_id FROM approval_item i WHERE i.approval_id = p_request.approval_id) r ON r.item_no = p.n
     WHERE (p.n, p.bucket, p.operation_id) IS DISTINCT FROM (r.item_no::bigint, r.bucket, r.operation_id))
$$;

DO $$
DECLARE
  change text[];
  source text;
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['claim_request', $x$    held := false;$x$, $x$    IF ended IS NULL AND NOT begun AND NOT is_plan_whole(a) THEN
      ended := 'PLAN_DIFFERS';
    END IF;
    held := false;$x$],
    ['claim_request', $x$WHEN ended = 'MOVED' THEN 'VOID'$x$, $x$WHEN ended <> 'EXPIRED' THEN 'VOID'$x$],
    ['claim_request', $x$CASE ended WHEN 'MOVED' THEN 'void' ELSE 'expire' END$x$, $x$CASE ended WHEN 'EXPIRED' THEN 'expire' ELSE 'void' END$x$],
    ['claim_request', $x$CASE WHEN ended = 'MOVED' OR a.status$x$, $x$CASE WHEN ended <> 'EXPIRED' OR a.status$x$],
    -- What was done before stays done, and is told as a part.
    ['execute_request', $x$  UPDATE approval q SET lease_until = clock() + p_lease_ms * interval '1 ms' WHERE q.approval_id = p_approval_id;$x$,
       $x$  IF NOT is_plan_whole(a) THEN
    UPDATE approval_item i SET status = 'REFUSED', reason = 'PLAN_DIFFERS', is_open = false WHERE i.approval_id = p_approval_id AND i.status = 'PENDING';
    GET DIAGNOSTICS n = ROW_COUNT;
    UPDATE approval q
       SET status = CASE WHEN EXISTS (SELECT FROM approval_item i WHERE i.approval_id = p_approval_id AND i.status = 'DONE') THEN 'PARTLY' ELSE 'FAILED' END,
           executed_at = clock(), lease_until = NULL
     WHERE q.approval_id = p_approval_id RETURNING q.* INTO a;
    PERFORM request_ends(p_approval_id);
    PERFORM audit_append('system', p_worker, 'void', 'request ' || p_approval_id, 'DONE', 'PLAN_DIFFERS', a.ticket,
                         jsonb_build_object('kind', a.kind, 'maker', a.maker, 'checker', a.checker), NULL);
    RETURN QUERY SELECT a.kind, 0, n::integer, 0::bigint, a.status;
    RETURN;
  END IF;
  UPDATE approval q SET lease_until = clock() + p_lease_ms * interval '1 ms' WHERE q.approval_id = p_approval_id;$x$]] LOOP
    source := pg_get_functiondef(change[1]::regproc);
    IF strpos(source, change[2]) = 0 THEN
      RAISE EXCEPTION '%() is not what this migration expects: %', change[1], change[2];
    END IF;
    EXECUTE replace(source, change[2], change[3]);
  END LOOP;
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION is_plan_whole(approval) OWNER TO onceover_api';
  EXECUTE 'REVOKE EXECUTE ON FUNCTION is_plan_whole(approval) FROM PUBLIC';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;

-- The execution log ---------------------------------------------------------------------------------------------------------------------

-- scheduled_at: when the run was due by its schedule; null: no schedule made it. reason: what this claim was begun for, namely the source of
-- the first trigger ('schedule', 'manual' …), 'retry' after a failure, 'replay' after a request, or 'rescue' of work that was left.
CREATE OR REPLACE VIEW v_execution_line AS
  SELECT t.trigger_id,
         e.attempt_id, o.batch_id, o.operation_id, e.worker_id, o.shard_no AS shard, e.versions[array_position(e.operation_ids, o.operation_id)] AS version,
         e.at AS started_at, n.at AS finished_at, coalesce(nullif(a.input_version, ''), o.input_version) AS input_version, a.rows_affected, m.idempotency_key,
         m.external_ref, n.to_status AS outcome, coalesce(nullif(a.error, ''), o.last_error) AS error,
         coalesce(t.scheduled_at, r.scheduled_at) AS scheduled_at,
         CASE WHEN e.event = 'TAKE_OVER' THEN 'rescue' WHEN p.event = 'REPLAY' THEN 'replay' WHEN e.from_status = 'RETRYABLE' THEN 'retry' ELSE t.source END AS reason
    FROM settlement_operation o
    JOIN settlement_batch b ON b.batch_id = o.batch_id
    JOIN job_run r ON r.run_id = b.run_id
    JOIN operation_event e ON e.batch_id = o.batch_id AND o.operation_id = ANY (e.operation_ids) AND e.event IN ('CLAIM', 'TAKE_OVER')
    LEFT JOIN run_attempt a ON a.attempt_id = e.attempt_id
    LEFT JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout'
    LEFT JOIN LATERAL (SELECT q.trigger_id, q.scheduled_at, q.source FROM run_trigger q WHERE q.run_id = b.run_id ORDER BY q.trigger_id LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT q.event FROM operation_event q
                        WHERE q.batch_id = o.batch_id AND o.operation_id = ANY (q.operation_ids) AND (q.at, q.event_id) < (e.at, e.event_id)
                        ORDER BY q.at DESC, q.event_id DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (SELECT q.at, q.to_status FROM operation_event q
                        WHERE q.batch_id = o.batch_id AND o.operation_id = ANY (q.operation_ids) AND (q.at, q.event_id) > (e.at, e.event_id)
                        ORDER BY q.at, q.event_id LIMIT 1) n ON true;

-- Guards -------------------------------------------------------------------------------------------------------------------------------

-- What stands from now on, and who said so: once there is an installation each record leaves its row, with how many guards it changed and
-- the first fifty of them, so that nobody takes a guard away and records that it is gone unseen.
CREATE OR REPLACE FUNCTION record_guards() RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = onceover, pg_temp AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(concat_ws(' ', kind, nullif(relation, ''), name) ORDER BY kind, relation, name) INTO changed
    FROM schema_guard g FULL JOIN guards_now() n USING (kind, relation, name)
   WHERE n.definition IS DISTINCT FROM g.definition;
  DELETE FROM schema_guard;
  INSERT INTO schema_guard (kind, relation, name, definition) SELECT kind, relation, name, definition FROM guards_now();
  IF EXISTS (SELECT FROM installation) THEN
    PERFORM audit_append('system', session_user::text, 'record guards', 'guards', 'DONE', '', '',
                         jsonb_build_object('changed', coalesce(cardinality(changed), 0), 'first', coalesce(to_jsonb(changed[1:50]), '[]')), NULL);
  END IF;
END
$$;

-- A trigger that nobody recorded is a fault as well: it does what no migration said. A partition has what its table has, and, where
-- that does not reach it, a guard of its own of the same name and function.
DO $$
DECLARE
  source text := pg_get_functiondef('guard_faults()'::regprocedure);
  plain  constant text := $x$  UNION ALL
  SELECT 'record', 'schema_guard', 'empty'$x$;
BEGIN
  IF strpos(source, plain) = 0 THEN
    RAISE EXCEPTION 'guard_faults() is not what this migration expects';
  END IF;
  EXECUTE replace(source, plain, $x$  UNION ALL
  SELECT 'trigger', n.relation || '.' || n.name, 'added'
    FROM guards_now() n
   WHERE n.kind = 'trigger' AND NOT EXISTS (SELECT FROM schema_guard g WHERE g.kind = n.kind AND g.relation = n.relation AND g.name = n.name)
  UNION ALL
  SELECT 'trigger', c.relname || '.' || t.tgname, 'added'
    FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = 'onceover'::regnamespace AND c.relispartition AND NOT t.tgisinternal AND t.tgparentid = 0
     AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_trigger p ON p.tgrelid = i.inhparent
                      WHERE i.inhrelid = t.tgrelid AND p.tgname = t.tgname AND p.tgfoid = t.tgfoid)
$x$ || plain);
END
$$;

SELECT record_guards();
