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
-- What a job of every minute would have done meanwhile is left out: it is work of the present. Parameters: the instant, and whether
-- work under way is no obstacle.
-- role: postgres
WITH left_out AS (UPDATE onceover.job SET schedule_from = $1::timestamptz WHERE period_kind = 'slot' AND schedule_from < $1::timestamptz)
SELECT (extract(epoch FROM onceover.sandbox_advance($1::timestamptz, $2::boolean)) * 1000)::bigint AS offset_ms

-- name: ReadPracticeJob
-- Parameter: job.
-- role: postgres
SELECT j.job_id, j.time_zone, j.schedule, j.biz_date_offset, j.schedule_from,
       (SELECT max(b.biz_date)::text FROM onceover.settlement_batch b WHERE b.job_id = j.job_id) AS last_sealed
FROM onceover.job j WHERE j.job_id = $1::text

-- name: ReadPracticeJobs
-- Those with a schedule by the day.
-- role: postgres
SELECT j.job_id, j.time_zone, j.schedule, j.biz_date_offset, j.schedule_from, NULL::text AS last_sealed
FROM onceover.job j WHERE j.enabled AND j.period_kind <> 'slot' ORDER BY j.job_id

-- name: ReadFillSituation
-- What still moves without a person, and how far the batch of one business date is: an unknown with a dead letter, and the
-- run of a batch that is PARTIAL, wait for somebody. An instant that is due and was not triggered yet is work as well, of whatever
-- job. Each state of a message has its own index; together they would cost a look at all there ever were. Parameters: job, business
-- date (null: none), arrays of jobs and instants that are due.
-- role: postgres
SELECT (SELECT count(*) FROM unnest($3::text[], $4::timestamptz[]) AS d(job_id, scheduled_at)
         WHERE NOT EXISTS (SELECT FROM onceover.run_trigger t WHERE t.job_id = d.job_id AND t.scheduled_at = d.scheduled_at)) AS open_triggers,
       (SELECT count(*) FROM onceover.operation_due) AS open_operations,
       (SELECT count(*) FROM onceover.outbox m WHERE m.status = 'PENDING')
         + (SELECT count(*) FROM onceover.outbox m WHERE m.status = 'SENDING')
         + (SELECT count(*) FROM onceover.outbox m WHERE m.status = 'UNKNOWN'
               AND NOT EXISTS (SELECT FROM onceover.dead_letter l
                                WHERE l.operation_id = m.operation_id AND l.status <> 'RESOLVED')) AS open_messages,
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

-- name: LoosenWatchLimits
-- While practice time leaps by hours, what is late by the clock is late by nobody's fault. Repeatable.
-- role: postgres
UPDATE onceover.watch_limit SET amount = amount * 1000, basis = basis || '; a thousandfold while practice time leaps'
 WHERE name IN ('scheduler lag', 'worker silence') AND basis NOT LIKE '%; a thousandfold while practice time leaps'

-- name: TightenWatchLimits
-- The present is reached. Repeatable.
-- role: postgres
UPDATE onceover.watch_limit SET amount = amount / 1000, basis = replace(basis, '; a thousandfold while practice time leaps', '')
 WHERE basis LIKE '%; a thousandfold while practice time leaps'

-- name: CountDutiesNotSeenSince
-- Duties of the workers that have no sign of life since an instant of practice time; 0 also means that the pictures of the
-- present show a living engine. Parameters: the instant, the duties.
-- role: postgres
SELECT count(*) AS n FROM unnest($2::text[]) AS d(duty)
WHERE NOT EXISTS (SELECT FROM onceover.worker_heartbeat h WHERE h.duty = d.duty AND h.beat_at >= $1::timestamptz)
