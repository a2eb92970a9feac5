-- SPDX-License-Identifier: GPL-3.0-or-later
-- One more business day, enumerated and due, of 1,200 merchants that nobody else has: what a claim finds. The same in every
-- database that is measured. Run inside a transaction that is rolled back, as the superuser; every guard fires.
SET LOCAL search_path = onceover, pg_temp;
INSERT INTO merchant (merchant_id, bucket, name, time_zone, currency, channel_id, beneficiary_name, beneficiary_account, beneficiary_country)
SELECT m, bucket_of(m), 'Bench ' || m, 'Asia/Shanghai', 'CNY', 'practice-bank', 'Holder ' || m, 'ACCT' || m, 'CN' FROM generate_series(90000001, 90001200) m;
INSERT INTO sale (bucket, sale_kind, sale_id, merchant_id, amount_minor, currency, occurred_at, settle_date)
SELECT m.bucket, k.kind, 'bench-' || k.kind || '-' || m.merchant_id, m.merchant_id, k.minor, m.currency, clock(), d.day
  FROM merchant m CROSS JOIN (VALUES ('sale', 100000), ('fee', -250)) k(kind, minor) CROSS JOIN (SELECT max(biz_date) + 7 AS day FROM settlement_batch) d
 WHERE m.merchant_id BETWEEN 90000001 AND 90001200;
CREATE TEMPORARY TABLE bench_day ON COMMIT DROP AS SELECT max(biz_date) + 7 AS day, 0::bigint AS run_id, 0::bigint AS batch_id FROM settlement_batch;
WITH run AS (
  INSERT INTO job_run (job_id, job_type, scope, run_key, biz_date, grade, zone, tzdata_version)
  SELECT 'settle-daily', 'settle-daily', '', run_key_of('settle-daily', '', 'day', day), day, 'P0', 'Asia/Shanghai', 'bench' FROM bench_day RETURNING run_id)
UPDATE bench_day SET run_id = run.run_id FROM run;
UPDATE job_run SET status = 'RUNNING', attempts = 1, started_at = clock() WHERE run_id = (SELECT run_id FROM bench_day);
WITH batch AS (
  INSERT INTO settlement_batch (run_id, job_id, job_type, biz_date, scope, grade, shard_total, input_version, rule_version)
  SELECT run_id, 'settle-daily', 'settle-daily', day, '', 'P0', 4, 'v1', 1 FROM bench_day RETURNING batch_id)
UPDATE bench_day SET batch_id = batch.batch_id FROM batch;
INSERT INTO batch_shard (batch_id, shard_no, shard_total, bucket_from, bucket_to, input_version)
SELECT batch_id, n, 4, n * 16, n * 16 + 16, 'v1' FROM bench_day, generate_series(0, 3) n;
INSERT INTO settlement_item (bucket, item_kind, item_id, root_id, amount_minor, currency)
SELECT s.bucket, s.sale_kind, s.sale_id, operation_id_of(namespace(), s.merchant_id, s.settle_date, 'settle-daily', s.currency, '', 0), s.amount_minor, s.currency
  FROM sale s JOIN bench_day d ON s.settle_date = d.day WHERE s.merchant_id BETWEEN 90000001 AND 90001200 ORDER BY s.bucket;
INSERT INTO settlement_operation (bucket, operation_id, merchant_id, settle_date, settlement_type, currency, root_id, amount_minor, item_count,
                                  batch_id, shard_no, job_id, biz_date, channel_id, beneficiary, input_version, rule_version)
SELECT m.bucket, i.id, m.merchant_id, d.day, 'settle-daily', m.currency, i.id, 99750, 2, d.batch_id, m.bucket / 16, 'settle-daily', d.day,
       m.channel_id, jsonb_build_object('name', m.beneficiary_name, 'account', m.beneficiary_account, 'country', m.beneficiary_country), 'v1', 1
  FROM merchant m CROSS JOIN bench_day d
 CROSS JOIN LATERAL (SELECT operation_id_of(namespace(), m.merchant_id, d.day, 'settle-daily', m.currency, '', 0) AS id) i
 WHERE m.merchant_id BETWEEN 90000001 AND 90001200 ORDER BY m.bucket, i.id;
INSERT INTO operation_due (bucket, operation_id, job_type, job_id, batch_id, merchant_id, due_at)
SELECT o.bucket, o.operation_id, 'settle-daily', o.job_id, o.batch_id, o.merchant_id, clock() FROM settlement_operation o JOIN bench_day USING (batch_id)
 ORDER BY o.bucket, o.operation_id;
UPDATE batch_shard s SET status = 'ENUMERATED', enumerated_at = clock(), input_hash = sha256('inputs'),
       expected_count = c.n, expected_items = 2 * c.n, expected_amount = jsonb_build_object('CNY', c.n * 99750)
  FROM (SELECT o.shard_no, count(*) AS n FROM settlement_operation o JOIN bench_day USING (batch_id) GROUP BY o.shard_no) c
 WHERE s.batch_id = (SELECT batch_id FROM bench_day) AND s.shard_no = c.shard_no;
UPDATE settlement_batch SET status = 'RUNNING' WHERE batch_id = (SELECT batch_id FROM bench_day);
SELECT ensure_accounts(batch_id) FROM bench_day \g /dev/null
WITH a AS (INSERT INTO run_attempt (run_id, batch_id, shard_no, attempt_no, worker_id)
  SELECT run_id, batch_id, 0, 1, 'bench' FROM bench_day RETURNING attempt_id)
SELECT attempt_id AS bench_attempt FROM a \gset
