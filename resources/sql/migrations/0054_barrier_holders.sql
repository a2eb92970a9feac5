-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whoever holds the barrier of a freeze for longer than five seconds is ended (DESIGN.md rule 12). A session that stands idle in its
-- transaction is ended by its own setting; one that runs a long statement was waited for, so that the person who wanted to stop
-- everything was told to try again.
-- reader-min: 46
SET search_path = onceover, pg_temp;

-- Takes the barrier exclusively. Whoever held it when this began and holds it in the same transaction five seconds later is ended:
-- its work is rolled back whole, and done again by whoever claims next. A superuser's session is nobody's to end, and where onceover_api
-- is no member of pg_signal_backend none is; those are waited for as long as the caller's own limits allow. Returns how many were ended.
CREATE FUNCTION take_barrier() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  key     constant bigint := freeze_barrier_key();
  before  constant text := current_setting('lock_timeout');
  holders text[];
  holder  integer;
  ended   integer := 0;
BEGIN
  IF pg_try_advisory_xact_lock(key) THEN
    RETURN 0;
  END IF;
  holders := ARRAY(SELECT l.virtualtransaction FROM barrier_holders(key) l);
  BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    PERFORM pg_advisory_xact_lock(key);
    PERFORM set_config('lock_timeout', before, true);
    RETURN 0;
  EXCEPTION WHEN lock_not_available THEN
    NULL; -- The setting is what it was.
  END;
  FOR holder IN SELECT l.pid FROM barrier_holders(key) l WHERE l.virtualtransaction = ANY (holders) LOOP
    BEGIN
      ended := ended + pg_terminate_backend(holder)::integer;
    EXCEPTION WHEN insufficient_privilege THEN
      NULL;
    END;
  END LOOP;
  PERFORM pg_advisory_xact_lock(key);
  RETURN ended;
END
$$;

-- Who holds it now, and in which transaction.
CREATE FUNCTION barrier_holders(p_key bigint) RETURNS TABLE (pid integer, virtualtransaction text) LANGUAGE sql VOLATILE AS $$
  SELECT l.pid, l.virtualtransaction FROM pg_locks l
   WHERE l.locktype = 'advisory' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()) AND l.objsubid = 1
     AND (l.classid::bigint << 32 | l.objid::bigint) = p_key AND l.granted AND l.pid <> pg_backend_pid()
$$;

CREATE OR REPLACE FUNCTION enforce_order(p_freeze_id bigint, p_chain text, p_by text) RETURNS freeze_order LANGUAGE plpgsql AS $$
DECLARE
  ordered freeze_order;
  ended   integer;
BEGIN
  ended := take_barrier();
  UPDATE freeze_order f SET status = 'IN_FORCE', effective_at = clock()
   WHERE f.freeze_id = p_freeze_id AND f.status = 'REQUESTED' RETURNING f.* INTO ordered;
  IF ordered.freeze_id IS NOT NULL THEN
    PERFORM audit_append(p_chain, p_by, 'freeze in force', btrim(ordered.scope_kind || ' ' || ordered.scope_ref), 'DONE', '', '',
                         jsonb_build_object('freeze_id', ordered.freeze_id, 'effective_at', ordered.effective_at, 'holders_ended', ended), NULL);
  END IF;
  RETURN ordered;
END
$$;

REVOKE EXECUTE ON FUNCTION take_barrier(), barrier_holders(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_barrier(), barrier_holders(bigint) TO onceover_api;

SELECT record_guards();
