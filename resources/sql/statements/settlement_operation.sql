-- SPDX-License-Identifier: GPL-3.0-or-later
-- Every write repeats state and version, joins by primary key, and gives back what it did: a row that is not among the
-- answers was lost (Conflict) and leaves the others unharmed.

-- name: ClaimLockedOperations
-- Arrays in (bucket, id) order: bucket, id, attempt. The due rows are locked by this transaction, so what is PENDING or
-- RETRYABLE stays so until the update. The budget of time begins with the first work under it, not when the row was made, and
-- what a freeze took of it is given back.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
claimed AS (
  UPDATE onceover.settlement_operation o
     SET status = 'PROCESSING', version = o.version + 1, worker_id = $4::text, attempt_id = p.attempt_id,
         lease_until = (SELECT now FROM t) + $5::bigint * interval '1 ms', attempts_total = o.attempts_total + 1,
         budget_began_at = CASE WHEN o.attempts = 0 THEN (SELECT now FROM t) ELSE o.budget_began_at END,
         next_attempt_at = NULL, updated_at = (SELECT now FROM t)
    FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS p(bucket, operation_id, attempt_id)
   WHERE o.bucket = p.bucket AND o.operation_id = p.operation_id AND o.status IN ('PENDING', 'RETRYABLE')
  RETURNING o.*),
due AS (
  UPDATE onceover.operation_due d
     SET due_at = c.lease_until, claimed_alone = $6::boolean
    FROM claimed c
   WHERE d.bucket = c.bucket AND d.operation_id = c.operation_id),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
  SELECT 'CLAIM', CASE WHEN c.attempts_total = 1 THEN 'PENDING' ELSE 'RETRYABLE' END, 'PROCESSING', c.batch_id, c.attempt_id,
         $4::text, array_agg(c.operation_id ORDER BY c.bucket, c.operation_id), array_agg(c.version ORDER BY c.bucket, c.operation_id)
    FROM claimed c
   GROUP BY 2, c.batch_id, c.attempt_id)
SELECT c.bucket, c.operation_id, c.version, c.attempt_id, c.merchant_id, c.settle_date, c.settlement_type, c.currency, c.scope_ref,
       c.amount_minor, c.batch_id, c.shard_no, c.job_id, c.channel_id, c.beneficiary ->> 'name' AS beneficiary_name,
       c.beneficiary ->> 'account' AS beneficiary_account, c.beneficiary ->> 'country' AS beneficiary_country,
       coalesce(c.beneficiary ->> 'notice', '') AS notice,
       c.attempts, m.on_hold AS merchant_on_hold, m.minimum_payout_minor AS merchant_minimum_minor,
       CASE WHEN c.attempts = 0 THEN 0
            ELSE (extract(epoch FROM (SELECT now FROM t) - c.budget_began_at
                    - onceover.frozen_between(c.job_id, c.batch_id, c.merchant_id, c.channel_id, c.budget_began_at, (SELECT now FROM t))
                  ) * 1000)::bigint END AS budget_used_ms,
       c.lease_until
  FROM claimed c
  LEFT JOIN onceover.merchant m ON m.merchant_id = c.merchant_id

-- name: TakeOverLostOperation
-- From a worker whose lease ran out: $1 bucket, $2 id, $3 attempt, $4 worker, $5 lease, $6 expected version, $7 recoveries.
-- The holder's attempt is written LOST by who takes over.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
claimed AS (
  UPDATE onceover.settlement_operation o
     SET status = 'PROCESSING', version = o.version + 1, worker_id = $4::text, attempt_id = $3::bigint,
         lease_until = (SELECT now FROM t) + $5::bigint * interval '1 ms', attempts_total = o.attempts_total + 1,
         updated_at = (SELECT now FROM t)
   WHERE o.bucket = $1::smallint AND o.operation_id = $2::uuid AND o.status = 'PROCESSING' AND o.version = $6::bigint
     AND o.lease_until <= (SELECT now FROM t)
  RETURNING o.*),
