-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: InsertBatch
-- By insert-or-read: one batch per (job type, business date, scope). $1 run, $2 input version.
-- role: onceover_scheduler
INSERT INTO onceover.settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
SELECT r.run_id, r.job_id, r.job_type, r.biz_date, r.scope, r.grade, j.shard_count, $2::text, j.rule_version
  FROM onceover.job_run r JOIN onceover.job j USING (job_id)
 WHERE r.run_id = $1::bigint
ON CONFLICT (job_type, biz_date, scope) DO NOTHING

-- name: ReadBatchOfRun
-- role: onceover_scheduler
SELECT b.batch_id, b.status, b.input_version
  FROM onceover.job_run r
  JOIN onceover.settlement_batch b ON b.job_type = r.job_type AND b.biz_date = r.biz_date AND b.scope = r.scope
 WHERE r.run_id = $1::bigint

-- name: ReadOpenBatches
-- Every batch that is not COMPLETED with the facts that decide, in one statement, so that the numbers agree. Counts are
-- the folded summary plus the deltas that are not folded yet. What failed before an approved recovery no longer stops it, and the
-- budget of attempts began anew with it.
-- role: onceover_scheduler
WITH open AS MATERIALIZED (SELECT * FROM onceover.settlement_batch WHERE status <> 'COMPLETED'),
counts AS (
  SELECT c.batch_id, c.currency, c.status, sum(c.n) AS n, sum(c.amount_minor) AS amount_minor
    FROM (SELECT batch_id, currency, status, n, amount_minor FROM onceover.operation_count
           WHERE batch_id IN (SELECT batch_id FROM open)
          UNION ALL
          SELECT batch_id, currency, status, n, amount_minor FROM onceover.operation_count_delta
           WHERE batch_id IN (SELECT batch_id FROM open)) c
   GROUP BY 1, 2, 3),
letters AS (
  SELECT d.batch_id, d.operation_id, o.status, bool_and(d.status = 'RESOLVED') AS resolved,
         coalesce(bool_or(d.status <> 'RESOLVED' AND o.failure_class IN ('RULE', 'DEFECT') AND NOT EXISTS (
           SELECT FROM onceover.run_recovery c WHERE c.batch_id = d.batch_id AND d.dead_letter_id = ANY (c.letters))), false) AS stopping
    FROM onceover.dead_letter d
    JOIN onceover.settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
   WHERE d.batch_id IN (SELECT batch_id FROM open) AND o.status IN ('FAILED_PERMANENT', 'UNKNOWN_EXTERNAL')
   GROUP BY 1, 2, 3),
waiting AS (
  SELECT batch_id, count(*) FILTER (WHERE status = 'FAILED_PERMANENT' AND resolved) AS failed_accepted,
         count(*) FILTER (WHERE status = 'FAILED_PERMANENT' AND stopping) AS failed_stopping,
         count(*) FILTER (WHERE status = 'UNKNOWN_EXTERNAL' AND NOT resolved) AS unknown_waiting
    FROM letters GROUP BY 1)
SELECT b.batch_id, b.run_id, b.job_id, b.biz_date, b.status, b.shard_total, s.enumerated, s.done, s.expected,
       ARRAY(SELECT e.key FROM onceover.batch_shard x, jsonb_each_text(x.expected_amount) e
              WHERE x.batch_id = b.batch_id GROUP BY e.key ORDER BY e.key) AS expected_currencies,
       ARRAY(SELECT sum(e.value::bigint)::bigint FROM onceover.batch_shard x, jsonb_each_text(x.expected_amount) e
              WHERE x.batch_id = b.batch_id GROUP BY e.key ORDER BY e.key) AS expected_amounts,
       ARRAY(SELECT c.status FROM counts c WHERE c.batch_id = b.batch_id GROUP BY c.status ORDER BY c.status) AS statuses,
       ARRAY(SELECT sum(c.n)::bigint FROM counts c WHERE c.batch_id = b.batch_id GROUP BY c.status ORDER BY c.status) AS status_counts,
       ARRAY(SELECT c.currency FROM counts c WHERE c.batch_id = b.batch_id GROUP BY c.currency HAVING sum(c.n) <> 0
              ORDER BY c.currency) AS currencies,
       ARRAY(SELECT sum(c.amount_minor)::bigint FROM counts c WHERE c.batch_id = b.batch_id GROUP BY c.currency
             HAVING sum(c.n) <> 0 ORDER BY c.currency) AS amounts,
       coalesce(w.failed_accepted, 0) AS failed_accepted, coalesce(w.failed_stopping, 0) AS failed_stopping,
       coalesce(w.unknown_waiting, 0) AS unknown_waiting,
       (SELECT count(*) FROM onceover.reconciliation_difference d WHERE d.batch_id = b.batch_id AND d.status = 'OPEN') AS differences,
       s.enumerated + s.done < b.shard_total
         AND (SELECT count(*) FROM onceover.run_attempt a
               WHERE a.run_id = b.run_id AND a.shard_no IS NULL AND a.status = 'FAILED'
                 AND a.finished_at > coalesce((SELECT max(c.at) FROM onceover.run_recovery c WHERE c.run_id = b.run_id), '-infinity'))
             >= j.max_attempts AS attempts_spent
  FROM open b
  JOIN onceover.job j USING (job_id)
  LEFT JOIN waiting w USING (batch_id)
 CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE x.status = 'ENUMERATED') AS enumerated, count(*) FILTER (WHERE x.status = 'DONE') AS done,
               coalesce(sum(x.expected_count), 0)::bigint AS expected
          FROM onceover.batch_shard x WHERE x.batch_id = b.batch_id) s
 ORDER BY b.biz_date, b.batch_id

