-- SPDX-License-Identifier: GPL-3.0-or-later
-- The pages Dead letters and Stuck leases. A list of the engine's work reads one page in either direction: $1 backwards (the rows up
-- to the position, the nearest ones), $2 and $3 the position (time and number; infinities: from the start), $4 how many rows;
-- what follows narrows the list, each may be NULL. Rows come in the list's own order either way.

-- name: ConsoleDeadLetters
-- Oldest first; without a status what is not resolved. Two branches, because each has an index of its own. $5 status, $6 group, $7 business date,
-- $8 job, $9 age in ms, $10 key's start, $11 what the group is of: task, worker (whose attempt was the operation's last), else class.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT d.* FROM (SELECT * FROM onceover.v_dead_letter WHERE status <> 'RESOLVED' AND ($5::text IS NULL OR status = $5)
                   UNION ALL SELECT * FROM onceover.v_dead_letter WHERE status = 'RESOLVED' AND $5 = 'RESOLVED') d
   WHERE ($6::text IS NULL
          OR $6 = CASE $11::text
                  WHEN 'task' THEN d.job_id
                  WHEN 'worker' THEN coalesce((SELECT a.worker_id FROM onceover.v_operation o JOIN onceover.v_attempt a USING (attempt_id)
                                                WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id), 'none')
                  ELSE d.failure_class END)
     AND ($7::date IS NULL OR d.biz_date = $7)
     AND ($8::text IS NULL OR d.job_id = $8 OR starts_with(d.job_id, $8 || '@'))
     AND ($9::bigint IS NULL OR d.opened_at < (SELECT onceover.clock()) - $9 * interval '1 ms')
     AND ($10::text IS NULL OR starts_with(d.idempotency_key, upper($10)) OR starts_with(d.operation_id::text, lower($10)))
), page AS MATERIALIZED (
  (SELECT * FROM found d WHERE NOT $1::boolean AND (d.opened_at, d.dead_letter_id) > ($2::timestamptz, $3::bigint)
    ORDER BY d.opened_at, d.dead_letter_id LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found d WHERE $1 AND (d.opened_at, d.dead_letter_id) <= ($2, $3)
    ORDER BY d.opened_at DESC, d.dead_letter_id DESC LIMIT $4)
)
SELECT d.dead_letter_id, d.subject_kind, d.subject_id, d.operation_id::text AS operation_id, d.job_id, d.biz_date, d.grade, d.idempotency_key,
       d.failure_class, d.last_error, d.attempts, d.payload_size, d.amount_minor, d.currency::text AS currency, d.status, d.resolution,
       d.reason, d.opened_at, d.resolved_at, coalesce(r.run_key, '') AS batch_key, o.status AS operation_status, o.settlement_type,
       a.worker_id,
       (SELECT CASE WHEN bool_or(l.phase = 'PAY') THEN 'PAY' WHEN bool_or(l.phase = 'BACK') THEN 'BACK' WHEN bool_or(l.phase = 'HOLD') THEN 'HOLD' END
          FROM onceover.v_ledger l WHERE l.bucket = d.bucket AND l.operation_id = d.operation_id) AS standing,
       EXISTS (SELECT FROM onceover.v_external_call c
                WHERE c.bucket = d.bucket AND c.operation_id = d.operation_id AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) AS effect_found,
       d.opened_at AS sort_at, d.dead_letter_id AS sort_id
  FROM page d
  LEFT JOIN onceover.v_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
  LEFT JOIN onceover.v_attempt a ON a.attempt_id = o.attempt_id
  LEFT JOIN onceover.v_batch b ON b.batch_id = d.batch_id
  LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
 ORDER BY d.opened_at, d.dead_letter_id

-- name: ConsoleDeadLetterGroups
-- Counted no further than 10,001. $1 status, $2 business date, $3 job, $4 age in ms, $5 key's start, $6 by what: task, worker, else class.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT CASE $6::text
               WHEN 'task' THEN d.job_id
               WHEN 'worker' THEN coalesce((SELECT a.worker_id FROM onceover.v_operation o JOIN onceover.v_attempt a USING (attempt_id)
                                             WHERE o.bucket = d.bucket AND o.operation_id = d.operation_id), 'none')
               ELSE d.failure_class END AS name
          FROM (SELECT * FROM onceover.v_dead_letter WHERE status <> 'RESOLVED' AND ($1::text IS NULL OR status = $1)
                UNION ALL (SELECT * FROM onceover.v_dead_letter WHERE status = 'RESOLVED' AND $1 = 'RESOLVED' ORDER BY opened_at LIMIT 10001)) d
         WHERE ($2::date IS NULL OR d.biz_date = $2) AND ($3::text IS NULL OR d.job_id = $3 OR starts_with(d.job_id, $3 || '@'))
           AND ($4::bigint IS NULL OR d.opened_at < (SELECT onceover.clock()) - $4 * interval '1 ms')
           AND ($5::text IS NULL OR starts_with(d.idempotency_key, upper($5)) OR starts_with(d.operation_id::text, lower($5)))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleStuckLeases
