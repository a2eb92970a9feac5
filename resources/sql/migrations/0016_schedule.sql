-- SPDX-License-Identifier: GPL-3.0-or-later
-- The whole of cron and what becomes of late instants: a catch-up policy per job, the scheduler's outlook as a row that
-- people read, run keys of a slot, one business date per period, and a form that no timestamped key has.
SET search_path = onceover, pg_temp;

ALTER TABLE job ADD COLUMN catch_up text NOT NULL DEFAULT 'all' CHECK (catch_up IN ('all', 'latest', 'none'));

ALTER TABLE job_run
  DROP CONSTRAINT job_run_resolution_check,
  ADD CONSTRAINT job_run_resolution_check CHECK (resolution IN ('PLAIN', 'GAP_SHIFTED', 'OVERLAP_FIRST', 'OVERLAP_SECOND')),
  -- R11: a day, a week, a month; a local time with its offset only for a slot of a job without money.
  ADD CONSTRAINT job_run_key_form CHECK (
    run_key ~ '^[a-z][a-z0-9-]*(@[a-z0-9-]+)?:[0-9]{4}-([0-9]{2}|W[0-9]{2}|[0-9]{2}-[0-9]{2})$'
    OR grade = 'P1' AND run_key ~ '^[a-z][a-z0-9-]*(@[a-z0-9-]+)?:[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$');
ALTER TABLE run_trigger
  DROP CONSTRAINT run_trigger_answer_check,
  ADD CONSTRAINT run_trigger_answer_check CHECK (answer IN ('CREATED', 'EXISTING', 'HELD', 'ALREADY_COMPLETED', 'SKIPPED'));

-- What the schedulers see ahead of each job and behind it. A row of facts for people; nothing is decided by it.
CREATE TABLE job_outlook (
  job_id            text PRIMARY KEY REFERENCES job,
  planned_at        timestamptz NOT NULL DEFAULT clock(),
  planned_by        text NOT NULL,
  tzdata_version    text NOT NULL,
  problem           text NOT NULL,            -- why nothing is planned; '' when all is well
  next_at           timestamptz,
  next_wall         text NOT NULL,
  next_resolution   text NOT NULL,
  backlog           bigint NOT NULL CHECK (backlog >= 0),   -- due instants without a trigger, as counted before any was recorded
  backlog_is_more   boolean NOT NULL,
  backlog_from      timestamptz,
  backlog_to        timestamptz,
  release_window_id bigint,                   -- the next run or a retry of it would cross this release (R81)
  CHECK ((backlog = 0) = (backlog_from IS NULL))
);

