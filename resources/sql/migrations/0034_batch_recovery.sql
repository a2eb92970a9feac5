-- SPDX-License-Identifier: GPL-3.0-or-later
-- A batch that FAILED, and a run whose attempts are spent, go on by approval alone (DESIGN.md section 3). Who asks names what removed
-- the cause: then the freeze that the failure inserted is lifted by the same decision. Without that it stays, and single operations
-- may be replayed under it. What had failed no longer stops the batch; what fails later does.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE TABLE run_recovery (
  approval_id bigint PRIMARY KEY REFERENCES approval,
  run_id      bigint NOT NULL,
  batch_id    bigint,                     -- null: the run has no operations
  cause       text NOT NULL,              -- what removed it; empty: it stands
  letters     bigint[] NOT NULL,          -- failures of class RULE or DEFECT that no longer stop the batch
  freezes     bigint[] NOT NULL,          -- lifted with it
  at          timestamptz NOT NULL
);
CREATE INDEX ix_run_recovery_run ON run_recovery (run_id);
CREATE INDEX ix_run_recovery_batch ON run_recovery (batch_id);
SELECT guard_append_only('run_recovery');

-- A recovery of this run that two persons decided and that is being executed.
CREATE FUNCTION recovery_is_approved(p_run_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'batch recovery' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND (a.plan ->> 'run_id')::bigint = p_run_id)
$$;
SELECT make_guard_insert('run_recovery', 'OC008', 'without an approved recovery of the run', 'NOT recovery_is_approved(NEW.run_id)');

-- A freeze is lifted by a request of its own, or with the batch that it stopped.
CREATE OR REPLACE FUNCTION lift_is_approved(p_freeze_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND (a.kind = 'lift' AND (a.plan ->> 'freeze_id')::bigint = p_freeze_id
                         OR a.kind = 'batch recovery' AND a.plan -> 'lifts' @> to_jsonb(p_freeze_id)))
$$;

-- As in 0005; a batch and its run leave FAILED by an approved recovery.
CREATE OR REPLACE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  old_row  constant jsonb := to_jsonb(OLD);
  new_row  constant jsonb := to_jsonb(NEW);
  subject  constant text := TG_TABLE_NAME || coalesce(' ' || (new_row ->> 'operation_id'), '');
  pair     constant text := (old_row ->> 'status') || '>' || (new_row ->> 'status');
  changed  constant boolean := (old_row ->> 'status') IS DISTINCT FROM (new_row ->> 'status');
  approved constant boolean := changed AND pair = ANY (TG_ARGV[2]::text[]);
  col      text;
  broken   boolean;
BEGIN
  FOREACH col IN ARRAY TG_ARGV[0]::text[] LOOP
    IF old_row -> col IS DISTINCT FROM new_row -> col THEN
      PERFORM refuse('OC002', TG_TABLE_NAME || '.' || col || ' never changes');
    END IF;
  END LOOP;
  IF changed AND NOT approved AND pair <> ALL (TG_ARGV[1]::text[]) THEN
    PERFORM refuse('OC001', subject || ' ' || pair);
  END IF;
  FOR i IN 0 .. (TG_NARGS - 3) / 3 - 1 LOOP
    EXECUTE 'SELECT ' || replace(replace(TG_ARGV[5 + 3 * i], 'OLD.', '($1).'), 'NEW.', '($2).') INTO broken USING OLD, NEW;
    IF broken THEN
      PERFORM refuse(TG_ARGV[3 + 3 * i], subject || ' ' || coalesce(pair, '') || ': ' || TG_ARGV[4 + 3 * i]);
    END IF;
  END LOOP;
  -- What is done again from its beginning is replayed; bytes that never left may be sent as well.
  IF approved AND (new_row ? 'operation_id')
     AND approval_covers((new_row ->> 'bucket')::smallint, (new_row ->> 'operation_id')::uuid,
                         CASE WHEN new_row ->> 'status' = 'RETRYABLE' THEN ARRAY['replay', 'recovery plan']
                              ELSE ARRAY['replay', 're-send', 'recovery plan'] END) THEN
    RETURN NEW;
  END IF;
  IF approved AND pair = 'FAILED>RUNNING' AND recovery_is_approved((new_row ->> 'run_id')::bigint) THEN
    RETURN NEW;
  END IF;
  PERFORM refuse(CASE WHEN approved THEN 'OC008' ELSE 'OC001' END, subject || ' ' || coalesce(pair, ''));
  RETURN NULL;
