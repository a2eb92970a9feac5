-- SPDX-License-Identifier: GPL-3.0-or-later
-- Simulated time and the questions by which the fill waits.

-- name: ReadSandboxClock
-- role: postgres
SELECT (SELECT onceover.clock()) AS at,
       (extract(epoch FROM c."offset") * 1000)::bigint AS offset_ms
FROM onceover.sandbox_clock c

-- name: BeginSandboxTime
-- Before the first run only. Parameter: how many days ago practice time begins.
-- role: postgres
SELECT onceover.sandbox_begin(clock_timestamp() - $1::integer * interval '24 hours')

-- name: AdvanceSandboxClock
-- Parameters: the instant, and whether work under way is no obstacle.
-- role: postgres
SELECT (extract(epoch FROM onceover.sandbox_advance($1::timestamptz, $2::boolean)) * 1000)::bigint AS offset_ms

-- name: ReadPracticeJob
-- Parameter: job.
-- role: postgres
SELECT j.time_zone, j.schedule, j.biz_date_offset, j.schedule_from,
       (SELECT max(b.biz_date)::text FROM onceover.settlement_batch b WHERE b.job_id = j.job_id) AS last_sealed
FROM onceover.job j WHERE j.job_id = $1::text

-- name: ReadFillSituation
-- What still moves without a person, and how far the batch of one business date is: an unknown with a dead letter, and the
-- run of a batch that is PARTIAL, wait for somebody. Parameters: job, business date.
-- role: postgres
SELECT (SELECT count(*) FROM onceover.operation_due) AS open_operations,
       (SELECT count(*) FROM onceover.outbox m WHERE m.status IN ('PENDING', 'SENDING', 'UNKNOWN')
           AND NOT (m.status = 'UNKNOWN' AND EXISTS (SELECT FROM onceover.dead_letter l
                                                      WHERE l.operation_id = m.operation_id AND l.status <> 'RESOLVED'))) AS open_messages,
       (SELECT count(*) FROM onceover.job_run r WHERE r.status IN ('DUE', 'HELD', 'RUNNING')
           AND NOT EXISTS (SELECT FROM onceover.settlement_batch b WHERE b.run_id = r.run_id AND b.status = 'PARTIAL')) AS open_runs,
       coalesce((SELECT status FROM onceover.settlement_batch WHERE job_id = $1::text AND biz_date = $2::date), '') AS batch_status,
       coalesce((SELECT status_reason FROM onceover.settlement_batch WHERE job_id = $1::text AND biz_date = $2::date), '') AS batch_reason

-- name: ReadThreeOnces
-- Triggered, executed, took effect: of one business date. Parameters: job, business date.
-- role: postgres
SELECT (SELECT count(*) FROM onceover.run_trigger WHERE job_id = $1::text AND biz_date = $2::date) AS triggered,
       (SELECT count(*) FROM onceover.run_attempt a JOIN onceover.job_run r USING (run_id)
        WHERE r.job_id = $1::text AND r.biz_date = $2::date AND a.shard_no IS NULL) AS executed,
       (SELECT count(*) FROM onceover.settlement_batch b JOIN onceover.settlement_operation o USING (batch_id)
        WHERE b.job_id = $1::text AND b.biz_date = $2::date) AS operations,
       (SELECT count(*) FROM onceover.settlement_batch b JOIN onceover.outbox m USING (batch_id)
        WHERE b.job_id = $1::text AND b.biz_date = $2::date AND m.status = 'ACCEPTED') AS took_effect,
       (SELECT status FROM onceover.settlement_batch WHERE job_id = $1::text AND biz_date = $2::date) AS batch_status,
       (SELECT count(*) FROM onceover.settlement_batch b JOIN onceover.dead_letter l USING (batch_id)
        WHERE b.job_id = $1::text AND b.biz_date = $2::date AND l.status <> 'RESOLVED') AS waiting

-- name: ReadFillTotals
-- Attempts and kills of all days: those that the retention took are counted where they stay counted.
-- role: postgres
SELECT (SELECT count(*) FROM onceover.settlement_operation) AS operations,
       (SELECT count(*) FROM onceover.run_attempt)
         + (SELECT coalesce(sum(n), 0)::bigint FROM onceover.worker_attempt_count) AS attempts,
       (SELECT count(*) FROM onceover.outbox WHERE status = 'ACCEPTED') AS effects,
       (SELECT count(*) FROM (SELECT worker_id FROM onceover.run_attempt WHERE status = 'LOST'
                              UNION SELECT worker_id FROM onceover.worker_attempt_count WHERE status = 'LOST') gone) AS kills,
       (SELECT count(*) FROM onceover.outbox WHERE status = 'UNKNOWN') AS unknowns,
       (SELECT count(*) FROM onceover.dead_letter WHERE status <> 'RESOLVED') AS dead_letters,
       (SELECT count(*) FROM onceover.settlement_batch WHERE status = 'PARTIAL') AS partial_batches,
       (SELECT count(*) FROM onceover.reconciliation_difference WHERE status = 'OPEN') AS differences

-- name: CountDutiesNotSeenSince
-- Duties of the workers that have no sign of life since an instant of practice time; 0 also means that the pictures of the
-- present show a living engine. Parameters: the instant, the duties.
-- role: postgres
SELECT count(*) AS n FROM unnest($2::text[]) AS d(duty)
WHERE NOT EXISTS (SELECT FROM onceover.worker_heartbeat h WHERE h.duty = d.duty AND h.beat_at >= $1::timestamptz)
