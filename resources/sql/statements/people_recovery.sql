-- SPDX-License-Identifier: GPL-3.0-or-later
-- The recovery plan of an incident: what it is decided from, and the request for it.

-- name: ReadRecoveryFacts
-- $1 incident, $2 how many.
-- role: onceover_viewer, onceover_auditor
SELECT bucket, operation_id, merchant_id, job_id, batch_id, status, failure_class, amount_minor, currency, message_status, idempotency_key, effects,
       is_made_good, replay_refusal
  FROM onceover.incident_facts($1::bigint, $2::integer)

-- name: ReadRecoveryTotals
-- role: onceover_viewer, onceover_auditor
SELECT currency, operations, amount_minor FROM onceover.incident_totals($1::bigint)

-- name: RequestRecoveryPlan
-- $2 and $3: operations with what is done about each; $4 it was a false alarm.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_recovery_plan($1::bigint, $2::uuid[], $3::text[], $4::boolean, $5::text, $6::text, $7::uuid)
