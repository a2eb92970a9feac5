-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: CutShards
-- The 64 buckets cut evenly; the ranges are written down, so that the cut never depends on a setting that changed later.
-- role: onceover_scheduler
INSERT INTO onceover.batch_shard (batch_id, shard_no, shard_total, bucket_from, bucket_to, input_version)
SELECT b.batch_id, n, b.shard_total, n * 64 / b.shard_total, (n + 1) * 64 / b.shard_total, b.input_version
  FROM onceover.job_run r
  JOIN onceover.settlement_batch b ON b.job_type = r.job_type AND b.biz_date = r.biz_date AND b.scope = r.scope
 CROSS JOIN generate_series(0, b.shard_total - 1) AS n
 WHERE r.run_id = $1::bigint AND b.status <> 'COMPLETED'
ON CONFLICT DO NOTHING

-- name: ReadShardsOfRun
-- role: onceover_scheduler
SELECT s.shard_no, s.shard_total, s.bucket_from, s.bucket_to, s.status
  FROM onceover.job_run r
  JOIN onceover.settlement_batch b ON b.job_type = r.job_type AND b.biz_date = r.biz_date AND b.scope = r.scope
  JOIN onceover.batch_shard s USING (batch_id)
 WHERE r.run_id = $1::bigint
 ORDER BY s.shard_no

-- name: ReadShardInputs
-- The inputs of one shard, grouped into what becomes one operation each, in bucket order; what another root settles is left
-- out. $1 batch, $2 shard.
-- role: onceover_scheduler
SELECT s.merchant_id, s.bucket, s.currency, s.scope_ref, s.settle_date, sum(s.amount_minor)::bigint AS net_minor, count(*) AS items
  FROM onceover.shard_inputs($1::bigint, $2::smallint) s
 CROSS JOIN onceover.settlement_batch b
  LEFT JOIN onceover.settlement_item i ON i.bucket = s.bucket AND i.item_kind = s.item_kind AND i.item_id = s.item_id
 WHERE b.batch_id = $1::bigint
   AND (i.root_id IS NULL
        OR i.root_id = onceover.operation_id_of(onceover.namespace(), s.merchant_id, s.settle_date, b.job_type, s.currency, s.scope_ref, 0))
 GROUP BY s.bucket, s.merchant_id, s.currency, s.scope_ref, s.settle_date
 ORDER BY s.bucket, s.merchant_id, s.currency, s.settle_date, s.scope_ref

-- name: LockOpenShard
-- role: onceover_scheduler
SELECT s.status, b.status AS batch_status
  FROM onceover.batch_shard s JOIN onceover.settlement_batch b USING (batch_id)
 WHERE s.batch_id = $1::bigint AND s.shard_no = $2::smallint
   FOR UPDATE OF s

-- name: InsertItems
-- Before their operations. Each input is settled by one root, ever (I13). $1 batch, $2 shard; arrays: $3 bucket, $4 merchant,
-- $5 currency, $6 id.
-- role: onceover_scheduler
INSERT INTO onceover.settlement_item (bucket, item_kind, item_id, root_id, amount_minor, currency)
SELECT s.bucket, s.item_kind, s.item_id, p.operation_id, s.amount_minor, s.currency
  FROM unnest($3::smallint[], $4::bigint[], $5::text[], $6::uuid[]) WITH ORDINALITY AS p(bucket, merchant_id, currency, operation_id, n)
  JOIN onceover.shard_inputs($1::bigint, $2::smallint) s
    ON s.bucket = p.bucket AND s.merchant_id = p.merchant_id AND s.currency = p.currency
 WHERE s.item_kind <> ''
 ORDER BY p.n, s.item_kind, s.item_id
ON CONFLICT DO NOTHING

-- name: InsertOperationsOfShard
-- Operations and their due rows by insert-or-read, bucket by bucket; and, in the same statement, what the inputs come to:
-- counted from the inputs themselves, so that an operation which was not planned is missed. What was carried over, or fell
-- due, since the plan was made is left to the next cycle. Each is planned by the newest version of the rules that takes effect for
-- it, or by the batch's where none does. $1 batch, $2 shard; arrays in
-- (bucket, id) order: $3 bucket, $4 merchant, $5 currency, $6 id, $7 scope, $8 date; $9 attempt, $10 worker.
-- role: onceover_scheduler
WITH t AS MATERIALIZED (SELECT onceover.clock() AS now),
planned AS MATERIALIZED (
  SELECT * FROM unnest($3::smallint[], $4::bigint[], $5::text[], $6::uuid[], $7::text[], $8::date[])
                  WITH ORDINALITY AS p(bucket, merchant_id, currency, operation_id, scope_ref, settle_date, n)),
rules AS MATERIALIZED (
  SELECT n.rule_version, n.mode, n.scope_list
    FROM onceover.rollout_now n WHERE n.mode <> 'observe' AND n.job_id = (SELECT b.job_id FROM onceover.settlement_batch b WHERE b.batch_id = $1::bigint)),
