-- SPDX-License-Identifier: GPL-3.0-or-later
-- One batch, whole. Head first, found by its run key; the rest by what the head names. Counts are the maintained ones.

-- name: ConsoleBatchHead
-- $1 run key. Always one row: without a batch it tells the time alone. Executed: tries at the run, and one more for each
-- worker that was lost in the middle of a shard, because its work was begun anew.
-- role: onceover_viewer
-- hot
SELECT t.now, b.batch_id, b.job_id, b.job_type, b.biz_date, b.scope, b.grade, b.status, b.status_reason, b.input_version, b.rule_version,
       b.count_agrees, b.amount_agrees, b.last_check_at, b.created_at, b.finished_at,
       r.run_id, r.run_key, r.job_id AS run_job_id, r.status AS run_status, r.status_reason AS run_reason, r.zone, r.local_wall, r.resolution,
       r.attempts AS run_attempts, r.scheduled_at, r.created_at AS run_created_at, r.started_at AS run_started_at,
       r.finished_at AS run_finished_at,
       (SELECT count(*) FROM onceover.v_trigger g WHERE g.run_id = r.run_id) AS triggered,
       (SELECT count(*) FILTER (WHERE a.shard_no IS NULL)
             + count(DISTINCT a.worker_id) FILTER (WHERE a.shard_no IS NOT NULL AND a.status IN ('LOST', 'FENCED'))
          FROM onceover.v_attempt a WHERE a.run_id = r.run_id) AS executed,
       (SELECT count(*) FROM onceover.v_dead_letter d WHERE d.batch_id = b.batch_id AND d.status <> 'RESOLVED') AS dead
  FROM (SELECT (SELECT onceover.clock()) AS now) t
  LEFT JOIN (onceover.v_run r JOIN onceover.v_batch b
               ON b.job_type = r.job_type AND b.biz_date = r.biz_date AND b.scope = r.scope AND b.run_id = r.run_id)
    ON r.run_key = $1::text

-- name: ConsoleBatchStates
-- role: onceover_viewer
SELECT status, currency::text AS currency, sum(n)::bigint AS n, sum(amount_minor)::bigint AS amount_minor
  FROM (SELECT status, currency, n, amount_minor FROM onceover.operation_count WHERE batch_id = $1::bigint
        UNION ALL SELECT status, currency, n, amount_minor FROM onceover.operation_count_delta WHERE batch_id = $1::bigint) c
 GROUP BY status, currency HAVING sum(n) <> 0 OR sum(amount_minor) <> 0
 ORDER BY status, currency

-- name: ConsoleBatchEffects
-- The most effects of any one operation: counted exactly among the first 20,000; beyond, a second one shows through its open
-- difference.
-- role: onceover_viewer
-- hot
SELECT greatest(coalesce(max(e.n), 0),
                CASE WHEN EXISTS (SELECT FROM onceover.v_difference d
                                   WHERE d.status = 'OPEN' AND d.kind = 'TWICE' AND d.batch_id = $1::bigint) THEN 2 ELSE 0 END)::bigint AS effects_max
  FROM (SELECT count(DISTINCT c.external_ref) AS n
          FROM (SELECT o.bucket, o.operation_id FROM onceover.v_operation o WHERE o.batch_id = $1::bigint
                 ORDER BY o.bucket, o.operation_id LIMIT 20000) o
          JOIN onceover.v_external_call c USING (bucket, operation_id)
         WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
         GROUP BY o.bucket, o.operation_id) e

-- name: ConsoleRunTriggers
-- $1 run, $2 how many.
-- role: onceover_viewer
-- hot
SELECT trigger_id, source, scheduled_at, coalesce(request_id::text, '') AS request_id, answer, requested_by, at
  FROM onceover.v_trigger WHERE run_id = $1::bigint ORDER BY at, trigger_id LIMIT $2::integer

