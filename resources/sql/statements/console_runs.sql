-- SPDX-License-Identifier: GPL-3.0-or-later
-- The page Runs with its tabs Attempts, Jobs and Workers. How a page is read: console_letters.sql.

-- name: ConsoleRuns
-- Newest first. $5 status, $6 job, $7 business date, $8 the run key's start.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT r.* FROM onceover.v_run r
   WHERE ($5::text IS NULL OR r.status = $5) AND ($6::text IS NULL OR r.job_id = $6 OR r.job_type = $6)
     AND ($7::date IS NULL OR r.biz_date = $7) AND ($8::text IS NULL OR starts_with(r.run_key, $8)) AND $2::timestamptz IS NOT NULL
), page AS MATERIALIZED (
  (SELECT * FROM found r WHERE NOT $1::boolean AND r.run_id < $3::bigint ORDER BY r.run_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found r WHERE $1 AND r.run_id >= $3 ORDER BY r.run_id LIMIT $4)
), batch AS MATERIALIZED (
  SELECT b.run_id, b.batch_id, b.status FROM onceover.v_batch b WHERE b.run_id IN (SELECT run_id FROM page)
), counts AS (
  SELECT c.batch_id, sum(c.n)::bigint AS n, coalesce(sum(c.n) FILTER (WHERE c.status = 'SUCCEEDED'), 0)::bigint AS done
    FROM (SELECT batch_id, status, n FROM onceover.operation_count WHERE batch_id IN (SELECT batch_id FROM batch)
          UNION ALL SELECT batch_id, status, n FROM onceover.operation_count_delta WHERE batch_id IN (SELECT batch_id FROM batch)) c
   GROUP BY c.batch_id
), tries AS (
  SELECT a.run_id, count(*) FILTER (WHERE a.shard_no IS NULL) AS runs, count(*) FILTER (WHERE a.shard_no IS NOT NULL) AS shards,
         count(*) FILTER (WHERE a.status IN ('LOST', 'FENCED')) AS lost
    FROM onceover.v_attempt a WHERE a.run_id IN (SELECT run_id FROM page) GROUP BY a.run_id
), triggers AS (
  SELECT g.run_id, count(*) AS n FROM onceover.v_trigger g WHERE g.run_id IN (SELECT run_id FROM page) GROUP BY g.run_id
)
SELECT p.run_id, p.run_key, p.job_id, p.biz_date, p.grade, p.status, p.status_reason, p.scheduled_at, p.local_wall, p.zone, p.resolution,
       coalesce(g.n, 0) AS triggers, greatest(coalesce(t.runs, 0), p.attempts)::bigint AS tries, coalesce(t.shards, 0) AS shard_tries,
       coalesce(t.lost, 0) AS lost, b.batch_id, b.status AS batch_status, coalesce(c.n, 0) AS operations, coalesce(c.done, 0) AS took_effect,
       p.created_at, p.started_at, p.finished_at, p.created_at AS sort_at, p.run_id AS sort_id
  FROM page p
  LEFT JOIN batch b USING (run_id)
  LEFT JOIN counts c ON c.batch_id = b.batch_id
  LEFT JOIN tries t USING (run_id)
  LEFT JOIN triggers g USING (run_id)
 ORDER BY p.run_id DESC

-- name: ConsoleRunGroups
-- By job, counted no further than 10,001. $1 status, $2 business date, $3 the run key's start.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT r.job_id AS name FROM onceover.v_run r
         WHERE ($1::text IS NULL OR r.status = $1) AND ($2::date IS NULL OR r.biz_date = $2) AND ($3::text IS NULL OR starts_with(r.run_key, $3))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleAttempts
