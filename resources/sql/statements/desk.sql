-- SPDX-License-Identifier: GPL-3.0-or-later
-- What `onceoverctl alerts`, `dead-letters` and `reconcile` list.

-- name: ReadAlertsOfDesk
-- role: onceover_viewer, onceover_auditor
SELECT alert_id, rule, subject, grade, idempotency_key, last_error, detail, opened_at, acknowledged_by, acknowledged_at, escalations
  FROM onceover.v_alert WHERE closed_at IS NULL ORDER BY grade, opened_at, alert_id

-- name: ReadLettersOfDesk
-- $1 opened before.
-- role: onceover_viewer, onceover_auditor
SELECT dead_letter_id, subject_kind || ' ' || subject_id AS subject, job_id, biz_date, grade, idempotency_key, failure_class, last_error,
       payload_size::bigint AS payload_size, attempts, amount_minor, currency, status, opened_at
  FROM onceover.v_dead_letter WHERE status <> 'RESOLVED' AND opened_at <= $1::timestamptz ORDER BY opened_at, dead_letter_id

-- name: ReadComparisonsOfDay
-- $1 date, $2 channel or empty.
-- role: onceover_viewer, onceover_auditor
SELECT kind, channel_id, biz_date, outcome, compared, differences, opened, (extract(epoch FROM took) * 1000)::bigint AS took_ms, started_at, detail
  FROM onceover.v_reconciliation
 WHERE biz_date = $1::date AND kind IN ('book', 'statement', 'three tables') AND ($2::text = '' OR channel_id = $2::text)
 ORDER BY reconciliation_id

-- name: ReadDifferencesOfDay
-- role: onceover_viewer, onceover_auditor
SELECT d.kind, d.pair, d.subject, d.channel_id, d.idempotency_key, d.external_ref, d.ours_minor, d.theirs_minor, d.currency, d.detail, d.status,
       d.occurred_at, d.opened_at
  FROM onceover.v_difference d
  JOIN onceover.v_reconciliation r USING (reconciliation_id)
 WHERE r.biz_date = $1::date AND r.kind IN ('book', 'statement', 'three tables') AND ($2::text = '' OR r.channel_id = $2::text)
 ORDER BY d.difference_id

-- name: ReadThreeTableDifferences
-- role: onceover_viewer, onceover_auditor
SELECT kind, pair, subject, '' AS channel_id, '' AS idempotency_key, external_ref, ours_minor, theirs_minor, currency, detail, 'NOW' AS status,
       occurred_at, NULL::timestamptz AS opened_at
  FROM onceover.v_three_table_difference ORDER BY pair, kind, subject

-- name: AcknowledgeAlert
-- $1 alert, $2 request id, $3 what the person says to it.
-- role: onceover_operator, onceover_approver
SELECT outcome, reason, acknowledged_by, acknowledged_at FROM onceover.acknowledge_alert($1::bigint, $2::uuid, $3::text)

-- name: RevealOperation
-- RECORDED, and nothing shown, is the first answer; asked again under the same id, it is shown. $1 operation, $2 why, $3 request id.
-- role: onceover_operator, onceover_approver, onceover_auditor
SELECT outcome, reason, beneficiary_name, beneficiary_account, beneficiary_country, payload FROM onceover.reveal($1::uuid, $2::text, $3::uuid)

-- name: PauseChannel
-- $1 channel, $2 pause it, else resume, $3 why, $4 request id.
-- role: onceover_operator
SELECT outcome, reason, changed, actor, at FROM onceover.pause_channel($1::text, $2::boolean, $3::text, $4::uuid)

-- name: ReadChannelPauses
-- role: onceover_operator, onceover_viewer, onceover_auditor
SELECT channel_id, reason, paused_by, paused_at, messages, under_way, operations
  FROM onceover.v_channel_pause WHERE resumed_at IS NULL ORDER BY paused_at, channel_id
