-- SPDX-License-Identifier: GPL-3.0-or-later
-- A version of a job's rules takes effect in three stages (R132 to R135): observe (it plans and computes, and what it would have done
-- is written down), limited (it takes effect for the merchants and channels that are named), full. A stage is entered by the request
-- of two persons and by nothing else; who goes back is told what must be dealt with. What a stage holds is not claimed and not sent,
-- as under a freeze; facts, queries and answers go on.
-- reader-min: 17
SET search_path = onceover, pg_temp;

ALTER TABLE rollout ADD CONSTRAINT limited_names_whom CHECK ((mode = 'limited') = (scope_list <> '{}'));

-- In which stage each version is.
CREATE VIEW rollout_now AS
  SELECT DISTINCT ON (r.job_id, r.rule_version) r.job_id, j.job_type, r.rule_version, r.mode, r.scope_list, r.at, r.approval_id
    FROM rollout r JOIN job j USING (job_id) ORDER BY r.job_id, r.rule_version, r.at DESC;

-- The request of two persons about this job that is being executed.
CREATE FUNCTION rollout_is_approved(p_job_id text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'rollout' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND a.plan ->> 'job' = p_job_id)
$$;
-- A new job begins in the stage that it declares, by nobody's request; afterwards two persons move it.
CREATE FUNCTION rollout_may_begin(p_job_id text, p_approval_id bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT p_approval_id IS NULL AND NOT EXISTS (SELECT FROM rollout r WHERE r.job_id = p_job_id)
$$;
SELECT make_guard_insert('rollout', 'OC008', 'without an approved request for the job',
                         'NOT rollout_is_approved(NEW.job_id) AND NOT rollout_may_begin(NEW.job_id, NEW.approval_id)');
INSERT INTO rollout (job_id, rule_version, mode) SELECT j.job_id, j.rule_version, j.rollout_mode FROM job j
 WHERE NOT EXISTS (SELECT FROM rollout r WHERE r.job_id = j.job_id);

CREATE FUNCTION begin_rollout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NEW.rollout_mode = 'limited' OR NEW.rollout_mode <> 'full' AND NOT EXISTS (SELECT FROM job_type t WHERE t.job_type = NEW.job_type AND t.has_batch) THEN
    PERFORM refuse('OC009', 'job ' || NEW.job_id || ' cannot begin in stage ' || NEW.rollout_mode);
  END IF;
  INSERT INTO rollout (job_id, rule_version, mode) VALUES (NEW.job_id, NEW.rule_version, NEW.rollout_mode);
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_rollout AFTER INSERT ON job FOR EACH ROW EXECUTE FUNCTION begin_rollout();
ALTER TABLE job ENABLE ALWAYS TRIGGER begin_rollout;
DROP TRIGGER guard_update ON job;
DROP TRIGGER guard_delete ON job;
SELECT make_guard_update('job', p_mutable => '{time_zone,schedule,biz_date_offset,enabled,schedule_from,same_action,
  allowed_lateness,may_repeat,needs_compensation,held_policy,rule_version,rollout_mode,shard_count,claim_size,lease,
  retry_backoff,max_attempts,max_total_time,conflict_backoff,catch_up}',
  p_rules => ARRAY['OC008', 'two persons move the rules of a job',
    $$(OLD.rule_version, OLD.rollout_mode) IS DISTINCT FROM (NEW.rule_version, NEW.rollout_mode) AND NOT rollout_is_approved(NEW.job_id)$$]);

-- What is held ------------------------------------------------------------------------------------------------------------------

-- Batches of what persons approved by itself; no stage ever holds them.
CREATE VIEW remedy_batch AS
  SELECT b.batch_id, b.job_type FROM settlement_batch b WHERE b.scope ~ '^request-[0-9]' AND b.status <> 'COMPLETED';

