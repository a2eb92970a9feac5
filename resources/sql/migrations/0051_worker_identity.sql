-- SPDX-License-Identifier: GPL-3.0-or-later
-- A worker's row, heartbeats and audit chain are its own (SECURITY.md): each of its duties belongs to the login that took it first, and
-- nobody else beats, stops or speaks for it. So nobody ends the watch over a stopped sender, whose bytes may still leave, but its own
-- process, or a person who declares it dead.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- One login per duty of an incarnation. The processes of one worker log in once per duty, under the same worker id.
CREATE TABLE worker_login (
  worker_id text NOT NULL,
  duty      text NOT NULL,
  login     text NOT NULL,
  at        timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (worker_id, duty)
);
SELECT guard_append_only('worker_login');

-- The role of a duty: its own, but that the settler's is called the worker's.
CREATE FUNCTION role_of_duty(p_duty text) RETURNS name LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_duty WHEN 'settler' THEN 'onceover_worker' ELSE 'onceover_' || p_duty END::name;

-- Is the login of this session one of that worker's? Duties that nobody took yet and that its role allows are its own from now on: so
-- also for a worker that has been running since before anybody wrote this down.
CREATE FUNCTION speaks_for_worker(p_worker text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM worker_login l WHERE l.worker_id = p_worker AND l.login = session_user) THEN
    RETURN true;
  END IF;
  INSERT INTO worker_login (worker_id, duty, login)
  SELECT w.worker_id, d.duty, session_user
    FROM worker w CROSS JOIN LATERAL (SELECT DISTINCT u.duty FROM unnest(w.duties) u(duty)) d
    JOIN pg_catalog.pg_roles r ON r.rolname = role_of_duty(d.duty)
   WHERE w.worker_id = p_worker AND w.stopped_at IS NULL AND pg_has_role(session_user, r.oid, 'MEMBER')
  ON CONFLICT DO NOTHING;
  RETURN EXISTS (SELECT FROM worker_login l WHERE l.worker_id = p_worker AND l.login = session_user);
END
$$;

CREATE OR REPLACE FUNCTION register_worker(p_worker text, p_program text, p_app_version text, p_host text, p_pid integer, p_duties text[])
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  is_first boolean;
BEGIN
  INSERT INTO worker (worker_id, program, app_version, host, pid, duties)
  VALUES (p_worker, p_program, p_app_version, p_host, p_pid, p_duties) ON CONFLICT DO NOTHING;
  is_first := FOUND;
  IF NOT is_first THEN
    PERFORM 1 FROM worker WHERE worker_id = p_worker AND host = p_host AND pid = p_pid AND stopped_at IS NULL;
    IF NOT FOUND THEN
      PERFORM refuse('OC009', 'worker id ' || p_worker || ' belongs to another incarnation: each start needs an id of its own');
    END IF;
  END IF;
  IF NOT speaks_for_worker(p_worker) THEN
    PERFORM refuse('OC009', 'worker ' || p_worker || ' has no duty for ' || session_user || ', or another login has it');
  END IF;
  RETURN is_first;
END
$$;

-- A duty's own name is beaten by its login alone; what runs beside it (ticker, lease keeper) by any login of the worker.
CREATE OR REPLACE FUNCTION beat(p_worker text, p_duty text, p_pieces bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock();
BEGIN
  IF NOT speaks_for_worker(p_worker) THEN
    PERFORM refuse('OC009', session_user || ' does not beat for worker ' || p_worker);
  END IF;
  -- A statement of its own: it sees what was taken just now.
  IF EXISTS (SELECT FROM worker w WHERE w.worker_id = p_worker AND p_duty = ANY (w.duties))
     AND NOT EXISTS (SELECT FROM worker_login l WHERE l.worker_id = p_worker AND l.duty = p_duty AND l.login = session_user) THEN
    PERFORM refuse('OC009', session_user || ' does not beat for ' || p_duty || ' of worker ' || p_worker);
  END IF;
  INSERT INTO worker_heartbeat AS h (worker_id, duty, minute, beat_at, last_progress_at, pieces)
  VALUES (p_worker, p_duty, date_trunc('minute', moment), moment, CASE WHEN p_pieces > 0 THEN moment END, p_pieces)
  ON CONFLICT (worker_id, duty, minute) DO UPDATE
    SET beat_at = excluded.beat_at, last_progress_at = coalesce(excluded.last_progress_at, h.last_progress_at), pieces = h.pieces + excluded.pieces;
END
$$;

CREATE OR REPLACE FUNCTION stop_worker(p_worker text, p_reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NOT speaks_for_worker(p_worker) THEN
    PERFORM refuse('OC009', session_user || ' does not stop worker ' || p_worker);
  END IF;
  UPDATE worker SET stopped_at = clock(), stop_reason = p_reason WHERE worker_id = p_worker AND stopped_at IS NULL;
  RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION audit_worker(p_worker text, p_action text, p_target text, p_detail jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NOT speaks_for_worker(p_worker) THEN
    PERFORM refuse('OC009', session_user || ' does not speak for worker ' || p_worker);
  END IF;
  RETURN audit_append('worker:' || p_worker, p_worker, p_action, p_target, 'DONE', '', '', p_detail, NULL);
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND p.proname IN ('role_of_duty', 'speaks_for_worker') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT, INSERT ON worker_login TO onceover_api;
GRANT SELECT ON worker_login TO onceover_auditor;
-- The functions are the only way: no duty writes another's row.
REVOKE INSERT ON worker, worker_heartbeat
  FROM onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;
REVOKE UPDATE (stopped_at, stop_reason) ON worker
  FROM onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;
REVOKE UPDATE (beat_at, last_progress_at, pieces) ON worker_heartbeat
  FROM onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_replayer, onceover_reconciler;

SELECT record_guards();