sums AS MATERIALIZED (
  SELECT p.n, p.bucket, p.merchant_id, p.currency, p.operation_id, p.scope_ref, p.settle_date, count(*) AS items,
         sum(i.amount_minor)::bigint AS amount_minor
    FROM planned p
    JOIN onceover.settlement_item i ON i.bucket = p.bucket AND i.root_id = p.operation_id
   GROUP BY p.n, p.bucket, p.merchant_id, p.currency, p.operation_id, p.scope_ref, p.settle_date
  UNION ALL
  SELECT p.n, p.bucket, p.merchant_id, p.currency, p.operation_id, p.scope_ref, p.settle_date, 0, sum(s.amount_minor)::bigint
    FROM planned p
    JOIN onceover.shard_inputs($1::bigint, $2::smallint) s
      ON s.bucket = p.bucket AND s.merchant_id = p.merchant_id AND s.currency = p.currency AND s.scope_ref = p.scope_ref
     AND s.settle_date = p.settle_date
   WHERE s.item_kind = ''
   GROUP BY p.n, p.bucket, p.merchant_id, p.currency, p.operation_id, p.scope_ref, p.settle_date),
born AS (
  INSERT INTO onceover.settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, scope_ref, root_id,
                                             amount_minor, item_count, batch_id, shard_no, job_id, biz_date, channel_id,
                                             beneficiary, input_version, rule_version)
  SELECT u.bucket, u.operation_id, u.merchant_id, u.settle_date, b.job_type, u.currency, u.scope_ref, u.operation_id, u.amount_minor, u.items,
         b.batch_id, $2::smallint, b.job_id, b.biz_date, onceover.channel_for(b.job_type, m.channel_id),
         jsonb_build_object('name', m.beneficiary_name, 'country', m.beneficiary_country,
                            'account', CASE WHEN b.job_type IN ('weekly-report', 'mail-digest') THEN m.notify_mail ELSE m.beneficiary_account END,
                            'fingerprint', encode(sha256(convert_to(
                              m.beneficiary_name || E'\n' || m.beneficiary_account || E'\n' || m.beneficiary_country, 'UTF8')), 'hex'))
           || CASE WHEN b.job_type IN ('weekly-report', 'mail-digest', 'webhook-delivery')
                   THEN jsonb_build_object('notice', onceover.notice_of(b.job_type, u.merchant_id, b.biz_date)) ELSE '{}' END,
         b.input_version,
         coalesce((SELECT max(n.rule_version) FROM rules n
                    WHERE n.mode = 'full'
                       OR n.scope_list && ARRAY['merchant ' || u.merchant_id, 'channel ' || onceover.channel_for(b.job_type, m.channel_id)]),
                  b.rule_version)
    FROM sums u
    JOIN onceover.merchant m ON m.merchant_id = u.merchant_id
   CROSS JOIN onceover.settlement_batch b
   WHERE b.batch_id = $1::bigint
   ORDER BY u.n
  ON CONFLICT DO NOTHING
  RETURNING bucket, operation_id, merchant_id, job_id, batch_id, settlement_type, version),
due AS (
  INSERT INTO onceover.operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
  SELECT n.bucket, n.operation_id, n.settlement_type, n.job_id, n.batch_id, n.merchant_id, (SELECT now FROM t)
    FROM born n ORDER BY n.bucket, n.operation_id
  ON CONFLICT DO NOTHING),
noted AS (
  INSERT INTO onceover.operation_event (event, from_status, to_status, batch_id, attempt_id, worker_id, operation_ids, versions)
  SELECT 'ENUMERATE', 'NONE', 'PENDING', $1::bigint, $9::bigint, $10::text, array_agg(n.operation_id ORDER BY n.bucket, n.operation_id),
         array_agg(n.version ORDER BY n.bucket, n.operation_id)
    FROM born n HAVING count(*) > 0),
taken AS (
  UPDATE onceover.carry_over c SET taken_by = i.root_id
    FROM planned p
    JOIN onceover.settlement_item i ON i.bucket = p.bucket AND i.root_id = p.operation_id AND i.item_kind = 'carry-over'
   WHERE c.bucket = i.bucket AND c.operation_id = CASE i.item_kind WHEN 'carry-over' THEN i.item_id::uuid END AND c.taken_by IS NULL),