-- The versions that do not take effect for everybody, one word each, and for whom they do. A claim or a mark reads them once, after
-- it took the barrier, and compares row by row. Empty as long as everything is in stage full. Capital words are for a look before the
-- operation is read, so that what is held by the ten thousand costs next to nothing: GATED job has a word of its own above; ONLY job
-- [merchant] acts for nobody [but these]; FREE batch is never held; NONE type: no job of it acts.
-- In PL/pgSQL, which keeps the plan of its query for the session: this is asked with every claim and mark.
CREATE FUNCTION rollout_gates() RETURNS text[] LANGUAGE plpgsql STABLE SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM rollout_now n WHERE n.mode <> 'full') THEN
    RETURN '{}';
  END IF;
  RETURN (
    WITH gate AS MATERIALIZED (
      SELECT n.job_id, n.job_type, n.rule_version, n.mode, n.scope_list FROM rollout_now n
    ), only_job AS MATERIALIZED (
      SELECT g.job_id FROM gate g GROUP BY g.job_id
      HAVING bool_and(g.mode = 'observe' OR g.mode = 'limited' AND NOT EXISTS (SELECT FROM unnest(g.scope_list) w WHERE w !~ '^merchant '))
    )
    SELECT coalesce(array_agg(x.word), '{}')
      FROM (SELECT concat_ws(' ', g.job_id, g.job_type, g.rule_version) || s.word AS word
              FROM gate g CROSS JOIN LATERAL (SELECT '' AS word UNION ALL SELECT ' ' || w FROM unnest(g.scope_list) w) s
             WHERE g.mode <> 'full'
            UNION
            SELECT 'GATED ' || g.job_id FROM gate g WHERE g.mode <> 'full'
            UNION
            SELECT 'ONLY ' || o.job_id FROM only_job o
            UNION
            SELECT 'ONLY ' || g.job_id || ' ' || w FROM only_job o JOIN gate g USING (job_id) CROSS JOIN LATERAL unnest(g.scope_list) w
            UNION
            SELECT 'FREE ' || b.batch_id FROM remedy_batch b WHERE EXISTS (SELECT FROM only_job)
            UNION
            SELECT 'NONE ' || g.job_type FROM gate g GROUP BY g.job_type
            HAVING bool_and(g.mode = 'observe') AND NOT EXISTS (SELECT FROM remedy_batch b WHERE b.job_type = g.job_type)) x);
END
$$;

