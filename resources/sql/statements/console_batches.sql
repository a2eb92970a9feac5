-- SPDX-License-Identifier: GPL-3.0-or-later
-- The Batches page.

-- name: ConsoleBatches
-- Newest business date first. $1 status, $2 business date, $3 job type (each may be NULL), $4 and $5: position of the last
-- row before this page (infinity and the largest id: from the start), $6: how many rows. $7: backwards instead, the rows up
-- to and including the position, the nearest ones; only one of the two halves of the page is ever run.
-- role: onceover_viewer
WITH page AS MATERIALIZED (
  (SELECT b.* FROM onceover.v_batch b
    WHERE NOT $7::boolean AND ($1::text IS NULL OR b.status = $1) AND ($2::date IS NULL OR b.biz_date = $2)
      AND ($3::text IS NULL OR b.job_type = $3) AND (b.biz_date, b.batch_id) < ($4::date, $5::bigint)
    ORDER BY b.biz_date DESC, b.batch_id DESC LIMIT $6::integer)
  UNION ALL
  (SELECT b.* FROM onceover.v_batch b
    WHERE $7 AND ($1 IS NULL OR b.status = $1) AND ($2 IS NULL OR b.biz_date = $2) AND ($3 IS NULL OR b.job_type = $3)
      AND (b.biz_date, b.batch_id) >= ($4, $5)
    ORDER BY b.biz_date, b.batch_id LIMIT $6)
), counts AS MATERIALIZED (
  SELECT batch_id, currency, sum(n)::bigint AS n, sum(amount_minor)::bigint AS minor,
         coalesce(sum(n) FILTER (WHERE status = 'SUCCEEDED'), 0)::bigint AS done,
         coalesce(sum(n) FILTER (WHERE status = 'UNKNOWN_EXTERNAL'), 0)::bigint AS unknown
    FROM (SELECT p.batch_id, c.currency, c.status, c.n, c.amount_minor
            FROM page p
           CROSS JOIN LATERAL (SELECT k.currency, k.status, k.n, k.amount_minor FROM onceover.operation_count k
                                WHERE k.batch_id = p.batch_id AND (k.n <> 0 OR k.amount_minor <> 0) OFFSET 0) c
          UNION ALL
          SELECT d.batch_id, d.currency, d.status, d.n, d.amount_minor FROM onceover.operation_count_delta d JOIN page USING (batch_id)) u
   GROUP BY batch_id, currency
), sums AS (
  SELECT batch_id, sum(n)::bigint AS total, sum(done)::bigint AS done, sum(unknown)::bigint AS unknown,
         array_agg(currency::text ORDER BY currency) AS currencies, array_agg(minor ORDER BY currency) AS minors
    FROM counts WHERE n <> 0 OR minor <> 0 GROUP BY batch_id
), letters AS (
  SELECT d.batch_id, count(*) AS n FROM onceover.v_dead_letter d JOIN page USING (batch_id) WHERE d.status <> 'RESOLVED' GROUP BY d.batch_id
), triggers AS (
  SELECT g.run_id, count(*) AS n FROM onceover.v_trigger g WHERE g.run_id IN (SELECT run_id FROM page) GROUP BY g.run_id
), attempts AS (
  SELECT a.run_id, count(*) FILTER (WHERE a.shard_no IS NULL)
           + count(DISTINCT a.worker_id) FILTER (WHERE a.shard_no IS NOT NULL AND a.status IN ('LOST', 'FENCED')) AS n
    FROM onceover.v_attempt a WHERE a.run_id IN (SELECT run_id FROM page) GROUP BY a.run_id
)
SELECT b.batch_id, coalesce(r.run_key, '') AS run_key, b.job_id, b.job_type, b.biz_date, b.scope, b.grade, b.status, b.status_reason,
       coalesce(s.total, 0) AS total, coalesce(s.done, 0) AS done, coalesce(s.unknown, 0) AS unknown, coalesce(l.n, 0) AS dead,
       coalesce(s.currencies, '{}') AS currencies, coalesce(s.minors, '{}') AS minors, b.count_agrees, b.amount_agrees, b.last_check_at,
       coalesce(g.n, 0) AS triggered, coalesce(a.n, 0) AS executed, coalesce(s.done, 0) AS took_effect, b.created_at, b.finished_at
  FROM page b
  LEFT JOIN onceover.v_run r USING (run_id)
  LEFT JOIN sums s USING (batch_id)
  LEFT JOIN letters l USING (batch_id)
  LEFT JOIN triggers g ON g.run_id = b.run_id
  LEFT JOIN attempts a ON a.run_id = b.run_id
 ORDER BY b.biz_date DESC, b.batch_id DESC

-- name: ConsoleBatchTotal
-- role: onceover_viewer
SELECT (SELECT onceover.clock()) AS now, count(*) AS n
  FROM onceover.v_batch b
 WHERE ($1::text IS NULL OR b.status = $1) AND ($2::date IS NULL OR b.biz_date = $2) AND ($3::text IS NULL OR b.job_type = $3)
