-- SPDX-License-Identifier: GPL-3.0-or-later
-- A database that is another one than it was, or that lost what it had promised, stops everything by itself: a server that was
-- failed over or restored, an audit history that an anchor outside contradicts (DESIGN.md sections 4 and 13). It goes on when two
-- persons lift that freeze, and that needs every channel to have been compared since it drained.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- A freeze whose lift waits until every channel was compared after it drained.
CREATE TABLE freeze_reconciliation (
  freeze_id bigint PRIMARY KEY REFERENCES freeze_order,
  cause     text NOT NULL CHECK (cause <> '')
);
SELECT guard_append_only('freeze_reconciliation');

-- A comparison made for such a freeze is none of a business date: it neither takes the day's place nor is taken for it.
ALTER TABLE reconciliation_run ADD COLUMN freeze_id bigint REFERENCES freeze_order;
DROP TRIGGER guard_update ON reconciliation_run;
DROP TRIGGER guard_delete ON reconciliation_run;
SELECT make_guard_update('reconciliation_run', p_mutable => '{compared,differences,opened,finished_at}');
DROP INDEX uq_reconciliation_run_day;
CREATE UNIQUE INDEX uq_reconciliation_run_day ON reconciliation_run (kind, coalesce(channel_id, ''), biz_date, (outcome = 'NOT_READ'))
  WHERE kind IN ('book', 'three tables', 'dead letters') AND freeze_id IS NULL;
CREATE UNIQUE INDEX uq_reconciliation_run_freeze ON reconciliation_run (freeze_id, kind, coalesce(channel_id, ''), (outcome = 'NOT_READ'))
  WHERE freeze_id IS NOT NULL;
CREATE OR REPLACE VIEW v_reconciliation AS
  SELECT reconciliation_id, kind, batch_id, biz_date, channel_id, compared, differences, started_at, finished_at, worker_id,
         outcome, opened, took, detail, freeze_id
    FROM reconciliation_run;

