-- SPDX-License-Identifier: GPL-3.0-or-later
-- What is due lives apart from the operation (DESIGN.md rule 3): a row exists exactly while it is PENDING, RETRYABLE or
-- PROCESSING, and due_at is the next attempt or the end of the lease.

-- name: ReadDueTypes
-- Which of these job types have a row that is due, freezes and locks left aside: one look before the claims, most of which would
-- find nothing. $1 job types.
-- role: onceover_worker
-- hot
SELECT t.job_type
  FROM unnest($1::text[]) AS t(job_type)
 WHERE EXISTS (SELECT FROM onceover.operation_due w WHERE w.job_type = t.job_type AND w.due_at <= (SELECT onceover.clock()))

-- name: LockDueOperations
-- Locks what is due, bucket by bucket in the order asked for, and takes nothing that a freeze in force covers, unless an approved
-- plan made it exempt, nor what the stage of its rules holds; both are read once, behind the barrier. The lock
-- comes first, skipping what another worker has; so the instant compared is never older than the wait. A row whose
-- operation is PROCESSING has outlived its lease. One whose operation is not open is left lying (verify names it, I6): it
-- must not keep the others from being claimed. OFFSET 0: looked up by its whole key, whatever the planner knows. A type of which
-- nothing is due or nothing acts, or a freeze of everything, costs one look instead of one per bucket; and of a job that acts for
-- nobody no operation is read.
-- role: onceover_worker
-- hot
SELECT d.bucket, d.operation_id, d.lost, d.claimed_alone, d.recoveries, d.status, d.batch_id, d.shard_no
  FROM (SELECT onceover.frozen_scopes() AS scopes, onceover.rollout_gates() AS gates OFFSET 0) z
 CROSS JOIN unnest($2::smallint[]) WITH ORDINALITY AS b(bucket, n)
 CROSS JOIN LATERAL (
        SELECT q.bucket, q.operation_id, q.lost, q.claimed_alone, q.recoveries, o.status, o.batch_id, o.shard_no
          FROM onceover.operation_due q
         CROSS JOIN LATERAL (
                SELECT p.status, p.batch_id, p.shard_no, p.channel_id, p.settlement_type, CASE p.revision WHEN 0 THEN p.rule_version END AS rule_version
                  FROM onceover.settlement_operation p
                 WHERE p.bucket = q.bucket AND p.operation_id = q.operation_id
                   AND p.status IN ('PENDING', 'RETRYABLE', 'PROCESSING')
                OFFSET 0) o
         WHERE q.job_type = $1::text AND q.bucket = b.bucket AND q.due_at <= (SELECT onceover.clock())
           AND NOT onceover.is_job_held(z.gates, q.job_id, q.batch_id, q.merchant_id)
           AND (NOT onceover.is_covered(z.scopes, q.job_id, q.batch_id, q.merchant_id, o.channel_id)
                OR q.operation_id IN (SELECT onceover.exempt_operations()))
           AND NOT onceover.is_held_by_rollout(z.gates, q.job_id, o.settlement_type, o.rule_version, q.merchant_id, o.channel_id)
         ORDER BY q.due_at
         LIMIT $3::integer
           FOR UPDATE OF q SKIP LOCKED) d
 WHERE 'NONE ' || $1::text <> ALL (z.gates)
   AND (SELECT EXISTS (SELECT FROM onceover.operation_due w WHERE w.job_type = $1::text AND w.due_at <= (SELECT onceover.clock())))
   AND (SELECT 'everything' <> ALL (onceover.frozen_scopes()) OR EXISTS (SELECT FROM onceover.exempt_operations()))
 LIMIT $3::integer

-- name: ReadNextDue
-- When a claim found nothing: the earliest row that neither a freeze nor a stage holds, and whether one that is due is kept back.
-- role: onceover_worker
-- hot
SELECT min(x.due_at) FILTER (WHERE NOT x.frozen) AS next_due,
       coalesce(bool_or(x.frozen AND x.due_at <= (SELECT onceover.clock())), false) AS frozen
  FROM (SELECT onceover.frozen_scopes() AS scopes, onceover.rollout_gates() AS gates OFFSET 0) z
 CROSS JOIN unnest($2::smallint[]) AS b(bucket)
 CROSS JOIN LATERAL (
        SELECT q.due_at,
               onceover.is_covered(z.scopes, q.job_id, q.batch_id, q.merchant_id, o.channel_id)
                 AND q.operation_id NOT IN (SELECT onceover.exempt_operations())
               OR onceover.is_held_by_rollout(z.gates, q.job_id, o.settlement_type, o.rule_version, q.merchant_id, o.channel_id) AS frozen
          FROM onceover.operation_due q
         CROSS JOIN LATERAL (
                SELECT p.channel_id, p.settlement_type, CASE p.revision WHEN 0 THEN p.rule_version END AS rule_version
                  FROM onceover.settlement_operation p
                 WHERE p.bucket = q.bucket AND p.operation_id = q.operation_id
                   AND p.status IN ('PENDING', 'RETRYABLE', 'PROCESSING')
                OFFSET 0) o
         WHERE q.job_type = $1::text AND q.bucket = b.bucket
         ORDER BY q.due_at
         LIMIT 20) x
 WHERE (SELECT EXISTS (SELECT FROM onceover.operation_due w WHERE w.job_type = $1::text))

-- name: LockLostOperation
-- The operation of a row whose lease ran out. A holder that is just posting or renewing has it locked: then it is not lost
-- after all, and nothing comes back.
-- role: onceover_worker
-- hot
SELECT o.version, o.attempt_id
  FROM onceover.settlement_operation o
 WHERE o.bucket = $1::smallint AND o.operation_id = $2::uuid
   AND o.status = 'PROCESSING' AND o.lease_until <= (SELECT onceover.clock())
   FOR UPDATE SKIP LOCKED
