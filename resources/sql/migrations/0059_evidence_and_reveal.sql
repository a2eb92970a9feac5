-- SPDX-License-Identifier: GPL-3.0-or-later
-- Evidence of everything that an incident is about (DESIGN.md section 6, R108): each run of its scope is secured before anybody finds out
-- what happened, in one bundle or in several. What views mask is shown to a person who says why; and nobody acts through a login that
-- another person alone tied.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- The runs whose rows the incident is about, the oldest first. A run about money that failed before it had a batch is one of them.
CREATE FUNCTION incident_runs(i incident) RETURNS TABLE (run_id bigint, job_id text, biz_date date, run_key text, batch_id bigint) LANGUAGE sql STABLE AS $$
  SELECT r.run_id, r.job_id, r.biz_date, r.run_key, b.batch_id
    FROM job_run r LEFT JOIN settlement_batch b USING (run_id)
   WHERE b.batch_id = ANY (incident_batches(i))
     AND CASE i.scope_kind
           WHEN 'channel' THEN EXISTS (SELECT FROM settlement_operation o WHERE o.batch_id = b.batch_id AND o.channel_id = i.scope_ref)
           WHEN 'merchant' THEN EXISTS (SELECT FROM settlement_operation o WHERE o.batch_id = b.batch_id AND o.merchant_id = i.scope_ref::bigint)
           ELSE true END
      OR b.batch_id IS NULL AND r.grade = 'P0' AND r.started_at IS NOT NULL AND r.biz_date >= i.from_date
     AND (i.scope_kind = 'everything' OR i.scope_kind = 'job' AND r.job_id = i.scope_ref)
   ORDER BY r.biz_date, r.run_id
$$;

-- The same for whoever secures them: an auditor reads no steps, but what they are about.
CREATE FUNCTION evidence_runs(p_incident bigint) RETURNS TABLE (run_id bigint, job_id text, biz_date date, run_key text, batch_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT r.* FROM incident i, incident_runs(i) r WHERE i.incident_id = p_incident
$$;

-- Runs of the scope of which no bundle tells that was read since then, and since there is the run: a bundle of a job and a date has
-- the runs that were there. Twenty are named, and how many more there are.
CREATE FUNCTION incident_unsecured(i incident, p_since timestamptz) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH left_over AS MATERIALIZED (
    SELECT min(r.run_key) AS run_key, r.job_id, r.biz_date, row_number() OVER (ORDER BY r.biz_date, r.job_id) AS n, count(*) OVER () AS total
      FROM incident_runs(i) r
     WHERE NOT EXISTS (SELECT FROM incident_step s
                        WHERE s.incident_id = i.incident_id AND s.kind = 'EVIDENCE' AND (s.evidence ->> 'snapshot_at')::timestamptz >= greatest(p_since, (SELECT q.created_at FROM job_run q WHERE q.run_id = r.run_id))
                          AND (s.evidence ->> 'job' = r.job_id AND s.evidence ->> 'biz_date' = r.biz_date::text
                               OR s.evidence -> 'runs' @> jsonb_build_array(jsonb_build_object('job', r.job_id, 'biz_date', r.biz_date))))
     GROUP BY r.job_id, r.biz_date
  )
  SELECT ARRAY(SELECT 'EVIDENCE ' || l.run_key FROM left_over l WHERE l.n <= 20 ORDER BY l.n)
         || ARRAY(SELECT 'EVIDENCE +' || l.total - 20 FROM left_over l WHERE l.n = 21)
$$;

DO $$
DECLARE
  source       text := pg_get_functiondef('incident_missing(incident, text)'::regprocedure);
  before       constant text := $x$AND (s.evidence ->> 'snapshot_at')::timestamptz >= frozen) ORDER BY p.n);
  ELSIF p_to = 'DIAGNOSED' THEN$x$;
BEGIN
  IF strpos(source, before) = 0 THEN
    RAISE EXCEPTION 'incident_missing() is not what this migration expects';
  END IF;
  EXECUTE replace(source, before, $x$AND (s.evidence ->> 'snapshot_at')::timestamptz >= frozen) ORDER BY p.n);
    -- Some is there: is it of all of them?
    IF NOT EXISTS (SELECT FROM unnest(missing) m(word) WHERE starts_with(m.word, 'EVIDENCE ')) THEN
      missing := missing || incident_unsecured(i, frozen);
    END IF;
  ELSIF p_to = 'DIAGNOSED' THEN$x$);
