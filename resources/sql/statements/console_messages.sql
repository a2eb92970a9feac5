-- SPDX-License-Identifier: GPL-3.0-or-later
-- The page Outbox and its tab Channels. How a page is read: console_letters.sql.

-- name: ConsoleMessages
-- What is not finished, by when it is looked at next: sent (PENDING), taken over (SENDING), asked about (UNKNOWN). Each status has an
-- index in that order, PENDING one per channel. $5 status, $6 channel, $7 job, $8 merchant, $9 the key's start.
-- role: onceover_viewer, onceover_auditor
WITH found AS NOT MATERIALIZED (
  SELECT m.*, coalesce(m.lease_until, m.next_query_at, m.not_before) AS next_at FROM onceover.v_outbox m
   WHERE ($6::text IS NULL OR m.channel_id = $6) AND ($7::text IS NULL OR m.job_id = $7 OR starts_with(m.job_id, $7 || '@'))
     AND ($8::bigint IS NULL OR m.merchant_id = $8)
     AND ($9::text IS NULL OR starts_with(m.idempotency_key, upper($9)) OR starts_with(m.operation_id::text, lower($9)))
), channel AS MATERIALIZED (
  SELECT DISTINCT c.channel_id FROM onceover.v_channel c WHERE $6 IS NULL OR c.channel_id = $6
), page AS MATERIALIZED (
  SELECT * FROM (
    (SELECT m.* FROM channel, LATERAL (SELECT * FROM found m
       WHERE m.status = 'PENDING' AND m.channel_id = channel.channel_id AND coalesce($5::text, 'PENDING') = 'PENDING'
         AND NOT $1::boolean AND (m.not_before, m.outbox_id) > ($2::timestamptz, $3::bigint) ORDER BY m.not_before, m.outbox_id LIMIT $4::integer) m)
    UNION ALL
    (SELECT m.* FROM channel, LATERAL (SELECT * FROM found m
       WHERE m.status = 'PENDING' AND m.channel_id = channel.channel_id AND coalesce($5, 'PENDING') = 'PENDING'
         AND $1 AND (m.not_before, m.outbox_id) <= ($2, $3) ORDER BY m.not_before DESC, m.outbox_id DESC LIMIT $4) m)
    UNION ALL
    (SELECT * FROM found m WHERE m.status = 'SENDING' AND coalesce($5, 'SENDING') = 'SENDING'
        AND NOT $1 AND (m.lease_until, m.outbox_id) > ($2, $3) ORDER BY m.lease_until, m.outbox_id LIMIT $4)
    UNION ALL
    (SELECT * FROM found m WHERE m.status = 'SENDING' AND coalesce($5, 'SENDING') = 'SENDING'
        AND $1 AND (m.lease_until, m.outbox_id) <= ($2, $3) ORDER BY m.lease_until DESC, m.outbox_id DESC LIMIT $4)
    UNION ALL
    (SELECT * FROM found m WHERE m.status = 'UNKNOWN' AND coalesce($5, 'UNKNOWN') = 'UNKNOWN'
        AND NOT $1 AND (m.next_query_at, m.outbox_id) > ($2, $3) ORDER BY m.next_query_at, m.outbox_id LIMIT $4)
    UNION ALL
    (SELECT * FROM found m WHERE m.status = 'UNKNOWN' AND coalesce($5, 'UNKNOWN') = 'UNKNOWN'
        AND $1 AND (m.next_query_at, m.outbox_id) <= ($2, $3) ORDER BY m.next_query_at DESC, m.outbox_id DESC LIMIT $4)) u
   ORDER BY CASE WHEN $1 THEN NULL ELSE u.next_at END, CASE WHEN $1 THEN NULL ELSE u.outbox_id END, u.next_at DESC, u.outbox_id DESC LIMIT $4
)
SELECT p.outbox_id, p.operation_id::text AS operation_id, p.message_kind, p.channel_id, p.profile_version, p.idempotency_key, p.amount_minor,
       p.currency::text AS currency, p.job_id, p.merchant_id, p.status, p.version, p.worker_id, p.attempts::bigint AS attempts, p.sends_total::bigint AS sends,
       p.sends_maybe_left::bigint AS maybe_left, p.queries::bigint AS queries, p.created_at, p.next_at, p.first_sent_at, p.last_sent_at, p.unknown_since,
       p.first_sent_at + c.retention - c.retention_margin AS honoured_until, p.last_answer,
       k.http_status::bigint AS last_http, k.code AS last_code, (extract(epoch FROM k.duration) * 1000)::bigint AS last_ms, p.last_error, p.external_ref,
       onceover.is_covered((SELECT onceover.frozen_scopes()), p.job_id, p.batch_id, p.merchant_id, p.channel_id)
         AND p.operation_id NOT IN (SELECT x.operation_id FROM onceover.exempt_in_force x) AS held,
       p.next_at AS sort_at, p.outbox_id AS sort_id
  FROM page p
  LEFT JOIN onceover.v_channel c ON c.channel_id = p.channel_id AND c.profile_version = p.profile_version
  LEFT JOIN LATERAL (SELECT x.http_status, x.code, x.duration FROM onceover.v_external_call x
                      WHERE x.bucket = p.bucket AND x.outbox_id = p.outbox_id ORDER BY x.call_id DESC LIMIT 1) k ON true
 ORDER BY p.next_at, p.outbox_id

