-- SPDX-License-Identifier: GPL-3.0-or-later
-- Money found gone after its operation was given up as refused is booked by an approved correction (DESIGN.md section 3): the original stays
-- as it ended, its effect outside gets the legs that are missing, and the difference that named it is closed. Nothing is sent.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- The effect on record that a difference names: of a payout that was refused or resolved as not executed.
CREATE FUNCTION correction_effect(p_difference bigint) RETURNS TABLE (bucket smallint, operation_id uuid, channel_id text, reference text, amount_minor bigint,
                                                                      currency text, call_id bigint) LANGUAGE sql STABLE AS $$
  SELECT o.bucket, o.operation_id, c.channel_id, c.external_ref, c.amount_minor, c.currency::text, c.call_id
    FROM reconciliation_difference d
    JOIN settlement_operation o ON o.operation_id = d.operation_id
    JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout'
    JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
   WHERE d.difference_id = p_difference AND d.status = 'OPEN' AND d.kind = 'CONTRADICTION'
     AND (d.external_ref = '' OR d.external_ref = c.external_ref)
   ORDER BY c.call_id LIMIT 1
$$;

-- Why this difference cannot be closed by a correction, or no row.
CREATE FUNCTION correction_refusal(p_difference bigint) RETURNS TABLE (reason text, found text) LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM (SELECT 1) one
    LEFT JOIN reconciliation_difference d ON d.difference_id = p_difference
    LEFT JOIN correction_effect(p_difference) e ON true
    LEFT JOIN settlement_operation o ON o.bucket = e.bucket AND o.operation_id = e.operation_id
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN d.difference_id IS NULL THEN 'UNKNOWN_SUBJECT' END, ''),
     (2, CASE WHEN d.status <> 'OPEN' THEN 'FINAL_STATE' END, d.status),
     (3, CASE WHEN e.call_id IS NULL THEN 'NO_EVIDENCE' END, 'no recorded answer says that a payout took effect'),
     (4, CASE WHEN o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED') THEN 'NOT_IN_THIS_STATE' END,
         concat_ws(' ', o.status, o.failure_class)),
     (5, CASE WHEN o.settlement_type NOT IN ('settle-daily', 'settle-monthly') THEN 'NOT_IN_THIS_STATE' END, 'a ' || o.settlement_type),
     (6, CASE WHEN e.amount_minor IS NULL OR e.amount_minor <= 0 OR coalesce(e.reference, '') = '' THEN 'NO_EVIDENCE' END,
         'the answer names no amount or no reference'),
     (7, CASE WHEN e.currency <> o.currency THEN 'CURRENCY_DIFFERS' END, e.currency),
     (8, CASE WHEN EXISTS (SELECT FROM external_reference x WHERE x.channel_id = e.channel_id AND x.external_ref = e.reference
                              AND (x.bucket, x.operation_id) <> (o.bucket, o.operation_id)) THEN 'ALREADY_REPLACED' END,
         'its reference is booked under another operation')) r(n, reason, found)
   WHERE r.reason IS NOT NULL ORDER BY r.n LIMIT 1
$$;

CREATE FUNCTION correction_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT jsonb_build_object('amount', e.amount_minor, 'currency', e.currency, 'reference', e.reference, 'call', e.call_id)
                     FROM correction_effect((p_plan ->> 'difference')::bigint) e
                    WHERE NOT EXISTS (SELECT FROM correction_refusal((p_plan ->> 'difference')::bigint))), '{}')
$$;