-- name: ReadReconcileFigures
-- What the four books say of the money of one batch, in one snapshot (I5): one row per book and currency. A correction books what its
-- original's key moved: it stands in no other book, and what it books in no book of its original's batch. Nor does a return.
-- role: onceover_scheduler
WITH paid AS MATERIALIZED (
  SELECT o.bucket, o.operation_id, o.currency, o.amount_minor
    FROM onceover.settlement_operation o
   WHERE o.batch_id = $1::bigint AND o.status = 'SUCCEEDED'
     AND EXISTS (SELECT FROM onceover.outbox m WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout')),
messages AS MATERIALIZED (
  SELECT m.bucket, m.outbox_id, m.channel_id, m.idempotency_key, m.currency, m.amount_minor, m.status
    FROM onceover.outbox m
   WHERE m.batch_id = $1::bigint AND m.message_kind = 'payout'
     AND NOT (m.status = 'REFUSED' AND EXISTS (
           SELECT FROM onceover.settlement_operation c JOIN onceover.settlement_operation o
               ON o.bucket = c.bucket AND o.merchant_id = c.merchant_id AND o.settle_date = c.settle_date AND o.currency = c.currency
            WHERE o.bucket = m.bucket AND o.operation_id = m.operation_id AND c.settlement_type = 'correction' AND c.status = 'SUCCEEDED'
              AND split_part(c.scope_ref, '/', 1) = o.operation_id::text)))
SELECT 'operations' AS book, currency, count(*) AS n, sum(amount_minor)::bigint AS amount_minor FROM paid GROUP BY currency
UNION ALL
SELECT 'ledger', l.currency, count(*), sum(l.amount_minor)::bigint
  FROM onceover.settlement_operation o
  JOIN onceover.ledger_entry l ON l.bucket = o.bucket AND l.operation_id = o.operation_id AND l.phase = 'PAY' AND l.side = 'CREDIT'
 WHERE o.batch_id = $1::bigint AND o.settlement_type NOT IN ('correction', 'return') GROUP BY l.currency
UNION ALL
SELECT 'outbox', currency, count(*), sum(amount_minor)::bigint FROM messages WHERE status = 'ACCEPTED' GROUP BY currency
UNION ALL
SELECT 'answers', a.currency, count(*), sum(a.amount_minor)::bigint
  FROM (SELECT m.bucket, m.outbox_id, c.external_ref, coalesce(c.currency, '') AS currency, coalesce(c.amount_minor, 0) AS amount_minor
          FROM messages m
          JOIN onceover.external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id
         WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
        UNION
        SELECT m.bucket, m.outbox_id, e.external_ref, coalesce(e.currency, ''), coalesce(e.amount_minor, 0)
          FROM messages m
          JOIN onceover.external_event e ON e.channel_id = m.channel_id AND e.idempotency_key = m.idempotency_key
         WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid) a
 GROUP BY a.currency

-- name: WriteReconcileLook
-- One look of the scheduler, with what it compared. $1 batch, $2 compared, $3 differences, $4 worker.
-- role: onceover_scheduler
INSERT INTO onceover.reconciliation_run (kind, batch_id, biz_date, compared, differences, finished_at, worker_id)
SELECT 'batch', b.batch_id, b.biz_date, $2::bigint, $3::bigint, (SELECT onceover.clock()), $4::text
  FROM onceover.settlement_batch b WHERE b.batch_id = $1::bigint
RETURNING reconciliation_id

-- name: WriteBatchDifference
-- Once while it is open. $1 batch, $2 kind, $3 detail, $4 look.
-- role: onceover_scheduler
INSERT INTO onceover.reconciliation_difference (reconciliation_id, kind, grade, batch_id, detail)
SELECT $4::bigint, $2::text, b.grade, b.batch_id, $3::text FROM onceover.settlement_batch b WHERE b.batch_id = $1::bigint
ON CONFLICT DO NOTHING

-- name: WriteCountDifferenceOfStalledBatch
-- A batch that waits for a person because its operations are not what its inputs were counted to is named to that person.
-- $1 batch, $2 detail.
-- role: onceover_scheduler
WITH actual AS (
  SELECT currency, sum(n) AS n, sum(amount_minor) AS minor
    FROM (SELECT currency::text, n, amount_minor FROM onceover.operation_count WHERE batch_id = $1::bigint
          UNION ALL
          SELECT currency::text, n, amount_minor FROM onceover.operation_count_delta WHERE batch_id = $1::bigint) c
   GROUP BY currency),
expected AS (
  SELECT e.key AS currency, sum(e.value::bigint) AS minor
    FROM onceover.batch_shard s, jsonb_each_text(s.expected_amount) e WHERE s.batch_id = $1::bigint GROUP BY e.key)
INSERT INTO onceover.reconciliation_difference (kind, grade, batch_id, detail)
SELECT 'COUNT', b.grade, b.batch_id, $2::text
  FROM onceover.settlement_batch b
 WHERE b.batch_id = $1::bigint
   AND ((SELECT coalesce(sum(n), 0) FROM actual) <> (SELECT coalesce(sum(s.expected_count), 0) FROM onceover.batch_shard s WHERE s.batch_id = b.batch_id)
        OR EXISTS (SELECT FROM actual a FULL JOIN expected e USING (currency) WHERE coalesce(a.minor, 0) <> coalesce(e.minor, 0)))
ON CONFLICT DO NOTHING

-- name: CountOpenDifferences
-- role: onceover_scheduler
SELECT count(*) AS n FROM onceover.reconciliation_difference WHERE batch_id = $1::bigint AND status = 'OPEN'

-- name: WriteBatchStatistics
-- Statistics of the last look (R41); the truth stays in the counts. Done is what is accepted: succeeded, or failed with
-- its dead letter resolved. $1 batch, $2 count agrees, $3 amount agrees.
-- role: onceover_scheduler
UPDATE onceover.settlement_batch b
   SET expected_count = (SELECT coalesce(sum(s.expected_count), 0) FROM onceover.batch_shard s WHERE s.batch_id = b.batch_id),
       done_count = (SELECT coalesce(sum(c.n), 0)
                       FROM (SELECT n FROM onceover.operation_count WHERE batch_id = $1::bigint AND status = 'SUCCEEDED'
                             UNION ALL
                             SELECT n FROM onceover.operation_count_delta WHERE batch_id = $1::bigint AND status = 'SUCCEEDED'
                             UNION ALL
                             SELECT 1 FROM onceover.dead_letter d
                               JOIN onceover.settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
                              WHERE d.batch_id = $1::bigint AND o.status = 'FAILED_PERMANENT'
                              GROUP BY d.operation_id HAVING bool_and(d.status = 'RESOLVED')) c),
       count_agrees = $2::boolean, amount_agrees = $3::boolean, last_check_at = (SELECT onceover.clock())
 WHERE b.batch_id = $1::bigint AND b.status <> 'COMPLETED'

-- name: MoveBatchFrom
-- $1 batch, $2 expected status, $3 status, $4 reason. COMPLETED is final, so what it means is looked at once more: every
-- shard DONE, no open difference.
-- role: onceover_scheduler
UPDATE onceover.settlement_batch b
   SET status = $3::text, status_reason = $4::text,
       finished_at = CASE WHEN $3::text IN ('COMPLETED', 'FAILED') THEN (SELECT onceover.clock()) END,
       expected_count = (SELECT coalesce(sum(s.expected_count), 0) FROM onceover.batch_shard s WHERE s.batch_id = b.batch_id),
       done_count = (SELECT coalesce(sum(c.n), 0)
                       FROM (SELECT n FROM onceover.operation_count WHERE batch_id = $1::bigint AND status = 'SUCCEEDED'
                             UNION ALL
                             SELECT n FROM onceover.operation_count_delta WHERE batch_id = $1::bigint AND status = 'SUCCEEDED'
                             UNION ALL
                             SELECT 1 FROM onceover.dead_letter d
                               JOIN onceover.settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
                              WHERE d.batch_id = $1::bigint AND o.status = 'FAILED_PERMANENT'
                              GROUP BY d.operation_id HAVING bool_and(d.status = 'RESOLVED')) c)
 WHERE b.batch_id = $1::bigint AND b.status = $2::text
   AND ($3::text <> 'COMPLETED'
        OR (NOT EXISTS (SELECT FROM onceover.reconciliation_difference d WHERE d.batch_id = b.batch_id AND d.status = 'OPEN')
            AND (SELECT count(*) FROM onceover.batch_shard s WHERE s.batch_id = b.batch_id AND s.status = 'DONE') = b.shard_total))
RETURNING b.run_id

-- name: ReadBatchStatus
-- role: onceover_scheduler
SELECT status FROM onceover.settlement_batch WHERE batch_id = $1::bigint
