-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about effects outside: what succeeded was accepted, once, and every book tells the same. Sliced by bucket ($1
-- from, including; $2 to, excluding) as in verify_money.sql; an outside book, which knows no buckets, is compared whole, and
-- only where one was read. An accepted answer is a fact of external_call or a signed callback; the same fact told twice is one.

-- name: VerifyEffectsOutside
-- One join of operation, message, accepted answers and PAY leg serves three promises; what is plainly right in all of them is put
-- aside in it. $3: quiescent. A callback belongs to the slice of its key's message.
-- I4, by the recorded answers; a renewal that was charged has extended its subscription by one period, once, and its order is
-- paid, unless an open difference says otherwise.
-- I5: for final operations four books tell the same effects: operations, ledger (PAY), outbox, accepted answers. Compared operation
-- by operation, so that two errors cannot cancel out, and told per currency as well. What is named in an open difference waits
-- for a person and is left out.
-- I9, its part on I5: a batch that is COMPLETED has as much in operations, ledger and outbox.
-- What ended longer ago than calls are kept is told by what is kept for good: its message, ACCEPTED under the same reference, amount
-- and currency, and that reference being its own. What tells of an alert is no effect of an operation (I7 looks at it).
-- role: onceover_auditor
WITH past AS MATERIALIZED (
  SELECT onceover.record_stands_since('outside call') AS at
), alerts AS MATERIALIZED (
  SELECT message_id FROM onceover.alert_message WHERE bucket >= $1 AND bucket < $2
), told AS MATERIALIZED (
  SELECT bucket, outbox_id, idempotency_key, channel_id, external_ref, amount_minor, currency FROM onceover.external_call
   WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND bucket >= $1 AND bucket < $2 AND operation_id NOT IN (SELECT message_id FROM alerts)
  UNION ALL
  SELECT m.bucket, m.outbox_id, e.idempotency_key, e.channel_id, e.external_ref, e.amount_minor, e.currency
    FROM onceover.external_event e JOIN onceover.outbox m USING (idempotency_key)
   WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid AND m.bucket >= $1 AND m.bucket < $2 AND m.batch_id <> 0
), pay AS (
  SELECT bucket, operation_id, count(*) AS n, min(amount_minor) AS amount_minor, min(currency COLLATE "C") AS currency
    FROM onceover.ledger_entry WHERE phase = 'PAY' AND side = 'CREDIT' AND bucket >= $1 AND bucket < $2 GROUP BY bucket, operation_id
), compared AS MATERIALIZED (
  SELECT o.bucket, o.operation_id, o.status, o.amount_minor, o.currency, o.channel_id, o.external_ref, o.batch_id, m.outbox_id, m.idempotency_key,
         m.message_kind, m.status AS message_status, m.amount_minor AS message_minor, m.currency AS message_currency, m.batch_id AS message_batch,
         k.idempotency_key AS told_key, k.external_ref AS told_ref, r.operation_id AS reference_of,
         CASE WHEN o.settlement_type = 'correction' THEN split_part(o.scope_ref, '/', 1)::uuid END AS corrects,
         CASE WHEN o.settlement_type = 'renew' THEN o.scope_ref END AS renews, CASE WHEN o.settlement_type = 'renew' THEN o.settle_date END AS renews_from,
         o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR m.outbox_id IS NOT NULL) AS is_paid,
         CASE WHEN o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR m.outbox_id IS NOT NULL)
              THEN (k.idempotency_key = m.idempotency_key AND k.external_ref = o.external_ref AND k.channel_id = o.channel_id
                    AND (m.message_kind <> 'payout' OR k.amount_minor = o.amount_minor AND k.currency = o.currency)
                    OR k.idempotency_key IS NULL AND o.finished_at < (SELECT at FROM past) AND m.status = 'ACCEPTED' AND m.external_ref = o.external_ref)
                   AND r.operation_id = o.operation_id
              ELSE k.idempotency_key IS NULL END AS has_one_effect,
         -- A success without money, and a message without a bank, is in no book.
         CASE WHEN o.status = 'SUCCEEDED' AND o.external_ref IS NOT NULL AND o.amount_minor <> 0 AND m.message_kind = 'payout'
              THEN l.n = 1 AND l.amount_minor = o.amount_minor AND l.currency = o.currency
                   AND m.status = 'ACCEPTED' AND m.amount_minor = o.amount_minor AND m.currency = o.currency AND m.batch_id = o.batch_id
                   AND (k.amount_minor = o.amount_minor AND k.currency = o.currency AND k.external_ref = o.external_ref
                        OR k.idempotency_key IS NULL AND o.finished_at < (SELECT at FROM past) AND m.external_ref = o.external_ref)
              -- A correction books what left under its original's key; it sends nothing itself.
              WHEN o.settlement_type = 'correction' AND o.status = 'SUCCEEDED'
              THEN l.n = 1 AND l.amount_minor = o.amount_minor AND l.currency = o.currency AND m.outbox_id IS NULL
                   AND (o.finished_at < (SELECT at FROM past)
                        OR EXISTS (SELECT FROM onceover.external_call e
                                    WHERE e.bucket = o.bucket AND e.operation_id = split_part(o.scope_ref, '/', 1)::uuid
                                      AND e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.amount_minor = o.amount_minor AND e.currency = o.currency))
              -- A return books what came back of its original, once it was told.
              WHEN o.settlement_type = 'return' AND o.status = 'SUCCEEDED'
              THEN l.n = 1 AND l.amount_minor = o.amount_minor AND l.currency = o.currency AND m.outbox_id IS NULL
                   AND (o.finished_at < (SELECT at FROM past)
                        OR EXISTS (SELECT FROM onceover.external_call e
                                    WHERE e.bucket = o.bucket AND e.operation_id = split_part(o.scope_ref, '/', 1)::uuid
                                      AND e.answer = 'FOUND_RETURNED' AND e.amount_minor = o.amount_minor AND e.currency = o.currency))
              ELSE (o.operation_id IS NOT NULL OR m.message_kind <> 'payout') AND l.n IS NULL AND CASE WHEN m.outbox_id IS NULL THEN o.external_ref IS NULL AND k.idempotency_key IS NULL
                         WHEN m.message_kind = 'payout' THEN o.status <> 'SUCCEEDED' AND m.status <> 'ACCEPTED' AND k.idempotency_key IS NULL
                         ELSE true END END AS is_equal
    FROM (SELECT * FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2) o
    FULL JOIN (SELECT * FROM onceover.outbox WHERE bucket >= $1 AND bucket < $2 AND batch_id <> 0) m ON m.bucket = o.bucket AND m.operation_id = o.operation_id
    FULL JOIN told k ON k.bucket = m.bucket AND k.outbox_id = m.outbox_id
    LEFT JOIN pay l ON l.bucket = o.bucket AND l.operation_id = o.operation_id
    LEFT JOIN LATERAL (SELECT e.operation_id FROM onceover.external_reference e
                        WHERE e.channel_id = o.channel_id AND e.external_ref = o.external_ref OFFSET 0) r ON true
), odd AS MATERIALIZED (
  SELECT * FROM compared WHERE has_one_effect IS NOT TRUE OR is_equal IS NOT TRUE
), differing AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND operation_id IS NOT NULL
  UNION
  SELECT corrects FROM compared WHERE corrects IS NOT NULL AND status = 'SUCCEEDED'
), differing_keys AS MATERIALIZED (
  SELECT DISTINCT idempotency_key FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND idempotency_key <> ''
), listed AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.dead_letter WHERE status <> 'RESOLVED' AND operation_id IS NOT NULL
), renewal AS MATERIALIZED (
  SELECT DISTINCT bucket, operation_id, status, external_ref, renews, renews_from
    FROM compared WHERE renews IS NOT NULL AND operation_id NOT IN (SELECT operation_id FROM differing)
), answers AS MATERIALIZED (
  SELECT DISTINCT idempotency_key, channel_id, external_ref, amount_minor, currency FROM told
   WHERE idempotency_key IN (SELECT idempotency_key FROM odd UNION SELECT told_key FROM odd)
), unpaired AS (
  SELECT DISTINCT operation_id, external_ref, amount_minor, currency, channel_id, idempotency_key, message_kind, reference_of
    FROM odd WHERE is_paid AND has_one_effect IS NOT TRUE
), answered AS (
  SELECT p.operation_id, p.idempotency_key, count(a.idempotency_key) AS n,
         count(*) FILTER (WHERE a.external_ref = p.external_ref AND a.channel_id = p.channel_id
                            AND (p.message_kind <> 'payout' OR a.amount_minor = p.amount_minor AND a.currency = p.currency)) AS same
    FROM unpaired p LEFT JOIN answers a USING (idempotency_key) GROUP BY p.operation_id, p.idempotency_key
), broken_effects(name) AS (
  -- One with its key, reference, amount and currency there must be, whatever is open. What else was told under the key is an effect
  -- of its own, or the same one told otherwise: a person decides where an open difference names the key.
  SELECT format('operation %s: %s accepted answers, %s of them with its key, reference, amount and currency', operation_id, n, same)
    FROM answered WHERE same <> 1 OR n <> 1 AND coalesce(idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys), true)
  UNION ALL
  SELECT format('operation %s: reference %s belongs to %s', operation_id, external_ref, coalesce(reference_of::text, 'no operation'))
    FROM unpaired WHERE reference_of IS DISTINCT FROM operation_id
  UNION ALL
  -- Also an answer in the row of a message that has another key: it is judged by the key.
  SELECT DISTINCT format('accepted answer %s under key %s: operation %s', k.told_ref, k.told_key,
                coalesce(o.operation_id || ' is ' || o.status, 'is unknown here'))
    FROM odd k
    LEFT JOIN onceover.outbox m ON m.idempotency_key = k.told_key
    LEFT JOIN onceover.settlement_operation o ON o.bucket = m.bucket AND o.operation_id = m.operation_id
   WHERE k.told_key IS NOT NULL
     AND coalesce(o.status <> 'SUCCEEDED'
                  AND NOT (o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')
                           AND (NOT $3::boolean OR o.operation_id IN (SELECT operation_id FROM listed))), true)
     AND NOT coalesce(o.operation_id IN (SELECT operation_id FROM differing), false)
     AND k.told_key NOT IN (SELECT idempotency_key FROM differing_keys)
  UNION ALL
  SELECT format('accepted answer %s under key %s lies in another row than its message', told_ref, told_key)
    FROM odd WHERE told_key IS NOT NULL AND told_key IS DISTINCT FROM idempotency_key
     AND EXISTS (SELECT FROM onceover.outbox m WHERE m.idempotency_key = told_key)
  UNION ALL
  SELECT format('%s effects under key %s: %s', count(*), idempotency_key, string_agg(external_ref, ', ' ORDER BY external_ref))
    FROM (SELECT DISTINCT idempotency_key, external_ref FROM answers) e
   WHERE idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys)
   GROUP BY idempotency_key HAVING count(*) > 1
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: %s, extended %s', o.operation_id, o.renews, o.renews_from, o.status,
                coalesce('until ' || x.to_date, 'never'))
    FROM renewal o
    LEFT JOIN onceover.subscription_extension x USING (bucket, operation_id)
   WHERE (o.status = 'SUCCEEDED') <> (x.operation_id IS NOT NULL)
         -- What was charged and not extended may have been made good.
         AND NOT (o.status = 'SUCCEEDED' AND x.operation_id IS NULL
                  AND EXISTS (SELECT FROM onceover.compensation c JOIN onceover.settlement_operation n USING (bucket, operation_id)
                               WHERE c.original_bucket = o.bucket AND c.original_id = o.operation_id AND n.status = 'SUCCEEDED'))
      OR x.subscription_id::text <> o.renews OR x.from_date <> o.renews_from
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: charged under reference %s, and no payment of its order is recorded', o.operation_id,
                o.renews, o.renews_from, o.external_ref)
    FROM renewal o
   WHERE o.status = 'SUCCEEDED'
     AND NOT EXISTS (SELECT FROM onceover.payment_callback p
                      WHERE p.sale_id = onceover.renewal_order_id(o.renews, o.renews_from) AND p.status = 'PAID')
), final AS MATERIALIZED (
  SELECT DISTINCT bucket, operation_id, status, amount_minor, currency, external_ref, outbox_id, idempotency_key, message_status, message_minor,
         message_currency
    FROM odd
   WHERE is_equal IS NOT TRUE AND status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND coalesce(message_kind, 'payout') = 'payout'
     AND operation_id NOT IN (SELECT operation_id FROM differing)
), figures AS (
  SELECT operation_id, currency::text AS currency, 1 AS book, amount_minor AS minor
    FROM final WHERE status = 'SUCCEEDED' AND (external_ref IS NOT NULL OR outbox_id IS NOT NULL)
  UNION ALL
  SELECT f.operation_id, l.currency, 2, l.amount_minor
    FROM final f
   CROSS JOIN LATERAL (SELECT e.currency, e.amount_minor FROM onceover.ledger_entry e
                        WHERE e.bucket = f.bucket AND e.operation_id = f.operation_id AND e.phase = 'PAY' AND e.side = 'CREDIT' OFFSET 0) l
  UNION ALL
  SELECT operation_id, message_currency, 3, message_minor FROM final WHERE message_status = 'ACCEPTED'
  UNION ALL
  SELECT f.operation_id, a.currency, 4, a.amount_minor
    FROM final f JOIN (SELECT DISTINCT idempotency_key, external_ref, amount_minor, currency FROM answers) a USING (idempotency_key)
), per_operation AS MATERIALIZED (
  SELECT operation_id, currency,
         count(*) FILTER (WHERE book = 1) AS n1, coalesce(sum(minor) FILTER (WHERE book = 1), 0) AS m1,
         count(*) FILTER (WHERE book = 2) AS n2, coalesce(sum(minor) FILTER (WHERE book = 2), 0) AS m2,
         count(*) FILTER (WHERE book = 3) AS n3, coalesce(sum(minor) FILTER (WHERE book = 3), 0) AS m3,
         count(*) FILTER (WHERE book = 4) AS n4, coalesce(sum(minor) FILTER (WHERE book = 4), 0) AS m4
    FROM figures GROUP BY operation_id, currency
), broken_books(name) AS (
  SELECT format('operation %s, %s: operations %s = %s, ledger %s = %s, outbox %s = %s, answers %s = %s', operation_id, currency,
                n1, m1, n2, m2, n3, m3, n4, m4)
    FROM per_operation WHERE n2 <> n1 OR m2 <> m1 OR n3 <> n1 OR m3 <> m1 OR n4 <> n1 OR m4 <> m1
  UNION ALL
  SELECT format('all that differ in %s, buckets %s to %s: operations %s = %s, ledger %s = %s, outbox %s = %s, answers %s = %s', currency, $1::integer,
                $2::integer - 1, sum(n1), sum(m1), sum(n2), sum(m2), sum(n3), sum(m3), sum(n4), sum(m4))
    FROM per_operation GROUP BY currency
  HAVING sum(n2) <> sum(n1) OR sum(m2) <> sum(m1) OR sum(n3) <> sum(n1) OR sum(m3) <> sum(m1) OR sum(n4) <> sum(n1) OR sum(m4) <> sum(m1)
), odd_batch AS MATERIALIZED (
  SELECT b.batch_id FROM onceover.settlement_batch b
   WHERE b.status = 'COMPLETED'
     AND b.batch_id IN (SELECT batch_id FROM odd WHERE is_equal IS NOT TRUE UNION SELECT message_batch FROM odd WHERE is_equal IS NOT TRUE)
), batch_books AS (
  SELECT batch_id, currency, sum(n) FILTER (WHERE book = 1) AS n1, sum(minor) FILTER (WHERE book = 1) AS m1,
         sum(n) FILTER (WHERE book = 2) AS n2, sum(minor) FILTER (WHERE book = 2) AS m2,
         sum(n) FILTER (WHERE book = 3) AS n3, sum(minor) FILTER (WHERE book = 3) AS m3
    FROM (SELECT o.batch_id, o.currency::text AS currency, 1 AS book, 1 AS n, o.amount_minor AS minor
            FROM odd_batch JOIN onceover.settlement_operation o USING (batch_id)
           WHERE o.bucket >= $1 AND o.bucket < $2 AND o.status = 'SUCCEEDED' AND o.external_ref IS NOT NULL AND o.amount_minor <> 0
          UNION ALL
          SELECT o.batch_id, l.currency, 2, 1, l.amount_minor
            FROM odd_batch JOIN onceover.settlement_operation o USING (batch_id)
           CROSS JOIN LATERAL (SELECT e.currency, e.amount_minor FROM onceover.ledger_entry e
                                WHERE e.bucket = o.bucket AND e.operation_id = o.operation_id AND e.phase = 'PAY' AND e.side = 'CREDIT' OFFSET 0) l
           WHERE o.bucket >= $1 AND o.bucket < $2
          UNION ALL
          SELECT m.batch_id, m.currency, 3, 1, m.amount_minor
            FROM odd_batch JOIN onceover.outbox m USING (batch_id)
           WHERE m.bucket >= $1 AND m.bucket < $2 AND m.status = 'ACCEPTED' AND m.message_kind = 'payout') f
   GROUP BY batch_id, currency
), broken_batches(name) AS (
  SELECT format('batch %s, %s, buckets %s to %s: operations %s = %s, ledger %s = %s, outbox %s = %s', batch_id, currency, $1::integer,
                $2::integer - 1, n1, m1, n2, m2, n3, m3)
    FROM batch_books WHERE (n1, m1, n1, m1) IS DISTINCT FROM (n2, m2, n3, m3)
)
SELECT 'I4' AS promise, (SELECT count(*) FROM told) + (SELECT count(*) FROM compared WHERE is_paid) AS checked,
       (SELECT count(*) FROM broken_effects) AS broken_total, ARRAY(SELECT name FROM broken_effects ORDER BY name LIMIT 100) AS broken