-- Newest first; kept for 30 days after the run's end. $5 status, $6 worker, $7 job, $8 business date, $9 the run key's start.
-- Overlapping: another attempt at the same shard had begun before this one ended, and had not ended when this one began.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT a.*, r.run_key, r.job_id, r.biz_date FROM onceover.v_attempt a JOIN onceover.v_run r USING (run_id)
   WHERE ($5::text IS NULL OR a.status = $5) AND ($6::text IS NULL OR a.worker_id = $6)
     AND ($7::text IS NULL OR r.job_id = $7 OR r.job_type = $7) AND ($8::date IS NULL OR r.biz_date = $8)
     AND ($9::text IS NULL OR starts_with(r.run_key, $9)) AND $2::timestamptz IS NOT NULL
), page AS MATERIALIZED (
  (SELECT * FROM found a WHERE NOT $1::boolean AND a.attempt_id < $3::bigint ORDER BY a.attempt_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found a WHERE $1 AND a.attempt_id >= $3 ORDER BY a.attempt_id LIMIT $4)
)
SELECT p.attempt_id, p.run_key, p.job_id, p.biz_date, p.batch_id, p.shard_no::bigint AS shard_no, p.attempt_no, p.worker_id, p.status, p.started_at,
       p.finished_at, p.rows_affected, p.outcome, p.error,
       p.shard_no IS NOT NULL
         AND EXISTS (SELECT FROM onceover.v_attempt o
                      WHERE o.run_id = p.run_id AND o.shard_no = p.shard_no AND o.attempt_id <> p.attempt_id AND o.worker_id <> p.worker_id
                        AND o.started_at < coalesce(p.finished_at, 'infinity') AND coalesce(o.finished_at, 'infinity') > p.started_at) AS overlaps,
       p.started_at AS sort_at, p.attempt_id AS sort_id
  FROM page p ORDER BY p.attempt_id DESC

-- name: ConsoleAttemptGroups
-- By worker, counted no further than 10,001. $1 status, $2 job, $3 business date, $4 the run key's start.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT a.worker_id AS name FROM onceover.v_attempt a JOIN onceover.v_run r USING (run_id)
         WHERE ($1::text IS NULL OR a.status = $1) AND ($2::text IS NULL OR r.job_id = $2 OR r.job_type = $2)
           AND ($3::date IS NULL OR r.biz_date = $3) AND ($4::text IS NULL OR starts_with(r.run_key, $4))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleJobs
-- role: onceover_viewer, onceover_auditor
WITH numbered AS MATERIALIZED (
  SELECT j.*, row_number() OVER (ORDER BY j.grade, j.job_id) AS sort_id FROM onceover.v_job j
)
SELECT j.job_id, j.job_type, j.grade, j.enabled, j.period_kind, j.schedule, j.time_zone, j.same_action,
       (extract(epoch FROM j.allowed_lateness) * 1000)::bigint AS lateness_ms, j.may_repeat, j.needs_compensation, j.held_policy, j.rollout_mode,
       j.rule_version, ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY u(b, n) ORDER BY u.n) AS backoff_ms,
       j.max_attempts, (extract(epoch FROM j.max_total_time) * 1000)::bigint AS total_ms, (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       j.shard_count::integer AS shard_count,
       CASE WHEN isfinite(j.schedule_from) THEN greatest(j.schedule_from, (SELECT onceover.clock())) END AS next_after,
       s.next_at, coalesce(s.problem, '') AS problem, s.planned_at IS NOT NULL AS planned, l.run_key AS last_run_key, l.status AS last_run_status, l.at AS last_run_at,
       onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type) AS frozen,
       j.created_at AS sort_at, j.sort_id
  FROM numbered j
  LEFT JOIN onceover.v_job_schedule s ON s.job_id = j.job_id
  LEFT JOIN LATERAL (SELECT r.run_key, r.status, coalesce(r.started_at, r.created_at) AS at FROM onceover.v_run r
                      WHERE r.job_id = j.job_id ORDER BY r.biz_date DESC, r.run_id DESC LIMIT 1) l ON true
 WHERE j.sort_id > CASE WHEN $1::boolean THEN 0 ELSE greatest($3::bigint, 0) END AND $2::timestamptz IS NOT NULL
   AND (NOT $1 OR j.sort_id <= $3) AND ($5::text IS NULL OR j.grade = $5)
 ORDER BY j.sort_id LIMIT $4::integer

-- name: ConsoleJobGroups
-- role: onceover_viewer, onceover_auditor
SELECT j.grade AS name, count(*) AS n FROM onceover.v_job j GROUP BY j.grade ORDER BY j.grade