-- Longest overdue first. $5 worker, $6 job, $7 overdue by at least so many ms, $8 the id's start. What will happen by itself follows
-- from who could take over (settlers alive) and whether a freeze keeps them from it.
-- role: onceover_viewer, onceover_auditor
WITH found AS MATERIALIZED (
  SELECT s.*, ('x' || translate(right(s.operation_id::text, 12), '-', ''))::bit(48)::bigint AS sort_id FROM onceover.v_stuck_lease s
   WHERE ($5::text IS NULL OR s.worker_id = $5) AND ($6::text IS NULL OR s.job_id = $6 OR s.job_type = $6)
     AND ($7::bigint IS NULL OR s.lease_until < (SELECT onceover.clock()) - $7 * interval '1 ms')
     AND ($8::text IS NULL OR starts_with(s.operation_id::text, lower($8)))
), page AS MATERIALIZED (
  (SELECT * FROM found s WHERE NOT $1::boolean AND (s.lease_until, s.sort_id) > ($2::timestamptz, $3::bigint)
    ORDER BY s.lease_until, s.sort_id LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found s WHERE $1 AND (s.lease_until, s.sort_id) <= ($2, $3) ORDER BY s.lease_until DESC, s.sort_id DESC LIMIT $4)
), holder AS MATERIALIZED (
  SELECT DISTINCT p.worker_id FROM page p
), seen AS MATERIALIZED (
  SELECT w.* FROM holder h,
         LATERAL (SELECT w.worker_id, w.host, w.pid, w.stopped_at, v.last_beat
                    FROM onceover.v_worker w JOIN onceover.v_worker_seen v USING (worker_id) WHERE w.worker_id = h.worker_id LIMIT 1) w
), settlers AS MATERIALIZED (
  SELECT count(*) AS n
    FROM (SELECT DISTINCT h.worker_id FROM onceover.v_heartbeat h
           WHERE h.duty = 'settler' AND h.beat_at > (SELECT onceover.clock()) - interval '30 s') h,
         LATERAL (SELECT FROM onceover.v_worker w WHERE w.worker_id = h.worker_id AND w.stopped_at IS NULL LIMIT 1) w
)
SELECT p.bucket, p.operation_id, p.job_id, p.settlement_type, p.merchant_id, p.biz_date, p.amount_minor, p.currency::text AS currency,
       coalesce(r.run_key, '') AS batch_key, p.worker_id, seen.host, coalesce(seen.pid, 0)::bigint AS pid, seen.last_beat,
       seen.stopped_at IS NOT NULL AS worker_stopped, p.version, p.lease_until, p.attempts_total::bigint AS attempts, p.recoveries::bigint AS recoveries, p.lost,
       onceover.is_covered((SELECT onceover.frozen_scopes()), p.job_id, p.batch_id, p.merchant_id, p.channel_id)
         AND p.operation_id NOT IN (SELECT x.operation_id FROM onceover.exempt_in_force x) AS frozen,
       settlers.n AS settlers, p.lease_until AS sort_at, p.sort_id
  FROM page p CROSS JOIN settlers
  LEFT JOIN seen USING (worker_id)
  LEFT JOIN onceover.v_batch b ON b.batch_id = p.batch_id
  LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
 ORDER BY p.lease_until, p.sort_id

-- name: ConsoleStuckLeaseGroups
-- By worker. Not everything was looked at: more than 20,000 rows are overdue. $1 job, $2 overdue by at least, $3 the id's start.
-- role: onceover_viewer, onceover_auditor
SELECT s.worker_id AS name, count(*) AS n FROM onceover.v_stuck_lease s
 WHERE ($1::text IS NULL OR s.job_id = $1 OR s.job_type = $1)
   AND ($2::bigint IS NULL OR s.lease_until < (SELECT onceover.clock()) - $2 * interval '1 ms')
   AND ($3::text IS NULL OR starts_with(s.operation_id::text, lower($3)))
 GROUP BY s.worker_id ORDER BY n DESC, s.worker_id

-- name: ConsoleOverdueRows
-- role: onceover_viewer, onceover_auditor
SELECT count(*) >= 20000 AS cut
  FROM (SELECT FROM onceover.v_due d WHERE d.due_at < (SELECT onceover.clock()) - interval '5 s' LIMIT 20000) overdue
