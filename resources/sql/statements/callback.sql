-- SPDX-License-Identifier: GPL-3.0-or-later
-- Callbacks as facts, and what becomes of them.

-- name: ReadCallbackWindow
-- role: onceover_callback
SELECT onceover.clock() AS now, onceover.limit_of('callback window') AS window_ms

-- name: ReadProfileVersionsOfKeys
-- The version of a message's first send says how its callbacks are read (DESIGN.md rule 7). $1 keys.
-- role: onceover_callback
-- hot
SELECT m.idempotency_key, m.profile_version FROM unnest($1::text[]) AS g(key) JOIN onceover.outbox m ON m.idempotency_key = g.key

-- name: RecordCallbacks
-- role: onceover_callback
SELECT onceover.record_callbacks($1::text, $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[],
                                 $10::bytea[], $11::text[], $12::timestamptz[]) AS recorded

-- name: FileCallbacks
-- role: onceover_callback
SELECT channel_id, event_id, call_id, bucket, outbox_id, operation_id, idempotency_key, outbox_version, recorded_at, answer, code, external_ref,
       amount_minor, currency, error
  FROM onceover.file_callbacks($1::text, $2::integer)

-- name: CloseCallbacks
-- role: onceover_callback
SELECT onceover.close_callbacks($1::text[], $2::text[]) AS closed

-- name: CountCallbackRefusals
-- role: onceover_callback
SELECT onceover.count_callback_refusals($1::text[], $2::text[], $3::bigint[]) AS counted
