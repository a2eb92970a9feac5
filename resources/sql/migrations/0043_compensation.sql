-- SPDX-License-Identifier: GPL-3.0-or-later
-- What took effect and should not have is made good by a new, approved operation tied to the original: a refund of a renewal, an
-- extension, a reversal of a payout (R89, R91, R93; DESIGN.md section 6). It lives in a run and a batch of its own, is settled and sent by
-- the ordinary engine under its own computed key, and never repeats the original.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Batches of their own -----------------------------------------------------------------------------------------------------------

-- The scope of the run and batch that one item of a request makes.
CREATE FUNCTION request_scope(p_approval_id bigint, p_item integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'request-' || p_approval_id || CASE WHEN p_item = 1 THEN '' ELSE '-' || p_item END;

-- Is that the scope of a request which is being executed now, by whom executes requests?
CREATE FUNCTION scope_is_executing(p_scope text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT pg_has_role(session_user, 'onceover_replayer', 'MEMBER') AND EXISTS (
    SELECT FROM approval a WHERE p_scope ~ '^request-[0-9]+(-[0-9]+)?$' AND a.approval_id = split_part(p_scope, '-', 2)::bigint
       AND a.kind IN ('revision', 'correction', 'compensation', 'recovery plan') AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock())
       AND a.checker <> a.maker)
$$;

-- Is this new operation one that two persons decided on: its plan names the operation that it replaces, makes good or corrects?
CREATE FUNCTION remedy_is_approved(p_bucket smallint, p_root uuid, p_type text, p_scope_ref text, p_revision integer, p_batch_scope text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT scope_is_executing(p_batch_scope) AND EXISTS (
    SELECT FROM approval_item i JOIN approval a USING (approval_id)
      JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
     WHERE a.approval_id = split_part(p_batch_scope, '-', 2)::bigint AND i.bucket = p_bucket AND i.status = 'PENDING'
       AND CASE WHEN p_revision > 0 THEN a.kind = 'revision' AND o.root_id = p_root AND o.revision = p_revision - 1
                                         AND o.status = 'FAILED_PERMANENT' AND o.failure_class IN ('REFUSED', 'NOT_EXECUTED')
                WHEN p_type = 'correction' THEN a.kind = 'correction' AND o.operation_id::text = split_part(p_scope_ref, '/', 1)
                ELSE a.kind IN ('compensation', 'recovery plan') AND o.operation_id::text = split_part(p_scope_ref, '/', 1) AND o.status = 'SUCCEEDED' END)
$$;

DO $$
DECLARE
  edit   text[];
  source text;
BEGIN
  FOREACH edit SLICE 1 IN ARRAY ARRAY[
    ['guard_new_run', $x$(j.job_type, j.scope, j.grade) IS DISTINCT FROM (NEW.job_type, NEW.scope, NEW.grade)$x$,
       $x$(j.job_type, CASE WHEN scope_is_executing(NEW.scope) THEN NEW.scope ELSE j.scope END, j.grade) IS DISTINCT FROM (NEW.job_type, NEW.scope, NEW.grade)$x$],
    ['guard_new_run', $x$ELSE run_key_of(j.run_key_prefix, j.scope, j.period_kind, NEW.biz_date)$x$,
       $x$ELSE run_key_of(j.run_key_prefix, NEW.scope, j.period_kind, NEW.biz_date)$x$],
    ['guard_new_operations', $x$WHEN n.revision > 0 THEN 'OC008 a revision'$x$,
       $x$WHEN b.scope ~ '^request-[0-9]' AND NOT remedy_is_approved(n.bucket, n.root_id, n.settlement_type, n.scope_ref, n.revision, b.scope)
        THEN 'OC008 the batch of a request that does not name it'
      WHEN n.revision > 0 AND b.scope !~ '^request-[0-9]' THEN 'OC008 a revision'$x$],
    ['guard_new_operations', $x$WHEN n.settlement_type IN ('refund', 'extension', 'reversal', 'correction') THEN 'OC008 a '$x$,
       $x$WHEN n.settlement_type IN ('refund', 'extension', 'reversal', 'correction') AND b.scope !~ '^request-[0-9]' THEN 'OC008 a '$x$],
    ['guard_new_operations', $x$n.settlement_type, n.currency, n.scope_ref, 0)$x$, $x$n.settlement_type, n.currency, n.scope_ref, n.revision)$x$],
    ['guard_new_operations', $x$WHEN n.root_id <> n.operation_id THEN 'OC006 root'$x$,
       $x$WHEN n.root_id <> CASE WHEN n.revision = 0 THEN n.operation_id
                              ELSE operation_id_of(ns, n.merchant_id, n.settle_date, n.settlement_type, n.currency, n.scope_ref, 0) END THEN 'OC006 root'
      WHEN n.revision > 0 AND EXISTS (SELECT FROM settlement_operation l
                                       WHERE l.bucket = n.bucket AND l.merchant_id = n.merchant_id AND l.settle_date = n.settle_date
                                         AND l.settlement_type = n.settlement_type AND l.currency = n.currency AND l.scope_ref = n.scope_ref
                                         AND l.revision <> n.revision AND l.status <> 'FAILED_PERMANENT') THEN 'OC001 another revision is live'$x$],
    ['guard_new_operations', $x$WHEN n.settlement_type <> b.job_type THEN$x$,
       $x$WHEN n.settlement_type <> b.job_type AND n.settlement_type NOT IN ('refund', 'extension', 'reversal', 'correction') THEN$x$]] LOOP
    source := pg_get_functiondef(edit[1]::regproc);
    IF strpos(source, edit[2]) = 0 THEN
      RAISE EXCEPTION '% does not say what this migration changes: %', edit[1], edit[2];
    END IF;
    EXECUTE replace(source, edit[2], edit[3]);
  END LOOP;
