-- SPDX-License-Identifier: GPL-3.0-or-later
-- What was refused for good, or provably not executed, is replaced by a revision: the same items and amount under a new natural key, and so
-- under a new outward key (DESIGN.md section 2). This is the only place where one is made, and two persons decide on each; they see the
-- beneficiary of old against the one of now.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- A beneficiary as a plan shows it: no full account number; the fingerprint tells whether it is another one.
CREATE FUNCTION beneficiary_shown(p_beneficiary jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('name', p_beneficiary ->> 'name', 'account', mask_account(p_beneficiary ->> 'account'), 'country', p_beneficiary ->> 'country',
                          'fingerprint', encode(sha256(convert_to(concat_ws(E'\n', p_beneficiary ->> 'name', p_beneficiary ->> 'account', p_beneficiary ->> 'country'),
                                                                  'UTF8')), 'hex'));

-- The merchant's beneficiary of now, as a new operation takes it.
CREATE FUNCTION beneficiary_now(p_merchant_id bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', m.beneficiary_name, 'country', m.beneficiary_country, 'account', m.beneficiary_account,
                            'fingerprint', encode(sha256(convert_to(m.beneficiary_name || E'\n' || m.beneficiary_account || E'\n' || m.beneficiary_country, 'UTF8')), 'hex'))
    FROM merchant m WHERE m.merchant_id = p_merchant_id
$$;

-- Why this operation cannot be replaced, or no row.
CREATE FUNCTION revision_refusal(p_bucket smallint, p_operation uuid) RETURNS TABLE (reason text, found text) LANGUAGE sql STABLE AS $$
  SELECT r.reason, r.found
    FROM settlement_operation o
    LEFT JOIN LATERAL (SELECT n.operation_id::text AS id FROM settlement_operation n
                        WHERE n.bucket = o.bucket AND n.merchant_id = o.merchant_id AND n.settle_date = o.settle_date AND n.settlement_type = o.settlement_type
                          AND n.currency = o.currency AND n.scope_ref = o.scope_ref AND n.revision > o.revision
                        ORDER BY n.revision DESC LIMIT 1) later ON true
   CROSS JOIN LATERAL (VALUES
     (1, CASE WHEN o.settlement_type IN ('refund', 'extension', 'reversal', 'correction') THEN 'NEVER_OF_A_COMPENSATION' END, o.settlement_type),
     (2, CASE WHEN later.id IS NOT NULL THEN 'ALREADY_REPLACED' END, later.id),
     (3, CASE WHEN o.status IN ('UNKNOWN_EXTERNAL', 'AWAITING_EXTERNAL') THEN 'ANSWER_IS_UNKNOWN'
              WHEN o.status <> 'FAILED_PERMANENT' OR o.failure_class NOT IN ('REFUSED', 'NOT_EXECUTED') THEN 'NOT_IN_THIS_STATE' END,
         concat_ws(' ', o.status, o.failure_class)),
     (4, CASE WHEN effect_on_record(o.bucket, o.operation_id) THEN 'EFFECT_ON_RECORD' END, o.operation_id::text),
     (5, CASE WHEN EXISTS (SELECT FROM reconciliation_difference d WHERE d.operation_id = o.operation_id AND d.kind = 'CONTRADICTION' AND d.status = 'OPEN')
              THEN 'EVIDENCE_CONTRADICTS' END, 'an open difference says that it took effect'),
     (6, CASE WHEN NOT EXISTS (SELECT FROM merchant m JOIN settlement_batch b ON b.batch_id = o.batch_id
                                 JOIN channel_profile p ON p.channel_id = channel_for(b.job_type, m.channel_id) AND p.enabled
                                WHERE m.merchant_id = o.merchant_id) THEN 'NO_CHANNEL_PROFILE' END, o.channel_id)) r(n, reason, found)
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation AND r.reason IS NOT NULL
   ORDER BY r.n LIMIT 1
$$;

-- What else must not have moved: whom it would pay, over which channel, as which revision.
CREATE FUNCTION revision_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('revision', o.revision + 1, 'new_operation',
           operation_id_of(namespace(), o.merchant_id, o.settle_date, o.settlement_type, o.currency, o.scope_ref, o.revision + 1),
           'beneficiary_old', beneficiary_shown(o.beneficiary), 'beneficiary_new', beneficiary_shown(beneficiary_now(o.merchant_id)),
           'channel_old', o.channel_id, 'channel_new', channel_for(b.job_type, m.channel_id), 'merchant_on_hold', m.on_hold)
    FROM settlement_operation o JOIN settlement_batch b USING (batch_id) JOIN merchant m ON m.merchant_id = o.merchant_id
   WHERE o.bucket = (p_plan #>> '{items,0,bucket}')::smallint AND o.operation_id = (p_plan #>> '{items,0,operation}')::uuid
$$;

CREATE FUNCTION request_revision(p_operation uuid, p_under_freeze boolean, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'operation ' || coalesce(p_operation::text, '');
  same    constant jsonb := jsonb_build_object('operation', p_operation, 'under_freeze', coalesce(p_under_freeze, false));
  answer  request_answer := request_seen('revision', same, p_reason, p_request_id, target);
  o       settlement_operation;
  items   jsonb;
  frozen  jsonb;
  running boolean;
  refused text;
  found_  text;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO o FROM settlement_operation WHERE operation_id = p_operation;
  SELECT r.reason, r.found INTO refused, found_ FROM revision_refusal(o.bucket, o.operation_id) r;
  IF o.operation_id IS NULL THEN
    refused := 'UNKNOWN_SUBJECT';
  ELSIF refused IS NULL AND EXISTS (SELECT FROM approval_item i WHERE i.bucket = o.bucket AND i.operation_id = o.operation_id AND i.is_money AND i.is_open) THEN
    refused := 'OPEN_REQUEST';
  END IF;
  IF refused IS NULL THEN
    SELECT jsonb_agg(DISTINCT f.freeze_id), bool_or(f.status = 'IN_FORCE') INTO frozen, running FROM freezes_over(o.bucket, o.operation_id) f;
    refused := CASE WHEN frozen IS NULL THEN NULL WHEN NOT coalesce(p_under_freeze, false) THEN 'FROZEN' WHEN running THEN 'NOT_DRAINED' END;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request revision', target, refused, coalesce(found_, ''), p_request_id);
  END IF;
  items := jsonb_build_array(plan_of(o.bucket, o.operation_id));
  RETURN request_insert('revision', jsonb_build_object('kind', 'revision', 'same', same, 'freezes', coalesce(frozen, '[]'),
                          'facts', revision_facts(jsonb_build_object('items', items)), 'items', items),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- Makes the replacement of one operation: revision + 1 of its natural key, with the items of its root. Null when done, else why not.
CREATE FUNCTION revise_item(p_request approval, p_item integer, p_worker text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  w       settlement_operation;
  id      uuid;
  own     bigint;
  refused text;
BEGIN
  SELECT o.* INTO w FROM approval_item i JOIN settlement_operation o ON o.bucket = i.bucket AND o.operation_id = i.operation_id
   WHERE i.approval_id = p_request.approval_id AND i.item_no = p_item FOR NO KEY UPDATE OF o;
  SELECT r.reason INTO refused FROM revision_refusal(w.bucket, w.operation_id) r;
  IF refused IS NOT NULL THEN
    RETURN refused;
  END IF;
  IF revision_facts(p_request.plan) IS DISTINCT FROM p_request.plan -> 'facts' THEN
    RETURN 'MOVED';
  END IF;
  id := operation_id_of(namespace(), w.merchant_id, w.settle_date, w.settlement_type, w.currency, w.scope_ref, w.revision + 1);
  own := own_batch(p_request, p_item, w);
  INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, revision, root_id, amount_minor,
                                    item_count, batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
  SELECT w.bucket, id, w.merchant_id, w.settle_date, w.settlement_type, w.currency, w.scope_ref, w.revision + 1, w.root_id, w.amount_minor, w.item_count,
         own, 0, b.job_id, b.biz_date, channel_for(b.job_type, m.channel_id), beneficiary_now(w.merchant_id), b.input_version, b.rule_version
    FROM settlement_batch b, merchant m WHERE b.batch_id = own AND m.merchant_id = w.merchant_id;
  PERFORM begin_remedy(p_request, w.bucket, id, p_worker);
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'replaced', resolved_at = clock(), reason = 'request ' || p_request.approval_id
   WHERE d.operation_id = w.operation_id AND d.status <> 'RESOLVED';
  RETURN NULL;
END
$$;

CREATE FUNCTION execute_revision(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  item    integer;
  done    integer[] := '{}';
  refused text;
BEGIN
  FOREACH item IN ARRAY p_items LOOP
    refused := revise_item(a, item, p_worker);
    IF refused IS NULL THEN
      done := done || item;
    ELSE
      UPDATE approval_item SET status = 'REFUSED', reason = refused, is_open = false WHERE approval_id = a.approval_id AND item_no = item;
    END IF;
  END LOOP;
  RETURN ROW(done, true)::executed;
END
$$;

-- The replacement is final, whatever became of it, and the letter of the original closed.
CREATE FUNCTION verify_revision(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item i
      JOIN settlement_operation w ON w.bucket = i.bucket AND w.operation_id = i.operation_id
      LEFT JOIN settlement_operation o ON o.bucket = w.bucket AND o.operation_id = (a.plan #>> '{facts,new_operation}')::uuid
     WHERE i.approval_id = a.approval_id AND i.status = 'DONE'
       AND (o.operation_id IS NULL OR o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OR o.root_id <> w.root_id OR o.amount_minor <> w.amount_minor
            OR EXISTS (SELECT FROM dead_letter d WHERE d.operation_id = w.operation_id AND d.status <> 'RESOLVED')))
$$;

INSERT INTO request_kind (kind, executes, facts, held, verifies) VALUES ('revision', 'execute_revision', 'revision_facts', 'remedy_held', 'verify_revision');

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('beneficiary_shown', 'beneficiary_now', 'revision_refusal', 'revision_facts', 'request_revision', 'revise_item', 'execute_revision',
                       'verify_revision') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT EXECUTE ON FUNCTION channel_for(text, text) TO onceover_api;
GRANT EXECUTE ON FUNCTION request_revision(uuid, boolean, text, text, uuid) TO onceover_operator;

SELECT record_guards();
