-- SPDX-License-Identifier: GPL-3.0-or-later
-- The Operations page. A list first finds the keys of one page through an index that serves its narrowest filter, then
-- ConsoleOperationRows reads those rows. Every path takes $1 status, $2 business date, $3 job type, $4 merchant, $5 batch
-- (each may be NULL), then the position of the last row before the page, and last how many rows.

-- name: ConsoleOperationsByDate
-- Newest business date first; within a date by key. $6 date, $7 bucket, $8 id of the position (infinity: from the start).
-- Two branches, so that the rest of the position's own date and the older dates are each one range of an index.
-- role: onceover_viewer
-- hot
SELECT * FROM (
  (SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
    WHERE o.biz_date = coalesce($2::date, $6::date) AND ($2::date IS NULL OR $6::date = 'infinity' OR $2 = $6)
      AND ($6::date = 'infinity' OR (o.bucket, o.operation_id) > ($7::smallint, $8::uuid))
      AND ($1::text IS NULL OR o.status = $1)
      AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
      AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5)
    ORDER BY o.biz_date DESC, o.bucket, o.operation_id LIMIT $9::integer)
  UNION ALL
  (SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
    WHERE o.biz_date < $6::date AND $2::date IS NULL
      AND ($1::text IS NULL OR o.status = $1)
      AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
      AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5)
    ORDER BY o.biz_date DESC, o.bucket, o.operation_id LIMIT $9::integer)
) p ORDER BY biz_date DESC, bucket, operation_id LIMIT $9::integer

-- name: ConsoleOperationsByMerchant
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.merchant_id = $4::bigint AND o.biz_date <= $6::date
   AND (o.biz_date < $6::date OR (o.bucket, o.operation_id) > ($7::smallint, $8::uuid))
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($5::bigint IS NULL OR o.batch_id = $5)
 ORDER BY o.biz_date DESC, o.bucket, o.operation_id LIMIT $9::integer

-- name: ConsoleOperationsByBatch
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.batch_id = $5::bigint AND (o.bucket, o.operation_id) > ($7::smallint, $8::uuid)
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND $6::date IS NOT NULL
 ORDER BY o.bucket, o.operation_id LIMIT $9::integer

