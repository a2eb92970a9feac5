-- SPDX-License-Identifier: GPL-3.0-or-later
-- Requests and approvals (DESIGN.md section 6, SECURITY S1 to S5): one person asks, another decides, the replayer executes.
-- A request is a frozen plan with a hash; it is void as soon as a row that it names has moved.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE INDEX ix_approval_open ON approval (approval_id) WHERE status IN ('REQUESTED', 'APPROVED', 'EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED');
-- plan_total: what is typed to approve money; it never changes, as the plan.
ALTER TABLE approval ADD COLUMN decision_reason text NOT NULL DEFAULT '', ADD COLUMN decision_id uuid UNIQUE,
                     ADD COLUMN verified_at timestamptz, ADD COLUMN plan_total text NOT NULL DEFAULT '';
DROP TRIGGER guard_update ON approval;
DROP TRIGGER guard_delete ON approval;
SELECT make_guard_update('approval',
  p_mutable  => '{status,checker,lease_until,worker_id,decided_at,executed_at,decision_reason,decision_id,verified_at}',
  p_pairs    => '{REQUESTED>APPROVED,REQUESTED>REJECTED,REQUESTED>WITHDRAWN,REQUESTED>EXPIRED,REQUESTED>VOID,
                  APPROVED>EXECUTING,APPROVED>EXPIRED,APPROVED>VOID,EXECUTING>EXECUTED,EXECUTING>PARTLY,EXECUTING>FAILED,
                  EXECUTED>VERIFIED,PARTLY>VERIFIED,FAILED>VERIFIED}',
  p_rules    => ARRAY[
    'OC008', 'a second person decides',
      $$NEW.status IN ('APPROVED', 'EXECUTING', 'REJECTED') AND (NEW.checker IS NULL OR NEW.checker = NEW.maker)$$,
    'OC002', 'who decided stays', $$OLD.checker IS NOT NULL AND NEW.checker IS DISTINCT FROM OLD.checker$$,
    'OC002', 'a decision stays', $$OLD.decided_at IS NOT NULL AND (NEW.decided_at, NEW.decision_reason, NEW.decision_id)
                                     IS DISTINCT FROM (OLD.decided_at, OLD.decision_reason, OLD.decision_id)$$]);