-- name: ConsoleRunAttempts
-- $1 run, $2 shard: NULL for all, else those at the run itself and at that shard; $3 how many.
-- role: onceover_viewer
-- hot
SELECT attempt_id, shard_no, attempt_no, worker_id, input_version, status, started_at, finished_at, rows_affected, outcome, error
  FROM onceover.v_attempt
 WHERE run_id = $1::bigint AND ($2::smallint IS NULL OR shard_no IS NULL OR shard_no = $2)
 ORDER BY shard_no NULLS FIRST, started_at, attempt_id LIMIT $3::integer

-- name: ConsoleBatchShards
-- role: onceover_viewer
WITH actual AS MATERIALIZED (
  SELECT shard_no, currency::text AS currency, sum(n)::bigint AS n, sum(amount_minor)::bigint AS minor,
         coalesce(sum(n) FILTER (WHERE status = 'SUCCEEDED'), 0)::bigint AS succeeded
    FROM (SELECT shard_no, currency, status, n, amount_minor FROM onceover.operation_count WHERE batch_id = $1::bigint
          UNION ALL SELECT shard_no, currency, status, n, amount_minor FROM onceover.operation_count_delta WHERE batch_id = $1::bigint) c
   GROUP BY shard_no, currency HAVING sum(n) <> 0 OR sum(amount_minor) <> 0
)
SELECT s.shard_no, s.shard_total, s.bucket_from, s.bucket_to, s.status, s.input_version, s.expected_count, s.expected_items, s.enumerated_at,
       s.finished_at,
       ARRAY(SELECT e.key FROM jsonb_each_text(coalesce(s.expected_amount, '{}')) e ORDER BY e.key) AS expected_currencies,
       ARRAY(SELECT e.value::bigint FROM jsonb_each_text(coalesce(s.expected_amount, '{}')) e ORDER BY e.key) AS expected_minors,
       coalesce((SELECT sum(a.n)::bigint FROM actual a WHERE a.shard_no = s.shard_no), 0) AS actual_count,
       coalesce((SELECT sum(a.succeeded)::bigint FROM actual a WHERE a.shard_no = s.shard_no), 0) AS accepted,
       ARRAY(SELECT a.currency FROM actual a WHERE a.shard_no = s.shard_no ORDER BY a.currency) AS actual_currencies,
       ARRAY(SELECT a.minor FROM actual a WHERE a.shard_no = s.shard_no ORDER BY a.currency) AS actual_minors
  FROM onceover.v_shard s WHERE s.batch_id = $1::bigint ORDER BY s.shard_no LIMIT 64

-- name: ConsoleBatchLooks
-- role: onceover_viewer
SELECT reconciliation_id, kind, compared, differences, started_at, finished_at, worker_id
  FROM onceover.v_reconciliation WHERE batch_id = $1::bigint ORDER BY reconciliation_id DESC LIMIT $2::integer

-- name: ConsoleBatchDifferences
-- role: onceover_viewer
SELECT difference_id, kind, grade, coalesce(operation_id::text, '') AS operation, external_ref, ours_minor, theirs_minor,
       coalesce(currency::text, '') AS currency, detail, status, opened_at, resolved_at
  FROM onceover.v_difference WHERE status = 'OPEN' AND batch_id = $1::bigint ORDER BY opened_at, difference_id LIMIT $2::integer

-- name: ConsoleBatchAudit
-- What people and the system did to this batch or its run. $1 batch, $2 run key, $3 job, $4 business date, $5 how many.
-- role: onceover_viewer
-- hot
SELECT a.chain, a.seq, a.at, a.actor, a.role, a.action, a.target, a.outcome, a.reason, a.ticket
  FROM onceover.v_audit a
 WHERE a.chain IN ('people', 'system')
   AND a.target IN ('batch ' || $1::bigint, $2::text, 'run ' || $2::text, $3::text || ' ' || $4::date)
 ORDER BY a.at DESC, a.chain, a.seq DESC LIMIT $5::integer
