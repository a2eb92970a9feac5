-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: InsertScheduledRun
-- By insert-or-read (R1): no row back means that the run exists. HELD while a freeze in force covers its job, so that
-- nothing is lost (R103), and for the moment before SkipRun. $1 job, $2 run key, $3 business date, $4 instant, $5 wall clock,
-- $6 zone, $7 zone data, $8 resolution, $9 is it to be skipped.
-- role: onceover_scheduler
INSERT INTO onceover.job_run (job_id, job_type, scope, run_key, biz_date, grade, status, scheduled_at, local_wall, zone,
                              tzdata_version, resolution)
SELECT j.job_id, j.job_type, j.scope, $2::text, $3::date, j.grade,
       CASE WHEN $9::boolean OR onceover.is_job_covered((SELECT onceover.frozen_scopes()), j.job_id, j.job_type) THEN 'HELD' ELSE 'DUE' END,
       $4::timestamptz, $5::text, $6::text, $7::text, $8::text
  FROM onceover.job j
 WHERE j.job_id = $1::text
ON CONFLICT (run_key) DO NOTHING
RETURNING run_id

-- name: SkipRun
-- In the transaction that inserted it, so that nobody sees it held: too late, and the job's policy leaves it out. $1 run key,
-- $2 policy and scheduler.
-- role: onceover_scheduler
UPDATE onceover.job_run SET status = 'SKIPPED', status_reason = $2::text, finished_at = (SELECT onceover.clock())
 WHERE run_key = $1::text AND status = 'HELD'

-- name: ReadOpenRuns
-- Of jobs with batches: DUE, or RUNNING without a wholly enumerated batch; not those that a freeze in force covers, and not those under a lease,
-- unless it is the lease of an attempt of ours that goes on. After a failed attempt the lease is the pause. $1 worker.
-- role: onceover_scheduler
SELECT r.run_id, r.run_key, r.job_id, r.status, r.biz_date
  FROM onceover.job_run r
  JOIN onceover.job_type k ON k.job_type = r.job_type AND k.has_batch
 WHERE r.status IN ('DUE', 'RUNNING')
   AND (r.lease_until IS NULL OR r.lease_until <= (SELECT onceover.clock())
        OR EXISTS (SELECT FROM onceover.run_attempt a
                    WHERE a.run_id = r.run_id AND a.shard_no IS NULL AND a.status = 'STARTED' AND a.worker_id = $1::text))
   AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
   AND (r.status = 'DUE'
        OR NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.run_id = r.run_id)
        OR EXISTS (SELECT FROM onceover.settlement_batch b JOIN onceover.batch_shard s USING (batch_id)
                    WHERE b.run_id = r.run_id AND b.status <> 'FAILED' AND s.status = 'OPEN'))
 ORDER BY r.biz_date, r.run_id

-- name: HoldRunsUnderFreeze
-- role: onceover_scheduler
UPDATE onceover.job_run r SET status = 'HELD', status_reason = 'frozen'
 WHERE r.status = 'DUE'
   AND onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
RETURNING r.run_id

-- name: ReleaseRunsWithoutFreeze
-- role: onceover_scheduler
UPDATE onceover.job_run r SET status = 'DUE', status_reason = ''
 WHERE r.status = 'HELD'
   AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
RETURNING r.run_id

-- name: SealRunDate
-- First statement of the transaction that makes the batch, before the barrier: no sale of this date is taken in any more.
-- False: somebody is just taking some in. It does not wait, or an import that stays open would hold up every other run.
-- role: onceover_scheduler
SELECT onceover.seal_date(r.job_type, r.biz_date) AS sealed FROM onceover.job_run r WHERE r.run_id = $1::bigint

-- name: LockRun
-- What beginning a run needs to know. Leased: another scheduler is at it, or its last attempt failed and the pause lasts.
-- $1 run, $2 worker.
-- role: onceover_scheduler
SELECT r.status, r.attempts, j.shard_count,
       coalesce(r.lease_until > (SELECT onceover.clock()), false)
         AND NOT EXISTS (SELECT FROM onceover.run_attempt a
                          WHERE a.run_id = r.run_id AND a.shard_no IS NULL AND a.status = 'STARTED' AND a.worker_id = $2::text) AS leased,
       onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type) AS frozen,
       coalesce(r.worker_id, '') AS holder,
       'sale@' || r.biz_date || ' rule ' || j.rule_version AS input_version
  FROM onceover.job_run r
  JOIN onceover.job j USING (job_id)
 WHERE r.run_id = $1::bigint
   FOR UPDATE OF r

-- name: StartRun
-- $1 run, $2 worker, $3 lease in ms, $4 does a new attempt begin. Joining a RUNNING run is no change of state.
-- role: onceover_scheduler
UPDATE onceover.job_run
   SET status = 'RUNNING', worker_id = $2::text,
       lease_until = (SELECT onceover.clock()) + $3::bigint * interval '1 ms',
       attempts = attempts + CASE WHEN $4::boolean THEN 1 ELSE 0 END, started_at = coalesce(started_at, (SELECT onceover.clock())),
       status_reason = ''
 WHERE run_id = $1::bigint AND status IN ('DUE', 'RUNNING')
RETURNING attempts

-- name: WriteRunDeadLetter
-- A run that has failed is named by a dead letter, unless one of its batch names it already (a failure of class RULE or
-- DEFECT). In the transaction of EndRun. $1 run, $2 reason.
-- role: onceover_scheduler
INSERT INTO onceover.dead_letter (subject_kind, subject_id, batch_id, job_id, biz_date, grade, idempotency_key, failure_class,
                                  last_error, payload, attempts)
