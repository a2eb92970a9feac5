-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about identity: what is one, stays one, whoever computes it and however often.

-- name: VerifyNaturalKeys
-- I1, without trusting the unique constraint: it may have been dropped, and a row in a wrong bucket escapes it.
-- role: onceover_auditor
WITH broken(name) AS (
  SELECT format('%s operations of merchant %s, %s, %s, %s, scope "%s", revision %s', count(*), merchant_id, settle_date,
                settlement_type, currency, scope_ref, revision)
    FROM onceover.settlement_operation
   GROUP BY merchant_id, settle_date, settlement_type, currency, scope_ref, revision HAVING count(*) > 1
  UNION ALL
  SELECT format('%s live operations of merchant %s, %s, %s, %s, scope "%s"', count(*), merchant_id, settle_date, settlement_type,
                currency, scope_ref)
    FROM onceover.settlement_operation WHERE status <> 'FAILED_PERMANENT'
   GROUP BY merchant_id, settle_date, settlement_type, currency, scope_ref HAVING count(*) > 1
  UNION ALL
  SELECT format('operation %s lies in bucket %s instead of %s', operation_id, bucket, onceover.bucket_of(merchant_id))
    FROM onceover.settlement_operation WHERE bucket <> onceover.bucket_of(merchant_id)
  UNION ALL
  SELECT format('operation %s is in %s buckets', operation_id, count(*))
    FROM onceover.settlement_operation GROUP BY operation_id HAVING count(*) > 1
  UNION ALL
  SELECT format('operation %s is revision %s without an approval', o.operation_id, o.revision)
    FROM onceover.settlement_operation o
   WHERE o.revision > 0 AND NOT EXISTS (
           SELECT FROM onceover.approval_item i JOIN onceover.approval a USING (approval_id)
            WHERE a.kind = 'revision' AND a.checker IS NOT NULL AND i.status = 'DONE'
              AND i.bucket = o.bucket AND i.operation_id IN (o.operation_id, o.root_id))
)
SELECT (SELECT count(*) FROM onceover.settlement_operation) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyKeys
-- I7, first half: ids and keys are the computed ones, the bytes are those of the fingerprint, and whatever went out went
-- out under them.
-- role: onceover_auditor
WITH ns AS MATERIALIZED (
  SELECT namespace FROM onceover.installation
), broken(name) AS (
  SELECT format('operation %s is not computed from its natural key', o.operation_id)
    FROM onceover.settlement_operation o, ns
   WHERE o.operation_id <> onceover.operation_id_of(ns.namespace, o.merchant_id, o.settle_date, o.settlement_type, o.currency,
                                                    o.scope_ref, o.revision)
  UNION ALL
  SELECT format('message %s of operation %s: key %s is not the computed one', m.outbox_id, m.operation_id, m.idempotency_key)
    FROM onceover.outbox m, ns WHERE m.idempotency_key <> onceover.outward_key_of(ns.namespace, m.operation_id, m.message_kind)
  UNION ALL
  SELECT format('message %s of operation %s: the payload is not that of its fingerprint', outbox_id, operation_id)
    FROM onceover.outbox WHERE sha256(payload) <> payload_sha256
  UNION ALL
  SELECT format('operation %s has %s messages of kind %s', operation_id, count(*), message_kind)
    FROM onceover.outbox GROUP BY operation_id, message_kind HAVING count(*) > 1
  UNION ALL
  SELECT format('key %s is on %s messages', idempotency_key, count(*))
    FROM onceover.outbox GROUP BY idempotency_key HAVING count(*) > 1
  UNION ALL
  SELECT format('message %s: no operation %s in bucket %s', m.outbox_id, m.operation_id, m.bucket)
    FROM onceover.outbox m LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id) WHERE o.operation_id IS NULL
  UNION ALL
  SELECT format('message %s: %s %s for an operation of %s %s', m.outbox_id, m.amount_minor, m.currency, o.amount_minor, o.currency)
    FROM onceover.outbox m JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE m.amount_minor <> o.amount_minor OR m.currency <> o.currency
  UNION ALL
  SELECT format('call %s went out as key %s, its message %s has %s', c.call_id, c.idempotency_key, c.outbox_id,
                coalesce(m.idempotency_key || CASE WHEN m.payload_sha256 = c.request_sha256 THEN '' ELSE ' and other bytes' END, 'vanished'))
    FROM onceover.external_call c LEFT JOIN onceover.outbox m USING (bucket, outbox_id)
   WHERE m.idempotency_key IS DISTINCT FROM c.idempotency_key OR m.operation_id <> c.operation_id
      OR (c.kind = 'SEND' AND m.payload_sha256 IS DISTINCT FROM c.request_sha256)
)
SELECT (SELECT count(*) FROM onceover.outbox) + (SELECT count(*) FROM onceover.settlement_operation) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyPointersToOriginals
-- I8: what came later points to what it is about.
-- role: onceover_auditor
WITH ns AS MATERIALIZED (
  SELECT namespace FROM onceover.installation
), letters AS MATERIALIZED (
  SELECT d.dead_letter_id, d.subject_kind, d.subject_id, d.operation_id, d.idempotency_key, d.payload, d.amount_minor, d.currency,
         o.operation_id AS original, o.amount_minor AS original_minor, o.currency AS original_currency,
         m.outbox_id, m.idempotency_key AS message_key, m.payload AS message_payload
    FROM onceover.dead_letter d
    LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
    LEFT JOIN onceover.outbox m ON m.bucket = d.bucket AND m.operation_id = d.operation_id
), broken(name) AS (
  SELECT format('dead letter %s: no operation %s', dead_letter_id, coalesce(operation_id::text, subject_id))
    FROM letters WHERE subject_kind IN ('operation', 'message') AND original IS NULL
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
  SELECT format('revision %s: root %s is not its original', o.operation_id, o.root_id)
    FROM onceover.settlement_operation o
    LEFT JOIN onceover.settlement_operation p ON p.bucket = o.bucket AND p.operation_id = o.root_id
   WHERE o.revision > 0
     AND (p.merchant_id, p.settle_date, p.settlement_type, p.currency, p.scope_ref, p.revision)
           IS DISTINCT FROM (o.merchant_id, o.settle_date, o.settlement_type, o.currency, o.scope_ref, 0)
  UNION ALL
  SELECT format('operation %s: revision 0 with the root %s', operation_id, root_id)
    FROM onceover.settlement_operation WHERE revision = 0 AND root_id <> operation_id
  UNION ALL
  SELECT format('approval %s, item %s: no operation %s', i.approval_id, i.item_no, i.operation_id)
    FROM onceover.approval_item i LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE i.operation_id IS NOT NULL AND o.operation_id IS NULL AND i.status = 'DONE'
)
SELECT (SELECT count(*) FROM letters) + (SELECT count(*) FROM onceover.compensation)
         + (SELECT count(*) FROM onceover.settlement_operation WHERE revision > 0) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
