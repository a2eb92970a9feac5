-- SPDX-License-Identifier: GPL-3.0-or-later
-- A profile as the programs read it, whoever they are: one list of columns for one reader, so that a new term cannot reach the
-- engine and miss the person who tests the channel.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE VIEW v_channel_terms AS
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
    FROM channel_profile;
GRANT SELECT ON v_channel_terms TO onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_viewer, onceover_auditor;
