-- SPDX-License-Identifier: GPL-3.0-or-later
-- One operation, whole. Head first, found by its id; the rest by what the head names, each through an index of its table.

-- name: ConsoleOperationHead
-- $1 id. Always one row: without an operation it tells the time alone.
-- role: onceover_viewer
-- hot
SELECT t.now, o.bucket, o.operation_id, o.settlement_type, o.merchant_id, coalesce(h.name, '') AS merchant_name, o.settle_date, o.biz_date,
       o.scope_ref, o.revision, o.root_id, o.amount_minor, o.currency::text AS currency, o.item_count, o.batch_id, o.shard_no, o.channel_id,
       o.beneficiary_name, o.beneficiary_account, o.beneficiary_country, o.input_version, o.rule_version, o.created_at, o.status, o.version,
       o.worker_id, o.lease_until, o.attempt_id, o.attempts, o.attempts_total, o.next_attempt_at, o.failure_class,
       CASE WHEN o.last_error = '' THEN coalesce(m.last_error, '') ELSE o.last_error END AS last_error, o.external_ref, o.updated_at, o.finished_at,
       (SELECT count(*) FROM onceover.v_operation v
         WHERE v.bucket = o.bucket AND v.merchant_id = o.merchant_id AND v.settle_date = o.settle_date AND v.settlement_type = o.settlement_type
           AND v.currency = o.currency AND v.scope_ref = o.scope_ref) AS revisions,
       r.run_id, coalesce(r.run_key, '') AS run_key, r.job_id AS run_job_id, r.status AS run_status, r.status_reason AS run_reason, r.zone,
       r.local_wall, r.resolution, r.attempts AS run_attempts, r.scheduled_at, r.created_at AS run_created_at, r.started_at AS run_started_at,
       r.finished_at AS run_finished_at
  FROM (SELECT (SELECT onceover.clock()) AS now) t
  LEFT JOIN onceover.v_operation o ON o.operation_id = $1::uuid
  LEFT JOIN onceover.v_outbox m ON m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind = 'payout'
  LEFT JOIN onceover.v_merchant h ON h.merchant_id = o.merchant_id
  LEFT JOIN onceover.v_batch b ON b.batch_id = o.batch_id
  LEFT JOIN onceover.v_run r ON r.run_id = b.run_id

-- name: ConsoleOperationEvents
-- The log has one row per set and step. $1 batch, $2 id, $3 when the operation was made: older partitions are left out.
-- role: onceover_viewer
-- hot
SELECT e.event_id, e.at, e.event, e.from_status, e.to_status, e.attempt_id, e.worker_id, cardinality(e.operation_ids) AS set_size,
       e.versions[array_position(e.operation_ids, $2::uuid)] AS version, e.detail
  FROM onceover.v_event e
 WHERE e.batch_id = $1::bigint AND e.at >= $3::timestamptz - interval '1 hour' AND e.operation_ids @> ARRAY[$2::uuid]
 ORDER BY e.at, e.event_id LIMIT $4::integer

-- name: ConsoleOperationLegs
-- role: onceover_viewer
-- hot
SELECT l.phase, l.side, l.account_kind, l.owner_ref, l.amount_minor, l.currency::text AS currency, l.op_version, l.attempt_id, l.created_at
  FROM onceover.v_ledger l WHERE l.bucket = $1::smallint AND l.operation_id = $2::uuid
 ORDER BY l.created_at, array_position(ARRAY['HOLD', 'PAY', 'BACK'], l.phase), l.side DESC LIMIT 6