-- Is everything of that job, batch and merchant held? One expression, as below; for rows that do not say under which rules they are.
CREATE FUNCTION is_job_held(p_gates text[], p_job text, p_batch bigint, p_merchant bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_gates = '{}' OR p_batch = 0 THEN false
            ELSE 'ONLY ' || p_job = ANY (p_gates)
                 AND NOT p_gates && ARRAY['ONLY ' || p_job || ' merchant ' || p_merchant::text, 'FREE ' || p_batch::text] END;

-- Is that operation held? What a person approved by itself (a revision, a compensation: p_rule_version null, or a type of its own)
-- never is. One expression, so that the planner puts it into the statement in place of a call.
CREATE FUNCTION is_held_by_rollout(p_gates text[], p_job text, p_type text, p_rule_version integer, p_merchant bigint, p_channel text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN p_gates = '{}' THEN false
            ELSE p_gates && ARRAY[p_job || ' ' || p_type || ' ' || p_rule_version::text]
                 AND NOT p_gates && ARRAY[p_job || ' ' || p_type || ' ' || p_rule_version::text || ' merchant ' || p_merchant::text,
                                          p_job || ' ' || p_type || ' ' || p_rule_version::text || ' channel ' || p_channel] END;

-- The same for a message, by its operation; for callers that know that something of its job is held at all.
CREATE FUNCTION is_message_held(p_gates text[], p_bucket smallint, p_operation uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = onceover, pg_temp AS $$
  SELECT coalesce((SELECT is_held_by_rollout(p_gates, o.job_id, o.settlement_type, CASE o.revision WHEN 0 THEN o.rule_version END, o.merchant_id, o.channel_id)
                     FROM settlement_operation o WHERE o.bucket = p_bucket AND o.operation_id = p_operation), false)
$$;

-- What is written down ------------------------------------------------------------------------------------------------------------

-- What a version would have done that did not take effect: one row per operation, by whatever version that was planned.
CREATE TABLE rollout_finding (
  rule_version integer NOT NULL,
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,
  job_id       text NOT NULL,
  batch_id     bigint NOT NULL,
  merchant_id  bigint NOT NULL,
  settle_date  date NOT NULL,
  amount_minor bigint NOT NULL,
  currency     char(3) NOT NULL,
  would        text NOT NULL CHECK (would IN ('PAY', 'NOTIFY', 'NOT_POSITIVE', 'ON_HOLD', 'BELOW_MINIMUM')),
  at           timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (rule_version, bucket, operation_id)
);
CREATE INDEX ix_rollout_finding_job ON rollout_finding (job_id, rule_version);
SELECT guard_append_only('rollout_finding');

-- Once per set that is planned, and only while some version of its job is not in stage full.
CREATE FUNCTION write_findings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM rollout_now n WHERE n.mode <> 'full') THEN
    INSERT INTO rollout_finding (rule_version, bucket, operation_id, job_id, batch_id, merchant_id, settle_date, amount_minor, currency, would)
    SELECT n.rule_version, o.bucket, o.operation_id, o.job_id, o.batch_id, o.merchant_id, o.settle_date, o.amount_minor, o.currency,
           coalesce(unpaid_reason(o.settlement_type, o.amount_minor, m.minimum_payout_minor, m.on_hold), CASE o.amount_minor WHEN 0 THEN 'NOTIFY' ELSE 'PAY' END)
      FROM new_rows o
      JOIN merchant m ON m.merchant_id = o.merchant_id
      JOIN rollout_now n ON n.job_id = o.job_id AND n.job_type = o.settlement_type AND n.rule_version >= o.rule_version
     WHERE o.revision = 0
       AND (n.mode = 'observe' OR n.mode = 'limited' AND NOT n.scope_list && ARRAY['merchant ' || o.merchant_id, 'channel ' || o.channel_id]);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER write_findings AFTER INSERT ON settlement_operation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION write_findings();
ALTER TABLE settlement_operation ENABLE ALWAYS TRIGGER write_findings;

-- What is asked for ---------------------------------------------------------------------------------------------------------------

-- What going back from this version must deal with (R135): runs begun, operations by state, messages that wait or may be on their way,
-- letters that are open, and what took effect already. The first version of a job has nothing to go back to, and its effects are not
-- counted; of a later one those since its first stage are, newest first and no further than ten thousand and one.
CREATE FUNCTION rollout_left(p_job text, p_rule_version integer) RETURNS TABLE (what text, n bigint, amount_minor bigint, currency text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  WITH work AS MATERIALIZED (
    SELECT o.operation_id, o.batch_id, o.status, o.amount_minor, o.currency
      FROM operation_due d JOIN settlement_operation o USING (bucket, operation_id)
     WHERE d.job_id = p_job AND o.rule_version = p_rule_version
    UNION ALL
    SELECT o.operation_id, o.batch_id, o.status, o.amount_minor, o.currency
      FROM (SELECT bucket, operation_id, job_id FROM outbox WHERE status = 'PENDING' UNION ALL SELECT bucket, operation_id, job_id FROM outbox WHERE status = 'SENDING'
            UNION ALL SELECT bucket, operation_id, job_id FROM outbox WHERE status = 'UNKNOWN') m
      JOIN settlement_operation o USING (bucket, operation_id)
     WHERE m.job_id = p_job AND o.rule_version = p_rule_version AND o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')
  ), since AS (
    SELECT min(r.at) AS at FROM rollout r WHERE r.job_id = p_job AND r.rule_version = p_rule_version AND r.approval_id IS NOT NULL
  ), named AS MATERIALIZED (
    SELECT DISTINCT w.scope
      FROM rollout r CROSS JOIN LATERAL unnest(CASE r.mode WHEN 'full' THEN ARRAY['everybody'] ELSE r.scope_list END) AS w(scope)
     WHERE r.job_id = p_job AND r.rule_version = p_rule_version
  ), effect AS (
    -- Of a version that acted for merchants alone only theirs are read, or a few would be looked for among everybody's.
    SELECT e.amount_minor, e.currency
      FROM (SELECT o.amount_minor, o.currency
              FROM (SELECT b.batch_id FROM settlement_batch b
                     WHERE b.job_id = p_job AND b.rule_version >= p_rule_version AND b.created_at >= (SELECT at FROM since)
                       AND (SELECT EXISTS (SELECT FROM named WHERE scope !~ '^merchant '))
                     ORDER BY b.batch_id DESC) b
             CROSS JOIN LATERAL (SELECT q.amount_minor, q.currency FROM settlement_operation q
                                  WHERE q.batch_id = b.batch_id AND q.rule_version = p_rule_version AND q.status = 'SUCCEEDED' OFFSET 0) o
            UNION ALL
            SELECT o.amount_minor, o.currency
              FROM named n
             CROSS JOIN LATERAL (SELECT q.amount_minor, q.currency FROM settlement_operation q JOIN settlement_batch b USING (batch_id)
                                  WHERE q.merchant_id = substr(n.scope, 10)::bigint AND q.rule_version = p_rule_version AND q.status = 'SUCCEEDED'
                                    AND q.job_id = p_job AND b.created_at >= (SELECT at FROM since) OFFSET 0) o
             WHERE n.scope ~ '^merchant ' AND NOT (SELECT EXISTS (SELECT FROM named WHERE scope !~ '^merchant '))) e
     LIMIT 10001
  )
  SELECT 'run', count(*), NULL::bigint, '' FROM settlement_batch b WHERE b.status <> 'COMPLETED' AND b.batch_id IN (SELECT w.batch_id FROM work w) HAVING count(*) > 0
  UNION ALL
  SELECT 'operation ' || w.status, count(*), sum(w.amount_minor)::bigint, w.currency FROM work w GROUP BY w.status, w.currency
  UNION ALL
  SELECT 'letter', count(*), sum(o.amount_minor)::bigint, o.currency
    FROM dead_letter d JOIN settlement_operation o USING (bucket, operation_id)
   WHERE d.status <> 'RESOLVED' AND d.job_id = p_job AND o.rule_version = p_rule_version AND o.status = 'FAILED_PERMANENT' GROUP BY o.currency
  UNION ALL
  SELECT 'effect', count(*), sum(e.amount_minor)::bigint, e.currency FROM effect e GROUP BY e.currency
   ORDER BY 1, 4
$$;

CREATE FUNCTION rollout_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('stages', coalesce((SELECT jsonb_agg(jsonb_build_object('rule_version', n.rule_version, 'mode', n.mode, 'scopes', to_jsonb(n.scope_list), 'since', n.at)
                                                         ORDER BY n.rule_version) FROM rollout_now n WHERE n.job_id = p_plan ->> 'job'), '[]'))
$$;

-- One of the scopes for which a version takes effect, as written, or null: a merchant or a channel that exists.
CREATE FUNCTION rollout_scope(p_word text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_word ~ '^merchant [1-9][0-9]{0,17}$' AND EXISTS (SELECT FROM merchant m WHERE 'merchant ' || m.merchant_id = p_word)
                OR p_word ~ '^channel ' AND EXISTS (SELECT FROM channel_profile c WHERE 'channel ' || c.channel_id = p_word) THEN p_word END
$$;

-- p_rule_version null: the newest. A version that nobody knows must be the next one, and begins in stage observe; forward one stage
-- at a time, back to any.
CREATE FUNCTION request_rollout(p_job text, p_rule_version integer, p_mode text, p_scopes text[], p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  target  constant text := btrim('rules of ' || coalesce(p_job, '') || ' ' || coalesce(p_rule_version::text, ''));
  scopes  constant text[] := ARRAY(SELECT DISTINCT btrim(s) FROM unnest(p_scopes) s ORDER BY 1);
  same    constant jsonb := jsonb_build_object('job', p_job, 'rule_version', p_rule_version, 'mode', p_mode, 'scopes', to_jsonb(scopes));
  answer  request_answer := request_seen('rollout', same, p_reason, p_request_id, target);
  stages  constant text[] := ARRAY['observe', 'limited', 'full'];
  refused text;
  found_  text := '';
  newest  integer;
  version integer;
  now_    rollout_now;
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT max(n.rule_version) INTO newest FROM rollout_now n WHERE n.job_id = p_job;
  version := coalesce(p_rule_version, newest);
  SELECT * INTO now_ FROM rollout_now n WHERE n.job_id = p_job AND n.rule_version = version;
  refused := CASE
    WHEN newest IS NULL THEN 'UNKNOWN_JOB'
    WHEN p_mode IS NULL OR p_mode <> ALL (stages) OR (p_mode = 'limited') <> (scopes <> '{}') OR EXISTS (SELECT FROM unnest(scopes) s WHERE rollout_scope(s) IS NULL)
      THEN 'VALUE_MALFORMED'
    WHEN NOT EXISTS (SELECT FROM job j JOIN job_type t USING (job_type) WHERE j.job_id = p_job AND t.has_batch) THEN 'NOT_IN_THIS_STATE'
    WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'rollout' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND q.plan ->> 'job' = p_job) THEN 'OPEN_REQUEST'
    WHEN now_.mode IS NULL AND version <> newest + 1 THEN 'UNKNOWN_SUBJECT'
    WHEN now_.mode IS NULL AND p_mode <> 'observe' THEN 'NOT_IN_THIS_STATE'
    WHEN now_.mode = p_mode AND now_.scope_list = scopes THEN 'NOT_IN_THIS_STATE'
    WHEN array_position(stages, p_mode) > array_position(stages, now_.mode) + 1 THEN 'NOT_IN_THIS_STATE' END;
  found_ := CASE WHEN refused = 'NOT_IN_THIS_STATE' THEN coalesce(now_.mode, 'a new version begins in stage observe')
                 WHEN refused = 'VALUE_MALFORMED' THEN coalesce((SELECT s FROM unnest(scopes) s WHERE rollout_scope(s) IS NULL LIMIT 1), '') ELSE '' END;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request rollout', target, refused, found_, p_request_id);
  END IF;
  plan := jsonb_build_object('kind', 'rollout', 'same', same, 'job', p_job, 'rule_version', version, 'mode', p_mode, 'scopes', to_jsonb(scopes), 'items', '[]'::jsonb,
    'from', coalesce(now_.mode, ''),
    -- As it was when it was asked for; the present list is read where it is decided.
    'deals_with', coalesce((SELECT jsonb_agg(to_jsonb(l)) FROM rollout_left(p_job, version) l), '[]'));
  plan := plan || jsonb_build_object('facts', rollout_facts(plan));
  RETURN request_insert('rollout', plan, false, p_reason, p_ticket, interval '24 hours', p_request_id, target);
END
$$;

-- The job plans by its newest version that takes effect for somebody; without one, by its newest.
CREATE FUNCTION execute_rollout(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM job j WHERE j.job_id = a.plan ->> 'job' FOR NO KEY UPDATE;
  IF plan_now(a.plan) <> a.plan THEN
    RETURN ROW('{}'::integer[], false)::executed;
  END IF;
  INSERT INTO rollout (job_id, rule_version, mode, scope_list, approval_id, at)
  VALUES (a.plan ->> 'job', (a.plan ->> 'rule_version')::integer, a.plan ->> 'mode', ARRAY(SELECT jsonb_array_elements_text(a.plan -> 'scopes')), a.approval_id, clock());
  UPDATE job j SET rule_version = n.rule_version, rollout_mode = n.mode
    FROM (SELECT q.rule_version, q.mode FROM rollout_now q WHERE q.job_id = a.plan ->> 'job' ORDER BY q.mode <> 'observe' DESC, q.rule_version DESC LIMIT 1) n
   WHERE j.job_id = a.plan ->> 'job';
  RETURN ROW('{}'::integer[], true)::executed;
END
$$;

CREATE FUNCTION verify_rollout(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.status = 'FAILED' OR EXISTS (SELECT FROM rollout r WHERE r.approval_id = a.approval_id AND r.mode = a.plan ->> 'mode')
$$;

INSERT INTO request_kind (kind, executes, facts, verifies, barrier) VALUES ('rollout', 'execute_rollout', 'rollout_facts', 'verify_rollout', 'exclusive');

-- What people read: every version of each job with its stage, who moved it there, and what became of the work of its batches. Held:
-- counted no further than ten thousand and one.
CREATE VIEW v_rollout AS
  SELECT n.job_id, n.rule_version, n.mode, n.scope_list, n.at AS since, coalesce(a.maker, '') AS maker, coalesce(a.checker, '') AS checker, n.approval_id,
         n.rule_version = j.rule_version AS is_current, j.rollout_mode AS declared_mode,
         n.mode <> 'observe' AND n.rule_version >= coalesce((SELECT max(f.rule_version) FROM rollout_now f WHERE f.job_id = n.job_id AND f.mode = 'full'), 0) AS is_acting,
         coalesce(c.open, 0)::bigint AS operations_open,
         CASE n.mode WHEN 'full' THEN 0
              ELSE (SELECT count(*) FROM (SELECT FROM operation_due d JOIN settlement_operation o USING (bucket, operation_id)
                                           CROSS JOIN (SELECT rollout_gates() AS gates OFFSET 0) z
                                           WHERE d.job_id = n.job_id AND o.rule_version = n.rule_version
                                             AND is_held_by_rollout(z.gates, o.job_id, o.settlement_type, CASE o.revision WHEN 0 THEN o.rule_version END, o.merchant_id, o.channel_id)
                                           LIMIT 10001) x) END AS operations_held,
         coalesce(c.done, 0)::bigint AS operations_done, coalesce(c.failed, 0)::bigint AS operations_failed,
         (SELECT count(*) FROM rollout_finding q WHERE q.job_id = n.job_id AND q.rule_version = n.rule_version) AS findings,
         (SELECT count(*) FROM run_attempt t JOIN settlement_batch b USING (batch_id)
           WHERE t.status = 'LOST' AND b.job_id = n.job_id AND b.rule_version = n.rule_version) AS takeovers,
         (SELECT count(*) FROM alert q WHERE q.closed_at IS NULL AND q.job_id = n.job_id) AS alerts_open
    FROM rollout_now n
    JOIN job j USING (job_id)
    LEFT JOIN approval a USING (approval_id)
    LEFT JOIN LATERAL (
           SELECT sum(k.n) FILTER (WHERE k.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')) AS open, sum(k.n) FILTER (WHERE k.status = 'SUCCEEDED') AS done,
                  sum(k.n) FILTER (WHERE k.status = 'FAILED_PERMANENT') AS failed
             FROM (SELECT batch_id, status, n FROM operation_count UNION ALL SELECT batch_id, status, n FROM operation_count_delta) k
             JOIN settlement_batch b USING (batch_id)
            WHERE b.job_id = n.job_id AND b.rule_version = n.rule_version) c ON true;
CREATE VIEW v_rollout_left AS
  SELECT n.job_id, n.rule_version, l.what, l.n, l.amount_minor, l.currency FROM rollout_now n CROSS JOIN LATERAL rollout_left(n.job_id, n.rule_version) l;
CREATE VIEW v_rollout_finding AS
  SELECT rule_version, bucket, operation_id, job_id, batch_id, merchant_id, settle_date, amount_minor, currency, would, at FROM rollout_finding;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('rollout_is_approved', 'rollout_may_begin', 'begin_rollout', 'write_findings', 'rollout_left', 'rollout_facts', 'rollout_scope', 'request_rollout', 'execute_rollout', 'verify_rollout') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION rollout_gates(), is_message_held(text[], smallint, uuid) FROM PUBLIC;
GRANT SELECT, INSERT ON rollout TO onceover_api;
GRANT INSERT ON rollout_finding TO onceover_api;
GRANT SELECT ON rollout_now, remedy_batch TO onceover_api;
GRANT SELECT ON job_type TO onceover_api;
GRANT UPDATE (rule_version, rollout_mode) ON job TO onceover_api;
GRANT SELECT ON rollout_now, remedy_batch TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_viewer, onceover_auditor;
GRANT SELECT ON rollout_finding TO onceover_auditor;
GRANT SELECT ON v_rollout, v_rollout_left, v_rollout_finding TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION rollout_gates() TO onceover_api, onceover_worker, onceover_sender, onceover_resolver, onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION is_message_held(text[], smallint, uuid) TO onceover_sender, onceover_resolver;
GRANT EXECUTE ON FUNCTION rollout_left(text, integer) TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION request_rollout(text, integer, text, text[], text, text, uuid) TO onceover_operator;

SELECT record_guards();
