-- SPDX-License-Identifier: GPL-3.0-or-later
-- Requests of people about batches and settings; each is one call of one function, which audits itself.

-- name: RequestBatchRecovery
-- $1 batch, or $2 job and $3 business date; $4 what removed the cause.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_batch_recovery($1::bigint, $2::text, $3::date, $4::text, $5::text, $6::text, $7::uuid)

-- name: RequestRollout
-- $1 job, $2 version of its rules (null: the newest), $3 stage, $4 for whom.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_rollout($1::text, $2::integer, $3::text, $4::text[], $5::text, $6::text, $7::uuid)

-- name: RequestProfile
-- $1 channel, $2 change, $3 version (null: the newest), $4 what a new version says otherwise.
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_profile($1::text, $2::text, $3::integer, $4::jsonb, $5::text, $6::text, $7::uuid)

-- name: RequestBeneficiary
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_beneficiary($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::uuid)

-- name: RequestRetentionSetting
-- role: onceover_operator
SELECT outcome, reason, found, approval_id, kind, status, maker, checker, expires_at
  FROM onceover.request_retention_setting($1::text, $2::jsonb, $3::text, $4::text, $5::uuid)

-- name: ReadRollouts
-- $1 job, or null: all.
-- role: onceover_viewer, onceover_auditor
SELECT job_id, rule_version, mode, scope_list, since, maker, checker, is_current, is_acting, operations_open, operations_held, operations_done,
       operations_failed, findings, takeovers, alerts_open
  FROM onceover.v_rollout WHERE $1::text IS NULL OR job_id = $1::text ORDER BY job_id, rule_version DESC

-- name: ReadRolloutLeft
-- role: onceover_viewer, onceover_auditor
SELECT rule_version, what, n, amount_minor, currency FROM onceover.v_rollout_left WHERE job_id = $1::text ORDER BY rule_version DESC, what, currency
