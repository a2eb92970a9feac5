-- SPDX-License-Identifier: GPL-3.0-or-later
-- The Operations page, read backwards: the rows up to and including a position, the nearest first. Each statement is the one
-- of the same name in console_operations.sql turned round, with the same parameters, and is served by the same index.

-- name: ConsoleOperationsByDateBefore
-- role: onceover_viewer
-- hot
SELECT * FROM (
  (SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
    WHERE o.biz_date = $6::date AND ($2::date IS NULL OR $2 = $6) AND (o.bucket, o.operation_id) <= ($7::smallint, $8::uuid)
      AND ($1::text IS NULL OR o.status = $1)
      AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
      AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5)
    ORDER BY o.biz_date, o.bucket DESC, o.operation_id DESC LIMIT $9::integer)
  UNION ALL
  (SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
    WHERE o.biz_date > $6::date AND ($2::date IS NULL OR o.biz_date = $2)
      AND ($1::text IS NULL OR o.status = $1)
      AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
      AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5)
    ORDER BY o.biz_date, o.bucket DESC, o.operation_id DESC LIMIT $9::integer)
) p ORDER BY biz_date, bucket DESC, operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsByMerchantBefore
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.merchant_id = $4::bigint AND o.biz_date >= $6::date
   AND (o.biz_date > $6::date OR (o.bucket, o.operation_id) <= ($7::smallint, $8::uuid))
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($5::bigint IS NULL OR o.batch_id = $5)
 ORDER BY o.biz_date, o.bucket DESC, o.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsByBatchBefore
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.batch_id = $5::bigint AND (o.bucket, o.operation_id) <= ($7::smallint, $8::uuid)
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND $6::date IS NOT NULL
 ORDER BY o.bucket DESC, o.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsDueBefore
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM onceover.v_due d JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE (d.bucket, d.operation_id) <= ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2) AND ($3::text IS NULL OR d.job_type = $3)
   AND ($4::bigint IS NULL OR d.merchant_id = $4) AND ($5::bigint IS NULL OR d.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY d.bucket DESC, d.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsAwaitingBefore
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM (SELECT bucket, operation_id FROM onceover.v_outbox WHERE status = 'PENDING'
        UNION ALL SELECT bucket, operation_id FROM onceover.v_outbox WHERE status = 'SENDING') m
  JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE (m.bucket, m.operation_id) <= ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY m.bucket DESC, m.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsUnknownBefore
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id
  FROM onceover.v_outbox m JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE m.status = 'UNKNOWN' AND (m.bucket, m.operation_id) <= ($7::smallint, $8::uuid)
   AND o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY m.bucket DESC, m.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsFailedBefore
-- role: onceover_viewer
SELECT o.biz_date, o.bucket, o.operation_id
  FROM (SELECT DISTINCT d.bucket, d.operation_id FROM onceover.v_dead_letter d
         WHERE d.operation_id IS NOT NULL AND (d.bucket, d.operation_id) <= ($7::smallint, $8::uuid)) d
  JOIN onceover.v_operation o USING (bucket, operation_id)
 WHERE o.status = $1::text AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY d.bucket DESC, d.operation_id DESC LIMIT $9::integer

-- name: ConsoleOperationsByKeyBefore
-- $10 and $11: the first and the last id that begin with the prefix.
-- role: onceover_viewer
-- hot
SELECT o.biz_date, o.bucket, o.operation_id FROM onceover.v_operation o
 WHERE o.operation_id BETWEEN $10::uuid AND $11::uuid AND o.operation_id <= $8::uuid AND $7::smallint IS NOT NULL
   AND ($1::text IS NULL OR o.status = $1) AND ($2::date IS NULL OR o.biz_date = $2)
   AND ($3::text IS NULL OR (SELECT b.job_type FROM onceover.v_batch b WHERE b.batch_id = o.batch_id) = $3)
   AND ($4::bigint IS NULL OR o.merchant_id = $4) AND ($5::bigint IS NULL OR o.batch_id = $5) AND $6::date IS NOT NULL
 ORDER BY o.operation_id DESC LIMIT $9::integer