due AS (
  UPDATE onceover.operation_due d
     SET due_at = c.lease_until, claimed_alone = true, lost = true, recoveries = $7::smallint
    FROM claimed c
   WHERE d.bucket = c.bucket AND d.operation_id = c.operation_id),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
  SELECT 'TAKE_OVER', 'PROCESSING', 'PROCESSING', c.batch_id, c.attempt_id, $4::text, ARRAY[c.operation_id], ARRAY[c.version]
    FROM claimed c)
SELECT c.bucket, c.operation_id, c.version, c.attempt_id, c.merchant_id, c.settle_date, c.settlement_type, c.currency, c.scope_ref,
       c.amount_minor, c.batch_id, c.shard_no, c.job_id, c.channel_id, c.beneficiary ->> 'name' AS beneficiary_name,
       c.beneficiary ->> 'account' AS beneficiary_account, c.beneficiary ->> 'country' AS beneficiary_country,
       coalesce(c.beneficiary ->> 'notice', '') AS notice,
       c.attempts, m.on_hold AS merchant_on_hold, m.minimum_payout_minor AS merchant_minimum_minor,
       CASE WHEN c.attempts = 0 THEN 0
            ELSE (extract(epoch FROM (SELECT now FROM t) - c.budget_began_at
                    - onceover.frozen_between(c.job_id, c.batch_id, c.merchant_id, c.channel_id, c.budget_began_at, (SELECT now FROM t))
                  ) * 1000)::bigint END AS budget_used_ms,
       c.lease_until
  FROM claimed c
  LEFT JOIN onceover.merchant m ON m.merchant_id = c.merchant_id

-- name: FailLostOperation
-- The third loss of a worker while claimed alone ends it (K73): $1 bucket, $2 id, $3 expected version, $4 worker, $5 error.
-- role: onceover_worker
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
failed AS (
  UPDATE onceover.settlement_operation o
     SET status = 'FAILED_PERMANENT', failure_class = 'WORKER_LOST', last_error = $5::text, worker_id = NULL,
         lease_until = NULL, next_attempt_at = NULL, updated_at = (SELECT now FROM t), finished_at = (SELECT now FROM t)
   WHERE o.bucket = $1::smallint AND o.operation_id = $2::uuid AND o.status = 'PROCESSING' AND o.version = $3::bigint
     AND o.lease_until <= (SELECT now FROM t)
  RETURNING o.*),
done AS (
  DELETE FROM onceover.operation_due d USING failed f WHERE d.bucket = f.bucket AND d.operation_id = f.operation_id),
letters AS (
  INSERT INTO onceover.dead_letter (subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade,
                                    idempotency_key, failure_class, last_error, payload, attempts, amount_minor, currency)
  SELECT 'operation', f.operation_id::text, f.bucket, f.operation_id, f.batch_id, f.job_id, f.biz_date, b.grade,
         onceover.outward_key_of(onceover.namespace(), f.operation_id, 'payout'), 'WORKER_LOST', $5::text,
         convert_to(jsonb_build_object('merchant_id', f.merchant_id, 'settle_date', f.settle_date, 'type', f.settlement_type,
                                       'amount_minor', f.amount_minor, 'currency', f.currency)::text, 'UTF8'),
         f.attempts_total, f.amount_minor, f.currency
    FROM failed f JOIN onceover.settlement_batch b ON b.batch_id = f.batch_id
  ON CONFLICT DO NOTHING),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT 'LOSE_WORKER', 'PROCESSING', 'FAILED_PERMANENT', f.batch_id, f.attempt_id, $4::text, ARRAY[f.operation_id],
         ARRAY[f.version], $5::text
    FROM failed f)
SELECT f.bucket, f.operation_id FROM failed f

-- name: PostProcessingOperations
-- One statement for one piece of work (DESIGN.md rule 5): state with its version check first, which is the fence; then
-- both HOLD legs where it is money, the message, the due row, the log. A missing account gives a NULL and stops the whole statement.
-- Arrays in (bucket, id) order: $1 bucket, $2 id, $3 version, $4 kind, $5 key, $6 profile version, $7 payload; $8 worker; $9 the
-- window opens, $10 it closes, $11 the next one opens: which of them counts for not_before is decided here, by this clock.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
given AS MATERIALIZED (
  SELECT * FROM unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::bytea[],
                       $9::timestamptz[], $10::timestamptz[], $11::timestamptz[])
             AS g(bucket, operation_id, version, message_kind, idempotency_key, profile_version, payload, opens, closes, next_opens)),
