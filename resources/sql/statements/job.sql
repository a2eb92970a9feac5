-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadJobs
-- Enabled jobs, whether a freeze in force covers each, and up to which instant its triggers are recorded.
-- role: onceover_scheduler
SELECT j.job_id, j.job_type, j.scope, j.run_key_prefix, j.period_kind, j.grade, j.time_zone, j.schedule, j.biz_date_offset,
       j.enabled, j.rule_version, j.shard_count, j.claim_size, j.max_attempts,
       EXISTS (SELECT FROM onceover.freezes_in_force f
                WHERE f.scope_kind = 'everything' OR (f.scope_kind = 'job' AND f.scope_ref = j.job_id)) AS frozen,
       greatest(j.schedule_from,
                (SELECT max(t.scheduled_at) FROM onceover.run_trigger t
                  WHERE t.job_id = j.job_id AND t.scheduled_at IS NOT NULL)) AS scheduled_up_to,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (extract(epoch FROM j.max_total_time) * 1000)::bigint AS max_total_time_ms,
       (extract(epoch FROM j.conflict_backoff) * 1000)::bigint AS conflict_backoff_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms
  FROM onceover.job j
 WHERE j.enabled
 ORDER BY j.job_id

-- name: ReadClaimableJobs
-- The settler's look at the same rows: which triggers there were is not its business.
-- role: onceover_worker
SELECT j.job_id, j.job_type, j.scope, j.run_key_prefix, j.period_kind, j.grade, j.time_zone, j.schedule, j.biz_date_offset,
       j.enabled, j.rule_version, j.shard_count, j.claim_size, j.max_attempts,
       EXISTS (SELECT FROM onceover.freezes_in_force f
                WHERE f.scope_kind = 'everything' OR (f.scope_kind = 'job' AND f.scope_ref = j.job_id)) AS frozen,
       j.schedule_from AS scheduled_up_to,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       (extract(epoch FROM j.max_total_time) * 1000)::bigint AS max_total_time_ms,
       (extract(epoch FROM j.conflict_backoff) * 1000)::bigint AS conflict_backoff_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms
  FROM onceover.job j
 WHERE j.enabled
 ORDER BY j.job_id