UNION ALL
SELECT 'I5', (SELECT count(*) FROM compared WHERE status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND coalesce(message_kind, 'payout') = 'payout'),
       (SELECT count(*) FROM broken_books), ARRAY(SELECT name FROM broken_books ORDER BY name LIMIT 100)
UNION ALL
SELECT 'I9', 0, (SELECT count(*) FROM broken_batches), ARRAY(SELECT name FROM broken_batches ORDER BY name LIMIT 100)

-- name: VerifyOutsideBook
-- I4 and I5 against the outside books. $1 to $5: their entries, one element each (channel, key, reference, minor units, currency);
-- $6: channels whose book was read; $7: the database's time before it was read, so that what was accepted later is not missed in it;
-- $8: quiescent.
-- role: onceover_auditor
WITH book AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
           AS b(channel_id, idempotency_key, external_ref, amount_minor, currency)
), book_key AS (
  SELECT idempotency_key, min(channel_id COLLATE "C") AS channel_id, min(external_ref COLLATE "C") AS external_ref, min(amount_minor) AS amount_minor,
         min(currency COLLATE "C") AS currency, count(*) AS n
    FROM book GROUP BY idempotency_key
), compared AS MATERIALIZED (
  SELECT o.bucket, o.operation_id, o.status, o.amount_minor, o.currency, o.channel_id, o.external_ref, o.idempotency_key, o.message_kind, o.is_paid,
         o.is_in_book, b.idempotency_key AS book_key,
         b.n = 1 AND b.amount_minor = o.amount_minor AND b.currency = o.currency AS has_one_sum,
         b.n = 1 AND b.amount_minor = o.amount_minor AND b.currency = o.currency AND b.external_ref = o.external_ref AND b.channel_id = o.channel_id
           AS has_one_entry
    FROM (SELECT o.*, m.idempotency_key, m.message_kind,
                 o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR m.outbox_id IS NOT NULL) AS is_paid,
                 $8::boolean OR o.finished_at < $7::timestamptz AS is_in_book
            FROM onceover.settlement_operation o LEFT JOIN onceover.outbox m USING (bucket, operation_id)
           WHERE o.status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND o.channel_id = ANY ($6::text[])) o
    FULL JOIN book_key b ON b.idempotency_key = o.idempotency_key
), odd AS MATERIALIZED (
  SELECT * FROM compared
   WHERE CASE WHEN operation_id IS NULL THEN true WHEN is_paid THEN NOT coalesce(has_one_entry, NOT is_in_book AND book_key IS NULL)
              ELSE book_key IS NOT NULL END
), entries AS MATERIALIZED (
  SELECT b.* FROM book b WHERE idempotency_key IN (SELECT book_key FROM odd)
), booked AS (
  SELECT p.operation_id, count(b.idempotency_key) AS n,
         count(*) FILTER (WHERE b.external_ref = p.external_ref AND b.amount_minor = p.amount_minor
                            AND b.currency = p.currency AND b.channel_id = p.channel_id) AS same
    FROM odd p LEFT JOIN entries b USING (idempotency_key) WHERE p.is_paid AND p.is_in_book GROUP BY p.operation_id
), differing AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND operation_id IS NOT NULL
  UNION
  SELECT split_part(scope_ref, '/', 1)::uuid FROM onceover.settlement_operation WHERE settlement_type = 'correction' AND status = 'SUCCEEDED'
), differing_keys AS MATERIALIZED (
  SELECT DISTINCT idempotency_key FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND idempotency_key <> ''
), listed AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.dead_letter WHERE status <> 'RESOLVED' AND operation_id IS NOT NULL
), answers AS (
  SELECT DISTINCT c.idempotency_key, c.external_ref
    FROM (SELECT DISTINCT idempotency_key FROM entries) e
    JOIN onceover.outbox m USING (idempotency_key)
    JOIN onceover.external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id AND c.idempotency_key = m.idempotency_key
   WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
  UNION
  SELECT e.idempotency_key, e.external_ref FROM onceover.external_event e
   WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid AND e.idempotency_key IN (SELECT idempotency_key FROM entries)
), broken_effects(name) AS (
  SELECT format('operation %s: %s entries in the outside book, %s of them with its key, reference, amount and currency', operation_id, n, same)
    FROM booked WHERE n <> 1 OR same <> 1
  UNION ALL
  SELECT format('book entry %s under key %s: operation %s', e.external_ref, e.idempotency_key,
                coalesce(o.operation_id || ' is ' || o.status, 'is unknown here'))
    FROM entries e
    LEFT JOIN onceover.outbox m USING (idempotency_key)
    LEFT JOIN onceover.settlement_operation o ON o.bucket = m.bucket AND o.operation_id = m.operation_id
   WHERE coalesce(o.status <> 'SUCCEEDED'
                  AND NOT (o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')
                           AND (NOT $8::boolean OR o.operation_id IN (SELECT operation_id FROM listed))), true)
     AND NOT coalesce(o.operation_id IN (SELECT operation_id FROM differing), false)
     AND e.idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys)
  UNION ALL
  SELECT format('%s effects under key %s: %s', count(*), idempotency_key, string_agg(external_ref, ', ' ORDER BY external_ref))
    FROM (SELECT idempotency_key, external_ref FROM answers UNION SELECT idempotency_key, external_ref FROM entries) e
   WHERE idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys)
   GROUP BY idempotency_key HAVING count(*) > 1
  UNION ALL
  SELECT format('%s entries in the outside book under key %s and reference %s', count(*), idempotency_key, external_ref)
    FROM entries GROUP BY channel_id, idempotency_key, external_ref HAVING count(*) > 1
), broken_books(name) AS (
  SELECT format('operation %s: operations %s, outside book %s', c.operation_id,
                CASE WHEN c.is_paid THEN format('1 = %s %s', c.amount_minor, c.currency) ELSE '0 = 0' END,
                coalesce((SELECT string_agg(format('%s = %s %s', n, minor, currency), ', ' ORDER BY currency)
                            FROM (SELECT count(*) AS n, sum(amount_minor) AS minor, currency FROM entries e
                                   WHERE e.idempotency_key = c.idempotency_key GROUP BY currency) b), '0 = 0'))
    FROM odd c
   WHERE c.is_in_book AND coalesce(c.message_kind, 'payout') = 'payout'
     AND CASE WHEN c.is_paid THEN c.has_one_sum IS NOT TRUE ELSE c.book_key IS NOT NULL END
     AND c.operation_id NOT IN (SELECT operation_id FROM differing)
)
SELECT 'I4' AS promise, (SELECT count(*) FROM book) AS checked,
       (SELECT count(*) FROM broken_effects) AS broken_total, ARRAY(SELECT name FROM broken_effects ORDER BY name LIMIT 100) AS broken