posted AS (
  UPDATE onceover.settlement_operation o
     SET status = 'AWAITING_EXTERNAL', worker_id = NULL, lease_until = NULL, last_error = '', updated_at = (SELECT now FROM t)
    FROM given g
   WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING' AND o.version = g.version
  RETURNING o.bucket, o.operation_id, o.version, o.merchant_id, o.settlement_type, o.channel_id, o.currency, o.amount_minor, o.job_id,
            o.batch_id, o.attempt_id, g.message_kind, g.idempotency_key, g.profile_version, g.payload,
            CASE WHEN g.closes <= (SELECT now FROM t) THEN g.next_opens ELSE greatest((SELECT now FROM t), g.opens) END AS not_before),
legs AS (
  INSERT INTO onceover.ledger_entry (bucket, operation_id, phase, side, account_id, amount_minor, currency, op_version, attempt_id)
  SELECT p.bucket, p.operation_id, 'HOLD', s.side, CASE s.side WHEN 'DEBIT' THEN d.account_id ELSE c.account_id END,
         CASE s.side WHEN 'DEBIT' THEN -p.amount_minor ELSE p.amount_minor END, p.currency, p.version, p.attempt_id
    FROM posted p
    LEFT JOIN onceover.account d ON d.account_kind = onceover.leg_account(p.settlement_type, 'HOLD', 'DEBIT')
                                AND d.owner_ref = p.merchant_id::text AND d.currency = p.currency
    LEFT JOIN onceover.account c ON c.account_kind = 'in_transit' AND c.owner_ref = p.channel_id AND c.currency = p.currency
   CROSS JOIN (VALUES ('DEBIT'), ('CREDIT')) AS s(side)
   WHERE p.message_kind = 'payout'),
messages AS (
  INSERT INTO onceover.outbox (bucket, operation_id, message_kind, channel_id, profile_version, idempotency_key, payload,
                               payload_sha256, amount_minor, currency, job_id, batch_id, merchant_id, not_before)
  SELECT p.bucket, p.operation_id, p.message_kind, p.channel_id, p.profile_version, p.idempotency_key, p.payload,
         sha256(p.payload), p.amount_minor, p.currency, p.job_id, p.batch_id, p.merchant_id, p.not_before
    FROM posted p),
done AS (
  DELETE FROM onceover.operation_due d USING posted p WHERE d.bucket = p.bucket AND d.operation_id = p.operation_id),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
  SELECT 'POST', 'PROCESSING', 'AWAITING_EXTERNAL', p.batch_id, p.attempt_id, $8::text,
         array_agg(p.operation_id ORDER BY p.bucket, p.operation_id), array_agg(p.version ORDER BY p.bucket, p.operation_id)
    FROM posted p GROUP BY p.batch_id, p.attempt_id),
counted AS (
  UPDATE onceover.run_attempt a
     SET rows_affected = a.rows_affected + n.rows
    FROM (SELECT p.attempt_id, count(*) AS rows FROM posted p GROUP BY p.attempt_id) n
   WHERE a.attempt_id = n.attempt_id)
SELECT p.bucket, p.operation_id FROM posted p

-- name: SettleProcessingOperationsHere
-- Nothing is paid, by the rule that is looked at once more: SUCCEEDED without legs and message; the amount is carried over by
-- the trigger of the same name, in this statement. Arrays in (bucket, id) order: $1 bucket, $2 id, $3 version; $4 worker.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
settled AS (
  UPDATE onceover.settlement_operation o
     SET status = 'SUCCEEDED', worker_id = NULL, lease_until = NULL, last_error = '', updated_at = (SELECT now FROM t),
         finished_at = (SELECT now FROM t)
    FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS g(bucket, operation_id, version), onceover.merchant m
   WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING' AND o.version = g.version
     AND m.merchant_id = o.merchant_id
     AND onceover.unpaid_reason(o.settlement_type, o.amount_minor, m.minimum_payout_minor, m.on_hold) IS NOT NULL
  RETURNING o.bucket, o.operation_id, o.version, o.batch_id, o.attempt_id,
            onceover.unpaid_reason(o.settlement_type, o.amount_minor, m.minimum_payout_minor, m.on_hold) AS reason),
