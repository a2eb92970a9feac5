-- SPDX-License-Identifier: GPL-3.0-or-later
-- Simulated time, for a sandbox alone: run once, after the migrations and after `installation` says 'sandbox', as the
-- cluster's superuser. Nowhere else may clock() be anything but clock_timestamp(); the self-check refuses it.
SET search_path = onceover, pg_temp;

DO $$
BEGIN
  IF (SELECT environment FROM onceover.installation) IS DISTINCT FROM 'sandbox' THEN
    RAISE EXCEPTION 'simulated time is for a database that is marked as a sandbox' USING ERRCODE = 'OC009';
  END IF;
END
$$;

SET ROLE onceover_owner;

CREATE TABLE sandbox_clock (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  "offset" interval NOT NULL
);
-- Where practice time begins: SET onceover.sandbox_offset = '-7 days' in the same session, or
-- sandbox_begin() before the first run.
INSERT INTO sandbox_clock ("offset") VALUES (coalesce(nullif(current_setting('onceover.sandbox_offset', true), ''), '0')::interval);
GRANT SELECT ON sandbox_clock TO PUBLIC;
GRANT UPDATE ("offset") ON sandbox_clock TO onceover_api;

-- Qualified throughout: column defaults and functions call it under any search_path.
CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
BEGIN
  RETURN clock_timestamp() + (SELECT s."offset" FROM onceover.sandbox_clock s);
END
$$;

-- Moves practice time to p_to, forward only, and says the new offset. While something is PROCESSING or SENDING its lease
-- would run out by the leap, so that is refused unless asked for. Audited, announced.
CREATE FUNCTION sandbox_advance(p_to timestamptz, p_through boolean DEFAULT false) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  moved  interval;
  before timestamptz;
BEGIN
  IF (SELECT environment FROM installation) <> 'sandbox' THEN
    PERFORM refuse('OC009', 'not a sandbox');
  END IF;
  PERFORM 1 FROM sandbox_clock FOR UPDATE;
  IF p_to IS NULL OR NOT isfinite(p_to) OR p_to < clock() THEN
    PERFORM refuse('OC009', 'practice time goes forward only');
  END IF;
  IF NOT p_through AND (EXISTS (SELECT FROM settlement_operation o JOIN operation_due d USING (bucket, operation_id) WHERE o.status = 'PROCESSING')
                        OR EXISTS (SELECT FROM outbox WHERE status = 'SENDING')) THEN
    PERFORM refuse('OC001', 'something is PROCESSING or SENDING');
  END IF;
  -- "Now" took a moment to arrive: practice time that has caught up runs with the clock from then on.
  moved := p_to - clock_timestamp();
  IF moved BETWEEN '-1 s' AND '0' THEN
    moved := '0';
  END IF;
  before := clock();
  UPDATE sandbox_clock SET "offset" = moved;
  PERFORM janitor_make_partitions();
  -- Where the leap began is said as well: whoever was silent for its length was not silent.
  PERFORM audit_append('people', coalesce(person_of_session(), 'sandbox'), 'sandbox-advance', to_char(p_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                       'DONE', '', '', jsonb_build_object('through', p_through, 'from', before, 'to', p_to), NULL);
  PERFORM pg_notify('onceover_tick', '');
  RETURN moved;
END
$$;

-- Sets where practice time begins, as long as nothing was ever triggered.
CREATE FUNCTION sandbox_begin(p_at timestamptz) RETURNS interval
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
DECLARE
  moved interval;
BEGIN
  IF EXISTS (SELECT FROM job_run) OR p_at IS NULL OR NOT isfinite(p_at) THEN
    PERFORM refuse('OC009', 'practice time begins once, before the first run');
  END IF;
  UPDATE sandbox_clock SET "offset" = p_at - clock_timestamp() RETURNING "offset" INTO moved;
  PERFORM janitor_make_partitions();
  RETURN moved;
END
$$;

GRANT CREATE ON SCHEMA onceover TO onceover_api;
ALTER FUNCTION sandbox_advance(timestamptz, boolean) OWNER TO onceover_api;
ALTER FUNCTION sandbox_begin(timestamptz) OWNER TO onceover_api;
REVOKE CREATE ON SCHEMA onceover FROM onceover_api;
GRANT SELECT ON operation_due TO onceover_api;
GRANT EXECUTE ON FUNCTION janitor_make_partitions() TO onceover_api;
REVOKE EXECUTE ON FUNCTION sandbox_advance(timestamptz, boolean), sandbox_begin(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sandbox_advance(timestamptz, boolean), sandbox_begin(timestamptz) TO onceover_admin;
SELECT janitor_make_partitions();

RESET ROLE;