CREATE FUNCTION request_correction(p_difference bigint, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'difference ' || coalesce(p_difference::text, '');
  same    constant jsonb := jsonb_build_object('difference', p_difference);
  answer  request_answer := request_seen('correction', same, p_reason, p_request_id, target);
  e       record;
  facts   jsonb;
  refused text;
  found_  text;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT r.reason, r.found INTO refused, found_ FROM correction_refusal(p_difference) r;
  SELECT * INTO e FROM correction_effect(p_difference);
  IF refused IS NULL AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = e.bucket AND i.operation_id = e.operation_id AND i.is_money AND i.is_open) THEN
    refused := 'OPEN_REQUEST';
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request correction', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  facts := correction_facts(jsonb_build_object('difference', p_difference));
  RETURN request_insert('correction', jsonb_build_object('kind', 'correction', 'same', same, 'difference', p_difference, 'amount', facts -> 'amount',
                          'currency', facts -> 'currency', 'total', facts ->> 'amount', 'facts', facts,
                          'items', jsonb_build_array(plan_of(e.bucket, e.operation_id))),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- Books what is gone: a correction of the original, posted and paid in this transaction; its reference belongs to the correction from now on.
CREATE FUNCTION execute_correction(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  w      settlement_operation;
  facts  constant jsonb := a.plan -> 'facts';
  ref    text;
  id     uuid;
  own    bigint;
  moment timestamptz;
BEGIN
  SELECT o.* INTO w FROM approval_item i JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
   WHERE i.approval_id = a.approval_id AND i.item_no = ANY (p_items) FOR NO KEY UPDATE OF o;
  IF w.operation_id IS NULL OR correction_facts(a.plan) IS DISTINCT FROM facts THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  SELECT w.operation_id || '/' || count(*) + 1 INTO ref FROM settlement_operation o
   WHERE o.bucket = w.bucket AND o.merchant_id = w.merchant_id AND o.settle_date = w.settle_date AND o.settlement_type = 'correction'
     AND o.currency = w.currency AND split_part(o.scope_ref, '/', 1) = w.operation_id::text;
  id := operation_id_of(namespace(), w.merchant_id, w.settle_date, 'correction', w.currency, ref, 0);
  own := own_batch(a, p_items[1], w);
  INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, root_id, amount_minor, item_count,
                                    batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
  SELECT w.bucket, id, w.merchant_id, w.settle_date, 'correction', w.currency, ref, id, (facts ->> 'amount')::bigint, 0, own, 0, b.job_id, b.biz_date,
         w.channel_id, w.beneficiary, b.input_version, b.rule_version
    FROM settlement_batch b WHERE b.batch_id = own;
  PERFORM begin_remedy(a, w.bucket, id, p_worker);
  DELETE FROM operation_due WHERE bucket = w.bucket AND operation_id = id;
  moment := clock();
  UPDATE settlement_operation SET status = 'PROCESSING', version = version + 1, worker_id = p_worker, lease_until = moment + interval '1 min', updated_at = moment
   WHERE bucket = w.bucket AND operation_id = id AND status = 'PENDING';
  UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE bucket = w.bucket AND operation_id = id;
  PERFORM book_phase(w.bucket, id, 'HOLD', moment);
  INSERT INTO external_reference (channel_id, external_ref, bucket, operation_id) VALUES (w.channel_id, facts ->> 'reference', w.bucket, id);
  UPDATE settlement_operation SET status = 'SUCCEEDED', finished_at = moment WHERE bucket = w.bucket AND operation_id = id;
  PERFORM book_phase(w.bucket, id, 'PAY', moment);
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids, versions, detail)
  VALUES (moment, 'POST', 'PROCESSING', 'AWAITING_EXTERNAL', own, p_worker, ARRAY[id], ARRAY[1::bigint], 'request ' || a.approval_id),
         (moment, 'ACCEPT', 'AWAITING_EXTERNAL', 'SUCCEEDED', own, p_worker, ARRAY[id], ARRAY[1::bigint], facts ->> 'reference');
  UPDATE reconciliation_difference SET status = 'RESOLVED', resolved_at = moment WHERE difference_id = (a.plan ->> 'difference')::bigint AND status = 'OPEN';
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'resolved', resolved_at = moment, reason = 'request ' || a.approval_id
   WHERE d.operation_id = w.operation_id AND d.status <> 'RESOLVED';
  RETURN ROW(p_items, true)::executed;
END
$$;

CREATE FUNCTION book_phase(p_bucket smallint, p_operation uuid, p_phase text, p_moment timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version, created_at)
  SELECT o.bucket, o.operation_id, p_phase, s.side, a.account_id, CASE s.side WHEN 'DEBIT' THEN -o.amount_minor ELSE o.amount_minor END, o.currency, o.version,
         p_moment
    FROM settlement_operation o
   CROSS JOIN (VALUES ('DEBIT'), ('CREDIT')) s(side)
    JOIN account a ON a.account_kind = leg_account(o.settlement_type, p_phase, s.side)
                  AND a.owner_ref = leg_owner(p_phase, s.side, o.merchant_id, o.channel_id) AND a.currency = o.currency
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation
$$;

-- The effect is booked and nothing open names it.
CREATE FUNCTION verify_correction(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'DONE')
      OR EXISTS (SELECT FROM external_reference x JOIN settlement_operation o USING (bucket, operation_id)
                  WHERE x.external_ref = a.plan #>> '{facts,reference}' AND o.settlement_type = 'correction' AND o.status = 'SUCCEEDED'
                    AND o.amount_minor = (a.plan ->> 'amount')::bigint)
         AND NOT EXISTS (SELECT FROM reconciliation_difference d WHERE d.difference_id = (a.plan ->> 'difference')::bigint AND d.status = 'OPEN')
$$;

INSERT INTO request_kind (kind, executes, facts, verifies) VALUES ('correction', 'execute_correction', 'correction_facts', 'verify_correction');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('correction_effect', 'correction_refusal', 'correction_facts', 'request_correction', 'execute_correction', 'book_phase', 'verify_correction') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT EXECUTE ON FUNCTION request_correction(bigint, text, text, uuid) TO onceover_operator;

SELECT record_guards();
