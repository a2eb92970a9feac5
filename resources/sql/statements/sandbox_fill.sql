-- SPDX-License-Identifier: GPL-3.0-or-later
-- The fill's scenes: a second channel, a worker that is killed, and what became of its work.

-- name: PutGiroChannel
-- Whatever the practice bank declares holds for this one as well, but that nobody can ask it what became of an order. It is
-- waited for longer: a time-out would leave an unknown that no query ever clears.
-- Parameters: the practice bank's channel, this one, its endpoint.
-- role: postgres
INSERT INTO onceover.channel_profile
SELECT (jsonb_populate_record(p, jsonb_build_object('channel_id', $2::text, 'endpoint', $3::text, 'test_endpoint', $3::text || '/test', 'query_kind', 'none',
                                                    'answer_timeout', '5 s', 'send_lease', '20 s'))).*
  FROM onceover.channel_profile p WHERE p.channel_id = $1::text AND p.enabled
ON CONFLICT (channel_id, profile_version) DO NOTHING

-- name: LetPostingWait
-- Until the end of the transaction nobody writes into the ledger; claims go on.
-- role: postgres
LOCK TABLE onceover.ledger_entry IN SHARE MODE

-- name: ReadHolderOfClaims
-- Workers that hold operations, who holds most first.
-- role: postgres
SELECT o.worker_id, w.pid, count(*) AS n
  FROM onceover.settlement_operation o
  JOIN onceover.operation_due d USING (bucket, operation_id)
  JOIN onceover.worker w ON w.worker_id = o.worker_id
 WHERE o.status = 'PROCESSING'
 GROUP BY o.worker_id, w.pid ORDER BY count(*) DESC, o.worker_id

-- name: CountHeldBy
-- Parameter: worker.
-- role: postgres
SELECT count(*) AS n, (SELECT onceover.clock()) AS at
  FROM onceover.settlement_operation o JOIN onceover.operation_due d USING (bucket, operation_id)
 WHERE o.status = 'PROCESSING' AND o.worker_id = $1::text

-- name: CountSessionsOfWorker
-- Each session of an incarnation holds this lock. Parameter: worker.
-- role: postgres
SELECT count(*) AS n FROM pg_locks
 WHERE locktype = 'advisory' AND objsubid = 1
   AND (classid::bigint << 32) | objid::bigint = hashtextextended('onceover.worker ' || $1::text, 0)

-- name: ReadWorkTakenOver
-- Operations of one day that one worker had claimed and another took over, the last take-over of each. Parameters: job,
-- business date, the worker that is gone, since when.
-- role: postgres
WITH batch AS (
  SELECT batch_id FROM onceover.settlement_batch WHERE job_id = $1::text AND biz_date = $2::date
), claimed AS (
  SELECT DISTINCT unnest(e.operation_ids) AS operation_id
    FROM onceover.operation_event e JOIN batch USING (batch_id) WHERE e.event = 'CLAIM' AND e.worker_id = $3::text
), taken AS (
  SELECT DISTINCT ON (u.operation_id) u.operation_id, e.worker_id, e.at
    FROM onceover.operation_event e JOIN batch USING (batch_id) CROSS JOIN LATERAL unnest(e.operation_ids) AS u(operation_id)
   WHERE e.event = 'TAKE_OVER' AND e.worker_id <> $3::text
   ORDER BY u.operation_id, e.at DESC
)
SELECT t.worker_id, w.pid, (extract(epoch FROM t.at - $4::timestamptz) * 1000)::bigint AS after_ms, m.idempotency_key,
       o.status = 'SUCCEEDED' AS succeeded
  FROM taken t
  JOIN claimed USING (operation_id)
  JOIN onceover.worker w ON w.worker_id = t.worker_id
  JOIN batch ON true
  JOIN onceover.settlement_operation o ON o.batch_id = batch.batch_id AND o.operation_id = t.operation_id
  LEFT JOIN onceover.outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id

-- name: CountAttemptsLostBy
-- Parameter: worker.
-- role: postgres
SELECT count(*) AS n FROM onceover.run_attempt WHERE worker_id = $1::text AND status = 'LOST'