done AS (
  DELETE FROM onceover.operation_due d USING settled s WHERE d.bucket = s.bucket AND d.operation_id = s.operation_id),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT 'SETTLE_HERE', 'PROCESSING', 'SUCCEEDED', s.batch_id, s.attempt_id, $4::text,
         array_agg(s.operation_id ORDER BY s.bucket, s.operation_id), array_agg(s.version ORDER BY s.bucket, s.operation_id), s.reason
    FROM settled s GROUP BY s.batch_id, s.attempt_id, s.reason),
counted AS (
  UPDATE onceover.run_attempt a
     SET rows_affected = a.rows_affected + n.rows
    FROM (SELECT s.attempt_id, count(*) AS rows FROM settled s GROUP BY s.attempt_id) n
   WHERE a.attempt_id = n.attempt_id)
SELECT s.bucket, s.operation_id FROM settled s

-- name: ReadPostedOperations
-- After a lost COMMIT: posted under exactly this version? An operation keeps the version under which it was posted, and
-- only a posted one is in these states.
-- role: onceover_worker
-- hot
SELECT o.bucket, o.operation_id
  FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS g(bucket, operation_id, version)
  JOIN onceover.settlement_operation o ON o.bucket = g.bucket AND o.operation_id = g.operation_id
 WHERE o.version = g.version
   AND (o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL', 'SUCCEEDED')
        OR (o.status = 'FAILED_PERMANENT' AND o.failure_class IN ('NOT_SENT', 'REFUSED', 'NOT_EXECUTED')))

-- name: ReadClaimedOperations
-- After the lost COMMIT of a claim: those that are ours under exactly the version that the claim gave them.
-- role: onceover_worker
-- hot
SELECT o.bucket, o.operation_id, o.lease_until
  FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS g(bucket, operation_id, version)
  JOIN onceover.settlement_operation o ON o.bucket = g.bucket AND o.operation_id = g.operation_id
 WHERE o.version = g.version AND o.status = 'PROCESSING' AND o.worker_id = $4::text

-- name: RetryProcessingOperationsLater
-- Arrays in (bucket, id) order: $1 bucket, $2 id, $3 version, $4 wait in ms, $5 burned attempts (0 or 1), $6 error; $7 worker.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
back AS (
  UPDATE onceover.settlement_operation o
     SET status = 'RETRYABLE', worker_id = NULL, lease_until = NULL, attempts = o.attempts + g.burned,
         next_attempt_at = (SELECT now FROM t) + g.wait * interval '1 ms', last_error = g.error, updated_at = (SELECT now FROM t)
    FROM unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[])
           AS g(bucket, operation_id, version, wait, burned, error)
   WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING' AND o.version = g.version
  RETURNING o.bucket, o.operation_id, o.version, o.batch_id, o.attempt_id, o.next_attempt_at, o.last_error, g.burned),
due AS (
  UPDATE onceover.operation_due d SET due_at = b.next_attempt_at
    FROM back b WHERE d.bucket = b.bucket AND d.operation_id = b.operation_id),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT CASE WHEN b.burned > 0 THEN 'FAIL_TRANSIENT' ELSE 'HAND_BACK' END, 'PROCESSING', 'RETRYABLE', b.batch_id, b.attempt_id,
         $7::text, array_agg(b.operation_id ORDER BY b.bucket, b.operation_id), array_agg(b.version ORDER BY b.bucket, b.operation_id),
         min(b.last_error)
    FROM back b GROUP BY 1, b.batch_id, b.attempt_id)
