-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadChannelsToSend
-- Which of these channels have a message that is due, freezes and locks left aside: one look before the claims. $1 channels.
-- role: onceover_sender
-- hot
SELECT t.channel_id
  FROM unnest($1::text[]) AS t(channel_id)
 WHERE EXISTS (SELECT FROM onceover.outbox q
                WHERE q.channel_id = t.channel_id AND q.status = 'PENDING' AND q.not_before <= (SELECT onceover.clock()))

-- name: ClaimAndMarkDueMessages
-- The mark (SENDING, version + 1, times, sends_maybe_left + 1) is committed before a byte leaves. $1 channel, $2 most,
-- $3 worker, $4 lease in ms. Nothing that a freeze in force covers, unless an approved plan made it exempt, nor what the stage of
-- its rules holds; neither ever covers an alert's message. The operation is read for jobs that have a gate alone: what one job holds
-- keeps no other waiting.
-- role: onceover_sender
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
z AS MATERIALIZED (SELECT onceover.frozen_scopes() AS scopes, onceover.rollout_gates() AS gates),
picked AS MATERIALIZED (
  SELECT q.bucket, q.outbox_id
    FROM z CROSS JOIN onceover.outbox q
   WHERE q.channel_id = $1::text AND q.status = 'PENDING' AND q.not_before <= (SELECT now FROM t)
     AND (NOT onceover.is_covered(z.scopes, q.job_id, q.batch_id, q.merchant_id, q.channel_id)
          OR q.operation_id IN (SELECT onceover.exempt_operations()))
     AND CASE WHEN z.gates = '{}' OR q.batch_id = 0 OR 'GATED ' || q.job_id <> ALL (z.gates) THEN true
              WHEN onceover.is_job_held(z.gates, q.job_id, q.batch_id, q.merchant_id) THEN false
              ELSE NOT onceover.is_message_held(z.gates, q.bucket, q.operation_id) END
   ORDER BY q.not_before, q.outbox_id
   LIMIT $2::integer
     FOR NO KEY UPDATE OF q SKIP LOCKED)
UPDATE onceover.outbox m
   SET status = 'SENDING', version = m.version + 1, worker_id = $3::text, marked_by = $3::text,
       lease_until = (SELECT now FROM t) + $4::bigint * interval '1 ms', sends_total = m.sends_total + 1,
       sends_maybe_left = m.sends_maybe_left + 1, first_sent_at = coalesce(m.first_sent_at, (SELECT now FROM t)),
       last_sent_at = (SELECT now FROM t), updated_at = (SELECT now FROM t)
  FROM picked p
 WHERE m.bucket = p.bucket AND m.outbox_id = p.outbox_id
