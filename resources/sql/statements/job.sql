-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadJobs
-- Enabled jobs, whether a freeze in force covers each, and up to which instant its triggers are recorded.
-- role: onceover_scheduler
SELECT j.job_id, j.job_type, j.scope, j.run_key_prefix, j.period_kind, j.grade, j.time_zone, j.schedule, j.biz_date_offset,
       j.enabled, j.rule_version, j.shard_count, j.claim_size, j.max_attempts,
       onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type) AS frozen,
       greatest(j.schedule_from,
                (SELECT max(t.scheduled_at) FROM onceover.run_trigger t
                  WHERE t.job_id = j.job_id AND t.scheduled_at IS NOT NULL)) AS scheduled_up_to,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (extract(epoch FROM j.max_total_time) * 1000)::bigint AS max_total_time_ms,
       (extract(epoch FROM j.conflict_backoff) * 1000)::bigint AS conflict_backoff_ms,
       j.catch_up, (extract(epoch FROM j.allowed_lateness) * 1000)::bigint AS allowed_lateness_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms
  FROM onceover.job j
 WHERE j.enabled
 ORDER BY j.job_id

-- name: ReadClaimableJobs
-- The settler's look at the same rows, of types that have operations: which triggers there were is not its business.
-- role: onceover_worker
SELECT j.job_id, j.job_type, j.scope, j.run_key_prefix, j.period_kind, j.grade, j.time_zone, j.schedule, j.biz_date_offset,
       j.enabled, j.rule_version, j.shard_count, j.claim_size, j.max_attempts,
       onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type) AS frozen,
       j.schedule_from AS scheduled_up_to,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (extract(epoch FROM j.max_total_time) * 1000)::bigint AS max_total_time_ms,
       (extract(epoch FROM j.conflict_backoff) * 1000)::bigint AS conflict_backoff_ms,
       j.catch_up, (extract(epoch FROM j.allowed_lateness) * 1000)::bigint AS allowed_lateness_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms
  FROM onceover.job j
  JOIN onceover.job_type k ON k.job_type = j.job_type AND k.has_batch
 WHERE j.enabled
 ORDER BY j.job_id

-- name: ReadReleaseWindows
-- Those that are not over (R81).
-- role: onceover_scheduler
SELECT w.window_id, w.starts_at, w.ends_at, w.what
  FROM onceover.release_window w
 WHERE w.ends_at > (SELECT onceover.clock())
 ORDER BY w.starts_at, w.window_id

-- name: RecordOutlook
-- What a scheduler sees ahead of a job: the newest look counts. $1 job, $2 worker, $3 zone data, $4 problem, $5 next instant,
-- $6 its wall clock, $7 its resolution, $8 due instants without a trigger, $9 are there more, $10 the first, $11 the last,
-- $12 release window that the next run would cross.
-- role: onceover_scheduler
INSERT INTO onceover.job_outlook AS o (job_id, planned_by, tzdata_version, problem, next_at, next_wall, next_resolution, backlog,
                                       backlog_is_more, backlog_from, backlog_to, release_window_id)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::timestamptz, $6::text, $7::text, $8::bigint, $9::boolean, $10::timestamptz,
        $11::timestamptz, $12::bigint)
ON CONFLICT (job_id) DO UPDATE
   SET planned_at = excluded.planned_at, planned_by = excluded.planned_by, tzdata_version = excluded.tzdata_version,
       problem = excluded.problem, next_at = excluded.next_at, next_wall = excluded.next_wall,
       next_resolution = excluded.next_resolution, backlog = excluded.backlog, backlog_is_more = excluded.backlog_is_more,
       backlog_from = excluded.backlog_from, backlog_to = excluded.backlog_to, release_window_id = excluded.release_window_id