END
$$;

-- As in 0007; a failure that finds its batch's freeze about to be lifted is written down, or whoever lifts it would not know of it.
CREATE OR REPLACE FUNCTION freeze_batch_for_failure(p_batch bigint, p_class text, p_operation uuid, p_error text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  frozen bigint;
  lifts  boolean;
BEGIN
  IF p_class IS NULL OR p_class NOT IN ('RULE', 'DEFECT') OR NOT EXISTS (SELECT FROM settlement_batch WHERE batch_id = p_batch) THEN
    PERFORM refuse('OC009', 'freeze of batch ' || coalesce(p_batch::text, '') || ' for class ' || coalesce(p_class, ''));
  END IF;
  PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  SELECT freeze_id, status = 'LIFT_REQUESTED' INTO frozen, lifts FROM freeze_order
   WHERE scope_kind = 'batch' AND scope_ref = p_batch::text AND status <> 'LIFTED' ORDER BY freeze_id LIMIT 1;
  IF frozen IS NULL THEN
    INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason)
    VALUES ('batch', p_batch::text, 'system', audit_text(p_class || ' ' || coalesce(p_operation::text, '') || ': ' || coalesce(p_error, '')))
    RETURNING freeze_id INTO frozen;
    UPDATE freeze_order SET status = 'IN_FORCE', effective_at = clock() WHERE freeze_id = frozen;
  END IF;
  IF lifts IS NOT false THEN
    PERFORM audit_append('system', 'system', 'freeze', 'batch ' || p_batch, 'DONE', p_class, '',
                         jsonb_build_object('freeze_id', frozen, 'operation_id', p_operation), NULL);
  END IF;
  RETURN frozen;
END
$$;

-- What a recovery rests on: run and batch as they failed, the failures that stopped them and how often one froze the batch, the freezes
-- that these inserted, and the open incidents that hold a freeze of the batch or are about it.
CREATE FUNCTION recovery_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('run', r.status, 'run_failed_at', r.finished_at, 'batch', b.status,
           'failures', coalesce((SELECT jsonb_agg(jsonb_build_object('letter', d.dead_letter_id, 'operation', d.operation_id, 'class', d.failure_class,
                                                    'amount', d.amount_minor, 'currency', d.currency, 'error', d.last_error) ORDER BY d.dead_letter_id)
                                   FROM dead_letter d
                                  WHERE d.batch_id = b.batch_id AND d.failure_class IN ('RULE', 'DEFECT') AND d.status <> 'RESOLVED'), '[]'),
           'freezes', coalesce((SELECT jsonb_agg(f.freeze_id ORDER BY f.freeze_id) FROM freeze_order f
                                 WHERE f.scope_kind = 'batch' AND f.scope_ref = b.batch_id::text AND f.actor = 'system' AND f.status <> 'LIFTED'), '[]'),
           'failed', (SELECT count(*) FROM audit_log l WHERE l.target = 'batch ' || b.batch_id AND l.chain = 'system' AND l.action = 'freeze'),
           'incidents', coalesce((SELECT jsonb_agg(i.incident_id ORDER BY i.incident_id) FROM incident i
                                   WHERE i.status NOT IN ('VERIFIED', 'CLOSED')
                                     -- An incident has its scope from 0036 on.
                                     AND (to_jsonb(i) @> jsonb_build_object('scope_kind', 'batch', 'scope_ref', b.batch_id::text)
                                          OR EXISTS (SELECT FROM freeze_order f WHERE f.incident_id = i.incident_id AND f.status <> 'LIFTED'
                                                        AND f.scope_kind = 'batch' AND f.scope_ref = b.batch_id::text))), '[]'))
    FROM job_run r
    LEFT JOIN settlement_batch b ON b.batch_id = (p_plan ->> 'batch_id')::bigint
   WHERE r.run_id = (p_plan ->> 'run_id')::bigint
$$;

