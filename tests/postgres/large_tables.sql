-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the planner believe that ten million operations ended here, in about ten thousand batches, with everything that goes with
-- them, and that little is open. It reads the number of rows from pg_class (rows per page times the file's real pages) and the
-- number of different values from the statistics, so both are set: what it then plans is what it would plan there. Nobody
-- could read the rows; nothing but EXPLAIN is asked of this database. Run as the superuser, after the settled days.
\set ON_ERROR_STOP on
SET search_path = onceover, pg_temp;

CREATE TABLE public.believed (relname name PRIMARY KEY, rows bigint NOT NULL);
INSERT INTO public.believed VALUES
  ('settlement_operation', 10000000), ('settlement_item', 50000000), ('ledger_entry', 40000000), ('outbox', 10000000), ('sale', 50000000),
  ('external_call', 11000000), ('external_reference', 10000000), ('external_event', 10000000), ('operation_event', 3000000),
  ('operation_count', 1000000), ('account', 200000), ('account_balance', 200000), ('merchant', 100000), ('settlement_batch', 10000),
  ('batch_shard', 80000), ('job_run', 10000), ('run_trigger', 20000), ('run_attempt', 100000), ('dead_letter', 50000),
  ('reconciliation_run', 50000), ('reconciliation_difference', 20000), ('audit_log', 5000000), ('worker', 20000),
  ('worker_heartbeat', 5000000), ('metric_sample', 4000000), ('operation_hourly', 300000), ('approval', 20000), ('approval_item', 200000);

-- A table without a page is taken for ten of them whatever pg_class says, so each gets a row.
INSERT INTO external_event (channel_id, event_id, idempotency_key, answer, raw, raw_sha256, signature_valid, worker_id)
VALUES ('practice-bank', 'e1', 'K', 'ACCEPTED', '', sha256(''), true, 'w');
INSERT INTO metric_sample (minute, name, value) VALUES (clock(), 'due', 0);
INSERT INTO operation_hourly (hour, job_id, status, n) VALUES (clock(), 'settle-daily', 'SUCCEEDED', 1);
INSERT INTO reconciliation_run (kind, worker_id) VALUES ('batch', 'w');
INSERT INTO approval (request_id, kind, maker, reason, plan, plan_hash, expires_at) VALUES (gen_random_uuid(), 'replay', 'alice', 'r', '{}', '', clock());
INSERT INTO approval_item (approval_id, item_no, is_money) SELECT approval_id, 1, false FROM approval;
INSERT INTO reconciliation_difference (kind, grade, status, resolved_at) VALUES ('LATE', 'P1', 'RESOLVED', clock()), ('LATE', 'P0', 'OPEN', NULL);
ALTER TABLE dead_letter DISABLE TRIGGER USER;
UPDATE dead_letter SET status = 'RESOLVED', resolution = 'replayed', resolved_at = clock() WHERE failure_class = 'REFUSED';
INSERT INTO dead_letter (subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade, idempotency_key, failure_class, last_error,
                         payload, attempts, status, resolution, resolved_at)
SELECT subject_kind, subject_id, bucket, operation_id, batch_id, job_id, biz_date, grade, idempotency_key, failure_class, last_error, payload, attempts,
       status, resolution, resolved_at FROM dead_letter CROSS JOIN generate_series(1, 8) WHERE status = 'RESOLVED';

-- Of how many rows one value has its share: about a thousand operations in a batch, a hundred in a merchant, and so on.
DO $$
DECLARE
  c record;
BEGIN
  FOR c IN
    SELECT t.oid::regclass AS relation, a.attname,
           CASE WHEN a.attname IN ('operation_id', 'root_id', 'outbox_id', 'idempotency_key', 'external_ref', 'item_id', 'sale_id', 'event_id', 'request_id') THEN -0.5
                WHEN a.attname = 'bucket' THEN 64
                WHEN a.attname IN ('batch_id', 'run_id', 'biz_date', 'settle_date') THEN 10000
                WHEN a.attname IN ('merchant_id', 'account_id', 'owner_ref') THEN 100000
                WHEN a.attname IN ('worker_id', 'attempt_id') THEN 20000
                WHEN a.attname IN ('at', 'minute', 'hour', 'beat_at', 'opened_at', 'started_at', 'created_at') THEN -0.2 END AS n
      FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE t.relnamespace = 'onceover'::regnamespace AND t.relkind IN ('r', 'p')
       AND EXISTS (SELECT FROM public.believed b WHERE t.relname = b.relname OR t.relname LIKE b.relname || '\_%')
  LOOP
    IF c.n IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET (n_distinct = %s)', c.relation, c.attname, c.n);
    END IF;
  END LOOP;
END
$$;
ANALYZE;

-- Partitions that have a row share what their table holds; an index has as many rows as its table, a partial one a thousandth.
WITH part AS (
  SELECT t.oid, b.rows / count(*) OVER (PARTITION BY b.relname) AS rows
    FROM public.believed b JOIN pg_class t ON t.relnamespace = 'onceover'::regnamespace AND t.relkind = 'r'
     AND (t.relname = b.relname OR EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = t.oid AND i.inhparent = b.relname::regclass))
     AND pg_relation_size(t.oid) > 0
), wanted AS (
  SELECT oid, rows FROM part
  UNION ALL
  SELECT x.indexrelid, CASE WHEN x.indpred IS NULL THEN p.rows ELSE greatest(p.rows / 1000, 10) END FROM part p JOIN pg_index x ON x.indrelid = p.oid
)
UPDATE pg_class c SET reltuples = w.rows, relpages = greatest(pg_relation_size(c.oid) / current_setting('block_size')::bigint, 1)
  FROM wanted w WHERE c.oid = w.oid;

-- Nearly everything has ended: of the states that were seen, the last ones are common and all others rare.
UPDATE pg_statistic s
   SET stanumbers1 = ARRAY(SELECT CASE WHEN v IN ('SUCCEEDED', 'ACCEPTED', 'COMPLETED', 'DONE', 'RESOLVED') THEN 0.999 ELSE 0.00001 END::real
                             FROM unnest(s.stavalues1::text::text[]) WITH ORDINALITY AS u(v, nth) ORDER BY nth)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE s.starelid = c.oid AND s.staattnum = a.attnum AND s.stakind1 = 1 AND a.attname = 'status' AND c.relnamespace = 'onceover'::regnamespace;
UPDATE pg_statistic s SET stanullfrac = 0.001
  FROM pg_attribute a WHERE s.starelid = 'worker'::regclass AND a.attrelid = s.starelid AND a.attnum = s.staattnum AND a.attname = 'stopped_at';