-- Does anything on record say that the outside executed this operation?
CREATE FUNCTION effect_on_record(p_bucket smallint, p_operation uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM external_call c WHERE c.bucket = p_bucket AND c.operation_id = p_operation AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED'))
      OR EXISTS (SELECT FROM outbox m JOIN external_event e ON e.idempotency_key = m.idempotency_key
                  WHERE m.bucket = p_bucket AND m.operation_id = p_operation AND e.signature_valid AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED'))
$$;

-- What a plan says of one operation: everything that must not have moved between request, decision and execution. Polls and
-- times are left out.
CREATE FUNCTION plan_of(p_bucket smallint, p_operation uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('bucket', o.bucket, 'operation', o.operation_id, 'status', o.status, 'class', coalesce(o.failure_class, ''),
           'version', o.version, 'amount', o.amount_minor, 'currency', o.currency, 'merchant', o.merchant_id, 'batch', o.batch_id,
           'key', coalesce(m.idempotency_key, ''), 'payload', coalesce(encode(m.payload_sha256, 'hex'), ''),
           'message', coalesce(m.status, ''), 'message_version', coalesce(m.version, 0), 'may_have_left', coalesce(m.sends_maybe_left, 0),
           'beneficiary', encode(sha256(convert_to(o.beneficiary::text, 'UTF8')), 'hex'),
           'phases', coalesce((SELECT string_agg(DISTINCT l.phase, '+' ORDER BY l.phase) FROM ledger_entry l
                                WHERE l.bucket = o.bucket AND l.operation_id = o.operation_id), ''))
    FROM settlement_operation o
    LEFT JOIN LATERAL (SELECT m.* FROM outbox m WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id
                        ORDER BY m.message_kind = 'payout' DESC, m.outbox_id LIMIT 1) m ON true
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation
$$;

CREATE FUNCTION plan_hash(p_plan jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(p_plan::text, 'UTF8'));

-- The plan as its rows are now: what it must equal to be decided or executed.
CREATE FUNCTION plan_now(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_set(p_plan, '{items}', coalesce((SELECT jsonb_agg(coalesce(plan_of((i.item ->> 'bucket')::smallint, (i.item ->> 'operation')::uuid), 'null') ORDER BY i.n)
                                                  FROM jsonb_array_elements(p_plan -> 'items') WITH ORDINALITY i(item, n)), '[]'))
$$;

-- What is typed to approve money: the total in minor units if there is one currency, else the number of items.
CREATE FUNCTION plan_total(p_plan jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN count(*) = 0 THEN '' WHEN count(DISTINCT i ->> 'currency') = 1 THEN sum((i ->> 'amount')::bigint)::text ELSE count(*)::text END
    FROM jsonb_array_elements(p_plan -> 'items') i
$$;

-- Asking ----------------------------------------------------------------------------------------------------------------------

-- The answer to a request, whatever became of it since.
CREATE TYPE request_answer AS (outcome text, reason text, found text, approval_id bigint, kind text, status text, maker text, checker text,
                               expires_at timestamptz);

CREATE FUNCTION answer_of(p_approval_id bigint, p_outcome text DEFAULT 'DONE', p_reason text DEFAULT '', p_found text DEFAULT '')
RETURNS request_answer LANGUAGE sql STABLE AS $$
  SELECT ROW(p_outcome, p_reason, p_found, a.approval_id, a.kind, a.status, a.maker, coalesce(a.checker, ''), a.expires_at)::request_answer
    FROM (SELECT p_approval_id AS id) x LEFT JOIN approval a ON a.approval_id = x.id
$$;

-- Returned and audited: a "no" of the domain commits (DESIGN.md rule 14).
CREATE FUNCTION request_refused(p_action text, p_target text, p_reason text, p_found text, p_request_id uuid, p_approval_id bigint DEFAULT NULL)
RETURNS request_answer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audit_people(p_action, p_target, 'REFUSED', p_reason, '', jsonb_build_object('found', p_found, 'approval_id', p_approval_id), p_request_id);
  RETURN answer_of(p_approval_id, 'REFUSED', p_reason, p_found);
END
$$;

-- What every request checks first: a person, an id, a reason; and an id that was used names one wish alone. p_same: fields of a plan
-- that make it the same wish. Null: nothing was asked under this id, go on.
CREATE FUNCTION request_seen(p_kind text, p_same jsonb, p_reason text, p_request_id uuid, p_target text) RETURNS request_answer
LANGUAGE plpgsql AS $$
DECLARE
  a approval;
BEGIN
  IF person_of_session() IS NULL THEN
    RETURN request_refused('request ' || p_kind, p_target, 'NOT_MAPPED_TO_PERSON', '', p_request_id);
  ELSIF p_request_id IS NULL OR reason_text(p_reason) = '' THEN
    RETURN request_refused('request ' || p_kind, p_target, 'VALUE_MALFORMED', '', p_request_id);
  END IF;
  SELECT * INTO a FROM approval WHERE request_id = p_request_id;
  IF a.approval_id IS NULL THEN
    RETURN NULL;
  ELSIF a.kind = p_kind AND a.maker = person_of_session() AND (a.plan -> 'same') = p_same THEN
    RETURN answer_of(a.approval_id);
  END IF;
  RETURN request_refused('request ' || p_kind, p_target, 'REQUEST_ID_REUSED', '', p_request_id);
END
$$;

-- Writes a request of any kind: the plan, its hash, one row per item. Items are [{bucket, operation, …}]; is_money: at most one
-- open request per operation. Of two who ask at once the unique indexes are the judges: the same wish is answered by what was
-- written, another is refused.
CREATE FUNCTION request_insert(p_kind text, p_plan jsonb, p_is_money boolean, p_reason text, p_ticket text, p_lives interval,
                               p_request_id uuid, p_target text)
RETURNS request_answer LANGUAGE plpgsql AS $$
DECLARE
  id bigint;
BEGIN
  INSERT INTO approval (request_id, kind, maker, reason, ticket, plan, plan_hash, plan_total, expires_at)
  VALUES (p_request_id, p_kind, person_of_session(), reason_text(p_reason), audit_text(coalesce(p_ticket, '')), p_plan, plan_hash(p_plan),
          plan_total(p_plan), clock() + p_lives)
  RETURNING approval_id INTO id;
  INSERT INTO approval_item (approval_id, item_no, bucket, operation_id, is_money)
  SELECT id, i.n, (i.item ->> 'bucket')::smallint, (i.item ->> 'operation')::uuid, p_is_money
    FROM jsonb_array_elements(p_plan -> 'items') WITH ORDINALITY i(item, n);
  PERFORM audit_people('request ' || p_kind, p_target, 'DONE', reason_text(p_reason), audit_text(coalesce(p_ticket, '')),
                       jsonb_build_object('approval_id', id, 'plan_sha256', encode(plan_hash(p_plan), 'hex'), 'items', jsonb_array_length(p_plan -> 'items')),
                       p_request_id);
  RETURN answer_of(id);
EXCEPTION WHEN unique_violation THEN
  RETURN coalesce(request_seen(p_kind, p_plan -> 'same', p_reason, p_request_id, p_target),
                  request_refused('request ' || p_kind, p_target, 'OPEN_REQUEST', '', p_request_id));
END
$$;

-- Why this operation cannot be replayed, or null. RULE, DATA, DEFECT, BUDGET_SPENT and WORKER_LOST begin again under the original
-- key; NOT_SENT sends the same bytes; what was refused or not executed gave its money back, and only a revision replaces it.
CREATE FUNCTION replay_refusal(p_bucket smallint, p_operation uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN o.status IN ('UNKNOWN_EXTERNAL', 'AWAITING_EXTERNAL') THEN 'ANSWER_IS_UNKNOWN'
              WHEN effect_on_record(o.bucket, o.operation_id) OR o.status = 'SUCCEEDED' THEN 'EFFECT_ON_RECORD'
              WHEN o.status <> 'FAILED_PERMANENT' THEN 'NOT_IN_THIS_STATE'
              WHEN o.failure_class IN ('REFUSED', 'NOT_EXECUTED') THEN 'ONLY_A_REVISION'
              WHEN b.status = 'COMPLETED' THEN 'BATCH_ALREADY_COMPLETED'
              -- A batch that failed as a whole is recovered first; what a person dismissed is accepted.
              WHEN b.status = 'FAILED' OR s.status = 'DONE' THEN 'NOT_IN_THIS_STATE' END
    FROM settlement_operation o
    JOIN settlement_batch b ON b.batch_id = o.batch_id
    JOIN batch_shard s ON s.batch_id = o.batch_id AND s.shard_no = o.shard_no
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation
$$;

-- Freezes in force that cover an operation and from which no plan exempts it.
CREATE FUNCTION freezes_over(p_bucket smallint, p_operation uuid) RETURNS TABLE (freeze_id bigint, status text) LANGUAGE sql STABLE AS $$
  SELECT f.freeze_id, f.status
    FROM freezes_in_force f
    JOIN settlement_operation o ON o.bucket = p_bucket AND o.operation_id = p_operation
   WHERE is_covered(ARRAY[scope_word(f.scope_kind, f.scope_ref)], o.job_id, o.batch_id, o.merchant_id, o.channel_id)
     AND NOT EXISTS (SELECT FROM freeze_exemption x
                      WHERE x.freeze_id = f.freeze_id AND x.bucket = o.bucket AND x.operation_id = o.operation_id)
$$;

-- R85 to R90: the original operation is re-armed under its original key. Who asks has answered whether the key ever succeeded;
-- the record answers too, and wins. An approval lives an hour, 16 hours when it is meant for the morning. Under a freeze nothing is
-- replayed (R104) unless that is asked for: then the plan names the freezes, which must have drained, and the checker decides
-- about both.
CREATE FUNCTION request_replay(p_operations uuid[], p_key_ever_succeeded boolean, p_for_the_morning boolean, p_under_freeze boolean,
                               p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := CASE coalesce(cardinality(p_operations), 0) WHEN 1 THEN 'operation ' || p_operations[1]
                                ELSE coalesce(cardinality(p_operations), 0) || ' operations' END;
  same    constant jsonb := jsonb_build_object('operations', (SELECT jsonb_agg(u ORDER BY u) FROM unnest(p_operations) u),
                                               'under_freeze', coalesce(p_under_freeze, false));
  answer  request_answer := request_seen('replay', same, p_reason, p_request_id, target);
  refused text;
  bad     text;
  frozen  jsonb;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  IF coalesce(cardinality(p_operations), 0) NOT BETWEEN 1 AND 10000 OR p_key_ever_succeeded IS NULL
     OR (SELECT count(DISTINCT u) FROM unnest(p_operations) u) <> cardinality(p_operations) THEN
    refused := 'VALUE_MALFORMED';
  ELSIF p_key_ever_succeeded THEN
    refused := 'EFFECT_ON_RECORD';
  END IF;
  IF refused IS NULL THEN
    SELECT u::text, CASE WHEN o.operation_id IS NULL THEN 'UNKNOWN_SUBJECT' ELSE replay_refusal(o.bucket, o.operation_id) END INTO bad, refused
      FROM unnest(p_operations) u LEFT JOIN settlement_operation o ON o.operation_id = u
     WHERE o.operation_id IS NULL OR replay_refusal(o.bucket, o.operation_id) IS NOT NULL ORDER BY u LIMIT 1;
  END IF;
  IF refused IS NULL THEN
    SELECT i.operation_id::text, 'OPEN_REQUEST' INTO bad, refused
      FROM unnest(p_operations) u JOIN approval_item i ON i.operation_id = u AND i.is_money AND i.is_open ORDER BY u LIMIT 1;
  END IF;
  IF refused IS NULL THEN
    SELECT jsonb_agg(DISTINCT f.freeze_id), min(o.operation_id::text) FILTER (WHERE f.status = 'IN_FORCE') INTO frozen, bad
      FROM unnest(p_operations) u JOIN settlement_operation o ON o.operation_id = u, freezes_over(o.bucket, o.operation_id) f;
    refused := CASE WHEN frozen IS NULL THEN NULL WHEN NOT coalesce(p_under_freeze, false) THEN 'FROZEN' WHEN bad IS NOT NULL THEN 'NOT_DRAINED' END;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request replay', target, refused, coalesce(bad, ''), p_request_id);
  END IF;
  SELECT jsonb_build_object('kind', 'replay', 'same', same, 'freezes', coalesce(frozen, '[]'),
                            'items', jsonb_agg(plan_of(o.bucket, o.operation_id) ORDER BY o.bucket, o.operation_id)) INTO plan
    FROM unnest(p_operations) u JOIN settlement_operation o ON o.operation_id = u;
  answer := request_insert('replay', plan, true, p_reason, p_ticket, CASE WHEN p_for_the_morning THEN interval '16 hours' ELSE interval '1 hour' END,
                           p_request_id, target);
  UPDATE dead_letter d SET status = 'REPLAY_REQUESTED'
    FROM approval_item i WHERE i.approval_id = answer.approval_id AND i.is_open AND d.operation_id = i.operation_id AND d.status = 'OPEN';
  RETURN answer;
END
$$;

-- A freeze is lifted by two persons, fifteen minutes after it was asked for at the latest; what ran into it is released by the
-- policy that is named per job (all, latest, none; the job's own where it names none). The plan says how many differences are open:
-- who approves in spite of them gives a reason (K80).
CREATE FUNCTION request_lift(p_freeze_id bigint, p_policies jsonb, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'freeze ' || coalesce(p_freeze_id::text, '');
  same    constant jsonb := jsonb_build_object('freeze_id', p_freeze_id, 'policies', coalesce(p_policies, '{}'));
  answer  request_answer := request_seen('lift', same, p_reason, p_request_id, target);
  refused text;
  f       freeze_order;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO f FROM freeze_order WHERE freeze_id = p_freeze_id FOR NO KEY UPDATE;
  refused := CASE WHEN f.freeze_id IS NULL THEN 'UNKNOWN_SUBJECT'
                  WHEN f.status = 'IN_FORCE' THEN 'NOT_DRAINED'
                  WHEN f.status = 'LIFT_REQUESTED' THEN 'OPEN_REQUEST'
                  WHEN f.status <> 'DRAINED' THEN 'NOT_IN_THIS_STATE'
                  WHEN EXISTS (SELECT FROM jsonb_each_text(coalesce(p_policies, '{}')) p
                                WHERE p.value NOT IN ('all', 'latest', 'none') OR NOT EXISTS (SELECT FROM job j WHERE j.job_id = p.key)) THEN 'VALUE_MALFORMED' END;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request lift', target, refused, coalesce(f.status, ''), p_request_id);
  END IF;
  answer := request_insert('lift', jsonb_build_object('kind', 'lift', 'same', same, 'freeze_id', f.freeze_id, 'scope_kind', f.scope_kind,
                             'scope_ref', f.scope_ref, 'effective_at', f.effective_at, 'policies', coalesce(p_policies, '{}'), 'items', '[]'::jsonb,
                             'open_differences', (SELECT count(*) FROM reconciliation_difference WHERE status = 'OPEN')),
                           false, p_reason, p_ticket, interval '15 minutes', p_request_id, target);
  UPDATE freeze_order SET status = 'LIFT_REQUESTED' WHERE freeze_id = p_freeze_id AND status = 'DRAINED' AND answer.outcome = 'DONE';
  RETURN answer;
END
$$;

-- A dead letter that nobody will do again or make good: closed with a reason, by two persons. An unknown is never dismissed.
CREATE FUNCTION request_dismissal(p_dead_letter_id bigint, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := 'dead letter ' || coalesce(p_dead_letter_id::text, '');
  same    constant jsonb := jsonb_build_object('dead_letter_id', p_dead_letter_id);
  answer  request_answer := request_seen('dismissal', same, p_reason, p_request_id, target);
  refused text;
  d       dead_letter;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO d FROM dead_letter WHERE dead_letter_id = p_dead_letter_id FOR NO KEY UPDATE;
  refused := CASE WHEN d.dead_letter_id IS NULL THEN 'UNKNOWN_SUBJECT'
                  WHEN d.failure_class IN ('UNKNOWN', 'MISMATCH', 'DIFFERS') THEN 'ANSWER_IS_UNKNOWN'
                  WHEN d.status <> 'OPEN' THEN CASE d.status WHEN 'RESOLVED' THEN 'FINAL_STATE' ELSE 'OPEN_REQUEST' END
                  WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'dismissal' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING')
                                  AND q.plan -> 'same' = same) THEN 'OPEN_REQUEST'
                  WHEN EXISTS (SELECT FROM approval_item i WHERE i.bucket = d.bucket AND i.operation_id = d.operation_id AND i.is_money AND i.is_open) THEN 'OPEN_REQUEST' END;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request dismissal', target, refused, coalesce(d.status, ''), p_request_id);
  END IF;
  RETURN request_insert('dismissal', jsonb_build_object('kind', 'dismissal', 'same', same, 'dead_letter_id', d.dead_letter_id, 'class', d.failure_class,
                          'items', CASE WHEN d.operation_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(plan_of(d.bucket, d.operation_id)) END),
                        true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- Deciding --------------------------------------------------------------------------------------------------------------------

-- Ends a request without an effect: its items are closed, letters are to do again, a lift leaves its freeze as it was.
CREATE FUNCTION request_ends(p_approval_id bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approval_item SET is_open = false WHERE approval_id = p_approval_id AND is_open;
  UPDATE dead_letter d SET status = 'OPEN'
    FROM approval_item i
   WHERE i.approval_id = p_approval_id AND d.operation_id = i.operation_id AND d.status IN ('REPLAY_REQUESTED', 'COMPENSATION_REQUESTED')
     AND NOT EXISTS (SELECT FROM approval_item o WHERE o.bucket = i.bucket AND o.operation_id = i.operation_id AND o.is_money AND o.is_open);
  UPDATE freeze_order f SET status = 'DRAINED'
    FROM approval a WHERE a.approval_id = p_approval_id AND a.kind = 'lift' AND f.freeze_id = (a.plan ->> 'freeze_id')::bigint AND f.status = 'LIFT_REQUESTED';
END
$$;

-- One choke point for every decision: approve, reject, withdraw. The row is locked first, so that of two who decide at once one
-- wins and the other is told who (found). p_total: see plan_total; p_plan_hash: what the decider saw.
CREATE FUNCTION decide_request(p_approval_id bigint, p_decision text, p_plan_hash bytea, p_total text, p_reason text, p_decision_id uuid)
RETURNS request_answer LANGUAGE plpgsql AS $$
DECLARE
  who     constant text := person_of_session();
  verb    constant text := CASE p_decision WHEN 'APPROVED' THEN 'approve' WHEN 'REJECTED' THEN 'reject' ELSE 'withdraw' END;
  target  constant text := 'request ' || coalesce(p_approval_id::text, '');
  why     constant text := reason_text(p_reason);
  a       approval;
  refused text;
  found_  text := '';
BEGIN
  SELECT * INTO a FROM approval WHERE approval_id = p_approval_id FOR UPDATE;
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSIF a.approval_id IS NULL THEN
    refused := 'UNKNOWN_SUBJECT';
  ELSIF p_decision_id IS NULL OR p_decision = 'REJECTED' AND why = '' THEN
    refused := 'VALUE_MALFORMED';
  ELSIF a.decision_id = p_decision_id AND who = (CASE p_decision WHEN 'WITHDRAWN' THEN a.maker ELSE a.checker END)
        AND p_decision = (CASE WHEN a.status IN ('REJECTED', 'WITHDRAWN') THEN a.status ELSE 'APPROVED' END) THEN
    RETURN answer_of(a.approval_id);
  ELSIF EXISTS (SELECT FROM approval o WHERE o.decision_id = p_decision_id) THEN
    refused := 'REQUEST_ID_REUSED';
  ELSIF p_decision <> 'WITHDRAWN' AND a.maker = who THEN
    refused := 'OWN_REQUEST';
  ELSIF p_decision = 'WITHDRAWN' AND a.maker <> who THEN
    refused := 'NOT_OWN_REQUEST';
  ELSIF a.status <> 'REQUESTED' THEN
    refused := 'ALREADY_DECIDED';
    found_ := a.status || CASE WHEN a.checker IS NULL THEN '' ELSE ' by ' || a.checker END;
  END IF;
  IF refused IS NULL AND p_decision = 'APPROVED' THEN
    IF a.expires_at <= clock() THEN
      UPDATE approval SET status = 'EXPIRED' WHERE approval_id = a.approval_id;
      PERFORM request_ends(a.approval_id);
      refused := 'EXPIRED';
    ELSIF p_plan_hash IS DISTINCT FROM a.plan_hash THEN
      refused := 'PLAN_DIFFERS';
    ELSIF plan_now(a.plan) <> a.plan THEN
      UPDATE approval SET status = 'VOID' WHERE approval_id = a.approval_id;
      PERFORM request_ends(a.approval_id);
      refused := 'MOVED';
    ELSIF a.plan_total <> coalesce(p_total, '') THEN
      refused := 'TOTAL_DIFFERS';
      found_ := a.plan_total;
    ELSIF why = '' AND (a.plan ->> 'open_differences')::bigint > 0 THEN
      refused := 'VALUE_MALFORMED';
      found_ := (a.plan ->> 'open_differences') || ' open differences';
    END IF;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused(verb, target, refused, found_, p_decision_id, a.approval_id);
  END IF;
  UPDATE approval SET status = p_decision, checker = CASE WHEN p_decision = 'WITHDRAWN' THEN checker ELSE who END, decided_at = clock(),
                      decision_reason = why, decision_id = p_decision_id
   WHERE approval_id = a.approval_id;
  IF p_decision <> 'APPROVED' THEN
    PERFORM request_ends(a.approval_id);
  END IF;
  PERFORM audit_people(verb, target, 'DONE', why, a.ticket, jsonb_build_object('kind', a.kind, 'maker', a.maker, 'plan_sha256', encode(a.plan_hash, 'hex')), p_decision_id);
  RETURN answer_of(a.approval_id);
END
$$;

CREATE FUNCTION approve_request(p_approval_id bigint, p_plan_hash bytea, p_total text, p_reason text, p_decision_id uuid) RETURNS request_answer
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$ SELECT decide_request($1, 'APPROVED', $2, $3, $4, $5) $$;
CREATE FUNCTION reject_request(p_approval_id bigint, p_reason text, p_decision_id uuid) RETURNS request_answer
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$ SELECT decide_request($1, 'REJECTED', NULL, NULL, $2, $3) $$;
CREATE FUNCTION withdraw_request(p_approval_id bigint, p_reason text, p_decision_id uuid) RETURNS request_answer
LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$ SELECT decide_request($1, 'WITHDRAWN', NULL, NULL, $2, $3) $$;

-- What people read of a request: its plan says states, amounts and fingerprints, no account and no payload.
CREATE OR REPLACE VIEW v_approval AS
  SELECT approval_id, request_id, kind, status, maker, checker, reason, ticket, plan_hash, expires_at, requested_at, decided_at, executed_at,
         decision_reason, verified_at, plan, plan_total,
         (SELECT count(*) FROM approval_item i WHERE i.approval_id = a.approval_id) AS items,
         (SELECT count(*) FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'DONE') AS items_done,
         (SELECT count(*) FROM approval_item i WHERE i.approval_id = a.approval_id AND i.status = 'REFUSED') AS items_refused
    FROM approval a;
CREATE VIEW v_approval_item AS
  SELECT i.approval_id, i.item_no, i.bucket, i.operation_id, i.is_money, i.is_open, i.status, i.reason FROM approval_item i;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('effect_on_record', 'plan_of', 'plan_hash', 'plan_total', 'plan_now', 'answer_of', 'request_refused', 'request_insert',
                       'request_seen', 'replay_refusal', 'freezes_over', 'request_replay', 'request_lift', 'request_dismissal', 'request_ends',
                       'decide_request', 'approve_request', 'reject_request', 'withdraw_request') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT EXECUTE ON FUNCTION plan_hash(jsonb), plan_total(jsonb) TO PUBLIC;
GRANT SELECT ON external_event, freeze_exemption TO onceover_api;
GRANT INSERT ON approval, approval_item TO onceover_api;
GRANT UPDATE (status, checker, decided_at, decision_reason, decision_id) ON approval TO onceover_api;
GRANT UPDATE (is_open) ON approval_item TO onceover_api;
GRANT EXECUTE ON FUNCTION request_replay(uuid[], boolean, boolean, boolean, text, text, uuid), request_lift(bigint, jsonb, text, text, uuid),
  request_dismissal(bigint, text, text, uuid), withdraw_request(bigint, text, uuid) TO onceover_operator;
GRANT EXECUTE ON FUNCTION approve_request(bigint, bytea, text, text, uuid), reject_request(bigint, text, uuid) TO onceover_approver;
GRANT SELECT ON v_approval_item TO onceover_viewer, onceover_auditor;

SELECT record_guards();
