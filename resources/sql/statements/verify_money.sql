-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about money (DESIGN.md section 7), each one set-based statement in the auditor's snapshot. Every verify
-- statement answers one row: how many rows were looked at, how many break the promise, and the names of at most 100.

-- name: VerifyLegsBalance
-- I2: both sides of a phase, once each; zero per currency; the operation's own amount and currency; never paid and given
-- back; and the phases are those of the operation's state. Nothing but zero, and what was carried over, succeeds without legs.
-- role: onceover_auditor
WITH legs AS (
  SELECT l.bucket, l.operation_id, l.phase, count(*) AS sides,
         count(*) FILTER (WHERE l.side = 'DEBIT') AS debits, count(*) FILTER (WHERE l.side = 'CREDIT') AS credits,
         CASE WHEN min(l.currency) = max(l.currency) THEN 1 ELSE 2 END AS currencies, min(l.currency) AS currency, sum(l.amount_minor) AS rest,
         max(l.amount_minor) AS credit_minor, CASE WHEN min(l.op_version) = max(l.op_version) THEN 1 ELSE 2 END AS versions,
         max(l.op_version) AS op_version
    FROM onceover.ledger_entry l
   GROUP BY l.bucket, l.operation_id, l.phase
), phases AS (
  SELECT bucket, operation_id, string_agg(phase, '+' ORDER BY phase) AS found FROM legs GROUP BY bucket, operation_id
), expected AS (
  SELECT o.bucket, o.operation_id, o.status, o.failure_class, p.found,
         CASE WHEN o.amount_minor = 0 THEN NULL
              WHEN o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') THEN 'HOLD'
              WHEN c.operation_id IS NOT NULL THEN NULL
              WHEN o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR o.amount_minor <> 0) THEN 'HOLD+PAY'
              WHEN o.failure_class = 'NOT_SENT' THEN 'HOLD'
              WHEN o.failure_class IN ('REFUSED', 'NOT_EXECUTED') THEN 'BACK+HOLD' END AS wanted
    FROM onceover.settlement_operation o
    LEFT JOIN phases p USING (bucket, operation_id)
    LEFT JOIN onceover.carry_over c USING (bucket, operation_id)
), broken(name) AS (
  SELECT format('operation %s, phase %s: %s debit and %s credit sides in %s or more currencies under %s or more versions, rest %s %s',
                operation_id, phase, debits, credits, currencies, versions, rest, currency)
    FROM legs WHERE sides <> 2 OR debits <> 1 OR credits <> 1 OR rest <> 0 OR currencies <> 1 OR versions <> 1
  UNION ALL
  SELECT format('operation %s: both PAY and BACK', operation_id) FROM phases WHERE found LIKE '%BACK%' AND found LIKE '%PAY%'
  UNION ALL
  SELECT format('operation %s, phase %s: legs of %s %s for an operation of %s %s', g.operation_id, g.phase, g.credit_minor,
                g.currency, o.amount_minor, o.currency)
    FROM legs g JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE g.credit_minor <> o.amount_minor OR g.currency <> o.currency OR g.op_version > o.version
  UNION ALL
  SELECT format('operation %s, phase %s: %s on account %s, a %s account of %s', l.operation_id, l.phase, lower(l.side), l.account_id,
                coalesce(a.account_kind, 'missing'), coalesce(a.owner_ref, 'nobody'))
    FROM onceover.ledger_entry l
    JOIN onceover.settlement_operation o USING (bucket, operation_id)
    LEFT JOIN onceover.account a USING (account_id)
   WHERE (a.account_kind, a.owner_ref, a.currency) IS DISTINCT FROM (
           onceover.leg_account(o.settlement_type, l.phase, l.side), onceover.leg_owner(l.phase, l.side, o.merchant_id, o.channel_id),
           l.currency)
  UNION ALL
  SELECT format('operation %s: legs without an operation', g.operation_id)
    FROM phases g LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id) WHERE o.operation_id IS NULL
  UNION ALL
  SELECT format('operation %s (%s): legs %s instead of %s', operation_id, concat_ws(' ', status, failure_class),
                coalesce(found, 'none'), coalesce(wanted, 'none'))
    FROM expected WHERE found IS DISTINCT FROM wanted
)
SELECT (SELECT count(*) FROM phases) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyBalances
-- I3: a balance is its summary and the deltas that are not folded yet.
-- role: onceover_auditor
WITH entries AS (
  SELECT account_id, sum(amount_minor) AS minor FROM onceover.ledger_entry GROUP BY account_id
), balances AS (
  SELECT account_id, sum(minor) AS minor
    FROM (SELECT account_id, balance_minor AS minor FROM onceover.account_balance
          UNION ALL SELECT account_id, amount_minor FROM onceover.account_balance_delta) b
   GROUP BY account_id
), every AS (
  SELECT account_id, coalesce(e.minor, 0) AS entries, coalesce(b.minor, 0) AS balance, a.currency, a.account_kind, a.owner_ref
    FROM entries e FULL JOIN balances b USING (account_id) FULL JOIN onceover.account a USING (account_id)
), broken(name) AS (
  SELECT format('account %s (%s %s %s): balance %s, entries %s', account_id, account_kind, owner_ref, currency, balance, entries)
    FROM every WHERE balance <> entries OR currency IS NULL
  UNION ALL
  SELECT format('account %s (%s %s): entry of operation %s in %s', a.account_id, a.account_kind, a.currency, l.operation_id, l.currency)
    FROM onceover.ledger_entry l JOIN onceover.account a USING (account_id) WHERE a.currency <> l.currency
)
SELECT (SELECT count(*) FROM every) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyEffectsOutside
-- I4. A renewal that was charged has extended its subscription by one period, once, and its order is paid, unless an open difference
-- says otherwise.
-- $1 to $5: the outside books, one element per entry (channel, key, reference, minor units, currency); $6: channels
-- whose book was read; $7: the database's time before it was read, so that what was accepted later is not missed in it;
-- $8: quiescent. An accepted answer is a fact of external_call or a signed callback; the same fact told twice is one.
-- One pass puts aside what is plainly right (one fact, equal in everything); what is left is looked at one by one.
-- role: onceover_auditor
WITH told AS (
  SELECT idempotency_key, channel_id, external_ref, amount_minor, currency FROM onceover.external_call
   WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED')
  UNION ALL
  SELECT idempotency_key, channel_id, external_ref, amount_minor, currency FROM onceover.external_event
   WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND signature_valid
), by_key AS MATERIALIZED (
  SELECT idempotency_key, min(channel_id) AS channel_id, min(external_ref) AS external_ref, min(amount_minor) AS amount_minor,
         min(currency) AS currency,
         count(external_ref) IN (0, count(*)) AND min(external_ref) IS NOT DISTINCT FROM max(external_ref) AS has_one_ref,
         min(channel_id) = max(channel_id) AND min(amount_minor) IS NOT DISTINCT FROM max(amount_minor)
           AND min(currency) IS NOT DISTINCT FROM max(currency) AND count(amount_minor) IN (0, count(*))
           AND count(currency) IN (0, count(*)) AS is_one_but_ref
    FROM told GROUP BY idempotency_key
), book AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
           AS b(channel_id, idempotency_key, external_ref, amount_minor, currency)
), book_key AS MATERIALIZED (
  SELECT idempotency_key, min(channel_id) AS channel_id, min(external_ref) AS external_ref, min(amount_minor) AS amount_minor,
         min(currency) AS currency, count(*) AS n,
         count(external_ref) IN (0, count(*)) AND min(external_ref) IS NOT DISTINCT FROM max(external_ref) AS has_one_ref
    FROM book GROUP BY idempotency_key
), paid AS (
  SELECT o.operation_id, o.bucket, o.external_ref, o.amount_minor, o.currency, o.channel_id, m.idempotency_key, m.message_kind,
         o.channel_id = ANY ($6::text[]) AND ($8::boolean OR o.finished_at < $7::timestamptz) AS is_in_book
    FROM onceover.settlement_operation o
    LEFT JOIN onceover.outbox m USING (bucket, operation_id)
   WHERE o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR m.outbox_id IS NOT NULL)
), compared AS (
  SELECT p.*, k.idempotency_key AS told_key, r.operation_id AS reference_of,
         coalesce(k.has_one_ref AND k.is_one_but_ref AND k.external_ref = p.external_ref AND k.channel_id = p.channel_id
                    AND (p.message_kind <> 'payout' OR k.amount_minor = p.amount_minor AND k.currency = p.currency), false) AS answer_fits,
         coalesce(NOT p.is_in_book OR b.n = 1 AND b.external_ref = p.external_ref AND b.amount_minor = p.amount_minor
                    AND b.currency = p.currency AND b.channel_id = p.channel_id, false) AS book_fits
    FROM paid p
    FULL JOIN by_key k ON k.idempotency_key = p.idempotency_key
    LEFT JOIN book_key b ON b.idempotency_key = p.idempotency_key
    LEFT JOIN onceover.external_reference r ON r.channel_id = p.channel_id AND r.external_ref = p.external_ref
), odd AS MATERIALIZED (
  SELECT * FROM compared
   WHERE operation_id IS NULL OR NOT answer_fits OR NOT book_fits OR reference_of IS DISTINCT FROM operation_id
), many_keys AS MATERIALIZED (
  SELECT idempotency_key FROM by_key WHERE NOT has_one_ref
  UNION SELECT idempotency_key FROM book_key WHERE NOT has_one_ref
  UNION SELECT idempotency_key FROM by_key k JOIN book_key b USING (idempotency_key) WHERE k.external_ref IS DISTINCT FROM b.external_ref
), answers AS MATERIALIZED (
  SELECT DISTINCT * FROM told
   WHERE idempotency_key IN (SELECT coalesce(told_key, idempotency_key) FROM odd UNION SELECT idempotency_key FROM many_keys)
), answered AS (
  SELECT p.operation_id, count(a.idempotency_key) AS n,
         count(*) FILTER (WHERE a.external_ref = p.external_ref AND a.channel_id = p.channel_id
                            AND (p.message_kind <> 'payout' OR a.amount_minor = p.amount_minor AND a.currency = p.currency)) AS same
    FROM odd p LEFT JOIN answers a USING (idempotency_key) WHERE p.operation_id IS NOT NULL GROUP BY p.operation_id
), booked AS (
  SELECT p.operation_id, count(b.idempotency_key) AS n,
         count(*) FILTER (WHERE b.external_ref = p.external_ref AND b.amount_minor = p.amount_minor
                            AND b.currency = p.currency AND b.channel_id = p.channel_id) AS same
    FROM odd p LEFT JOIN book b USING (idempotency_key) WHERE p.is_in_book GROUP BY p.operation_id
), effects AS (
  SELECT a.idempotency_key, a.external_ref, 'accepted answer' AS told_by
    FROM answers a WHERE a.idempotency_key IN (SELECT told_key FROM odd WHERE operation_id IS NULL)
  UNION ALL
  SELECT idempotency_key, external_ref, 'book entry' FROM book
), differing AS (
  SELECT DISTINCT operation_id FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND operation_id IS NOT NULL
), differing_keys AS (
  SELECT DISTINCT idempotency_key FROM onceover.reconciliation_difference WHERE status = 'OPEN' AND idempotency_key <> ''
), listed AS (
  SELECT DISTINCT operation_id FROM onceover.dead_letter WHERE status <> 'RESOLVED' AND operation_id IS NOT NULL
), broken(name) AS (
  SELECT format('operation %s: %s accepted answers, %s of them with its key, reference, amount and currency', operation_id, n, same)
    FROM answered WHERE n <> 1 OR same <> 1
  UNION ALL
  SELECT format('operation %s: %s entries in the outside book, %s of them with its key, reference, amount and currency', operation_id, n, same)
    FROM booked WHERE n <> 1 OR same <> 1
  UNION ALL
  SELECT format('operation %s: reference %s belongs to %s', operation_id, external_ref, coalesce(reference_of::text, 'no operation'))
    FROM odd WHERE operation_id IS NOT NULL AND reference_of IS DISTINCT FROM operation_id
  UNION ALL
  SELECT format('%s %s under key %s: operation %s', e.told_by, e.external_ref, e.idempotency_key,
                coalesce(o.operation_id || ' is ' || o.status, 'is unknown here'))
    FROM effects e
    LEFT JOIN onceover.outbox m USING (idempotency_key)
    LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE coalesce(o.status <> 'SUCCEEDED'
                  AND NOT (o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL')
                           AND (NOT $8::boolean OR o.operation_id IN (SELECT operation_id FROM listed))), true)
     AND NOT coalesce(o.operation_id IN (SELECT operation_id FROM differing), false)
     AND e.idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys)
  UNION ALL
  SELECT format('%s effects under key %s: %s', count(*), idempotency_key, string_agg(external_ref, ', ' ORDER BY external_ref))
    FROM (SELECT idempotency_key, external_ref FROM answers JOIN many_keys USING (idempotency_key)
          UNION SELECT idempotency_key, external_ref FROM book JOIN many_keys USING (idempotency_key)) e
   WHERE idempotency_key NOT IN (SELECT idempotency_key FROM differing_keys)
   GROUP BY idempotency_key HAVING count(*) > 1
  UNION ALL
  SELECT format('%s entries in the outside book under key %s and reference %s', count(*), idempotency_key, external_ref)
    FROM book GROUP BY channel_id, idempotency_key, external_ref HAVING count(*) > 1
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: %s, extended %s', o.operation_id, o.scope_ref, o.settle_date, o.status,
                coalesce('until ' || x.to_date, 'never'))
    FROM onceover.settlement_operation o
    LEFT JOIN onceover.subscription_extension x USING (bucket, operation_id)
   WHERE o.settlement_type = 'renew' AND o.operation_id NOT IN (SELECT operation_id FROM differing)
     AND ((o.status = 'SUCCEEDED') <> (x.operation_id IS NOT NULL)
          OR x.subscription_id::text <> o.scope_ref OR x.from_date <> o.settle_date)
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: charged under reference %s, and no payment of its order is recorded', o.operation_id,
                o.scope_ref, o.settle_date, o.external_ref)
    FROM onceover.settlement_operation o
   WHERE o.settlement_type = 'renew' AND o.status = 'SUCCEEDED' AND o.operation_id NOT IN (SELECT operation_id FROM differing)
     AND NOT EXISTS (SELECT FROM onceover.payment_callback p
                      WHERE p.sale_id = onceover.renewal_order_id(o.scope_ref, o.settle_date) AND p.status = 'PAID')
)
SELECT (SELECT count(*) FROM paid) + (SELECT count(*) FROM by_key) + (SELECT count(*) FROM book) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyBooksAgree
-- I5: for final operations five books tell the same effects: operations, ledger (PAY), outbox, accepted answers and, where
-- it was read, the outside book. Compared operation by operation, so that two errors cannot cancel out, and told per
-- currency as well. What is named in an open difference waits for a person and is left out. Parameters as in I4; as there,
-- one pass puts aside what is plainly equal.
-- role: onceover_auditor
WITH told AS (
  SELECT idempotency_key, external_ref, amount_minor, currency FROM onceover.external_call
   WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED')
  UNION ALL
  SELECT idempotency_key, external_ref, amount_minor, currency FROM onceover.external_event
   WHERE answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND signature_valid
), by_key AS (
  SELECT idempotency_key, min(amount_minor) AS amount_minor, min(currency) AS currency,
         min(external_ref) IS NOT DISTINCT FROM max(external_ref) AND min(amount_minor) = max(amount_minor) AND min(currency) = max(currency)
           AND count(external_ref) IN (0, count(*)) AND count(amount_minor) = count(*) AND count(currency) = count(*) AS is_one
    FROM told GROUP BY idempotency_key
), book AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
           AS b(channel_id, idempotency_key, external_ref, amount_minor, currency)
), book_key AS (
  SELECT idempotency_key, count(*) AS n, min(amount_minor) AS amount_minor, min(currency) AS currency FROM book GROUP BY idempotency_key
), pay AS (
  SELECT bucket, operation_id, count(*) AS n, min(amount_minor) AS amount_minor, min(currency) AS currency
    FROM onceover.ledger_entry WHERE phase = 'PAY' AND side = 'CREDIT' GROUP BY bucket, operation_id
), compared AS (
  SELECT o.bucket, o.operation_id, o.status, o.amount_minor, o.currency, o.external_ref, m.outbox_id, m.idempotency_key,
         m.status AS message_status, m.amount_minor AS message_minor, m.currency AS message_currency, i.is_in_book,
         CASE WHEN o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR m.outbox_id IS NOT NULL)
              THEN l.n = 1 AND l.amount_minor = o.amount_minor AND l.currency = o.currency
                   AND m.status = 'ACCEPTED' AND m.amount_minor = o.amount_minor AND m.currency = o.currency
                   AND k.is_one AND k.amount_minor = o.amount_minor AND k.currency = o.currency
                   AND (NOT i.is_in_book OR b.n = 1 AND b.amount_minor = o.amount_minor AND b.currency = o.currency)
              ELSE l.n IS NULL AND m.status IS DISTINCT FROM 'ACCEPTED' AND k.idempotency_key IS NULL
                   AND (NOT i.is_in_book OR b.n IS NULL) END AS is_equal
    FROM onceover.settlement_operation o
    LEFT JOIN onceover.outbox m USING (bucket, operation_id)
    LEFT JOIN pay l USING (bucket, operation_id)
    LEFT JOIN by_key k ON k.idempotency_key = m.idempotency_key
    LEFT JOIN book_key b ON b.idempotency_key = m.idempotency_key
   CROSS JOIN LATERAL (SELECT o.channel_id = ANY ($6::text[]) AND ($8::boolean OR o.finished_at < $7::timestamptz) AS is_in_book) i
   WHERE o.status IN ('SUCCEEDED', 'FAILED_PERMANENT') AND coalesce(m.message_kind, 'payout') = 'payout'
), final AS MATERIALIZED (
  SELECT c.* FROM compared c
   WHERE c.is_equal IS NOT TRUE
     AND NOT EXISTS (SELECT FROM onceover.reconciliation_difference d WHERE d.status = 'OPEN' AND d.operation_id = c.operation_id)
), answers AS MATERIALIZED (
  SELECT DISTINCT * FROM told WHERE idempotency_key IN (SELECT idempotency_key FROM final)
), figures AS (
  SELECT operation_id, currency::text AS currency, 1 AS book, amount_minor AS minor, is_in_book
    FROM final WHERE status = 'SUCCEEDED' AND (external_ref IS NOT NULL OR outbox_id IS NOT NULL)
  UNION ALL
  SELECT f.operation_id, l.currency, 2, l.amount_minor, f.is_in_book
    FROM final f
   CROSS JOIN LATERAL (SELECT e.currency, e.amount_minor FROM onceover.ledger_entry e
                        WHERE e.bucket = f.bucket AND e.operation_id = f.operation_id AND e.phase = 'PAY' AND e.side = 'CREDIT' OFFSET 0) l
  UNION ALL
  SELECT operation_id, message_currency, 3, message_minor, is_in_book FROM final WHERE message_status = 'ACCEPTED'
  UNION ALL
  SELECT f.operation_id, a.currency, 4, a.amount_minor, f.is_in_book FROM final f JOIN answers a USING (idempotency_key)
  UNION ALL
  SELECT f.operation_id, b.currency, 5, b.amount_minor, true FROM final f JOIN book b USING (idempotency_key) WHERE f.is_in_book
), per_operation AS MATERIALIZED (
  SELECT operation_id, currency, bool_or(is_in_book) AS is_in_book,
         count(*) FILTER (WHERE book = 1) AS n1, coalesce(sum(minor) FILTER (WHERE book = 1), 0) AS m1,
         count(*) FILTER (WHERE book = 2) AS n2, coalesce(sum(minor) FILTER (WHERE book = 2), 0) AS m2,
         count(*) FILTER (WHERE book = 3) AS n3, coalesce(sum(minor) FILTER (WHERE book = 3), 0) AS m3,
         count(*) FILTER (WHERE book = 4) AS n4, coalesce(sum(minor) FILTER (WHERE book = 4), 0) AS m4,
         count(*) FILTER (WHERE book = 5) AS n5, coalesce(sum(minor) FILTER (WHERE book = 5), 0) AS m5
    FROM figures GROUP BY operation_id, currency
), unequal AS (
  SELECT * FROM per_operation
   WHERE n2 <> n1 OR m2 <> m1 OR n3 <> n1 OR m3 <> m1 OR n4 <> n1 OR m4 <> m1 OR (is_in_book AND (n5 <> n1 OR m5 <> m1))
), broken(name) AS (
  SELECT format('operation %s, %s: operations %s = %s, ledger %s = %s, outbox %s = %s, answers %s = %s, outside book %s', operation_id,
                currency, n1, m1, n2, m2, n3, m3, n4, m4, CASE WHEN is_in_book THEN format('%s = %s', n5, m5) ELSE 'not read' END)
    FROM unequal
  UNION ALL
  SELECT format('all that differ in %s: operations %s = %s, ledger %s = %s, outbox %s = %s, answers %s = %s', currency,
                sum(n1), sum(m1), sum(n2), sum(m2), sum(n3), sum(m3), sum(n4), sum(m4))
    FROM per_operation GROUP BY currency
  HAVING sum(n2) <> sum(n1) OR sum(m2) <> sum(m1) OR sum(n3) <> sum(n1) OR sum(m3) <> sum(m1) OR sum(n4) <> sum(n1) OR sum(m4) <> sum(m1)
)
SELECT (SELECT count(*) FROM onceover.settlement_operation o
         WHERE o.status IN ('SUCCEEDED', 'FAILED_PERMANENT')
           AND NOT EXISTS (SELECT FROM onceover.outbox m WHERE m.bucket = o.bucket AND m.operation_id = o.operation_id AND m.message_kind <> 'payout')
           AND NOT EXISTS (SELECT FROM onceover.reconciliation_difference d WHERE d.status = 'OPEN' AND d.operation_id = o.operation_id)) AS checked,
       (SELECT count(*) FROM broken) AS broken_total, ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyItems
-- I13: an item belongs to one root, lies in its root's bucket, is what came in; a settlement is the signed sum of its items;
-- and what came in for a shard that is enumerated is settled by some root. What is carried over is the amount of a settlement
-- that succeeded without a message, is taken by one later settlement of that merchant, as its item, and by none of those that were
-- enumerated well before it came to be (ten minutes: nothing takes that long to commit). The order of a renewal is settled by the renewal
-- itself: one order for each, of its amount, and no settlement takes it.
-- role: onceover_auditor
WITH roots AS MATERIALIZED (
  SELECT bucket, root_id, max(merchant_id) AS merchant_id, max(settle_date) AS settle_date FROM onceover.settlement_operation GROUP BY bucket, root_id
), per_root AS MATERIALIZED (
  -- Items beside what came in, once through both; a sale that no item settles stands under its day.
  SELECT i.bucket, i.root_id, i.currency, n.bucket AS sale_bucket, n.settle_by, n.settle_date, count(i.item_id) AS items, sum(i.amount_minor) AS minor,
         min(s.merchant_id) AS merchant_first, max(s.merchant_id) AS merchant_last,
         count(*) FILTER (WHERE i.item_kind <> 'carry-over'
                            AND (s.amount_minor IS DISTINCT FROM i.amount_minor OR s.currency IS DISTINCT FROM i.currency)) AS differing
    FROM onceover.settlement_item i
    FULL JOIN (SELECT * FROM onceover.sale WHERE settle_by <> 'renew') s
           ON s.bucket = i.bucket AND s.sale_kind = i.item_kind AND s.sale_id = i.item_id
   CROSS JOIN LATERAL (SELECT CASE WHEN i.root_id IS NULL THEN s.bucket END AS bucket, CASE WHEN i.root_id IS NULL THEN s.settle_by END AS settle_by,
                              CASE WHEN i.root_id IS NULL THEN s.settle_date END AS settle_date) n
   GROUP BY 1, 2, 3, 4, 5, 6
), broken(name) AS (
  SELECT format('item %s %s in bucket %s: %s roots', item_kind, item_id, bucket, count(*))
    FROM onceover.settlement_item GROUP BY bucket, item_kind, item_id HAVING count(*) > 1
  UNION ALL
  SELECT format('item %s %s: no operation has the root %s in bucket %s', i.item_kind, i.item_id, p.root_id, p.bucket)
    FROM per_root p LEFT JOIN roots r USING (bucket, root_id)
   CROSS JOIN LATERAL (SELECT t.item_kind, t.item_id FROM onceover.settlement_item t WHERE t.bucket = p.bucket AND t.root_id = p.root_id OFFSET 0) i
   WHERE p.root_id IS NOT NULL AND r.root_id IS NULL
  UNION ALL
  SELECT format('operation %s: %s %s from %s items, its items are %s = %s', o.operation_id, o.amount_minor, o.currency, o.item_count,
                coalesce(s.items, 0), coalesce(s.minor, 0))
    FROM onceover.settlement_operation o
    LEFT JOIN per_root s ON s.bucket = o.bucket AND s.root_id = o.root_id AND s.currency = o.currency
   WHERE o.settlement_type IN ('settle-daily', 'settle-monthly')
     AND (coalesce(s.minor, 0) <> o.amount_minor OR coalesce(s.items, 0) <> o.item_count)
  UNION ALL
  SELECT format('operation %s: items in %s, which is not its currency', o.operation_id, s.currency)
    FROM per_root s JOIN onceover.settlement_operation o ON o.bucket = s.bucket AND o.operation_id = s.root_id WHERE s.currency <> o.currency
  UNION ALL
  SELECT format('item %s %s: settled as %s %s for merchant %s, came in as %s %s of merchant %s', i.item_kind, i.item_id, i.amount_minor,
                i.currency, r.merchant_id, s.amount_minor, s.currency, s.merchant_id)
    FROM per_root p
    JOIN roots r USING (bucket, root_id)
   CROSS JOIN LATERAL (SELECT t.* FROM onceover.settlement_item t
                        WHERE t.bucket = p.bucket AND t.root_id = p.root_id AND t.currency = p.currency OFFSET 0) i
    LEFT JOIN LATERAL (SELECT a.* FROM onceover.sale a
                        WHERE a.bucket = i.bucket AND a.sale_kind = i.item_kind AND a.sale_id = i.item_id AND a.settle_by <> 'renew' OFFSET 0) s ON true
   WHERE (p.differing > 0 OR p.merchant_first <> r.merchant_id OR p.merchant_last <> r.merchant_id)
     AND i.item_kind <> 'carry-over'
     AND (s.amount_minor, s.currency, s.merchant_id) IS DISTINCT FROM (i.amount_minor, i.currency, r.merchant_id)
  UNION ALL
  SELECT format('%s %s of merchant %s for %s: shard %s of batch %s is %s, and nothing settles it', s.sale_kind, s.sale_id, s.merchant_id,
                s.settle_date, h.shard_no, h.batch_id, h.status)
    FROM per_root p
    JOIN onceover.settlement_batch b ON b.job_type = p.settle_by AND b.biz_date = p.settle_date
    JOIN onceover.batch_shard h ON h.batch_id = b.batch_id AND h.status IN ('ENUMERATED', 'DONE')
                               AND p.sale_bucket >= h.bucket_from AND p.sale_bucket < h.bucket_to
   CROSS JOIN LATERAL (SELECT a.* FROM onceover.sale a
                        WHERE a.settle_by = p.settle_by AND a.settle_date = p.settle_date AND a.bucket = p.sale_bucket
                          AND NOT EXISTS (SELECT FROM onceover.settlement_item t
                                           WHERE t.bucket = a.bucket AND t.item_kind = a.sale_kind AND t.item_id = a.sale_id) OFFSET 0) s
   WHERE p.root_id IS NULL
  UNION ALL
  SELECT format('carry-over of operation %s: %s %s of merchant %s, the operation is %s of %s %s', c.operation_id, c.amount_minor, c.currency,
                c.merchant_id, coalesce(o.status, 'missing'), o.amount_minor, o.currency)
    FROM onceover.carry_over c
    LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE o.status IS DISTINCT FROM 'SUCCEEDED' OR o.external_ref IS NOT NULL
      OR (o.amount_minor, o.currency, o.merchant_id, o.settle_date) IS DISTINCT FROM (c.amount_minor, c.currency, c.merchant_id, c.settle_date)
      OR EXISTS (SELECT FROM onceover.outbox m WHERE m.bucket = c.bucket AND m.operation_id = c.operation_id)
  UNION ALL
  SELECT format('carry-over of operation %s: taken by %s, its item is settled by %s', c.operation_id, coalesce(c.taken_by::text, 'none'),
                coalesce(i.root_id::text, 'none'))
    FROM onceover.carry_over c
    LEFT JOIN onceover.settlement_item i ON i.bucket = c.bucket AND i.item_kind = 'carry-over' AND i.item_id = c.operation_id::text
   WHERE c.taken_by IS DISTINCT FROM i.root_id
  UNION ALL
  SELECT format('item carry-over %s: %s %s for merchant %s on %s, carried over were %s %s of merchant %s on %s', i.item_id, i.amount_minor,
                i.currency, r.merchant_id, r.settle_date, c.amount_minor, c.currency, c.merchant_id, c.settle_date)
    FROM onceover.settlement_item i
    JOIN roots r ON r.bucket = i.bucket AND r.root_id = i.root_id
    LEFT JOIN onceover.carry_over c ON c.bucket = i.bucket AND c.operation_id::text = i.item_id
   WHERE i.item_kind = 'carry-over'
     AND ((c.amount_minor, c.currency, c.merchant_id) IS DISTINCT FROM (i.amount_minor, i.currency, r.merchant_id)
          OR c.settle_date >= r.settle_date)
  UNION ALL
  SELECT format('carry-over of operation %s, merchant %s: shard %s of batch %s was enumerated later and left it', c.operation_id, c.merchant_id,
                h.shard_no, h.batch_id)
    FROM onceover.carry_over c
    JOIN onceover.merchant m USING (merchant_id)
    JOIN onceover.settlement_batch b ON b.job_type = m.settle_by AND b.biz_date > c.settle_date
    JOIN onceover.batch_shard h ON h.batch_id = b.batch_id AND c.bucket >= h.bucket_from AND c.bucket < h.bucket_to
   WHERE c.taken_by IS NULL AND h.enumerated_at > c.created_at + interval '10 min'
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: it charges %s %s, its order is %s', r.operation_id, r.scope_ref, r.settle_date,
                r.amount_minor, r.currency, coalesce(s.amount_minor || ' ' || s.currency, 'missing'))
    FROM onceover.settlement_operation r
    LEFT JOIN onceover.sale s ON s.bucket = r.bucket AND s.sale_kind = 'sale'
                             AND s.sale_id = onceover.renewal_order_id(r.scope_ref, r.settle_date) AND s.settle_by = 'renew'
   WHERE r.settlement_type = 'renew' AND (s.amount_minor, s.currency) IS DISTINCT FROM (r.amount_minor, r.currency)
  UNION ALL
  SELECT format('order %s: no renewal charges it', s.sale_id)
    FROM onceover.sale s
   WHERE s.settle_by = 'renew'
     AND NOT EXISTS (SELECT FROM onceover.settlement_operation r
                      WHERE r.bucket = s.bucket AND r.merchant_id = s.merchant_id AND r.settle_date = s.pays_from
                        AND r.settlement_type = 'renew' AND r.currency = s.currency AND r.scope_ref = s.subscription_id::text)
)
SELECT (SELECT coalesce(sum(items), 0)::bigint FROM per_root) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