inputs AS (
  SELECT s.bucket, s.merchant_id, s.currency, s.scope_ref, s.settle_date, count(*) FILTER (WHERE s.item_kind <> '') AS items,
         sum(s.amount_minor)::bigint AS amount_minor,
         sha256(convert_to(string_agg(s.item_kind || ' ' || s.item_id || ' ' || s.scope_ref || ' ' || s.amount_minor, E'\n' ORDER BY s.item_kind, s.item_id),
                           'UTF8')) AS hash
    FROM onceover.shard_inputs($1::bigint, $2::smallint) s
    LEFT JOIN onceover.settlement_item i ON i.bucket = s.bucket AND i.item_kind = s.item_kind AND i.item_id = s.item_id
    LEFT JOIN planned p ON p.bucket = s.bucket AND p.merchant_id = s.merchant_id AND p.currency = s.currency
                       AND p.scope_ref = s.scope_ref AND p.settle_date = s.settle_date
   WHERE i.root_id = p.operation_id
      OR i.root_id IS NULL AND CASE s.item_kind WHEN 'carry-over' THEN false WHEN '' THEN p.operation_id IS NOT NULL ELSE true END
   GROUP BY s.bucket, s.merchant_id, s.currency, s.scope_ref, s.settle_date),
counted AS (
  SELECT count(*) AS operations, coalesce(sum(n.items), 0)::bigint AS items,
         coalesce((SELECT jsonb_object_agg(c.currency, c.amount) FROM (
                     SELECT currency, sum(amount_minor)::bigint AS amount FROM inputs GROUP BY currency) c), '{}') AS amounts,
         sha256(coalesce(string_agg(int8send(n.merchant_id) || convert_to(n.currency, 'UTF8') || n.hash, ''::bytea
                                    ORDER BY n.bucket, n.merchant_id, n.currency, n.settle_date, n.scope_ref), '')) AS hash
    FROM inputs n)
UPDATE onceover.batch_shard h
   SET status = 'ENUMERATED', expected_count = c.operations, expected_amount = c.amounts, expected_items = c.items,
       input_hash = c.hash, enumerated_at = (SELECT now FROM t)
  FROM counted c
 WHERE h.batch_id = $1::bigint AND h.shard_no = $2::smallint AND h.status = 'OPEN'
RETURNING h.expected_count

-- name: EnsureAccounts
-- role: onceover_scheduler
SELECT onceover.ensure_accounts($1::bigint)

-- name: ReadShardFacts
-- What decides about the shards of a batch, in one statement: one row per shard.
-- role: onceover_scheduler
WITH counts AS (
  SELECT c.shard_no, c.currency, c.status, sum(c.n) AS n, sum(c.amount_minor) AS amount_minor
    FROM (SELECT shard_no, currency, status, n, amount_minor FROM onceover.operation_count WHERE batch_id = $1::bigint
          UNION ALL
          SELECT shard_no, currency, status, n, amount_minor FROM onceover.operation_count_delta WHERE batch_id = $1::bigint) c
   GROUP BY 1, 2, 3),
accepted AS (
  SELECT x.shard_no, count(*) AS n
    FROM (SELECT o.shard_no, o.operation_id
            FROM onceover.dead_letter d
            JOIN onceover.settlement_operation o ON o.bucket = d.bucket AND o.operation_id = d.operation_id
           WHERE d.batch_id = $1::bigint AND o.status = 'FAILED_PERMANENT'
           GROUP BY 1, 2 HAVING bool_and(d.status = 'RESOLVED')) x
   GROUP BY 1)
SELECT s.shard_no, s.status, coalesce(s.expected_count, 0) AS expected,
       ARRAY(SELECT e.key FROM jsonb_each_text(s.expected_amount) e ORDER BY e.key) AS expected_currencies,
       ARRAY(SELECT e.value::bigint FROM jsonb_each_text(s.expected_amount) e ORDER BY e.key) AS expected_amounts,
       coalesce((SELECT sum(c.n)::bigint FROM counts c WHERE c.shard_no = s.shard_no), 0) AS actual,
       ARRAY(SELECT c.currency FROM counts c WHERE c.shard_no = s.shard_no GROUP BY c.currency HAVING sum(c.n) <> 0
              ORDER BY c.currency) AS currencies,
       ARRAY(SELECT sum(c.amount_minor)::bigint FROM counts c WHERE c.shard_no = s.shard_no GROUP BY c.currency
             HAVING sum(c.n) <> 0 ORDER BY c.currency) AS amounts,
       coalesce((SELECT sum(c.n)::bigint FROM counts c WHERE c.shard_no = s.shard_no AND c.status = 'SUCCEEDED'), 0)
         + coalesce(a.n, 0) AS accepted
  FROM onceover.batch_shard s LEFT JOIN accepted a USING (shard_no)
 WHERE s.batch_id = $1::bigint
 ORDER BY s.shard_no

-- name: MoveShardsFrom
-- $1 batch, $2 shards, $3 expected status, $4 status.
-- role: onceover_scheduler
UPDATE onceover.batch_shard
   SET status = $4::text, finished_at = CASE $4::text WHEN 'DONE' THEN (SELECT onceover.clock()) END
 WHERE batch_id = $1::bigint AND shard_no = ANY ($2::smallint[]) AND status = $3::text
RETURNING shard_no