CREATE OR REPLACE FUNCTION comparisons_owed(p_biz_date date) RETURNS TABLE (kind text, channel_id text, endpoint text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT k.kind, k.channel_id, k.endpoint
    FROM (SELECT 'book'::text AS kind, p.channel_id, p.endpoint FROM channel_profile p
           WHERE p.kind = 'payout' AND p.enabled AND p.endpoint LIKE 'http://%'
          UNION ALL SELECT 'three tables', '', ''
          UNION ALL SELECT 'dead letters', '', '') k
   WHERE NOT EXISTS (SELECT FROM reconciliation_run r
                      WHERE r.kind = k.kind AND coalesce(r.channel_id, '') = k.channel_id AND r.biz_date = p_biz_date
                        AND r.freeze_id IS NULL AND r.outcome <> 'NOT_READ')
   ORDER BY k.kind, k.channel_id;
END;

-- The channels that a freeze still waits for: neither their book nor a statement that reaches so far was laid beside ours since it
-- drained. Those count that may pay, and those that ever did: a channel that was disabled meanwhile has its effects, too.
CREATE FUNCTION unreconciled_channels(p_freeze_id bigint) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT DISTINCT p.channel_id
    FROM freeze_order f
    JOIN freeze_reconciliation USING (freeze_id)
    JOIN channel_profile p ON p.kind = 'payout' AND (f.scope_kind <> 'channel' OR p.channel_id = f.scope_ref)
     AND (p.enabled OR EXISTS (SELECT FROM external_reference x WHERE x.channel_id = p.channel_id))
   WHERE f.freeze_id = p_freeze_id AND f.status <> 'LIFTED'
     AND NOT EXISTS (SELECT FROM reconciliation_run r
                      WHERE r.freeze_id = f.freeze_id AND r.channel_id = p.channel_id AND r.outcome <> 'NOT_READ')
     AND NOT EXISTS (SELECT FROM statement s
                      WHERE s.channel_id = p.channel_id AND s.imported_at > f.drained_at AND s.to_date >= (f.drained_at AT TIME ZONE 'UTC')::date)
   ORDER BY p.channel_id
$$;

-- Of them, the books that can be read now: what is still on its way would be missing in a book that is read before the freeze drained.
CREATE FUNCTION freeze_comparisons_owed() RETURNS TABLE (freeze_id bigint, biz_date date, channel_id text, endpoint text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT f.freeze_id, (f.drained_at AT TIME ZONE 'UTC')::date, c.channel_id, p.endpoint
    FROM freeze_order f
    JOIN freeze_reconciliation USING (freeze_id)
   CROSS JOIN LATERAL unreconciled_channels(f.freeze_id) c(channel_id)
   CROSS JOIN LATERAL (SELECT q.endpoint FROM channel_profile q WHERE q.channel_id = c.channel_id
                        ORDER BY q.enabled DESC, q.profile_version DESC LIMIT 1) p
   WHERE f.status IN ('DRAINED', 'LIFT_REQUESTED') AND p.endpoint LIKE 'http://%'
   ORDER BY f.freeze_id, c.channel_id
$$;

-- Stops everything, in force when it returns: nobody who takes the barrier later begins anything. An open one is the answer.
CREATE FUNCTION freeze_by_system(p_cause text, p_by text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  id bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  SELECT f.freeze_id INTO id FROM freeze_order f JOIN freeze_reconciliation USING (freeze_id)
   WHERE f.scope_kind = 'everything' AND f.actor = 'system' AND f.status IN ('REQUESTED', 'IN_FORCE') ORDER BY f.freeze_id LIMIT 1;
  IF id IS NULL THEN
    INSERT INTO freeze_order (scope_kind, scope_ref, actor, reason) VALUES ('everything', '', 'system', audit_text(p_cause)) RETURNING freeze_id INTO id;
    INSERT INTO freeze_reconciliation (freeze_id, cause) VALUES (id, audit_text(p_cause));
  END IF;
  PERFORM enforce_order(id, 'system', p_by);
  RETURN id;
END
$$;

-- Each engine connection asks first whether this is still the server that the installation knows. The first one that finds another
-- (failed over, or restored from a backup) raises the epoch and freezes everything; a row then says so. The timeline of a primary
-- is that of the WAL which it writes: pg_control tells that of the last checkpoint.
CREATE FUNCTION arrive(p_worker text) RETURNS TABLE (epoch integer, freeze_id bigint, cause text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  here_system   bigint;
  here_timeline integer;
  known         installation;
BEGIN
  IF pg_is_in_recovery() THEN
    RETURN;
  END IF;
  here_system := (SELECT system_identifier FROM pg_control_system());
  here_timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  SELECT * INTO known FROM installation;
  IF NOT FOUND OR (known.system_identifier, known.timeline) = (here_system, here_timeline) THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(freeze_barrier_key());
  SELECT * INTO known FROM installation FOR UPDATE; -- Another one may have arrived while this one waited.
  IF (known.system_identifier, known.timeline) = (here_system, here_timeline) THEN
    RETURN;
  END IF;
  cause := format('the database was on server %s, timeline %s, and is now on server %s, timeline %s: failed over or restored',
                  known.system_identifier, known.timeline, here_system, here_timeline);
  UPDATE installation i SET system_identifier = here_system, timeline = here_timeline, epoch = i.epoch + 1 RETURNING i.epoch INTO epoch;
  freeze_id := freeze_by_system(cause, p_worker);
  PERFORM audit_append('system', p_worker, 'server changed', 'installation', 'DONE', cause, '',
                       jsonb_build_object('epoch', epoch, 'freeze_id', freeze_id), NULL);
  RETURN NEXT;
END
$$;

-- Lost history ------------------------------------------------------------------------------------------------------------------

-- What was found lost, and the freeze by whose lift two persons accepted the loss.
ALTER TABLE audit_gap ADD COLUMN freeze_id bigint REFERENCES freeze_order;

CREATE OR REPLACE FUNCTION report_lost_history(p_seq bigint, p_body_hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  stopped bigint;
BEGIN
  IF knows_anchor(p_seq, p_body_hash) THEN
    RETURN false;
  ELSIF EXISTS (SELECT FROM audit_gap WHERE seq = p_seq AND body_hash = p_body_hash) OR (SELECT count(*) FROM audit_gap g JOIN freeze_order f ON f.freeze_id = g.freeze_id WHERE f.status <> 'LIFTED') >= 100 THEN
    RETURN true; -- Whoever looks at a hundred needs no more.
  END IF;
  stopped := freeze_by_system('an anchor that was kept outside is not in this database: it was restored, or lost commits', 'system');
  INSERT INTO audit_gap (seq, body_hash, login, freeze_id) VALUES (p_seq, p_body_hash, session_user, stopped) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM audit_append('system', 'system', 'lost-history', 'anchor ' || p_seq, 'DONE', 'an anchor kept outside is not in this database', '',
                         jsonb_build_object('body_hash', encode(p_body_hash, 'hex'), 'freeze_id', stopped), NULL);
  END IF;
  RETURN true;
END
$$;

-- Nobody signs over a loss that is not accepted yet: with two workers that have keys, the other one would.
CREATE OR REPLACE FUNCTION next_anchor() RETURNS TABLE (seq bigint, at timestamptz, prev_hash bytea, heads jsonb, body bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  newest  audit_anchor;
  this_at timestamptz;
  moved   jsonb;
BEGIN
  IF EXISTS (SELECT FROM audit_gap g JOIN freeze_order f ON f.freeze_id = g.freeze_id WHERE f.status <> 'LIFTED') THEN
    RETURN;
  END IF;
  SELECT * INTO newest FROM audit_anchor ORDER BY seq DESC LIMIT 1;
  this_at := clock();
  IF this_at BETWEEN newest.at AND newest.at + interval '1 minute' THEN
    RETURN;
  END IF;
  SELECT jsonb_object_agg(c.chain, jsonb_build_object('seq', c.head_seq, 'hash', encode(c.head_hash, 'hex'))) INTO moved
    FROM audit_chain c LEFT JOIN audit_anchored a USING (chain)
   WHERE c.head_seq > coalesce(a.seq, 0);
  IF moved IS NULL AND this_at BETWEEN newest.at AND newest.at + interval '1 hour' THEN
    RETURN;
  END IF;
  seq := coalesce(newest.seq, 0) + 1;
  at := greatest(this_at, newest.at); -- A clock that stepped back stops no signing.
  prev_hash := coalesce(sha256(newest.body), decode(repeat('00', 32), 'hex'));
  heads := coalesce(moved, '{}');
  body := anchor_body(seq, at, prev_hash, heads);
  RETURN NEXT;
END
$$;

-- The lift ------------------------------------------------------------------------------------------------------------------------

-- A lift rests on that, and on where the incidents stand whose freeze it is.
CREATE OR REPLACE FUNCTION lift_facts(p_plan jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('differences', EXISTS (SELECT FROM reconciliation_difference WHERE status = 'OPEN'),
           'unreconciled', coalesce((SELECT jsonb_agg(c ORDER BY c) FROM unreconciled_channels((p_plan ->> 'freeze_id')::bigint) c), '[]'),
           'incident', (SELECT jsonb_build_object('id', i.incident_id, 'status', i.status)
                          FROM freeze_order f JOIN incident i USING (incident_id) WHERE f.freeze_id = (p_plan ->> 'freeze_id')::bigint))
$$;

-- A freeze that waits for a reconciliation says for which channels; the rest as before.
DO $$
DECLARE
  lift  text := pg_get_functiondef('request_lift(bigint, jsonb, text, text, uuid)'::regprocedure);
  edit  text[];
BEGIN
  FOREACH edit SLICE 1 IN ARRAY ARRAY[
    [$x$  f       freeze_order;$x$, $x$  f       freeze_order;
  waits   text;$x$],
    [$x$  refused := CASE WHEN f.freeze_id IS NULL THEN 'UNKNOWN_SUBJECT'$x$,
     $x$  waits := (SELECT string_agg(c, ', ') FROM unreconciled_channels(f.freeze_id) c);
  refused := CASE WHEN f.freeze_id IS NULL THEN 'UNKNOWN_SUBJECT'$x$],
    [$x$WHEN f.status <> 'DRAINED' THEN 'NOT_IN_THIS_STATE'$x$,
     $x$WHEN f.status <> 'DRAINED' THEN 'NOT_IN_THIS_STATE'
                  WHEN waits IS NOT NULL THEN 'GATE_NOT_HELD'$x$],
    [$x$target, refused, coalesce(f.status, '')$x$,
     $x$target, refused,
      CASE WHEN refused = 'GATE_NOT_HELD' THEN 'not compared since the freeze drained: ' || waits ELSE coalesce(f.status, '') END$x$]] LOOP
    IF strpos(lift, edit[1]) = 0 THEN
      RAISE EXCEPTION 'request_lift() does not say what this migration changes: %', edit[1];
    END IF;
    lift := replace(lift, edit[1], edit[2]);
  END LOOP;
  EXECUTE lift;
END
$$;

DO $$
DECLARE
  f regprocedure;
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace
     AND p.proname IN ('unreconciled_channels', 'freeze_comparisons_owed', 'freeze_by_system', 'arrive') LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO onceover_api', f);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
GRANT SELECT ON statement TO onceover_api;
GRANT SELECT, INSERT ON freeze_reconciliation TO onceover_api;
GRANT UPDATE (system_identifier, timeline, epoch) ON installation TO onceover_api;
GRANT SELECT ON freeze_reconciliation TO onceover_auditor, onceover_viewer;
GRANT SELECT ON freeze_order TO onceover_reconciler;
GRANT EXECUTE ON FUNCTION arrive(text) TO onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback,
  onceover_reconciler, onceover_replayer, onceover_janitor;
GRANT EXECUTE ON FUNCTION freeze_comparisons_owed() TO onceover_reconciler;
GRANT EXECUTE ON FUNCTION unreconciled_channels(bigint) TO onceover_viewer, onceover_auditor;

SELECT record_guards();