END
$$;

-- A bundle is recorded with every run that it tells of.
DROP FUNCTION incident_evidence(bigint, text, date, timestamptz, jsonb, text, text, uuid);
CREATE FUNCTION incident_evidence(p_incident bigint, p_jobs text[], p_biz_dates date[], p_snapshot_at timestamptz, p_parts jsonb, p_where text,
                                  p_signed_by text, p_request_id uuid)
RETURNS incident_answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  n_runs  constant integer := cardinality(p_jobs);
  answer  incident_answer := incident_seen('incident evidence', p_incident, false, ARRAY[p_where], p_request_id);
  i       incident;
  unknown text;
BEGIN
  IF answer.outcome IS NOT NULL THEN
    RETURN answer;
  END IF;
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  IF who IS NULL OR coalesce(n_runs, 0) NOT BETWEEN 1 AND 1000 OR cardinality(p_biz_dates) IS DISTINCT FROM n_runs
     OR p_snapshot_at IS NULL OR p_snapshot_at > clock() OR jsonb_typeof(p_parts) IS DISTINCT FROM 'object'
     OR (SELECT array_agg(k ORDER BY k) FROM jsonb_object_keys(p_parts) k) IS DISTINCT FROM '{database,outside,scheduler,workers}'
     OR EXISTS (SELECT FROM jsonb_each(p_parts) p WHERE coalesce(p.value ->> 'sha256', '') !~ '^[0-9a-f]{64}$' OR coalesce(p.value ->> 'lines', '') !~ '^[0-9]{1,18}$') THEN
    RETURN incident_refused('incident evidence', p_incident, 'VALUE_MALFORMED', '', p_request_id);
  END IF;
  SELECT concat_ws(' ', u.job, u.biz_date) INTO unknown
    FROM unnest(p_jobs, p_biz_dates) WITH ORDINALITY u(job, biz_date, n)
   WHERE NOT EXISTS (SELECT FROM job_run r LEFT JOIN settlement_batch b USING (run_id)
                      WHERE r.job_id = u.job AND r.biz_date = u.biz_date
                        AND CASE i.scope_kind WHEN 'job' THEN r.job_id = i.scope_ref WHEN 'batch' THEN b.batch_id::text = i.scope_ref ELSE true END)
   ORDER BY u.n LIMIT 1;
  IF unknown IS NOT NULL THEN
    RETURN incident_refused('incident evidence', p_incident, 'UNKNOWN_SUBJECT', unknown, p_request_id);
  END IF;
  RETURN incident_step_add(p_incident, 'EVIDENCE', concat_ws(' ', p_jobs[1], p_biz_dates[1], CASE WHEN n_runs > 1 THEN '+' || n_runs - 1 END),
                           jsonb_build_object('job', p_jobs[1], 'biz_date', p_biz_dates[1],
                                              'runs', (SELECT jsonb_agg(jsonb_build_object('job', u.job, 'biz_date', u.biz_date) ORDER BY u.n)
                                                         FROM unnest(p_jobs, p_biz_dates) WITH ORDINALITY u(job, biz_date, n)),
                                              'snapshot_at', p_snapshot_at, 'parts', p_parts, 'where', step_text(p_where),
                                              'signed_by', coalesce(p_signed_by, '')), p_request_id);
END
$$;

-- Reveal -------------------------------------------------------------------------------------------------------------------------------

CREATE TYPE reveal_answer AS (outcome text, reason text, beneficiary_name text, beneficiary_account text, beneficiary_country text, payload text);

-- Shows what views mask of one operation: whom it pays, whole, and the bytes that went or would go out. Whoever looks says why, and
-- both stand in the audit before anything is shown: the first answer is RECORDED, and shows nothing. Only who asks again, the same under
-- the same id and within a minute, is shown it (DONE), and only if the transaction that recorded it was committed: a look that was
-- rolled back would leave no trace.
CREATE FUNCTION reveal(p_operation uuid, p_reason text, p_request_id uuid) RETURNS reveal_answer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  who     constant text := person_of_session();
  o       settlement_operation;
  m       outbox;
  shown   text;
  refused text;
