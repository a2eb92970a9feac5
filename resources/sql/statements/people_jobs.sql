-- SPDX-License-Identifier: GPL-3.0-or-later
-- What people read about jobs and their schedules.

-- name: ListJobFacts
-- role: onceover_viewer
SELECT j.job_id, j.job_type, j.scope, j.run_key_prefix, j.period_kind, j.grade, j.time_zone, j.schedule, j.biz_date_offset,
       j.enabled, j.rule_version, j.shard_count, j.claim_size, j.max_attempts, j.catch_up, j.same_action, j.may_repeat, j.held_policy,
       j.rollout_mode, j.needs_compensation,
       onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type) AS frozen,
       coalesce(s.backlog_from, j.schedule_from) AS scheduled_up_to,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (extract(epoch FROM j.max_total_time) * 1000)::bigint AS max_total_time_ms,
       (extract(epoch FROM j.conflict_backoff) * 1000)::bigint AS conflict_backoff_ms,
       (extract(epoch FROM j.allowed_lateness) * 1000)::bigint AS allowed_lateness_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms,
       s.problem, s.planned_at, coalesce(s.planned_by, '') AS planned_by, coalesce(s.tzdata_version, '') AS tzdata_version,
       s.next_at, coalesce(s.next_wall, '') AS next_wall, coalesce(s.next_resolution, '') AS next_resolution,
       coalesce(s.backlog, 0) AS backlog, coalesce(s.backlog_is_more, false) AS backlog_is_more, s.backlog_from, s.backlog_to,
       (extract(epoch FROM s.lag) * 1000)::bigint AS lag_ms, s.release_window_id, coalesce(s.release_what, '') AS release_what,
       s.last_run_id, coalesce(s.last_run_key, '') AS last_run_key, coalesce(s.last_run_status, '') AS last_run_status,
       s.last_scheduled_at, s.last_started_at, s.last_finished_at
  FROM onceover.v_job j
  JOIN onceover.v_job_schedule s USING (job_id)
 ORDER BY j.grade, j.job_id

-- name: ListReleases
-- Those that are not over (R81).
-- role: onceover_viewer
SELECT w.window_id, w.starts_at, w.ends_at, w.what
  FROM onceover.v_release_window w
 WHERE w.ends_at > (SELECT onceover.clock())
 ORDER BY w.starts_at, w.window_id

-- name: ReadPeopleTime
-- role: onceover_viewer
SELECT (SELECT onceover.clock()) AS now
