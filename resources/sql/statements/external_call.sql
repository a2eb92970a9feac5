-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: RecordExternalCalls
-- Facts are appended unconditionally, in the order given, before anybody decides (DESIGN.md rule 4). Their channel, key and
-- operation come from the message, so that a fact cannot be filed under another one.
-- role: onceover_sender, onceover_resolver
INSERT INTO onceover.external_call (kind, channel_id, profile_version, bucket, outbox_id, operation_id, idempotency_key,
                                    request_sha256, outbox_version, started_at, duration, answer, http_status, code,
                                    external_ref, amount_minor, currency, raw_answer, raw_sha256, error, worker_id)
SELECT CASE WHEN g.is_query THEN 'QUERY' ELSE 'SEND' END, m.channel_id, m.profile_version, m.bucket, m.outbox_id, m.operation_id,
       m.idempotency_key, g.request_sha256, g.outbox_version, g.started_at, g.duration * interval '1 ms', g.answer,
       g.http_status, g.code, g.external_ref, g.amount_minor, g.currency, g.raw_answer, sha256(g.raw_answer), g.error, $1::text
  FROM unnest($2::smallint[], $3::bigint[], $4::boolean[], $5::bytea[], $6::bigint[], $7::timestamptz[], $8::bigint[], $9::text[],
              $10::integer[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::bytea[], $16::text[])
         WITH ORDINALITY AS g(bucket, outbox_id, is_query, request_sha256, outbox_version, started_at, duration, answer,
                              http_status, code, external_ref, amount_minor, currency, raw_answer, error, n)
  JOIN onceover.outbox m ON m.bucket = g.bucket AND m.outbox_id = g.outbox_id
 ORDER BY g.n
RETURNING call_id, outbox_id

-- name: ReadRecordedCalls
-- After the lost COMMIT of facts: which of them are there? $1 worker, then their keys in pairs. place counts from 0.
-- role: onceover_sender, onceover_resolver
-- hot
SELECT g.n - 1 AS place, c.call_id
  FROM unnest($2::smallint[], $3::bigint[], $4::boolean[], $5::bigint[], $6::timestamptz[])
         WITH ORDINALITY AS g(bucket, outbox_id, is_query, outbox_version, started_at, n)
  JOIN onceover.external_call c
    ON c.bucket = g.bucket AND c.outbox_id = g.outbox_id AND c.kind = CASE WHEN g.is_query THEN 'QUERY' ELSE 'SEND' END
   AND c.outbox_version = g.outbox_version AND c.started_at = g.started_at AND c.worker_id = $1::text

-- name: ReadFinalAnswers
-- What is on record about these messages and may end them: executed, whichever send it was; refused, when it was about the
-- last one. Newest first. Where a letter is open it was decided from already, and a person looks at it. $1 buckets and $2 messages in pairs.
-- role: onceover_sender, onceover_resolver
-- hot
SELECT c.call_id, c.bucket, c.outbox_id, c.kind IN ('QUERY', 'EVIDENCE') AS is_query, c.kind = 'CALLBACK' AS is_callback, c.outbox_version, c.started_at, c.answer, c.http_status,
       c.code, c.external_ref, c.amount_minor, c.currency, c.error
  FROM unnest($1::smallint[], $2::bigint[]) AS g(bucket, outbox_id)
  JOIN onceover.outbox m ON m.bucket = g.bucket AND m.outbox_id = g.outbox_id
  JOIN onceover.external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.idempotency_key = m.idempotency_key
 WHERE (c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
        OR (c.answer IN ('REFUSED', 'FOUND_REFUSED') AND c.outbox_version = m.version))
   AND NOT EXISTS (SELECT FROM onceover.dead_letter d
                    WHERE d.subject_kind = 'message' AND d.subject_id = m.outbox_id::text AND d.status <> 'RESOLVED')
 ORDER BY c.call_id DESC