BEGIN
  SELECT * INTO o FROM settlement_operation q WHERE q.operation_id = p_operation;
  SELECT * INTO m FROM outbox q WHERE q.bucket = o.bucket AND q.operation_id = o.operation_id ORDER BY q.message_kind = 'payout' DESC, q.outbox_id LIMIT 1;
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
                  WHEN p_request_id IS NULL OR reason_text(p_reason) = '' THEN 'VALUE_MALFORMED'
                  WHEN o.operation_id IS NULL THEN 'UNKNOWN_SUBJECT' END;
  IF refused IS NULL AND EXISTS (
       SELECT FROM audit_log l
        WHERE l.chain = 'people' AND l.target = 'operation ' || p_operation AND l.at > clock() - interval '1 minute' AND l.action = 'reveal'
          AND l.outcome = 'DONE' AND l.actor = who AND l.request_id = p_request_id AND l.reason = reason_text(p_reason)
          AND CASE WHEN l.at > clock() - interval '1 minute' THEN pg_xact_status((l.detail ->> 'transaction')::xid8) END = 'committed') THEN
    BEGIN
      shown := convert_from(m.payload, 'UTF8');
    EXCEPTION WHEN OTHERS THEN
      shown := encode(m.payload, 'hex'); -- No text of ours; its bytes are.
    END;
    RETURN ROW('DONE', '', coalesce(o.beneficiary ->> 'name', ''), coalesce(o.beneficiary ->> 'account', ''), coalesce(o.beneficiary ->> 'country', ''),
               coalesce(shown, ''))::reveal_answer;
  END IF;
  PERFORM audit_people('reveal', 'operation ' || coalesce(p_operation::text, ''), CASE WHEN refused IS NULL THEN 'DONE' ELSE 'REFUSED' END,
                       coalesce(refused, reason_text(p_reason)), '',
                       jsonb_build_object('key', coalesce(m.idempotency_key, ''), 'shown', CASE WHEN refused IS NULL THEN 'beneficiary, payload' ELSE '' END,
                                          'transaction', pg_current_xact_id()::text),
                       p_request_id);
  RETURN ROW(CASE WHEN refused IS NULL THEN 'RECORDED' ELSE 'REFUSED' END, coalesce(refused, ''), '', '', '', '')::reveal_answer;
END
$$;

-- Reasons ------------------------------------------------------------------------------------------------------------------------------