SELECT 'run', r.run_id::text, b.batch_id, r.job_id, r.biz_date, r.grade, r.run_key, 'BUDGET_SPENT',
       coalesce(nullif($2::text, ''), 'no reason given'), convert_to(r.run_key, 'UTF8'), r.attempts
  FROM onceover.job_run r
  LEFT JOIN onceover.settlement_batch b ON b.run_id = r.run_id
 WHERE r.run_id = $1::bigint AND r.status = 'FAILED'
   AND NOT EXISTS (SELECT FROM onceover.dead_letter d
                    WHERE d.batch_id = b.batch_id AND d.failure_class IN ('RULE', 'DEFECT') AND d.status <> 'RESOLVED'
                      AND NOT EXISTS (SELECT FROM onceover.run_recovery c WHERE c.run_id = r.run_id AND d.dead_letter_id = ANY (c.letters)))
ON CONFLICT DO NOTHING

-- name: ReadQueueRoom
-- R79: what is due and what may be sent, counted no further than the limit.
-- role: onceover_scheduler
WITH l AS MATERIALIZED (SELECT onceover.limit_of('queue length') AS most, onceover.clock() AS now),
due AS (SELECT count(*) AS n FROM (SELECT FROM onceover.operation_due d WHERE d.due_at <= (SELECT now FROM l) LIMIT (SELECT most FROM l)) x)
SELECT due.n + (SELECT count(*) FROM (SELECT FROM onceover.outbox m WHERE m.status = 'PENDING' AND m.not_before <= (SELECT now FROM l)
                                       LIMIT greatest((SELECT most FROM l) - due.n, 0)) x) AS waiting,
       (SELECT most FROM l) AS most
  FROM due

-- name: NoteRunWaits
-- $1 run, $2 why nothing is enumerated now.
-- role: onceover_scheduler
UPDATE onceover.job_run SET status_reason = $2::text
 WHERE run_id = $1::bigint AND status IN ('DUE', 'RUNNING') AND status_reason <> $2::text

-- name: LeaveRun
-- The scheduler that enumerated it lets go.
-- role: onceover_scheduler
UPDATE onceover.job_run SET lease_until = NULL, worker_id = NULL WHERE run_id = $1::bigint AND worker_id = $2::text

-- name: EndRun
-- Together with its batch: $1 run, $2 status, $3 reason.
-- role: onceover_scheduler
UPDATE onceover.job_run
   SET status = $2::text, status_reason = $3::text, finished_at = (SELECT onceover.clock()), lease_until = NULL, worker_id = NULL
 WHERE run_id = $1::bigint AND status = 'RUNNING'
RETURNING run_id

-- name: LockRunWithoutBatch
-- The oldest run of these types that nobody holds. After a failed attempt the lease is the pause. Reconciliation goes on while
-- everything is frozen. $1 job types.
-- role: onceover_scheduler
SELECT r.run_id, r.job_id, r.job_type, r.run_key, r.biz_date, j.max_attempts,
       (extract(epoch FROM j.lease) * 1000)::bigint AS lease_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(j.retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms,
       (SELECT count(*) FROM onceover.run_attempt a
         WHERE a.run_id = r.run_id AND a.status = 'FAILED'
           AND a.finished_at > coalesce((SELECT max(c.at) FROM onceover.run_recovery c WHERE c.run_id = r.run_id), '-infinity')) AS failures
  FROM onceover.job_run r
  JOIN onceover.job j USING (job_id)
  JOIN onceover.job_type t ON t.job_type = r.job_type AND NOT t.has_batch
 WHERE r.status IN ('DUE', 'RUNNING') AND r.job_type = ANY ($1::text[]) AND j.enabled
   AND (r.lease_until IS NULL OR r.lease_until <= (SELECT onceover.clock()))
   AND NOT onceover.is_job_covered((SELECT onceover.frozen_scopes()), r.job_id, r.job_type)
 ORDER BY r.biz_date, r.run_id
 LIMIT 1
   FOR UPDATE OF r SKIP LOCKED

-- name: KeepRunLease
-- $1 run, $2 worker, $3 lease in ms, $4 attempt.
-- role: onceover_scheduler
UPDATE onceover.job_run r SET lease_until = (SELECT onceover.clock()) + $3::bigint * interval '1 ms'
 WHERE r.run_id = $1::bigint AND r.status = 'RUNNING' AND r.worker_id = $2::text
   AND EXISTS (SELECT FROM onceover.run_attempt a WHERE a.attempt_id = $4::bigint AND a.status = 'STARTED')
RETURNING r.run_id

-- name: EndWorkAttempt
-- $1 attempt, $2 status, $3 outcome, $4 error, $5 rows.
-- role: onceover_scheduler
UPDATE onceover.run_attempt
   SET status = $2::text, finished_at = (SELECT onceover.clock()), outcome = $3::text, error = $4::text, rows_affected = $5::bigint
 WHERE attempt_id = $1::bigint AND status = 'STARTED'
RETURNING attempt_id

-- name: PauseRun
-- Until the next attempt, whoever makes it. $1 run, $2 wait in ms, $3 reason.
-- role: onceover_scheduler
UPDATE onceover.job_run SET lease_until = (SELECT onceover.clock()) + $2::bigint * interval '1 ms', status_reason = $3::text
 WHERE run_id = $1::bigint AND status = 'RUNNING'
RETURNING run_id
