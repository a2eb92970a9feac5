-- SPDX-License-Identifier: GPL-3.0-or-later
-- An incident whose effect was made good can be verified (DESIGN.md sections 3 and 4): what took effect too often and was given back is
-- counted once, and a correction is counted with its original, in whatever batch it was booked.
-- reader-min: 17
SET search_path = onceover, pg_temp;

-- Ours and theirs of an incident, five times (0036). `booked`: what we say took effect, each payout and each correction, by its original.
-- `told`: what is on record of the outside for that original. Where more was told than booked, and the surplus was made good in the same
-- currency, told is cut down to booked; where less was told, nothing makes up for it.
CREATE OR REPLACE FUNCTION five_equalities(p_incident bigint) RETURNS TABLE (nth integer, equality text, ours text, theirs text, holds boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  i       incident;
  batches bigint[];
BEGIN
  SELECT * INTO i FROM incident q WHERE q.incident_id = p_incident;
  IF i.incident_id IS NULL THEN
    RETURN;
  END IF;
  batches := incident_batches(i);
  RETURN QUERY
  WITH op AS MATERIALIZED (
    SELECT o.bucket, o.operation_id, o.merchant_id, o.settle_date, o.status, o.amount_minor, o.currency::text AS currency
      FROM incident_operations(i) o WHERE o.settlement_type <> 'correction'
  ), correction AS MATERIALIZED (
    -- Only what was given up is ever corrected.
    SELECT op.bucket, op.operation_id, c.operation_id AS own_id, c.amount_minor, op.currency
      FROM op JOIN settlement_operation c ON c.bucket = op.bucket AND c.merchant_id = op.merchant_id AND c.settle_date = op.settle_date
                                         AND c.settlement_type = 'correction' AND c.currency = op.currency AND c.status = 'SUCCEEDED'
                                         AND split_part(c.scope_ref, '/', 1) = op.operation_id::text
     WHERE op.status = 'FAILED_PERMANENT'
  ), message AS MATERIALIZED (
    SELECT m.bucket, m.outbox_id, m.operation_id, m.channel_id, m.idempotency_key, m.status
      FROM op JOIN outbox m ON m.bucket = op.bucket AND m.operation_id = op.operation_id AND m.message_kind = 'payout'
  ), booked AS MATERIALIZED (
    SELECT op.bucket, op.operation_id, op.operation_id AS own_id, op.amount_minor, op.currency FROM op
     WHERE op.status = 'SUCCEEDED' AND EXISTS (SELECT FROM message m WHERE m.bucket = op.bucket AND m.operation_id = op.operation_id)
    UNION ALL SELECT * FROM correction
  ), leg AS (
    SELECT l.bucket FROM op JOIN ledger_entry l ON l.bucket = op.bucket AND l.operation_id = op.operation_id AND l.phase = 'PAY' AND l.side = 'CREDIT'
    UNION ALL
    SELECT l.bucket FROM correction c JOIN ledger_entry l ON l.bucket = c.bucket AND l.operation_id = c.own_id AND l.phase = 'PAY' AND l.side = 'CREDIT'
  ), effect AS MATERIALIZED (
    SELECT m.bucket, m.operation_id, c.external_ref, coalesce(c.currency, '')::text AS currency, coalesce(c.amount_minor, 0) AS amount_minor
      FROM message m JOIN external_call c ON c.bucket = m.bucket AND c.outbox_id = m.outbox_id WHERE c.answer IN ('ACCEPTED', 'FOUND_EXECUTED')
    UNION
    SELECT m.bucket, m.operation_id, e.external_ref, coalesce(e.currency, '')::text, coalesce(e.amount_minor, 0)
      FROM message m JOIN external_event e ON e.channel_id = m.channel_id AND e.idempotency_key = m.idempotency_key
     WHERE e.answer IN ('ACCEPTED', 'FOUND_EXECUTED') AND e.signature_valid
  ), surplus AS MATERIALIZED (
    SELECT t.bucket, t.operation_id, least(t.n, b.n) AS n, least(t.minor, b.minor) AS minor
      FROM (SELECT e.bucket, e.operation_id, count(*) AS n, sum(e.amount_minor) AS minor, array_agg(DISTINCT e.currency) AS currencies
              FROM effect e GROUP BY e.bucket, e.operation_id) t
      JOIN (SELECT k.bucket, k.operation_id, k.currency, count(*) AS n, sum(k.amount_minor) AS minor
              FROM booked k GROUP BY k.bucket, k.operation_id, k.currency) b USING (bucket, operation_id)
     -- CASE: asked of the few that show a surplus, not of every operation.
     WHERE CASE WHEN (t.n > b.n OR t.minor > b.minor) AND t.currencies <@ ARRAY[b.currency, ''] THEN is_made_good(t.bucket, t.operation_id) END
  ), told AS MATERIALIZED (
    SELECT e.currency, count(*) AS n, sum(e.amount_minor) AS minor
      FROM effect e WHERE NOT EXISTS (SELECT FROM surplus s WHERE s.bucket = e.bucket AND s.operation_id = e.operation_id) GROUP BY e.currency
    UNION ALL
    SELECT op.currency, s.n, s.minor FROM surplus s JOIN op USING (bucket, operation_id)
    UNION ALL
    SELECT coalesce(d.currency, op.currency)::text, 1, coalesce(d.theirs_minor, op.amount_minor)
      FROM op JOIN reconciliation_difference d ON d.bucket = op.bucket AND d.operation_id = op.operation_id
     WHERE d.kind IN ('TWICE', 'CONTRADICTION', 'MISSING_HERE') AND d.status = 'OPEN'
       AND NOT made_good(op.bucket, op.operation_id, coalesce(d.theirs_minor, op.amount_minor))
  ), counted AS (
    SELECT c.status, sum(c.n) AS n
      FROM (SELECT status, n FROM operation_count WHERE batch_id = ANY (batches)
            UNION ALL SELECT status, n FROM operation_count_delta WHERE batch_id = ANY (batches)) c
     GROUP BY c.status HAVING sum(c.n) <> 0
  ), there AS MATERIALIZED (
    SELECT o.status, o.revision, s.expected_count IS NOT NULL AS is_expected, count(*) AS n
      FROM unnest(batches) AS b(batch_id)
      JOIN settlement_operation o USING (batch_id)
      LEFT JOIN batch_shard s ON s.batch_id = o.batch_id AND s.shard_no = o.shard_no
     GROUP BY o.status, o.revision, s.expected_count IS NOT NULL
  ), side(nth, equality, ours, theirs) AS (
    SELECT 1, 'OPERATIONS', (SELECT coalesce(sum(s.expected_count), 0) FROM batch_shard s WHERE s.batch_id = ANY (batches))::text,
           (SELECT coalesce(sum(t.n), 0) FROM there t WHERE t.is_expected)::text
    UNION ALL
    SELECT 2, 'LEDGER_ENTRIES', (SELECT count(*) FROM booked)::text, (SELECT count(*) FROM leg)::text
    UNION ALL
    SELECT 3, 'OUTSIDE_FLOWS', ((SELECT count(*) FROM message m WHERE m.status = 'ACCEPTED') + (SELECT count(*) FROM correction))::text,
           (SELECT coalesce(sum(t.n), 0) FROM told t)::text
    UNION ALL
    SELECT 4, 'TOTAL_AMOUNT',
           coalesce((SELECT string_agg(t.currency || ' ' || t.minor, ', ' ORDER BY t.currency)
                       FROM (SELECT b.currency, sum(b.amount_minor) AS minor FROM booked b GROUP BY b.currency) t), '0'),
           coalesce((SELECT string_agg(t.currency || ' ' || t.minor, ', ' ORDER BY t.currency)
                       FROM (SELECT e.currency, sum(e.minor) AS minor FROM told e GROUP BY e.currency) t), '0')
    UNION ALL
    SELECT 5, 'STATE_DISTRIBUTION',
           coalesce((SELECT string_agg(c.status || ' ' || c.n, ', ' ORDER BY c.status COLLATE "C") FROM counted c), '0'),
           coalesce((SELECT string_agg(t.status || ' ' || t.n, ', ' ORDER BY t.status COLLATE "C")
                       FROM (SELECT t.status, sum(t.n) AS n FROM there t GROUP BY t.status) t), '0')
  )
  SELECT s.nth, s.equality, s.ours, s.theirs, s.ours = s.theirs FROM side s ORDER BY s.nth;
END
$$;

SELECT record_guards();
