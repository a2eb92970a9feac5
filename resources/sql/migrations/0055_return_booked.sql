-- SPDX-License-Identifier: GPL-3.0-or-later
-- Money that a bank sent back after it paid it out is booked by an approved `return` operation (DESIGN.md section 3): the payment stays as it
-- is, the amount goes from paid to payable, and the merchant's next cycle takes it. It is asked for like a correction, by the difference that
-- it closes. Nothing is sent.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- A return goes the other way: from the channel's paid account through transit into what the merchant is owed.
CREATE OR REPLACE FUNCTION leg_account(p_settlement_type text, p_phase text, p_side text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_settlement_type = 'return' AND p_phase = 'HOLD' AND p_side = 'DEBIT' THEN 'paid'
            WHEN p_settlement_type = 'return' AND p_phase = 'PAY' AND p_side = 'CREDIT' THEN 'payable'
            WHEN p_phase = 'HOLD' AND p_side = 'DEBIT' OR p_phase = 'BACK' AND p_side = 'CREDIT'
              THEN CASE WHEN p_settlement_type IN ('renew', 'reversal') THEN 'receivable' ELSE 'payable' END
            WHEN p_phase = 'PAY' AND p_side = 'CREDIT'
              THEN CASE WHEN p_settlement_type IN ('renew', 'reversal') THEN 'collected' ELSE 'paid' END
            ELSE 'in_transit' END;
CREATE FUNCTION leg_owner(p_settlement_type text, p_phase text, p_side text, p_merchant_id bigint, p_channel_id text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_settlement_type = 'return' THEN CASE WHEN p_phase = 'PAY' AND p_side = 'CREDIT' THEN p_merchant_id::text ELSE p_channel_id END
            ELSE leg_owner(p_phase, p_side, p_merchant_id, p_channel_id) END;

-- What knows the types and their legs learns one more.
DO $$
DECLARE
  change text[];
  source text;
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['guard_new_legs', $x$leg_owner(l.phase, $x$, $x$leg_owner(o.settlement_type, l.phase, $x$],
    ['book_phase', $x$leg_owner(p_phase, $x$, $x$leg_owner(o.settlement_type, p_phase, $x$],
    ['guard_new_operations', $x$IN ('refund', 'extension', 'reversal', 'correction')$x$, $x$IN ('refund', 'extension', 'reversal', 'correction', 'return')$x$],
    ['five_equalities', $x$o.settlement_type <> 'correction'$x$, $x$o.settlement_type NOT IN ('correction', 'return')$x$],
    ['compensation_refusal', $x$IN ('refund', 'extension', 'reversal') THEN 'NEVER_OF_A_COMPENSATION'$x$,
       $x$IN ('refund', 'extension', 'reversal', 'return') THEN 'NEVER_OF_A_COMPENSATION'$x$]] LOOP
    source := pg_get_functiondef(change[1]::regproc);
    IF strpos(source, change[2]) = 0 THEN
      RAISE EXCEPTION '%() is not what this migration expects', change[1];
    END IF;
    EXECUTE replace(source, change[2], change[3]);
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION remedy_is_approved(p_bucket smallint, p_root uuid, p_type text, p_scope_ref text, p_revision integer, p_batch_scope text)
RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT scope_is_executing(p_batch_scope) AND EXISTS (
    SELECT FROM approval_item i JOIN approval a USING (approval_id)
      JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
     WHERE a.approval_id = split_part(p_batch_scope, '-', 2)::bigint AND i.bucket = p_bucket AND i.status = 'PENDING'
       AND CASE WHEN p_revision > 0 THEN a.kind = 'revision' AND o.root_id = p_root AND o.revision = p_revision - 1
                                         AND o.status = 'FAILED_PERMANENT' AND o.failure_class IN ('REFUSED', 'NOT_EXECUTED')
                WHEN p_type = 'correction' THEN a.kind = 'correction' AND o.operation_id::text = split_part(p_scope_ref, '/', 1)
                WHEN p_type = 'return' THEN a.kind = 'correction' AND o.operation_id::text = split_part(p_scope_ref, '/', 1) AND o.status = 'SUCCEEDED'
                ELSE a.kind IN ('compensation', 'recovery plan') AND o.operation_id::text = split_part(p_scope_ref, '/', 1) AND o.status = 'SUCCEEDED' END)
$$;

-- What came back goes into the next cycle as any other amount that a cycle did not pay.
ALTER TABLE carry_over DROP CONSTRAINT carry_over_reason_check;
ALTER TABLE carry_over ADD CONSTRAINT carry_over_reason_check CHECK (reason IN ('NOT_POSITIVE', 'ON_HOLD', 'BELOW_MINIMUM', 'RETURNED'));

-- What came back of a payout and was booked.
CREATE FUNCTION returned_minor(p_bucket smallint, p_operation uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(r.amount_minor), 0)::bigint
    FROM settlement_operation w
    JOIN settlement_operation r ON r.bucket = w.bucket AND r.merchant_id = w.merchant_id AND r.settle_date = w.settle_date AND r.settlement_type = 'return'
                               AND r.currency = w.currency AND split_part(r.scope_ref, '/', 1) = w.operation_id::text
   WHERE w.bucket = p_bucket AND w.operation_id = p_operation AND r.status = 'SUCCEEDED'
$$;

-- As before; what the bank sent back can be taken back no more.
CREATE OR REPLACE FUNCTION compensated(p_bucket smallint, p_operation uuid) RETURNS TABLE (n bigint, minor bigint, pending bigint) LANGUAGE sql STABLE AS $$
  SELECT count(*),
         coalesce(sum(CASE c.kind WHEN 'extension' THEN w.amount_minor ELSE o.amount_minor END) FILTER (WHERE s.counts), 0)::bigint
           + returned_minor(p_bucket, p_operation),
         count(*) FILTER (WHERE s.counts AND o.status <> 'SUCCEEDED')
    FROM compensation c
    JOIN settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id
    JOIN settlement_operation w ON w.bucket = c.original_bucket AND w.operation_id = c.original_id
    JOIN batch_shard h ON h.batch_id = o.batch_id AND h.shard_no = o.shard_no
   CROSS JOIN LATERAL (SELECT o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED') AND h.status <> 'DONE' AS counts) s
   WHERE c.original_bucket = p_bucket AND c.original_id = p_operation
$$;

-- The fact on record that a difference names: a payout that took effect after it was refused, or one that came back.
CREATE OR REPLACE FUNCTION correction_effect(p_difference bigint) RETURNS TABLE (bucket smallint, operation_id uuid, channel_id text, reference text,
                                                                                 amount_minor bigint, currency text, call_id bigint) LANGUAGE sql STABLE AS $$
  SELECT o.bucket, o.operation_id, c.channel_id, c.external_ref, c.amount_minor, c.currency::text, c.call_id
    FROM reconciliation_difference d
    JOIN settlement_operation o ON o.operation_id = d.operation_id
    JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout'
    JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id
                        AND c.answer = ANY (CASE d.kind WHEN 'RETURNED' THEN ARRAY['FOUND_RETURNED'] ELSE ARRAY['ACCEPTED', 'FOUND_EXECUTED'] END)
   WHERE d.difference_id = p_difference AND d.status = 'OPEN' AND d.kind IN ('CONTRADICTION', 'RETURNED')
     AND (d.external_ref = '' OR d.external_ref = c.external_ref)
   ORDER BY c.call_id LIMIT 1
$$;

CREATE OR REPLACE FUNCTION correction_refusal(p_difference bigint) RETURNS TABLE (reason text, found text) LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM (SELECT 1) one
    LEFT JOIN reconciliation_difference d ON d.difference_id = p_difference
    LEFT JOIN correction_effect(p_difference) e ON true
    LEFT JOIN settlement_operation o ON o.bucket = e.bucket AND o.operation_id = e.operation_id
    LEFT JOIN LATERAL compensated(o.bucket, o.operation_id) k ON d.kind = 'RETURNED'
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN d.difference_id IS NULL THEN 'UNKNOWN_SUBJECT' END, ''),
     (2, CASE WHEN d.status <> 'OPEN' THEN 'FINAL_STATE' END, d.status),
     (3, CASE WHEN e.call_id IS NULL THEN 'NO_EVIDENCE' END, 'no recorded answer says that a payout took effect or came back'),
     -- What is still unknown is resolved first: it was executed.
     (4, CASE WHEN d.kind = 'RETURNED' AND o.status <> 'SUCCEEDED'
                OR d.kind <> 'RETURNED' AND (o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED'))
              THEN 'NOT_IN_THIS_STATE' END, concat_ws(' ', o.status, o.failure_class)),
     (5, CASE WHEN o.settlement_type NOT IN ('settle-daily', 'settle-monthly') THEN 'NOT_IN_THIS_STATE' END, 'a ' || o.settlement_type),
     (6, CASE WHEN e.amount_minor IS NULL OR e.amount_minor <= 0 OR coalesce(e.reference, '') = '' AND d.kind <> 'RETURNED' THEN 'NO_EVIDENCE' END,
         'the answer names no amount or no reference'),
     (7, CASE WHEN e.currency IS DISTINCT FROM o.currency::text THEN 'CURRENCY_DIFFERS' END, e.currency),
     (8, CASE WHEN EXISTS (SELECT FROM external_reference x WHERE x.channel_id = e.channel_id AND x.external_ref = e.reference
                              AND (x.bucket, x.operation_id) <> (o.bucket, o.operation_id)) THEN 'ALREADY_REPLACED' END,
         'its reference is booked under another operation'),
     -- A statement tells what a callback told before, as a difference of its own.
     (9, CASE WHEN d.kind = 'RETURNED' AND EXISTS (
                SELECT FROM approval q JOIN approval_item i USING (approval_id)
                 WHERE q.kind = 'correction' AND q.plan ->> 'type' = 'return' AND i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.status = 'DONE'
                   AND coalesce(q.plan #>> '{facts,reference}', '') = coalesce(e.reference, '')) THEN 'ALREADY_REPLACED' END,
         'what came back under its reference is booked'),
     -- Executed twice, and the one that we did not book came back: the merchant keeps what it is owed.
     (9, CASE WHEN d.kind = 'RETURNED' AND e.reference <> o.external_ref AND EXISTS (
                SELECT FROM external_call x WHERE x.bucket = o.bucket AND x.operation_id = o.operation_id AND x.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
                   AND x.external_ref = e.reference) THEN 'EVIDENCE_CONTRADICTS' END,
         'what came back is another effect than the one that is booked: ' || e.reference),
     (10, CASE WHEN k.pending > 0 THEN 'OPEN_REQUEST' END, 'a compensation of it is under way'),
     (11, CASE WHEN k.minor + e.amount_minor > o.amount_minor THEN 'AMOUNT_OUT_OF_RANGE' END,
         format('%s of %s (minor) came back or was taken back already', k.minor, o.amount_minor))) r(n, reason, found)
   WHERE r.reason IS NOT NULL ORDER BY r.n LIMIT 1
$$;

-- As before; the plan says which of the two it books.
CREATE OR REPLACE FUNCTION request_correction(p_difference bigint, p_reason text, p_ticket text, p_request_id uuid)
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
  RETURN request_insert('correction', jsonb_build_object('kind', 'correction', 'same', same, 'difference', p_difference,
                          'type', correction_type(p_difference), 'amount', facts -> 'amount',
                          'currency', facts -> 'currency', 'total', facts ->> 'amount', 'facts', facts,
                          'items', jsonb_build_array(plan_of(e.bucket, e.operation_id))),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

CREATE FUNCTION correction_type(p_difference bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE d.kind WHEN 'RETURNED' THEN 'return' ELSE 'correction' END FROM reconciliation_difference d WHERE d.difference_id = p_difference
$$;

-- Books what is gone, or what came back: an operation of its own that names the original, posted and paid in this transaction. The reference
-- of an effect that nobody booked belongs to its correction from now on; that of a return stays with the payment. What came back is carried
-- over in the same transaction.
CREATE OR REPLACE FUNCTION execute_correction(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  w         settlement_operation;
  facts     constant jsonb := a.plan -> 'facts';
  book_type constant text := correction_type((a.plan ->> 'difference')::bigint);
  ref       text;
  id        uuid;
  own       bigint;
  moment    timestamptz;
BEGIN
  SELECT o.* INTO w FROM approval_item i JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
   WHERE i.approval_id = a.approval_id AND i.item_no = ANY (p_items) FOR NO KEY UPDATE OF o;
  IF w.operation_id IS NULL OR correction_facts(a.plan) IS DISTINCT FROM facts THEN
    RETURN ROW('{}'::integer[], true)::executed;
  END IF;
  SELECT w.operation_id || '/' || count(*) + 1 INTO ref FROM settlement_operation o
   WHERE o.bucket = w.bucket AND o.merchant_id = w.merchant_id AND o.settle_date = w.settle_date AND o.settlement_type = book_type
     AND o.currency = w.currency AND split_part(o.scope_ref, '/', 1) = w.operation_id::text;
  id := operation_id_of(namespace(), w.merchant_id, w.settle_date, book_type, w.currency, ref, 0);
  own := own_batch(a, p_items[1], w);
  INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, root_id, amount_minor, item_count,
                                    batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
  SELECT w.bucket, id, w.merchant_id, w.settle_date, book_type, w.currency, ref, id, (facts ->> 'amount')::bigint, 0, own, 0, b.job_id, b.biz_date,
         w.channel_id, w.beneficiary, b.input_version, b.rule_version
    FROM settlement_batch b WHERE b.batch_id = own;
  PERFORM begin_remedy(a, w.bucket, id, p_worker);
  DELETE FROM operation_due WHERE bucket = w.bucket AND operation_id = id;
  moment := clock();
  UPDATE settlement_operation SET status = 'PROCESSING', version = version + 1, worker_id = p_worker, lease_until = moment + interval '1 min', updated_at = moment
   WHERE bucket = w.bucket AND operation_id = id AND status = 'PENDING';
  UPDATE settlement_operation SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL WHERE bucket = w.bucket AND operation_id = id;
  PERFORM book_phase(w.bucket, id, 'HOLD', moment);
  IF book_type = 'correction' THEN
    INSERT INTO external_reference (channel_id, external_ref, bucket, operation_id) VALUES (w.channel_id, facts ->> 'reference', w.bucket, id);
  END IF;
  UPDATE settlement_operation SET status = 'SUCCEEDED', finished_at = moment WHERE bucket = w.bucket AND operation_id = id;
  PERFORM book_phase(w.bucket, id, 'PAY', moment);
  IF book_type = 'return' THEN
    INSERT INTO carry_over (bucket, operation_id, merchant_id, currency, amount_minor, settle_date, reason)
    VALUES (w.bucket, id, w.merchant_id, w.currency, (facts ->> 'amount')::bigint, w.settle_date, 'RETURNED');
  END IF;
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids, versions, detail)
  VALUES (moment, 'POST', 'PROCESSING', 'AWAITING_EXTERNAL', own, p_worker, ARRAY[id], ARRAY[1::bigint], 'request ' || a.approval_id),
         (moment, 'ACCEPT', 'AWAITING_EXTERNAL', 'SUCCEEDED', own, p_worker, ARRAY[id], ARRAY[1::bigint], facts ->> 'reference');
  UPDATE reconciliation_difference SET status = 'RESOLVED', resolved_at = moment WHERE difference_id = (a.plan ->> 'difference')::bigint AND status = 'OPEN';
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'resolved', resolved_at = moment, reason = 'request ' || a.approval_id
   WHERE d.operation_id = w.operation_id AND d.status <> 'RESOLVED';
  RETURN ROW(p_items, true)::executed;
END
$$;

-- The effect is booked, or what came back is in the merchant's next cycle, and nothing open names it.
CREATE OR REPLACE FUNCTION verify_correction(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'DONE')
      OR CASE a.plan ->> 'type'
           WHEN 'return' THEN EXISTS (SELECT FROM approval_item i
                                        JOIN carry_over c ON c.bucket = i.bucket AND c.reason = 'RETURNED'
                                        JOIN settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id
                                       WHERE i.approval_id = a.approval_id AND o.settlement_type = 'return' AND o.status = 'SUCCEEDED'
                                         AND split_part(o.scope_ref, '/', 1) = i.operation_id::text AND o.amount_minor = (a.plan ->> 'amount')::bigint)
           ELSE EXISTS (SELECT FROM external_reference x JOIN settlement_operation o USING (bucket, operation_id)
                         WHERE x.external_ref = a.plan #>> '{facts,reference}' AND o.settlement_type = 'correction' AND o.status = 'SUCCEEDED'
                           AND o.amount_minor = (a.plan ->> 'amount')::bigint) END
         AND NOT EXISTS (SELECT FROM reconciliation_difference d WHERE d.difference_id = (a.plan ->> 'difference')::bigint AND d.status = 'OPEN')
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOREACH f IN ARRAY ARRAY['returned_minor(smallint, uuid)', 'correction_type(bigint)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;

SELECT record_guards();
