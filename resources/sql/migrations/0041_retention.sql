-- SPDX-License-Identifier: GPL-3.0-or-later
-- How long what tells a repeat from a first time is kept, and how long is retried, are settings of two persons; one by which a record
-- dies before the last possible retry that needs it is refused (DESIGN.md section 8, R21, R144).
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE TABLE record_retention (
  record      text PRIMARY KEY CHECK (record IN ('attempt', 'outside call')),
  kept        interval NOT NULL CHECK (kept >= '1 day'),
  -- What is older may be gone, whatever is kept from now on.
  gone_before timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO record_retention (record, kept) VALUES ('attempt', record_kept('attempt')), ('outside call', record_kept('outside call'));

CREATE OR REPLACE FUNCTION record_kept(p_record text) RETURNS interval LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT kept FROM record_retention WHERE record = p_record
$$;

-- From when on every such record is still there: a setting that is raised brings nothing back.
CREATE FUNCTION record_stands_since(p_record text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT greatest(clock() - record_kept(p_record), (SELECT gone_before FROM record_retention WHERE record = p_record))
$$;

-- The last possible retry that needs a record, and whose it is.
CREATE FUNCTION last_retry(p_record text) RETURNS TABLE (subject text, lasts interval) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT s.subject, s.lasts
    FROM (SELECT 'job ' || j.job_id AS subject, greatest(j.max_total_time + j.allowed_lateness, schedule_span(j.retry_backoff, j.max_attempts)) AS lasts
            FROM job j WHERE p_record = 'attempt'
          UNION ALL
          SELECT 'channel ' || c.channel_id || ' version ' || c.profile_version,
                 schedule_span(c.retry_backoff, c.max_send_attempts) + schedule_span(c.query_backoff, c.max_queries + 1)
                   + coalesce(c.max_late_execution, '0') + c.escalate_after
            FROM channel_profile c WHERE p_record = 'outside call') s
   ORDER BY s.lasts DESC, s.subject LIMIT 1
$$;

CREATE FUNCTION retention_is_approved(p_subject text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT EXISTS (SELECT FROM approval a
                  WHERE a.kind = 'retention setting' AND a.status = 'EXECUTING' AND a.lease_until > (SELECT clock()) AND a.checker <> a.maker
                    AND a.plan ->> 'subject' = p_subject)
$$;

CREATE FUNCTION guard_record_retention() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  longest record;
BEGIN
  SELECT * INTO longest FROM last_retry(NEW.record);
  IF longest.lasts >= NEW.kept THEN
    PERFORM refuse('OC006', longest.subject || ' may still retry after ' || longest.lasts || ', when its records are gone (kept ' || NEW.kept || ')');
  END IF;
  RETURN NEW;
END
$$;
SELECT make_guard_update('record_retention', p_mutable => '{kept,gone_before}',
  p_rules => ARRAY['OC008', 'two persons change how long a record is kept', $$OLD.kept <> NEW.kept AND NOT retention_is_approved('record ' || NEW.record)$$,
                   'OC006', 'what is gone does not come back', 'NEW.gone_before < OLD.gone_before']);
CREATE TRIGGER guard_retention BEFORE INSERT OR UPDATE OF kept ON record_retention FOR EACH ROW EXECUTE FUNCTION guard_record_retention();
ALTER TABLE record_retention ENABLE ALWAYS TRIGGER guard_retention;

-- An attempt may go as soon as its time is over, by the janitor alone.
DROP TRIGGER guard_delete ON run_attempt;
CREATE TRIGGER guard_delete BEFORE DELETE ON run_attempt FOR EACH ROW
  WHEN (OLD.status = 'STARTED' OR OLD.finished_at > clock() - record_kept('attempt') OR current_user <> 'onceover_owner')
  EXECUTE FUNCTION refuse_change();
ALTER TABLE run_attempt ENABLE ALWAYS TRIGGER guard_delete;

-- The janitor goes by the setting; the rest as before.
DO $$
DECLARE
  work text := pg_get_functiondef('janitor_drop_old()'::regprocedure);
  edit text[];
BEGIN
  FOREACH edit SLICE 1 IN ARRAY ARRAY[
    ['moment - interval ''30 days''', 'moment - record_kept(''attempt'')'],
    ['moment - interval ''400 days'');', 'moment - record_kept(''outside call''));'],
    ['  RETURN dropped;', E'  UPDATE record_retention SET gone_before = greatest(gone_before, moment - kept);\n  RETURN dropped;']] LOOP
    IF strpos(work, edit[1]) = 0 THEN
      RAISE EXCEPTION 'janitor_drop_old has no %', edit[1];
    END IF;
    work := replace(work, edit[1], edit[2]);
  END LOOP;
  EXECUTE work;
END
$$;

-- The setting as it is: {"kept": …} of a record, else what its retries rest on. Null: there is none.
CREATE FUNCTION retention_now(p_subject text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE split_part(p_subject, ' ', 1)
    WHEN 'record' THEN (SELECT jsonb_build_object('kept', r.kept) FROM record_retention r WHERE 'record ' || r.record = p_subject)
    WHEN 'job' THEN (SELECT jsonb_build_object('retry_backoff', j.retry_backoff, 'max_attempts', j.max_attempts, 'max_total_time', j.max_total_time,
                                               'allowed_lateness', j.allowed_lateness) FROM job j WHERE 'job ' || j.job_id = p_subject)
    WHEN 'channel' THEN (SELECT jsonb_build_object('retry_backoff', c.retry_backoff, 'max_send_attempts', c.max_send_attempts, 'query_backoff', c.query_backoff,
                                                   'max_queries', c.max_queries, 'escalate_after', c.escalate_after)
                           FROM channel_profile c WHERE 'channel ' || c.channel_id = p_subject AND c.enabled) END
$$;

-- Writes it. The guards of the tables are the judges, whoever calls.
CREATE FUNCTION retention_write(p_subject text, p_fields jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  ref constant text := substr(p_subject, strpos(p_subject, ' ') + 1);
BEGIN
  CASE split_part(p_subject, ' ', 1)
    WHEN 'record' THEN
      UPDATE record_retention r SET kept = (p_fields ->> 'kept')::interval WHERE r.record = ref;
    WHEN 'job' THEN
      UPDATE job j SET retry_backoff = n.retry_backoff, max_attempts = n.max_attempts, max_total_time = n.max_total_time, allowed_lateness = n.allowed_lateness
        FROM job o, jsonb_populate_record(o, p_fields) n WHERE j.job_id = ref AND o.job_id = ref;
    WHEN 'channel' THEN
      UPDATE channel_profile c SET retry_backoff = n.retry_backoff, max_send_attempts = n.max_send_attempts, query_backoff = n.query_backoff,
                                   max_queries = n.max_queries, escalate_after = n.escalate_after
        FROM channel_profile o, jsonb_populate_record(o, p_fields) n
       WHERE c.channel_id = ref AND c.enabled AND o.channel_id = c.channel_id AND o.profile_version = c.profile_version;
  END CASE;
  RETURN FOUND;
END
$$;

CREATE FUNCTION retention_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('now', retention_now(p_plan ->> 'subject'))
$$;

-- Why these fields cannot be the setting, or null. found: whose retry comes too late, or what is malformed. A record's own rule is
-- looked at here; those of jobs and channels by a trial that is undone. Every span is longer than nothing.
CREATE FUNCTION retention_refusal(p_subject text, p_fields jsonb, OUT reason text, OUT found_ text) LANGUAGE plpgsql AS $$
DECLARE
  longest record;
BEGIN
  SELECT 'VALUE_MALFORMED', min(f.key) INTO reason, found_
    FROM jsonb_each(p_fields) f
   WHERE CASE WHEN f.key IN ('max_attempts', 'max_send_attempts', 'max_queries') THEN jsonb_typeof(f.value) <> 'number'
              WHEN f.key IN ('retry_backoff', 'query_backoff')
                THEN jsonb_typeof(f.value) <> 'array' OR f.value = '[]'
                  OR EXISTS (SELECT FROM jsonb_array_elements_text(CASE jsonb_typeof(f.value) WHEN 'array' THEN f.value ELSE '[]' END) e WHERE (e::interval > '0') IS NOT TRUE)
              ELSE jsonb_typeof(f.value) <> 'string' OR ((f.value #>> '{}')::interval > '0') IS NOT TRUE END
  HAVING count(*) > 0;
  IF reason IS NOT NULL THEN
    RETURN;
  END IF;
  IF split_part(p_subject, ' ', 1) = 'record' THEN
    IF (p_fields ->> 'kept')::interval < '1 day' THEN
      reason := 'VALUE_MALFORMED';
      RETURN;
    END IF;
    SELECT * INTO longest FROM last_retry(substr(p_subject, 8));
    IF longest.lasts >= (p_fields ->> 'kept')::interval THEN
      reason := 'RETENTION_TOO_SHORT';
      found_ := longest.subject || ' may still retry after ' || longest.lasts;
    END IF;
    RETURN;
  END IF;
  PERFORM retention_write(p_subject, p_fields);
  RAISE EXCEPTION 'a trial' USING ERRCODE = 'OC100';
EXCEPTION
  WHEN SQLSTATE 'OC100' THEN NULL;
  WHEN SQLSTATE 'OC006' THEN
    reason := 'RETENTION_TOO_SHORT';
    found_ := audit_text(SQLERRM);
  WHEN check_violation OR not_null_violation OR data_exception THEN
    reason := 'VALUE_MALFORMED';
    found_ := audit_text(SQLERRM);
END
$$;

-- p_subject: "record attempt", "record outside call", "job J", "channel C" (its enabled version). p_fields: what changes.
CREATE FUNCTION request_retention_setting(p_subject text, p_fields jsonb, p_reason text, p_ticket text, p_request_id uuid)
RETURNS request_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  same    constant jsonb := jsonb_build_object('subject', p_subject, 'fields', coalesce(p_fields, 'null'));
  answer  request_answer := request_seen('retention setting', same, p_reason, p_request_id, coalesce(p_subject, ''));
  now_    constant jsonb := retention_now(p_subject);
  refused text;
  found_  text := '';
  plan    jsonb;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  refused := CASE
    WHEN now_ IS NULL THEN 'UNKNOWN_SUBJECT'
    WHEN jsonb_typeof(p_fields) IS DISTINCT FROM 'object' OR p_fields = '{}' THEN 'VALUE_MALFORMED'
    WHEN EXISTS (SELECT FROM jsonb_object_keys(p_fields) k WHERE NOT now_ ? k) THEN 'VALUE_MALFORMED'
    WHEN now_ || p_fields = now_ THEN 'NOT_IN_THIS_STATE'
    WHEN EXISTS (SELECT FROM approval q WHERE q.kind = 'retention setting' AND q.status IN ('REQUESTED', 'APPROVED', 'EXECUTING') AND q.plan ->> 'subject' = p_subject)
      THEN 'OPEN_REQUEST' END;
  IF refused IS NULL THEN
    SELECT r.reason, r.found_ INTO refused, found_ FROM retention_refusal(p_subject, p_fields) r;
  END IF;
  IF refused IS NOT NULL THEN
    RETURN request_refused('request retention setting', coalesce(p_subject, ''), refused, coalesce(found_, ''), p_request_id);
  END IF;
  plan := jsonb_build_object('kind', 'retention setting', 'same', same, 'subject', p_subject, 'items', '[]'::jsonb,
    'fields', (SELECT jsonb_object_agg(k, jsonb_build_object('old', now_ -> k, 'new', p_fields -> k)) FROM jsonb_object_keys(p_fields) k));
  plan := plan || jsonb_build_object('facts', retention_facts(plan));
  RETURN request_insert('retention setting', plan, false, p_reason, p_ticket, interval '24 hours', p_request_id, p_subject);
END
$$;

-- What became too short meanwhile (another setting came first) is refused by the guards and left as it is.
CREATE FUNCTION execute_retention_setting(a approval, p_items integer[], p_worker text) RETURNS executed LANGUAGE plpgsql AS $$
DECLARE
  written boolean := false;
BEGIN
  -- One at a time: two settings that fit alone may not fit together.
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.retention setting', 0));
  IF plan_now(a.plan) = a.plan THEN
    BEGIN
      written := retention_write(a.plan ->> 'subject', a.plan -> 'same' -> 'fields');
    EXCEPTION WHEN SQLSTATE 'OC006' OR check_violation OR not_null_violation OR data_exception THEN
      written := false;
    END;
  END IF;
  RETURN ROW('{}'::integer[], written)::executed;
END
$$;

CREATE FUNCTION verify_retention_setting(a approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT a.status = 'FAILED' OR retention_now(a.plan ->> 'subject') IS DISTINCT FROM a.plan -> 'facts' -> 'now'
$$;

INSERT INTO request_kind (kind, executes, facts, verifies) VALUES ('retention setting', 'execute_retention_setting', 'retention_facts', 'verify_retention_setting');

-- What people read: how long each record is kept, and the last retry that needs it.
CREATE VIEW v_record_retention AS
  SELECT r.record, r.kept, l.subject, l.lasts FROM record_retention r LEFT JOIN LATERAL last_retry(r.record) l ON true;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('record_kept', 'record_stands_since', 'last_retry', 'retention_is_approved', 'guard_record_retention', 'retention_now', 'retention_write', 'retention_facts', 'retention_refusal',
                       'request_retention_setting', 'execute_retention_setting', 'verify_retention_setting') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    IF f NOT IN ('record_kept(text)'::regprocedure, 'record_stands_since(text)'::regprocedure) THEN
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    END IF;
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON record_retention TO onceover_api, onceover_auditor;
GRANT UPDATE (kept) ON record_retention TO onceover_api;
GRANT UPDATE (retry_backoff, max_attempts, max_total_time, allowed_lateness) ON job TO onceover_api;
GRANT UPDATE (retry_backoff, max_send_attempts, query_backoff, max_queries, escalate_after) ON channel_profile TO onceover_api;
GRANT SELECT ON v_record_retention TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION last_retry(text) TO onceover_viewer, onceover_auditor;
GRANT EXECUTE ON FUNCTION request_retention_setting(text, jsonb, text, text, uuid) TO onceover_operator;

SELECT record_guards();
