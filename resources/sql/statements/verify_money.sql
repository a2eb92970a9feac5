-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about the ledger (DESIGN.md section 7), each one set-based statement in the auditor's snapshot. Every verify
-- statement answers one row per promise: how many rows were looked at, how many break it, and the names of at most 100.
-- What reads a table that grows with the days looks at a slice of it: $1 and $2 are the buckets from (including) and to
-- (excluding). One pass puts aside what is plainly right; what is left is looked at one by one.

-- name: VerifyLegsBalance
-- I2: both sides of a phase, once each; zero per currency; the operation's own amount and currency; never paid and given
-- back; and the phases are those of the operation's state. Nothing but zero, and what a cycle carried over, succeeds without legs.
-- Plainly right: every leg has its operation's amount and currency and lies on the account that it should, the legs counted by
-- kind (one hexadecimal digit each) are those of the state, and the versions of a phase cancel out (HOLD in the lower half).
-- role: onceover_auditor
WITH operation AS MATERIALIZED (
  SELECT bucket, operation_id, merchant_id, channel_id, settlement_type, amount_minor, currency, status, failure_class, version, external_ref
    FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2
), accounts AS MATERIALIZED (
  SELECT w.merchant_id, w.channel_id, w.settlement_type, w.currency,
         max(a.account_id) FILTER (WHERE k.phase = 'HOLD' AND k.side = 'DEBIT') AS hold_debit,
         max(a.account_id) FILTER (WHERE k.phase = 'HOLD' AND k.side = 'CREDIT') AS hold_credit,
         max(a.account_id) FILTER (WHERE k.phase = 'PAY' AND k.side = 'DEBIT') AS pay_debit,
         max(a.account_id) FILTER (WHERE k.phase = 'PAY' AND k.side = 'CREDIT') AS pay_credit,
         max(a.account_id) FILTER (WHERE k.phase = 'BACK' AND k.side = 'DEBIT') AS back_debit,
         max(a.account_id) FILTER (WHERE k.phase = 'BACK' AND k.side = 'CREDIT') AS back_credit
    FROM (SELECT DISTINCT merchant_id, channel_id, settlement_type, currency FROM operation) w
   CROSS JOIN (VALUES ('HOLD', 'DEBIT'), ('HOLD', 'CREDIT'), ('PAY', 'DEBIT'), ('PAY', 'CREDIT'), ('BACK', 'DEBIT'), ('BACK', 'CREDIT')) AS k(phase, side)
    JOIN onceover.account a ON a.account_kind = onceover.leg_account(w.settlement_type, k.phase, k.side)
                           AND a.owner_ref = onceover.leg_owner(w.settlement_type, k.phase, k.side, w.merchant_id, w.channel_id) AND a.currency = w.currency
   GROUP BY w.merchant_id, w.channel_id, w.settlement_type, w.currency
), wanted AS MATERIALIZED (
  SELECT o.bucket, o.operation_id, o.amount_minor, o.currency, o.version, o.status, o.failure_class, w.phases,
         a.hold_debit, a.hold_credit, a.pay_debit, a.pay_credit, a.back_debit, a.back_credit
    FROM operation o
    LEFT JOIN accounts a USING (merchant_id, channel_id, settlement_type, currency)
    LEFT JOIN onceover.carry_over c ON c.bucket = o.bucket AND c.operation_id = o.operation_id
   CROSS JOIN LATERAL (
     SELECT CASE WHEN o.amount_minor = 0 THEN NULL
                 WHEN o.status IN ('AWAITING_EXTERNAL', 'UNKNOWN_EXTERNAL') THEN 'HOLD'
                 -- What came back is booked and carried over.
                 WHEN c.operation_id IS NOT NULL AND o.settlement_type <> 'return' THEN NULL
                 WHEN o.status = 'SUCCEEDED' AND (o.external_ref IS NOT NULL OR o.amount_minor <> 0) THEN 'HOLD+PAY'
                 WHEN o.failure_class = 'NOT_SENT' THEN 'HOLD'
                 WHEN o.failure_class IN ('REFUSED', 'NOT_EXECUTED') THEN 'BACK+HOLD' END AS phases) w
), counted AS (
  SELECT l.bucket, l.operation_id, count(*) AS n,
         sum(CASE l.side WHEN 'DEBIT' THEN 1 ELSE 16 END * CASE l.phase WHEN 'HOLD' THEN 1 WHEN 'PAY' THEN 256 ELSE 65536 END) AS found,
         count(*) FILTER (WHERE l.currency = o.currency AND l.op_version <= o.version AND o.version < 2147483648
                            AND CASE l.side WHEN 'DEBIT' THEN - l.amount_minor ELSE l.amount_minor END = o.amount_minor
                            AND l.account_id = CASE l.side WHEN 'DEBIT' THEN CASE l.phase WHEN 'HOLD' THEN o.hold_debit WHEN 'PAY' THEN o.pay_debit ELSE o.back_debit END
                                               ELSE CASE l.phase WHEN 'HOLD' THEN o.hold_credit WHEN 'PAY' THEN o.pay_credit ELSE o.back_credit END END) AS fitting,
         bit_xor(CASE l.phase WHEN 'HOLD' THEN l.op_version ELSE l.op_version << 32 END) AS versions
    FROM onceover.ledger_entry l LEFT JOIN wanted o USING (bucket, operation_id)
   WHERE l.bucket >= $1 AND l.bucket < $2
   GROUP BY l.bucket, l.operation_id
), odd AS MATERIALIZED (
  SELECT bucket, operation_id, w.operation_id IS NOT NULL AS is_known, w.status, w.failure_class, w.phases AS wanted
    FROM counted c FULL JOIN wanted w USING (bucket, operation_id)
   WHERE w.bucket IS NULL OR c.found IS DISTINCT FROM CASE w.phases WHEN 'HOLD' THEN 17 WHEN 'HOLD+PAY' THEN 4369 WHEN 'BACK+HOLD' THEN 1114129 END
      OR c.n <> c.fitting OR c.versions <> 0
), odd_leg AS MATERIALIZED (
  SELECT l.* FROM odd
   CROSS JOIN LATERAL (SELECT * FROM onceover.ledger_entry e WHERE e.bucket = odd.bucket AND e.operation_id = odd.operation_id OFFSET 0) l
), legs AS (
  SELECT l.bucket, l.operation_id, l.phase, count(*) AS sides,
         count(*) FILTER (WHERE l.side = 'DEBIT') AS debits, count(*) FILTER (WHERE l.side = 'CREDIT') AS credits,
         CASE WHEN min(l.currency) = max(l.currency) THEN 1 ELSE 2 END AS currencies, min(l.currency) AS currency, sum(l.amount_minor) AS rest,
         max(l.amount_minor) AS credit_minor, CASE WHEN min(l.op_version) = max(l.op_version) THEN 1 ELSE 2 END AS versions,
         max(l.op_version) AS op_version
    FROM odd_leg l
   GROUP BY l.bucket, l.operation_id, l.phase
), phases AS (
  SELECT bucket, operation_id, string_agg(phase, '+' ORDER BY phase) AS found FROM legs GROUP BY bucket, operation_id
), broken(name) AS (
  SELECT format('operation %s, phase %s: %s debit and %s credit sides in %s or more currencies under %s or more versions, rest %s %s',
                operation_id, phase, debits, credits, currencies, versions, rest, currency)
    FROM legs WHERE sides <> 2 OR debits <> 1 OR credits <> 1 OR rest <> 0 OR currencies <> 1 OR versions <> 1
  UNION ALL
  SELECT format('operation %s: both PAY and BACK', operation_id) FROM phases WHERE found LIKE '%BACK%' AND found LIKE '%PAY%'
  UNION ALL
  SELECT format('operation %s, phase %s: legs of %s %s for an operation of %s %s', g.operation_id, g.phase, g.credit_minor,
                g.currency, o.amount_minor, o.currency)
    FROM legs g JOIN operation o USING (bucket, operation_id)
   WHERE g.credit_minor <> o.amount_minor OR g.currency <> o.currency OR g.op_version > o.version
  UNION ALL
  SELECT format('operation %s, phase %s: %s on account %s, a %s account of %s', l.operation_id, l.phase, lower(l.side), l.account_id,
                coalesce(a.account_kind, 'missing'), coalesce(a.owner_ref, 'nobody'))
    FROM odd_leg l
    JOIN operation o USING (bucket, operation_id)
    LEFT JOIN onceover.account a USING (account_id)
   WHERE (a.account_kind, a.owner_ref, a.currency) IS DISTINCT FROM (
           onceover.leg_account(o.settlement_type, l.phase, l.side), onceover.leg_owner(o.settlement_type, l.phase, l.side, o.merchant_id, o.channel_id),
           l.currency)
  UNION ALL
  SELECT format('operation %s: legs without an operation', operation_id) FROM odd WHERE NOT is_known
  UNION ALL
  SELECT format('operation %s (%s): legs %s instead of %s', operation_id, concat_ws(' ', o.status, o.failure_class),
                coalesce(p.found, 'none'), coalesce(o.wanted, 'none'))
    FROM odd o LEFT JOIN phases p USING (bucket, operation_id) WHERE o.is_known AND p.found IS DISTINCT FROM o.wanted
)
SELECT 'I2' AS promise, (SELECT count(*) FROM counted) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken

-- name: VerifyBalances
-- I3: a balance is its summary and the deltas that are not folded yet.
-- role: onceover_auditor
WITH per_currency AS MATERIALIZED (
  SELECT account_id, currency, sum(amount_minor) AS minor FROM onceover.ledger_entry GROUP BY account_id, currency
), entries AS (
  SELECT account_id, sum(minor) AS minor FROM per_currency GROUP BY account_id
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
    FROM per_currency p
    JOIN onceover.account a ON a.account_id = p.account_id AND a.currency <> p.currency
    JOIN onceover.ledger_entry l ON l.account_id = p.account_id AND l.currency = p.currency
)
SELECT 'I3' AS promise, (SELECT count(*) FROM every) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