RETURNING m.bucket, m.outbox_id, m.operation_id, m.channel_id, m.profile_version, m.idempotency_key, m.payload, m.amount_minor,
          m.currency, m.status, m.version, 'AWAITING_EXTERNAL' AS operation_status, m.attempts, m.sends_maybe_left, m.queries,
          m.first_sent_at, m.last_sent_at, m.lease_until, m.unknown_since, m.created_at, (SELECT now FROM t) AS read_at,
          m.sends_total > 1 AND EXISTS (
            SELECT FROM onceover.external_call c WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id
               AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED'))
          -- The outside may know a key that our database lost and computed again.
          OR EXISTS (
            SELECT FROM onceover.external_call c WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id
               AND c.kind = 'CALLBACK' AND c.answer IN ('FOUND_EXECUTED', 'FOUND_RETURNED')) AS executed_on_record

-- name: ClaimUnknownMessages
-- Whose query is due; the next one is pushed away, so that a second resolver leaves them alone. Never frozen. $1 most, $2 hold in ms.
-- role: onceover_resolver
-- hot
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
picked AS MATERIALIZED (
  SELECT q.bucket, q.outbox_id
    FROM onceover.outbox q
   WHERE q.status = 'UNKNOWN' AND q.next_query_at <= (SELECT now FROM t)
   ORDER BY q.next_query_at
   LIMIT $1::integer
     FOR NO KEY UPDATE OF q SKIP LOCKED)
UPDATE onceover.outbox m
   SET next_query_at = (SELECT now FROM t) + $2::bigint * interval '1 ms', updated_at = (SELECT now FROM t)
  FROM picked p
 WHERE m.bucket = p.bucket AND m.outbox_id = p.outbox_id
RETURNING m.bucket, m.outbox_id, m.operation_id, m.channel_id, m.profile_version, m.idempotency_key, ''::bytea AS payload,
          m.amount_minor, m.currency, m.status, m.version, 'UNKNOWN_EXTERNAL' AS operation_status, m.attempts, m.sends_maybe_left,
          m.queries, m.first_sent_at, m.last_sent_at, m.lease_until, m.unknown_since, m.created_at, (SELECT now FROM t) AS read_at,
          EXISTS (
            SELECT FROM onceover.external_call c WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id
               AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) AS executed_on_record

-- name: TakeOverLostMessages
-- role: onceover_resolver
SELECT bucket, outbox_id FROM onceover.take_over_lost_messages($1::text, $2::integer)

-- name: ReadMessages
-- The present state of messages and their operations, for a decision from facts. What earlier answers said counts where a
-- re-send may be decided: for the unknown ones.
-- role: onceover_sender, onceover_resolver, onceover_callback
-- hot
SELECT m.bucket, m.outbox_id, m.operation_id, m.channel_id, m.profile_version, m.idempotency_key, ''::bytea AS payload,
       m.amount_minor, m.currency, m.status, m.version, coalesce(o.status, s.status) AS operation_status, m.attempts,
       m.sends_maybe_left, m.queries, m.first_sent_at, m.last_sent_at, m.lease_until, m.unknown_since, m.created_at, (SELECT onceover.clock()) AS read_at,
       m.status = 'UNKNOWN' AND EXISTS (
         SELECT FROM onceover.external_call c WHERE c.bucket = m.bucket AND c.outbox_id = m.outbox_id
            AND c.answer IN ('ACCEPTED', 'FOUND_EXECUTED', 'FOUND_RETURNED')) AS executed_on_record
  FROM unnest($1::smallint[], $2::bigint[]) AS g(bucket, outbox_id)
  JOIN onceover.outbox m ON m.bucket = g.bucket AND m.outbox_id = g.outbox_id
  LEFT JOIN onceover.settlement_operation o ON o.bucket = m.bucket AND o.operation_id = m.operation_id
 CROSS JOIN LATERAL onceover.alert_message_state(m.status) s
 WHERE o.operation_id IS NOT NULL OR m.batch_id = 0

-- name: FinishExternal
-- The one place for every outcome of a message.
-- role: onceover_sender, onceover_resolver, onceover_callback
SELECT bucket, outbox_id, applied, message_status, operation_status, note
  FROM onceover.finish_external($1::text, $2::smallint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
                                $8::bigint[], $9::bigint[], $10::smallint[], $11::smallint[], $12::text[], $13::text[], $14::text[])

-- name: ReadUntilNextMessageIsDue
-- The earliest of: a message to send that nothing holds, a query, the end of a send lease. Negative when overdue.
-- role: onceover_sender, onceover_resolver
-- hot
SELECT (extract(epoch FROM least(
          (SELECT min(x.not_before)
             FROM (SELECT onceover.frozen_scopes() AS scopes, onceover.rollout_gates() AS gates OFFSET 0) z
            CROSS JOIN onceover.channel_profile c
            CROSS JOIN LATERAL (
                   SELECT q.not_before FROM onceover.outbox q
                    WHERE q.channel_id = c.channel_id AND q.status = 'PENDING'
                      AND (NOT onceover.is_covered(z.scopes, q.job_id, q.batch_id, q.merchant_id, q.channel_id)
                           OR q.operation_id IN (SELECT onceover.exempt_operations()))
                      AND CASE WHEN z.gates = '{}' OR q.batch_id = 0 OR 'GATED ' || q.job_id <> ALL (z.gates) THEN true
              WHEN onceover.is_job_held(z.gates, q.job_id, q.batch_id, q.merchant_id) THEN false
              ELSE NOT onceover.is_message_held(z.gates, q.bucket, q.operation_id) END
                    ORDER BY q.not_before LIMIT 1) x
            WHERE c.enabled),
          (SELECT q.next_query_at FROM onceover.outbox q WHERE q.status = 'UNKNOWN' ORDER BY q.next_query_at LIMIT 1),
          (SELECT q.lease_until FROM onceover.outbox q WHERE q.status = 'SENDING' ORDER BY q.lease_until LIMIT 1))
        - (SELECT onceover.clock())) * 1000)::bigint AS until_ms

-- name: FindMessageByKey
-- Whom a person asks about. $1 idempotency key.
-- role: onceover_resolver
-- hot
SELECT m.bucket, m.outbox_id, m.channel_id, m.profile_version, m.status, m.version, (SELECT onceover.clock()) AS read_at
  FROM onceover.outbox m WHERE m.idempotency_key = $1::text
