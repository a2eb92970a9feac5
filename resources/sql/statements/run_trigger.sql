-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: InsertScheduledTrigger
-- By insert-or-read (R1). $1 job, $2 instant, $3 run key, $4 did this transaction insert the run, $5 worker,
-- $6 is it later than the job allows.
-- role: onceover_scheduler
INSERT INTO onceover.run_trigger (job_id, source, scheduled_at, run_id, run_key, biz_date, answer, requested_by)
SELECT $1::text, CASE WHEN $6::boolean THEN 'catch-up' ELSE 'schedule' END, $2::timestamptz, r.run_id, r.run_key, r.biz_date,
       CASE WHEN r.status IN ('HELD', 'SKIPPED') THEN r.status WHEN $4::boolean THEN 'CREATED' WHEN r.status = 'DONE' THEN 'ALREADY_COMPLETED'
            ELSE 'EXISTING' END,
       $5::text
  FROM onceover.job_run r
 WHERE r.run_key = $3::text
ON CONFLICT (job_id, scheduled_at) WHERE scheduled_at IS NOT NULL DO NOTHING
RETURNING trigger_id

-- name: ReadScheduledTrigger
-- $1 job, $2 instant.
-- role: onceover_scheduler
SELECT t.trigger_id, t.run_id, r.status
  FROM onceover.run_trigger t JOIN onceover.job_run r USING (run_id)
 WHERE t.job_id = $1::text AND t.scheduled_at = $2::timestamptz