-- As before; what nobody can see is no reason either.
CREATE OR REPLACE FUNCTION reason_text(p_reason text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN regexp_replace(coalesce(p_reason, ''), '[\s\u00a0\u00ad\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u2800\u3000\u3164\ufeff\uffa0]', '', 'g') = '' THEN ''
            ELSE audit_text(btrim(p_reason, E' \t\r\n')) END;

-- Logins of people --------------------------------------------------------------------------------------------------------------------

-- Who tied it (null: the superuser who set the installation up), and the second administrator who said the same. Until then nobody acts
-- through it: whoever knows the word of a login would else be another person by himself.
ALTER TABLE person_login
  ADD COLUMN tied_by      text REFERENCES person,
  ADD COLUMN confirmed_by text REFERENCES person,
  ADD CONSTRAINT two_persons_tie_a_login CHECK (confirmed_by <> tied_by AND confirmed_by <> person_id);
DROP TRIGGER guard_update ON person_login;
DROP TRIGGER guard_delete ON person_login;

-- Whoever set the installation up, and no SET ROLE of his.
CREATE FUNCTION is_superuser_session() RETURNS boolean LANGUAGE sql STABLE
RETURN (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = session_user);

SELECT make_guard_insert('person_login', 'OC008', 'a login is tied by a person, and another one confirms it',
                         '(NEW.tied_by IS DISTINCT FROM person_of_session() OR NEW.tied_by IS NULL OR NEW.confirmed_by IS NOT NULL) AND NOT is_superuser_session()');
SELECT make_guard_update('person_login', p_mutable => '{valid,tied_by,confirmed_by}',
  p_rules => ARRAY['OC008', 'a tie is confirmed by whoever says so himself',
                     'NEW.confirmed_by IS DISTINCT FROM OLD.confirmed_by AND NEW.confirmed_by IS DISTINCT FROM person_of_session() AND NOT is_superuser_session()',
                   'OC002', 'who tied a login stays, or is followed by whoever says the same himself before it is confirmed',
                     'NEW.tied_by IS DISTINCT FROM OLD.tied_by AND (OLD.tied_by IS NULL OR OLD.confirmed_by IS NOT NULL OR NEW.tied_by IS DISTINCT FROM person_of_session() OR NEW.tied_by IS NULL)',
                   'OC002', 'a login that was taken away is mapped anew, not revived', 'NEW.valid AND NOT OLD.valid',
                   'OC002', 'who confirmed a login stays', 'OLD.confirmed_by IS NOT NULL AND NEW.confirmed_by IS DISTINCT FROM OLD.confirmed_by']);
GRANT UPDATE (tied_by, confirmed_by) ON person_login TO onceover_api;

-- Is it a login of the engine's, or of who owns the schema? No person stands behind it.
CREATE FUNCTION is_service_login(p_role oid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pg_catalog.pg_roles g
                  WHERE g.rolname IN ('onceover_owner', 'onceover_api', 'onceover_migrator', 'onceover_scheduler', 'onceover_worker', 'onceover_sender',
                                      'onceover_resolver', 'onceover_callback', 'onceover_janitor', 'onceover_replayer', 'onceover_reconciler')
                    AND pg_has_role(p_role, g.oid, 'MEMBER'))
$$;

CREATE OR REPLACE FUNCTION person_of_session() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT l.person_id
    FROM person_login l
    JOIN pg_catalog.pg_roles r ON r.rolname = l.rolname AND r.oid = l.roleoid
   WHERE l.rolname = session_user AND l.valid AND NOT r.rolsuper AND (l.tied_by IS NULL OR l.confirmed_by IS NOT NULL)
     -- It may have become one of a service's since it was tied.
     AND NOT is_service_login(r.oid)
$$;

-- As before; a login of a service is nobody's, and REQUESTED is the answer until a second administrator says the same.
DO $$
DECLARE
  change text[];
  source text := pg_get_functiondef('set_login(text, text, text, uuid)'::regprocedure);
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    [$x$(r.rolsuper OR NOT r.rolcanlogin OR r.rolname LIKE 'onceover\_%')$x$,
     $x$(r.rolsuper OR NOT r.rolcanlogin OR r.rolname LIKE 'onceover\_%' OR is_service_login(r.oid))$x$],
    [$x$INSERT INTO person_login (rolname, roleoid, person_id) VALUES (r.rolname, r.oid, p_person) ON CONFLICT DO NOTHING;$x$,
     $x$INSERT INTO person_login (rolname, roleoid, person_id, tied_by) VALUES (r.rolname, r.oid, p_person, who) ON CONFLICT DO NOTHING;
    -- Who tied it and is nobody any more is no second person: whoever says the same now is the first one.
    UPDATE person_login l SET tied_by = who
     WHERE l.rolname = r.rolname AND l.roleoid = r.oid AND l.person_id = p_person AND l.tied_by <> who AND l.confirmed_by IS NULL
       AND NOT EXISTS (SELECT FROM person_login t WHERE t.person_id = l.tied_by AND t.valid AND (t.tied_by IS NULL OR t.confirmed_by IS NOT NULL));
    UPDATE person_login SET confirmed_by = who WHERE rolname = r.rolname AND roleoid = r.oid AND person_id = p_person AND tied_by <> who AND confirmed_by IS NULL;$x$],
    [$x$RETURN end_admin_act('login',$x$, $x$waits := EXISTS (SELECT FROM person_login l WHERE l.rolname = r.rolname AND l.person_id = p_person AND l.valid AND l.tied_by IS NOT NULL AND l.confirmed_by IS NULL);
  answer := end_admin_act('login',$x$],
    [$x$jsonb_build_object('person', p_person), p_request_id);$x$,
     $x$jsonb_build_object('person', p_person, 'waits_for_a_second', waits), p_request_id);
  IF refused IS NULL AND waits THEN
    answer.outcome := 'REQUESTED';
  END IF;
  RETURN answer;$x$],
    [$x$  r       record;$x$, $x$  r       record;
  waits   boolean;
  answer  admin_answer;$x$]] LOOP
    IF strpos(source, change[1]) = 0 THEN
      RAISE EXCEPTION 'set_login() is not what this migration expects: %', change[1];
    END IF;
    source := replace(source, change[1], change[2]);
  END LOOP;
  EXECUTE source;
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('incident_runs', 'evidence_runs', 'incident_unsecured', 'incident_evidence', 'reveal', 'is_service_login') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT EXECUTE ON FUNCTION evidence_runs(bigint) TO onceover_auditor;
GRANT EXECUTE ON FUNCTION reveal(uuid, text, uuid) TO onceover_operator, onceover_approver, onceover_auditor;
GRANT EXECUTE ON FUNCTION incident_evidence(bigint, text[], date[], timestamptz, jsonb, text, text, uuid) TO onceover_operator;

SELECT record_guards();
