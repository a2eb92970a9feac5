-- SPDX-License-Identifier: GPL-3.0-or-later
-- The queue has a limit (R79): at it the scheduler enumerates nothing and says so on the run. What was enumerated is always
-- written on: no insert into the outbox is refused.
-- reader-min: 17
SET search_path = onceover, pg_temp;

GRANT SELECT ON watch_limit TO onceover_scheduler;
GRANT EXECUTE ON FUNCTION limit_of(text) TO onceover_scheduler;

DO $$
BEGIN
  EXECUTE 'CREATE OR REPLACE VIEW v_figure AS ' || rtrim(pg_get_viewdef('v_figure'::regclass), ';') || $view$
  UNION ALL
  SELECT 'runs_held_by_queue', r.job_type, '', '', '', '', count(*)
    FROM job_run r WHERE r.status IN ('DUE', 'RUNNING') AND starts_with(r.status_reason, 'queue full') GROUP BY r.job_type
$view$;
END
$$;