-- A run is named by its batch, or by job and business date. p_cause_removed: what removed the cause; empty: it stands, and so does
-- the freeze.
CREATE FUNCTION request_batch_recovery(p_batch bigint, p_job text, p_biz_date date, p_cause_removed text, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := CASE WHEN p_batch IS NULL THEN btrim(coalesce(p_job, '') || ' ' || coalesce(p_biz_date::text, '')) ELSE 'batch ' || p_batch END;
  cause   constant text := reason_text(p_cause_removed);
  same    constant jsonb := jsonb_build_object('batch', p_batch, 'job', p_job, 'biz_date', p_biz_date, 'cause_removed', cause);
  answer  request_answer := request_seen('batch recovery', same, p_reason, p_request_id, target);
  refused text;
  found_  text := '';
  r       job_run;
  b       settlement_batch;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  IF (p_batch IS NULL) = (p_job IS NULL) OR (p_job IS NULL) <> (p_biz_date IS NULL) THEN
    RETURN request_refused('request batch recovery', target, 'VALUE_MALFORMED', '', p_request_id);
  END IF;
  SELECT * INTO b FROM settlement_batch q WHERE q.batch_id = p_batch;
  SELECT * INTO r FROM job_run q
   WHERE CASE WHEN p_batch IS NULL THEN q.job_id = p_job AND q.biz_date = p_biz_date ELSE q.run_id = b.run_id END
   ORDER BY q.status = 'FAILED' DESC, q.run_id DESC LIMIT 1;
  IF p_batch IS NULL THEN
    SELECT * INTO b FROM settlement_batch q WHERE (q.job_type, q.biz_date, q.scope) = (r.job_type, r.biz_date, r.scope);
  END IF;
  plan := jsonb_build_object('kind', 'batch recovery', 'same', same, 'run_id', r.run_id, 'run_key', r.run_key, 'batch_id', b.batch_id,
                             'cause_removed', cause, 'items', '[]'::jsonb);
  plan := plan || jsonb_build_object('facts', recovery_facts(plan));
  plan := plan || jsonb_build_object('lifts', CASE WHEN cause = '' THEN '[]'::jsonb ELSE coalesce(plan -> 'facts' -> 'freezes', '[]') END);
  SELECT CASE WHEN incident_under(f.freeze_id) IS NOT NULL THEN 'OPEN_INCIDENT'
              WHEN f.status = 'LIFT_REQUESTED' THEN 'OPEN_REQUEST' ELSE 'NOT_DRAINED' END, 'freeze ' || f.freeze_id INTO refused, found_
    FROM freeze_order f
   WHERE plan -> 'lifts' @> to_jsonb(f.freeze_id)
     AND (f.status <> 'DRAINED' OR incident_under(f.freeze_id) IS NOT NULL)
   ORDER BY f.freeze_id LIMIT 1;
  refused := CASE WHEN r.run_id IS NULL THEN 'UNKNOWN_SUBJECT'
                  WHEN b.status = 'COMPLETED' THEN 'BATCH_ALREADY_COMPLETED'
                  WHEN r.status <> 'FAILED' THEN 'NOT_IN_THIS_STATE'
                  WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'batch recovery' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING')
                                  AND (q.plan ->> 'run_id')::bigint = r.run_id) THEN 'OPEN_REQUEST'
                  ELSE refused END;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request batch recovery', target, refused,
                           CASE refused WHEN 'NOT_IN_THIS_STATE' THEN r.status WHEN 'NOT_DRAINED' THEN found_ WHEN 'OPEN_INCIDENT' THEN found_ ELSE '' END, p_request_id);
  END IF;
  answer := request_insert('batch recovery', plan, false, p_reason, p_ticket, interval '24 hours', p_request_id, target);
  UPDATE freeze_order f SET status = 'LIFT_REQUESTED'
   WHERE answer.outcome = 'DONE' AND f.status = 'DRAINED' AND plan -> 'lifts' @> to_jsonb(f.freeze_id);
  RETURN answer;
END
$$;

