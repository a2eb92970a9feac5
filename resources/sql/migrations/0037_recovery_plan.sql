-- SPDX-License-Identifier: GPL-3.0-or-later
-- The recovery of an incident is a plan (R113): what is done about each operation, counted and totalled, asked for by its owner, approved by a
-- second person, and carried out by the replayer under the freeze. Exactly its rows are exempt, and what it did is looked at again.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- What core/analysis/recovery_plan decides from: one row for each operation of the scope about which something may be to do. Effects:
-- accepted ones by what is on record; one that only the outside's book knows makes them two. is_made_good: what was too much was given back.
CREATE FUNCTION incident_facts(p_incident bigint, p_most integer)
RETURNS TABLE (bucket smallint, operation_id uuid, merchant_id bigint, job_id text, batch_id bigint, status text, failure_class text,
               amount_minor bigint, currency text, message_status text, idempotency_key text, effects bigint, is_made_good boolean, replay_refusal text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  i incident;
BEGIN
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  IF i.incident_id IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH op AS MATERIALIZED (
    SELECT o.* FROM incident_operations(i) o
  ), told AS MATERIALIZED (
    SELECT t.operation_id, count(*) AS n
      FROM (SELECT op.operation_id, c.channel_id, c.external_ref
              FROM op JOIN external_call c ON c.bucket = op.bucket AND c.operation_id = op.operation_id WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
            UNION
            SELECT op.operation_id, e.channel_id, e.external_ref
              FROM op JOIN outbox m ON m.bucket = op.bucket AND m.operation_id = op.operation_id
              JOIN external_event e ON e.channel_id = m.channel_id AND e.idempotency_key = m.idempotency_key
             WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid) t
     GROUP BY t.operation_id
  ), twice AS MATERIALIZED (
    SELECT DISTINCT d.operation_id FROM op JOIN reconciliation_difference d ON d.bucket = op.bucket AND d.operation_id = op.operation_id
     WHERE d.kind IN ('TWICE', 'CONTRADICTION', 'MISSING_HERE') AND d.status = 'OPEN'
  ), picked AS MATERIALIZED (
    -- What each of them costs to look at is paid for as many as are asked for.
    SELECT op.*, coalesce(t.n, 0) AS told, w.operation_id IS NOT NULL AS is_twice
      FROM op LEFT JOIN told t ON t.operation_id = op.operation_id LEFT JOIN twice w ON w.operation_id = op.operation_id
     WHERE op.status <> 'SUCCEEDED' OR t.n > 1 OR w.operation_id IS NOT NULL
     ORDER BY op.bucket, op.operation_id LIMIT p_most
  )
  SELECT op.bucket, op.operation_id, op.merchant_id, op.job_id, op.batch_id, op.status, coalesce(op.failure_class, ''), op.amount_minor, op.currency::text,
         coalesce(m.status, ''), coalesce(m.idempotency_key, ''),
         greatest(op.told, CASE WHEN op.is_twice THEN 2 ELSE 0 END),
         CASE WHEN op.told > 0 OR op.is_twice THEN is_made_good(op.bucket, op.operation_id) ELSE false END,
         CASE WHEN op.status = 'FAILED_PERMANENT' THEN coalesce(replay_refusal(op.bucket, op.operation_id), '') ELSE '' END
    FROM picked op
    LEFT JOIN LATERAL (SELECT q.status, q.idempotency_key FROM outbox q WHERE q.bucket = op.bucket AND q.operation_id = op.operation_id
                        ORDER BY q.message_kind = 'payout' DESC, q.outbox_id LIMIT 1) m ON true
   ORDER BY op.bucket, op.operation_id;
END
$$;

-- Everything of the scope, so that what needs nothing is counted as well.
CREATE FUNCTION incident_totals(p_incident bigint) RETURNS TABLE (currency text, operations bigint, amount_minor bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT o.currency::text, count(*), sum(o.amount_minor)::bigint
    FROM incident i, incident_operations(i) o WHERE i.incident_id = p_incident GROUP BY o.currency ORDER BY 1
$$;

-- Was the whole made good of what this operation did too much: its effects on record beyond its amount, or what an open difference names,
-- whichever is more?
CREATE FUNCTION is_made_good(p_bucket smallint, p_operation uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT made_good(o.bucket, o.operation_id, greatest(1,
           coalesce((SELECT sum(t.minor) FROM (
                       SELECT c.external_ref, coalesce(c.amount_minor, o.amount_minor) AS minor FROM external_call c
                        WHERE c.bucket = o.bucket AND c.operation_id = o.operation_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
                       UNION
                       SELECT e.external_ref, coalesce(e.amount_minor, o.amount_minor) FROM outbox m
                         JOIN external_event e ON e.channel_id = m.channel_id AND e.idempotency_key = m.idempotency_key
                        WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid) t), 0)
             - CASE o.status WHEN 'SUCCEEDED' THEN o.amount_minor ELSE 0 END,
           (SELECT max(CASE d.kind WHEN 'AMOUNT' THEN abs(coalesce(d.theirs_minor - coalesce(d.ours_minor, o.amount_minor), o.amount_minor))
                                   ELSE coalesce(d.theirs_minor, o.amount_minor) END)
              FROM reconciliation_difference d WHERE d.operation_id = o.operation_id AND d.status = 'OPEN' AND d.kind <> 'RETURNED'))::bigint)
    FROM settlement_operation o WHERE o.bucket = p_bucket AND o.operation_id = p_operation
$$;

-- Why that is not what is to be done about this operation, or null. Resume: it was stopped half-way and goes on. Query: only the outside
-- knows; it is asked, and what its profile allows follows. Replay: 0029. Compensate: it took effect twice; a compensation is a request of
-- its own, so the plan waits until there is one.
CREATE FUNCTION plan_action_refusal(p_bucket smallint, p_operation uuid, p_action text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE p_action
           WHEN 'resume' THEN CASE WHEN o.status = 'PROCESSING' THEN 'NOT_DRAINED'
                                   WHEN o.status IN ('PENDING', 'RETRYABLE') OR o.status = 'AWAITING_EXTERNAL' AND m.status = 'PENDING' THEN NULL
                                   ELSE 'NOT_IN_THIS_STATE' END
           WHEN 'query' THEN CASE WHEN m.status = 'SENDING' THEN 'NOT_DRAINED'
                                  WHEN o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') AND m.status = 'UNKNOWN' THEN NULL
                                  ELSE 'NOT_IN_THIS_STATE' END
           WHEN 'replay' THEN replay_refusal(o.bucket, o.operation_id)
           WHEN 'compensate' THEN CASE WHEN o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') THEN 'NOT_IN_THIS_STATE'
                                       WHEN NOT is_made_good(o.bucket, o.operation_id) THEN 'NEEDS_APPROVAL' END
           ELSE 'VALUE_MALFORMED' END
    FROM settlement_operation o
    LEFT JOIN LATERAL (SELECT q.status FROM outbox q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id
                        ORDER BY q.message_kind = 'payout' DESC, q.outbox_id LIMIT 1) m ON true
   WHERE o.bucket = p_bucket AND o.operation_id = p_operation
$$;

-- The owner asks for it. p_actions: one for each operation. An empty plan says that nothing is to be done; of an incident that was only
-- opened or frozen, that it was none (p_false_alarm). The plan tells how much of the scope it leaves as it is.
CREATE FUNCTION request_recovery_plan(p_incident bigint, p_operations uuid[], p_actions text[], p_false_alarm boolean, p_reason text, p_ticket text,
                                      p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  target  constant text := 'incident ' || coalesce(p_incident::text, '');
  alarm   constant boolean := coalesce(p_false_alarm, false);
  same    constant jsonb := jsonb_build_object('incident', p_incident, 'false_alarm', alarm,
                              'items', (SELECT jsonb_agg(jsonb_build_array(u.o, u.a) ORDER BY u.o) FROM unnest(p_operations, p_actions) u(o, a)));
  answer  request_answer := request_seen('recovery plan', same, p_reason, p_request_id, target);
  i       incident;
  refused text;
  bad     text;
  frozen  jsonb;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident FOR NO KEY UPDATE;
  refused := CASE WHEN i.incident_id IS NULL THEN 'UNKNOWN_SUBJECT'
                  WHEN i.owner IS DISTINCT FROM who THEN 'NOT_OWNER'
                  WHEN coalesce(cardinality(p_operations), 0) <> coalesce(cardinality(p_actions), 0) OR coalesce(cardinality(p_operations), 0) > 10000
                       OR (SELECT count(DISTINCT u) FROM unnest(p_operations) u) <> coalesce(cardinality(p_operations), 0)
                       OR alarm AND coalesce(cardinality(p_operations), 0) > 0 THEN 'VALUE_MALFORMED'
                  WHEN NOT CASE WHEN alarm THEN i.status IN ('OPEN', 'FROZEN') ELSE i.status = 'RECONCILED' END THEN 'NOT_IN_THIS_STATE'
                  -- A false alarm is one gate: nothing was fenced, and nothing recovered.
                  WHEN alarm AND incident_was_fenced(i) THEN 'GATE_NOT_HELD'
                  WHEN (incident_plan(i)).status IN ('REQUESTED', 'APPROVED', 'EXECUTING') THEN 'OPEN_REQUEST' END;
  bad := CASE refused WHEN 'NOT_OWNER' THEN i.owner WHEN 'NOT_IN_THIS_STATE' THEN i.status WHEN 'GATE_NOT_HELD' THEN 'FENCED'
                      WHEN 'OPEN_REQUEST' THEN (incident_plan(i)).approval_id::text ELSE '' END;
  IF refused IS NULL THEN
    SELECT x.found, x.refusal INTO bad, refused
      FROM (SELECT concat_ws(' ', u.a, u.o) AS found, u.n,
                   CASE WHEN o.operation_id IS NULL THEN 'UNKNOWN_SUBJECT'
                        WHEN EXISTS (SELECT FROM approval_item t WHERE t.bucket = o.bucket AND t.operation_id = o.operation_id AND t.is_money AND t.is_open) THEN 'OPEN_REQUEST'
                        ELSE plan_action_refusal(o.bucket, o.operation_id, u.a) END AS refusal
              FROM unnest(p_operations, p_actions) WITH ORDINALITY u(o, a, n)
              LEFT JOIN incident_operations(i) o ON o.operation_id = u.o) x
     WHERE x.refusal IS NOT NULL ORDER BY x.n LIMIT 1;
  END IF;
  IF refused IS NULL THEN
    SELECT jsonb_agg(DISTINCT f.freeze_id), min(f.freeze_id::text) FILTER (WHERE f.status = 'IN_FORCE') INTO frozen, bad
      FROM unnest(p_operations) u JOIN incident_operations(i) o ON o.operation_id = u, freezes_over(o.bucket, o.operation_id) f WHERE f.freeze_id IS NOT NULL;
    refused := CASE WHEN bad IS NOT NULL THEN 'NOT_DRAINED' END;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request recovery plan', target, refused, coalesce(bad, ''), p_request_id);
  END IF;
  SELECT jsonb_build_object('kind', 'recovery plan', 'same', same, 'incident', p_incident, 'false_alarm', alarm, 'freezes', coalesce(frozen, '[]'),
                            'items', coalesce(jsonb_agg(plan_of(o.bucket, o.operation_id) ORDER BY o.bucket, o.operation_id), '[]'),
                            'actions', coalesce(jsonb_agg(u.a ORDER BY o.bucket, o.operation_id), '[]')) INTO plan
    FROM unnest(p_operations, p_actions) u(o, a) JOIN incident_operations(i) o ON o.operation_id = u.o;
  plan := plan || jsonb_build_object(
    'counts', coalesce((SELECT jsonb_agg(jsonb_build_object('action', g.action, 'currency', g.currency, 'operations', g.n, 'amount', g.minor) ORDER BY g.action, g.currency)
                          FROM (SELECT a.action, t.item ->> 'currency' AS currency, count(*) AS n, sum((t.item ->> 'amount')::bigint) AS minor
                                  FROM jsonb_array_elements(plan -> 'items') WITH ORDINALITY t(item, n)
                                  JOIN jsonb_array_elements_text(plan -> 'actions') WITH ORDINALITY a(action, n) USING (n) GROUP BY 1, 2) g), '[]'),
    'scope', coalesce((SELECT jsonb_agg(jsonb_build_object('currency', t.currency, 'operations', t.operations, 'amount', t.amount_minor)) FROM incident_totals(p_incident) t), '[]'),
    'left_alone', (SELECT count(*) FROM incident_operations(i) o WHERE o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') AND o.operation_id <> ALL (coalesce(p_operations, '{}'))));
  RETURN request_insert('recovery plan', plan, true, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- Approved, but waits: its incident is not recovering, or a freeze that the plan does not name covers a row of it.
CREATE FUNCTION recovery_plan_held(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM incident i WHERE i.incident_id = (a.plan ->> 'incident')::bigint AND i.status = 'RECOVERING')
      OR EXISTS (SELECT FROM approval_item t, freezes_over(t.bucket, t.operation_id) f
                  WHERE t.approval_id = a.approval_id AND t.status = 'PENDING' AND NOT (a.plan -> 'freezes') @> to_jsonb(f.freeze_id))
$$;

-- Under the freezes that the plan names its rows, and no others, go on.
CREATE FUNCTION execute_recovery_plan(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  replays  integer[];
  others   integer[];
  replayed integer[] := '{}';
BEGIN
  SELECT array_agg(n) FILTER (WHERE a.plan -> 'actions' ->> (n - 1) = 'replay'), array_agg(n) FILTER (WHERE a.plan -> 'actions' ->> (n - 1) <> 'replay')
    INTO replays, others FROM unnest(p_items) n;
  IF replays IS NOT NULL THEN
    replayed := replay_items(a.approval_id, replays, p_worker);
  END IF;
  PERFORM 1 FROM approval_item t JOIN outbox m ON m.bucket = t.bucket AND m.operation_id = t.operation_id
   WHERE t.approval_id = a.approval_id AND t.item_no = ANY (others) ORDER BY m.bucket, m.outbox_id FOR NO KEY UPDATE OF m;
  PERFORM 1 FROM approval_item t JOIN settlement_operation o ON o.bucket = t.bucket AND o.operation_id = t.operation_id
   WHERE t.approval_id = a.approval_id AND t.item_no = ANY (others) ORDER BY o.bucket, o.operation_id FOR NO KEY UPDATE OF o;
  SELECT array_agg(t.item_no) INTO others
    FROM approval_item t
   WHERE t.approval_id = a.approval_id AND t.item_no = ANY (others)
     AND plan_action_refusal(t.bucket, t.operation_id, a.plan -> 'actions' ->> (t.item_no - 1)) IS NULL
     AND plan_of(t.bucket, t.operation_id) = a.plan -> 'items' -> (t.item_no - 1);
  INSERT INTO freeze_exemption (freeze_id, bucket, operation_id, approval_id)
  SELECT f.freeze_id, t.bucket, t.operation_id, t.approval_id
    FROM approval_item t
   CROSS JOIN LATERAL freezes_over(t.bucket, t.operation_id) f
   WHERE t.approval_id = a.approval_id AND t.item_no = ANY (others) AND (a.plan -> 'freezes') @> to_jsonb(f.freeze_id)
     AND a.plan -> 'actions' ->> (t.item_no - 1) IN ('resume', 'query');
  UPDATE outbox m SET next_query_at = clock()
    FROM approval_item t
   WHERE t.approval_id = a.approval_id AND t.item_no = ANY (others) AND m.bucket = t.bucket AND m.operation_id = t.operation_id AND m.status = 'UNKNOWN'
     AND a.plan -> 'actions' ->> (t.item_no - 1) = 'query';
  RETURN ROW(replayed || coalesce(others, '{}'), true)::executed;
END
$$;

-- Every operation that it set going has come to an end, under its key.
CREATE FUNCTION verify_recovery_plan(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
    SELECT FROM approval_item t
      JOIN settlement_operation o ON o.bucket = t.bucket AND o.operation_id = t.operation_id
      LEFT JOIN outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
     WHERE t.approval_id = a.approval_id AND t.status = 'DONE'
       AND (o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OR m.idempotency_key <> outward_key_of(namespace(), o.operation_id, m.message_kind)))
$$;

INSERT INTO request_kind (kind, executes, held, verifies) VALUES ('recovery plan', 'execute_recovery_plan', 'recovery_plan_held', 'verify_recovery_plan');

-- What an incident touches is kept while it is open, whatever its age -----------------------------------------------------------

CREATE FUNCTION held_scopes() RETURNS text[] LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce(array_agg(scope_word(scope_kind, scope_ref)), '{}') FROM incident WHERE status <> 'CLOSED'
$$;

CREATE OR REPLACE FUNCTION janitor_drop_old() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = onceover, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  moment  constant timestamptz := clock();
  held    constant text[] := held_scopes();
  is_kept constant text := format($kept$(o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT') OR EXISTS (
    SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id AND d.status <> 'RESOLVED')
    OR onceover.is_covered(%L, o.job_id, o.batch_id, o.merchant_id, o.channel_id))$kept$, held);
  dropped integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.partitions', 0));
  dropped := drop_log_partitions('operation_event', $keep$EXISTS (
      SELECT FROM unnest(e.operation_ids) AS u(id) JOIN onceover.settlement_operation o ON o.operation_id = u.id WHERE $keep$ || is_kept || ')',
      moment - interval '30 days')
    + drop_log_partitions('external_call', $keep$EXISTS (
      SELECT FROM onceover.settlement_operation o WHERE o.bucket = e.bucket AND o.operation_id = e.operation_id AND $keep$ || is_kept || ')',
      moment - interval '400 days');
  DELETE FROM run_attempt a USING job_run r
   WHERE r.run_id = a.run_id AND r.status IN ('DONE', 'FAILED', 'SKIPPED') AND r.finished_at < moment - interval '30 days'
     AND a.status <> 'STARTED' AND a.finished_at < moment - interval '30 days'
     -- An incident about a merchant or a channel is about every run, one about a batch or a job about its own.
     AND NOT (held <> '{}' AND (is_covered(held, r.job_id, coalesce(a.batch_id, -1), -1, '')
              OR EXISTS (SELECT FROM incident i WHERE i.status <> 'CLOSED' AND i.scope_kind IN ('merchant', 'channel'))))
     AND NOT EXISTS (SELECT FROM settlement_operation o WHERE o.batch_id = a.batch_id AND o.attempt_id = a.attempt_id
                        AND o.status IN ('PROCESSING', 'AWAITING_EXTERNAL'));
  DELETE FROM worker_heartbeat WHERE minute < moment - interval '400 days' AND held = '{}';
  DELETE FROM metric_sample WHERE minute < moment - interval '400 days';
  DELETE FROM operation_hourly WHERE hour < moment - interval '400 days';
  RETURN dropped;
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('incident_facts', 'incident_totals', 'is_made_good', 'plan_action_refusal', 'request_recovery_plan', 'recovery_plan_held',
                       'execute_recovery_plan', 'verify_recovery_plan') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION held_scopes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_recovery_plan(bigint, uuid[], text[], boolean, text, text, uuid) TO onceover_operator;
GRANT EXECUTE ON FUNCTION incident_facts(bigint, integer), incident_totals(bigint) TO onceover_viewer, onceover_auditor;

SELECT record_guards();