-- name: ConsoleOperationsDue
-- PENDING, RETRYABLE and PROCESSING stand in the list of what is due, and nowhere else is an index on them.
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM onceover.v_due d JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE (d.bucket, d.operation_id) > ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2) AND ($3::text IS NULL OR d.job_type = $3)
   AND ($4::bigint IS NULL OR d.merchant_id = $4) AND ($5::bigint IS NULL OR d.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY d.bucket, d.operation_id LIMIT $9::integer

-- name: ConsoleOperationsAwaiting
-- AWAITING_EXTERNAL: its message is PENDING or SENDING.
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM (SELECT bucket, operation_id FROM onceover.v_outbox WHERE status = 'PENDING'
        UNION ALL SELECT bucket, operation_id FROM onceover.v_outbox WHERE status = 'SENDING') m
  JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE (m.bucket, m.operation_id) > ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY m.bucket, m.operation_id LIMIT $9::integer

-- name: ConsoleOperationsUnknown
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM onceover.v_outbox m JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE m.status = 'UNKNOWN' AND (m.bucket, m.operation_id) > ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY m.bucket, m.operation_id LIMIT $9::integer

-- name: ConsoleOperationsFailed
-- Every permanent failure has a dead letter; it may have had several.
-- role: onceover_viewer
SELECT o.biz_date, o.bucket, o.operation_id
  FROM (SELECT DISTINCT d.bucket, d.operation_id FROM onceover.v_dead_letter d
         WHERE d.operation_id IS NOT NULL AND (d.bucket, d.operation_id) > ($7::smallint, $8::uuid)) d
  JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY d.bucket, d.operation_id LIMIT $9::integer

-- name: ConsoleOperationsByKey
-- $10 and $11: the first and the last id that begin with the prefix.
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.operation_id BETWEEN $10::uuid AND $11::uuid AND o.operation_id > $8::uuid AND $7::smallint IS NOT NULL
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY o.operation_id LIMIT $9::integer

-- name: ConsoleOperationRows
-- The rows of one page, in the order of its keys.
-- role: onceover_viewer
SELECT o.bucket, o.operation_id, o.settlement_type, o.merchant_id, coalesce(h.name, '') AS merchant_name, o.biz_date,
       o.amount_minor, o.currency::text AS currency, o.status, o.failure_class, o.attempts_total AS attempts, o.next_attempt_at, o.lease_until,
       o.worker_id, o.version, o.channel_id, o.external_ref,
       CASE WHEN o.last_error = '' THEN coalesce(m.last_error, '') ELSE o.last_error END AS last_error,
       coalesce(r.run_key, '') AS batch_key, o.updated_at
  FROM unnest($1::smallint[], $2::uuid[]) WITH ORDINALITY AS k(bucket, operation_id, nth)
  JOIN onceover.v_operation o USING (bucket, operation_id)
  LEFT JOIN onceover.v_outbox m USING (bucket, operation_id)
  LEFT JOIN onceover.v_merchant h ON h.merchant_id = o.merchant_id
  LEFT JOIN onceover.v_batch b ON b.batch_id = o.batch_id
  LEFT JOIN onceover.v_run r ON r.run_id = b.run_id
 ORDER BY k.nth

-- name: ConsoleOperationTotal
-- By maintained numbers, so it costs the same however many operations ended: over all days from the totals, for a date or a batch
-- from the counts of its batches. $1 status, $2 date, $3 job type, $4 batch.
-- role: onceover_viewer
SELECT (SELECT onceover.clock()) AS now, coalesce(sum(c.n), 0)::bigint AS n
  FROM (SELECT t.n FROM onceover.operation_total t
         WHERE $2::date IS NULL AND $4::bigint IS NULL AND ($1::text IS NULL OR t.status = $1) AND ($3::text IS NULL OR t.job_type = $3)
        UNION ALL
        SELECT d.n FROM onceover.operation_count_delta d
         WHERE $2::date IS NULL AND $4::bigint IS NULL AND ($1::text IS NULL OR d.status = $1)
           AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = d.batch_id) = $3)
        UNION ALL
        SELECT u.n
          FROM (SELECT b.batch_id FROM onceover.v_batch b WHERE $4::bigint IS NULL AND b.biz_date = $2::date AND ($3::text IS NULL OR b.job_type = $3)
                UNION ALL
                SELECT b.batch_id FROM onceover.v_batch b
                 WHERE b.batch_id = $4::bigint AND ($2::date IS NULL OR b.biz_date = $2) AND ($3::text IS NULL OR b.job_type = $3)) b
         CROSS JOIN LATERAL (
                SELECT k.status, k.n FROM onceover.operation_count k WHERE k.batch_id = b.batch_id
                UNION ALL SELECT e.status, e.n FROM onceover.operation_count_delta e WHERE e.batch_id = b.batch_id) u
         WHERE $1::text IS NULL OR u.status = $1) c

-- name: ConsoleOperationTotalUpTo10000
-- Where no maintained count answers (a merchant, a key): counted, but no further than 10,001. $6 and $7: range of ids. One branch
-- per index, so that either is read in part.
-- role: onceover_viewer
SELECT (SELECT onceover.clock()) AS now, count(*) AS n
  FROM (SELECT o.operation_id FROM onceover.v_operation o
         WHERE $6::uuid IS NULL AND o.merchant_id = $4::bigint
           AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
           AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
           AND ($5::bigint IS NULL OR o.batch_id = $5)
        UNION ALL
        SELECT o.operation_id FROM onceover.v_operation o
         WHERE o.operation_id BETWEEN $6::uuid AND $7::uuid AND ($4::bigint IS NULL OR o.merchant_id = $4)
           AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
           AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
           AND ($5::bigint IS NULL OR o.batch_id = $5)
         LIMIT 10001) counted
