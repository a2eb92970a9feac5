-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: InsertShardAttempts
-- A worker's first claim in a shard: $1 batches and $2 shards in pairs, $3 worker. By insert-or-read.
-- role: onceover_worker
INSERT INTO onceover.run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id, input_version)
SELECT b.run_id, b.batch_id, s.shard_no,
       1 + coalesce((SELECT max(a.attempt_no) FROM onceover.run_attempt a
                      WHERE a.run_id = b.run_id AND a.shard_no = s.shard_no), 0),
       $3::text, s.input_version
  FROM unnest($1::bigint[], $2::smallint[]) AS g(batch_id, shard_no)
  JOIN onceover.settlement_batch b ON b.batch_id = g.batch_id
  JOIN onceover.batch_shard s ON s.batch_id = g.batch_id AND s.shard_no = g.shard_no
ON CONFLICT (run_id, shard_no, worker_id) WHERE shard_no IS NOT NULL AND status = 'STARTED' DO NOTHING

-- name: ReadShardAttempts
-- The worker's running attempts at these shards; one that ended meanwhile (its shard is done, or it was taken for lost) is
-- not gone on with.
-- role: onceover_worker
SELECT a.attempt_id, g.batch_id, g.shard_no
  FROM unnest($1::bigint[], $2::smallint[]) AS g(batch_id, shard_no)
  JOIN onceover.settlement_batch b ON b.batch_id = g.batch_id
  JOIN onceover.run_attempt a ON a.run_id = b.run_id AND a.shard_no = g.shard_no AND a.worker_id = $3::text AND a.status = 'STARTED'

-- name: LoseAttemptOf
-- Written by who takes over: $1 the attempt under which the lost operation was claimed, $2 the new holder.
-- role: onceover_worker
UPDATE onceover.run_attempt
   SET status = 'LOST', finished_at = (SELECT onceover.clock()), outcome = 'TAKEN_OVER',
       error = 'its lease ran out; taken over by ' || $2::text
 WHERE attempt_id = $1::bigint AND status = 'STARTED' AND worker_id <> $2::text

-- name: ReleaseAttempts
-- Clean stop: $1 worker.
-- role: onceover_worker
UPDATE onceover.run_attempt
   SET status = 'RELEASED', finished_at = (SELECT onceover.clock()), outcome = 'CLEAN_STOP'
 WHERE worker_id = $1::text AND status = 'STARTED' AND shard_no IS NOT NULL

-- name: SucceedAttemptsAtDoneShards
-- What the attempts were for is accepted: $1 batch. Run by who moved its shards, in the same transaction.
-- role: onceover_scheduler
UPDATE onceover.run_attempt a
   SET status = 'SUCCEEDED', finished_at = (SELECT onceover.clock()), outcome = 'SHARD_DONE'
  FROM onceover.settlement_batch b
  JOIN onceover.batch_shard s USING (batch_id)
 WHERE b.batch_id = $1::bigint AND s.status = 'DONE' AND a.run_id = b.run_id AND a.shard_no = s.shard_no AND a.status = 'STARTED'

-- name: InsertRunAttempt
-- The scheduler's attempt at a run: $1 run, $2 number, $3 worker, $4 input version.
-- role: onceover_scheduler
INSERT INTO onceover.run_attempt (run_id, attempt_no, worker_id, input_version)
VALUES ($1::bigint, $2::integer, $3::text, $4::text)
RETURNING attempt_id

-- name: LoseRunAttemptsOfOthers
-- role: onceover_scheduler
UPDATE onceover.run_attempt
   SET status = 'LOST', finished_at = (SELECT onceover.clock()), outcome = 'TAKEN_OVER',
       error = 'its lease ran out; taken over by ' || $2::text
 WHERE run_id = $1::bigint AND shard_no IS NULL AND status = 'STARTED' AND worker_id <> $2::text

-- name: ReadOwnRunAttempt
-- role: onceover_scheduler
SELECT attempt_id FROM onceover.run_attempt
 WHERE run_id = $1::bigint AND shard_no IS NULL AND status = 'STARTED' AND worker_id = $2::text
 ORDER BY attempt_no DESC LIMIT 1

-- name: EndRunAttempt
-- $1 attempt, $2 status, $3 error, $4 batch.
-- role: onceover_scheduler
UPDATE onceover.run_attempt
   SET status = $2::text, finished_at = (SELECT onceover.clock()), error = $3::text,
       outcome = CASE $2::text WHEN 'SUCCEEDED' THEN 'ENUMERATED' WHEN 'RELEASED' THEN 'QUEUE_FULL' ELSE 'ENUMERATION_FAILED' END,
       rows_affected = (SELECT coalesce(sum(s.expected_count), 0) FROM onceover.batch_shard s WHERE s.batch_id = $4::bigint)
 WHERE attempt_id = $1::bigint AND status = 'STARTED'
RETURNING attempt_id

-- name: MarkAttemptsOfGoneWorkersLost
-- Gone: stopped, or silent for half a minute and without one living session (each session of an incarnation holds the
-- lock that is tried here). The lock, not the clock, decides: simulated time jumps, a paused worker keeps its sessions.
-- role: onceover_scheduler
UPDATE onceover.run_attempt a
   SET status = 'LOST', finished_at = (SELECT onceover.clock()), outcome = 'WORKER_GONE', error = 'its worker is gone'
  FROM (SELECT w.worker_id
          FROM (SELECT DISTINCT o.worker_id FROM onceover.run_attempt o
                 WHERE o.status = 'STARTED' AND o.worker_id <> $1::text OFFSET 0) w
          LEFT JOIN onceover.worker k ON k.worker_id = w.worker_id
         WHERE (k.stopped_at IS NOT NULL
                OR coalesce((SELECT max(h.beat_at) FROM onceover.worker_heartbeat h WHERE h.worker_id = w.worker_id), k.started_at,
                            '-infinity') < (SELECT onceover.clock()) - interval '30 s')
           AND pg_try_advisory_xact_lock(hashtextextended('onceover.worker ' || w.worker_id, 0))
        OFFSET 0) gone
 WHERE a.worker_id = gone.worker_id AND a.status = 'STARTED'