-- name: ConsoleWorkerList
-- Newest incarnation first. $5 status (ALIVE, GONE,
-- STOPPED), $6 the worker's start, $7 host. What they hold is counted among the first 20,000 due rows.
-- role: onceover_viewer, onceover_auditor
WITH beating AS MATERIALIZED (
  SELECT DISTINCT h.worker_id FROM onceover.v_heartbeat h
   WHERE h.duty = ANY (ARRAY['scheduler', 'settler', 'lease_keeper', 'sender', 'resolver', 'callback', 'reconciler', 'replayer', 'janitor'])
     AND h.beat_at > (SELECT onceover.clock()) - interval '30 s'
), found AS NOT MATERIALIZED (
  SELECT w.*, ('x' || substr(md5(w.worker_id), 1, 12))::bit(48)::bigint AS sort_id FROM onceover.v_worker w
   WHERE ($6::text IS NULL OR starts_with(w.worker_id, $6)) AND ($7::text IS NULL OR w.host = $7)
     AND CASE $5::text WHEN 'STOPPED' THEN w.stopped_at IS NOT NULL
                       WHEN 'ALIVE' THEN w.stopped_at IS NULL AND w.worker_id IN (SELECT worker_id FROM beating)
                       WHEN 'GONE' THEN w.stopped_at IS NULL AND w.worker_id NOT IN (SELECT worker_id FROM beating)
                       ELSE true END
), page AS MATERIALIZED (
  (SELECT * FROM found w WHERE NOT $1::boolean AND (w.started_at, w.sort_id) < ($2::timestamptz, $3::bigint)
    ORDER BY w.started_at DESC, w.sort_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found w WHERE $1 AND (w.started_at, w.sort_id) >= ($2, $3) ORDER BY w.started_at, w.sort_id LIMIT $4)
), leases AS (
  SELECT o.worker_id, count(*) AS n
    FROM (SELECT d.bucket, d.operation_id FROM onceover.v_due d LIMIT 20000) d JOIN onceover.v_operation o USING (bucket, operation_id)
   WHERE o.status = 'PROCESSING' AND o.worker_id IN (SELECT worker_id FROM page) GROUP BY o.worker_id
), sends AS (
  SELECT m.worker_id, count(*) AS n FROM onceover.v_outbox m WHERE m.status = 'SENDING' GROUP BY m.worker_id
), tries AS (
  SELECT a.worker_id, count(*) AS n FROM onceover.v_attempt a WHERE a.status = 'STARTED' AND a.worker_id IN (SELECT worker_id FROM page) GROUP BY a.worker_id
)
SELECT p.worker_id, p.program, p.app_version, p.host, p.pid::bigint AS pid, p.duties, p.started_at, p.stopped_at, p.stop_reason, v.last_beat,
       v.last_progress, v.alive, coalesce(l.n, 0) AS holds_operations, coalesce(s.n, 0) AS holds_messages, coalesce(a.n, 0) AS open_attempts,
       p.started_at AS sort_at, p.sort_id
  FROM page p
 CROSS JOIN LATERAL (SELECT v.last_beat, v.last_progress, v.alive FROM onceover.v_worker_seen v WHERE v.worker_id = p.worker_id LIMIT 1) v
  LEFT JOIN leases l ON l.worker_id = p.worker_id
  LEFT JOIN sends s ON s.worker_id = p.worker_id
  LEFT JOIN tries a ON a.worker_id = p.worker_id
 ORDER BY p.started_at DESC, p.sort_id DESC

-- name: ConsoleWorkerGroups
-- By host, of the newest 2,000 incarnations. $1 status, $2 the worker's start.
-- role: onceover_viewer, onceover_auditor
WITH beating AS MATERIALIZED (
  SELECT DISTINCT h.worker_id FROM onceover.v_heartbeat h
   WHERE h.duty = ANY (ARRAY['scheduler', 'settler', 'lease_keeper', 'sender', 'resolver', 'callback', 'reconciler', 'replayer', 'janitor'])
     AND h.beat_at > (SELECT onceover.clock()) - interval '30 s'
)
SELECT w.host AS name, count(*) AS n
  FROM (SELECT worker_id, host, stopped_at FROM onceover.v_worker ORDER BY started_at DESC LIMIT 2000) w
 WHERE ($2::text IS NULL OR starts_with(w.worker_id, $2))
   AND CASE $1::text WHEN 'STOPPED' THEN w.stopped_at IS NOT NULL
                     WHEN 'ALIVE' THEN w.stopped_at IS NULL AND w.worker_id IN (SELECT worker_id FROM beating)
                     WHEN 'GONE' THEN w.stopped_at IS NULL AND w.worker_id NOT IN (SELECT worker_id FROM beating)
                     ELSE true END
 GROUP BY w.host ORDER BY n DESC, w.host