-- name: ConsoleMessageGroups
-- By channel, counted no further than 10,001. $1 status, $2 job, $3 merchant, $4 the key's start.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT m.channel_id AS name
          FROM (SELECT * FROM onceover.v_outbox WHERE status = 'PENDING' UNION ALL SELECT * FROM onceover.v_outbox WHERE status = 'SENDING'
                UNION ALL SELECT * FROM onceover.v_outbox WHERE status = 'UNKNOWN') m
         WHERE ($1::text IS NULL OR m.status = $1)
           AND ($2::text IS NULL OR m.job_id = $2 OR starts_with(m.job_id, $2 || '@')) AND ($3::bigint IS NULL OR m.merchant_id = $3)
           AND ($4::text IS NULL OR starts_with(m.idempotency_key, upper($4)) OR starts_with(m.operation_id::text, lower($4)))
         LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name

-- name: ConsoleChannels
-- Every version of every profile, the enabled ones first. Latency: of the sends and queries of the last hour, of at most 20,000.
-- role: onceover_viewer, onceover_auditor
WITH recent AS MATERIALIZED (
  SELECT c.channel_id, c.duration FROM onceover.v_external_call c
   WHERE c.at BETWEEN (SELECT onceover.clock()) - interval '1 hour' AND (SELECT onceover.clock()) AND c.kind IN ('SEND', 'QUERY') LIMIT 20000
), latency AS (
  SELECT channel_id, count(*) AS calls, percentile_cont(0.5) WITHIN GROUP (ORDER BY duration) AS median,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY duration) AS slow
    FROM recent GROUP BY channel_id
), unknown AS (
  SELECT m.channel_id, count(*) AS n FROM (SELECT channel_id FROM onceover.v_outbox WHERE status = 'UNKNOWN' LIMIT 10001) m GROUP BY m.channel_id
), waiting AS (
  SELECT m.channel_id, count(*) AS n
    FROM (SELECT channel_id FROM onceover.v_outbox WHERE status = 'PENDING'
          UNION ALL SELECT channel_id FROM onceover.v_outbox WHERE status = 'SENDING' LIMIT 10001) m GROUP BY m.channel_id
), numbered AS MATERIALIZED (
  SELECT p.*, row_number() OVER (ORDER BY p.enabled DESC, p.channel_id, p.profile_version DESC) AS sort_id FROM onceover.v_channel p
)
SELECT p.channel_id, p.profile_version, p.kind, p.endpoint, p.enabled, p.key_transport,
       (extract(epoch FROM p.retention) * 1000)::bigint AS retention_ms, (extract(epoch FROM p.retention_margin) * 1000)::bigint AS margin_ms,
       p.on_mismatch, p.on_in_flight, p.stores_5xx, p.query_kind, (extract(epoch FROM p.query_eventual_max) * 1000)::bigint AS eventual_ms,
       (extract(epoch FROM p.max_late_execution) * 1000)::bigint AS late_ms, p.refusal, p.refusal_codes,
       (extract(epoch FROM p.escalate_after) * 1000)::bigint AS escalate_ms, p.max_send_attempts::bigint AS max_send_attempts,
       p.max_queries::bigint AS max_queries,
       (SELECT (extract(epoch FROM sum(b)) * 1000)::bigint FROM unnest(p.retry_backoff) b) AS retry_ms,
       coalesce(unknown.n, 0) AS unknown, coalesce(waiting.n, 0) AS open, coalesce(latency.calls, 0) AS calls,
       (extract(epoch FROM latency.median) * 1000)::bigint AS median_ms, (extract(epoch FROM latency.slow) * 1000)::bigint AS slow_ms,
       pause.effective_at AS paused_at, pause.actor AS paused_by, pause.reason AS pause_reason, tested.at AS tested_at, coalesce(tested.passed, false) AS test_passed, tested.actor AS tested_by,
       p.created_at, p.created_by, p.created_at AS sort_at, p.sort_id
  FROM numbered p
  LEFT JOIN LATERAL (SELECT t.at, t.passed, t.actor FROM onceover.v_self_test t
                      WHERE t.channel_id = p.channel_id AND t.profile_version = p.profile_version
                      ORDER BY t.self_test_id DESC LIMIT 1) tested ON true
  LEFT JOIN onceover.freezes_in_force pause ON p.enabled AND pause.status = 'PAUSED' AND pause.scope_ref = p.channel_id
  LEFT JOIN latency ON p.enabled AND latency.channel_id = p.channel_id
  LEFT JOIN unknown ON p.enabled AND unknown.channel_id = p.channel_id
  LEFT JOIN waiting ON p.enabled AND waiting.channel_id = p.channel_id
 WHERE p.sort_id > CASE WHEN $1::boolean THEN 0 ELSE greatest($3::bigint, 0) END AND $2::timestamptz IS NOT NULL
   AND (NOT $1 OR p.sort_id <= $3) AND ($5::text IS NULL OR p.kind = $5)
 ORDER BY p.sort_id LIMIT $4::integer