CREATE FUNCTION execute_batch_recovery(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  run    constant bigint := (a.plan ->> 'run_id')::bigint;
  batch  constant bigint := (a.plan ->> 'batch_id')::bigint;
  why    constant text := format('recovered by request %s, %s and %s', a.approval_id, a.maker, a.checker);
  moment timestamptz;
BEGIN
  PERFORM 1 FROM settlement_batch q WHERE q.batch_id = batch FOR NO KEY UPDATE;
  PERFORM 1 FROM job_run q WHERE q.run_id = run FOR NO KEY UPDATE;
  -- An incident that was opened meanwhile keeps its freeze.
  IF plan_now(a.plan) <> a.plan OR EXISTS (SELECT FROM jsonb_array_elements_text(a.plan -> 'lifts') f WHERE incident_under(f::bigint) IS NOT NULL) THEN
    RETURN ROW('{}'::integer[], false)::executed;
  END IF;
  moment := clock();
  INSERT INTO run_recovery (approval_id, run_id, batch_id, cause, letters, freezes, at)
  VALUES (a.approval_id, run, batch, a.plan ->> 'cause_removed',
          ARRAY(SELECT (f ->> 'letter')::bigint FROM jsonb_array_elements(a.plan -> 'facts' -> 'failures') f),
          ARRAY(SELECT f::bigint FROM jsonb_array_elements_text(a.plan -> 'lifts') f), moment);
  UPDATE settlement_batch q SET status = 'RUNNING', status_reason = why, finished_at = NULL WHERE q.batch_id = batch AND q.status = 'FAILED';
  UPDATE job_run q SET status = 'RUNNING', status_reason = why, finished_at = NULL, lease_until = NULL, worker_id = NULL
   WHERE q.run_id = run AND q.status = 'FAILED';
  UPDATE freeze_order f SET status = 'LIFTED', lifted_at = moment WHERE f.status = 'LIFT_REQUESTED' AND a.plan -> 'lifts' @> to_jsonb(f.freeze_id);
  -- The run's own letter; those of its operations are to be replayed or closed one by one.
  UPDATE dead_letter d SET status = 'RESOLVED', resolution = 'replayed', resolved_at = moment, reason = 'request ' || a.approval_id
   WHERE d.subject_kind = 'run' AND d.subject_id IN (run::text, a.plan ->> 'run_key') AND d.status <> 'RESOLVED';
  RETURN ROW('{}'::integer[], true)::executed;
END
$$;

-- It runs again, or failed anew later; and what was to be lifted is lifted.
CREATE FUNCTION verify_batch_recovery(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.status = 'FAILED'
      OR EXISTS (SELECT FROM run_recovery c JOIN job_run r USING (run_id)
                  WHERE c.approval_id = a.approval_id AND (r.status <> 'FAILED' OR r.finished_at > c.at)
                    AND NOT EXISTS (SELECT FROM freeze_order f WHERE f.freeze_id = ANY (c.freezes) AND f.status <> 'LIFTED'))
$$;

CREATE FUNCTION end_batch_recovery(a approval) RETURNS void LANGUAGE sql AS $$
  UPDATE freeze_order f SET status = 'DRAINED' WHERE f.status = 'LIFT_REQUESTED' AND a.plan -> 'lifts' @> to_jsonb(f.freeze_id)
$$;

INSERT INTO request_kind (kind, executes, facts, verifies, ends, barrier)
VALUES ('batch recovery', 'execute_batch_recovery', 'recovery_facts', 'verify_batch_recovery', 'end_batch_recovery', 'exclusive');

CREATE VIEW v_run_recovery AS
  SELECT c.approval_id, c.run_id, r.run_key, c.batch_id, c.cause, c.letters, c.freezes, c.at, a.maker, a.checker
    FROM run_recovery c JOIN job_run r USING (run_id) JOIN approval a USING (approval_id);

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('recovery_is_approved', 'recovery_facts', 'request_batch_recovery', 'execute_batch_recovery', 'verify_batch_recovery',
                       'end_batch_recovery') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON run_recovery TO onceover_api;
GRANT SELECT ON incident TO onceover_api;
GRANT UPDATE (status, status_reason, finished_at) ON settlement_batch TO onceover_api;
GRANT UPDATE (lease_until, worker_id) ON job_run TO onceover_api;
GRANT SELECT ON run_recovery TO onceover_scheduler, onceover_auditor;
GRANT SELECT ON v_run_recovery TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION request_batch_recovery(bigint, text, date, text, text, text, uuid) TO onceover_operator;

SELECT record_guards();
