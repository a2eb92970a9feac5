-- SPDX-License-Identifier: GPL-3.0-or-later
-- What people ask for, and how a lost answer is found again.

-- name: TriggerRun
-- role: onceover_operator
SELECT outcome, reason, answer, trigger_id, run_id, run_key, run_status, batch_id, batch_status
  FROM onceover.trigger_run($1::text, $2::date, $3::uuid)

-- name: FindTriggerByRequest
-- Empty: nothing is recorded under that request id.
-- role: onceover_operator
SELECT g.answer, g.trigger_id, g.run_id, g.run_key, r.status AS run_status, b.batch_id, b.status AS batch_status
  FROM onceover.v_trigger g
  JOIN onceover.v_run r USING (run_id)
  LEFT JOIN onceover.v_batch b USING (run_id)
 WHERE g.request_id = $1::uuid

-- name: ListJobs
-- role: onceover_viewer
SELECT job_id FROM onceover.v_job WHERE enabled ORDER BY grade, job_id

-- name: RecordVerification
-- $1 its id, $2 when the snapshot was taken, $3 rows, $4 chains and $5 anchors that were judged.
-- role: onceover_auditor
SELECT onceover.record_verification($1::uuid, $2::text, $3::bigint, $4::bigint, $5::bigint)

-- name: RecordRefusal
-- Best effort: a missing privilege (42501) rolls back what it refuses, so the login's own note of it is written apart.
-- role: onceover_viewer
SELECT onceover.record_refusal($1::uuid, $2::text, $3::text, $4::text)
