-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about identity: what is one, stays one, whoever computes it and however often. Sliced by bucket ($1 from,
-- including; $2 to, excluding) as in verify_money.sql.

-- name: VerifyNaturalKeys
-- I1, without trusting the unique constraint: it may have been dropped, and a row in a wrong bucket escapes it. Groups that are
-- one row of revision 0 in its own bucket are right; the others are looked at wherever their rows lie.
-- role: onceover_auditor
WITH natural_key AS MATERIALIZED (
  SELECT bucket, merchant_id, settle_date, settlement_type, currency, scope_ref, count(*) AS n, max(revision) AS revision
    FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2
   GROUP BY bucket, merchant_id, settle_date, settlement_type, currency, scope_ref
), elsewhere AS MATERIALIZED (
  SELECT bucket, merchant_id FROM (SELECT DISTINCT bucket, merchant_id FROM natural_key) k WHERE bucket <> onceover.bucket_of(merchant_id)
), odd AS MATERIALIZED (
  SELECT DISTINCT merchant_id, settle_date, settlement_type, currency, scope_ref
    FROM natural_key WHERE n > 1 OR revision <> 0 OR (bucket, merchant_id) IN (SELECT bucket, merchant_id FROM elsewhere)
), odd_operation AS MATERIALIZED (
  SELECT o.* FROM odd k
   CROSS JOIN LATERAL (SELECT * FROM onceover.settlement_operation p
                        WHERE p.merchant_id = k.merchant_id AND p.settle_date = k.settle_date AND p.settlement_type = k.settlement_type
                          AND p.currency = k.currency AND p.scope_ref = k.scope_ref OFFSET 0) o
), broken(name) AS (
  SELECT format('%s operations of merchant %s, %s, %s, %s, scope "%s", revision %s', count(*), merchant_id, settle_date,
                settlement_type, currency, scope_ref, revision)
    FROM odd_operation
   GROUP BY merchant_id, settle_date, settlement_type, currency, scope_ref, revision HAVING count(*) > 1
  UNION ALL
  SELECT format('%s live operations of merchant %s, %s, %s, %s, scope "%s"', count(*), merchant_id, settle_date, settlement_type,
                currency, scope_ref)
    FROM odd_operation WHERE status <> 'FAILED_PERMANENT'
   GROUP BY merchant_id, settle_date, settlement_type, currency, scope_ref HAVING count(*) > 1
  UNION ALL
  SELECT format('operation %s lies in bucket %s instead of %s', operation_id, bucket, onceover.bucket_of(merchant_id))
    FROM odd_operation WHERE bucket >= $1 AND bucket < $2 AND bucket <> onceover.bucket_of(merchant_id)
  UNION ALL
  SELECT format('operation %s is revision %s without an approval', o.operation_id, o.revision)
    FROM odd_operation o
   WHERE o.bucket >= $1 AND o.bucket < $2 AND o.revision > 0 AND NOT EXISTS (
           SELECT FROM onceover.approval_item i JOIN onceover.approval a USING (approval_id)
            WHERE a.kind = 'revision' AND a.checker IS NOT NULL AND i.status = 'DONE'
              AND i.bucket = o.bucket AND i.operation_id IN (SELECT q.operation_id FROM odd_operation q WHERE q.root_id = o.root_id))
)
SELECT 'I1' AS promise, (SELECT coalesce(sum(n), 0)::bigint FROM natural_key) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyIdsAreOne
-- I1: an id is in one bucket. Whole, in the order of the index on it.
-- role: onceover_auditor
WITH broken(name) AS (
  SELECT format('operation %s is in %s buckets', operation_id, count(*))
    FROM onceover.settlement_operation GROUP BY operation_id HAVING count(*) > 1
)
SELECT 'I1' AS promise, 0 AS checked, (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyMessages
-- One join of operations and messages serves three promises; what is plainly right in all of them is put aside in it.
-- I7, first part: ids and keys are the computed ones, the bytes are those of the fingerprint, one message of a kind. Keys that all are
-- the computed ones differ as their operations and kinds do, so that only those of odd messages are looked up.
-- I6, its part on pairs: a message is in the state that its operation's waits for, and a failure has its dead letter.
-- I8, its part on revisions and what makes good: the root is the original, and an approved plan named it.
-- role: onceover_auditor
WITH ns AS MATERIALIZED (
  SELECT namespace FROM onceover.installation
), pair AS (
  SELECT o.bucket, o.operation_id, o.merchant_id, o.settle_date, o.settlement_type, o.scope_ref, o.revision, o.root_id, o.status, o.failure_class,
         o.amount_minor, o.currency, m.outbox_id, m.bucket AS message_bucket, m.operation_id AS message_of,
         m.message_kind, m.status AS message, m.amount_minor AS message_minor, m.currency AS message_currency, m.idempotency_key,
         o.operation_id = onceover.operation_id_of((SELECT namespace FROM ns), o.merchant_id, o.settle_date, o.settlement_type, o.currency,
                                                   o.scope_ref, o.revision) AS is_computed,
         m.idempotency_key = onceover.outward_key_of((SELECT namespace FROM ns), m.operation_id, m.message_kind) AS has_computed_key,
         sha256(m.payload) = m.payload_sha256 AS has_its_bytes,
         CASE WHEN o.operation_id IS NULL THEN NULL
              WHEN o.status = 'AWAITING_EXTERNAL' THEN m.status IN ('PENDING', 'SENDING')
              WHEN o.status = 'UNKNOWN_EXTERNAL' THEN m.status = 'UNKNOWN'
              WHEN o.status = 'SUCCEEDED' THEN m.status = 'ACCEPTED' OR (m.status IS NULL AND o.external_ref IS NULL)
              WHEN o.failure_class = 'NOT_SENT' THEN m.status = 'FAILED'
              WHEN o.failure_class IN ('REFUSED', 'NOT_EXECUTED') THEN m.status = 'REFUSED'
              ELSE m.status IS NULL END AS fits
    FROM (SELECT * FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2) o
    FULL JOIN (SELECT * FROM onceover.outbox WHERE bucket >= $1 AND bucket < $2 AND batch_id <> 0) m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
), odd AS MATERIALIZED (
  SELECT * FROM pair
   WHERE fits IS NOT TRUE OR NOT is_computed OR NOT has_computed_key OR NOT has_its_bytes OR message_minor <> amount_minor
      OR message_currency <> currency OR status = 'FAILED_PERMANENT' OR revision <> 0 OR root_id <> operation_id
      OR settlement_type IN ('refund', 'extension', 'reversal', 'correction', 'return')
), broken_keys(name) AS (
  SELECT DISTINCT format('operation %s is not computed from its natural key', operation_id) FROM odd WHERE NOT is_computed
  UNION ALL
  SELECT format('message %s of operation %s: key %s is not the computed one', outbox_id, message_of, idempotency_key) FROM odd WHERE NOT has_computed_key
  UNION ALL
  SELECT format('message %s of operation %s: the payload is not that of its fingerprint', outbox_id, message_of) FROM odd WHERE NOT has_its_bytes
  UNION ALL
  SELECT format('operation %s has %s messages of kind %s', operation_id, count(*), message_kind)
    FROM onceover.outbox WHERE bucket >= $1 AND bucket < $2 GROUP BY bucket, operation_id, message_kind HAVING count(*) > 1
  UNION ALL
  SELECT DISTINCT format('key %s is on %s messages', k.idempotency_key, n.n)
    FROM odd k
   CROSS JOIN LATERAL (SELECT count(*) AS n FROM onceover.outbox x WHERE x.idempotency_key = k.idempotency_key) n
   WHERE NOT k.has_computed_key AND n.n > 1
  UNION ALL
  SELECT format('message %s: no operation %s in bucket %s', outbox_id, message_of, message_bucket) FROM odd WHERE operation_id IS NULL
  UNION ALL
  SELECT format('message %s of no batch: %s', m.outbox_id, CASE WHEN s.alert_id IS NULL THEN 'no alert has the id ' || m.operation_id
                  WHEN sha256(m.payload) <> m.payload_sha256 THEN 'the payload is not that of its fingerprint'
                  ELSE 'id or key of alert ' || s.alert_id || ' is not the computed one' END)
    FROM onceover.outbox m
    LEFT JOIN onceover.alert_message s ON s.bucket = m.bucket AND s.message_id = m.operation_id AND s.message_kind = m.message_kind
    LEFT JOIN onceover.alert a ON a.alert_id = s.alert_id
   WHERE m.batch_id = 0 AND m.bucket >= $1 AND m.bucket < $2
     AND (s.alert_id IS NULL OR sha256(m.payload) <> m.payload_sha256
          OR m.idempotency_key <> onceover.outward_key_of((SELECT namespace FROM ns), m.operation_id, m.message_kind)
          OR m.operation_id <> onceover.alert_message_id_of((SELECT namespace FROM ns), a.rule, a.subject, s.opening, s.level))
  UNION ALL
  SELECT format('message %s: %s %s for an operation of %s %s', outbox_id, message_minor, message_currency, amount_minor, currency)
    FROM odd WHERE message_minor <> amount_minor OR message_currency <> currency
), broken_work(name) AS (
  SELECT format('operation %s (%s): its message is %s', operation_id, concat_ws(' ', status, failure_class), coalesce(message, 'missing'))
    FROM odd WHERE operation_id IS NOT NULL AND fits IS NOT TRUE
  UNION ALL
  SELECT DISTINCT format('operation %s: FAILED_PERMANENT (%s) without a dead letter', o.operation_id, o.failure_class)
    FROM odd o
   WHERE o.status = 'FAILED_PERMANENT' AND NOT EXISTS (SELECT FROM onceover.dead_letter d WHERE d.operation_id = o.operation_id)
), broken_roots(name) AS (
  SELECT DISTINCT format('revision %s: root %s is not its original', o.operation_id, o.root_id)
    FROM odd o
    LEFT JOIN onceover.settlement_operation p ON p.bucket = o.bucket AND p.operation_id = o.root_id
   WHERE o.revision > 0
     AND (p.merchant_id, p.settle_date, p.settlement_type, p.currency, p.scope_ref, p.revision)
           IS DISTINCT FROM (o.merchant_id, o.settle_date, o.settlement_type, o.currency, o.scope_ref, 0)
  UNION ALL
  SELECT DISTINCT format('operation %s: revision 0 with the root %s', operation_id, root_id) FROM odd WHERE revision = 0 AND root_id <> operation_id
  UNION ALL
  SELECT DISTINCT format('operation %s: a %s that makes nothing good', o.operation_id, o.settlement_type)
    FROM odd o
   WHERE o.settlement_type IN ('refund', 'extension', 'reversal')
     AND NOT EXISTS (SELECT FROM onceover.compensation c WHERE c.bucket = o.bucket AND c.operation_id = o.operation_id)
  UNION ALL
  SELECT DISTINCT format('operation %s: a %s that no approved plan made', o.operation_id, o.settlement_type)
    FROM odd o
   WHERE o.settlement_type IN ('correction', 'return') AND NOT EXISTS (
           SELECT FROM onceover.approval_item i JOIN onceover.approval a USING (approval_id)
            WHERE a.kind = 'correction' AND a.checker IS NOT NULL AND i.status = 'DONE' AND i.operation_id::text = split_part(o.scope_ref, '/', 1))
)
SELECT 'I7' AS promise, (SELECT count(*) FROM onceover.outbox WHERE bucket >= $1 AND bucket < $2)
         + (SELECT count(*) FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2) AS checked,
       (SELECT count(*) FROM broken_keys) AS broken_total, ARRAY(SELECT name FROM broken_keys ORDER BY name LIMIT 100) AS broken
UNION ALL
SELECT 'I6', (SELECT count(*) FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2), (SELECT count(*) FROM broken_work),
       ARRAY(SELECT name FROM broken_work ORDER BY name LIMIT 100)
UNION ALL
SELECT 'I8', (SELECT count(DISTINCT operation_id) FROM odd
                WHERE revision > 0 OR settlement_type IN ('refund', 'extension', 'reversal', 'correction', 'return')), (SELECT count(*) FROM broken_roots),
       ARRAY(SELECT name FROM broken_roots ORDER BY name LIMIT 100)

-- name: VerifyCalls
-- I7, second part: whatever went out, went out under its message's key and with its bytes.
-- role: onceover_auditor
WITH broken(name) AS (
  SELECT format('call %s went out as key %s, its message %s has %s', c.call_id, c.idempotency_key, c.outbox_id,
                coalesce(m.idempotency_key || CASE WHEN m.payload_sha256 = c.request_sha256 THEN '' ELSE ' and other bytes' END, 'vanished'))
    FROM (SELECT * FROM onceover.external_call WHERE bucket >= $1 AND bucket < $2) c
    LEFT JOIN (SELECT * FROM onceover.outbox WHERE bucket >= $1 AND bucket < $2) m ON m.bucket = c.bucket AND m.outbox_id = c.outbox_id
   WHERE m.idempotency_key IS DISTINCT FROM c.idempotency_key OR m.operation_id <> c.operation_id
      OR (c.kind = 'SEND' AND m.payload_sha256 IS DISTINCT FROM c.request_sha256)
)
SELECT 'I7' AS promise, 0 AS checked, (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyPointersToOriginals
-- I8: what came later points to what it is about. Whole: there are few of them (revisions: VerifyMessages).
-- role: onceover_auditor
WITH ns AS MATERIALIZED (
  SELECT namespace FROM onceover.installation
), letters AS MATERIALIZED (
  SELECT d.dead_letter_id, d.subject_kind, d.subject_id, d.operation_id, d.idempotency_key, d.payload, d.amount_minor, d.currency,
         o.operation_id AS original, o.amount_minor AS original_minor, o.currency AS original_currency,
         m.outbox_id, m.idempotency_key AS message_key, m.payload AS message_payload, coalesce(m.batch_id = 0, false) AS tells_of_alert
    FROM onceover.dead_letter d
    LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
    LEFT JOIN onceover.outbox m ON m.bucket = d.bucket AND m.operation_id = d.operation_id
                               AND (m.batch_id <> 0 OR m.outbox_id::text = d.subject_id)
), broken(name) AS (
  SELECT format('dead letter %s: no operation %s', dead_letter_id, coalesce(operation_id::text, subject_id))
    FROM letters WHERE subject_kind IN ('operation', 'message') AND original IS NULL AND NOT tells_of_alert
  UNION ALL
  SELECT format('dead letter %s: no message of operation %s', dead_letter_id, operation_id)
    FROM letters WHERE subject_kind = 'message' AND original IS NOT NULL AND outbox_id IS NULL
  UNION ALL
  SELECT format('dead letter %s: key %s instead of that of operation %s', dead_letter_id, idempotency_key, operation_id)
    FROM letters, ns
   WHERE original IS NOT NULL
     AND idempotency_key <> coalesce(message_key, onceover.outward_key_of(ns.namespace, operation_id, 'payout'))
  UNION ALL
  SELECT format('dead letter %s: other bytes than the message of operation %s', dead_letter_id, operation_id)
    FROM letters WHERE subject_kind = 'message' AND outbox_id IS NOT NULL AND payload <> message_payload
  UNION ALL
  SELECT format('dead letter %s: %s %s for an operation of %s %s', dead_letter_id, amount_minor, currency, original_minor, original_currency)
    FROM letters WHERE original IS NOT NULL AND (amount_minor, currency) IS DISTINCT FROM (original_minor, original_currency)
  UNION ALL
  SELECT format('dead letter %s: no run %s', d.dead_letter_id, d.subject_id)
    FROM onceover.dead_letter d
   WHERE d.subject_kind = 'run' AND NOT EXISTS (SELECT FROM onceover.job_run r WHERE d.subject_id IN (r.run_id::text, r.run_key))
  UNION ALL
  SELECT format('compensation %s: original %s', c.operation_id, CASE WHEN p.operation_id IS NULL THEN 'is missing' ELSE 'is itself a compensation' END)
    FROM onceover.compensation c
    LEFT JOIN onceover.settlement_operation p ON p.bucket = c.original_bucket AND p.operation_id = c.original_id
   WHERE p.operation_id IS NULL OR EXISTS (SELECT FROM onceover.compensation n WHERE n.operation_id = c.original_id)
      OR NOT EXISTS (SELECT FROM onceover.settlement_operation n WHERE n.bucket = c.bucket AND n.operation_id = c.operation_id)
  UNION ALL
  SELECT format('compensation %s: a %s %s of merchant %s, %s, scope "%s"; its original %s is %s, of merchant %s, %s', c.operation_id, n.settlement_type,
                c.kind, n.merchant_id, n.currency, n.scope_ref, c.original_id, p.status, p.merchant_id, p.currency)
    FROM onceover.compensation c
    JOIN onceover.settlement_operation n ON n.bucket = c.bucket AND n.operation_id = c.operation_id
    JOIN onceover.settlement_operation p ON p.bucket = c.original_bucket AND p.operation_id = c.original_id
   WHERE n.settlement_type <> c.kind OR split_part(n.scope_ref, '/', 1) <> p.operation_id::text OR p.status <> 'SUCCEEDED'
      OR (n.merchant_id, n.currency) <> (p.merchant_id, p.currency)
  UNION ALL
  SELECT format('operation %s: %s of %s (minor) made good', p.operation_id, s.minor, p.amount_minor)
    FROM (SELECT c.original_bucket, c.original_id,
                 sum(CASE c.kind WHEN 'extension' THEN w.amount_minor ELSE n.amount_minor END) AS minor
            FROM onceover.compensation c
            JOIN onceover.settlement_operation n ON n.bucket = c.bucket AND n.operation_id = c.operation_id
            JOIN onceover.settlement_operation w ON w.bucket = c.original_bucket AND w.operation_id = c.original_id
           WHERE n.status = 'SUCCEEDED' GROUP BY c.original_bucket, c.original_id) s
    JOIN onceover.settlement_operation p ON p.bucket = s.original_bucket AND p.operation_id = s.original_id
   WHERE s.minor > p.amount_minor
  UNION ALL
  SELECT format('approval %s, item %s: no operation %s', i.approval_id, i.item_no, i.operation_id)
    FROM onceover.approval_item i LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE i.operation_id IS NOT NULL AND o.operation_id IS NULL AND i.status = 'DONE'
)
SELECT 'I8' AS promise, (SELECT count(*) FROM letters) + (SELECT count(*) FROM onceover.compensation) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