SELECT b.bucket, b.operation_id FROM back b

-- name: FailProcessingOperations
-- Arrays in (bucket, id) order: $1 bucket, $2 id, $3 version, $4 failure class, $5 error; $6 worker. A dead letter each.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
failed AS (
  UPDATE onceover.settlement_operation o
     SET status = 'FAILED_PERMANENT', failure_class = g.failure_class, last_error = g.error, worker_id = NULL,
         lease_until = NULL, next_attempt_at = NULL, attempts = o.attempts + CASE g.failure_class WHEN 'BUDGET_SPENT' THEN 1 ELSE 0 END,
         updated_at = (SELECT now FROM t), finished_at = (SELECT now FROM t)
    FROM unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[])
           AS g(bucket, operation_id, version, failure_class, error)
   WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING' AND o.version = g.version
  RETURNING o.*),
done AS (
  DELETE FROM onceover.operation_due d USING failed f WHERE d.bucket = f.bucket AND d.operation_id = f.operation_id),
letters AS (
  INSERT INTO onceover.dead_letter (subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade,
                                    idempotency_key, failure_class, last_error, payload, attempts, amount_minor, currency)
  SELECT 'operation', f.operation_id::text, f.bucket, f.operation_id, f.batch_id, f.job_id, f.biz_date, b.grade,
         onceover.outward_key_of(onceover.namespace(), f.operation_id, 'payout'), f.failure_class, f.last_error,
         convert_to(jsonb_build_object('merchant_id', f.merchant_id, 'settle_date', f.settle_date, 'type', f.settlement_type,
                                       'amount_minor', f.amount_minor, 'currency', f.currency)::text, 'UTF8'),
         f.attempts_total, f.amount_minor, f.currency
    FROM failed f JOIN onceover.settlement_batch b ON b.batch_id = f.batch_id
   ORDER BY f.bucket, f.operation_id
  ON CONFLICT DO NOTHING),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions, detail)
  SELECT CASE f.failure_class WHEN 'BUDGET_SPENT' THEN 'SPEND_BUDGET' ELSE 'FAIL_FOR_GOOD' END, 'PROCESSING', 'FAILED_PERMANENT',
         f.batch_id, f.attempt_id, $6::text, array_agg(f.operation_id ORDER BY f.bucket, f.operation_id),
         array_agg(f.version ORDER BY f.bucket, f.operation_id), min(f.last_error)
    FROM failed f GROUP BY 1, f.batch_id, f.attempt_id)
SELECT f.bucket, f.operation_id FROM failed f

-- name: LockHeldOperations
-- Renewal locks first; the next statement compares, so that a wait for the lock cannot renew into the past (rule 1).
-- role: onceover_worker
-- hot
SELECT o.bucket, o.operation_id
  FROM unnest($1::smallint[], $2::uuid[]) AS g(bucket, operation_id)
  JOIN onceover.settlement_operation o ON o.bucket = g.bucket AND o.operation_id = g.operation_id
 ORDER BY o.bucket, o.operation_id
   FOR NO KEY UPDATE OF o

-- name: RenewLeasesStillHeld
-- $1 bucket, $2 id, $3 version, $4 worker, $5 lease in ms.
-- role: onceover_worker
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
renewed AS (
  UPDATE onceover.settlement_operation o
     SET lease_until = (SELECT now FROM t) + $5::bigint * interval '1 ms', updated_at = (SELECT now FROM t)
    FROM unnest($1::smallint[], $2::uuid[], $3::bigint[]) AS g(bucket, operation_id, version)
   WHERE o.bucket = g.bucket AND o.operation_id = g.operation_id AND o.status = 'PROCESSING' AND o.version = g.version
     AND o.worker_id = $4::text AND o.lease_until > (SELECT now FROM t)
  RETURNING o.bucket, o.operation_id, o.lease_until),
due AS (
  UPDATE onceover.operation_due d SET due_at = r.lease_until
    FROM renewed r WHERE d.bucket = r.bucket AND d.operation_id = r.operation_id)
SELECT r.bucket, r.operation_id FROM renewed r