-- name: ConsoleChannelGroups
-- role: onceover_viewer, onceover_auditor
SELECT p.kind AS name, count(*) AS n FROM onceover.v_channel p GROUP BY p.kind ORDER BY n DESC, p.kind

-- name: ConsoleCalls
-- Newest first: the calls of the last 24 hours or, where a day is asked for, of that day (UTC). A filter that no index serves never looks at more
-- than such a span. $5 UNANSWERED (what has no certain answer), $6 answer, $7 day, $8 the start of key, operation, reference or channel.
-- role: onceover_viewer, onceover_auditor
WITH span AS MATERIALIZED (
  SELECT CASE WHEN $7::date IS NULL THEN onceover.clock() - interval '24 hours' ELSE $7::timestamp AT TIME ZONE 'UTC' END AS since,
         CASE WHEN $7 IS NULL THEN 'infinity' ELSE ($7 + 1)::timestamp AT TIME ZONE 'UTC' END AS until
), found AS NOT MATERIALIZED (
  SELECT c.* FROM onceover.v_external_call c
   WHERE c.at >= (SELECT since FROM span) AND c.at < (SELECT until FROM span)
     AND ($5::text IS NULL OR c.answer IN ('UNKNOWN', 'QUERY_UNKNOWN')) AND ($6::text IS NULL OR c.answer = $6)
     AND ($8::text IS NULL OR starts_with(c.idempotency_key, upper($8)) OR starts_with(c.operation_id::text, lower($8))
          OR starts_with(c.external_ref, $8) OR starts_with(c.channel_id, lower($8)))
), page AS MATERIALIZED (
  (SELECT * FROM found c WHERE NOT $1::boolean AND (c.at, c.call_id) < ($2::timestamptz, $3::bigint) ORDER BY c.at DESC, c.call_id DESC LIMIT $4::integer)
  UNION ALL
  (SELECT * FROM found c WHERE $1 AND (c.at, c.call_id) >= ($2, $3) ORDER BY c.at, c.call_id LIMIT $4)
)
SELECT p.call_id, p.at, p.kind, p.channel_id, p.profile_version, p.operation_id::text AS operation_id, p.idempotency_key, p.answer,
       p.http_status::bigint AS http_status, p.code, (extract(epoch FROM p.duration) * 1000)::bigint AS took_ms, p.external_ref, p.amount_minor,
       p.currency::text AS currency, p.error, p.worker_id, p.at AS sort_at, p.call_id AS sort_id
  FROM page p ORDER BY p.at DESC, p.call_id DESC

-- name: ConsoleCallGroups
-- By answer, the newest 10,001. $1 UNANSWERED, $2 day, $3 the start of key, operation, reference or channel.
-- role: onceover_viewer, onceover_auditor
SELECT f.name, count(*) AS n
  FROM (SELECT c.answer AS name FROM onceover.v_external_call c
         WHERE c.at >= (SELECT CASE WHEN $2::date IS NULL THEN onceover.clock() - interval '24 hours' ELSE $2::timestamp AT TIME ZONE 'UTC' END)
           AND c.at < (SELECT CASE WHEN $2 IS NULL THEN 'infinity' ELSE ($2 + 1)::timestamp AT TIME ZONE 'UTC' END)
           AND ($1::text IS NULL OR c.answer IN ('UNKNOWN', 'QUERY_UNKNOWN'))
           AND ($3::text IS NULL OR starts_with(c.idempotency_key, upper($3)) OR starts_with(c.operation_id::text, lower($3))
                OR starts_with(c.external_ref, $3) OR starts_with(c.channel_id, lower($3)))
         ORDER BY c.at DESC, c.call_id DESC LIMIT 10001) f
 GROUP BY f.name ORDER BY n DESC, f.name
