-- SPDX-License-Identifier: GPL-3.0-or-later
-- A month of one's own work, counted for the worksheet (R141).

-- name: ReadOwnMonth
-- An execution is an attempt at a run; it failed when it did so itself or when a shard of it did before the next one began;
-- it was repeated when the same run was executed again. $1 milliseconds to look back.
-- role: onceover_viewer, onceover_auditor
WITH moment AS (SELECT onceover.clock() AS now),
execution AS (
  SELECT a.attempt_id, a.run_id, a.attempt_no, a.status, a.started_at, r.grade,
         lead(a.started_at) OVER (PARTITION BY a.run_id ORDER BY a.attempt_no) AS next_at
    FROM onceover.v_attempt a
    JOIN onceover.v_run r USING (run_id)
   WHERE a.shard_no IS NULL AND a.started_at >= (SELECT now FROM moment) - $1::bigint * interval '1 ms'),
judged AS (
  SELECT e.*, e.status IN ('FAILED', 'LOST') OR EXISTS (
           SELECT FROM onceover.v_attempt s
            WHERE s.run_id = e.run_id AND s.shard_no IS NOT NULL AND s.status IN ('FAILED', 'LOST')
              AND s.started_at >= e.started_at AND s.started_at < coalesce(e.next_at, 'infinity')) AS failed,
         e.next_at IS NOT NULL OR EXISTS (
           SELECT FROM onceover.v_attempt s JOIN onceover.v_attempt l USING (run_id, shard_no)
            WHERE s.run_id = e.run_id AND l.status IN ('FAILED', 'LOST') AND s.started_at > l.started_at) AS again
    FROM execution e)
SELECT (SELECT count(*) FROM onceover.v_job WHERE enabled) AS jobs,
       count(*) AS executions,
       count(*) FILTER (WHERE failed) AS failures,
       count(*) FILTER (WHERE failed AND again) AS repeats,
       count(*) FILTER (WHERE grade = 'P0') AS executions_of_money,
       count(*) FILTER (WHERE failed AND grade = 'P0') AS failures_of_money,
       (SELECT array_agg((extract(epoch FROM u.wait) * 1000)::bigint ORDER BY u.n)
          FROM (SELECT j.retry_backoff FROM onceover.v_job j WHERE j.enabled
                 ORDER BY (SELECT sum(w) FROM unnest(j.retry_backoff) w) DESC, j.job_id LIMIT 1) longest,
               unnest(longest.retry_backoff) WITH ORDINALITY u(wait, n)) AS backoff_ms,
       (SELECT avg(extract(epoch FROM r.finished_at - r.started_at) * 1000)::bigint
          FROM onceover.v_reconciliation r
         WHERE r.kind IN ('book', 'three tables') AND r.finished_at IS NOT NULL AND r.compared > 0
           AND r.started_at >= (SELECT now FROM moment) - $1::bigint * interval '1 ms') AS reconciliation_ms
  FROM judged