UNION ALL
SELECT 'I5', 0, (SELECT count(*) FROM broken_books), ARRAY(SELECT name FROM broken_books ORDER BY name LIMIT 100)

-- name: VerifyStatements
-- I4 against the bank statements that were imported: each line of an effect under a key or reference of ours, not one that came back, is
-- that of a message that is ACCEPTED with its amount and currency, or some difference names it, whatever became of that: a person was
-- told. So also what was still open when its statement came, and ended otherwise. $1: quiescent.
-- role: onceover_auditor
WITH line AS MATERIALIZED (
  SELECT e.statement_id, e.entry_no, s.channel_id, e.amount_minor, e.currency, r.ref
    FROM onceover.statement_entry e JOIN onceover.statement s USING (statement_id) CROSS JOIN LATERAL unnest(e.reference_list) r(ref)
   WHERE NOT e.is_reversal AND e.return_reason = ''
), named AS MATERIALIZED (
  SELECT l.*, m.bucket, m.outbox_id, m.operation_id
    FROM line l JOIN onceover.outbox m ON m.idempotency_key = l.ref AND m.channel_id = l.channel_id AND m.message_kind = 'payout'
  UNION
  SELECT l.*, m.bucket, m.outbox_id, m.operation_id
    FROM line l
    JOIN onceover.external_reference x ON x.channel_id = l.channel_id AND x.external_ref = l.ref
    JOIN onceover.outbox m ON m.bucket = x.bucket AND m.operation_id = x.operation_id AND m.message_kind = 'payout'
), told AS MATERIALIZED (
  SELECT DISTINCT channel_id, operation_id, idempotency_key FROM onceover.reconciliation_difference WHERE kind <> 'RETURNED'
), listed AS MATERIALIZED (
  SELECT DISTINCT operation_id FROM onceover.dead_letter WHERE status <> 'RESOLVED' AND operation_id IS NOT NULL
), broken(name) AS (
  SELECT format('statement %s, line %s: %s %s under key %s, and its message of %s %s is %s', n.statement_id, n.entry_no, abs(n.amount_minor), n.currency,
                m.idempotency_key, m.amount_minor, m.currency, m.status)
    FROM named n
    JOIN onceover.outbox m USING (bucket, outbox_id)
    JOIN onceover.settlement_operation o ON o.bucket = m.bucket AND o.operation_id = m.operation_id
   -- What goes the other way came back.
   WHERE sign(n.amount_minor) = CASE o.settlement_type WHEN 'renew' THEN 1 ELSE -1 END
     AND (m.status <> 'ACCEPTED' OR o.status <> 'SUCCEEDED' OR m.amount_minor <> abs(n.amount_minor) OR m.currency <> n.currency)
     AND NOT (o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') AND m.amount_minor = abs(n.amount_minor) AND m.currency = n.currency
              AND (NOT $1::boolean OR o.operation_id IN (SELECT operation_id FROM listed)))
     AND o.operation_id NOT IN (SELECT operation_id FROM told WHERE operation_id IS NOT NULL)
     AND m.idempotency_key NOT IN (SELECT idempotency_key FROM told)
  UNION ALL
  SELECT format('statement %s, line %s: %s %s under key %s, and no message has it', l.statement_id, l.entry_no, l.amount_minor, l.currency, l.ref)
    FROM line l
   WHERE l.ref ~ '^[A-Z2-7]{32}$' AND l.ref ~ '[2-7].*[2-7]'
     AND (l.statement_id, l.entry_no) NOT IN (SELECT n.statement_id, n.entry_no FROM named n)
     AND (l.channel_id, l.ref) NOT IN (SELECT t.channel_id, t.idempotency_key FROM told t WHERE t.channel_id IS NOT NULL)
)
SELECT 'I4' AS promise, (SELECT count(*) FROM onceover.statement_entry) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
