-- SPDX-License-Identifier: GPL-3.0-or-later
-- Promises about what came in and what was made of it, sliced by bucket as in verify_money.sql ($1 from, including; $2 to,
-- excluding).

-- name: VerifyItems
-- I13: an item belongs to one root, lies in its root's bucket, is what came in; a settlement is the signed sum of its items;
-- and what came in for a shard that is enumerated is settled by some root. What is carried over is the amount of a settlement
-- that succeeded without a message, is taken by one later settlement of that merchant, as its item, and by none of those that were
-- enumerated well before it came to be (ten minutes: nothing takes that long to commit). The order of a renewal is settled by the renewal
-- itself: one order for each, of its amount, and no settlement takes it.
-- One pass goes through items and what came in, once; only roots that do not fit are looked at item by item.
-- role: onceover_auditor
WITH operation AS MATERIALIZED (
  SELECT bucket, operation_id, root_id, merchant_id, settle_date, settlement_type, scope_ref, amount_minor, currency, item_count
    FROM onceover.settlement_operation WHERE bucket >= $1 AND bucket < $2
), roots AS MATERIALIZED (
  SELECT bucket, root_id, max(merchant_id) AS merchant_id, max(settle_date) AS settle_date FROM operation GROUP BY bucket, root_id
), per_root AS MATERIALIZED (
  -- Items beside what came in, once through both; a sale that no item settles stands under its day.
  SELECT i.bucket, i.root_id, i.currency, n.bucket AS sale_bucket, n.settle_by, n.settle_date, count(i.item_id) AS items, sum(i.amount_minor) AS minor,
         count(s.sale_id) AS sales, min(s.merchant_id) AS merchant_first, max(s.merchant_id) AS merchant_last,
         count(*) FILTER (WHERE i.item_kind <> 'carry-over'
                            AND (s.amount_minor IS DISTINCT FROM i.amount_minor OR s.currency IS DISTINCT FROM i.currency
                                 OR s.settle_by = 'renew')) AS differing
    FROM (SELECT * FROM onceover.settlement_item WHERE bucket >= $1 AND bucket < $2) i
    FULL JOIN (SELECT * FROM onceover.sale WHERE bucket >= $1 AND bucket < $2) s
      ON s.bucket = i.bucket AND s.sale_kind = i.item_kind AND s.sale_id = i.item_id
   CROSS JOIN LATERAL (SELECT CASE WHEN i.root_id IS NULL THEN s.bucket END AS bucket, CASE WHEN i.root_id IS NULL THEN s.settle_by END AS settle_by,
                              CASE WHEN i.root_id IS NULL THEN s.settle_date END AS settle_date) n
   GROUP BY 1, 2, 3, 4, 5, 6
), carried AS MATERIALIZED (
  SELECT i.* FROM generate_series($1::integer, $2::integer - 1) n
   CROSS JOIN LATERAL (SELECT * FROM onceover.settlement_item WHERE bucket = n.n::smallint AND item_kind = 'carry-over') i
), is_suspect AS MATERIALIZED (
  -- As many met as came in, each equal: then no item is there twice.
  SELECT coalesce(sum(sales), 0) <> (SELECT count(*) FROM onceover.sale WHERE bucket >= $1 AND bucket < $2) OR coalesce(sum(differing), 0) > 0 AS yes
    FROM per_root
), broken(name) AS (
  SELECT format('item %s %s in bucket %s: %s roots', item_kind, item_id, bucket, count(*))
    FROM onceover.settlement_item WHERE bucket >= $1 AND bucket < $2 AND (SELECT yes FROM is_suspect)
   GROUP BY bucket, item_kind, item_id HAVING count(*) > 1
  UNION ALL
  SELECT format('item %s %s in bucket %s: %s roots', item_kind, item_id, bucket, count(*))
    FROM carried WHERE NOT (SELECT yes FROM is_suspect) GROUP BY bucket, item_kind, item_id HAVING count(*) > 1
  UNION ALL
  SELECT format('item %s %s: no operation has the root %s in bucket %s', i.item_kind, i.item_id, p.root_id, p.bucket)
    FROM per_root p LEFT JOIN roots r USING (bucket, root_id)
   CROSS JOIN LATERAL (SELECT t.item_kind, t.item_id FROM onceover.settlement_item t WHERE t.bucket = p.bucket AND t.root_id = p.root_id OFFSET 0) i
   WHERE p.root_id IS NOT NULL AND r.root_id IS NULL
  UNION ALL
  SELECT format('operation %s: %s %s from %s items, its items are %s = %s', o.operation_id, o.amount_minor, o.currency, o.item_count,
                coalesce(s.items, 0), coalesce(s.minor, 0))
    FROM operation o
    LEFT JOIN per_root s ON s.bucket = o.bucket AND s.root_id = o.root_id AND s.currency = o.currency
   WHERE o.settlement_type IN ('settle-daily', 'settle-monthly')
     AND (coalesce(s.minor, 0) <> o.amount_minor OR coalesce(s.items, 0) <> o.item_count)
  UNION ALL
  SELECT format('operation %s: items in %s, which is not its currency', o.operation_id, s.currency)
    FROM per_root s JOIN operation o ON o.bucket = s.bucket AND o.operation_id = s.root_id WHERE s.currency <> o.currency
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
    JOIN onceover.settlement_batch b ON b.job_type = p.settle_by AND b.biz_date = p.settle_date AND b.scope !~ '^request-[0-9]'
    JOIN onceover.batch_shard h ON h.batch_id = b.batch_id AND h.status IN ('ENUMERATED', 'DONE')
                               AND p.sale_bucket >= h.bucket_from AND p.sale_bucket < h.bucket_to
   CROSS JOIN LATERAL (SELECT a.* FROM onceover.sale a
                        WHERE a.settle_by = p.settle_by AND a.settle_date = p.settle_date AND a.bucket = p.sale_bucket
                          AND NOT EXISTS (SELECT FROM onceover.settlement_item t
                                           WHERE t.bucket = a.bucket AND t.item_kind = a.sale_kind AND t.item_id = a.sale_id) OFFSET 0) s
   WHERE p.root_id IS NULL AND p.settle_by <> 'renew'
  UNION ALL
  SELECT format('carry-over of operation %s: %s %s of merchant %s, the operation is %s of %s %s', c.operation_id, c.amount_minor, c.currency,
                c.merchant_id, coalesce(o.status, 'missing'), o.amount_minor, o.currency)
    FROM onceover.carry_over c
    LEFT JOIN onceover.settlement_operation o USING (bucket, operation_id)
   WHERE c.bucket >= $1 AND c.bucket < $2
     AND (o.status IS DISTINCT FROM 'SUCCEEDED' OR o.external_ref IS NOT NULL
          OR (o.amount_minor, o.currency, o.merchant_id, o.settle_date) IS DISTINCT FROM (c.amount_minor, c.currency, c.merchant_id, c.settle_date)
          OR EXISTS (SELECT FROM onceover.outbox m WHERE m.bucket = c.bucket AND m.operation_id = c.operation_id))
  UNION ALL
  SELECT format('carry-over of operation %s: taken by %s, its item is settled by %s', c.operation_id, coalesce(c.taken_by::text, 'none'),
                coalesce(i.root_id::text, 'none'))
    FROM onceover.carry_over c
    LEFT JOIN carried i ON i.bucket = c.bucket AND i.item_id = c.operation_id::text
   WHERE c.bucket >= $1 AND c.bucket < $2 AND c.taken_by IS DISTINCT FROM i.root_id
  UNION ALL
  SELECT format('item carry-over %s: %s %s for merchant %s on %s, carried over were %s %s of merchant %s on %s', i.item_id, i.amount_minor,
                i.currency, r.merchant_id, r.settle_date, c.amount_minor, c.currency, c.merchant_id, c.settle_date)
    FROM carried i
    JOIN roots r ON r.bucket = i.bucket AND r.root_id = i.root_id
    LEFT JOIN onceover.carry_over c ON c.bucket = i.bucket AND c.operation_id::text = i.item_id
   WHERE (c.amount_minor, c.currency, c.merchant_id) IS DISTINCT FROM (i.amount_minor, i.currency, r.merchant_id)
      OR c.settle_date >= r.settle_date
  UNION ALL
  SELECT format('carry-over of operation %s, merchant %s: shard %s of batch %s was enumerated later and left it', c.operation_id, c.merchant_id,
                h.shard_no, h.batch_id)
    FROM onceover.carry_over c
    JOIN onceover.merchant m USING (merchant_id)
    JOIN onceover.settlement_batch b ON b.job_type = m.settle_by AND b.biz_date > c.settle_date AND b.scope !~ '^request-[0-9]'
    JOIN onceover.batch_shard h ON h.batch_id = b.batch_id AND c.bucket >= h.bucket_from AND c.bucket < h.bucket_to
   WHERE c.bucket >= $1 AND c.bucket < $2 AND c.taken_by IS NULL AND h.enumerated_at > c.created_at + interval '10 min'
  UNION ALL
  SELECT format('renewal %s of subscription %s from %s: it charges %s %s, its order is %s', r.operation_id, r.scope_ref, r.settle_date,
                r.amount_minor, r.currency, coalesce(s.amount_minor || ' ' || s.currency, 'missing'))
    FROM operation r
    LEFT JOIN onceover.sale s ON s.bucket = r.bucket AND s.sale_kind = 'sale'
                             AND s.sale_id = onceover.renewal_order_id(r.scope_ref, r.settle_date) AND s.settle_by = 'renew'
   WHERE r.settlement_type = 'renew' AND (s.amount_minor, s.currency) IS DISTINCT FROM (r.amount_minor, r.currency)
  UNION ALL
  SELECT format('order %s: no renewal charges it', s.sale_id)
    FROM onceover.sale s
   WHERE s.settle_by = 'renew' AND s.bucket >= $1 AND s.bucket < $2
     AND NOT EXISTS (SELECT FROM operation r
                      WHERE r.bucket = s.bucket AND r.merchant_id = s.merchant_id AND r.settle_date = s.pays_from
                        AND r.settlement_type = 'renew' AND r.currency = s.currency AND r.scope_ref = s.subscription_id::text)
)
SELECT 'I13' AS promise, (SELECT coalesce(sum(items), 0)::bigint FROM per_root) AS checked, (SELECT count(*) FROM broken) AS broken_total,
       ARRAY(SELECT name FROM broken ORDER BY name LIMIT 100) AS broken
