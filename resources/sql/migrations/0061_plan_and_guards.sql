-- SPDX-License-Identifier: GPL-3.0-or-later
-- The plan that was approved is the plan that is executed (K77): whoever takes up a request compares its plan, its rows and the hash that
-- the second person approved, whatever became of the guards meanwhile.
-- reader-min: 17
SET search_path = onceover, pg_temp;

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

SELECT record_guards();