END
$$;

-- What is typed to approve: what moves, where the plan says it apart from its items.
CREATE OR REPLACE FUNCTION plan_total(p_plan jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_plan ? 'total' THEN p_plan ->> 'total'
              WHEN count(*) = 0 THEN '' WHEN count(DISTINCT i ->> 'currency') = 1 THEN sum((i ->> 'amount')::bigint)::text ELSE count(*)::text END
    FROM jsonb_array_elements(p_plan -> 'items') i
$$;

-- A run, its trigger, its batch and its one shard for one item of a request in execution, beside the run of the original. The shard is
-- counted when its operation is there (count_own_shard).
CREATE FUNCTION own_batch(p_request approval, p_item integer, o settlement_operation) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  b     settlement_batch;
  r     job_run;
  own_scope constant text := request_scope(p_request.approval_id, p_item);
  own   bigint;
BEGIN
  SELECT * INTO STRICT b FROM settlement_batch WHERE batch_id = o.batch_id;
  INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
  SELECT j.job_id, j.job_type, own_scope, run_key_of(j.run_key_prefix, own_scope, j.period_kind, b.biz_date), b.biz_date, j.grade, x.zone, x.tzdata_version
    FROM job j JOIN job_run x ON x.run_id = b.run_id WHERE j.job_id = b.job_id
  RETURNING * INTO r;
  UPDATE job_run SET status = 'RUNNING', started_at = clock(), status_reason = 'request ' || p_request.approval_id WHERE run_id = r.run_id;
  INSERT INTO run_trigger (job_id, source, request_id, run_id, run_key, biz_date, answer, requested_by)
  VALUES (r.job_id, 'replay', encode(substr(sha256(uuid_send(p_request.request_id) || lp(r.run_key)), 1, 16), 'hex')::uuid, r.run_id, r.run_key, r.biz_date,
          'CREATED', p_request.maker);
  INSERT INTO settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
  SELECT r.run_id, r.job_id, r.job_type, r.biz_date, own_scope, r.grade, 1, 'request ' || p_request.approval_id, j.rule_version FROM job j WHERE j.job_id = r.job_id
  RETURNING batch_id INTO own;
  INSERT INTO batch_shard (batch_id, shard_no, shard_total, bucket_from, bucket_to, input_version)
  VALUES (own, 0, 1, 0, 64, 'request ' || p_request.approval_id);
  RETURN own;
END
$$;

CREATE FUNCTION count_own_shard(p_batch bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE batch_shard s
     SET status = 'ENUMERATED', enumerated_at = clock(), expected_count = x.n, expected_items = x.items,
         expected_amount = jsonb_build_object(x.currency, x.minor), input_hash = sha256(uuid_send(x.operation_id))
    FROM (SELECT count(*) AS n, sum(item_count) AS items, min(currency) AS currency, sum(amount_minor) AS minor, min(operation_id::text)::uuid AS operation_id
            FROM settlement_operation WHERE batch_id = p_batch) x
   WHERE s.batch_id = p_batch AND s.shard_no = 0 AND s.status = 'OPEN';
  SELECT ensure_accounts(p_batch);
$$;

-- Begins the work on a new operation of a request: the log, its due row, and its exemption from the freezes that the plan names.
CREATE FUNCTION begin_remedy(p_request approval, p_bucket smallint, p_operation uuid, p_worker text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o settlement_operation;
BEGIN
  SELECT * INTO STRICT o FROM settlement_operation WHERE bucket = p_bucket AND operation_id = p_operation;
  PERFORM count_own_shard(o.batch_id);
  INSERT INTO operation_event (event, from_status, to_status, batch_id, worker_id, operation_ids, versions, detail)
  VALUES ('ENUMERATE', 'NONE', 'PENDING', o.batch_id, p_worker, ARRAY[o.operation_id], ARRAY[o.version], 'request ' || p_request.approval_id);
  INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
  SELECT o.bucket, o.operation_id, b.job_type, o.job_id, o.batch_id, o.merchant_id, clock() FROM settlement_batch b WHERE b.batch_id = o.batch_id;
  INSERT INTO freeze_exemption (freeze_id, bucket, operation_id, approval_id)
  SELECT f.freeze_id, o.bucket, o.operation_id, p_request.approval_id
    FROM freezes_over(o.bucket, o.operation_id) f WHERE (p_request.plan -> 'freezes') @> to_jsonb(f.freeze_id);
END
$$;

-- What a request makes goes on under the freezes that its plan names, as what it replays.
DROP TRIGGER guard_insert ON freeze_exemption;
CREATE FUNCTION exemption_is_approved(p_bucket smallint, p_operation uuid, p_approval_id bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT approval_covers(p_bucket, p_operation, ARRAY['replay', 're-send', 'recovery plan'])
      OR EXISTS (SELECT FROM settlement_operation o JOIN settlement_batch b USING (batch_id)
                  WHERE o.bucket = p_bucket AND o.operation_id = p_operation AND scope_is_executing(b.scope)
                    AND split_part(b.scope, '-', 2) = p_approval_id::text)
$$;
SELECT make_guard_insert('freeze_exemption', 'OC008', 'without an approved plan that names the operation',
                         $$NOT exemption_is_approved(NEW.bucket, NEW.operation_id, NEW.approval_id)$$);

-- A request under a freeze waits, unless its plan names the freeze.
CREATE FUNCTION remedy_held(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM approval_item i, freezes_over(i.bucket, i.operation_id) f
                  WHERE i.approval_id = a.approval_id AND i.status = 'PENDING' AND NOT coalesce((a.plan -> 'freezes') @> to_jsonb(f.freeze_id), false))
$$;

-- Compensation -----------------------------------------------------------------------------------------------------------------------

-- What is made good, by its type: a charge is given back or worked off, a payout taken back. A reversal claims from the merchant, as a
-- charge does from the subscriber.
CREATE OR REPLACE FUNCTION leg_account(p_settlement_type text, p_phase text, p_side text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_phase = 'HOLD' AND p_side = 'DEBIT' OR p_phase = 'BACK' AND p_side = 'CREDIT'
              THEN CASE WHEN p_settlement_type IN ('renew', 'reversal') THEN 'receivable' ELSE 'payable' END
            WHEN p_phase = 'PAY' AND p_side = 'CREDIT'
              THEN CASE WHEN p_settlement_type IN ('renew', 'reversal') THEN 'collected' ELSE 'paid' END
            ELSE 'in_transit' END;

SELECT make_guard_insert('compensation', 'OC008', 'without an approved plan that names the original',
  $$NOT approval_covers(NEW.original_bucket, NEW.original_id, ARRAY['compensation', 'recovery plan'])$$);
CREATE INDEX ix_compensation_original ON compensation (original_bucket, original_id);

-- What was made good of an operation, or may still be: an extension is worth the whole of it. What the bank gave back for good, or what
-- a person accepted as failed, no longer counts. `pending`: it is not final yet, or could be replayed.
CREATE FUNCTION compensated(p_bucket smallint, p_operation uuid) RETURNS TABLE (n bigint, minor bigint, pending bigint) LANGUAGE sql STABLE AS $$
  SELECT count(*),
         coalesce(sum(CASE c.kind WHEN 'extension' THEN w.amount_minor ELSE o.amount_minor END) FILTER (WHERE s.counts), 0)::bigint,
         count(*) FILTER (WHERE s.counts AND o.status <> 'SUCCEEDED')
    FROM compensation c
    JOIN settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id
    JOIN settlement_operation w ON w.bucket = c.original_bucket AND w.operation_id = c.original_id
    JOIN batch_shard h ON h.batch_id = o.batch_id AND h.shard_no = o.shard_no
   CROSS JOIN LATERAL (SELECT o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED') AND h.status <> 'DONE' AS counts) s
   WHERE c.original_bucket = p_bucket AND c.original_id = p_operation
$$;

-- Why this operation cannot be made good like that, or no row. p_amount null: the whole.
CREATE FUNCTION compensation_refusal(p_bucket smallint, p_operation uuid, p_type text, p_amount bigint) RETURNS TABLE (reason text, found text)
LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM settlement_operation o CROSS JOIN LATERAL compensated(o.bucket, o.operation_id) c
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN o.settlement_type IN ('refund', 'extension', 'reversal') THEN 'NEVER_OF_A_COMPENSATION' END, o.settlement_type),
     (2, CASE WHEN o.status <> 'SUCCEEDED' THEN 'NOT_IN_THIS_STATE' END, concat_ws(' ', o.status, o.failure_class)),
     (3, CASE WHEN NOT EXISTS (SELECT FROM ledger_entry l WHERE l.bucket = o.bucket AND l.operation_id = o.operation_id AND l.phase = 'PAY')
              THEN 'NOT_IN_THIS_STATE' END, 'it moved no money'),
     (4, CASE WHEN p_type IS NULL OR p_type NOT IN ('refund', 'extension', 'reversal')
                OR (p_type = 'reversal') <> (o.settlement_type IN ('settle-daily', 'settle-monthly', 'correction')) THEN 'VALUE_MALFORMED' END,
         'a ' || o.settlement_type || ' is made good by ' || CASE WHEN o.settlement_type = 'renew' THEN 'refund or extension' ELSE 'reversal' END),
     (5, CASE WHEN p_amount <= 0 OR p_type = 'extension' AND p_amount IS NOT NULL THEN 'AMOUNT_OUT_OF_RANGE' END, p_amount::text),
     (6, CASE WHEN c.pending > 0 THEN 'OPEN_REQUEST' END, 'another compensation of it is under way'),
     (7, CASE WHEN c.minor + coalesce(p_amount, o.amount_minor) > o.amount_minor THEN 'AMOUNT_OUT_OF_RANGE' END,
         format('%s of %s (minor) was made good already', c.minor, o.amount_minor)),
     (8, CASE WHEN p_type = 'extension' AND NOT EXISTS (SELECT FROM subscription s WHERE s.subscription_id::text = o.scope_ref AND s.status = 'ACTIVE')
              THEN 'NOT_IN_THIS_STATE' END, 'the subscription has ended')) r(n, reason, found)
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation AND r.reason IS NOT NULL
   ORDER BY r.n LIMIT 1
$$;

-- Makes one operation good: a new one of that type and amount (null: the whole), in its own batch, for one item of a request in execution.
-- Null when done, else why not. Callable per item of a greater plan, whose items are the originals.
CREATE FUNCTION compensate_item(p_request approval, p_item integer, p_type text, p_amount bigint, p_worker text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w       settlement_operation;
  nth     bigint;
  ref     text;
  id      uuid;
  own     bigint;
  refused text;
BEGIN
  SELECT o.* INTO w FROM approval_item i JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
   WHERE i.approval_id = p_request.approval_id AND i.item_no = p_item FOR NO KEY UPDATE OF o;
  SELECT r.reason INTO refused FROM compensation_refusal(w.bucket, w.operation_id, p_type, p_amount) r;
  IF refused IS NOT NULL THEN
    RETURN refused;
  END IF;
  SELECT c.n + 1 INTO nth FROM compensated(w.bucket, w.operation_id) c;
  ref := w.operation_id || '/' || nth;
  id := operation_id_of(namespace(), w.merchant_id, w.settle_date, p_type, w.currency, ref, 0);
  own := own_batch(p_request, p_item, w);
  INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, root_id, amount_minor, item_count,
                                    batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
  SELECT w.bucket, id, w.merchant_id, w.settle_date, p_type, w.currency, ref, id,
         CASE WHEN p_type = 'extension' THEN 0 ELSE coalesce(p_amount, w.amount_minor) END, 0, own, 0, b.job_id, b.biz_date, w.channel_id, w.beneficiary,
         b.input_version, b.rule_version
    FROM settlement_batch b WHERE b.batch_id = own;
  INSERT INTO compensation (bucket, operation_id, original_bucket, original_id, kind, approval_id)
  VALUES (w.bucket, id, w.bucket, w.operation_id, p_type, p_request.approval_id);
  PERFORM begin_remedy(p_request, w.bucket, id, p_worker);
  IF p_type = 'extension' THEN
    PERFORM extend_subscription(w.bucket, id, w.scope_ref::bigint, p_worker);
  END IF;
  RETURN NULL;
END
$$;

-- An extension sends nothing: it is settled at once, with what it gives, in one transaction.
CREATE FUNCTION extend_subscription(p_bucket smallint, p_operation uuid, p_subscription bigint, p_worker text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s      subscription;
  moment timestamptz;
BEGIN
  SELECT * INTO STRICT s FROM subscription WHERE subscription_id = p_subscription FOR NO KEY UPDATE;
  moment := clock();
  UPDATE settlement_operation SET status = 'PROCESSING', version = version + 1, worker_id = p_worker, lease_until = moment + interval '1 min', updated_at = moment
   WHERE bucket = p_bucket AND operation_id = p_operation AND status = 'PENDING';
  UPDATE settlement_operation SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL, updated_at = moment, finished_at = moment
   WHERE bucket = p_bucket AND operation_id = p_operation AND status = 'PROCESSING';
  DELETE FROM operation_due WHERE bucket = p_bucket AND operation_id = p_operation;
  UPDATE subscription SET paid_until = extended_until(s.paid_until, s.anchor_day, s.period_months) WHERE subscription_id = p_subscription;
  INSERT INTO subscription_extension (bucket, operation_id, subscription_id, from_date, to_date, at)
  VALUES (p_bucket, p_operation, s.subscription_id, s.paid_until, extended_until(s.paid_until, s.anchor_day, s.period_months), moment);
  INSERT INTO operation_event (at, event, from_status, to_status, batch_id, worker_id, operation_ids, versions, detail)
  SELECT moment, 'SETTLE_HERE', 'PROCESSING', 'SUCCEEDED', o.batch_id, p_worker, ARRAY[o.operation_id], ARRAY[o.version], 'EXTENDED'
    FROM settlement_operation o WHERE o.bucket = p_bucket AND o.operation_id = p_operation;
END
$$;

-- Asks for a compensation. p_amount null: the whole. p_difference: a difference about it that this closes when it has taken effect; null:
-- none. A reversal rests on evidence that is named (R93); so may the others.
CREATE FUNCTION request_compensation(p_operation uuid, p_type text, p_amount bigint, p_evidence jsonb, p_difference bigint, p_under_freeze boolean,
                                     p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'operation ' || coalesce(p_operation::text, '');
  same    constant jsonb := jsonb_build_object('operation', p_operation, 'type', p_type, 'amount', p_amount, 'evidence', p_evidence, 'difference', p_difference,
                                               'under_freeze', coalesce(p_under_freeze, false));
  answer  request_answer := request_seen('compensation', same, p_reason, p_request_id, target);
  o       settlement_operation;
  proof   jsonb;
  frozen  jsonb;
  running boolean;
  refused text;
  found_  text;
  moves   bigint;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO o FROM settlement_operation WHERE operation_id = p_operation;
  SELECT r.reason, r.found INTO refused, found_ FROM compensation_refusal(o.bucket, o.operation_id, p_type, p_amount) r;
  proof := evidence_of(o.bucket, o.operation_id, p_evidence);
  IF o.operation_id IS NULL THEN
    refused := 'UNKNOWN_SUBJECT';
  ELSIF refused IS NULL AND (p_type = 'reversal' OR p_evidence IS NOT NULL) AND proof IS NULL THEN
    refused := 'NO_EVIDENCE';
  ELSIF refused IS NULL AND p_difference IS NOT NULL AND NOT EXISTS (
          SELECT FROM reconciliation_difference d WHERE d.difference_id = p_difference AND d.status = 'OPEN'
             AND (d.operation_id = o.operation_id OR d.subject = 'subscription ' || o.scope_ref AND o.settlement_type = 'renew')) THEN
    refused := 'UNKNOWN_SUBJECT';
    found_ := 'no open difference ' || p_difference || ' about it';
  ELSIF refused IS NULL AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.is_money AND i.is_open) THEN
    refused := 'OPEN_REQUEST';
  END IF;
  IF refused IS NULL THEN
    SELECT jsonb_agg(DISTINCT f.freeze_id), bool_or(f.status = 'IN_FORCE') INTO frozen, running FROM freezes_over(o.bucket, o.operation_id) f;
    refused := CASE WHEN frozen IS NULL THEN NULL WHEN NOT coalesce(p_under_freeze, false) THEN 'FROZEN' WHEN running THEN 'NOT_DRAINED' END;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request compensation', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  moves := coalesce(p_amount, o.amount_minor);
  RETURN request_insert('compensation', jsonb_build_object('kind', 'compensation', 'same', same, 'type', p_type, 'amount', moves, 'currency', o.currency,
                          'total', moves::text, 'evidence', proof, 'difference', p_difference, 'freezes', coalesce(frozen, '[]'),
                          'facts', compensation_facts(jsonb_build_object('items', jsonb_build_array(plan_of(o.bucket, o.operation_id)))),
                          'items', jsonb_build_array(plan_of(o.bucket, o.operation_id))),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- What else must not have moved: what was made good of it already.
CREATE FUNCTION compensation_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('made_good', c.minor, 'times', c.n)
    FROM compensated((p_plan #>> '{items,0,bucket}')::smallint, (p_plan #>> '{items,0,operation}')::uuid) c
$$;

CREATE FUNCTION execute_compensation(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  item    integer;
  done    integer[] := '{}';
  refused text;
BEGIN
  FOREACH item IN ARRAY p_items LOOP
    refused := compensate_item(a, item, a.plan ->> 'type', CASE a.plan ->> 'type' WHEN 'extension' THEN NULL ELSE (a.plan ->> 'amount')::bigint END, p_worker);
    IF refused IS NULL THEN
      done := done || item;
    ELSE
      UPDATE approval_item SET status = 'REFUSED', reason = refused, is_open = false WHERE approval_id = a.approval_id AND item_no = item;
    END IF;
  END LOOP;
  RETURN ROW(done, true)::executed;
END
$$;

-- In flight until its operation is final (R91: a channel takes days). One that took effect closes the difference that it was asked for.
CREATE FUNCTION verify_compensation(a approval) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM compensation c JOIN settlement_operation o USING (bucket, operation_id)
              WHERE c.approval_id = a.approval_id AND o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')) THEN
    RETURN false;
  END IF;
  UPDATE reconciliation_difference d SET status = 'RESOLVED', resolved_at = clock()
   WHERE d.difference_id = (a.plan ->> 'difference')::bigint AND d.status = 'OPEN'
     AND EXISTS (SELECT FROM compensation c JOIN settlement_operation o USING (bucket, operation_id)
                  WHERE c.approval_id = a.approval_id AND o.status = 'SUCCEEDED');
  RETURN true;
END
$$;

INSERT INTO request_kind (kind, executes, facts, held, verifies)
VALUES ('compensation', 'execute_compensation', 'compensation_facts', 'remedy_held', 'verify_compensation');

-- The daily comparison of the three tables knows what was made good. -------------------------------------------------------------------
DO $$
DECLARE
  source text := pg_get_viewdef('v_three_table_difference'::regclass);
BEGIN
  IF strpos(source, '(s.paid_until < o.pays_until)') = 0 OR strpos(source, '(s.paid_until > o.pays_until)') = 0 THEN
    RAISE EXCEPTION 'v_three_table_difference does not compare as this migration expects';
  END IF;
  source := replace(source, '(s.paid_until < o.pays_until)', '(s.paid_until < o.pays_until) AND NOT EXISTS (SELECT FROM compensation c
     JOIN settlement_operation d ON d.bucket = c.bucket AND d.operation_id = c.operation_id
     JOIN settlement_operation w ON w.bucket = c.original_bucket AND w.operation_id = c.original_id
    WHERE c.kind = ''refund'' AND d.status = ''SUCCEEDED'' AND w.settlement_type = ''renew''
      AND renewal_order_id(w.scope_ref, w.settle_date) = p.sale_id)');
  EXECUTE 'CREATE OR REPLACE VIEW v_three_table_difference AS ' || replace(source, '(s.paid_until > o.pays_until)',
    '(s.paid_until > greatest(o.pays_until, (SELECT max(x.to_date) FROM subscription_extension x JOIN compensation c USING (bucket, operation_id)
                                               WHERE x.subscription_id = s.subscription_id)))');
END
$$;

-- What people read: every compensation with its original, and its age while it is in flight.
CREATE VIEW v_compensation AS
  SELECT c.bucket, c.operation_id, c.original_bucket, c.original_id, c.kind, c.approval_id, o.merchant_id, o.amount_minor, o.currency, o.status,
         o.failure_class, o.created_at, o.finished_at
    FROM compensation c JOIN settlement_operation o ON o.bucket = c.bucket AND o.operation_id = c.operation_id;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('scope_is_executing', 'remedy_is_approved', 'exemption_is_approved', 'own_batch', 'count_own_shard', 'begin_remedy', 'remedy_held',
                       'compensated', 'compensation_refusal', 'compensate_item', 'extend_subscription', 'request_compensation', 'compensation_facts',
                       'execute_compensation', 'verify_compensation') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION request_scope(bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_scope(bigint, integer) TO onceover_api;
GRANT SELECT ON compensation TO onceover_api;
GRANT INSERT ON compensation, settlement_batch, batch_shard, settlement_operation TO onceover_api;
GRANT UPDATE (status, started_at) ON job_run TO onceover_api;
GRANT UPDATE (status, expected_count, expected_amount, expected_items, input_hash, enumerated_at) ON batch_shard TO onceover_api;
GRANT DELETE ON operation_due TO onceover_api;
GRANT UPDATE (status, resolved_at) ON reconciliation_difference TO onceover_api;
GRANT EXECUTE ON FUNCTION request_compensation(uuid, text, bigint, jsonb, bigint, boolean, text, text, uuid) TO onceover_operator;
GRANT SELECT ON v_compensation TO onceover_viewer, onceover_auditor;

SELECT record_guards();