-- name: ConsoleOperationMessage
-- The life of the key follows the profile version under which it was sent first: a later profile does not change what the bank
-- promised then.
-- role: onceover_viewer
-- hot
SELECT m.outbox_id, m.message_kind, m.channel_id, coalesce(f.profile_version, m.profile_version) AS profile_version, m.idempotency_key,
       m.payload_size, encode(m.payload_sha256, 'hex') AS payload_sha256, m.status, m.version, m.worker_id, m.lease_until, m.attempts,
       m.sends_total, m.sends_maybe_left, m.queries, m.created_at, m.not_before, m.first_sent_at, m.last_sent_at, m.unknown_since,
       m.next_query_at, m.finished_at, m.first_sent_at + p.retention - p.retention_margin AS honoured_until, m.last_error
  FROM onceover.v_outbox m
  LEFT JOIN LATERAL (SELECT c.profile_version FROM onceover.v_external_call c
                      WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.kind = 'SEND'
                      ORDER BY c.started_at, c.call_id LIMIT 1) f ON true
  LEFT JOIN onceover.v_channel p ON p.channel_id = m.channel_id AND p.profile_version = coalesce(f.profile_version, m.profile_version)
 WHERE m.bucket = $1::smallint AND m.operation_id = $2::uuid AND m.message_kind = 'payout'

-- name: ConsoleOperationPayload
-- The exact bytes; the view leaves them out, so only who may read the table sees them.
-- role: onceover_auditor
-- hot
SELECT m.payload FROM onceover.outbox m
 WHERE m.bucket = $1::smallint AND m.operation_id = $2::uuid AND m.message_kind = 'payout'

-- name: ConsoleOperationCalls
-- role: onceover_viewer
-- hot
SELECT c.call_id, c.at, c.kind, c.started_at, (extract(epoch FROM c.duration) * 1000)::bigint AS duration_ms, c.answer, c.http_status, c.code,
       c.external_ref, c.amount_minor, coalesce(c.currency::text, '') AS currency, c.outbox_version, c.worker_id, c.error
  FROM onceover.v_external_call c WHERE c.bucket = $1::smallint AND c.operation_id = $2::uuid
 ORDER BY c.started_at, c.call_id LIMIT $3::integer

-- name: ConsoleOperationItems
-- $1 bucket, $2 root: all revisions of an operation settle the same items.
-- role: onceover_viewer
-- hot
SELECT i.item_kind, i.item_id, i.amount_minor, i.currency::text AS currency
  FROM onceover.v_item i WHERE i.bucket = $1::smallint AND i.root_id = $2::uuid ORDER BY i.item_kind, i.item_id LIMIT $3::integer

-- name: ConsoleOperationItemTotal
-- role: onceover_viewer
-- hot
SELECT count(*) AS n, coalesce(sum(i.amount_minor), 0)::bigint AS amount_minor
  FROM onceover.v_item i WHERE i.bucket = $1::smallint AND i.root_id = $2::uuid

-- name: ConsoleOperationCompensations
-- $1 bucket, $2 id. What makes it good, the oldest first; or, when it makes another one good, itself.
-- role: onceover_viewer
-- hot
SELECT c.operation_id, c.original_id, c.kind, c.approval_id, c.amount_minor, c.currency::text AS currency, c.status, c.failure_class, c.created_at,
       c.finished_at
  FROM onceover.v_compensation c WHERE c.original_bucket = $1::smallint AND c.original_id = $2::uuid
 UNION ALL
SELECT c.operation_id, c.original_id, c.kind, c.approval_id, c.amount_minor, c.currency::text, c.status, c.failure_class, c.created_at, c.finished_at
  FROM onceover.v_compensation c WHERE c.bucket = $1::smallint AND c.operation_id = $2::uuid
 ORDER BY created_at, operation_id LIMIT $3::integer

-- name: ConsoleOperationDeadLetters
-- role: onceover_viewer
-- hot
SELECT d.dead_letter_id, d.subject_kind, d.failure_class, d.last_error, d.attempts, d.status, coalesce(d.resolution, '') AS resolution, d.reason,
       d.payload_size, d.opened_at, d.resolved_at
  FROM onceover.v_dead_letter d WHERE d.operation_id = $1::uuid ORDER BY d.opened_at, d.dead_letter_id LIMIT $2::integer
