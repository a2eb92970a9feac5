-- SPDX-License-Identifier: GPL-3.0-or-later
-- A person tests a channel before it may be enabled.

-- name: ReadChannelToTest
-- $1 channel, $2 version or null: the newest.
-- role: onceover_operator, onceover_approver
SELECT channel_id, profile_version, kind, endpoint, enabled, key_transport, on_mismatch, on_in_flight, stores_5xx, query_kind,
       refusal, refusal_codes, amount_unit, callback_signed, key_max_len, test_endpoint, max_in_flight, max_send_attempts, max_queries,
       (extract(epoch FROM retention) * 1000)::bigint AS retention_ms,
       (extract(epoch FROM retention_margin) * 1000)::bigint AS retention_margin_ms,
       (extract(epoch FROM coalesce(query_eventual_max, '0')) * 1000)::bigint AS query_eventual_max_ms,
       (extract(epoch FROM max_late_execution) * 1000)::bigint AS max_late_execution_ms,
       (extract(epoch FROM connect_timeout) * 1000)::bigint AS connect_timeout_ms,
       (extract(epoch FROM answer_timeout) * 1000)::bigint AS answer_timeout_ms,
       (extract(epoch FROM send_lease) * 1000)::bigint AS send_lease_ms,
       extract(epoch FROM cutoff)::integer / 60 AS cutoff_minutes, coalesce(cutoff_zone, '') AS cutoff_zone,
       coalesce(calendar_id, '') AS calendar_id, value_date_rule,
       (extract(epoch FROM escalate_after) * 1000)::bigint AS escalate_after_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(retry_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS retry_backoff_ms,
       ARRAY(SELECT (extract(epoch FROM b) * 1000)::bigint FROM unnest(query_backoff) WITH ORDINALITY AS x(b, n) ORDER BY n)
         AS query_backoff_ms
  FROM onceover.v_channel
 WHERE channel_id = $1::text AND ($2::integer IS NULL OR profile_version = $2::integer)
 ORDER BY profile_version DESC LIMIT 1

-- name: RecordSelfTest
-- $1 channel, $2 version, $3 endpoint, $4 to $8 per probe: field, declared, found, outcome, detail; $9 request.
-- role: onceover_operator, onceover_approver
SELECT outcome, reason, self_test_id, passed, at
  FROM onceover.record_self_test($1::text, $2::integer, $3::text,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('field', u.field, 'declared', u.declared, 'found', u.found, 'outcome', u.outcome,
                                                       'detail', u.detail) ORDER BY u.n), '[]')
            FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) WITH ORDINALITY AS u(field, declared, found, outcome, detail, n)),
         $9::uuid)