-- The slot that a stored wall clock names.
CREATE FUNCTION slot_key_of(p_prefix text, p_scope text, p_local_wall text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_prefix || CASE WHEN p_scope = '' THEN '' ELSE '@' || p_scope END || ':' ||
       regexp_replace(p_local_wall, '^([0-9-]+) ([0-9:]+) ([+-][0-9:]+)$', '\1T\2\3');

-- A run is born DUE or HELD under the key that its job and business date, or its planned wall clock, compute.
CREATE OR REPLACE FUNCTION guard_new_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  j job;
BEGIN
  SELECT * INTO j FROM job WHERE job_id = NEW.job_id;
  IF NEW.status NOT IN ('DUE', 'HELD') OR NEW.attempts <> 0 THEN
    PERFORM refuse('OC001', 'job_run NONE>' || NEW.status);
  ELSIF j.job_id IS NULL OR (j.job_type, j.scope, j.grade) IS DISTINCT FROM (NEW.job_type, NEW.scope, NEW.grade) THEN
    PERFORM refuse('OC009', 'job_run and job ' || NEW.job_id || ' differ');
  ELSIF NEW.run_key IS DISTINCT FROM
          (CASE WHEN j.period_kind = 'slot' THEN slot_key_of(j.run_key_prefix, j.scope, NEW.local_wall)
                ELSE run_key_of(j.run_key_prefix, j.scope, j.period_kind, NEW.biz_date) END) THEN
    PERFORM refuse('OC006', 'run key ' || NEW.run_key);
  ELSIF NEW.local_wall IS NOT NULL AND NEW.local_wall::timestamptz IS DISTINCT FROM NEW.scheduled_at THEN
    PERFORM refuse('OC006', 'wall clock ' || NEW.local_wall || ' is not ' || NEW.scheduled_at);
  END IF;
  NEW.biz_date := period_date_of(j.period_kind, NEW.biz_date);
  RETURN NEW;
END
$$;

-- Why a person's wish to run this job for this date is refused, or null. Reasons as in core/refusal, in its order.
CREATE OR REPLACE FUNCTION trigger_refusal(p_job text, p_biz_date date) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  j      job;
  today  date;
  period date;
BEGIN
  SELECT * INTO j FROM job WHERE job_id = p_job;
  IF j.job_id IS NULL THEN
    RETURN 'UNKNOWN_JOB';
  ELSIF NOT j.enabled THEN
    RETURN 'JOB_DISABLED';
  ELSIF p_biz_date IS NULL OR p_biz_date NOT BETWEEN '1970-01-01' AND '9999-12-31' THEN
    RETURN 'BUSINESS_DATE_INVALID';
  END IF;
  today := (clock() AT TIME ZONE j.time_zone)::date;
  period := period_date_of(j.period_kind, p_biz_date);
  -- A month is over with its last day; the week of a run key lies before its business date.
  IF p_biz_date > today + least(greatest(j.biz_date_offset, -1), 0) OR j.period_kind = 'month' AND period >= today THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  -- A slot is known by its planned time, which a date does not tell: only runs that the schedule planned are met.
  IF j.period_kind = 'slot' AND NOT EXISTS (SELECT FROM job_run r WHERE r.job_id = p_job AND r.biz_date = p_biz_date) THEN
    RETURN 'UNKNOWN_SUBJECT';
  END IF;
  -- The batch seals the date: not before it is over for every merchant, in its own zone and by its own cut-off.
  IF j.job_type IN ('settle-daily', 'settle-monthly') AND EXISTS (
       SELECT FROM merchant m
        WHERE (period + CASE WHEN m.cutoff = '00:00' THEN 1 ELSE 0 END + m.cutoff) AT TIME ZONE m.time_zone > clock()) THEN
    RETURN 'BUSINESS_DATE_NOT_OVER';
  END IF;
  RETURN NULL;
END
$$;

-- A person triggers a job for a business date (never "today" by omission). The same request id gets the same answer; the
-- run is inserted or read, so that any number of triggers lead to one run (R5). Refusals are returned, and audited.
CREATE OR REPLACE FUNCTION trigger_run(p_job text, p_biz_date date, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, answer text, trigger_id bigint, run_id bigint, run_key text, run_status text,
               batch_id bigint, batch_status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who      constant text := person_of_session();
  target   constant text := coalesce(p_job, '') || ' ' || coalesce(p_biz_date::text, '');
  refused  text;
  earlier  run_trigger;
  run      job_run;
  inserted boolean;
  new_id   bigint;
BEGIN
  PERFORM freeze_barrier();
  SELECT * INTO earlier FROM run_trigger t WHERE t.request_id = p_request_id;
  IF who IS NULL THEN
    refused := 'NOT_MAPPED_TO_PERSON';
  ELSIF p_request_id IS NULL THEN
    refused := 'VALUE_MALFORMED';
  ELSIF (earlier.job_id, earlier.biz_date, earlier.requested_by) = (p_job, p_biz_date, who) THEN
    RETURN QUERY SELECT * FROM trigger_answer(earlier.trigger_id);
    RETURN;
  ELSE
    refused := coalesce(trigger_refusal(p_job, p_biz_date),
                        CASE WHEN earlier.trigger_id IS NOT NULL THEN 'REQUEST_ID_REUSED' END);
  END IF;
  IF refused IS NULL THEN
    INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, status, zone, tzdata_version, status_reason)
    SELECT j.job_id, j.job_type, j.scope, run_key_of(j.run_key_prefix, j.scope, j.period_kind, p_biz_date),
           period_date_of(j.period_kind, p_biz_date), j.grade,
           CASE WHEN f.freeze_id IS NULL THEN 'DUE' ELSE 'HELD' END, j.time_zone, '', CASE WHEN f.freeze_id IS NULL THEN '' ELSE 'freeze ' || f.freeze_id END
      FROM job j
      LEFT JOIN LATERAL (SELECT freeze_id FROM freezes_in_force
                          WHERE scope_kind = 'everything' OR scope_kind = 'job' AND scope_ref = j.job_id
                          ORDER BY freeze_id LIMIT 1) f ON true
     WHERE j.job_id = p_job AND j.period_kind <> 'slot'
    ON CONFLICT DO NOTHING RETURNING * INTO run;
    inserted := FOUND;
    IF NOT inserted THEN -- Of slots the newest one that is open, else the newest.
      SELECT r.* INTO STRICT run FROM job j
        JOIN job_run r ON CASE WHEN j.period_kind = 'slot' THEN r.job_id = j.job_id AND r.biz_date = p_biz_date
                               ELSE r.run_key = run_key_of(j.run_key_prefix, j.scope, j.period_kind, p_biz_date) END
       WHERE j.job_id = p_job
       ORDER BY r.status IN ('DONE', 'FAILED', 'SKIPPED'), r.scheduled_at DESC LIMIT 1;
    END IF;
    INSERT INTO run_trigger (job_id, source, request_id, run_id, run_key, biz_date, answer, requested_by)
    VALUES (p_job, 'manual', p_request_id, run.run_id, run.run_key, p_biz_date,
            CASE WHEN run.status IN ('HELD', 'SKIPPED') THEN run.status WHEN inserted THEN 'CREATED'
                 WHEN run.status = 'DONE' THEN 'ALREADY_COMPLETED' ELSE 'EXISTING' END, who)
    ON CONFLICT DO NOTHING RETURNING trigger_id INTO new_id;
    IF new_id IS NOT NULL THEN
      PERFORM audit_people('trigger', target, 'DONE', '', '', jsonb_build_object('trigger_id', new_id, 'run_key', run.run_key), p_request_id);
      RETURN QUERY SELECT * FROM trigger_answer(new_id);
      RETURN;
    END IF;
    -- The same request id was used at the same moment: its row counts.
    SELECT * INTO STRICT earlier FROM run_trigger t WHERE t.request_id = p_request_id;
    IF (earlier.job_id, earlier.biz_date, earlier.requested_by) = (p_job, p_biz_date, who) THEN
      RETURN QUERY SELECT * FROM trigger_answer(earlier.trigger_id);
      RETURN;
    END IF;
    refused := 'REQUEST_ID_REUSED';
  END IF;
  PERFORM audit_people('trigger', target, 'REFUSED', refused, '', '{}', p_request_id);
  RETURN QUERY SELECT 'REFUSED', refused, NULL::text, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::bigint, NULL::text;
END
$$;

CREATE OR REPLACE VIEW v_job AS SELECT * FROM job;

CREATE VIEW v_release_window AS SELECT window_id, starts_at, ends_at, what FROM release_window;

-- Each job's schedule as it stands: what comes next, how far behind it is, its last run.
CREATE VIEW v_job_schedule AS
  SELECT j.job_id, coalesce(o.problem, '') AS problem, o.planned_at, o.planned_by, o.tzdata_version, o.next_at, o.next_wall,
         o.next_resolution, o.backlog, o.backlog_is_more, o.backlog_from, o.backlog_to,
         (SELECT clock()) - o.backlog_from AS lag, o.release_window_id, w.what AS release_what,
         last.run_id AS last_run_id, last.run_key AS last_run_key, last.status AS last_run_status, last.scheduled_at AS last_scheduled_at,
         last.started_at AS last_started_at, last.finished_at AS last_finished_at
    FROM job j
    LEFT JOIN job_outlook o USING (job_id)
    LEFT JOIN release_window w ON w.window_id = o.release_window_id
    LEFT JOIN LATERAL (SELECT * FROM job_run r WHERE r.job_id = j.job_id ORDER BY r.biz_date DESC, r.run_id DESC LIMIT 1) last ON true;

GRANT EXECUTE ON FUNCTION slot_key_of(text, text, text) TO PUBLIC;
GRANT SELECT, INSERT ON job_outlook TO onceover_scheduler;
GRANT UPDATE (planned_at, planned_by, tzdata_version, problem, next_at, next_wall, next_resolution, backlog, backlog_is_more,
              backlog_from, backlog_to, release_window_id) ON job_outlook TO onceover_scheduler;
GRANT SELECT ON v_job, v_job_schedule, v_release_window TO onceover_viewer;
GRANT SELECT ON job_outlook, v_job_schedule, v_release_window TO onceover_auditor;
-- Who plans releases enters them; a past one stays.
GRANT SELECT, INSERT, UPDATE ON release_window TO onceover_admin;

SELECT record_guards();
